"""KAF and NAF: words, terms and chains, on a small text of our own."""

from __future__ import annotations

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains

WORDS = ("Ada", "Berg", "slept", ".", "She", "woke")
NAF = (
    '<?xml version="1.0"?>\n<NAF><text>\n'
    + "".join(
        f'<wf id="w{number}" sent="{1 + (number > 4)}">{word}</wf>\n' for number, word in enumerate(WORDS, 1)
    )
    + '</text><terms>\n<term id="t1" lemma="Ada Berg" pos="R"><span><target id="w1"/><target id="w2"/></span></term>\n'
    + "".join(
        f'<term id="t{number}" lemma="{number}"><span><target id="w{number + 1}"/></span></term>\n'
        for number in range(2, 6)
    )
    + """</terms><coreferences><coref id="co1">
<span><target id="t1" head="yes"/></span>
<span><target id="t4"/></span></coref>
<coref id="co2" type="event">
<span><target id="t2"/><target id="t5"/></span></coref></coreferences></NAF>"""
)
KAF = (
    NAF.replace("NAF", "KAF")
    .replace("wf id", "wf wid")
    .replace("term id", "term tid")
    .replace("coref id", "coref coid")
)


def read(content: str) -> Corpus:
    """Read a text that is recognised."""
    return formats.read_file(TextFile("f", content.encode()), None, ReadOptions())


@pytest.mark.parametrize("content", [NAF, KAF])
def test_terms_and_chains(content: str) -> None:
    """A term may be several words, a mention several parts; heads, lemmas and types are kept."""
    corpus = read(content)
    assert corpus.format == "naf"
    assert chains(corpus) == [["Ada Berg", "She"], ["slept … woke"]]
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert sorted(corpus.mentions.head.tolist()) == [-1, -1, 1]
    assert list(corpus.source.column("lemma") or ())[:3] == ["Ada Berg", "Ada Berg", "2"]
    assert list(corpus.mentions.attributes.column("type") or ()).count("event") == 1


def test_a_run_that_failed() -> None:
    """There are no chains, and what the file says of it is told."""
    failed = KAF[: KAF.index("<coreferences>")] + "<errors>\n<error>Traceback\nmore</error></errors></KAF>"
    corpus = read(failed)
    assert (len(corpus.mentions), [(each.code, each.text) for each in corpus.problems]) == (
        0,
        [("CE068", "Traceback")],
    )


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('<target id="t4"/>', '<target id="t9"/>', "CE035", 17),
        ('<target id="w3"/>', '<target id="w9"/>', "CE035", 11),
        ('id="w3"', 'id="w2"', "CE093", 5),
        ('<target id="t4"/>', "", "CE031", 17),
    ],
)
def test_faults(old: str, new: str, code: str, line: int) -> None:
    """Each is told with its line."""
    with pytest.raises(CorefevalError) as raised:
        read(NAF.replace(old, new, 1))
    assert (code, line) in [(problem.code, problem.place.line) for problem in raised.value.problems]


def test_parts_and_deprecated_chains() -> None:
    """A part of a word or of a term has the whole of it; chains that were taken back are said and not read."""
    content = NAF.replace(">slept<", '>slept<subtoken id="w3.1">sle</subtoken><').replace(
        '<span><target id="w3"/></span>',
        '<span><target id="w3"/></span><component id="t2.1"><span><target id="w3.1"/></span></component>',
    )
    content = content.replace('<target id="t2"/>', '<target id="t2.1"/>').replace(
        '<coref id="co1"', '<coref id="co1" status="deprecated"'
    )
    corpus = read(content)
    assert list(corpus.nodes.forms) == list(WORDS)
    assert chains(corpus) == [["slept … woke"]]
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE068", "co1")]
