"""Answers in the two forms of text2text-coref, CRAC text and its JSON, read as its converter to CorefUD reads them.

`##` or `##form` among the words is a zero. The converter turns it into an empty node after the previous word, which
governs it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from corefeval.arrays import Integers, integers, inverse
from corefeval.corpus.corpus import Corpus, Traits
from corefeval.corpus.dependencies import dependencies, located, treelet_top
from corefeval.corpus.spans import Spans, sentence_of
from corefeval.corpus.tables import SENTENCE_START, UNKNOWN, Nodes, Parts
from corefeval.formats.corefud.brackets import ranked, ranked_over_documents
from corefeval.formats.corefud.lines import Header
from corefeval.text import TextColumn

TRAITS = Traits(counts_repetitions_once=True, zeros_follow_governors=True)
"""The rules of the CorefUD scorer, which scores the converted file."""

ZERO = "##"
"""The beginning of a zero."""


def zeros_among(tokens: Iterable[str]) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the forms of a document's tokens, and its zeros as (token number, minor number).

    Examples:
        >>> zeros_among(["came", "##he", "##", "in"])
        (['came', 'he', '_', 'in'], [(1, 1), (2, 2)])
    """
    forms: list[str] = []
    empty: list[tuple[int, int]] = []
    behind, minor = 0, SENTENCE_START
    for number, token in enumerate(tokens):
        if token.startswith(ZERO):
            behind += 1
            empty.append((number, minor + behind))
            forms.append(token.removeprefix(ZERO) or UNKNOWN)
        else:
            behind = minor = 0
            forms.append(token)
    return forms, empty


def as_converted(corpus: Corpus, labels: TextColumn) -> Corpus:
    """Return a corpus whose zeros and duplicate mentions count as in the CorefUD file that the converter writes.

    Args:
        corpus: the answer.
        labels: the identifiers of the entities in this file. They restart in each document, and the official scorer sorts
            entities with the same identifier together.
    """
    mentions, header = corpus.mentions, Header()
    rank = ranked(labels, mentions.entity, mentions.first, mentions.last, mentions.sizes)
    entities = replace(corpus.entities, rank=ranked_over_documents(header, labels, rank))
    return replace(corpus, entities=entities, traits=TRAITS)


def behind_governors(corpus: Corpus) -> Corpus:
    """Return a corpus whose empty nodes directly follow their governors, as the converter to text places them.

    If a node has several governors, the one that governs the others counts, or else the one closest to the root. A node
    governed by the root precedes the first word of its sentence. A node without a governor is not moved. A mention that
    is no longer contiguous gets parts.
    """
    nodes = corpus.nodes
    deps = corpus.source.column("deps") if len(nodes.empty) else None
    if deps is None:
        return corpus
    governors = _governors(corpus, list(deps.take(nodes.empty)))
    word = _word_before(nodes, nodes.empty)
    starts = sentence_of(corpus, nodes.empty)
    first = nodes.sentences[starts] if len(nodes.sentences) else np.zeros(len(starts), np.int64)
    word = np.where(word >= first, word, -1)
    order: list[tuple[float, int, int]] = [(float(node), 0, 0) for node in range(len(nodes.forms))]
    is_moved = np.zeros(len(nodes.empty), bool)
    for row, node in enumerate(nodes.empty.tolist()):
        governor, own = governors[row], int(word[row])
        root = float(_first_word(nodes, int(first[row]))) - 0.5
        anchor = own if governor is None else governor
        is_moved[row] = anchor != own
        order[node] = (root if anchor < 0 else float(anchor), 1 + int(is_moved[row]), row)
    if not is_moved.any():
        return corpus
    return _reordered(corpus, integers(sorted(range(len(order)), key=order.__getitem__)))


def _word_before(nodes: Nodes, wanted: Integers) -> Integers:
    """Return the last word before each of these nodes; -1 if there is none."""
    is_word = np.ones(len(nodes.forms) + 1, bool)
    is_word[nodes.empty] = False
    places = np.where(is_word, np.arange(len(is_word)), -1)
    return np.maximum.accumulate(places)[wanted]


def _first_word(nodes: Nodes, node: int) -> int:
    """Return the first word at or after a node."""
    while node < len(nodes.forms) and nodes.is_empty(np.array([node]))[0]:
        node += 1
    return node


def _governors(corpus: Corpus, cells: Sequence[str]) -> list[int | None]:
    """Return the governor that determines the position of each empty node: a word, -1 for the root, None if unknown."""
    nodes = corpus.nodes
    rows = [(row, *pair) for row, cell in enumerate(cells) for pair in dependencies(cell)]
    table = np.array(rows, np.int64).reshape(-1, 3)
    found = located(corpus, table[:, 1], table[:, 2], nodes.empty[table[:, 0]])
    is_known = (found >= 0) | ((table[:, 1] == 0) & (table[:, 2] == 0))
    # a zero that is governed by another zero gets the position of that zero
    found = np.where(nodes.is_empty(found), -2, found)
    listed: defaultdict[int, list[int]] = defaultdict(list)
    for row, governor in zip(table[is_known, 0].tolist(), found[is_known].tolist(), strict=True):
        if governor > -2:
            listed[row].append(governor)
    tree: Integers | None = None
    chosen: list[int | None] = []
    for row in range(len(cells)):
        several = listed[row]
        if len(several) < 2:
            chosen.append(several[0] if several else None)
            continue
        tree = _tree(corpus) if tree is None else tree
        top = treelet_top(tree, several)
        chosen.append(top if top in several else min(several, key=lambda node: _depth(tree, node)))
    return chosen


def _tree(corpus: Corpus) -> Integers:
    """Return the governor of each word in the basic tree; -1 for a root."""
    head = corpus.source.column("head")
    wanted = integers(int(cell) if cell.isdecimal() else 0 for cell in head or ())
    if not len(wanted):
        return np.full(len(corpus.nodes.forms), -1, np.int64)
    return located(corpus, wanted, np.zeros(len(wanted), np.int64))


def _depth(tree: Integers, node: int) -> int:
    depth = 0
    while node >= 0 and depth <= len(tree):
        node, depth = int(tree[node]), depth + 1
    return depth


def _reordered(corpus: Corpus, order: Integers) -> Corpus:
    """Return a corpus with its nodes in another order. Only empty nodes move; the words keep their order."""
    # The zero of `∅ a b` moves after `a`, which splits the mention `a b` if zeros count as parts of mentions:
    #
    #     order     1  0  2      the old node at each new place
    #     place     1  0  2      the new place of each old node
    #     mention   0  1  1      the mentions ∅ and `a b`, a row for each of their nodes …
    #     at        1  0  2      … with its new place
    #     is_new    1  1  1      whether a part begins there: the gap between 0 and 2 makes two
    #     of        0  1  1      the mention of each part; `several` says that mention 1 has more than one
    nodes, place = corpus.nodes, inverse(order)
    empty = np.sort(place[nodes.empty])
    forms = nodes.forms.take(order)
    starts = place[[_first_word(nodes, node) for node in nodes.sentences.tolist()]]
    minor, last = [], (-1, 0)
    words = np.setdiff1d(np.arange(len(order)), empty)
    slot = np.searchsorted(words, empty)
    opening = set(starts.tolist()) | set(place[nodes.start].tolist())
    for node, following in zip(empty.tolist(), slot.tolist(), strict=True):
        number = last[1] + 1 if last[0] == following else 1
        last = (following, number)
        is_before = following < len(words) and words[following] in opening and _is_before(corpus, order, node)
        minor.append(number + (SENTENCE_START if is_before else 0))
    moved = replace(nodes, forms=forms, sentences=starts, empty=empty, minor=integers(minor))
    mentions = corpus.mentions
    mention, node = Spans.of(mentions).listed()
    at = place[node]
    by_place = np.lexsort((at, mention))
    mention, at = mention[by_place], at[by_place]
    is_new = np.ones(len(mention), bool)
    is_new[1:] = (np.diff(mention) != 0) | (np.diff(at) > 1)
    if not nodes.empty_inside:
        # only zeros between two words: no gap if zeros are not part of mentions
        gap = np.flatnonzero(is_new[1:] & (np.diff(mention) == 0)) + 1
        only = (
            np.searchsorted(empty, at[gap]) - np.searchsorted(empty, at[gap - 1]) == at[gap] - at[gap - 1] - 1
        )
        is_new[gap[only]] = False
    begin = np.flatnonzero(is_new)
    end = np.append(begin[1:], len(mention))[: len(begin)] - 1
    of = mention[begin]
    first, last_node = mentions.first.copy(), mentions.last.copy()
    first[of[::-1]], last_node[of] = at[begin][::-1], at[end]
    several = np.bincount(of, minlength=len(mentions))[of] > 1
    return replace(
        corpus,
        nodes=moved,
        mentions=replace(
            mentions.moved(place),
            first=first,
            last=last_node,
            parts=Parts(of[several], at[begin[several]], at[end[several]]),
        ),
    )


def _is_before(corpus: Corpus, order: Integers, node: int) -> bool:
    """Return whether an empty node in the new order belongs to the sentence that begins with the next word."""
    nodes = corpus.nodes
    following = node
    while following < len(order) and nodes.is_empty(order[following : following + 1])[0]:
        following += 1
    here = order[[node, min(following, len(order) - 1)]]
    sentence = sentence_of(corpus, here)
    return bool(sentence[0] == sentence[1])
