"""Readable views of a corpus, for people, reports and slow paths: documents, entities, mentions.

`corpus.documents[3].entities[0].mentions[1].text` looks up its columns on access.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import overload

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.text import several, shortened

EXAMPLES_IN_REPR = 3
"""The number of mentions or documents to show."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention, for reading; nodes are numbered within the document."""

    corpus: Corpus
    index: int

    def __repr__(self) -> str:
        """Return its text and its place."""
        is_object = self.corpus.mentions.objects is not None
        where = "" if is_object else f" {','.join(f'{first}-{last}' for first, last in self.spans)}"
        return f"<Mention {shortened(self.text)!r}{where} in {self.document.name!r}>"

    @property
    def document(self) -> Document:
        """The document that contains it."""
        return Document(self.corpus, int(self.corpus.mention_document[self.index]))

    @property
    def entity(self) -> Entity:
        """The entity it refers to."""
        return Entity(self.corpus, int(self.corpus.mentions.entity[self.index]))

    @property
    def spans(self) -> list[tuple[int, int]]:
        """First and last node of each of its parts, counted from 0 within the document."""
        mentions = self.corpus.mentions
        parts = mentions.parts.of(self.index)
        if not parts:
            parts = [(int(mentions.first[self.index]), int(mentions.last[self.index]))]
        start = int(self.corpus.nodes.start[int(self.corpus.mention_document[self.index])])
        return [(first - start, last - start) for first, last in parts]

    @property
    def start(self) -> int:
        """The first node, counted from 0 within the document."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """The last node, counted from 0 within the document."""
        return self.spans[-1][1]

    @property
    def head(self) -> int | None:
        """The head node, counted from 0 within the document."""
        head = int(self.corpus.mentions.head[self.index])
        return None if head < 0 else head - int(self.corpus.nodes.start[self.document.index])

    @property
    def is_zero(self) -> bool:
        """Whether it is a zero."""
        return bool(self.corpus.is_zero[self.index])

    @property
    def text(self) -> str:
        """Its words; parts of a discontinuous mention are separated by an ellipsis."""
        if self.corpus.mentions.objects is not None:
            return str(self.corpus.mentions.objects[self.index])
        start = int(self.corpus.nodes.start[self.document.index])
        forms = self.corpus.nodes.forms
        return " … ".join(
            " ".join(forms.slice(start + first, start + last + 1)) for first, last in self.spans
        )

    @property
    def attributes(self) -> dict[str, str]:
        """Its attributes in the file."""
        columns = self.corpus.mentions.attributes.columns()
        return {name: column[self.index] for name, column in columns.items() if column[self.index]}


def mention_texts(corpus: Corpus, rows: Integers) -> list[str]:
    """Return the words of many mentions at once, each as `Mention.text` has them."""
    mentions = corpus.mentions
    if mentions.objects is not None:
        return [str(mentions.objects[row]) for row in rows.tolist()]
    first, sizes = mentions.first[rows], mentions.last[rows] - mentions.first[rows] + 1
    stops = np.cumsum(sizes)
    words = corpus.nodes.forms.take(np.arange(int(sizes.sum())) + np.repeat(first - stops + sizes, sizes))
    # a blank before every word: word i begins i + 1 bytes later than it did
    places = np.arange(len(words))
    spaced = np.full(len(words.block) + len(words), ord(" "), np.uint8)
    spaced[np.arange(len(words.block)) + np.repeat(places + 1, np.diff(words.offsets))] = words.block
    edges = words.offsets + np.arange(len(words) + 1)
    data = spaced.tobytes()
    texts = [
        data[start + 1 : stop].decode("utf-8", "replace")
        for start, stop in zip(edges[stops - sizes].tolist(), edges[stops].tolist(), strict=True)
    ]
    if len(mentions.parts.mention):
        for place in np.flatnonzero(mentions.is_discontinuous[rows]).tolist():
            texts[place] = Mention(corpus, int(rows[place])).text
    return texts


AROUND = 12
"""Words shown on either side of a mention."""
WIDELY = 40
"""The same for a line that is cut to the width of a screen."""


def words_around(corpus: Corpus, document: int, first: int, last: int) -> tuple[str, str]:
    """Return the words before and after nodes of a document, counted from 0 there; up to WIDELY on either side, across sentences.

    An ellipsis marks text that continues; for clusters without a text both are ''.
    """
    nodes = corpus.nodes
    begin, end = int(nodes.start[document]), int(nodes.stop[document])
    if corpus.mentions.objects is not None or end <= begin:
        return "", ""
    left, right = max(begin, begin + first - WIDELY), min(end, begin + last + 1 + WIDELY)
    before, behind = nodes.forms.slice(left, begin + first), nodes.forms.slice(begin + last + 1, right)
    return (
        " ".join(filter(None, ["…" if left > begin else "", *before])),
        " ".join(filter(None, [*behind, "…" if right < end else ""])),
    )


def in_context(corpus: Corpus, mention: int) -> tuple[int, str]:
    """Return the number of a mention's sentence in its document, from 1, and the words around it, itself in brackets.

    Without text the number is 0, and the words are the mention's.
    """
    nodes = corpus.nodes
    first, last = int(corpus.mentions.first[mention]), int(corpus.mentions.last[mention])
    document = int(corpus.mention_document[mention])
    begin, end = int(nodes.start[document]), int(nodes.stop[document])
    if corpus.mentions.objects is not None or end <= begin:
        return 0, Mention(corpus, mention).text
    opening, slot = np.searchsorted(nodes.sentences, [begin, first], side="right").tolist()
    start = int(nodes.sentences[slot - 1]) if slot else begin
    stop = int(nodes.sentences[slot]) if slot < len(nodes.sentences) else end
    left, right = max(start, begin, first - AROUND), min(stop, end, last + 1 + AROUND)
    shown = nodes.forms.slice(first, last + 1)
    if len(shown) > 2 * AROUND:
        shown = [*shown[:AROUND], "…", *shown[-AROUND:]]
    pieces = [
        "…" if left > start else "",
        *nodes.forms.slice(left, first),
        f"[{' '.join(shown)}]",
        *nodes.forms.slice(last + 1, max(right, last + 1)),
        "…" if right < stop else "",
    ]
    return slot - opening + 1, " ".join(piece for piece in pieces if piece)


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity, for reading."""

    corpus: Corpus
    index: int

    def __repr__(self) -> str:
        """Return its first mentions."""
        mentions = self.mentions
        texts = " | ".join(shortened(mention.text) for mention in mentions[:EXAMPLES_IN_REPR])
        more = f" | … {len(mentions)} in all" if len(mentions) > EXAMPLES_IN_REPR else ""
        return f"<Entity {self.id}: {texts}{more}>"

    @property
    def id(self) -> str:
        """Its identifier in the file."""
        return self.corpus.entities.labels[self.index]

    @property
    def mentions(self) -> list[Mention]:
        """Its mentions in order of the text, longer ones first."""
        rows = np.flatnonzero(self.corpus.mentions.entity == self.index)
        if self.corpus.mentions.objects is None:
            first, last = self.corpus.mentions.first[rows], self.corpus.mentions.last[rows]
            rows = rows[np.lexsort((-last, first))]
        return [Mention(self.corpus, row) for row in rows.tolist()]


@dataclass(frozen=True, slots=True)
class Document:
    """One document, for reading."""

    corpus: Corpus
    index: int

    def __repr__(self) -> str:
        """Return its name and size."""
        nodes = self.corpus.nodes
        held = (
            several(int(nodes.stop[self.index] - nodes.start[self.index]), "token"),
            several(int((self.corpus.mention_document == self.index).sum()), "mention"),
            several(int((self.corpus.entities.document == self.index).sum()), "entity", "entities"),
        )
        return f"<Document {self.name!r}: {', '.join(held)}>"

    @property
    def name(self) -> str:
        """Its name."""
        return self.corpus.names[self.index]

    @property
    def tokens(self) -> list[str]:
        """The forms of its nodes."""
        nodes = self.corpus.nodes
        return nodes.forms.slice(int(nodes.start[self.index]), int(nodes.stop[self.index]))

    @property
    def sentences(self) -> list[list[str]]:
        """Its tokens by sentence."""
        tokens = self.tokens
        edges = [*self.sentence_starts, len(tokens)]
        return [tokens[a:b] for a, b in pairwise(edges)]

    @property
    def sentence_starts(self) -> list[int]:
        """The first node of each sentence, counted from 0 within the document."""
        nodes = self.corpus.nodes
        start, stop = int(nodes.start[self.index]), int(nodes.stop[self.index])
        begin, end = np.searchsorted(nodes.sentences, [start, stop])
        return [int(node) - start for node in nodes.sentences[begin:end]]

    @property
    def entities(self) -> list[Entity]:
        """Its entities."""
        rows = np.flatnonzero(self.corpus.entities.document == self.index)
        return [Entity(self.corpus, row) for row in rows.tolist()]

    @property
    def mentions(self) -> list[Mention]:
        """Its mentions in order of completion."""
        rows = np.flatnonzero(self.corpus.mention_document == self.index)
        return [Mention(self.corpus, row) for row in rows.tolist()]


class Documents(Sequence[Document]):
    """The documents of a corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def __repr__(self) -> str:
        """Return the first names."""
        names = ", ".join(map(repr, self._corpus.names[:EXAMPLES_IN_REPR])) + (
            ", …" if len(self) > EXAMPLES_IN_REPR else ""
        )
        return f"<{several(len(self), 'Document')}: {names}>"

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self._corpus.names)

    @overload
    def __getitem__(self, index: int) -> Document: ...
    @overload
    def __getitem__(self, index: slice) -> list[Document]: ...
    def __getitem__(self, index: int | slice) -> Document | list[Document]:
        """Return one document, or several."""
        numbers = range(len(self))[index]
        if isinstance(numbers, int):
            return Document(self._corpus, numbers)
        return [Document(self._corpus, number) for number in numbers]
