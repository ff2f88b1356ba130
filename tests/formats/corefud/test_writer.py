"""What is written as CorefUD is read by udapi, on which corefud-scorer stands, as it is meant."""

from __future__ import annotations

import gc
import io
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from udapi.core.document import Document

from corefeval import formats, load, score
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus, Source
from corefeval.corpus.tables import Relations
from corefeval.examples import FOLDER
from corefeval.formats.corefud import FORMAT, writer
from tests.formats.test_corefud import files, read, read_if_valid, text
from tests.formats.test_nkas import JI, JIE, JONAS, ONA, link
from tests.formats.test_nkas import file as nkas_file
from tests.interfaces.test_bad_input import record

Seen = Counter[tuple[str, str, tuple[str, ...], str]]
"""Document, entity, words (sentence and number in it) and head of each mention."""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Udapi logs a line for each word without a governor, and after each file looks through all there is for garbage."""
    logging.disable(logging.WARNING)
    gc.freeze()
    yield
    gc.unfreeze()
    logging.disable(logging.NOTSET)


def seen_by_udapi(content: bytes) -> Seen:
    """Read with udapi, which raises ValueError for what it does not understand."""
    document = Document()
    document.from_conllu_string(content.decode())
    name, owner = "", {}
    for tree in document.trees:
        name = tree.newdoc or name
        owner[tree] = name

    def word(node: object) -> str:
        return f"{node.root.bundle.number}:{node.ord}"  # type: ignore[attr-defined]

    return Counter(
        (owner[mention.words[0].root], entity.eid, tuple(map(word, mention.words)), word(mention.head))
        for entity in document.coref_entities
        for mention in entity.mentions
    )


def seen_by_us(corpus: Corpus) -> Seen:
    """Return the same of a corpus; first words are heads where none are named."""
    nodes, mentions = corpus.nodes, corpus.mentions
    identifiers = list(corpus.source.column("id") or ())
    sentence = np.searchsorted(nodes.sentences, np.arange(len(nodes.forms)), side="right").tolist()

    def word(node: int) -> str:
        number = identifiers[node]
        return f"{sentence[node]}:{float(number) if '.' in number else number}"

    found: Seen = Counter()
    for row in range(len(mentions)):
        spans = mentions.parts.of(row) or [(int(mentions.first[row]), int(mentions.last[row]))]
        words = [word(node) for first, last in spans for node in range(first, last + 1)]
        head = int(mentions.head[row])
        found[
            corpus.names[int(corpus.mention_document[row])],
            corpus.entities.labels[int(mentions.entity[row])],
            tuple(words),
            word(head) if head >= 0 else words[0],
        ] += 1
    return found


def written(corpus: Corpus) -> bytes:
    """Return a corpus as CorefUD."""
    stream = io.BytesIO()
    FORMAT.write(corpus, stream)
    return stream.getvalue()


class _Foreign(Source):
    """A source without lines and columns, as other formats have it."""

    def __init__(self, relations: Relations) -> None:
        self._relations = relations

    def relations(self, corpus: Corpus) -> Relations:
        del corpus
        return self._relations


@given(files())
@settings(max_examples=20, deadline=None)
def test_any_corpus(content: bytes) -> None:
    """Nested, crossing, repeated and discontinuous mentions, empty nodes and links of a corpus of another format."""
    corpus = read_if_valid(content)
    if corpus is None:
        return
    copy = written(replace(corpus, source=_Foreign(corpus.relations), format="jsonlines"))
    sentences = copy.decode().split("\n\n")
    if any(not _has_word(sentence) for sentence in sentences if "\t" in sentence) or len(corpus.names) == 0:
        return  # udapi drops a sentence without a word
    if not len(corpus.nodes.forms):
        return  # and cannot read a file without one
    assert seen_by_udapi(copy) == seen_by_us(read(copy))


def _has_word(sentence: str) -> bool:
    return any(line.split("\t")[0].isdigit() for line in sentence.split("\n"))


EXAMPLES = (
    "key.conll",
    "key.conllu",
    "zeros.key.conllu",
    "relations.key.conllua",
    "record.jsonl",
    "text.nkas",
)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_format(name: str, tmp_path: Path) -> None:
    """The converted file has the mentions, entities and heads that udapi sees, and those of the original."""
    source = FOLDER / name
    if name == "record.jsonl":
        source = tmp_path / name
        source.write_text(record(mentions=[{"span": [2, 3], "head": 3}]) + record(doc_key="b/c d"))
    elif name == "text.nkas":
        source = tmp_path / name
        source.write_bytes(nkas_file(link(JIE, ONA, JONAS, code="ppag"), link(JI, ONA)))
    original = formats.read(source)
    formats.write(original, tmp_path / "copy", "corefud")
    copy = formats.read(tmp_path / "copy")
    seen = seen_by_udapi((tmp_path / "copy").read_bytes())
    assert seen == seen_by_us(copy)
    assert sum(seen.values()) == len(original.mentions)
    assert len({(document, entity) for document, entity, _, _ in seen}) == len(original.entities)
    np.testing.assert_array_equal(np.sort(original.entity_sizes), np.sort(copy.entity_sizes))
    assert len({entity for _, entity, _, _ in seen}) == len(original.entities)


def test_an_identifier_of_two_documents_is_written_as_two() -> None:
    """And in the second document all get the document's number, so that their order is kept."""
    corpus = read(text("a:Entity=(e1)") + text("b:Entity=(e1) c:Entity=(e2)", name="x"))
    told = FORMAT.write(corpus, stream := io.BytesIO())
    assert [(problem.kind, problem.count) for problem in told] == [("identifiers-reused", 2)]
    assert [entity for _, entity, _, _ in seen_by_udapi(stream.getvalue())] == ["e1", "d2.e1", "d2.e2"]


def test_identifiers_that_udapi_refuses_are_escaped() -> None:
    """It takes no '=' in an eid, and a bracket for the number of a part."""
    builder = CorpusBuilder("conll2012")
    builder.document("d")
    builder.sentence()
    for label in ("a=b", "c[1/2]", "d[e"):
        builder.mention(builder.entity(label), [(builder.node("w"),) * 2])
    seen = seen_by_udapi(written(builder.build()))
    assert [entity for _, entity, _, _ in seen] == ["a%3Db", "c%5B1/2%5D", "d%5Be"]


def test_a_slash_in_a_name_is_no_zone() -> None:
    """Sentences of bc/cctv/00 stay apart: udapi puts those of one sent_id before the slash together."""
    builder = CorpusBuilder("conll2012")
    for name in ("bc/a b", "bc_a_b"):
        builder.document(name)
        for _ in range(2):
            builder.sentence()
            builder.mention(builder.entity("1"), [(builder.node("w"),) * 2], head=-1)
    content = written(builder.build())
    found = [line for line in content.decode().split("\n") if line.startswith("# sent_id")]
    assert found == [f"# sent_id = {name}-{n}" for name in ("bc_a_b", "bc_a_b_2") for n in (1, 2)]
    assert len(seen_by_udapi(content)) == 4


def test_the_slash_of_a_sentence_of_corefud_is_replaced_and_reported() -> None:
    """The file as it is would be misread by the official scorer."""
    corpus = read(text("a:Entity=(e1)").replace("1\ta", "# sent_id = s/1\n1\ta"))
    told = FORMAT.write(corpus, stream := io.BytesIO())
    assert [(problem.kind, problem.count) for problem in told] == [("sent-ids-changed", 1)]
    assert b"# sent_id = s_1\n" in stream.getvalue()


def test_an_empty_document_does_not_stop_udapi() -> None:
    """Its comments stand before the next sentence; we read it back as a document."""
    corpus = read(text(name="empty") + text("a:Entity=(e1)", name="full"))
    copy = written(corpus)
    assert len(seen_by_udapi(copy)) == 1
    assert read(copy).names == ("empty", "full")


def test_a_word_is_never_opened_and_closed_apart() -> None:
    """To udapi such a mention goes on to the end of the sentence."""
    corpus = read(text("a:Entity=(e1(e2)e1) b c:Entity=(e2)"))
    assert seen_by_udapi(written(corpus)) == seen_by_us(read(written(corpus)))
    assert b"(e1--1)(e2--1)" in written(corpus)


def test_links_to_what_cannot_be_written_are_reported() -> None:
    """An entity whose only mention crosses a sentence is gone, and so is what refers to it."""
    builder = CorpusBuilder("conllua")
    builder.document("d")
    for _ in range(2):
        builder.sentence()
        builder.node("w")
        builder.node("w")
    gone, kept = builder.entity("gone"), builder.entity("kept")
    builder.mention(gone, [(1, 2)])
    anaphor = builder.mention(kept, [(3, 3)])
    builder.split_antecedent(kept, gone)
    builder.bridging(anaphor, -1, gone)
    builder.bridging(anaphor, -1, kept)
    lost = FORMAT.write(builder.build(), stream := io.BytesIO())
    told = [(problem.kind, problem.count) for problem in lost]
    assert ("links-without-mentions", 2) in told
    assert ("bridging-links-itself", 1) in told
    assert len(seen_by_udapi(stream.getvalue())) == 1


def test_nonreferring_expressions_are_read_back(tmp_path: Path) -> None:
    """What CoNLL-UA marks as -Pseudo (Yu et al. 2023, section 3.3) refers to nothing in CorefUD too, and scores alike."""
    sides = []
    for name in ("relations.key", "relations.system"):
        corpus = load(FOLDER / f"{name}.conllua")
        with (tmp_path / f"{name}.conllu").open("wb") as stream:
            told = writer.write(corpus, stream)
        assert "entities-nonreferring" not in {problem.kind for problem in told}
        again = load(tmp_path / f"{name}.conllu")
        assert corpus.entities.is_nonreferring is not None
        assert again.entities.is_nonreferring is not None
        assert again.entities.is_nonreferring.sum() == corpus.entities.is_nonreferring.sum() > 0
        sides.append((FOLDER / f"{name}.conllua", tmp_path / f"{name}.conllu"))
    before, after = (
        score(key, response, metrics="non-referring", match="exact").scores["non-referring"]
        for key, response in zip(*sides, strict=True)
    )
    assert before == after
    again = load(tmp_path / "relations.key.conllu")
    with (tmp_path / "copy.conllu").open("wb") as stream:
        writer.write(again, stream)
    assert (tmp_path / "copy.conllu").read_bytes() == (tmp_path / "relations.key.conllu").read_bytes()
