"""Columns of tags and shapes of words as numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefeval.linguistics.tags import UNIVERSAL, has_feature, known_tags, numbers, shapes
from corefeval.text import TextColumn

WORDS = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12), max_size=30)


@given(st.lists(st.sampled_from([*UNIVERSAL, "", "_", "NOUNS", "PROPERNOUN", "nn"]), max_size=50))
def test_known_tags_finds_exactly_the_names(tags: list[str]) -> None:
    """Each row has the index of its name; other texts have -1."""
    found = known_tags(TextColumn.of(tags), UNIVERSAL)
    assert found.number.tolist() == [UNIVERSAL.index(tag) if tag in UNIVERSAL else -1 for tag in tags]
    assert found.any_of("NOUN VERB").tolist() == [tag in {"NOUN", "VERB"} for tag in tags]


@given(WORDS)
def test_shapes_are_those_of_python(words: list[str]) -> None:
    """The shapes computed from bytes equal those of Python's str."""
    found = shapes(TextColumn.of(words))
    assert found.is_capitalised.tolist() == [word[:1].isupper() for word in words]
    assert found.is_capitals.tolist() == [word.isupper() for word in words]
    assert found.is_alphabetic.tolist() == [word[:1].isalpha() for word in words]
    assert found.is_word.tolist() == [any(c.isalnum() or c == "_" for c in word) for word in words]


def test_numbers_are_read_and_everything_else_is_zero() -> None:
    """Heads are numbers; '_' and texts count as 0."""
    assert numbers(TextColumn.of(["0", "12", "_", "", "3a", "1234567890", "007"])).tolist() == [
        0,
        12,
        0,
        0,
        0,
        0,
        7,
    ]


def test_features_are_compared_whole() -> None:
    """A feature has a name and one of several values; a prefix of a value is not the value."""
    column = TextColumn.of(["Poss=Yes|PronType=Int,Rel", "_", "PronType=Relative", "Poss=Yes"])
    rows = np.arange(4)
    assert has_feature(column, rows, "PronType=Rel").tolist() == [True, False, False, False]
    assert has_feature(column, rows, "Poss=Yes", "PronType=Relative").tolist() == [True, False, True, True]
    assert not has_feature(None, rows, "Poss=Yes").any()
