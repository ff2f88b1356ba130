"""CEAF: the examples of Luo (2005) and Pradhan et al. (2014)."""

from __future__ import annotations

import pytest

from corefeval.examples.worked import LETTERS
from tests.metrics.scoring import parts


def test_ceafm_divides_by_mentions() -> None:
    """CEAFm is a share of mentions. coval divides by entities, which gives 3.5 here, and does not offer CEAFm."""
    assert parts("ceafm", [[1, 2, 3, 4], [5, 6, 7]], [[1, 2, 3, 4], [5, 6, 7]]) == (1.0, 1.0, 1.0)


TRUTH = ["12345", "67", "89ABC"]


@pytest.mark.parametrize(
    ("response", "phi3", "phi4"),
    [
        (["12345", "6789ABC"], 0.833, 0.733),
        (["1234589ABC", "67"], 0.583, 0.667),
        (["123456789ABC"], 0.417, 0.294),
        (list("123456789ABC"), 0.250, 0.178),
    ],
)
def test_ceaf_of_luo_2005(response: list[str], phi3: float, phi4: float) -> None:
    """F of φ3 and φ4 for the four responses of Luo (2005), Figure 1; in the first, φ3 is (5 + 5)/12."""
    sides = [list(entity) for entity in TRUTH], [list(entity) for entity in response]
    assert parts("ceafm", *sides)[2] == pytest.approx(phi3, abs=0.0005)
    assert parts("ceafe", *sides)[2] == pytest.approx(phi4, abs=0.0005)


def test_ceaf_of_pradhan_2014() -> None:
    """{a b c} is aligned with {a b} and {d e f g} with {f g h i}: 2 + 2 mentions, φ4 of 4/5 and 4/8."""
    assert parts("ceafm", *LETTERS)[:2] == pytest.approx((4 / 7, 4 / 8))
    assert parts("ceafe", *LETTERS)[:2] == pytest.approx((1.3 / 2, 1.3 / 3))


def test_an_entity_is_aligned_once() -> None:
    """The best sum decides, not the best pair: 2 + 2 beats 3 + 0."""
    key, response = [[1, 2, 3, 4, 5], [6, 7]], [[1, 2, 3, 6, 7], [4, 5]]
    assert parts("ceafm", key, response) == pytest.approx((4 / 7, 4 / 7, 4 / 7))
