"""Disagreements, each in its class and in context."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefeval
from corefeval.agreement.disagreements import CLASSES
from corefeval.problems import CorefevalError
from tests.agreement.small_texts import ADA, BERN, HIM, MAYOR, OLD_MAYOR, SHE, THE_MAYOR, write

DOCUMENTS = {
    "span": ([[OLD_MAYOR, HIM]], [[MAYOR, HIM]]),
    "mention": ([[ADA, SHE]], [[ADA, SHE, HIM]]),
    "chain": ([[ADA, SHE]], [[ADA, SHE], [HIM, THE_MAYOR]]),
    "singleton": ([[ADA, SHE], [BERN]], [[ADA, SHE]]),
    "split": ([[OLD_MAYOR, HIM, THE_MAYOR]], [[OLD_MAYOR, HIM], [THE_MAYOR]]),
    "merged": ([[ADA, SHE], [OLD_MAYOR, THE_MAYOR]], [[ADA, SHE, OLD_MAYOR, THE_MAYOR]]),
    "type": ([[ADA, SHE]], [[ADA, SHE]]),
}


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_every_class(kind: str, tmp_path: Path) -> None:
    """A text that differs in one way has one disagreement, of that class; the other way round it is its counterpart."""
    own = DOCUMENTS[kind]
    types = (
        [{ADA: "person", SHE: "person"}, {ADA: "person", SHE: "animal"}] if kind == "type" else [None, None]
    )
    paths = [write(tmp_path, name, {"x": own[number]}, types[number]) for number, name in enumerate("ab")]
    turned = {"split": "merged", "merged": "split"}.get(kind, kind)
    for given, expected in ((paths, kind), (paths[::-1], turned)):
        agreement = corefeval.agree(given, metrics="mention", language="en", resamples=0)
        found = agreement.disagreements()
        assert [each.kind for each in found] == [expected]
        assert agreement.disagreement_counts((0, 1)) == dict.fromkeys(CLASSES, 0) | {expected: 1}
        assert agreement.disagreements(expected) == found
        assert found[0].document == "x"
        assert "[" in found[0].context


def test_in_context_and_who_says_what(tmp_path: Path) -> None:
    """A list says where, who marked it, in which chain, and the words around it."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE]]}, {ADA: "person", SHE: "person"})
    other = write(tmp_path, "other", {"x": [[ADA, SHE, HIM]]}, {ADA: "animal", SHE: "person"})
    mention, kind = corefeval.agree([one, other], metrics="mention", resamples=0).disagreements()
    assert (mention.sentence, mention.mention, mention.marked) == (2, "him", "other")
    assert mention.chain == "Ada | She | him"
    assert mention.context == "She thanked [him] and the mayor smiled ."
    assert kind.said == "etype: one: person | other: animal"
    assert kind.context.startswith("[Ada] met")


def test_a_class_that_there_is_not(tmp_path: Path) -> None:
    """A misspelt class is refused with the one that is meant."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE]]})
    agreement = corefeval.agree({"a": one, "b": one}, metrics="mention", resamples=0)
    assert agreement.disagreements("all") == []
    with pytest.raises(CorefevalError, match="split"):
        agreement.disagreements("splitt")
