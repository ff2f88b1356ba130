"""Sets of split antecedents: their elements as entities, with one document per pair of sets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

import corefeval
from corefeval.pairing import pair
from corefeval.pairing.split_antecedents import SplitPairing, _apart
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.corpora import BOTH_SETS, Said, Text, corpus, one
from tests.reference import notation


def test_what_has_no_target_has_none_in_any_document() -> None:
    """Codes of different documents differ; -1 stays -1 and is not the first code."""
    text = Text((False,) * 2, (Said(((0, 0),), 0), Said(((1, 1),), 0)))
    both = corpus({"a": text, "b": text})
    assert _apart(np.array([0, 1, 0, 1]), both, 2).tolist() == [0, 1, 2, 3]
    assert _apart(np.array([1, -1, -1, 0]), both, 2).tolist() == [1, -1, -1, 2]


def test_what_has_no_sets_alone_stays_as_it_is() -> None:
    """If every entity has a mention, the pairing of mentions alone has the same sides."""
    text = Text(
        (False,) * 3, tuple(Said(((place, place),), place) for place in range(3)), sets=((2, 0), (2, 1))
    )
    both = corpus({"a": text})
    paired = pair(both, both, Settings(split_antecedents="keep"), Problems())
    assert isinstance(paired, SplitPairing)
    assert paired.without_sets.key is paired.key
    assert paired.without_sets.response is paired.response


def test_entities_that_have_only_a_set_are_none_of_the_mentions_alone() -> None:
    """An entity whose only mention was a zero is dropped from the mentions alone; the others stay."""
    text = Text(
        (False, False, True),
        tuple(Said(((place, place),), place) for place in range(3)),
        sets=((2, 0), (2, 1)),
    )
    both = corpus({"a": text})
    paired = pair(both, both, Settings(split_antecedents="keep", zeros="drop"), Problems())
    assert isinstance(paired, SplitPairing)
    assert (len(paired.key.entities), len(paired.response.entities)) == (3, 3)
    alone = paired.without_sets
    assert (len(alone.key.entities), len(alone.response.entities)) == (2, 2)


def test_added_to_the_key_with_sets() -> None:
    """Sets stay members when a mention is added: the set has the same value, and the added mention is right."""
    response = replace(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((7, 7),), 4)), sets=((2, 0),))
    how = {"metrics": "bcub,split.bcub", "twinless": "add-to-key"}
    kept = corefeval.score(one(BOTH_SETS), one(response), split_antecedents="keep", **how)  # type: ignore[call-overload]
    plain = corefeval.score(one(BOTH_SETS), one(response), metrics="bcub", twinless="add-to-key")
    assert plain["bcub"]["f1"] == 1
    # of the set {0 5} {1} the response has {0 5}: recall 2/3, so the plural entity has 2 + 2/3 of its 3 members
    assert kept["split.bcub"]["recall"] == pytest.approx(2 / 3)
    assert kept["bcub"]["recall"] == pytest.approx((2 + 1 + (2 + 2 / 3) ** 2 / 3 + 1) / 7)
    assert kept["bcub"]["precision"] == 1


def test_an_entity_with_a_set_is_no_singleton() -> None:
    """They = {he, she} has an antecedent: --singletons drop and Cai and Strube's discarding leave it alone."""
    text = replace(BOTH_SETS, mentions=(Said(((0, 0),), 0), Said(((1, 1),), 1), Said(((2, 2),), 2)))
    result = corefeval.score(
        one(text), one(text), metrics="bcub", split_antecedents="keep", singletons="drop"
    )
    assert result.counts["bcub"].totals()["recall_denominator"] == 2
    without = replace(text, mentions=text.mentions[:2], sets=())
    adapted = corefeval.score(
        one(without), one(text), metrics="bcub", split_antecedents="keep", twinless="cai-strube"
    )
    # the mention of the plural entity is a singleton of the key for precision; its set agrees with nothing
    assert adapted["bcub"]["precision"] == pytest.approx((1 + 1 + 1 / 2) / 4)


@pytest.mark.parametrize("twinless", ["as-is", "cai-strube", "add-to-key"])
def test_a_set_that_is_left_alone(twinless: str) -> None:
    """A plural entity that loses its only mention, a zero, has only a set; the file still equals itself."""
    text = Text(
        (False, True, False, False),
        (Said(((0, 0),), 0), Said(((1, 1),), 1), Said(((2, 2),), 2), Said(((3, 3),), 0)),
        sets=((1, 0), (1, 2)),
    )
    result = corefeval.score(  # type: ignore[call-overload]
        one(text),
        one(text),
        metrics="muc,bcub,ceafe,lea,dominant,lceafe,lmuc,mention",
        split_antecedents="keep",
        zeros="drop",
        twinless=twinless,
    )
    for name, parts in result.scores.items():
        assert all(
            value in (None, pytest.approx(1)) for part, value in parts.items() if "scheme" not in part
        ), name


def test_dominant_mentions_where_one_side_is_emptied() -> None:
    """With sets kept and an empty response, the units of dominant mentions are counted without an error."""
    response = replace(BOTH_SETS, mentions=(), sets=())
    for sides in ((BOTH_SETS, response), (response, BOTH_SETS)):
        result = corefeval.score(*map(one, sides), metrics="dominant,prague,parent", split_antecedents="keep")
        assert result["dominant"]["f1"] == 0


def test_repeated_mentions_are_settled_before_sets_are_formed() -> None:
    """With `first` an element loses a mention that another entity already has; with `merge` elements are merged."""
    text = replace(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((0, 0),), 1)))
    settled = replace(text, mentions=BOTH_SETS.mentions)
    first = corefeval.score(one(text), one(settled), metrics="split.lea", split_antecedents="keep")
    assert first["split.lea"]["f1"] == 1
    joined = replace(
        text,
        mentions=tuple(said if said.entity != 1 else Said(said.span, 0) for said in BOTH_SETS.mentions),
        sets=((2, 0),),
    )
    merged = corefeval.score(
        one(text), one(joined), metrics="split.lea,lea", split_antecedents="keep", duplicates="merge"
    )
    assert merged["split.lea"]["f1"] == merged["lea"]["f1"] == 1


@pytest.mark.parametrize("duplicates", ["error", "keep", "first", "merge"])
def test_an_element_that_refers_to_nothing_is_replaced_by_its_elements(duplicates: str) -> None:
    """They = {it}, it = {he, she} is they = {he, she} to the official scorer, even where "it" refers to nothing."""
    there = Said(((6, 6),), 3)
    nested = replace(
        BOTH_SETS,
        mentions=(*BOTH_SETS.mentions, there),
        sets=((2, 3), (3, 0), (3, 1)),
        pseudo=frozenset({3}),
    )
    how = {"metrics": "bcub,split.bcub", "split_antecedents": "keep", "duplicates": duplicates}
    result = corefeval.score(one(BOTH_SETS), one(nested), **how)  # type: ignore[call-overload]
    assert result["split.bcub"]["f1"] == result["bcub"]["f1"] == 1


def test_merging_an_entity_with_its_own_element_is_refused() -> None:
    """Merging an entity with its element is refused, because it would become an element of itself."""
    text = replace(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((2, 2),), 0)))
    with pytest.raises(corefeval.CorefevalError, match="CE034"):
        corefeval.score(one(text), one(text), split_antecedents="keep", duplicates="merge")
    assert corefeval.score(one(text), one(text), split_antecedents="keep")["lea"]["f1"] == 1


def test_elements_are_matched_as_mentions_are() -> None:
    """Head matching also applies inside sets, to elements that are dropped as singletons."""
    key = replace(
        BOTH_SETS, mentions=(Said(((0, 1),), 0), Said(((2, 2),), 2), Said(((3, 3),), 2)), sets=((2, 0),)
    )
    response = replace(key, mentions=(Said(((0, 0),), 0), *key.mentions[1:]))
    for singletons in ("keep", "drop"):
        how = {"metrics": "split.bcub", "split_antecedents": "keep", "singletons": singletons}
        assert corefeval.score(one(key), one(response), match="head", **how)["split.bcub"]["f1"] == 1  # type: ignore[call-overload]
        assert corefeval.score(one(key), one(response), match="exact", **how)["split.bcub"]["f1"] == 0  # type: ignore[call-overload]


def test_gum_against_itself(shared: Path) -> None:
    """For real text with sets every metric is 1 with any treatment of twinless mentions."""
    path = shared / "data" / "gum_corefud" / "en_gum-corefud-dev.conllu"
    for twinless in ("as-is", "cai-strube", "add-to-key"):
        result = corefeval.score(
            path,
            path,
            metrics="muc,bcub,ceafm,ceafe,blanc,lea,split.muc,split.blanc,lbcub",
            split_antecedents="keep",
            duplicates="first",
            twinless=twinless,
        )
        for name, parts in result.scores.items():
            assert list(parts.values()) == pytest.approx([1, 1, 1]), (twinless, name)


@pytest.mark.parametrize("duplicates", ["error", "first", "merge", "keep"])
def test_settling_changes_nothing_where_nothing_is_repeated(
    duplicates: Literal["error", "first", "merge", "keep"], tmp_path: Path
) -> None:
    """A non-referring element counts by its mentions, for any treatment of duplicates."""
    sides = ("1 (1-Pseudo:a::3)\n2 (2:b::3)\n3 (3:c)\n4 (3:d)", "1 _\n2 (2:b::3)\n3 (3:c)\n4 (3:d)")
    paths = (tmp_path / "k", tmp_path / "r")
    for path, text in zip(paths, sides, strict=True):
        path.write_text(notation.conllua(text), encoding="utf-8")
    found = corefeval.score(*paths, metrics="split.bcub", split_antecedents="keep", duplicates=duplicates)
    assert (found["split.bcub"]["recall"], found["split.bcub"]["precision"]) == (0.5, 1)
