"""PlacedSpans that key and response share, compared with sets of words."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.pairing.shared_spans import (
    PlacedSpans,
    common_words,
    equal_pairs,
    is_inside,
    overlapping,
    starting_between,
)
from tests.corpora import Said, Text, corpus, pairs

Texts = dict[str, Text]


@pytest.mark.property
@given(pairs())
def test_common_words_are_those_of_both(both: tuple[Texts, Texts]) -> None:
    """The number of common words equals that of two sets, with gaps, zeros and documents."""
    ours, theirs = (PlacedSpans.of(corpus(texts)) for texts in both)
    if not len(ours.first) or not len(theirs.first):
        return
    rows, columns = (
        np.array(each)
        for each in zip(*product(range(len(ours.first)), range(len(theirs.first))), strict=True)
    )
    words = [[side.words(mention) for mention in range(len(side.first))] for side in (ours, theirs)]
    expected = [len(words[0][row] & words[1][column]) for row, column in zip(rows, columns, strict=True)]
    assert common_words(ours, theirs, rows, columns).tolist() == expected
    inside = [words[1][column] <= words[0][row] for row, column in zip(rows, columns, strict=True)]
    assert is_inside(ours, theirs, rows, columns).tolist() == inside


@pytest.mark.property
@given(st.lists(st.integers(0, 6)), st.lists(st.tuples(st.integers(0, 6), st.integers(-1, 4))))
def test_pairs_are_those_of_a_loop(points: list[int], bounds: list[tuple[int, int]]) -> None:
    """The pairs equal those of a loop, also for empty intervals; equal numbers are intervals of one point."""
    low = np.array([first for first, _ in bounds], np.int64)
    high = np.array([first + length for first, length in bounds], np.int64)
    there = np.array(points, np.int64)
    expected = [(i, j) for i in range(len(low)) for j in range(len(there)) if low[i] <= there[j] <= high[i]]
    assert (
        sorted(zip(*(each.tolist() for each in starting_between(there, low, high)), strict=True)) == expected
    )
    same = [(i, j) for i in range(len(low)) for j in range(len(there)) if low[i] == there[j]]
    assert sorted(zip(*(each.tolist() for each in equal_pairs(low, there)), strict=True)) == same


@pytest.mark.property
@given(pairs())
def test_overlaps_are_those_of_a_loop(both: tuple[Texts, Texts]) -> None:
    """Each pair of overlapping mentions is found once."""
    ours, theirs = (PlacedSpans.of(corpus(texts)) for texts in both)
    expected = [
        (i, j)
        for i in range(len(ours.first))
        for j in range(len(theirs.first))
        if ours.first[i] <= theirs.last[j] and theirs.first[j] <= ours.last[i]
    ]
    assert sorted(zip(*(each.tolist() for each in overlapping(ours, theirs)), strict=True)) == expected


def test_words_of_two_documents_are_apart() -> None:
    """Words of different documents are different, and a gap does not belong to a mention."""
    text = Text((False,) * 5, (Said(((2, 2),), 0), Said(((1, 1), (3, 3)), 0), Said(((0, 4),), 0)))
    spans = PlacedSpans.of(corpus({"a": text, "b": text}))
    words = [spans.words(mention) for mention in range(6)]
    assert [len(each) for each in words] == [1, 2, 5, 1, 2, 5]
    assert not set().union(*words[:3]) & set().union(*words[3:])
    assert not words[0] & words[1]
    assert words[0] | words[1] < words[2]
    assert spans.is_regular.tolist() == [True, False, True] * 2
    assert common_words(spans, spans, np.array([2, 2, 1]), np.array([1, 0, 2])).tolist() == [2, 1, 2]


def test_order_is_by_first_word_last_word_and_size() -> None:
    """The order is that of the official scorers: of two that begin together the shorter, then the one with fewer words."""
    spans = [((1, 3),), ((0, 4),), ((0, 0), (4, 4)), ((0, 2),), ((1, 1),)]
    text = Text((False,) * 5, tuple(Said(span, 0) for span in spans))
    found = PlacedSpans.of(corpus({"a": text}))
    expected = sorted(range(5), key=lambda row: (spans[row][0][0], spans[row][-1][1], len(found.words(row))))
    assert found.order().tolist() == expected == [3, 2, 1, 4, 0]
