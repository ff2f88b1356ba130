"""Responses with the key's text in other words: mentions are mapped, none is dropped, and changes are reported."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.breakdown.by_feature import by_features
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Annotation, Relations
from corefeval.pairing import pair
from corefeval.pairing.mapping import CARRIED
from corefeval.problems import CorefevalError, Problems
from corefeval.reports.explorer.page import of_results
from corefeval.settings import Settings
from tests.corpora import AnnotatedTest, annotated
from tests.refuses import refuses

WORDS = ["Ann", "(Smith)", "saw", "her", "“old”", "dog", ".", "She", "cannot", "keep", "it", "."]
KEY: dict[str, Any] = {
    "doc_key": "a",
    "tokens": WORDS,
    "clusters": [[[0, 1], [3, 3], [7, 7]], [[3, 5], [10, 10]]],
}


def row(tokens: list[str], *clusters: list[list[int]]) -> list[dict[str, Any]]:
    """Return one document with inclusive spans."""
    return [{"doc_key": "a", "tokens": tokens, "clusters": list(clusters)}]


def scored(response: Any, **options: Any) -> corefeval.Result:
    """Score a response against the key."""
    options.setdefault("response_offsets", "inclusive,token")
    options.setdefault("key_offsets", "inclusive,token")
    result: corefeval.Result = corefeval.score([KEY], response, metrics="mention,conll", **options)
    return result


def codes(result: corefeval.Result) -> list[str]:
    """Return the codes of the warnings."""
    return [problem.code for problem in result.warnings]


OTHER = [
    "Ann",
    "-LRB-",
    "Smith",
    "-RRB-",
    "saw",
    "her",
    "``",
    "old",
    '"',
    "dog",
    ".",
    "She",
    "can",
    "not",
    "keep",
    "it",
    ".",
]


def test_other_tokens_are_carried_by_characters() -> None:
    """Brackets, quotes and clitics as in the Penn Treebank give the same mentions; the heading reports the mapping."""
    result = scored(row(OTHER, [[0, 3], [5, 5], [11, 11]], [[5, 9], [15, 15]]))
    assert result["conll"]["f1"] == 1
    assert codes(result) == ["CE097"]
    assert result.warnings[0]["documents"] == 1
    assert [(each["way"], each.count) for each in result.warnings[0]["ways"]] == [("exactly", 5)]
    assert "aligned by characters" in str(result)
    assert "|align:characters|" in str(result.signature)
    again = corefeval.score(
        [KEY], row(OTHER, [[0, 3], [5, 5], [11, 11]], [[5, 9], [15, 15]]), signature=result.signature
    )
    assert again.signature == result.signature


def test_an_edge_inside_a_word_is_carried_outward_and_counted() -> None:
    """'Ann ( Smith' ends inside the key's '(Smith)': it is extended to that word, with a warning."""
    result = scored(row(OTHER, [[0, 2], [5, 5], [11, 11]], [[5, 9], [15, 15]]))
    assert result["conll"]["f1"] == 1
    ways = [(each["way"], each.count) for each in result.warnings[0]["ways"]]
    assert ways == [("exactly", 4), ("outward", 1)]


@pytest.mark.parametrize("align", ["strict", "positions"])
def test_who_asks_for_the_words_gets_them_compared(align: str) -> None:
    """With align=strict other words are refused, and so is another number of words."""
    with pytest.raises(corefeval.CorefevalError, match="CE013"):
        scored(row(OTHER, [[0, 3], [5, 5]]), align=align)


def test_another_text_is_refused_where_its_characters_part() -> None:
    """The message names the first word with a different character, not the first with other edges, and suggests a remedy."""
    other = [*OTHER[:-2], "them", "."]
    with refuses(corefeval.CorefevalError, "CE013", "document-key-response", word="it") as error:
        scored(row(other, [[0, 3], [5, 5]]))
    assert error.value.problems[0].text == "them"


def test_a_changed_copy() -> None:
    """With words omitted, added and changed, the rest of a mention is found; a mention without words is an error."""
    copy = [
        "Well",
        ",",
        "Ann",
        "(Smith)",
        "saw",
        "her",
        "dog",
        ".",
        "Zyx",
        "cannot",
        "keep",
        "it",
        "today",
        ".",
    ]
    response = row(copy, [[2, 3], [5, 5], [8, 8]], [[5, 6], [11, 11]], [[0, 0], [12, 12]])
    result = scored(response, align="rewrite")
    assert result["mention"]["recall"] == pytest.approx(4 / 5)
    assert result["mention"]["precision"] == pytest.approx(4 / 7)
    assert codes(result) == ["CE097", "CE098"]
    assert {("Well", "a"), ("Zyx", "a")} <= {
        (each["mention"], each["document"]) for each in result.warnings[1]["lost"]
    }
    how: dict[str, Any] = {"key_offsets": "inclusive,token", "response_offsets": "inclusive,token"}
    explained = corefeval.explain([KEY], response, align="rewrite", **how)
    assert explained.pairing.response.source.carried is not None


def test_a_lost_mention_inside_one_that_is_not() -> None:
    """'Zyx' of 'Zyx Smith' is lost; the whole mention is not, and maps to Smith."""
    key = row(["the", "Smith", "slept", "and", "he", "woke"], [[1, 1], [4, 4]])
    response = row(["the", "Zyx", "Smith", "slept", "and", "he", "woke"], [[1, 2], [5, 5]], [[1, 1], [0, 0]])
    result = corefeval.score(
        key,
        response,
        metrics="mention",
        align="rewrite",
        key_offsets="inclusive",
        response_offsets="inclusive",
    )
    assert result["mention"]["recall"] == 1
    assert result["mention"]["precision"] == pytest.approx(2 / 4)


def test_pieces_say_what_the_whole_says() -> None:
    """A Scorer per document gives the numbers, warnings and signature of one run."""
    keys = [{**KEY, "doc_key": name} for name in "ab"]
    responses = [
        {"doc_key": "a", "tokens": OTHER, "clusters": [[[0, 3], [5, 5]]]},
        {"doc_key": "b", "tokens": WORDS, "clusters": [[[0, 1], [3, 3]]]},
    ]
    how: dict[str, Any] = {"key_offsets": "inclusive,token", "response_offsets": "inclusive,token"}
    whole = corefeval.score(keys, responses, metrics="conll", **how)
    scorer = corefeval.Scorer(metrics="conll", **how)
    for key, response in zip(keys, responses, strict=True):
        scorer.update([key], [response])
    pieces = scorer.result()
    assert (pieces.signature, pieces["conll"]) == (whole.signature, whole["conll"])
    assert [str(problem) for problem in pieces.warnings] == [str(problem) for problem in whole.warnings]


def test_mentions_say_how_they_were_carried() -> None:
    """The attribute `carried` exists for breakdowns, but only for a mapped response."""
    result = scored(row(OTHER, [[0, 2], [5, 5]]))
    assert result.pairing is not None
    column = result.pairing.response.mentions.attributes.column(CARRIED)
    assert column is not None
    assert list(column) == ["outward", "exactly"]
    assert "carried" not in scored([KEY]).pairing.response.mentions.attributes.names  # type: ignore[union-attr]


ZEROS = """# newdoc id = a
# global.Entity = eid-etype-head-other
# sent_id = 1
1	Ann	_	_	_	_	0	_	_	Entity=(e1--1-)
2	can{cut}_	_	_	_	1	_	_	_
2.1	_	_	_	_	_	_	_	1:x	Entity=(e1--1-)
{rest}
"""


def test_zeros_stay_behind_their_words(tmp_path: Path) -> None:
    """An empty node after a word in other tokens is the same zero."""
    texts = (
        ZEROS.format(cut="not\t", rest="3\tsleep\t_\t_\t_\t_\t1\t_\t_\t_\n"),
        ZEROS.format(cut="\t", rest="")
        .replace("2.1", "3\tnot\t_\t_\t_\t_\t1\t_\t_\t_\n3.1")
        .replace("\n\n", "\n")
        + "4\tsleep\t_\t_\t_\t_\t1\t_\t_\t_\n\n",
    )
    paths = [tmp_path / name for name in ("key.conllu", "response.conllu")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    result = corefeval.score(*paths, metrics="mention", zeros="linear", match="exact")
    assert result["mention"]["f1"] == 1
    assert codes(result)[-1] == "CE097"


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_a_text_cut_at_random_scores_as_it_is(seed: int) -> None:
    """With tokens joined and split anywhere, mentions with token edges stay the same mentions."""
    draw = random.Random(seed)
    words = ["".join(draw.choices("abcXY(“", k=draw.randint(1, 4))) for _ in range(draw.randint(2, 30))]
    spans = sorted({(low, low + draw.randint(0, 2)) for low in draw.choices(range(len(words)), k=6)})
    spans = [(low, min(high, len(words) - 1)) for low, high in spans]
    clusters = [[list(span)] for span in dict.fromkeys(spans)]
    edges = {0, len("".join(words))}
    starts = np.cumsum([0, *map(len, words)]).tolist()
    for low, high in spans:
        edges |= {starts[low], starts[high + 1]}
    edges |= set(draw.choices(range(starts[-1]), k=10))
    cuts = sorted(edges)
    text = "".join(words)
    pieces = [text[low:high] for low, high in pairwise(cuts)]
    moved = [[[cuts.index(starts[low]), cuts.index(starts[high + 1]) - 1]] for [[low, high]] in clusters]
    how: dict[str, Any] = {"key_offsets": "inclusive,token", "response_offsets": "inclusive,token"}
    result = corefeval.score(row(words, *clusters), row(pieces, *moved), metrics="mention,lea", **how)
    assert (result["mention"]["f1"], result["lea"]["f1"]) == (1, 1)


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_a_noisy_copy_keeps_what_survives(seed: int) -> None:
    """With words changed, dropped and added, mentions of unchanged words are found, mentions of none are not."""
    draw = random.Random(seed)
    words = [f"w{draw.randrange(400)}" for _ in range(300)]
    copy: list[str] = []
    place: list[int | None] = []
    is_same: list[bool] = []
    for word in words:
        what = draw.random()
        if what < 0.02:
            place.append(None)
        else:
            if what > 0.98:
                copy.append(f"invented{draw.randrange(10**6)}")
            place.append(len(copy))
            copy.append(f"changed{draw.randrange(10**6)}" if what < 0.04 else word)
        is_same.append(what >= 0.04)
    mentions = [(low, low + draw.randint(0, 2)) for low in range(0, 290, 7)]
    kept, lost = [], 0
    clusters = []
    for low, high in mentions:
        there = [number for number in place[low : high + 1] if number is not None]
        if there:
            clusters.append([[there[0], there[-1]]])
            kept.append((low, high, all(is_same[low : high + 1])))
            lost += not any(is_same[low : high + 1])
    how: dict[str, Any] = {"key_offsets": "inclusive,token", "response_offsets": "inclusive,token"}
    result = corefeval.score(
        row(words, *([list(span)] for span in mentions)),
        row(copy, *clusters),
        metrics="mention",
        align="rewrite",
        **how,
    )
    found = result.counts["mention"].totals()
    surviving = sum(whole for *_, whole in kept)
    assert found["recall_numerator"] >= 0.97 * surviving
    told = [problem for problem in result.warnings if problem.code == "CE098"]
    assert bool(told) == (lost > 0)


def test_the_old_name_of_the_setting() -> None:
    """`tokens=` is accepted with a note, and old signatures keep their meaning."""
    result = scored([KEY], tokens="ignore")
    assert codes(result) == ["CE096"]
    assert result.settings.align == "positions"
    old = scored([KEY]).signature.long.replace("align:auto", "tokens:check")
    assert corefeval.score([KEY], [KEY], signature=old).settings.align == "strict"
    with pytest.raises(corefeval.CorefevalError, match="CE051"):
        scored([KEY], tokens="ignore", align="strict")


def test_the_page_shows_a_carried_response() -> None:
    """Lost mentions are after the key's text, which the page shows."""
    copy = ["Ann", "(Smith)", "saw", "her", "dog", ".", "Zyx", "cannot", "keep", "it", "."]
    result = scored(row(copy, [[0, 1], [6, 6]], [[3, 4], [9, 9]]), align="rewrite")
    (document,) = of_results({"system": result}).documents
    assert document["w"][: len(WORDS)] == WORDS
    words = document["r"][0]["w"]
    assert [words[first] for first in document["r"][0]["m"]["f"]][-1] == "Zyx"


def test_another_text_is_no_copy() -> None:
    """A response is refused if it has less than half of the key's words and less than half of its words are in the key."""
    with refuses(CorefevalError, "CE106", "no-copy", covered=1, words=12, least=50):
        scored(row(["Quite", "another", "story", "."], [[0, 0], [2, 2]]), align="rewrite")


@pytest.mark.parametrize(
    ("copy", "kind", "share"),
    [
        (WORDS[:3], "only-key-in-response", 3 / 12),
        ([WORDS[0], *WORDS[8:]], "only-key-in-response", 5 / 12),
        ([*WORDS[:6], "x", "y", "z", "u", "v", "w"], "", 6 / 12),
        ([*WORDS[:5], *WORDS[6:], *["or"] * 40], "", 11 / 12),
    ],
)
def test_a_changed_copy_has_half_of_either_sides_words(copy: list[str], kind: str, share: float) -> None:
    """Copies that end early, have a gap, are half made up, or lack only one word are all scored."""
    result = scored(row(copy, [[0, 0], [1, 1]]), align="rewrite")
    assert [problem.kind for problem in result.warnings if problem.code in {"CE077", "CE106"}] == [
        kind
    ] * bool(kind)
    assert list(result.copies.values()) == pytest.approx([share])
    assert result.to_dict()["copies"] == result.copies
    assert "changed cop" in str(result)


def test_a_long_document_without_words_is_reported() -> None:
    """An empty answer to a long text is scored, with a warning that it has none of the words."""
    words = [f"w{number}" for number in range(40)]
    result = corefeval.score(
        row(words, [[0, 0], [1, 1]]),
        row([]),
        align="rewrite",
        key_offsets="inclusive,token",
        response_offsets="inclusive,token",
    )
    assert [problem.kind for problem in result.warnings if problem.code == "CE106"] == [
        "only-key-in-response"
    ]
    assert list(result.copies.values()) == [0]


def test_a_key_without_words_against_a_response_with_a_zero(tmp_path: Path) -> None:
    """A key without words has no cells; the response's mention is lost with a warning."""
    header = "# global.Entity = eid-etype-head-other\n# newdoc id = a\n"
    key, response = tmp_path / "key", tmp_path / "response"
    key.write_text(f"{header}# sent_id = 1\n")
    zero = "1.1\tw" + "\t_" * 6 + "\t1:dep\t_\n"
    response.write_text(f"{header}1\tw" + "\t_" * 7 + f"\tEntity=(e1)\n{zero}\n")
    result = corefeval.score(key, response, align="rewrite")
    assert [problem.count for problem in result.warnings if problem.code == "CE098"] == [1]


def test_a_response_with_the_keys_words_is_no_copy() -> None:
    """With rewrite and the key's own words the heading reports no alignment, and the result lists no copies."""
    result = scored(row(WORDS, [[0, 0]]), align="rewrite")
    assert result.copies == {}
    assert "copies" not in result.to_dict()


def test_zeros_stay_behind_a_changed_word(tmp_path: Path) -> None:
    """A zero after a word that the copy replaces stays after that word."""
    texts = [
        ZEROS.format(cut="not\t", rest="3\tsleep\t_\t_\t_\t_\t1\t_\t_\t_\n"),
        ZEROS.format(cut="dle\t", rest="3\tsleep\t_\t_\t_\t_\t1\t_\t_\t_\n"),
    ]
    paths = [tmp_path / name for name in ("key.conllu", "response.conllu")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    result = corefeval.score(*paths, metrics="mention", zeros="linear", match="exact", align="rewrite")
    assert result["mention"]["f1"] == 1


COPY = ["Ann", "(Smith)", "saw", "her", "dog", ".", "Zyx", "cannot", "keep", "it", "today", "."]
COPIED = row(COPY, [[0, 1], [3, 3], [6, 6]], [[3, 4], [9, 9]], [[10, 10]])


def test_explain_marks_what_was_carried() -> None:
    """Tables, plain data and rows show how each mention of an error was mapped, and all lost mentions."""
    how: dict[str, Any] = {"key_offsets": "inclusive,token", "response_offsets": "inclusive,token"}
    explained = corefeval.explain([KEY], COPIED, align="rewrite", metrics="mention,bcub", **how)
    assert [(way.how, way.mentions, way.found) for way in explained.carried] == [
        ("exactly", 4, 4),
        ("lost", 2, 0),
    ]
    plain = explained.to_dict()
    assert plain["carried"][1] == {
        "how": "lost",
        "mentions": 2,
        "found": 0,
        "listed": [{"document": "a", "text": "Zyx"}, {"document": "a", "text": "today"}],
    }
    marks = {
        (mention["text"], mention.get("carried"))
        for error in plain["instances"]
        for mention in error["mentions"]
    }
    assert {("Zyx", "lost"), ("today", "lost"), ("She", None)} <= marks
    rows = {row["text"]: row["carried"] for row in explained.rows().rows}
    assert (rows["Zyx"], rows["today"], rows["She"]) == ("lost", "lost", "")
    table = str(explained)
    assert "Zyx [lost]" in table
    assert "not in the key's text" in table
    assert corefeval.explain([KEY], [KEY], **how).carried == []


def test_scores_and_errors_by_how_mentions_were_carried() -> None:
    """A shared mention has the class of the response's mention; key-only mentions have no class."""
    result = scored(COPIED, align="rewrite")
    (by,) = by_features(result, ["carried"])
    found = by.breakdown
    totals = found.totals("mention")
    rows = {
        found.labels[number]: tuple(int(totals[name][number]) for name in COUNTS) for number in found.order
    }
    assert rows == {"–": (0, 1, 0, 0), "exactly": (4, 4, 4, 4), "lost": (0, 0, 0, 2)}
    how: dict[str, Any] = {"key_offsets": "inclusive,token", "response_offsets": "inclusive,token"}
    explained = corefeval.explain([KEY], COPIED, align="rewrite", metrics="mention", **how)
    errors = {(cell.value, cell.count) for cell in explained.by("carried") if cell.error_class is None}
    assert errors == {("–", 1), ("lost", 2)}
    with refuses(corefeval.CorefevalError, "CE050", "no-such-name", what="feature", name="carried"):
        by_features(scored([KEY]), ["carried"])


COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")


def test_the_page_marks_what_was_carried() -> None:
    """The page marks how each response mention was mapped; the key's own words have no mark."""
    payload = of_results({"system": scored(COPIED, align="rewrite")})
    (document,) = payload.documents
    ways = [way["name"] for way in payload.index["carried"]]
    assert [ways[way] for way in document["r"][0]["m"]["y"]] == [*["exactly"] * 4, "lost", "lost"]
    assert "y" not in document["k"]
    assert of_results({"system": scored([KEY])}).index["carried"] == []


def test_places_are_those_of_the_response(tmp_path: Path) -> None:
    """A key word is at the line of its response word; without one, at the line of the previous word or the first."""

    def written(name: str, words: str) -> Corpus:
        lines = [f"d 0 {number} {word} -" for number, word in enumerate(words.split())]
        path = tmp_path / name
        path.write_text(
            "\n".join(["#begin document (d);", *lines, "", "#end document", ""]), encoding="utf-8"
        )
        return formats.read(path)

    key = written("k", "gone Anna met old Bo here today")
    response = written("r", "Anna met Bo up here today")
    carried = pair(key, response, Settings(align="rewrite"), Problems()).response
    words = list(carried.nodes.forms)
    line = {"gone": 2, "Anna": 2, "met": 3, "old": 3, "Bo": 4, "here": 6, "today": 7}
    assert {word: carried.source.place(words.index(word)).line for word in line} == line
    assert {carried.source.place(node).file for node in range(len(words))} == {str(tmp_path / "r")}


def test_columns_of_carried_words_are_the_keys() -> None:
    """The key's file describes the words; the response states tags and dependencies of only its own zero."""

    def read(*words: str) -> Corpus:
        lines = ["# global.Entity = eid", "# newdoc id = a", "# sent_id = 1"]
        for number, form, tag, head, relation, edges, cell in map(str.split, words):
            lines.append(f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t{edges}\t{cell}")
        return formats.read_file(
            formats.TextFile("x", "\n".join([*lines, "", ""]).encode()), "corefud", formats.ReadOptions()
        )

    key = read("1 Ada A 2 nsubj _ Entity=(e1)", "2 saw B 0 root _ _", "3 cannot C 2 obj _ Entity=(e1)")
    response = read(
        "1 Ada V 3 x _ Entity=(e1)",
        "2 saw W 1 y _ _",
        "2.1 _ X _ _ 2:zero Entity=(e1)",
        "3 can Y 0 root _ Entity=(e1",
        "4 not Z 3 z _ Entity=e1)",
    )
    carried = pair(key, response, Settings(align="characters"), Problems()).response
    names = ["upos", "head", "deprel", "deps"]
    found = {name: list(column or ()) for name, column in carried.source.columns(names).items()}
    assert found == {
        "upos": ["A", "B", "X", "C"],
        "head": ["2", "0", "", "2"],
        "deprel": ["nsubj", "root", "", "obj"],
        "deps": ["_", "_", "2:zero", "_"],
    }


def test_annotations_are_where_their_referents_are_now() -> None:
    """Typed links over other tokens use the spans of the key's words; a referent with no words left loses its link."""
    key = annotated(["Ada", "cannot", "see", "Bob", "now"], [(3, [0], "x")])
    links = [(0, [0], "a"), (2, [0], "b"), (4, [2, 0], "c"), (6, [5, 0], "d")]
    response = annotated(["Ada", "can", "not", "see", "Bob", "Zyx", "now"], links)
    found = pair(key, response, Settings(align="rewrite"), Problems()).response
    spans = {each.code: (each.referent, *each.antecedents) for each in found.annotations}
    zyx = list(found.nodes.forms).index("Zyx")
    assert zyx > 4
    assert spans == {
        "a": ((0, 0), (0, 0)),
        "b": ((1, 1), (0, 0)),
        "c": ((3, 3), (1, 1), (0, 0)),
        "d": ((4, 4), (zyx, zyx), (0, 0)),
    }


def test_links_of_words_that_are_gone_are_no_annotations() -> None:
    """A link whose referent is outside the key's text is dropped; an antecedent outside it is dropped alone."""
    key = annotated(["Ada", "saw", "Bob"], [(2, [0], "x")])
    response = annotated(["Ada", "saw", "Zyx", "Bob"], [(3, [0], "a")])
    source = AnnotatedTest({}, Relations(), "", [])
    source.known = (
        Annotation(0, (2, 2), ((0, 0),), "gone"),
        Annotation(0, (3, 3), ((2, 2), (0, 0)), "some"),
        Annotation(0, (0, 0), ((3, 3),), "first"),
    )
    carried = pair(key, replace(response, source=source), Settings(align="rewrite"), Problems()).response
    assert [(each.code, each.referent, each.antecedents) for each in carried.annotations] == [
        ("some", (2, 2), ((0, 0),)),
        ("first", (0, 0), ((2, 2),)),
    ]
