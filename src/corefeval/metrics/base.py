"""The interface of a metric: it declares itself, counts per document, and turns sums into scores."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping, Sequence
from copy import copy
from dataclasses import field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.columns import data, to_row
from corefeval.counts import RECALL_PRECISION, Counts
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
"""recall, precision, f1 (and any other parts of a metric); NaN if undefined."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a metric.

    Attributes:
        default: its default value.
        meaning: its meaning.
        choices: its possible values, () for any.
        lifts: the values with which a declaration of the metric (`identity_is_one`, `swaps`) is false.
    """

    default: str | float
    meaning: str
    choices: tuple[str, ...] = ()
    lifts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class OwnClasses:
    """The classes by which a metric counts itself, where a breakdown by a feature has to have the same.

    Attributes:
        labels: the classes; '' for mentions without one.
        key: the class number of each key mention, for its own contributions.
        response: the class number of each response mention.
        averages: macro and scheme: the metric's own averages over them.
        averaged: the classes that these averages sum over.
    """

    labels: tuple[str, ...]
    key: Integers
    response: Integers
    averages: Mapping[str, Scores]
    averaged: tuple[str, ...] = ()


class Metric:
    """One metric. A subclass declares its properties and counts; scores, tests and documentation follow.

    It either counts per document (`count`) or states the contribution of each mention (`shares`). With both, its
    counts can be broken down by any feature of mentions. The losses of mentions (`losses`) follow from the shares,
    if scores are recall and precision. Gains of repairs follow from `count`.

    Attributes:
        name: as on the command line and in JSON.
        label: as in tables.
        aliases: other names; case and punctuation are ignored.
        family: the kind of metrics that lists show it with.
        summary: the question it answers, in one sentence.
        paper: the paper that defines it.
        formula: recall and precision in LaTeX; where only recall is given, precision swaps key and response (see `swaps`).
        symbols: the symbols that the formula uses but does not define, in words.
        biases: its known blind spots and biases.
        identity_is_one: whether a key scored against itself gets 1 (or is undefined).
        swaps: whether recall and precision change places when key and response do, under exact matching.
        needs: the annotation of the key that the metric requires (see metrics/needs.py); empty if it uses only
        entities and the order of mentions.
        own_needs: whether a corpus has a need that no other metric has, by the name of the need.
        needs_of_names: whether documents of these names meet a need. For a file read in pieces it sees the names of all of them.
        parameters: the parameters that can be set in the name, `name(parameter=value)`.
        counted_apart: counts that no score uses and reports state below the scores, in words.
        meanings: the outcomes of a mention, in words, for a metric that judges single mentions (see
            `outcomes`).
        weighs_sets: whether it is defined for split antecedents, and so compares sets of entities itself.
        twinless: the treatments of mentions that only one side has (the setting twinless) that concern it.
        is_average: whether it only averages other metrics, which count for themselves.
        bounded: whether its scores, and so their intervals, are between the lowest one and 1.
        lowest: the lowest score that a bounded metric can have.
        unbounded: the parts that are exceptions to this.
        in_reference_scorer: whether the reference scorer has it, which then decides how repeated mentions count
            (`duplicates=perl`).
        reads_scheme: whether the scheme of type codes (the setting scheme) changes its counts.
        reads_groups: whether typed links to several antecedents count in it, under any setting for split
            antecedents.
        is_classic: whether most papers report it, so that it is shown with every metric of a use.
        tables: the papers whose tables it reproduces (see choices.TABLES).
        ignoring_types: the parameters with which it ignores entity types, for a metric that compares them;
            `validate` uses them to state the cost of wrong types.
        counts_of: the units it counts in key and response, in words.
        adds_over_groups: whether its counts are sums over confusion groups: entities of key and response that share a
            mention, directly or through others. Then `explain` repairs these, else whole documents, which takes longer.
        adds_over_entities: whether its counts may be sums over entities, so that entities can be resampled;
            sums that do not add up are always refused.
        follows_e2e: whether the evaluator of e2e-coref decides how it counts singletons (`singletons=e2e`).
        counts_gold_singletons: whether it then counts the key's singletons, and not the response's.
        stays_pooled: whether its counts are summed even if those of others are averaged (`documents=mean`), as
            in stanza.
        in_all: whether `-m all` includes it, of a metric of another package. All others are included.
        singletons: the setting of the run: e2e changes the counts of some metrics.
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
        """Return whether the metric's declarations (`identity_is_one`, `swaps`) hold with these parameters."""
        lifted = {parameter.lifts.get(str(self.values[name])) for name, parameter in self.parameters.items()}
        return bool(getattr(self, declared)) and declared not in lifted

    @property
    def package(self) -> str:
        """The package of its plugin, `my-package@1.0`; '' for ours and for those registered by a program."""
        return package_of(type(self).__module__)

    @property
    def identity(self) -> Hashable:
        """Identifies its counts: metrics that count differently have other values."""
        return type(self), self.full_name, self.singletons, self.documents

    @property
    def full_label(self) -> str:
        """The label, with the parameters that differ from their defaults."""
        return self.label + self.full_name.removeprefix(self.name)

    def under(self, settings: Settings) -> Self:
        """Return the metric under the settings of a run: with its rule for singletons and documents."""
        return self.counting(
            settings.singletons if settings.singletons == "e2e" else "keep", settings.documents
        )

    def counting(self, singletons: str, documents: str) -> Self:
        """Return the metric with a rule for singletons (keep, e2e) and one for documents (pool, mean)."""
        if self.stays_pooled:
            documents = "pool"
        if (singletons, documents) == (self.singletons, self.documents):
            return self
        found = copy(self)
        found.singletons, found.documents = singletons, documents
        return found

    @classmethod
    def renewed(cls, values: list[str], version: tuple[int, ...]) -> list[str]:
        """Return the parameters of a signature, `name=value` each, of an older version such as (0, 8), by their current names."""
        del version
        return values

    def notes(self, pairing: Pairing) -> Sequence[Met]:
        """Return the notes on how it counted here.

        An error is raised if it concerns all scored documents.
        """
        del pairing
        return []

    def classes(self, pairing: Pairing, feature: str) -> OwnClasses | None:
        """Return its own classes of a feature, None if it has none."""
        del pairing, feature
        return None

    def counts_class(self, feature: str, label: str) -> bool:
        """Return whether a class of a feature is to count in averages; some metrics have classes named that do."""
        del feature, label
        return True

    def to_dict(self) -> dict[str, Any]:
        """Return its declaration as plain data."""
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
        """Return the counts of this metric in each document: by default the sums over mentions."""
        shares = self.shares(pairing)
        if shares is None:
            raise NotImplementedError
        return shares.count(pairing)

    def shares(self, pairing: Pairing) -> Shares | None:
        """Return the contribution of each mention to the counts, None if they are not sums over mentions.

        A contribution of two mentions belongs to one of them: a link to the later.
        """
        del pairing
        return None

    def shares_as_read(self, pairing: Pairing) -> Shares | None:
        """Return the contribution of each mention as read, including mentions that are not scored as members of an entity.

        None, unless the metric counts such mentions: then it has no `shares`, and breakdowns use these. A
        mention of both sides contributes on the key's side only (see `Shares.of_found`).
        """
        del pairing
        return None

    def losses(self, pairing: Pairing) -> Shares | None:
        """Return the loss of each mention in `recall` and `precision`; None if undefined.

        They add up to 1 - R and 1 - P. By default the loss is the missing contribution.
        """
        shares = None if self.has_own_formula else self.shares(pairing)
        return None if shares is None else shares.lacking()

    def factors(self, counts: Counts) -> dict[str, Scores]:
        """Return scores whose product is recall or precision, by name; {} for a metric without factors."""
        del counts
        return {}

    def outcome_counts(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return how often each outcome was counted, of a metric that judges mentions one by one; {} of others."""
        del totals
        return {}

    def count_sets(self, pairing: Pairing) -> Counts:
        """Return its counts if the entities are elements of sets, with a pair of sets as a document."""
        return self.count(pairing)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the scores of summed counts, elementwise for arrays of any shape; NaN where undefined.

        This is the metric's formula. Shown, averaged and resampled values come from `scores`.
        """
        return recall_precision_f1(totals)

    def scores(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return the scores as the settings have them: 0/0 is NaN or 0 (`undefined`), and F of another β."""
        return settled(self.score(totals), settings)

    @property
    def has_own_formula(self) -> bool:
        """Whether its scores are not the recall, precision and F1 of four counts."""
        return type(self).score is not Metric.score or type(self).scores is not Metric.scores

    def scored(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the counts behind the scores, without those that are counted separately."""
        return {name: values for name, values in totals.items() if name not in self.counted_apart}

    def scores_of_class(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return the scores of the contributions of one class of mentions; see `shares`."""
        return self.scores(totals, settings)

    @property
    def averaged(self) -> tuple[Metric, ...]:
        """The metrics that an average is of."""
        return ()

    def is_empty(self, totals: Mapping[str, Floats], settings: Settings) -> dict[str, Booleans]:
        """Return for each part whether it has nothing to count (0/0), elementwise, whatever the settings print."""
        plain = settings.changed({"undefined": "null"})
        return {part: np.isnan(values) for part, values in self.scores(totals, plain).items()}

    def undefined_parts(self, counts: Counts) -> tuple[str, ...]:
        """Return the labels of the undefined metrics that make this one undefined; only averages have such."""
        del counts
        return ()


class MetricOfParts(Metric):
    """A metric whose document counts are not sums over parts of it, but follow from such sums.

    The parts are its confusion groups: entities of key and response that share a mention, directly or through
    others. `explain` repairs groups and adds them up for every metric.
    """

    adds_over_groups = True

    def count(self, pairing: Pairing) -> Counts:
        """Return the counts of this metric in each document."""
        return Counts(self.combine(self.count_parts(pairing).columns))

    def count_parts(self, pairing: Pairing) -> Counts:
        """Return sums over the parts of each document."""
        raise NotImplementedError

    def combine(self, parts: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the counts of documents from the sums over their parts, elementwise for arrays of any shape."""
        raise NotImplementedError


def settled(scores: Scores, settings: Settings) -> Scores:
    """Return the result of a formula under the settings: with F of another β, and 0 for undefined values."""
    if settings.beta != 1 and "recall" in scores:
        scores = {**scores, "f_beta": f_score(scores["recall"], scores["precision"], settings.beta)}
    if settings.undefined == "zero":
        scores = {part: defined_or_zero(values) for part, values in scores.items()}
    return scores


def defined_or_zero(values: Floats) -> Floats:
    """Return scores with 0 for NaN; numpy's nan_to_num also handles infinity, and takes four times as long."""
    return np.where(np.isnan(values), 0.0, values)


def recall_precision_f1(totals: Mapping[str, Floats], prefix: str = "") -> Scores:
    """Return recall, precision and F1 of four sums; NaN if a denominator is 0.

    F1 = 2PR / (P + R), and 0 if P + R = 0. If only one of the two is undefined, nothing can be right on the other
    side either, and F1 is 0, as in all official scorers.
    """
    recall = ratio(totals[prefix + "recall_numerator"], totals[prefix + "recall_denominator"])
    precision = ratio(totals[prefix + "precision_numerator"], totals[prefix + "precision_denominator"])
    return {"recall": recall, "precision": precision, "f1": f_score(recall, precision)}


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Return numerator / denominator, NaN for a denominator of 0."""
    numerator, denominator = np.asarray(numerator, float), np.asarray(denominator, float)
    is_same = numerator.shape == denominator.shape
    shape = numerator.shape if is_same else np.broadcast_shapes(numerator.shape, denominator.shape)
    undefined = np.empty(shape)
    undefined.fill(np.nan)
    np.divide(numerator, denominator, out=undefined, where=denominator != 0)
    return undefined


def f_score(recall: Floats, precision: Floats, beta: float = 1.0) -> Floats:
    """Return F of recall and precision; beta > 1 favours recall. NaN only where both are undefined."""
    no_recall, no_precision = np.isnan(recall), np.isnan(precision)
    r, p = np.where(no_recall, 0.0, recall), np.where(no_precision, 0.0, precision)
    weight = beta * beta
    below = weight * p + r
    f = np.divide((1 + weight) * p * r, below, out=np.zeros(below.shape), where=below != 0)
    return np.where(no_recall & no_precision, np.nan, f)


def recall_precision(recall: tuple[Floats, Floats], precision: tuple[Floats, Floats]) -> Counts:
    """Return the four counts of a metric from (numerator, denominator) of each side, a number a document."""
    return Counts(dict(zip(RECALL_PRECISION, (*recall, *precision), strict=True)))


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
"""Which file declares which metrics, in the order in which lists and tables show them.

Only for the registry: a score imports the files of its own metrics and no other. Everything else is declared in the
files, and a test compares this table with the registered metrics.
"""


class Registry(MutableMapping[str, type[Metric]]):
    """Every metric by name; ours are imported at their first use, so that a score loads only what it needs.

    Iterating, which lists need, also finds the metrics of other packages (see plugins.py). `at_hand` lists the
    others.

    Attributes:
        changes: how often a metric was added or replaced. Kept metrics are valid as long as this number is the same.
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
        """Return whether the metric exists, without importing it."""
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
        """The names of our metrics and of those registered so far, without those of other packages."""
        return tuple(dict.fromkeys((*self._files, *self._known)))

    @property
    def in_all(self) -> list[str]:
        """The names of `-m all`: of metrics of other packages only those that declare it."""
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
        """Register a metric of another package, unless its module did so."""
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
    """Return the other names of a metric: its label in tables, and its aliases."""
    metric = METRICS[name]
    return (metric.label, *metric.aliases)


def register(metric: type[MetricType]) -> type[MetricType]:
    """Register a metric by its name; use it as a decorator.

    Raises:
        UsageError: CE078 if another metric has its name, label or alias. Your own metric may be defined again, as in
        a notebook.
    """
    if not metric.__module__.startswith(f"{__package__}."):
        _refuse_taken(metric)
    METRICS[metric.name] = metric
    return metric


def _refuse_taken(metric: type[Metric]) -> None:
    known = [name for name in METRICS.at_hand if name != metric.name or METRICS.is_ours(name)]
    for name in (metric.name, metric.label, *metric.aliases):
        holder = spelled(name, known, other_names)
        if holder:
            raise UsageError(Problem("CE078", "already-stands-metric", name=name, holder=holder))
        if not fold(name):
            raise UsageError(Problem("CE078", "no-letter-or-digit", name=name))
