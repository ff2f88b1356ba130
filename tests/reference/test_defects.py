"""Every defect of the existing scorers that the specification lists: the smallest example, and the right answer.

Each docstring says what the scorer answers, so that nobody has to find out again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.presets import PRESETS
from tests.files import conll, conllua, corefud, markable
from tests.refuses import refuses


def identity(path: Path, **settings: Any) -> corefeval.Result:
    """Score a file against itself."""
    result: corefeval.Result = corefeval.score(path, path, **settings)
    return result


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_gives_scores(preset: str, tmp_path: Path) -> None:
    """UA scorer 2.0: every preset ends in a KeyError, and without one no score is printed."""
    if preset.startswith("crac2"):
        path = corefud(tmp_path / "k", [["1 (e1-x-1-)", "2", "3 (e1-x-1-)"]])
    elif preset in {"conll12", "coval", "perl"}:
        path = conll(tmp_path / "k", ["(1)", "-", "(1)"])
    else:
        column = 12 if preset == "codicrac22dd" else 10
        path = conllua(tmp_path / "k", [f"1 {markable('1', 1)})", f"2 {markable('1', 2)})"], column=column)
    scores = corefeval.score(path, path, preset=preset).scores
    assert list(scores) == list(PRESETS[preset].metrics)
    if "conll" in scores:
        assert scores["conll"]["f1"] == 1.0


def test_mention_overlap_with_split_antecedents_and_zeros(tmp_path: Path) -> None:
    """UA scorer 2.0: IndexError on a split antecedent, TypeError on zeros among words."""
    tokens = [
        f"1 {markable('1', 1, '|ElementOf=3')})",
        f"2 {markable('2', 2, '|ElementOf=3')})",
        f"2.1 {markable('2', 3)})",
        f"3 {markable('3', 4)})",
    ]
    path = conllua(tmp_path / "k", tokens)
    result = identity(path, metrics="mor,mention", split_antecedents="keep", zeros="linear")
    assert result["mor"]["f1"] == result["mention"]["f1"] == 1.0


def test_a_mention_across_sentences_keeps_its_span(tmp_path: Path) -> None:
    """Perl knows; coval and the UA family give it the sentence of its end and the start of another one."""
    key = conll(tmp_path / "k", ["(1", "-", "", "-", "1)", "(1)"])
    other = conll(tmp_path / "r", ["-", "(1", "", "-", "1)", "(1)"])
    assert identity(key)["muc"]["f1"] == 1.0
    assert corefeval.score(key, other)["mention"]["recall"] == 0.5


def test_brackets_without_a_bar_between_them(tmp_path: Path) -> None:
    """As read by Perl; coval, UA 1 and 2 read '(1(3' as '(3' only and lose a mention."""
    corpus = corefeval.load(conll(tmp_path / "k", ["(1(3", "3)1)", "(1)|(3)"]))
    assert len(corpus.mentions) == 4


def test_letters_make_one_discontinuous_mention(tmp_path: Path) -> None:
    """As in CRAFT; coval counts '(1a)…(1a)' as two mentions."""
    corpus = corefeval.load(conll(tmp_path / "k", ["(1a)", "-", "(1a)", "(1)"]))
    assert [mention.spans for mention in corpus.documents[0].entities[0].mentions] == [
        [(0, 0), (2, 2)],
        [(3, 3)],
    ]


def test_more_than_ten_repeated_mentions_are_scored(tmp_path: Path) -> None:
    """Perl 8.01: 'Found too many repeated mentions (> 10)', counted over documents and metrics."""
    key = conll(tmp_path / "k", ["(1)"] * 13)
    response = conll(tmp_path / "r", ["(1)|(2)"] * 13)
    result = corefeval.score(key, response, preset="perl")
    assert result["muc"]["f1"] == 1.0
    assert (result.warnings[0].kind, result.warnings[0].count, result.warnings[0]["side"]) == (
        "listed-again",
        13,
        "response",
    )


def test_a_spurious_mention_at_the_first_token(tmp_path: Path) -> None:
    """CRAFT's fork of the Perl scorer takes it for key mention 0: B³ P .75 instead of .625."""
    key = conll(tmp_path / "k", ["-", "(1)", "(1)", "(2)", "(2)"])
    response = conll(tmp_path / "r", ["(1)", "(1)", "-", "(2)", "(2)"])
    assert corefeval.score(key, response, preset="perl")["bcub"]["precision"] == pytest.approx(0.625)


def test_a_missing_document_is_named(tmp_path: Path) -> None:
    """A KeyError in coval."""
    key = tmp_path / "k"
    key.write_text(
        conll(tmp_path / "a", ["(1)", "(1)"], "a").read_text()
        + conll(tmp_path / "b", ["(1)", "(1)"], "b").read_text()
    )
    with refuses(corefeval.CorefevalError, "CE010", "not-in-response", text="b"):
        corefeval.score(key, tmp_path / "a")


def test_ten_empty_nodes_are_ten(tmp_path: Path) -> None:
    """CorefUD scorer: x.10 is read as the number x.1; a file against itself gets MUC .5 and B³ .75."""
    zeros = [f"1.{number} (e{number % 2}-x-1-)" for number in range(1, 12)]
    path = corefud(tmp_path / "k", [["1", *zeros, "2"]])
    result = identity(path, preset="crac23", metrics="muc,bcub,zero")
    assert [result[name]["f1"] for name in ("muc", "bcub", "zero")] == [1.0, 1.0, 1.0]


def test_a_file_without_newdoc_is_one_document(tmp_path: Path) -> None:
    """CorefUD scorer: TypeError if it has any entity."""
    path = corefud(tmp_path / "k", [["1 (e1-x-1-)", "2 (e1-x-1-)"]], name=None)
    assert identity(path)["muc"]["f1"] == 1.0


def test_extra_words_at_the_end_are_refused(tmp_path: Path) -> None:
    """CorefUD scorer: words are compared pairwise and extra ones accepted in silence."""
    key = corefud(tmp_path / "k", [["1 (e1-x-1-)", "2 (e1-x-1-)"]])
    response = corefud(tmp_path / "r", [["1 (e1-x-1-)", "2 (e1-x-1-)", "3"]])
    with pytest.raises(corefeval.CorefevalError, match="CE013"):
        corefeval.score(key, response)


def test_an_entity_emptied_of_its_zeros_is_gone(tmp_path: Path) -> None:
    """UA and CorefUD scorers keep it empty: ZeroDivisionError in B³, LEA and CEAFe."""
    path = corefud(tmp_path / "k", [["1 (e1-x-1-)", "1.1 (e2-x-1-)", "1.2 (e2-x-1-)", "2 (e1-x-1-)"]])
    result = identity(path, zeros="drop", metrics="muc,bcub,ceafe,lea")
    assert all(result[name]["f1"] == 1.0 for name in ("muc", "bcub", "ceafe", "lea"))
    assert result.pairing is not None
    assert len(result.pairing.key.entities) == 1


def test_zeros_without_dependencies(tmp_path: Path) -> None:
    """CorefUD scorer: ZeroDivisionError as soon as two zeros share a sentence."""
    path = corefud(tmp_path / "k", [["1 (e1-x-1-)", "1.1 (e1-x-1-)", "1.2 (e1-x-1-)"]])
    assert identity(path, preset="crac24")["muc"]["f1"] == 1.0
    assert identity(path, preset="crac24", zeros="dependent")["muc"]["f1"] == 1.0


ROTATED = (
    [
        "1",
        "1.1 (e1-x-1-) 1:a",
        "1.2 (e2-x-1-) 1:b",
        "1.3 (e3-x-1-) 1:c",
        "2 (e1-x-1-)",
        "3 (e2-x-1-)",
        "4 (e3-x-1-)",
    ],
    [
        "1",
        "1.1 (e2-x-1-) 1:b",
        "1.2 (e3-x-1-) 1:c",
        "1.3 (e1-x-1-) 1:a",
        "2 (e1-x-1-)",
        "3 (e2-x-1-)",
        "4 (e3-x-1-)",
    ],
)


def test_three_rotated_zeros(tmp_path: Path) -> None:
    """CorefUD scorer: its two directions share one table; the same annotation gets MUC R 0, P 1.

    `dependent` aligns them as defined; `dependent-official` reproduces the collision, and a warning says so.
    """
    key, response = (corefud(tmp_path / str(side), [tokens]) for side, tokens in enumerate(ROTATED))
    right = corefeval.score(key, response, preset="crac24", zeros="dependent", metrics="muc,conll")
    assert right["muc"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}
    official = corefeval.score(key, response, preset="crac24", metrics="muc,conll")
    assert (official["muc"]["recall"], official["muc"]["precision"]) == (0.0, 1.0)
    assert [warning.code for warning in official.warnings] == ["CE043"]


def test_two_swapped_zeros(tmp_path: Path) -> None:
    """CorefUD scorer's score of zeros looks at positions before alignments: 1/3 where all else is 1.

    Plain `zero` is that official reading; `zero(by=alignment)` is the corrected one.
    """
    words, third = ["1 (e1-x-1-)", "2 (e2-x-1-)"], "2.3 (e1-x-1-) 2:c"
    key = corefud(tmp_path / "k", [[*words, "2.1 (e1-x-1-) 1:a", "2.2 (e2-x-1-) 2:b", third]])
    response = corefud(tmp_path / "r", [[*words, "2.1 (e2-x-1-) 2:b", "2.2 (e1-x-1-) 1:a", third]])
    result = corefeval.score(key, response, preset="crac24", metrics="muc,bcub,zero,zero(by=alignment)")
    assert result["muc"]["f1"] == result["bcub"]["f1"] == 1.0
    assert result["zero"]["f1"] == pytest.approx(1 / 3)
    assert result["zero(by=alignment)"]["f1"] == 1.0


def test_documents_without_a_name_are_numbered(tmp_path: Path) -> None:
    """UA scorer: '# newdoc' without id is no document, and its lines are lost."""
    path = conllua(tmp_path / "k", [f"1 {markable('1', 1)})", f"2 {markable('1', 2)})"], name=None)
    assert identity(path)["muc"]["f1"] == 1.0


def test_a_close_after_a_single_token_mention(tmp_path: Path) -> None:
    """UA scorer: in '(…))' the outer mention silently ends up without words."""
    path = conllua(
        tmp_path / "k", [f"1 {markable('1', 1)}", f"2 {markable('2', 2)}))", f"3 {markable('1', 3)})"]
    )
    corpus = corefeval.load(path)
    assert sorted(mention.text for mention in corpus.documents[0].mentions) == ["w1 w2", "w2", "w3"]


@pytest.mark.parametrize("match", ["partial", "craft"])
def test_zeros_among_words_in_partial_matching(match: str, tmp_path: Path) -> None:
    """UA scorer: TypeError when positions of zeros and words are sorted, or not, depending on the order of a set."""
    tokens = [
        f"1 {markable('1', 1)})",
        f"1.1 {markable('1', 2)})",
        f"2 {markable('2', 3, '|Min=2')})",
        f"3 {markable('2', 4, '|Min=3')})",
    ]
    path = conllua(tmp_path / "k", tokens)
    assert identity(path, match=match, zeros="linear")["muc"]["f1"] == 1.0


def test_partial_matching_is_seen_by_every_metric(tmp_path: Path) -> None:
    """UA scorer 1 with MIN: loose equality but strict hashes, so CEAF 1.0 and MUC 0.0."""
    key = conllua(
        tmp_path / "k", [f"1 {markable('1', 1, '|Min=2')}", "2 )", f"3 {markable('1', 2, '|Min=4')}", "4 )"]
    )
    response = conllua(tmp_path / "r", ["1", f"2 {markable('1', 1)})", "3", f"4 {markable('1', 2)})"])
    result = corefeval.score(key, response, match="partial", metrics="muc,bcub,ceafe,lea")
    assert all(result[name]["f1"] == 1.0 for name in ("muc", "bcub", "ceafe", "lea"))


def test_a_cycle_of_elements_is_refused(tmp_path: Path) -> None:
    """UA scorer: never ends."""
    tokens = [f"1 {markable('1', 1, '|ElementOf=2')})", f"2 {markable('2', 2, '|ElementOf=1')})"]
    path = conllua(tmp_path / "k", tokens)
    with refuses(corefeval.CorefevalError, "CE034", "cycle", text="1"):
        identity(path, split_antecedents="keep")


def test_split_antecedents_without_singletons(tmp_path: Path) -> None:
    """UA scorer: AssertionError if split antecedents are kept and singletons are not."""
    tokens = [
        f"1 {markable('1', 1, '|ElementOf=3')})",
        f"2 {markable('2', 2, '|ElementOf=3')})",
        f"3 {markable('3', 3)})",
        f"4 {markable('3', 4)})",
    ]
    path = conllua(tmp_path / "k", tokens)
    assert identity(path, split_antecedents="keep", singletons="drop")["bcub"]["f1"] == 1.0


@pytest.mark.parametrize("shift", [3, 7, 20])
def test_blanc_of_split_antecedents_does_not_depend_on_positions(shift: int, tmp_path: Path) -> None:
    """UA scorer: the same annotation n tokens later gives BLANC .7333, .775 or .8167, by the order of a set."""

    def text(name: str, second: str, before: int) -> Path:
        tokens = [
            *map(str, range(1, before + 1)),
            f"{before + 1} {markable('1', 1, '|ElementOf=3')})",
            f"{before + 2} {markable('2', 2, second)})",
            f"{before + 3} {markable('3', 3)})",
            f"{before + 4} {markable('3', 4)})",
        ]
        return conllua(tmp_path / f"{name}{before}", tokens)

    def blanc(before: int) -> float | None:
        key, response = text("k", "|ElementOf=3", before), text("r", "", before)
        return corefeval.score(key, response, metrics="blanc", split_antecedents="keep")["blanc"]["f1"]

    assert 0 < (blanc(0) or 0) < 1
    assert blanc(shift) == blanc(0)


def test_a_pseudo_entity_of_two_mentions_counts_once(tmp_path: Path) -> None:
    """As in the UA scorer: the first one; both are kept out of the entities."""
    path = conllua(
        tmp_path / "k",
        [f"1 {markable('1-Pseudo', 1)})", f"2 {markable('1-Pseudo', 2)})", f"3 {markable('2', 3)})"],
    )
    result = identity(path, metrics="non-referring,bcub")
    counts = result.to_dict()["scores"]["non-referring"]["counts"]
    assert counts["recall_denominator"] == 1.0
    assert result.pairing is not None
    assert len(result.pairing.key.mentions) == 1


def test_the_wrong_format_is_never_scored_zero(tmp_path: Path) -> None:
    """UA scorer 1: a CoNLL-2012 file against itself prints 0.00."""
    path = conll(tmp_path / "k", ["(1)", "(1)"])
    with pytest.raises(corefeval.CorefevalError, match="CE007"):
        corefeval.score(path, path, key_format="conllua", response_format="conllua")


def test_starred_tokens_are_zeros_where_only_they_differ(tmp_path: Path) -> None:
    """OntoNotes Arabic and Chinese: the key marks zeros as tokens such as *pro*, which predicted files lack.

    Every scorer counts them as words, so that all spans after the first are shifted.
    """
    header, end = "#begin document (d); part 000\n", "\n#end document\n"
    words = ["他\t(1)", "*pro*\t(1)", "说\t-", "书\t(2", "*OP*\t-", "好\t2)", "它\t(2)"]
    key, response = tmp_path / "k", tmp_path / "r"
    key.write_text(
        header + "".join(f"d\t0\t{n}\t{word}\n" for n, word in enumerate(words)) + end, encoding="utf-8"
    )
    kept = [word for word in words if not word.startswith("*")]
    response.write_text(
        header + "".join(f"d\t0\t{n}\t{word}\n" for n, word in enumerate(kept)) + end, encoding="utf-8"
    )
    result = corefeval.score(key, response)
    assert result["mention"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}
    assert "CE057" in [warning.code for warning in result.warnings]
    kept_zeros = corefeval.score(key, response, zeros="linear")
    assert kept_zeros["mention"]["recall"] == pytest.approx(3 / 4)
