"""Problems collected while a file is read, and those of a file made from those of its pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, Self

from corefeval.problems.problem import CorefevalError, Place, Problem, Scope, Severity


class ToldOnce(ABC):
    """A warning about all documents together, with counts that add over pieces.

    Attributes:
        side: key or response.
        place: where the first of it is.
    """

    side: str
    place: Place

    @abstractmethod
    def problems(self) -> Iterator[Problem]:
        """Tell it."""

    @abstractmethod
    def __add__(self, other: Self) -> Self:
        """Return that of two pieces, the first of which is this one's."""

    def at(self, place: Place) -> Self:
        """Return it at another place."""
        return replace(self, place=place)  # type: ignore[type-var]  # subclasses are dataclasses


def merge(pieces: Iterable[Iterable[Problem]], last: Container[str] = ()) -> list[Problem]:
    """Return the problems of a file, given those of its pieces, in their order and with lines of the file.

    Those of one place are listed one after the other, those of the whole file behind them, each once: their counts add.

    Args:
        pieces: the problems of each piece.
        last: the parts of the annotation whose problems stand behind those of other places.
    """
    in_order: list[Problem] = []
    added: dict[Problem, Problem] = {}
    for problem in chain.from_iterable(pieces):
        if problem.scope is Scope.LINE:
            in_order.append(problem)
        else:
            group = problem.group
            added[group] = added[group] + problem if group in added else problem
    in_order.sort(key=lambda problem: problem.part in last)
    return [*in_order, *added.values()]


def repaired(fault: Problem, repair: str) -> Problem:
    """Return the warning that a fault was repaired, and how: one of the kinds of CE048."""
    return Problem("CE048", repair, fault.place, fault.text, severity=Severity.WARNING, fault=fault)


def lost(kind: str, count: int, **arguments: Any) -> Problem:
    """Return the warning that so many things of a kind are lost."""
    return Problem("CE047", kind, severity=Severity.WARNING, count=count, **arguments)


class Problems:
    """Collects problems while a file is read, so that all of them can be told at once."""

    def __init__(self) -> None:
        self._found: list[Problem] = []
        self.tallies: list[ToldOnce] = []

    def __iter__(self) -> Iterator[Problem]:
        """Iterate in the order found."""
        return iter(self._found)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._found)

    def add(self, problem: Problem) -> None:
        """Note one."""
        self._found.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note several."""
        self._found.extend(problems)

    def count(self, tally: ToldOnce) -> None:
        """Note a warning that adds over pieces, and its problems for these documents."""
        self.tallies.append(tally)
        self.extend(tally.problems())

    @property
    def errors(self) -> list[Problem]:
        """Those that stop the scoring."""
        return [problem for problem in self._found if problem.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Problem]:
        """Those that are only told."""
        return [problem for problem in self._found if problem.severity is Severity.WARNING]

    def raise_errors(self) -> None:
        """Stop with all errors if one of them is about more than a part that may not be needed."""
        if any(not problem.part for problem in self.errors):
            raise CorefevalError(self.errors, self.warnings)
