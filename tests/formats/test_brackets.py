"""Pairing brackets."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.formats.base import IrregularError
from corefeval.formats.brackets import pair, stable_order


def by_stacks(events: list[tuple[int, bool]]) -> set[tuple[int, int]] | None:
    """Pair with a stack for each group."""
    stacks: dict[int, list[int]] = defaultdict(list)
    pairs = set()
    for number, (group, opens) in enumerate(events):
        if opens:
            stacks[group].append(number)
        elif stacks[group]:
            pairs.add((stacks[group].pop(), number))
        else:
            return None
    return None if any(stacks.values()) else pairs


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=12))
def test_pairs_as_stacks_do(events: list[tuple[int, bool]]) -> None:
    """Sorting by group and depth pairs as one stack for each group does, and sees what is not balanced."""
    group = np.array([group for group, _ in events], np.int64)
    is_open = np.array([opens for _, opens in events], bool)
    expected = by_stacks(events)
    if expected is None:
        with pytest.raises(IrregularError):
            pair(group, is_open)
    else:
        opens, closes = pair(group, is_open)
        assert set(zip(opens.tolist(), closes.tolist(), strict=True)) == expected


def test_imbalance_of_two_groups_does_not_cancel_out() -> None:
    """One bracket too many here and one too few there is an error."""
    with pytest.raises(IrregularError):
        pair(np.array([0, 1]), np.array([True, False]))


@given(st.lists(st.integers(0, 5) | st.integers(0, 2**62)))
def test_order_is_stable(keys: list[int]) -> None:
    """The order is that of a stable sort, whether or not the row fits into the key."""
    expected = sorted(range(len(keys)), key=keys.__getitem__)
    assert stable_order(np.array(keys, np.int64)).tolist() == expected
