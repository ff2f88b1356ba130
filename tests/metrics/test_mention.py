"""Mention detection: the example of Pradhan et al. (2014), and mentions listed twice."""

from __future__ import annotations

import pytest

from corefeval.evaluation.score import score
from corefeval.examples.worked import LETTERS
from tests.metrics.scoring import parts


def test_mentions_of_pradhan_2014() -> None:
    """Of a to g the response lacks e, and h and i are spurious: 6 of 7 are found, 6 of 8 are right."""
    assert parts("mention", *LETTERS) == pytest.approx((6 / 7, 6 / 8, 4 / 5))


def test_entities_do_not_matter() -> None:
    """The same mentions in other entities are all found."""
    assert parts("mention", [[1, 2], [3, 4]], [[1, 3], [2, 4]]) == (1, 1, 1)


def test_a_mention_listed_twice_counts_once() -> None:
    """Two entities contain mention 2, which counts once among three mentions."""
    found = score([[1, 2], [2, 3]], [[1, 2]], metrics="mention", duplicates="keep")["mention"]
    assert (found["recall"], found["precision"]) == pytest.approx((2 / 3, 1))
