"""Draw documents with unequal probabilities, and estimate the difference of two systems from such a sample.

The disagreement of two systems is known without a gold annotation. Their counts against each other are used twice:

    choose      documents on which they disagree more, per word, have a higher probability π (without replacement)
    estimate    counts of a chosen document count 1/π times (Horvitz and Thompson 1952), so sums over the sample are
                unbiased; then the known disagreement on all other documents corrects the estimate (Särndal, Swensson and
                Wretman 1992, chapter 6)

F1 is a ratio of sums: its estimate is unbiased up to a term that vanishes with the number of documents.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.comparison.intervals import degrees_of_freedom, student_quantile
from corefeval.comparison.sample import Output, Sample
from corefeval.counts import Counts
from corefeval.presets import DISAGREEMENT

FLOOR = 0.3
"""Added to the disagreement, as a share of a document's size, so that no document gets an extreme weight."""
PENALTY = 0.4
"""The penalty of the ridge regression on the disagreement. The features have length 1."""
LARGEST_LEVERAGE = 0.95
_TINY = 1e-12


def features_of(counts: Mapping[str, Counts]) -> Floats:
    """Return the disagreement of two systems on each document, documents by features; each feature has mean 1.

    The features are the losses of recall and precision in each metric of DISAGREEMENT and, last, the size of the document.
    A feature that is 0 for all documents is replaced by the size.
    """
    lost, sizes = [], []
    for metric in DISAGREEMENT:
        columns = counts[metric].columns
        for part in ("recall", "precision"):
            denominator = np.asarray(columns[f"{part}_denominator"], np.float64)
            lost.append(denominator - columns[f"{part}_numerator"])
            sizes.append(_with_mean_one(denominator))
    size = _with_mean_one(np.mean(sizes, axis=0))
    return np.column_stack([_with_mean_one(each) if each.sum() > _TINY else size for each in lost] + [size])


def sizes_of(features: Floats, words: Floats) -> Floats:
    """Return the size of each document, to which its probability is proportional: √ of the disagreement per word.

    The variance of a difference grows with the number of disagreements, and the cost of annotating a document with its
    words. For a given number of words, the variance is smallest if probabilities are proportional to the standard deviation
    divided by √ words (Neyman 1934).
    """
    cost = np.maximum(words, 1.0) / np.maximum(words, 1.0).mean()
    disagreement = features[:, :-1].mean(axis=1)
    sizes: Floats = np.sqrt((disagreement + FLOOR * cost) / cost)
    return sizes


def inclusion_probabilities(sizes: Floats, documents: int) -> Floats:
    """Return probabilities that are proportional to the sizes, sum to a number of documents, and do not exceed 1."""
    is_certain = np.zeros(len(sizes), bool)
    while True:
        rest = documents - int(is_certain.sum())
        total = sizes[~is_certain].sum()
        found = np.where(is_certain, 1.0, rest * sizes / total if total else 1.0)
        exceeding = ~is_certain & (found >= 1.0)
        if not exceeding.any():
            return found
        is_certain |= exceeding


def drawn(probabilities: Floats, seed: int) -> Integers:
    """Draw a systematic sample of randomly ordered documents with these probabilities. Return their sorted numbers."""
    words = np.random.PCG64(seed).random_raw(len(probabilities) + 1)
    order = np.argsort(words[:-1], kind="stable")
    return np.sort(systematic(probabilities, order, float(words[-1] >> np.uint64(11)) / 2**53))


def systematic(probabilities: Floats, order: Integers, start: float) -> Integers:
    """Return the documents at start, start + 1, start + 2 … on the axis of cumulated probabilities (Madow 1949)."""
    line = np.cumsum(probabilities[order])
    documents = round(float(line[-1]))
    place = np.searchsorted(line, start + np.arange(documents), side="right")
    chosen: Integers = order[np.minimum(place, len(order) - 1)]
    return chosen


@dataclass(frozen=True, slots=True)
class Estimate:
    """The scores of two systems on all documents, estimated from a sample.

    Attributes:
        scores: the estimated scores of the two systems.
        half_width: half the width of the interval of their difference; NaN if there is none.
    """

    scores: tuple[float, float]
    half_width: float

    @property
    def difference(self) -> float:
        """The first score minus the second."""
        return self.scores[0] - self.scores[1]


def estimates(
    sample: Sample,
    probabilities: Floats,
    features: Floats,
    pairs: Sequence[tuple[Output, Output]],
    confidence: float,
) -> list[Estimate]:
    """Return the estimate of each pair of outputs.

    The influence of a document on a score is the score minus the score without the document. A ridge regression on the
    disagreement predicts the difference of the influences of both systems. It is used only if it predicts held-out
    documents better than no regression. The variance is that of the prediction errors, for samples of a fixed size (Hájek
    1964). Documents with probability 1 do not add to it.

    Args:
        sample: the counts of the two systems on the chosen documents.
        probabilities: the probabilities of the chosen documents.
        features: the features of the chosen documents, from `features_of` for all documents.
        pairs: pairs of an output of the first system and the same output of the second.
        confidence: the confidence level of the intervals.
    """
    counts = sample.counts / probabilities[:, None]
    totals = counts.sum(axis=0)
    scores = sample.statistic(np.vstack([totals, totals - counts])[None])
    shares = (np.abs(counts) / np.maximum(np.abs(totals), _TINY)).mean(axis=1)
    random = 1 - probabilities
    freedom = min(float(degrees_of_freedom(shares[:, None])[0]), max(int((random > _TINY).sum()) - 1.0, 1.0))
    regression = _Regression(features, probabilities)
    found = []
    for pair in pairs:
        rows = [sample.outputs.index(output) for output in pair]
        observed = scores[rows, 0]
        influence = (observed[:, None] - scores[rows, 1:]) * (1 - shares)
        penalty, variance, used = regression.best(influence[0] - influence[1])
        first, second = (
            float(value + regression.correction(own, penalty))
            for value, own in zip(observed, influence, strict=True)
        )
        left = max(freedom * (1 - used / max(regression.free - 1, 1)), 1.0)
        quantile = round(float(student_quantile(np.array([left]), confidence)[0]), 7)
        found.append(Estimate((first, second), quantile * math.sqrt(variance)))
    return found


class _Regression:
    """A ridge regression of the influence of chosen documents on the disagreement, centred for samples of a fixed size."""

    def __init__(self, features: Floats, probabilities: Floats) -> None:
        """Prepare the features of the chosen documents.

        The size is subtracted from the other features, and 1 from the size, so that each sums to 0 over all documents.
        """
        size = features[:, -1:]
        beyond = np.column_stack([features[:, :-1] - size, size - 1]) / probabilities[:, None]
        self.root = np.sqrt(np.maximum(1 - probabilities, 0.0))
        self.sum = float((self.root**2).sum())
        centred = self._centred(beyond)
        length = np.sqrt((centred**2).sum(axis=0))
        scale = np.where(length > _TINY, length, math.inf)
        self.centred, self.total = centred / scale, (beyond / scale).sum(axis=0)
        self.free = max(int((self.root > _TINY).sum()), 1)

    def _centred(self, values: Floats) -> Floats:
        own = (values.T * self.root).T
        mean = (self.root @ own) / max(self.sum, _TINY)
        centred: Floats = own - np.multiply.outer(self.root, mean)
        return centred

    def _smoother(self, penalty: float) -> Floats:
        """Return the matrix that converts influences to coefficients of the regression."""
        columns = self.centred.shape[1]
        if math.isinf(penalty):
            return np.zeros((columns, len(self.root)))
        moments = self.centred.T @ self.centred + penalty * np.eye(columns)
        return np.asarray(np.linalg.solve(moments, self.centred.T), np.float64)

    def best(self, influence: Floats) -> tuple[float, float, float]:
        """Return the better penalty (infinity for no regression), its variance, and the degrees of freedom that it uses."""
        found = []
        for penalty in (math.inf, PENALTY):
            smoother = self._smoother(penalty)
            own = self._centred(influence)
            leverage = np.einsum("ij,ji->i", self.centred, smoother)
            alone = 1 - np.minimum(leverage + self.root**2 / max(self.sum, _TINY), LARGEST_LEVERAGE)
            errors = (own - self.centred @ (smoother @ own)) / alone
            variance = float((errors**2).sum()) * (self.free - 1) / self.free
            found.append((variance, penalty, float(leverage.sum())))
        variance, penalty, used = min(found)
        return penalty, variance, used

    def correction(self, influence: Floats, penalty: float) -> float:
        """Return the correction of a score that follows from the disagreement on all documents."""
        coefficients: Floats = self._smoother(penalty) @ self._centred(influence)
        return -float(self.total @ coefficients)


def _with_mean_one(values: Floats) -> Floats:
    mean = float(values.mean()) if len(values) else 0.0
    found: Floats = values / mean if mean > _TINY else np.ones(len(values))
    return found
