"""Align the words of a changed copy of a text with the words of the text.

Language models change, omit and add words when they copy a text. Runs of words that occur once in both texts are
anchors, and the longest increasing chain of them is kept. The words between two anchors are aligned one by one; if
there are many, in squares along the diagonal. So the time grows with the length of the texts, not with its square.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain, pairwise

import numpy as np

from corefeval.arrays import Integers, increasing
from corefeval.pairing.characters import WordMap, by_characters, plain

RUNS = (6, 3, 2, 1)
"""The lengths of the runs of words that are tried as anchors, one after the other, in the words that remain."""
SMALL = 400
"""The largest number of pairs of words between two anchors that are aligned one by one."""
SQUARE = 512
"""The largest side, in words, of the squares along the diagonal in which longer gaps are aligned."""
SIMILAR = 0.65
"""The least share of common letter pairs for which two words count as two spellings of one word."""
LETTERS = 4
"""The fewest letters of a word that may have another spelling: 'her' and 'here', 'it' and 'its' are different words."""

ENDS = frozenset(".!?…。！？")
"""The signs that end a sentence."""

_SAME, _SPELLED, _OTHER, _GAP = 4, 2, -1, -1


def by_rewriting(ours: Sequence[str], theirs: Sequence[str]) -> WordMap:
    """Return the positions of the words of a changed copy among the words of the text.

    The alignment compares pieces of words, so that tokens may differ: letters up to the next sign, each sign, and each
    character of scripts without blanks. A piece matches an equal one, ignoring case, or one with a similar spelling.
    Between such pieces it also matches the same characters in other pieces. A word has the position of its pieces,
    unless only signs of it match and its other pieces are missing. Any other word is not in the text; if it replaces
    one, the map states which.

    Examples:
        >>> found = by_rewriting("the old man met Mary Smith".split(), "the man met Mary-Smyth today".split())
        >>> found.first.tolist(), found.last.tolist()
        ([0, 2, 3, 4, -1], [0, 2, 3, 5, -1])
    """
    (left, ours_of), (right, theirs_of) = (_pieces_of(words) for words in (ours, theirs))
    first = np.full(len(right), -1, np.int64)
    found = _Alignment(left, right, first)
    found.align()
    found.take_first_copies()
    found.keep_sentences()
    same = WordMap(first, first.copy(), np.ones(len(right), bool), np.ones(len(right), bool), found.instead)
    for (start, stop), (begin, end) in found.recut:
        part = by_characters(left[start:stop], right[begin:end])
        if part is not None:
            same.first[begin:end], same.last[begin:end] = part.first + start, part.last + start
            same.begins[begin:end], same.ends[begin:end] = part.begins, part.ends
    if len(left) == len(ours) and len(right) == len(theirs):
        return same
    return _of_words(same, ours_of, theirs_of, right, len(theirs))


def _pieces_of(words: Sequence[str]) -> tuple[list[str], Integers]:
    """Return the pieces of words, and for each piece its word."""
    found = list(map(pieces, words))
    sizes = np.fromiter(map(len, found), np.int64, len(found))
    return [piece for each in found for piece in each], np.repeat(np.arange(len(found)), sizes)


@lru_cache(maxsize=1 << 16)
def pieces(word: str) -> tuple[str, ...]:
    """Return the pieces by which a word is compared: runs of letters, signs, and characters in scripts without blanks.

    Examples:
        >>> pieces("(Smith)"), pieces("don’t"), pieces("東京に")
        (('(', 'smith', ')'), ('don', "'", 't'), ('東', '京', 'に'))
    """
    bare = unicodedata.normalize("NFC", plain(word).casefold())
    if bare.isascii() and bare.isalnum():
        return (bare,)
    return tuple(_PIECE.findall(bare)) or (bare,)


_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Characters of Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_SIGNS = "".join(
    chr(code)
    for code in (*range(0x21, 0xC0), *range(0x2010, 0x2BFF), *range(0x3001, 0x3030))
    if unicodedata.category(chr(code))[0] in "PS" and chr(code) != "_"
)
_PIECE = re.compile(f"[{_UNSPACED}{re.escape(_SIGNS)}]|[^{_UNSPACED}{re.escape(_SIGNS)}]+")


def _of_words(
    found: WordMap, ours_of: Integers, theirs_of: Integers, right: Sequence[str], words: int
) -> WordMap:
    """Return the positions of words, computed from the positions of their pieces.

    Args:
        found: the positions of the pieces.
        ours_of: the key word of each piece of the key.
        theirs_of: the response word of each piece of the response.
        right: the pieces of the response.
        words: the number of words in the response.
    """
    is_word = np.fromiter((any(map(str.isalnum, piece)) for piece in right), bool, len(right))
    has_word, is_there = np.zeros(words, bool), np.zeros(words, bool)
    has_word[theirs_of[is_word]] = True
    matched = found.first >= 0
    is_there[theirs_of[matched & (is_word | ~has_word[theirs_of])]] = True
    there = np.flatnonzero(matched & is_there[theirs_of])
    owner = theirs_of[there]
    of, opens = np.unique(owner, return_index=True)
    closes = np.append(opens, len(owner))[1:] - 1
    first, last = (np.full(words, -1, np.int64) for _ in range(2))
    begins, ends = np.ones(words, bool), np.ones(words, bool)
    head, tail = found.first[there[opens]], found.last[there[closes]]
    first[of], last[of] = ours_of[head], ours_of[tail]
    edged = np.concatenate([[-1], ours_of, [-1]])
    begins[of] = found.begins[there[opens]] & (edged[head] != ours_of[head])
    ends[of] = found.ends[there[closes]] & (edged[tail + 2] != ours_of[tail])
    instead = np.full(words, -1, np.int64)
    placed = np.flatnonzero(found.instead >= 0)[::-1]
    instead[theirs_of[placed]] = ours_of[found.instead[placed]]
    instead[first >= 0] = -1
    return WordMap(first, last, begins, ends, instead)


class _Alignment:
    """The words (or pieces of words) of two texts as numbers, and the positions found so far."""

    def __init__(self, left: list[str], right: list[str], first: Integers) -> None:
        self._left_words, self._right_words = left, right
        self._left, self._right = _numbered(left, right)
        self._ends = {
            number for number, word in zip(self._right.tolist(), right, strict=True) if word in ENDS
        }
        self._first = first
        self.instead = np.full(len(right), -1, np.int64)
        self.recut: list[tuple[tuple[int, int], tuple[int, int]]] = []

    def align(self) -> None:
        """Find the positions of all words that match."""
        open_gaps = [(0, len(self._left), 0, len(self._right), 0)]
        while open_gaps:
            start, stop, begin, end, step = open_gaps.pop()
            start, stop, begin, end = self._trimmed(start, stop, begin, end)
            if start == stop or begin == end:
                continue
            if (stop - start) * (end - begin) <= SMALL:
                self._align_words(start, stop, begin, end)
                continue
            if step < len(RUNS):
                here, there = self._anchors(start, stop, begin, end, RUNS[step])
            elif step == len(RUNS):
                here, there = self._along_the_diagonal(start, stop, begin, end)
            else:
                continue  # no word of one side is like a word of the other
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
        """Return a gap without the equal words at its ends; record their positions."""
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
        """Return the words in runs that occur once in both texts and are in the same order."""
        if min(stop - start, end - begin) < run:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        ours, here = _once(self._left[start:stop], run)
        theirs, there = _once(self._right[begin:end], run)
        _, left, right = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
        order = np.argsort(here[left])
        here, there = here[left][order] + start, there[right][order] + begin
        kept = increasing(there)
        here, there = here[kept], there[kept]
        steps = np.arange(run)
        rows, columns = ((places[:, None] + steps).ravel() for places in (here, there))
        # overlapping runs on one diagonal agree; a run that contradicts an earlier one is left open
        ahead = (rows > np.append(-1, np.maximum.accumulate(rows)[:-1])) & (
            columns > np.append(-1, np.maximum.accumulate(columns)[:-1])
        )
        good = ahead & (self._left[rows] == self._right[columns])
        return rows[good], columns[good]

    def _along_the_diagonal(self, start: int, stop: int, begin: int, end: int) -> tuple[Integers, Integers]:
        """Return the equal or similar words of a long gap, from the best alignment of squares along its diagonal."""
        pieces = -(-max(stop - start, end - begin) // SQUARE)
        ours = [start + (stop - start) * piece // pieces for piece in range(pieces + 1)]
        theirs = [begin + (end - begin) * piece // pieces for piece in range(pieces + 1)]
        rows, columns = [], []
        left, right = self._spellings
        for (top, bottom), (low, high) in zip(pairwise(ours), pairwise(theirs), strict=True):
            row, column = _diagonal(left[:, top:bottom], right[:, low:high])
            rows.append(row + top)
            columns.append(column + low)
        row, column = np.concatenate(rows), np.concatenate(columns)
        good = self._left[row] == self._right[column]
        for place in np.flatnonzero(~good).tolist():
            good[place] = similar(self._left_words[row[place]], self._right_words[column[place]])
        return row[good], column[good]

    @cached_property
    def _spellings(self) -> tuple[Integers, Integers]:
        """Numbers for the words of both texts, and for the first and last three letters of long words (0 for short words)."""
        sides = self._left_words, self._right_words
        first, last = (
            _numbered(*([word[cut] if len(word) >= LETTERS else "" for word in words] for words in sides))
            for cut in (slice(3), slice(-3, None))
        )
        return np.stack([self._left, first[0], last[0]]), np.stack([self._right, first[1], last[1]])

    def take_first_copies(self) -> None:
        """Use the first of two copies of a passage that the text has only once.

        A gap is a run of words that only the copy has. It moves later while the word that leaves it at the front equals
        the word that enters it at the end. A gap shorter than a long run does not move, because a word that occurs
        twice may be either.
        """
        is_open = (self._first < 0) & (self.instead < 0)
        for _, (begin, end) in self.recut:
            is_open[begin:end] = False
        edges = np.flatnonzero(np.diff(np.concatenate([[False], is_open, [False]]).astype(np.int8)))
        stop = len(self._right)
        for begin, end in zip(edges[-2::-2].tolist(), edges[-1::-2].tolist(), strict=True):
            place = end
            if end - begin >= RUNS[0]:
                while (
                    place < stop
                    and self._first[place] >= 0
                    and self._right[place] == self._right[place - end + begin]
                ):
                    place += 1
            if place > end:
                moved = place - end
                self._first[begin : begin + moved] = self._first[end:place].copy()
                self._first[begin + moved : place] = -1
            stop = begin + place - end

    def keep_sentences(self) -> None:
        """Move added and dropped words to the start of a sentence or to the previous change, if the alignment is as good.

        A gap moves earlier while the word that enters it at the front equals the word that leaves it at the end.
        Otherwise an added title takes the first word of a text that repeats it, and a mention is torn apart.
        """
        is_added = (self._first < 0) & (self.instead < 0)
        for _, (begin, end) in self.recut:
            is_added[begin:end] = False
        edges = np.flatnonzero(np.diff(np.concatenate([[False], is_added, [False]]).astype(np.int8)))
        for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            inside = begin > 0 and end < len(self._right) and self._first[begin - 1] >= 0
            if inside and self._first[end] - self._first[begin - 1] == 1:
                moved = self._steps(self._right, begin, end, begin - 1)
                self._first[end - moved : end] = self._first[begin - moved : begin].copy()
                self._first[begin - moved : begin - moved + end - begin] = -1
        for place in np.flatnonzero((self._first[:-1] >= 0) & (np.diff(self._first) > 1)).tolist():
            begin, end = int(self._first[place]) + 1, int(self._first[place + 1])
            moved = self._steps(self._left, begin, end, place)
            self._first[place + 1 - moved : place + 1] += end - begin

    def _steps(self, words: Integers, begin: int, end: int, before: int) -> int:
        """Return by how many words a gap moves earlier: to a start of a sentence, or to the previous change, if any.

        Args:
            words: the words of the side that has the gap.
            begin: the first word of the gap.
            end: the end of the gap.
            before: the last word of the copy before the gap.
        """
        steps = 0
        while words[begin - steps - 1] not in self._ends:
            if words[begin - steps - 1] != words[end - steps - 1]:
                return 0
            steps += 1
            position = int(self._first[before]) - steps
            if min(position, before - steps) < 0 or self._first[before - steps] != position:
                break
        return steps

    def _align_words(self, start: int, stop: int, begin: int, end: int) -> None:
        """Align the remaining words between two anchors, or record that their characters are the same."""
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


def _numbered(left: list[str], right: list[str]) -> tuple[Integers, Integers]:
    """Return numbers for the strings of both sides; equal strings have equal numbers, and '' is 0."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(chain(("",), left, right)))}
    ours, theirs = (
        np.fromiter(map(numbers.__getitem__, words), np.int64, len(words)) for words in (left, right)
    )
    return ours, theirs


def _once(words: Integers, run: int) -> tuple[Integers, Integers]:
    """Return a hash of each run of words that occurs once, and the position of the run."""
    mixed = words[: len(words) - run + 1].astype(np.uint64)
    for step in range(1, run):
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= words[step : len(words) - run + 1 + step].astype(np.uint64) + (mixed >> np.uint64(29))
    values, place, count = np.unique(mixed, return_index=True, return_counts=True)
    alone = count == 1
    return values[alone].view(np.int64), place[alone]


def _diagonal(left: Integers, right: Integers) -> tuple[Integers, Integers]:
    """Return the pairs of words in the best global alignment; one word is aligned with one word only.

    Args:
        left: three rows of numbers: for each word, for its first letters, and for its last letters.
        right: the same for the other side.
    """
    height, width = left.shape[1], right.shape[1]
    equal, *alike = (ours[:, None] == theirs for ours, theirs in zip(left, right, strict=True))
    known = left[1][:, None] > 0
    worth = np.where(equal, _SAME, np.where(known & (alike[0] | alike[1]), _SPELLED, _OTHER)).astype(np.int32)
    columns = np.arange(width + 1, dtype=np.int32)
    best = _GAP * columns
    goes_on = np.zeros((height, width), bool)
    goes_up = np.zeros((height, width), bool)
    for row in range(height):
        above = best + _GAP
        across = best[:-1] + worth[row]
        best = above.copy()
        np.maximum(best[1:], across, out=best[1:])
        # a step to the right costs the same everywhere, so the best value from the left is the running maximum
        best = np.maximum.accumulate(best - _GAP * columns) + _GAP * columns
        goes_up[row] = best[1:] == above[1:]
        goes_on[row] = best[1:] == across
    found = []
    row, column = height - 1, width - 1
    while row >= 0 and column >= 0:
        if goes_up[row, column]:
            row -= 1
        elif goes_on[row, column]:
            if worth[row, column] > _OTHER:
                found.append((row, column))
            row, column = row - 1, column - 1
        else:
            column -= 1
    rows, others = np.array(found[::-1], np.int64).reshape(-1, 2).T
    return rows, others


def _aligned(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return the aligned words of the best global alignment (Needleman and Wunsch 1970).

    Each item is (first word, number of words) of both sides. A word is aligned with one word, or with two or three
    words that are its parts.
    """
    cut = _cut(left, right) | {
        (row, column): (up, back) for (column, row), (back, up) in _cut(right, left).items()
    }
    best = [[_GAP * column for column in range(len(right) + 1)]]
    moves = [[(0, 1)] * (len(right) + 1)]
    for row, word in enumerate(left, 1):
        above = best[-1]
        current, chosen = [_GAP * row], [(1, 0)]
        for column, other in enumerate(right, 1):
            value, move = above[column] + _GAP, (1, 0)
            if current[-1] + _GAP > value:
                value, move = current[-1] + _GAP, (0, 1)
            worth = above[column - 1] + (
                _SAME if word == other else _SPELLED if similar(word, other) else _OTHER
            )
            if worth > value:
                value, move = worth, (1, 1)
            if (row, column) in cut:
                up, back = cut[row, column]
                worth = best[-up][column - back] + _SAME * max(up, back)
                if worth > value:
                    value, move = worth, (up, back)
            current.append(value)
            chosen.append(move)
        best.append(current)
        moves.append(chosen)
    found = []
    row, column = len(left), len(right)
    while row or column:
        up, back = moves[row][column]
        row, column = row - up, column - back
        if up and back:
            found.append((row, up, column, back))
    return found[::-1]


def _cut(whole: Sequence[str], pieces: Sequence[str]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return where one word of one side is two or three words of the other.

    The keys are the positions of the last words on both sides, counted from 1; the values are the numbers of words.
    """
    places: dict[str, list[int]] = {}
    for place, word in enumerate(whole, 1):
        places.setdefault(word, []).append(place)
    found = {}
    for size in (2, 3):
        for start in range(len(pieces) - size + 1):
            for place in places.get("".join(pieces[start : start + size]), ()):
                found[place, start + size] = (1, size)
    return found


def similar(one: str, other: str) -> bool:
    """Return whether two words are two spellings of one word: most of their letter pairs are the same (Dice 1945).

    A short word matches only an equal one.

    Examples:
        >>> similar("smith", "smyth"), similar("smith", "jones"), similar("colour", "color"), similar("he", "she")
        (True, False, True, False)
    """
    ours, theirs = _pairs(one), _pairs(other)
    if one == other or min(len(ours), len(theirs)) <= LETTERS:
        return one == other
    return 2 * len(ours & theirs) >= SIMILAR * (len(ours) + len(theirs))


@lru_cache(maxsize=1 << 16)
def _pairs(word: str) -> frozenset[str]:
    """Return the pairs of adjacent letters, including the edges of the word."""
    edged = f"^{word}$"
    return frozenset(edged[place : place + 2] for place in range(len(word) + 1))
