"""BLANC of single mentions that are sets of their own."""

from __future__ import annotations

import pytest

from corefeval.metrics.blanc import HALVES, Blanc
from tests.metrics.small_corpora import Chains, pairing


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        ([[0]], [[0]], [1, 1, 1, 1]),
        ([[0]], [[1]], [0, 1, 0, 1]),
        ([[0]], [[0, 1]], [0, 1, 0, 1]),
        ([[0, 1]], [[0]], [0, 1, 0, 1]),
    ],
)
def test_a_set_of_one_mention_is_linked_to_itself(key: Chains, response: Chains, expected: list[int]) -> None:
    """Which counts as a link within an entity; it is found if the other side's is alone as well."""
    columns = Blanc().count_sets(pairing(key, response)).columns
    found = [
        [
            float(columns[half + part].sum())
            for part in (
                "recall_numerator",
                "recall_denominator",
                "precision_numerator",
                "precision_denominator",
            )
        ]
        for half in HALVES
    ]
    assert found == [expected, [0, 0, 0, 0]]
