"""Variants of a pairing by their smallest examples: sets of split antecedents, twinless mentions, and both together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

import corefeval
from corefeval.problems import CorefevalError, Problem
from tests.handwritten import conll, conllua, corefud, markable
from tests.reference import notation
from tests.refuses import refuses
from tests.rich_corpora import Said, Text, corpus

BOTH_SETS = Text(
    (False,) * 8,
    (
        Said(((0, 0),), 0),
        Said(((1, 1),), 1),
        Said(((2, 2),), 2),
        Said(((3, 3),), 2),
        Said(((5, 5),), 0),
    ),
    sets=((2, 0), (2, 1)),
)
"""Two entities, and a plural one made of them."""


def one(text: Text) -> corefeval.Corpus:
    """Return a corpus of one document."""
    return corpus({"d": text})


def changed(text: Text, **fields: Any) -> Text:
    """Return a text with other mentions or sets."""
    return replace(text, **fields)


def test_added_to_the_key_with_sets() -> None:
    """Sets stay members when a mention is added: the set is worth the same, and what was added is right."""
    response = changed(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((7, 7),), 4)), sets=((2, 0),))
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
    text = changed(BOTH_SETS, mentions=(Said(((0, 0),), 0), Said(((1, 1),), 1), Said(((2, 2),), 2)))
    result = corefeval.score(
        one(text), one(text), metrics="bcub", split_antecedents="keep", singletons="drop"
    )
    assert result.counts["bcub"].totals()["recall_denominator"] == 2
    without = changed(text, mentions=text.mentions[:2], sets=())
    adapted = corefeval.score(
        one(without), one(text), metrics="bcub", split_antecedents="keep", twinless="cai-strube"
    )
    # the mention of the plural entity is a singleton of the key for precision; its set agrees with nothing
    assert adapted["bcub"]["precision"] == pytest.approx((1 + 1 + 1 / 2) / 4)


@pytest.mark.parametrize("twinless", ["as-is", "cai-strube", "add-to-key"])
def test_a_set_that_is_left_alone(twinless: str) -> None:
    """A plural entity that loses its only mention, a zero, has a set as its only member; the file is still itself."""
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
    """Sets kept and a response without mentions: the units of dominant mentions are counted, not looked up in nothing."""
    response = changed(BOTH_SETS, mentions=(), sets=())
    for sides in ((BOTH_SETS, response), (response, BOTH_SETS)):
        result = corefeval.score(*map(one, sides), metrics="dominant,prague,parent", split_antecedents="keep")
        assert result["dominant"]["f1"] == 0


def test_the_language_survives_twinless(tmp_path: Path) -> None:
    """Types of plain words are known by --language, whatever becomes of twinless mentions."""
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
    """Added to the key, a mention keeps its place although the key has other empty nodes before it, and its parts."""
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
    """Where one side has nothing but zeros, or nothing at all, its mentions are still added to the other."""
    zeros = Text((True, True, True), (Said(((0, 0),), 0), Said(((1, 1),), 0), Said(((2, 2),), 1)))
    how: dict[str, Any] = {"metrics": "bcub", "zeros": "linear", "twinless": twinless}
    nothing = changed(zeros, mentions=())
    assert corefeval.score(one(zeros), one(nothing), **how)["bcub"]["f1"] == 0
    assert corefeval.score(one(nothing), one(zeros), **how).counts["bcub"] is not None
    missing = corefeval.score({"a": [[1, 2]], "b": [[3, 4]]}, {"a": [[1, 2]]}, missing="empty", **how)
    assert missing["bcub"]["recall"] == pytest.approx(3 / 4 if twinless == "cai-strube" else 1 / 2)


def test_relations_are_as_annotated_whatever_twinless(tmp_path: Path) -> None:
    """Bridging and non-referring expressions do not depend on what becomes of twinless mentions, and that is said."""
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


def test_repeated_mentions_inside_sets() -> None:
    """Elements that share a mention: each mention counts once in a set, as it does outside."""
    text = changed(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((0, 0),), 1)))
    names = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea")
    metrics = [name for metric in names for name in (metric, f"split.{metric}")]
    for duplicates in ("first", "merge"):
        result = corefeval.score(
            one(text),
            one(text),
            metrics=metrics,
            split_antecedents="keep",
            duplicates=duplicates,
        )
        for name, parts in result.scores.items():
            assert list(parts.values()) == pytest.approx([1, 1, 1]), (duplicates, name)
    with pytest.raises(corefeval.CorefevalError, match="CE030"):
        corefeval.score(one(text), one(text), split_antecedents="keep", duplicates="error")


def test_repeated_mentions_are_settled_before_sets_are_formed() -> None:
    """With `first` an element loses the mention that another entity has already; with `merge` elements become one."""
    text = changed(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((0, 0),), 1)))
    settled = changed(text, mentions=BOTH_SETS.mentions)
    first = corefeval.score(one(text), one(settled), metrics="split.lea", split_antecedents="keep")
    assert first["split.lea"]["f1"] == 1
    joined = changed(
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
    nested = changed(
        BOTH_SETS,
        mentions=(*BOTH_SETS.mentions, there),
        sets=((2, 3), (3, 0), (3, 1)),
        pseudo=frozenset({3}),
    )
    how = {"metrics": "bcub,split.bcub", "split_antecedents": "keep", "duplicates": duplicates}
    result = corefeval.score(one(BOTH_SETS), one(nested), **how)  # type: ignore[call-overload]
    assert result["split.bcub"]["f1"] == result["bcub"]["f1"] == 1


def test_merging_an_entity_with_its_own_element_is_refused() -> None:
    """An entity that shares a mention with its element would be an element of itself once they are joined."""
    text = changed(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((2, 2),), 0)))
    with pytest.raises(corefeval.CorefevalError, match="CE034"):
        corefeval.score(one(text), one(text), split_antecedents="keep", duplicates="merge")
    assert corefeval.score(one(text), one(text), split_antecedents="keep")["lea"]["f1"] == 1


def test_blanc_of_a_set_of_one_mention() -> None:
    """A set of one element of one mention is equal to itself: BLANC is 1, its own score and that of sets."""
    text = changed(
        BOTH_SETS, mentions=(Said(((0, 0),), 0), Said(((2, 2),), 2), Said(((3, 3),), 2)), sets=((2, 0),)
    )
    result = corefeval.score(one(text), one(text), metrics="blanc,split.blanc", split_antecedents="keep")
    assert result["blanc"]["f1"] == result["split.blanc"]["f1"] == 1
    other = changed(text, mentions=(Said(((1, 1),), 0), *text.mentions[1:]))
    wrong = corefeval.score(one(text), one(other), metrics="split.blanc", split_antecedents="keep")
    assert wrong["split.blanc"]["f1"] == 0


def test_elements_are_matched_as_mentions_are() -> None:
    """Head matching holds inside sets too, for elements that are singletons and dropped as such."""
    key = changed(
        BOTH_SETS, mentions=(Said(((0, 1),), 0), Said(((2, 2),), 2), Said(((3, 3),), 2)), sets=((2, 0),)
    )
    response = changed(key, mentions=(Said(((0, 0),), 0), *key.mentions[1:]))
    for singletons in ("keep", "drop"):
        how = {"metrics": "split.bcub", "split_antecedents": "keep", "singletons": singletons}
        assert corefeval.score(one(key), one(response), match="head", **how)["split.bcub"]["f1"] == 1  # type: ignore[call-overload]
        assert corefeval.score(one(key), one(response), match="exact", **how)["split.bcub"]["f1"] == 0  # type: ignore[call-overload]


def test_scores_beyond_one_are_told() -> None:
    """Repeated mentions that count each time: the official number stands, and the warning names it."""
    text = [[1, 2], [2, 3]]
    result = corefeval.score(text, text, metrics="muc,ceafe", duplicates="keep")
    assert result["muc"]["f1"] == 0.5
    (warning,) = [warning for warning in result.warnings if warning.code == "CE063"]
    assert warning.kind == "repeated-counts"
    (below,) = warning["scores"]
    assert (below.kind, below.count) == ("below-100", 2)
    assert _scores(below) == [("MUC", "recall", 50, "document 1"), ("MUC", "precision", 50, "document 1")]
    above = corefeval.score([[1, 1, 2]], [[1, 2]], metrics="ceafm", duplicates="keep")
    assert above["ceafm"]["precision"] == 1.5
    (warning,) = [warning for warning in above.warnings if warning.code == "CE063"]
    (beyond,) = warning["scores"]
    assert (beyond.kind, _scores(beyond)) == ("above-100", [("CEAFm", "precision", 150, "document 1")])
    assert corefeval.score(text, text, metrics="muc", duplicates="first")["muc"]["f1"] == 1
    scorer = corefeval.Scorer("muc", duplicates="keep")
    scorer.update(text, text)
    assert "CE063" in {warning.code for warning in scorer.result().warnings}


def _scores(group: Problem) -> list[tuple[object, ...]]:
    """Return metric, part, value and document of the scores that a warning names."""
    return [
        tuple(each[name] for name in ("label", "metric_part", "value", "document"))
        for each in group["scores"]
    ]


def test_what_a_treatment_does_not_concern_is_told() -> None:
    """Cai and Strube's method is for B³ and CEAF; MUC beside them counts as before, with a word."""
    result = corefeval.score([[1, 2, 3]], [[1, 2, 4]], metrics="muc,bcub,conll", twinless="cai-strube")
    (warning,) = [warning for warning in result.warnings if warning.code == "CE062"]
    assert (warning.kind, warning["left"]) == ("twinless-not-concern-counted", ("MUC",))
    assert result["bcub"]["recall"] == pytest.approx(5 / 9)


def test_parts_of_a_text_need_a_text() -> None:
    """CRAFT's partial match compares places in a text: clusters from Python have none and are refused."""
    with pytest.raises(corefeval.CorefevalError, match="CE044"):
        corefeval.score([[1, 2], [3, 4]], [[1, 2], [3, 5]], match="craft")


def test_a_layer_that_cannot_be_had_is_refused(tmp_path: Path) -> None:
    """Discourse deixis is a column of CoNLL-UA: other formats, and clusters, refuse it."""
    path = conll(tmp_path / "key", ["(1)", "(1)"])
    with refuses(corefeval.CorefevalError, "CE050", "no-such-name", what="layer", whose="CoNLL-2012"):
        corefeval.score(path, path, layer="discourse-deixis")
    path = corefud(tmp_path / "key.conllu", [["1 (e1--1-)", "2 (e1--1-)"]])
    with refuses(corefeval.CorefevalError, "CE050", "no-such-name", what="layer", whose="CorefUD"):
        corefeval.score(path, path, layer="discourse-deixis")
    folder = tmp_path / "folder"
    folder.mkdir()
    conll(folder / "a", ["(1)", "(1)"])
    with pytest.raises(corefeval.CorefevalError, match="CE050"):
        corefeval.score(folder, folder, layer="discourse-deixis")
    with pytest.raises(corefeval.CorefevalError, match="CE051"):
        corefeval.score([[1, 2]], [[1, 2]], layer="discourse-deixis")


def test_gum_against_itself(shared: Path) -> None:
    """Real text with sets: every metric is 1 with any treatment of twinless mentions."""
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


def test_a_key_of_zeros_alone_has_no_minimum_spans() -> None:
    """Zeros have no phrase tree: their whole span is compared, and where the text has no word there is nothing to look up."""
    text = Text((True, True), (Said(((0, 0),), 0), Said(((1, 1),), 0)), phrases=("", ""))
    result = corefeval.score(one(text), one(text), metrics="bcub", match="min-span", zeros="linear")
    assert result["bcub"]["f1"] == 1


def test_what_a_warning_would_tell_refuses_nothing() -> None:
    """The preset perl, of which conll12 tells what it would give, refuses head matching of repeated mentions; conll12 does not."""
    text = Text(
        (False,) * 4, (Said(((0, 0),), 0), Said(((0, 0),), 1), Said(((1, 1),), 0), Said(((2, 2),), 1))
    )
    with pytest.raises(CorefevalError):
        corefeval.score(one(text), one(text), preset="perl", match="head")
    found = corefeval.score(one(text), one(text), preset="conll12", match="head")
    assert found["conll"]["f1"] == pytest.approx(0.75)  # conll12 counts repetitions each time


@pytest.mark.parametrize("match", ["exact", "craft"])
def test_heads_that_nothing_compares_are_told(match: Literal["exact", "craft"]) -> None:
    """To choose heads beside a matching without heads has no effect and is told; what a preset chose is not."""

    def told(**how: Any) -> list[tuple[object, object]]:
        result = corefeval.score(one(BOTH_SETS), one(BOTH_SETS), metrics="bcub", **how)
        return [(each["heads"], each["match"]) for each in result.warnings if each.code == "CE062"]

    assert told(match=match, heads="first") == [("first", match)]
    assert not told(match=match)
    assert not told(match="head", heads="first")
    assert not told(match=match, preset="crac24")


@pytest.mark.parametrize("duplicates", ["error", "first", "merge", "keep"])
def test_settling_changes_nothing_where_nothing_is_repeated(
    duplicates: Literal["error", "first", "merge", "keep"], tmp_path: Path
) -> None:
    """An element that refers to nothing counts by its mentions, however repeated ones would be treated."""
    sides = ("1 (1-Pseudo:a::3)\n2 (2:b::3)\n3 (3:c)\n4 (3:d)", "1 _\n2 (2:b::3)\n3 (3:c)\n4 (3:d)")
    paths = (tmp_path / "k", tmp_path / "r")
    for path, text in zip(paths, sides, strict=True):
        path.write_text(notation.conllua(text), encoding="utf-8")
    found = corefeval.score(*paths, metrics="split.bcub", split_antecedents="keep", duplicates=duplicates)
    assert (found["split.bcub"]["recall"], found["split.bcub"]["precision"]) == (0.5, 1)
