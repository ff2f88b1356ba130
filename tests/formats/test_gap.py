"""GAP: a row a text with a pronoun and two names, of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
ROWS = (
    't-1\t"Ada" met Bo; she 😀 left Cy.\tshe\t14\tAda\t1\tTRUE\tBo\t10\tFALSE\thttp://a\n'
    "t-2\tBo saw Cy; he left.\the\t11\tBo\t0\tFALSE\tCy\t7\tFALSE\thttp://b\r\n"
)


def read(content: str) -> Corpus:
    """Read a text that is recognised."""
    return formats.read_file(TextFile("f", content.encode()), None, ReadOptions())


def test_rows() -> None:
    """Each is a document; a name that is meant and the pronoun are one entity."""
    corpus = read(HEADER + ROWS)
    assert (corpus.format, corpus.names) == ("gap", ("t-1", "t-2"))
    assert chains(corpus) == [["Ada", "she"], ["Bo"], ["Bo"], ["Cy"], ["he"]]
    assert corpus.problems == ()


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("\t14\t", "\tx\t", "CE033", 2),
        ("\t14\t", "\t99\t", "CE031", 2),
        ("TRUE", "maybe", "CE033", 2),
        ("\thttp://b", "", "CE067", 3),
        ("\tB-coref", "\tB-other", "CE032", 1),
        ("\tA\tA-offset", "\ta\tA-offset", "CE032", 1),
    ],
)
def test_faults(old: str, new: str, code: str, line: int) -> None:
    """Each is told with its line."""
    with pytest.raises(CorefevalError) as raised:
        read((HEADER + ROWS).replace(old, new))
    assert (code, line) in [(problem.code, problem.place.line) for problem in raised.value.problems]


def test_other_words() -> None:
    """A name that is not at its place is said."""
    corpus = read((HEADER + ROWS).replace("\tAda\t", "\tEve\t"))
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE094", "Eve")]


ANSWERS = "t-1\tFALSE\ttrue\nt-2\tTRUE\tTRUE\n"


def test_answers(tmp_path: Path) -> None:
    """A system's rows of TRUE and FALSE are read into the texts of a table beside them, or of the one that is named."""
    (tmp_path / "gap-test.tsv").write_text(HEADER + ROWS, encoding="utf-8")
    (tmp_path / "system.tsv").write_text(ANSWERS, encoding="utf-8")
    corpus = formats.read(tmp_path / "system.tsv")
    assert (corpus.format, corpus.names) == ("gap", ("t-1", "t-2"))
    assert chains(corpus) == [["Ada"], ["Bo", "she"], ["Bo", "Cy", "he"]]
    (tmp_path / "other").mkdir()
    (tmp_path / "system.tsv").rename(tmp_path / "other" / "system.tsv")
    with pytest.raises(CorefevalError, match="CE090"):
        formats.read(tmp_path / "other" / "system.tsv")
    again = formats.read(tmp_path / "other" / "system.tsv", companion=str(tmp_path / "gap-test.tsv"))
    assert chains(again) == chains(corpus)


@pytest.mark.parametrize(
    ("answers", "code", "line"),
    [
        ("t-1\tTRUE\tFALSE\nt-1\tTRUE\tTRUE\n", "CE134", 2),
        ("t-1\tTRUE\tFALSE\nt-9\tTRUE\tTRUE\n", "CE134", 2),
        ("t-1\tTRUE\tFALSE\nt-2\tTRUE\n", "CE067", 2),
        ("t-1\tTRUE\tFALSE\nt-2\tTRUE\tperhaps\n", "CE033", 2),
    ],
)
def test_faults_of_answers(answers: str, code: str, line: int, tmp_path: Path) -> None:
    """Each is told with its line; a second answer is a warning."""
    (tmp_path / "gap-test.tsv").write_text(HEADER + ROWS, encoding="utf-8")
    (tmp_path / "system.tsv").write_text(answers, encoding="utf-8")
    try:
        problems = formats.read(tmp_path / "system.tsv").problems
    except CorefevalError as error:
        problems = error.problems
    assert (code, line) in [(problem.code, problem.place.line) for problem in problems]


def test_a_table_without_rows() -> None:
    """No document, and the problem names the file."""
    with pytest.raises(CorefevalError) as raised:
        read(HEADER)
    assert [(problem.code, problem.place.file) for problem in raised.value.problems] == [("CE003", "f")]
