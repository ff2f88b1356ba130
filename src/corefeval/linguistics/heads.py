"""Head words of mentions: as the file gives them, else from the dependency tree."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans, sentence_of
from corefeval.linguistics.tags import Columns, known_tags, numbers
from corefeval.text import TextColumn


def derive_heads(corpus: Corpus, columns: Columns | None = None) -> Integers:
    """Return the head node of each mention: the one the file names, else the one the dependency tree gives.

    The head is the word of the span whose governor lies outside. Several such words: not punctuation, then
    the shallowest in the tree, then the leftmost. -1 where the file names no head and has no tree.
    """
    given = corpus.mentions.head
    if (given >= 0).all():
        return given
    columns = columns or Columns(corpus.source)
    columns.fetch(needed_columns(corpus))
    tree = governors(corpus, columns)
    if tree is None:
        return given
    spans = Spans.of(corpus.mentions).select(given < 0)
    return np.where(given >= 0, given, _tops(columns, tree, spans))


def needed_columns(corpus: Corpus) -> tuple[str, ...]:
    """Return the columns that heads are derived from; none if the file gives all heads."""
    if (corpus.mentions.head >= 0).all():
        return ()
    return ("head", "upos", "deps") if len(corpus.nodes.empty) else ("head", "upos")


def governors(corpus: Corpus, columns: Columns) -> Integers | None:
    """Return the governor of each node, -1 for a root; None if the file has no dependency tree.

    A word has it in its column head, an empty node in the first entry of deps.
    """
    column = columns.column("head")
    if column is None:
        return None
    wanted = numbers(column)
    empty = corpus.nodes.empty
    within = np.zeros(len(wanted), np.int64)
    deps = columns.column("deps") if len(empty) else None
    if deps is not None:
        wanted[empty], within[empty] = _first_dependencies(deps, empty)
    return _located(corpus, wanted, within)


def _first_dependencies(deps: TextColumn, rows: Integers) -> tuple[Integers, Integers]:
    """Return word and empty-node number of the first governor: 5.1:nsubj|7:obj is 5, 1."""
    number, texts = deps.take(rows).codes()
    first = [text.partition("|")[0].partition(":")[0].partition(".") for text in texts]
    pairs = [
        (int(word), int(minor or 0)) if word.isdecimal() and (minor or "0").isdecimal() else (0, 0)
        for word, _, minor in first
    ]
    table = np.array(pairs, np.int64).reshape(-1, 2)[number]
    return table[:, 0], table[:, 1]


def _located(corpus: Corpus, wanted: Integers, within: Integers) -> Integers:
    """Return the node that is word number wanted of the sentence, or the empty node within behind that word."""
    nodes = corpus.nodes
    number = np.arange(len(wanted))
    sentence = sentence_of(corpus, number)
    starts = nodes.sentences if len(nodes.sentences) else np.zeros(1, np.int64)
    is_word = np.ones(len(wanted), bool)
    is_word[nodes.empty] = False
    words = np.append(np.flatnonzero(is_word), len(wanted))
    slot = nodes.words_before(starts)[sentence] + wanted - 1
    governor = words[np.clip(slot, 0, len(words) - 1)] + within
    before_first = (wanted == 0) & (within > 0)
    governor = np.where(before_first, starts[sentence] + within - 1, governor)
    governor = np.where((wanted > 0) | before_first, governor, -1)
    outside = (governor >= len(wanted)) | (sentence_of(corpus, governor) != sentence) | (governor == number)
    return np.where(outside, -1, governor)


def _tops(columns: Columns, tree: Integers, spans: Spans) -> Integers:
    """Return for each mention the best of its nodes whose governor is not in it."""
    mention, node = spans.listed()
    is_top = ~_contains(spans, mention, tree[node])
    # A cycle has no top: then any node may be the head.
    tops = np.bincount(mention[is_top], minlength=spans.count)
    is_top |= tops[mention] == 0
    mention, node = mention[is_top], node[is_top]
    several = np.bincount(mention, minlength=spans.count)[mention] > 1
    cost = np.zeros(len(mention), np.int64)
    rows = np.flatnonzero(several)
    if len(rows):
        depth = _depths(tree, node[rows])
        cost[rows] = depth + _is_punctuation(columns, node[rows]) * (int(depth.max()) + 1)
    order = np.lexsort((node, cost, mention))
    chosen = np.full(spans.count, -1, np.int64)
    chosen[mention[order][::-1]] = node[order][::-1]
    return chosen


def _contains(spans: Spans, mention: Integers, node: Integers) -> Booleans:
    """Say whether each node is in its mention; -1 is not."""
    base = int(max(node.max(initial=0), spans.last.max(initial=0))) + 2
    pieces = spans.mention * base + spans.first
    piece = np.searchsorted(pieces, mention * base + node, side="right") - 1
    piece = np.maximum(piece, 0)
    found: Booleans = (
        (spans.mention[piece] == mention) & (node >= spans.first[piece]) & (node <= spans.last[piece])
    )
    return found


def _depths(tree: Integers, nodes: Integers) -> Integers:
    """Return how many governors are above each node; a cycle counts as endless."""
    depth = np.zeros(len(nodes), np.int64)
    above, rows = tree[nodes], np.arange(len(nodes))
    for _ in range(1000):
        rows, above = rows[above >= 0], above[above >= 0]
        if not len(rows):
            break
        depth[rows] += 1
        above = tree[above]
    return depth


def _is_punctuation(columns: Columns, nodes: Integers) -> Booleans:
    column = columns.column("upos")
    if column is None:
        return np.zeros(len(nodes), bool)
    return known_tags(column.take(nodes), ["PUNCT"]).any_of("PUNCT")
