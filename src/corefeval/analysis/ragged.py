"""Lists of different lengths as two arrays, and the connected components of a graph given by its edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.corpus import Integers


@dataclass(frozen=True, slots=True, eq=False)
class Ragged:
    """Many short lists: list i is values[offsets[i]:offsets[i + 1]]."""

    offsets: Integers
    values: Integers

    @classmethod
    def by(cls, owner: Integers, owners: int) -> Ragged:
        """Return for each owner the rows that it owns, ascending; -1 owns nothing."""
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
        """Return the values of these lists one after the other, with the place in `lists` each comes from."""
        counts = self.sizes[lists]
        owner = np.repeat(np.arange(len(lists)), counts)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
        return owner, self.values[self.offsets[lists][owner] + within]


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
