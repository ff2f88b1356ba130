"""The auction with augmenting paths, compared with scipy's dense solver, and its progress reports."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefeval.arrays import Floats, Integers
from corefeval.pairing import assignment, auction

weights = st.fractions(Fraction(1, 20), 2, max_denominator=20).map(float)
tables = st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 7)), weights, min_size=1, max_size=40)


def edges(table: dict[tuple[int, int], float]) -> tuple[Integers, Integers, Floats]:
    """Return rows, columns and weights."""
    row, column = (np.array(each, np.int64) for each in zip(*table, strict=True))
    return row, column, np.array([*table.values()])


def random_edges(entities: int, mentions: int) -> tuple[Integers, Integers, Floats]:
    """Return φ4 of random entities of key and response."""
    rng = np.random.default_rng(5)
    key, response = (rng.integers(0, entities, mentions) for _ in range(2))
    code, shared = np.unique(key * entities + response, return_counts=True)
    row, column = code // entities, code % entities
    sizes, others = (np.bincount(side, minlength=entities) for side in (key, response))
    return row, column, 2 * shared / (sizes[row] + others[column])


def best(row: Integers, column: Integers, weight: Floats) -> float:
    """Return the largest sum, by scipy's dense solver."""
    table = np.zeros((int(row.max()) + 1, int(column.max()) + 1))
    table[row, column] = weight
    return float(table[linear_sum_assignment(table, maximize=True)].sum())


@pytest.mark.property
@given(tables, st.sampled_from([0, 1, 3, 300]), st.sampled_from([1e-4, 0.1, 1]))
def test_the_sum_is_the_optimum(table: dict[tuple[int, int], float], rounds: int, fine: float) -> None:
    """The sum is optimal for any length of the auction and any coarseness of bids."""
    row, column, weight = edges(table)
    chosen = auction.solve(row, column, weight, 8, 8, pace=auction.Pace(rounds, fine))
    assert weight[chosen].sum() == pytest.approx(best(row, column, weight), abs=1e-9)
    assert len(set(row[chosen].tolist())) == len(set(column[chosen].tolist())) == len(chosen)


@pytest.mark.parametrize("rounds", [50, 3000])
def test_a_random_response(rounds: int) -> None:
    """A block of 1,200 entities per side in which no edge is certain."""
    row, column, weight = random_edges(1200, 7200)
    chosen = auction.solve(row, column, weight, 1200, 1200, pace=auction.Pace(rounds))
    assert weight[chosen].sum() == pytest.approx(best(row, column, weight), abs=1e-9)


@pytest.fixture
def told() -> Iterator[list[tuple[str, int, int]]]:
    """Return the reported steps."""
    steps: list[tuple[str, int, int]] = []
    token = auction.watcher.set(lambda *step: steps.append(step))
    yield steps
    auction.watcher.reset(token)


def test_who_solves_what(told: list[tuple[str, int, int]]) -> None:
    """Huge blocks of whole numbers go to scipy, all others to the auction; both equal a dense matrix."""
    row, column, weight = random_edges(120, 720)
    sums = {}
    for dense in (0, 10**6):
        for name, each in (("parts", weight), ("whole", np.ceil(8 * weight))):
            sums[dense, name] = each[assignment.assign(row, column, each, dense=dense)].sum()
    assert sums[0, "parts"] == pytest.approx(sums[10**6, "parts"], abs=1e-9)
    assert sums[0, "whole"] == sums[10**6, "whole"]
    assert "auction, round" in {step for step, _, _ in told}
    told.clear()
    assignment.assign(row, column, np.ceil(8 * weight), dense=0)
    assert [step for step, _, _ in told] == ["rows at once"]


def test_it_is_reported_how_far_it_is(told: list[tuple[str, int, int]]) -> None:
    """Reports give the rounds of the auction and the corrected rows and columns, each from 0."""
    auction.solve(*random_edges(60, 360), 60, 60, pace=auction.Pace(rounds=20, often=1))
    assert [done for step, done, _ in told if step == "auction, round"] == [*range(20)]
    wrong = [(done, whole) for step, done, whole in told if step == "rows put right"]
    assert [done for done, _ in wrong] == [*range(wrong[0][1])]
