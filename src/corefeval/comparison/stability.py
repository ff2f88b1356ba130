"""How much a ranking of systems depends on the metric, or on the preset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import Any

EQUAL = 1e-9
"""Scores that differ by less are ties."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two systems that change places.

    Attributes:
        one: the system that is ahead by the first of the criteria.
        other: the other system.
        ahead: the criteria by which the one is ahead.
        behind: the criteria by which the other leads.
    """

    one: str
    other: str
    ahead: tuple[str, ...]
    behind: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "systems": [self.one, self.other],
            "ahead": {self.one: list(self.ahead), self.other: list(self.behind)},
        }


@dataclass(frozen=True, eq=False)
class Stability:
    """Rankings of the same systems by several criteria.

    Attributes:
        scores: for each criterion (a metric, or a preset) the score of each system; None is undefined and counts as 0.
    """

    scores: Mapping[str, Mapping[str, float | None]]

    @property
    def criteria(self) -> tuple[str, ...]:
        """The criteria to rank by, in order."""
        return tuple(self.scores)

    @property
    def pairs(self) -> int:
        """The number of pairs of systems."""
        systems = len(next(iter(self.scores.values()), {}))
        return systems * (systems - 1) // 2

    @cached_property
    def taus(self) -> dict[tuple[str, str], float | None]:
        """Kendall's τ (τ-b) of each pair of criteria; None if all systems tie by one of them.

        Examples:
            >>> Stability({"muc": {"a": 0.5, "b": 0.4, "c": 0.3}, "lea": {"a": 0.5, "b": 0.2, "c": 0.3}}).taus
            {('muc', 'lea'): 0.3333333333333333}
        """
        signs = self._signs
        return {(one, other): _tau(signs[one], signs[other]) for one, other in combinations(signs, 2)}

    @cached_property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The pairs of systems that change places.

        Examples:
            >>> Stability({"muc": {"a": 0.5, "b": 0.4}, "lea": {"a": 0.1, "b": 0.2}}).exchanges[0].to_dict()
            {'systems': ['a', 'b'], 'ahead': {'a': ['muc'], 'b': ['lea']}}
        """
        return tuple(self._exchanges())

    def _exchanges(self) -> Iterator[Exchange]:
        criteria = self.criteria
        for number, (one, other) in enumerate(combinations(next(iter(self.scores.values()), {}), 2)):
            ahead, behind = (
                tuple(name for name in criteria if self._signs[name][number] == sign) for sign in (1, -1)
            )
            if ahead and behind:
                turned = criteria.index(behind[0]) < criteria.index(ahead[0])
                yield Exchange(other, one, behind, ahead) if turned else Exchange(one, other, ahead, behind)

    @cached_property
    def _signs(self) -> dict[str, list[int]]:
        """For each criterion and pair of systems which one is ahead: 1 the first, -1 the second, 0 neither."""
        return {
            name: [_sign(*pair) for pair in combinations(own.values(), 2)]
            for name, own in self.scores.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "pairs": self.pairs,
            "kendall_tau": [{"criteria": list(pair), "tau": tau} for pair, tau in self.taus.items()],
            "exchanges": [exchange.to_dict() for exchange in self.exchanges],
        }


def _sign(one: float | None, other: float | None) -> int:
    margin = (one or 0.0) - (other or 0.0)
    return 0 if abs(margin) < EQUAL else 1 if margin > 0 else -1


def _tau(one: Sequence[int], other: Sequence[int]) -> float | None:
    """Return Kendall's τ-b of two lists of signs, one for each pair of systems."""
    known = sqrt(sum(map(abs, one)) * sum(map(abs, other)))
    return sum(a * b for a, b in zip(one, other, strict=True)) / known if known else None
