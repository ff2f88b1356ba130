"""The same characters in other tokens."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from corefeval.pairing.characters import WordMap, by_characters, first_difference


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("say “ so ” .", "say `` so '' ."),
        ('a "b"', "a ' ' b ''"),
        ("Zoe\u0308", "Zo e\u0308"),
        ("Zoë", "Zoe \u0308"),
        ("( x )", "-LRB-x-RRB-"),
        ("and\\/or", "and / or"),
        ("zero\u200bwidth", "zero width"),
        ("𝒜𝓃𝓃 😀!", "𝒜 𝓃𝓃😀 !"),
    ],
)
def test_what_makes_no_difference(key: str, response: str) -> None:
    """Kinds of quotes, also as two tokens, combining accents, escapes and zero-width characters make no difference."""
    assert by_characters(key.split(), response.split()) is not None


@pytest.mark.parametrize(("key", "response"), [("a b", "a c"), ("a", "a a"), ("Ann", "ann"), ("", "a")])
def test_what_makes_a_difference(key: str, response: str) -> None:
    """Other characters, and characters in another case, make a difference."""
    assert by_characters(key.split(), response.split()) is None


def test_how_many_words_are_there() -> None:
    """The count is the number of key words that share a character with a word of the response."""
    found = by_characters(["can", "not", "go"], ["cannot", "g", "o"])
    assert found is not None
    assert found.covered(3) == 3


def test_words_of_the_same_characters_cut_at_random() -> None:
    """The edges of each word equal those found character by character; empty words are at the next character or last word."""
    for seed in range(200):
        draw = random.Random(seed)
        text = "".join(draw.choice("abc") for _ in range(draw.randrange(1, 12)))
        ours, theirs = (_cut(draw, text) for _ in range(2))
        theirs = [word for one in theirs for word in (*(["\u200b"] if draw.random() < 0.2 else []), one)]
        theirs += ["\u200b"] * draw.randrange(2)
        owner = [number for number, word in enumerate(ours) for _ in word]
        edges = {sum(map(len, ours[:number])) for number in range(len(ours) + 1)}
        found = by_characters(ours, theirs)
        assert found is not None
        begin = 0
        for number, word in enumerate(theirs):
            size = len(word.replace("\u200b", ""))
            inside = owner[begin : begin + size] or [owner[begin] if begin < len(text) else len(ours) - 1]
            assert (found.first[number], found.last[number]) == (inside[0], inside[-1])
            assert found.begins[number] == (not size or begin in edges)
            assert found.ends[number] == (not size or begin + size in edges)
            begin += size


def _cut(draw: random.Random, text: str) -> list[str]:
    edges = [0, *(place for place in range(1, len(text)) if draw.random() < 0.4), len(text)]
    return [text[one:other] for one, other in pairwise(edges)]


def test_where_two_texts_part() -> None:
    """The first differing character equals a search of all; a number past the end means that the text ends there."""
    for seed in range(200):
        draw = random.Random(seed)
        one, other = ("".join(draw.choice("ab") for _ in range(draw.randrange(1, 8))) for _ in range(2))
        ours, theirs = _cut(draw, one), _cut(draw, other)
        same = next(
            (place for place in range(min(len(one), len(other))) if one[place] != other[place]),
            min(len(one), len(other)),
        )
        expected = None
        if one != other:
            expected = tuple(
                sum(sum(map(len, words[: number + 1])) <= same for number in range(len(words)))
                for words in (ours, theirs)
            )
        assert first_difference(ours, theirs) == expected


def test_the_same_words_stand_where_they_are() -> None:
    """Each word maps to itself as a whole and replaces none."""
    same = WordMap.same(3)
    assert (same.first.tolist(), same.last.tolist(), same.instead.tolist()) == (
        [0, 1, 2],
        [0, 1, 2],
        [-1] * 3,
    )
    assert same.begins.all()
    assert same.ends.all()
    assert same.is_same
    assert same.covered(3) == 3


def test_words_of_the_key_that_are_covered() -> None:
    """Each key word counts once, however many response words cover it; key words in between do not count."""
    always = np.ones(4, bool)
    first, last = np.array([0, 3, -1, 3]), np.array([1, 3, -1, 4])
    found = WordMap(first, last, always, always, np.full(4, -1, np.int64))
    assert [found.covered(words) for words in (5, 7)] == [4, 4]
    assert WordMap.same(3).covered(3) == 3


@pytest.mark.parametrize(
    ("ours", "theirs", "places"),
    [
        (["a", " ", "b"], ["a", "", "b"], [0, 1, 2]),
        (["a", " ", "  ", "b"], ["a", "\u200b", "", "b"], [0, 1, 2, 3]),
        (["a", " ", "b", "c"], ["a", "", "", "bc"], [0, 1, 2, 3]),
        ([" ", "a", " "], ["", "a", "\u00a0"], [0, 1, 2]),
    ],
)
def test_blank_words_are_the_blank_words_of_the_key(
    ours: list[str], theirs: list[str], places: list[int]
) -> None:
    """A blank word of the response maps to the key's blank word at the same position, so a mention may end with it."""
    found = by_characters(ours, theirs)
    assert found is not None
    assert found.last.tolist() == places
