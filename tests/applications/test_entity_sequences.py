"""Entity sequences: steps from mention to mention."""

from __future__ import annotations

from corefeval.applications.answer_for import answer_for
from tests.applications.small_texts import (
    GOLD,
    HE,
    NAME,
    OBAMA,
)
from tests.corpora import typed


def test_entity_sequences_are_exact_or_not() -> None:
    """A skipped mention costs two steps, and the sequence is no longer whole."""
    found = answer_for(GOLD, typed(OBAMA, [[NAME, HE]]), "entity-sequences")["entity-sequences"].finding
    counts = [each.count for each in found.outcomes["mentions"]]
    assert counts == [0, 1, 1, 0]
    assert found.sentences[1].endswith("is right for 0 of 1 entities.")
    assert found.example is not None
    assert (found.example.gold, found.example.system) == ("Obama → The_president → he", "Obama → he")
