"""Texts with known changes: the words of a changed copy are found at their origin."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from corefeval.pairing.rewritten import by_rewriting

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class Edited:
    """A text and a changed copy.

    Attributes:
        ours: the words of the text.
        theirs: those of the copy.
        rows: of each word of the copy the first and last word of the text that it stands for, (-1, -1) if none.
        begins: whether it begins where the first of them does.
        ends: whether it ends where the last does.
        instead: the word in whose place it stands, -1 if none.
    """

    ours: list[str] = field(default_factory=list)
    theirs: list[str] = field(default_factory=list)
    rows: list[tuple[int, int]] = field(default_factory=list)
    begins: list[bool] = field(default_factory=list)
    ends: list[bool] = field(default_factory=list)
    instead: list[int] = field(default_factory=list)

    def put(
        self,
        word: str,
        row: int = -1,
        last: int = -1,
        *,
        begins: bool = True,
        ends: bool = True,
        instead: int = -1,
    ) -> None:
        """Add a word to the copy."""
        self.theirs.append(word)
        self.rows.append((row, row if last < 0 else last))
        self.begins.append(begins)
        self.ends.append(ends)
        self.instead.append(instead)


def edited(draw: random.Random, words: int, kinds: str, apart: int = 4) -> Edited:
    """Return a text of different words, and a copy with a change every few words.

    Args:
        draw: where chance comes from.
        words: how many words the text has at least.
        kinds: letters of the changes: d words left out, a added, s spelled otherwise, o another word, c cut, j joined.
        apart: how many words are the same between two changes.
    """

    def new() -> str:
        return "".join(draw.choice(LETTERS) for _ in range(8))

    found = Edited()
    while len(found.ours) < words:
        for _ in range(apart + draw.randrange(3)):
            found.ours.append(new())
            found.put(found.ours[-1], len(found.ours) - 1)
        row, word = len(found.ours), new()
        match draw.choice(kinds):
            case "d":
                found.ours += [new() for _ in range(draw.randrange(1, 9))]
            case "a":
                for _ in range(draw.randrange(1, 9)):
                    found.put(new())
            case "s":
                found.ours.append(word)
                found.put(word[:3] + draw.choice(LETTERS) + word[4:], row)
            case "o":
                found.ours.append(word)
                found.put(new(), instead=row)
            case "c":
                found.ours.append(word)
                found.put(word[:3], row, ends=False)
                found.put(word[3:], row, begins=False)
            case _:
                found.ours += [word[:5], word[5:]]
                found.put(word, row, row + 1)
    return found


@pytest.mark.parametrize("kinds", [*"dasocj", "dasocj"])
@pytest.mark.parametrize("words", [1, 12, 40, 400])
def test_every_change_is_found(kinds: str, words: int) -> None:
    """Each kind of change is found, alone and together, in texts aligned by words and by anchors."""
    for seed in range(6 if words < 400 else 2):
        text = edited(random.Random(f"{kinds}/{words}/{seed}"), words, kinds)
        found = by_rewriting(text.ours, text.theirs)
        assert list(zip(found.first.tolist(), found.last.tolist(), strict=True)) == text.rows
        known = [row for row, (first, _) in enumerate(text.rows) if first >= 0]
        assert found.begins[known].tolist() == [text.begins[row] for row in known]
        assert found.ends[known].tolist() == [text.ends[row] for row in known]
        assert found.instead.tolist() == text.instead


@pytest.mark.parametrize("words", [5, 30, 200, 600])
def test_words_that_stand_often(words: int) -> None:
    """In a text with few distinct words, found words are equal or similar, in order, and most are found."""
    for seed in range(4):
        draw = random.Random(f"{words}/{seed}")
        ours = [draw.choice(("the", "dog", "cat", "saw", "barn", "and")) for _ in range(words)]
        theirs = [word for word in ours if draw.random() > 0.1]
        first = by_rewriting(ours, theirs).first
        rows = first[first >= 0]
        assert (rows[1:] > rows[:-1]).all()
        assert all(ours[row] == word for row, word in zip(first.tolist(), theirs, strict=True) if row >= 0)
        assert len(rows) >= 0.9 * len(theirs)


def test_nothing_in_common() -> None:
    """Another text, one of words with signs, an empty one and a missing one match nothing."""
    assert by_rewriting(["aaaa"], ["1]", "(b)"]).first.tolist() == [-1, -1]
    assert by_rewriting(["aaaa", "bbbb"], ["cccc", "dddd", "eeee"]).first.tolist() == [-1, -1, -1]
    assert by_rewriting([], ["a"]).first.tolist() == [-1]
    assert by_rewriting(["a"], []).first.tolist() == []


@pytest.mark.parametrize("few", [1, 2, 5, 8])
def test_a_few_words_of_a_long_text(few: int) -> None:
    """A copy may be a piece of the text, or contain the text between its own words."""
    draw = random.Random(few)
    words = ["".join(draw.choice(LETTERS) for _ in range(8)) for _ in range(600)]
    piece = words[300 : 300 + few]
    assert by_rewriting(words, piece).first.tolist() == list(range(300, 300 + few))
    assert by_rewriting(piece, words).first.tolist() == [-1] * 300 + list(range(few)) + [-1] * (300 - few)
