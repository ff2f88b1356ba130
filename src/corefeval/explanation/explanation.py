"""Explanation: the reasons for a score, as finished data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from corefeval.arrays import Booleans, number_or_none
from corefeval.breakdown.lost_units import COLUMNS as LOST
from corefeval.breakdown.lost_units import UseLosses
from corefeval.columns import Printed, Rows, whole
from corefeval.evaluation.result import Result
from corefeval.explanation.decisions import Decision, decide
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.gains import ErrorGains
from corefeval.explanation.instances import Error
from corefeval.explanation.links import LinkErrors, recall_errors
from corefeval.explanation.losses import Losses, MentionLosses
from corefeval.explanation.mapped_mentions import mapped_mentions
from corefeval.explanation.mention_outcomes import EVERY, OutcomeList, OutcomeTable, judging, outcome_tables
from corefeval.explanation.shapley import AllRepairGains, Attribution
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.base import METRICS, Metric
from corefeval.metrics.use_units import UnitUse
from corefeval.names import listed, resolve
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, UsageError
from corefeval.settings import Settings
from corefeval.signature import SignatureText
from corefeval.text import several

if TYPE_CHECKING:
    import pandas as pd

    from corefeval.explanation.errors import ErrorClass
    from corefeval.explanation.errors_by_feature import ErrorCount, FeatureTables
    from corefeval.explanation.relations import RelationTable
    from corefeval.explanation.repaired import RepairedResponse

_Part = TypeVar("_Part")

SECTIONS = (
    "costs",
    "factors",
    "by",
    "errors",
    "entities",
    "losses",
    "carried",
    "decisions",
    "links",
    "outcomes",
    "uses",
)
"""The sections of an explanation, by the names that `show` takes."""

ON_REQUEST = ("relations",)
"""Sections that only `show` adds: to judge discourse deixis is to read both files again."""


@dataclass(frozen=True, eq=False)
class BothLinkErrors:
    """Link errors of both directions; rows of Explanation.joint."""

    recall: LinkErrors
    precision: LinkErrors


class Explanation(FoundErrors, Printed):
    """The reasons for a response's score. Access to a part that was not requested raises an error.

    Attributes:
        metrics: the explained metrics.
        repair_gains: scores repaired responses.
        sections: the requested sections, of SECTIONS and ON_REQUEST.
        links: link errors.
        decision: the Decision about each mention of `joint`.
        factors: for each metric that is a product, or part of an average, its recall and precision and their
            factors.
        carried: how the response's mentions were mapped to the key's words; [] if it has these words.
        features: the tables of each requested feature.
        result: the scores, if made from files or a Result.
        warnings: the warnings about the numbers.
    """

    def __init__(
        self,
        found: FoundErrors,
        metrics: Mapping[str, Metric],
        result: Result | None,
        warnings: tuple[Problem, ...],
        *,
        sections: tuple[str, ...],
        features: tuple[str, ...],
        antecedents: str,
        gains: bool,
    ) -> None:
        """Compute the parts that the requested sections need, and no others; see Explainer for the options."""
        super().__init__(**vars(found))
        self.metrics, self.result, self.warnings = metrics, result, warnings
        self.sections = sections
        self.features: dict[str, FeatureTables] = {}
        shown, each, pairing, settings = set(sections), metrics.values(), found.pairing, self.settings
        self.repair_gains = AllRepairGains(found, each, settings)
        self.links = BothLinkErrors(
            recall_errors(found.joint, antecedents),
            recall_errors(found.joint.swapped(), antecedents),
        )
        self.decision = decide(found.joint)
        self.factors = _factors(metrics, pairing, settings)
        self.carried = mapped_mentions(pairing)
        self._costs = self.repair_gains.attribute(self.classes) if "costs" in shown else None
        self._gained = ErrorGains(found, self.repair_gains) if "errors" in shown else None
        self._lost = self._outcomes = self._relations = self._uses = None
        if shown & {"losses", "entities"} or (features and "by" in shown):
            self._lost = MentionLosses(found, each, self.metric, settings)
        # metrics that repairs cannot be scored with have outcomes only: these are their rows
        if "outcomes" in shown or not self.repaired:
            self._outcomes = outcome_tables(pairing, each, settings, gains=gains)
        if "relations" in shown:
            from corefeval.explanation.relations import judge_relations  # noqa: PLC0415 - start-up: only where asked for

            self._relations = judge_relations(pairing, settings)
            self.warnings += self._relations.problems
        if "uses" in shown:
            uses = {name: metric for name, metric in metrics.items() if isinstance(metric, UnitUse)}
            self._uses = {name: UseLosses(pairing, metric) for name, metric in uses.items()}
        self.features |= {name: self._by_feature(name, shown) for name in features}

    @property
    def repaired(self) -> Mapping[str, Metric]:
        """The metrics that can score repaired responses, by their full names: those that need only entities."""
        return self.repair_gains.metrics

    @property
    def settings(self) -> Settings:
        """The settings of its result; the defaults if made from a pairing."""
        return self.result.settings if self.result else Settings()

    @property
    def signature(self) -> SignatureText:
        """The signature of the result, '' without one."""
        return SignatureText("") if self.result is None else self.result.signature.text

    @property
    def metric(self) -> str:
        """The first metric: the one that costs are sorted by, if repaired responses can be scored with any."""
        return next(iter((self.repaired or self.metrics).values())).full_name

    @property
    def is_judged(self) -> bool:
        """Whether a requested metric judges single mentions."""
        return bool(judging(self.metrics.values()))

    @property
    def attribution(self) -> Mapping[str, Attribution]:
        """For each metric the cost of each error class."""
        return _asked(self._costs, "costs")

    @property
    def gained(self) -> ErrorGains:
        """The gain from repairing each error alone."""
        return _asked(self._gained, "errors")

    @property
    def lost(self) -> MentionLosses:
        """The losses of mentions: by type, by feature and by entity."""
        return _asked(self._lost, "losses")

    @property
    def mention_losses(self) -> Mapping[str, Losses]:
        """For each metric that supports it the loss of each mention of `joint`."""
        return self.lost.metrics

    @property
    def outcomes(self) -> Mapping[str, OutcomeTable]:
        """The outcome of each mention, for each metric that judges single mentions, or is part of an average.

        Without such a metric it is `dominant` (Žitkus et al. 2023); {} if types are unknown.
        """
        return _asked(self._outcomes, "outcomes")

    @property
    def relations(self) -> RelationTable:
        """The outcomes of relations beyond identity."""
        return _asked(self._relations, "relations")

    @property
    def uses(self) -> Mapping[str, UseLosses]:
        """For each use with units: the losses of each gold entity and their causes, the largest first."""
        return _asked(self._uses, "uses")

    @property
    def errors(self) -> list[Error]:
        """All errors, by document and in text order."""
        return self.gained.read()

    def costliest(
        self, top: int | None = None, metric: str | None = None, *, among: Booleans | None = None
    ) -> list[Error]:
        """Return the errors with the largest gains, ties in text order; all are ties if no repair is scored.

        Args:
            top: how many; all by default.
            metric: the metric of the gains; by default the first.
            among: which errors of the table; all by default.
        """
        gained = self.gained
        rows = None if among is None else np.flatnonzero(among)
        return gained.read(gained.order(metric or self.metric, rows)[:top])

    def repair(self, classes: str | Iterable[str | ErrorClass] = "all") -> RepairedResponse:
        """Return the response with all errors of some classes repaired: `merged_entity,split_entity`, or `all`."""
        from corefeval.explanation.repaired import RepairedResponse, classes_named  # noqa: PLC0415 - start-up: only where asked for

        chosen = classes_named(classes, self.classes)
        return RepairedResponse(self, self.metrics, self.repair_gains, self.result, chosen)

    def by(self, feature: str) -> list[ErrorCount]:
        """Return the errors by a feature: for each value all of them, then class by class."""
        return list(self._by_feature(feature, {"by"}).errors)

    def _by_feature(self, name: str, sections: Iterable[str]) -> FeatureTables:
        """Return the tables of a feature; computed now if the feature was not requested before."""
        from corefeval.explanation.errors_by_feature import FeatureTables  # noqa: PLC0415 - start-up: only where asked for

        wanted = set(sections)
        if name in self.features and wanted <= set(self.sections):
            return self.features[name]
        tables = self.outcomes if self.is_judged and ("outcomes" in wanted or not self.repaired) else {}
        return FeatureTables(name, self, self.repair_gains, self._lost, tables, wanted)

    def decisions(self) -> dict[Decision, int]:
        """Return how often each decision was made."""
        counts = np.bincount(self.decision, minlength=len(Decision)).tolist()
        return {decision: counts[decision] for decision in Decision}

    def decisions_by_type(self) -> dict[tuple[Decision, MentionType], int]:
        """Return how often each decision was made about mentions of each type."""
        width = len(MentionType)
        counts = np.bincount(self.decision * width + self.joint.type, minlength=len(Decision) * width)
        return {
            (Decision(code // width), MentionType(code % width)): int(counts[code])
            for code in np.flatnonzero(counts).tolist()
        }

    def list_outcomes(self, outcomes: str | Iterable[str] = EVERY, top: int | None = None) -> OutcomeList:
        """Return every mention with these outcomes, or the costliest ones, of each metric that judges mentions.

        Args:
            outcomes: names of outcomes, or `all`; a metric need not have every outcome.
            top: how many of each metric, the costliest first; all in the order of the text by default.
        """
        if not self.is_judged:
            names = [name for name in METRICS if judging([METRICS[name]()])]
            raise UsageError(Problem("CE112", "judges-no-mentions", metrics=self.metrics, names=names))
        known = dict.fromkeys(name for table in self.outcomes.values() for name in (*table.names, EVERY))
        wanted = [
            resolve("outcome", name, known, of=", ".join(self.outcomes)) for name in listed(outcomes) or [""]
        ]
        mentions = {
            name: table.mentions([each for each in wanted if each in (*table.names, EVERY)], top)
            for name, table in self.outcomes.items()
        }
        return OutcomeList(self.outcomes, mentions, self.result, self.warnings)

    def to_dict(
        self, *, top: int | None = None, by: Iterable[str] | None = None, sections: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return everything as plain data: fractions, but 0 to 100 under the name `points`; null is undefined.

        Args:
            top: how many errors, the costliest, and how many entities; all by default.
            by: features to count and repair errors by; by default those of the explanation.
            sections: which sections; all that it was explained in by default.
        """
        shown = set(sections) or set(self.sections)
        sources = self.key_linguistics.sources
        found: dict[str, Any] = {
            "documents": len(self.pairing.names),
            "types": {name: value for name, value in sources.items() if name in ("type", "head")},
            "singletons": self.singletons,
        }
        makers: dict[str, Callable[[], dict[str, Any]]] = {
            "costs": lambda: {
                "errors": {kind.label: self.table.counts()[kind] for kind in self.classes},
                "attribution": self.attribution,
            },
            "factors": lambda: {"factors": self.factors},
            "errors": lambda: {
                "instances": self.costliest(top),
                "lowering": {metric: self.gained.lowering(metric) for metric in self.gained.deltas},
            },
            "links": lambda: {"links": self.links},
            "decisions": lambda: {
                "decisions": {decision.label: count for decision, count in self.decisions().items()},
                "decisions_by_type": [
                    {"decision": decision.label, "type": kind.label, "mentions": count}
                    for (decision, kind), count in self.decisions_by_type().items()
                ],
            },
            "outcomes": lambda: {
                "outcomes": {
                    name: table.to_dict(top=top, mentions=self.is_judged)
                    for name, table in self.outcomes.items()
                }
            },
            "carried": lambda: {"carried": self.carried},
            "losses": lambda: {
                "losses": {
                    name: {"by_type": rows, "interaction": self.mention_losses[name].interaction}
                    for name, rows in self.lost.by_type.items()
                }
            },
            "entities": lambda: {"entities": self.lost.entities(top)},
            "relations": lambda: {
                "relations": [
                    {"kind": kind.label, "name": name, **{each.label: outcomes[each] for each in outcomes}}
                    for kind, name, outcomes in self.relations.by_name()
                ],
                "unanswered_relations": {kind.label: n for kind, n in self.relations.unanswered.items()},
            },
            "uses": lambda: (
                {"uses": {name: lost.to_dict(top) for name, lost in self.uses.items()}} if self.uses else {}
            ),
        }
        for name, make in makers.items():
            if name in shown:
                found |= make()
        features = {name: self._by_feature(name, shown) for name in (self.features if by is None else by)}
        if features and self.repaired and "by" in shown:
            found["by"] = {name: one.errors for name, one in features.items()}
            found["losses_by"] = {name: one.losses for name, one in features.items()}
        if features and self.is_judged and "outcomes" in shown:
            found["outcomes_by"] = {name: one.outcomes for name, one in features.items() if one.outcomes}
        return whole(found, self.signature, self.settings, self.warnings)

    def rows(self, top: int | None = None, by: Iterable[str] | None = None) -> Rows:
        """Return a row for each error, or for the costliest ones; the costliest first.

        If all metrics need more than entities, there is a row for each mention that they judge. If all are
        uses, there is a row for each lost unit and responsible mention; `top` is then a number of entities.

        Args:
            top: how many.
            by: features, one more column each, `by NAME`; by default those of the explanation.
        """
        names = tuple(self.features if by is None else by)
        if self.repaired:
            return self.rows_of(self.costliest(top), names)
        if not self.is_judged and self.uses:
            table = [row for lost in self.uses.values() for row in lost.rows(top)]
            return Rows(["metric", *(column.name for column in LOST)], table, self.signature)
        values = {f"by {name}": self._by_feature(name, ()).of_mentions for name in names}
        return self.list_outcomes(top=top).rows(values)

    def rows_of(self, errors: Sequence[Error], by: Iterable[str] = ()) -> Rows:
        """Return a row for each of some errors, with a column `by NAME` for each feature."""
        values = {f"by {name}": self._by_feature(name, {"errors"}).of_errors for name in by}
        return self.gained.rows(errors, values, self.signature)

    def to_frame(self, **options: Any) -> pd.DataFrame:
        """Return a row for each error, by document and in text order, as a data frame; see `rows` for options."""
        if options or not self.repaired:
            return self.rows(**options).to_frame()
        return self.rows_of(self.errors, self.features).to_frame()

    def __repr__(self) -> str:
        """Return the number of errors of each class."""
        counts = self.table.counts()
        told = ", ".join(f"{kind.title} {counts[kind]}" for kind in self.classes if counts[kind])
        return (
            f"<Explanation of {self.metric}: {several(len(self.table), 'error')}{': ' if told else ''}{told}>"
        )


def _asked(part: _Part | None, section: str) -> _Part:
    """Return a part; raise if it was not requested."""
    if part is None:
        raise UsageError(Problem("CE051", "section-not-explained", section=section))
    return part


def _factors(
    metrics: Mapping[str, Metric], pairing: Pairing, settings: Settings
) -> dict[str, dict[str, dict[str, float | None]]]:
    """Return for each metric that is a product, or part of an average, its recall and precision and their factors."""
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    for metric in (part for one in metrics.values() for part in (one, *one.averaged)):
        counts = pairing.count(metric)
        factors = metric.factors(counts)
        if factors:
            whole = metric.scores(counts.totals(), settings)
            rows = {"score": {part: whole[part] for part in ("recall", "precision")}, **factors}
            found[metric.full_name] = {
                name: {part: number_or_none(value) for part, value in parts.items()}
                for name, parts in rows.items()
            }
    return found
