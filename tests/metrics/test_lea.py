"""LEA: the example of Moosavi and Strube (2016), and singletons."""

from __future__ import annotations

import pytest

from corefeval.examples.worked import LETTERS
from tests.metrics.scoring import parts


def test_lea_of_moosavi_and_strube_2016() -> None:
    """Recall (3·1/3 + 4·1/6)/7, printed as .24; precision (2·1 + 2·0 + 4·1/6)/8, printed as .33 (the example of the paper)."""
    recall, precision = (3 / 3 + 4 / 6) / 7, (2 + 4 / 6) / 8
    assert parts("lea", *LETTERS)[:2] == pytest.approx((recall, precision))
    assert (round(recall, 2), round(precision, 2)) == (0.24, 0.33)


def test_singletons_may_be_skipped() -> None:
    """With `self_link=skip` a singleton has no link: the pair alone counts, and a corpus of singletons is undefined."""
    assert parts("lea(self_link=skip)", [[1], [2, 3]], [[1, 4], [2, 3]])[0] == 1
    assert parts("lea(self_link=skip)", [[1]], [[1]])[0] is None


def test_lea_counts_a_singleton_as_one_link_to_itself() -> None:
    """A singleton is resolved if it is also a singleton in the response."""
    assert parts("lea", [[1], [2, 3]], [[1], [2, 3]]) == (1.0, 1.0, 1.0)
    assert parts("lea", [[1], [2, 3]], [[1, 4], [2, 3]])[0] == pytest.approx(2 / 3)
