"""plan(): how many documents an experiment needs, from a pilot.

    pilot ── counts per document ── pseudo-values ─┬─ documents for a power of 80 %
                                                   ├─ documents for an interval of ± 1 point
                                                   └─ power and width by number of documents

The second system of a test is given, or is the first one with errors of some classes repaired.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Unpack

import numpy as np

from corefeval.arrays import Floats
from corefeval.columns import DataRow, Printed, Rows, data, to_row, whole
from corefeval.comparison.compare import aligned_counts, systems_named, warnings_of
from corefeval.comparison.comparison import headline, stated_in
from corefeval.comparison.intervals import CONFIDENCE, SEED
from corefeval.comparison.sample import Sample
from corefeval.evaluation.request import Input
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.explanation.explainer import explain
from corefeval.metrics.base import Metric
from corefeval.planning.power import (
    documents_for_power,
    documents_for_width,
    half_width,
    power,
    pseudo_values,
    spread_of_need,
    with_mean,
)
from corefeval.problems import Problem, UsageError, warning
from corefeval.settings import Options, listing_options, refuse_beta
from corefeval.signature import SEPARATOR, Signature, SignatureText
from corefeval.text import plain_number

POWER = 0.8
WIDTH = 1.0
"""Half the width of the interval to reach, in points, if the user names no goal."""
FEWEST = 5
"""The fewest documents of a pilot. With fewer, the standard deviation is too uncertain to plan with."""
FEW = 20
"""Pilots with fewer documents cause a warning."""
SIZES = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
"""The numbers of documents at which the curves are computed."""
POINTS_OF_CURVE = 8
"""The number of points of a curve."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of the experiment.

    Attributes:
        difference: the difference of two systems to detect, in points; 0 means the difference in the pilot.
        width: half the width of the interval, in points; 0 if there is no such goal.
        power: the probability with which the test detects the difference.
        repair: the error classes that are repaired to make the second system, '' if the user gives a second system.
        share: the share of these errors that is repaired.
        confidence: the confidence level of the intervals; the test is significant if p is below 1 - confidence.
        seed: the random seed.
    """

    difference: float = 0.0
    width: float = 0.0
    power: float = POWER
    repair: str = ""
    share: float = 1.0
    confidence: float = CONFIDENCE
    seed: int = SEED

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        for name in ("power", "confidence"):
            if not 0 < getattr(self, name) < 1:
                raise UsageError(Problem("CE181", "not-share", name=name, value=getattr(self, name)))
        if not 0 < self.share <= 1:
            raise UsageError(Problem("CE181", "not-share", name="share", value=self.share))
        for name in ("difference", "width", "seed"):
            if not 0 <= getattr(self, name) < math.inf:
                raise UsageError(Problem("CE181", "negative", name=name, value=getattr(self, name)))

    @property
    def level(self) -> float:
        """The significance level: the test is significant if p is below it."""
        return 1 - self.confidence

    def __str__(self) -> str:
        """Return the power and all values that differ from the default, as name:value pairs joined by bars.

        These pairs are appended to a signature.
        """
        default = Goal()
        names = [name for name in self.__slots__ if getattr(self, name) != getattr(default, name)]
        shown = ((name, getattr(self, name)) for name in ("power", *names))
        return SEPARATOR.join(
            f"{name}:{value if isinstance(value, str | int) else plain_number(value)}"
            for name, value in dict(shown).items()
        )

    @classmethod
    def of(cls, signature: str, **given: Any) -> Goal:
        """Return the goal. Missing values come from the signature, or else are the defaults."""
        values = {name: value for name, value in given.items() if value is not None}
        return cls(**(stated_in(signature, asdict(cls())) | values))


@dataclass(frozen=True, slots=True)
class Need(DataRow):
    """How many documents one metric needs for one goal.

    Attributes:
        metric: the metric's name.
        goal: power or width.
        value: the score in the pilot, or the difference of the two systems; a fraction.
        wanted: the difference to detect, or half the width of the interval; a fraction.
        documents: the needed number of documents; None if over a million, or if the values of the pilot do not vary.
        low: lower end of the confidence interval of `documents`, which is uncertain because the pilot is small.
        high: upper end of this interval; None if it has no upper limit.
        reached: the power, or half the width of the interval, with as many documents as the pilot has.
    """

    metric: str
    goal: str
    value: float
    wanted: float
    documents: int | None
    low: int | None
    high: int | None
    reached: float


@dataclass(frozen=True, slots=True)
class CurvePoint(DataRow):
    """The power of an experiment with this number of documents, or half the width of its interval."""

    metric: str
    goal: str
    documents: int
    reached: float


@dataclass(frozen=True, eq=False)
class ExperimentPlan(Printed):
    """How many documents an experiment needs. It prints itself and converts to plain data.

    Attributes:
        goal: the goal of the experiment.
        systems: the names of the pilot's systems, one or two.
        metrics: the metrics by name.
        needs: the number of documents for each goal and metric.
        curve: power and width for different numbers of documents.
        pilot: the number of documents of the pilot.
        result: the scores of the first system, which supply settings and signature.
        warnings: warnings about the files and the pilot.
    """

    goal: Goal
    systems: tuple[str, ...]
    metrics: dict[str, Metric]
    needs: tuple[Need, ...]
    curve: tuple[CurvePoint, ...]
    pilot: int
    result: Result = field(repr=False)
    warnings: tuple[Problem, ...] = ()

    @property
    def signature(self) -> SignatureText:
        """The signature of the scores, followed by the goal."""
        return self.result.signature.text.followed_by(str(self.goal))

    def __getitem__(self, place: tuple[str, str]) -> Need:
        """Return the need of a goal (power or width) and metric."""
        return next(one for one in self.needs if (one.goal, one.metric) == place)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data. Scores are fractions here, although the command takes points."""
        found = to_row(data("pilot", "systems", "goal", "needs", "curve"), self)
        return whole(found, self.signature, self.result.settings, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each goal and metric."""
        return Rows.of(Need.columns(), self.needs, self.signature)

    def __repr__(self) -> str:
        """Return how many documents each goal needs in each metric."""
        needs = ", ".join(f"{one.metric} {one.goal} {one.documents}" for one in self.needs)
        return f"<ExperimentPlan: {needs}; pilot of {self.pilot} documents>"


@listing_options
def plan(
    key: Input,
    system: Input,
    other: Input | None = None,
    *,
    difference: float | None = None,
    width: float | None = None,
    power: float | None = None,
    repair: str | None = None,
    share: float | None = None,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    confidence: float | None = None,
    seed: int | None = None,
    **options: Unpack[Options],
) -> ExperimentPlan:
    """Return how many documents an experiment needs, estimated from a pilot.

    Args:
        key: path or corpus of the pilot's gold annotation.
        system: path or corpus of a system's output.
        other: a second system, for the power of a test between the two.
        difference: the difference to detect, in points; by default the difference in the pilot.
        width: half the width of the interval to reach, in points; by default 1 if only one system is given.
        power: the probability to detect the difference; 0.8 by default.
        repair: error classes such as `span` or `all`. The second system is then the first one with these errors
            repaired.
        share: the share of these errors that is repaired, drawn at random; 1 by default.
        metrics: as in `score`.
        preset: as in `score`.
        signature: the signature of an earlier plan or score, to repeat it.
        confidence: the confidence level of the intervals; a test is significant if p is below 1 - confidence.
        seed: the random seed.
        options: the settings, as in `score`.

    Raises:
        UsageError: CE181 for a pilot with fewer than five documents, a difference without a second system, or impossible numbers.
    """
    goal = Goal.of(
        "" if signature is None else str(signature),
        difference=difference,
        width=width,
        power=power,
        repair=repair,
        share=share,
        confidence=confidence,
        seed=seed,
    )
    if goal.repair and other is not None:
        raise UsageError(Problem("CE181", "repair-and-other"))
    if goal.difference and not goal.repair and other is None:
        raise UsageError(Problem("CE181", "difference-of-one"))
    if goal.share < 1 and not goal.repair:
        raise UsageError(Problem("CE181", "share-of-nothing"))
    refuse_beta(options)
    how: dict[str, Any] = {"metrics": metrics, "preset": preset, "signature": signature, **options}
    given = [system] if other is None else [system, other]
    named = systems_named(given)
    results = {name: score(key, one, **how) for name, one in named.items()}
    if goal.repair:
        repaired = explain(key, system, **how).repair(goal.repair)
        response = replace(repaired, share=goal.share, seed=goal.seed).corpus
        results[f"{next(iter(named))} repaired"] = score(key, response, **how)
    return _planned(results, goal if len(results) > 1 or goal.width else replace(goal, width=WIDTH))


def _planned(results: dict[str, Result], goal: Goal) -> ExperimentPlan:
    """Return the plan from the results of one or two systems."""
    first = next(iter(results.values()))
    metrics = {
        name: one
        for name, one in first.metrics.items()
        if all(name in each.metrics for each in results.values())
    }
    sample = Sample.of(aligned_counts(results, metrics), metrics, first.settings)
    pilot = len(sample.counts)
    if pilot < FEWEST:
        raise UsageError(Problem("CE181", "small-pilot", count=pilot, least=FEWEST))
    values = _values(sample, list(metrics), len(results))
    needs = tuple(_needs(values, goal, has_two=len(results) > 1))
    largest = max((one.documents for one in needs if one.documents is not None), default=pilot)
    sizes = [size for size in SIZES if size <= 4 * max(largest, pilot)][-POINTS_OF_CURVE:]
    curve = tuple(
        CurvePoint(
            need.metric, need.goal, size, _reached(need.goal, values[need.metric], need.wanted, size, goal)
        )
        for need in needs
        for size in sizes
    )
    warnings = list(warnings_of({name: {"": result} for name, result in results.items()}))
    if pilot < FEW:
        warnings.append(warning("CE181", "few-documents", count=pilot))
    unknown = [name for name in metrics if name not in values]
    if unknown:
        warnings.append(warning("CE181", "undefined", names=unknown))
    return ExperimentPlan(goal, tuple(results), metrics, needs, curve, pilot, first, tuple(warnings))


def _values(sample: Sample, metrics: list[str], systems: int) -> dict[str, Floats]:
    """Return the pseudo-values of each metric: of the score, or of the first system's score minus the second's.

    A metric is skipped if it is undefined on the pilot, or on the pilot without one of its documents.
    """
    place = {output: number for number, output in enumerate(sample.outputs)}
    every = pseudo_values(sample.observed, sample.left_out)
    found = {}
    for metric in metrics:
        part = headline({part: None for _, name, part in sample.outputs if name == metric})
        own = [every[place[system, metric, part]] for system in range(systems)]
        observed = [float(sample.observed[place[system, metric, part]]) for system in range(systems)]
        values = own[0] if systems == 1 else own[0] - own[1]
        if np.isfinite(values).all():
            found[metric] = with_mean(values, observed[0] if systems == 1 else observed[0] - observed[1])
    return found


def _needs(values: dict[str, Floats], goal: Goal, *, has_two: bool) -> Iterator[Need]:
    """Yield the needed number of documents for each goal and metric."""
    for kind in [*(["power"] if has_two else []), *(["width"] if goal.width else [])]:
        for metric, own in values.items():
            value = float(own.mean())
            if kind == "power":
                wanted = goal.difference / 100 or abs(value)
                shifted = with_difference(own, wanted)
                documents = documents_for_power(shifted, goal.power, goal.level, goal.seed)
                bounds = _bounds(shifted, documents, goal, is_mean_given=goal.difference > 0)
            else:
                wanted = goal.width / 100
                documents = documents_for_width(own, wanted, goal.confidence) if own.std() else None
                bounds = _bounds(own, documents, goal, is_mean_given=True)
            reached = _reached(kind, own, wanted, len(own), goal)
            yield Need(metric, kind, value, wanted, documents, *bounds, reached)


def _reached(kind: str, values: Floats, wanted: float, documents: int, goal: Goal) -> float:
    """Return the power, or half the width of the interval, with this number of documents."""
    if kind == "power":
        return power(with_difference(values, wanted), documents, goal.level, goal.seed)
    return half_width(values, documents, goal.confidence)


def with_difference(values: Floats, wanted: float) -> Floats:
    """Return pseudo-values of a difference, shifted so that their mean is the difference to detect.

    The shifted mean has the same sign as the mean in the pilot.
    """
    mean = float(values.mean())
    return values - mean + math.copysign(wanted, mean)


def _bounds(
    values: Floats, documents: int | None, goal: Goal, *, is_mean_given: bool
) -> tuple[int | None, int | None]:
    """Return the interval of a number of documents; its upper end is None if unbounded."""
    if documents is None:
        return None, None
    low, high = spread_of_need(values, goal.confidence, goal.seed, is_mean_given=is_mean_given)
    return max(2, math.floor(documents * low)), math.ceil(documents * high) if math.isfinite(high) else None
