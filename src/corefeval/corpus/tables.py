"""The tables of a corpus: text, mentions with their parts and attributes, entities, relations between them."""

from __future__ import annotations

import marshal
import sys
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from itertools import chain
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Booleans, Integers, integers, look_up, renumbering, smallest
from corefeval.records import dataclass
from corefeval.text import TextColumn

Span = tuple[int, int]
"""First and last node."""

MINOR_BITS = 16
SENTENCE_START = 1 << (MINOR_BITS - 1)
"""Added to the minor number of an empty node before the first word of its sentence (0.1)."""

UNKNOWN = "_"
"""Placeholder for a word that a file does not give."""


def unknown_words(count: int) -> TextColumn:
    """Return placeholder forms for this many words that a file does not give."""
    return TextColumn(np.full(count, ord(UNKNOWN), np.uint8), np.arange(count + 1))


def filled(column: TextColumn | None, rows: Integers, own: TextColumn | None = None) -> TextColumn | None:
    """Return the cells of these rows of a column, if it exists; for -1 the cell of an own column, '' without one."""
    if column is None:
        return None
    if own is None and (rows >= 0).all():
        return column.take(rows)
    lacking = len(column) + (0 if own is None else np.arange(len(rows)))
    other = TextColumn.of([""]) if own is None else own
    return TextColumn.concatenate([column, other]).take(np.where(rows >= 0, rows, lacking))


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The text: words and empty nodes of all documents.

    Attributes:
        start: first node of each document.
        stop: one past the last node of each document.
        forms: the word form of each node.
        sentences: the first node of each sentence, sorted.
        empty: the empty nodes, sorted.
        minor: for each empty node its number after the last word (1 for 5.1), plus SENTENCE_START for 0.1.
        empty_inside: whether an empty node between the words of a mention belongs to it: so in CorefUD, not in
            CoNLL-UA.
        outside: nodes after the last word of their document that are not words of its text, sorted: the words
            of mentions that the text lacks. No other text has them at the same position.
    """

    start: Integers
    stop: Integers
    forms: TextColumn
    sentences: Integers
    empty: Integers = field(default_factory=integers)
    minor: Integers = field(default_factory=integers)
    empty_inside: bool = True
    outside: Integers = field(default_factory=integers)

    def is_empty(self, nodes: Integers) -> Booleans:
        """Return which of these nodes are empty nodes; never for -1."""
        return _is_among(nodes, self.empty)

    def is_outside(self, nodes: Integers) -> Booleans:
        """Return which of these nodes are outside the text."""
        return _is_among(nodes, self.outside)

    def is_word(self, nodes: Integers) -> Booleans:
        """Return which of these nodes are words of the text."""
        found: Booleans = ~(self.is_empty(nodes) | self.is_outside(nodes))
        return found

    @property
    def word_counts(self) -> Integers:
        """How many words the text of each document has."""
        counts = self.words_before(self.stop) - self.words_before(self.start)
        if len(self.outside):
            counts -= np.searchsorted(self.outside, self.stop) - np.searchsorted(self.outside, self.start)
        return counts

    def words_before(self, nodes: Integers) -> Integers:
        """Return how many words of the corpus precede each node."""
        if not len(self.empty):
            return nodes.copy()
        before = np.searchsorted(self.empty, nodes)
        return np.subtract(nodes, before, out=before)


def _is_among(nodes: Integers, some: Integers) -> Booleans:
    """Return which of the nodes are among some sorted nodes."""
    if not len(some):
        return np.zeros(len(nodes), bool)
    found: Booleans = some[np.minimum(np.searchsorted(some, nodes), len(some) - 1)] == nodes
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The parts of discontinuous mentions, sorted by mention and position; contiguous mentions have none here."""

    mention: Integers = field(default_factory=integers)
    first: Integers = field(default_factory=integers)
    last: Integers = field(default_factory=integers)

    @classmethod
    def joined(cls, mention: Integers, first: Integers, last: Integers) -> Parts:
        """Return the parts of mentions that are given in parts, in any order. Parts that touch or overlap are joined."""
        spans: defaultdict[int, list[Span]] = defaultdict(list)
        for number, *part in zip(mention.tolist(), first.tolist(), last.tolist(), strict=True):
            spans[number].append((part[0], part[1]))
        whole = {number: joined_parts(found) for number, found in sorted(spans.items())}
        rows = [(number, *span) for number, found in whole.items() if len(found) > 1 for span in found]
        return cls(*np.array(rows, np.int64).reshape(-1, 3).T.copy())

    def of(self, mention: int) -> list[tuple[int, int]]:
        """Return the parts of one mention, empty if it is contiguous."""
        begin, end = np.searchsorted(self.mention, [mention, mention + 1])
        return list(zip(self.first[begin:end].tolist(), self.last[begin:end].tolist(), strict=True))

    def select(self, kept: Integers, count: int) -> Parts:
        """Return the parts of the kept mentions (old numbers in the new order, -1 for new ones) out of this many."""
        if not len(self.mention):
            return self
        mention = renumbering(kept, count + 1)[self.mention]  # -1 has the last place
        order = np.flatnonzero(mention >= 0)
        order = order[np.argsort(mention[order], kind="stable")]
        return Parts(mention[order], self.first[order], self.last[order])


def joined_parts(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the parts of a mention sorted, with touching and overlapping ones made one.

    Examples:
        >>> joined_parts([(7, 9), (3, 4), (5, 5)])
        [(3, 5), (7, 9)]
    """
    found: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return found


class Attributes:
    """Attributes of each mention in a file: named columns of text, '' if absent."""

    def __init__(self, columns: Mapping[str, TextColumn] | None = None) -> None:
        self._columns = dict(columns or {})

    @classmethod
    def of(cls, values: Mapping[str, Mapping[int, str]], count: int) -> Attributes:
        """Return the columns of this many mentions, given the stated values of each attribute by mention."""
        return cls(
            {name: TextColumn.of([of.get(row, "") for row in range(count)]) for name, of in values.items()}
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._columns)

    def column(self, name: str) -> TextColumn | None:
        """Return one column, None if the file lacks the attribute."""
        return self._columns.get(name)

    def columns(self) -> dict[str, TextColumn]:
        """Return all columns by name."""
        return {name: column for name in self.names if (column := self.column(name)) is not None}

    def select(self, kept: Integers) -> Attributes:
        """Return the attributes of these mentions, looked up only on demand; '' for -1."""
        return SelectedAttributes(self, kept)


MARSHALLED = 2
"""The version of Python's own format for data that writes an object without reference to others."""
PAIR = np.dtype(
    {
        "names": ["head", "first", "before_last", "last"],
        "formats": ["<u8", "<i4", "u1", "<i4"],
        "offsets": [0, 6, 10, 11],
        "itemsize": 15,
    }
)
"""A tuple or list of two integers in that format: what it is, that it has two items, 'i', the first, 'i', the last."""
HEAD = np.array((1 << 48) - 1, np.uint64)
"""The bytes of `head` up to the first number."""
HEADS = {
    kind: np.array(int.from_bytes(sign + b"\2\0\0\0i", "little"), np.uint64)
    for kind, sign in ((tuple, b"("), (list, b"["))
}
INTEGER = np.array(ord("i"), np.uint8)
LOOKED_AT_TOGETHER = 256
"""Clusters whose mentions fit into the cache of a processor."""


class IntegerPairs(Sequence[tuple[int, int]]):
    """Mentions given from Python as pairs of integers, in two arrays; as a sequence they are tuples."""

    __slots__ = ("first", "last")

    def __init__(self, first: Integers, last: Integers) -> None:
        self.first, self.last = first, last

    @classmethod
    def of(cls, items: Sequence[Any]) -> IntegerPairs | None:
        """Return items that are all tuples or lists of two integers, None for any others.

        Values that equal an integer as an index, such as True or a numpy integer, count as that integer.
        """
        return cls.of_clusters([items])

    @classmethod
    def of_clusters(cls, clusters: Sequence[Sequence[Any]]) -> IntegerPairs | None:
        """Return the members of clusters that are all tuples or lists of two integers, None for any others."""
        first = next(filter(None, clusters), None)
        head = None if first is None else HEADS.get(type(first[0]))
        if head is None:
            return None
        return cls._of_small(clusters, head) or cls._of_any(list(chain.from_iterable(clusters)))

    @classmethod
    def _of_small(cls, clusters: Sequence[Sequence[Any]], head: NDArray[np.uint64]) -> IntegerPairs | None:
        """Return members that are all tuples, or all lists, of two Python integers of 32 bits, None for any others.

        `marshal` looks at each object once, in C: a training loop gives thousands of pairs at every step. As many are looked at
        together as fit into the processor's cache. A pair takes 15 bytes. The first item that is no pair has another byte in one of
        the places that are compared, or makes the text longer or shorter.
        """
        texts, count = [], 0
        try:
            for begin in range(0, len(clusters), LOOKED_AT_TOGETHER):
                some = [*chain.from_iterable(clusters[begin : begin + LOOKED_AT_TOGETHER])]
                texts.append(marshal.dumps(some, MARSHALLED)[5:])  # without the length of the list
                count += len(some)
        except ValueError:  # an object that marshal does not know
            return None
        text = texts[0] if len(texts) == 1 else b"".join(texts)
        if len(text) != PAIR.itemsize * count:
            return None
        pairs = np.frombuffer(text, PAIR)
        is_pair = (pairs["head"] & HEAD == head) & (pairs["before_last"] == INTEGER)
        if np.count_nonzero(is_pair) < count:
            return None
        return cls(pairs["first"].astype(np.int64), pairs["last"].astype(np.int64))

    @classmethod
    def _of_any(cls, items: Sequence[Any]) -> IntegerPairs | None:
        """Return items that are all tuples or lists of two integers; each line looks at many items without a loop in Python."""
        if not {*map(type, items)} <= {tuple, list} or {*map(len, items)} != {2}:
            return None
        numbers = array("q")
        try:
            numbers.fromlist(list(chain.from_iterable(items)))  # refuses floats, unlike numpy
        except (TypeError, OverflowError):
            return None
        pairs = np.frombuffer(numbers, np.int64).reshape(-1, 2)
        return cls(pairs[:, 0].copy(), pairs[:, 1].copy())

    @classmethod
    def of_arrays(cls, items: Sequence[Any]) -> IntegerPairs | None:
        """Return the rows of arrays or tensors of integers that have two columns, None for any other items.

        They are joined as arrays, without work per row in Python; tensors by torch, because numpy takes several
        times as long to read them one by one.
        """
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(items[0], torch.Tensor):
            with suppress(RuntimeError, TypeError):  # other shapes, devices or types are refused below
                items = [torch.cat(list(items))]
        try:
            arrays = [np.asarray(item.cpu() if hasattr(item, "cpu") else item) for item in items]
        except (TypeError, ValueError, RuntimeError):  # for example a tensor with a gradient
            return None
        if any(each.ndim != 2 or each.shape[1] != 2 for each in arrays):
            return None
        pairs = np.concatenate(arrays)
        if pairs.dtype.kind not in "iu" or pairs.dtype == np.uint64:
            return None
        return cls(pairs[:, 0].astype(np.int64), pairs[:, 1].astype(np.int64))

    @property
    def are_spans(self) -> bool:
        """Whether all pairs can be spans: no number is negative, and none ends before it begins."""
        is_empty = not len(self.first)
        return is_empty or (smallest(self.first) >= 0 and not np.count_nonzero(self.last < self.first))

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.first)

    @overload
    def __getitem__(self, place: int) -> tuple[int, int]: ...

    @overload
    def __getitem__(self, place: slice) -> IntegerPairs: ...

    def __getitem__(self, place: int | slice) -> tuple[int, int] | IntegerPairs:
        """Return a pair, or some pairs."""
        if isinstance(place, slice):
            return IntegerPairs(self.first[place], self.last[place])
        return int(self.first[place]), int(self.last[place])

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Iterate over the pairs."""
        return zip(self.first.tolist(), self.last.tolist(), strict=True)


def taken_objects(objects: Sequence[Any], rows: Integers) -> Sequence[Any]:
    """Return mentions given from Python in another order, or some of them."""
    if isinstance(objects, IntegerPairs):
        return IntegerPairs(objects.first[rows], objects.last[rows])
    return tuple(map(objects.__getitem__, rows.tolist()))


def joined_objects(columns: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Return mentions given from Python of several corpora in one sequence."""
    pairs = [column for column in columns if isinstance(column, IntegerPairs)]
    if pairs and len(pairs) == len(columns) - columns.count(()):
        return IntegerPairs(
            np.concatenate([column.first for column in pairs]),
            np.concatenate([column.last for column in pairs]),
        )
    return tuple(chain.from_iterable(columns))


@dataclass(frozen=True, eq=False)
class Mentions:
    """All mentions, by document, and within a document in the order in which they were completed.

    Attributes:
        entity: the entity of each.
        first: its first node.
        last: its last node.
        head: its head node, -1 if the file names none.
        minimum_first: first node of the minimum span (Min of CoNLL-UA), -1 if none.
        minimum_last: last node of the minimum span, -1 if none.
        parts: where a mention is discontinuous, its parts.
        objects: for clusters from Python the mentions themselves; spans are then meaningless.
        attributes: other attributes of each mention.
    """

    entity: Integers
    first: Integers
    last: Integers
    head: Integers
    minimum_first: Integers
    minimum_last: Integers
    parts: Parts = Parts()
    objects: Sequence[Any] | None = None
    attributes: Attributes = Attributes()

    def __len__(self) -> int:
        """Return the number of mentions."""
        return len(self.entity)

    @property
    def is_discontinuous(self) -> Booleans:
        """Which mentions have more than one part."""
        flags = np.zeros(len(self.entity), bool)
        flags[self.parts.mention] = True
        return flags

    @property
    def sizes(self) -> Integers:
        """How many nodes each mention has, empty nodes included."""
        lengths = self.last - self.first + 1
        if len(self.parts.mention):
            whole = np.bincount(
                self.parts.mention, self.parts.last - self.parts.first + 1, minlength=len(self.entity)
            ).astype(np.int64)
            lengths = np.where(whole > 0, whole, lengths)
        return lengths

    def moved(self, number: Integers) -> Mentions:
        """Return the mentions with the new number of each node; -1 stays."""
        return replace(
            self,
            first=look_up(self.first, number),
            last=look_up(self.last, number),
            head=look_up(self.head, number),
            minimum_first=look_up(self.minimum_first, number),
            minimum_last=look_up(self.minimum_last, number),
            parts=Parts(self.parts.mention, number[self.parts.first], number[self.parts.last]),
        )

    def in_text_order(self, *by: Integers) -> Integers:
        """Return the mentions in the order of the text: by first node, of two that start together the longer first.

        Args:
            by: columns to sort by before the text, the most important first: entities, for chains.
        """
        return np.lexsort((-self.last, self.first, *reversed(by)))

    @property
    def opening(self) -> Integers:
        """Numbers that sort equal mentions of one entity by their opening brackets.

        Equal mentions of several nodes are completed in reverse order, those of one node in order.
        """
        number = np.arange(len(self.entity))
        return np.where(self.first < self.last, -number, number)


@dataclass(frozen=True, eq=False)
class Entities:
    """All entities, by document, and within a document in the order in which their first bracket opens.

    Attributes:
        document: the document of each.
        labels: the identifier in the file.
        rank: the order in which look-ups of a repeated mention prefer entities: the highest rank wins.
        is_nonreferring: non-referring expressions (-Pseudo in CoNLL-UA), None if there are none.
        is_numbered: entities without a name in the file, labelled by number; None if all have names.
    """

    document: Integers
    labels: TextColumn
    rank: Integers
    is_nonreferring: Booleans | None = None
    is_numbered: Booleans | None = None

    def __len__(self) -> int:
        """Return the number of entities."""
        return len(self.document)


@dataclass(frozen=True, slots=True, eq=False)
class Relations:
    """Relations of entities other than identity; mentions and entities are numbered as read.

    Attributes:
        whole: entities with split antecedents, one row for each element.
        element: the entity that is an element of whole.
        anaphor: bridging anaphors (mentions).
        anchor: the mention each is anchored to, -1 if only the entity is named.
        anchor_entity: the entity each is anchored to.
        bridging_relation: the name of the relation, '' if none is given.
    """

    whole: Integers = field(default_factory=integers)
    element: Integers = field(default_factory=integers)
    anaphor: Integers = field(default_factory=integers)
    anchor: Integers = field(default_factory=integers)
    anchor_entity: Integers = field(default_factory=integers)
    bridging_relation: TextColumn = field(default_factory=lambda: TextColumn.of([]))

    def bridges(self) -> Iterator[tuple[int, int, int, str]]:
        """Iterate over the bridging links: anaphor, anchor, entity of the anchor, and name of the relation."""
        columns = (self.anaphor.tolist(), self.anchor.tolist(), self.anchor_entity.tolist())
        return zip(*columns, self.bridging_relation, strict=True)

    @classmethod
    def of(cls, split: Sequence[tuple[int, int]], bridging: Sequence[tuple[int, int, int, str]]) -> Relations:
        """Return the relations of rows: (whole, element), and (anaphor, anchor, anchor entity, relation)."""
        whole, element = np.array(split, np.int64).reshape(-1, 2).T.copy()
        anaphor, anchor, entity = np.array([row[:3] for row in bridging], np.int64).reshape(-1, 3).T.copy()
        names = TextColumn.of([row[3] for row in bridging])
        return cls(whole, element, anaphor, anchor, entity, names)

    def renumbered(self, mention: Integers, entity: Integers) -> Relations:
        """Return the relations with the new number of each mention and entity, -1 for removed ones.

        A relation is dropped with either of its ends; if only the anchor mention is dropped, its entity stays.
        """
        whole, element = entity[self.whole], entity[self.element]
        anaphor, anchor_entity = mention[self.anaphor], look_up(self.anchor_entity, entity)
        split = (whole >= 0) & (element >= 0)
        bridging = np.flatnonzero((anaphor >= 0) & (anchor_entity >= 0))
        return Relations(
            whole[split],
            element[split],
            anaphor[bridging],
            look_up(self.anchor[bridging], mention),
            anchor_entity[bridging],
            self.bridging_relation.take(bridging),
        )


@dataclass(frozen=True, slots=True)
class Annotation:
    """A typed coreference annotation: a referent, its antecedents and a type code (Žitkus et al. 2023, Table A1).

    Spans are first and last node.

    Attributes:
        document: the number of its document.
        referent: the referring mention.
        antecedents: its antecedents; several are a group, or the alternatives of an ambiguous reference.
        code: the type code, '' if the file gives none.
        dominant: whether the file calls the referent the dominant mention of its chain, None if not stated.
    """

    document: int
    referent: Span
    antecedents: tuple[Span, ...]
    code: str = ""
    dominant: bool | None = None

    def moved(self, number: Callable[[int], int]) -> Annotation:
        """Return it with the new number of each node."""
        spans = [(number(first), number(last)) for first, last in (self.referent, *self.antecedents)]
        return replace(self, referent=spans[0], antecedents=tuple(spans[1:]))


class SelectedAttributes(Attributes):
    """The attributes of some mentions (see Attributes.select)."""

    def __init__(self, whole: Attributes, kept: Integers) -> None:
        super().__init__()
        self._whole, self._kept = whole, kept

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return self._whole.names

    def column(self, name: str) -> TextColumn | None:
        """Return one of them for these mentions."""
        return filled(self._whole.column(name), self._kept)


class JoinedAttributes(Attributes):
    """The attributes of several corpora one after the other, joined only on demand."""

    def __init__(self, tables: Sequence[Attributes], mention_steps: Sequence[int]) -> None:
        super().__init__()
        self._tables, self._sizes = tables, np.diff(mention_steps).tolist()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return tuple(dict.fromkeys(name for table in self._tables for name in table.names))

    def column(self, name: str) -> TextColumn | None:
        """Return one of them for these mentions."""
        if name not in self.names:
            return None
        pieces = []
        for table, size in zip(self._tables, self._sizes, strict=True):
            column = table.column(name)
            pieces.append(TextColumn.of([""] * size) if column is None else column)
        return TextColumn.concatenate(pieces)
