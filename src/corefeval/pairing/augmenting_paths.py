"""One assignment problem by shortest augmenting paths, ties broken as scipy breaks them (Crouse 2016).

Written here although scipy has it: the matrices are small and few, and importing scipy's solver takes longer
than scoring a corpus. Large matrices are left to scipy.
"""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers

SMALL = 100_000
"""Matrices of at most so many cells are solved here."""


def augmenting_paths(value: Floats) -> tuple[Integers, Integers]:
    """Return rows and columns of a one-to-one assignment with the largest sum, by rows."""
    if value.size > SMALL:
        from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - see the module's docstring

        found = linear_sum_assignment(value, maximize=True)
        return found[0].astype(np.int64), found[1].astype(np.int64)
    if value.shape[1] < value.shape[0]:
        columns, rows = _column_of_each_row(-value.T)
        order = np.argsort(rows)
        return rows[order], columns[order]
    return _column_of_each_row(-value)


def _column_of_each_row(cost: Floats) -> tuple[Integers, Integers]:
    """Return rows and columns with the least sum of costs; there are at least as many columns as rows."""
    height, width = cost.shape
    row_potential, column_potential = np.zeros(height), np.zeros(width)
    row_of, column_of = np.full(width, -1, np.int64), np.full(height, -1, np.int64)
    for start in range(height):
        shortest = np.full(width, np.inf)
        came_from = np.full(width, -1, np.int64)
        remaining = np.arange(width - 1, -1, -1)
        rows_seen, columns_seen = [start], []
        row, distance = start, 0.0
        while True:
            reduced = distance + cost[row, remaining] - row_potential[row] - column_potential[remaining]
            better = reduced < shortest[remaining]
            nearer = remaining[better]
            shortest[nearer], came_from[nearer] = reduced[better], row
            index = _nearest(shortest[remaining], row_of[remaining] < 0)
            column = int(remaining[index])
            distance = float(shortest[column])
            columns_seen.append(column)
            remaining[index] = remaining[-1]
            remaining = remaining[:-1]
            if row_of[column] < 0:
                break
            row = int(row_of[column])
            rows_seen.append(row)
        others = np.array(rows_seen[1:], np.int64)
        row_potential[start] += distance
        row_potential[others] += distance - shortest[column_of[others]]
        column_potential[columns_seen] -= distance - shortest[columns_seen]
        while True:
            row = int(came_from[column])
            row_of[column] = row
            column_of[row], column = column, int(column_of[row])
            if row == start:
                break
    return np.arange(height), column_of


def _nearest(distance: Floats, is_free: Booleans) -> int:
    """Return the place of the least distance: of equal ones the last that is free, else the first."""
    least = np.flatnonzero(distance == distance.min())
    free = least[is_free[least]]
    return int(free[-1]) if len(free) else int(least[0])
