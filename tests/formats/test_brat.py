"""brat: relations, Equiv and chains as types, on a small text of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.linguistics.describe import describe
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains

TEXT = "Ada Berg slept. She woke. The 😀 tall old woman left; Berg sang."
RELATIONS = """T1\tPER 0 8\tAda Berg
T2\tPER 16 20\tShe\x20
R1\tCoref Arg1:T2 Arg2:T1
T3\tPER 26 29;41 46\tThe woman
T4\tPER 53 57\tBerg
*\tEquiv T1 T3
R2\tpart-of Arg1:T4 Arg2:T1
E1\tSleep:T5 Agent:T1
T5\tSleep 9 14\tslept
#1\tAnnotatorNotes T1\ta note
A1\tGeneric T3
"""
LITBANK = """T1\tPROP_PER 0 8\tAda Berg
T2\tPRON_PER 16 19\tShe
T3\tNOM_PER 37 46\told woman
T4\tBerg-1 0 8\tAda Berg
T5\tBerg-1 16 19\tShe
"""
CLUSTERS = "T1\tCluster2 0 8\tAda Berg\nT2\tEntity 53 57\tBerg\r\nT3\tCluster2 16 19\tShe\n"


def read(folder: Path, content: str) -> Corpus:
    """Read a file beside its text."""
    (folder / "a.ann").write_bytes(content.encode())
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    return formats.read(folder / "a.ann")


def test_relations_and_equiv(tmp_path: Path) -> None:
    """What is linked is one entity, whatever links it; other relations and white space are told."""
    corpus = read(tmp_path, RELATIONS)
    assert corpus.format == "brat"
    assert chains(corpus) == [["Ada Berg", "She", "The … woman"], ["slept"], ["Berg"]]
    assert [(problem.code, problem.text) for problem in corpus.problems] == [
        ("CE068", "part-of (1)"),
        ("CE049", "She "),
    ]
    assert list(describe(corpus).ne) == ["PER", "Sleep", "PER", "PER", "PER"]


def test_a_folder(tmp_path: Path) -> None:
    """The text is not read by itself, and the document is called by its file."""
    read(tmp_path, CLUSTERS)
    assert formats.read(tmp_path).names == ("a",)


def test_chains_as_types(tmp_path: Path) -> None:
    """STM-coref: the same type with a number is the same entity; others stand alone."""
    assert chains(read(tmp_path, CLUSTERS)) == [["Ada Berg", "She"], ["Berg"]]
    alone = "T1\tvirus-19 0 8\tAda Berg\nT2\tvirus-19 16 19\tShe\n"
    assert chains(read(tmp_path, alone)) == [["Ada Berg"], ["She"]]


def test_litbank(tmp_path: Path) -> None:
    """Chains stand on lines of their own and take their types from the others; what has no chain is told."""
    corpus = read(tmp_path, LITBANK)
    assert chains(corpus) == [["Ada Berg", "She"]]
    assert describe(corpus).type.tolist() == [MentionType.NAME, MentionType.PRONOUN]
    assert [(problem.code, problem.place.line) for problem in corpus.problems] == [("CE068", 3)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("T9\tPER 0\tAda", "CE067"),
        ("R9\tCoref T1 T2", "CE067"),
        ("nothing", "CE067"),
        ("T9\tPER 0 99\tAda", "CE031"),
        ("T9\tPER 3 3\t", "CE031"),
        ("T1\tPER 0 3\tAda", "CE093"),
        ("R9\tCoref Arg1:T1 Arg2:T77", "CE035"),
        ("*\tEquiv T1 T77", "CE035"),
    ],
)
def test_faulty_lines(tmp_path: Path, line: str, code: str) -> None:
    """Each is told with its line."""
    with pytest.raises(CorefevalError) as raised:
        read(tmp_path, CLUSTERS + line)
    assert [(problem.code, problem.place.line) for problem in raised.value.problems] == [(code, 4)]


def test_no_text(tmp_path: Path) -> None:
    """The file that is missing is named."""
    (tmp_path / "b.ann").write_text(CLUSTERS, encoding="utf-8")
    with pytest.raises(CorefevalError) as raised:
        formats.read(tmp_path / "b.ann")
    assert [(problem.code, problem.text) for problem in raised.value.problems] == [("CE090", "b.txt")]


def test_relations_between_events(tmp_path: Path) -> None:
    """The end of a relation that is an event is its trigger."""
    corpus = read(
        tmp_path, RELATIONS + "T6\tWake 20 24\twoke\nE2\tWake:T6 Agent:T2\nR3\tCoreference Arg1:E2 Arg2:E1\n"
    )
    assert ["slept", "woke"] in chains(corpus)


def test_types_that_are_no_classes(tmp_path: Path) -> None:
    """What every mention is called says nothing of it."""
    corpus = read(tmp_path, "T1\tMention 0 8\tAda Berg\nT2\tPER 16 19\tShe\n")
    assert list(corpus.mentions.attributes.column("ne") or ()) == ["", "PER"]


def test_words_over_two_lines(tmp_path: Path) -> None:
    """The words of a mention go on in the next line where the text does; anything else there is no line of brat."""
    (tmp_path / "b.txt").write_text("Ada\nBerg slept", encoding="utf-8")
    (tmp_path / "b.ann").write_text("T1\tPER 0 8\tAda\nBerg\nT2\tPER 9 14\tslept\n", encoding="utf-8")
    corpus = formats.read(tmp_path / "b.ann")
    assert (chains(corpus), corpus.problems) == ([["Ada Berg"], ["slept"]], ())
    for wrong in ("T1\tPER 0 3\tAda\nBerg\n", "Berg\nT1\tPER 0 3\tAda\n"):
        (tmp_path / "b.ann").write_text(wrong, encoding="utf-8")
        with pytest.raises(CorefevalError, match="CE067"):
            formats.read(tmp_path / "b.ann", "brat")


@pytest.mark.parametrize("name", ["out.ann", "out", "out.brat"])
def test_nothing_is_annotated_in_a_text(name: str, tmp_path: Path) -> None:
    """An empty file beside its text is read again, however it was called when it was written."""
    corpus = formats.read_file(
        TextFile("x", b'{"doc_key": "a", "tokens": ["Hi"], "clusters": [], "offsets": "inclusive"}'),
        "jsonlines",
        ReadOptions(),
    )
    formats.write(corpus, tmp_path / name, "brat")
    again = formats.read(tmp_path / name, "brat" if name == "out.brat" else None)
    assert (len(again.names), len(again.mentions), list(again.nodes.forms)) == (1, 0, ["Hi"])
