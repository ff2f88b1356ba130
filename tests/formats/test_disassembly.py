"""Writers of running text and stand-off: what is written, byte by byte, and what is said to be lost."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from corefeval import formats, load
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.problems import CorefevalError, Problem
from tests.formats.test_clusters import chains

FORMS = ("crac-text", "webanno", "brat", "sacr")


def story() -> Corpus:
    """Return two sentences with a zero, a discontinuous and a crossing mention, relations, and words that need care."""
    builder = CorpusBuilder("test")
    builder.document("d")
    builder.sentence()
    for word, misc in (("Ada", "_"), ("{\U0001f600}", "SpaceAfter=No"), ("#1", "_")):
        builder.node(word, columns={"misc": misc})
    builder.sentence()
    builder.node("#2")
    builder.node("_", minor=1)
    builder.node("slept", columns={"misc": "A=B|SpaceAfter=No"})
    builder.node("a|[x")
    ada, dog, zero = (builder.entity(name) for name in ("Ada", "dog", "zero"))
    first = builder.mention(ada, [(0, 0), (2, 3)], head=2, attributes={"ne": "PER", "type": "PROP"})
    builder.mention(ada, [(5, 5)], attributes={"ne": "a|b"})
    second = builder.mention(dog, [(1, 2)])
    builder.mention(zero, [(4, 4)])
    builder.bridging(second, first, ada, "part")
    builder.split_antecedent(ada, dog)
    return builder.build()


def losses(problems: Sequence[Problem]) -> list[tuple[str, int]]:
    """Return what is lost, and how much of it; what a format does not hold by its own kind."""
    found = []
    for problem in problems:
        what = problem.named.get("what")
        found.append((what.kind if isinstance(what, Problem) else problem.kind, problem.count))
    return found


def written(form: str, folder: Path) -> tuple[str, list[tuple[str, int]]]:
    """Return the file of the story, and what was said to be lost."""
    lost = formats.write(story(), folder / "x", form)
    return (folder / "x").read_text(encoding="utf-8"), losses(lost)


def test_crac_text(tmp_path: Path) -> None:
    """Zeros are kept, the part with the head stands for a discontinuous mention, and no word is taken for a tag."""
    text, lost = written("crac-text", tmp_path)
    assert text == "Ada {\U0001f600}|[e1 #1|[e2,e1] #2|e2] ##|[e3] slept|[e2] a_[x\n"
    assert lost[:4] == [
        ("heads", 1),
        ("discontinuous-mentions", 1),
        ("names-of-entities", 3),
        ("names-of-documents", 1),
    ]
    assert ("words-changed", 1) in lost


def test_webanno(tmp_path: Path) -> None:
    """Offsets in UTF-16, a column an attribute, all spans numbered, relations at the earlier mention."""
    text, lost = written("webanno", tmp_path)
    assert text == (
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Referent|entity|type\n"
        "#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent\n\n"
        "\n#Text=Ada {\U0001f600}#1\n"
        "1-1\t0-3\tAda\tPER[1]\tPROP[1]\tcoref|bridge:part\t2-2[2_1]|1-2[3_1]\t\n"
        "1-2\t4-8\t{\U0001f600}\t*[3]\t*[3]\tbridge:aggr\t1-1[1_3]\t\n"
        "1-3\t8-10\t#1\tPER[1]|*[3]\tPROP[1]|*[3]\t_\t_\t\n"
        "\n#Text=#2 slepta|[x\n"
        "2-1\t11-13\t#2\tPER[1]\tPROP[1]\t_\t_\t\n"
        "2-2\t14-19\tslept\ta\\|b[2]\t*[2]\t_\t_\t\n"
        "2-3\t19-23\ta|[x\t_\t_\t_\t_\t\n"
    )
    assert lost == [
        ("heads", 1),
        ("empty-nodes", 1),
        ("names-of-entities", 3),
        ("mentions-of-empty-nodes-left-out", 1),
        ("names-of-documents", 1),
    ]


def test_webanno_is_read_again(tmp_path: Path) -> None:
    """Attributes, bridging and split antecedents are what they were."""
    written("webanno", tmp_path)
    corpus = formats.read(tmp_path / "x")
    assert chains(corpus) == [["Ada … #1 #2", "slept"], ["{\U0001f600} #1"]]
    relations = corpus.relations
    assert list(relations.bridging_relation) == ["part"]
    assert (relations.whole.tolist(), relations.element.tolist()) == ([0], [1])
    assert list(corpus.mentions.attributes.column("ne") or ()) == ["", "PER", "a|b"]


def test_brat(tmp_path: Path) -> None:
    """Characters of the text beside it; a span over two lines has two parts, as in brat itself."""
    text, lost = written("brat", tmp_path)
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == "Ada {\U0001f600}#1\n#2 slepta|[x\n"
    assert text == (
        "T1\tPROP_PER 0 3;7 9;10 12\tAda #1 #2\n"
        "T2\ta|b 13 18\tslept\n"
        "T3\tMention 4 9\t{\U0001f600}#1\n"
        "R1\tCoreference Arg1:T2 Arg2:T1\n"
    )
    assert ("bridging-changed", 1) in lost
    assert ("split-antecedents-changed", 1) in lost
    assert chains(formats.read(tmp_path / "x")) == [["Ada … # 1 # 2", "slept"], ["{ \U0001f600 } # 1"]]


def test_sacr(tmp_path: Path) -> None:
    """Braces nest, those of the text are parentheses; no line of the text begins with #."""
    text, lost = written("sacr", tmp_path)
    assert text == '#textid: d\n\nAda {dog (\U0001f600)#1}\n #2 {Ada:ne="a|b" slept}a|[x\n'
    assert chains(formats.read(tmp_path / "x")) == [["( \U0001f600 ) # 1"], ["slept"]]
    assert ("crossing-mentions", 1) in lost
    assert ("characters-changed", 2) in lost


def test_sacr_properties() -> None:
    """Properties are in quotes, escaped; the chain that cannot be read again is a number, the outer mention opens first."""
    builder = CorpusBuilder("test")
    builder.document("d")
    for word in ("Ada", "slept"):
        builder.node(word)
    builder.mention(builder.entity("a b"), [(0, 0)], attributes={"said": 'x "\\', "a=b": "c"})
    builder.mention(builder.entity("c"), [(0, 1)])
    stream = io.BytesIO()
    lost = formats.write(builder.build(), stream, "sacr")
    assert stream.getvalue().decode() == '#textid: d\n\n{e2 {e1:said="x \\"\\\\" Ada} slept}\n'
    assert losses(lost) == [
        ("names-of-entities", 2),
        ("attributes-of-mentions", 1),
    ]


@pytest.mark.parametrize("form", FORMS)
def test_clusters_without_a_text_cannot_be_written(form: str) -> None:
    """Clusters from Python have no words to write."""
    with pytest.raises(CorefevalError, match="CE044"):
        formats.write(load({"d": [["a", "b"]]}), io.BytesIO() if form != "brat" else "x.ann", form)
