"""ECB+ XML, on a small text of our own."""

from __future__ import annotations

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.linguistics.describe import describe
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import SENTENCES, chains

_TOKENS = [(number, word) for number, sentence in enumerate(SENTENCES) for word in sentence]
CONTENT = (
    '<?xml version="1.0"?>\n<Document doc_name="1_2ecb.xml" doc_id="D">\n'
    + "".join(
        f'<token t_id="{index}" sentence="{sentence}">{word}</token>\n'
        for index, (sentence, word) in enumerate(_TOKENS, 1)
    )
    + """<Markables>
<HUMAN_PART_PER m_id="1"><token_anchor t_id="2"/><token_anchor t_id="1"/></HUMAN_PART_PER>
<HUMAN_PART_PER m_id="2"><token_anchor t_id="5"/></HUMAN_PART_PER>
<ACTION_STATE m_id="3"><token_anchor t_id="3"/><token_anchor t_id="6"/></ACTION_STATE>
<HUMAN_PART_PER m_id="4" instance_id="HUM1" TAG_DESCRIPTOR="ada"/>
</Markables>
<Relations>
<CROSS_DOC_COREF r_id="7" note="HUM1"><source m_id="1"/><source m_id="2"/><target m_id="4"/></CROSS_DOC_COREF>
</Relations></Document>"""
)


def read(content: str) -> Corpus:
    """Read a text that is recognised."""
    return formats.read_file(TextFile("f", content.encode()), None, ReadOptions())


def test_ecbplus() -> None:
    """Entities have the names they have in all documents; what is in no relation stands alone; tags are kept."""
    corpus = read(CONTENT)
    assert (corpus.format, corpus.names) == ("ecbplus", ("1_2ecb",))
    assert sorted(chains(corpus)) == [["Ada Berg", "She"], ["slept … woke"]]
    assert "HUM1" in list(corpus.entities.labels)
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert sorted(describe(corpus).ne) == ["ACTION_STATE", "HUMAN_PART_PER", "HUMAN_PART_PER"]
    assert MentionType.EVENT in describe(corpus).type


def test_relations_within_the_document() -> None:
    """They have no name that other documents know."""
    corpus = read(CONTENT.replace("CROSS_", "INTRA_").replace(' note="HUM1"', ""))
    assert sorted(chains(corpus)) == [["Ada Berg", "She"], ["slept … woke"]]
    assert "INTRA_DOC_COREF-1_2ecb-7" in list(corpus.entities.labels)


def test_layers() -> None:
    """Events and the other mentions can be read by themselves; those of a relation are all of one kind."""
    events, others = (
        formats.read_file(TextFile("f", CONTENT.encode()), None, ReadOptions(layer=layer))
        for layer in ("event", "entity")
    )
    assert (chains(events), events.layer) == ([["slept … woke"]], "event")
    assert chains(others) == [["Ada Berg", "She"]]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('<source m_id="2"/>', '<source m_id="4"/>', "CE035", 17),
        ('<token_anchor t_id="5"/>', '<token_anchor t_id="8"/>', "CE035", 12),
        ('<ACTION_STATE m_id="3">', '<ACTION_STATE m_id="2">', "CE093", 13),
        ('<token t_id="7"', '<token t_id="6"', "CE093", 9),
    ],
)
def test_faults(old: str, new: str, code: str, line: int) -> None:
    """Each is told with its line."""
    with pytest.raises(CorefevalError) as raised:
        read(CONTENT.replace(old, new))
    assert (code, line) in [(problem.code, problem.place.line) for problem in raised.value.problems]
