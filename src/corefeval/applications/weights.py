"""over_weights(): how the weights of LMetrics change the order of systems (Chen and Ng 2013, Figure 3).

The weights are set by hand. The paper varies them in five vectors. Here F1 also follows the weight of singletons, and a
grid over all sensible vectors shows in which share of them each system leads.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from corefeval.applications.sensitivity import SAME, mean_f1
from corefeval.columns import Printed, Rows, whole
from corefeval.comparison.compare import compare
from corefeval.comparison.comparison import Comparison
from corefeval.evaluation.request import Input
from corefeval.metrics import parse_metric
from corefeval.problems import Problem, UsageError
from corefeval.text import plain_number

CLASSIC: Mapping[str, str] = {"lmuc": "muc", "lbcub": "bcub", "lceafm": "ceafm", "lceafe": "ceafe"}
"""The metrics of the paper, and the metrics that they extend."""
VECTORS = ("W1", "W2", "W3", "W4", "W5")
"""The weight vectors of section 4.1."""
STEPS = 8
"""Intervals of each axis of the grid of weight vectors."""
POINTS = 10
"""Intervals of the singleton weight."""
WEIGHT = ("nominal", "pronoun", "singleton")
"""The weights that the grid varies; a link with a name weighs 1."""

FITTED: Mapping[str, int] = {"dominant": 3}
"""The metrics whose weights can be fitted to task scores, with their number of free weights.

LMetrics are not among them: with fitted weights they make as many wrong decisions as with the default ones (docs/study.md).
"""
COEFFICIENTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Coefficients of `dominant` that a fit tries."""

Curve = tuple[float | None, ...]


def candidates(metric: str) -> list[str]:
    """Return a metric with its default weights, then with all that a fit tries.

    A unit with wrong type and wrong link earns at most as much as one with either.

    Examples:
        >>> candidates("dominant")[:2], len(candidates("dominant"))
        (['dominant', 'dominant(wt=0.0,wl=0.0,wtl=0.0)'], 56)
    """
    weights = (each for each in product(COEFFICIENTS, repeat=3) if each[2] <= min(each[:2]))
    return [metric, *("{}(wt={},wl={},wtl={})".format(metric, *each) for each in weights)]


def grid(steps: int = STEPS) -> list[tuple[float, float, float]]:
    """Return weights of nominals, pronouns and singletons: the midpoints of the cells of an even grid.

    A link with a name weighs 1, no other one more, and pronouns not more than nominals; a singleton weighs at most as much
    as a link with a name. A common factor of all weights changes no score.

    Examples:
        >>> grid(2)[:3]
        [(0.25, 0.25, 0.25), (0.25, 0.25, 0.75), (0.75, 0.25, 0.25)]
        >>> len(grid())
        288
    """
    middles = [(step + 0.5) / steps for step in range(steps)]
    return [
        (nominal, pronoun, singleton)
        for nominal, pronoun, singleton in product(middles, repeat=3)
        if pronoun <= nominal
    ]


@dataclass(frozen=True, eq=False)
class OverWeights(Printed):
    """How LMetrics rank systems under other weights.

    Attributes:
        comparison: the scores under the default weights.
        named: for each metric, then for the classic metric ('') and each vector of the paper, F1 of each system.
        singleton: the weights of a singleton on the x-axis of `curves`; other weights are those of W4.
        curves: for each metric and system F1 at these weights.
        vectors: how many weight vectors the grid has.
        bounds: for each metric and system the lowest and the highest F1 on the grid, None if undefined.
        leads: for each metric and system the share of the vectors in which it is the only leader.
    """

    comparison: Comparison = field(repr=False)
    named: Mapping[str, Mapping[str, Mapping[str, float | None]]]
    singleton: tuple[float, ...]
    curves: Mapping[str, Mapping[str, Curve]]
    vectors: int
    bounds: Mapping[str, Mapping[str, tuple[float, float] | None]]
    leads: Mapping[str, Mapping[str, float]]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, the best first."""
        return self.comparison.systems

    def ties(self, metric: str) -> float:
        """Return the share of the vectors without a single leader."""
        return max(0.0, 1 - math.fsum(self.leads[metric].values()))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        metrics = {
            metric: {
                "classic": named[""],
                "weights": {name: named[name] for name in VECTORS},
                "over_singleton": self.curves[metric],
                "bounds": self.bounds[metric],
                "leads": self.leads[metric],
                "tied": self.ties(metric),
            }
            for metric, named in self.named.items()
        }
        found = {"vectors": self.vectors, "singleton": self.singleton, "metrics": metrics}
        comparison = self.comparison
        return whole(found, comparison.signature, comparison.settings, comparison.warnings)

    def rows(self) -> Rows:
        """Return a row for each metric, system and weighting; the share of led vectors is over the whole grid."""
        rows: list[dict[str, Any]] = []
        for metric, system in product(self.named, self.systems):
            own = {"metric": metric, "system": system}
            low, high = self.bounds[metric][system] or (None, None)
            rows += [
                own | {"weights": name or CLASSIC[metric], "f1": scores[system]}
                for name, scores in self.named[metric].items()
            ]
            rows += [
                own | {"weights": f"singleton={plain_number(weight)}", "f1": f1}
                for weight, f1 in zip(self.singleton, self.curves[metric][system], strict=True)
            ]
            leads = {"lowest": low, "highest": high, "leads": self.leads[metric][system]}
            rows.append(own | {"weights": f"all {self.vectors}"} | leads)
        heads = ["metric", "system", "weights", "f1", "lowest", "highest", "leads"]
        return Rows(heads, rows, self.comparison.signature)

    def __repr__(self) -> str:
        """Return how often each system leads."""
        told = ", ".join(
            f"{metric} {max(shares, key=lambda system: shares[system])} {100 * max(shares.values()):.0f} %"
            for metric, shares in self.leads.items()
        )
        return f"<OverWeights: {told} of {self.vectors} vectors>"


def over_weights(
    key: Input,
    systems: Mapping[str, Input] | Sequence[Input],
    metrics: str | Sequence[str] | None = None,
    **options: Any,
) -> OverWeights:
    """Score systems with LMetrics under many weights.

    Args:
        key: path, corpus or clusters of the gold annotation.
        systems: {name: path, corpus or clusters}, or a list of them.
        metrics: some of lmuc, lbcub, lceafm and lceafe; all of them by default.
        options: as in compare().

    Raises:
        UsageError: CE051 if another metric is named: only these have weights of links.
    """
    given = metrics.split(",") if isinstance(metrics, str) else metrics
    names = list(CLASSIC) if given is None else [parse_metric(each).full_name for each in given]
    for name in names:
        if name not in CLASSIC:
            raise UsageError(Problem("CE051", "no-weights-of-links", metric=name, known=list(CLASSIC)))
    comparison = compare(key, systems, metrics=names, whole=True, **{**options, "resamples": 0})
    singleton = tuple(point / POINTS for point in range(POINTS + 1))
    vectors = grid()

    def f1(metric: str) -> dict[str, float | None]:
        parsed = parse_metric(metric)
        return {system: mean_f1(results, parsed) for system, results in comparison.results.items()}

    named, curves, bounds, leads = {}, {}, {}, {}
    for name in names:
        named[name] = {"": f1(CLASSIC[name])} | {w: f1(f"{name}(weights={w})") for w in VECTORS}
        along = [f1(f"{name}(singleton={weight})") for weight in singleton]
        on_grid = [
            f1(f"{name}({','.join(f'{what}={weight}' for what, weight in zip(WEIGHT, vector, strict=True))})")
            for vector in vectors
        ]
        curves[name] = {system: tuple(point[system] for point in along) for system in comparison.systems}
        found = {
            system: [value for point in on_grid if (value := point[system]) is not None]
            for system in comparison.systems
        }
        bounds[name] = {system: (min(own), max(own)) if own else None for system, own in found.items()}
        leaders = [_leader(point) for point in on_grid]
        leads[name] = {system: leaders.count(system) / len(vectors) for system in comparison.systems}
    return OverWeights(comparison, named, singleton, curves, len(vectors), bounds, leads)


def _leader(scores: Mapping[str, float | None]) -> str | None:
    """Return the system with the highest score, None if another one has the same to two digits of a percentage."""
    known = sorted(((value, system) for system, value in scores.items() if value is not None), reverse=True)
    if not known or (len(known) > 1 and known[0][0] - known[1][0] <= SAME):
        return None
    return known[0][1]
