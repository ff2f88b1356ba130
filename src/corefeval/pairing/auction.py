"""Maximum-weight assignment on one huge sparse block: exact, with progress reports, and interruptible.

Rows bid for columns until the prices are nearly right (the auction of Bertsekas 1988, all rows at once in arrays). Then
shortest augmenting paths correct the few remaining rows and columns one by one. Every path corrects one row or column
and spoils none, so the algorithm ends regardless of rounding. scipy's sparse solver is one call that cannot report
progress or be interrupted, and takes several times as long.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from contextvars import ContextVar
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefeval.arrays import Floats, Integers

Watcher = Callable[[str, int, int], object]
watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)
"""A function that receives the progress of a huge block: the step, the finished amount and the total."""

Edges = list[list[tuple[int, float]]]
"""For each row its columns and the weights of the edges to them."""


class Pace(NamedTuple):
    """The parameters of an auction; they change its speed, but the assignment is always optimal.

    Attributes:
        rounds: the largest number of rounds; the last rows might outbid each other for a long time.
        fine: the smallest raise of a bid, as a share of the largest weight. It is the possible error of prices after
            the auction.
        often: the number of steps between two progress reports.
    """

    rounds: int = 30_000
    fine: float = 1e-4
    often: int = 500


PACE = Pace()


def solve(
    row: Integers, column: Integers, weight: Floats, height: int, width: int, *, pace: Pace = PACE
) -> Integers:
    """Return the edges of an assignment with the largest sum of weights; weights are positive, and edges must be distinct."""
    order = np.lexsort((column, row))
    row, column, weight = row[order], column[order], weight[order]
    price, column_of = _auction(row, column, weight, (height, width), pace)
    profit = np.zeros(height)
    np.maximum.at(profit, row, weight - price[column])
    code = row * width + column
    taken = np.flatnonzero(column_of >= 0)
    edge = np.searchsorted(code, taken * width + column_of[taken])
    is_tight = profit[taken] + price[column_of[taken]] <= weight[edge]
    column_of[taken[~is_tight]] = -1
    taken = taken[is_tight]
    row_of = np.full(width, -1, np.int64)
    row_of[column_of[taken]] = taken
    mates = column_of.tolist(), row_of.tolist()
    edges = _edges(row, column, weight, height), _edges(column, row, weight, width)
    _put_right(edges, (profit.tolist(), price.tolist()), mates, pace.often)
    found = np.array(mates[0], np.int64)
    taken = np.flatnonzero(found >= 0)
    return order[np.searchsorted(code, taken * width + found[taken])]


def _auction(
    row: Integers, column: Integers, weight: Floats, shape: tuple[int, int], pace: Pace
) -> tuple[Floats, Integers]:
    """Return the prices of the columns and the column of each row (-1 for none); edges must be sorted by rows.

    A row bids for the column with the highest value minus price. Its bid is slightly above the price at which the next
    best column, or none, would be as good. The highest bid wins the column, and its previous owner bids again.
    """
    # Rows 0 and 1 with the weights 4 3 and 4 1, a least raise of 0.1; the first round:
    #
    #     edge      0  1  2  3       the edges of all rows that have no column (active)
    #     worth     4  3  4  1       weight minus price
    #     chosen    0     2          the best edge of each row: both want column 0
    #     bid       1.1   3.1        the raise: the best minus the next best, plus 0.1
    #     wins      1                row 1 buys column 0 for 3.1; in the next round row 0 buys column 1
    height, width = shape
    least = pace.fine * float(weight.max())
    start = np.searchsorted(row, np.arange(height + 1))
    price = np.zeros(width)
    column_of, row_of = np.full(height, -1, np.int64), np.full(width, -1, np.int64)
    active = np.flatnonzero(start[1:] > start[:-1])
    for number in range(pace.rounds):
        if not len(active):
            break
        if number % pace.often == 0:
            tell("auction, round", number, pace.rounds)
        degree = start[active + 1] - start[active]
        first = np.cumsum(degree) - degree
        edge = np.arange(int(degree.sum())) + np.repeat(start[active] - first, degree)
        worth = weight[edge] - price[column[edge]]
        best = np.maximum.reduceat(worth, first)
        is_best = np.flatnonzero(worth == np.repeat(best, degree))
        chosen = is_best[np.searchsorted(is_best, first)]
        worth[chosen] = 0.0
        bid = best - np.maximum(np.maximum.reduceat(worth, first), 0.0) + least
        wants = best > 0
        active, wanted = active[wants], column[edge[chosen[wants]]]
        offer = price[wanted] + bid[wants]
        order = np.lexsort((offer, wanted))
        wins = order[np.append(wanted[order][1:] != wanted[order][:-1], True)] if len(order) else order
        sold, buyer = wanted[wins], active[wins]
        before = row_of[sold]
        before = before[before >= 0]
        column_of[before] = -1
        row_of[sold], column_of[buyer], price[sold] = buyer, sold, offer[wins]
        outbid = np.ones(len(active), bool)
        outbid[wins] = False
        active = np.concatenate([active[outbid], before])
    return price, column_of


def _put_right(
    edges: tuple[Edges, Edges],
    prices: tuple[list[float], list[float]],
    mates: tuple[list[int], list[int]],
    often: int,
) -> None:
    """Match each unmatched row that has a price above 0, or lower its price to 0; then do the same for columns.

    No edge has a weight above the sum of its two prices, and a chosen edge has exactly that weight. The matching is
    optimal if all rows and columns with a price above 0 are matched. Everything is stored twice, for rows and for
    columns.
    """
    for side, step in enumerate(("rows put right", "columns put right")):
        price, mate = prices[side], mates[side]
        wrong = [each for each, of in enumerate(mate) if of < 0 and price[each] > 0]
        for number, each in enumerate(wrong):
            if number % often == 0:
                tell(step, number, len(wrong))
            if mate[each] < 0:
                _augment(each, edges[side], price, prices[1 - side], mate, mates[1 - side])


def _augment(
    start: int, edges: Edges, own: list[float], other: list[float], mate: list[int], host: list[int]
) -> None:
    """Follow the shortest path from a row to a free column, or to a row that is best left free.

    The length of an edge is the sum of its prices minus its weight (Dijkstra 1959). Prices change by the rest of the
    path. For a column, rows and columns are swapped.

    Args:
        start: the unmatched row.
        edges: the edges of each row.
        own: the prices of the rows.
        other: the prices of the columns.
        mate: the column of each row; -1 for none.
        host: the row of each column; -1 for none.
    """
    length: dict[int, float] = {}
    settled: dict[int, float] = {}
    came_from: dict[int, int] = {}
    heap: list[tuple[float, int]] = []
    at, so_far = start, 0.0
    seen = [(start, 0.0)]
    shortest, end, ends_free = own[start], start, True
    while True:
        for column, weight in edges[at]:
            reached = so_far + max(own[at] + other[column] - weight, 0.0)
            if column not in settled and reached < shortest and reached < length.get(column, shortest):
                length[column], came_from[column] = reached, at
                if host[column] < 0:
                    shortest, end, ends_free = reached, column, False
                else:
                    heapq.heappush(heap, (reached, column))
        while heap and heap[0][1] in settled:
            heapq.heappop(heap)
        if not heap or heap[0][0] >= shortest:
            break
        so_far, column = heapq.heappop(heap)
        settled[column] = so_far
        at = host[column]
        seen.append((at, so_far))
        if so_far + own[at] < shortest:
            shortest, end, ends_free = so_far + own[at], at, True
    for each, far in seen:
        own[each] = max(own[each] - max(shortest - far, 0.0), 0.0)
    for column, far in settled.items():
        other[column] += max(shortest - far, 0.0)
    if ends_free:
        own[end] = 0.0
        if end == start:
            return
        column, mate[end] = mate[end], -1
    else:
        column = end
    while True:
        at = came_from[column]
        before, mate[at], host[column] = mate[at], column, at
        if at == start:
            return
        column = before


def _edges(row: Integers, column: Integers, weight: Floats, height: int) -> Edges:
    """Return for each row its columns and the weights of its edges."""
    order = np.argsort(row, kind="stable")
    pairs = list(zip(column[order].tolist(), weight[order].tolist(), strict=True))
    bounds = np.searchsorted(row[order], np.arange(height + 1)).tolist()
    return [pairs[start:stop] for start, stop in pairwise(bounds)]


def tell(step: str, done: int, whole: int) -> None:
    """Report the progress of a step."""
    told = watcher.get()
    if told is not None:
        told(step, done, whole)
