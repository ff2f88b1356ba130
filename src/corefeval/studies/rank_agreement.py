"""Rank agreement: do metrics order systems as uses do? Kendall's τ-b and pairwise decisions, for many resamples at once.

    metrics [M, S]  --signs-->  [M, P]  ┐
                                        ├─ Σ over the P pairs of systems, weighted  -->  τ, decisions  [R, M, U]
    uses    [U, S]  --signs-->  [U, P]  ┘
    weights [R, S]: how often each resample draws each system  -->  pairs [R, P]

A system that is drawn twice ties with itself in every score. Kendall's τ-b excludes such pairs, so they need no special
treatment.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefeval.arrays import Floats
from corefeval.comparison.intervals import TOLERANCE


class RankAgreement(NamedTuple):
    """The agreement of metrics and uses about the order of systems, resamples by metrics by uses; NaN if undefined.

    Attributes:
        tau: Kendall's τ-b.
        decisions: the share of pairs of systems that the metric orders as the use does. Pairs that tie in the use are
            excluded; pairs that tie in the metric count half.
    """

    tau: Floats
    decisions: Floats


def rank_agreement(metrics: Floats, uses: Floats, weights: Floats | None = None) -> RankAgreement:
    """Return the agreement of metrics and uses about the order of systems.

    τ-b = Σ s·t / √(Σ s² · Σ t²) over all pairs of systems, where s and t are the signs of the differences in the metric and
    in the use. It is undefined if a metric or a use orders no pair.

    Args:
        metrics: scores, metrics by systems.
        uses: scores, uses by systems.
        weights: how often each resample draws each system, resamples by systems; by default one resample that draws
            each system once.

    Examples:
        >>> import numpy as np
        >>> found = rank_agreement(np.array([[0.1, 0.2, 0.3]]), np.array([[0.5, 0.7, 0.6]]))
        >>> round(float(found.tau[0, 0, 0]), 3), round(float(found.decisions[0, 0, 0]), 3)
        (0.333, 0.667)
    """
    first, second = np.triu_indices(metrics.shape[1], 1)
    by_metric, by_use = (signs(scores[:, first] - scores[:, second]) for scores in (metrics, uses))
    if weights is None:  # one matrix product, because resampling documents calls this many times
        pairs = np.ones((1, len(first)))
        difference = (by_metric @ by_use.T)[None]
    else:
        pairs = weights[:, first] * weights[:, second]
        agreeing = (by_metric[:, None, :] * by_use[None, :, :]).reshape(-1, len(first))
        difference = (pairs @ agreeing.T).reshape(len(pairs), len(metrics), len(uses))
    ordered_by_metric = (pairs @ (by_metric**2).T)[:, :, None]
    ordered_by_use = np.broadcast_to((pairs @ (by_use**2).T)[:, None, :], difference.shape)
    both = np.sqrt(ordered_by_metric * ordered_by_use)
    return RankAgreement(_ratio(difference, both), (1 + _ratio(difference, ordered_by_use)) / 2)


def signs(difference: Floats) -> Floats:
    """Return which of two systems has the higher score: 1 for the first, -1 for the second, 0 for a tie."""
    found: Floats = np.where(np.abs(difference) <= TOLERANCE, 0.0, np.sign(difference))
    return found


def _ratio(above: Floats, below: Floats) -> Floats:
    ratio: Floats = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
    return ratio
