"""Parts of the alignment of a changed text, each compared with the best of all alignments."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

from corefeval.arrays import increasing
from corefeval.pairing.rewritten import (
    _GAP,
    _OTHER,
    _SAME,
    _SPELLED,
    LETTERS,
    RUNS,
    SIMILAR,
    SMALL,
    SQUARE,
    _aligned,
    _Alignment,
    _diagonal,
    _once,
    by_rewriting,
    similar,
)

Worth = Callable[[int, int], int]
Piece = tuple[int, int, int, int]
DRAWS = 250


def best(height: int, width: int, worth: Worth, additional: Callable[[int, int], list[Piece]]) -> int:
    """Return the value of the best alignment of so many words with so many, by the definition.

    Args:
        height: words of the one side.
        width: words of the other.
        worth: what two words that stand for each other are worth.
        additional: the pieces that end before two words: how many words of each side, their worth, 0.
    """

    @cache
    def value(row: int, column: int) -> int:
        if not row or not column:
            return _GAP * (row + column)
        ways = [
            value(row - 1, column) + _GAP,
            value(row, column - 1) + _GAP,
            value(row - 1, column - 1) + worth(row - 1, column - 1),
        ]
        ways += [value(row - up, column - back) + adds for up, back, adds, _ in additional(row, column)]
        return max(ways)

    return value(height, width)


def only_others(height: int, width: int) -> int:
    """Return the best value of a rectangle without similar words."""
    return best(height, width, lambda *_: _OTHER, lambda *_: [])


def value_of(found: Sequence[Piece], worths: Sequence[int], height: int, width: int) -> int:
    """Return the value of an alignment: its pieces, and the words between them, which match nothing."""
    total, row, column = 0, 0, 0
    for (first, rows, other, columns), worth in zip(found, worths, strict=True):
        assert first >= row
        assert other >= column
        total += worth + only_others(first - row, other - column)
        row, column = first + rows, other + columns
    return total + only_others(height - row, width - column)


def test_a_square_has_its_best_alignment() -> None:
    """The alignment along a diagonal has the value of the best of all alignments."""
    draw = random.Random(1)
    for _ in range(DRAWS):
        height, width = draw.randrange(1, 8), draw.randrange(1, 8)
        sides = [
            np.array(
                [[draw.randrange(1, 6) for _ in range(size)]]
                + [[draw.randrange(3) for _ in range(size)] for _ in "ab"]
            )
            for size in (height, width)
        ]
        left, right = sides

        def worth(row: int, column: int, left: np.ndarray = left, right: np.ndarray = right) -> int:
            if left[0, row] == right[0, column]:
                return _SAME
            is_alike = left[1, row] > 0 and any(left[kind, row] == right[kind, column] for kind in (1, 2))
            return _SPELLED if is_alike else _OTHER

        rows, columns = (found.tolist() for found in _diagonal(left, right))
        worths = [worth(row, column) for row, column in zip(rows, columns, strict=True)]
        found = [(row, 1, column, 1) for row, column in zip(rows, columns, strict=True)]
        assert min(worths, default=_SAME) > _OTHER
        assert value_of(found, worths, height, width) == best(height, width, worth, lambda *_: [])


def _texts(draw: random.Random) -> list[list[str]]:
    """Return two short texts; the words of one are those of the other, split, spelled differently, or replaced."""
    words = [draw.choice(("abc", "ab", "bcd", "colour", "smith", "a")) for _ in range(draw.randrange(1, 6))]
    spelled = {"colour": "color", "smith": "smyth"}
    copy: list[str] = []
    for word in words:
        whole = spelled.get(word, word)
        copy += draw.choice(([word], [whole], [word[:1], word[1:]], list(word[:3]), ["b"], []))
    texts = [words, [word for word in copy if word]]
    draw.shuffle(texts)
    return texts


def test_words_have_their_best_alignment() -> None:
    """Words that are equal, spelled differently, or split in two or three on either side get the best alignment."""
    draw = random.Random(2)
    cuts = set()
    for _ in range(DRAWS):
        left, right = _texts(draw)

        def worth(row: int, column: int, left: list[str] = left, right: list[str] = right) -> int:
            one, other = left[row], right[column]
            return _SAME if one == other else _SPELLED if similar(one, other) else _OTHER

        def cut(row: int, column: int, left: list[str] = left, right: list[str] = right) -> list[Piece]:
            return [
                (up, back, _SAME * max(up, back), 0)
                for up, back in ((1, 2), (1, 3), (2, 1), (3, 1))
                if up <= row
                and back <= column
                and "".join(left[row - up : row]) == "".join(right[column - back : column])
            ]

        found = _aligned(left, right)
        worths = [
            worth(row, column) if (rows, columns) == (1, 1) else _SAME * max(rows, columns)
            for row, rows, column, columns in found
        ]
        for row, rows, column, columns in found:
            assert (rows, columns) == (1, 1) or "".join(left[row : row + rows]) == "".join(
                right[column : column + columns]
            )
        cuts |= {(rows, columns) for _, rows, _, columns in found}
        assert value_of(found, worths, len(left), len(right)) == best(len(left), len(right), worth, cut)
    assert cuts == {(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)}


def test_the_longest_chain_of_all() -> None:
    """No increasing chain is longer, and of equally long ones the last value is the lowest."""
    draw = random.Random(3)
    for _ in range(DRAWS):
        values = draw.sample(range(20), draw.randrange(1, 8))
        found = increasing(np.array(values)).tolist()
        chosen = [values[row] for row in found]
        assert found == sorted(set(found))
        assert chosen == sorted(chosen)
        chains = [
            rows
            for size in range(1, len(values) + 1)
            for rows in combinations(range(len(values)), size)
            if all(values[one] < values[other] for one, other in pairwise(rows))
        ]
        longest = max(map(len, chains))
        assert len(found) == longest
        assert chosen[-1] == min(values[rows[-1]] for rows in chains if len(rows) == longest)


@pytest.mark.parametrize("run", [1, 2, 3, 6])
def test_runs_that_stand_once(run: int) -> None:
    """All runs that occur once are found with their positions; equal runs of two texts have equal hashes."""
    draw = random.Random(run)
    for size in (run, run + 1, 12, 40):
        texts = [[draw.randrange(3) for _ in range(size)] for _ in range(2)]
        numbers: dict[int, tuple[int, ...]] = {}
        for text in texts:
            runs = [tuple(text[place : place + run]) for place in range(size - run + 1)]
            counts = Counter(runs)
            values, places = _once(np.array(text), run)
            assert sorted(places.tolist()) == [place for place, each in enumerate(runs) if counts[each] == 1]
            for value, place in zip(values.tolist(), places.tolist(), strict=True):
                assert numbers.setdefault(value, runs[place]) == runs[place]
        assert len(set(numbers.values())) == len(numbers)


@pytest.mark.parametrize("run", RUNS)
def test_anchors_are_runs_that_stand_once_in_both(run: int) -> None:
    """In texts of distinct words all words of an ordered run are anchors, wherever the gap is; other words are not."""
    draw = random.Random(run)
    names = [f"word{number}" for number in range(60)]
    for _ in range(20):
        draw.shuffle(names)
        left = names[:40]
        right = [word if draw.random() > 0.15 else f"new{place}" for place, word in enumerate(left)]
        start, stop, begin, end = 3, 36, 3, 38
        alignment = _Alignment(left, right, np.full(40, -1, np.int64))
        here, there = alignment._anchors(start, stop, begin, end, run)
        assert here.tolist() == there.tolist()
        same = [start <= place < stop and left[place] == right[place] for place in range(40)]
        expected = {
            place + step
            for place in range(40 - run + 1)
            if all(same[place : place + run])
            for step in range(run)
        }
        assert here.tolist() == sorted(expected)


@pytest.mark.parametrize(("ours", "theirs"), [(0, 0), (0, 3), (3, 0), (2, 1)])
def test_anchors_at_the_start_of_a_text(ours: int, theirs: int) -> None:
    """The first word of a text can be an anchor, also after words that only the other text has."""
    same = [f"word{number}" for number in range(12)]
    left, right = (
        [f"{side}{number}" for number in range(size)] for side, size in (("x", ours), ("y", theirs))
    )
    alignment = _Alignment([*left, *same], [*right, *same], np.full(theirs + 12, -1, np.int64))
    for run in RUNS:
        here, there = alignment._anchors(0, ours + 12, 0, theirs + 12, run)
        assert here.tolist() == list(range(ours, ours + 12))
        assert there.tolist() == list(range(theirs, theirs + 12))


@pytest.mark.parametrize("ahead", [1, 60, 5000])
def test_what_stands_before_a_stretch_changes_nothing_in_it(ahead: int) -> None:
    """A long passage of few distinct words is aligned the same without the common words around it."""
    draw = random.Random(4)
    text = [draw.choice(("aaaa", "bbbb", "cccc", "dddd")) for _ in range(SQUARE + 90)]
    copy = [word for word in text if draw.random() > 0.15]
    text, copy = ["first", *text, "last"], ["start", *copy, "end"]
    assert len(text) * len(copy) > SMALL
    alone = by_rewriting(text, copy)
    before, behind = [f"b{number}" for number in range(ahead)], [f"z{number}" for number in range(7)]
    found = by_rewriting([*before, *text, *behind], [*before, *copy, *behind])
    assert found.first[:ahead].tolist() == list(range(ahead))
    inside = found.first[ahead:-7]
    assert np.where(inside >= 0, inside - ahead, -1).tolist() == alone.first.tolist()
    outside = np.arange(ahead + len(text), ahead + len(text) + 7)
    assert found.first[-7:].tolist() == outside.tolist()


def test_one_word_in_two_spellings() -> None:
    """Letter pairs, including the edges, are recounted: two thirds are enough, but not for short words."""
    draw = random.Random(5)
    answers = set()
    for _ in range(2000):
        one = "".join(draw.choice("abcdefgh") for _ in range(draw.randrange(1, 10)))
        letters = [draw.choice("abcdefgh") if draw.random() < 0.2 else letter for letter in one]
        other = "".join(letters[: len(letters) - draw.randrange(2)]) or "a"
        sides = [{f"^{word}$"[place : place + 2] for place in range(len(word) + 1)} for word in (one, other)]
        share = 2 * len(sides[0] & sides[1]) / (len(sides[0]) + len(sides[1]))
        is_long = min(map(len, sides)) > LETTERS
        assert similar(one, other) == (one == other or (is_long and share >= SIMILAR))
        answers.add((one == other, similar(one, other), is_long))
    assert len(answers) == 5


def test_spellings_are_words_and_their_first_and_last_letters() -> None:
    """Equal words, first and last three letters have equal numbers; short words have 0."""
    words = [
        "walk",
        "walks",
        "talk",
        "alk",
        "walking",
        "wal",
        "talking",
        "sulking",
        "lking",
        "king",
        "wals",
        "lang",
        "",
    ]
    sides = [*words[::2], "wake"], words
    left, right = _Alignment(*sides, np.full(len(words), -1, np.int64))._spellings
    for row, one in enumerate(sides[0]):
        for column, other in enumerate(sides[1]):
            assert (left[0, row] == right[0, column]) == (one == other)
            for kind, cut in ((1, slice(3)), (2, slice(-3, None))):
                letters = [word[cut] if len(word) >= LETTERS else "" for word in (one, other)]
                assert (left[kind, row] == right[kind, column]) == (letters[0] == letters[1])
                assert (left[kind, row] == 0) == (not letters[0])
