"""Twinless mentions: as they are, after Cai and Strube (2010), and added to the key."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval.corpus.builder import from_clusters
from corefeval.pairing import pair
from corefeval.pairing.twinless import apply, with_singletons
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.metrics.small_corpora import corpus, pairing, scores
from tests.rich_corpora import Said, Text
from tests.rich_corpora import corpus as rich

KINDS = dict.fromkeys(range(12), "nominal")


def test_as_they_are() -> None:
    """By default nothing is done."""
    paired = pairing([[0, 1]], [[0, 1], [2]], KINDS)
    assert apply(paired, "as-is") is paired


def test_singletons_of_the_response_are_discarded() -> None:
    """A singleton that only the response has costs nothing."""
    paired = apply(pairing([[0, 1]], [[0, 1], [2], [3]], KINDS), "cai-strube")
    for name in ("bcub", "ceafm", "ceafe", "lbcub", "lceafe", "lmuc", "conll", "lconll"):
        assert scores(name, paired)["f1"] == 1


def test_precision_and_recall_are_adapted_differently() -> None:
    """An invented mention in a chain is a key singleton for precision, a missing one a response singleton for recall.

    Key {a b c}, response {a b d}. B³ precision: a and b 2/3 each, d 1/3 as its own key entity. Recall: a and b
    2/3 each, c 1/3 as its own response entity.
    """
    paired = pairing([[0, 1, 2]], [[0, 1, 3]], KINDS)
    adapted = apply(paired, "cai-strube")
    found = scores("bcub", adapted)
    assert (found["precision"], found["recall"]) == pytest.approx((5 / 9, 5 / 9))
    plain = scores("bcub", paired)
    assert (plain["precision"], plain["recall"]) == pytest.approx((4 / 9, 4 / 9))
    mentions = scores("ceafm", adapted)
    assert (mentions["precision"], mentions["recall"]) == pytest.approx((2 / 3, 2 / 3))


def test_other_metrics_stay_as_they_are() -> None:
    """MUC, BLANC, LEA and mention detection are not part of the method."""
    paired = pairing([[0, 1, 2]], [[0, 1, 3], [4]], KINDS)
    adapted = apply(paired, "cai-strube")
    for name in ("muc", "blanc", "lea", "mention", "arcs.immediate"):
        assert scores(name, adapted) == scores(name, paired)


def test_added_to_the_key() -> None:
    """What only the response has becomes a key singleton, for every metric."""
    adapted = apply(pairing([[0, 1]], [[0, 1], [2]], KINDS), "add-to-key")
    assert scores("bcub", adapted)["f1"] == 1
    assert scores("mention", adapted)["f1"] == 1
    merged = apply(pairing([[0, 1]], [[0, 1, 2]], KINDS), "add-to-key")
    assert scores("bcub", merged)["precision"] == pytest.approx(5 / 9)
    assert scores("bcub", merged)["recall"] == 1


def test_added_mentions_keep_their_type() -> None:
    """An added mention weighs what its own side says it is."""
    kinds = {0: "name", 1: "pronoun", 2: "name"}
    adapted = apply(pairing([[0, 1]], [[0, 1], [2]], kinds), "add-to-key")
    assert adapted.linguistics[0].type.tolist() == [1, 3, 1]
    assert scores("lbcub", adapted)["f1"] == 1


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 2)), min_size=2, max_size=9))
def test_same_mentions_are_left_alone(rows: list[tuple[int, int]]) -> None:
    """Where both sides have the same mentions all three settings agree."""
    both = [row for row in rows if min(row) >= 0]
    sides = [
        [[m for m, row in enumerate(both) if row[side] == label] for label in range(3)] for side in (0, 1)
    ]
    key, response = ([chain for chain in side if chain] for side in sides)
    if not key:
        return
    paired = pairing(key, response, KINDS)
    for how in ("cai-strube", "add-to-key"):
        adapted = apply(paired, how)
        for name in ("bcub", "ceafe", "lceafm", "lmuc"):
            assert scores(name, adapted) == pytest.approx(scores(name, paired), nan_ok=True)


def test_added_mentions_keep_what_their_file_says() -> None:
    """The columns of both files, each empty where only the other one has it."""
    own = corpus([[[0, 1]]], {0: "name", 1: "pronoun"}, length=3, attributes={0: {"case": "nom"}})
    other = corpus([[[0, 2]]], {0: "name", 2: "nominal"}, length=3, attributes={2: {"animacy": "yes"}})
    found = with_singletons(own, other, np.array([1])).mentions.attributes
    columns = {name: found.column(name) for name in ("type", "case", "animacy")}
    assert {name: list(column or ()) for name, column in columns.items()} == {
        "type": ["name", "pronoun", "nominal"],
        "case": ["nom", "", ""],
        "animacy": ["", "", "yes"],
    }


def test_mentions_without_a_text_are_added_as_what_they_are() -> None:
    """Clusters of Python objects: the key has its own and those that only the response has."""
    key, response = from_clusters([("d", [["a", "b"], ["e"]])]), from_clusters([("d", [["a", "c"], ["f"]])])
    added = pair(key, response, Settings(twinless="add-to-key"), Problems())
    assert added.key.mentions.objects == ("a", "b", "e", "c", "f")
    assert added.response.mentions.objects == ("a", "c", "f")


def test_parts_of_added_mentions_are_nodes_of_the_text_they_are_added_to() -> None:
    """A zero before the words of one side shifts its nodes, not its words."""
    own = rich({"d": Text((True, False, False, False), (Said(((1, 1), (3, 3)), 0),))})
    other = rich({"d": Text((False, False, False), (Said(((0, 0), (2, 2)), 0), Said(((1, 1),), 0)))})
    for rows in ([0], [0, 1]):
        parts = with_singletons(own, other, np.array(rows)).mentions.parts
        assert parts.mention.tolist() == [0, 0, 1, 1]
        assert (parts.first.tolist(), parts.last.tolist()) == ([1, 3, 1, 3], [1, 3, 1, 3])
    assert with_singletons(own, other, np.array([1])).mentions.parts.first.tolist() == [1, 3]


def test_added_mentions_are_looked_up_behind_all_others() -> None:
    """Each entity has a rank of its own, from 0 where there was none."""
    own, other = (corpus([chains], {}, length=4) for chains in ([[0], [1]], [[2], [3]]))
    assert with_singletons(own, other, np.array([0, 1])).entities.rank.tolist() == [0, 1, 2, 3]
    nothing = corpus([[]], {}, length=4)
    assert with_singletons(nothing, other, np.array([0, 1])).entities.rank.tolist() == [0, 1]
