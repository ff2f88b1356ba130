"""Spans of mentions as positions that key and response share, and the words that two mentions have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Integers, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans
from corefeval.corpus.tables import MINOR_BITS

_DOCUMENT_SHIFT = 1 << 44
"""An upper limit of the positions of one document: 2^28 words."""


@dataclass(frozen=True, eq=False)
class PlacedSpans:
    """The mentions of one side as intervals of positions; the documents follow each other.

    Attributes:
        corpus: the side.
        first: the position of the first word; positions of different documents differ.
        last: the position of the last word.
        size: the number of words, including empty nodes.
        is_regular: whether the mention consists of exactly the words from first to last: one part and no own zero.
        minimum_first: the first position of the part that a match must contain (minimum span or head); -1 if unknown.
        minimum_last: the last position of that part; -1 if unknown.
        head: the position of the head; -1 if unknown.
    """

    corpus: Corpus
    first: Integers
    last: Integers
    size: Integers
    is_regular: Booleans
    minimum_first: Integers
    minimum_last: Integers
    head: Integers

    @classmethod
    def of(cls, corpus: Corpus) -> PlacedSpans:
        """Return the spans of all mentions of a corpus."""
        mentions = corpus.mentions
        shift = corpus.mention_document * _DOCUMENT_SHIFT

        def position(nodes: Integers) -> Integers:
            places = corpus.positions(np.maximum(nodes, 0), corpus.mention_document)
            return np.where(nodes >= 0, places + shift, -1)

        head = minimum_first = minimum_last = position(mentions.head)
        has_minimum = mentions.minimum_first >= 0
        if has_minimum.any():
            minimum_first = np.where(has_minimum, position(mentions.minimum_first), head)
            minimum_last = np.where(has_minimum, position(mentions.minimum_last), head)
        empties = np.searchsorted(corpus.nodes.empty, mentions.last, side="right") - np.searchsorted(
            corpus.nodes.empty, mentions.first
        )
        return cls(
            corpus,
            position(mentions.first),
            position(mentions.last),
            corpus.mention_sizes,
            ~mentions.is_discontinuous & (empties == 0 if corpus.nodes.empty_inside else ~corpus.is_zero),
            minimum_first,
            minimum_last,
            head,
        )

    def order(self) -> Integers:
        """Return the mentions by first word, last word and size, as the official scorers sort them."""
        return np.lexsort((self.size, self.last, self.first))

    def words(self, mention: int) -> frozenset[int]:
        """Return the positions of one mention's words; positions of different documents differ."""
        mentions = self.corpus.mentions
        parts = mentions.parts.of(mention) or [(int(mentions.first[mention]), int(mentions.last[mention]))]
        nodes = np.concatenate([np.arange(first, last + 1) for first, last in parts])
        if not self.corpus.nodes.empty_inside and not self.corpus.is_zero[mention]:
            nodes = nodes[~self.corpus.nodes.is_empty(nodes)]
        document = int(self.corpus.mention_document[mention])
        places = self.corpus.positions(nodes, np.full(len(nodes), document))
        return frozenset((places + document * _DOCUMENT_SHIFT).tolist())

    def listed(self, chosen: Integers) -> tuple[Integers, Integers]:
        """Return all words of some mentions as columns (mention, position), sorted by mention."""
        wanted = np.zeros(len(self.size), bool)
        wanted[chosen] = True
        mention, nodes = Spans.of(self.corpus.mentions).select(wanted).listed()
        if not self.corpus.nodes.empty_inside:
            kept = self.corpus.is_zero[mention] | ~self.corpus.nodes.is_empty(nodes)
            mention, nodes = mention[kept], nodes[kept]
        documents = self.corpus.mention_document[mention]
        return mention, self.corpus.positions(nodes, documents) + documents * _DOCUMENT_SHIFT


def common_words(key: PlacedSpans, response: PlacedSpans, rows: Integers, columns: Integers) -> Integers:
    """Return the number of words that key mention rows[i] and response mention columns[i] have in common."""
    low = np.maximum(key.first[rows], response.first[columns])
    high = np.minimum(key.last[rows], response.last[columns])
    common: Integers = np.maximum(((high - low) >> MINOR_BITS) + 1, 0)
    irregular = np.flatnonzero(~(key.is_regular[rows] & response.is_regular[columns]))
    if len(irregular):
        common[irregular] = _listed_in_common(key, response, rows[irregular], columns[irregular])
    return common


def _listed_in_common(key: PlacedSpans, response: PlacedSpans, rows: Integers, columns: Integers) -> Integers:
    """Return the same as `common_words` for mentions with gaps or zeros, whose words must be listed.

    A word of a mention is encoded as mention * width + word. For each pair, the words of the key mention are encoded
    with the number of the response mention and looked up among the words of the response.
    """
    (ours, place), (theirs, there) = key.listed(rows), response.listed(columns)
    _, word = np.unique(np.concatenate([place, there]), return_inverse=True)
    width = len(word)
    here = np.unique(ours * width + word[: len(ours)])
    known = np.unique(theirs * width + word[len(ours) :])
    begin = np.searchsorted(here, rows * width)
    pair, at = ranges(begin, np.searchsorted(here, (rows + 1) * width) - begin)
    wanted = columns[pair] * width + here[at] % width
    found = known[np.minimum(np.searchsorted(known, wanted), len(known) - 1)] == wanted
    return np.bincount(pair[found], minlength=len(rows))


def is_inside(key: PlacedSpans, response: PlacedSpans, rows: Integers, columns: Integers) -> Booleans:
    """Return for each i whether all words of response mention columns[i] are words of key mention rows[i]."""
    inside: Booleans = common_words(key, response, rows, columns) == response.size[columns]
    return inside


def overlapping(key: PlacedSpans, response: PlacedSpans) -> tuple[Integers, Integers]:
    """Return all pairs of a key and a response mention whose intervals overlap."""
    begins_inside = starting_between(response.first, key.first, key.last)
    begins_before = starting_between(key.first, response.first + 1, response.last)
    return (
        np.concatenate([begins_inside[0], begins_before[1]]),
        np.concatenate([begins_inside[1], begins_before[0]]),
    )


def starting_between(points: Integers, low: Integers, high: Integers) -> tuple[Integers, Integers]:
    """Return all pairs (i, j) with low[i] <= points[j] <= high[i]."""
    order = np.argsort(points, kind="stable")
    ordered = points[order]
    begin = np.searchsorted(ordered, low)
    count = np.maximum(np.searchsorted(ordered, high, side="right") - begin, 0)
    interval, place = ranges(begin, count)
    return interval, order[place]


def equal_pairs(left: Integers, right: Integers) -> tuple[Integers, Integers]:
    """Return all pairs (i, j) with left[i] == right[j]."""
    return starting_between(right, left, left)
