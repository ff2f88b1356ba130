"""Head words of mentions, read from the file or derived from the dependency tree."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers, ranges
from corefeval.choices import Heads
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.dependencies import dependencies, located, treelet_top
from corefeval.corpus.spans import Spans
from corefeval.linguistics.tags import Columns, known_tags, numbers
from corefeval.text import TextColumn

TREE = ("head", "upos", "deps")
"""The columns that heads are derived from."""


def derive_heads(corpus: Corpus, columns: Columns | None = None, rule: Heads = "tree") -> Integers:
    """Return the head node of each mention: the one that the file states, else the one from the dependency tree.

    The head of a mention of one word is that word. If only one word of a mention has a governor outside the mention,
    that word is the head. If several words have such a governor:

    - `tree` decides as udapi's corefud.MoveHead does: see `_moved`.
    - `shallowest` prefers words to punctuation, then the shallowest word in the tree, then the leftmost.

    The result is -1 if the file states no head and has no tree.
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
    found = (
        _shallowest(columns, tree, spans) if rule == "shallowest" else _moved(corpus, columns, tree, spans)
    )
    return np.where(given >= 0, given, np.where(_has_tree(corpus, columns, spans), found, -1))


def _has_tree(corpus: Corpus, columns: Columns, spans: Spans) -> Booleans:
    """Return which mentions the tree covers: a word has a governor or is a root, or all nodes are empty."""
    column = columns.column("head")
    assert column is not None
    is_said = np.diff(column.offsets) > 0
    is_said[is_said] = column.block[column.offsets[:-1][is_said]] != ord("_")
    is_said[corpus.nodes.empty] = True
    if is_said.all():
        return np.ones(spans.count, bool)
    is_word = np.ones(len(is_said), bool)
    is_word[corpus.nodes.empty] = False
    found: Booleans = (spans.how_many(is_said & is_word) > 0) | (spans.how_many(is_word) == 0)
    return found


def needed_columns(corpus: Corpus) -> tuple[str, ...]:
    """Return the columns that are needed to derive heads; () if the file states all heads."""
    return () if (corpus.mentions.head >= 0).all() else TREE


def governors(corpus: Corpus, columns: Columns) -> Integers | None:
    """Return the governor of each node; -1 for a root. Return None if the file has no dependency tree.

    The governor of a word is in its column head, that of an empty node in the first entry of deps.
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
    return located(corpus, wanted, within)


def _first_dependencies(deps: TextColumn, rows: Integers) -> tuple[Integers, Integers]:
    """Return the word number and empty-node number of each node's first governor: 5.1:nsubj|7:obj gives 5, 1."""
    number, texts = deps.take(rows).codes()
    table = np.array([(dependencies(text) or [(0, 0)])[0] for text in texts], np.int64).reshape(-1, 2)[number]
    return table[:, 0], table[:, 1]


def _moved(corpus: Corpus, columns: Columns, tree: Integers, spans: Spans) -> Integers:
    """Return the head of each mention, chosen in the order of udapi's corefud.MoveHead.

    1. If only one node has no basic governor in the mention, it is the head. Empty nodes have no basic governor.
    2. Of several such nodes, the only one without an enhanced governor in the mention is the head. If all have one, it
      is the only one that also has a governor outside. If there is none, it is the first node of the mention.
    3. Of several such nodes, the one that governs all others in the tree is the head. An empty node is represented by
      its first governor that is a word.
    4. Otherwise the first of these nodes is the head.
    """
    mention, node = spans.listed()
    if not corpus.nodes.empty_inside and len(corpus.nodes.empty):
        mention, node = _without_inner_zeros(corpus, spans, mention, node)
    head = np.full(spans.count, -1, np.int64)
    head[mention[::-1]] = node[::-1]
    basic = tree.copy()
    basic[corpus.nodes.empty] = -1
    is_top = ~_contains(spans, mention, basic[node])
    mention, node = mention[is_top], node[is_top]
    several = np.bincount(mention, minlength=spans.count)[mention] > 1
    head[mention[~several]] = node[~several]
    if several.any():
        _move_to_best(corpus, columns, basic, spans, (mention[several], node[several]), head)
    return head


def _without_inner_zeros(
    corpus: Corpus, spans: Spans, mention: Integers, node: Integers
) -> tuple[Integers, Integers]:
    """Return the nodes of mentions without the empty nodes between words, which are not part of mentions in some texts."""
    is_word = ~corpus.nodes.is_empty(node)
    keep = is_word | (np.bincount(mention[is_word], minlength=spans.count)[mention] == 0)
    return mention[keep], node[keep]


def _move_to_best(
    corpus: Corpus,
    columns: Columns,
    basic: Integers,
    spans: Spans,
    candidates: tuple[Integers, Integers],
    head: Integers,
) -> None:
    """Set the heads of mentions that have several nodes without a basic governor in them; see `_moved`."""
    # a mention of the nodes 3 to 5:
    # mention, node     (0, 3) (0, 5)      candidates
    # row, governor     (0, 9) (0, 4) (1, 4)   enhanced: node 3 depends on 9, outside, and on 4; node 5 on 4 alone
    # count             2 1;  count_inside 1 1: no candidate is free, only the first is partly outside: the head is 3
    mention, node = candidates
    row, governor = _enhanced(corpus, columns, basic, node)
    inside = _contains(spans, mention[row], governor)
    count = np.bincount(row, minlength=len(node))
    count_inside = np.bincount(row[inside], minlength=len(node))
    free, partly = count_inside == 0, count_inside < count
    has_free = np.bincount(mention[free], minlength=spans.count)[mention] > 0
    rows = np.flatnonzero(np.where(has_free, free, partly))
    chosen = mention[rows]
    alone = np.bincount(chosen, minlength=spans.count)[chosen] == 1
    head[chosen[alone]] = node[rows[alone]]
    if alone.all():
        return
    governors_of: dict[int, list[int]] = {}
    for each, above in zip(row.tolist(), governor.tolist(), strict=True):
        governors_of.setdefault(each, []).append(above)
    is_empty = corpus.nodes.is_empty(node)
    groups: dict[int, list[int]] = {}
    for each in rows[~alone].tolist():
        groups.setdefault(int(mention[each]), []).append(each)
    for number, members in groups.items():
        names = [int(node[each]) for each in members]
        words = {int(node[each]) for each in members if not is_empty[each]}
        for each in members:
            if is_empty[each]:
                above = [one for one in governors_of.get(each, []) if not _is_one_empty(corpus, one)]
                words.update(above[:1])
        top = treelet_top(basic, words)
        head[number] = top if top in names else names[0]


def _is_one_empty(corpus: Corpus, node: int) -> bool:
    return bool(corpus.nodes.is_empty(np.array([node]))[0])


def _enhanced(
    corpus: Corpus, columns: Columns, basic: Integers, nodes: Integers
) -> tuple[Integers, Integers]:
    """Return pairs of row and governor for these nodes: enhanced governors, or the basic one for words without any.

    The root is -1. References to empty nodes that the text does not have are skipped.
    """
    deps = columns.column("deps")
    if deps is None:
        rows = np.flatnonzero(~corpus.nodes.is_empty(nodes))
        return rows, basic[nodes[rows]]
    number, texts = deps.take(nodes).codes()
    parsed = [dependencies(text) for text in texts]
    is_stated = np.array([text not in {"", "_"} for text in texts], bool)[number]
    counts = np.array([len(each) for each in parsed], np.int64)
    flat = np.array([pair for each in parsed for pair in each], np.int64).reshape(-1, 2)
    starts = np.append(0, np.cumsum(counts))[:-1]
    row, slot = ranges(starts[number], counts[number])
    wanted, within = flat[slot, 0], flat[slot, 1]
    governor = located(corpus, wanted, within, nodes[row])
    known = (governor >= 0) | ((wanted == 0) & (within == 0))
    row, governor = row[known], governor[known]
    plain = np.flatnonzero(~is_stated & ~corpus.nodes.is_empty(nodes))
    row, governor = np.append(row, plain), np.append(governor, basic[nodes[plain]])
    order = np.argsort(row, kind="stable")
    return row[order], governor[order]


def _shallowest(columns: Columns, tree: Integers, spans: Spans) -> Integers:
    """Return for each mention the best node whose governor is outside the mention (see `derive_heads`)."""
    mention, node = spans.listed()
    is_top = ~_contains(spans, mention, tree[node])
    # A cycle has no top; then any node may be the head.
    tops = np.bincount(mention[is_top], minlength=spans.count)
    is_top |= tops[mention] == 0
    mention, node = mention[is_top], node[is_top]
    several = np.bincount(mention, minlength=spans.count)[mention] > 1
    cost = np.zeros(len(mention), np.int64)
    rows = np.flatnonzero(several)
    if len(rows):
        depth = depths(tree, node[rows])
        cost[rows] = depth + _is_punctuation(columns, node[rows]) * (int(depth.max()) + 1)
    order = np.lexsort((node, cost, mention))
    chosen = np.full(spans.count, -1, np.int64)
    chosen[mention[order][::-1]] = node[order][::-1]
    return chosen


def _contains(spans: Spans, mention: Integers, node: Integers) -> Booleans:
    """Return whether each node is in its mention; False for -1."""
    base = int(max(node.max(initial=0), spans.last.max(initial=0))) + 2
    pieces = spans.mention * base + spans.first
    piece = np.searchsorted(pieces, mention * base + node, side="right") - 1
    piece = np.maximum(piece, 0)
    found: Booleans = (
        (spans.mention[piece] == mention) & (node >= spans.first[piece]) & (node <= spans.last[piece])
    )
    return found


def depths(tree: Integers, nodes: Integers) -> Integers:
    """Return the number of governors above each node; 1000 for a node on a cycle."""
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
