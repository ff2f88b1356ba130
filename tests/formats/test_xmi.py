"""UIMA XMI with chains, on a small text of our own."""

from __future__ import annotations

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains
from tests.refuses import refuses

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


RELATIONS = (
    CONTENT[: CONTENT.index("<type:CoreferenceLink")]
    + """<custom:Referent xmi:id="7" sofa="1" begin="15" end="18" entity="person"/>
<custom:Referent xmi:id="8" sofa="1" begin="0" end="4"/>
<custom:Referent xmi:id="9" sofa="1" begin="8" end="13"/>
<custom:Coref xmi:id="20" sofa="1" begin="0" end="4" Governor="7" Dependent="8" type="ana"/>
<custom:Coref xmi:id="21" sofa="1" begin="0" end="4" Governor="9" Dependent="8" type="bridge:def"/>
<dependency:ROOT xmi:id="22" sofa="1" begin="5" end="7" Governor="3" Dependent="3"/>
<type:Token xmi:id="3" sofa="1" begin="5" end="7"/>
<cas:Sofa xmi:id="1" sofaString="\U0001f600 A is awake. She"/>
</xmi:XMI>"""
)


def test_relations() -> None:
    """Relations between spans are read as in WebAnno TSV; those between tokens are none of it."""
    corpus = read(RELATIONS.replace('<type:Token sofa="1" begin="5" end="7"/>', ""))
    assert sorted(chains(corpus)) == [["awake"], ["\U0001f600 A", "She"]]
    assert list(corpus.relations.bridging_relation) == ["def"]
    assert list(corpus.mentions.attributes.column("ne") or ()) == ["", "", "person"]
    assert corpus.problems == ()


def test_relations_of_another_name() -> None:
    """The only relations there are count, and that is said; of two types that are not called so none does."""
    corpus = read(RELATIONS.replace("custom:Coref", "custom:Link2"))
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE068", "Link2")]
    second = RELATIONS.replace("custom:Coref", "custom:Same", 1).replace("custom:Coref", "custom:Other")
    with refuses(CorefevalError, "CE069", "not-one-type-chains", text="Other, Same"):
        read(second)


def test_mentions_of_coref_annotator() -> None:
    """Mentions name their entity and their second part; a group of entities has elements."""
    corpus = read(
        CONTENT[: CONTENT.index("<type:CoreferenceLink")]
        + """<v1:Mention xmi:id="31" sofa="1" begin="0" end="2" Entity="41" Discontinuous="35"/>
<v1:Mention xmi:id="32" sofa="1" begin="15" end="18" Entity="41"/>
<v1:Mention xmi:id="33" sofa="1" begin="3" end="4" Entity="43"/>
<v1:DetachedMentionPart xmi:id="35" sofa="1" begin="8" end="13" Mention="31"/>
<v1:Entity xmi:id="41" Label="a"/><v1:Entity xmi:id="42" Label="b"/><v1:EntityGroup xmi:id="43" Members="41 42"/>
<cas:Sofa xmi:id="1" sofaString="\U0001f600 A is awake. She"/></xmi:XMI>"""
    )
    assert sorted(chains(corpus)) == [["A"], ["\U0001f600 … awake", "She"]]
    labels = list(corpus.entities.labels)
    relations = corpus.relations
    assert (labels[relations.whole[0]], labels[relations.element[0]]) == ("43", "41")
