"""Helper functions for numpy arrays."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from corefeval.records import dataclass

Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]
Floats = NDArray[np.float64]

Kind = TypeVar("Kind", bound=np.generic)


NO_INTEGERS: Integers = np.zeros(0, np.int64)
"""An empty column, which many tables share."""


def integers(values: Iterable[int] = ()) -> Integers:
    """Return a column of integers."""
    return NO_INTEGERS if isinstance(values, tuple) and not values else np.fromiter(values, np.int64)


def number_or_none(value: float | Floats) -> float | None:
    """Return a number as plain data; None if it is undefined (NaN)."""
    number = float(value)
    return None if math.isnan(number) else number


def mean_or_none(values: Iterable[float | None]) -> float | None:
    """Return the mean; None if there are no values or if one of them is undefined."""
    every = list(values)
    known = [value for value in every if value is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(every) else None


def smallest(values: Integers) -> int:
    """Return the smallest of some numbers; of few numbers four times as fast as numpy's min."""
    return values.item(values.argmin())


def largest(values: Integers) -> int:
    """Return the largest of some numbers, see smallest."""
    return values.item(values.argmax())


def scatter(values: NDArray[Any]) -> NDArray[np.uint64]:
    """Return a fixed pseudo-random number for each number (splitmix64, Steele et al. 2014)."""
    x = values.astype(np.uint64)
    x *= np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return x


def renumbering(kept: Integers | None, count: int) -> Integers:
    """Return for each old number the new one, -1 for removed ones; None keeps all."""
    if kept is None:
        return np.arange(count)
    number = np.full(count, -1, np.int64)
    number[kept] = np.arange(len(kept))
    return number


def look_up(index: Integers, values: NDArray[Kind], missing: float = -1) -> NDArray[Kind]:
    """Return values[index], or the given default for an index of -1.

    Examples:
        >>> look_up(np.array([1, -1, 0]), np.array([10, 20])).tolist()
        [20, -1, 10]
        >>> look_up(np.array([1, -1]), np.array([True, True]), missing=False).tolist()
        [True, False]
    """
    found: NDArray[Kind] = np.append(values, np.asarray(missing, values.dtype))[index]
    return found


def inverse(order: Integers) -> Integers:
    """Return the place that each number has in an order of all of them.

    Examples:
        >>> inverse(np.array([2, 0, 1])).tolist()
        [1, 2, 0]
    """
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    return place


def begins_run(ordered: NDArray[Any]) -> Booleans:
    """Return which values differ from the previous one; the first always does.

    Examples:
        >>> begins_run(np.array([4, 4, 7, 7, 4])).tolist()
        [True, False, True, False, True]
    """
    begins = np.empty(len(ordered), bool)
    begins[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    return begins


def begins(sizes: Integers) -> Integers:
    """Return the start of each of several consecutive groups.

    Examples:
        >>> begins(np.array([2, 0, 3])).tolist()
        [0, 2, 2]
    """
    return np.cumsum(sizes) - sizes


def ranges(first: Integers, sizes: Integers) -> tuple[Integers, Integers]:
    """Return consecutive numbers from each start, as many as its size, with the row each comes from.

    Examples:
        >>> rows, numbers = ranges(np.array([10, 50]), np.array([3, 2]))
        >>> rows.tolist(), numbers.tolist()
        ([0, 0, 0, 1, 1], [10, 11, 12, 50, 51])
    """
    row = np.repeat(np.arange(len(sizes)), sizes)
    return row, np.arange(len(row)) + np.repeat(first - begins(sizes), sizes)


def covered(size: int, start: Integers, stop: Integers) -> Booleans:
    """Return which numbers below `size` are in one of the intervals; `stop` is exclusive.

    Examples:
        >>> covered(5, np.array([0, 3]), np.array([2, 4])).tolist()
        [True, True, False, True, False]
    """
    edges = np.bincount(start, minlength=size + 1) - np.bincount(stop, minlength=size + 1)
    inside: Booleans = np.cumsum(edges)[:size] > 0
    return inside


@dataclass(frozen=True, slots=True, eq=False)
class Ragged:
    """Many short lists: list i is values[offsets[i]:offsets[i + 1]]."""

    offsets: Integers
    values: Integers

    @classmethod
    def by(cls, owner: Integers, owners: int) -> Ragged:
        """Return for each owner its rows, ascending; -1 owns nothing."""
        rows = np.flatnonzero(owner >= 0)
        rows = rows[np.argsort(owner[rows], kind="stable")]
        offsets = np.zeros(owners + 1, np.int64)
        np.cumsum(np.bincount(owner[rows], minlength=owners), out=offsets[1:])
        return cls(offsets, rows)

    def __len__(self) -> int:
        """Return the number of lists."""
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> list[int]:
        """Return one list."""
        values: list[int] = self.values[self.offsets[index] : self.offsets[index + 1]].tolist()
        return values

    @property
    def sizes(self) -> Integers:
        """The length of each list."""
        return np.diff(self.offsets)

    @property
    def places(self) -> Integers:
        """The place of each value within its list, where the values are numbers from 0, each once."""
        places = np.zeros(int(self.values.max(initial=-1)) + 1, np.int64)
        places[self.values] = np.arange(len(self.values)) - np.repeat(self.offsets[:-1], self.sizes)
        return places

    def take(self, lists: Integers) -> tuple[Integers, Integers]:
        """Return the values of these lists in sequence, with the index in `lists` of each."""
        owner, place = ranges(self.offsets[lists], self.sizes[lists])
        return owner, self.values[place]


def increasing(values: Integers) -> Integers:
    """Return the rows of the longest increasing chain of these values (Fredman 1975)."""
    if (np.diff(values) > 0).all():
        return np.arange(len(values))
    lowest: list[int] = []
    rows: list[int] = []
    before = np.empty(len(values), np.int64)
    for row, value in enumerate(values.tolist()):
        place = bisect_left(lowest, value)
        if place == len(lowest):
            lowest.append(value)
            rows.append(row)
        else:
            lowest[place], rows[place] = value, row
        before[row] = rows[place - 1] if place else -1
    chain = []
    row = rows[-1]
    while row >= 0:
        chain.append(row)
        row = int(before[row])
    return np.array(chain[::-1], np.int64)


def components(one: Integers, other: Integers, count: int) -> Integers:
    """Return for each of count nodes the lowest node of its component; edges join one[i] and other[i]."""
    label = np.arange(count)
    while True:
        low = np.minimum(label[one], label[other])
        lower = label.copy()
        # the labels' own nodes are lowered as well, so that whole components move at once
        np.minimum.at(lower, label[one], low)
        np.minimum.at(lower, label[other], low)
        lower = lower[lower]
        lower = np.minimum(lower, lower[label])
        if np.array_equal(lower, label):
            return label
        label = lower
