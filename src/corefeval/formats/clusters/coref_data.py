"""Rows of the `coref-data` datasets of Hugging Face (their "indiscrim" format): sentences of tokens, and chains.

A chain of `coref_chains` lists its mentions as [sentence, first token, last token], counted from 0 with inclusive ends.
A token whose `id` is not an integer (8.1) is an empty node. Character offsets of tokens are not read, because
multi-word tokens have none.
"""

from __future__ import annotations

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines.fields import Offset
from corefeval.formats.standoff import AnnotatedDocument, Mention, Sentences, assemble, token_document
from corefeval.problems import Place, Problems

COLUMNS = ("lemma", "upos", "xpos", "feats", "deprel")


class _Token(msgspec.Struct):
    text: str
    id: int | float | str | None = None
    lemma: str | None = None
    upos: str | None = None
    xpos: str | None = None
    feats: str | None = None
    deprel: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it is an empty node."""
        return isinstance(self.id, float) and not self.id.is_integer()


class _Sentence(msgspec.Struct):
    tokens: list[_Token]
    speaker: str | None = None


class _Record(msgspec.Struct):
    sentences: list[_Sentence]
    coref_chains: list[list[tuple[Offset, Offset, Offset]]]
    id: str | int = ""


def _document(record: _Record, place: Place, name: str) -> AnnotatedDocument:
    """Return the document of a row."""
    tokens = [token for sentence in record.sentences for token in sentence.tokens]
    numbers = Sentences(len(sentence.tokens) for sentence in record.sentences)
    columns = {column: [getattr(token, column) or "" for token in tokens] for column in COLUMNS}
    columns["speaker"] = [each.speaker or "" for each in record.sentences for _ in each.tokens]
    found = token_document(
        str(record.id) or name,
        place,
        tokens=[token.text for token in tokens],
        sentences=numbers.starts[:-1],
        empty=_empty(record),
        columns={column: cells for column, cells in columns.items() if any(cells)},
        names_chains=False,
    )
    for number, chain in enumerate(record.coref_chains):
        for order, (sentence, first, last) in enumerate(chain):
            span = numbers.node(sentence, first), numbers.node(sentence, last)
            where = inside(place, f"$.coref_chains[{number}][{order}]")
            found.mentions.append(Mention([span], str(number), place=where))
    return found


def _empty(record: _Record) -> list[tuple[int, int]]:
    """Return the number of each empty node, and its index among the empty nodes after the same word, from 1."""
    found: list[tuple[int, int]] = []
    number = 0
    for sentence in record.sentences:
        minor = 0
        for token in sentence.tokens:
            minor = minor + 1 if token.is_empty else 0
            if minor:
                found.append((number, minor))
            number += 1
    return found


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read rows. Each row is a document."""
    problems = Problems()
    rows = records(file, _Record, ("coref_chains",), problems)
    documents = [_document(record, place, name) for record, place, name in rows]
    return assemble(documents, "coref-data", options, problems)


FORMAT = Format("coref-data", read)
