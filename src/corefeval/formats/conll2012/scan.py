"""The fast reader: it finds newlines, columns and brackets of whole chunks with arrays, without a loop over words.

Lines are scanned in chunks that end at any line, and brackets are paired for some documents at a time. Only regular
content is read. At the first irregularity the scan stops, and the exact reader reports it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefeval.arrays import Booleans, Integers, begins_run, inverse
from corefeval.corpus.tables import Parts
from corefeval.formats.base import IrregularError, refuse
from corefeval.formats.brackets import pair, stable_order
from corefeval.formats.conll2012.layout import BEGIN, END, PART_OF_MENTION, Layout
from corefeval.records import dataclass
from corefeval.text import Bytes, TextColumn

NEWLINE, TAB, HASH, OPEN, CLOSE = b"\n\t#()"
MAXIMUM_DIGITS = 15
MAXIMUM_BITS = 32
"""Codes of ids with more bits are renumbered, so that document and code fit into one integer."""

_IS_BLANK = np.zeros(256, bool)
_IS_BLANK[list(b"\t\n\x0b\x0c\r ")] = True
_IS_DELIMITER = np.zeros(256, bool)
_IS_DELIMITER[list(b"()|\n")] = True
_IS_EMPTY_CELL = np.zeros(256, bool)
_IS_EMPTY_CELL[list(b"-_*")] = True


@dataclass(frozen=True, slots=True)
class State:
    """The state of the reader at the edge of a chunk.

    Attributes:
        inside: whether a document is open.
        columns: the number of columns of the open sentence; 0 if no sentence is open.
    """

    inside: bool = False
    columns: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class ChunkLines:
    """The lines of a chunk.

    Attributes:
        buffer: its bytes.
        edges: if tabs separate columns, -1 followed by the positions of tabs and newlines; otherwise the first byte of each
            column.
        stops: if tabs separate columns, None; otherwise one past the last byte of each column.
        first: the number of the edge that begins the line of each word.
        columns: the number of columns in the line of each word.
        line: the number in the chunk of the line of each word, from 0.
        starts_sentence: whether each word is the first of its sentence.
        begins: the lines that begin a document, and the text after '#begin document'.
        ends: the lines that end a document.
        line_count: the number of lines in the chunk.
        state: the state of the reader after the chunk.
    """

    buffer: Bytes
    edges: Integers
    stops: Integers | None
    first: Integers
    columns: Integers
    line: Integers
    starts_sentence: Booleans
    begins: list[tuple[int, bytes]]
    ends: list[int]
    line_count: int
    state: State

    def column(self, number: int | Integers) -> tuple[Integers, Integers]:
        """Return the start and end of a column in the line of each word."""
        at = self.first + number
        if self.stops is None:
            return self.edges[at] + 1, self.edges[at + 1]
        return self.edges[at], self.stops[at]

    def text(self, number: int) -> TextColumn:
        """Return a column; '' for lines that are too short. The last column is always coreference."""
        short = self.columns < number + 2
        if not short.any():
            return TextColumn.gather(self.buffer, *self.column(number))
        start, stop = self.column(np.where(short, 0, number))
        return TextColumn.gather(self.buffer, start, np.where(short, start, stop))


def tabulate(chunk: bytes, layout: Layout, before: State) -> ChunkLines:
    """Find lines, columns, sentences and documents of a chunk of whole lines.

    An example with the three lines `a⇥b`, an empty one and `c⇥d`, in which tabs separate columns:

        edges     -1 1 3 4 6 8   the bytes that end columns, and one before the first
        newline   2 3 5          which of these end lines
        first     0 2 3          which one the first column of each line follows
        columns   2 1 2          how many columns each line has
        start     0 4 5          the byte that each line begins with
        is_empty  0 1 0
        line      0 2            the lines that have a word
    """
    if b"\r" in chunk:
        chunk = chunk.replace(b"\r\n", b"\n")
    if not chunk.endswith(b"\n"):
        chunk += b"\n"
    buffer = np.frombuffer(chunk, np.uint8)
    stops: Integers | None = None
    if layout.tabs:
        edges = np.concatenate([[-1], np.flatnonzero((buffer - TAB) < 2)])
        newline = np.flatnonzero(buffer[edges[1:]] == NEWLINE) + 1
        first = np.concatenate([[0], newline[:-1]])
        columns = newline - first
        start = edges[first] + 1
        is_empty = edges[newline] - start == columns - 1  # empty, or only tabs
    else:
        blank = _IS_BLANK[buffer]
        change = np.flatnonzero(blank[1:] != blank[:-1]) + 1
        if not blank[0]:
            change = np.concatenate([[0], change])
        edges, stops = change[0::2], change[1::2]
        newline = np.flatnonzero(buffer == NEWLINE)
        start = np.concatenate([[0], newline[:-1] + 1])
        first = np.searchsorted(edges, start)
        columns = np.diff(np.append(first, len(edges)))
        is_empty = columns == 0
    is_comment = buffer[start] == HASH
    begins, ends = _headers(chunk, start, np.flatnonzero(is_comment), layout)
    is_word = ~(is_empty | is_comment)
    # A sentence ends at an empty line and at a header; other comments do not interrupt it.
    separates = is_empty
    separates[[line for line, _ in begins] + ends] = True
    relevant = np.flatnonzero(is_word | separates)
    word_here = is_word[relevant]
    starts_sentence = (
        np.append(not before.columns, ~word_here[:-1])[word_here] if len(relevant) else word_here
    )
    line = relevant[word_here]
    columns = columns[line]
    last_header = max(begins[-1][0] if begins else -1, ends[-1] if ends else -1)
    inside = before.inside if last_header < 0 else last_header not in ends
    open_columns = before.columns
    if len(relevant):
        open_columns = int(columns[-1]) if word_here[-1] else 0
    table = ChunkLines(
        buffer,
        edges,
        stops,
        first[line],
        columns,
        line,
        starts_sentence,
        begins,
        ends,
        len(newline),
        State(inside, open_columns),
    )
    return _regular(table, layout, before) if len(line) else table


def _headers(
    chunk: bytes, start: Integers, comments: Integers, layout: Layout
) -> tuple[list[tuple[int, bytes]], list[int]]:
    begins, ends = [], []
    for line, at in zip(comments.tolist(), start[comments].tolist(), strict=True):
        if found := BEGIN.match(chunk, at):
            begins.append((line, found[1]))
        elif END.match(chunk, at):
            ends.append(line)
        elif layout.form == 0:
            raise IrregularError
    return begins, ends


def _regular(table: ChunkLines, layout: Layout, before: State) -> ChunkLines:
    """Refuse words outside documents and lines with a wrong number of columns, and remove the ranges of CoNLL-U."""
    begin = np.array([line for line, _ in table.begins], np.int64)
    ended = np.array(table.ends if before.inside else [-1, *table.ends], np.int64)
    following = np.append(begin, table.line_count)[np.searchsorted(begin, ended)]
    refuse(np.searchsorted(table.line, ended) != np.searchsorted(table.line, following))
    if (table.columns != layout.columns).any():
        columns = table.columns
        if table.stops is None:
            columns = _without_blank_ends(table, layout.columns)
        jumps = np.diff(columns, prepend=before.columns) != 0
        if int(columns.min()) < layout.fewest or (jumps & ~table.starts_sentence).any():
            raise IrregularError
        open_columns = int(columns[-1]) if table.state.columns else 0
        table = replace(table, columns=columns, state=replace(table.state, columns=open_columns))
    elif layout.columns < 2 or (before.columns not in {0, layout.columns} and not table.starts_sentence[0]):
        raise IrregularError
    return _without_ranges(table) if layout.numbered else table


def _without_blank_ends(table: ChunkLines, fewest: int) -> Integers:
    """Return the number of columns of each line, without blank cells at its end, but at least `fewest`."""
    columns = table.columns
    while (longer := np.flatnonzero(columns > fewest)).size:
        at = table.first[longer] + columns[longer]
        start, stop = table.edges[at - 1] + 1, table.edges[at]
        size = stop - start
        blank = (size == 0) | ((size == 1) & _IS_BLANK[table.buffer[start]])
        if not blank.any():
            break
        columns = columns.copy()
        columns[longer[blank]] -= 1
    return columns


def _without_ranges(table: ChunkLines) -> ChunkLines:
    start, stop = table.column(0)
    is_range = np.zeros(len(start), bool)
    for place in range(int((stop - start).max())):
        byte = table.buffer[np.minimum(start + place, stop - 1)]
        is_range |= byte == ord("-")
        refuse(byte == ord("."))
    if not is_range.any():
        return table
    cell, end = table.column(table.columns - 1)
    refuse(((end - cell)[is_range] > 1) | ~_IS_EMPTY_CELL[table.buffer[cell[is_range]]])
    # A sentence that begins with a range begins with the word after it.
    starts = table.starts_sentence.copy()
    starts[1:] |= is_range[:-1] & starts[:-1]
    if is_range[-1] and starts[-1]:
        table = replace(table, state=replace(table.state, columns=0))
    words = ~is_range
    return replace(
        table,
        first=table.first[words],
        columns=table.columns[words],
        line=table.line[words],
        starts_sentence=starts[words],
    )


def annotated(table: ChunkLines, document: Integers) -> BracketCells:
    """Return the non-empty cells, with the document of each word of the table."""
    start, stop = table.column(table.columns - 1)
    length = stop - start
    refuse(~_IS_EMPTY_CELL[table.buffer[start[length == 1]]])
    node = np.flatnonzero(length > 1)
    return BracketCells(TextColumn.gather(table.buffer, start[node], stop[node] + 1), node, document[node])


@dataclass(frozen=True, slots=True, eq=False)
class BracketCells:
    """The non-empty cells, each with the blank that ends it, and their nodes and documents."""

    text: TextColumn
    node: Integers
    document: Integers

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.node)


class ReadChains(NamedTuple):
    """Mentions in the order of their completion, entities in the order of their first bracket."""

    labels: TextColumn
    entity_document: Integers
    rank: Integers
    entity: Integers
    first: Integers
    last: Integers
    part_mention: Integers
    part_first: Integers
    part_last: Integers


def chains(cells: BracketCells, mentions: int = 0, entities: int = 0) -> ReadChains:
    """Return the mentions and entities in the cells of whole documents, after this many others.

    An *event* is an id that opens, closes or does both. An example with the cells `(1|(2)` at node 0 and `1)` at node 2:

        block      ( 1 | ( 2 ) ⏎ 1 ) ⏎       all cells, each ended by a newline
        delimiter  ( | ( ) ⏎ ) ⏎             ids stand between them: 1, 2 and 1
        scan       0  1  2                   the events (2), (1 and 1): those of one cell singles first
        bracket    33 17 17                  their ids as numbers: value * 16 + length
        opening    0  1                      events 0 and 1 open mentions,
        closing    0  2                      which events 0 and 2 close; mentions are in this order

    Examples:
        >>> cells = BracketCells(TextColumn.of(["(1|(2) ", "1) "]), np.array([0, 2]), np.array([0, 0]))
        >>> found = chains(cells)
        >>> found.first.tolist(), found.last.tolist(), found.entity.tolist(), list(found.labels)
        ([0, 0], [0, 2], [0, 1], ['2', '1'])
    """
    block = cells.text.block.copy()
    block[cells.text.offsets[1:] - 1] = NEWLINE
    if int(_IS_BLANK[block].sum()) != len(cells):
        raise IrregularError
    delimiter = np.flatnonzero(_IS_DELIMITER[block])
    kind = block[delimiter]
    after = np.concatenate([[0], delimiter[:-1] + 1])
    has_id = delimiter > after
    opens = np.concatenate([[False], kind[:-1] == OPEN])
    closes = kind == CLOSE
    refuse((opens | closes) != has_id)
    # Events in the order of the reference scorer: on one line (N), then (N, then N).
    event = np.flatnonzero(has_id)
    scan = np.where(opens[event], np.where(closes[event], 0, 1), 2)
    cell = np.searchsorted(cells.text.offsets, delimiter[event], side="right") - 1
    event_order = stable_order(cell * 3 + scan)
    event, scan, cell = event[event_order], scan[event_order], cell[event_order]
    ids = TextColumn.gather(block, after[event], delimiter[event])
    bracket, chain, chain_length = _codes(ids)
    if int(bracket.max(initial=0)) >> MAXIMUM_BITS:
        bracket, chain = np.unique([bracket, chain], return_inverse=True)[1].reshape(2, -1)
    at, document = cells.node[cell], cells.document[cell]

    crossing = np.flatnonzero(scan > 0)
    group = document[crossing] * (int(bracket.max(initial=0)) + 1) + bracket[crossing]
    opens_pair, closes_pair = pair(group, scan[crossing] == 1)
    single = np.flatnonzero(scan == 0)
    opening = np.concatenate([single, crossing[opens_pair]])
    closing = np.concatenate([single, crossing[closes_pair]])
    completion = np.argsort(closing)
    opening, closing = opening[completion], closing[completion]

    key = document[opening] * (int(chain.max(initial=0)) + 1) + chain[opening]
    entity, founder = _entities(key, opening)
    ids_start = ids.offsets[:-1][founder]
    labels = TextColumn.gather(ids.block, ids_start, ids_start + chain_length[founder])
    first, last = at[opening], at[closing]
    parts = Parts()
    is_part = (bracket != chain)[opening]
    if is_part.any():
        whole = document[opening] * (int(bracket.max()) + 1) + bracket[opening]
        entity, first, last, parts = _joined(whole, is_part, entity, first, last)
    rank = np.full(len(founder), len(entity), np.int64)
    np.minimum.at(rank, entity, np.arange(len(entity)))
    return ReadChains(
        labels,
        document[founder],
        rank + mentions,
        entity + entities,
        first,
        last,
        parts.mention + mentions,
        parts.first,
        parts.last,
    )


def _codes(ids: TextColumn) -> tuple[Integers, Integers, Integers]:
    """Return codes for ids: of the name in the brackets, of the chain, and the length of the chain's name.

    The code of a number consists of the number and its length, because 07 is not 7. Other ids get higher codes.
    """
    length = np.diff(ids.offsets)
    digit = (ids.block - ord("0")).astype(np.int64)
    is_digit = digit < 10
    value = np.zeros(len(ids), np.int64)
    start = ids.offsets[:-1]
    is_number = np.add.reduceat(is_digit, start) == length if len(ids) else np.zeros(0, bool)
    is_number &= length <= MAXIMUM_DIGITS
    for place in range(int(length[is_number].max(initial=0))):
        more = is_number & (length > place)
        rows = slice(None) if more.all() else np.flatnonzero(more)
        value[rows] = value[rows] * 10 + digit[start[rows] + place]
    code = value * 16 + length
    other = np.flatnonzero(~is_number)
    if not len(other):
        return code, code, length
    numbers, names = ids.take(other).codes()
    chains = np.zeros(len(names), np.int64)
    lengths = np.zeros(len(names), np.int64)
    floor = int(code[is_number].max(initial=0)) + 1
    for number, name in enumerate(names):
        found = PART_OF_MENTION.fullmatch(name.encode())
        if found:
            if len(found[1]) > MAXIMUM_DIGITS:
                raise IrregularError
            chains[number] = int(found[1]) * 16 + len(found[1])
            lengths[number] = len(found[1])
            floor = max(floor, int(chains[number]) + 1)
        else:
            chains[number] = -1
            lengths[number] = len(name.encode())
    own = floor + np.arange(len(names))
    bracket, chain = code.copy(), code.copy()
    bracket[other] = own[numbers]
    chain[other] = np.where(chains < 0, own, chains)[numbers]
    length = length.copy()
    length[other] = lengths[numbers]
    return bracket, chain, length


def _entities(key: Integers, opening: Integers) -> tuple[Integers, Integers]:
    """Number the entities in the order of their first bracket, and return the entity of each mention and this bracket."""
    order = stable_order(key)
    ordered = key[order]
    is_new = begins_run(ordered)
    founder = np.minimum.reduceat(opening[order], np.flatnonzero(is_new)) if len(key) else opening
    by_opening = np.argsort(founder)
    number = inverse(by_opening)
    entity = np.empty(len(key), np.int64)
    entity[order] = number[np.cumsum(is_new) - 1]
    return entity, founder[by_opening]


def _joined(
    whole: Integers, is_part: Booleans, entity: Integers, first: Integers, last: Integers
) -> tuple[Integers, Integers, Integers, Parts]:
    """Join the parts with the same name into one mention, which is completed with its last part.

    Touching and overlapping parts become one.
    """
    rows = np.flatnonzero(is_part)
    rows = rows[np.lexsort((first[rows], whole[rows]))]
    name = whole[rows]
    new_mention = begins_run(name)
    mention = np.cumsum(new_mention) - 1
    # the furthest end so far within the mention: an offset per mention keeps the mentions apart
    lift = mention * (int(last.max()) + 2)
    furthest = np.maximum.accumulate(last[rows] + lift) - lift
    new_part = new_mention | np.append(False, first[rows][1:] > furthest[:-1] + 1)
    part = np.flatnonzero(new_part)
    part_first = first[rows][part]
    part_last = np.maximum.reduceat(last[rows], part)
    part_mention = mention[part]
    mention_first = part_first[np.flatnonzero(new_mention[part])]
    mention_last = np.maximum.reduceat(last[rows], np.flatnonzero(new_mention))
    completed = np.maximum.reduceat(rows, np.flatnonzero(new_mention))

    keep = ~is_part
    keep[completed] = True
    first, last = first.copy(), last.copy()
    first[completed], last[completed] = mention_first, mention_last
    number = np.cumsum(keep) - 1
    several = np.bincount(part_mention)[part_mention] > 1
    owner = number[completed[part_mention[several]]]
    order = np.argsort(owner, kind="stable")
    parts = Parts(owner[order], part_first[several][order], part_last[several][order])
    return entity[keep], first[keep], last[keep], parts
