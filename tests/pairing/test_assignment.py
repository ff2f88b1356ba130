"""The sparse assignment against scipy's dense one, and its shortcuts against each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefeval.pairing import assignment

pytestmark = pytest.mark.property


@st.composite
def tables(draw: st.DrawFn) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return a small matrix with zeros and ties."""
    height, width = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = draw(st.lists(st.integers(0, 4), min_size=height * width, max_size=height * width))
    return np.array(cells, float).reshape(height, width)


def edges(
    table: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> tuple[
    np.ndarray[tuple[int], np.dtype[np.int64]],
    np.ndarray[tuple[int], np.dtype[np.int64]],
    np.ndarray[tuple[int], np.dtype[np.float64]],
]:
    """Return the non-zero cells."""
    row, column = (index.astype(np.int64) for index in np.nonzero(table))
    return row, column, table[row, column]


def best(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> float:
    """Return the optimum by scipy's dense solver."""
    return float(table[linear_sum_assignment(table, maximize=True)].sum())


@given(tables())
def test_the_sum_is_the_optimum(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Peeling and small blocks reach the dense optimum, one to one."""
    row, column, weight = edges(table)
    chosen = assignment.assign(row, column, weight)
    assert weight[chosen].sum() == pytest.approx(best(table))
    assert len(set(row[chosen].tolist())) == len(set(column[chosen].tolist())) == len(chosen)


@given(tables())
def test_peeled_edges_belong_to_an_optimum(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """The edges from peeling plus the optimum of the rest give the optimum of the whole."""
    row, column, weight = edges(table)
    chosen, rest = assignment.peel(row, column, weight)
    left = np.zeros_like(table)
    left[row[rest], column[rest]] = weight[rest]
    assert weight[chosen].sum() + best(left) == pytest.approx(best(table))


@given(tables())
def test_few_edges_are_peeled_as_many_are(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Loops and arrays take the same edges, also in ties, and leave the same ones open."""
    many, few = assignment.peel(*edges(table)), assignment.peel_few(*edges(table))
    assert sorted(few[0].tolist()) == sorted(many[0].tolist())
    assert few[1].tolist() == many[1].tolist()


@given(tables())
def test_few_edges_have_the_blocks_of_many(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Loops and arrays find the same blocks, with their edges in the same order."""
    row, column, _ = edges(table)
    if not len(row):
        assert assignment.blocks_of_few(row, column, row) == []
        return
    every = np.arange(len(row))
    many, few = assignment.blocks(row, column, every), assignment.blocks_of_few(row, column, every)
    assert sorted(block.tolist() for block in few) == sorted(block.tolist() for block in many)


@given(tables())
def test_dense_and_sparse_solvers_agree(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Python, scipy's dense solver and scipy's sparse solver find the same value for a block."""
    row, column, weight = edges(table)
    if not len(row):
        return
    expected = best(table)
    limits = {"small": (99, 99), "dense": (0, 10**9), "sparse": (0, 0)}
    for name, (direct, dense) in limits.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(assignment, "DIRECT", direct)
            patch.setattr(assignment, "DENSE", dense)
            assert weight[assignment.solve(row, column, weight)].sum() == pytest.approx(expected), name


def test_a_large_random_block_is_left_to_scipy() -> None:
    """One component of 300 by 300 with noise everywhere has the dense optimum."""
    table = np.random.default_rng(7).random((300, 300)) * (np.random.default_rng(8).random((300, 300)) < 0.2)
    row, column, weight = edges(table)
    assert weight[assignment.assign(row, column, weight)].sum() == pytest.approx(best(table))


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 4), st.integers(0, 2**32 - 1))
def test_ties_are_broken_as_scipy_breaks_them(height: int, width: int, values: int, seed: int) -> None:
    """Matrices of a few small numbers, most of them tied, tall and wide."""
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, values + 1, (height, width)) / rng.integers(1, 4, (height, width))
    matrix *= rng.random((height, width)) < 0.5
    rows, columns = assignment.augmenting_paths(matrix)
    expected_rows, expected_columns = linear_sum_assignment(matrix, maximize=True)
    assert rows.tolist() == expected_rows.tolist()
    assert columns.tolist() == expected_columns.tolist()


def test_three_thousand_tied_matrices() -> None:
    """The number of matrices with which the specification was checked."""
    rng = np.random.default_rng(1)
    for _ in range(3000):
        matrix = rng.integers(0, 3, rng.integers(1, 9, 2)).astype(float)
        assert [part.tolist() for part in assignment.augmenting_paths(matrix)] == [
            part.tolist() for part in linear_sum_assignment(matrix, maximize=True)
        ]


@pytest.mark.parametrize("size", [(320, 330), (330, 320)])
def test_a_large_matrix_is_solved_for_its_largest_sum(size: tuple[int, int]) -> None:
    """A matrix above the limit goes to scipy's solver."""
    matrix = np.random.default_rng(2).random(size)
    assert matrix.size > assignment.SMALL
    rows, columns = assignment.augmenting_paths(matrix)
    assert matrix[rows, columns].sum() == pytest.approx(
        matrix[linear_sum_assignment(matrix, maximize=True)].sum()
    )
    assert len(rows) == len(set(columns.tolist())) == min(size)
