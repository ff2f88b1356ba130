"""Disagreements, each in its class and in context."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.agreement.disagreements import CLASSES
from corefeval.problems import CorefevalError
from tests.agreement.small_texts import ADA, BERN, HIM, MAYOR, OLD_MAYOR, SHE, THE_MAYOR, write
from tests.refuses import refuses

DOCUMENTS = {
    "span": ([[OLD_MAYOR, HIM]], [[MAYOR, HIM]]),
    "mention": ([[ADA, SHE]], [[ADA, SHE, HIM]]),
    "chain": ([[ADA, SHE]], [[ADA, SHE], [HIM, THE_MAYOR]]),
    "singleton": ([[ADA, SHE], [BERN]], [[ADA, SHE]]),
    "split": ([[OLD_MAYOR, HIM, THE_MAYOR]], [[OLD_MAYOR, HIM], [THE_MAYOR]]),
    "merged": ([[ADA, SHE], [OLD_MAYOR, THE_MAYOR]], [[ADA, SHE, OLD_MAYOR, THE_MAYOR]]),
    "type": ([[ADA, SHE]], [[ADA, SHE]]),
}


@st.composite
def partitions(draw: st.DrawFn) -> list[list[int]]:
    """Return chains of some of eight mentions."""
    chains: dict[int, list[int]] = {}
    for mention, chain in enumerate(draw(st.lists(st.integers(-1, 3), min_size=8, max_size=8))):
        if chain >= 0:
            chains.setdefault(chain, []).append(mention)
    return list(chains.values())


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_every_class(kind: str, tmp_path: Path) -> None:
    """A text that differs in one way has one disagreement, of that class; the other way round it is its counterpart."""
    own = DOCUMENTS[kind]
    types = (
        [{ADA: "person", SHE: "person"}, {ADA: "person", SHE: "animal"}] if kind == "type" else [None, None]
    )
    paths = [write(tmp_path, name, {"x": own[number]}, types[number]) for number, name in enumerate("ab")]
    turned = {"split": "merged", "merged": "split"}.get(kind, kind)
    for chosen, expected in ((paths, kind), (paths[::-1], turned)):
        agreement = corefeval.agree(chosen, metrics="mention", language="en", resamples=0)
        found = agreement.disagreements()
        assert [each.kind for each in found] == [expected]
        assert agreement.disagreement_counts((0, 1)) == dict.fromkeys(CLASSES, 0) | {expected: 1}
        assert agreement.disagreements(expected) == found
        assert found[0].document == "x"
        assert "[" in found[0].context


def test_a_mention_that_only_one_marked_is_listed_also_where_it_begins_its_chain(tmp_path: Path) -> None:
    """Other antecedents of one pronoun: two mentions to settle, and no chain that is several of the other's."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE]]})
    other = write(tmp_path, "other", {"x": [[THE_MAYOR, SHE]]})
    found = corefeval.agree([one, other], metrics="mention", language="en", resamples=0).disagreements()
    assert [(each.kind, each.mention, each.marked) for each in found] == [
        ("mention", "Ada", "one"),
        ("mention", "the mayor", "other"),
    ]


@given(chains=st.tuples(partitions(), partitions()))
def test_each_mention_of_one_annotator_once_and_the_same_both_ways(
    chains: tuple[list[list[int]], list[list[int]]],
) -> None:
    """What one alone marked is in one class, by its chain; parts are counted over what both marked."""
    a, b = ({"d": own} for own in chains)
    found = corefeval.agree({"a": a, "b": b}, metrics="mention", resamples=0).disagreements()
    counts = {kind: sum(each.kind == kind for each in found) for kind in CLASSES}
    expected = dict.fromkeys(CLASSES, 0)
    for own, others, kind in ((*chains, "split"), (*chains[::-1], "merged")):
        chain_of = {mention: number for number, chain in enumerate(others) for mention in chain}
        for chain in own:
            alone = [mention for mention in chain if mention not in chain_of]
            parts = {chain_of[mention] for mention in chain if mention in chain_of}
            if parts:
                expected["mention"] += len(alone)
                expected[kind] += len(parts) - 1
            else:
                expected["singleton" if len(chain) == 1 else "chain"] += 1
    assert counts == expected
    turned = corefeval.agree({"b": b, "a": a}, metrics="mention", resamples=0).disagreement_counts((0, 1))
    assert turned == {**counts, "split": counts["merged"], "merged": counts["split"]}


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
    with refuses(CorefevalError, "CE050", "no-such-name"):
        agreement.disagreements("splitt")
