"""Helper functions for arrays."""

from __future__ import annotations

import numpy as np
import pytest

from corefeval.arrays import increasing, largest, smallest


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        ([1, 2, 5], [0, 1, 2]),
        ([3, 1, 2, 4, 0], [1, 2, 3]),
        ([2, 1], [1]),
        ([1, 1], [1]),
        ([5, 0, 6, 1, 2, 7, 3], [1, 3, 4, 6]),
    ],
)
def test_the_longest_increasing_selection(values: list[int], expected: list[int]) -> None:
    """The chain is as long as possible; of equally long ones, the one with the lowest end."""
    assert increasing(np.array(values, np.int64)).tolist() == expected


@pytest.mark.parametrize("values", [[0], [3, -1, 7, 7], [-5, -(1 << 62), 1 << 62]])
def test_the_smallest_and_the_largest(values: list[int]) -> None:
    """They are Python integers."""
    found = smallest(np.array(values, np.int64)), largest(np.array(values, np.int64))
    assert found == (min(values), max(values))
    assert {*map(type, found)} == {int}
