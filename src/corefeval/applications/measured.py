"""The use itself, measured from the trees of the key's text, in words with counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from corefeval.applications.evidence import TAUS, Tau
from corefeval.breakdown.breakdown import pairing_of
from corefeval.breakdown.lost_units import Lost, lost_units
from corefeval.evaluation.result import Result
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.metrics.use_terms import has_trees
from corefeval.metrics.use_units import WRONG, UnitUse
from corefeval.pairing.pairing import Pairing
from corefeval.problems import issued
from corefeval.settings import Settings
from corefeval.text import percent, several

ENTITIES_LISTED = 5
"""The most entities to list; those that lose most come first."""

Numbers = tuple[str, str]
"""Words for one and for several."""

WORDS: Mapping[str, tuple[Numbers, Numbers, Numbers, Numbers]] = {
    "use.facts": (
        ("fact", "facts"),
        ("comes out right", "come out right"),
        ("is about a wrong entity", "are about a wrong entity"),
        ("is missing", "are missing"),
    ),
    "use.facts-names": (
        ("fact about a named entity", "facts about named entities"),
        ("comes out right", "come out right"),
        ("is about a wrong entity", "are about a wrong entity"),
        ("is missing", "are missing"),
    ),
    "use.replace": (
        ("pronoun that a noun or name can replace", "pronouns that a noun or name can replace"),
        ("gets the right one", "get the right one"),
        ("gets a wrong one", "get a wrong one"),
        ("gets none", "get none"),
    ),
    "use.agree": (
        ("pronoun that agrees with a noun", "pronouns that agree with a noun"),
        ("gets the right gender and number", "get the right gender and number"),
        ("gets wrong ones", "get wrong ones"),
        ("gets none", "get none"),
    ),
    "use.chains": (
        ("step from one event of an entity to its next", "steps from one event of an entity to its next"),
        ("is right", "are right"),
        ("starts from a wrong event", "start from a wrong event"),
        ("is missing", "are missing"),
    ),
}
"""The words for uses that consist of units: names of units, and of right, wrong and missing ones."""

MEANS: Mapping[str, str] = {
    "use.search": "A query by the name of an entity finds its sentences with F1 {f1}, the mean over {gold}.",
    "use.search-ap": "It ranks them with an average precision of {f1}.",
    "use.network": "The network of entities that appear in the same sentence has F1 {f1}.",
    "use.counts": "The number of mentions of each named entity has F1 {f1}.",
}
"""The words of the other uses."""


def measuring(pairing: Pairing, names: Iterable[str], settings: Settings) -> dict[str, Metric]:
    """Return the metrics of these names, which measure uses themselves, each once; {} for a key without trees."""
    if not has_trees(pairing.key):
        return {}
    return {name: parse_metric(name).under(settings) for name in names}


def with_metrics(result: Result, metrics: Mapping[str, Metric]) -> Result:
    """Return a result with additional metrics, counted on its pairing, and notes about them."""
    pairing = pairing_of(result)
    notes = [
        problem for metric in metrics.values() for met in metric.notes(pairing) for problem in issued(met)
    ]
    return replace(
        result,
        metrics={**result.metrics, **metrics},
        counts={**result.counts, **{name: pairing.count(metric) for name, metric in metrics.items()}},
        warnings=tuple(dict.fromkeys((*result.warnings, *notes))),
    )


@dataclass(frozen=True, slots=True)
class MeasuredUse:
    """One measured use.

    Attributes:
        metric: the metric that measures it.
        label: its name in tables.
        gold: the number of gold units; the number of queries for search, and weights for networks and counts.
        right: how many of them are right.
        wrong: the number of units with a wrong entity, None for uses without units.
        system: how many the system has.
        f1: F1, None if undefined.
        interval: its interval, None if not requested or not available.
        predictors: for metrics that were compared with it, τ on each set of systems.
        lost: the gold entities that lose most, and why; for uses that consist of units.
    """

    metric: str
    label: str
    gold: float
    right: float
    wrong: float | None
    system: float
    f1: float | None
    interval: tuple[float, float] | None = None
    predictors: Mapping[str, tuple[Tau, ...]] | None = None
    lost: tuple[Lost, ...] = ()

    @classmethod
    def of(
        cls, metric: Metric, pairing: Pairing, f1: float | None, interval: tuple[float, float] | None
    ) -> MeasuredUse:
        """Return the counts of a metric on a pairing; F1 is None if neither side has anything to count."""
        counts = pairing.count(metric)
        lost = lost_units(pairing, metric, ENTITIES_LISTED) if isinstance(metric, UnitUse) else ()
        totals = {name: float(value) for name, value in counts.totals().items()}
        predictors = {name: tuple(taus) for name, taus in TAUS.get(metric.name, {}).items()}
        return cls(
            metric=metric.name,
            label=metric.full_label,
            gold=totals["recall_denominator"],
            right=totals["recall_numerator"],
            wrong=totals.get(WRONG),
            system=totals["precision_denominator"],
            f1=f1 if totals["recall_denominator"] or totals["precision_denominator"] else None,
            interval=interval,
            predictors=predictors,
            lost=lost,
        )

    @property
    def missing(self) -> float | None:
        """The number of gold units that the system lacks, None for uses without units."""
        return None if self.wrong is None else self.gold - self.right - self.wrong

    @property
    def losses(self) -> tuple[str, ...]:
        """The loss of each entity, in words."""
        metric = parse_metric(self.metric)
        return tuple(each.sentence(metric) for each in self.lost) if isinstance(metric, UnitUse) else ()

    @property
    def verdict(self) -> str:
        """The result in a few words: how many units are right, of all and of 100."""
        if self.wrong is None:
            return self.sentence
        units, right, *_ = WORDS[self.metric]
        number = round(self.right)
        share = f" ({100 * self.right / self.gold:.0f} of 100)" if self.gold else ""
        return f"{number:,} of {several(round(self.gold), *units)} {right[number != 1]}{share}."

    @property
    def sentence(self) -> str:
        """The result in words, with its counts."""
        if self.wrong is None or self.missing is None:
            entities = several(round(self.gold), "named entity", "named entities")
            return MEANS[self.metric].format(f1=percent(self.f1), gold=entities)
        units, *verbs = WORDS[self.metric]
        outcomes = ", ".join(
            several(round(number), *words)
            for number, words in zip((self.right, self.wrong, self.missing), verbs, strict=True)
        )
        bounds = "" if self.interval is None else " [{}, {}]".format(*map(percent, self.interval))
        return (
            f"Of {several(round(self.gold), *units)}, {outcomes}. The system gives {self.system:,.0f}, of which "
            f"{self.right:,.0f} {'is' if self.right == 1 else 'are'} right: F1 {percent(self.f1)}{bounds}."
        )
