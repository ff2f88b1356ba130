"""Documents made one: what is joined is what would have been read from one document."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from corefeval import formats, load
from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.joining import join_documents
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from tests.files import corefud


def rows(dice: random.Random, size: int) -> list[str]:
    """Return rows of CoNLL-2012 with entities of some of ten names, of single words, of several and in parts."""
    cells: list[list[str]] = [[] for _ in range(size)]
    for number in range(dice.randrange(6)):
        first = dice.randrange(size)
        last = min(size - 1, first + dice.randrange(3))
        label = f"{dice.randrange(10)}" + (f"{chr(97 + number)}" if dice.random() < 0.3 else "")
        if first == last:
            cells[first].append(f"({label})")
        else:
            cells[first].append(f"({label}")
            cells[last].append(f"{label})")
    return [f"w{dice.randrange(99)} {'|'.join(cell) or '-'}" for cell in cells]


def read(documents: dict[str, list[list[str]]]) -> Corpus:
    """Read documents of sentences of rows."""
    lines = []
    for name, sentences in documents.items():
        text = "\n\n".join("\n".join(sentence) for sentence in sentences)
        lines.append(f"#begin document ({name}); part 000\n{text}\n\n#end document\n")
    return formats.read_file(TextFile("f", "".join(lines).encode()), "conll2012", ReadOptions())


def said(corpus: Corpus) -> list[object]:
    """Return names, words, sentences, and the entities as sets of mentions by their parts."""
    return [
        (
            document.name,
            list(document.tokens),
            {
                (entity.id, frozenset(tuple(mention.spans) for mention in entity.mentions))
                for entity in document.entities
            },
        )
        for document in corpus.documents
    ]


@pytest.mark.parametrize("seed", range(30))
def test_as_if_read_from_one_document(seed: int) -> None:
    """Documents joined in groups are those of a file in which the groups are documents."""
    dice = random.Random(seed)
    documents = {f"d{number}": [rows(dice, dice.randint(1, 6))] for number in range(dice.randint(1, 6))}
    group = integers(dice.randrange(3) for _ in documents)
    used = sorted(set(group.tolist()))
    group = np.searchsorted(integers(used), group)
    together: dict[str, list[list[str]]] = {f"g{number}": [] for number in range(len(used))}
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for number, sentences in zip(group.tolist(), documents.values(), strict=True):
        letter = next(letters)  # letters of parts are those of one document
        for sentence in sentences:
            marked = [
                f"{word} {''.join(letter + sign if sign in 'abcdef' else sign for sign in cell)}"
                for word, cell in (row.split(" ") for row in sentence)
            ]
            together[f"g{number}"].append(marked)
    corpus, other = read(documents), read(together)
    joined = join_documents(corpus, group, list(together), corpus)
    assert said(joined) == said(other)
    for name in ("start", "stop", "sentences"):
        assert getattr(joined.nodes, name).tolist() == getattr(other.nodes, name).tolist()
    assert joined.entities.document.tolist() == other.entities.document.tolist()
    assert joined.mention_document.tolist() == other.mention_document.tolist()
    assert list(joined.entities.labels) == list(other.entities.labels)


def test_what_else_a_file_says(tmp_path: Path) -> None:
    """Heads, zeros, columns, attributes, relations and places go with the mentions; documents may change places."""
    first = corefud(tmp_path / "a", [["1 (e1--1-)", "2 (e2-x-2-", "3 e2)", "3.1 (e1--1-)"]], "a").read_text()
    second = corefud(tmp_path / "b", [["1", "1.1 (e2--1-)", "2 (e3--1-)"]], "b").read_text()
    third = corefud(tmp_path / "c", [["0.1 (e1--1-)", "1 (e1--1-)|Bridge=e3<e1"]], "c").read_text()
    path = tmp_path / "all"
    header = "# global.Entity = eid-etype-head-other\n"
    path.write_text(first + second.replace(header, "") + third.replace(header, ""), encoding="utf-8")
    corpus = load(path)
    joined = join_documents(corpus, integers([0, 1, 0]), ["x", "y"], corpus)
    assert joined.names == joined.topics == ("x", "y")
    assert list(joined.nodes.forms) == ["w1", "w2", "w3", "w3.1", "w0.1", "w1", "w1", "w1.1", "w2"]
    assert joined.nodes.empty.tolist() == [3, 4, 7]
    assert joined.nodes.minor[0] == corpus.nodes.minor[0]
    assert list(joined.entities.labels) == ["e1", "e2", "e2", "e3"]
    assert joined.entities.document.tolist() == [0, 0, 1, 1]
    heads = {
        (entity.id, mention.text, mention.head)
        for document in joined.documents
        for entity in document.entities
        for mention in entity.mentions
    }
    assert ("e2", "w2 w3", 2) in heads
    etypes = joined.mentions.attributes.column("etype")
    assert etypes is not None
    assert sorted(etypes) == ["", "", "", "", "", "", "x"]
    tags = joined.source.column("upos")
    assert tags is not None
    assert len(tags) == 9
    assert [joined.source.place(node).line for node in (0, 4, 6)] == [
        corpus.source.place(node).line for node in (0, 7, 4)
    ]
    assert joined.source.place(99).file == str(path)


def test_the_order_of_documents_changes_nothing() -> None:
    """They are joined in the order of their names."""
    texts = {"b": [["x (1)"]], "a": [["y (1)", "z (2)"]], "c": [["v (2)"]]}
    one, other = read(texts), read(dict(sorted(texts.items())))
    whole = [join_documents(corpus, np.zeros(3, np.int64), ["all"], corpus) for corpus in (one, other)]
    assert list(whole[0].nodes.forms) == ["y", "z", "x", "v"]
    assert said(whole[0]) == said(whole[1])
    assert whole[0].mentions.entity.tolist() == whole[1].mentions.entity.tolist()


def test_an_entity_without_a_name_stays_alone() -> None:
    """Clusters of JSON Lines are the same in two documents only where they are named so."""
    lines = [
        '{"doc_key": "a", "sentences": [["x", "y"]], "clusters": [[[0, 0]], [[1, 1]]], "cluster_ids": ["0", "e"]}',
        '{"doc_key": "b", "sentences": [["x", "y"]], "clusters": [[[0, 0]]], "cluster_ids": ["e"]}',
        '{"doc_key": "c", "sentences": [["x", "y"]], "clusters": [[[0, 0]], [[1, 1]]]}',
    ]
    content = "\n".join(lines).encode()
    corpus = formats.read_file(TextFile("f", content), None, ReadOptions(offsets="inclusive"))
    joined = join_documents(corpus, np.zeros(3, np.int64), ["all"], corpus)
    assert list(joined.entities.labels) == ["0", "e", "0", "1"]
    assert joined.entity_sizes.tolist() == [1, 2, 1, 1]


def test_words_of_documents_that_are_missing() -> None:
    """They are those of the other side, so that what is behind them has the same place in both."""
    key = read({"a": [["u (1)", "v -"]], "b": [["x (1)"]], "c": [["y -", "z (2)"]]})
    response = key.select_documents(integers([0, -1, 2]))
    joined = join_documents(response, np.zeros(3, np.int64), ["all"], key)
    assert list(joined.nodes.forms) == ["u", "v", "x", "y", "z"]
    assert [mention.spans for mention in joined.documents[0].mentions] == [[(0, 0)], [(4, 4)]]
    assert joined.source.place(2).line == 0
    assert joined.source.column("form") is not None


def test_mentions_without_a_text_are_of_their_documents() -> None:
    """The same numbers in two documents are two mentions."""
    corpus = load({"a": [["m", "n"]], "b": [["m"]]})
    joined = join_documents(corpus, np.zeros(2, np.int64), ["all"], corpus)
    assert joined.mentions.objects == (("a", "m"), ("a", "n"), ("b", "m"))
    assert joined.entity_sizes.tolist() == [2, 1]
