"""Pairs of integers from Python are the same numbers, whichever way they are read, and nothing else is taken for one."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.corpus.tables import LOOKED_AT_TOGETHER, IntegerPairs

Named = namedtuple("Named", ["first", "last"])  # noqa: PYI024 - what a user may have

SMALL = st.integers(-(2**31), 2**31 - 1)
LARGE = st.integers(-(2**63), 2**63 - 1)
NO_INTEGER: st.SearchStrategy[Any] = st.sampled_from(
    [1.0, "i", b"i", None, (1,), [], 2**63, "", frozenset({1})]
)


def pairs_of(*members: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return tuples and lists of two of these."""
    member = st.one_of(*members)
    return st.one_of(st.tuples(member, member), st.lists(member, min_size=2, max_size=2))


@given(st.lists(pairs_of(SMALL, LARGE, st.booleans(), st.builds(np.int32, st.integers(-9, 9))), min_size=1))
def test_pairs_keep_their_numbers(items: list[Any]) -> None:
    """Integers of any kind and size are read as they are."""
    found = IntegerPairs.of(items)
    assert found is not None
    assert list(found) == [(int(first), int(last)) for first, last in items]


OTHERS = st.one_of(
    pairs_of(NO_INTEGER),
    st.tuples(SMALL, NO_INTEGER),
    st.lists(SMALL, max_size=5).filter(lambda item: len(item) != 2),
    st.sampled_from([{1, 2}, {1: 2}, "ab", b"ab", 7, None, Named(1, 2), range(2), np.array([1, 2])]),
)


@given(st.lists(pairs_of(SMALL)), OTHERS, st.lists(pairs_of(SMALL)))
def test_one_other_item_is_no_pair(before: list[Any], other: Any, after: list[Any]) -> None:
    """One item that is no pair of integers, in any place, leaves the reading to others."""
    assert IntegerPairs.of([*before, other, *after]) is None


@pytest.mark.parametrize("clusters", [1, LOOKED_AT_TOGETHER, 2 * LOOKED_AT_TOGETHER + 1])
def test_members_of_many_clusters(clusters: int) -> None:
    """Clusters are read in portions; their members stay in order."""
    given_clusters = [[(place, place + 1)] * (place % 3) for place in range(1, clusters + 1)]
    found = IntegerPairs.of_clusters(given_clusters)
    assert found is not None
    assert list(found) == [pair for cluster in given_clusters for pair in cluster]


def test_no_pairs() -> None:
    """Without any member nothing says what they would be."""
    assert IntegerPairs.of([]) is None
    assert IntegerPairs.of_clusters([[], []]) is None
