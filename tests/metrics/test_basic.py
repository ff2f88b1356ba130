"""Basic links against the survey of Žitkus et al. (2023), section 3.1.1."""

from __future__ import annotations

import numpy as np
import pytest

from corefeval.metrics.base import f_score
from tests.metrics.scoring import pairing, score_of, scores


def test_basic_from_counts() -> None:
    """C 30, A 40, T 50: P .75, R .6; F2 favours recall, F.5 precision."""
    found = score_of(
        "basic", recall_numerator=30, recall_denominator=50, precision_numerator=30, precision_denominator=40
    )
    assert found == pytest.approx({"recall": 0.6, "precision": 0.75, "f1": 2 / 3})
    recall, precision = np.array(0.6), np.array(0.75)
    assert f_score(recall, precision, 2) == pytest.approx(0.625)
    assert f_score(recall, precision, 0.5) == pytest.approx(5 / 7)


def test_basic_knows_no_transitivity() -> None:
    """A→B, B→C, D→E against A→C, D→E: basic P 1/2, R 1/3; MUC P 1, R 2/3 (section 3.1.3)."""
    paired = pairing([[1, 2, 3], [4, 5]], [[1, 3], [4, 5]])
    assert scores("basic", paired)["precision"] == 1 / 2
    assert scores("basic", paired)["recall"] == pytest.approx(1 / 3)
    assert scores("muc", paired)["precision"] == 1
    assert scores("muc", paired)["recall"] == pytest.approx(2 / 3)
