"""Columns of text: what is gathered and numbered is what was put in."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefeval.text import TextColumn

STRINGS = st.lists(
    st.one_of(st.text(max_size=12), st.sampled_from(["", "a", "a\0", "abcdefg", "abcdefgh", "abcdefgh\0"]))
)


@given(STRINGS)
def test_codes_number_the_different_strings_in_sorted_order(strings: list[str]) -> None:
    """Short and long strings, empty ones and NUL bytes at the end are told apart."""
    codes, names = TextColumn.of(strings).codes()
    assert names == sorted(set(strings), key=str.encode)
    assert [names[code] for code in codes.tolist()] == strings


@given(STRINGS, st.data())
def test_take_gathers_any_items_in_any_order(strings: list[str], data: st.DataObject) -> None:
    """Items may repeat, overlap and be empty."""
    places = data.draw(st.lists(st.integers(0, len(strings) - 1))) if strings else []
    taken = TextColumn.of(strings).take(np.array(places, np.int64))
    assert list(taken) == [strings[place] for place in places]


def test_words_are_the_first_eight_bytes() -> None:
    """Longer strings are cut, shorter ones filled with zeros."""
    words = TextColumn.of(["", "ab", "abcdefghi"]).words()
    assert [int(word).to_bytes(8, "little") for word in words] == [bytes(8), b"ab\0\0\0\0\0\0", b"abcdefgh"]
