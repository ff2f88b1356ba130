"""Columns of text: many short strings in one block of bytes, sliced on demand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Integers
from corefeval.records import dataclass

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

_DIGITS = re.compile(r"([0-9]+)")
_WORD = 8
_KEEP = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], np.uint64)
"""Keeps the first bytes of a word: _KEEP[3] the first three."""


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    """A column of strings: item i is block[offsets[i]:offsets[i + 1]], UTF-8.

    A corpus has a million short strings. As Python objects they would cost a second and a hundred megabytes, as one
    block only as much as the file.
    """

    block: Bytes
    offsets: Integers

    @classmethod
    def of(cls, strings: Sequence[str]) -> TextColumn:
        """Return the column of these strings."""
        if not strings:
            return _EMPTY
        encoded = [string.encode() for string in strings]
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(item) for item in encoded], out=offsets[1:])
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets)

    @classmethod
    @lru_cache(maxsize=64)
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
        # one step on from byte to byte; before an item also the gap behind the one before it
        gap = starts.copy()
        gap[1:] -= stops[:-1]
        step = np.ones(int(offsets[-1]) + 1, np.int64)
        step[0] = 0
        np.add.at(step, offsets[:-1], gap)
        return cls(buffer.take(np.cumsum(step[:-1])), offsets)

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
        if data.isascii():
            text = data.decode("ascii")
            return [text[a:b] for a, b in pairwise(edges)]
        return [data[a:b].decode("utf-8", "replace") for a, b in pairwise(edges)]

    def take(self, index: Integers) -> TextColumn:
        """Return the column of the chosen items."""
        return TextColumn.gather(self.block, self.offsets[:-1][index], self.offsets[1:][index])

    def codes(self) -> tuple[Integers, list[str]]:
        """Return a number for each string, and the string of each number, in sorted byte order.

        Equal strings have equal numbers. Strings of at most seven bytes, most words and tags, are sorted as
        numbers; longer ones are looked up one by one, each different one kept once.
        """
        lengths = np.diff(self.offsets)
        codes = np.empty(len(lengths), np.int64)
        short = np.flatnonzero(lengths < _WORD)
        # the last byte of a word is the length, so that the zeros behind a string cannot confuse
        words = self.words()[short] | lengths[short].astype(np.uint64) << np.uint64(8 * (_WORD - 1))
        _, first, codes[short] = np.unique(words, return_index=True, return_inverse=True)
        texts = self.take(short[first]).encoded()
        long = np.flatnonzero(lengths >= _WORD)
        if len(long):
            numbers: dict[bytes, int] = {}
            found = self.take(long).encoded()
            codes[long] = np.fromiter((numbers.setdefault(text, len(numbers)) for text in found), np.int64)
            codes[long] += len(texts)
            texts.extend(numbers)
        ranking = sorted(range(len(texts)), key=texts.__getitem__)
        renumber = np.empty(len(texts), np.int64)
        renumber[ranking] = np.arange(len(texts))
        return renumber[codes], [texts[code].decode("utf-8", "replace") for code in ranking]

    def words(self) -> Words:
        """Return the first eight bytes of each string as one number, the first byte the lowest, padded with zeros."""
        padded = np.concatenate([self.block, np.zeros(_WORD, np.uint8)])
        windows = np.ndarray((len(self.block) + 1,), np.dtype("<u8"), padded, strides=(1,))
        words: Words = windows[self.offsets[:-1]] & _KEEP[np.minimum(np.diff(self.offsets), _WORD)]
        return words

    def encoded(self) -> list[bytes]:
        """Return all strings as bytes."""
        data = self.block.tobytes()
        return [data[start:stop] for start, stop in pairwise(self.offsets.tolist())]

    def equals(self, other: TextColumn) -> bool:
        """Return whether both columns have the same strings in the same order."""
        if self is other:
            return True
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.block, other.block)


_EMPTY = TextColumn(np.zeros(0, np.uint8), np.zeros(1, np.int64))


def natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return the key to sort names by in their natural order: numbers in them count as numbers.

    Examples:
        >>> sorted(["d10", "d2", "d1"], key=natural)
        ['d1', 'd2', 'd10']
    """
    parts = _DIGITS.split(name)
    numbers = [part.lstrip("0") for part in parts[1::2]]
    parts[1::2] = numbers
    return [(len(part) if place % 2 else 0, part) for place, part in enumerate(parts)], name


def several(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun in singular or plural.

    Examples:
        >>> several(1, "chain"), several(1200, "chain"), several(2, "entity", "entities")
        ('1 chain', '1,200 chains', '2 entities')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def shortened(text: str, length: int = 40) -> str:
    """Return a text, shortened if it is longer than this."""
    return text if len(text) <= length else text[: length - 1] + "…"


def finite(value: object) -> float | None:
    """Return a value, or its text, as a finite number; None if it is not one."""
    try:
        number = float(str(value))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


UNDEFINED = "–"
"""The sign for a score without a denominator."""


def percent(value: float | None, digits: int = 2) -> str:
    """Return a fraction as a percentage."""
    return UNDEFINED if value is None else f"{100 * value:.{digits}f}"


def plain_number(value: float) -> str:
    """Return a number in the fewest digits that read back as the same number, as signatures need it.

    Examples:
        >>> plain_number(2.0), plain_number(1.23456789)
        ('2', '1.23456789')
    """
    return repr(float(value)).removesuffix(".0")
