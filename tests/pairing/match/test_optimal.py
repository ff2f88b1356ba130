"""The optimal assignment of mentions equals scipy's on the whole matrix of a document, including ties."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefeval.pairing.match import optimal as module
from corefeval.pairing.match.optimal import Candidates, optimal

pytestmark = pytest.mark.property

Document = tuple[int, int, list[tuple[int, int, int]]]
"""Open mentions of the key, of the response, and candidates: row, column, value in quarters."""


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Return the open mentions of a document and its candidates; few distinct values, so that many tie."""
    height, width = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    cells = [(row, column) for row in range(height) for column in range(width)]
    chosen = draw(st.lists(st.sampled_from(cells), unique=True)) if cells else []
    return height, width, [(*cell, draw(st.integers(1, 4))) for cell in sorted(chosen)]


def gathered(texts: list[Document]) -> Candidates:
    """Return the candidates of all documents."""
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    of_row: list[int] = []
    of_column: list[int] = []
    for number, (height, width, cells) in enumerate(texts):
        for row, column, value in cells:
            rows.append(len(of_row) + row)
            columns.append(len(of_column) + column)
            values.append(value / 4)
        of_row += [number] * height
        of_column += [number] * width
    whole = [np.array(each, np.int64) for each in (rows, columns, of_row, of_column)]
    return Candidates(whole[0], whole[1], np.array(values, np.float64), whole[2], whole[3])


def by_scipy(texts: list[Document]) -> list[int]:
    """Return the candidates that scipy chooses, document by document."""
    found, number = [], 0
    for height, width, cells in texts:
        matrix = np.zeros((height, width))
        place = {}
        for row, column, value in cells:
            matrix[row, column] = value / 4
            place[row, column] = number
            number += 1
        taken = zip(*linear_sum_assignment(-matrix), strict=True)
        found += [place[pair] for pair in ((int(row), int(column)) for row, column in taken) if pair in place]
    return sorted(found)


@given(st.lists(documents(), min_size=1, max_size=3))
def test_the_official_solver_decides(texts: list[Document]) -> None:
    """Of equal optima, the one that scipy finds on the matrix of all open mentions is chosen, up to LARGE cells."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LARGE", 25)
        assert optimal(gathered(texts)).tolist() == by_scipy(texts)


@given(st.lists(documents(), min_size=1, max_size=3))
def test_large_documents_are_solved_in_blocks(texts: list[Document]) -> None:
    """Above LARGE cells any optimum is accepted: as good as scipy's, one to one, and of candidates only."""
    candidates = gathered(texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LARGE", 0)
        found = optimal(candidates)
    assert len(set(candidates.row[found])) == len(set(candidates.column[found])) == len(found)
    assert candidates.value[found].sum() == pytest.approx(candidates.value[by_scipy(texts)].sum())


def test_what_differs_by_rounding_is_a_tie() -> None:
    """0.1 + 0.2 and 0.3 are a tie, so the solver's own rounding decides."""
    rows, columns = np.array([0, 0, 1]), np.array([0, 1, 0])
    value = np.array([0.1 + 0.2, 0.1, 0.2])
    certain, still_open = module._peel_strictly(rows, columns, value)
    assert (certain.tolist(), still_open.tolist()) == ([], [0, 1, 2])
    certain, still_open = module._peel_strictly(rows, columns, value + np.array([1e-6, 0, 0]))
    assert (certain.tolist(), still_open.tolist()) == ([0], [])


@pytest.mark.parametrize("size", [(2, 2), (1, 3)])
def test_small_blocks_one_by_one(size: tuple[int, int]) -> None:
    """All small matrices, solved in blocks, have the best sum, only candidates, and none twice."""
    cells = list(product(range(size[0]), range(size[1])))
    for values in product(range(4), repeat=len(cells)):
        text = (*size, [(*cell, value) for cell, value in zip(cells, values, strict=True) if value])
        candidates = gathered([text])
        found = optimal(candidates, large=0)
        assert len(set(candidates.row[found])) == len(set(candidates.column[found])) == len(found)
        assert candidates.value[found].sum() == candidates.value[by_scipy([text])].sum()


def test_what_stands_before_a_document_does_not_make_it_large() -> None:
    """Of equal optima the official solver's is chosen, as for the document alone."""
    draw = random.Random(3)
    cells = list(product(range(4), range(4)))
    before: Document = (4, 4, [(0, 0, 4)])
    for _ in range(100):
        text: Document = (4, 4, [(*cell, draw.choice((1, 2, 2))) for cell in cells if draw.random() < 0.6])
        assert optimal(gathered([before, before, text]), large=16).tolist() == by_scipy(
            [before, before, text]
        )
