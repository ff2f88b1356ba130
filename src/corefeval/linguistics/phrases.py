"""Heads of phrases without a dependency tree: from the brackets of a phrase-structure tree, or from the order of words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Integers, begins
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans, sentence_of
from corefeval.text import TextColumn


@dataclass(frozen=True, slots=True, eq=False)
class Roles:
    """The role of each node in the search for a head from left to right.

    Attributes:
        nouns: whether the node becomes the head, until a later noun replaces it.
        substitutes: whether it becomes the head if there is no noun.
        clitics: whether the preceding words are a possessor: the search restarts, unless the mention ends here.
        postmodifiers: whether the search ends here if a noun precedes.
    """

    nouns: Booleans
    substitutes: Booleans
    clitics: Booleans
    postmodifiers: Booleans


def scanned_heads(spans: Spans, roles: Roles) -> Integers:
    """Return the last noun before the first postmodifier of each mention, else a substitute, else the last node.

    All mentions are scanned in parallel, one word per step, so the cost is the sum of their lengths.
    """
    mention, node = spans.listed()
    length = np.bincount(mention, minlength=spans.count)
    begin = begins(length)
    end = np.full(spans.count, -1, np.int64)
    present = length > 0
    end[present] = node[(begin + length - 1)[present]]
    head = np.full(spans.count, -1, np.int64)
    is_noun = np.zeros(spans.count, bool)
    active = np.flatnonzero(present)
    step = 0
    while len(active):
        here = node[begin[active] + step]
        noun = roles.nouns[here]
        found = noun | (roles.substitutes[here] & ~is_noun[active])
        head[active[found]] = here[found]
        is_noun[active[noun]] = True
        possessor = roles.clitics[here] & (here != end[active])
        head[active[possessor]] = -1
        is_noun[active[possessor]] = False
        passed = roles.postmodifiers[here] & is_noun[active] & ~noun
        step += 1
        active = active[~passed & (length[active] > step)]
    return np.where(head >= 0, head, end)


def bracketed_heads(corpus: Corpus, spans: Spans, parse: TextColumn, nouns: Booleans) -> Integers:
    """Return the head noun of each mention from the parse column of CoNLL-2012; -1 if the tree has none.

    The head is the last noun of the highest phrase in the tree; if several are equally high, of the leftmost. In (NP (NP the president)
    (PP of (NP the republic))) it is 'president', in (NP (NP Ann 's) mother) 'mother'.
    """
    number, cells = parse.codes()
    opened = np.array([cell.partition("*")[0].count("(") for cell in cells], np.int64)[number]
    closed = np.array([cell.partition("*")[2].count(")") for cell in cells], np.int64)[number]
    after = np.cumsum(opened - closed)
    depth = after + closed
    starts = corpus.nodes.sentences
    if len(starts):
        depth = (
            depth
            - (after[starts] - opened[starts] + closed[starts])[sentence_of(corpus, np.arange(len(depth)))]
        )
    phrase = _phrases(depth, opened)
    mention, node = spans.select(np.ones(spans.count, bool)).listed()
    is_noun = nouns[node] & (depth[node] > 0)
    mention, node = mention[is_noun], node[is_noun]
    order = np.lexsort((-node, phrase[node], depth[node], mention))
    head = np.full(spans.count, -1, np.int64)
    head[mention[order][::-1]] = node[order][::-1]
    return head


def _phrases(depth: Integers, opened: Integers) -> Integers:
    """Return for each node the node at which its innermost phrase opened.

    This is the last node, up to this one, that opens a bracket of the node's own depth. A node opens the levels depth -
    opened + 1 to depth.
    """
    level_count = int(depth.max(initial=0)) + 1
    nodes = np.repeat(np.arange(len(depth)), opened)
    runs = np.cumsum(opened) - opened
    level = np.repeat(depth - opened, opened) + 1 + np.arange(len(nodes)) - np.repeat(runs, opened)
    base = len(depth) + 1
    keys = np.sort(np.clip(level, 0, level_count) * base + nodes)
    if not len(keys):
        return np.full(len(depth), -1, np.int64)
    slot = np.searchsorted(keys, depth * base + np.arange(len(depth)), side="right") - 1
    found = keys[np.maximum(slot, 0)]
    return np.where((slot >= 0) & (found // base == depth), found % base, -1)
