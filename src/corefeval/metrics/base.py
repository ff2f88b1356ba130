"""The interface of a metric: declarations, counts per document, and the formula that turns summed counts into scores."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping, Sequence
from copy import copy
from dataclasses import field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.columns import data, to_row
from corefeval.counts import Counts
from corefeval.names import fold, spelled
from corefeval.plugins import Plugin, package_of, plugins
from corefeval.problems import Met, Problem, UsageError
from corefeval.records import dataclass
from corefeval.settings import Settings
from corefeval.text import plain_number

if TYPE_CHECKING:
    from corefeval.corpus.corpus import Corpus
    from corefeval.metrics.shares import Shares
    from corefeval.pairing.pairing import Pairing

Scores = dict[str, Floats]
"""The scores recall, precision and f1, and any other score of a metric, by name; NaN if undefined."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a metric.

    Attributes:
        default: the value used if the user sets none.
        meaning: a description for users.
        choices: the allowed values; () if any value is allowed.
        lifts: for each value, the declaration of the metric (`identity_is_one`, `swaps`) that is false with it.
    """

    default: str | float
    meaning: str
    choices: tuple[str, ...] = ()
    lifts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class OwnClasses:
    """The classes that a metric itself distinguishes; a breakdown by the same feature must use them.

    Attributes:
        labels: the classes; '' for mentions without one.
        key: for each key mention, the index of its class in `labels`.
        response: for each response mention, the index of its class in `labels`.
        averages: the metric's own averages over the classes, by name (macro, scheme).
        averaged: the classes that these averages sum over.
    """

    labels: tuple[str, ...]
    key: Integers
    response: Integers
    averages: Mapping[str, Scores]
    averaged: tuple[str, ...] = ()


class Metric:
    """One metric. A subclass declares its properties and counts; scores, tests and documentation follow from these.

    A metric either counts per document (`count`) or gives the share of each mention in the counts (`shares`). A metric
    with both can be broken down by any feature of mentions. `losses` follow from the shares if the scores are recall
    and precision. The gains of repaired errors follow from `count`.

    Attributes:
        name: the name on the command line and in JSON.
        label: the name in tables.
        aliases: other accepted names; case and signs between letters are ignored.
        family: the heading under which lists show it.
        summary: the question that the metric answers, in one sentence.
        paper: the paper that defined it.
        formula: recall and precision in LaTeX; if only recall is given, precision swaps key and response (see `swaps`).
        symbols: explanations of symbols that the formula does not define.
        biases: the known weaknesses of the metric.
        identity_is_one: whether a key scored against itself gets 1 (or is undefined).
        swaps: whether swapping key and response swaps recall and precision, under exact matching.
        needs: the annotation of the key that the metric requires (see metrics/needs.py); empty if it uses only entities
            and the order of mentions.
        own_needs: tests for needs that only this metric has: whether a corpus meets the need, by the name of the need.
        needs_of_names: tests of document names: whether they meet a need, by its name. If a file is read in pieces, the
            test gets the names of all its documents.
        parameters: the parameters that the user can set in the name, `name(parameter=value)`.
        counted_apart: counts that no score uses, with a description; reports state them below the scores.
        meanings: for a metric that judges mentions one by one (see `outcomes`): a description of each outcome.
        weighs_sets: whether the metric is defined for split antecedents, and so compares sets of entities itself.
        twinless: the values of the setting twinless (how to treat mentions of only one side) that affect it.
        is_average: whether it only averages the scores of other metrics.
        bounded: whether its scores and their intervals are between `lowest` and 1.
        lowest: the lowest score that a bounded metric can have.
        unbounded: the scores of a bounded metric that have no bounds.
        in_reference_scorer: whether the reference scorer computes it. If so, `duplicates=perl` counts duplicate
            mentions as that scorer does.
        reads_scheme: whether the scheme of type codes (the setting scheme) changes its counts.
        reads_groups: whether it counts typed links to several antecedents, regardless of how split antecedents are
            treated.
        is_classic: whether most papers report it; reports show it together with every use metric.
        tables: the papers whose tables include it (see choices.TABLES).
        ignoring_types: for a metric that compares entity types: the parameters that make it ignore them. `validate`
            uses them to state the cost of wrong types.
        counts_of: a description of the units that it counts in key and response.
        adds_over_groups: whether its counts are sums over confusion groups: entities of key and response that share a
            mention, directly or through others. If so, `explain` repairs groups; otherwise it repairs whole documents,
            which takes longer.
        adds_over_entities: whether its counts may be sums over entities, so that entities can be resampled. Resampling
            is refused in any case if the sums do not add up.
        follows_e2e: whether `singletons=e2e` counts singletons as the evaluator of e2e-coref does.
        counts_gold_singletons: whether `singletons=e2e` counts the singletons of the key, but not those of the
            response.
        stays_pooled: whether its counts are summed over documents even with `documents=mean`, as in stanza.
        in_all: for a metric of another package: whether `-m all` includes it. Our own metrics are always included.
        singletons: the rule of the run for singletons (keep, e2e); e2e changes the counts of some metrics.
        documents: pool, or mean if recall and precision are averaged over documents.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    family: ClassVar[str] = "Others"
    summary: ClassVar[str]
    paper: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    symbols: ClassVar[Mapping[str, str]] = {}
    biases: ClassVar[str] = ""
    identity_is_one: ClassVar[bool] = True
    swaps: ClassVar[bool] = True
    needs: ClassVar[frozenset[str]] = frozenset()
    own_needs: ClassVar[Mapping[str, Callable[[Corpus, Settings], bool]]] = {}
    needs_of_names: ClassVar[Mapping[str, Callable[[Sequence[str]], bool]]] = {}
    parameters: ClassVar[Mapping[str, Parameter]] = {}
    counted_apart: ClassVar[Mapping[str, str]] = {}
    meanings: ClassVar[Mapping[str, str]] = {}
    weighs_sets: ClassVar[bool] = False
    twinless: ClassVar[frozenset[str]] = frozenset({"add-to-key"})
    is_average: ClassVar[bool] = False
    bounded: ClassVar[bool] = True
    lowest: ClassVar[float] = 0.0
    unbounded: ClassVar[frozenset[str]] = frozenset()
    in_reference_scorer: ClassVar[bool] = False
    reads_scheme: bool = False
    reads_groups: ClassVar[bool] = False
    is_classic: ClassVar[bool] = False
    tables: ClassVar[frozenset[str]] = frozenset()
    ignoring_types: ClassVar[Mapping[str, str | float]] = {}
    counts_of: ClassVar[str] = "mentions"
    adds_over_groups: ClassVar[bool] = False
    adds_over_entities: ClassVar[bool] = True
    follows_e2e: ClassVar[bool] = False
    counts_gold_singletons: ClassVar[bool] = False
    stays_pooled: ClassVar[bool] = False
    in_all: ClassVar[bool] = False
    singletons: str = "keep"
    documents: str = "pool"

    def __init__(self, **values: str | float) -> None:
        self.values: dict[str, str | float] = {
            name: values.get(name, parameter.default) for name, parameter in self.parameters.items()
        }

    @property
    def full_name(self) -> str:
        """The name with the parameters that differ from their defaults; it parses back to this metric."""
        if not self.values:
            return self.name
        chosen = [
            f"{name}={plain_number(value)}" if isinstance(value, float) else f"{name}={value}"
            for name, value in self.values.items()
            if value != self.parameters[name].default
        ]
        return f"{self.name}({','.join(chosen)})" if chosen else self.name

    def __repr__(self) -> str:
        """Return the name."""
        return f"<Metric {self.full_name}>"

    def holds(self, declared: str) -> bool:
        """Return whether a declaration of the metric (`identity_is_one`, `swaps`) is true with these parameters."""
        lifted = {parameter.lifts.get(str(self.values[name])) for name, parameter in self.parameters.items()}
        return bool(getattr(self, declared)) and declared not in lifted

    @property
    def package(self) -> str:
        """The package of a plugin, `my-package@1.0`; '' for our metrics and for those that a program registers."""
        return package_of(type(self).__module__)

    @property
    def identity(self) -> Hashable:
        """A value that identifies the counts: metrics that count differently have different values."""
        return type(self), self.full_name, self.singletons, self.documents

    @property
    def full_label(self) -> str:
        """The label, with the parameters that differ from their defaults."""
        return self.label + self.full_name.removeprefix(self.name)

    def under(self, settings: Settings) -> Self:
        """Return the metric with the rules that the settings have for singletons and documents."""
        return self.counting(
            settings.singletons if settings.singletons == "e2e" else "keep", settings.documents
        )

    def counting(self, singletons: str, documents: str) -> Self:
        """Return the metric with the given rules for singletons (keep, e2e) and documents (pool, mean)."""
        if self.stays_pooled:
            documents = "pool"
        if (singletons, documents) == (self.singletons, self.documents):
            return self
        found = copy(self)
        found.singletons, found.documents = singletons, documents
        return found

    @classmethod
    def renewed(cls, values: list[str], version: tuple[int, ...]) -> list[str]:
        """Return the parameters of a signature with their current names.

        Args:
            values: the parameters, `name=value` each.
            version: the version of corefeval that wrote the signature, for example (0, 8).
        """
        del version
        return values

    def notes(self, pairing: Pairing) -> Sequence[Met]:
        """Return notes on how the metric counted here, for readers of its scores.

        A note that is an error is raised if it applies to everything that is scored.
        """
        del pairing
        return []

    def classes(self, pairing: Pairing, feature: str) -> OwnClasses | None:
        """Return the classes of a feature that the metric itself distinguishes; None if it has none."""
        del pairing, feature
        return None

    def counts_class(self, feature: str, label: str) -> bool:
        """Return whether averages over a feature include a class; some metrics let the user name the included classes."""
        del feature, label
        return True

    def to_dict(self) -> dict[str, Any]:
        """Return the declarations of the metric as plain data."""
        named = data(
            "name", "label", "other_names=aliases", "question=summary", "paper", "formula", "symbols"
        )
        return {
            **to_row((*named, *data("known_biases=biases")), self),
            "identity_is_one": self.holds("identity_is_one"),
            "recall_and_precision_swap": self.holds("swaps"),
            "needs": sorted(self.needs),
            "parameters": {
                name: {"value": self.values[name], **to_row(data("default", "choices", "meaning"), parameter)}
                for name, parameter in self.parameters.items()
            },
            "outcomes": dict(self.meanings),
        }

    def count(self, pairing: Pairing) -> Counts:
        """Return the counts per document; by default the sums of the mentions' shares."""
        shares = self.shares(pairing)
        if shares is None:
            raise NotImplementedError
        return shares.count(pairing)

    def shares(self, pairing: Pairing) -> Shares | None:
        """Return the share of each mention in the counts; None if the counts are no sums over mentions.

        A pair of mentions adds to the share of only one of them: a link belongs to the later mention.
        """
        del pairing
        return None

    def shares_as_read(self, pairing: Pairing) -> Shares | None:
        """Return the share of each mention as read, including mentions that are not scored as members of an entity.

        Return None unless the metric counts such mentions. Such a metric has no `shares`; breakdowns use these instead.
        A mention of both sides adds to the key's side only (see `Shares.of_found`).
        """
        del pairing
        return None

    def losses(self, pairing: Pairing) -> Shares | None:
        """Return the loss of each mention in `recall` and `precision`; None if undefined.

        The losses sum to 1 - R and 1 - P. By default a mention's loss is the part of its denominator that is missing in
        its numerator.
        """
        shares = None if self.has_own_formula else self.shares(pairing)
        return None if shares is None else shares.lacking()

    def factors(self, counts: Counts) -> dict[str, Scores]:
        """Return the factors whose product is recall and precision, by name; {} if the metric has no factors."""
        del counts
        return {}

    def outcome_counts(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the count of each outcome for a metric that judges mentions one by one; {} for other metrics."""
        del totals
        return {}

    def count_sets(self, pairing: Pairing) -> Counts:
        """Return the counts for sets of entities: each document is a pair of sets, and their elements are the entities."""
        return self.count(pairing)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the scores for summed counts, elementwise for arrays of any shape; NaN where undefined.

        This is the metric's formula. Scores that are shown, averaged or resampled come from `scores`.
        """
        return recall_precision_f1(totals)

    def scores(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return the scores under the settings: 0/0 is NaN or 0 (`undefined`); a β other than 1 adds an F score."""
        return settled(self.score(totals), settings)

    @property
    def has_own_formula(self) -> bool:
        """Whether its scores are not the recall, precision and F1 of four counts."""
        return type(self).score is not Metric.score or type(self).scores is not Metric.scores

    def scored(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the counts that the scores use, without those in `counted_apart`."""
        return {name: values for name, values in totals.items() if name not in self.counted_apart}

    def scores_of_class(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return the scores of one class of mentions from the sums of their shares (see `shares`)."""
        return self.scores(totals, settings)

    @property
    def averaged(self) -> tuple[Metric, ...]:
        """The metrics that an average averages; () for other metrics."""
        return ()

    def is_empty(self, totals: Mapping[str, Floats], settings: Settings) -> dict[str, Booleans]:
        """Return for each score whether it is 0/0, elementwise, regardless of the setting `undefined`."""
        plain = settings.changed({"undefined": "null"})
        return {part: np.isnan(values) for part, values in self.scores(totals, plain).items()}

    def undefined_parts(self, counts: Counts) -> tuple[str, ...]:
        """Return the labels of the averaged metrics that are undefined and so make this average undefined."""
        del counts
        return ()


class MetricOfParts(Metric):
    """A metric that first sums over the parts of a document, and then computes the document's counts from these sums.

    The parts are confusion groups: entities of key and response that share a mention, directly or through others.
    `explain` repairs groups and adds them up, for any metric.
    """

    adds_over_groups = True

    def count(self, pairing: Pairing) -> Counts:
        """Return the counts of each document."""
        return Counts(self.combine(self.count_parts(pairing).columns))

    def count_parts(self, pairing: Pairing) -> Counts:
        """Return the sums over the parts of each document."""
        raise NotImplementedError

    def combine(self, parts: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the counts of documents, computed from the sums over their parts, elementwise for arrays of any shape."""
        raise NotImplementedError


def settled(scores: Scores, settings: Settings) -> Scores:
    """Return scores under the settings: with an F score for another β if one is set, and 0 for NaN if `undefined=zero`."""
    if settings.beta != 1 and "recall" in scores:
        scores = {**scores, "f_beta": f_score(scores["recall"], scores["precision"], settings.beta)}
    if settings.undefined == "zero":
        scores = {part: defined_or_zero(values) for part, values in scores.items()}
    return scores


def defined_or_zero(values: Floats) -> Floats:
    """Return scores with NaN replaced by 0. numpy's nan_to_num also checks for infinity and takes four times as long."""
    return np.where(np.isnan(values), 0.0, values)


def recall_precision_f1(totals: Mapping[str, Floats], prefix: str = "") -> Scores:
    """Return recall, precision and F1 of four sums; NaN if a denominator is 0.

    F1 = 2PR / (P + R), and 0 if P + R = 0. If only one of the two is undefined, nothing can be right on the other side
    either. F1 is then 0, as in all official scorers.
    """
    recall = ratio(totals[prefix + "recall_numerator"], totals[prefix + "recall_denominator"])
    precision = ratio(totals[prefix + "precision_numerator"], totals[prefix + "precision_denominator"])
    return {"recall": recall, "precision": precision, "f1": f_score(recall, precision)}


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Return numerator / denominator, NaN for a denominator of 0."""
    return np.asarray(numerator / np.where(denominator, denominator, np.nan))


def f_score(recall: Floats, precision: Floats, beta: float = 1.0) -> Floats:
    """Return the F score of recall and precision; beta > 1 favours recall. It is NaN only if both are undefined."""
    weight = beta * beta
    below = weight * precision + recall  # NaN, and so not above 0, if one of them is
    none = np.asarray(np.fmax(recall, precision) * 0.0)  # 0, or NaN if both are
    return np.divide((1 + weight) * precision * recall, below, out=none, where=np.abs(below) > 0)


def recall_precision(recall: tuple[Floats, Floats], precision: tuple[Floats, Floats]) -> Counts:
    """Return the four counts of a metric per document, given the (numerator, denominator) of recall and of precision."""
    return Counts(
        {
            "recall_numerator": recall[0],
            "recall_denominator": recall[1],
            "precision_numerator": precision[0],
            "precision_denominator": precision[1],
        }
    )


MetricType = TypeVar("MetricType", bound=Metric)

FILES = {
    "muc": ("muc",),
    "bcub": ("bcub",),
    "ceaf": ("ceafm", "ceafe"),
    "blanc": ("blanc",),
    "lea": ("lea",),
    "conll": ("conll",),
    "mention": ("mention",),
    "mor": ("mor",),
    "zero": ("zero",),
    "lmetrics": ("lmuc", "lbcub", "lceafm", "lceafe", "lconll"),
    "arcs": ("arcs.immediate", "arcs.inferred", "arcs.anchor"),
    "parent": ("parent",),
    "dominant": ("dominant",),
    "prague": ("prague",),
    "mitkov": ("mitkov",),
    "byron": ("byron",),
    "basic": ("basic",),
    "ace": ("ace",),
    "nonreferring": ("non-referring",),
    "bridging": ("bridging.anaphor", "bridging.mention", "bridging.entity"),
    "gap": ("gap",),
    "winobias": ("winobias",),
    "uses": (
        "use.facts",
        "use.facts-names",
        "use.search",
        "use.search-ap",
        "use.replace",
        "use.agree",
        "use.network",
        "use.counts",
        "use.chains",
    ),
    "split": ("split.muc", "split.bcub", "split.ceafm", "split.ceafe", "split.blanc", "split.lea"),
}
"""The metrics that each file declares, in the order of lists and tables.

Only the registry reads this table, so that a score imports no more files than its metrics need. Everything else is
declared in the files. A test compares this table with the metrics that they register.
"""


class Registry(MutableMapping[str, type[Metric]]):
    """Every metric by name; our metrics are imported at their first use.

    Iterating also loads the metrics of other packages (see plugins.py), because lists need them. `at_hand` does not
    load them.

    Attributes:
        changes: how often a metric was added or replaced. Cached metrics are valid while this number does not change.
    """

    def __init__(self) -> None:
        self._files = {name: file for file, names in FILES.items() for name in names}
        self._known: dict[str, type[Metric]] = {}
        self._has_plugins = False
        self.changes = 0

    def __getitem__(self, name: str) -> type[Metric]:
        """Return a metric, importing its file."""
        if name not in self._known and name in self._files:
            import_module(f"corefeval.metrics.{self._files[name]}")
        return self._known[name]

    def __setitem__(self, name: str, metric: type[Metric]) -> None:
        """Register a metric."""
        self._known[name] = metric
        self.changes += 1

    def __delitem__(self, name: str) -> None:
        """Forget a metric."""
        del self._known[name]
        self.changes += 1

    def __contains__(self, name: object) -> bool:
        """Return whether a metric of this name exists, without importing it."""
        return name in self._known or name in self._files

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names, ours first."""
        self.find_plugins()
        return iter(self.at_hand)

    def __len__(self) -> int:
        """Return the number of metrics."""
        self.find_plugins()
        return len(self.at_hand)

    @property
    def at_hand(self) -> tuple[str, ...]:
        """The names of our metrics and of those registered so far, without loading other packages."""
        return tuple(dict.fromkeys((*self._files, *self._known)))

    @property
    def in_all(self) -> list[str]:
        """The names that `-m all` selects: all of ours, and those of other packages that set `in_all`."""
        return [name for name in self if self[name].in_all or not package_of(self[name].__module__)]

    def find_plugins(self) -> None:
        """Register the metrics of other packages, once.

        Raises:
            UsageError: CE180 if one of them does not load.
        """
        if not self._has_plugins:
            plugins("metrics", self._add)
            self._has_plugins = True

    def _add(self, plugin: Plugin) -> None:
        """Register a metric of another package, unless its module has already registered it."""
        metric = plugin.value
        if not (isinstance(metric, type) and issubclass(metric, Metric)):
            raise TypeError(f"{metric!r} is no subclass of corefeval.Metric")
        if self._known.get(metric.name) is not metric:
            _refuse_taken(metric)
            self[metric.name] = metric

    def is_ours(self, name: str) -> bool:
        """Return whether a metric is part of corefeval."""
        return name in self._files


METRICS = Registry()
"""Every metric by name."""


def other_names(name: str) -> tuple[str, ...]:
    """Return the other names of a metric: its label in tables and its aliases."""
    metric = METRICS[name]
    return (metric.label, *metric.aliases)


def register(metric: type[MetricType]) -> type[MetricType]:
    """Register a metric under its name; use it as a decorator.

    Raises:
        UsageError: CE078 if another metric has its name, label or alias. You may define your own metric again in the
            same module, as in a notebook.
    """
    if not metric.__module__.startswith(f"{__package__}."):
        _refuse_taken(metric)
    METRICS[metric.name] = metric
    return metric


def _refuse_taken(metric: type[Metric]) -> None:
    known = [
        name
        for name in METRICS.at_hand
        if name != metric.name or METRICS[name].__module__ != metric.__module__
    ]
    for name in (metric.name, metric.label, *metric.aliases):
        holder = spelled(name, known, other_names)
        if holder:
            raise UsageError(Problem("CE078", "already-stands-metric", name=name, holder=holder))
        if not fold(name):
            raise UsageError(Problem("CE078", "no-letter-or-digit", name=name))
