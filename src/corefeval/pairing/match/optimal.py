"""The optimal one-to-one assignment of mentions, with ties broken as in the official scorers.

A unique optimum is found by peeling, for the whole corpus at once. Otherwise the choice between equal optima decides
the score. The official scorers take the one that their solver reaches on the sorted matrix of all open mentions of a
document. That solver uses shortest augmenting paths (Crouse 2016), so documents with ties use the same matrix and
algorithm here. A document with more than LARGE cells, for which the official scorers need minutes, is first split into
its connected blocks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.pairing.assignment import best_other, blocks, is_among, solve_matrix

LARGE = 4_000_000
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of open mentions that could match.

    Attributes:
        row: the index of the key mention among the open key mentions, which are sorted within each document.
        column: the index of the response mention among the open response mentions.
        value: the quality of the match; only candidates with a positive value are chosen.
        row_document: the document of each open key mention, ascending.
        column_document: the document of each open response mention, ascending.
    """

    row: Integers
    column: Integers
    value: Floats
    row_document: Integers
    column_document: Integers


def optimal(candidates: Candidates, *, large: int = LARGE) -> Integers:
    """Return the chosen candidates (ascending); matrices of more than `large` cells are solved in blocks."""
    row, column, value = candidates.row, candidates.column, candidates.value
    certain, open_edges = _peel_strictly(row, column, value)
    if not len(open_edges):
        return np.sort(certain)
    document = candidates.row_document[row]
    tied = is_among(document, document[open_edges])
    edges = np.flatnonzero(tied & (value > 0))
    groups = np.split(edges, np.flatnonzero(np.diff(document[edges])) + 1)
    solved = [_solve_document(candidates, group, large) for group in groups]
    return np.sort(np.concatenate([certain[~tied[certain]], *solved]))


def _peel_strictly(row: Integers, column: Integers, value: Floats) -> tuple[Integers, Integers]:
    """Return (edges of every optimum, edges still open): like assignment.peel, but taking no edge that has a tie.

    Weights that differ only by rounding are a tie, so that the official solver's rounding decides.
    """
    certain = []
    alive = np.flatnonzero(value > 0)
    while len(alive):
        open_value = value[alive]
        others = best_other(row[alive], open_value) + best_other(column[alive], open_value)
        taken = alive[open_value > others + ROUNDING]
        if not len(taken):
            break
        certain.append(taken)
        alive = alive[~(is_among(row[alive], row[taken]) | is_among(column[alive], column[taken]))]
    return np.concatenate([np.zeros(0, np.int64), *certain]), alive


def _solve_document(candidates: Candidates, edges: Integers, large: int) -> Integers:
    """Return the chosen edges of one document, from the matrix of all its open mentions."""
    row, column = candidates.row[edges], candidates.column[edges]
    document = int(candidates.row_document[row[0]])
    top, bottom = np.searchsorted(candidates.row_document, [document, document + 1])
    left, right = np.searchsorted(candidates.column_document, [document, document + 1])
    if (bottom - top) * (right - left) <= large:
        shape = int(bottom - top), int(right - left)
        return edges[solve_matrix(row - top, column - left, candidates.value[edges], shape)]
    solved = []
    for block in blocks(candidates.row, candidates.column, edges):
        rows, columns = (
            np.unique(side[block], return_inverse=True)[1] for side in (candidates.row, candidates.column)
        )
        shape = int(rows.max()) + 1, int(columns.max()) + 1
        solved.append(block[solve_matrix(rows, columns, candidates.value[block], shape)])
    return np.concatenate(solved)
