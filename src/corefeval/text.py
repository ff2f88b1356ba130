"""Columns of text: many short strings in one block of bytes, sliced only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    """A column of strings: item i is block[offsets[i]:offsets[i + 1]], UTF-8.

    A corpus has a million short strings; as Python objects they would cost a second and a hundred
    megabytes, as one block they cost what the file costs.
    """

    block: Bytes
    offsets: Integers

    @classmethod
    def of(cls, strings: Sequence[str]) -> TextColumn:
        """Return the column of these strings."""
        encoded = [string.encode() for string in strings]
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(item) for item in encoded], out=offsets[1:])
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets)

    @classmethod
    def numbers(cls, count: int) -> TextColumn:
        """Return the column of the numbers from 0 to count, that excluded, in figures."""
        number = np.arange(count)
        width = np.ones(count, np.int64)
        for digits in range(1, len(str(count))):
            width += number >= 10**digits
        offsets = np.append(0, np.cumsum(width))
        block = np.empty(int(offsets[-1]), np.uint8)
        for place in range(int(width.max(initial=0))):
            long = width > place
            block[offsets[1:][long] - 1 - place] = ord("0") + number[long] // 10**place % 10
        return cls(block, offsets)

    @classmethod
    def gather(cls, buffer: Bytes, starts: Integers, stops: Integers) -> TextColumn:
        """Return the column whose items are buffer[starts[i]:stops[i]]."""
        lengths = stops - starts
        offsets = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        index = np.arange(int(offsets[-1])) + np.repeat(starts - offsets[:-1], lengths)
        return cls(buffer[index], offsets)

    @classmethod
    def concatenate(cls, columns: Sequence[TextColumn]) -> TextColumn:
        """Return the columns one after the other."""
        if len(columns) == 1:
            return columns[0]
        shift = np.cumsum([0, *(len(column.block) for column in columns)])
        offsets = [column.offsets[:-1] + start for column, start in zip(columns, shift[:-1], strict=True)]
        offsets.append(shift[-1:].astype(np.int64))
        return cls(np.concatenate([column.block for column in columns]), np.concatenate(offsets))

    def __len__(self) -> int:
        """Return the number of strings."""
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> str:
        """Return one string."""
        start, stop = self.offsets[index], self.offsets[index + 1]
        return self.block[start:stop].tobytes().decode("utf-8", "replace")

    def __iter__(self) -> Iterator[str]:
        """Iterate over all strings; for small corpora and reports, not for the hot path."""
        return iter(self.slice(0, len(self)))

    def slice(self, start: int, stop: int) -> list[str]:
        """Return the strings start:stop as a list."""
        bounds = self.offsets[start : stop + 1]
        data = self.block[bounds[0] : bounds[-1]].tobytes() if len(bounds) else b""
        edges = (bounds - bounds[0]).tolist() if len(bounds) else []
        return [data[a:b].decode("utf-8", "replace") for a, b in pairwise(edges)]

    def take(self, index: Integers) -> TextColumn:
        """Return the column of the chosen items."""
        return TextColumn.gather(self.block, self.offsets[:-1][index], self.offsets[1:][index])

    def codes(self) -> tuple[Integers, list[str]]:
        """Return a number for each string, and the string of each number, in sorted byte order.

        Equal strings have equal numbers. Strings are packed into 8-byte words and sorted, so nothing is
        hashed and nothing can collide.
        """
        lengths = np.diff(self.offsets)
        if not len(lengths):
            return np.zeros(0, np.int64), []
        width = max(8, (int(lengths.max()) + 7) // 8 * 8)
        order = np.argsort(lengths, kind="stable")
        codes = np.zeros(len(lengths), np.int64)
        names: list[str] = []
        # Strings of very different lengths are packed by length class, so that one long string costs little.
        bound = 8
        begin = 0
        while begin < len(order):
            end = int(np.searchsorted(lengths[order], bound, side="right"))
            if end > begin:
                rows = order[begin:end]
                inverse, unique = _unique_rows(self.block, self.offsets[:-1][rows], lengths[rows], bound)
                codes[rows] = inverse + len(names)
                names.extend(unique)
                begin = end
            bound = min(bound * 2, width) if bound < width else bound * 2
        ranking = sorted(range(len(names)), key=lambda code: names[code].encode())
        renumber = np.empty(len(names), np.int64)
        renumber[ranking] = np.arange(len(names))
        return renumber[codes], [names[code] for code in ranking]

    def equals(self, other: TextColumn) -> bool:
        """Say whether both columns hold the same strings in the same order."""
        if self is other:
            return True
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.block, other.block)


def _unique_rows(block: Bytes, starts: Integers, lengths: Integers, width: int) -> tuple[Integers, list[str]]:
    """Number the strings of at most width bytes; the length is part of the key, so padding cannot confuse."""
    padded = np.zeros((len(starts), width), np.uint8)
    inside = np.arange(width) < lengths[:, None]
    index = np.arange(int(lengths.sum())) + np.repeat(starts - np.cumsum(lengths) + lengths, lengths)
    padded[inside] = block[index]
    words = padded.view(">u8")
    codes = np.unique(lengths, return_inverse=True)[1]
    for column in range(words.shape[1]):
        values = np.unique(words[:, column], return_inverse=True)[1]
        codes = np.unique(codes * (int(values.max()) + 1) + values, return_inverse=True)[1]
    count = int(codes.max()) + 1
    first = np.zeros(count, np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    names = [
        block[starts[row] : starts[row] + lengths[row]].tobytes().decode("utf-8", "replace")
        for row in first.tolist()
    ]
    return codes.astype(np.int64), names
