"""Fitting: choose the weights of a metric that predict a use best, and estimate the error on held-out systems.

Weights are chosen from a small grid by Kendall's τ, so no optimiser has to converge. To judge the choice, each system
is held out in turn. Weights are chosen on the others, and the metric's order of the held-out system and the others is
compared with the order in the use.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Floats
from corefeval.columns import DataRow, data
from corefeval.comparison.intervals import bootstrap, percentile_interval
from corefeval.evaluation.result import Bounds
from corefeval.studies.rank_agreement import rank_agreement, signs


@dataclass(frozen=True, slots=True)
class Fit(DataRow):
    """Weights that were fitted to a use on one set of systems.

    Attributes:
        systems: the set of systems.
        use: the use, or the task.
        metric: the metric with the weights that have the highest τ on all systems.
        default_error: the share of wrong decisions with the default weights.
        fitted_error: the share of wrong decisions about a held-out system, with weights chosen on the others.
        gain: default_error minus fitted_error.
        gain_systems: the confidence interval of the gain over systems.
    """

    systems: str
    use: str
    metric: str
    default_error: float
    fitted_error: float
    gain: float
    gain_systems: Bounds | None

    DATA = data(
        "systems", "use", "metric", "default_error", "fitted_error", "gain", "gain_systems", "verdict"
    )

    @property
    def verdict(self) -> str:
        """Whether fitted weights predict better or worse than the default ones, '' if the interval contains 0."""
        if self.gain_systems is None:
            return ""
        return "better" if self.gain_systems[0] > 0 else "worse" if self.gain_systems[1] < 0 else ""


def best(tau: Floats) -> int:
    """Return the index of the highest τ, the first one if several are equal; -1 if all are undefined."""
    return -1 if np.isnan(tau).all() else int(np.nanargmax(np.round(tau, 9)))


def left_out_errors(candidates: Floats, use: Floats) -> tuple[Floats, Floats]:
    """Return the share of wrong decisions about each system, with the default weights and with fitted weights.

    The fitted weights are chosen without this system. A tie in the metric counts as half a wrong decision. The share is
    NaN if the system ties with all others in the use.

    Args:
        candidates: scores with different weights, candidates by systems; the first candidate has the default weights.
        use: the score of each system in the use.
    """
    default, fitted = np.empty(len(use)), np.empty(len(use))
    for one in range(len(use)):
        rest = np.arange(len(use)) != one
        chosen = max(best(rank_agreement(candidates[:, rest], use[None, rest]).tau[0, :, 0]), 0)
        default[one], fitted[one] = (_wrong(candidates[place], use, one) for place in (0, chosen))
    return default, fitted


def _wrong(scores: Floats, use: Floats, one: int) -> float:
    """Return the share of wrong decisions between one system and the others."""
    order, wanted = (signs(each - each[one]) for each in (scores, use))
    decided = wanted != 0
    return float((1 - order * wanted)[decided].mean() / 2) if decided.any() else np.nan


def gain_bounds(gains: Floats, resamples: int, confidence: float, seed: int) -> Bounds | None:
    """Return the bootstrap interval of the mean gain over systems; None without resamples or for fewer than 2 gains."""
    if not resamples or len(gains) < 2:
        return None
    drawn = bootstrap(gains[:, None], lambda sums: sums[0].T / len(gains), resamples=resamples, seed=seed)
    low, high = percentile_interval(drawn, confidence)[0].tolist()
    return low, high
