"""LitBank's tsv, on a small text of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import describe
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import SENTENCES, chains

TEXT = "".join(" ".join(sentence) + "\n" for sentence in SENTENCES)
ANNOTATION = """MENTION\tT1\t0\t0\t0\t1\tAda Berg\tPER\tPROP
MENTION\tT2\t1\t0\t1\t0\tShe\tPER\tPRON
MENTION\tT3\t0\t1\t0\t1\tBerg\tPER\tPROP
COREF\tT2\tAda-0
COREF\tT1\tAda-0
APPOS\tT1\tT3
"""


def read(folder: Path, content: str = ANNOTATION) -> Corpus:
    """Read the annotation beside its text."""
    (folder / "a.ann").write_text(content, encoding="utf-8")
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    return formats.read(folder / "a.ann")


def test_litbank(tmp_path: Path) -> None:
    """Chains and singletons, classes, sentences; what is not identity is told."""
    corpus = read(tmp_path)
    assert corpus.format == "litbank"
    assert sorted(chains(corpus)) == [["Ada Berg", "She"], ["Berg"]]
    assert "Ada-0" in list(corpus.entities.labels)
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert list(describe(corpus).ne) == ["PER"] * 3
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE068", "APPOS (1)")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("MENTION\tT9\t0\t3\t0\t4\tx\tPER\tNOM", "CE031"),
        ("MENTION\tT9\t7\t0\t7\t0\tx\tPER\tNOM", "CE031"),
        ("MENTION\tT9\t0\t3", "CE067"),
        ("COREF\tT9\tx", "CE035"),
        ("COREF\tT1\tx", "CE067"),
        ("x", "CE067"),
    ],
)
def test_faults(tmp_path: Path, line: str, code: str) -> None:
    """Each is told with its line; a token beyond its sentence is not one of the next."""
    with pytest.raises(CorefevalError) as raised:
        read(tmp_path, ANNOTATION + line)
    wrong = [problem for problem in raised.value.problems if problem.code != "CE068"]
    assert [(problem.code, problem.place.line) for problem in wrong] == [(code, 7)]
