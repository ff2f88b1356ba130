"""The same characters in other tokens."""

from __future__ import annotations

import pytest

from corefeval.pairing.characters import by_characters


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
    """Kinds of quotes, also as two tokens, accents as characters of their own, escapes, and what takes no room."""
    assert by_characters(key.split(), response.split()) is not None


@pytest.mark.parametrize(("key", "response"), [("a b", "a c"), ("a", "a a"), ("Ann", "ann"), ("", "a")])
def test_what_makes_a_difference(key: str, response: str) -> None:
    """Other characters, also in another case."""
    assert by_characters(key.split(), response.split()) is None


def test_how_many_words_are_there() -> None:
    """Words of the key that share a character with one of the response."""
    found = by_characters(["can", "not", "go"], ["cannot", "g", "o"])
    assert found is not None
    assert found.covered(3) == 3
