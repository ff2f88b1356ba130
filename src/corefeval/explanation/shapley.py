"""The costs of error classes and single errors: scores of repaired responses, and Shapley values of the classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import factorial
from typing import TypeVar

import numpy as np

from corefeval.arrays import Floats, Integers, Ragged
from corefeval.columns import Column, DataRow, data, to_row
from corefeval.explanation.errors import ErrorClass
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.repairs import Repairer, Variants
from corefeval.metrics.base import Metric, MetricOfParts
from corefeval.problems import CorefevalError, Problem
from corefeval.settings import Settings

BATCH = 1 << 20
"""Mentions repaired at a time; bounds the memory."""

ROUNDING = 1e-9

Columns = dict[str, Floats]

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Cost(DataRow):
    """The cost of one error class under one metric, in points of F1 (0 to 100).

    Attributes:
        error_class: the class.
        count: the number of errors.
        alone: the gain from repairing only this class.
        last: the gain from repairing it when all others are repaired.
        progressive: the gain after the classes before it in the order of repair.
        shapley: the mean gain over all orders of repair; these add up to 100 - F1.
    """

    error_class: ErrorClass
    count: int
    alone: float
    last: float
    progressive: float
    shapley: float

    DATA = (
        *data("count"),
        Column("", name="points", of=partial(to_row, data("alone", "last", "progressive", "shapley"))),
    )


@dataclass(frozen=True, slots=True)
class Attribution(DataRow):
    """How the lost points of a metric are divided among the error classes.

    Attributes:
        metric: its full name.
        f1: the score of the unrepaired response, the fraction that score() gives.
        repaired: the score with everything repaired: 1, or the score of a key against itself if that is
            undefined (NaN) or, with 0/0 as 0, below 1.
        costs: one for each class, in the order of repair.
        path: the classes that occur, the costliest first (by Shapley value), each with the score after repairing it
            and all classes before it; () where a score is undefined.
    """

    metric: str
    f1: float
    repaired: float
    costs: tuple[Cost, ...]
    path: tuple[tuple[ErrorClass, float], ...]

    DATA = (
        *data("f1", "repaired"),
        Column("", name="classes", of=lambda one: {cost.error_class.label: cost for cost in one.costs}),
    )

    def __getitem__(self, error_class: ErrorClass) -> Cost:
        """Return the cost of one class."""
        return next(cost for cost in self.costs if cost.error_class is error_class)


def needs_more(metric: Metric) -> bool:
    """Return whether a metric needs more than entities; a repaired response has nothing else."""
    return any(part.needs for part in (metric, *metric.averaged))


def adds_over_groups(metric: Metric) -> bool:
    """Return whether a metric's counts, or the sums behind them, are sums over confusion groups."""
    if metric.documents != "pool":
        return False
    if not metric.is_average:
        return metric.adds_over_groups
    return all(part.adds_over_groups and not isinstance(part, MetricOfParts) for part in metric.averaged)


@dataclass(frozen=True, eq=False)
class RepairGains:
    """Caches the gain of each repair, for several metrics at once.

    Attributes:
        shop: where the responses are repaired, group by group.
        metrics: the metrics.
        settings: the settings for undefined values.
    """

    shop: Repairer
    metrics: Sequence[Metric]
    settings: Settings

    @cached_property
    def _unrepaired(self) -> dict[str, Columns]:
        """The counts of each metric in each unrepaired unit."""
        none = np.zeros(0, np.int64)
        return self._count(Variants(np.arange(len(self.shop.mentions)), none, none))

    def _count(self, variants: Variants) -> dict[str, Columns]:
        """Return the counts of each metric in each variant."""
        pieces: dict[str, list[Mapping[str, Floats]]] = {metric.full_name: [] for metric in self.metrics}
        for batch in self._batches(variants):
            pairing = self.shop.repair(batch)
            for metric in self.metrics:
                counts = (
                    metric.count_parts(pairing)
                    if isinstance(metric, MetricOfParts)
                    else pairing.count(metric)
                )
                pieces[metric.full_name].append(counts.columns)
        return {
            name: {column: np.concatenate([piece[column] for piece in several]) for column in several[0]}
            for name, several in pieces.items()
        }

    def _batches(self, variants: Variants) -> Iterator[Variants]:
        """Split into batches of about equal size; at least one, which may be empty."""
        size = self.shop.mentions.sizes[variants.unit]
        batch = np.cumsum(size) // BATCH
        edges = [0, *(np.flatnonzero(np.diff(batch)) + 1).tolist(), len(variants)]
        for start, stop in pairwise(edges):
            yield variants.between(start, stop)

    def _differences(self, variants: Variants) -> dict[str, Columns]:
        """Return the change of each metric's counts by each variant."""
        before, after = self._unrepaired, self._count(variants)
        return {
            name: {column: values - before[name][column][variants.unit] for column, values in columns.items()}
            for name, columns in after.items()
        }

    @cached_property
    def _accounts(self) -> dict[str, _Account]:
        """The data of each metric; metrics whose units do not add up to the whole are refused.

        Such a metric needs more than it declared, or is not a sum over the units.
        """
        accounts = {}
        for metric in self.metrics:
            name = metric.full_name
            accounts[name] = account = _Account(metric, self.shop, self.settings)
            for column, whole in account.before.items():
                if metric.documents != "pool" and column.endswith("_denominator"):
                    continue  # documents without mentions count, and no repair changes them
                added = np.bincount(account.place, self._unrepaired[name][column], account.places)
                if not np.allclose(added, whole, rtol=ROUNDING, atol=ROUNDING):
                    what = "confusion groups" if adds_over_groups(metric) else "documents that have no words"
                    raise CorefevalError(Problem("CE064", "no-sum", name=name, column=column, what=what))
        return accounts

    def gains(self, selections: Ragged) -> dict[str, Floats]:
        """Return for each metric the points of F1 gained by repairing only each list of errors."""
        selection, error = selections.take(np.arange(len(selections)))
        unit = self.shop.error_unit[error]
        width = len(self.shop.mentions)
        codes, variant = np.unique(selection * width + unit, return_inverse=True)
        order = np.argsort(variant, kind="stable")
        changes = self._differences(Variants(codes % width, variant[order], error[order]))
        found = {}
        for name, account in self._accounts.items():
            cells, cell = np.unique(
                codes // width * account.places + account.place[codes % width], return_inverse=True
            )
            sums = {
                column: np.bincount(cell, change, len(cells)).astype(np.float64)
                for column, change in changes[name].items()
            }
            booked = account.booked(cells % account.places, sums)
            totals = {
                column: np.bincount(cells // account.places, change, len(selections)).astype(np.float64)
                for column, change in booked.items()
            }
            found[name] = 100 * (account.f1(totals) - account.f1())
        return found

    def scores(self) -> dict[str, float]:
        """Return for each metric F1 of the unrepaired response, as a fraction."""
        return {name: float(account.f1()) for name, account in self._accounts.items()}

    def attribute(self, classes: Sequence[ErrorClass]) -> dict[str, Attribution]:
        """Return for each metric the cost of each class.

        A set of classes is a bit mask of places in `classes`. A unit is repaired once for each subset of its classes.
        The corpus repaired by S is the sum over the units, each repaired by its classes in S.
        """
        # classes A, B, C are the bits 001, 010, 100; a variant is a unit with one of the sets of the classes that it has:
        #   unit 0 has errors of A and C    mask 101    subsets 001, 100, 101
        #   unit 1 has errors of B          mask 010    subset  010
        #   unit     1    0    0    0
        #   subset  010  001  100  101
        kinds = self.shop.found.table.kind
        place_of = np.zeros(len(ErrorClass), np.int64)
        place_of[list(classes)] = np.arange(len(classes))
        bit = 1 << place_of[kinds]
        mask = np.zeros(len(self.shop.mentions), np.int64)
        np.bitwise_or.at(mask, self.shop.error_unit, bit)
        masks = np.unique(mask[mask > 0])
        units, subsets = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        sets = np.arange(1 << len(classes))
        for one in masks.tolist():
            having = np.flatnonzero(mask == one)
            inside = np.flatnonzero(((sets & ~one) == 0) & (sets > 0))
            units.append(np.repeat(having, len(inside)))
            subsets.append(np.tile(inside, len(having)))
        unit, subset = np.concatenate(units), np.concatenate(subsets)
        owner, error = self.shop.unit_errors.take(unit)
        chosen = np.flatnonzero(subset[owner] & bit[error])
        changes = self._differences(Variants(unit, owner[chosen], error[chosen]))
        counts = np.bincount(place_of[kinds], minlength=len(classes)).tolist()
        found = {}
        for name, account in self._accounts.items():
            f1 = account.f1(account.booked_for_sets(unit, mask, subset, len(sets), changes[name]))
            costs = [
                Cost(kind, counts[place], *_gains_of_class(100 * f1, place, len(classes)))
                for place, kind in enumerate(classes)
            ]
            path = _path(f1, costs)
            found[name] = Attribution(name, float(f1[0]), float(f1[-1]), tuple(costs), path)
        return found


class AllRepairGains:
    """Scores repaired responses with all metrics: by confusion group if they are sums over groups, otherwise by document.

    Attributes:
        metrics: the metrics, by full name.
        repair_gains: one for each kind of unit that a metric needs.
    """

    def __init__(self, found: FoundErrors, metrics: Iterable[Metric], settings: Settings) -> None:
        """Prepare the metrics that use entities only; the others cannot score a repaired response."""
        self.metrics = {metric.full_name: metric for metric in metrics if not needs_more(metric)}
        self.repair_gains = []
        for unit, by_group in ((found.aligned.group, True), (found.aligned.document, False)):
            own = [metric for metric in self.metrics.values() if adds_over_groups(metric) == by_group]
            if own:
                self.repair_gains.append(RepairGains(Repairer(found, unit), own, settings))

    def attribute(self, classes: Sequence[ErrorClass]) -> dict[str, Attribution]:
        """Return for each metric the cost of each error class."""
        return self._in_order(gains.attribute(classes) for gains in self.repair_gains)

    def scores(self) -> dict[str, float]:
        """Return for each metric F1 of the unrepaired response, as a fraction."""
        return self._in_order(gains.scores() for gains in self.repair_gains)

    def gains(self, selections: Ragged) -> dict[str, Floats]:
        """Return for each metric the points of F1 gained by repairing only each list of errors."""
        return self._in_order(gains.gains(selections) for gains in self.repair_gains)

    def _in_order(self, found: Iterable[Mapping[str, _Found]]) -> dict[str, _Found]:
        every = {name: value for each in found for name, value in each.items()}
        return {name: every[name] for name in self.metrics}


class _Account:
    """The counts of one metric on the unrepaired corpus, and how changes of groups change them.

    Most metrics are sums over groups, with one slot for the whole corpus. The others have a slot for each document:
    changes are added up there before the counts are computed.

    Attributes:
        metric: the metric.
        place: the place of each unit.
        before: the counts before any repair, one number per place.
        totals: the metric's counts of the unrepaired corpus.
        settings: the settings for undefined values.
    """

    def __init__(self, metric: Metric, shop: Repairer, settings: Settings) -> None:
        """Open an account."""
        pairing = shop.found.pairing
        self.metric, self.settings = metric, settings
        self.totals = pairing.count(metric).totals()
        self.place = np.zeros(len(shop.mentions), np.int64)
        self.before: Mapping[str, Floats] = {name: np.reshape(each, 1) for name, each in self.totals.items()}
        if isinstance(metric, MetricOfParts):
            self.place[shop.unit] = shop.found.aligned.document
            self.before = metric.count_parts(pairing.seen_by(metric)).columns

    @property
    def places(self) -> int:
        """The number of slots."""
        return len(next(iter(self.before.values())))

    def booked(self, place: Integers, changes: Columns) -> Columns:
        """Return how the counts change by changes of places, one row per place; sets of classes may be columns."""
        if not isinstance(self.metric, MetricOfParts):
            return changes
        shape = (-1, *(1,) * (next(iter(changes.values())).ndim - 1))
        before = {name: column[place].reshape(shape) for name, column in self.before.items()}
        after = self.metric.combine({name: column + changes[name] for name, column in before.items()})
        unchanged = self.metric.combine(before)
        return {name: column - unchanged[name] for name, column in after.items()}

    def booked_for_sets(
        self, unit: Integers, mask: Integers, subset: Integers, sets: int, changes: Columns
    ) -> Columns:
        """Return how the counts change by repairing each set of classes.

        Args:
            unit: the unit of each variant.
            mask: the set of classes that each unit has.
            subset: the set that each variant repairs.
            sets: the number of sets.
            changes: the change of each variant.
        """
        # a kind is a place with a mask; its row of a table has a column for each set S, with the change of S & mask:
        #   set        000  001  010  011  100  101
        #   mask 101    –   001   –   001  100  101
        kinds, kind = np.unique(self.place[unit] * sets + mask[unit], return_inverse=True)
        place, having = kinds // sets, kinds % sets
        edges = np.append(np.flatnonzero(np.diff(place, prepend=-1)), len(kinds))
        order = np.argsort(kind, kind="stable")
        sums: Columns = {}
        for first, last in _cuts(edges, max(1, BATCH // sets)):
            rows = order[slice(*np.searchsorted(kind[order], [first, last]))]
            repaired = np.arange(last - first)[:, None], np.arange(sets) & having[first:last, None]
            starts = edges[(edges >= first) & (edges < last)] - first
            tables = {}
            for name, change in changes.items():
                flat = np.bincount(
                    (kind[rows] - first) * sets + subset[rows], change[rows], (last - first) * sets
                )
                table = flat.astype(np.float64).reshape(-1, sets)[repaired]
                tables[name] = np.add.reduceat(table, starts)
            for name, booked in self.booked(place[first + starts], tables).items():
                sums[name] = sums.get(name, np.zeros(sets)) + booked.sum(axis=0)
        return sums or {name: np.zeros(sets) for name in self.totals}

    def f1(self, changes: Columns | None = None) -> Floats:
        """Return F1 after changes of the corpus sums."""
        totals = {
            name: total if changes is None else total + changes[name] for name, total in self.totals.items()
        }
        f1: Floats = self.metric.scores(totals, self.settings)["f1"]
        return f1


def _path(f1: Floats, costs: Sequence[Cost]) -> tuple[tuple[ErrorClass, float], ...]:
    """Return the classes that occur, the costliest first, each with the score of the set of it and those before it.

    Args:
        f1: the score of each set of classes, a bit mask of their places.
        costs: what each class costs, by place.
    """
    if np.isnan(f1).any():
        return ()
    order = sorted(range(len(costs)), key=lambda place: -costs[place].shapley)
    found: list[tuple[ErrorClass, float]] = []
    mask = 0
    for place in order:
        if costs[place].count:
            mask |= 1 << place
            found.append((costs[place].error_class, float(f1[mask])))
    return tuple(found)


def _cuts(edges: Integers, size: int) -> Iterator[tuple[int, int]]:
    """Split the rows between the first edge and the last at edges, into pieces of about size rows."""
    piece = edges[:-1] // size
    cuts = [*edges[:-1][np.diff(piece, prepend=-1) > 0].tolist(), int(edges[-1])]
    return pairwise(cuts)


def _gains_of_class(f1: Floats, place: int, classes: int) -> tuple[float, float, float, float]:
    """Return alone, last, progressive and Shapley value of a class from the scores of all sets of classes.

    φ(c) = Σ over sets S without c of |S|! (n - |S| - 1)! / n! · (F(S ∪ c) - F(S)).
    """
    bit, everything = 1 << place, len(f1) - 1
    without = np.flatnonzero((np.arange(len(f1)) & bit) == 0)
    gain = f1[without | bit] - f1[without]
    sizes = np.array([number.bit_count() for number in without.tolist()])
    orders = np.array([factorial(size) * factorial(classes - size - 1) for size in range(classes)], float)
    shapley = float((orders[sizes] * gain).sum() / factorial(classes))
    return (
        float(f1[bit] - f1[0]),
        float(f1[everything] - f1[everything ^ bit]),
        float(f1[2 * bit - 1] - f1[bit - 1]),
        shapley,
    )
