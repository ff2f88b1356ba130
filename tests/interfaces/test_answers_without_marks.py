"""Answers of language models: quotes without a text, answers without marks, copies that end early."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.cli import main
from corefeval.problems import CorefevalError, Severity
from corefeval.validation import KeyFile, validate

WORDS = ["Ada", "met", "Bea", ".", "She", "waved", ".", "Bea", "waved", "back", "and", "she", "left", "."]
SPANS = [[[0, 0], [4, 4], [11, 11]], [[2, 2], [7, 7]]]
QUOTES = [["Ada", "She", "she"], ["Bea", "Bea"]]
WHOLE = "[Ada](#1) met [Bea](#2) . [She](#1) waved . [Bea](#2) waved back and [she](#1) left .\n"
MARKED = {
    "markdown": WHOLE,
    "numbered-brackets": "[1 Ada ] met [2 Bea ] . [1 She ] waved . [2 Bea ] waved back and [1 she ] left .\n",
    "m-tags": "<m id=1>Ada</m> met <m id=2>Bea</m> . <m id=1>She</m> waved . <m id=2>Bea</m> waved back and "
    "<m id=1>she</m> left .\n",
    "labelled-brackets": "[Ada: 1] met [Bea: 2] . [She: 1] waved . [Bea: 2] waved back and [she: 1] left .\n",
    "entity-tags": "<e1>Ada</e1> met <e2>Bea</e2> . <e1>She</e1> waved . <e2>Bea</e2> waved back and <e1>she</e1> left .\n",
    "crac-text": "Ada|[e1] met Bea|[e2] . She|[e1] waved . Bea|[e2] waved back and she|[e1] left .\n",
    "json-strings": json.dumps(QUOTES),
}
UNMARKED = {
    "empty": "",
    "blank": "\n \n",
    "refusal": "I'm sorry, but I can't help with that.\nAsk me something else.",
    "copy": " ".join(WORDS) + "\n",
}


def key(*names: str) -> io.StringIO:
    """Return the key as an open file: documents of the same text."""
    rows = [{"doc_key": name, "tokens": WORDS, "clusters": SPANS, "offsets": "inclusive"} for name in names]
    return io.StringIO("\n".join(map(json.dumps, rows)))


def codes(result: corefeval.Result) -> list[str]:
    """Return the codes of the warnings."""
    return [warning.code for warning in result.warnings]


@pytest.mark.parametrize("kind", MARKED)
@pytest.mark.parametrize("unmarked", UNMARKED)
def test_an_answer_without_marks_is_a_document_without_mentions(
    tmp_path: Path, kind: str, unmarked: str
) -> None:
    """In a folder of answers the run goes on, and a warning names the file; with unreadable=error it stops there."""
    (tmp_path / "a.out").write_text(MARKED[kind])
    (tmp_path / "b.out").write_text(UNMARKED[unmarked])
    result = corefeval.score(key("a", "b"), tmp_path)
    assert result["mention"] == {"recall": 0.5, "precision": 1.0, "f1": pytest.approx(2 / 3)}
    (warning,) = [each for each in result.warnings if each.code == "CE071"]
    assert warning.place.file == str(tmp_path / "b.out")
    with pytest.raises(CorefevalError) as raised:
        corefeval.score(key("a", "b"), tmp_path, unreadable="error")
    assert [(each.code, each.place.file) for each in raised.value.problems] == [
        ("CE071", str(tmp_path / "b.out"))
    ]


@pytest.mark.parametrize("nothing", ["{}", "[]", "[[]]", "No mention corefers."])
def test_json_without_a_chain_is_a_document_without_mentions(tmp_path: Path, nothing: str) -> None:
    """JSON that lists no chain is an answer too."""
    (tmp_path / "a.json").write_text(json.dumps(QUOTES))
    (tmp_path / "b.json").write_text(nothing)
    result = corefeval.score(key("a", "b"), tmp_path)
    assert (result["mention"]["recall"], codes(result)) == (0.5, ["CE071"])


def test_other_files_of_the_folder_are_no_answers(tmp_path: Path) -> None:
    """A file that is named after no document of the key is skipped with a warning, as in any folder."""
    (tmp_path / "a.md").write_text(WHOLE)
    (tmp_path / "README.md").write_text("These are answers.")
    result = corefeval.score(key("a"), tmp_path)
    assert (result.documents, result["mention"]["f1"], codes(result)) == (("a",), 1.0, ["CE004"])


def test_the_command_line_and_validate_take_answers_without_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--unreadable stops the run with exit status 1; validate --key reads the folder as score does."""
    gold, answers = tmp_path / "gold.jsonl", tmp_path / "answers"
    gold.write_text(key("a", "b").read())
    answers.mkdir()
    (answers / "a.md").write_text(WHOLE)
    (answers / "b.md").write_text("")
    main(["score", str(gold), str(answers), "-f", "json"])
    assert json.loads(capsys.readouterr().out)["scores"]["mention"]["recall"] == 0.5
    with pytest.raises(SystemExit) as ended:
        main(["score", str(gold), str(answers), "--unreadable", "error"])
    assert ended.value.code == 1
    checked = validate(answers, key=KeyFile(str(gold), None, "identity", "", ""))
    assert not checked.errors
    assert checked.counts["documents"] == 2


@pytest.mark.parametrize("kind", ["markdown", "numbered-brackets", "m-tags", "crac-text"])
@pytest.mark.parametrize("align", ["auto", "characters", "rewrite"])
def test_a_copy_that_ends_early_is_scored_and_says_where(tmp_path: Path, kind: str, align: Any) -> None:
    """The beginning counts, the rest is missed; CE077 has the place of the last word. Its signature repeats the score."""
    (tmp_path / "a.out").write_text(MARKED[kind].partition("waved back")[0].rstrip())
    result = corefeval.score(key("a"), tmp_path / "a.out", align=align)
    assert result["mention"] == {"recall": 0.8, "precision": 1.0, "f1": pytest.approx(8 / 9)}
    (warning,) = [each for each in result.warnings if each.code == "CE077"]
    assert (warning.place.file, warning.place.line, warning.text) == (str(tmp_path / "a.out"), 1, "Bea")
    assert (warning.kind, warning["names"]) == ("document-copy-ends-after", "a")
    assert (warning["end"], warning["words"], warning["words2"]) == (8, 14, "waved")
    again = corefeval.score(key("a"), tmp_path / "a.out", signature=str(result.signature))
    assert again.scores == result.scores


def test_a_copy_may_end_inside_a_word(tmp_path: Path) -> None:
    """The last word may be cut off; the mentions before it count."""
    (tmp_path / "a.md").write_text(WHOLE.partition("aved back")[0])
    result = corefeval.score(key("a"), tmp_path / "a.md")
    assert (result["mention"]["recall"], "CE077" in codes(result)) == (0.8, True)


def test_a_copy_may_end_inside_the_last_word(tmp_path: Path) -> None:
    """The word of the text that is not complete is the one that the copy ends before."""
    (tmp_path / "key.md").write_text("]\nBo|[1 lefte")
    (tmp_path / "a.md").write_text("\nBo left|[e")
    result = corefeval.score(tmp_path / "key.md", tmp_path / "a.md")
    (warning,) = [each for each in result.warnings if each.code == "CE077"]
    assert (warning["end"], warning["words"], warning["words2"]) == (1, 2, "lefte")


@pytest.mark.parametrize(
    ("kind", "right", "slips", "brackets"),
    [
        ("markdown", "[She](#1)", ["[She](1)", "[She] (#1)", "［She］(#1)"], 4),
        ("markdown", "[She](#1)", ["[She]", "(She)", "（She）"], 2),
        ("markdown", "[She](#1)", ["(She(#1)"], 3),
        ("markdown", "[She](#1)", ["\\[She\\](#1)", "{She}(#1)", "[She][#1]"], None),
        ("numbered-brackets", "[1 She ]", ["[e1 She ]", "[1. She]", "[1,2 She ]", "[1] She"], 2),
        ("m-tags", "<m id=1>She</m>", ["<mention id=1>She</mention>", "<b>She</b>"], 2),
        ("m-tags", "<m id=1>She</m>", ['<m type="x" id="1">She</m>'], 1),
        ("labelled-brackets", "[She: 1]", ["[She, 1]", "[She]: 1", "[She: person 1]"], 2),
        ("entity-tags", "<e1>She</e1>", ["<1>She</1>", "<e 1>She</e 1>", "<e1,e2>She</e1,e2>"], 2),
        ("crac-text", "She|[e1]", ["She[e1]", "She|[e1]]", "She|(e1)"], None),
    ],
)
def test_tags_with_slips_are_text_and_are_counted(
    tmp_path: Path, kind: str, right: str, slips: list[str], brackets: int | None
) -> None:
    """A mention in another notation is missing, and one warning for all documents counts the brackets left in the text."""
    for slip in slips:
        wrong = MARKED[kind].replace(right, slip)
        assert wrong != MARKED[kind]
        for name, text in (("a", wrong), ("b", MARKED[kind]), ("c", wrong)):
            (tmp_path / f"{name}.out").write_text(text, encoding="utf-8")
        result = corefeval.score(key("a", "b", "c"), tmp_path, align="rewrite", response_format=kind)
        assert result["mention"] == {"recall": 13 / 15, "precision": 1.0, "f1": pytest.approx(13 / 14)}, slip
        (warning,) = [each for each in result.warnings if each.kind == "brackets-in-text"]
        assert brackets is None or warning.count == 2 * brackets, slip
        assert (warning.code, warning.place.file) == ("CE071", str(tmp_path / "a.out"))


@pytest.mark.parametrize("name", ["1,2", "1;2", "e1+e2", "1/2", "#1&#2"])
@pytest.mark.parametrize(
    ("kind", "tagged"),
    [
        ("markdown", "[they](#{})"),
        ("m-tags", "<m id={}>they</m>"),
        ("m-tags", "<m id='{}'>they</m>"),
        ("m-tags", "<m>they | {}</m>"),
    ],
)
def test_mentions_with_several_entities_are_counted(name: str, kind: str, tagged: str) -> None:
    """A mention with two numbers is in neither entity: each list of numbers is an entity, with a warning."""
    text = MARKED["m-tags" if kind == "m-tags" else "markdown"] + tagged.format(name) * 2
    result = corefeval.score(key("a"), io.StringIO(text), align="rewrite", response_format=kind)
    (warning,) = [each for each in result.warnings if each.kind == "several-entities"]
    assert (warning.code, warning.count, warning.text) == ("CE071", 2, name)
    for single in ("1", "a1", "Anna,Ben", "1-2"):
        text = MARKED["m-tags" if kind == "m-tags" else "markdown"] + tagged.format(single)
        result = corefeval.score(key("a"), io.StringIO(text), align="rewrite", response_format=kind)
        assert "several-entities" not in [each.kind for each in result.warnings], single


def test_brackets_of_the_key_are_no_slips() -> None:
    """Brackets that the key's text has are text, also if the copy has fewer of them or writes -LSB- as [."""
    row = {
        "doc_key": "a",
        "tokens": ["-LSB-", "1", "]", "Ada", "[", "sic", "]", "said", "<b>", "she", "ran"],
        "clusters": [[[3, 3], [9, 9]]],
    }
    for text in ("[1] [Ada](#1) [sic] said <b> [she](#1) walked", "[1] [Ada](#1) said [she](#1) ran"):
        result = corefeval.score(
            io.StringIO(json.dumps(row)), io.StringIO(text), align="rewrite", key_offsets="inclusive"
        )
        assert (result.f1, "CE071" in codes(result)) == (1.0, False)


def test_other_formats_that_end_early_are_refused() -> None:
    """Only answers of language models may end early: a table that lacks words is faulty (CE013)."""
    row = {"doc_key": "a", "tokens": WORDS[:8], "clusters": [], "offsets": "inclusive"}
    with pytest.raises(CorefevalError) as raised:
        corefeval.score(key("a"), io.StringIO(json.dumps(row)))
    assert [each.code for each in raised.value.problems] == ["CE013"]


def test_strings_are_inside_a_token_only_if_they_are_nowhere_else() -> None:
    """The key's tokens decide, not its characters: York is not in New-York, and Leeds is in Leeds-born."""
    row = {
        "doc_key": "a",
        "tokens": ["New-York", "and", "York", ",", "Leeds-born"],
        "clusters": [[[2, 2], [4, 4]]],
    }
    source = io.StringIO(json.dumps(row))
    result = corefeval.score(source, {"a": [["York", "Leeds"]]}, key_offsets="inclusive")
    assert (result.f1, codes(result)) == (1.0, ["CE089"])


STRINGS: dict[str, Any] = {
    "clusters": QUOTES,
    "by name": {"a": QUOTES},
    "row": {"doc_key": "a", "clusters": QUOTES},
    "rows": [{"doc_key": "a", "clusters": QUOTES}],
    "row with a text": {"doc_key": "a", "text": " ".join(WORDS), "clusters": QUOTES},
    "row with tokens": {"doc_key": "a", "tokens": WORDS, "clusters": QUOTES},
}


@pytest.mark.parametrize("source", STRINGS)
def test_strings_from_python_are_placed_in_the_text(source: str) -> None:
    """Clusters of strings are placed in their own text or the key's, in score() and in a Scorer."""
    assert corefeval.score(key("a"), STRINGS[source]).f1 == 1.0
    scorer = corefeval.Scorer()
    scorer.update(key("a"), STRINGS[source])
    assert scorer.result().f1 == 1.0


def test_strings_against_strings_are_compared_as_they_are() -> None:
    """Without a text on either side strings are names of mentions."""
    assert corefeval.score([["Ada", "She"]], [["Ada", "She"]]).f1 == 1.0
    assert corefeval.load({"a": [["x", "y"]]}).mentions.objects is not None


def test_strings_in_files_are_placed_in_the_keys_text(tmp_path: Path) -> None:
    """JSON quotes need no text beside them; one that is there comes first, and a string that is nowhere stays an error."""
    for name in ("a", "sub/b"):
        path = tmp_path / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps([*QUOTES, ["Zoe"]]))
    result = corefeval.score(key("a", "sub/b"), tmp_path)
    assert result["mention"]["recall"] == 1.0
    assert result["mention"]["precision"] == pytest.approx(5 / 6)
    assert codes(result).count("CE072") == 2
    assert corefeval.score(key("a"), tmp_path / "a.json")["mention"]["recall"] == 1.0
    rows = tmp_path / "all.jsonl"
    rows.write_text("\n".join(json.dumps({"id": name, "clusters": QUOTES}) for name in ("b", "a")))
    assert corefeval.score(key("a", "b"), rows).f1 == 1.0


@pytest.mark.parametrize(
    ("chains", "guessed"),
    [
        (QUOTES, 0),
        ([["Ada", "she"], ["Bea", "Bea"]], 0),
        ([["Ada", "She"], ["Bea"]], 1),
        ([["Bea", "She"], ["Ada", "Bea"]], 2),
        ([["waved"], ["waved", "."]], 3),
    ],
)
def test_places_of_strings_that_are_guessed_are_counted(
    tmp_path: Path, chains: list[list[str]], guessed: int
) -> None:
    """A string that the text has in more places than its chain may be another occurrence; one warning counts them."""
    row = {"doc_key": "a", "clusters": chains}
    rows = "\n".join(json.dumps({**row, "doc_key": name}) for name in ("a", "b"))
    (tmp_path / "a.json").write_text(json.dumps(chains))
    for source, names in ((tmp_path, "a"), (row, "a"), (io.StringIO(rows), "ab")):
        result = corefeval.score(key(*names), source)
        counts = [each.count for each in result.warnings if each.kind == "places-guessed"]
        assert counts == ([guessed * len(names)] if guessed else [])


def test_strings_without_any_text_are_refused(tmp_path: Path) -> None:
    """Where neither the file nor the key has a text there is no place for strings (CE090)."""
    (tmp_path / "a.json").write_text(json.dumps(QUOTES))
    for source in (tmp_path / "a.json", [{"doc_key": "a", "clusters": QUOTES}]):
        with pytest.raises(CorefevalError) as raised:
            corefeval.load(source)
        assert [(each.code, each.severity) for each in raised.value.problems] == [("CE090", Severity.ERROR)]


def test_rows_with_spans_next_to_strings_are_read_by_their_spans() -> None:
    """Strings that resolvers write beside offsets are no quotes."""
    row = {
        "doc_key": "a",
        "tokens": WORDS,
        "clusters": QUOTES,
        "clusters_token_offsets": SPANS,
        "offsets": "inclusive",
    }
    for source in ([row], io.StringIO(json.dumps(row))):
        assert corefeval.load(source).format == "jsonlines"
