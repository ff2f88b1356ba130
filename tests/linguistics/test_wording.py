"""Relations between wordings."""

from __future__ import annotations

import pytest

from corefeval.linguistics.truecase import folded
from corefeval.linguistics.wording import (
    Word,
    Wording,
    is_acronym,
    is_covered,
    is_initial,
    is_repetition,
    same_word,
)


def words(text: str) -> Wording:
    """Return the words of a text without lemmas."""
    return tuple(Word(form, folded(form)) for form in text.split())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("Obama", "OBAMA", True), ("Sąjunga", "Sajunga", True), ("Grybauskaitė", "Grybauskaitės", True),
     ("Lietuva", "Lietuvos", True), ("cat", "cats", False), ("president", "presidium", True), ("house", "mouse", False)],
)  # fmt: skip
def test_words_are_equal_by_form_or_inflection(one: str, other: str, same: bool) -> None:
    """Case, accents and endings do not matter; short words must be equal."""
    assert same_word(*words(f"{one} {other}")) is same
    assert same_word(*words(f"{other} {one}")) is same


@pytest.mark.parametrize(
    ("form", "expected"),
    [("B.", True), ("B", True), ("J.-P.", True), ("b.", False), ("Mr.", False), ("BA", False), ("4.", False)],
)
def test_initials(form: str, expected: bool) -> None:
    """Initials are one or two capitals with points."""
    assert is_initial(form) is expected


def test_covering_uses_each_word_once() -> None:
    """'New York New' is not covered by 'New York City'."""
    assert is_covered(words("York"), words("New York"))
    assert not is_covered(words("New York New"), words("New York City"))
    assert not is_covered(words("B. Obama"), words("Barack Obama"))
    assert is_covered(words("B. Obama"), words("Barack Obama"), initials=True)
    assert not is_covered(words("C. Obama"), words("Barack Obama"), initials=True)
    assert is_repetition(words("Obama Barack"), words("Barack Obama"))


def test_acronyms_are_initials_of_all_or_of_the_first_words() -> None:
    """EU abbreviates two words; acronyms of three or more letters may omit words at the end."""
    assert is_acronym(words("EU"), words("European Union"))
    assert is_acronym(words("U.S.A."), words("United States America"))
    assert is_acronym(words("FTA"), words("free trade area agreement"))
    assert not is_acronym(words("FT"), words("free trade area"))
    assert not is_acronym(words("fta"), words("free trade area"))
    assert not is_acronym(words("EU"), words("Union"))
