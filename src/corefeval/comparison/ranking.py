"""Ranking: the ranks of systems in one metric, and the ranks that are possible given the tests.

The rule is the same for every number of systems. All pairs are tested in the ranking metric, and p is corrected for all
pairs (Holm). With this correction the probability of any false "better than" is at most 1 - confidence. A system cannot
rank above systems that are better than it, nor below systems that it is better than. These are its possible ranks. They
hold for all systems at once with the same confidence (Al Mohamad, Goeman and van Zwet 2022). Systems without a
significant difference form a group; this is not transitive, so a system can be in several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans
from corefeval.columns import DataRow, data
from corefeval.comparison.intervals import TOLERANCE


@dataclass(frozen=True, slots=True)
class Standing:
    """The rank of a system.

    Attributes:
        system: its name.
        score: the score to rank by, None if undefined.
        rank: one more than the number of systems with a higher score; None if it has no score.
        best: the best possible rank given the tests, one more than the number of significantly better systems;
            None without tests.
        worst: the worst possible rank: all systems rank above it except those that it is significantly better
            than.
        groups: the numbers, from 0, of its groups.
    """

    system: str
    score: float | None
    rank: int | None
    best: int | None
    worst: int | None
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranking(DataRow):
    """The systems from best to worst in one metric.

    Attributes:
        metric: the metric's name.
        part: the compared part, f1 if the metric has one.
        standings: the rank of each system, the best first.
        groups: the largest groups without a significant difference, ordered by their best system; empty without
            tests.
    """

    metric: str
    part: str
    standings: tuple[Standing, ...]
    groups: tuple[tuple[str, ...], ...]

    DATA = data("metric", "part", "systems=standings", "groups")

    @classmethod
    def of(
        cls, metric: str, part: str, scores: Mapping[str, float | None], better: Booleans | None
    ) -> Ranking:
        """Return the ranking.

        Args:
            metric: the metric's name.
            part: the compared part.
            scores: the score of each system, the best first.
            better: systems by systems, whether the first is significantly better than the second; None
                without tests.

        Examples:
            >>> import numpy as np
            >>> better = np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], bool)
            >>> ranking = Ranking.of("lea", "f1", {"a": 0.9, "b": 0.8, "c": 0.7}, better)
            >>> [(one.rank, one.best, one.worst) for one in ranking.standings], ranking.groups
            ([(1, 1, 2), (2, 1, 3), (3, 2, 3)], (('a', 'b'), ('b', 'c')))
        """
        systems = list(scores)
        groups = [] if better is None else tied_groups(better | better.T)
        standings = []
        for place, (system, score) in enumerate(scores.items()):
            rank = _rank(score, list(scores.values()))
            best = None if better is None else 1 + int(better[:, place].sum())
            worst = None if better is None else len(systems) - int(better[place].sum())
            own = tuple(number for number, group in enumerate(groups) if place in group)
            standings.append(Standing(system, score, rank, best, worst, own))
        named = tuple(tuple(systems[place] for place in group) for group in groups)
        return cls(metric, part, tuple(standings), named)

    def __getitem__(self, system: str) -> Standing:
        """Return the rank of a system."""
        return next(one for one in self.standings if one.system == system)


def _rank(score: float | None, scores: Sequence[float | None]) -> int | None:
    """Return one more than the number of higher scores: equals share a rank."""
    if score is None:
        return None
    return 1 + sum(other is not None and other > score + TOLERANCE for other in scores)


def tied_groups(different: Booleans) -> list[tuple[int, ...]]:
    """Return the largest groups in which no two are different, ordered by their first members.

    This is the compact letter display of Piepho (2004): two share a group exactly if they are not
    different. Being tied is not transitive, so one can be in several groups.

    Args:
        different: a symmetric matrix; number the systems from best to worst.
    """
    groups = [frozenset(range(len(different)))]
    for first, second in zip(*np.nonzero(np.triu(different)), strict=True):
        pair = {int(first), int(second)}
        split = [group - {one} for group in groups if pair <= group for one in pair]
        candidates = list(dict.fromkeys([group for group in groups if not pair <= group] + split))
        groups = [group for group in candidates if not any(group < other for other in candidates)]
    return sorted(tuple(sorted(group)) for group in groups if group)
