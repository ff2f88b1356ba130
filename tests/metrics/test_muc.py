"""MUC: the examples of the papers, mergers of entities, and corpora without a link."""

from __future__ import annotations

import pytest

import corefeval
from corefeval.examples.worked import LETTERS
from tests.metrics.scoring import parts


def test_muc_of_vilain_1995() -> None:
    """A chain of four in two parts lacks one of three links; two merged chains have one link too many."""
    whole, parted = [["a", "b", "c", "d"]], [["a", "b"], ["c", "d"]]
    assert parts("muc", whole, parted)[:2] == pytest.approx((2 / 3, 1))
    assert parts("muc", parted, whole)[:2] == pytest.approx((1, 2 / 3))


def test_muc_of_luo_2014() -> None:
    """Two of five links found, two of five proposed (Luo et al. 2014, section 5)."""
    assert parts("muc", *LETTERS) == pytest.approx((2 / 5, 2 / 5, 2 / 5))


def test_merging_entities_in_muc_and_bcub() -> None:
    """Žitkus et al. (2023), 3.1.4: MUC sees no difference between two mergers, B³ does (.714 and .657)."""
    key = [[1, 2], [3, 4], [5, 6, 7]]
    small, large = [[1, 2, 3, 4], [5, 6, 7]], [[1, 2], [3, 4, 5, 6, 7]]
    assert parts("muc", key, small)[1] == parts("muc", key, large)[1] == pytest.approx(4 / 5)
    assert parts("bcub", key, small)[1] == pytest.approx(5 / 7)
    assert parts("bcub", key, large)[1] == pytest.approx(4.6 / 7)


def test_muc_of_singletons_is_undefined() -> None:
    """A corpus of singletons has no links, so MUC is undefined. The official scorers print 0, and so do their presets."""
    assert parts("muc", [[1], [2]], [[1], [2]]) == (None, None, None)
    assert corefeval.score([[1], [2]], [[1], [2]], preset="perl")["muc"]["f1"] == 0.0
