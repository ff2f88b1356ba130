"""The ACE value, computed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from corefeval.corpus.corpus import Corpus
from corefeval.pairing import pair
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.corpora import numbered
from tests.metrics.scoring import scores


def _entities(entities: Sequence[tuple[str, Mapping[int, str]]]) -> Corpus:
    """Return a text of eight words; an entity is given by its type, or type/class, and the types of its mentions."""
    types: dict[int, str] = {}
    attributes: dict[int, dict[str, str]] = {}
    for kind, mentions in entities:
        kind_of, _, class_of = kind.partition("/")
        types.update(mentions)
        attributes.update(
            dict.fromkeys(mentions, {"etype": kind_of} | ({"class": class_of} if class_of else {}))
        )
    return numbered([[list(mentions) for _, mentions in entities]], types, length=8, attributes=attributes)


def _ace(metric: str) -> float:
    key = _entities([("PER", {1: "nam", 2: "nom", 3: "pro"}), ("ORG", {4: "nam", 5: "pro"})])
    response = _entities([("PER", {1: "nam", 3: "pro", 5: "pro"}), ("FAC", {4: "nam"}), ("PER", {6: "nom"})])
    return scores(metric, pair(key, response, Settings(), Problems()))["value"]


def test_ace_example() -> None:
    """A person with a mention too many, a facility that is an organisation, and an invented person."""
    assert _ace("ace") == pytest.approx(1.31875 / 2.7)
    assert _ace("ace(coreference_false_alarm=1)") == pytest.approx((1.31875 - 0.075) / 2.7)


def test_ace_can_be_negative() -> None:
    """A response of only spurious entities scores below an empty one."""
    key, response = _entities([("PER", {1: "nam"})]), _entities([("PER", {2: "nam"}), ("PER", {3: "nam"})])
    assert scores("ace", pair(key, response, Settings(), Problems()))["value"] == pytest.approx(-2 * 0.75**2)


def test_ace_compares_what_both_say() -> None:
    """A response without entity types loses nothing for lack of types."""
    key, response = _entities([("PER", {1: "nam", 2: "pro"})]), _entities([("", {1: "nam", 2: "pro"})])
    assert scores("ace", pair(key, response, Settings(), Problems()))["value"] == 1


def test_ace_values_what_is_unspecific_less() -> None:
    """A specific entity counts 1, a generic one the factor of the parameter: half of 1.5 is lost, or all but 1.5."""
    key = _entities([("PER/SPC", {1: "nam"}), ("ORG/GEN", {4: "nam"})])
    specific, generic = _entities([("PER/SPC", {1: "nam"})]), _entities([("ORG/GEN", {4: "nam"})])
    found = [
        scores("ace(unspecific=.5)", pair(key, side, Settings(), Problems()))["value"]
        for side in (specific, generic)
    ]
    assert found == pytest.approx([2 / 3, 1 / 3])
