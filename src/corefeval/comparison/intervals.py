"""Resampling of count matrices: jackknife and bootstrap intervals, paired tests, Holm's correction, groups of ties.

A row is a resampled unit (a document), a column a count. A resample is a row of weights, so all resamples of all
columns are one matrix product. This module does not know what the columns mean: a statistic, given by the caller, turns
summed columns into numbers.

Three decisions make the numbers the same everywhere. Random bits come directly from PCG64, whose stream numpy
guarantees, and not from its distributions, whose stream it does not. Counts are rounded to so few bits that sums of a
resample are exact, so the order of summation and the number of threads do not change the result. Quantiles of Student's
t and the ends of jackknife intervals are rounded to 7 and 12 decimals, because processors and versions of scipy differ
below that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Booleans, Floats
from corefeval.choices import RESAMPLING

Words = NDArray[np.uint64]

SEED: int = RESAMPLING["seed"].default
RESAMPLES: int = RESAMPLING["resamples"].default
CONFIDENCE: float = RESAMPLING["confidence"].default

BLOCK = 1 << 20
"""The most weights in memory at a time."""

TOLERANCE = 1e-12
"""Differences closer than this are equal: scores of equal sums differ only by rounding."""

UNDEFINED_SHARE = 0.05
"""An interval exists if at most this share of the resamples has an undefined score."""

DOMINANT_SHARE = 0.5
"""A unit with more than this share of the counts prevents an interval: the score is that of one unit."""


class Missing(StrEnum):
    """Why a defined score has no interval; NONE if it has one."""

    NONE = ""
    SINGLE = "single"
    DOMINATED = "dominated"
    NEEDED = "needed"
    CONSTANT = "constant"
    UNDEFINED = "undefined"


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Intervals of several outputs.

    Attributes:
        bounds: outputs by (low, high), NaN without an interval.
        missing: why each has no interval; Missing.NONE if it has one or is undefined itself.
    """

    bounds: Floats
    missing: tuple[Missing, ...]


Statistic = Callable[[Floats], Floats]
"""Sums [strata, rows, columns] to numbers [outputs, rows]."""


def bootstrap(
    counts: Floats,
    statistic: Statistic,
    *,
    strata: Sequence[int] | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Floats:
    """Return the statistic of resampled units, outputs by resamples.

    A resample draws as many units as there are, with replacement; within each stratum, where units are
    stratified (Efron and Tibshirani 1993, chapters 6 and 8). All columns are drawn together: outputs of
    different columns are paired.

    Args:
        counts: units by columns; the units of a stratum are adjacent.
        strata: the number of units of each stratum; by default all units are one stratum.
        resamples: how many.
        seed: the same seed draws the same units.
    """
    pieces = split_strata(exact(counts), strata)
    blocks = []
    for words in _random_words(seed, resamples, [(len(rows) + 1) // 2 for rows in pieces], len(counts)):
        sums = [_drawn(drawn, len(rows)) @ rows for drawn, rows in zip(words, pieces, strict=True)]
        blocks.append(statistic(np.stack(sums)))
    return np.concatenate(blocks, axis=1)


def jackknife(counts: Floats, statistic: Statistic, *, strata: Sequence[int] | None = None) -> Floats:
    """Return the statistic without each unit in turn, outputs by units."""
    rounded = exact(counts)
    pieces = split_strata(rounded, strata)
    totals = np.stack([rows.sum(axis=0) for rows in pieces])
    left_out = np.repeat(totals[:, None, :], len(counts), axis=1)
    stratum = np.repeat(np.arange(len(pieces)), [len(rows) for rows in pieces])
    left_out[stratum, np.arange(len(counts))] -= rounded
    return statistic(left_out)


def jackknife_interval(
    observed: Floats,
    left_out: Floats,
    shares: Floats,
    confidence: float = CONFIDENCE,
    *,
    strata: Sequence[int] | None = None,
    bounded: Booleans | None = None,
    lowest: Floats | None = None,
) -> Intervals:
    """Return the jackknife interval with quantiles of Student's t.

    The variance is that of the scores without one unit (Tukey 1958; Efron and Tibshirani 1993, chapter 11), summed
    over strata. Its degrees of freedom are the number of units minus one only if all units have the same weight.
    Units of unequal size make it less certain (Satterthwaite 1946; for such variances Bell and McCaffrey 2002).
    Strata are combined as in Welch (1947). A score between 0 and 1 has its interval on the logit scale, and so
    never leaves these bounds. A coefficient between -1 and 1 is first moved to 0 to 1, which makes the scale that
    of Fisher's z.

    Args:
        observed: the score of each output.
        left_out: outputs by units, from `jackknife`.
        shares: outputs by units: the share of each unit in an output's counts of its stratum.
        confidence: the confidence level of the interval.
        strata: the number of units of each stratum.
        bounded: which outputs are between their lowest value and 1; by default all. A difference is not.
        lowest: the lowest value of each bounded output; by default 0.
    """
    pieces = split_strata(left_out.T, strata)
    variance, spread = np.zeros(len(observed)), np.zeros(len(observed))
    for scores, weights in zip(pieces, split_strata(shares.T, strata), strict=True):
        own = (len(scores) - 1) / max(len(scores), 1) * ((scores - observed) ** 2).sum(axis=0)
        variance += own
        spread += own**2 / degrees_of_freedom(weights)
    inside = np.ones(len(observed), bool) if bounded is None else bounded
    floor = np.zeros(len(observed)) if lowest is None else lowest
    share = (observed - floor) / (1 - floor)
    slope = np.where(inside, share * (1 - share) * (1 - floor), 1.0)
    tests = {
        Missing.SINGLE: np.full(len(observed), min(map(len, pieces)) < 2),
        Missing.DOMINATED: (shares.max(axis=1, initial=0.0) > DOMINANT_SHARE) & (len(pieces) == 1),
        Missing.NEEDED: np.isnan(variance),
        Missing.CONSTANT: (variance <= TOLERANCE**2) | (slope <= TOLERANCE),
    }
    missing = np.select([np.isnan(observed), *tests.values()], ["", *tests], "")
    rows = np.flatnonzero(~np.isnan(observed) & (missing == ""))
    value, freedom = observed[rows], variance[rows] ** 2 / spread[rows]
    quantile = np.round(student_quantile(freedom, confidence), 7)
    reach = quantile * np.sqrt(variance[rows]) / slope[rows]
    bounds = np.full((len(observed), 2), np.nan)
    for column, move in enumerate((-reach, reach)):
        with np.errstate(over="ignore", divide="ignore"):
            on_logits = 1 / (1 + (1 / share[rows] - 1) * np.exp(-move))
        within = floor[rows] + (1 - floor[rows]) * on_logits
        bounds[rows, column] = np.where(inside[rows], within, value + move)
    return Intervals(np.round(bounds, 12), tuple(map(Missing, missing.tolist())))


def student_quantile(freedom: Floats, confidence: float) -> Floats:
    """Return the bound on the absolute value of Student's t with this probability.

    From the inverse of the incomplete beta function, which every scipy gives to nine digits and more; its own
    quantile, `stdtrit`, differs from version to version in the eighth.
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - imported where it is used

    share = betaincinv(freedom / 2, 0.5, 1 - confidence)
    quantile: Floats = np.sqrt(freedom * (1 - share) / share)
    return quantile


def swaps(
    counts: Floats,
    statistic: Statistic,
    *,
    strata: Sequence[int] | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[Floats, bool]:
    """Return the statistic of the sums over a random half of the units, outputs by resamples.

    Approximate randomisation needs only this (Noreen 1989). If two systems are swapped in some units, the first
    loses its own counts there and gains the other's. Its new sum is its old one, minus its own sum over those
    units, plus the other's. One product is enough for every pair of systems.

    If there are no more than `resamples` ways to swap, each is used once and the test is exact; the second value
    states this.
    """
    pieces = split_strata(exact(counts), strata)
    exhaustive = 2 ** min(len(counts), 63) <= resamples
    blocks = []
    for chosen in _every_choice(len(counts)) if exhaustive else _random_choices(seed, resamples, len(counts)):
        halves = split_strata(chosen, strata, axis=1)
        sums = [half @ rows for half, rows in zip(halves, pieces, strict=True)]
        blocks.append(statistic(np.stack(sums)))
    return np.concatenate(blocks, axis=1), exhaustive


def exact(counts: Floats) -> Floats:
    """Return the counts with so few bits that every sum over this many rows is exact.

    Each column is rounded to a multiple of a power of two, at most 2⁻⁵¹ of the largest sum it can have.
    """
    largest = np.abs(counts).max(axis=0, initial=0.0) * max(len(counts), 1)
    quantum = np.ldexp(1.0, np.frexp(largest)[1] - 51)
    rounded: Floats = np.rint(counts / quantum) * quantum
    return rounded


def percentile_interval(distribution: Floats, confidence: float = CONFIDENCE) -> Floats:
    """Return the interval between the quantiles of a bootstrap distribution, outputs by (low, high).

    Resamples with an undefined score are skipped; NaN if more than one in twenty is undefined.
    """
    tail = (1 - confidence) / 2
    return np.array([_quantiles(values, tail, 1 - tail) for values in distribution]).reshape(-1, 2)


def bca_interval(
    distribution: Floats,
    observed: Floats,
    left_out: Floats,
    confidence: float = CONFIDENCE,
    *,
    strata: Sequence[int] | None = None,
) -> Floats:
    """Return the bias-corrected and accelerated interval (Efron 1987), outputs by (low, high).

    The quantiles are shifted by the bias z₀ = Φ⁻¹(share of resamples below the observed score, ties counting half)
    and by the acceleration a, from the skewness of the jackknife values. If nothing varies, a is 0.

    Args:
        distribution: outputs by resamples.
        observed: the score of each output.
        left_out: outputs by units, from `jackknife`.
        strata: the number of units of each stratum.
    """
    normal = NormalDist()
    tail = normal.inv_cdf((1 - confidence) / 2)
    acceleration = _acceleration(left_out, strata)
    intervals = np.full((len(distribution), 2), np.nan)
    for output, (values, value) in enumerate(zip(distribution, observed.tolist(), strict=True)):
        defined = values[~np.isnan(values)]
        if not len(defined) or np.isnan(value):
            continue
        below = (np.count_nonzero(defined < value) + np.count_nonzero(defined <= value)) / 2
        share = min(max(below, 0.5), len(defined) - 0.5) / len(defined)
        bias = normal.inv_cdf(share)
        levels = [
            normal.cdf(bias + (bias + z) / (1 - acceleration[output] * (bias + z))) for z in (tail, -tail)
        ]
        intervals[output] = _quantiles(values, *levels)
    return intervals


def p_values(differences: Floats, observed: Floats, *, exhaustive: bool = False) -> Floats:
    """Return two-sided p-values: how often chance makes a difference at least as large as the observed one.

    The observed difference counts as one of the resamples, (1 + hits) / (1 + resamples), so that p is never 0
    (Davison and Hinkley 1997, section 4.2); all possible swaps include it already. A resample with an undefined
    difference counts as a hit, which is conservative. NaN if the observed difference is undefined.

    Args:
        differences: outputs by resamples, under the hypothesis that the systems are equal.
        observed: the difference of each output.
        exhaustive: whether the resamples are all possible ones.
    """
    hits = (~(np.abs(differences) < np.abs(observed)[:, None] - TOLERANCE)).sum(axis=1)
    extra = 0 if exhaustive else 1
    p = (hits + extra) / (differences.shape[1] + extra)
    return np.where(np.isnan(observed), np.nan, p)


def holm(p: Floats) -> Floats:
    """Return p-values adjusted for how many were computed together (Holm 1979); NaN stays and is not counted.

    The smallest of n is multiplied by n, the next by n - 1, and so on, each at least as large as the previous one.
    With a limit on the adjusted values, the probability of any false alarm in the whole family is below the limit.
    """
    adjusted = np.full(len(p), np.nan)
    rows = np.flatnonzero(~np.isnan(p))
    order = rows[np.argsort(p[rows], kind="stable")]
    steps = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * steps), 1.0)
    return adjusted


def degrees_of_freedom(shares: Floats) -> Floats:
    """Return the degrees of freedom of the jackknife variance of one stratum, from units by outputs.

    With shares w the score is about Σ wᵢyᵢ over unit scores y, and leaving unit i out moves it by wᵢ/(1 - wᵢ) times
    yᵢ's distance from it. So the variance is a quadratic form y'My. If the y were normal and identically
    distributed, it would have (tr M)² / tr M² degrees of freedom: n - 1 for equal shares, 1 if one unit has nearly
    all.
    """
    shares = np.minimum(shares, 1 - TOLERANCE)
    squares = (shares**2).sum(axis=0)
    moves = (shares / (1 - shares)) ** 2
    own = 1 + squares - 2 * shares
    total, first, second = ((moves * shares**power).sum(axis=0) for power in (0, 1, 2))
    across = squares**2 * total**2 + 2 * total * second - 4 * squares * total * first + 2 * first**2
    traces = (moves**2 * (own**2 - (own - 1) ** 2)).sum(axis=0) + across
    trace = (moves * own).sum(axis=0)
    most = max(len(shares) - 1.0, 1.0)
    freedom: Floats = np.divide(trace**2, traces, out=np.full(trace.shape, most), where=traces > 0)
    return freedom.clip(1.0, most)


def _quantiles(values: Floats, low: float, high: float) -> Floats:
    undefined = np.isnan(values)
    if undefined.any():
        if undefined.mean() > UNDEFINED_SHARE:
            return np.full(2, np.nan)
        values = values[~undefined]
    return np.quantile(values, [low, high])


def _acceleration(left_out: Floats, strata: Sequence[int] | None) -> list[float]:
    """Return a = Σ U³/n³ / (6 (Σ U²/n²)^1.5) with U = (n - 1)(mean - value), summed over strata."""
    cubes, squares = np.zeros(len(left_out)), np.zeros(len(left_out))
    for values in split_strata(left_out.T, strata):
        size = len(values)
        defined = np.nan_to_num(values - _mean_of_defined(values))
        influence = (size - 1) * -defined
        cubes += (influence**3).sum(axis=0) / size**3
        squares += (influence**2).sum(axis=0) / size**2
    varies = squares > TOLERANCE**2
    ratios: list[float] = (
        np.divide(cubes, squares**1.5, out=np.zeros(len(cubes)), where=varies) / 6
    ).tolist()
    return ratios


def _mean_of_defined(values: Floats) -> Floats:
    defined = ~np.isnan(values)
    mean: Floats = np.where(defined, values, 0.0).sum(axis=0) / np.maximum(defined.sum(axis=0), 1)
    return mean


def split_strata(counts: Floats, strata: Sequence[int] | None, axis: int = 0) -> list[Floats]:
    """Return the counts of each stratum; all of them without strata."""
    return [counts] if strata is None else np.split(counts, np.cumsum(strata)[:-1], axis)


def _random_words(
    seed: int, resamples: int, words: Sequence[int], units: int
) -> Iterator[list[NDArray[np.uint64]]]:
    """Yield random 64-bit words in blocks of whole resamples, a piece a stratum; blocks do not matter."""
    generator = np.random.PCG64(seed)
    rows = max(BLOCK // max(units, 1), 1)
    for begin in range(0, resamples, rows):
        count = min(rows, resamples - begin)
        drawn = np.asarray(generator.random_raw(count * sum(words)), np.uint64).reshape(count, -1)
        yield np.split(drawn, np.cumsum(words)[:-1], axis=1)


def _drawn(words: Words, units: int) -> Floats:
    """Return how often each unit is drawn, resamples by units.

    Half a word h makes the unit floor(h · units / 2³²): no unit is favoured by more than units / 2³².
    """
    rows = len(words)
    halves = np.ascontiguousarray(words).astype("<u8").view("<u4").reshape(rows, -1)[:, :units]
    unit = (halves.astype(np.uint64) * np.uint64(units)) >> np.uint64(32)
    place = unit.astype(np.int64) + np.arange(rows)[:, None] * units
    return np.bincount(place.ravel(), minlength=rows * units).reshape(rows, units).astype(np.float64)


def _random_choices(seed: int, resamples: int, units: int) -> Iterator[Floats]:
    """Yield which units are chosen, each with probability ½, resamples by units."""
    for (words,) in _random_words(seed, resamples, [(units + 63) // 64], units):
        raw = np.ascontiguousarray(words).astype("<u8").view(np.uint8).reshape(len(words), -1)
        yield np.unpackbits(raw, axis=1, count=units, bitorder="little").astype(np.float64)


def _every_choice(units: int) -> Iterator[Floats]:
    numbers = np.arange(2**units)[:, None]
    yield (numbers >> np.arange(units) & 1).astype(np.float64)
