"""Alignment of documents and words: by name, by text, by order, and per document."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.choices import Align
from corefeval.problems import CorefevalError, Problem
from corefeval.problems.render import advice as advice_of
from tests.refuses import refuses

TEXTS = {"x": "Anna met her", "y": "Bo saw it there", "z": "It rained again and again"}


def conll(path: Path, documents: dict[str, str], mentions: str = "(0) - (0)") -> str:
    """Write documents with the same mentions on their first words, and return the path."""
    lines = []
    for name, text in documents.items():
        words = text.split()
        cells = [*mentions.split(), *["-"] * len(words)][: len(words)]
        lines += [f"#begin document ({name});"]
        lines += [
            f"{name} 0 {number} {word} {cell}"
            for number, (word, cell) in enumerate(zip(words, cells, strict=True))
        ]
        lines += ["", "#end document"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def warned(result: corefeval.Result) -> list[str]:
    """Return the codes of the warnings."""
    return [warning.code for warning in result.warnings]


def test_documents_of_other_names_are_paired_by_their_text(tmp_path: Path) -> None:
    """Documents are paired in any order; a warning lists the pairs, and surplus documents of the response."""
    key = conll(tmp_path / "k", TEXTS)
    response = conll(tmp_path / "r", {"3": TEXTS["z"], "1": TEXTS["x"], "4": "More words", "2": TEXTS["y"]})
    result = corefeval.score(key, response)
    assert result.f1 == 1.0
    assert warned(result) == ["CE075", "CE011"]
    assert (result.warnings[0].kind, result.warnings[0].count, result.warnings[0]["pairs"]) == (
        "paired-by-text",
        3,
        ("'x' = '1'", "'y' = '2'", "'z' = '3'"),
    )


def test_at_most_three_pairs_are_named(tmp_path: Path) -> None:
    """The message names three pairs and counts the others."""
    texts = {str(number): f"word {number} again" for number in range(5)}
    key = conll(tmp_path / "k", texts)
    result = corefeval.score(key, conll(tmp_path / "r", {f"r{name}": text for name, text in texts.items()}))
    assert result.warnings[0].kind == "paired-by-text"


def test_documents_of_other_names_and_tokens_are_paired_by_their_characters(tmp_path: Path) -> None:
    """Documents are paired in any order; a changed copy is paired by order, but not with an unrelated text."""
    texts = {"a": "Anna met her there", "b": "It rained again today"}
    key = conll(tmp_path / "k", texts)
    cut = conll(tmp_path / "r", {"2": "It rain ed again today", "1": "An na met her there"}, "(0) -")
    (paired, *_) = corefeval.score(key, cut).warnings
    assert (paired.kind, paired.count, paired["pairs"]) == ("paired-by-text", 2, ("'a' = '1'", "'b' = '2'"))
    changed = {"1": "Anna saw her there", "2": "It rained hard today"}
    (paired, *_) = corefeval.score(key, conll(tmp_path / "c", changed), align="rewrite").warnings
    assert (paired.kind, paired.count, paired["pairs"]) == ("paired-by-order", 2, ("'a' = '1'", "'b' = '2'"))
    swapped = conll(tmp_path / "s", dict(reversed(changed.items())))
    with pytest.raises(CorefevalError, match="CE010"):
        corefeval.score(key, swapped, align="rewrite")


def test_repeated_texts_are_paired_by_order_where_the_words_agree(tmp_path: Path) -> None:
    """Repeated texts are paired by order if the words agree; in another order they are refused."""
    key = conll(tmp_path / "k", {"a": TEXTS["x"], "b": TEXTS["y"], "c": TEXTS["x"]})
    same = conll(tmp_path / "r", {"1": TEXTS["x"], "2": TEXTS["y"], "3": TEXTS["x"]})
    result = corefeval.score(key, same)
    assert (result.warnings[0].kind, result.warnings[0].count) == ("paired-by-order", 3)
    assert result.f1 == 1.0
    other = conll(tmp_path / "o", {"1": TEXTS["x"], "2": TEXTS["x"], "3": TEXTS["y"]})
    with refuses(CorefevalError, "CE010", "key-response-no-document") as caught:
        corefeval.score(key, other)
    assert "missing" not in advice_of(caught.value.problems[0])


def test_a_text_that_the_response_lacks_is_missing(tmp_path: Path) -> None:
    """Documents with the same text are paired; the others count as missing."""
    key = conll(tmp_path / "k", TEXTS)
    response = conll(tmp_path / "r", {"1": TEXTS["y"]})
    with refuses(CorefevalError, "CE010", "not-in-response", text="x"):
        corefeval.score(key, response)
    result = corefeval.score(key, response, missing="empty")
    assert warned(result)[:2] == ["CE075", "CE010"]
    assert result["mention"]["recall"] == pytest.approx(1 / 3)


def test_some_names_in_common_are_enough(tmp_path: Path) -> None:
    """If some names match, a document with another name is missing, even with the same text."""
    key = conll(tmp_path / "k", {"a": TEXTS["x"], "b": TEXTS["y"]})
    with refuses(CorefevalError, "CE010", "not-in-response", text="b"):
        corefeval.score(key, conll(tmp_path / "r", {"a": TEXTS["x"], "c": TEXTS["y"]}))


@pytest.mark.parametrize("missing", ["error", "empty"])
def test_first_parts_are_paired_whether_their_names_end_in_0_or_not(tmp_path: Path, missing: Any) -> None:
    """The first part of `a` is `a` in CoNLL-2012 and `a_0` for e2e-coref; other parts have one name (a_1)."""
    names = ["a", "a_1", "b"], ["a_0", "a_1", "b_0"]
    ours, theirs = (conll(tmp_path / side[0], dict(zip(side, TEXTS.values(), strict=True))) for side in names)
    for key, response in ((ours, theirs), (theirs, ours)):
        result = corefeval.score(key, response, missing=missing)
        assert result.f1 == 1.0
        (warning,) = result.warnings
        assert (warning.code, warning.kind, warning.count) == ("CE075", "paired-as-first-parts", 2)
    short = conll(tmp_path / "short", {"a_0": TEXTS["x"], "c": TEXTS["y"], "d": TEXTS["z"]})
    assert (
        corefeval.score(ours, short).warnings[0].kind == "paired-by-text"
    )  # one first part is no common name
    both = conll(tmp_path / "both", {"a": TEXTS["x"], "a_0": TEXTS["y"]})
    with refuses(CorefevalError, "CE010", "not-in-response", text="a"):
        corefeval.score(both, conll(tmp_path / "one", {"a_0": TEXTS["y"]}))


def test_clusters_of_other_names_are_not_paired() -> None:
    """Clusters without a text are not paired by content, except if each side has only one document."""
    with pytest.raises(CorefevalError, match="CE010"):
        corefeval.score({"a": [[1, 2]], "b": [[3, 4]]}, {"c": [[1, 2]], "d": [[3, 4]]})
    assert warned(corefeval.score({"a": [[1, 2]]}, {"c": [[1, 2]]})) == ["CE075"]


def test_ignored_words_must_be_as_many(tmp_path: Path) -> None:
    """With align=positions, different numbers of words are refused, and the message states both."""
    key = conll(tmp_path / "k", TEXTS)
    longer = conll(tmp_path / "r", TEXTS | {"y": "Oh Bo saw it there"}, "(0) - (0)")
    with refuses(CorefevalError, "CE013", "other-number-of-words", name="y"):
        corefeval.score(key, longer, align="positions")


def test_ignored_words_that_differ_are_reported(tmp_path: Path) -> None:
    """The warning states how many words differ, and the first of them on both sides."""
    key = conll(tmp_path / "k", TEXTS)
    other = conll(tmp_path / "r", TEXTS | {"y": "bo SAW it there", "z": "it rained again and again"})
    with pytest.raises(CorefevalError, match="CE013"):
        corefeval.score(key, other)
    (warning,) = corefeval.score(key, other, align="positions").warnings
    assert warning.code == "CE013"
    assert (warning.kind, warning.count, warning["documents"]) == ("compared-their-number", 3, 2)
    assert (warning.kind, warning["word"]) == ("compared-their-number", "Bo")
    assert warning.text == "bo"
    assert corefeval.score(key, key, align="positions").warnings == ()


def test_stars_are_zeros_only_where_they_make_the_difference(tmp_path: Path) -> None:
    """A document with the same starred tokens on both sides keeps them as words, regardless of other documents."""
    key = conll(tmp_path / "k", {"a": "He *pro* came", "b": "She *x* left"}, "(0) (0) (1)")
    response = conll(tmp_path / "r", {"a": "He came", "b": "She *x* left"}, "(0) (0) (1)")
    result = corefeval.score(key, response, metrics="mention", singletons="keep")
    by_document = {each["document"]: each["scores"]["mention"] for each in result.per_document()}
    assert by_document["b"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}
    assert by_document["a"]["recall"] == 1.0
    (warning,) = (warning for warning in result.warnings if warning.code == "CE057")
    assert (warning.kind, warning["key"], warning["response"], warning["documents"], warning["whole"]) == (
        "stars-are-zeros-in-some",
        1,
        0,
        1,
        2,
    )


@pytest.mark.parametrize(
    ("words", "chains", "align"),
    [
        ("He came", "(0) (0)", "auto"),
        ("H e ca me", "(0 0) (0 0)", "auto"),
        ("H e ca me", "(0 0) (0 0)", "characters"),
        ("He then came", "(0) - (0)", "rewrite"),
    ],
)
@pytest.mark.parametrize("zero", ["*pro*", "##"])
def test_zeros_as_tokens_in_a_text_of_other_tokens(
    zero: str, words: str, chains: str, align: str, tmp_path: Path
) -> None:
    """Starred tokens are zeros if the characters agree without them, or if a changed copy has none."""
    key = conll(tmp_path / "k", {"a": f"He {zero} came"}, "(0) (0) (0)")
    response = conll(tmp_path / "r", {"a": words}, chains)
    options: dict[str, Any] = {"align": align}
    result = corefeval.score(key, response, metrics="mention", **options)
    assert result["mention"]["f1"] == 1
    assert "CE057" in warned(result)


@pytest.mark.parametrize("zeros", [{}, {"zeros": "linear"}])
@pytest.mark.parametrize(
    "answer",
    [
        "[**He**](#1) *came* and [**he**](#1) left",
        "* **[He](#1)** came\n* and [he](#1) left",
        "## [He](#1) came and [*he](#1) left*",
    ],
)
def test_bold_words_of_an_answer_are_no_zeros(answer: str, zeros: dict[str, Any], tmp_path: Path) -> None:
    """Stars in an answer of a language model are Markdown, unless it copies a starred token of the key."""
    key = conll(tmp_path / "k", {"a": "He came and he left"}, "(0) - - (0)")
    result = corefeval.score(key, StringIO(answer), metrics="mention", align="rewrite", **zeros)
    assert result["mention"]["f1"] == 1
    assert "CE057" not in warned(result)
    key = conll(tmp_path / "k", {"a": "He *pro* came and he left"}, "(0) (0) - - (0)")
    copied = StringIO("[He](#1) [*pro*](#1) **came** and [he](#1) left")
    assert corefeval.score(key, copied, metrics="mention", align="rewrite")["mention"]["f1"] == 1
    result = corefeval.score(key, StringIO(answer), metrics="mention", align="rewrite")
    assert result["mention"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}
    assert "CE057" in warned(result)


def test_positions_count_words_without_stars(tmp_path: Path) -> None:
    """With align=positions a starred token of one side is a zero if the word counts then agree; else it is refused."""
    key = conll(tmp_path / "k", {"a": "He *pro* came"}, "(0) - (0)")
    response = conll(tmp_path / "r", {"a": "She came"}, "(0) (0)")
    result = corefeval.score(key, response, align="positions", metrics="mention")
    assert result["mention"]["f1"] == 1
    assert warned(result) == ["CE057", "CE013"]
    with pytest.raises(CorefevalError):
        corefeval.score(key, response, align="strict")


@pytest.mark.parametrize("lacking", [1, 2, 6])
def test_what_is_missing_is_counted_and_named(lacking: int, tmp_path: Path) -> None:
    """The message names one or several missing documents and counts the rest; extra documents are reported the same way."""
    texts = {f"d{number}": "Anna met her" for number in range(8)}
    key = conll(tmp_path / "k", texts)
    response = conll(tmp_path / "r", dict(list(texts.items())[lacking:]))
    (warning,) = corefeval.score(key, response, missing="empty").warnings
    assert (warning.code, warning.count, warning["documents"]) == ("CE010", lacking, 8)
    assert warning["lacking"] == tuple(texts)[:lacking]
    with pytest.raises(CorefevalError) as caught:
        corefeval.score(key, response)
    assert [problem.text for problem in caught.value.problems] == list(texts)[:lacking]
    (warning,) = corefeval.score(response, key).warnings
    assert (warning.code, warning.count, warning["extra"]) == ("CE011", lacking, tuple(texts)[:lacking])


def amounts(problem: Problem) -> tuple[int, int]:
    """Return the word counts of key and response that a problem states."""
    found = problem["amounts"]
    return found["key"], found["response"]


def test_where_words_part_is_reported(tmp_path: Path) -> None:
    """The error states the differing or extra word with its place, and how many more documents differ."""
    texts = {f"d{number}": "Anna met her there" for number in range(7)}
    key = conll(tmp_path / "k", texts)
    changed = texts | {"d0": "Anna met him there", "d1": "Anna met her there again", "d2": "Anna met her"}
    with pytest.raises(CorefevalError) as caught:
        corefeval.score(key, conll(tmp_path / "r", changed))
    other, *extra = caught.value.problems
    assert (other["name"], other["word"], other.place.line, other.text) == ("d0", "her", 4, "him")
    assert str(other["key_place"]).endswith("/k:4")
    assert [(each["name"], each.place.line, *amounts(each), each["longer"], each.text) for each in extra] == [
        ("d1", 13, 4, 5, "response", "again"),
        ("d2", 19, 4, 3, "key", "there"),
    ]
    every = {name: text.replace("met", "saw") for name, text in texts.items()}
    with pytest.raises(CorefevalError) as caught:
        corefeval.score(key, conll(tmp_path / "r", every))
    assert (caught.value.problems[-1].kind, caught.value.problems[-1]["documents"]) == ("more-other-words", 2)
    assert len(caught.value.problems) == 6
    five = texts | dict(list(every.items())[:5])
    with pytest.raises(CorefevalError) as caught:
        corefeval.score(key, conll(tmp_path / "r", five))
    assert [problem.kind == "document-key-response" for problem in caught.value.problems] == [True] * 5
    shorter = dict.fromkeys(texts, "Anna met")
    with pytest.raises(CorefevalError) as caught:
        corefeval.score(key, conll(tmp_path / "r", shorter), tokens="ignore")
    assert (caught.value.problems[-1].kind, caught.value.problems[-1]["documents"]) == (
        "more-other-numbers-of-words",
        2,
    )


def test_one_word_that_differs_is_singular(tmp_path: Path) -> None:
    """The warning states the numbers of words and documents, and the first differing word of each side."""
    key = conll(tmp_path / "k", TEXTS)
    other = conll(tmp_path / "r", TEXTS | {"x": "Anna saw her"})
    (warning,) = corefeval.score(key, other, align="positions").warnings
    assert (warning.kind, warning.count, warning["documents"]) == ("compared-their-number", 1, 1)
    assert (warning.kind, warning["word"]) == ("compared-their-number", "met")
    assert (warning.place.line, warning.text) == (3, "saw")


def test_stars_are_reported_without_documents_where_all_have_them(tmp_path: Path) -> None:
    """The warning counts starred tokens per side; two in a row stay two zeros, and later mentions keep their words."""
    key = conll(tmp_path / "k", {"a": "He *pro* *x* came", "b": "*x* She left"}, "(0) (1) (2) (0)")
    response = conll(tmp_path / "r", {"a": "He came", "b": "She left"}, "(0) (0)")
    result = corefeval.score(key, response, metrics="mention")
    (warning,) = (warning for warning in result.warnings if warning.code == "CE057")
    assert (warning.kind, warning["key"], warning["response"]) == ("stars-are-zeros", 3, 0)
    assert result["mention"]["recall"] == 1.0
    kept = corefeval.score(key, key, metrics="mention")
    assert kept["mention"]["f1"] == 1.0


STARRED = {"a": "He *pro* came *pro* it", "b": "She left *x* then it"}
BARE = {"a": "He came it", "b": "She left then it"}


@pytest.mark.parametrize("zeros", ["linear", "drop"])
def test_zeros_decide_on_stars_whatever_the_response_has(zeros: Any, tmp_path: Path) -> None:
    """With --zeros the key's counts do not depend on starred tokens in the response, and CE057 is not needed."""
    key = conll(tmp_path / "k", STARRED, "(0) (1) - (1) (0)")
    bare = conll(tmp_path / "r", BARE, "(0) - (0)")
    results = [corefeval.score(key, response, metrics="mention", zeros=zeros) for response in (key, bare)]
    scored = 8 if zeros == "linear" else 6
    assert [result.contents and result.contents.mentions[0] for result in results] == [scored, scored]
    assert results[0].f1 == 1.0
    assert not any(warning.code == "CE057" for result in results for warning in result.warnings)
    assert "|starred:zeros|" in str(results[0].signature)
    again = corefeval.score(key, bare, signature=str(results[1].signature))
    assert again.scores == results[1].scores


def test_systems_scored_on_different_mentions_are_reported(tmp_path: Path) -> None:
    """Without --zeros one system's starred tokens are scored as words; a warning in the table reports it."""
    key = conll(tmp_path / "k", STARRED, "(0) (1) - (1) (0)")
    starred = conll(tmp_path / "s", STARRED, "(0) (1) - (1) -")
    bare = conll(tmp_path / "r", BARE, "(0) - (0)")
    compared = corefeval.compare(key, {"starred": starred, "bare": bare}, resamples=0)
    assert "CE057" in [warning.code for warning in compared.warnings]
    compared = corefeval.compare(key, {"starred": starred, "bare": bare}, resamples=0, zeros="drop")
    assert "CE057" not in [warning.code for warning in compared.warnings]


def test_a_star_is_a_word_where_files_have_empty_nodes(tmp_path: Path) -> None:
    """A CorefUD key has empty nodes, so '*' is a word in it and in a response of another format."""
    key = tmp_path / "k.conllu"
    lines = ["# newdoc id = a", "# global.Entity = eid-etype-head-other"]
    for number, form in enumerate(["He", "*", "came"], 1):
        entity = "Entity=(e1--1)" if form != "came" else "_"
        lines.append(f"{number}\t{form}\t_\t_\t_\t_\t{number - 1}\t_\t_\t{entity}")
    key.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    response = conll(tmp_path / "r", {"a": "He * came"}, "(0) (0) -")
    result = corefeval.score(key, response, metrics="mention", match="exact", zeros="linear")
    assert result.f1 == 1.0
    assert "starred" not in str(result.signature)


@pytest.mark.parametrize("order", ["xzy", "yxz", "zyx", "zxy"])
def test_documents_in_any_order_have_their_own_words(order: str, tmp_path: Path) -> None:
    """Documents in any order are aligned without a warning, and everything is found."""
    key = conll(tmp_path / "k", TEXTS)
    result = corefeval.score(key, conll(tmp_path / "r", {name: TEXTS[name] for name in order}))
    assert result.f1 == 1.0
    assert result.warnings == ()


def test_stars_in_a_row_are_zeros_of_their_own(tmp_path: Path) -> None:
    """Two starred tokens in a row are two zeros, so one is missed; the end of the previous document does not matter."""
    key = conll(tmp_path / "k", {"a": "*a* *b* She left *c*", "b": "*a* Bo left *c*"}, "(0) (1) (0)")
    response = conll(tmp_path / "r", {"a": "*a* She left", "b": "*a* Bo left"}, "(0) (1)")
    found = corefeval.score(key, response, metrics="mention", zeros="linear")
    by_document = {each["document"]: each["scores"]["mention"] for each in found.per_document()}
    assert by_document["a"]["recall"] == pytest.approx(2 / 3)
    assert by_document["b"]["recall"] == pytest.approx(2 / 3)


words = st.lists(st.sampled_from(["a", "b", "*pro*", "*x*"]), min_size=2, max_size=5)


@given(
    st.lists(
        st.tuples(words, st.booleans(), st.sampled_from(["(0) (0) (1)", "(0) - (0)", "(1 1) (1)"])),
        min_size=1,
        max_size=4,
    )
)
def test_a_corpus_scores_the_same_in_pieces(
    tmp_path_factory: pytest.TempPathFactory, documents: list[tuple[list[str], bool, str]]
) -> None:
    """Each document has the same scores alone and among the others."""
    folder = tmp_path_factory.mktemp("pieces")
    key, response = {}, {}
    for number, (text, drops, _) in enumerate(documents):
        key[str(number)] = " ".join(["start", *text])
        kept = [word for word in text if not drops or not word.startswith("*")]
        response[str(number)] = " ".join(["start", *kept])
    mentions = documents[0][2]
    whole = corefeval.score(
        conll(folder / "k", key, mentions), conll(folder / "r", response, mentions), metrics="bcub,mention"
    )
    for each in whole.per_document():
        name = each["document"]
        alone = corefeval.score(
            conll(folder / "k1", {name: key[name]}, mentions),
            conll(folder / "r1", {name: response[name]}, mentions),
            metrics="bcub,mention",
        )
        assert alone.scores == each["scores"]


def test_two_missing_documents_are_aligned_again() -> None:
    """The cost of singletons is computed on the aligned response, in which missing documents have no name."""
    rows = [{"doc_key": name, "tokens": ["a", "b"], "clusters": [[[0, 0]], [[1, 1]]]} for name in "xyz"]
    response = [{"doc_key": "x", "tokens": ["a", "b"], "clusters": [[[0, 0], [0, 0], [1, 1]]]}]
    result = corefeval.score(
        rows,
        response,
        missing="empty",
        duplicates="keep",
        key_offsets="inclusive",
        response_offsets="inclusive",
    )
    assert "CE040" in [problem.code for problem in result.warnings]


def test_who_asks_for_the_words_gets_documents_paired_by_them(tmp_path: Path) -> None:
    """Documents with the same characters in other tokens are paired, but not if the words must be the same."""
    key = conll(tmp_path / "k", {"a": "Anna met her there", "b": "It rained again"})
    response = conll(tmp_path / "r", {"x": "Anna met her th ere", "y": "It rained again"})
    assert warned(corefeval.score(key, response))[0] == "CE075"
    for align in ("strict", "positions"):
        with pytest.raises(CorefevalError) as refused:
            corefeval.score(key, response, align=align)
        assert [problem.code for problem in refused.value.problems] == ["CE010", "CE075"]


@pytest.mark.parametrize("align", ["strict", "auto"])
def test_the_same_words_in_other_documents_are_another_text(align: Align, tmp_path: Path) -> None:
    """A word at the end of one document here and at the start of the next there makes another text."""
    key = conll(tmp_path / "k", {"a": "Anna met her there", "b": "Bo saw it"})
    response = conll(tmp_path / "r", {"a": "Anna met her", "b": "there Bo saw it"})
    with pytest.raises(CorefevalError) as error:
        corefeval.score(key, response, align=align)
    assert [problem.code for problem in error.value.problems] == ["CE013", "CE013"]


def codes_of(key: str, response: str) -> list[tuple[str, str]]:
    """Return code and severity of all raised problems."""
    with pytest.raises(CorefevalError) as caught:
        corefeval.score(key, response)
    return [(problem.code, problem.severity.value) for problem in caught.value.problems]


def test_other_words_of_a_document_of_another_name(tmp_path: Path) -> None:
    """If documents paired under different names have different words, the error names the pair."""
    key, response = conll(tmp_path / "k", {"a": "Ada ran"}), conll(tmp_path / "r", {"b": "Bo slept"})
    assert codes_of(key, response) == [("CE013", "error"), ("CE075", "warning")]


def test_a_response_that_is_cut_off(tmp_path: Path) -> None:
    """If the response ends inside a document, this is raised with the missing words or documents."""
    key = conll(tmp_path / "k", {"a": "Ada ran home", "b": "Bo slept"})
    one = conll(tmp_path / "one", {"a": "Ada ran home"})
    cut = tmp_path / "cut"
    cut.write_text(
        "".join(Path(key).read_text(encoding="utf-8").splitlines(keepends=True)[:3]), encoding="utf-8"
    )
    assert codes_of(one, str(cut)) == [("CE013", "error"), ("CE015", "warning")]
    assert codes_of(key, str(cut)) == [("CE010", "error"), ("CE015", "warning")]


def test_characters_are_not_called_words() -> None:
    """Text in scripts without blanks is counted in characters, files without words in positions."""
    text = "王明昨天去了北京他在那里见到了三十个老朋友30。"
    key = [
        {"doc_key": "d", "sentences": [["王明", "昨天", "去", "了", "上海"]], "clusters": [[[0, 0], [4, 4]]]}
    ]
    response = [
        {"doc_key": "d", "text": text, "clusters": [[[0, 2], [4, 6]]], "offsets": "exclusive,character"}
    ]
    with pytest.raises(CorefevalError) as caught:
        corefeval.score(key, response, align="positions")
    (problem,) = caught.value.problems
    assert (problem.code, problem.kind, problem["name"]) == ("CE013", "other-number-of-words", "d")
    amounts = problem["amounts"]
    assert (amounts["key"], amounts["unit"]) == (5, "words")
    assert (amounts["response"], amounts["other_unit"]) == (23, "characters")


@pytest.mark.parametrize("align", ["auto", "positions"])
def test_blank_words_that_left_a_column_out(align: Align, tmp_path: Path) -> None:
    """A mention that ends with a blank word matches the key's, although the response's line lacks a column."""
    rows = ["Ada\t-\t(1", "\u00a0\t-\t1)", "ran\t-\t-", "She\t-\t(1)"]
    lines = [f"d\t0\t{number}\t{row}" for number, row in enumerate(rows)]
    key, response = tmp_path / "key", tmp_path / "response"
    key.write_text("\n".join(["#begin document (d)", *lines, "#end document", ""]), encoding="utf-8")
    blanks = ["   ".join(line.split()) for line in lines]
    response.write_text("\n".join(["#begin document (d)", *blanks, "#end document", ""]), encoding="utf-8")
    result = corefeval.score(key, response, metrics="muc,mention", align=align)
    assert (result["muc"]["f1"], result["mention"]["f1"]) == (1.0, 1.0)
    assert warned(result)[0] == "CE020"
    swapped = corefeval.score(response, key, metrics="muc,mention", align=align)
    assert (swapped["mention"]["f1"], warned(swapped)[0]) == (1.0, "CE020")
