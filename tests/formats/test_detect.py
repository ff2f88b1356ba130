"""Recognising formats, and the reading registry."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from corefeval import formats
from corefeval.formats import ReadOptions, TextFile
from corefeval.formats.catalogue import ENTRIES
from corefeval.formats.detect import describe, detect
from corefeval.problems import CorefevalError, Severity, UsageError
from tests.refuses import refuses

CONLL = b"#begin document (a); part 000\na\t0\t0\tHello\t(1)\n\n#end document\n"
CONLLU = b"# newdoc id = a\n1\tHi\thi\tINTJ\t_\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (CONLL, "conll2012"),
        (b"\xef\xbb\xbf\n" + CONLL, "conll2012"),
        (b"# begin document\nHello (1)\n", "conll2012"),
        (b"Hello\t(1\nyou\t1)\nthere\t-\n", "conll2012"),
        (b"# a note\n" + CONLL, "conll2012"),
        (b"# global.Entity = eid-etype-head-other\n" + CONLLU, "corefud"),
        (b"# newdoc\n# global.Entity = GRP-etype\n" + CONLLU, "corefud"),
        (CONLLU, "corefud"),
        (
            b"# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING\n",
            "conllua",
        ),
        (b"1 Hi hi _ _ _ _ _ _ _ (EntityID=1|MarkableID=markable_1) _\n", "conllua"),
        (b"1 Hi hi _ _ _ _ _ _ _ (MarkableID=markable_1|EntityID=1) _\n", "conllua"),
        (b"# global.columns = ID FORM LEMMA COREFHEAD\n1\ta\ta\t_\n", None),
        (b'{"doc_key": "a", "clusters": []}\n', "jsonlines"),
        (b' {\n "annotationLayers": []}\n', "nkas"),
        (b"[1, 2]", None),
        (b"{M1:name Ada} wrote {M2:np a program}.\n", "sacr"),
        (b"%PDF-1.4\n#begin document (a)\n", None),
        (b"just some prose.\nand more of it\n", None),
        (b"a\0b", None),
        (b"", None),
    ],
)
def test_detect(head: bytes, name: str | None) -> None:
    """The content decides."""
    assert detect(head) == name


@pytest.mark.parametrize(
    "mention",
    [
        *(
            "[{}](1)",
            "[{}](\uff031)",
            "[{}] (1)",
            "[{}]1",
            "[{}]_1",
            "[{}]^1",
            "[{}][1]",
            "[{}] [#1]",
            "[{}]{{1}}",
        ),
        *(
            "[{}, 1]",
            "[{} 1]",
            "[{} - 1]",
            "[{} (1)]",
            "[{}/1]",
            "[{}=e1]",
            "[{}: person 1]",
            "[e1 {}]",
            "[E1: {}]",
        ),
    ],
)
def test_brackets_with_entities_are_not_winobias(mention: str) -> None:
    """WinoBias has one entity in square brackets. Another notation would be read as one entity with all mentions."""
    text = " saw ".join(mention.format(words) for words in ("Ada", "the old dog", "him")) + ".\n"
    assert detect(text.encode()) is None
    assert detect(b"[The cook] fed (the dog) because [she] saw [it] (at 9).\n") == "winobias"


MARKS = (
    *("{M1 a}", "{M1:x=y a}", "[a](#1)", "<m id=1>a</m>", "[1 a ]", "a|[e1]", "a|[e1", "[a] b [c]"),
    *('<COREF ID="1">', '<COREF ID="1" REF="2">', '<referent group="1">', "<TEI>", '<rs ref="#a">'),
    *("#FORMAT=WebAnno TSV 3", "T1 PER 0 3", '{"annotationLayers": 1}', '"coref_chain": "tokens_number":'),
    *(
        '"clusters": [{"mentions"',
        '"sentences": [["[CLS]"',
        '{"a": ["b"]}',
        "#textid: a",
        "#begin document (a)",
    ),
)
"""What tells formats, as far as it fits on one line."""


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES if entry.written])
@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_others_in_names_and_words(name: str, mark: str, tmp_path: Path) -> None:
    """A file is of the format that it was written in, whatever its documents are called and its words are.

    Of CRAC text the first word may be the beginning of JSON, which nothing tells from JSON.
    """
    row = {"doc_key": mark, "sentences": [[mark, "b"], ["c", mark]], "clusters": [[[0, 0], [3, 3]]]}
    corpus = formats.read_file(
        TextFile("x", json.dumps(row).encode()), "jsonlines", ReadOptions(offsets="inclusive")
    )
    formats.write(corpus, tmp_path / "x", name)
    found = detect((tmp_path / "x").read_bytes())
    assert found == name or (name == "crac-text" and mark.startswith('{"'))


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"%PDF-1.4", "a PDF file"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\xff\xfea\0", "text in UTF-16 or UTF-32"),
        (b"\x01\0", "a binary file"),
        (b"<?xml version='1.0'?>", "an XML file"),
        (b"<!DOCTYPE html>", "an HTML page"),
        (b"# global.columns = ID FORM\n", "CoNLL-U Plus without an IDENTITY column"),
        (b"[1]", "a JSON array"),
        (b"prose", ""),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
            "a Git LFS pointer to the file (get it with 'git lfs pull')",
        ),
        (
            b"/annex/objects/MD5E-s1--0.conll\n",
            "a git-annex pointer to the file (get it with 'git annex get')",
        ),
    ],
)
def test_describe(head: bytes, words: str) -> None:
    """What is none of our formats is called by its name where it has one."""
    assert describe(head) == words


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"", None, "CE003"),
        (b" \n\n", None, "CE003"),
        (b"just some prose\n", None, "CE004"),
        (b"%PDF-1.4", None, "CE004"),
        (b"%PDF-1.4", "conll2012", "CE007"),
        (b"%PDF-1.4\0", "conll2012", "CE006"),
        (b"a\0b", None, "CE006"),
        (CONLL[:40] + b"\0" + CONLL[40:], "conll2012", "CE006"),
        (CONLL.replace(b"Hello", b"H\xe9llo"), None, "CE005"),
        (CONLL, "corefud", "CE007"),
        (CONLLU, None, "CE009"),
    ],
)
def test_files_refused(tmp_path: Path, content: bytes, name: str | None, code: str) -> None:
    """What cannot be read is said with a code and the file's name."""
    path = tmp_path / "file.txt"
    path.write_bytes(content)
    with pytest.raises(CorefevalError) as caught:
        formats.read(path, name)
    (problem,) = caught.value.problems
    assert (problem.code, problem.place.file) == (code, str(path))


def test_place_of_a_nul_byte(tmp_path: Path) -> None:
    """Line and column of the first NUL byte are told."""
    path = tmp_path / "file"
    path.write_bytes(b"ab\nc\0")
    with pytest.raises(CorefevalError) as caught:
        formats.read(path)
    assert str(caught.value.problems[0].place) == f"{path}:2:2"


def test_unknown_format_is_wrong_usage(tmp_path: Path) -> None:
    """A name that is no format is not the file's fault."""
    with refuses(UsageError, "CE050", "no-such-name-see"):
        formats.read(tmp_path / "x", "conll2013")


def test_missing_file(tmp_path: Path) -> None:
    """A path that leads nowhere is CE001."""
    with pytest.raises(CorefevalError, match="CE001"):
        formats.read(tmp_path / "none.conll")


def named(name: str, words: str = "Hello") -> bytes:
    """Return a file of one document."""
    return CONLL.replace(b"(a)", f"({name})".encode()).replace(b"Hello", words.encode())


@pytest.mark.parametrize("jobs", [1, 2])
def test_folder(tmp_path: Path, jobs: int) -> None:
    """All files of a folder are read in the order of their names; what is no corpus is told."""
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.conll").write_bytes(named("second"))
    (tmp_path / "a.conll.gz").write_bytes(gzip.compress(named("first", "Good day")))
    (tmp_path / "readme.md").write_bytes(b"Some words about it\n")
    seen: list[tuple[int, int]] = []
    corpus = formats.read(tmp_path, jobs=jobs, progress=lambda *done: seen.append(done))
    assert corpus.names == ("first", "second")
    assert [mention.text for document in corpus.documents for mention in document.mentions] == [
        "Good day",
        "Hello",
    ]
    assert [(problem.code, problem.severity) for problem in corpus.problems] == [("CE004", Severity.WARNING)]
    assert corpus.source.place(1).file == str(tmp_path / "b" / "2.conll")
    assert seen[-1][0] == seen[-1][1] > 0


def test_folder_without_a_corpus(tmp_path: Path) -> None:
    """An empty folder, and one with nothing to read in it, are told apart."""
    with refuses(CorefevalError, "CE003", "folder-empty"):
        formats.read(tmp_path)
    (tmp_path / "x").write_bytes(b"prose")
    with refuses(CorefevalError, "CE003", "no-file-read"):
        formats.read(tmp_path)


def test_folder_with_a_name_twice(tmp_path: Path) -> None:
    """The same document in two files is an error that names both."""
    (tmp_path / "1").write_bytes(named("same"))
    (tmp_path / "2").write_bytes(named("same"))
    with pytest.raises(CorefevalError, match="CE012") as caught:
        formats.read(tmp_path)
    assert str(tmp_path / "1") in str(caught.value)
    assert str(tmp_path / "2") in str(caught.value)


def test_folder_with_several_formats(tmp_path: Path) -> None:
    """A folder of several formats needs the name of one; the other files are then told as left out."""
    (tmp_path / "1").write_bytes(named("one"))
    (tmp_path / "2").write_bytes(b"# global.Entity = eid\n" + CONLLU)
    with refuses(CorefevalError, "CE004", "folder-holds-files-several", kinds=("CoNLL-2012", "CorefUD")):
        formats.read(tmp_path)
    corpus = formats.read(tmp_path, "conll2012")
    assert corpus.names == ("one",)
    assert [problem.code for problem in corpus.problems] == ["CE007"]


def test_folder_of_documents_without_names(tmp_path: Path) -> None:
    """Documents without a name are called by their files, so that two folders can be compared."""
    body = b"#begin document\nHello\t(1)\n\n#end document\n"
    (tmp_path / "one.conll").write_bytes(body)
    (tmp_path / "two.conll.gz").write_bytes(gzip.compress(body * 2))
    assert formats.read(tmp_path).names == ("one", "two_1", "two_2")


def test_all_problems_of_a_folder_are_reported(tmp_path: Path) -> None:
    """Every file's problems are told at once."""
    for name in "12":
        (tmp_path / name).write_bytes(named(name).replace(b"(1)", b"(1"))
    with pytest.raises(CorefevalError) as caught:
        formats.read(tmp_path)
    assert [problem.code for problem in caught.value.problems] == ["CE022", "CE022"]


def test_write_to_files(tmp_path: Path) -> None:
    """What is written is read again, packed or not; the same corpus gives the same bytes."""
    (tmp_path / "in").write_bytes(CONLL)
    corpus = formats.read(tmp_path / "in")
    for name in ("out.conll", "out.conll.gz"):
        assert formats.write(corpus, tmp_path / name, "conll2012") == []
        first = (tmp_path / name).read_bytes()
        formats.write(corpus, tmp_path / name, "conll2012")
        assert (tmp_path / name).read_bytes() == first
        assert formats.read(tmp_path / name).documents[0].mentions[0].text == "Hello"
    with pytest.raises(CorefevalError, match="CE053"):
        formats.write(corpus, tmp_path / "no" / "folder", "conll2012")
