"""Power and width from pseudo-values, against closed formulas and against the test that compare makes."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.arrays import Floats
from corefeval.planning.power import (
    FEW,
    MOST,
    documents_for_power,
    documents_for_width,
    fewest,
    half_width,
    power,
    pseudo_values,
    spread_of_need,
    with_mean,
)


def normal_values(documents: int, mean: float, deviation: float) -> Floats:
    """Return values at the quantiles of a normal distribution."""
    quantiles = [NormalDist().inv_cdf((place + 0.5) / documents) for place in range(documents)]
    values = np.array(quantiles)
    found: Floats = values / values.std() * deviation + mean
    return found


def test_pseudo_values_of_a_mean_are_the_values() -> None:
    """The score that is a mean has its documents' values as pseudo-values (Tukey 1958)."""
    values = np.array([0.2, 0.5, 0.9, 0.4])
    left_out = np.array([[np.delete(values, place).mean() for place in range(4)]])
    assert pseudo_values(np.array([values.mean()]), left_out)[0] == pytest.approx(values)


@pytest.mark.parametrize("effect", [0.4, -0.4])
def test_power_is_that_of_the_t_test(effect: float) -> None:
    """For normal values the power of 52 pairs at an effect of 0.4 is 80 %, as tables of the paired t test have it."""
    assert power(normal_values(200, effect, 1.0), 52, 0.05, seed=1) == pytest.approx(0.80, abs=0.03)


def test_simulation_and_formula_meet() -> None:
    """At the size where simulation ends both give the same power, also for a skewed pilot."""
    for values in (normal_values(60, 0.25, 1.0), with_mean(np.array([0.0] * 30 + [4.0] * 4), 0.4)):
        assert power(values, FEW, 0.05, seed=3) == pytest.approx(
            power(values, FEW + 1, 0.05, seed=3), abs=0.04
        )


@pytest.mark.parametrize("documents", [5, 500])
def test_equal_systems_differ_in_no_experiment(documents: int) -> None:
    """Systems with the same scores have no power, in the simulation and in the formula."""
    assert power(np.zeros(8), documents, 0.05, 1) == 0


def test_five_documents_are_never_significant() -> None:
    """Two of the 32 ways to swap five documents are the observed one and its mirror image: p is at least 1/16."""
    values = np.full(10, 0.1)
    assert power(values, 5, 0.05, seed=1) == 0.0
    assert power(values, 7, 0.05, seed=1) == 1.0


@given(st.integers(2, 5000))
def test_fewest_is_the_first_that_is_enough(least: int) -> None:
    """Whatever the number, the search finds it."""
    assert fewest(lambda documents: documents >= least) == least


def test_no_number_is_enough() -> None:
    """A goal that a million documents do not reach has no number, nor has a difference of 0."""
    assert fewest(lambda documents: documents > MOST) is None
    assert documents_for_power(np.array([1.0, -1.0, 1.0, -1.0]), 0.8, 0.05, seed=1) is None


def test_documents_follow_from_effect_and_width() -> None:
    """Half the effect needs about four times the documents, and so does half the width."""
    one, half = (
        documents_for_power(normal_values(100, effect, 1.0), 0.8, 0.05, seed=1) for effect in (0.2, 0.1)
    )
    assert one is not None
    assert half == pytest.approx(4 * one, rel=0.05)
    values = normal_values(100, 0.5, 0.1)
    wide, narrow = (documents_for_width(values, width, 0.95) for width in (0.02, 0.01))
    assert wide is not None
    assert narrow is not None
    assert narrow == pytest.approx(4 * wide, rel=0.03)
    assert half_width(values, narrow, 0.95) <= 0.01 < half_width(values, narrow - 1, 0.95)
    assert half_width(values, 10, 0.95) == pytest.approx(
        2.262157 * values.std(ddof=1) / math.sqrt(10), rel=1e-6
    )


def test_a_pilot_is_corrected_for_its_size() -> None:
    """The variance of the pseudo-values is the unbiased estimate."""
    values = np.array([1.0, 2.0, 6.0])
    assert with_mean(values, 0.5).var() == pytest.approx(values.var(ddof=1))
    assert with_mean(values, 0.5).mean() == pytest.approx(0.5)


def test_an_own_difference_is_less_certain_than_a_given_one() -> None:
    """The interval of the number is wider if the difference too is estimated, and open if it can have the other sign."""
    clear, unclear = normal_values(40, 0.6, 1.0), normal_values(40, 0.1, 1.0)
    given_low, given_high = spread_of_need(clear, 0.95, 1, is_mean_given=True)
    own_low, own_high = spread_of_need(clear, 0.95, 1, is_mean_given=False)
    assert own_low < given_low < 1 < given_high < own_high < math.inf
    assert spread_of_need(unclear, 0.95, 1, is_mean_given=False)[1] == math.inf


def test_the_interval_of_the_number_holds_it() -> None:
    """Of pilots with 20 documents from a population with heavy tails, nine of ten intervals hold its variance."""
    rng = np.random.default_rng(3)
    population = rng.standard_t(8, 2000)
    hits = []
    for _ in range(400):
        own = population[rng.integers(0, 2000, 20)]
        low, high = spread_of_need(own, 0.95, 1, is_mean_given=True)
        hits.append(low * own.var(ddof=1) <= population.var() <= high * own.var(ddof=1))
    assert np.mean(hits) > 0.88
