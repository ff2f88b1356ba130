"""The resampling: against scipy, on corpora whose truth is known, and on its own promises."""

from __future__ import annotations

import time
from collections.abc import Callable
from inspect import signature
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.arrays import Floats
from corefeval.comparison import intervals as statistics
from corefeval.comparison.intervals import (
    Missing,
    bca_interval,
    bootstrap,
    exact,
    holm,
    jackknife,
    jackknife_interval,
    p_values,
    percentile_interval,
    swaps,
)
from corefeval.comparison.ranking import tied_groups
from corefeval.metrics.base import recall_precision_f1


def f1_of_each_system(sums: Floats) -> Floats:
    """Return F1 of every four columns, the only stratum."""
    counts = sums[0].reshape(len(sums[0]), -1, 4)
    scores = recall_precision_f1(
        {
            "recall_numerator": counts[..., 0],
            "recall_denominator": counts[..., 1],
            "precision_numerator": counts[..., 2],
            "precision_denominator": counts[..., 3],
        }
    )
    return np.ascontiguousarray(scores["f1"].T)


def mean_of_first(sums: Floats) -> Floats:
    """Return the ratio of the first two columns."""
    ratio: Floats = sums[0, :, 0] / sums[0, :, 1]
    return ratio[None]


def corpora(number: int, documents: int, seed: int) -> Floats:
    """Return documents by (corpora x 4 counts): documents of many sizes and difficulties, truth F1 = .7.

    A document has n key links, of which a share that differs from document to document is found; the
    response has as many. So recall and precision are both 0.7 in the population.
    """
    generator = np.random.default_rng(seed)
    shape = (documents, number)
    key = generator.negative_binomial(2, 0.05, shape) + 5.0
    response = generator.negative_binomial(2, 0.05, shape) + 5.0
    share = generator.beta(7, 3, shape)
    counts = np.stack([key * share, key, response * share, response], axis=-1)
    return counts.reshape(documents, -1)


def given_distribution(values: Floats) -> Any:
    """Return what makes scipy compute an interval from our resamples instead of its own."""
    return SimpleNamespace(bootstrap_distribution=values)


def seeded(function: Callable[..., object], seed: int) -> dict[str, Any]:
    """Return the random numbers that scipy is to draw from, by the name that its version has for them."""
    name = "rng" if "rng" in signature(function).parameters else "random_state"
    return {name: np.random.default_rng(seed)}


def test_percentile_interval_is_scipys() -> None:
    """The same distribution has the same percentile interval."""
    from scipy.stats import bootstrap as reference

    counts = corpora(1, 50, 1)
    drawn = bootstrap(counts, f1_of_each_system, resamples=999)
    expected = reference(
        (np.arange(50),),
        lambda rows: f1_of_each_system(counts[rows].sum(axis=0)[None, None])[0, 0],
        vectorized=False,
        n_resamples=0,
        bootstrap_result=given_distribution(drawn[0]),
        method="percentile",
    ).confidence_interval
    assert percentile_interval(drawn)[0] == pytest.approx([expected.low, expected.high], abs=1e-12)


def test_bca_interval_is_scipys() -> None:
    """The same distribution has the same BCa interval: bias and acceleration agree."""
    from scipy.stats import bootstrap as reference

    counts = corpora(1, 50, 2)
    drawn = bootstrap(counts, f1_of_each_system, resamples=999)
    observed = f1_of_each_system(counts.sum(axis=0)[None, None])[:, 0]
    found = bca_interval(drawn, observed, jackknife(counts, f1_of_each_system))
    expected = reference(
        (np.arange(50),),
        lambda rows: f1_of_each_system(counts[rows].sum(axis=0)[None, None])[0, 0],
        vectorized=False,
        n_resamples=0,
        bootstrap_result=given_distribution(drawn[0]),
        method="BCa",
    ).confidence_interval
    assert found[0] == pytest.approx([expected.low, expected.high], abs=1e-9)


def test_bootstrap_distribution_is_scipys() -> None:
    """Resamples of our own random bits have the standard error of scipy's, within the noise of 10,000."""
    from scipy.stats import bootstrap as reference

    values = np.random.default_rng(3).gamma(2.0, size=80)
    counts = np.column_stack([values, np.ones(80)])
    drawn = bootstrap(counts, mean_of_first)
    expected = reference((values,), np.mean, n_resamples=10_000, **seeded(reference, 4))
    assert drawn.std(ddof=1) == pytest.approx(expected.standard_error, rel=0.03)
    assert drawn.mean() == pytest.approx(values.mean(), abs=4 * drawn.std() / 100)


def _paired(documents: int, seed: int) -> Floats:
    generator = np.random.default_rng(seed)
    return np.column_stack([generator.normal(0.4, 1, documents), generator.normal(0, 1, documents)])


def _difference_of_sums(counts: Floats) -> statistics.Statistic:
    total = exact(counts).sum(axis=0)

    def statistic(sums: Floats) -> Floats:
        move = sums[0, :, 1] - sums[0, :, 0]
        difference: Floats = (total[0] + move) - (total[1] - move)
        return difference[None]

    return statistic


@pytest.mark.parametrize(("documents", "seed", "tolerance"), [(9, 5, 1e-12), (60, 6, 0.012)])
def test_permutation_test_is_scipys(documents: int, seed: int, tolerance: float) -> None:
    """With few documents all swaps are tried and p is scipy's exact p; with many, p agrees within the noise of both."""
    from scipy.stats import permutation_test

    counts = _paired(documents, seed)
    found, exhaustive = swaps(counts, _difference_of_sums(counts))
    observed = np.array([counts[:, 0].sum() - counts[:, 1].sum()])
    expected = permutation_test(
        (counts[:, 0], counts[:, 1]),
        lambda x, y, axis: x.sum(axis=axis) - y.sum(axis=axis),
        vectorized=True,
        permutation_type="samples",
        n_resamples=10_000,
        **seeded(permutation_test, 7),
    )
    assert exhaustive == (documents == 9)
    assert not exhaustive or found.shape == (1, 2**documents)
    p = p_values(found, observed, exhaustive=exhaustive)[0]
    assert p == pytest.approx(expected.pvalue, abs=tolerance)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_interval_holds_the_truth(method: str) -> None:
    """Over 2,000 corpora of 200 documents a 95 % interval holds the true F1 93 to 97 % of the time."""
    simulations, documents = 2_000, 200
    counts = corpora(simulations, documents, 8)
    drawn = bootstrap(counts, f1_of_each_system, resamples=1_000)
    if method == "percentile":
        bounds = percentile_interval(drawn)
    else:
        observed = f1_of_each_system(counts.sum(axis=0)[None, None])[:, 0]
        bounds = bca_interval(drawn, observed, jackknife(counts, f1_of_each_system))
    held = np.mean((bounds[:, 0] <= 0.7) & (bounds[:, 1] >= 0.7))
    assert 0.93 <= held <= 0.97


def _jackknifed(counts: Floats) -> tuple[Floats, tuple[Missing, ...]]:
    """Return the jackknife intervals of corpora that stand beside each other."""
    observed = f1_of_each_system(counts.sum(axis=0)[None, None])[:, 0]
    each = counts.reshape(len(counts), -1, 4)
    shares = (each / each.sum(axis=0)).mean(axis=-1).T
    found = jackknife_interval(observed, jackknife(counts, f1_of_each_system), shares)
    return found.bounds, found.missing


def _held(bounds: Floats) -> float:
    given = bounds[~np.isnan(bounds[:, 0])]
    return float(np.mean((given[:, 0] <= 0.7) & (given[:, 1] >= 0.7)))


@pytest.mark.parametrize("documents", [5, 10, 40])
def test_jackknife_interval_holds_the_truth_with_few_documents(documents: int) -> None:
    """Over 2,000 corpora of few documents it holds the true F1 93 to 98 % of the time; the percentile interval does not."""
    counts = corpora(2_000, documents, 21)
    bounds, missing = _jackknifed(counts)
    assert 0.93 <= _held(bounds) <= 0.98
    assert missing.count(Missing.NONE) > 1_700
    if documents <= 10:
        assert _held(percentile_interval(bootstrap(counts, f1_of_each_system, resamples=400))) < 0.92


def test_jackknife_interval_holds_the_truth_with_skewed_sizes() -> None:
    """Where a few documents are many times as long it still holds; with n - 1 degrees of freedom it would not."""
    generator = np.random.default_rng(22)
    counts = (
        corpora(2_000, 10, 23).reshape(10, -1, 4) * np.exp(2 * generator.normal(size=(10, 2_000)))[..., None]
    )
    counts = counts.reshape(10, -1)
    bounds, missing = _jackknifed(counts)
    assert _held(bounds) >= 0.92
    assert 0 < missing.count(Missing.DOMINATED) < 1_600
    observed = f1_of_each_system(counts.sum(axis=0)[None, None])[:, 0]
    alike = np.full((2_000, 10), 0.1)
    naive = jackknife_interval(observed, jackknife(counts, f1_of_each_system), alike).bounds
    assert _held(naive) < 0.90


def test_jackknife_interval_of_a_mean_is_students() -> None:
    """For a mean of units that weigh alike it is the interval of every textbook."""
    from scipy.stats import t

    values = np.random.default_rng(24).gamma(2.0, size=12)
    counts = np.column_stack([values, np.ones(12)])
    observed, left_out = np.array([values.mean()]), jackknife(counts, mean_of_first)
    found = jackknife_interval(observed, left_out, np.full((1, 12), 1 / 12), 0.9, bounded=np.zeros(1, bool))
    expected = t.interval(0.9, 11, values.mean(), values.std(ddof=1) / 12**0.5)
    assert found.bounds[0] == pytest.approx(expected, abs=1e-6)
    assert found.missing == (Missing.NONE,)


def test_students_quantiles_are_right_in_every_scipy() -> None:
    """Against values of mpmath; `stdtrit` of scipy 1.11 has ten digits of them right, and gave other intervals."""
    found = statistics.student_quantile(np.array([1, 2.5, 8.2, 312.7]), 0.95)
    assert found == pytest.approx(
        [12.70620473617471, 3.574654842003683, 2.296250696232992, 1.967579346355163], rel=1e-12
    )


def test_jackknife_interval_stays_between_0_and_1() -> None:
    """Near the ends and with one degree of freedom it is wide, and inside."""
    found = jackknife_interval(
        np.array([0.99, 0.01]), np.array([[0.98, 1.0], [0.0, 0.02]]), np.full((2, 2), 0.5)
    )
    assert ((found.bounds > 0) & (found.bounds < 1)).all()
    assert found.bounds[0] == pytest.approx(1 - found.bounds[1][::-1], abs=1e-11)


def test_why_there_is_no_interval() -> None:
    """Each reason is told; an undefined score needs none."""
    nan = np.nan
    observed = np.array([nan, 0.5, 0.5, 0.5, 1.0, 0.0])
    left_out = np.array([[nan] * 3, [0.4, 0.5, 0.6], [nan, 0.5, 0.5], [0.5] * 3, [1.0] * 3, [0.0] * 3])
    shares = np.array([[0.2, 0.3, 0.5], [0.51, 0.3, 0.19], *[[0.2, 0.3, 0.5]] * 4])
    found = jackknife_interval(observed, left_out, shares)
    assert np.isnan(found.bounds).all()
    assert found.missing == ("", "dominated", "needed", "constant", "constant", "constant")
    assert jackknife_interval(observed[1:2], left_out[1:2, :1], np.ones((1, 1))).missing == ("single",)
    assert jackknife_interval(observed[1:2], left_out[1:2], shares[:1], strata=[1, 2]).missing == ("single",)
    assert jackknife_interval(observed[1:2], np.zeros((1, 0)), np.zeros((1, 0))).missing == ("single",)


def _exchangeable(simulations: int, documents: int, seed: int) -> tuple[Floats, Floats]:
    """Return the counts of two systems that differ by chance alone, on the same documents."""
    generator = np.random.default_rng(seed)
    shape = (documents, simulations)
    key = generator.negative_binomial(2, 0.05, shape) + 5.0
    difficulty = generator.beta(7, 3, shape)
    systems = []
    for _ in range(2):
        share = np.clip(difficulty + generator.normal(0, 0.1, shape), 0, 1)
        response = generator.negative_binomial(2, 0.05, shape) + 5.0
        systems.append(np.stack([key * share, key, response * share, response], -1).reshape(documents, -1))
    return systems[0], systems[1]


def test_p_is_uniform_for_exchangeable_systems() -> None:
    """Where only chance tells two systems apart, p is uniform: every level is as wrong as it says."""
    from scipy.stats import kstest

    one, other = _exchangeable(1_000, 200, 9)
    width = one.shape[1]
    both = np.hstack([one, other])
    totals = exact(both).sum(axis=0)

    def difference(first: Floats, second: Floats) -> Floats:
        return f1_of_each_system(first[None]) - f1_of_each_system(second[None])

    def swapped(sums: Floats) -> Floats:
        move = sums[0, :, width:] - sums[0, :, :width]
        return difference(totals[:width] + move, totals[width:] - move)

    observed = difference(totals[None, :width], totals[None, width:])[:, 0]
    drawn, _ = swaps(both, swapped, resamples=999)
    p = p_values(drawn, observed)
    assert kstest(p, "uniform").pvalue > 0.01
    assert 0.03 <= np.mean(p < 0.05) <= 0.07


@pytest.mark.parametrize("alike", [2, 5])
def test_a_lead_by_chance_is_rarely_called_real(alike: int) -> None:
    """Among five systems, two or all of them equally good, the best looks better than each other one in 5 % at most."""
    simulations, documents, systems = 400, 100, 5
    generator = np.random.default_rng(13)
    key = generator.negative_binomial(2, 0.05, (documents, simulations)) + 5.0
    difficulty = generator.beta(7, 3, key.shape)
    tables = []
    for system in range(systems):
        handicap = 0.0 if system < alike else 0.2
        found = key * np.clip(difficulty - handicap + generator.normal(0, 0.1, key.shape), 0, 1)
        tables.append(np.stack([found, key, found, key], -1).reshape(documents, -1))
    totals = [exact(table).sum(axis=0) for table in tables]
    scores = np.stack([f1_of_each_system(total[None, None])[:, 0] for total in totals])
    sums = [swaps(table, lambda sums: sums[0].T, resamples=499)[0].T for table in tables]
    p = np.ones((systems, systems, simulations))
    for one in range(systems):
        for other in range(one):
            move = sums[other] - sums[one]
            drawn = f1_of_each_system((totals[one] + move)[None]) - f1_of_each_system(
                (totals[other] - move)[None]
            )
            p[one, other] = p[other, one] = p_values(drawn, scores[one] - scores[other])
    p[np.arange(systems), np.arange(systems)] = 0.0
    leader = scores.argmax(axis=0)
    of_lead = p[leader, :, np.arange(simulations)].max(axis=1)
    assert np.mean(of_lead < 0.05) <= 0.05 + 2 * (0.05 * 0.95 / simulations) ** 0.5


def test_strata_are_resampled_apart() -> None:
    """Each dataset keeps its number of documents in every resample."""
    counts = np.ones((30, 1))
    sizes = bootstrap(counts, lambda sums: sums[:, :, 0], strata=[4, 26], resamples=50)
    assert (sizes[0] == 4).all()
    assert (sizes[1] == 26).all()
    left_out = jackknife(counts, lambda sums: sums[:, :, 0], strata=[4, 26])
    assert left_out[0].tolist() == [3.0] * 4 + [4.0] * 26
    assert left_out[1].tolist() == [26.0] * 4 + [25.0] * 26


def test_stratified_bca_interval_is_scipys() -> None:
    """Acceleration over several strata is scipy's for several samples."""
    from scipy.stats import bootstrap as reference

    generator = np.random.default_rng(10)
    values = generator.gamma(1.0, size=40)

    def mean_of_means(sums: Floats) -> Floats:
        means: Floats = (sums[:, :, 0] / sums[:, :, 1]).mean(axis=0)
        return means[None]

    counts = np.column_stack([values, np.ones(40)])
    drawn = bootstrap(counts, mean_of_means, strata=[15, 25], resamples=999)
    observed = np.array([(values[:15].mean() + values[15:].mean()) / 2])
    left_out = jackknife(counts, mean_of_means, strata=[15, 25])
    expected = reference(
        (values[:15], values[15:]),
        lambda x, y, axis: (x.mean(axis=axis) + y.mean(axis=axis)) / 2,
        vectorized=True,
        n_resamples=0,
        bootstrap_result=given_distribution(drawn[0]),
        method="BCa",
    ).confidence_interval
    found = bca_interval(drawn, observed, left_out, strata=[15, 25])
    assert found[0] == pytest.approx([expected.low, expected.high], abs=1e-9)


def test_numbers_do_not_depend_on_blocks_or_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bits come out whatever is computed at a time and beside what."""
    counts = corpora(3, 101, 11)
    whole = bootstrap(counts, f1_of_each_system, resamples=300)
    swapped, _ = swaps(counts, f1_of_each_system, resamples=300)
    monkeypatch.setattr(statistics, "BLOCK", 777)
    assert np.array_equal(bootstrap(counts, f1_of_each_system, resamples=300), whole)
    assert np.array_equal(swaps(counts, f1_of_each_system, resamples=300)[0], swapped)
    alone = bootstrap(counts[:, 4:8], f1_of_each_system, resamples=300)
    assert np.array_equal(alone[0], whole[1])


def test_stream_is_pinned() -> None:
    """The draws of the default seed never change, nor with numpy's version: these were written down once."""
    counts = np.arange(5.0)[:, None]
    drawn = bootstrap(counts, lambda sums: sums[:, :, 0], resamples=8)
    chosen, _ = swaps(np.arange(20.0)[:, None], lambda sums: sums[:, :, 0], resamples=8)
    assert drawn[0].tolist() == [9.0, 15.0, 6.0, 15.0, 7.0, 10.0, 10.0, 7.0]
    assert chosen[0].tolist() == [123.0, 80.0, 118.0, 100.0, 124.0, 78.0, 127.0, 51.0]


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=40))
def test_exact_sums_have_no_order(values: list[float]) -> None:
    """Rounded counts add up to the same bits in any order, and are close to the counts."""
    rounded = exact(np.array(values)[:, None])[:, 0]
    assert sum(rounded.tolist()) == sum(sorted(rounded.tolist()))
    assert rounded == pytest.approx(values, rel=1e-9, abs=max(values) * 1e-12)


def test_undefined_resamples() -> None:
    """A few undefined resamples are left out, many leave no interval; in a test they count for chance."""
    values = np.linspace(0, 1, 100)
    few, many = values.copy(), values.copy()
    few[:5], many[:6] = np.nan, np.nan
    bounds = percentile_interval(np.stack([values, few, many]))
    assert bounds[0] == pytest.approx([0.025, 0.975])
    assert bounds[1] == pytest.approx(np.quantile(values[5:], [0.025, 0.975]))
    assert np.isnan(bounds[2]).all()
    assert p_values(np.array([[0.0, np.nan, 0.0, 0.0]]), np.array([1.0])).tolist() == [2 / 5]
    assert np.isnan(p_values(np.zeros((1, 4)), np.array([np.nan]))).all()


def test_bca_of_what_does_not_vary_is_the_score() -> None:
    """A perfect system's interval is a point, and an undefined score has none."""
    found = bca_interval(np.ones((1, 50)), np.ones(1), np.ones((1, 10)))
    assert found.tolist() == [[1.0, 1.0]]
    undefined = bca_interval(np.full((1, 50), np.nan), np.array([np.nan]), np.full((1, 10), np.nan))
    assert np.isnan(undefined).all()


def test_holm_worked_example() -> None:
    """Four tests: .01 x 4, .005 x 4 first, and none below the one before; undefined ones are not counted."""
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm(np.array([0.01, np.nan, 0.9])).tolist() == pytest.approx([0.02, np.nan, 0.9], nan_ok=True)
    assert holm(np.zeros(0)).tolist() == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_keeps_order_and_bounds(values: list[float]) -> None:
    """Adjusted values are at least the raw ones, at most Bonferroni's, and in the same order."""
    p = np.array(values)
    adjusted = holm(p)
    assert (adjusted >= p).all()
    assert (adjusted <= np.minimum(p * max(len(p), 1), 1) + 1e-15).all()
    assert (np.diff(adjusted[np.argsort(p, kind="stable")]) >= 0).all()


def test_tied_groups_overlap() -> None:
    """1 and 2 are tied, 2 and 3 are tied, 1 and 3 differ: 2 is in both groups."""
    different = np.zeros((3, 3), bool)
    assert tied_groups(different) == [(0, 1, 2)]
    different[0, 2] = different[2, 0] = True
    assert tied_groups(different) == [(0, 1), (1, 2)]
    assert tied_groups(~np.eye(3, dtype=bool)) == [(0,), (1,), (2,)]


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.booleans(), min_size=n * n))))
def test_tied_groups_say_what_differs(drawn: tuple[int, list[bool]]) -> None:
    """Two share a group exactly if they are not different, and no group is inside another."""
    size, flags = drawn
    different = np.triu(np.array(flags[: size * size]).reshape(size, size), 1)
    different = different | different.T
    groups = tied_groups(different)
    for first in range(size):
        for second in range(size):
            together = any(first in group and second in group for group in groups)
            assert together == (not different[first, second])
    assert not any(set(one) < set(other) for one in groups for other in groups)


def test_speed() -> None:
    """10,000 resamples and swaps of 1,000 documents, 10 metrics, two systems: under a second of CPU."""
    counts = corpora(20, 1_000, 12)
    spent = []
    for _ in range(3):
        begin = time.process_time()
        percentile_interval(bootstrap(counts, f1_of_each_system))
        swaps(counts, f1_of_each_system)
        spent.append(time.process_time() - begin)
    assert min(spent) < 1.0
