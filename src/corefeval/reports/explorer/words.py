"""The words of the report page, by document. Nodes are numbered within their document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START
from corefeval.corpus.views import Document
from corefeval.pairing.pairing import Pairing

UNDERSCORE = ord("_")


class Text:
    """The words of a corpus, by document."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        bounds = np.column_stack([corpus.nodes.start, corpus.nodes.stop])
        self._bounds: list[list[int]] = bounds.tolist()
        self._empties: list[list[int]] = np.searchsorted(corpus.nodes.empty, bounds).tolist()

    def words(self, document: int) -> list[str]:
        """Return the forms of all nodes."""
        return Document(self._corpus, document).tokens

    def sentences(self, document: int) -> list[int]:
        """Return the first node of each sentence."""
        found = Document(self._corpus, document).sentence_starts
        return found if found[:1] == [0] else [0, *found]

    def empty(self, document: int) -> list[int]:
        """Return the empty nodes."""
        start = self._bounds[document][0]
        found: list[int] = (self._corpus.nodes.empty[slice(*self._empties[document])] - start).tolist()
        return found

    def zeros(self, document: int) -> list[tuple[int, str, int]]:
        """Return each empty node as (words before it, form, whether it opens its sentence)."""
        chosen = slice(*self._empties[document])
        nodes = self._corpus.nodes
        numbers = nodes.empty[chosen]
        if not len(numbers):
            return []
        before = numbers - self._bounds[document][0] - np.arange(len(numbers))
        opening = (nodes.minor[chosen] >= SENTENCE_START).astype(np.int64)
        forms = [nodes.forms[number] for number in numbers.tolist()]
        return list(zip(before.tolist(), forms, opening.tolist(), strict=True))

    @cached_property
    def _tight(self) -> Integers:
        column = self._corpus.source.column("misc")
        if column is None:
            return np.zeros(0, np.int64)
        places = [match.start() for match in re.finditer(rb"SpaceAfter=No", column.block.tobytes())]
        return np.unique(np.searchsorted(column.offsets, places, side="right") - 1)

    def tight(self, document: int) -> list[int]:
        """Return the nodes that are not followed by a space."""
        start, stop = self._bounds[document]
        first, last = np.searchsorted(self._tight, [start, stop])
        found: list[int] = (self._tight[first:last] - start).tolist()
        return found

    def same_words(self, document: int, other: Text) -> bool:
        """Return whether the other text has the same words in this document, or this one has no words."""
        start, stop = self._bounds[document]
        if start == stop:
            return True
        theirs = other._bounds[document]
        ours = self._corpus.nodes.forms
        others = other._corpus.nodes.forms
        if stop - start == theirs[1] - theirs[0]:
            here, there = ours.offsets[start : stop + 1], others.offsets[theirs[0] : theirs[1] + 1]
            if np.array_equal(here - here[0], there - there[0]) and np.array_equal(
                ours.block[here[0] : here[-1]], others.block[there[0] : there[-1]]
            ):
                return True
        return self._plain(document) == other._plain(document)

    def _plain(self, document: int) -> list[str]:
        empty = set(self.empty(document))
        return [word for node, word in enumerate(self.words(document)) if node not in empty]


class ObjectText(Text):
    """The text for mentions that are Python objects and have no words: each distinct mention is shown as a word."""

    def __init__(self, corpus: Corpus, words: list[list[str]]) -> None:
        super().__init__(corpus)
        self._words = words

    def words(self, document: int) -> list[str]:
        """Return the mentions as words."""
        return self._words[document]

    def sentences(self, document: int) -> list[int]:
        """Return the start of the only sentence."""
        del document
        return [0]


def key_text(pairing: Pairing, places: Sequence[tuple[Integers, Integers, Integers]]) -> Text:
    """Return the text on which both sides are shown.

    `places` contains document, first node and last node of each side's mentions.
    """
    if pairing.key.mentions.objects is None:
        return Text(pairing.key)
    words: list[dict[int, str]] = [{} for _ in pairing.names]
    for (document, first, _), corpus in zip(places, (pairing.key, pairing.response), strict=True):
        rows = zip(document.tolist(), first.tolist(), corpus.mentions.objects or (), strict=True)
        for where, node, item in rows:
            words[where].setdefault(node, str(item))
    return ObjectText(pairing.key, [[found[node] for node in sorted(found)] for found in words])


def withheld_texts(corpus: Corpus) -> Booleans:
    """Return whether the words of each document are withheld: more than half of them are underscores."""
    nodes = corpus.nodes
    if corpus.mentions.objects is not None or not len(nodes.forms):
        return np.zeros(len(corpus.names), bool)
    offsets = nodes.forms.offsets
    marks = np.append(0, np.cumsum(nodes.forms.block == UNDERSCORE))
    blank = np.append(0, np.cumsum((np.diff(marks[offsets]) == np.diff(offsets)) & (np.diff(offsets) > 0)))
    found: Booleans = 2 * (blank[nodes.stop] - blank[nodes.start]) > nodes.stop - nodes.start
    return found
