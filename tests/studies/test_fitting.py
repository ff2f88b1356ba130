"""Fitting: weights are chosen without the system that they predict."""

from __future__ import annotations

import numpy as np
import pytest

from corefeval.applications.weights import FITTED, candidates
from corefeval.metrics import metrics_named
from corefeval.studies.fitting import best, gain_bounds, left_out_errors


def test_a_left_out_system_has_no_say() -> None:
    """The second candidate is right about all systems but one, and is chosen wherever that one is left out or outvoted."""
    use = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    default, other = np.array([2.0, 1.0, 4.0, 3.0, 5.0]), np.array([1.0, 2.0, 3.0, 4.0, 0.0])
    errors, fitted = left_out_errors(np.stack([default, other]), use)
    assert errors.tolist() == [0.25, 0.25, 0.25, 0.25, 0]
    # without the fifth system the other candidate is perfect, and then wrong about the fifth
    assert fitted.tolist() == [0.25, 0.25, 0.25, 0.25, 1]


def test_a_better_candidate_is_found() -> None:
    """One that orders all systems as the use does has no error; ties of a metric are half wrong."""
    use = np.array([1.0, 2.0, 3.0, 4.0])
    default, fitted = left_out_errors(np.stack([np.ones(4), use**2]), use)
    assert default.tolist() == [0.5] * 4
    assert not fitted.any()
    assert gain_bounds(default - fitted, 100, 0.95, 1) == (0.5, 0.5)
    assert gain_bounds(default - fitted, 0, 0.95, 1) is None


def test_the_first_of_equals_is_best() -> None:
    """So the default weights stay unless others are better."""
    assert best(np.array([0.5, 0.5, np.nan])) == 0
    assert best(np.array([np.nan, 0.1])) == 1
    assert best(np.array([np.nan])) == -1


@pytest.mark.parametrize("metric", FITTED)
def test_candidates_are_bounded_and_ordered(metric: str) -> None:
    """The first has the default weights; the weights of all others are in the order that the papers argue for."""
    found = metrics_named(candidates(metric))
    assert next(iter(found)) == metric
    for one in found.values():
        values = {name: float(value) for name, value in one.values.items() if name in ORDER[FITTED[metric]]}
        ordered = [values[name] for name in ORDER[FITTED[metric]]]
        assert all(0 <= value <= 1 for value in ordered)
        assert ordered[-1] <= min(ordered)
    assert len(found) == {2: 11, 3: 56}[FITTED[metric]]


ORDER = {2: ("name", "nominal", "pronoun"), 3: ("wt", "wl", "wtl")}
"""The weights of each kind of metric, the smallest last."""
