"""Mentions of one file on the words of another file of the same text, to describe them with its tags."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from corefeval.arrays import Booleans, Integers, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Attributes, Mentions, Nodes, Parts


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """The mentions of a corpus on the nodes of another text.

    Attributes:
        corpus: the other text with these mentions.
        is_zero: mentions of empty nodes only, which the other text does not have.
        own: for each node of the other text the node of this corpus, -1 for empty nodes and other documents.
    """

    corpus: Corpus
    is_zero: Booleans
    own: Integers


def project(corpus: Corpus, text: Corpus) -> Projection | None:
    """Return the mentions of a corpus on the nodes of a text, both as read.

    None if they cannot be laid over each other: mentions without text, a document with words that the text
    does not have, or one with another number of words.
    """
    if corpus.mentions.objects is not None or text.mentions.objects is not None:
        return None
    number = {name: index for index, name in enumerate(text.names)}
    document = np.array([number.get(name, -1) for name in corpus.names], np.int64)
    ours, theirs = corpus.nodes, text.nodes
    begin = ours.words_before(ours.start)
    sizes = ours.words_before(ours.stop) - begin
    if ((document < 0) & (sizes > 0)).any() or not len(theirs.forms):
        return None
    other_begin = theirs.words_before(theirs.start)[document]
    other_sizes = theirs.words_before(theirs.stop)[document] - other_begin
    if (sizes != np.where(document >= 0, other_sizes, 0)).any():
        return None
    words: Integers = np.append(_words(theirs), len(theirs.forms) - 1)
    shift = other_begin - begin
    mentions, at = corpus.mentions, shift[corpus.mention_document]

    def first_word(nodes: Integers, by: Integers) -> Integers:
        found: Integers = words[np.clip(ours.words_before(nodes) + by, 0, len(words) - 1)]
        return found

    def last_word(nodes: Integers, by: Integers) -> Integers:
        found: Integers = words[np.maximum(ours.words_before(nodes + 1) - 1 + by, 0)]
        return found

    first, last = first_word(mentions.first, at), last_word(mentions.last, at)
    empty = last < first
    head = np.where((mentions.head >= 0) & ~ours.is_empty(mentions.head), first_word(mentions.head, at), -1)
    of_part = at[mentions.parts.mention]
    parts = Parts(
        mentions.parts.mention,
        first_word(mentions.parts.first, of_part),
        last_word(mentions.parts.last, of_part),
    )
    filled = parts.last >= parts.first
    laid = Mentions(
        mentions.entity,
        first,
        np.maximum(first, last),
        head,
        mentions.minimum_first,
        mentions.minimum_last,
        Parts(parts.mention[filled], parts.first[filled], parts.last[filled]),
        attributes=Attributes(),
    )
    entities = replace(corpus.entities, document=document[corpus.entities.document])
    own = np.full(len(theirs.forms), -1, np.int64)
    in_document, number_of_word = ranges(begin, sizes)
    own[words[number_of_word + shift[in_document]]] = _words(ours)[number_of_word]
    return Projection(replace(text, mentions=laid, entities=entities), empty, own)


def _words(nodes: Nodes) -> Integers:
    """Return the nodes that are words."""
    return np.setdiff1d(np.arange(len(nodes.forms)), nodes.empty)
