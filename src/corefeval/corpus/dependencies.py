"""Dependencies of nodes: parsing their cells, and the smallest part of a tree that contains some nodes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import sentence_of


def dependencies(text: str) -> list[tuple[int, int]]:
    """Return the governors of a cell of enhanced dependencies: 5.1:nsubj|0:root is [(5, 1), (0, 0)]."""
    found = []
    for entry in text.split("|"):
        word, _, minor = entry.partition(":")[0].partition(".")
        if word.isdecimal() and (minor or "0").isdecimal():
            found.append((int(word), int(minor or 0)))
    return found


def located(
    corpus: Corpus, wanted: Integers, within: Integers, dependents: Integers | None = None
) -> Integers:
    """Return the node that is word number wanted of a sentence, or the empty node number within after that word.

    The sentence is that of each dependent. By default all nodes are dependents, and none governs itself. A number
    that is not in the sentence gives -1, like the root.
    """
    nodes = corpus.nodes
    size = len(nodes.forms)
    number = np.arange(size) if dependents is None else dependents
    sentence = sentence_of(corpus, number)
    starts = nodes.sentences if len(nodes.sentences) else np.zeros(1, np.int64)
    is_word = np.ones(size, bool)
    is_word[nodes.empty] = False
    words = np.append(np.flatnonzero(is_word), size)
    slot = nodes.words_before(starts)[sentence] + wanted - 1
    governor = words[np.clip(slot, 0, len(words) - 1)] + within
    before_first = (wanted == 0) & (within > 0)
    governor = np.where(before_first, starts[sentence] + within - 1, governor)
    governor = np.where((wanted > 0) | before_first, governor, -1)
    outside = (governor >= size) | (sentence_of(corpus, governor) != sentence)
    if dependents is None:
        outside |= governor == number
    if within.any():
        # a reference to an empty node that this annotation lacks must not name the word in its place
        outside |= (within > 0) & ~nodes.is_empty(governor)
    return np.where(outside, -1, governor)


def treelet_top(tree: Integers, nodes: Collection[int]) -> int:
    """Return the top of the smallest part of the tree that contains these nodes; -1 for the root, or without nodes.

    All nodes climb in turns. As in udapi, this stops as soon as one path is left, even if another reached the root
    earlier. If a sentence has several trees, the top may be the top of one tree.
    """
    waiting = deque(sorted(nodes))
    below: dict[int, int | None] = dict.fromkeys(waiting)
    top = None
    while len(waiting) > 1:
        node = waiting.popleft()
        if node < 0:
            top = node
            continue
        governor = int(tree[node])
        if governor in below:
            below[governor] = None
        else:
            below[governor] = node
            waiting.append(governor)
    if top is None:
        top = waiting[0] if waiting else -1
    while (lower := below.get(top)) is not None:
        top = lower
    return top
