"""Broken inputs: each is refused with a code, a place and advice, and nothing is scored in part.

The texts are ours and are broken here, in the test, one way each.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from corefeval.cli import main
from corefeval.problems import CATALOGUE

CONLL = """\
#begin document (a); part 000
a 0 0 Ada (0)
a 0 1 met -
a 0 2 old (1
a 0 3 Bo 1)
a 0 4 . -

a 0 0 She (0)
a 0 1 left -
a 0 2 him (1)
a 0 3 . -

#end document
"""
COREFUD = """\
# newdoc id = a
# global.Entity = eid-head
1	Ada	_	PROPN	_	_	2	nsubj	_	Entity=(e1-1)
2	met	_	VERB	_	_	0	root	_	_
3	old	_	ADJ	_	_	4	amod	_	Entity=(e2-2
4	Bo	_	PROPN	_	_	2	obj	_	Entity=e2)
5	.	_	PUNCT	_	_	2	punct	_	_

1	She	_	PRON	_	_	2	nsubj	_	Entity=(e1-1)
2	left	_	VERB	_	_	0	root	_	_
3	him	_	PRON	_	_	2	obj	_	Entity=(e2-1)
4	.	_	PUNCT	_	_	2	punct	_	_

"""
CONLLUA = """\
# global.columns = ID FORM IDENTITY BRIDGING
# newdoc id = a
1	Ada	(EntityID=1|MarkableID=m1)	_
2	met	_	_
3	old	(EntityID=2|MarkableID=m2	_
4	Bo	)	_
5	.	_	_

1	She	(EntityID=1|MarkableID=m3)	_
2	left	_	_
3	him	(EntityID=2|MarkableID=m4)	_
4	.	_	_

"""
RECORD = {
    "doc_key": "a",
    "sentences": [["Ada", "met", "old", "Bo", "."], ["She", "left", "him", "."]],
    "clusters": [[[0, 0], [5, 5]], [[2, 3], [7, 7]]],
    "offsets": "inclusive,token",
}
LAYERS = {
    "lex": {"seg": [[0, 3], [4, 3], [8, 2]], "s": [[0, 10]]},
    "manualCoreferences": {"coreferences": [{"referent": [8, 2], "antecedents": [[0, 3]], "type": "a"}]},
}
NKAS = {
    "id": 1,
    "name": "a",
    "content": "Ada met Bo",
    "annotationLayers": [
        {"type": name, "version": 1, "content": json.dumps(content)} for name, content in LAYERS.items()
    ],
}


def record(**changes: object) -> str:
    """Return a line of JSON Lines with some fields changed; None leaves a field out."""
    fields = {name: value for name, value in {**RECORD, **changes}.items() if value is not None}
    return json.dumps(fields) + "\n"


GOOD = {
    "conll2012": CONLL.encode(),
    "corefud": COREFUD.encode(),
    "conllua": CONLLUA.encode(),
    "jsonlines": record().encode(),
}


def write_good(folder: Path, name: str) -> str:
    """Write the sound file of a format and return its name."""
    (folder / f"good.{name}").write_bytes(GOOD[name])
    return f"good.{name}"


@dataclass(frozen=True)
class Case:
    """One broken input.

    Attributes:
        name: what is broken.
        codes: the codes one of which must be told.
        content: the broken file.
        format: the format of the sound file it is scored against.
        place: what must follow the file's name in the problem: '' where only the file is known.
        options: of the command line.
        prepare: what else has to be there; gets the folder, and returns key and response.
    """

    name: str
    codes: Sequence[str]
    content: bytes = b""
    format: str = "conll2012"
    place: str = ""
    options: Sequence[str] = ()
    prepare: Callable[[Path], tuple[str, str]] | None = field(default=None, repr=False)
    arguments: list[str] = field(default_factory=list, repr=False)

    def write(self, folder: Path) -> None:
        """Write the files and note the arguments of the command."""
        if self.prepare is not None:
            key, response = self.prepare(folder)
        else:
            (folder / "broken").write_bytes(self.content)
            key, response = write_good(folder, self.format), "broken"
        self.arguments[:] = [key, response, *self.options]


def conll(name: str, code: str, old: str, new: str, place: str = "", options: Sequence[str] = ()) -> Case:
    """Return the CoNLL-2012 text with one thing changed."""
    assert old in CONLL
    return Case(
        f"conll2012: {name}", [code], CONLL.replace(old, new, 1).encode(), place=place, options=options
    )


def corefud(name: str, code: str, old: str, new: str, place: str = "") -> Case:
    """Return the CorefUD text with one thing changed."""
    assert old in COREFUD
    return Case(f"corefud: {name}", [code], COREFUD.replace(old, new, 1).encode(), "corefud", place)


def conllua(name: str, code: str, old: str, new: str, place: str = "") -> Case:
    """Return the CoNLL-UA text with one thing changed."""
    assert old in CONLLUA
    return Case(f"conllua: {name}", [code], CONLLUA.replace(old, new, 1).encode(), "conllua", place)


def jsonlines(name: str, code: str, content: str, place: str = ":1") -> Case:
    """Return a broken JSON Lines file."""
    return Case(f"jsonlines: {name}", [code], content.encode(), "jsonlines", place)


def nkas(name: str, code: str, **changes: object) -> Case:
    """Return a broken NKAS file."""
    content = json.dumps({**NKAS, **changes}).encode()
    return Case(f"nkas: {name}", [code], content, options=["--response-format", "nkas"])


def whole(name: str, code: str, content: bytes, place: str = "", options: Sequence[str] = ()) -> Case:
    """Return a file that is none of our formats, or damaged as a whole."""
    return Case(f"file: {name}", [code], content, place=place, options=options)


def pair(name: str, code: str, prepare: Callable[[Path], tuple[str, str]], *options: str) -> Case:
    """Return a case of files that do not fit each other, or that are no files."""
    return Case(f"pair: {name}", [code], prepare=prepare, options=options)


def two(key: str | bytes, response: str | bytes) -> Callable[[Path], tuple[str, str]]:
    """Return what writes a key and a response."""

    def write(folder: Path) -> tuple[str, str]:
        for name, content in (("key", key), ("response", response)):
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return "key", "response"

    return write


def folder_of(**files: bytes) -> Callable[[Path], tuple[str, str]]:
    """Return what writes a response that is a folder of these files."""

    def write(folder: Path) -> tuple[str, str]:
        (folder / "system").mkdir()
        for name, content in files.items():
            (folder / "system" / name).write_bytes(content)
        return write_good(folder, "conll2012"), "system"

    return write


def missing_file(folder: Path) -> tuple[str, str]:
    """The response does not exist."""
    return write_good(folder, "conll2012"), "nowhere"


def unreadable(folder: Path) -> tuple[str, str]:
    """The response may not be read."""
    (folder / "secret").write_bytes(GOOD["conll2012"])
    (folder / "secret").chmod(0)
    return write_good(folder, "conll2012"), "secret"


def repeated_in_folder(folder: Path) -> tuple[str, str]:
    """The same document in two files of a folder."""
    return folder_of(one=GOOD["conll2012"], two=GOOD["conll2012"])(folder)


OTHER_TEXT = CONLL.replace("Ada", "Eve").replace("(a)", "(b)").replace("a 0", "b 0")
TWO_DOCUMENTS = CONLL + CONLL.replace("(a)", "(b)").replace("a 0", "b 0")
LONG_WORD = "x" * 10_000_000

CASES = [
    # files as a whole
    whole("empty", "CE003", b""),
    whole("only blank lines", "CE003", b"\n\n  \n\n"),
    whole("only comments", "CE004", b"# one\n# two\n"),
    whole("prose", "CE004", b"Ada met Bo. She left him.\n", ":1"),
    whole("Windows-1252", "CE005", CONLL.replace("Ada", "Zo\xeb").encode("cp1252"), ":2:9"),
    whole("UTF-16", "CE005", CONLL.encode("utf-16")),
    whole("UTF-32", "CE005", CONLL.encode("utf-32")),
    whole("UTF-16 without a mark", "CE006", CONLL.encode("utf-16-le"), ":1:2"),
    whole("NUL byte", "CE006", CONLL.replace("met", "m\0t").encode(), ":3:8"),
    whole("NUL bytes only", "CE006", b"\0" * 100),
    whole("NUL byte behind letters of two bytes", "CE006", "é\u00e9\0\n".encode(), ":1:3"),
    whole("prose behind blank lines", "CE004", b"\n\nAda met Bo.\n", ":3"),
    whole("gzip cut", "CE002", gzip.compress(CONLL.encode() * 50)[:60]),
    whole("gzip damaged", "CE002", gzip.compress(CONLL.encode())[:-9] + b"\0" * 9),
    whole("gzip of nothing", "CE003", gzip.compress(b"")),
    whole("compressed twice", "CE006", gzip.compress(gzip.compress(CONLL.encode()))),
    whole("PDF", "CE004", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
    whole("Git LFS pointer", "CE004", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
    whole("git-annex pointer", "CE004", b"/annex/objects/MD5E-s1--0.conll\n"),
    whole("PDF with bytes", "CE006", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\0\n"),
    whole("PNG", "CE006", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01"),
    whole("zip", "CE006", b"PK\x03\x04\x14\0\0\0\x08\0"),
    whole("XML", "CE004", b"<?xml version='1.0'?>\n<text/>\n"),
    whole("HTML", "CE004", b"<!DOCTYPE html>\n<html></html>\n"),
    whole("brat", "CE090", b"T1\tPerson 0 3\tAda\nT2\tPerson 8 10\tBo\n"),
    whole("JSON array", "CE004", b"[1, 2]\n"),
    whole("JSON array of empty documents", "CE032", b'[{"doc_key": "a"}]\n', ":1:2"),
    whole("a table", "CE004", b"id,text\n1,Ada\n"),
    whole("one line of 10 MB", "CE004", LONG_WORD.encode(), ":1"),
    whole("CoNLL-U without coreference", "CE009", COREFUD.replace("Entity", "Other").encode()),
    whole(
        "CoNLL-U Plus without coreference",
        "CE004",
        b"# global.columns = ID FORM\n1\tAda\n2\tmet\n",
    ),
    # another format than the one that was named
    whole("CoNLL-2012 named CorefUD", "CE007", CONLL.encode(), options=["--response-format", "corefud"]),
    whole("CorefUD named CoNLL-2012", "CE007", COREFUD.encode(), options=["--response-format", "conll2012"]),
    whole("CorefUD named CoNLL-UA", "CE007", COREFUD.encode(), options=["--response-format", "conllua"]),
    whole("CoNLL-UA named JSON Lines", "CE007", CONLLUA.encode(), options=["--response-format", "jsonlines"]),
    whole("JSON Lines named NKAS", "CE007", record().encode(), options=["--response-format", "nkas"]),
    whole("PDF named CoNLL-2012", "CE007", b"%PDF-1.7\n", options=["--response-format", "conll2012"]),
    whole("prose named CoNLL-2012", "CE023", b"Ada met Bo.\n", options=["--response-format", "conll2012"]),
    whole("prose named CorefUD", "CE020", b"Ada met Bo.\n", options=["--response-format", "corefud"]),
    whole("prose named CoNLL-UA", "CE020", b"Ada met Bo.\n", options=["--response-format", "conllua"]),
    whole("prose named JSON Lines", "CE029", b"Ada met Bo.\n", options=["--response-format", "jsonlines"]),
    # CoNLL-2012
    conll("closed, never opened", "CE021", "met -", "met 7)", ":3:11"),
    conll("opened, never closed", "CE022", "met -", "met (7", ":3:11"),
    conll("cut in the middle", "CE022", CONLL[CONLL.index("a 0 3 Bo") :], "", ":4:11"),
    conll("not a bracket", "CE023", "met -", "met )(", ":3"),
    conll("empty bracket", "CE023", "met -", "met ()", ":3"),
    conll("a column missing", "CE020", "a 0 1 met -", "met", ":3"),
    conll("text before the document", "CE014", "#begin", "a 0 0 Oh -\n\n#begin", ":1"),
    conll("document twice", "CE012", CONLL, CONLL + CONLL, ":14"),
    conll("discontinuous, one part open", "CE022", "met -", "met (7a", ":3:11"),
    # CorefUD
    corefud("closed, never opened", "CE021", "0\troot\t_\t_", "0\troot\t_\tEntity=e7)", ":4"),
    corefud("opened, never closed", "CE022", "Entity=e2)", "_", ":5"),
    corefud("cut in the middle", "CE022", COREFUD[COREFUD.index("4\tBo") :], "", ":5"),
    corefud("not a bracket", "CE023", "Entity=e2)", "Entity=e2", ":6"),
    corefud("empty Entity", "CE023", "0\troot\t_\t_", "0\troot\t_\tEntity=", ":4"),
    corefud("nine columns", "CE020", "2\tmet\t_\t", "2\tmet\t", ":4"),
    corefud("spaces for tabs", "CE020", "2\tmet\t_\tVERB", "2 met _ VERB", ":4"),
    corefud("number out of order", "CE027", "2\tmet", "3\tmet", ":4"),
    corefud("no number", "CE027", "2\tmet", "two\tmet", ":4"),
    corefud("number of thousands of figures", "CE027", "2\tmet", f"{'2' * 5000}\tmet", ":4"),
    corefud("part of thousands of figures", "CE023", "(e1-1)", f"(e1[1/{'9' * 5000}]-1)", ":3"),
    corefud("head beyond the mention", "CE028", "(e2-2", "(e2-9", ":5"),
    corefud("head no number", "CE028", "(e2-2", "(e2-x", ":5"),
    corefud("discontinuous, part 2 missing", "CE025", "(e1-1)", "(e1[1/2]-1)", ":3"),
    corefud("discontinuous, part 1 missing", "CE025", "(e1-1)", "(e1[2/2]-1)", ":3"),
    corefud("discontinuous without end", "CE025", "(e1-1)", "(e1[1/99999999999999999999]-1)", ":3"),
    corefud("document twice", "CE012", COREFUD, COREFUD + COREFUD, ":14"),
    corefud("header without entities", "CE009", "eid-head", "etype-head", ":2"),
    corefud("mention across sentences", "CE024", COREFUD, COREFUD.replace("Entity=e2)", "_").replace("(e2-1)", "e2)"), ":5"),
    # CoNLL-UA
    conllua("closed, never opened", "CE021", "met\t_", "met\t)", ":4"),
    conllua("opened, never closed", "CE022", "met\t_", "met\t(EntityID=7|MarkableID=m7", ":4"),
    conllua("no EntityID", "CE032", "EntityID=1|MarkableID=m1", "MarkableID=m1", ":3"),
    conllua("no MarkableID", "CE032", "EntityID=1|MarkableID=m1", "EntityID=1", ":3"),
    conllua("not a bracket", "CE023", "met\t_", "met\tm7", ":4"),
    conllua("no name=value", "CE023", "EntityID=1|MarkableID=m1", "EntityID=1|MarkableID=m1|huh", ":3"),
    conllua("a column missing", "CE020", "met\t_\t_", "met", ":4"),
    conllua("no number", "CE027", "2\tmet", "two\tmet", ":4"),
    # JSON Lines
    jsonlines("cut in the middle", "CE029", record()[:60]),
    jsonlines("not JSON", "CE004", "{doc_key: 1}\n"),
    jsonlines("second line broken", "CE029", record() + "{'a'\n", ":2"),
    jsonlines("no text", "CE032", record(sentences=None)),
    jsonlines("no clusters", "CE032", record(clusters=None)),
    jsonlines("clusters a string", "CE033", record(clusters="[[0, 0]]")),
    jsonlines("mention a word", "CE033", record(clusters=[[["Ada", "She"]]])),
    jsonlines("mention of three numbers", "CE033", record(clusters=[[[0, 0, 5]]])),
    jsonlines("mention of halves", "CE033", record(clusters=[[[0.5, 1.5]]])),
    jsonlines("sentences of numbers", "CE033", record(sentences=[[1, 2, 3]])),
    jsonlines("offset beyond the text", "CE031", record(clusters=[[[0, 0], [90, 91]]])),
    jsonlines("offset below zero", "CE031", record(clusters=[[[-3, 0], [5, 5]]])),
    jsonlines("end before begin", "CE031", record(clusters=[[[5, 0], [7, 7]]])),
    jsonlines("offsets misnamed", "CE033", record(offsets="outclusive")),
    jsonlines("offsets not decided", "CE008", record(offsets=None, clusters=[[[0, 1], [5, 6]]]), ""),
    jsonlines("document twice", "CE012", record() + record(), ""),
    jsonlines("lists without end", "CE081", '{"doc_key": "a", "clusters": ' + "[" * 100_000),
    jsonlines("half a surrogate", "CE029", record(sentences=[["\ud800"]])),
    # several formats in one file
    whole("CoNLL-2012, then CorefUD", "CE014", (CONLL + COREFUD).encode(), ":16"),
    whole("CorefUD, then CoNLL-2012", "CE014", (COREFUD + CONLL).encode(), ":3"),
    whole("JSON Lines, then CoNLL-2012", "CE029", (record() + CONLL).encode(), ":2"),
    whole("CorefUD, then CoNLL-UA", "CE020", (COREFUD + CONLLUA).encode(), ":3"),
    # NKAS JSON
    nkas("no layers", "CE032", annotationLayers=[]),
    nkas("layer not JSON", "CE029", annotationLayers=[{**NKAS["annotationLayers"][0], "content": "{"}]),  # type: ignore[index]
    nkas("text a number", "CE033", content=5),
    # files that do not fit each other
    pair("no such file", "CE001", missing_file),
    pair("empty folder", "CE003", folder_of()),
    pair("folder of junk", "CE003", folder_of(a=b"\0\1\2", b=b"%PDF-1.4\n", c=b"", d=b"hello\n")),
    pair("folder of several formats", "CE004", folder_of(a=GOOD["conll2012"], b=GOOD["corefud"])),
    pair("folder with a broken file", "CE022", folder_of(a=GOOD["conll2012"], b=CONLL.replace("met -", "met (7").encode())),
    pair("the same document in two files", "CE012", repeated_in_folder),
    pair("document missing", "CE010", two(TWO_DOCUMENTS, CONLL)),
    pair("another text", "CE013", two(CONLL, OTHER_TEXT)),
    pair("all documents missing", "CE010", two(TWO_DOCUMENTS, TWO_DOCUMENTS.replace("(a)", "(c)").replace("(b)", "(d)").replace("met", "saw"))),
    pair("different words", "CE013", two(CONLL, CONLL.replace("met", "saw"))),
    pair("a word less", "CE013", two(CONLL, CONLL.replace("a 0 1 met -\n", ""))),
    pair("a word more", "CE013", two(CONLL, CONLL.replace("a 0 1 met -\n", "a 0 1 met -\na 0 2 met -\n"))),
    pair("CorefUD key, CoNLL-2012 of another text", "CE013", two(COREFUD, OTHER_TEXT)),
    pair("CorefUD key, CoNLL-2012 of other words", "CE013", two(COREFUD, CONLL.replace("Bo", "Al"))),
    pair("a mention twice, refused", "CE030", two(CONLL, CONLL.replace("(0)", "(0)|(0)", 1)), "--duplicates", "error"),
    pair("bridging to nobody", "CE035", two(COREFUD, COREFUD.replace("(e1-1)", "(e1-1)|Bridge=e9<e1", 1)), "-m", "bridging.entity"),
    pair("split antecedents in a circle", "CE034", two(COREFUD, COREFUD.replace("(e1-1)", "(e1-1)|SplitAnte=e2<e1,e1<e2", 1)), "--split-antecedents", "keep"),
    pair("heads wanted, none there", "CE041", two(CONLL, CONLL), "--match", "head"),
]  # fmt: skip


def run(*arguments: str) -> int:
    """Run the program in this process and return its exit status."""
    try:
        main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, and work in it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_enough() -> None:
    """Every format is broken in many ways, and no two cases have the same name."""
    assert len({case.name for case in CASES}) == len(CASES) >= 60


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(case: Case, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a response: a code, the place, advice, exit status 1, and no score."""
    case.write(folder)
    assert run("score", *case.arguments) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    check_problem(case, shown.err)


@pytest.mark.parametrize("case", [case for case in CASES if case.content], ids=lambda case: case.name)
def test_refused_as_key(case: Case, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a key: the same."""
    case.write(folder)
    key, response, *options = case.arguments
    options = [option.replace("--response-", "--key-") for option in options]
    assert run("score", response, key, *options) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    check_problem(case, shown.err)


@pytest.mark.parametrize("case", [case for case in CASES if case.content], ids=lambda case: case.name)
def test_validate_names_it(case: Case, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command validate says the same, on standard output, as it is its result."""
    case.write(folder)
    options = [option.replace("--response-format", "--from") for option in case.options]
    assert run("validate", "broken", *options) == 1
    shown = capsys.readouterr()
    assert shown.err == ""
    check_problem(case, shown.out)


@pytest.mark.parametrize("case", [case for case in CASES if case.content], ids=lambda case: case.name)
def test_fixed_or_refused(case: Case, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--fix writes a copy that can be read and says what it did, or writes nothing and says why not."""
    case.write(folder)
    options = [option.replace("--response-format", "--from") for option in case.options]
    status = run("validate", "broken", "--fix", "fixed", *options)
    shown = capsys.readouterr()
    if status == 0:
        assert "CE048" in shown.out
        assert run("validate", "fixed") == 0
    else:
        assert status == 1
        assert not (folder / "fixed").exists()


def check_problem(case: Case, text: str) -> None:
    """The code and the place are told, with the offending file and what to do."""
    lines = text.splitlines()
    code = case.codes[0]
    named = [number for number, line in enumerate(lines) if line.startswith(f"{code} error ")]
    assert named, text
    assert "Traceback" not in text
    problem = lines[named[0]]
    if case.content:
        assert f" broken{case.place}" in problem, problem
    assert len(problem) < 500
    assert lines[named[0] + 1].startswith("  ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_permission(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that may not be read is refused."""
    key, response = unreadable(folder)
    assert run("score", key, response) == 1
    assert "CE002 error secret" in capsys.readouterr().err


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("dress", ["plain", "windows", "marked", "both", "no end", "packed"])
def test_sound_files_in_other_dress(
    name: str, dress: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows line ends, a byte-order mark, a missing last newline and gzip change nothing."""
    content = GOOD[name]
    changed = {
        "plain": content,
        "windows": content.replace(b"\n", b"\r\n"),
        "marked": b"\xef\xbb\xbf" + content,
        "both": b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"),
        "no end": content.rstrip(b"\n"),
        "packed": gzip.compress(content),
    }[dress]
    (folder / "dressed").write_bytes(changed)
    assert run("score", write_good(folder, name), "dressed", "--match", "exact", "-m", "lea", "-q") == 0
    assert capsys.readouterr().out == "100.00\n"


@pytest.mark.parametrize("key", GOOD)
@pytest.mark.parametrize("response", GOOD)
def test_any_format_against_any_other(
    key: str, response: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same annotation in two formats is recognised and scored as the same, whatever the files are called."""
    (folder / "key.txt").write_bytes(GOOD[key])
    (folder / "response.pdf").write_bytes(GOOD[response])
    assert run("score", "key.txt", "response.pdf", "--match", "exact", "-m", "conll", "-q") == 0
    assert capsys.readouterr().out == "100.00\n"


@pytest.mark.parametrize("name", ["empty", "opened", "cut", "missing"])
def test_as_it_is_typed(name: str, folder: Path) -> None:
    """The program itself: no traceback, nothing on standard output, exit status 1."""
    (folder / "key").write_text(CONLL)
    contents = {
        "empty": b"",
        "opened": CONLL.replace("met -", "met (7").encode(),
        "cut": gzip.compress(b"x" * 99)[:20],
    }
    if name in contents:
        (folder / name).write_bytes(contents[name])
    done = subprocess.run(
        [sys.executable, "-m", "corefeval", "score", "key", name], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("CE0")
    assert "Traceback" not in done.stderr


def test_every_problem_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with three faults names three."""
    broken = CONLL.replace("met -", "met 7)").replace("left -", "left (8").replace("him (1)", "him ()")
    (folder / "broken").write_text(broken)
    assert run("score", write_good(folder, "conll2012"), "broken") == 1
    found = capsys.readouterr().err
    assert [code in found for code in ("CE021", "CE022", "CE023")] == [True] * 3


def test_folder_says_what_it_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with one sound file and junk is scored, and the junk is named."""
    key, response = folder_of(a=GOOD["conll2012"], notes=b"remember the milk\n")(folder)
    assert run("score", key, response) == 0
    assert "CE004 warning" in capsys.readouterr().out


def test_codes_are_in_the_catalogue() -> None:
    """The suite names no code that does not exist."""
    assert {code for case in CASES for code in case.codes} <= set(CATALOGUE)
