"""Formats of one document a file: where files go, and what is never written over."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.formats.catalogue import ENTRIES
from corefeval.formats.file_per_document import file_names
from corefeval.problems import CorefevalError

APART = [entry.name for entry in ENTRIES if entry.written and "documents" not in entry.holds]


def corpus_of(*names: str) -> Corpus:
    """Return documents of two words with these names."""
    builder = CorpusBuilder("test")
    for name in names:
        builder.document(name)
        builder.sentence()
        nodes = [builder.node(word) for word in ("Ada", "slept")]
        builder.mention(builder.entity("0"), [(nodes[0], nodes[0])])
    return builder.build()


def refused(corpus: Corpus, target: str | Path | io.BytesIO, form: str) -> str:
    """Return the code of the refusal."""
    with pytest.raises(CorefevalError) as raised:
        formats.write(corpus, target, form)
    return raised.value.problems[0].code


@pytest.mark.parametrize("form", APART)
def test_several_documents_are_a_folder(form: str, tmp_path: Path) -> None:
    """Each is a file called as the document is, so the names are read again; written twice it is the same."""
    corpus = corpus_of("a/1", "a/2", "b")
    for _ in range(2):
        assert not any(loss.kind == "names-of-documents" for loss in formats.write(corpus, tmp_path, form))
    assert formats.read(tmp_path).names == ("a/1", "a/2", "b")


@pytest.mark.parametrize("form", APART)
def test_one_document_is_a_file_or_goes_into_a_folder(form: str, tmp_path: Path) -> None:
    """A path is the file; a folder that is there gets one in it, and so does one with a slash."""
    formats.write(corpus_of("d"), tmp_path / "x", form)
    assert len(formats.read(tmp_path / "x").mentions) == 1
    formats.write(corpus_of("d"), f"{tmp_path}/new/", form)
    assert formats.read(tmp_path / "new").names == ("d",)


@pytest.mark.parametrize("form", APART)
def test_several_documents_are_no_file(form: str, tmp_path: Path) -> None:
    """Neither a stream nor a file that is there takes several, and nothing is written."""
    (tmp_path / "x").write_bytes(b"old")
    for target in ("-", io.BytesIO(), tmp_path / "x"):
        assert refused(corpus_of("a", "b"), target, form) == "CE099"
    assert (tmp_path / "x").read_bytes() == b"old"
    assert refused(corpus_of(), io.BytesIO(), form) == "CE099"


def test_one_document_to_a_stream(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A single file goes anywhere; brat is two."""
    stream = io.BytesIO()
    formats.write(corpus_of("d"), stream, "sacr")
    formats.write(corpus_of("d"), "-", "sacr")
    assert capfdbinary.readouterr().out == stream.getvalue() == b"#textid: d\n\n{0 Ada} slept\n"
    assert refused(corpus_of("d"), "-", "brat") == refused(corpus_of("d"), io.BytesIO(), "brat") == "CE099"


def test_nothing_is_written_over_that_was_not_named(tmp_path: Path) -> None:
    """A text of other words, other files in the folder, or the text for the file itself: nothing changes."""
    (tmp_path / "x.txt").write_bytes(b"mine")
    assert refused(corpus_of("d"), tmp_path / "x.ann", "brat") == "CE100"
    assert refused(corpus_of("a", "b"), tmp_path, "brat") == "CE100"
    assert refused(corpus_of("d"), tmp_path / "y.txt", "brat") == "CE100"
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("x.txt", b"mine")]
    (tmp_path / "x.txt").write_bytes(b"Ada slept\n")
    formats.write(corpus_of("d"), tmp_path / "x.ann.gz", "brat")
    assert len(formats.read(tmp_path / "x.ann.gz").mentions) == 1


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """What the system has to complain of is said."""
    (tmp_path / "x").write_bytes(b"")
    assert refused(corpus_of("a", "b"), tmp_path / "x" / "y", "sacr") == "CE053"


def test_names_of_files() -> None:
    """No name leads out of the folder, is too long, or is that of another document."""
    names = [
        path.as_posix() for path in file_names(["../a", "/a", "a//b", ".", "", "x" * 300, "a:b", "a?b"], ".t")
    ]
    assert names == ["_/a.t", "_/a-2.t", "a/_/b.t", "_.t", "5.t", "x" * 200 + ".t", "a_b.t", "a_b-2.t"]


def test_a_document_without_mentions_is_read_again(tmp_path: Path) -> None:
    """The empty file of brat is a document as long as its text is there."""
    builder = CorpusBuilder("test")
    for name in ("a", "b"):
        builder.document(name)
        builder.node("Ada")
    builder.mention(builder.entity("0"), [(1, 1)])
    formats.write(builder.build(), tmp_path, "brat")
    assert (tmp_path / "a.ann").read_bytes() == b""
    corpus = formats.read(tmp_path)
    assert (corpus.names, len(corpus.mentions), corpus.problems) == (("a", "b"), 1, ())
    assert len(formats.read(tmp_path / "a.ann").mentions) == 0
    (tmp_path / "a.txt").unlink()
    with pytest.raises(CorefevalError, match="CE003"):
        formats.read(tmp_path / "a.ann")
