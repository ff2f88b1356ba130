"""Rank agreement: against scipy's τ-b, with ties, and with systems that are drawn several times."""

from __future__ import annotations

import numpy as np
from scipy.stats import kendalltau

from corefeval.studies.rank_agreement import rank_agreement

GENERATOR = np.random.default_rng(1)
METRICS, USES = (np.round(GENERATOR.random((rows, 12)), 1) for rows in (3, 2))


def test_tau_is_that_of_scipy() -> None:
    """Scores with one decimal have many ties."""
    tau = rank_agreement(METRICS, USES).tau
    assert tau.shape == (1, 3, 2)
    wanted = [[kendalltau(metric, use).statistic for use in USES] for metric in METRICS]
    assert np.allclose(tau[0], wanted)


def test_weights_repeat_systems() -> None:
    """A resample has the τ of the systems as often as it draws them."""
    weights = GENERATOR.integers(0, 3, (4, 12)).astype(float)
    found = rank_agreement(METRICS, USES, weights)
    for row, drawn in enumerate(weights.astype(int)):
        copies = np.repeat(np.arange(12), drawn)
        alone = rank_agreement(METRICS[:, copies], USES[:, copies])
        assert np.allclose(found.tau[row], alone.tau[0])
        assert np.allclose(found.decisions[row], alone.decisions[0])


def test_decisions_leave_out_ties_of_the_use_and_halve_those_of_the_metric() -> None:
    """Of the five pairs that the use orders, two are alike, two are turned round, one is a tie of the metric."""
    use, metric = np.array([[1.0, 1.0, 2.0, 3.0]]), np.array([[0.5, 0.1, 0.3, 0.3]])
    found = rank_agreement(metric, use)
    # pairs: 1-2 tied in the use; 1-3, 1-4 turned round; 2-3, 2-4 alike; 3-4 tied in the metric
    assert found.decisions[0, 0, 0] == (2 + 0.5) / 5
    assert found.tau[0, 0, 0] == 0


def test_no_order_has_no_tau() -> None:
    """If all systems tie in the metric or in the use, there is nothing to agree about."""
    same, other = np.ones((1, 3)), np.array([[1.0, 2.0, 3.0]])
    assert np.isnan(rank_agreement(same, other).tau).all()
    assert rank_agreement(same, other).decisions[0, 0, 0] == 0.5
    assert np.isnan(rank_agreement(other, same).decisions).all()
