"""WebAnno TSV: chains, relations, stacked and numbered spans, on a small text of our own."""

from __future__ import annotations

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.linguistics.describe import describe
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains

RELATIONS = """#FORMAT=WebAnno TSV 3.3
#T_SP=webanno.custom.Word|tag
#T_SP=webanno.custom.Referent|entity|status
#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent


#Text=Ada Berg met Eve
1-1\t0-3\tAda\tN\tperson[1]\tnew[1]\tcoref\t2-1[3_1]\t
1-2\t4-8\tBerg\tN\tperson[1]|a\\|b[2]\tnew[1]|*[2]\tbridge:def\t1-4[0_2]\t
1-3\t9-12\tmet\t_\t_\t_\t_\t_\t
1-4\t13-16\tEve\tN\tperson\tnew\tbridge:aggr\t2-3[5_0]\t

#Text=She slept They
2-1\t17-20\tShe\t_\tperson[3]\tgiv[3]\t_\t_\t
2-2\t21-26\tslept\t_\t_\t_\t_\t_\t
2-3\t27-31\tThey\t_\tperson[5]|person[3]\tnew[5]|giv[3]\t_\t_\t
"""
CHAINS = """#FORMAT=WebAnno TSV 3.3
#T_CH=de.CoreferenceLink|referenceType|referenceRelation

#Text=Ada Berg slept
1-1\t0-3\tAda\tnam[1]\t*->1-2\t
1-2\t4-8\tBerg\tnam[1]|*[2]\tident->1-2|*->2-1\t
1-3\t9-14\tslept\t_\t_\t
1-3.1\t9-10\ts\tpro[1]\t*->1-1\t
"""


def read(content: str) -> Corpus:
    """Read a text that is recognised."""
    return formats.read_file(TextFile("f", content.encode()), None, ReadOptions())


def test_relations() -> None:
    """Stacked, numbered and discontinuous spans, escapes, and relations that are not identity."""
    corpus = read(RELATIONS)
    assert corpus.format == "webanno"
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert sorted(chains(corpus)) == [["Ada Berg", "She … They"], ["Berg"], ["Eve"], ["They"]]
    assert sorted(describe(corpus).ne) == ["a|b", *["person"] * 4]
    status = corpus.mentions.attributes.column("status")
    assert status is not None
    assert sorted(status) == ["", "giv", "new", "new", "new"]
    relations = corpus.source.relations(corpus)
    label = [entity.mentions[0].text for entity in corpus.documents[0].entities]
    assert [(label[relations.whole[0]], label[relations.element[0]])] == [("They", "Eve")]
    (anaphor,) = relations.anaphor.tolist()
    assert (label[corpus.mentions.entity[anaphor]], label[relations.anchor_entity[0]]) == ("Eve", "Berg")
    assert list(relations.bridging_relation) == ["def"]


def test_chains() -> None:
    """A chain layer in either order of its columns; a span inside a token has the whole of it, and that is told."""
    corpus = read(CHAINS)
    assert chains(corpus) == [["Ada Berg", "slept"], ["Berg"]]
    kinds = corpus.mentions.attributes.column("type")
    assert kinds is not None
    assert sorted(kinds) == ["", "nam", "pro"]
    assert [(problem.code, problem.place.line) for problem in corpus.problems] == [("CE089", 8)]


def test_unnumbered_ends() -> None:
    """An address without numbers is of the spans that are single tokens."""
    content = RELATIONS.replace("bridge:aggr\t2-3[5_0]", "*\t1-2[2_0]")
    assert ["Berg", "Eve"] in chains(read(content))


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("2-1[3_1]", "here", "CE067", 8),
        ("2-1[3_1]", "2-1[3_1]|2-2", "CE067", 8),
        ("2-1[3_1]", "2-1[7_1]", "CE035", 8),
        ("\tmet\t_\t_\t_\t_\t_\t", "\tmet", "CE067", 10),
        ("1-3\t9-12", "a\t9-12", "CE067", 10),
        ("Coref|", "Dependency|", "CE069", 1),
        ("BT_webanno.custom.Referent", "BT_x", "CE069", 1),
    ],
)
def test_faults(old: str, new: str, code: str, line: int) -> None:
    """Each is told with its line."""
    with pytest.raises(CorefevalError) as raised:
        read(RELATIONS.replace(old, new))
    assert [(problem.code, problem.place.line) for problem in raised.value.problems] == [(code, line)]


def test_what_is_no_link() -> None:
    """A cell of chains without a number of a chain."""
    with pytest.raises(CorefevalError) as raised:
        read(CHAINS.replace("*->1-1", "first"))
    assert [(problem.code, problem.place.line) for problem in raised.value.problems] == [("CE067", 8)]


def test_relations_without_features() -> None:
    """Their only column has the addresses, and the columns of layers behind it are where they belong."""
    corpus = read(
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Span|\n#T_RL=webanno.custom.Coref|BT_webanno.custom.Span\n"
        "#T_RL=x.Dependency|kind|BT_x.POS\n\n\n#Text=Ada met her .\n1-1\t0-3\tAda\t*\t_\t_\t_\t\n"
        "1-2\t4-7\tmet\t_\t_\troot\t1-2\t\n1-3\t8-11\ther\t*\t1-1\t_\t_\t\n1-4\t12-13\t.\t_\t_\t_\t_\t\n"
    )
    assert (chains(corpus), corpus.problems) == ([["Ada", "her"]], ())


def test_chains_of_several_layers() -> None:
    """All layers that are called coreference are read, and their numbers are their own; that is said."""
    text = (
        "#FORMAT=WebAnno TSV 3.3\n#T_CH=de.CoreferenceLink|referenceRelation|referenceType\n"
        "#T_CH=x.CoreferenceThingLink|referenceRelation|referenceType\n\n\n#Text=Ada fed her dog .\n"
        "1-1\t0-3\tAda\t*->1-1\tname[1]\t_\t_\t\n1-2\t4-7\tfed\t_\t_\t_\t_\t\n1-3\t8-11\ther\t*->1-2\tpro[1]\t*->1-1\tnp[1]\t\n"
        "1-4\t12-15\tdog\t_\t_\t*->1-1\tnp[1]\t\n1-5\t16-17\t.\t_\t_\t_\t_\t\n"
    )
    corpus = read(text)
    assert chains(corpus) == [["Ada", "her"], ["her dog"]]
    assert [problem.code for problem in corpus.problems] == ["CE068"]
    with pytest.raises(CorefevalError, match="CE069"):
        read(text.replace("Coreference", "Other"))


def test_a_value_that_ends_with_a_backslash() -> None:
    """The number behind it is that of the span."""
    corpus = read(RELATIONS.replace("person[1]", "per\\\\[1]"))
    assert "per\\" in list(corpus.mentions.attributes.column("ne") or ())
    assert len(corpus.mentions) == len(read(RELATIONS).mentions)
