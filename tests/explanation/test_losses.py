"""What each mention costs, without repairing anything."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from corefeval import score
from corefeval.explanation import explain
from corefeval.metrics.base import METRICS
from tests.explanation.slow_explain import Clusters, cases

ENTITIES_ALONE = [name for name in METRICS if not METRICS[name].needs]


@given(cases(smallest=1))
def test_losses_add_up(case: tuple[Clusters, Clusters, frozenset[int]]) -> None:
    """Recall losses add up to 1 - R, precision losses to 1 - P, and F1 shares with interaction to 1 - F1."""
    key, response, _ = case
    scores = score(key, response, metrics=ENTITIES_ALONE).scores
    explanation = explain(key, response, metrics=ENTITIES_ALONE)
    for name, metric in explanation.metrics.items():
        found, wanted = explanation.mention_losses.get(name), scores[name]
        if metric.is_average or found is None:
            assert metric.is_average or metric.losses(explanation.pairing) is None
            continue
        assert wanted["recall"] == pytest.approx(1 - found.recall.sum())
        assert wanted["precision"] == pytest.approx(1 - found.precision.sum())
        assert wanted["f1"] == pytest.approx(1 - found.f1.sum() - found.interaction)
        assert found.recall.min() >= 0
        assert found.precision.min() >= 0


def test_losses_by_hand() -> None:
    """The key entity {0, 1, 2} is cut into {0, 1} and {2}: B³ 1/3, 1/3 and 2/3 of a third; LEA 1/2, 1/2, 1 of it."""
    bcub, lea, muc = explain([[0, 1, 2]], [[0, 1], [2, 3]], metrics="bcub,lea,muc").mention_losses.values()
    assert bcub.recall.tolist() == pytest.approx([1 / 9, 1 / 9, 2 / 9, 0])
    assert lea.recall.tolist() == pytest.approx([1 / 6, 1 / 6, 1 / 3, 0])
    assert muc.recall.tolist() == pytest.approx([0, 0, 1 / 2, 0])
    assert muc.precision.tolist() == pytest.approx([0, 0, 0, 1 / 2])


def test_ceafe_is_borne_by_what_differs() -> None:
    """φ4 of {0, 1, 2} and {0, 1, 3} is 2/3; the missing and the extra mention bear half of the rest each."""
    found = explain([[0, 1, 2]], [[0, 1, 3]], metrics="ceafe").mention_losses["ceafe"]
    assert found.recall.tolist() == pytest.approx([0, 0, 1 / 6, 1 / 6])


def test_losses_of_groups_of_mentions() -> None:
    """Losses are summed over entities or types; what belongs to none is left out."""
    explanation = explain([[0, 1, 2]], [[0, 1], [2, 3]], metrics="bcub")
    joint, found = explanation.joint, explanation.mention_losses["bcub"]
    assert found.summed(joint.key_entity, 1).recall.tolist() == pytest.approx([4 / 9])
    assert found.summed(np.array([0, 0, 1, -1]), 2).recall.tolist() == pytest.approx([2 / 9, 2 / 9])


def test_no_sum_over_mentions() -> None:
    """BLANC is none, and an undefined metric has no losses."""
    assert not explain([[0, 1]], [[0, 1]], metrics="blanc").mention_losses
    assert not explain([[0], [1]], [[0], [1]], metrics="muc,conll").mention_losses


def test_losses_of_weighted_entities() -> None:
    """Where entities weigh alike, the pair that is cut costs a quarter of recall, each of its mentions an eighth."""
    name = "bcub(importance=one)"
    explanation = explain([[0, 1, 2], [3, 4]], [[0, 1, 2], [3], [4]], metrics=name)
    assert explanation.mention_losses[name].recall.tolist() == pytest.approx([0, 0, 0, 1 / 8, 1 / 8])
    assert explanation.attribution[name].f1 < 1


def test_a_mean_over_documents_has_no_losses() -> None:
    """CoNLL is 33.33: B³ and CEAFe are 1 in one of two documents, MUC is 0/0. No part says what a mention costs it."""
    clusters: dict[str, list[list[str]]] = {"a": [], "b": [["m"]]}
    result = score(clusters, clusters, whole=True, metrics="conll", documents="mean", undefined="zero")
    assert result.f1 == pytest.approx(1 / 3)
    assert not explain(result, metrics="conll").mention_losses
