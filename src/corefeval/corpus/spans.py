"""The nodes of mentions: counted, searched and listed for all mentions at once, without gaps."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Mentions
from corefeval.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """The pieces of mentions: one piece for a contiguous mention, its parts for a discontinuous one.

    Attributes:
        mention: the mention of each piece, sorted.
        first: its first node.
        last: its last node.
        count: the number of mentions.
    """

    mention: Integers
    first: Integers
    last: Integers
    count: int

    @classmethod
    def of(cls, mentions: Mentions) -> Spans:
        """Return the pieces of all mentions; mentions from Python objects have none."""
        count = len(mentions)
        if mentions.objects is not None:
            none = np.zeros(0, np.int64)
            return cls(none, none, none, count)
        rows = np.arange(count)
        parts = mentions.parts
        if not len(parts.mention):
            return cls(rows, mentions.first, mentions.last, count)
        whole = rows[~mentions.is_discontinuous]
        mention = np.concatenate([whole, parts.mention])
        first = np.concatenate([mentions.first[whole], parts.first])
        last = np.concatenate([mentions.last[whole], parts.last])
        order = np.lexsort((first, mention))
        return cls(mention[order], first[order], last[order], count)

    def select(self, wanted: Booleans) -> Spans:
        """Return the pieces of the wanted mentions only; mentions keep their numbers."""
        keep = wanted[self.mention]
        return Spans(self.mention[keep], self.first[keep], self.last[keep], self.count)

    def how_many(self, flags: Booleans) -> Integers:
        """Return how many nodes of each mention are flagged."""
        running = np.zeros(len(flags) + 1, np.int64)
        np.cumsum(flags, out=running[1:])
        flagged = running[self.last + 1] - running[self.first]
        return np.bincount(self.mention, flagged, minlength=self.count).astype(np.int64)

    def first_of(self, flags: Booleans) -> Integers:
        """Return the first flagged node of each mention, -1 if none is."""
        nodes = np.append(np.flatnonzero(flags), len(flags))
        found = nodes[np.searchsorted(nodes, self.first)]
        inside = found <= self.last
        result = np.full(self.count, -1, np.int64)
        result[self.mention[inside][::-1]] = found[inside][::-1]
        return result

    def listed(self) -> tuple[Integers, Integers]:
        """Return all (mention, node) pairs, by mention and then by node."""
        lengths = self.last - self.first + 1
        piece, nodes = ranges(self.first, lengths)
        return self.mention[piece], nodes


def sentence_of(corpus: Corpus, nodes: Integers) -> Integers:
    """Return the number of the sentence of each node; a corpus without sentences counts as one sentence."""
    return np.maximum(np.searchsorted(corpus.nodes.sentences, nodes, side="right") - 1, 0)


def sentence_numbers(corpus: Corpus) -> Integers:
    """Return the number of each mention's sentence within its document, comparable between key and response."""
    starts = sentence_of(corpus, corpus.nodes.start)
    return sentence_of(corpus, corpus.mentions.first) - starts[corpus.mention_document]
