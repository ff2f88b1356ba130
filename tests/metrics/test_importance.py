"""Entity weights of B³ and LEA."""

from __future__ import annotations

import numpy as np
import pytest

from corefeval.arrays import Floats
from corefeval.corpus.corpus import Corpus
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.metrics.bcub import BCubed
from corefeval.metrics.lea import Lea
from corefeval.pairing import pair
from corefeval.problems import CorefevalError, Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import numbered
from tests.metrics.scoring import counts, pairing, scores
from tests.refuses import refuses

KEY, RESPONSE = [[0, 1, 2, 3], [4, 5]], [[0, 1, 2, 3], [4], [5]]
TYPES = {0: "name", 1: "pronoun", 2: "pronoun", 3: "pronoun", 4: "name", 5: "name"}


@pytest.mark.parametrize("name", ["bcub", "lea"])
def test_all_entities_alike(name: str) -> None:
    """With equal weights recall is the mean over entities, here one found and one lost or halved."""
    found = scores(f"{name}(importance=one)", pairing(KEY, RESPONSE, TYPES))
    assert found["recall"] == pytest.approx((1 + (0.5 if name == "bcub" else 0)) / 2)


def test_importance_by_type() -> None:
    """An entity's weight may be its number of names."""
    found = scores("bcub(importance=type:name)", pairing(KEY, RESPONSE, TYPES))
    assert found["recall"] == pytest.approx((1 * 1 + 2 * 0.5) / 3)
    with pytest.raises(UsageError):
        scores("bcub(importance=type:nuon)", pairing(KEY, RESPONSE, TYPES))


def test_importance_by_attribute() -> None:
    """An entity's weight may be the sum of a numeric attribute of its mentions."""
    weights = {mention: {"salience": "2" if mention > 3 else ".5"} for mention in range(6)}
    key, response = (numbered([chains], TYPES, length=6, attributes=weights) for chains in (KEY, RESPONSE))
    paired = pair(key, response, Settings(), Problems())
    assert scores("lea(importance=salience)", paired)["recall"] == pytest.approx(2 / 6)
    with refuses(CorefevalError, "CE044", "importance-mentions"):
        scores("lea(importance=weight)", paired)
    with refuses(CorefevalError, "CE033", "importance-not-number-everywhere"):
        scores("lea(importance=type)", paired)


def squared(given: Corpus) -> Floats:
    """Return the square of each entity's size."""
    return np.asarray(given.entity_sizes.astype(np.float64) ** 2)


@pytest.mark.parametrize("metric", [BCubed(squared), Lea(importance=squared)])
def test_importance_in_python(metric: Metric) -> None:
    """In Python importance may be a function of the corpus; its name becomes part of the metric's name."""
    lost = 0.5 if metric.name == "bcub" else 0
    assert scores(metric, pairing(KEY, RESPONSE, TYPES))["recall"] == pytest.approx((16 + 4 * lost) / 20)
    assert metric.full_name == f"{metric.name}(importance=squared)"


def test_size_is_the_usual_definition() -> None:
    """The weight size, by name or as a function, gives the usual scores."""
    paired = pairing(KEY, RESPONSE, TYPES)
    assert parse_metric("lea(importance=size)").full_name == "lea"

    def size(given: Corpus) -> Floats:
        return given.entity_sizes.astype(np.float64)

    for plain, weighed in (("bcub", BCubed(size)), ("lea", Lea(size))):
        assert scores(weighed, paired) == pytest.approx(scores(plain, paired))


def test_two_functions_of_one_name() -> None:
    """Two functions with the same name do not share cached counts."""
    paired = pairing(KEY, RESPONSE, TYPES)
    alike, larger = (
        BCubed(lambda corpus: np.ones(len(corpus.entities))),
        BCubed(lambda corpus: corpus.entity_sizes.astype(np.float64)),
    )
    assert alike.full_name == larger.full_name
    assert [scores(metric, paired)["recall"] for metric in (alike, larger)] == pytest.approx([3 / 4, 5 / 6])


def test_an_attribute_of_a_side_without_mentions() -> None:
    """A side without mentions has no weights and raises no error for a missing attribute."""
    key = numbered([[[0, 1]]], {}, length=2, attributes={0: {"w": "2"}, 1: {"w": "1"}})
    empty = numbered([[]], {}, length=2)
    paired = pair(key, empty, Settings(), Problems())
    found = counts("lea(importance=w)", paired)
    assert (found["recall_numerator"], found["precision_denominator"]) == (0, 0)


def test_no_mentions_need_no_attribute() -> None:
    """A response without mentions counts as empty, not as lacking the attribute."""
    weights = {mention: {"salience": "1"} for mention in range(6)}
    key = numbered([KEY], TYPES, length=6, attributes=weights)
    paired = pair(key, numbered([[]], TYPES, length=6), Settings(), Problems())
    assert scores("lea(importance=salience)", paired)["recall"] == 0
