"""CoNLL-U Plus with antecedents, on a small text of our own."""

from __future__ import annotations

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains
from tests.paths import SHARED

KORKOR = SHARED / "data" / "corefud_other" / "hu_korkor"
HEADER = "# global.columns = ID FORM LEMMA UPOS COREFHEAD COREFTYPE ZERO_SUBJ\n"
CONTENT = (
    HEADER
    + "# sent_id = a_1\n1\tAda\tAda\tPROPN\t_\t_\t_\n2\tírt\tír\tVERB\t_\t_\tYES\n3\tprogramot\tprogram\tNOUN\t_\t_\t_\n\n"
    + "1\tA\ta\tDET\t_\t_\t_\n2\tnő\tnő\tNOUN\t1:1\tcoref\t_\n3\tsora\tsor\tNOUN\t1:3\tholo\t_\n\n"
    + "1\tŐ\tő\tPRON\t2:2\tprs\t_\n2\taki\taki\tPRON\t???\trel\t_\n"
)


def read(content: str) -> Corpus:
    """Read a text as a file."""
    return formats.read_file(TextFile("f", content.encode()), None, ReadOptions())


def test_korkor() -> None:
    """Links make entities of heads, parts are anchored to their wholes, what has no antecedent is said and stands alone."""
    corpus = read(CONTENT)
    assert (detect(CONTENT.encode()), corpus.format) == ("korkor", "korkor")
    assert sorted(chains(corpus)) == [["Ada", "nő", "Ő"], ["aki"], ["programot"], ["sora"]]
    assert corpus.nodes.sentences.tolist() == [0, 3, 6]
    assert len(corpus.relations.anaphor) == 1
    assert list(corpus.relations.bridging_relation) == ["holo"]
    lemmas = corpus.source.column("lemma")
    assert lemmas is not None
    assert lemmas[1] == "ír"
    assert [(problem.code, problem.place.line, problem.text) for problem in corpus.problems] == [
        ("CE049", 12, "???")
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [("3\tx\tx\tNOUN\t_\t_", "CE020"), ("3\tx", "CE020")],
)
def test_faults(line: str, code: str) -> None:
    """A line without the columns of the header is told with its place."""
    with pytest.raises(CorefevalError) as raised:
        read(CONTENT + line + "\n")
    assert [
        (problem.code, problem.place.line) for problem in raised.value.problems if problem.code != "CE049"
    ] == [(code, 13)]


def test_a_word_beyond_its_sentence_is_no_antecedent() -> None:
    """It is said, and not one of the next sentence."""
    corpus = read(CONTENT.replace("1:1\tcoref", "1:4\tcoref"))
    assert "1:4" in [problem.text for problem in corpus.problems]
    assert ["Ada", "nő", "Ő"] not in chains(corpus)


@pytest.mark.skipif(not KORKOR.exists(), reason="the shared data are not beside the checkout")
def test_the_corpus() -> None:
    """All 94 documents, with the words of the manifest and the mentions that an independent count found."""
    corpus = formats.read(KORKOR)
    assert (len(corpus.names), len(corpus.nodes.forms)) == (94, 24499)
    assert (len(corpus.mentions), len(corpus.entities), len(corpus.relations.anaphor)) == (2872, 1145, 179)
