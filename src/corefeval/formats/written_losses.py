"""Find the losses of a written file: compare a corpus with the result of reading it back.

Writers report the losses they know. This module finds the others, so that no conversion changes a score silently. It
reports differences in documents, words, mentions, entities, heads, relations and columns.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.choices import DEIXIS_LAYER
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.corpus.tables import Mentions, Parts, Relations
from corefeval.problems import Problem, lost
from corefeval.text import TextColumn

COLUMNS = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "speaker", "parse", "ne")
"""The columns from which mention types, heads, zeros and breakdowns are computed."""
FILLERS = frozenset({"", "-", "_", "*", "O"})
"""The values of an empty cell."""
OWN = frozenset({"MarkableID", "ElementOf", "minspan"})
"""Attributes that repeat names and relations, which are compared directly."""
_OF_EMPTY_NODES = frozenset(
    {"empty-nodes", "mentions-of-empty-nodes", "mentions-of-empty-nodes-left-out", "gaps-of-empty-nodes"}
)
COVERED = {
    "characters-changed": frozenset({"forms-changed"}),
    "words-changed": frozenset({"forms-changed"}),
    "empty-nodes-changed": _OF_EMPTY_NODES,
    "mentions-changed": _OF_EMPTY_NODES
    | {
        "edges-at-empty-nodes",
        "words-not-in-text",
        "crossing-mentions",
        "bridging-links-left-out",
        "mentions-across-sentences",
        "mentions-crossing",
        "split-left-out",
    },
    "heads-changed": frozenset({"heads", "heads-without-field", "first-word-as-head"}),
    "minimum-spans-changed": frozenset({"minimum-spans"}),
    "nonreferring-changed": frozenset({"nonreferring"}),
    "split-antecedents-changed": frozenset({"split-antecedents", "split-left-out"}),
    "bridging-changed": frozenset(
        {
            "bridging-relations",
            "bridging-anchors-other",
            "bridging-links-itself",
            "bridging-links-left-out",
            "bridging-to-entities",
        }
    ),
}
"""The losses that writers report themselves and that explain a difference, for each kind of difference."""

COUNTED = frozenset({"mentions-changed", "heads-changed", "minimum-spans-changed"})
"""The kinds of differences that writers count in the same way. Only those beyond the writer's count are reported."""


def losses(corpus: Corpus, again: Corpus, said: Sequence[Problem]) -> list[Problem]:
    """Return a problem CE047 for each kind of difference that the writer did not report in full.

    Args:
        corpus: the written corpus.
        again: the corpus that was read back, with documents in the same order.
        said: the losses that the writer reported.
    """
    known = [(_lost(problem), problem.count) for problem in said]
    return [
        lost(kind, count, **({"name": name} if name else {}))
        for count, kind, name in _differences(corpus, again)
        if count
        > sum(
            own if own and kind in COUNTED else count
            for loss, own in known
            if _covers(loss, kind, name, own or count, count)
        )
    ]


def _lost(problem: Problem) -> Problem:
    """Return the loss that a problem of a writer is about: the unsupported annotation, or the problem itself."""
    what = problem.named.get("what")
    return what if isinstance(what, Problem) else problem


def _covers(loss: Problem, kind: str, name: str, reported: int, count: int) -> bool:
    """Return whether a reported loss explains a difference. For attributes, name or count must agree."""
    if kind == "cells-of-column" or loss.kind == "attributes":
        own = {"cells-of-column": "column-without-place", "attributes-of-mentions": "attributes"}
        return loss.kind == own.get(kind) and loss["name"] == name
    if kind == "attributes-of-mentions":
        return loss.kind in {"attributes-encoded", "values-encoded"} and reported >= count
    return loss.kind in COVERED.get(kind, ())


def _differences(corpus: Corpus, again: Corpus) -> Iterator[tuple[int, str, str]]:
    """Yield the number of differences of each kind of CE047, with the name of the column or attribute."""
    if len(corpus.names) != len(again.names):
        yield abs(len(corpus.names) - len(again.names)), "documents-lost", ""
        return
    yield _unequal(corpus.names, again.names), "names-of-documents", ""
    ours, theirs = _words(corpus), _words(again)
    cut = 0 if ours.equals(theirs) else _apart(_places(ours), _places(theirs))
    sides = (_in_characters(corpus), _in_characters(again)) if cut else (corpus, again)
    ours, theirs = _words(sides[0]), _words(sides[1])
    if len(ours) != len(theirs):
        yield abs(len(_word_nodes(corpus)) - len(_word_nodes(again))) or cut, "words-lost", ""
        return
    yield cut, "words-cut", ""
    if not ours.equals(theirs):
        yield _unequal(ours, theirs), "characters-changed" if cut else "words-changed", ""
    yield from _annotation(*sides)
    yield from _beside(corpus, again)


def _annotation(corpus: Corpus, again: Corpus) -> Iterator[tuple[int, str, str]]:
    """Yield the differences in sentences, zeros, mentions, entities and relations, given the same words."""
    yield _apart(_sentences(corpus), _sentences(again)), "sentences", ""
    yield _apart(_zeros(corpus), _zeros(again)), "empty-nodes-changed", ""
    yield from _rules(corpus, again)
    if _is_same_annotation(corpus, again):
        return
    if corpus.nodes.empty_inside != again.nodes.empty_inside:  # scoring makes both comparable in this way
        corpus, again = (
            replace(side, nodes=replace(side.nodes, empty_inside=False)) for side in (corpus, again)
        )
    codes = identify([corpus, again])
    missing = _apart(codes[0].tolist(), codes[1].tolist())
    yield missing, "mentions-changed", ""
    ours, theirs = _Side.of(corpus, codes[0]), _Side.of(again, codes[1])
    if not missing:
        yield _apart(ours.entities, theirs.entities), "entities-changed", ""
        yield _apart(ours.repeated(), theirs.repeated()), "repeated-mentions", ""
        heads = identify([corpus, again], heads=True)
        yield _apart(heads[0].tolist(), heads[1].tolist()), "heads-changed", ""
        yield _apart(ours.minima(), theirs.minima()), "minimum-spans-changed", ""
    yield _apart(ours.nonreferring(), theirs.nonreferring()), "nonreferring-changed", ""
    if corpus.original is None:
        yield _apart(ours.split_antecedents(), theirs.split_antecedents()), "split-antecedents-changed", ""
        yield _apart(ours.bridging(), theirs.bridging()), "bridging-changed", ""


def _rules(corpus: Corpus, again: Corpus) -> Iterator[tuple[int, str, str]]:
    """Yield annotations that are kept but scored by another rule, because the official CorefUD scorer has special rules."""
    if corpus.traits == again.traits:
        return
    (codes,) = identify([corpus])
    pairs = Counter(zip(codes.tolist(), corpus.mentions.entity.tolist(), strict=True))
    yield sum(number - 1 for number in pairs.values()), "repeated-within-entity", ""
    yield int((again.mentions.minimum_first >= 0).sum()), "minimum-spans-looked-at", ""


def _beside(corpus: Corpus, again: Corpus) -> Iterator[tuple[int, str, str]]:
    """Yield differences other than words and entities: topics, columns, attributes, typed annotations."""
    yield (0 if corpus.topics == again.topics else len(corpus.topics)), "topics", ""
    ours, theirs = corpus.source.columns(COLUMNS), again.source.columns(COLUMNS)
    same_nodes = np.array_equal(corpus.nodes.empty, again.nodes.empty)
    for name in COLUMNS:
        column, other = ours[name], theirs[name]
        if same_nodes and (column is None or (other is not None and column.equals(other))):
            continue
        pair = [_cells(corpus, column), _cells(again, other)]
        if len(pair[0]) == len(pair[1]):
            lost = sum(bool(mine) and mine != yours for mine, yours in zip(*pair, strict=True))
        else:
            lost = sum((Counter(filter(None, pair[0])) - Counter(pair[1])).values())
        yield lost, "cells-of-column", name
    for name in corpus.mentions.attributes.names:
        values = [_values(side, name) for side in (corpus, again)]
        if name not in OWN:
            lost = sum((values[0] - values[1]).values())
            yield lost, "attributes-of-mentions", name
    lost = len(corpus.annotations) - len(again.annotations)
    yield max(0, lost), "typed-annotations", ""
    layers = [side.source.layer(DEIXIS_LAYER) for side in (corpus, again)]
    sizes = [0 if layer is None else len(layer.mentions) for layer in layers]
    yield max(0, sizes[0] - sizes[1]), "other-layer", DEIXIS_LAYER


def _is_same_annotation(corpus: Corpus, again: Corpus) -> bool:
    """Return whether both list the same mentions in the same order, as after most conversions.

    If so, mentions and entities need no slower comparison.
    """
    tables = (
        (corpus.mentions, again.mentions),
        (corpus.mentions.parts, again.mentions.parts),
        (corpus.relations, again.relations),
    )
    pairs = [
        *(pair for one, other in tables for pair in zip(_arrays(one), _arrays(other), strict=True)),
        (np.argsort(corpus.entities.rank), np.argsort(again.entities.rank)),
        (corpus.entities.document, again.entities.document),
        (corpus.nodes.empty, again.nodes.empty),
        (corpus.nodes.minor, again.nodes.minor),
    ]
    marks = corpus.entities.is_nonreferring, again.entities.is_nonreferring
    return (
        all(np.array_equal(one, other) for one, other in pairs)
        and (corpus.nodes.empty_inside == again.nodes.empty_inside or not len(corpus.nodes.empty))
        and (marks[0] is None) == (marks[1] is None)
        and (marks[0] is None or np.array_equal(*marks))  # type: ignore[arg-type]
        and corpus.relations.bridging_relation.equals(again.relations.bridging_relation)
    )


def _arrays(table: Mentions | Parts | Relations) -> list[Integers]:
    """Return the columns of a table that are arrays."""
    columns = (getattr(table, each.name) for each in fields(table))
    return [column for column in columns if isinstance(column, np.ndarray)]


def _unequal(ours: Iterable[str], theirs: Iterable[str]) -> int:
    return sum(one != other for one, other in zip(ours, theirs, strict=True))


def _apart(ours: Iterable[Hashable], theirs: Iterable[Hashable]) -> int:
    """Return the number of items that only one of two multisets has: the larger of both numbers."""
    one, other = Counter(ours), Counter(theirs)
    return max(sum((one - other).values()), sum((other - one).values()))


def _word_nodes(corpus: Corpus) -> Integers:
    """Return the nodes that are words, document by document."""
    pieces = [
        np.arange(start, stop)
        for start, stop in zip(corpus.nodes.start.tolist(), corpus.nodes.stop.tolist(), strict=True)
    ]
    nodes = np.concatenate([np.zeros(0, np.int64), *pieces])
    return nodes[~corpus.nodes.is_empty(nodes)]


def _letters(form: str) -> str:
    """Return a word without white space. These characters are compared if word boundaries differ."""
    return "".join(form.split()) or "\ufffd"


def _places(words: TextColumn) -> Iterator[tuple[int, int]]:
    """Yield the begin and end of each word, in characters."""
    return pairwise([0, *accumulate(len(_letters(form)) for form in words)])


def _in_characters(corpus: Corpus) -> Corpus:
    """Return the corpus with every character as a word. A zero is one word."""
    zeros = set(corpus.nodes.empty.tolist())
    forms = ["_" if node in zeros else _letters(form) for node, form in enumerate(corpus.nodes.forms)]
    edges = np.append(0, np.cumsum([len(form) for form in forms])).astype(np.int64)
    text = np.frombuffer("".join(forms).encode(), np.uint8)
    begins = np.append(np.flatnonzero((text & 0xC0) != 0x80), len(text))
    nodes, mentions, parts = corpus.nodes, corpus.mentions, corpus.mentions.parts
    nodes = replace(
        nodes,
        start=edges[nodes.start],
        stop=edges[nodes.stop],
        forms=TextColumn(text, begins),
        sentences=edges[nodes.sentences],
        empty=edges[nodes.empty],
    )
    ends = edges[1:] - 1
    mentions = replace(
        mentions,
        first=edges[mentions.first],
        last=ends[mentions.last],
        head=look_up(mentions.head, edges),
        minimum_first=look_up(mentions.minimum_first, edges),
        minimum_last=look_up(mentions.minimum_last, ends),
        parts=Parts(parts.mention, edges[parts.first], ends[parts.last]),
    )
    return replace(corpus, nodes=nodes, mentions=mentions)


def _words(corpus: Corpus) -> TextColumn:
    return corpus.nodes.forms.take(_word_nodes(corpus))


def _sentences(corpus: Corpus) -> list[int]:
    """Return the number of words before each sentence, except for the first of a document."""
    nodes = corpus.nodes
    inner = nodes.sentences[~np.isin(nodes.sentences, nodes.start)]
    return sorted(set(_preceding(corpus, inner)[0].tolist()))


def _zeros(corpus: Corpus) -> list[tuple[int, int]]:
    before, is_there = _preceding(corpus, corpus.nodes.empty)
    return list(zip(before.tolist(), corpus.nodes.minor[is_there].tolist(), strict=True))


def _preceding(corpus: Corpus, nodes: Integers) -> tuple[Integers, Booleans]:
    """Return the number of words before each node in its document, and which nodes are in a document."""
    start, stop = corpus.nodes.start, corpus.nodes.stop
    by_place = np.argsort(start, kind="stable")
    place = np.searchsorted(start[by_place], nodes, side="right") - 1
    document = look_up(place, by_place)
    is_there = (document >= 0) & (nodes < look_up(document, stop))
    document, nodes = document[is_there], nodes[is_there]
    words = np.sort(_word_nodes(corpus))
    sizes = np.searchsorted(words, stop) - np.searchsorted(words, start)
    within = np.searchsorted(words, nodes) - np.searchsorted(words, start[document])
    return (np.cumsum(sizes) - sizes)[document] + within, is_there


class _Side(NamedTuple):
    """The annotation of one side, comparable with the other.

    Attributes:
        corpus: the corpus.
        codes: a number for each mention, the same on both sides for the same words.
        entities: the set of mentions of each entity, which identifies it without its name.
    """

    corpus: Corpus
    codes: Integers
    entities: list[tuple[int, ...]]

    @classmethod
    def of(cls, corpus: Corpus, codes: Integers) -> _Side:
        """Return the annotation of a corpus."""
        members: list[list[int]] = [[] for _ in range(len(corpus.entities))]
        for entity, code in zip(corpus.mentions.entity.tolist(), codes.tolist(), strict=True):
            members[entity].append(code)
        return cls(corpus, codes, [tuple(sorted(found)) for found in members])

    def repeated(self) -> Iterator[Hashable]:
        """Yield the entities of each duplicate mention, in the orders by which scoring chooses one of them."""
        rows: defaultdict[int, list[int]] = defaultdict(list)
        for row in np.flatnonzero(np.bincount(self.codes, minlength=1)[self.codes] > 1).tolist():
            rows[int(self.codes[row])].append(row)
        mentions, entities = self.corpus.mentions, self.entities
        entity, rank, opening = mentions.entity.tolist(), self.corpus.entities.rank.tolist(), mentions.opening
        for code, listed in rows.items():
            by_number = [entities[entity[row]] for row in sorted(listed, key=lambda row: entity[row])]
            ranked = sorted(listed, key=lambda row: (rank[entity[row]], opening[row]))
            by_rank = [
                (entities[entity[row]], bool(mentions.head[row] >= 0), bool(mentions.minimum_first[row] >= 0))
                for row in ranked
            ]
            yield code, tuple(by_number), tuple(by_rank)

    def minima(self) -> Iterator[Hashable]:
        """Return the first and last word of each mention's minimum span."""
        words, mentions = _word_nodes(self.corpus), self.corpus.mentions
        edges = [
            np.where(nodes >= 0, np.searchsorted(words, nodes), -1)
            for nodes in (mentions.minimum_first, mentions.minimum_last)
        ]
        return zip(self.codes.tolist(), *(edge.tolist() for edge in edges), strict=True)

    def nonreferring(self) -> list[tuple[int, ...]]:
        """Return the entities that refer to nothing."""
        marks = self.corpus.entities.is_nonreferring
        return [] if marks is None else [self.entities[number] for number in np.flatnonzero(marks).tolist()]

    def split_antecedents(self) -> list[Hashable]:
        """Return the plural entities, each with one of its elements."""
        relations = self.corpus.relations
        pairs = zip(relations.whole.tolist(), relations.element.tolist(), strict=True)
        return [(self.entities[whole], self.entities[element]) for whole, element in pairs]

    def bridging(self) -> list[Hashable]:
        """Return the bridging links."""
        codes = [*self.codes.tolist(), -1]  # an anchor of -1 is the last
        return [
            (codes[anaphor], codes[anchor], self.entities[entity], relation)
            for anaphor, anchor, entity, relation in self.corpus.relations.bridges()
        ]


def _cells(corpus: Corpus, column: TextColumn | None) -> list[str]:
    """Return the value of a column for each word; '' if empty."""
    nodes = _word_nodes(corpus)
    if column is None:
        return [""] * len(nodes)
    return ["" if cell in FILLERS else cell for cell in column.take(nodes)]


def _values(corpus: Corpus, name: str) -> Counter[str]:
    column = corpus.mentions.attributes.column(name)
    return Counter(value for value in column if value) if column is not None else Counter()
