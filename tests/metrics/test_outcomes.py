"""Outcomes of mentions: the outcome of a link, counts per document, and sums over classes."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from corefeval.metrics.outcomes import LinkMetric, OutcomeMetric, Outcomes, judge_links
from tests.metrics.scoring import pairing


def test_what_becomes_of_a_link() -> None:
    """Links are right, wrong, missing or spurious; mentions that are not judged have no outcome."""
    rows = list(product((False, True), repeat=3))
    judged, resolved, right = (np.array(each) for each in zip(*rows, strict=True))
    found = judge_links(judged, resolved, right, np.array([True, False]))
    expected = [
        "" if not is_judged else "fn" if not is_resolved else "tp" if is_right else "wl"
        for is_judged, is_resolved, is_right in rows
    ]
    assert [found.names[each] if each >= 0 else "" for each in found.key.tolist()] == expected
    assert [found.names[each] if each >= 0 else "" for each in found.response.tolist()] == ["fp", ""]
    assert found.targets is None


def test_outcomes_are_counted_by_document() -> None:
    """Counts, the sums of the shares, include both sides without mentions that are not judged."""
    both = pairing([[[0, 1]], [[0, 1, 2]]], [[[0, 1]], [[0, 3]]])
    outcomes = Outcomes(("a", "b", "c"), np.array([0, -1, 1, 0, 0]), np.array([2, -1, 2, 1]))
    expected = {"a": [1, 2], "b": [0, 2], "c": [1, 1]}
    shared = outcomes.shares.count(both).columns
    assert {name: column.tolist() for name, column in shared.items()} == expected
    some = outcomes.limited(
        np.array([True, True, False, True, False]), np.array([False, True, True, True])
    ).shares.count(both)
    assert {name: column.tolist() for name, column in some.columns.items()} == {
        "a": [1, 1],
        "b": [0, 1],
        "c": [0, 1],
    }


def test_outcomes_of_classes_are_summed() -> None:
    """Counts of a class are named class.outcome; other columns are ignored; the right outcome comes first."""
    metric = OutcomeMetric()
    assert metric.outcome_names == ("tp", "wl", "fn", "fp")
    totals = {"x.fn": 1.0, "fn": 2.0, "x.tp": 3.0, "y.z.tp": 4.0, "skipped": 5.0, "x.attempted": 6.0}
    found = metric.outcome_counts({name: np.array(value) for name, value in totals.items()})
    assert [(name, float(value)) for name, value in found.items()] == [("tp", 7), ("fn", 3)]


@pytest.mark.parametrize(
    ("counted", "expected"),
    [
        ((2, 1, 3, 5), (2 / 6, 2 / 8, 2 / 7, 2 / 3)),
        ((0, 1, 0, 0), (0, 0, 0, 0)),
        ((3, 0, 0, 0), (1, 1, 1, 1)),
    ],
)
def test_scores_of_links(counted: tuple[int, ...], expected: tuple[float, ...]) -> None:
    """R = tp / (tp + wl + fn), P = tp / (tp + wl + fp), accuracy = tp / (tp + wl)."""
    totals = dict(zip(("tp", "wl", "fn", "fp"), map(np.array, counted), strict=True))
    assert tuple(map(float, LinkMetric().score(totals).values())) == pytest.approx(expected)
