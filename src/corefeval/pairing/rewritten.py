"""A text that was changed on its way: which words of a copy are which words of the text.

Language models change, leave out and add words where they are asked to copy. Runs of words that stand once in both
texts are anchors, the longest increasing chain of them is kept, and what is left between two anchors is aligned word by
word in a band along its diagonal. So time grows with the length of the texts, not with its square.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from corefeval.arrays import Integers
from corefeval.pairing.characters import WordMap, by_characters, plain

RUNS = (6, 3, 2, 1)
"""Lengths of the runs of words that are looked for as anchors, one after the other, in what is left."""
SMALL = 400
"""What is left between two anchors is aligned word by word where it is at most so many pairs of words."""
BAND = 32
"""How far from the diagonal words are aligned where it is more."""
SIMILAR = 0.5
"""Words that have at least this share of their pairs of letters in common are one word in two spellings."""

_SAME, _SPELLED, _OTHER, _GAP, _NEVER = 4.0, 2.0, -1.0, -1.0, -1e18


def by_rewriting(ours: Sequence[str], theirs: Sequence[str]) -> WordMap:
    """Return where the words of a changed copy stand among the words of the text.

    A word stands where an equal one does, case apart, or one of a similar spelling; between such words also where the
    same characters are cut into other tokens. Any other word is not in the text; if it stands in the place of one,
    that is said.

    Examples:
        >>> found = by_rewriting("the old man met Mary Smith".split(), "the man met Mary Smyth today".split())
        >>> found.first.tolist()
        [0, 2, 3, 4, 5, -1]
    """
    left, right = [[plain(word).casefold() for word in words] for words in (ours, theirs)]
    first = np.full(len(right), -1, np.int64)
    found = _Alignment(left, right, first)
    found.align()
    same = WordMap(first, first.copy(), np.ones(len(right), bool), np.ones(len(right), bool), found.instead)
    for (start, stop), (begin, end) in found.recut:
        part = by_characters(left[start:stop], right[begin:end])
        if part is not None:
            same.first[begin:end], same.last[begin:end] = part.first + start, part.last + start
            same.begins[begin:end], same.ends[begin:end] = part.begins, part.ends
    return same


class _Alignment:
    """The words of two texts, numbered, and what has been found of them so far."""

    def __init__(self, left: list[str], right: list[str], first: Integers) -> None:
        numbers: dict[str, int] = {}
        self._left_words, self._right_words = left, right
        self._left, self._right = (
            np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), np.int64, len(words))
            for words in (left, right)
        )
        self._first = first
        self.instead = np.full(len(right), -1, np.int64)
        self.recut: list[tuple[tuple[int, int], tuple[int, int]]] = []

    def align(self) -> None:
        """Find all that is to be found."""
        open_gaps = [(0, len(self._left), 0, len(self._right), 0)]
        while open_gaps:
            start, stop, begin, end, step = open_gaps.pop()
            start, stop, begin, end = self._trimmed(start, stop, begin, end)
            if start == stop or begin == end:
                continue
            if (stop - start) * (end - begin) <= SMALL or step == len(RUNS):
                self._align_words(start, stop, begin, end)
                continue
            here, there = self._anchors(start, stop, begin, end, RUNS[step])
            edges = zip(
                [start, *(here + 1).tolist()],
                [*here.tolist(), stop],
                [begin, *(there + 1).tolist()],
                [*there.tolist(), end],
                strict=True,
            )
            self._first[there] = here
            open_gaps.extend((*gap, step + 1) for gap in edges if gap[0] < gap[1] and gap[2] < gap[3])

    def _trimmed(self, start: int, stop: int, begin: int, end: int) -> tuple[int, int, int, int]:
        """Return a gap without the equal words at its ends, which are noted."""
        size = min(stop - start, end - begin)
        differs = np.flatnonzero(self._left[start : start + size] != self._right[begin : begin + size])
        same = int(differs[0]) if len(differs) else size
        self._first[begin : begin + same] = np.arange(start, start + same)
        start, begin = start + same, begin + same
        size = min(stop - start, end - begin)
        differs = np.flatnonzero(self._left[stop - size : stop] != self._right[end - size : end])
        same = size - 1 - int(differs[-1]) if len(differs) else size
        self._first[end - same : end] = np.arange(stop - same, stop)
        return start, stop - same, begin, end - same

    def _anchors(self, start: int, stop: int, begin: int, end: int, run: int) -> tuple[Integers, Integers]:
        """Return the words of runs that stand once in both texts, as far as they stand in the same order."""
        if min(stop - start, end - begin) < run:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        ours, here = _once(self._left[start:stop], run)
        theirs, there = _once(self._right[begin:end], run)
        _, left, right = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
        order = np.argsort(here[left])
        here, there = here[left][order] + start, there[right][order] + begin
        kept = _increasing(there)
        here, there = here[kept], there[kept]
        steps = np.arange(run)
        rows, columns = ((places[:, None] + steps).ravel() for places in (here, there))
        # overlapping runs on one diagonal say the same; what contradicts an earlier run is left open
        ahead = (rows > np.append(-1, np.maximum.accumulate(rows)[:-1])) & (
            columns > np.append(-1, np.maximum.accumulate(columns)[:-1])
        )
        good = ahead & (self._left[rows] == self._right[columns])
        return rows[good], columns[good]

    def _align_words(self, start: int, stop: int, begin: int, end: int) -> None:
        """Align what is left between two anchors, or note that its characters are the same."""
        left, right = self._left_words[start:stop], self._right_words[begin:end]
        if "".join(left) == "".join(right):
            self.recut.append(((start, stop), (begin, end)))
            return
        for row, rows, column, columns in _aligned(left, right):
            if (rows, columns) != (1, 1):
                self.recut.append(
                    ((start + row, start + row + rows), (begin + column, begin + column + columns))
                )
            elif similar(left[row], right[column]):
                self._first[begin + column] = start + row
            else:
                self.instead[begin + column] = start + row


def _once(words: Integers, run: int) -> tuple[Integers, Integers]:
    """Return a number for each run of words that stands once, and where it does."""
    mixed = words[: len(words) - run + 1].astype(np.uint64)
    for step in range(1, run):
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= words[step : len(words) - run + 1 + step].astype(np.uint64) + (mixed >> np.uint64(29))
    values, place, count = np.unique(mixed, return_index=True, return_counts=True)
    alone = count == 1
    return values[alone].view(np.int64), place[alone]


def _increasing(values: Integers) -> Integers:
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


def _aligned(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return which words stand for which by the best global alignment in a band (Needleman and Wunsch 1970).

    Each is a first word and a number of words of the one side, and of the other: one stands for one, or for two or three
    that it is cut into.
    """
    height, width = len(left), len(right)
    reach = min(BAND + abs(height - width), 8 * BAND) if height * width > SMALL else height + width
    cut = _cut(left, right) | {
        (row, column): (up, back) for (column, row), (back, up) in _cut(right, left).items()
    }
    best: list[dict[int, float]] = [{column: _GAP * column for column in range(min(width, reach) + 1)}]
    moves: list[dict[int, tuple[int, int]]] = [dict.fromkeys(best[0], (0, 1))]
    for row, word in enumerate(left, 1):
        middle = row * width // height
        above = best[-1]
        current: dict[int, float] = {}
        chosen: dict[int, tuple[int, int]] = {}
        before = _NEVER
        low = max(0, middle - reach)
        diagonal = above.get(low - 1, _NEVER)
        for column in range(low, min(width, middle + reach) + 1):
            up_here = above.get(column, _NEVER)
            value, move = up_here + _GAP, (1, 0)
            if column:
                if before + _GAP > value:
                    value, move = before + _GAP, (0, 1)
                other = right[column - 1]
                worth = diagonal + (_SAME if word == other else _worth(word, other))
                if worth > value:
                    value, move = worth, (1, 1)
                if (row, column) in cut:
                    up, back = cut[row, column]
                    worth = best[-up].get(column - back, _NEVER) + _SAME * max(up, back)
                    if worth > value:
                        value, move = worth, (up, back)
            current[column], chosen[column] = value, move
            before, diagonal = value, up_here
        best.append(current)
        moves.append(chosen)
    found = []
    row, column = height, width
    while row or column:
        up, back = moves[row].get(column, (1, 0) if row else (0, 1))
        row, column = row - up, column - back
        if up and back:
            found.append((row, up, column, back))
    return found[::-1]


def _cut(whole: Sequence[str], pieces: Sequence[str]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return where a word of the one side is two or three of the other: the ends of both, and how many words each is."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(whole, 1):
        places.setdefault(word, []).append(place)
    found = {}
    for size in (2, 3):
        for start in range(len(pieces) - size + 1):
            for place in places.get("".join(pieces[start : start + size]), ()):
                found[place, start + size] = (1, size)
    return found


def _worth(one: str, other: str) -> float:
    return _SPELLED if similar(one, other) else _OTHER


def similar(one: str, other: str) -> bool:
    """Say whether two words are one in two spellings: half of their pairs of letters are the same (Dice 1945).

    Examples:
        >>> similar("smith", "smyth"), similar("smith", "jones"), similar("colour", "color")
        (True, False, True)
    """
    ours, theirs = _pairs(one), _pairs(other)
    return 2 * len(ours & theirs) >= SIMILAR * (len(ours) + len(theirs))


@lru_cache(maxsize=1 << 16)
def _pairs(word: str) -> frozenset[str]:
    """Return the pairs of letters that stand side by side, the edges of the word included."""
    edged = f"^{word}$"
    return frozenset(edged[place : place + 2] for place in range(len(word) + 1))
