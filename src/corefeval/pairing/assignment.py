"""Maximum-weight one-to-one assignment on a sparse table, for whole corpora at once.

Real coreference tables are nearly diagonal. Peeling takes the edges that certainly belong to some optimum, using
arrays. The remaining small blocks are solved here. A rare large block goes to scipy or, if its weights are not whole
numbers, to an auction (auction.py). scipy could solve all blocks, but importing its solvers costs more time than scoring
a corpus. They are imported only for large blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from corefeval.arrays import NO_INTEGERS, Booleans, Floats, Integers, components
from corefeval.pairing import auction

FEW = 96
"""The largest number of edges for which Python loops are faster than arrays."""
DIRECT = 24
"""The largest number of rows or columns of a block that is solved in Python."""
DENSE = 4_000_000
"""The largest number of cells of a block that is solved as a dense matrix."""


def assign(row: Integers, column: Integers, weight: Floats, *, dense: int = DENSE) -> Integers:
    """Return the edges (ascending) of an assignment with the largest sum of weights.

    Edges are (row, column, weight) with positive weights, each pair at most once; a pair without an edge has weight 0.
    Blocks of more than `dense` cells are solved without a matrix.
    """
    chosen, rest = (peel_few if len(row) <= FEW else peel)(row, column, weight)
    if len(rest):
        found = [
            block[solve(row[block], column[block], weight[block], dense=dense)]
            for block in (blocks_of_few if len(rest) <= FEW else blocks)(row, column, rest)
        ]
        chosen = np.concatenate([chosen, *found])
    chosen.sort()
    return chosen


def peel(row: Integers, column: Integers, weight: Floats) -> tuple[Integers, Integers]:
    """Return (edges of an optimum, edges still open).

    Compare an edge with the best other edge of its row plus the best other edge of its column. If its weight is at
    least as large, it is in some optimum: an assignment without this edge can exchange those two edges for it. Taking
    it removes its row and column, which may free others. This repeats until nothing changes.
    """
    chosen = [NO_INTEGERS]
    alive = np.flatnonzero(weight > 0)
    while len(alive):
        own_row, own_column, own = row[alive], column[alive], weight[alive]
        rivals = best_other(own_row, own)
        rivals += best_other(own_column, own)
        taken = alive[own >= rivals]
        if not len(taken):
            break
        taken = _without_conflicts(row, column, taken)
        chosen.append(taken)
        alive = alive[~(is_among(own_row, row[taken]) | is_among(own_column, column[taken]))]
    return np.concatenate(chosen), alive


def _count(groups: Integers) -> int:
    """Return the largest number plus 1."""
    return int(groups.max(initial=-1)) + 1


def peel_few(row: Integers, column: Integers, weight: Floats) -> tuple[Integers, Integers]:
    """Return the same as `peel`, without arrays, for training loops that score a few documents at a time."""
    rows, columns, weights = row.tolist(), column.tolist(), weight.tolist()
    chosen: list[int] = []
    alive = [edge for edge, each in enumerate(weights) if each > 0]
    while alive:
        (best_of_row, second_of_row), (best_of_column, second_of_column) = (
            _two_best(group, weights, alive) for group in (rows, columns)
        )
        taken = []
        for edge in alive:
            own, at, below = weights[edge], rows[edge], columns[edge]
            best, other = best_of_row[at], best_of_column[below]
            if own >= (second_of_row[at] if own == best else best) + (
                second_of_column[below] if own == other else other
            ):
                taken.append(edge)
        if not taken:
            break
        first_of_row = {rows[edge]: edge for edge in reversed(taken)}
        first_of_column = {columns[first_of_row[each]]: each for each in sorted(first_of_row, reverse=True)}
        taken_rows = {*first_of_column.values()}
        chosen += [first_of_row[each] for each in taken_rows]
        alive = [
            edge for edge in alive if rows[edge] not in taken_rows and columns[edge] not in first_of_column
        ]
    return np.array(chosen, np.int64), np.array(alive, np.int64)


def _two_best(
    group: list[int], weight: list[float], edges: list[int]
) -> tuple[dict[int, float], dict[int, float]]:
    """Return for each group the largest and the second largest weight of its edges; 0 if there is none."""
    best = dict.fromkeys(group, 0.0)
    second = best.copy()
    for edge in edges:
        own, place = weight[edge], group[edge]
        if own > best[place]:
            best[place], second[place] = own, best[place]
        elif own > second[place]:
            second[place] = own
    return best, second


def best_other(group: Integers, weight: Floats) -> Floats:
    """Return for each edge the weight of the best other edge of its group, 0 if there is none; weights are positive."""
    groups = _count(group)
    best, second = np.zeros(groups), np.zeros(groups)
    np.maximum.at(best, group, weight)
    found = best[group]
    is_best = weight == found
    np.maximum.at(second, group, np.where(is_best, 0.0, weight))
    is_only = is_best & (np.bincount(group[is_best], minlength=groups) == 1)[group]
    found[is_only] = second[group[is_only]]
    return found


def _without_conflicts(row: Integers, column: Integers, edges: Integers) -> Integers:
    """Return the edges without conflicts: at most one edge per row and per column.

    Two edges of one row are both good only if their weights are equal and nothing else competes; then either is
    optimal. The first of a row and of a column is kept.
    """
    if np.bincount(row[edges]).max() == 1 == np.bincount(column[edges]).max():
        return edges
    edges = edges[np.unique(row[edges], return_index=True)[1]]
    return edges[np.unique(column[edges], return_index=True)[1]]


def is_among(values: Integers, chosen: Integers) -> Booleans:
    """Return which values are among the chosen ones."""
    flags = np.zeros(max(_count(values), _count(chosen)), bool)
    flags[chosen] = True
    found: Booleans = flags[values]
    return found


def blocks(row: Integers, column: Integers, edges: Integers) -> list[Integers]:
    """Return the connected blocks of these edges, of which there is at least one."""
    rows = np.unique(row[edges], return_inverse=True)[1]
    columns = np.unique(column[edges], return_inverse=True)[1]
    of_edge = connected(rows, columns)[rows]
    order = np.argsort(of_edge, kind="stable")
    return np.split(edges[order], np.flatnonzero(np.diff(of_edge[order])) + 1)


def blocks_of_few(row: Integers, column: Integers, edges: Integers) -> list[Integers]:
    """Return the same as `blocks`, without arrays: a block grows by each edge that shares a row or a column with it."""
    found: dict[int, list[int]] = {}
    block_of_row: dict[int, int] = {}
    block_of_column: dict[int, int] = {}
    for edge, at, below in zip(edges.tolist(), row[edges].tolist(), column[edges].tolist(), strict=True):
        own = block_of_row.setdefault(at, block_of_column.get(below, edge))
        other = block_of_column.setdefault(below, own)
        found.setdefault(own, []).append(edge)
        if own != other:
            found[own] += found.pop(other)
            for block_of in (block_of_row, block_of_column):
                block_of.update({place: own for place, block in block_of.items() if block == other})
    return [np.array(sorted(block), np.int64) for block in found.values()]


def connected(row: Integers, column: Integers) -> Integers:
    """Return for each row the lowest row that is connected with it through columns."""
    rows = _count(row)
    return components(row, rows + column, rows + _count(column))[:rows]


def solve(row: Integers, column: Integers, weight: Floats, *, dense: int = DENSE) -> Integers:
    """Return the edges of an optimum of one block."""
    row_list, column_list = row.tolist(), column.tolist()
    place_of_row = {each: place for place, each in enumerate(dict.fromkeys(row_list))}
    place_of_column = {each: place for place, each in enumerate(dict.fromkeys(column_list))}
    rows = [place_of_row[each] for each in row_list]
    columns = [place_of_column[each] for each in column_list]
    height, width = len(place_of_row), len(place_of_column)
    if max(height, width) <= DIRECT:
        return np.array(
            _solve_small(tuple(rows), tuple(columns), tuple(weight.tolist()), height, width), np.int64
        )
    if height * width > dense:
        # with whole numbers there is no rounding, and scipy's solver is fast if many weights are equal
        sparse = _solve_sparse if np.array_equal(weight, np.rint(weight)) else auction.solve
        return sparse(np.array(rows), np.array(columns), weight, height, width)

    return solve_matrix(np.array(rows), np.array(columns), weight, (height, width))


@lru_cache(maxsize=1 << 12)
def _solve_small(
    rows: tuple[int, ...], columns: tuple[int, ...], weight: tuple[float, ...], height: int, width: int
) -> list[int]:
    """Return the edges of an optimum of a small block, by shortest augmenting paths (Kuhn 1955, Munkres 1957) in Python.

    Results are cached: if a response is repaired in thousands of ways, most blocks have been solved before.
    """
    if height > width:
        return _solve_small(columns, rows, weight, width, height)
    if height == 2:
        return _solve_two_rows(rows, columns, weight)
    cost = [[0.0] * width for _ in range(height)]
    edge = {}
    for number, (row, column, value) in enumerate(zip(rows, columns, weight, strict=True)):
        cost[row][column] = -value
        edge[row, column] = number
    infinite = float("inf")
    row_potential, column_potential = [0.0] * height, [0.0] * (width + 1)
    row_of = [-1] * (width + 1)  # the last column is the start of every path
    for start in range(height):
        row_of[width] = start
        at = width
        least, came_from, done = [infinite] * width, [width] * width, [False] * (width + 1)
        while row_of[at] >= 0:
            done[at] = True
            current = row_of[at]
            step, following = infinite, -1
            for j in range(width):
                if not done[j]:
                    reduced = cost[current][j] - row_potential[current] - column_potential[j]
                    if reduced < least[j]:
                        least[j], came_from[j] = reduced, at
                    if least[j] < step:
                        step, following = least[j], j
            for j in range(width + 1):
                if done[j]:
                    row_potential[row_of[j]] += step
                    column_potential[j] -= step
                elif j < width:
                    least[j] -= step
            at = following
        while at != width:
            row_of[at] = row_of[came_from[at]]
            at = came_from[at]
    pairs = ((row_of[j], j) for j in range(width) if row_of[j] >= 0)
    return [edge[pair] for pair in pairs if pair in edge]


def _solve_two_rows(rows: Sequence[int], columns: Sequence[int], weight: Sequence[float]) -> list[int]:
    """Return the best pair of edges of two rows in different columns, or the best single edge; most blocks are this small."""
    first = [number for number, row in enumerate(rows) if row == 0]
    second = [number for number, row in enumerate(rows) if row == 1]
    best, chosen = max((weight[number], [number]) for number in range(len(rows)))
    for one in first:
        for other in second:
            if columns[one] != columns[other] and weight[one] + weight[other] > best:
                best, chosen = weight[one] + weight[other], [one, other]
    return chosen


def _solve_sparse(row: Integers, column: Integers, weight: Floats, height: int, width: int) -> Integers:
    """Return the edges of an optimum of one huge block.

    It is a full matching in which every row may also take a column of its own with weight 0.
    """
    from scipy.sparse import csr_matrix  # noqa: PLC0415 - see the module's docstring
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching  # noqa: PLC0415 - same

    auction.tell("rows at once", 0, height)
    top = float(weight.max()) + 1.0
    own = np.arange(height)
    table = csr_matrix(
        (
            np.concatenate([top - weight, np.full(height, top)]),
            (np.concatenate([row, own]), np.concatenate([column, width + own])),
        ),
        shape=(height, width + height),
    )
    rows, columns = min_weight_full_bipartite_matching(table)
    taken = columns < width
    code = row * width + column
    order = np.argsort(code)
    return order[np.searchsorted(code[order], rows[taken].astype(np.int64) * width + columns[taken])]


def solve_matrix(row: Integers, column: Integers, weight: Floats, shape: tuple[int, int]) -> Integers:
    """Return the edges of an optimum of one block, from a matrix of this shape, ordered by rows."""
    edge, value = np.full(shape, -1), np.zeros(shape)
    edge[row, column], value[row, column] = np.arange(len(row)), weight
    found = edge[augmenting_paths(value)]
    return found[found >= 0]


SMALL = 100_000
"""The largest number of cells of a matrix that is solved here."""


def augmenting_paths(value: Floats) -> tuple[Integers, Integers]:
    """Return rows and columns of a one-to-one assignment with the largest sum, by rows.

    The method is shortest augmenting paths; ties are broken as in scipy (Crouse 2016).
    """
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
    """Return rows and columns with the least sum of costs; there must be at least as many columns as rows."""
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
    """Return the index of the least distance; of equal ones the last free column, or the first if none is free."""
    least = np.flatnonzero(distance == distance.min())
    free = least[is_free[least]]
    return int(free[-1]) if len(free) else int(least[0])
