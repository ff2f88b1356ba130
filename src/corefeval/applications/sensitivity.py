"""Sensitivity: how results depend on parameters that were chosen by hand.

Coefficients of the dominant-mention score, weights of the LMetrics, anchors of ARCS and splits of PARENT are choices,
not measurements. For one system this module shows how much the score changes with them, for several whether their
order changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from corefeval.applications.uses import Choice, Use
from corefeval.arrays import number_or_none
from corefeval.breakdown.breakdown import pairing_of
from corefeval.columns import DataRow, data, plain_dict
from corefeval.comparison.comparison import Comparison, ranked
from corefeval.evaluation.result import Result
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.problems import UsageError

SAME = 5e-5
"""Scores that differ by less print the same and are in no order."""


@dataclass(frozen=True, slots=True)
class Spread(DataRow):
    """How one system's score moves with a choice.

    Attributes:
        what: the name of the choice.
        metric: the metric with the choice made here.
        f1: its score.
        others: the score with each other choice, None if undefined.
    """

    what: str
    metric: str
    f1: float | None
    others: Mapping[str, float | None]

    DATA = data("what", "metric", "f1", "others", "bounds")

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The lowest and the highest score, including the choice made; None if all are undefined."""
        known = [value for value in (self.f1, *self.others.values()) if value is not None]
        return (min(known), max(known)) if known else None

    @property
    def undefined(self) -> tuple[str, ...]:
        """The choices with which the score is undefined, '' for the one that is made."""
        return tuple(name for name, value in {"": self.f1, **self.others}.items() if value is None)

    @property
    def extremes(self) -> tuple[str, str]:
        """With which choice the score is lowest and highest, '' for the one that is made."""
        known = {"": self.f1, **self.others}
        order = sorted((value, name) for name, value in known.items() if value is not None)
        return (order[0][1], order[-1][1]) if order else ("", "")


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice with which systems change places.

    Attributes:
        choice: the other choice.
        ahead: the system that is ahead then.
        behind: the system that leads with the other choice.
        scores: the scores of both, in this order, with the other choice.
    """

    choice: str
    ahead: str
    behind: str
    scores: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Order:
    """Whether the order of several systems stays the same with other choices.

    Attributes:
        what: the name of the choice.
        metric: the metric with the choice made here.
        scores: for each choice, '' for the one that is made, the score of each system.
        turns: the pairs that change places.
    """

    what: str
    metric: str
    scores: Mapping[str, Mapping[str, float | None]]
    turns: tuple[Turn, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        scores = {choice or "as chosen": scores for choice, scores in self.scores.items()}
        named = {"what": self.what, "metric": self.metric, "scores": scores, "turns": self.turns}
        return plain_dict(named)


def spreads(result: Result, use: Use) -> tuple[Spread, ...]:
    """Return how much the numbers of one use change with each choice."""
    found = []
    for choice in use.choices:
        scores = _scores(result, choice)
        found.append(Spread(choice.what, choice.metric, scores.pop(""), scores))
    return tuple(found)


def orders(comparison: Comparison, use: Use) -> tuple[Order, ...]:
    """Return whether the order of the compared systems stays the same with each choice behind a use."""
    found = []
    for choice in use.choices:
        scores: dict[str, dict[str, float | None]] = {name: {} for name in ("", *choice.others)}
        for system, results in comparison.results.items():
            tables = [_scores(result, choice) for result in results.values() if result.pairing is not None]
            for name, own in scores.items() if tables else ():
                own[system] = _mean(table[name] for table in tables)
        turns = tuple(turn for name in choice.others for turn in turned(scores[""], scores[name], name))
        found.append(Order(choice.what, choice.metric, scores, turns))
    return tuple(found)


def turned(before: Mapping[str, float | None], after: Mapping[str, float | None], choice: str) -> list[Turn]:
    """Return the pairs of systems that change places, best first; equals are in no order."""
    turns = []
    ranking = ranked({system: {"f1": value} for system, value in after.items()})
    for place, ahead in enumerate(ranking):
        for behind in ranking[place + 1 :]:
            now, then = (after[ahead], after[behind]), (before[ahead], before[behind])
            if now[0] is None or now[1] is None or then[0] is None or then[1] is None:
                continue
            if now[0] - now[1] > SAME and then[1] - then[0] > SAME:
                turns.append(Turn(choice, ahead, behind, (now[0], now[1])))
    return turns


def mean_f1(results: Mapping[str, Result], metric: Metric) -> float | None:
    """Return F1 of a metric that was not scored yet; the mean over datasets if there are several."""
    return _mean(_f1(result, metric.under(result.settings)) for result in results.values())


def _f1(result: Result, metric: Metric, counted: Metric | None = None) -> float | None:
    """Return F1 of a metric, of its counts or those of another metric."""
    totals = pairing_of(result).count(counted or metric).totals()
    return number_or_none(metric.scores(totals, result.settings)["f1"])


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _scores(result: Result, choice: Choice) -> dict[str, float | None]:
    """Return F1 under each choice, '' for the choice made; None for a choice that the run's scheme does not allow."""
    base = parse_metric(choice.metric).under(result.settings)
    scores: dict[str, float | None] = {}
    for name, full_name in {"": choice.metric, **choice.others}.items():
        try:
            metric = parse_metric(full_name).under(result.settings)
        except UsageError:
            scores[name] = None
            continue
        scores[name] = _f1(result, metric, base if choice.same_counts else None)
    return scores
