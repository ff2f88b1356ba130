"""Inference: how sure the numbers of a sample are, and its differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefeval.comparison import Bounds, Resampling
from corefeval.counts import Floats
from corefeval.sampling import Output, Sample
from corefeval.statistics import bca_interval, bootstrap, jackknife, p_values, percentile_interval, swaps


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """The differences of pairs of outputs.

    Attributes:
        observed: the first output less the second.
        bounds: the ends of each one's interval, NaN where it has none.
        p: how often chance makes one as large, NaN where that was not asked.
        is_exact: whether every way to swap the two was gone through.
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
        """Return for each system and metric the bounds of each part; a part without an interval is left out."""
        sample = self.sample
        found: list[dict[str, dict[str, Bounds]]] = [
            {metric: {} for metric in sample.metrics} for _ in sample.places
        ]
        if not self.resampling.resamples:
            return found
        bounds = self._bounds(self._distribution, sample.observed, self._left_out)
        for (system, metric, part), value, (low, high) in zip(
            sample.outputs, sample.observed.tolist(), bounds.tolist(), strict=True
        ):
            if not math.isnan(value) and not math.isnan(low):
                found[system][metric][part] = (low, high)
        return found

    def differences(self, pairs: Sequence[tuple[Output, Output]]) -> Differences:
        """Return what is known of the differences of pairs of outputs of the same metric and part."""
        number = {output: index for index, output in enumerate(self.sample.outputs)}
        first = np.array([number[one] for one, _ in pairs], np.int64)
        second = np.array([number[other] for _, other in pairs], np.int64)
        observed = self.sample.observed[first] - self.sample.observed[second]
        if not self.resampling.resamples or not pairs:
            nothing = np.full(len(pairs), np.nan)
            return Differences(observed, np.column_stack([nothing, nothing]), nothing, is_exact=False)
        drawn = self._distribution[first] - self._distribution[second]
        left_out = None if self._left_out is None else self._left_out[first] - self._left_out[second]
        bounds = self._bounds(drawn, observed, left_out)
        if self.resampling.test == "bootstrap":
            p = p_values(drawn - observed[:, None], observed)
            return Differences(observed, bounds, p, is_exact=False)
        swapped, is_exact = swaps(
            self.sample.counts,
            self.sample.differences_when_swapped(pairs),
            strata=self.sample.strata,
            resamples=self.resampling.resamples,
            seed=self.resampling.seed,
        )
        p = p_values(swapped, observed, exhaustive=is_exact)
        return Differences(observed, bounds, p, is_exact)

    @cached_property
    def _distribution(self) -> Floats:
        return bootstrap(
            self.sample.counts,
            self.sample.statistic,
            strata=self.sample.strata,
            resamples=self.resampling.resamples,
            seed=self.resampling.seed,
        )

    @cached_property
    def _left_out(self) -> Floats | None:
        if self.resampling.interval == "percentile":
            return None
        return jackknife(self.sample.counts, self.sample.statistic, strata=self.sample.strata)

    def _bounds(self, distribution: Floats, observed: Floats, left_out: Floats | None) -> Floats:
        confidence = self.resampling.confidence
        if left_out is None:
            return percentile_interval(distribution, confidence)
        return bca_interval(distribution, observed, left_out, confidence, strata=self.sample.strata)
