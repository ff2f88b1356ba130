"""Twinless mentions: unchanged, after Cai and Strube (2010), and added to the key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefeval
from corefeval.corpus.builder import from_clusters
from corefeval.pairing import pair
from corefeval.pairing.twinless import apply, with_singletons
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.corpora import Said, Text, numbered, one
from tests.corpora import corpus as rich
from tests.files import conll, conllua, corefud, markable
from tests.metrics.scoring import pairing, scores

KINDS = dict.fromkeys(range(12), "nominal")


def test_as_they_are() -> None:
    """By default nothing changes."""
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
    """MUC, BLANC, LEA and mention detection do not use the method."""
    paired = pairing([[0, 1, 2]], [[0, 1, 3], [4]], KINDS)
    adapted = apply(paired, "cai-strube")
    for name in ("muc", "blanc", "lea", "mention", "arcs.immediate"):
        assert scores(name, adapted) == scores(name, paired)


def test_added_to_the_key() -> None:
    """Response-only mentions become key singletons, for every metric."""
    adapted = apply(pairing([[0, 1]], [[0, 1], [2]], KINDS), "add-to-key")
    assert scores("bcub", adapted)["f1"] == 1
    assert scores("mention", adapted)["f1"] == 1
    merged = apply(pairing([[0, 1]], [[0, 1, 2]], KINDS), "add-to-key")
    assert scores("bcub", merged)["precision"] == pytest.approx(5 / 9)
    assert scores("bcub", merged)["recall"] == 1


def test_added_mentions_keep_their_type() -> None:
    """An added mention has the weight of its type on its own side."""
    kinds = {0: "name", 1: "pronoun", 2: "name"}
    adapted = apply(pairing([[0, 1]], [[0, 1], [2]], kinds), "add-to-key")
    assert adapted.linguistics[0].type.tolist() == [1, 3, 1]
    assert scores("lbcub", adapted)["f1"] == 1


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 2)), min_size=2, max_size=9))
def test_same_mentions_are_left_alone(rows: list[tuple[int, int]]) -> None:
    """If both sides have the same mentions, all three settings agree."""
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
    """The attributes are those of both files; each is empty for mentions of the other file."""
    own = numbered([[[0, 1]]], {0: "name", 1: "pronoun"}, length=3, attributes={0: {"case": "nom"}})
    other = numbered([[[0, 2]]], {0: "name", 2: "nominal"}, length=3, attributes={2: {"animacy": "yes"}})
    found = with_singletons(own, other, np.array([1])).mentions.attributes
    columns = {name: found.column(name) for name in ("type", "case", "animacy")}
    assert {name: list(column or ()) for name, column in columns.items()} == {
        "type": ["name", "pronoun", "nominal"],
        "case": ["nom", "", ""],
        "animacy": ["", "", "yes"],
    }


def test_mentions_without_a_text_are_added_as_what_they_are() -> None:
    """Clusters of Python objects: the key has its own mentions and the response-only ones."""
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
    """Each added entity has a rank of its own, from 0 if there was none."""
    own, other = (numbered([chains], {}, length=4) for chains in ([[0], [1]], [[2], [3]]))
    assert with_singletons(own, other, np.array([0, 1])).entities.rank.tolist() == [0, 1, 2, 3]
    nothing = numbered([[]], {}, length=4)
    assert with_singletons(nothing, other, np.array([0, 1])).entities.rank.tolist() == [0, 1]


def test_the_language_survives_twinless(tmp_path: Path) -> None:
    """--language decides the types of plain words for any treatment of twinless mentions."""
    cells = ["(1)", "-", "(1)", "(2)", "(2)"]
    words = ["Ada", "saw", "her", "Tom", "him"]
    paths = []
    for name, last in (("key", cells), ("response", [*cells[:4], "(3)"])):
        path = conll(tmp_path / name, last)
        lines = path.read_text().splitlines()
        for number, word in enumerate(words):
            lines = [line.replace(f"\tw{number}\t", f"\t{word}\t") for line in lines]
        path.write_text("\n".join(lines) + "\n")
        paths.append(path)
    plain = corefeval.score(*paths, metrics="arcs.inferred", language="en")
    for twinless in ("cai-strube", "add-to-key"):
        adapted = corefeval.score(*paths, metrics="arcs.inferred", language="en", twinless=twinless)
        assert adapted["arcs.inferred"] == plain["arcs.inferred"]


def test_added_mentions_stand_where_they_stood(tmp_path: Path) -> None:
    """An added mention keeps its place and its parts, although the key has other empty nodes before it."""
    key = corefud(tmp_path / "key", [["1 (e1--1-)", "2 (e1--1-)", "2.1 _ 2:dep", "3", "4", "5"]])
    response = corefud(
        tmp_path / "response", [["1 (e1--1-)", "2 (e1--1-)", "3 (e2[1/2]--1-)", "4", "5 (e2[2/2])"]]
    )
    result = corefeval.score(
        key, response, preset="crac24", singletons="keep", metrics="mention", twinless="add-to-key"
    )
    assert result.pairing is not None
    added = result.pairing.key.mentions
    positions = result.pairing.key.positions(added.first[-1:], result.pairing.key.mention_document[-1:])
    assert (positions >> 16).tolist() == [3]
    assert result.pairing.key.mention_sizes[-1] == 2


@pytest.mark.parametrize("twinless", ["cai-strube", "add-to-key"])
def test_twinless_mentions_of_a_text_without_words(twinless: str) -> None:
    """If one side has only zeros, or nothing, its mentions are still added to the other."""
    zeros = Text((True, True, True), (Said(((0, 0),), 0), Said(((1, 1),), 0), Said(((2, 2),), 1)))
    how: dict[str, Any] = {"metrics": "bcub", "zeros": "linear", "twinless": twinless}
    nothing = replace(zeros, mentions=())
    assert corefeval.score(one(zeros), one(nothing), **how)["bcub"]["f1"] == 0
    assert corefeval.score(one(nothing), one(zeros), **how).counts["bcub"] is not None
    missing = corefeval.score({"a": [[1, 2]], "b": [[3, 4]]}, {"a": [[1, 2]]}, missing="empty", **how)
    assert missing["bcub"]["recall"] == pytest.approx(3 / 4 if twinless == "cai-strube" else 1 / 2)


def test_relations_are_as_annotated_whatever_twinless(tmp_path: Path) -> None:
    """Bridging and non-referring expressions do not depend on the setting, and a note reports this."""
    cells = {
        1: markable("1", 1) + ")",
        2: markable("2-Pseudo", 2) + ")",
        3: markable("3", 3) + ")",
        4: markable("1", 4) + ")",
    }
    key = conllua(tmp_path / "key", [f"{number} {cell}" for number, cell in cells.items()])
    more = {**cells, 3: markable("3", 3) + ")" + markable("5", 5) + ")"}
    response = conllua(tmp_path / "response", [f"{number} {cell}" for number, cell in more.items()])
    plain = corefeval.score(key, response, metrics="non-referring", duplicates="keep")
    adapted = corefeval.score(
        key, response, metrics="non-referring,bcub", duplicates="keep", twinless="add-to-key"
    )
    assert adapted["non-referring"] == plain["non-referring"] == {"recall": 1, "precision": 1, "f1": 1}
    (told,) = [warning for warning in adapted.warnings if warning.code == "CE062"]
    assert (told.kind, told["twinless"], told["left"]) == (
        "twinless-not-concern-counted",
        "add-to-key",
        ("Non-referring",),
    )


def test_what_a_treatment_does_not_concern_is_reported() -> None:
    """Cai and Strube's method applies to B³ and CEAF; MUC counts as before, with a note."""
    result = corefeval.score([[1, 2, 3]], [[1, 2, 4]], metrics="muc,bcub,conll", twinless="cai-strube")
    (warning,) = [warning for warning in result.warnings if warning.code == "CE062"]
    assert (warning.kind, warning["left"]) == ("twinless-not-concern-counted", ("MUC",))
    assert result["bcub"]["recall"] == pytest.approx(5 / 9)
