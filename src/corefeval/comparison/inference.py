"""Inference: intervals of the numbers of a sample, and tests of their differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Floats
from corefeval.comparison.comparison import Resampling
from corefeval.comparison.intervals import (
    Intervals,
    Missing,
    bca_interval,
    bootstrap,
    jackknife_interval,
    p_values,
    percentile_interval,
    swaps,
)
from corefeval.comparison.sample import Output, Sample
from corefeval.evaluation.result import Bounds

PAIRS = 500
"""The number of pairs to test at a time: the resampled differences of each are in memory until they are counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """The differences of pairs of outputs.

    Attributes:
        observed: the first output less the second.
        bounds: the ends of each interval, NaN without an interval.
        p: how often chance gives a difference as large, NaN without a test.
        is_exact: whether all ways to swap the two were enumerated.
    """

    observed: Floats
    bounds: Floats
    p: Floats
    is_exact: bool


@dataclass(frozen=True, eq=False)
class Inference:
    """Intervals and tests of a sample; units are drawn once, for all outputs and all pairs of them."""

    sample: Sample
    resampling: Resampling

    def intervals(self) -> list[dict[str, dict[str, Bounds]]]:
        """Return for each system and metric the bounds of each part; parts without an interval are omitted."""
        sample = self.sample
        found: list[dict[str, dict[str, Bounds]]] = [
            {metric: {} for metric in sample.metrics} for _ in sample.places
        ]
        if not self.resampling.resamples:
            return found
        for (system, metric, part), value, (low, high) in zip(
            sample.outputs, sample.observed.tolist(), self._intervals.bounds.tolist(), strict=True
        ):
            if not math.isnan(value) and not math.isnan(low):
                found[system][metric][part] = (low, high)
        return found

    def missing(self) -> dict[tuple[Missing, int], list[Output]]:
        """Return the outputs that are defined and have no interval, by the reason and the unit that is the reason.

        The unit is the one with the largest share if it dominates, otherwise -1.
        """
        found: dict[tuple[Missing, int], list[Output]] = {}
        if self.resampling.resamples:
            reasons = zip(self.sample.outputs, self._intervals.missing, strict=True)
            for number, (output, why) in enumerate(reasons):
                unit = int(self.sample.shares[number].argmax()) if why is Missing.DOMINATED else -1
                if why:
                    found.setdefault((why, unit), []).append(output)
        return found

    def differences(self, pairs: Sequence[tuple[Output, Output]]) -> Differences:
        """Return intervals and tests of the differences between pairs of outputs of the same metric and part."""
        number = {output: index for index, output in enumerate(self.sample.outputs)}
        first = np.array([number[one] for one, _ in pairs], np.int64)
        second = np.array([number[other] for _, other in pairs], np.int64)
        observed = self.sample.observed[first] - self.sample.observed[second]
        if not self.resampling.resamples or not pairs:
            nothing = np.full(len(pairs), np.nan)
            return Differences(observed, np.column_stack([nothing, nothing]), nothing, is_exact=False)
        bounds = self._bounds(
            observed,
            lambda: self._distribution[first] - self._distribution[second],
            lambda: self.sample.left_out[first] - self.sample.left_out[second],
            (self.sample.shares[first] + self.sample.shares[second]) / 2,
            np.zeros(len(pairs), bool),
            np.zeros(len(pairs)),
        ).bounds
        inside = self.sample.bounded[first] & self.sample.bounded[second]
        bounds[inside] = np.clip(bounds[inside], -1, 1)  # no difference of two scores from 0 to 1 is larger
        p = []
        for begin in range(0, len(pairs), PAIRS):
            swapped, is_exact = swaps(
                self.sample.counts,
                self.sample.differences_when_swapped(pairs[begin : begin + PAIRS]),
                strata=self.sample.strata,
                resamples=self.resampling.resamples,
                seed=self.resampling.seed,
            )
            p.append(p_values(swapped, observed[begin : begin + PAIRS], exhaustive=is_exact))
        return Differences(observed, bounds, np.concatenate(p), is_exact)

    @cached_property
    def _intervals(self) -> Intervals:
        sample = self.sample
        return self._bounds(
            sample.observed,
            lambda: self._distribution,
            lambda: sample.left_out,
            sample.shares,
            sample.bounded,
            sample.lowest,
        )

    @cached_property
    def _distribution(self) -> Floats:
        return bootstrap(
            self.sample.counts,
            self.sample.statistic,
            strata=self.sample.strata,
            resamples=self.resampling.resamples,
            seed=self.resampling.seed,
        )

    def _bounds(
        self,
        observed: Floats,
        distribution: Callable[[], Floats],
        left_out: Callable[[], Floats],
        shares: Floats,
        bounded: Booleans,
        lowest: Floats,
    ) -> Intervals:
        """Return the intervals; compute only what the method needs."""
        confidence, strata = self.resampling.confidence, self.sample.strata
        if self.resampling.interval == "jackknife":
            return jackknife_interval(
                observed, left_out(), shares, confidence, strata=strata, bounded=bounded, lowest=lowest
            )
        if self.resampling.interval == "percentile":
            bounds = percentile_interval(distribution(), confidence)
        else:
            bounds = bca_interval(distribution(), observed, left_out(), confidence, strata=strata)
        missing = np.isnan(bounds[:, 0]) & ~np.isnan(observed)
        return Intervals(bounds, tuple(Missing.UNDEFINED if each else Missing.NONE for each in missing))
