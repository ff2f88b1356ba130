"""Sample: the counts of several systems on the same units, as one matrix that can be resampled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.comparison.intervals import Statistic, exact, jackknife, split_strata
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.evaluation.result import Result
from corefeval.metrics.base import Scores
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem
from corefeval.settings import Settings


class Scored(Protocol):
    """The interface that turns sums into numbers: a metric, or anything else that counts per document."""

    @property
    def bounded(self) -> bool:
        """Whether its numbers, and so their intervals, are between the lowest value and 1."""

    @property
    def lowest(self) -> float:
        """The lowest value that a bounded number can have."""

    @property
    def unbounded(self) -> frozenset[str]:
        """The parts that are exceptions to this."""

    @property
    def counted_apart(self) -> Mapping[str, str]:
        """The counts that no score uses."""

    def scores(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return the numbers of summed counts, elementwise for arrays of any shape; NaN where undefined."""


Table = Mapping[str, Counts]
"""The counts of one system's metrics on the units, by the metrics' names."""

Output = tuple[int, str, str]
"""A number that is resampled: system, metric, part (recall, precision, f1 …)."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Units by columns, and which columns each system's metrics are computed from.

    Many columns are equal, such as the key's mentions for all systems and the parts of the CoNLL average: each is
    stored once.

    Attributes:
        counts: units by columns.
        places: for each system and metric the column of each count.
        metrics: the metrics by name.
        strata: how many units each dataset has; a score is the mean over datasets.
        settings: the value of undefined scores, and β.
    """

    counts: Floats
    places: Sequence[Mapping[str, Mapping[str, int]]]
    metrics: Mapping[str, Scored]
    strata: tuple[int, ...]
    settings: Settings

    @classmethod
    def of(
        cls,
        tables: Sequence[Table],
        metrics: Mapping[str, Scored],
        settings: Settings,
        strata: tuple[int, ...] | None = None,
    ) -> Sample:
        """Return the sample of several systems' tables over the same units.

        A metric may have a column for each class that it finds; a system without this class has 0 there.
        """
        columns: dict[bytes, int] = {}
        values: list[Floats] = []

        def place(column: Floats) -> int:
            content = hashlib.blake2b(np.ascontiguousarray(column, np.float64).tobytes()).digest()
            if content not in columns:
                columns[content] = len(values)
                values.append(column)
            return columns[content]

        units = len(next(iter(tables[0].values()))) if metrics else 0
        nothing = np.zeros(units)
        names = {
            metric: [
                name
                for name in dict.fromkeys(name for table in tables for name in table[metric].names)
                if name not in scored.counted_apart
            ]
            for metric, scored in metrics.items()
        }
        places = [
            {
                metric: {name: place(table[metric].columns.get(name, nothing)) for name in names[metric]}
                for metric in metrics
            }
            for table in tables
        ]
        counts = np.column_stack(values).astype(np.float64) if values else np.zeros((units, 0))
        return cls(counts, places, metrics, strata or (units,), settings)

    @cached_property
    def totals(self) -> Floats:
        """The sums over the units of each stratum, strata by columns."""
        return np.stack([rows.sum(axis=0) for rows in split_strata(exact(self.counts), self.strata)])

    @cached_property
    def outputs(self) -> tuple[Output, ...]:
        """The outputs of the statistic, in order."""
        return tuple(output for output, _ in self._scored(self.totals[:, None, :], _mean))

    @cached_property
    def observed(self) -> Floats:
        """The value of each output."""
        return self.statistic(self.totals[:, None, :])[:, 0]

    def statistic(self, sums: Floats) -> Floats:
        """Return all outputs of sums [strata, rows, columns], outputs by rows."""
        return self._outputs(sums, _mean)

    @cached_property
    def left_out(self) -> Floats:
        """The outputs without each unit in turn; NaN if a dataset's score is undefined without it."""
        scores = jackknife(self.counts, self.statistic, strata=self.strata)
        if len(self.strata) == 1:
            return scores
        still = jackknife(self.counts, lambda sums: self._outputs(sums, _number), strata=self.strata)
        return np.where(still < self._outputs(self.totals[:, None, :], _number), np.nan, scores)

    @cached_property
    def shares(self) -> Floats:
        """The share of each unit in the counts behind an output, outputs by units.

        The unit's share in its dataset for each count, averaged over the counts of the metric.
        """
        sizes = np.abs(self.counts)
        sums = [rows.sum(axis=0) for rows in split_strata(sizes, self.strata)]
        whole = np.repeat(sums, self.strata, axis=0)
        shares = np.divide(sizes, whole, out=np.zeros(sizes.shape), where=whole > 0)
        found: dict[tuple[int, str], Floats] = {}
        for system, metric, _ in self.outputs:
            if (system, metric) not in found:
                columns = list(self.places[system][metric].values())
                number = np.maximum((whole[:, columns] > 0).sum(axis=1), 1)
                found[system, metric] = shares[:, columns].sum(axis=1) / number
        return np.stack([found[system, metric] for system, metric, _ in self.outputs])

    @cached_property
    def lowest(self) -> Floats:
        """The lowest value of each output that is bounded."""
        return np.array([self.metrics[name].lowest for _, name, _ in self.outputs], np.float64)

    @cached_property
    def bounded(self) -> Booleans:
        """Which outputs are between the lowest value and 1: those of metrics that declare it, if it holds."""
        metrics = self.metrics
        declared = np.array(
            [metrics[name].bounded and part not in metrics[name].unbounded for _, name, part in self.outputs],
            bool,
        )
        return declared & (self.observed >= self.lowest) & (self.observed <= 1)

    def _outputs(self, sums: Floats, join: Callable[[Floats], Floats]) -> Floats:
        return np.stack([values for _, values in self._scored(sums, join)])

    def _scored(self, sums: Floats, join: Callable[[Floats], Floats]) -> Iterator[tuple[Output, Floats]]:
        """Yield each output and its values, from sums [strata, rows, columns]."""
        columns = _by_column(sums)
        for system, metrics in enumerate(self.places):
            for metric, places in metrics.items():
                totals = {name: columns[place] for name, place in places.items()}
                for part, values in self._score(metric, totals, join).items():
                    yield (system, metric, part), values

    def differences_when_swapped(self, pairs: Sequence[tuple[Output, Output]]) -> Statistic:
        """Return the statistic for `swaps`: the difference of each pair of outputs of one metric and part.

        Each system of a pair swaps its counts of the chosen units with the other.
        """
        totals = _by_column(self.totals[:, None, :])

        def statistic(sums: Floats) -> Floats:
            chosen = _by_column(sums)
            scored: dict[tuple[int, int, str], Scores] = {}

            def score(system: int, other: int, metric: str) -> Scores:
                if (system, other, metric) not in scored:
                    own, theirs = self.places[system][metric], self.places[other][metric]
                    sums = {
                        name: totals[own[name]] + (chosen[theirs[name]] - chosen[own[name]]) for name in own
                    }
                    scored[system, other, metric] = self._score(metric, sums, _mean)
                return scored[system, other, metric]

            return np.stack(
                [
                    score(first, second, metric)[part] - score(second, first, metric)[part]
                    for (first, metric, part), (second, _, _) in pairs
                ]
            )

        return statistic

    def _score(self, metric: str, totals: Mapping[str, Floats], join: Callable[[Floats], Floats]) -> Scores:
        """Return the scores of sums [strata, rows], with strata joined."""
        scores = self.metrics[metric].scores(totals, self.settings)
        shape = next(iter(totals.values())).shape
        return {part: join(np.broadcast_to(values, shape)) for part, values in scores.items()}


def by_entity(results: Sequence[Result]) -> list[Table]:
    """Return the counts of each system's metrics on each entity, with the same units for all systems.

    A unit is a key entity together with the response entities that overlap with it more than with any other key
    entity (the first in the text in case of a tie). A response entity without overlap is a separate unit, in which
    the other systems count nothing. So recall is counted in the unit of the key entity, precision in the unit of
    most of the response entity. The sum over units is the document's count.

    A metric whose counts do not add up over entities is refused. BLANC, for example, counts links between entities.
    """
    pairings = [result.pairing for result in results]
    keys = [pairing.key for pairing in pairings if pairing is not None]
    is_adapted = any(pairing is not None and pairing.twinless == "cai-strube" for pairing in pairings)
    is_same = all(np.array_equal(key.mentions.entity, keys[0].mentions.entity) for key in keys)
    if is_adapted or len(keys) < len(results) or not is_same:
        raise CorefevalError(Problem("CE052", "entities-can-resampled"))
    homes = [_homes(pairing) for pairing in pairings if pairing is not None]
    alone = [int((home < 0).sum()) for home in homes]
    units = len(keys[0].entities) + sum(alone)
    tables = []
    for result, home, before in zip(results, homes, np.cumsum([0, *alone[:-1]]).tolist(), strict=True):
        assert result.pairing is not None
        unit = home.copy()
        unit[home < 0] = len(keys[0].entities) + before + np.arange(int((home < 0).sum()))
        tables.append(_counted(result, _regrouped(result.pairing, unit, units)))
    return tables


def _homes(pairing: Pairing) -> Integers:
    """Return for each response entity the key entity it overlaps with most, -1 if with none."""
    overlap = pairing.precision_overlap
    order = np.lexsort((-overlap.key, overlap.count))
    home = np.full(len(pairing.response.entities), -1, np.int64)
    home[overlap.response[order]] = overlap.key[order]
    return home


def _regrouped(pairing: Pairing, unit: Integers, units: int) -> Pairing:
    """Return the pairing with units as documents, so that metrics count by unit."""
    names = tuple(map(str, range(units)))

    def regroup(corpus: Corpus, unit: Integers) -> Corpus:
        document = np.zeros(units, np.int64)
        document[unit] = corpus.entities.document
        nodes = replace(corpus.nodes, start=corpus.nodes.start[document], stop=corpus.nodes.stop[document])
        return replace(corpus, names=names, nodes=nodes, entities=replace(corpus.entities, document=unit))

    key = regroup(pairing.key, np.arange(len(pairing.key.entities)))
    response = regroup(pairing.response, unit)
    return replace(pairing, names=names, key=key, response=response, _counted={}, _derived={})


def _counted(result: Result, pairing: Pairing) -> Table:
    for name, metric in result.metrics.items():
        if not metric.adds_over_entities:
            raise CorefevalError(Problem("CE052", "what-counts-not-add", name=name))
    table = {name: pairing.count(metric) for name, metric in result.metrics.items()}
    for name, counts in table.items():
        whole = result.counts[name].totals()
        if not all(np.isclose(value, whole[column], rtol=1e-9) for column, value in counts.totals().items()):
            raise CorefevalError(Problem("CE052", "what-counts-not-add", name=name))
    return table


def _by_column(sums: Floats) -> Floats:
    return np.ascontiguousarray(np.moveaxis(sums, -1, 0))


def _number(values: Floats) -> Floats:
    """Return over the first axis how many are defined."""
    number: Floats = (~np.isnan(values)).sum(axis=0).astype(np.float64)
    return number


def _mean(values: Floats) -> Floats:
    """Return the mean of the defined values over the first axis."""
    if len(values) == 1:
        first: Floats = values[0]
        return first
    defined = ~np.isnan(values)
    number = defined.sum(axis=0)
    total = np.where(defined, values, 0.0).sum(axis=0)
    mean: Floats = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    return mean
