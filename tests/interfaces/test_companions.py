"""Files that belong to others: found beside them by name, and named by one option in every door."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import corefeval
from corefeval.cli import main
from corefeval.formats.catalogue import ENTRIES
from corefeval.problems import CorefevalError, UsageError
from corefeval.validation import validate
from tests.refuses import refuses

FILES: dict[str, tuple[str, str, dict[str, str]]] = {
    "brat": (
        "f.ann",
        "T1\tPER 0 3\tAda\nT2\tPER 11 14\tshe\nR1\tCoreference Arg1:T1 Arg2:T2\n",
        {"f.txt": "Ada ran as she sat."},
    ),
    "booknlp": (
        "f.entities",
        "COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\t0\t0\tPROP\tPER\tAda\n0\t3\t3\tPRON\tPER\tshe\n",
        {
            "f.tokens": "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\n"
            + "".join(
                f"0\t0\t{n}\t{n}\t{word}\n" for n, word in enumerate(["Ada", "ran", "as", "she", "sat", "."])
            )
        },
    ),
    "litbank": (
        "f.ann",
        (
            "MENTION\tT1\t0\t0\t0\t0\tAda\tPER\tPROP\nMENTION\tT2\t0\t3\t0\t3\tshe\tPER\tPRON\n"
            "COREF\tT1\tAda-1\nCOREF\tT2\tAda-1\n"
        ),
        {"f.txt": "Ada ran as she sat .\n"},
    ),
    "mmax2": (
        "f.mmax",
        "<mmax_project><words>f_words.xml</words></mmax_project>",
        {
            "f_words.xml": "<words>"
            + "".join(
                f"<word id='word_{n}'>{word}</word>"
                for n, word in enumerate(["Ada", "ran", "as", "she", "sat"], 1)
            )
            + "</words>",
            "f_coref_level.xml": "<markables><markable id='markable_1' span='word_1' coref_class='set_1'/>"
            "<markable id='markable_2' span='word_4' coref_class='set_1'/></markables>",
        },
    ),
    "knowtator": (
        "f.xml",
        (
            '<knowtator-project><document id="f" text-file="f.txt">'
            '<annotation id="a"><class id="NP"/><span id="s" start="0" end="3">Ada</span></annotation>'
            '<annotation id="b"><class id="NP"/><span id="t" start="11" end="14">she</span></annotation>'
            '<annotation id="c"><class id="IDENTITY chain"/><span id="u" start="0" end="3">Ada</span></annotation>'
            '<graph-space id="g"><vertex id="n1" annotation="c"/><vertex id="n2" annotation="a"/>'
            '<vertex id="n3" annotation="b"/><triple id="e1" subject="n1" object="n2" property="Coreferring strings"/>'
            '<triple id="e2" subject="n1" object="n3" property="Coreferring strings"/></graph-space>'
            "</document></knowtator-project>"
        ),
        {"f.txt": "Ada ran as she sat."},
    ),
    "gap": (
        "f.tsv",
        "t\tTRUE\tFALSE\n",
        {
            "f.texts.tsv": "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
            "t\tAda ran as she sat.\tshe\t11\tAda\t0\tFALSE\tsat\t15\tTRUE\t-\n"
        },
    ),
    "json-strings": ("f.json", '{"Ada": ["Ada", "she"]}', {"f.txt": "Ada ran as she sat."}),
    "clusters-by-name": (
        "f.json",
        '{"d": [[[0, 1], [4, 4]]]}',
        {"f.subtoken_map.json": json.dumps({"d": [0, 0, 1, 2, 3, 4]})},
    ),
}
"""For each format a file and what belongs to it: two mentions of one chain, the first and the fourth word; in GAP also another name."""


def made(name: str, folder: Path, elsewhere: Path) -> tuple[Path, Path]:
    """Write a file and its companions to two folders; return the paths of the file and of the first companion."""
    own, text, others = FILES[name]
    for place in (folder, elsewhere):
        place.mkdir(exist_ok=True)
    (folder / own).write_text(text)
    for other, content in others.items():
        (elsewhere / other).write_text(content)
    return folder / own, elsewhere / next(iter(others))


def spans(corpus: corefeval.Corpus) -> list[tuple[int, int]]:
    """Return the words of all mentions."""
    return list(zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True))


def test_every_format_with_companions_is_here() -> None:
    """A new one is tested too."""
    assert FILES.keys() == {entry.name for entry in ENTRIES if entry.companions}


@pytest.mark.parametrize("name", FILES)
def test_a_companion_is_found_or_named(name: str, tmp_path: Path) -> None:
    """Beside the file by name; elsewhere by its path or by its folder; not there it is said what is wanted."""
    beside, _ = made(name, tmp_path / "beside", tmp_path / "beside")
    found = corefeval.load(beside, name)
    assert spans(found) == [(0, 0), (3, 3), *([(4, 4)] if name == "gap" else [])]
    file, companion = made(name, tmp_path / "a", tmp_path / "b")
    assert spans(corefeval.load(file, name, companion=str(tmp_path / "b"))) == spans(found)
    if name != "mmax2":  # of which more than one file is elsewhere
        assert spans(corefeval.load(file, name, companion=str(companion))) == spans(found)
        with file.open("rb") as opened:
            assert spans(corefeval.load(opened, name, companion=str(companion))) == spans(found)
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorefevalError, match="CE090") as caught:
        corefeval.load(file, name, companion=str(tmp_path / "empty"))
    assert companion.name in str(caught.value)
    assert str(tmp_path / "empty") in str(caught.value)


@pytest.mark.parametrize("name", FILES)
def test_every_door_takes_it(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Score and its like for each side, Scorer, validate and convert; in Python and on the command line."""
    file, _ = made(name, tmp_path / "a", tmp_path / "b")
    where = str(tmp_path / "b")
    both = {"key_format": name, "response_format": name, "key_companion": where, "response_companion": where}
    assert corefeval.score(file, file, metrics="muc", **both)["muc"]["f1"] == 1.0  # type: ignore[call-overload]
    scorer = corefeval.Scorer("muc", **both)  # type: ignore[arg-type]
    scorer.update(file, file)
    assert scorer.result()["muc"]["f1"] == 1.0
    assert corefeval.compare(file, {"a": file, "b": file}, resamples=0, **both).scores["b"]  # type: ignore[arg-type]
    assert validate(file, name, companion=where).errors == []
    options = [
        word
        for side in ("key", "response")
        for word in (f"--{side}-companion", where, f"--{side}-format", name)
    ]
    commands = [
        ["score", str(file), str(file), "-m", "muc", "-q", *options],
        ["explain", str(file), str(file), *options],
        ["compare", str(file), f"a={file}", f"b={file}", "--resamples", "0", *options],
        ["report", str(file), str(file), "-o", str(tmp_path / "r.html"), *options],
        ["validate", str(file), "--from", name, "--companion", where, "--key", str(file), *options[:4]],
        [
            "convert",
            str(file),
            str(tmp_path / "out"),
            "--from",
            name,
            "--companion",
            where,
            "--to",
            "jsonlines",
        ],
    ]
    for command in commands[: 1 if name == "clusters-by-name" else None]:
        try:
            main(command)
        except SystemExit as stop:
            assert not stop.code, (command, capsys.readouterr())  # noqa: PT017 - the status of the command
    assert capsys.readouterr().out


def test_one_companion_for_many_files_is_refused(tmp_path: Path) -> None:
    """A folder of files takes a folder of companions; without companions none can be named."""
    for name in ("f", "g"):
        own, text, others = FILES["brat"]
        for path, content in (("a/" + own, text), ("b/f.txt", others["f.txt"])):
            target = tmp_path / path.replace("f.", f"{name}.")
            target.parent.mkdir(exist_ok=True)
            target.write_text(content)
    assert corefeval.load(tmp_path / "a", companion=str(tmp_path / "b")).names == ("f", "g")
    with refuses(UsageError, "CE051", "one-companion-files", files=2):
        corefeval.load(tmp_path / "a", companion=str(tmp_path / "b" / "f.txt"))
    for source in (
        [[(0, 1)]],
        {"doc_key": "a", "tokens": ["x"], "clusters": []},
        io.StringIO('{"tokens": ["x"]}'),
    ):
        with pytest.raises(CorefevalError, match="CE051"):
            corefeval.load(source, companion="x")
    corpus = corefeval.load({"a": [[(0, 1)]]})
    with pytest.raises(UsageError, match="CE051"):
        corefeval.score(corpus, corpus, key_companion="x")
