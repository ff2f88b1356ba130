"""Knowtator-2, on a small text of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import TEXT, chains


def _annotation(name: str, kind: str, *spans: tuple[int, int]) -> str:
    parts = "".join(f'<span start="{begin}" end="{end}">{TEXT[begin:end]}</span>' for begin, end in spans)
    return f'<annotation id="{name}"><class id="{kind}"/>{parts}</annotation>\n'


CONTENT = (
    '<?xml version="1.0"?>\n<knowtator-project><document id="d" text-file="a.txt">\n'
    + _annotation("0", "IDENTITY chain", (0, 8))
    + _annotation("x", "Noun Phrase", (20, 24), (0, 8))
    + _annotation("y", "Noun Phrase", (16, 19))
    + _annotation("z", "Noun Phrase", (4, 8))
    + '<graph-space><vertex id="n0" annotation="0"/><vertex id="n1" annotation="x"/>'
    '<vertex id="n2" annotation="y"/>\n'
    '<triple subject="n0" object="n2" property="Coreferring strings"/>\n'
    '<triple subject="n0" object="n1" property="Coreferring strings"/>\n'
    '<triple subject="n0" object="n1" property="APPOS Head"/>\n'
    "</graph-space></document></knowtator-project>"
)


def read(folder: Path, content: str = CONTENT) -> Corpus:
    """Read the annotation with its text."""
    (folder / "p.xml").write_text(content, encoding="utf-8")
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    return formats.read(folder / "p.xml")


def test_chains(tmp_path: Path) -> None:
    """What is in a chain; other relations and annotations are told."""
    corpus = read(tmp_path)
    assert (corpus.format, corpus.names) == ("knowtator", ("d",))
    assert chains(corpus) == [["Ada Berg … woke", "She"]]
    assert [(problem.code, problem.text) for problem in corpus.problems] == [
        ("CE068", "APPOS Head (1)"),
        ("CE068", "Berg"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('object="n2"', 'object="n9"', "CE035", 8),
        ('annotation="0"', 'annotation="9"', "CE035", 8),
        ('start="16" end="19"', 'start="16" end="99"', "CE031", 5),
        ('start="16"', 'start="a"', "CE033", 5),
        ('text-file="a.txt"', 'text-file="b.txt"', "CE090", 0),
    ],
)
def test_faults(tmp_path: Path, old: str, new: str, code: str, line: int) -> None:
    """Each is told with its line."""
    with pytest.raises(CorefevalError) as raised:
        read(tmp_path, CONTENT.replace(old, new))
    assert (code, line) in [(problem.code, problem.place.line) for problem in raised.value.problems]
