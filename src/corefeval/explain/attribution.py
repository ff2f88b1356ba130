"""What error classes and single errors cost: repaired responses scored, and Shapley values of the classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import factorial

import numpy as np

from corefeval.corpus import Integers
from corefeval.counts import Floats
from corefeval.explain.errors import ErrorClass
from corefeval.explain.ragged import Ragged
from corefeval.explain.repairs import Variants, Workshop
from corefeval.metrics.base import Metric

BATCH = 1 << 20
"""Mentions repaired at a time; bounds the memory."""

Columns = dict[str, Floats]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one error class costs under one metric, in points of F1 (0 to 100).

    Attributes:
        error_class: the class.
        count: how many errors there are.
        alone: what repairing only this class gains.
        last: what repairing it gains when all others are repaired.
        progressive: what it gains after those before it in the order of repair.
        shapley: the mean gain over all orders of repair; these add up to 100 - F1.
    """

    error_class: ErrorClass
    count: int
    alone: float
    last: float
    progressive: float
    shapley: float


@dataclass(frozen=True, slots=True)
class Attribution:
    """How the points that a metric lacks are shared out among the error classes.

    Attributes:
        metric: its full name.
        f1: the score of the unrepaired response, 0 to 100.
        repaired: the score with everything repaired: 100, or NaN where the metric is undefined for the key.
        costs: one for each class, in the order of repair.
    """

    metric: str
    f1: float
    repaired: float
    costs: tuple[Cost, ...]

    def __getitem__(self, error_class: ErrorClass) -> Cost:
        """Return what one class costs."""
        return next(cost for cost in self.costs if cost.error_class is error_class)


@dataclass(frozen=True, eq=False)
class Ledger:
    """Keeps what each repair gains, for several metrics at once.

    Attributes:
        shop: where the responses are repaired.
        metrics: the metrics.
        totals: for each metric the sums over the unrepaired corpus.
    """

    shop: Workshop
    metrics: Sequence[Metric]
    totals: Mapping[str, Mapping[str, Floats]]

    @cached_property
    def _errors_of_unit(self) -> Ragged:
        return Ragged.by(self.shop.error_unit, len(self.shop.mentions))

    @cached_property
    def _unrepaired(self) -> tuple[Integers, dict[str, Columns]]:
        """The place of each unit with errors in the counts beside it."""
        units = np.flatnonzero(self._errors_of_unit.sizes)
        place = np.full(len(self._errors_of_unit), -1, np.int64)
        place[units] = np.arange(len(units))
        none = np.zeros(0, np.int64)
        return place, self._count(Variants(units, none, none))

    def _count(self, variants: Variants) -> dict[str, Columns]:
        """Return what each metric counts in each variant."""
        pieces: dict[str, list[Mapping[str, Floats]]] = {metric.full_name: [] for metric in self.metrics}
        for batch in self._batches(variants):
            pairing = self.shop.repair(batch)
            for metric in self.metrics:
                pieces[metric.full_name].append(pairing.count(metric).columns)
        return {
            name: {column: np.concatenate([piece[column] for piece in several]) for column in several[0]}
            for name, several in pieces.items()
        }

    def _batches(self, variants: Variants) -> Iterator[Variants]:
        """Cut into batches of about equal size; there is at least one, if an empty one."""
        size = self.shop.mentions.sizes[variants.unit]
        batch = np.cumsum(size) // BATCH
        edges = [0, *(np.flatnonzero(np.diff(batch)) + 1).tolist(), len(variants)]
        for start, stop in pairwise(edges):
            yield variants.between(start, stop)

    def _differences(self, variants: Variants) -> dict[str, Columns]:
        """Return how much what each metric counts changes by each variant."""
        place, before = self._unrepaired
        after = self._count(variants)
        unit = place[variants.unit]
        return {
            name: {column: values - before[name][column][unit] for column, values in columns.items()}
            for name, columns in after.items()
        }

    def _f1(self, metric: Metric, changes: Columns) -> Floats:
        """Return F1 in points after changes of the corpus sums."""
        totals = self.totals[metric.full_name]
        f1: Floats = (
            100 * metric.score({name: totals[name] + change for name, change in changes.items()})["f1"]
        )
        return f1

    def f1(self, metric: Metric) -> float:
        """Return F1 of the unrepaired response in points."""
        return float(100 * metric.score(self.totals[metric.full_name])["f1"])

    def gains(self, selections: Ragged) -> dict[str, Floats]:
        """Return for each metric the points of F1 that repairing each list of errors, and nothing else, gains."""
        selection, error = selections.take(np.arange(len(selections)))
        unit = self.shop.error_unit[error]
        width = len(self.shop.mentions)
        codes, variant = np.unique(selection * width + unit, return_inverse=True)
        order = np.argsort(variant, kind="stable")
        changes = self._differences(Variants(codes % width, variant[order], error[order]))
        found = {}
        for metric in self.metrics:
            sums = {
                name: np.bincount(codes // width, change, len(selections)).astype(np.float64)
                for name, change in changes[metric.full_name].items()
            }
            found[metric.full_name] = self._f1(metric, sums) - self.f1(metric)
        return found

    def attribute(self, classes: Sequence[ErrorClass]) -> dict[str, Attribution]:
        """Return for each metric what each class costs.

        A set of classes is a bit mask of places in `classes`. A unit is repaired once for each set of the
        classes that it has; the corpus repaired by S is the sum over the units, each repaired by those of S
        that it has.
        """
        place_of = np.zeros(len(ErrorClass), np.int64)
        place_of[list(classes)] = np.arange(len(classes))
        bit = 1 << place_of[self.shop.errors.kind]
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
        owner, error = self._errors_of_unit.take(unit)
        chosen = np.flatnonzero(subset[owner] & bit[error])
        changes = self._differences(Variants(unit, owner[chosen], error[chosen]))
        row = np.searchsorted(masks, mask[unit])
        counts = np.bincount(place_of[self.shop.errors.kind], minlength=len(classes)).tolist()
        found = {}
        for metric in self.metrics:
            sums = {}
            for name, change in changes[metric.full_name].items():
                flat = np.bincount(row * len(sets) + subset, change, len(masks) * len(sets))
                table = flat.astype(np.float64).reshape(len(masks), len(sets))
                sums[name] = table[np.arange(len(masks))[:, None], sets & masks[:, None]].sum(axis=0)
            f1 = self._f1(metric, sums)
            costs = [
                Cost(kind, counts[place], *_gains_of_class(f1, place, len(classes)))
                for place, kind in enumerate(classes)
            ]
            found[metric.full_name] = Attribution(metric.full_name, float(f1[0]), float(f1[-1]), tuple(costs))
        return found


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
