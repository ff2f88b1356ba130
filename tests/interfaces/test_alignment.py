"""Responses of other words, in every way of aligning them: the same numbers at every door, and nothing dropped in any format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval import formats
from corefeval.choices import CHOICES
from corefeval.cli import main
from corefeval.formats.catalogue import ENTRIES
from tests.interfaces.test_interfaces import INTERFACES, Outcome, by_score, outcome
from tests.refuses import refuses

TEXT = ["Ada", "Berg", "fed", "her", "dog", ".", "She", "called", "it", "Rex", "."]
CUT = ["Ada", "Berg", "fed", "her", "dog.", "S", "he", "called", "it", "Re", "x", "."]
CHANGED = ["Ada", "Berg", "fed", "her", "cat", ".", "Then", "Zoe", "called", "it", "Rex", "today", "."]
ROWS: dict[str, dict[str, Any]] = {
    "key": {"tokens": TEXT, "clusters": [[[0, 1], [3, 3], [6, 6]], [[3, 4], [8, 8], [9, 9]]]},
    "cut": {"tokens": CUT, "clusters": [[[0, 1], [3, 3], [5, 6]], [[3, 4], [8, 8], [9, 9]]]},
    "changed": {
        "tokens": CHANGED,
        "clusters": [[[0, 1], [3, 3], [7, 7]], [[3, 4], [9, 9], [10, 10]], [[11, 11]]],
    },
}
STRINGS = {
    "a": ["Ada Berg", "her", "Zoe"],
    "b": ["her cat", "it", "Rex"],
    "c": ["today"],
}
SETTINGS: dict[str, Any] = {"metrics": "mention,conll,lea"}


def write_strings(path: Path, chains: dict[str, list[str]]) -> None:
    """Write chains of strings, and the text beside them."""
    path.write_text(json.dumps(chains), encoding="utf-8")
    path.with_suffix(".txt").write_text("Ada Berg fed her dog. She called it Rex.", encoding="utf-8")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the key and responses of three documents, and one of strings for the first."""
    folder = tmp_path_factory.mktemp("aligned")
    for name, row in ROWS.items():
        rows = [{"doc_key": f"d{number}", **row} for number in range(3)]
        if name != "key":
            rows[1] = {"doc_key": "d1", **ROWS["key"]}
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    (folder / "one.jsonl").write_text(json.dumps({"doc_key": "1", **ROWS["key"]}) + "\n", encoding="utf-8")
    write_strings(folder / "strings.json", STRINGS)
    return folder


PAIRS = {
    "cut": ("key.jsonl", "cut.jsonl"),
    "changed": ("key.jsonl", "changed.jsonl"),
    "strings": ("one.jsonl", "strings.json"),
}


@pytest.mark.parametrize("align", CHOICES["align"])
@pytest.mark.parametrize("pair", PAIRS)
def test_every_door_gives_the_same(pair: str, align: str, files: Path) -> None:
    """Scores, signature and warnings, or the refusal, of Python's doors."""
    key, response = (files / name for name in PAIRS[pair])
    options = {**SETTINGS, "align": align}
    wanted = outcome(by_score, key, response, options)
    assert {
        name: outcome(interface, key, response, options) for name, interface in INTERFACES.items()
    } == dict.fromkeys(INTERFACES, wanted)
    whole = {**options, "metrics": "conll"}

    def explained(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
        result = corefeval.explain(key, response, **options).result
        assert result is not None
        return Outcome.of(result)

    assert outcome(explained, key, response, whole) == outcome(by_score, key, response, whole)


@pytest.mark.parametrize("pair", PAIRS)
def test_commands_give_the_same(
    pair: str, files: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Files, folders with two processes, documents one by one and classes of mentions add up to the same numbers."""
    key, response = (files / name for name in PAIRS[pair])
    wanted = corefeval.score(key, response, align="rewrite", **SETTINGS)
    folders = []
    for side, path in (("key", key), ("response", response)):
        folders.append(tmp_path / side)
        folders[-1].mkdir()
        (folders[-1] / f"1{path.suffix}").write_bytes(path.read_bytes())
        if path.suffix == ".json":
            (folders[-1] / "1.txt").write_bytes(path.with_suffix(".txt").read_bytes())
    for pair_of_inputs, additional in (
        ((key, response), ["--per-document", "--by", "length"]),
        ((key, response), ["--by", "carried"]),
        ((folders[0], folders[1]), ["--jobs", "2"]),
    ):
        words = [
            "score",
            *map(str, pair_of_inputs),
            "-m",
            SETTINGS["metrics"],
            "--align",
            "rewrite",
            "-f",
            "json",
        ]
        main([*words, *additional])
        plain = json.loads(capsys.readouterr().out)
        for metric, scores in wanted.scores.items():
            assert {part: plain["scores"][metric][part] for part in scores} == scores
        for each in plain.get("by", []):
            counts = [row["scores"]["mention"]["counts"] for row in each["classes"]]
            total = wanted.counts["mention"].totals()
            assert {name: sum(count[name] for count in counts) for name in total} == total


ANSWERS = {
    "crac-text": (
        "Ada|[e1 Berg|e1] fed her|[e1],[e2 dog|e2] . She|[e1] called it|[e2] Rex|[e2] .\n",
        "Ada|[e1 Berg|e1] fed her|[e1],[e2 cat|e2] . Then Zoe|[e1] called it|[e2] Rex|[e2] today|[e3] .\n",
    ),
    "markdown": (
        "[Ada Berg](#1) fed [[her](#1) dog](#2). [She](#1) called [it](#2) [Rex](#2).\n",
        "[Ada Berg](#1) fed [[her](#1) cat](#2). Then [Zoe](#1) called [it](#2) [Rex](#2) [today](#3).\n",
    ),
    "m-tags": (
        "<m id=1>Ada Berg</m> fed <m id=2><m id=1>her</m> dog</m>. <m id=1>She</m> called <m id=2>it</m> <m id=2>Rex</m>.\n",
        "<m id=1>Ada Berg</m> fed <m id=2><m id=1>her</m> cat</m>. Then <m id=1>Zoe</m> called <m id=2>it</m> <m id=2>Rex</m> <m id=3>today</m>.\n",
    ),
    "labelled-brackets": (
        "[Ada Berg: 1] fed [[her: 1] dog: 2]. [She: 1] called [it: 2] [Rex: 2].\n",
        "[Ada Berg: 1] fed [[her: 1] cat: 2]. Then [Zoe: 1] called [it: 2] [Rex: 2] [today: 3].\n",
    ),
    "entity-tags": (
        "<e1>Ada Berg</e1> fed <e2><e1>her</e1> dog</e2>. <e1>She</e1> called <e2>it</e2> <e2>Rex</e2>.\n",
        "<e1>Ada Berg</e1> fed <e2><e1>her</e1> cat</e2>. Then <e1>Zoe</e1> called <e2>it</e2> <e2>Rex</e2> <e3>today</e3>.\n",
    ),
    "numbered-brackets": (
        "[1 Ada Berg ] fed [2 [1 her ] dog ] . [1 She ] called [2 it ] [2 Rex ] .\n",
        "[1 Ada Berg ] fed [2 [1 her ] cat ] . Then [1 Zoe ] called [2 it ] [2 Rex ] [3 today ] .\n",
    ),
}


def counted(path: Path, align: str, form: str) -> tuple[tuple[int, int, int], list[str]]:
    """Return how many mentions are found, in the key and in the response, and the codes of the warnings."""
    key = [{"doc_key": "1", **ROWS["key"]}]
    options: dict[str, Any] = {"align": align, "key_offsets": "inclusive", "response_format": form}
    result = corefeval.score(key, path, metrics="mention", **options)
    totals = result.counts["mention"].totals()
    names = ("recall_numerator", "recall_denominator", "precision_denominator")
    found = tuple(int(totals[name]) for name in names)
    return found, [problem.code for problem in result.warnings]  # type: ignore[return-value]


@pytest.mark.parametrize("form", ANSWERS)
def test_what_language_models_write_is_counted_to_the_last_mention(form: str, tmp_path: Path) -> None:
    """Of a changed copy: 'her cat' is what is left of 'her dog', 'Zoe' and 'today' are errors."""
    same, changed = (tmp_path / name for name in ("same.txt", "changed.txt"))
    for path, text in zip((same, changed), ANSWERS[form], strict=True):
        path.write_text(text, encoding="utf-8")
    for align in ("auto", "characters", "rewrite"):
        assert counted(same, align, form) == ((6, 6, 6), [])
    assert counted(changed, "rewrite", form) == ((5, 6, 7), ["CE040", "CE097", "CE098"])
    for align in ("auto", "characters"):
        with refuses(corefeval.CorefevalError, "CE013", "document-key-response", word="dog", text="cat"):
            counted(changed, align, form)


@pytest.mark.parametrize("align", CHOICES["align"])
def test_strings_without_a_place_are_errors(align: str, files: Path) -> None:
    """'Zoe', 'her cat' and 'today' are told one by one, and counted, however words are aligned."""
    assert counted(files / "strings.json", align, "json-strings") == (
        (4, 6, 7),
        ["CE072", "CE072", "CE072", "CE040", "CE098"],
    )


def test_strings_of_both_sides_without_a_place(files: Path, tmp_path: Path) -> None:
    """They are the same mentions only where both have the same ones: a file against itself scores 1."""
    key = files / "strings.json"
    assert corefeval.score(key, key, metrics="mention")["mention"]["f1"] == 1
    other = tmp_path / "other.json"
    write_strings(other, {**STRINGS, "c": ["yesterday", "soon"]})
    for align in CHOICES["align"]:
        options: dict[str, Any] = {"align": align}
        result = corefeval.score(key, other, metrics="mention", **options)
        totals = result.counts["mention"].totals()
        assert [int(totals[name]) for name in ("recall_numerator", "precision_denominator")] == [4, 8]
        assert [problem.code for problem in result.warnings][-1] == "CE098"
        assert result.settings.align == align


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES if entry.written])
def test_what_is_not_in_the_text_cannot_be_converted(name: str, files: Path, tmp_path: Path) -> None:
    """Other formats have no mentions beside the text: they are left out, and that is said."""
    target = tmp_path / "out.ann"
    problem, *_ = formats.write(formats.read(files / "strings.json"), target, name)
    assert (problem.code, problem.kind, problem.count) == ("CE047", "words-not-in-text", 3)
    assert len(formats.read(target, name).mentions) == 4
    assert len(formats.read(target, name).nodes.forms) == 11


def test_lost_mentions_across_documents(files: Path) -> None:
    """Words outside the text of one document do not move those of the next where documents are scored as one."""
    key, response = (files / name for name in PAIRS["changed"])
    alone, together = (
        corefeval.score(key, response, metrics="mention", align="rewrite", across=across)["mention"]
        for across in ("document", "corpus")
    )
    assert alone == together
