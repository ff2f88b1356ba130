"""The Prague anaphora score against the survey of Žitkus et al. (2023) and by hand."""

from __future__ import annotations

import pytest

from corefeval.metrics import parse_metric
from corefeval.metrics.prague import Prague
from tests.metrics.scoring import counts, pairing, score_of, scores


def test_prague_from_counts() -> None:
    """Equation 32 needs FP where it prints FN; the second example distinguishes the two."""
    found = score_of("prague", tp=6, wl=1, fn=2, fp=1, szp=1)
    assert found == pytest.approx({"recall": 2 / 3, "precision": 7 / 9, "f1": 0.717949}, abs=1e-6)


def test_prague_example() -> None:
    """2 and 3 are right, 5 is wrong, 6 is missed, 9 is spurious; 8 is a noun in the key, so also in the response."""
    kinds = {1: "name", 4: "name", 8: "nominal"} | dict.fromkeys([2, 3, 5, 6, 9], "pronoun")
    paired = pairing(
        [[1, 2, 3, 5, 8], [4, 6]], [[1, 2, 3, 8, 9], [4, 5]], kinds, response_types=kinds | {8: "zero"}
    )
    assert counts("prague(anaphors=pronouns)", paired) == {"tp": 2, "wl": 1, "fn": 1, "fp": 1, "szp": 0}
    assert scores("prague(anaphors=pronouns)", paired) == pytest.approx(
        {"recall": 0.5, "precision": 0.5, "f1": 0.5}
    )


def test_prague_root() -> None:
    """With antecedent=root the chains must begin with the same mention."""
    paired = pairing([[1, 2, 3]], [[2, 3]])
    assert counts("prague", paired)["tp"] == 1
    assert counts("prague(antecedent=root)", paired)["wl"] == 1


def test_the_first_mention_of_a_chain_leads_nowhere() -> None:
    """With antecedent=root too, the first mention of a chain has no target."""
    metric = parse_metric("prague(antecedent=root)")
    assert isinstance(metric, Prague)
    targets = metric.outcomes(pairing([[0, 1, 2], [3, 4]], [[0, 1, 2], [3, 4]])).targets
    assert targets is not None
    assert [side.right.tolist() for side in targets] == [[-1, 0, 0, -1, 3]] * 2
    assert [side.chosen.tolist() for side in targets] == [[-1, 0, 0, -1, 3]] * 2
