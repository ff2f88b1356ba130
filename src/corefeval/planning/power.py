"""Power of a test and width of an interval on any number of documents, from the documents of a pilot.

Each document of the pilot has a pseudo-value (Tukey 1958): with m documents, m times the score less m - 1 times the score
without this document. Pseudo-values average to the score, up to a small bias, and documents with more mentions have larger
deviations. So an experiment with n documents is n pseudo-values, drawn with replacement:

    pilot            d1   d2   d3   d4        pseudo-values of the difference of two systems
    experiment 1     d2   d2   d4   d1  d3    n = 5
    experiment 2     d3   d1   d3   d3  d2

The test that `compare` makes swaps the two systems in random documents. On pseudo-values a swap changes a sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.comparison.intervals import student_quantile

EXPERIMENTS = 1000
"""The number of simulated experiments. With it, the standard error of a power of 80 % is 1.3 points."""
SWAPS = 999
"""The number of random swaps in the test of a small experiment. The observed difference is number 1,000."""
FEW = 100
"""Experiments with more documents are not simulated, because sums of so many pseudo-values are close to normal."""
MOST = 1_000_000
"""The largest number of documents that is planned."""

_NORMAL = NormalDist()
_TINY = 1e-300


def pseudo_values(observed: Floats, left_out: Floats) -> Floats:
    """Return the jackknife pseudo-value of each document, as an array of outputs by documents.

    Args:
        observed: the value of each output on all documents.
        left_out: the value of each output without each document, outputs by documents; NaN (undefined) stays NaN.
    """
    documents = left_out.shape[1]
    found: Floats = documents * observed[:, None] - (documents - 1) * left_out
    return found


def with_mean(values: Floats, mean: float) -> Floats:
    """Return the pseudo-values shifted to this mean and scaled by √(m / (m - 1)).

    The scaling makes their variance the unbiased estimate for all documents: deviations from the mean of m values are
    too small by √((m - 1) / m), on average.
    """
    documents = len(values)
    found: Floats = (values - values.mean()) * math.sqrt(documents / max(documents - 1, 1)) + mean
    return found


def power(values: Floats, documents: int, level: float, seed: int) -> float:
    """Return the share of experiments in which the test finds the difference with its true sign.

    Experiments with at most FEW documents are simulated, each with its own test. For larger ones
    T = Σ d / √Σ d² is taken to be normal, and the test is significant if |T| exceeds the normal quantile of the level.

    Args:
        values: pseudo-values of the difference; their mean is the true difference.
        documents: the size of an experiment.
        level: the significance level; the test is significant if p is below it.
        seed: the random seed.
    """
    if not values.any():  # no test finds a difference that no document has
        return 0.0
    if documents > FEW:
        mean, deviation = _standardised(math.copysign(1.0, values.mean()) * values)
        limit = _NORMAL.inv_cdf(1 - level / 2)
        return _NORMAL.cdf((math.sqrt(documents) * mean - limit) / max(deviation, _TINY))
    drawn = _rounded(values, documents)[_draws(seed, EXPERIMENTS, documents, len(values))]
    sums = drawn.sum(axis=1)
    is_right = np.sign(sums) == np.sign(values.mean())
    return float((_is_significant(drawn, sums, level, seed) & is_right).mean())


def _standardised(values: Floats) -> tuple[float, float]:
    """Return mean / √n and the standard deviation of T = Σ d / √Σ d², by the delta method from four moments."""
    squares = values**2
    mean, size = float(values.mean()), float(squares.mean())
    (variance, covariance), (_, of_squares) = np.cov(values, squares, ddof=0).tolist()
    found = variance / size - mean * covariance / size**2 + mean**2 * of_squares / (4 * size**3)
    return mean / math.sqrt(size), math.sqrt(max(found, 0.0))


def half_width(values: Floats, documents: int, confidence: float) -> float:
    """Return half the width of a score's interval with this number of documents: t · s / √n.

    Here n is the number of documents, s the standard deviation of the pseudo-values, and t the quantile of Student's
    t-distribution with n - 1 degrees of freedom.
    """
    freedom = np.array([documents - 1.0])
    quantile = float(student_quantile(freedom, confidence)[0])
    return quantile * float(values.std(ddof=1)) / math.sqrt(documents)


def fewest(is_enough: Callable[[int], bool]) -> int | None:
    """Return the smallest number of documents that is enough; None if even MOST documents are not.

    Args:
        is_enough: returns whether a number of documents is enough. It must be false below some number and true above
            it, apart from the noise of simulation.
    """
    low, high = 1, 2
    while not is_enough(high):
        if high >= MOST:
            return None
        low, high = high, min(2 * high, MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def documents_for_power(values: Floats, wanted: float, level: float, seed: int) -> int | None:
    """Return the number of documents needed to find the difference with this probability; None if over MOST."""
    if not values.mean():
        return None
    return fewest(lambda documents: power(values, documents, level, seed) >= wanted)


def documents_for_width(values: Floats, wanted: float, confidence: float) -> int | None:
    """Return the number of documents needed for an interval of ± `wanted`; None if over MOST."""
    return fewest(lambda documents: half_width(values, documents, confidence) <= wanted)


def spread_of_need(
    values: Floats, confidence: float, seed: int, *, is_mean_given: bool
) -> tuple[float, float]:
    """Return the confidence interval of the needed number of documents, as two factors of the estimate.

    The estimate is uncertain because the pilot is small. It grows with (s / d)², where s is the standard deviation and d
    the difference. If `is_mean_given`, only s² is uncertain. Its logarithm has the variance (κ - (m - 3) / (m - 1)) / (m - 1)
    for m documents with kurtosis κ, and the interval uses a quantile of Student's t. Otherwise both are computed on resampled
    pilots. A resampled pilot in which the difference has the opposite sign needs infinitely many documents.
    """
    if is_mean_given:
        return _spread_of_variance(values, confidence)
    drawn = _rounded(values, len(values))[_draws(seed, EXPERIMENTS, len(values), len(values))]
    factor = drawn.var(axis=1, ddof=1) / max(float(values.var(ddof=1)), _TINY)
    share = drawn.mean(axis=1) / float(values.mean())
    factor = np.divide(factor, share**2, out=np.full(len(factor), np.inf), where=share > 0)
    ordered = np.sort(factor)
    tail = (1 - confidence) / 2
    low, high = (float(ordered[int(share * (len(ordered) - 1))]) for share in (tail, 1 - tail))
    return low, high


def _spread_of_variance(values: Floats, confidence: float) -> tuple[float, float]:
    """Return the interval of the variance, as factors of its estimate."""
    documents = len(values)
    squares = (values - values.mean()) ** 2
    kurtosis = float((squares**2).mean()) / max(float(squares.mean()) ** 2, _TINY)
    variance = max(kurtosis - (documents - 3) / (documents - 1), 0.0) / (documents - 1)
    quantile = float(student_quantile(np.array([documents - 1.0]), confidence)[0])
    reach = round(quantile * math.sqrt(variance), 7)
    return math.exp(-reach), math.exp(reach)


def _is_significant(drawn: Floats, sums: Floats, level: float, seed: int) -> Booleans:
    """Return which experiments are significant in a test with random swaps. The observed difference counts as one swap."""
    documents = drawn.shape[1]
    bits = np.random.PCG64(seed + 1).random_raw(SWAPS * documents).astype(np.uint64) >> np.uint64(63)
    signs = (2.0 * bits - 1.0).reshape(documents, SWAPS)
    hits = (np.abs(drawn @ signs) >= np.abs(sums)[:, None]).sum(axis=1)
    found: Booleans = (1 + hits) / (1 + SWAPS) < level
    return found


def _draws(seed: int, experiments: int, documents: int, pilot: int) -> Integers:
    """Draw a pilot document for each document of each experiment: its index, experiments by documents."""
    words = np.random.PCG64(seed).random_raw(experiments * documents).astype(np.uint64) >> np.uint64(32)
    return (words * np.uint64(pilot) >> np.uint64(32)).astype(np.int64).reshape(experiments, documents)


def _rounded(values: Floats, documents: int) -> Floats:
    """Round the values to few enough bits that sums of `documents` values are exact in any order, on any machine."""
    largest = max(float(np.abs(values).max(initial=0.0)) * documents, _TINY)
    quantum = math.ldexp(1.0, math.frexp(largest)[1] - 51)
    found: Floats = np.rint(values / quantum) * quantum
    return found
