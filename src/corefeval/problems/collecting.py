"""Collect the problems of a file while it is read, and merge the problems of its pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, Self, TypeAlias

from corefeval.problems.problem import (
    Argument,
    CorefevalError,
    Place,
    Problem,
    Scope,
    Severity,
)
from corefeval.records import dataclass


class CorpusWarning(ABC):
    """A warning about all documents together, with counts that add over pieces.

    Attributes:
        side: key or response.
        place: the first place that the warning is about.
    """

    side: str
    place: Place

    @abstractmethod
    def problems(self) -> Iterator[Problem]:
        """Yield the problems that the warning reports."""

    @abstractmethod
    def __add__(self, other: Self) -> Self:
        """Return the warning about two pieces; `self` is the first piece."""

    def at(self, place: Place) -> Self:
        """Return the warning at another place."""
        return replace(self, place=place)  # type: ignore[type-var]  # subclasses are dataclasses

    @property
    def group(self) -> Hashable:
        """The key of warnings that can be added: warnings of one side with the same key are summed."""
        return type(self)


@dataclass(frozen=True)
class Added(CorpusWarning):
    """A warning without a class of its own. Over pieces its integers are summed and its lists joined.

    Attributes:
        side: key or response.
        place: the first place that the warning is about.
        problem: the warning with the counts of these documents, even if it is not issued for them alone.
        when: conditions. The warning is issued only if each is true for at least one piece.
        unless: whether a piece prevents the warning.
    """

    side: str
    place: Place
    problem: Problem
    when: tuple[bool, ...] = ()
    unless: bool = False

    def problems(self) -> Iterator[Problem]:
        """Yield the warning if all conditions are met."""
        if all(self.when) and not self.unless:
            yield replace(self.problem, place=self.place)

    def __add__(self, other: Added) -> Added:
        """Return the warning about two pieces."""
        both = zip(self.problem.arguments, other.problem.arguments, strict=True)
        arguments = tuple((name, _sum(ours, theirs)) for (name, ours), (_, theirs) in both)
        problem = replace(self.problem + other.problem, arguments=arguments)
        when = tuple(ours or theirs for ours, theirs in zip(self.when, other.when, strict=True))
        return replace(self, problem=problem, when=when, unless=self.unless or other.unless)

    @property
    def group(self) -> Hashable:
        """The warning without its place, numbers and lists."""
        arguments = tuple((name, _alike(value)) for name, value in self.problem.arguments)
        return replace(self.problem, place=Place(), count=0, arguments=arguments), len(self.when)


def _sum(ours: Argument, theirs: Argument) -> Argument:
    if isinstance(ours, int) and isinstance(theirs, int):
        return ours + theirs
    return (*ours, *theirs) if isinstance(ours, tuple) and isinstance(theirs, tuple) else ours


def _alike(value: Argument) -> Argument:
    return 0 if isinstance(value, int) else () if isinstance(value, tuple) else value


def adding(problem: Problem, side: str, *when: bool, unless: bool = False) -> Added:
    """Return a warning that adds up over pieces (see Added)."""
    return Added(side, problem.place, problem, when, unless)


Met: TypeAlias = Problem | CorpusWarning
"""A problem, or a warning whose counts add over pieces."""


def added(pieces: Iterable[tuple[Hashable, Iterable[Met]]]) -> list[Problem]:
    """Return the problems of all pieces, in the order in which one piece would have them.

    Args:
        pieces: the files of each piece, and its problems. Only problems of the same files are added.
    """
    sums: dict[Hashable, Met] = {}
    order: list[Hashable] = []
    for files, met in pieces:
        new: dict[Hashable, Hashable] = {}
        for each in met:
            place, behind = _places(files, each)
            if place not in sums:
                new[place] = behind
            elif new and place not in new:
                index = order.index(place)
                order[index:index] = new
                new = {}
            known = sums.get(place)
            is_sum = isinstance(known, CorpusWarning) and isinstance(each, CorpusWarning)
            sums[place] = known + each if is_sum else each  # type: ignore[operator]  # both are of one class
        for place, behind in new.items():
            order.insert(order.index(behind) if behind in order else len(order), place)
    return [problem for place in order for problem in issued(sums[place])]


def _places(files: Hashable, met: Met) -> tuple[Hashable, Hashable]:
    """Return the key under which a problem is summed, and the key of the problem that it must precede.

    A warning about the key precedes the same warning about the response.
    """
    if isinstance(met, Problem):
        return met, None
    return (files, met.group, met.side), (files, met.group, "response")


def issued(met: Met) -> Iterable[Problem]:
    """Return the problems that a collected entry reports."""
    return (met,) if isinstance(met, Problem) else met.problems()


def merge(pieces: Iterable[Iterable[Problem]], last: Container[str] = ()) -> list[Problem]:
    """Merge the problems of the pieces of a file.

    Problems of single lines come first, in the order of the pieces. Problems of the whole file follow, sorted by line;
    equal ones are listed once, with the sum of their counts.

    Args:
        pieces: the problems of each piece, with line numbers of the file.
        last: the parts of the annotation whose problems come last among the problems of lines.
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
    of_file = sorted(added.values(), key=lambda problem: (problem.place.line, problem.code, problem.kind))
    return [*in_order, *of_file]


def about_systems(found: Mapping[str, Iterable[Problem]]) -> list[Problem]:
    """Return the problems of all systems once; one that not every system has names its systems."""
    systems: dict[Problem, dict[str, None]] = {}
    for name, problems in found.items():
        for problem in problems:
            systems.setdefault(problem, {})[name] = None
    return [
        problem if len(names) == len(found) > 1 else replace(problem.about(*names), part="")
        for problem, names in systems.items()
    ]


def repaired(fault: Problem, repair: str) -> Problem:
    """Return the warning (CE048) that a fault was repaired. `repair` is the kind of CE048 that says how."""
    return Problem("CE048", repair, fault.place, fault.text, severity=Severity.WARNING, fault=fault)


def lost(kind: str, count: int, **arguments: Any) -> Problem:
    """Return the warning (CE047) that `count` annotations of a kind are lost."""
    return Problem("CE047", kind, severity=Severity.WARNING, count=count, **arguments)


class Problems:
    """Collects problems while a file is read, to report all of them at once."""

    def __init__(self) -> None:
        self.met: list[Met] = []

    def __iter__(self) -> Iterator[Problem]:
        """Iterate in the order found."""
        return chain.from_iterable(map(issued, self.met))

    def __len__(self) -> int:
        """Return the number of problems."""
        return sum(1 for _ in self)

    def add(self, problem: Met) -> None:
        """Add a problem."""
        self.met.append(problem)

    def extend(self, problems: Iterable[Met]) -> None:
        """Add several problems."""
        self.met.extend(problems)

    @property
    def errors(self) -> list[Problem]:
        """The problems that prevent scoring."""
        return [problem for problem in self if problem.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Problem]:
        """The problems that do not prevent scoring."""
        return [problem for problem in self if problem.severity is Severity.WARNING]

    def raise_errors(self) -> None:
        """Raise all errors, unless each of them is about a part of the annotation that scoring may not need."""
        if self.met and any(not problem.part for problem in self.errors):
            raise CorefevalError(self.errors, self.warnings)
