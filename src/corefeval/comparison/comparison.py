"""Comparison: systems by metrics, with intervals, tests and their settings."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from corefeval.choices import COMPARISON_CHOICES, OVER_DATASETS, POOLED
from corefeval.columns import Printed, Rows, data, to_row, whole
from corefeval.comparison.intervals import CONFIDENCE, RESAMPLES, SEED
from corefeval.comparison.ranking import Ranking, tied_groups
from corefeval.comparison.stability import Stability
from corefeval.evaluation.datasets import signature_of
from corefeval.evaluation.result import Intervals, Parts, Result, parts_in_order
from corefeval.metrics.base import Metric
from corefeval.names import resolve
from corefeval.problems import Problem, UsageError
from corefeval.settings import Settings
from corefeval.signature import SEPARATOR, SignatureText, signed
from corefeval.text import percent, several


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals and tests were computed.

    Attributes:
        test: paired approximate randomisation. The paired bootstrap of 0.1.0 called equal systems different in up to
            17 % of all cases.
        interval: the kind of interval: jackknife with Student's t, or bootstrap (percentile, or bias-corrected
            and accelerated: bca), which tends to be too narrow.
        pairs: every system against the baseline, or all against all.
        by: scores of all documents pooled, or the mean over datasets.
        resample: the unit to resample.
        resamples: the number of resamples; 0 for neither intervals nor tests.
        confidence: the confidence level of the intervals; tests are significant below 1 - confidence.
        seed: the random seed.
        rank_by: the metric to rank by, '' for that of the preset, the CoNLL average or the first.
    """

    test: str = "randomisation"
    interval: str = "jackknife"
    pairs: str = "baseline"
    by: str = "document"
    resample: str = "documents"
    resamples: int = RESAMPLES
    confidence: float = CONFIDENCE
    seed: int = SEED
    rank_by: str = ""

    def __post_init__(self) -> None:
        """Refuse settings that do not exist."""
        for name, allowed in COMPARISON_CHOICES.items():
            object.__setattr__(self, name, resolve("value", getattr(self, name), allowed, of=name))
        check_resampling(self.resamples, self.confidence, self.seed)
        if self.by == "dataset" and self.resample == "entities":
            raise UsageError(Problem("CE051", "entities-cannot-resampled-dataset"))

    @property
    def limit(self) -> float:
        """Below which p a difference is called significant."""
        return 1 - self.confidence

    def smallest_p(self, units: int) -> float:
        """Return the smallest p that a test can have: two of all swaps of this many units, or one of the drawn swaps."""
        ways: float = 2.0 ** min(units, 1000)
        return 2 / ways if ways <= self.resamples else 1 / (1 + self.resamples)

    def __str__(self) -> str:
        """Return name:value pairs joined by bars, to append to a signature."""
        return SEPARATOR.join(
            f"{name}:{value:g}" if isinstance(value, float) else f"{name}:{value}"
            for name, value in asdict(self).items()
            if value != ""
        )

    @property
    def differing(self) -> str:
        """The fields that differ from the defaults, for short signatures."""
        usual = str(Resampling()).split(SEPARATOR)
        return SEPARATOR.join(piece for piece in str(self).split(SEPARATOR) if piece not in usual)

    @property
    def of_intervals(self) -> SignatureText:
        """The fields that the intervals of one result depend on, for its signature; the kind of interval is always among them."""
        used = ["interval", "resample", "confidence"]
        if self.interval != "jackknife":
            used += ["resamples", "seed"]
        pieces = [piece for piece in str(self).split(SEPARATOR) if piece.partition(":")[0] in used]
        short = [pieces[0], *(piece for piece in pieces[1:] if piece in self.differing.split(SEPARATOR))]
        return SignatureText(SEPARATOR.join(short), SEPARATOR.join(pieces))

    @classmethod
    def of_signature(cls, text: str, *, asked: bool) -> Resampling | None:
        """Return the settings of intervals in a signature; the defaults if it names none and they are requested."""
        found = {
            name: value
            for name, value in cls.parse(text).items()
            if name in ("interval", "resample", "confidence", "resamples", "seed")
        }
        if found.get("resamples") == 0:
            found = {name: value for name, value in found.items() if name not in ("resamples", "interval")}
        return cls(**found) if asked or "interval" in found else None

    @classmethod
    def parse(cls, text: str) -> dict[str, Any]:
        """Return the values that the signature of a comparison, or of a result with intervals, names."""
        return stated_in(text, asdict(cls()))


def check_resampling(resamples: int, confidence: float, seed: int) -> None:
    """Refuse impossible numbers."""
    if not 0 < confidence < 1:
        raise UsageError(Problem("CE050", "confidence-cannot", confidence=confidence))
    if resamples < 0 or seed < 0:
        raise UsageError(Problem("CE050", "resamples-seed-cannot-negative"))


def stated_in(text: str, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a signature names, of the types of their defaults."""
    fields = signed(text)
    found: dict[str, Any] = {}
    for name, default in defaults.items():
        if name in fields:
            try:
                found[name] = type(default)(fields[name])
            except ValueError:
                raise UsageError(
                    Problem("CE050", "not-signature", text=text, name=name, fields=fields[name])
                ) from None
    return found


@dataclass(frozen=True, slots=True)
class PairedTest:
    """Whether a system differs from another in one metric.

    Attributes:
        system: the one.
        against: the other system: the baseline, or any system with pairs="all".
        metric: the metric's name.
        part: the compared part, f1 if the metric has one.
        difference: the system's score less the other's; None if one is undefined.
        low: lower end of the difference's interval.
        high: its upper end.
        p: how often chance makes a difference as large.
        p_adjusted: the same after Holm's correction for all tests of the table.
        is_significant: whether p_adjusted is below the limit.
    """

    system: str
    against: str
    metric: str
    part: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None = None
    is_significant: bool = False


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader in one metric.

    Attributes:
        metric: the metric's name.
        system: the best system, None if no score is defined, or if the best was not measured on the same data as the others.
        score: its score.
        runner_up: the next best, None with one system.
        margin: the difference between the two.
        p: the largest p of the leader's tests against each other system, None without tests. Choosing the
            leader after looking at the scores needs no further correction, because it has to beat the runner-up
            too (simulated in test_a_lead_by_chance_is_rarely_called_real).
        p_adjusted: the same after Holm's correction for the metrics of the table.
        is_real: whether p_adjusted is below the limit: the leader is better than each of the others.
    """

    metric: str
    system: str | None
    score: float | None
    runner_up: str | None
    margin: float | None
    p: float | None
    p_adjusted: float | None = None
    is_real: bool = False


@dataclass(frozen=True, eq=False)
class Comparison(Printed):
    """Systems by metrics, with intervals and tests. It prints itself and converts to plain data.

    Attributes:
        systems: the systems' names, the best first.
        metrics: the metrics by name.
        scores: for each system and metric its recall, precision, F1 …; means over datasets by="dataset".
        intervals: for each system and metric the bounds of each part; parts without an interval are omitted.
        tests: the tests of the table, Holm's correction made over all of them.
        leads: the leader in each metric.
        baseline: the system that the others are tested against.
        resampling: how intervals and tests were computed.
        is_exact: whether the tests enumerated all ways to swap the systems' documents.
        units: how many documents, or entities, were resampled.
        ranks: the ranks of systems in the ranking metric.
        rank_tests: the tests they follow from: all pairs, the better one less the other, Holm's correction made over them.
        results: for each system the result on each dataset; the only dataset is '' by="document".
        rejected: the systems that cannot be scored, with all that is wrong with each.
        warnings: the warnings about the numbers.
    """

    systems: tuple[str, ...]
    metrics: Mapping[str, Metric]
    scores: Mapping[str, Mapping[str, Parts]]
    intervals: Mapping[str, Intervals]
    tests: tuple[PairedTest, ...]
    leads: Mapping[str, Lead]
    baseline: str
    resampling: Resampling
    is_exact: bool
    units: int
    ranks: Ranking
    rank_tests: tuple[PairedTest, ...]
    results: Mapping[str, Mapping[str, Result]] = field(repr=False)
    rejected: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the datasets, empty by="document"."""
        names = tuple(next(iter(self.results.values())))
        return () if self.resampling.by == "document" else names

    @property
    def every_result(self) -> list[Result]:
        """The results of all systems on all datasets."""
        return [result for datasets in self.results.values() for result in datasets.values()]

    @property
    def documents(self) -> int:
        """The number of documents that were scored."""
        return sum(len(result.documents) for result in next(iter(self.results.values())).values())

    @property
    def settings(self) -> Settings:
        """How key and responses were made comparable, for the first system."""
        return next(iter(next(iter(self.results.values())).values())).settings

    @property
    def signature(self) -> SignatureText:
        """The signature of the scores, followed by the settings of resampling."""
        scores = self._signature_of(self.systems[0])
        return scores.followed_by(self.resampling.differing, str(self.resampling))

    def _signature_of(self, system: str) -> SignatureText:
        average = OVER_DATASETS if self.resampling.by == "dataset" else POOLED
        return signature_of(self.results[system].values(), average)

    @property
    def smallest_p(self) -> float:
        """The smallest p that a test on these units can have: two of all swaps, or one of the drawn swaps."""
        return self.resampling.smallest_p(self.units)

    def headline(self, metric: str) -> str:
        """Return the part of a metric to rank by: f1 if it has one."""
        return headline(self.scores[self.systems[0]][metric])

    def measured_on(self, system: str, metric: str) -> frozenset[str]:
        """Return the datasets on which the headline of a system in a metric was measured."""
        return measured_on(self.results[system], metric, self.headline(metric))

    def ranking(self, metric: str) -> list[str]:
        """Return the systems from best to worst in a metric, undefined last, equals in the order of `systems`."""
        return ranked({system: self.scores[system][metric] for system in self.systems})

    def groups(self, metric: str) -> list[tuple[str, ...]]:
        """Return the groups of systems without a significant difference, from best to worst; only with pairs="all".

        A system can be in several groups: a and b may be tied, and b and c, while a is better than c.
        """
        if self.resampling.pairs != "all" or not self.tests:
            return []
        ranking = self.ranking(metric)
        different = np.zeros((len(ranking), len(ranking)), bool)
        for test in self.tests:
            if test.metric == metric and test.is_significant:
                rows = ranking.index(test.system), ranking.index(test.against)
                different[rows] = different[rows[::-1]] = True
        return [tuple(ranking[row] for row in group) for group in tied_groups(different)]

    @property
    def leaders(self) -> dict[str, list[Lead]]:
        """The leads of each system with any; with more than one system, the ranking differs between metrics.

        In a tie no system leads.
        """
        found: dict[str, list[Lead]] = {}
        for one in self.leads.values():
            if one.system is not None and one.margin != 0:
                found.setdefault(one.system, []).append(one)
        return found

    @cached_property
    def stability(self) -> Stability:
        """How much the ranking depends on the metric; the ranking metric is first."""
        scores = {}
        for name in dict.fromkeys((self.ranks.metric, *self.metrics)):
            part = self.headline(name)
            scores[name] = {system: self.scores[system][name][part] for system in self.systems}
        return Stability(scores)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for undefined values."""
        found = {
            "documents": self.documents,
            "datasets": self.datasets,
            "resampling": {**asdict(self.resampling), "correction": "holm", "exact": self.is_exact},
            "baseline": self.baseline,
            "ranking": {**self.ranks.to_dict(), "tests": self.rank_tests},
            "systems": {system: self._system(system) for system in self.systems},
            "tests": self.tests,
            "groups": {metric: self.groups(metric) for metric in self.metrics},
            "leads": self.leads,
            "stability": self.stability,
            "rejected": self.rejected,
        }
        optional = {"datasets", "rejected"}
        shown = {name: value for name, value in found.items() if value or name not in optional}
        return whole(shown, self.signature, self.settings, self.warnings)

    def _system(self, system: str) -> dict[str, Any]:
        by_dataset = {name: result.scores for name, result in self.results[system].items()}
        return {
            "signature": self._signature_of(system).long,
            "scores": self.scores[system],
            "intervals": self.intervals.get(system, {}),
            **({"datasets": by_dataset} if self.datasets else {}),
        }

    def rows(self) -> Rows:
        """Return a row for each system, metric and system it is tested against; by="dataset" also one for each dataset.

        score is the part to rank by (F1 if the metric has one), low and high its interval; rank, rank_best and
        rank_worst come from the ranking. The difference, its interval and p belong to the test. The baseline
        has no test. The row of a dataset has only scores; the row without a dataset is the mean. A part of a
        metric with the name of another column (the difference of WinoBias) becomes part_difference.
        """
        parts = parts_in_order(found for scores in self.scores.values() for found in scores.values())

        def scored(system: str, metric: str, found: Parts) -> dict[str, Any]:
            score = found[self.headline(metric)]
            return {"system": system, "metric": metric, **_columns(found), "score": score}

        rows = []
        for system in self.systems:
            for metric, found in self.scores[system].items():
                bounds = self.intervals.get(system, {}).get(metric, {})
                low, high = bounds.get(self.headline(metric), (None, None))
                groups = [number for number, group in enumerate(self.groups(metric), 1) if system in group]
                row = scored(system, metric, found) | {"low": low, "high": high}
                row["groups"] = " ".join(map(str, groups))
                if metric == self.ranks.metric:
                    row |= to_row(RANKED, self.ranks[system])
                tests = [test for test in self.tests if (test.system, test.metric) == (system, metric)]
                rows += [row | to_row(TESTED, test) for test in tests] or [row]
            rows += [
                scored(system, metric, found) | {"dataset": name}
                for name in self.datasets
                for metric, found in self.results[system][name].scores.items()
                if metric in self.metrics
            ]
        before = [name for name in _BEFORE if self.datasets or name != "dataset"]
        return Rows([*before, *_columns(dict.fromkeys(parts)), *_BEHIND], rows, self.signature)

    def __repr__(self) -> str:
        """Return the score of each system in the metric that they are ranked by."""
        scores = ", ".join(f"{each.system} {percent(each.score)}" for each in self.ranks.standings)
        label = self.metrics[self.ranks.metric].full_label
        return f"<Comparison: {label} {scores}; {several(self.documents, 'document')}>"


def headline(parts: Parts) -> str:
    """Return the part to rank by: f1 if there is one, else the first."""
    return "f1" if "f1" in parts else next(iter(parts))


def measured_on(results: Mapping[str, Result], metric: str, part: str) -> frozenset[str]:
    """Return the datasets on which a score was measured: not those where it is undefined, or 0 instead of 0/0."""
    return frozenset(name for name, result in results.items() if result.is_measured(metric, part))


def comparable(bases: Sequence[Collection[str]]) -> list[bool]:
    """Return which of several scores can be the best: those measured on all the data that any of them was measured on.

    Args:
        bases: for each score the names of the data that it was measured on.

    Examples:
        >>> comparable([{"a", "b"}, {"a"}, {"b", "a"}, set()])
        [True, False, True, False]
        >>> comparable([set(), set()])
        [False, False]
    """
    every = frozenset[str]().union(*bases)
    return [bool(base) and every == set(base) for base in bases]


def ranked(scores: Mapping[str, Parts]) -> list[str]:
    """Return the systems from best to worst, undefined last, equals in the order given."""

    def descending(system: str) -> float:
        value = scores[system][headline(scores[system])]
        return math.inf if value is None else -value

    return sorted(scores, key=descending)


TESTED = data(
    "against",
    "difference",
    "difference_low=low",
    "difference_high=high",
    "p",
    "p_adjusted",
    "significant=is_significant",
)
"""The columns of a paired test in rows."""

RANKED = data("rank", "rank_best=best", "rank_worst=worst")
"""The columns of a rank in rows."""

_BEFORE = ("system", *(column.name for column in RANKED), "dataset", "metric")
_BEHIND = ("score", "low", "high", "groups", *(column.name for column in TESTED))
"""The columns of rows before and after the parts of metrics."""


def _columns(parts: Parts) -> dict[str, float | None]:
    """Return the parts of a metric under the names of their columns."""
    return {f"part_{name}" if name in (*_BEFORE, *_BEHIND) else name: value for name, value in parts.items()}
