"""BLANC: the example of Luo et al. (2014), halves without links, and sets of one mention."""

from __future__ import annotations

import pytest

import corefeval
from corefeval.examples.worked import LETTERS
from corefeval.metrics.blanc import HALVES, Blanc
from tests.corpora import Chains
from tests.metrics.scoring import pairing, parts


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
    """A single mention counts as a link to itself; it is found if the other side also has a single mention."""
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


def test_blanc_of_luo_2014() -> None:
    """Coreference links 2 of 9 and 2 of 8, non-coreference 8 of 12 and 8 of 20 (Luo et al. 2014, section 5)."""
    recall, precision, f1 = parts("blanc", *LETTERS)
    assert recall == pytest.approx((2 / 9 + 8 / 12) / 2)
    assert precision == pytest.approx((2 / 8 + 8 / 20) / 2)
    assert f1 == pytest.approx((2 * 2 / (9 + 8) + 2 * 8 / (12 + 20)) / 2)


def test_blanc_without_coreference_links_in_the_key() -> None:
    """Key of singletons, response with one link: UA excludes no half (.4545), Perl excludes the coreference half (.909)."""
    key, response = [[1], [2], [3], [4]], [[1, 2], [3], [4]]
    assert corefeval.score(key, response, metrics="blanc")["blanc"]["f1"] == pytest.approx(5 / 11)
    perl = corefeval.score(key, response, metrics="blanc(empty=key)")["blanc(empty=key)"]
    assert perl["f1"] == pytest.approx(10 / 11)
    assert corefeval.score(key, response, preset="perl")["blanc"]["f1"] == pytest.approx(10 / 11)
