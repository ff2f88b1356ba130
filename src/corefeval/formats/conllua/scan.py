"""Read CoNLL-UA as arrays: whole documents at once, if they are regular.

Input is irregular if the exact reader would report a problem, or if it is rare and complicated. The exact reader then
reads it. For all other input both readers give the same result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers, begins_run, integers, inverse
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import (
    Attributes,
    Entities,
    Mentions,
    Nodes,
    Parts,
    Relations,
)
from corefeval.formats import brackets
from corefeval.formats.base import IrregularError, ReadOptions, refuse
from corefeval.formats.conllua.exact import HEADER, NEWDOC, STRUCTURE, joined
from corefeval.formats.conllua.source import LAYERS, ConlluaColumns, ConlluaSource
from corefeval.formats.corefud.brackets import Texts
from corefeval.formats.corefud.lines import numbers, pieces, place_of, word, words_at
from corefeval.formats.files import TextFile
from corefeval.formats.split_antecedents import PluralEntities
from corefeval.text import Bytes, TextColumn

_TAB, _NEWLINE, _HASH, _OPEN, _CLOSE, _BAR, _EQUALS, _NOTHING, _POINT, _HYPHEN, _COMMA = b"\t\n#()|=_.-,"
_IS_SPACE = np.zeros(256, bool)
_IS_SPACE[list(b" \t\r\v\f")] = True
_BRIDGE = re.compile(rb"\(([^()]*)\)?|[^()]+|\)")
_NUMBER = re.compile(r"([0-9]{1,18})(?:\.([0-9]{1,18}))?")

Again = Callable[[TextFile, ReadOptions], Corpus]


class TableOfNodes:
    """The classified lines of a piece of whole documents.

    Attributes:
        text, buffer: the bytes.
        starts_document: the first node of each document.
        names: the names of the documents.
        lines: the line of each node, from 0.
        line_count: the number of lines.
        is_word: whether each node is a word; otherwise it is an empty node.
        minor: the number of each empty node after its word.
        sentences: the first node of each sentence.

    Raises:
        IrregularError: if the exact reader must read it.
    """

    def __init__(self, text: bytes, width: int) -> None:
        self.text, self._width = text, width
        self.buffer: Bytes = np.frombuffer(text, np.uint8)
        self._edges = np.flatnonzero((self.buffer - np.uint8(_TAB)) < 2)
        line_edges = np.flatnonzero(self.buffer[self._edges] == _NEWLINE)
        starts = np.zeros(len(line_edges), np.int64)
        np.add(self._edges[line_edges[:-1]], 1, out=starts[1:])
        self.line_count = len(starts)
        initials = self.buffer[starts]
        is_break = initials == _NEWLINE
        tokens = np.flatnonzero(~is_break & (initials != _HASH))
        refuse(_IS_SPACE[initials[tokens]])
        refuse(np.diff(line_edges, prepend=-1)[tokens] != width)
        begins, self.names = self._documents(starts)
        is_break[begins] = True
        self._ends = line_edges[tokens]
        kept = self._numbered()
        self.lines = tokens[kept]
        self.starts_document = np.searchsorted(self.lines, begins)
        if not len(begins) or self.starts_document[0] > 0:
            raise IrregularError
        self.sentences = np.flatnonzero(begins_run(np.cumsum(is_break)[self.lines]))
        empty = np.flatnonzero(~self.is_word)
        follows = np.append(False, np.diff(empty) == 1) & ~np.isin(empty, self.starts_document)
        begin = np.flatnonzero(~follows)
        run = np.cumsum(~follows) - 1
        self.minor = np.arange(1, len(empty) + 1) - begin[run] if len(empty) else integers()
        self.document = np.searchsorted(self.starts_document, np.arange(len(self.lines)), side="right") - 1

    def _documents(self, starts: Integers) -> tuple[Integers, list[str]]:
        """Return the lines that begin documents, and their names."""
        found = [(start, NEWDOC.match(line)) for start, line in lines_with(self.text, b"newdoc")]
        begins = [(start, match[1] or match[2] or b"") for start, match in found if match is not None]
        if not all(name for _, name in begins):
            raise IrregularError
        places = np.searchsorted(starts, integers(start for start, _ in begins))
        return places, [name.decode() for _, name in begins]

    def _numbered(self) -> Integers:
        """Distinguish words and empty nodes by their numbers, and return which lines are nodes (not multiword ranges)."""
        starts, stops = self.column(0)
        if len(starts) and int((stops - starts).max()) > 24:
            raise IrregularError
        is_word = numbers(self.buffer, starts, stops) >= 0
        others = np.flatnonzero(~is_word)
        first, last = starts[others], stops[others]
        is_empty = place_of(self.buffer, _POINT, first, last) >= 0
        is_range = ~is_empty & (place_of(self.buffer, _HYPHEN, first, last) >= 0)
        refuse(~(is_empty | is_range))
        kept = np.ones(len(starts), bool)
        kept[others[is_range]] = False
        nodes = np.flatnonzero(kept)
        self._ranges, self._ends = self._ends[~kept], self._ends[nodes]
        self.is_word = is_word[nodes]
        return nodes

    def column(self, index: int, ends: Integers | None = None) -> tuple[Integers, Integers]:
        """Return the start and end of a column in the line of each node."""
        ends = self._ends if ends is None else ends
        before = ends - (self._width - index)
        starts = np.where(before < 0, 0, self._edges[before] + 1)
        return starts, self._edges[before + 1]

    def cells(self, index: int) -> tuple[Integers, Integers, Integers]:
        """Return the nodes with a value in a column, and its start and end."""
        refuse(self.have_content(*self.column(index, self._ranges)))
        starts, stops = self.column(index)
        nodes = np.flatnonzero(self.have_content(starts, stops))
        return nodes, starts[nodes], stops[nodes]

    def have_content(self, starts: Integers, stops: Integers) -> Booleans:
        """Return which cells are neither empty nor '_'. Blanks around a text are irregular."""
        sizes = stops - starts
        given = sizes > 0
        refuse(_IS_SPACE[self.buffer[starts[given]]] | _IS_SPACE[self.buffer[stops[given] - 1]])
        found: Booleans = given & ((sizes > 1) | (self.buffer[starts] != _NOTHING))
        return found


def lines_with(text: bytes, name: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the comments with this name, and their starts."""
    at = text.find(name)
    while at >= 0:
        start = text.rfind(b"\n", 0, at) + 1
        end = text.index(b"\n", at)
        if text[start] == _HASH:
            yield start, text[start:end]
        at = text.find(name, end)


@dataclass(frozen=True, slots=True, eq=False)
class FieldValues:
    """A field of opening brackets: the start and end of its value in the block; -1 if a bracket lacks it."""

    start: Integers
    stop: Integers

    def __getitem__(self, rows: Integers) -> FieldValues:
        """Return the fields of some brackets."""
        return FieldValues(self.start[rows], self.stop[rows])

    @property
    def is_given(self) -> Booleans:
        """Whether each bracket has a non-empty value."""
        found: Booleans = self.stop > self.start
        return found


class MarkableBrackets:
    r"""The brackets of the cells of one column.

    All cells are joined into one block, each ended by a newline. Every `(`, `)`, `|` and newline in it is a *mark*.
    The text between two marks is a field of an opening bracket, or the id of a closing one. For the cells
    `(E=1|M=a(E=2|M=b)` and `)`:

        marks      ( | ( | ) ⏎ ) ⏎
        items      (E=1|M=a    (E=2|M=b)    )       what opens, opens and closes, or closes
        opening    0           1
        closed_by  2           1                    the items that close them

    Attributes:
        block: the cells and eight bytes more.
        opening: the items that open a markable.
        node: the node of each item.
        is_single: whether each opening item also closes.
        closing: the start and end of the id of each closing item.
        by_id: whether closing brackets have ids; None if there are no closing brackets.
    """

    def __init__(self, table: TableOfNodes, index: int) -> None:
        nodes, starts, stops = table.cells(index)
        cells = TextColumn.gather(table.buffer, starts, stops + 1)
        self.block = np.concatenate([cells.block, np.full(8, _NEWLINE, np.uint8)])
        self.block[cells.offsets[1:] - 1] = _NEWLINE
        block = self.block[: len(cells.block)]
        is_mark = (block - np.uint8(_OPEN)) < 2
        is_mark |= block == _BAR
        is_mark |= block == _NEWLINE
        self._place = np.flatnonzero(is_mark)
        kind = block[self._place]
        before = np.append(np.uint8(_NEWLINE), kind[:-1])[: len(kind)]
        previous = np.append(-1, self._place[:-1])[: len(kind)]
        gap = self._place - previous - 1
        in_opening = (before == _OPEN) | (before == _BAR)
        outside = ~in_opening & (kind != _CLOSE)
        refuse(outside & ((gap > 0) | (kind == _BAR) | ((before == _NEWLINE) & (kind == _NEWLINE))))
        is_item = (kind == _OPEN) | ((kind == _CLOSE) & ~in_opening)
        item = np.flatnonzero(is_item)
        is_open = kind[item] == _OPEN
        cell = (np.cumsum(kind == _NEWLINE) - (kind == _NEWLINE))[item]
        refuse((cell[1:] == cell[:-1]) & is_open[:-1] & ~is_open[1:])
        self.node = nodes[cell]
        self.opening = np.flatnonzero(is_open)
        self._closes = np.flatnonzero(~is_open)
        # the mark after the fields of an opening bracket is the next one that is not a bar
        ends = np.flatnonzero(kind != _BAR)
        end = ends[np.searchsorted(ends, item[self.opening], side="right")]
        self.is_single = kind[end] == _CLOSE
        self.text_start, self.text_stop = self._place[item[self.opening]] + 1, self._place[end]
        self._id_start, self._id_stop = previous[item[self._closes]] + 1, self._place[item[self._closes]]
        has_id = self._id_stop > self._id_start
        self.by_id = bool(has_id[0]) if len(has_id) else None
        refuse(has_id != self.by_id)
        edge = np.append(self.opening[~self.is_single], self._closes)
        refuse(~table.is_word[self.node[edge]])
        self._field = np.flatnonzero(in_opening)
        self._owner = (np.cumsum(kind == _OPEN) - (kind == _OPEN))[self._field] - 1
        self._find_names(previous[self._field] + 1)

    def _find_names(self, starts: Integers) -> None:
        """Find the names and values in name=value|name=value."""
        stops = self._place[self._field]
        equals = np.flatnonzero(self.block == _EQUALS)
        first = np.searchsorted(equals, starts)
        self._equals = np.append(equals, len(self.block))[first]
        refuse(self._equals >= stops)
        self._starts, self._stops = starts, stops
        self._words = words_at(self.block, starts)

    def values(self, name: bytes) -> FieldValues:
        """Return the values of the field with this name."""
        size = len(name)
        mask = np.uint64((1 << 8 * min(size, 8)) - 1)
        rows = np.flatnonzero((self._equals - self._starts == size) & (self._words & mask == word(name[:8])))
        for place in range(8, size):
            rows = rows[self.block[self._starts[rows] + place] == name[place]]
        owner = self._owner[rows]
        refuse(np.diff(owner) <= 0)
        start = np.full(len(self.opening), -1, np.int64)
        stop = start.copy()
        start[owner], stop[owner] = self._equals[rows] + 1, self._stops[rows]
        return FieldValues(start, stop)

    def texts(self, values: FieldValues) -> TextColumn:
        """Return values as text."""
        return TextColumn.gather(self.block, values.start, values.stop)

    def closed_by(self, names: FieldValues, document: Integers) -> Integers:
        """Return the item that closes each opening item, given the document of each item."""
        opens = np.flatnonzero(~self.is_single)
        items = np.append(self.opening[opens], self._closes)
        group = document[items]
        if self.by_id:
            starts = np.append(names.start[opens], self._id_start)
            stops = np.append(names.stop[opens], self._id_stop)
            group = Texts(self.block, starts, stops, group).group
        order = np.argsort(items)
        opening, closing = brackets.pair(group[order], (np.arange(len(items)) < len(opens))[order])
        closed = self.opening.copy()
        closed[opens[order[opening]]] = items[order[closing]]
        return closed


class Markables:
    """The markables of a piece, and the mentions, entities and relations that are made from them.

    A markable has one bracket per part. The first bracket contains its minimum span and head, the last one its entity.
    """

    def __init__(self, table: TableOfNodes, found: MarkableBrackets) -> None:
        self._table, self._found = table, found
        document = table.document[found.node]
        names, labels = found.values(b"MarkableID"), found.values(b"EntityID")
        refuse(~(names.is_given & labels.is_given))
        opened_in = document[found.opening]
        of = Texts(found.block, names.start, names.stop, opened_in)
        closed = found.closed_by(names, document)
        count = of.count
        opening = np.arange(len(found.opening))
        founder, final, completed = (np.zeros(count, np.int64) for _ in range(3))
        founder[of.group[::-1]], final[of.group] = opening[::-1], opening
        np.maximum.at(completed, of.group, closed)
        order = np.argsort(completed)
        self.founder, self.final = founder[order], final[order]
        self.names = names[self.founder]
        self.document = opened_in[self.founder]
        self.first, self.last = found.node[found.opening[self.founder]], found.node[closed[self.founder]]
        self.openings = np.argsort(inverse(order)[of.group], kind="stable")
        self.sizes = np.bincount(of.group, minlength=count)[order]
        self.parts = self._joined(found.node[found.opening], found.node[closed])
        self._number_entities(labels[self.final])
        if found.by_id or self.parts:
            self._refuse_equal()
        self.head, _, _ = self._nodes(found.values(b"Head")[self.founder])
        self.minimum_first, self.minimum_last, is_one = self._nodes(found.values(b"Min")[self.founder])
        self._check_minimum()
        same = is_one & (self.minimum_first == self.head)
        self.minimum_first[same] = self.minimum_last[same] = -1
        self.element_of = found.values(b"ElementOf")

    def _joined(self, first: Integers, last: Integers) -> dict[int, list[tuple[int, int]]]:
        """Return the parts of markables with several brackets, and set the first and last node of these markables."""
        found: dict[int, list[tuple[int, int]]] = {}
        begins = np.cumsum(self.sizes) - self.sizes
        several = np.flatnonzero(self.sizes > 1).tolist()
        empty = set(np.flatnonzero(~self._table.is_word).tolist()) if several else set()
        for number in several:
            rows = self.openings[begins[number] : begins[number] + self.sizes[number]]
            parts = joined(list(zip(first[rows].tolist(), last[rows].tolist(), strict=True)), empty)
            self.first[number], self.last[number] = parts[0][0], parts[-1][1]
            found[number] = parts
        return found

    def _number_entities(self, labels: FieldValues) -> None:
        """Number the entities in the order in which their first markable opens."""
        of = Texts(self._found.block, labels.start, labels.stop, self.document)
        earliest = np.full(of.count, len(self._found.opening), np.int64)
        np.minimum.at(earliest, of.group, self.founder)
        by_opening = np.argsort(earliest)
        self.entity = inverse(by_opening)[of.group]
        member = np.empty(of.count, np.int64)
        member[self.entity] = np.arange(len(self.entity))
        self.entity_document = self.document[member]
        self.labels = self._found.texts(labels[member])

    def _refuse_equal(self) -> None:
        """Refuse equal mentions of one entity. The exact reader decides on their order."""
        rows = np.flatnonzero(self.first < self.last)
        keys = np.stack([self.entity[rows], self.first[rows], self.last[rows]])
        if np.unique(keys, axis=1).shape[1] < len(rows):
            raise IrregularError

    def _nodes(self, values: FieldValues) -> tuple[Integers, Integers, Booleans]:
        """Return the nodes of 'a' or 'a,b', which are word numbers in the document, and whether a value is given.

        The nodes are -1 if there is no value.
        """
        count = len(values.start)
        first, last = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
        is_one = np.ones(count, bool)
        rows = np.flatnonzero(values.is_given)
        if not len(rows):
            return first, last, is_one
        start, stop = values.start[rows], values.stop[rows]
        if int((stop - start).max()) > 40:
            raise IrregularError
        comma = place_of(self._found.block, _COMMA, start, stop)
        is_one[rows] = comma < 0
        middle = np.where(comma < 0, stop, comma)
        first[rows] = self._word_nodes(start, middle, self.document[rows])
        last[rows] = self._word_nodes(np.where(comma < 0, start, comma + 1), stop, self.document[rows])
        return first, last, is_one

    def _word_nodes(self, starts: Integers, stops: Integers, document: Integers) -> Integers:
        """Return the nodes of word numbers. A number w.z means the z-th empty node after word w."""
        table = self._table
        words = np.flatnonzero(table.is_word)
        number = numbers(self._found.block, starts, stops)
        edges = np.searchsorted(words, np.append(table.starts_document, len(table.is_word)))
        is_zero = number < 0
        row = edges[document] + number - 1
        refuse(~is_zero & ((number < 1) | (row >= edges[document + 1])))
        nodes = np.where(is_zero, -1, words[np.clip(row, 0, len(words) - 1)] if len(words) else -1)
        for place in np.flatnonzero(is_zero).tolist():
            match = _NUMBER.fullmatch(self._found.block[starts[place] : stops[place]].tobytes().decode())
            if match is None or match[2] is None:
                raise IrregularError
            found = self._zeros.get((int(document[place]), int(match[1]), int(match[2])))
            if found is None:
                raise IrregularError
            nodes[place] = found
        return nodes

    @cached_property
    def _zeros(self) -> dict[tuple[int, int, int], int]:
        """The empty nodes by document, number of the preceding word, and number after this word."""
        table = self._table
        empty = np.flatnonzero(~table.is_word)
        before = np.cumsum(table.is_word)
        start = table.starts_document
        at_start = np.where(start > 0, before[np.maximum(start, 1) - 1], 0)
        document = table.document[empty]
        words: Integers = before[empty] - at_start[document]
        keys = zip(document.tolist(), words.tolist(), table.minor.tolist(), strict=True)
        return dict(zip(keys, empty.tolist(), strict=True))

    def _check_minimum(self) -> None:
        """Refuse minimum spans outside their mentions. The exact reader reports them."""
        inside = (self.minimum_first >= self.first) & (self.minimum_last <= self.last)
        inside |= self.minimum_first < 0
        for row, parts in self.parts.items():
            low, high = self.minimum_first[row], self.minimum_last[row]
            inside[row] = low < 0 or any(first <= low and high <= last for first, last in parts)
        refuse(~inside)

    def entities_of(self, document: int) -> dict[str, int]:
        """Return the entities of a document by their names."""
        begin, end = np.searchsorted(self.entity_document, [document, document + 1]).tolist()
        return dict(zip(self.labels.slice(begin, end), range(begin, end), strict=True))

    def split_antecedents(self) -> list[tuple[int, int]]:
        """Return pairs of a plural entity and one of its elements."""
        markable = np.empty(len(self._found.opening), np.int64)
        markable[self.openings] = np.repeat(np.arange(len(self.sizes)), self.sizes)
        rows = np.flatnonzero(self.element_of.is_given)
        rows = rows[np.lexsort((rows, self.founder[markable[rows]]))]
        texts = self._found.texts(self.element_of[rows])
        found: list[tuple[int, int]] = []
        of_document = -1
        elements, entities = PluralEntities(), dict[str, int]()
        for row, text in zip(markable[rows].tolist(), texts, strict=True):
            if self.document[row] != of_document:
                found += elements.pairs()
                of_document = int(self.document[row])
                elements, entities = PluralEntities(), self.entities_of(of_document)
            for label in filter(None, text.split(",")):
                if label not in entities or elements.add(entities[label], int(self.entity[row])):
                    raise IrregularError
        return found + elements.pairs()

    def bridging(self, index: int) -> list[tuple[int, int, int, str]]:
        """Return the bridging links of a column: anaphor, anchor (-1 if not named), anchor entity, name of the relation."""
        nodes, starts, stops = self._table.cells(index)
        links: dict[tuple[int, int], list[tuple[int, int, int, str]]] = {}
        of_document = -1
        mentions, entities = dict[str, int](), dict[str, int]()
        for node, start, stop in zip(nodes.tolist(), starts.tolist(), stops.tolist(), strict=True):
            if self._table.document[node] != of_document:
                of_document = int(self._table.document[node])
                entities = self.entities_of(of_document)
                begin, end = np.searchsorted(self.document, [of_document, of_document + 1]).tolist()
                names = self._found.texts(self.names[np.arange(begin, end)])
                mentions = dict(zip(names, range(begin, end), strict=True))
            for match in _BRIDGE.finditer(self._table.text, start, stop):
                fields = _fields(match[1])
                anaphor = mentions.get(fields.get("MarkableID", ""), -1)
                named, label = fields.get("MentionAnchor", ""), fields.get("EntityAnchor", "")
                anchor = mentions.get(named, -1) if named else -1
                entity = int(self.entity[anchor]) if anchor >= 0 else entities.get(label, -1)
                if anaphor < 0 or entity < 0 or (named and anchor < 0):
                    raise IrregularError
                if label and entities.get(label, -1) != entity:
                    raise IrregularError
                link = (anaphor, anchor, entity, fields.get("Rel", ""))
                links.setdefault((of_document, anaphor), []).append(link)
        return [link for found in links.values() for link in found]

    def relations(self, bridging: int) -> Relations:
        """Return split antecedents and, if the number of their column is given, bridging links."""
        split = np.array(self.split_antecedents(), np.int64).reshape(-1, 2).T.copy()
        links = self.bridging(bridging) if bridging >= 0 else []
        bridges = np.array([link[:3] for link in links], np.int64).reshape(-1, 3).T.copy()
        names = TextColumn.of([link[3] for link in links])
        return Relations(split[0], split[1], bridges[0], bridges[1], bridges[2], names)

    def mentions(self) -> Mentions:
        """Return the mentions in the order of their completion."""
        rows = [(row, *part) for row, parts in self.parts.items() if len(parts) > 1 for part in parts]
        parts = np.array(rows, np.int64).reshape(-1, 3).T.copy()
        found, opening = self._found, self.openings
        texts = TextColumn.gather(found.block, found.text_start[opening], found.text_stop[opening])
        return Mentions(
            entity=self.entity,
            first=self.first,
            last=self.last,
            head=self.head,
            minimum_first=self.minimum_first,
            minimum_last=self.minimum_last,
            parts=Parts(parts[0], parts[1], parts[2]),
            attributes=MarkableAttributes(texts, self.sizes),
        )

    def entities(self) -> Entities:
        """Return the entities in the order of their first opening."""
        count = len(self.labels)
        pseudo = np.fromiter((label.endswith("-Pseudo") for label in self.labels), bool, count)
        return Entities(self.entity_document, self.labels, np.arange(count), pseudo if pseudo.any() else None)


def _fields(text: bytes | None) -> dict[str, str]:
    """Return the fields of a bracket by their names."""
    pairs = [] if text is None else [piece.partition("=") for piece in text.decode().split("|")]
    if not all(equals for _, equals, _ in pairs):
        raise IrregularError
    return {name: value for name, _, value in pairs}


class MarkableAttributes(Attributes):
    """The fields of brackets other than entity, minimum span and head, parsed on demand.

    Args:
        texts: the opening brackets, in the order of mentions.
        sizes: the number of opening brackets of each mention.
    """

    def __init__(self, texts: TextColumn, sizes: Integers) -> None:
        super().__init__()
        self._texts, self._sizes = texts, sizes

    @cached_property
    def _found(self) -> dict[str, TextColumn]:
        columns: dict[str, dict[int, str]] = {}
        texts = iter(self._texts)
        for number, size in enumerate(self._sizes.tolist()):
            attributes: dict[str, str] = {}
            for _ in range(size):
                fields = _fields(next(texts).encode())
                own = {name: value for name, value in fields.items() if name not in STRUCTURE}
                attributes = own | attributes
            for name, value in attributes.items():
                columns.setdefault(name, {})[number] = value
        count = len(self._sizes)
        return {
            name: TextColumn.of([values.get(row, "") for row in range(count)])
            for name, values in columns.items()
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return tuple(self._found)

    def column(self, name: str) -> TextColumn | None:
        """Return one attribute of all mentions."""
        return self._found.get(name)


class _Reading:
    """Collects the pieces of a regular file, and makes the corpus."""

    def __init__(self, file: TextFile, layer: str, again: Again) -> None:
        self._file, self._layer, self._again = file, layer, again
        self._columns: ConlluaColumns | None = None
        self._has_header = False
        self._corpora: list[Corpus] = []
        self._lines = [integers()]
        self._line_count = 0
        self.by_id: bool | None = None
        before = b""
        for _, text in pieces(file):
            before += text
            if b"newdoc" in before:  # not only the header
                self._take(before)
                before = b""
        if before:
            raise IrregularError

    def _take(self, text: bytes) -> None:
        """Add a piece of whole documents."""
        columns = self._columns = self._checked_columns(text)
        table = TableOfNodes(text, len(columns.names))
        form = table.column(columns.form)
        table.have_content(*form)
        found = MarkableBrackets(table, columns.names.index(columns.layer))
        if None not in {self.by_id, found.by_id} and self.by_id != found.by_id:
            raise IrregularError
        self.by_id = found.by_id if self.by_id is None else self.by_id
        markables = Markables(table, found)
        source = ConlluaSource(self._file, columns, table.lines, self._again)
        source.known_relations = markables.relations(columns.bridging)
        self._corpora.append(
            Corpus(
                names=tuple(table.names),
                nodes=Nodes(
                    table.starts_document,
                    np.append(table.starts_document[1:], len(table.lines)),
                    TextColumn.gather(table.buffer, *form),
                    table.sentences,
                    np.flatnonzero(~table.is_word),
                    table.minor,
                    empty_inside=False,
                ),
                mentions=markables.mentions(),
                entities=markables.entities(),
                format="conllua",
                source=source,
            )
        )
        self._lines.append(table.lines + self._line_count + 1)
        self._line_count += table.line_count

    def _checked_columns(self, text: bytes) -> ConlluaColumns:
        """Return the columns of the file. Refuse a header that differs from the first, or is behind the first word."""
        lines = [HEADER.match(line) for _, line in lines_with(text, b"global.columns")]
        headers = [ConlluaColumns.of(self._layer, match[1]) for match in lines if match is not None]
        columns = self._columns
        if columns is None:
            columns, self._has_header = headers[0] if headers else ConlluaColumns(self._layer), bool(headers)
            first = re.search(rb"^[^#\r\n]", text, re.MULTILINE)
            is_late = headers and first is not None and text.index(b"global.columns") > first.start()
            if is_late or self._layer not in columns.names:
                raise IrregularError
        if any(not self._has_header or header != columns for header in headers):
            raise IrregularError
        return columns

    def corpus(self) -> Corpus:
        """Return the corpus after all pieces."""
        names = [name for corpus in self._corpora for name in corpus.names]
        if self._columns is None or len(set(names)) < len(names):
            raise IrregularError
        corpus = Corpus.concatenate(self._corpora)
        source = ConlluaSource(self._file, self._columns, np.concatenate(self._lines), self._again)
        source.known_relations = corpus.relations
        source.convention = self.by_id
        return replace(corpus, source=source)


def read_fast(file: TextFile, options: ReadOptions, again: Again) -> Corpus:
    """Return the corpus of a regular file; raise IrregularError for any other.

    Args:
        file: the file.
        options: the options, with the layer to read.
        again: a function that reads the file again for another layer.
    """
    return _Reading(file, LAYERS[options.layer], again).corpus()
