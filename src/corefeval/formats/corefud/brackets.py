"""Pair the brackets in the MISC column of CorefUD, with arrays.

The value of Entity= is a sequence of `(fields`, `(fields)` and `eid)` without separators. All values of a piece are
joined into one block. Every bracket, hyphen and end of an attribute in the block is a *mark*. The text between two
marks is a field, so any field of a bracket can be found by counting marks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefeval.arrays import Integers, begins_run, integers, inverse
from corefeval.corpus.tables import joined_parts
from corefeval.formats import brackets
from corefeval.formats.base import IrregularError, refuse
from corefeval.formats.corefud.lines import Header, Piece, Words, numbers, word, words_of_texts
from corefeval.formats.corefud.source import LINK_NAMES
from corefeval.text import Bytes, TextColumn

PART = re.compile(r"(.+)\[([1-9][0-9]{0,99})/([1-9][0-9]{0,99})\]", re.DOTALL)
"""Matches the identifier of a part of a discontinuous mention: eid[k/n]."""

_OPEN, _CLOSE, _HYPHEN, _BAR, _NEWLINE, _SQUARE = b"()-|\n]"
_ENTITY = word(b"Entity=")
_BRIDGE, _SPLIT_ANTE, _SPLIT = word(b"Bridge="), word(b"SplitAn"), word(b"Split=")
_FIRST_SIX = np.uint64((1 << 48) - 1)
_SHORTEST = len(b"Entity=")
_MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)


class PairedMentions(NamedTuple):
    """The mentions of one piece in the order of completion, with nodes and entities numbered within the piece.

    Attributes:
        columns: entity, first and last of each mention; head, minimum_first and minimum_last if the header has them; opening,
            the position in the piece of the text of each mention's first opening bracket; part_mention, part_first and
            part_last of each part; document and rank of each entity, in the order in which entities first open.
        labels: the identifier of each entity.
        links: the node and the text of each attribute that links entities (Bridge, SplitAnte).
    """

    columns: dict[str, Integers]
    labels: TextColumn
    links: list[tuple[int, str]]


def pair(piece: Piece, header: Header, node_document: Integers) -> PairedMentions:
    r"""Return the mentions of a piece.

    An *item* is an id with its brackets: `(e1`, `(e1)` or `e1)`. Items with the same id in the same document form a
    *group*, which becomes an entity when it first opens. For four words with (e1, (e2), e1) and (e1):

        items.node       0   1   2   3     where they stand
        items.sign       1   0  -1   0     what they add to the depth of their group
        group            0   1   0   0
        closed_by        2   1  -1   3     the item that closes each; (e2) and (e1) close themselves
        by_opening       0   1             the items that open an entity: e1 is entity 0, e2 entity 1
        is_mention       1   1   0   1     each opening item is a mention, of a discontinuous one the first part only
        order            1   0   2         mentions 1-1, 0-2, 3-3: by the item that completes them

    Args:
        piece: the lines.
        header: the fields of an opening bracket.
        node_document: the first node of each document of the piece; entities end with their documents.

    Raises:
        IrregularError: if the exact reader must read it.

    Examples:
        >>> cells = enumerate(("(e1", "(e2)", "e1)", "(e1)"), 1)
        >>> lines = [f"{number} w _ _ _ _ _ _ _ Entity={cell}\n".replace(" ", "\t") for number, cell in cells]
        >>> found = pair(Piece("".join([*lines, "\n"]).encode()), Header("eid"), np.array([0]))
        >>> [found.columns[name].tolist() for name in ("entity", "first", "last")], list(found.labels)
        ([[1, 0, 0], [1, 0, 3], [1, 2, 3]], ['e1', 'e2'])
    """
    marks = _Marks(piece)
    items = _Items(marks, header)
    document = np.searchsorted(node_document, items.node, side="right") - 1
    parts = _part_names(marks.block, items)
    texts = Texts(
        marks.block,
        np.append(items.start, items.start[parts.item]),
        np.append(items.stop, items.start[parts.item] + parts.size),
        np.append(document, document[parts.item]),
    )
    sign = np.append(items.sign, np.zeros(len(parts.item), np.int64))
    opens, closes = brackets.pair(texts.group, sign > 0, texts.order[sign[texts.order] != 0])
    closed_by = np.full(len(items.node), -1, np.int64)
    closed_by[opens] = closes
    single = np.flatnonzero(items.is_single)
    closed_by[single] = single
    refuse(piece.sentence_of[items.node[opens]] != piece.sentence_of[items.node[closes]])

    group = texts.group[: len(items.node)].copy()
    is_mention = items.is_open.copy()
    if len(parts.item):
        group[parts.item] = texts.group[len(items.node) :]
        _refuse_crossing(parts, group, closed_by)
        is_mention[parts.item[parts.number > 1]] = False
    opened = np.flatnonzero(items.is_open)
    first_opened = np.full(texts.count, len(items.node), np.int64)
    first_opened[group[opened][::-1]] = opened[::-1]
    by_opening = np.flatnonzero(np.bincount(first_opened, minlength=len(items.node) + 1)[:-1])
    entity_of_group = np.full(texts.count, -1, np.int64)
    entity_of_group[group[by_opening]] = np.arange(len(by_opening))

    mention = np.flatnonzero(is_mention)
    first, last = items.node[mention], items.node[closed_by[mention]]
    completed = closed_by[mention]
    spans: dict[int, list[tuple[int, int]]] = {}
    slots = integers()
    of_head = mention.copy()
    if len(parts.item):
        spans, ends, last_parts = _assemble(parts, items.node, closed_by, group, piece.sentence_of)
        slots = np.searchsorted(mention, integers(spans))
        completed[slots], of_head[slots] = integers(ends), integers(last_parts)
        first[slots] = [parts_of[0][0] for parts_of in spans.values()]
        last[slots] = [parts_of[-1][1] for parts_of in spans.values()]
        order = np.argsort(completed, kind="stable")
    else:
        by_completion = np.zeros(len(items.node), np.int64)
        by_completion[completed] = np.arange(1, len(mention) + 1)
        order = by_completion[by_completion > 0] - 1
    mention, of_head, first, last = mention[order], of_head[order], first[order], last[order]
    broken: dict[int, list[tuple[int, int]]] = {}
    if spans:
        row_of = inverse(order)
        found = zip(row_of[slots].tolist(), spans.values(), strict=True)
        broken = dict(sorted((row, parts_of) for row, parts_of in found if len(parts_of) > 1))
    words = _MentionWords(items, header, first, last, broken)
    entity = entity_of_group[group[mention]]
    stop = items.stop[by_opening].copy()
    if len(parts.item):
        base = np.zeros(len(items.node), np.int64)
        base[parts.item] = parts.size
        stop = np.where(base[by_opening] > 0, items.start[by_opening] + base[by_opening], stop)
    labels = TextColumn.gather(marks.block, items.start[by_opening], stop)
    sizes = last - first + 1
    for row, parts_of in broken.items():
        sizes[row] = sum(end - begin + 1 for begin, end in parts_of)
    rows = [(row, *part) for row, parts_of in broken.items() for part in parts_of]
    part_mention, part_first, part_last = np.array(rows, np.int64).reshape(-1, 3).T
    columns = {
        "entity": entity,
        "first": first,
        "last": last,
        "part_mention": part_mention,
        "part_first": part_first,
        "part_last": part_last,
        "opening": marks.in_piece(items.mark[mention]) + 1,
        "document": document[by_opening],
        "rank": ranked(labels, entity, first, last, sizes),
    }
    if header.index("head") >= 0:
        columns["head"] = words.heads(of_head)
    if header.index("minspan") >= 0:
        columns["minimum_first"], columns["minimum_last"] = words.minimum_spans(mention)
    return PairedMentions(columns, labels, marks.links)


def ranked(
    labels: TextColumn, entity: Integers, first: Integers, last: Integers, sizes: Integers
) -> Integers:
    """Return the rank of each entity by its first mention, as the CorefUD scorer orders them.

    Mentions are ordered by first word, longer ones first, then by last word. Entities with equal first mentions are
    ordered by identifier.
    """
    order = np.lexsort((last, -sizes, first))
    place = np.full(len(labels), len(order), np.int64)
    place[entity[order[::-1]]] = np.arange(len(order))[::-1]
    entities = np.argsort(place, kind="stable")
    row = order[place[entities]]
    alike = (first[row][1:] == first[row][:-1]) & (last[row][1:] == last[row][:-1])
    alike &= sizes[row][1:] == sizes[row][:-1]
    edges = np.flatnonzero(np.diff(alike.astype(np.int8), prepend=0, append=0))
    for begin, end in zip(edges[0::2].tolist(), edges[1::2].tolist(), strict=True):
        run = entities[begin : end + 1]
        run[:] = sorted(run.tolist(), key=labels.__getitem__)
    return inverse(entities)


def ranked_over_documents(
    header: Header, labels: TextColumn, rank: Integers, file: Integers | None = None
) -> Integers:
    """Return the ranks of entities in a file in which several documents use the same identifier.

    The official scorer takes entities with the same identifier for one entity, so its first mention in the file counts.
    This does not apply to the older field GRP, which identifies an entity only within its document.

    Args:
        header: the header of the file.
        labels: the identifiers of the entities.
        rank: the ranks of the entities within their documents, later documents after earlier ones.
        file: the number of the file of each entity, if there are several files.
    """
    if "GRP" in header.text.split("-"):
        return rank
    padded = np.concatenate([labels.block, np.zeros(8, np.uint8)])
    texts = Texts(
        padded,
        labels.offsets[:-1],
        labels.offsets[1:],
        np.zeros(len(rank), np.int64) if file is None else file,
    )
    if texts.count == len(rank):
        return rank
    earliest = np.full(texts.count, len(rank), np.int64)
    np.minimum.at(earliest, texts.group, rank)
    return inverse(np.lexsort((rank, earliest[texts.group])))


class _Marks:
    """All marks in the Entity attributes of a piece.

    Attributes:
        block: the MISC columns that may contain a bracket, each ended by its newline, and eight bytes of padding.
        place: the position of each mark in the block.
        kind: the byte of each mark; the end of an attribute is a newline.
        attribute: the attribute of each mark.
        begin: the position in the block at which the value of each attribute begins.
        node: the node of each attribute.
        links: the node and the text of each attribute that links entities.
    """

    def __init__(self, piece: Piece) -> None:
        starts, stops = piece.column("misc")
        rows = np.flatnonzero(stops - starts >= _SHORTEST)
        starts, sizes = starts[rows], stops[rows] - starts[rows] + 1
        edges = np.cumsum(sizes)
        total = int(edges[-1]) if len(edges) else 0
        steps = np.ones(total + 8, np.int64)
        steps[total:] = 0
        if total:
            steps[0] = starts[0]
            steps[edges[:-1]] = starts[1:] - stops[rows[:-1]]
        block = piece.buffer[np.cumsum(steps, out=steps)]
        block[total:] = _NEWLINE
        is_mark = (block - np.uint8(_OPEN)) < 2
        is_mark |= block == _HYPHEN
        is_mark |= block == _BAR
        is_mark |= block == _NEWLINE
        place = np.flatnonzero(is_mark[:total])
        kind = block[place]
        is_end = (kind == _BAR) | (kind == _NEWLINE)
        attribute = np.cumsum(is_end) - is_end
        ends = place[is_end]
        begin = np.zeros(len(ends), np.int64)
        np.add(ends[:-1], 1, out=begin[1:])
        names = words_of_texts(block, begin, begin + 7)
        is_entity = names == _ENTITY
        last_of_line = block[ends] == _NEWLINE
        line = np.cumsum(last_of_line) - last_of_line
        self.links: list[tuple[int, str]] = []
        if not is_entity.all():
            kept = is_entity[attribute]
            place, kind, attribute = place[kept], kind[kept], attribute[kept]
            is_link = (names == _BRIDGE) | (names == _SPLIT_ANTE) | (names & _FIRST_SIX == _SPLIT)
            for found in np.flatnonzero(is_link).tolist():
                text = block[begin[found] : ends[found]].tobytes().decode("utf-8", "replace")
                if text.startswith(LINK_NAMES):
                    self.links.append((int(rows[line[found]]), text))
        kind[kind == _BAR] = _NEWLINE
        self.block, self.place, self.kind, self.attribute = block, place, kind, attribute
        self.begin = begin + 7
        self.node = rows[line]
        self._shift = starts[line] - np.append(0, edges)[line]
        if len(
            piece.ranges
        ):  # brackets of a multiword token belong to no node; the exact reader reports them
            starts, stops = piece.range_misc()
            long = stops - starts >= _SHORTEST
            if b"Entity=" in TextColumn.gather(piece.buffer, starts[long], stops[long] + 1).block.tobytes():
                raise IrregularError

    def in_piece(self, marks: Integers) -> Integers:
        """Return the positions of marks in the piece."""
        places: Integers = self.place[marks] + self._shift[self.attribute[marks]]
        return places


class _Items:
    """Opening brackets, and closing ones with an identifier; `(fields)` is one item.

    Attributes:
        block: the block of all values.
        mark: the mark of each item.
        node: the node of each item.
        is_open: whether each item opens a mention.
        is_single: whether each item opens a mention and closes it at once.
        start: the start of each identifier in the block.
        stop: the end of each identifier in the block.
        sign: 1 for an item that needs a closing bracket, -1 for a closing bracket, 0 for the rest.
    """

    def __init__(self, marks: _Marks, header: Header) -> None:
        place, kind = marks.place, marks.kind
        before = np.empty(len(kind), np.uint8)
        before[:1] = _NEWLINE
        before[1:] = kind[:-1]
        in_opening = (before == _OPEN) | (before == _HYPHEN)
        previous = np.empty(len(place), np.int64)
        previous[1:] = place[:-1]
        begins = before == _NEWLINE
        previous[begins] = marks.begin[marks.attribute[begins]] - 1
        gap = place - previous - 1
        closing = kind == _CLOSE
        wrong = np.where(closing, gap == 0, gap > 0) | (kind == _HYPHEN) | (begins & (kind == _NEWLINE))
        refuse(wrong & ~in_opening)
        brackets = np.flatnonzero(kind != _HYPHEN)
        fields = np.diff(brackets, append=len(kind))
        bracket_kind = kind[brackets]
        opens = bracket_kind == _OPEN
        is_item = opens | ((bracket_kind == _CLOSE) & ~in_opening[brackets])
        rows = np.flatnonzero(is_item)
        self.mark = brackets[rows]
        self.is_open = opens[rows]
        self.is_single = self.is_open & (bracket_kind[np.minimum(rows + 1, len(brackets) - 1)] == _CLOSE)
        self._fields = fields[rows]
        self._marks, self._width, self.block = marks, len(header.fields), marks.block
        self.node = marks.node[marks.attribute[self.mark]]
        eid_start, eid_stop = self.field(np.arange(len(rows)), header.index("eid"))
        self.start = np.where(self.is_open, eid_start, previous[self.mark] + 1)
        self.stop = np.where(self.is_open, eid_stop, place[self.mark])
        refuse(self.stop <= self.start)
        self.sign = np.where(self.is_open, 1, -1)
        self.sign[self.is_single] = 0

    def field(self, items: Integers, index: int) -> tuple[Integers, Integers]:
        """Return the start and end in the block of a field of opening brackets; equal if the field is omitted."""
        place, mark, count = self._marks.place, self.mark[items], self._fields[items]
        given = index < count
        start = place[np.where(given, mark + index, mark)] + 1
        ending = count if index == self._width - 1 else index + 1
        stop = place[np.where(given, np.minimum(mark + ending, len(place) - 1), mark)]
        return start, np.maximum(start, stop)


class Texts:
    """Groups equal texts of the same document.

    Each text is hashed into the high bits of a number whose low bits are the row, so one sort groups texts and keeps
    their order. Then neighbours are compared in full. If two different texts share a hash, another multiplier is tried,
    so the grouping is exact.

    Attributes:
        order: the rows sorted by group; within a group they keep their order.
        group: the group of each row.
        count: the number of groups.
    """

    def __init__(self, block: Bytes, starts: Integers, stops: Integers, documents: Integers) -> None:
        sizes = stops - starts
        words: list[Words] = [(documents << 32 | sizes).astype(np.uint64)]
        for place in range(0, int(sizes.max(initial=0)), 8):
            rows = np.flatnonzero(sizes > place)
            found = np.zeros(len(sizes), np.uint64)
            begin = starts[rows] + place
            found[rows] = words_of_texts(block, begin, np.minimum(stops[rows], begin + 8))
            words.append(found)
        bits = max(1, len(sizes).bit_length())
        row_mask = np.uint64((1 << bits) - 1)
        for multiplier in _MULTIPLIERS:
            key = np.zeros(len(sizes), np.uint64)
            for found in words:
                key ^= found
                key *= np.uint64(multiplier)
                key ^= key >> np.uint64(29)
            key *= np.uint64(multiplier)
            key &= ~row_mask
            key |= np.arange(len(sizes), dtype=np.uint64)
            key.sort()
            self.order = (key & row_mask).astype(np.int64)
            begins = begins_run(key & ~row_mask)
            differs = np.zeros(max(0, len(sizes) - 1), bool)
            for found in words:
                sorted_words = found[self.order]
                differs |= sorted_words[1:] != sorted_words[:-1]
            if np.array_equal(differs, begins[1:]):
                break
        else:
            raise IrregularError
        number = np.cumsum(begins) - 1
        self.count = int(number[-1]) + 1 if len(number) else 0
        self.group = np.empty(len(sizes), np.int64)
        self.group[self.order] = number


@dataclass(frozen=True, slots=True)
class _PartNames:
    """The opening brackets of parts of discontinuous mentions: item, length of the eid without [k/n], k and n."""

    item: Integers
    size: Integers
    number: Integers
    of: Integers


def _part_names(block: Bytes, items: _Items) -> _PartNames:
    found = np.flatnonzero((block[items.stop - 1] == _SQUARE) & items.is_open)
    sizes, numbers_, counts = [], [], []
    for start, stop in zip(items.start[found].tolist(), items.stop[found].tolist(), strict=True):
        match = PART.fullmatch(block[start:stop].tobytes().decode("utf-8", "replace"))
        if match is None or not int(match[2]) <= int(match[3]) <= len(block):
            raise IrregularError
        sizes.append(len(match[1].encode()))
        numbers_.append(int(match[2]))
        counts.append(int(match[3]))
    return _PartNames(found, integers(sizes), integers(numbers_), integers(counts))


def _refuse_crossing(parts: _PartNames, group: Integers, closed_by: Integers) -> None:
    """Raise IrregularError if brackets of an entity cross, or if discontinuous mentions overlap (see crossing.py).

    Args:
        parts: the items that open parts of discontinuous mentions.
        group: the entity of each opening item.
        closed_by: the item that closes each opening item.
    """
    number = dict(zip(parts.item.tolist(), parts.number.tolist(), strict=True))
    size = dict(zip(parts.item.tolist(), parts.of.tolist(), strict=True))
    opening = np.flatnonzero((closed_by >= 0) & np.isin(group, group[parts.item]))
    open_until: dict[int, list[int]] = {}
    unfinished: dict[int, int] = {}
    for item, entity, close in zip(
        opening.tolist(), group[opening].tolist(), closed_by[opening].tolist(), strict=True
    ):
        ends = open_until.setdefault(entity, [])
        while ends and ends[-1] < item:
            ends.pop()
        if (ends and ends[-1] < close) or (number.get(item) == 1 and unfinished.get(entity)):
            raise IrregularError
        ends.append(close)
        if item in number:
            unfinished[entity] = number[item] < size[item]


def _assemble(
    parts: _PartNames, node: Integers, closed_by: Integers, group: Integers, sentence_of: Integers
) -> tuple[dict[int, list[tuple[int, int]]], list[int], list[int]]:
    """Assemble discontinuous mentions. Part k of n continues the latest mention of its entity that has k - 1 parts.

    Returns:
        The spans of each mention by its first item and, in the same order, the items that complete each mention, and the
        items that open its last part.
    """
    waiting: dict[tuple[int, int], list[int]] = {}
    spans: dict[int, list[tuple[int, int]]] = {}
    ends: dict[int, int] = {}
    last_parts: dict[int, int] = {}
    rows = zip(parts.item.tolist(), parts.number.tolist(), parts.of.tolist(), strict=True)
    for item, number, count in rows:
        stack = waiting.setdefault((int(group[item]), count), [])
        close = int(closed_by[item])
        span = (int(node[item]), int(node[close]))
        if number == 1:
            stack.append(item)
            spans[item], ends[item] = [span], close
            begun = item
        else:
            begun = next((one for one in reversed(stack) if len(spans[one]) == number - 1), -1)
            if begun < 0 or sentence_of[span[0]] != sentence_of[spans[begun][0][0]]:
                raise IrregularError
            spans[begun].append(span)
            ends[begun] = max(ends[begun], close)
        last_parts[begun] = item
        if number == count:
            stack.remove(begun)
    if any(waiting.values()):
        raise IrregularError
    return (
        {item: joined_parts(of) for item, of in spans.items()},
        list(ends.values()),
        list(last_parts.values()),
    )


def nth_node(spans: Sequence[tuple[int, int]], number: int) -> int:
    """Return the node of the word with this number (from 1) in a mention; -1 if it has fewer words."""
    for first, last in spans:
        if number <= last - first + 1:
            return first + number - 1
        number -= last - first + 1
    return -1


@dataclass(frozen=True, slots=True)
class _MentionWords:
    """Finds the nodes of words that brackets name by their number in the mention.

    Attributes:
        items: the brackets.
        header: their fields.
        first, last: the first and last node of each mention.
        broken: the parts of discontinuous mentions.
    """

    items: _Items
    header: Header
    first: Integers
    last: Integers
    broken: dict[int, list[tuple[int, int]]]

    def heads(self, opening: Integers) -> Integers:
        """Return the head nodes: the first word if the field is empty.

        Args:
            opening: the bracket of each mention; of a discontinuous one that of its last part, as in the official scorer.
        """
        start, stop = self.items.field(opening, self.header.index("head"))
        return self._nodes(np.where(stop > start, numbers(self.items.block, start, stop), 1))

    def minimum_spans(self, opening: Integers) -> tuple[Integers, Integers]:
        """Return first and last node of the minimum spans, given as word numbers in the mention: '2' or '2,4'."""
        start, stop = self.items.field(opening, self.header.index("minspan"))
        is_given = stop > start
        if not is_given.any():
            return none(len(opening)), none(len(opening))
        texts = TextColumn.gather(self.items.block, start[is_given], stop[is_given] + 1)
        texts.block[texts.offsets[1:] - 1] = ord(",")
        ends = np.flatnonzero(texts.block == ord(","))
        listed = numbers(texts.block, np.append(0, ends[:-1] + 1), ends)
        refuse(listed < 1)
        owner = np.searchsorted(ends, texts.offsets[:-1])
        smallest, largest = np.ones((2, len(opening)), np.int64)
        smallest[is_given] = np.minimum.reduceat(listed, owner)
        largest[is_given] = np.maximum.reduceat(listed, owner)
        first, last = self._nodes(smallest), self._nodes(largest)
        return np.where(is_given, first, -1), np.where(is_given, last, -1)

    def _nodes(self, number: Integers) -> Integers:
        """Return the node of the word with this number in each mention; raise IrregularError if it does not exist."""
        nodes = self.first + number - 1
        for row, spans in self.broken.items():
            nodes[row] = nth_node(spans, int(number[row]))
        refuse((number < 1) | (nodes > self.last) | (nodes < self.first))
        return nodes


def none(count: int) -> Integers:
    """Return a column of -1 that needs no memory."""
    return np.broadcast_to(np.int64(-1), (count,))
