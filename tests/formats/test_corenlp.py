"""CoreNLP's XML and JSON, on a small text of our own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from corefeval import formats, score
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.linguistics.describe import describe
from corefeval.linguistics.dominant_mentions import representatives
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import SENTENCES, chains


def in_xml(start: int = 1, end: int = 3) -> str:
    """Return the text as XML."""
    sentences = "".join(
        "<sentence><tokens>"
        + "".join(
            f"<token><word>{word}</word><POS>X</POS><Speaker>PER0</Speaker></token>" for word in sentence
        )
        + "</tokens></sentence>"
        for sentence in SENTENCES
    )
    return f"""<?xml version="1.0"?>
<?xml-stylesheet href="a.xsl"?>
<root><document><docId>d</docId><sentences>{sentences}</sentences>
<coreference><coreference>
<mention><sentence>2</sentence><start>1</start><end>2</end><head>1</head><text>She</text></mention>
<mention representative="true"><sentence>1</sentence><start>{start}</start><end>{end}</end><head>2</head></mention>
</coreference></coreference></document></root>"""


def in_json(**changes: object) -> dict[str, Any]:
    """Return the text as JSON, with a chain of one mention more."""
    ada = {"id": 1, "text": "Ada Berg", "type": "PROPER", "sentNum": 1, "startIndex": 1, "endIndex": 3}
    she = {"id": 2, "text": "She", "type": "PRONOMINAL", "sentNum": 2, "startIndex": 1, "endIndex": 2}
    ada |= {"headIndex": 2, "isRepresentativeMention": True, "gender": "FEMALE"}
    berg = {"id": 3, "text": "Berg", "type": "NOMINAL", "sentNum": 1, "startIndex": 2, "endIndex": 3}
    return {
        "docId": "d",
        "sentences": [
            {"index": number, "tokens": [{"index": 1, "word": word} for word in sentence]}
            for number, sentence in enumerate(SENTENCES)
        ],
        "corefs": {"2": [she, ada | changes], "3": [berg]},
    }


def read(content: str | dict[str, Any]) -> Corpus:
    """Read a text that is recognised."""
    written = content if isinstance(content, str) else json.dumps(content)
    return formats.read_file(TextFile("f", written.encode()), None, ReadOptions())


def problems(content: str | dict[str, Any]) -> list[tuple[str, str]]:
    """Return codes and places of what is wrong."""
    with pytest.raises(CorefevalError) as raised:
        read(content)
    return [(problem.code, str(problem.place)) for problem in raised.value.problems]


def test_xml() -> None:
    """Chains, heads, tags and the representative mention."""
    corpus = read(in_xml())
    assert (corpus.format, corpus.names) == ("corenlp-xml", ("d",))
    assert chains(corpus) == [["Ada Berg", "She"]]
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert corpus.mentions.head.tolist() == [1, 4]
    assert representatives("given", corpus, describe(corpus)).tolist() == [0]
    column = corpus.source.column("speaker")
    assert column is not None
    assert column[6] == "PER0"


def test_xml_without_coreference() -> None:
    """A run without coreference is a document without mentions."""
    whole = in_xml()
    corpus = read(whole[: whole.index("<coreference>")] + "</document></root>")
    assert (len(corpus.nodes.forms), len(corpus.mentions)) == (7, 0)


def test_json() -> None:
    """The same and a singleton, types and gender."""
    corpus = read(in_json())
    assert (corpus.format, corpus.names) == ("corenlp-json", ("d",))
    assert chains(corpus) == [["Ada Berg", "She"], ["Berg"]]
    assert representatives("given", corpus, describe(corpus)).tolist() == [1, -1]
    assert describe(corpus).type.tolist() == [MentionType.NOMINAL, MentionType.NAME, MentionType.PRONOUN]
    gender = corpus.mentions.attributes.column("gender")
    assert gender is not None
    assert list(gender) == ["", "FEMALE", ""]


def test_the_same_in_both() -> None:
    """The one scored against the other differs by the singleton alone."""
    content = in_json()
    del content["corefs"]["3"]
    assert score(read(in_xml()), read(content))["conll"]["f1"] == 1


def test_numbers_beyond_a_sentence() -> None:
    """Tokens of the next sentence are not meant, nor is a token 0."""
    assert problems(in_xml(3, 6)) == [("CE031", "f:6:1")]
    assert problems(in_xml(0, 2)) == [("CE031", "f:6:1")]
    assert problems(in_json(endIndex=9)) == [("CE031", "f:1 $.corefs['2'][1]")]
    assert problems(in_json(sentNum=7, headIndex=0)) == [("CE031", "f:1 $.corefs['2'][1]")]


def test_mentions_without_a_place() -> None:
    """Start and end -1 are those of a mention that CoreNLP could not place: skipped with a warning."""
    for content, place in (
        (in_xml(-1, -1), "f:6:1"),
        (in_json(startIndex=-1, endIndex=-1, headIndex=-1), "f:1 $.corefs['2'][1]"),
    ):
        corpus = read(content)
        assert "Ada Berg" not in [mention.text for mention in corpus.documents[0].mentions]
        assert "She" in [mention.text for mention in corpus.documents[0].mentions]
        assert [(each.code, each.severity.value, str(each.place)) for each in corpus.problems] == [
            ("CE049", "warning", place)
        ]
    assert problems(in_xml(-1, 2)) == [("CE031", "f:6:1")]


def test_what_is_no_number_or_not_there() -> None:
    """Each with its place."""
    wrong = problems(in_xml().replace("<start>1<", "<start>one<"))
    assert wrong[:2] == [("CE033", "f:5:1"), ("CE033", "f:6:1")]
    assert problems(in_json(sentNum="1")) == [("CE033", 'f:1 $.corefs["2"][1].sentNum')]
    content = "<root><document><docId>d</docId></document></root>"
    assert problems(content) == [("CE067", "f:1:7")]
