"""UIMA XMI with chains, on a small text of our own."""

from __future__ import annotations

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains

TOKENS = [(5, 7), (0, 2), (3, 4), (8, 13), (13, 14), (15, 18)]
"""Of a text whose first character is two code units wide, in another order than the text."""
CONTENT = (
    '<?xml version="1.0"?><xmi:XMI xmlns:xmi="x" xmlns:type="y">\n'
    '<type:DocumentMetaData xmi:id="2" sofa="1" begin="0" end="18" documentId="d"/>\n'
    + "".join(f'<type:Token sofa="1" begin="{begin}" end="{end}"/>' for begin, end in TOKENS)
    + """<type:Sentence sofa="1" begin="15" end="18"/><type:Sentence sofa="1" begin="0" end="14"/>
<type:CoreferenceLink xmi:id="7" sofa="1" begin="15" end="18" next="8" referenceType="pro"/>
<type:CoreferenceLink xmi:id="8" sofa="1" begin="0" end="4" referenceType="nam"/>
<type:CoreferenceLink xmi:id="9" sofa="1" begin="9" end="9"/>
<type:CoreferenceChain xmi:id="10" sofa="1" first="7"/>
<type:CoreferenceChain xmi:id="11" sofa="1" first="9"/>
<cas:Sofa xmi:id="1" sofaString="\U0001f600 A is awake. She"/>
</xmi:XMI>"""
)


def read(content: str) -> Corpus:
    """Read a text that is recognised."""
    return formats.read_file(TextFile("f", content.encode()), None, ReadOptions())


def test_chains() -> None:
    """Links in any order; offsets count code units; what is inside a token has the whole of it."""
    corpus = read(CONTENT)
    assert (corpus.format, corpus.names) == ("xmi", ("d",))
    assert list(corpus.nodes.forms) == ["\U0001f600", "A", "is", "awake", ".", "She"]
    assert sorted(chains(corpus)) == [["awake"], ["\U0001f600 A", "She"]]
    assert corpus.nodes.sentences.tolist() == [0, 5]
    assert [problem.code for problem in corpus.problems] == ["CE089"]
    kinds = corpus.mentions.attributes.column("type")
    assert kinds is not None
    assert sorted(kinds) == ["", "nam", "pro"]


def test_without_tokens() -> None:
    """The text is cut, also where a mention ends."""
    corpus = read(CONTENT.replace("type:Token", "type:Other"))
    assert ["\U0001f600 A", "She"] in chains(corpus)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('next="8"', 'next="88"', "CE035", 4),
        ('first="9"', 'first="99"', "CE035", 8),
        ('begin="15" end="18" next', 'begin="15" end="99" next', "CE031", 4),
        ('begin="15" end="18" next', 'end="18" next', "CE033", 4),
        ('xmi:id="9" sofa', 'xmi:id="8" sofa', "CE093", 6),
        ("CoreferenceChain", "Chained", "CE069", 1),
        ('xmi:id="11" sofa="1"', 'xmi:id="11" sofa="3"', "CE067", 8),
    ],
)
def test_faults(old: str, new: str, code: str, line: int) -> None:
    """Each is told with its line."""
    with pytest.raises(CorefevalError) as raised:
        read(CONTENT.replace(old, new))
    assert (code, line) in [(problem.code, problem.place.line) for problem in raised.value.problems]
