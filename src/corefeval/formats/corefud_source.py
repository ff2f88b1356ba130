"""What can still be asked of a CorefUD file after it was read: columns, bracket fields, bridging, split antecedents."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from corefeval.corpus import Attributes, Booleans, Corpus, Integers, Relations, integers
from corefeval.formats.corefud_header import Header
from corefeval.formats.corefud_lines import BETWEEN, COLUMNS, Cells, Piece, pieces
from corefeval.formats.files import TextFile
from corefeval.formats.rereading import RereadSource
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.text import Bytes, TextColumn

BRIDGE = re.compile(r"([^<>:,|]+)<([^<>:,|]+)(?::([^,|]*))?")
"""anchor<anaphor or anchor<anaphor:relation."""
SPLIT = re.compile(r"([^<>,|]+)<([^<>,|]+)")
"""element<whole."""

_ENDS_BRACKET = np.isin(np.arange(256), list(b"()|\t\n"))
_ENDS_FIELD = np.isin(np.arange(256), list(b"()|\t\n-"))


class CorefudSource(RereadSource):
    """A CorefUD file that was read; the lines of its nodes are found again when they are asked for."""

    def __init__(self, file: TextFile, header: Header, *, repair: bool = False) -> None:
        self.file, self.header, self.repair = file, header, repair

    @abstractmethod
    def node_lines(self) -> Integers:
        """Return the line of each node, counted from 0."""

    def place(self, node: int) -> Place:
        """Return file and line of a node."""
        return Place(self.file.name, int(self.node_lines()[node]) + 1)

    @property
    def has_relations_at_hand(self) -> bool:
        """Not so: they stand in MISC, which is read when they are asked for."""
        return False

    def relations(self, corpus: Corpus) -> Relations:
        """Read bridging and split antecedents from MISC.

        The anaphor of a Bridge= is the mention of that entity that opens at the node, and if none does the
        one that covers it; its anchor is the latest mention of the anchor entity that begins before the anaphor,
        -1 if there is none (the anchor follows).

        Raises:
            CorefevalError: CE035 for identifiers that no bracket defines, CE023 for what cannot be read; none
                of both if the file was read to be repaired.
        """
        misc = self.column("misc")
        return Relations() if misc is None else _Links(corpus, misc, self).relations()


class ScannedSource(CorefudSource):
    """A regular file: columns are gathered piece by piece."""

    def node_lines(self) -> Integers:
        """Return the line of each node, counted from 0."""
        return self._node_lines

    @cached_property
    def _node_lines(self) -> Integers:
        found, before = [integers()], 0
        for _, text in pieces(self.file, again=True):
            piece = Piece(text)
            found.append(piece.node_lines + before)
            before += piece.line_count
        return np.concatenate(found)

    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns from one reading of the file."""
        found: dict[str, list[TextColumn]] = {name: [] for name in names if name in {*COLUMNS, BETWEEN}}
        if found:
            for _, text in pieces(self.file, again=True):
                cells = Cells(text)
                for name, columns in found.items():
                    columns.append(TextColumn.gather(cells.buffer, *cells.column(name)))
        return {name: TextColumn.concatenate(found[name]) if name in found else None for name in names}


class LineSource(CorefudSource):
    """A file the exact reader has read, which noted the line of each node."""

    def __init__(self, file: TextFile, header: Header, lines: Sequence[int], *, repair: bool = False) -> None:
        super().__init__(file, header, repair=repair)
        self._lines = integers(lines)

    def node_lines(self) -> Integers:
        """Return the line of each node, counted from 0."""
        return self._lines

    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns; '_' where a repaired line has no such column."""
        lines = text_lines(self.file)
        return {name: self._column(name, lines) for name in names}

    def _column(self, name: str, lines: list[str]) -> TextColumn | None:
        if name == BETWEEN:
            edges = [-1, *self._lines.tolist()]
            return TextColumn.of(
                ["".join(f"{line}\n" for line in lines[a + 1 : b]) for a, b in pairwise(edges)]
            )
        if name not in COLUMNS:
            return None
        index = COLUMNS.index(name)
        cells = (lines[line].split("\t") for line in self._lines.tolist())
        return TextColumn.of([cell[index] if index < len(cell) else "_" for cell in cells])


def text_lines(file: TextFile) -> list[str]:
    """Return the lines of a file without their ends."""
    content = b"".join(piece for _, piece in pieces(file))
    return content.decode("utf-8", "replace").removesuffix("\n").split("\n")


class BracketAttributes(Attributes):
    """The fields of opening brackets, read again from the file when they are asked for.

    Only where each bracket stands is kept, eight bytes a mention.
    """

    def __init__(self, file: TextFile, header: Header, opening: Integers) -> None:
        super().__init__()
        self._file, self._header, self._opening = file, header, opening

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that say neither which entity nor which head."""
        return self._header.attributes

    def column(self, name: str) -> TextColumn | None:
        """Return one field of all mentions."""
        if name not in self.names:
            return None
        order = np.argsort(self._opening, kind="stable")
        places = self._opening[order]
        found = [TextColumn.of([])]
        for offset, text in pieces(self._file, again=True):
            begin, end = np.searchsorted(places, [offset, offset + len(text)])
            if begin < end:
                buffer: Bytes = np.frombuffer(text, np.uint8)
                found.append(
                    TextColumn.gather(buffer, *self._field(name, buffer, places[begin:end] - offset))
                )
        back = np.empty(len(order), np.int64)
        back[order] = np.arange(len(order))
        return TextColumn.concatenate(found).take(back)

    def select(self, kept: Integers) -> Attributes:
        """Return the attributes of the kept mentions."""
        return BracketAttributes(self._file, self._header, self._opening[kept])

    def _field(self, name: str, buffer: Bytes, starts: Integers) -> tuple[Integers, Integers]:
        """Return where a field begins and ends in the brackets whose texts start here; the last may have hyphens."""
        index = self._header.index(name)
        for _ in range(index):
            stops = _next(buffer, starts, _ENDS_FIELD)
            starts = stops + (buffer[stops] == ord("-"))
        is_last = index == len(self._header.fields) - 1
        return starts, _next(buffer, starts, _ENDS_BRACKET if is_last else _ENDS_FIELD)


def _next(buffer: Bytes, places: Integers, wanted: Booleans) -> Integers:
    """Return for each place the first one from there on that has a wanted byte; there is one."""
    found = places.copy()
    rows = np.flatnonzero(~wanted[buffer[found]])
    while len(rows):
        found[rows] += 1
        rows = rows[~wanted[buffer[found[rows]]]]
    return found


class _Links:
    """Looks up what Bridge= and SplitAnte= refer to."""

    def __init__(self, corpus: Corpus, misc: TextColumn, source: CorefudSource) -> None:
        self._corpus, self._misc, self._source = corpus, misc, source
        self._problems: list[Problem] = []
        self._lines: Integers | None = None

    def relations(self) -> Relations:
        """Return the relations."""
        bridges = list(self._attributes("Bridge", BRIDGE))
        splits = [*self._attributes("SplitAnte", SPLIT), *self._attributes("Split", SPLIT)]
        if not bridges and not splits:
            return Relations()
        entities: defaultdict[int, dict[str, int]] = defaultdict(dict)
        documents = self._corpus.entities.document.tolist()
        for number, (document, label) in enumerate(zip(documents, self._corpus.entities.labels, strict=True)):
            entities[document][label] = number
        nodes = self._corpus.nodes
        by_entity = np.argsort(self._corpus.mentions.entity, kind="stable")
        bounds = np.searchsorted(self._corpus.mentions.entity[by_entity], np.arange(len(documents) + 1))

        def mentions_of(entity: int) -> Integers:
            return by_entity[bounds[entity] : bounds[entity + 1]]

        whole: dict[tuple[int, int], None] = {}
        bridging: list[tuple[int, int, int, str]] = []
        for node, text, match in [*splits, *bridges]:
            known = entities[int(np.searchsorted(nodes.start, node, side="right")) - 1]
            if match is None:
                self._note("CE023", "not understood", node, text)
            elif unknown := [label for label in match.group(1, 2) if label not in known]:
                self._note(
                    "CE035", f"no bracket of this document defines the entity {unknown[0]!r}", node, text
                )
            elif match.re is SPLIT:
                whole.setdefault((known[match[2]], known[match[1]]))
            else:
                anaphor = self._anaphor(mentions_of(known[match[2]]), node)
                if anaphor < 0:
                    self._note("CE035", f"no mention of {match[2]!r} stands here", node, text)
                    continue
                anchor = antecedent(self._corpus, mentions_of(known[match[1]]), anaphor)
                bridging.append((anaphor, anchor, known[match[1]], match[3] or ""))
        if self._problems and not self._source.repair:
            raise CorefevalError(self._problems)
        bridging.sort(key=lambda row: row[0])
        split = sorted(whole, key=lambda pair: pair[0])
        return Relations(
            integers(pair[0] for pair in split),
            integers(pair[1] for pair in split),
            integers(row[0] for row in bridging),
            integers(row[1] for row in bridging),
            integers(row[2] for row in bridging),
            TextColumn.of([row[3] for row in bridging]),
        )

    def _attributes(
        self, name: str, item: re.Pattern[str]
    ) -> Iterator[tuple[int, str, re.Match[str] | None]]:
        """Yield the node of each item of an attribute, its text and its match."""
        block = self._misc.block.tobytes()
        wanted = f"{name}=".encode()
        place = block.find(wanted)
        while place >= 0:
            node = int(np.searchsorted(self._misc.offsets, place, side="right")) - 1
            begin, end = self._misc.offsets[node : node + 2].tolist()
            if place == begin or block[place - 1 : place] == b"|":
                bar = block.find(b"|", place, end)
                value = block[place + len(wanted) : bar if bar >= 0 else end].decode("utf-8", "replace")
                for text in value.split(","):
                    yield node, text, item.fullmatch(text)
            place = block.find(wanted, place + len(wanted))

    def _anaphor(self, mentions: Integers, node: int) -> int:
        """Return the mention that opens at a node, else the shortest one that covers it, else -1."""
        first, last = self._corpus.mentions.first[mentions], self._corpus.mentions.last[mentions]
        opening = mentions[first == node]
        if len(opening):
            return int(opening[0])
        covering = (first <= node) & (node <= last)
        if not covering.any():
            return -1
        return int(mentions[covering][np.argmin((last - first)[covering])])

    def _note(self, code: str, message: str, node: int, text: str) -> None:
        if self._lines is None:
            self._lines = self._source.node_lines()
        place = Place(self._source.file.name, int(self._lines[node]) + 1)
        self._problems.append(Problem(code, message, place, text))


def antecedent(corpus: Corpus, mentions: Integers, anaphor: int) -> int:
    """Return the latest of the mentions that begins before the anaphor, -1 if there is none."""
    first = corpus.mentions.first[mentions]
    before = np.flatnonzero(first < corpus.mentions.first[anaphor])
    return int(mentions[before[np.argmax(first[before])]]) if len(before) else -1
