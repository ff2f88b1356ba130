"""Words of a rewritten text: their positions after any changes, and run time linear in the text."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
import pytest

from corefeval.pairing.rewritten import (
    RUNS,
    SMALL,
    SQUARE,
    _Alignment,
    _diagonal,
    by_rewriting,
    similar,
)


@pytest.mark.parametrize(
    ("key", "copy", "first"),
    [
        # an added title does not take the first word of the text
        ("Anna met Ben .", "Anna and Ben Anna met Ben .", [-1, -1, -1, 0, 1, 2, 3]),
        ("Anna met Ben .", "The old Anna Anna met Ben .", [-1, -1, -1, 0, 1, 2, 3]),
        (
            "Al ran . Anna met Ben .",
            "Al ran . Anna and Ben Anna met Ben .",
            [0, 1, 2, -1, -1, -1, 3, 4, 5, 6],
        ),
        # a dropped sentence is dropped as a whole
        ("The old man left . The young man cried .", "The young man cried .", [5, 6, 7, 8, 9]),
        (
            "Hi ! The old man left . The young man cried .",
            "Hi ! The young man cried .",
            [0, 1, 7, 8, 9, 10, 11],
        ),
        ("x The old man left . The young man cried .", "The young man cried .", [6, 7, 8, 9, 10]),
        # other repeated words may be either
        ("and she said she left", "and she left", [0, 1, 4]),
        ("and she left", "and she and she left", [-1, -1, 0, 1, 2]),
        ("now and she left", "now and she and she left", [0, 1, 2, -1, -1, 3]),
    ],
)
def test_added_and_dropped_words_are_whole_sentences(key: str, copy: str, first: list[int]) -> None:
    """Of equally good alignments the one counts that does not tear a sentence apart."""
    assert by_rewriting(key.split(), copy.split()).first.tolist() == first


@pytest.mark.parametrize(
    ("key", "copy", "first", "last"),
    [
        ("a “Smith” came", "a ( Smith ) came", [0, -1, 1, -1, 2], [0, -1, 1, -1, 2]),
        ("( Smith ) came", "Smith), came", [1, 3], [2, 3]),
        ("he cannot go home", "he can not gone home", [0, 1, 1, -1, 3], [0, 1, 1, -1, 3]),
        ("東京 に 行く 。", "東 京へ 行く。", [0, 0, 2], [0, 0, 3]),
        ("Smith . Then", "Jones. Then", [-1, 2], [-1, 2]),
        ("हिन्दी भाषा", "हिन्दी की भाषा", [0, -1, 1], [0, -1, 1]),
    ],
)
def test_words_stand_where_their_pieces_do(key: str, copy: str, first: list[int], last: list[int]) -> None:
    """Signs, clitics and scripts without blanks may be tokenised differently; a sign alone does not match its word."""
    found = by_rewriting(key.split(), copy.split())
    assert (found.first.tolist(), found.last.tolist()) == (first, last)


def test_edges_inside_words_are_known() -> None:
    """'Mary' of the key's 'Mary-Ann' begins with it and ends inside it."""
    found = by_rewriting(["so", "Mary-Ann", "left"], ["so", "Mary", "and", "Ann", "left"])
    assert found.first.tolist() == [0, 1, -1, 1, 2]
    assert found.begins.tolist() == [True, True, True, False, True]
    assert found.ends.tolist() == [True, False, True, True, True]


@pytest.mark.parametrize(
    ("one", "other"), [("he", "she"), ("his", "this"), ("them", "these"), ("____", "_____")]
)
def test_short_words_are_not_spelled_otherwise(one: str, other: str) -> None:
    """Pronouns that share letters are different words."""
    assert not similar(one, other)


def test_a_word_in_the_place_of_another_is_reported() -> None:
    """'Zyx' is not in the text; it replaces 'old'."""
    found = by_rewriting(["the", "old", "man"], ["the", "Zyx", "man"])
    assert (found.first.tolist(), found.instead.tolist()) == ([0, -1, 2], [-1, 1, -1])


def test_a_word_that_is_there_in_part_stands_in_no_others_place() -> None:
    """'Mary-Bob' matches by its first piece, also as the first word of the text; its other piece replaces no word."""
    for before in ([], ["so"]):
        found = by_rewriting([*before, "Mary-Ann", "left"], [*before, "Mary-Bob", "left"])
        assert found.first.tolist() == list(range(len(before) + 2))
        assert found.instead.tolist() == [-1] * (len(before) + 2)


def test_a_word_in_the_place_of_several_stands_for_the_first() -> None:
    """If a word that is not in the text has several pieces, the first decides which word it replaces."""
    found = by_rewriting(["so", "aaaa", "-", "bbbb", "left"], ["so", "cccc-dddd", "left"])
    assert (found.first.tolist(), found.instead.tolist()) == ([0, -1, 4], [-1, 1, -1])
    found = by_rewriting(["aaaa", "-", "bbbb", "left"], ["cccc-dddd", "left"])
    assert (found.first.tolist(), found.instead.tolist()) == ([-1, 3], [0, -1])


def test_the_first_of_two_copies_behind_another_word() -> None:
    """A word that replaces the first word of the text is not part of a repeated passage."""
    passage = ["one", "two", "three", "four", "five", "six", "seven", "."]
    tail = ["then", "eight", "came", "."]
    for before in ([], ["so"]):
        text = [*before, "Alpha", *passage, *tail]
        copy = [*before, "Zyx", *passage, *passage, *tail]
        at = len(before)
        found = by_rewriting(text, copy)
        assert found.first.tolist() == [
            *range(at), -1, *range(at + 1, at + 9), *[-1] * 8, *range(at + 9, at + 13)
        ]  # fmt: skip
        assert found.instead[at] == at


def test_the_first_of_two_copies_stands_for_the_passage() -> None:
    """If the copy repeats a sentence, the following text does not move its end to the second copy."""
    text = ["one", "two", "three", "four", "five", "six", "seven", ".", "then", "eight", "came", "."]
    copy = text[:8] * 2 + text[8:]
    assert by_rewriting(text, copy).first.tolist() == [*range(8), *[-1] * 8, *range(8, 12)]


def test_a_word_said_twice_is_the_one_next_to_its_neighbours() -> None:
    """A few repeated words stay where the alignment puts them."""
    found = by_rewriting(["he", "saw", "the", "dog", "run"], ["he", "saw", "the", "the", "dog", "run"])
    assert len(found.first) < RUNS[0] + 1
    assert sorted(found.first.tolist()) == [-1, 0, 1, 2, 3, 4]


def test_a_long_stretch_is_aligned_along_its_diagonal() -> None:
    """Without a run that occurs once, equal words are still found, across the edges of squares."""
    draw = random.Random(1)
    text = [draw.choice("abc") for _ in range(3 * SQUARE)]
    copy = [word for word in text if draw.random() > 0.02]
    found = by_rewriting(text, copy).first
    there = found[found >= 0]
    assert (np.diff(there) > 0).all()
    assert len(there) > 0.97 * len(copy)
    assert all(text[place] == word for place, word in zip(found.tolist(), copy, strict=True) if place >= 0)


def test_a_long_stretch_in_another_spelling() -> None:
    """Without any equal word, other spellings are found along the diagonal; words that only begin alike are different."""
    draw = random.Random(2)
    text, copy, expected = [], [], []
    for place in range(60):
        word = "".join(draw.choice("bcdfghklmnpr") for _ in range(9))
        is_spelled = place % 4 > 0
        text.append(word)
        copy.append(word[:4] + "x" + word[5:] if is_spelled else word[:3] + "wwwwww")
        expected.append(place if is_spelled else -1)
    assert len(text) * len(copy) > SMALL
    assert by_rewriting(text, copy).first.tolist() == expected


def test_the_best_alignment_of_a_square() -> None:
    """Equal words count most, then words with equal first or last letters."""
    left = np.array([[1, 2, 3, 4], [0, 5, 0, 6], [0, 7, 0, 8]])
    right = np.array([[1, 9, 4], [0, 5, 6], [0, 9, 8]])
    rows, columns = _diagonal(left, right)
    assert (rows.tolist(), columns.tolist()) == ([0, 1, 3], [0, 1, 2])


def _noisy(size: int) -> tuple[list[str], list[str]]:
    draw = random.Random(size)
    text = [f"w{int(2000 * draw.random() ** 3)}" for _ in range(size)]
    return text, [word if draw.random() > 0.05 else "other" for word in text if draw.random() > 0.05]


def _periodic(size: int) -> tuple[list[str], list[str]]:
    return ["a", "b"] * (size // 2), ["b", "a", "a"] * (size // 3)


def _foreign(size: int) -> tuple[list[str], list[str]]:
    draw = random.Random(size)
    return tuple([f"{side}{draw.randrange(3000)}" for _ in range(size)] for side in "xy")  # type: ignore[return-value]


@pytest.mark.parametrize("text", [_noisy, _periodic, _foreign])
def test_time_grows_with_the_text(text: Callable[[int], tuple[list[str], list[str]]]) -> None:
    """Eight times the words take about eight times the time, not sixty-four: copies, two repeated words, another text."""

    def spent(size: int) -> float:
        pair = text(size)
        start = time.process_time()
        by_rewriting(*pair)
        return time.process_time() - start

    spent(100)
    assert min(spent(12_000) for _ in range(2)) < 20 * max(spent(1_500) for _ in range(3))


@pytest.mark.parametrize(("key", "copy"), [([], ["a-b"]), (["a-b"], []), ([], []), (["a-b"], ["c+d"])])
def test_nothing_in_common(key: list[str], copy: list[str]) -> None:
    """An empty text on either side, and words without any matching piece, give no matches."""
    found = by_rewriting(key, copy)
    assert found.first.tolist() == [-1] * len(copy)
    assert found.covered(len(key)) == 0


def test_a_sign_alone_does_not_stand_for_a_word_with_a_line_in_it() -> None:
    """Of 'foo_bar!' only the sign is in the text, so the word is not."""
    found = by_rewriting(["x", "!", "y"], ["foo_bar!", "y"])
    assert found.first.tolist() == [-1, 2]
    found = by_rewriting(["foo_bar", "y"], ["foo_bar!", "y"])
    assert found.first.tolist() == [0, 1]


def test_the_largest_gap_that_is_aligned_at_once() -> None:
    """With 20 words on each side most keep their order: a moved passage of six does not count more."""
    moved = [f"moved{number}" for number in range(6)]
    words = [f"word{number}" for number in range(14)]
    changed = [f"other{number}" if number % 5 == 4 else word for number, word in enumerate(words)]
    assert len(moved + words) * len(changed + moved) == SMALL
    found = by_rewriting(moved + words, changed + moved).first.tolist()
    assert found[:14] == [-1 if number % 5 == 4 else 6 + number for number in range(14)]
    assert found[14:] == [-1] * 6


def test_longer_runs_come_first() -> None:
    """A run of six words outweighs five passages of three, although these have more words."""
    moved = [f"moved{number}" for number in range(6)]
    left, right = (
        [
            word
            for number in range(5)
            for word in (*(f"x{number}{place}" for place in "abc"), f"{side}{number}")
        ]
        for side in ("ours", "theirs")
    )
    assert len(moved + left) * len(right + moved) > SMALL
    assert by_rewriting(moved + left, right + moved).first.tolist() == [-1] * 20 + list(range(6))


@pytest.mark.parametrize(("ours", "theirs"), [(1, 0), (0, 1), (1, 700), (700, 1), (700, 700)])
def test_squares_are_those_of_the_stretch(ours: int, theirs: int) -> None:
    """The alignment of a passage along its diagonal does not depend on its position in the text."""
    draw = random.Random(5)
    left = [draw.choice(("aaaa", "bbbb", "cccc")) for _ in range(300)]
    right = [word for word in left[40:] if draw.random() > 0.1]
    sizes = len(left), len(right)
    alone = _Alignment(left, right, np.full(sizes[1], -1, np.int64))
    rows, columns = alone._along_the_diagonal(0, sizes[0], 0, sizes[1])
    longer = _Alignment(["x"] * ours + left, ["y"] * theirs + right, np.full(theirs + sizes[1], -1, np.int64))
    found = longer._along_the_diagonal(ours, ours + sizes[0], theirs, theirs + sizes[1])
    assert len(rows) > 0.9 * sizes[1]
    assert [found[0].tolist(), found[1].tolist()] == [(rows + ours).tolist(), (columns + theirs).tolist()]
