"""What is in the files and not in the scores is counted and said, with what it costs where presets are mistaken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.evaluation.notes import SHIFTS
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError, Problem
from corefeval.reports.words import heading
from tests.corpora import Said, Text, one
from tests.files import conll, conllua, corefud, markable

CHAINS = ("(1)", "(2)", "-", "(1)", "(3)", "(2)", "(4)")
"""Two entities of two mentions and two singletons."""


Left: TypeAlias = "dict[str, tuple[int | None, int | None, tuple[str, ...]]]"
"""Of each thing that is not scored: how many the key and the response have, None if unknown, and who scores it."""


def warning_of(result: corefeval.Result) -> Problem | None:
    """Return the warning about what is not scored."""
    return next((problem for problem in result.warnings if problem.code == "CE079"), None)


def left_out(result: corefeval.Result) -> tuple[str, Left] | None:
    """Return the preset that leaves things out, and these; None if nothing is left out."""
    found = warning_of(result)
    if found is None:
        return None
    assert found.kind == "not-scored"
    things = found["things"]
    return found["preset"], {
        each["what"]: (each["ours"]["number"], each["theirs"]["number"], each["labels"]) for each in things
    }


def test_conll12_says_what_it_drops_and_what_the_reference_scorer_gives(tmp_path: Path) -> None:
    """How many singletons, and the number of perl, which is what perl gives."""
    key = conll(tmp_path / "key", [*CHAINS[:4], "-", "(2)", "-"])
    response = conll(tmp_path / "response", CHAINS)
    result = corefeval.score(key, response, preset="conll12")
    reference = corefeval.score(key, response, preset="conll2012")
    assert result.f1 == 1
    assert reference.f1 is not None
    assert reference.f1 < 1
    assert left_out(result) == ("conll12", {"singletons": (0, 2, ())})
    warning = warning_of(result)
    assert warning is not None
    other = warning["alternative"]
    assert (other["label"], other["now"], other["then"]) == ("CoNLL", 1, reference.f1)
    assert (other["option"].split()[:2], warning["options"]) == (["-p", "perl"], ("--singletons keep",))
    assert left_out(reference) is None
    for again in ({"signature": str(result.signature)}, {"preset": "conll12", "key_format": "conll"}):
        assert warning_of(corefeval.score(key, response, **again)) == warning  # type: ignore[call-overload]


def test_groups_that_a_metric_counts_are_not_left_out(tmp_path: Path) -> None:
    """Typed links to several antecedents count in dominant; what others leave out is said, and who does not."""
    group = {"referent": [4, 4], "antecedents": [[0, 0], [2, 2]], "type": "ppag"}
    plain = {
        "doc_key": "a",
        "sentences": [["Ann", "and", "Ben", "say", "they"]],
        "clusters": [[[0, 0]], [[2, 2]], [[4, 4]]],
    }
    path = tmp_path / "a.jsonl"
    path.write_text(
        json.dumps({**plain, "annotations": [group], "split_antecedents": [[2, 0], [2, 1]]}) + "\n",
        encoding="utf-8",
    )

    def told(metrics: str, key: Path = path) -> tuple[str, Left] | None:
        return left_out(corefeval.score(key, path, metrics=metrics))

    assert told("dominant") is None
    assert told("dominant,muc") == ("", {"split antecedents": (1, 1, ("Dominant",))})
    assert told("muc") == ("", {"split antecedents": (1, 1, ())})
    key = tmp_path / "a.conllu"
    key.write_text(
        "# newdoc id = a\n# global.Entity = eid\n"
        + "".join(
            f"{place}\t{word}\t_\t_\t_\t_\t0\troot\t_\tEntity=(e{place})\n"
            for place, word in enumerate(plain["sentences"][0], 1)
        )
        + "\n",
        encoding="utf-8",
    )
    assert told("muc", key) == ("crac24", {"singletons": (5, 3, ()), "split antecedents": (None, 1, ())})


def test_without_singletons_nothing_is_reported(tmp_path: Path) -> None:
    """Neither by a preset that would drop them nor by one that does not."""
    key = conll(tmp_path / "key", ("(1)", "(2)", "-", "(1)", "-", "(2)"))
    for preset in ("conll12", "perl"):
        assert left_out(corefeval.score(key, key, preset=preset)) is None


def test_what_was_asked_for_is_counted_only(tmp_path: Path) -> None:
    """Whoever drops singletons knows that they count; how many there were is said all the same."""
    key = conll(tmp_path / "key", CHAINS)
    for preset in ("", "perl"):
        result = corefeval.score(key, key, preset=preset or None, singletons="drop")
        assert left_out(result) == (preset, {"singletons": (2, 2, ())})
        warning = warning_of(result)
        assert warning is not None
        assert warning["alternative"] is None


def test_corefud_says_how_many_singletons_it_drops(tmp_path: Path) -> None:
    """The default for CorefUD is a preset too; a singleton that is a zero is counted once."""
    key = corefud(tmp_path / "key", [["1 (e1--1-)", "2 (e2--1-)", "2.1 (e3--1-) 1:nsubj", "3 (e1--1-)"]])
    assert left_out(corefeval.score(key, key)) == ("crac24", {"singletons": (2, 2, ())})
    assert left_out(corefeval.score(key, key, preset="perl")) == ("perl", {"zeros": (1, 1, ())})


def test_what_conllua_has_next_to_identity_is_reported(tmp_path: Path) -> None:
    """Split antecedents and expressions that refer to nothing, unless a setting or a metric scores them."""
    key = conllua(
        tmp_path / "key",
        [
            f"1 {markable('1', 1)})",
            f"2 {markable('2', 2)})",
            f"3 {markable('3', 3, '|ElementOf=4')})",
            f"4 {markable('5', 4, '|ElementOf=4')})",
            f"5 {markable('4', 5)})",
            "6 (EntityID=6-Pseudo|MarkableID=m6|SemType=expletive)",
        ],
    )
    assert left_out(corefeval.score(key, key, singletons="keep")) == (
        "",
        {"split antecedents": (1, 1, ()), "expressions that refer to nothing": (1, 1, ())},
    )
    scored = corefeval.score(key, key, split_antecedents="keep", metrics="muc,non-referring")
    assert left_out(scored) is None


def test_pieces_say_the_same_as_the_whole(tmp_path: Path) -> None:
    """A Scorer that sees documents with and without singletons one by one says what score() says of all."""
    pairs = {
        "with": (CHAINS, ("(1)", "(2)", "-", "(1)", "-", "(2)", "(4)")),
        "without": (("(1)", "(1)", "-"), ("(1)", "(1)", "-")),
        "repeated": (("(1)|(2)", "(1)", "(2)"), ("(1)", "(1)|(2)", "(2)")),
    }
    scorer = corefeval.Scorer(preset="conll12")
    for side in (0, 1):
        (tmp_path / str(side)).mkdir()
    for name, cells in pairs.items():
        key, response = (conll(tmp_path / str(side) / name, cells[side], name) for side in (0, 1))
        scorer.update(key, response)
    whole = corefeval.score(tmp_path / "0", tmp_path / "1", preset="conll12")
    assert left_out(whole)
    assert warning_of(scorer.result()) == warning_of(whole)


@pytest.mark.parametrize(("preset", "other"), [("conll12", "perl"), ("perl", "conll12")])
def test_presets_of_similar_names_name_each_other(preset: str, other: str, tmp_path: Path) -> None:
    """The line above the table says which one this is not."""
    key = conll(tmp_path / "key", CHAINS)
    lines = heading(corefeval.score(key, key, preset=preset))
    assert lines[-1].startswith(f"Preset {preset}: ")
    assert lines[-1].endswith(f"; not to be mistaken for {other} ({PRESETS[other].title})")


def test_every_preset_says_how_words_are_compared() -> None:
    """What its official scorer does, on its page."""
    assert [name for name, preset in PRESETS.items() if not preset.words] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_compare_words_as_their_scorers_do(preset: str, tmp_path: Path) -> None:
    """Scorers by position take other words, with a warning; no preset takes another number of words."""
    key = conll(tmp_path / "key", ("(1)", "-", "(1)"))
    other = tmp_path / "other"
    other.write_text(key.read_text(encoding="utf-8").replace("w1", "W1"), encoding="utf-8")
    longer = conll(tmp_path / "longer", ("(1)", "-", "(1)", "-"))
    layer = PRESETS[preset].settings.layer
    if layer != "identity":
        with pytest.raises(corefeval.CorefevalError, match="CE050"):
            corefeval.score(key, other, preset=preset)
        return
    if preset in {"perl", "coval", "conll12"}:
        result = corefeval.score(key, other, preset=preset, metrics="muc")
        assert [problem.code for problem in result.warnings if problem.code == "CE013"]
    else:
        with pytest.raises(corefeval.CorefevalError, match="CE013"):
            corefeval.score(key, other, preset=preset, metrics="muc", match="exact")
    with pytest.raises(corefeval.CorefevalError, match="CE013"):
        corefeval.score(key, longer, preset=preset, metrics="muc", match="exact")


REPEATED = [[[0, 0], [1, 1]], [[0, 0], [2, 2]]]
"""A mention in two entities."""


def _repeated(metrics: str, response: list[list[list[int]]]) -> list[list[tuple[str, float]]]:
    """Return the parts and values of the CE063 warnings for a key with a mention in two entities."""
    rows = [
        {"doc_key": "d", "sentences": [list("abc")], "clusters": clusters, "offsets": "inclusive,token"}
        for clusters in (REPEATED, response)
    ]
    result = corefeval.score(*rows, metrics=metrics, duplicates="keep")
    warnings = [problem for problem in result.warnings if problem.code == "CE063"]
    groups = [group for warning in warnings for group in warning["scores"]]
    assert {group.kind for group in groups} <= {"below-100"}
    return [[(each["metric_part"], each["value"]) for each in group["scores"]] for group in groups]


@pytest.mark.parametrize(
    ("metrics", "parts", "percent"),
    [("muc", ["recall", "precision"], 50), ("bcub", ["recall", "precision"], 75), ("conll", ["F1"], 75)],
)
def test_identical_annotations_below_100_warn(metrics: str, parts: list[str], percent: float) -> None:
    """The warning names recall and precision, and F1 only for an average."""
    (scores,) = _repeated(metrics, REPEATED)
    assert [part for part, _ in scores] == parts
    assert [value for _, value in scores] == pytest.approx([percent] * len(parts))


def test_harmless_duplicates_do_not_warn() -> None:
    """There is no warning for a metric at 100, nor for annotations that differ."""
    assert _repeated("ceafm,mention", REPEATED) == []
    assert _repeated("muc,bcub,conll", [[[0, 0], [1, 1]], [[2, 2]]]) == []


def test_only_documents_with_repetitions_are_named() -> None:
    """The mean over documents gives BLANC 50 for one entity: without a repetition, whatever other documents repeat."""
    texts = {"a": [[1, 2], [2, 3]], "b": [[1, 2]]}
    result = corefeval.score(texts, texts, metrics="blanc", duplicates="keep", documents="mean")
    (warning,) = [warning for warning in result.warnings if warning.code == "CE063"]
    (below,) = warning["scores"]
    assert {each["document"] for each in below["scores"]} == {"a"}


def test_scores_beyond_one_are_reported() -> None:
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
def test_heads_that_nothing_compares_are_reported(match: Literal["exact", "craft"]) -> None:
    """To choose heads beside a matching without heads has no effect and is told; what a preset chose is not."""

    def told(**how: Any) -> list[tuple[object, object]]:
        text = one(Text((False,) * 2, (Said(((0, 0),), 0), Said(((1, 1),), 0))))
        result = corefeval.score(text, text, metrics="bcub", **how)
        return [(each["heads"], each["match"]) for each in result.warnings if each.code == "CE062"]

    assert told(match=match, heads="first") == [("first", match)]
    assert not told(match=match)
    assert not told(match="head", heads="first")
    assert not told(match=match, preset="crac24")


Spans: TypeAlias = "list[list[tuple[int, int]]]"

SPANS: Spans = [[(0, 1), (5, 5), (9, 9)], [(12, 15), (17, 17)], [(20, 20), (25, 26), (30, 30)]]
"""Mentions that are far enough apart: no shift of one moves one of them to another."""


def shifted(clusters: Spans, first: int, last: int) -> Spans:
    """Return the clusters with these numbers added to their spans."""
    return [[(begin + first, end + last) for begin, end in cluster] for cluster in clusters]


def told_of_shifts(result: corefeval.Result) -> list[tuple[object, ...]]:
    """Return the mentions in common, now and after the shift, and the shifted span."""
    found = [problem for problem in result.warnings if problem.kind == "shifted-spans"]
    return [(each.code, each["common"], each["count"], each["span"]) for each in found]


@pytest.mark.parametrize(
    ("first", "last", "span"),
    [
        (0, 1, "(first, last - 1)"),
        (1, 1, "(first - 1, last - 1)"),
        (1, 0, "(first - 1, last)"),
        (0, -1, "(first, last + 1)"),
    ],
)
def test_spans_that_are_counted_differently_are_reported(first: int, last: int, span: str) -> None:
    """A system with exclusive ends, or one that counts from 1, is told which spans the key has."""
    response = shifted(SPANS, first, last)
    assert told_of_shifts(corefeval.score(SPANS, response)) == [("CE183", 0, 8, span)]
    once_right = [[*SPANS[0], (40, 40)], *shifted(SPANS[1:], first, last)]
    assert told_of_shifts(corefeval.score(SPANS, once_right)) == [("CE183", 3, 5, span)]
    named = {"a": SPANS, "b": SPANS[:1]}, {"a": response, "b": response[:1]}
    assert told_of_shifts(corefeval.score(*named)) == [("CE183", 0, 11, span)]


@pytest.mark.parametrize(
    ("first", "last", "span"),
    [(0, 1, "(first, last - 1)"), (1, 1, "(first - 1, last - 1)"), (-1, -1, "(first + 1, last + 1)")],
)
def test_spans_in_a_text_that_are_counted_differently_are_reported(first: int, last: int, span: str) -> None:
    """The same with words: a file whose ends are read in the wrong way, or whose brackets are one word late."""
    placed = shifted(SPANS, 1, 1)
    key, response = (
        {"tokens": ["x"] * 40, "clusters": clusters, "offsets": "inclusive,token"}
        for clusters in (placed, shifted(placed, first, last))
    )
    assert told_of_shifts(corefeval.score([key], [response])) == [("CE183", 0, 8, span)]


def test_spans_that_most_mentions_share_are_not_questioned() -> None:
    """Neither a good system with a few wrong ends, nor a poor one, nor strings, nor an empty side."""
    good = [SPANS[0], SPANS[1], *shifted(SPANS[2:], 0, 1)]
    poor = [[(0, 1), (60, 61)], [(70, 70), (80, 80), (12, 16)], [(90, 91), (95, 95)]]
    strings = [[f"{begin}-{end}" for begin, end in cluster] for cluster in shifted(SPANS, 0, 1)]
    for response in (good, poor, strings, [], SPANS):
        assert told_of_shifts(corefeval.score(SPANS, response)) == []
    assert told_of_shifts(corefeval.score([[(0, 1), (5, 5)]], [[(0, 2), (5, 6)]])) == []  # too few to tell


@pytest.mark.property
@given(
    st.lists(
        st.tuples(
            st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(10, 19)), max_size=3), max_size=3),
            st.sampled_from([(0, 0), *SHIFTS]),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_reports_of_shifted_spans_add_up(documents: list[tuple[Spans, tuple[int, int]]]) -> None:
    """Whether a document shifts its spans is decided for it alone, so batches report what the whole does."""
    key = {str(number): clusters for number, (clusters, _) in enumerate(documents)}
    response = {str(number): shifted(clusters, *shift) for number, (clusters, shift) in enumerate(documents)}
    scorer = corefeval.Scorer("conll")
    scorer.BATCH = 1
    for name, clusters in key.items():
        scorer.update(clusters, response[name], document=name)
    assert told_of_shifts(scorer.result()) == told_of_shifts(corefeval.score(key, response, metrics="conll"))


def test_hardly_any_mention_in_common_is_reported() -> None:
    """Chance matches of documents in another order do not pass for a poor system; a poor system passes."""
    key = [[(place, place) for place in range(start, start + 300, 30)] for start in range(3)]

    def told(common: int) -> list[tuple[object, ...]]:
        response = [[*key[0][:common], *((place, place) for place in range(1000, 1029 - common))]]
        found = corefeval.score(key, response, metrics="bcub").warnings
        return [(each.kind, each["common"]) for each in found if each.code == "CE045"]

    assert told(0) == [("key-response-no-mention", 0)]
    assert told(2) == [("few-mentions-in-common", 2)]
    assert told(3) == []
