"""Samples with unequal probabilities: unbiased by enumeration, of a fixed size, deterministic."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations

import numpy as np
import pytest

import corefeval
from corefeval.arrays import Floats, integers
from corefeval.comparison.compare import aligned_counts
from corefeval.comparison.sample import Sample
from corefeval.planning.sampling import (
    FLOOR,
    drawn,
    estimates,
    features_of,
    inclusion_probabilities,
    sizes_of,
    systematic,
)
from corefeval.presets import DISAGREEMENT
from tests.planning.test_plan import pilot

SIZES = np.array([1.0, 2.0, 3.0, 5.0, 9.0])


def test_probabilities_sum_to_the_number_and_none_exceeds_one() -> None:
    """A document that would exceed 1 is certain, and the others share the rest in proportion."""
    found = inclusion_probabilities(SIZES, 3)
    assert found.sum() == pytest.approx(3)
    assert found.tolist() == pytest.approx([2 / 11, 4 / 11, 6 / 11, 10 / 11, 1])
    assert inclusion_probabilities(SIZES, 5).tolist() == [1.0] * 5
    assert inclusion_probabilities(np.zeros(4) + 2, 2).tolist() == [0.5] * 4


def test_weighted_sums_are_unbiased_over_all_samples() -> None:
    """Over every order and start, each document is chosen with its probability, and weighted sums average to the sum."""
    values = np.array([4.0, -1.0, 0.5, 7.0, 3.0])
    for number in (2, 3):
        probabilities = inclusion_probabilities(SIZES, number)
        included, total, orders = np.zeros(5), 0.0, 0
        for given in permutations(range(5)):
            order = integers(given)
            cuts = np.unique(np.append(np.cumsum(probabilities[order]) % 1, (0.0, 1.0)).round(12))
            for low, high in pairwise(cuts.tolist()):
                rows = systematic(probabilities, order, (low + high) / 2)
                assert len(set(rows.tolist())) == number
                included[rows] += high - low
                total += (high - low) * float((values[rows] / probabilities[rows]).sum())
            orders += 1
        assert (included / orders).tolist() == pytest.approx(probabilities.tolist())
        assert total / orders == pytest.approx(values.sum())


def test_a_seed_draws_the_same_documents() -> None:
    """The sample has its size, is in order and without repetition, and another seed draws another one."""
    probabilities = inclusion_probabilities(np.linspace(1, 4, 50), 12)
    rows = [drawn(probabilities, seed).tolist() for seed in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]
    assert rows[0] == sorted(set(rows[0]))
    assert len(rows[0]) == 12


def test_sizes_grow_with_disagreement_and_fall_with_words() -> None:
    """A document without disagreement has the floor."""
    features = np.column_stack([np.array([0.0, 1.0, 2.0])] * 6 + [np.ones(3)])
    few, some, many = sizes_of(features, np.full(3, 100.0)).tolist()
    assert few == pytest.approx(FLOOR**0.5)
    assert few < some < many
    assert sizes_of(features, np.array([100.0, 100.0, 400.0]))[2] < many


def _sample(documents: int) -> tuple[Sample, Floats]:
    """Return the counts of two systems, and the features of their disagreement."""
    key, good, bad = pilot(documents)
    results = {name: corefeval.score(key, each, metrics="conll") for name, each in (("a", good), ("b", bad))}
    metrics = dict(results["a"].metrics)
    against = corefeval.score(good, bad, metrics=DISAGREEMENT)
    counts = aligned_counts({"": against}, against.metrics)[0]
    return Sample.of(aligned_counts(results, metrics), metrics, results["a"].settings), features_of(counts)


PAIR = [((0, "conll", "f1"), (1, "conll", "f1"))]


def test_all_documents_give_the_scores_themselves() -> None:
    """If every document is chosen, scores are those of all documents and the interval has no width."""
    sample, features = _sample(24)
    (found,) = estimates(sample, np.ones(24), features, PAIR, 0.95)
    assert list(found.scores) == pytest.approx(sample.observed.tolist())
    assert found.half_width == 0


def test_estimates_are_close_to_the_truth_and_intervals_hold_it() -> None:
    """Over many seeds the mean estimate is the true difference, and nine of ten intervals and more hold it."""
    sample, features = _sample(120)
    sizes = sizes_of(features, features[:, -1])
    probabilities = inclusion_probabilities(sizes, 30)
    true = float(sample.observed[0] - sample.observed[1])
    found = []
    for seed in range(200):
        rows = drawn(probabilities, seed)
        part = replace(sample, counts=sample.counts[rows], strata=(30,))
        found += estimates(part, probabilities[rows], features[rows], PAIR, 0.95)
    errors = np.array([each.difference - true for each in found])
    assert abs(errors.mean()) < 3 * errors.std() / 200**0.5 + 0.002
    assert np.mean([abs(error) <= each.half_width for error, each in zip(errors, found, strict=True)]) > 0.9
