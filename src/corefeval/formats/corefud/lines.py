"""The header of CorefUD files, and their lines as arrays: nodes, columns, sentences and documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Integers, begins_run
from corefeval.corpus.tables import SENTENCE_START
from corefeval.formats.base import IrregularError, refuse
from corefeval.formats.boundaries import Boundaries, Places, comments, has_words, line_at, line_starts
from corefeval.formats.files import TextFile
from corefeval.text import Bytes

COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
BETWEEN = "lines between nodes"
"""The name of an additional column: the comments, blank lines and ranges before each node, with their newlines."""
PSEUDO = "%2DPseudo"
"""The ending of the identifier of a non-referring expression: -Pseudo of CoNLL-UA, with its hyphen encoded."""
LINK, DISCOURSE = "link", "disc"
"""GUM's field for the kind of link from a mention to the next, and its value at the segment of discourse deixis."""
NEWDOC = b"# newdoc"
CHUNK = 4 << 20
"""The number of bytes processed together: fewer need more calls of numpy, more do not fit into the cache."""

Words = NDArray[np.uint64]

_NEWDOC = re.compile(r"# newdoc\s+id\s*=\s*(.*\S)")
_TAB, _NEWLINE, _HASH, _HYPHEN, _POINT = b"\t\n#-."
_KEEP = np.array([(1 << 8 * size) - 1 for size in range(8)] + [2**64 - 1], np.uint64)
"""Masks that keep the first bytes of a word of eight bytes: _KEEP[3] keeps the first three."""
_ENDS_WORD = np.zeros(256, bool)
_ENDS_WORD[list(b" \t\n=")] = True
_DIGIT_BIT = np.uint64(0x1010101010101010)
"""The bit that is set in every digit, but neither in '-' nor in '.'."""


def pieces(file: TextFile, *, again: bool = False) -> Iterator[tuple[int, bytes]]:
    """Yield (offset, bytes) pieces of whole documents, with newlines as the only line ends.

    Offsets count the yielded bytes, so they are the same each time the file is read.
    """
    offset = 0
    for _, chunk in file.chunks(NEWDOC, CHUNK, again=again):
        piece = chunk
        if b"\r" in piece:
            piece = piece.replace(b"\r\n", b"\n").removesuffix(b"\r")
        if not piece.endswith(b"\n"):
            piece += b"\n"
        yield offset, piece
        offset += len(piece)


def text_lines(file: TextFile) -> Iterator[str]:
    """Yield the lines of a file without their ends."""
    for _, piece in pieces(file):
        yield from piece.decode("utf-8", "replace").removesuffix("\n").split("\n")


def document_name(line: str, number: int) -> str:
    """Return the name in a '# newdoc' line, or else the number of the document."""
    match = _NEWDOC.match(line)
    return match[1] if match is not None else str(number)


def words_at(piece: bytes | Bytes, places: Integers) -> Words:
    """Return the eight bytes at each position as one number. All of them must be inside the piece."""
    windows = np.ndarray((max(0, len(piece) - 7),), np.dtype("<u8"), piece, strides=(1,))
    found: Words = windows[places]
    return found


def words_of_texts(piece: bytes | Bytes, starts: Integers, stops: Integers) -> Words:
    """Return texts of at most eight bytes as numbers. Eight bytes from each start must be inside the piece."""
    found: Words = words_at(piece, starts) & _KEEP[stops - starts]
    return found


def word(text: bytes) -> np.uint64:
    """Return a text of at most eight bytes as a number, in the encoding of words_at."""
    return np.uint64(int.from_bytes(text, "little"))


def numbers(buffer: Bytes, starts: Integers, stops: Integers) -> Integers:
    """Return the numbers at these positions; -1 for text that is not a number of one to nine digits."""
    sizes = stops - starts
    values = np.zeros(len(starts), np.int64)
    valid = (sizes > 0) & (sizes < 10)
    for place in range(int(sizes[valid].max(initial=0))):
        inside = valid & (place < sizes)
        digits = buffer[np.where(inside, starts + place, 0)].astype(np.int64) - 48
        valid &= ~inside | ((digits >= 0) & (digits <= 9))
        values = np.where(inside, values * 10 + digits, values)
    return np.where(valid, values, -1)


class NodeCells:
    """The columns of the nodes of a piece that is known to be regular (see Piece)."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.buffer: Bytes = np.frombuffer(text, np.uint8)
        self._edges = np.flatnonzero((self.buffer - np.uint8(_TAB)) < 2)
        self._ends = self._find_nodes(np.flatnonzero(self.buffer[self._edges] == _NEWLINE))

    def _find_nodes(self, line_edges: Integers) -> Integers:
        """Return the ends of the lines of nodes. These have ten columns and are neither comments nor ranges."""
        ends = line_edges[np.diff(line_edges, prepend=-1) == len(COLUMNS)]
        starts, stops = self._column(0, ends)
        is_node = self.buffer[starts] != _HASH
        ends, starts, stops = ends[is_node], starts[is_node], stops[is_node]
        keep = _KEEP[stops - starts]
        others = np.flatnonzero((words_at(self.text, starts) & keep & _DIGIT_BIT) != (keep & _DIGIT_BIT))
        hyphen = place_of(self.buffer, _HYPHEN, starts[others], stops[others])
        return np.delete(ends, others[hyphen >= 0])

    def column(self, name: str) -> tuple[Integers, Integers]:
        """Return the start and end of a column in the line of each node."""
        if name == BETWEEN:
            starts = self._column(0, self._ends)[0]
            return np.append(0, self._edges[self._ends] + 1)[: len(starts)], starts
        return self._column(COLUMNS.index(name), self._ends)

    def _column(self, index: int, ends: Integers) -> tuple[Integers, Integers]:
        starts = self._edges[ends - (10 - index)] + 1
        if index == 0:
            starts[ends < len(COLUMNS)] = 0
        return starts, self._edges[ends - (9 - index)]


class Piece(NodeCells):
    """One piece of a CoNLL-U file with classified lines.

    Attributes:
        buffer: the bytes.
        line_starts: the start of each line.
        comments: the numbers of the comment lines.
        newdocs: the numbers of the lines that start a document.
        first_token: the number of the first line of a node or a multiword token.
        node_lines: the line of each node: a word or an empty node, not the range of a multiword token.
        sentences: the first node of each sentence.
        empty: the empty nodes.
        minor: the number after the point of each empty node, plus SENTENCE_START if it precedes the first word.

    Raises:
        IrregularError: if a line has other than ten columns, or words are not numbered 1, 2, 3 ….
    """

    def _find_nodes(self, line_edges: Integers) -> Integers:
        self.line_starts = np.zeros(len(line_edges), np.int64)
        np.add(self._edges[line_edges[:-1]], 1, out=self.line_starts[1:])
        initials = self.buffer[self.line_starts]
        blank = initials == _NEWLINE
        self.comments = np.flatnonzero(initials == _HASH)
        is_token = ~blank
        is_token[self.comments] = False
        tokens = np.flatnonzero(is_token)
        self.first_token = int(tokens[0]) if len(tokens) else len(self.line_starts)
        refuse(np.diff(line_edges, prepend=-1)[tokens] != len(COLUMNS))
        self.newdocs = self._comments_with(NEWDOC)
        behind = self.buffer[self.line_starts[self.newdocs] + len(NEWDOC)]
        self.newdocs = self.newdocs[_ENDS_WORD[behind]]
        is_break = blank
        is_break[self.newdocs] = True
        return self._number(tokens, line_edges[tokens], np.cumsum(is_break)[tokens])

    def _comments_with(self, prefix: bytes) -> Integers:
        """Return the numbers of the comment lines that begin with a prefix of at least eight bytes."""
        starts = self.line_starts[self.comments]
        starts = starts[starts <= len(self.buffer) - len(prefix) - 1]
        found = np.flatnonzero(words_at(self.text, starts) == word(prefix[:8]))
        lines = self.comments[found]
        fits = [self.text.startswith(prefix, start) for start in starts[found].tolist()]
        found_lines: Integers = lines[np.array(fits, bool)]
        return found_lines

    def _number(self, tokens: Integers, ends: Integers, sentence: Integers) -> Integers:
        r"""Distinguish words, empty nodes and ranges, check their numbering, and return the ends of the nodes.

        Two sentences, the first with a multiword token, each with an empty node:

            ids           1-2   1   2   2.1   3   0.1   1
            node                0   1    2    3    4    5     a range is no node
            is_word             1   1    0    1    0    1
            sentence_of         0   0    0    0    1    1
            running             1   2    2    3    0    1     words so far in the sentence: the id that a word must have
            major                        2         0          before the point: must be the running number
            minor                        1       32769        behind it; with SENTENCE_START where no word precedes

        Ids are compared as text, eight bytes as one number each.

        Examples:
            >>> ids = "1-2 1 2 2.1 3", "0.1 1"
            >>> rest = 9 * "\t_" + "\n"
            >>> text = "".join(sentence.replace(" ", rest + " ") + rest + "\n" for sentence in ids)
            >>> piece = Piece(text.replace(" ", "").encode())
            >>> piece.sentence_of.tolist(), piece.empty.tolist(), piece.minor.tolist()
            ([0, 0, 0, 0, 1, 1], [2, 4], [1, 32769])
        """
        starts, stops = self.line_starts[tokens], self._edges[ends - 9]
        if len(starts) and not 0 < int((stops - starts).min()) <= int((stops - starts).max()) <= 8:
            raise IrregularError
        keep = _KEEP[stops - starts]
        ids = words_at(self.text, starts) & keep
        is_word = (ids & _DIGIT_BIT) == (keep & _DIGIT_BIT)
        others = np.flatnonzero(~is_word)
        first, last = starts[others], stops[others]
        point = place_of(self.buffer, _POINT, first, last)
        hyphen = place_of(self.buffer, _HYPHEN, first, last)
        is_range = hyphen >= 0
        self.ranges = ends[others[is_range]]
        refuse(is_range == (point >= 0))
        refuse(numbers(self.buffer, first[is_range], hyphen[is_range]) < 0)
        refuse(numbers(self.buffer, hyphen[is_range] + 1, last[is_range]) < 0)
        kept = np.ones(len(tokens), bool)
        kept[others[is_range]] = False
        if len(self.ranges):
            tokens, sentence, ids, is_word = tokens[kept], sentence[kept], ids[kept], is_word[kept]
            ends = ends[kept]
        self.node_lines = tokens
        is_first = begins_run(sentence)
        self.sentences = np.flatnonzero(is_first)
        self.sentence_of = np.cumsum(is_first) - 1
        running = np.cumsum(is_word)
        before = running[self.sentences] - is_word[self.sentences]
        running -= before[self.sentence_of]
        expected = _numerals(int(running.max(initial=0)))
        self.empty = np.flatnonzero(~is_word)
        if len(self.empty) == 0:
            if not np.array_equal(ids, expected[running]):
                raise IrregularError
            self.minor = self.empty
            return ends
        refuse(ids[is_word] != expected[running[is_word]])
        empties = ~is_range
        first, point, last = first[empties], point[empties], last[empties]
        major = numbers(self.buffer, first, point)
        minor = numbers(self.buffer, point + 1, last)
        follows = np.zeros(len(minor), bool)
        follows[1:] = np.diff(self.empty) == 1
        follows[1:] &= self.sentence_of[self.empty[1:]] == self.sentence_of[self.empty[:-1]]
        previous = np.where(follows, np.roll(minor, 1), 0)
        refuse((major != running[self.empty]) | (minor <= previous) | (minor >= SENTENCE_START))
        self.minor = np.where(major == 0, minor + SENTENCE_START, minor)
        return ends

    @cached_property
    def headers(self) -> Integers:
        """The numbers of the lines that declare the fields of brackets."""
        return self._comments_with(b"# global.Entity")

    def line(self, number: int) -> bytes:
        """Return a line without its newline."""
        start = int(self.line_starts[number])
        return self.text[start : self.text.index(b"\n", start)]

    def range_misc(self) -> tuple[Integers, Integers]:
        """Return the start and end of MISC in the lines of multiword tokens."""
        return self._edges[self.ranges - 1] + 1, self._edges[self.ranges]


def place_of(buffer: Bytes, byte: int, starts: Integers, stops: Integers) -> Integers:
    """Return the first position of a byte in each of the short texts; -1 if it does not occur."""
    found = np.full(len(starts), -1, np.int64)
    for step in range(int((stops - starts).max(initial=0)) - 1, -1, -1):
        places = starts + step
        inside = places < stops
        hit = inside & (buffer[np.where(inside, places, 0)] == byte)
        found[hit] = places[hit]
    return found


_NUMERALS: list[Words] = [np.zeros(0, np.uint64)]


def _numerals(largest: int) -> Words:
    """Return the decimal texts of the numbers 0 to largest, each encoded as by words_at."""
    if largest >= len(_NUMERALS[0]):
        written = b"".join(str(number).encode().ljust(8, b"\0") for number in range(max(512, 2 * largest)))
        _NUMERALS[0] = np.frombuffer(written, "<u8")
    return _NUMERALS[0]


DEFAULT = "eid-etype-head-other"
PREFIX = b"# global.Entity"
_LINE = re.compile(r"# global\.Entity\s*=\s*(\S+)\s*$")
_LEGACY = {"GRP": "eid", "entity": "etype"}


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of an opening bracket, as declared by `# global.Entity = eid-etype-head-other`.

    GRP and entity are older names of eid and etype. The last field takes the rest of the bracket, so it may contain
    hyphens; fields at the end may be omitted.
    """

    text: str = DEFAULT

    @classmethod
    def of_line(cls, line: str) -> Header | None:
        """Return the header that a comment line declares; None if it is malformed or names a field twice."""
        match = _LINE.match(line)
        if match is None:
            return None
        header = cls(match[1])
        is_sound = all(header.fields) and len(set(header.fields)) == len(header.fields)
        return header if is_sound else None

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields, with older names replaced by the current ones."""
        return tuple(_LEGACY.get(name, name) for name in self.text.split("-"))

    def index(self, name: str) -> int:
        """Return the position of a field; -1 if there is none."""
        return self.fields.index(name) if name in self.fields else -1

    @property
    def attributes(self) -> tuple[str, ...]:
        """The fields other than those of entity and head."""
        return tuple(name for name in self.fields if name not in {"eid", "head"})

    def join(self, values: Mapping[str, str]) -> str:
        """Return the text of an opening bracket, without empty fields at its end."""
        listed = [values.get(name, "") for name in self.fields]
        while listed and not listed[-1]:
            listed.pop()
        return "-".join(listed)

    def split(self, text: str) -> dict[str, str]:
        """Return the fields of an opening bracket, given its text; '' for omitted fields."""
        fields = self.fields
        values = text.split("-", len(fields) - 1)
        return dict(zip(fields, values + [""] * (len(fields) - len(values)), strict=True))


NEWDOC_LINE = re.compile(NEWDOC + rb"(?:[\s=]|$)")
HEADER_LINE = re.compile(re.escape(PREFIX))


class CorefudBoundaries(Boundaries):
    """Finds documents, which begin with '# newdoc'. The last header before a document applies to it.

    A file with words before the first document is irregular.
    """

    reported_last = frozenset(
        {"split antecedents", "bridging"}
    )  # links are looked up after all entities are known

    def __init__(self, beginning: bytes) -> None:
        starts = line_starts(beginning, NEWDOC_LINE, NEWDOC)
        if not starts or has_words(beginning[: starts[0]]):
            raise IrregularError

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return the starts of '# newdoc' lines, and of lines that declare the fields of brackets."""
        places = comments(text)
        starts = line_starts(text, NEWDOC_LINE, NEWDOC, places)
        headers = line_starts(text, HEADER_LINE, PREFIX, places)
        return [(at, line_at(text, at)) for at in starts], [(at, line_at(text, at) + b"\n") for at in headers]

    def name(self, said: bytes, number: int) -> str:
        """Return the name of the document in this line."""
        return document_name(said.decode(), number)
