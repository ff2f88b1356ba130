"""Our shortest augmenting paths take the same of several optima as scipy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefeval.pairing.assignment import SMALL, augmenting_paths

pytestmark = pytest.mark.property


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 4), st.integers(0, 2**32 - 1))
def test_ties_are_broken_as_scipy_breaks_them(height: int, width: int, values: int, seed: int) -> None:
    """Matrices of a few small numbers, most of them tied, tall and wide."""
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, values + 1, (height, width)) / rng.integers(1, 4, (height, width))
    matrix *= rng.random((height, width)) < 0.5
    rows, columns = augmenting_paths(matrix)
    expected_rows, expected_columns = linear_sum_assignment(matrix, maximize=True)
    assert rows.tolist() == expected_rows.tolist()
    assert columns.tolist() == expected_columns.tolist()


def test_three_thousand_tied_matrices() -> None:
    """The number the specification was checked with."""
    rng = np.random.default_rng(1)
    for _ in range(3000):
        matrix = rng.integers(0, 3, rng.integers(1, 9, 2)).astype(float)
        assert [part.tolist() for part in augmenting_paths(matrix)] == [
            part.tolist() for part in linear_sum_assignment(matrix, maximize=True)
        ]


@pytest.mark.parametrize("size", [(320, 330), (330, 320)])
def test_a_large_matrix_is_solved_for_its_largest_sum(size: tuple[int, int]) -> None:
    """More cells than are solved here: scipy's solver is asked for the same."""
    matrix = np.random.default_rng(2).random(size)
    assert matrix.size > SMALL
    rows, columns = augmenting_paths(matrix)
    assert matrix[rows, columns].sum() == pytest.approx(
        matrix[linear_sum_assignment(matrix, maximize=True)].sum()
    )
    assert len(rows) == len(set(columns.tolist())) == min(size)
