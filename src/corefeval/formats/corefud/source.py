"""The content of a CorefUD file that is read on demand: columns, fields of brackets, bridging, split antecedents."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from corefeval.arrays import Booleans, Integers, Ragged, integers, inverse
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Attributes, Relations
from corefeval.formats.base import RereadSource
from corefeval.formats.corefud.lines import BETWEEN, COLUMNS, Header, NodeCells, Piece, pieces, text_lines
from corefeval.formats.files import TextFile
from corefeval.formats.split_antecedents import PluralEntities
from corefeval.problems import Problem
from corefeval.text import Bytes, TextColumn

BRIDGE = re.compile(r"([^<>:,|]+)<([^<>:,|]+)(?::([^,|]*))?")
"""Matches anchor<anaphor or anchor<anaphor:relation."""
SPLIT = re.compile(r"([^<>,|]+)<([^<>,|]+)")
"""Matches element<whole."""
_LINKS = {
    "Bridge": ("bridging", BRIDGE),
    "SplitAnte": ("split antecedents", SPLIT),
    "Split": ("split antecedents", SPLIT),
}
LINK_NAMES = tuple(f"{name}=" for name in _LINKS)
"""The prefixes of the attributes that link entities."""

Attribute = tuple[int, str]
"""A node, and the text of an attribute in its MISC column."""

_ENDS_BRACKET = np.isin(np.arange(256), list(b"()|\t\n"))
_ENDS_FIELD = np.isin(np.arange(256), list(b"()|\t\n-"))


class CorefudSource(RereadSource):
    """A CorefUD file after reading. The lines of its nodes are found again on demand."""

    def __init__(self, file: TextFile, header: Header) -> None:
        super().__init__(file)
        self.header = header
        self.convention = header.text
        self.ranks_over_documents = "GRP" not in header.text.split("-")

    @property
    def has_relations_at_hand(self) -> bool:
        """Return False: they are in MISC, which is read on demand."""
        return False


class ScannedSource(CorefudSource):
    """A regular file: columns are gathered piece by piece."""

    @cached_property
    def lines(self) -> Integers:  # type: ignore[override] # it is set on first access
        """The line of each node, counted from 1. The lines are found on first access."""
        found, before = [integers()], 1
        for _, text in pieces(self.file, again=True):
            piece = Piece(text)
            found.append(piece.node_lines + before)
            before += len(piece.line_starts)
        return np.concatenate(found)

    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns from one reading of the file."""
        found: dict[str, list[TextColumn]] = {name: [] for name in names if name in {*COLUMNS, BETWEEN}}
        if found:
            for _, text in pieces(self.file, again=True):
                cells = NodeCells(text)
                for name, columns in found.items():
                    columns.append(TextColumn.gather(cells.buffer, *cells.column(name)))
        return {name: TextColumn.concatenate(found[name]) if name in found else None for name in names}


class LineSource(CorefudSource):
    """A file read by the exact reader, which stored the line of each node."""

    def __init__(self, file: TextFile, header: Header, lines: Sequence[int]) -> None:
        super().__init__(file, header)
        self.lines = integers(lines)

    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns. The value is '_' if a repaired line lacks the column."""
        lines = list(text_lines(self.file))
        return {name: self._column(name, lines) for name in names}

    def _column(self, name: str, lines: list[str]) -> TextColumn | None:
        if name == BETWEEN:
            edges = [0, *self.lines.tolist()]
            between = (lines[before : after - 1] for before, after in pairwise(edges))
            return TextColumn.of(["".join(f"{line}\n" for line in each) for each in between])
        if name not in COLUMNS:
            return None
        index = COLUMNS.index(name)
        cells = (lines[line - 1].split("\t") for line in self.lines.tolist())
        return TextColumn.of([cell[index] if index < len(cell) else "_" for cell in cells])


class BracketAttributes(Attributes):
    """The fields of opening brackets, read again from the file on demand.

    Only the position of each bracket is kept, eight bytes per mention.
    """

    def __init__(self, file: TextFile, header: Header, opening: Integers) -> None:
        super().__init__()
        self._file, self._header, self._opening = file, header, opening

    @property
    def names(self) -> tuple[str, ...]:
        """The fields other than those of entity and head."""
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
        return TextColumn.concatenate(found).take(inverse(order))

    def select(self, kept: Integers) -> Attributes:
        """Return the attributes of the kept mentions."""
        return BracketAttributes(self._file, self._header, self._opening[kept])

    def _field(self, name: str, buffer: Bytes, starts: Integers) -> tuple[Integers, Integers]:
        """Return start and end of a field in the brackets at these starts. The last field may have hyphens."""
        index = self._header.index(name)
        for _ in range(index):
            stops = _next(buffer, starts, _ENDS_FIELD)
            starts = stops + (buffer[stops] == ord("-"))
        is_last = index == len(self._header.fields) - 1
        return starts, _next(buffer, starts, _ENDS_BRACKET if is_last else _ENDS_FIELD)


def _next(buffer: Bytes, places: Integers, wanted: Booleans) -> Integers:
    """Return the position of the next wanted byte at or after each position. It must exist."""
    found = places.copy()
    rows = np.flatnonzero(~wanted[buffer[found]])
    while len(rows):
        found[rows] += 1
        rows = rows[~wanted[buffer[found[rows]]]]
    return found


class LinkAttributes:
    """The content of Bridge= and SplitAnte=, looked up in the corpus.

    The anaphor of a Bridge= is the mention of its entity that opens at the node, or else the mention that covers the
    node. The anchor is the latest mention of the anchor entity that begins before the anaphor; -1 if there is none.

    Attributes:
        relations: the readable links.
        faults: the problems of the other links, without their places, each with the number of its attribute and its
            position in the attribute: CE023 if it cannot be read, CE035 if no bracket defines the entity, CE034 if an
            entity is an element of itself.
    """

    def __init__(
        self, corpus: Corpus, attributes: Sequence[Attribute], undefined: Container[tuple[int, str]] = ()
    ) -> None:
        """Look up links.

        Args:
            corpus: the mentions and entities.
            attributes: the node and the text of each attribute, including its name.
            undefined: document and label of entities with mentions that were dropped because of another fault. Links to them
                are not reported.
        """
        self.faults: list[tuple[Problem, int, int]] = []
        self._labels, self._undefined = corpus.entities.labels, undefined
        self._elements = PluralEntities()
        self._bridging: list[tuple[int, int, int, str]] = []
        mentions, documents = corpus.mentions, corpus.entities.document
        self._mentions = Ragged.by(mentions.entity, len(documents))
        self._first, self._last = mentions.first, mentions.last
        self._first_entity = np.searchsorted(documents, np.arange(len(corpus.names) + 1)).tolist()
        self._known: dict[int, dict[str, int]] = {}
        nodes = integers(node for node, _ in attributes)
        owners = np.searchsorted(corpus.nodes.start, nodes, side="right") - 1
        for number, ((node, text), document) in enumerate(zip(attributes, owners.tolist(), strict=True)):
            name, _, value = text.partition("=")
            offset = len(name) + 1
            for item in value.split(","):
                if fault := self._read(name, item, node, document):
                    self.faults.append((replace(fault, text=item, part=_LINKS[name][0]), number, offset))
                offset += len(item) + 1
        split = sorted(self._elements.pairs(), key=lambda pair: pair[0])
        self._bridging = sorted(
            dict.fromkeys(self._bridging), key=lambda row: row[0]
        )  # duplicates count once
        self.relations = Relations(
            integers(pair[0] for pair in split),
            integers(pair[1] for pair in split),
            integers(row[0] for row in self._bridging),
            integers(row[1] for row in self._bridging),
            integers(row[2] for row in self._bridging),
            TextColumn.of([row[3] for row in self._bridging]),
        )

    def _read(self, name: str, item: str, node: int, document: int) -> Problem | None:
        """Read one link, and return its problem; None if it has none."""
        part, pattern = _LINKS[name]
        match = pattern.fullmatch(item)
        if match is None:
            return Problem("CE023", "link-not-understood", field=name)
        known = self._entities(document)
        if unknown := [label for label in match.group(1, 2) if label not in known]:
            if (document, unknown[0]) in self._undefined:
                return None
            return Problem("CE035", "entity-not-defined", field=name, entity=unknown[0])
        target, entity = known[match[1]], known[match[2]]
        if part == "split antecedents":
            if way := self._elements.add(entity, target):
                labels = [self._labels[each] for each in way]
                return Problem("CE034", "link-cycle", field=name, cycle=[match[2], *labels])
            return None
        anaphors = self._mentions[entity]
        here = self._anaphor(self._first[anaphors].tolist(), self._last[anaphors].tolist(), node)
        if here < 0:
            return Problem("CE035", "no-mention-here", field=name, entity=match[2])
        anchors = self._mentions[target]
        latest = antecedent(self._first[anchors].tolist(), int(self._first[anaphors[here]]))
        anchor = anchors[latest] if latest >= 0 else -1
        self._bridging.append((anaphors[here], anchor, target, match[3] or ""))
        return None

    def _entities(self, document: int) -> dict[str, int]:
        """Return the entities of a document by their labels."""
        if document not in self._known:
            begin, end = self._first_entity[document : document + 2]
            self._known[document] = dict(zip(self._labels.slice(begin, end), range(begin, end), strict=True))
        return self._known[document]

    @staticmethod
    def _anaphor(first: Sequence[int], last: Sequence[int], node: int) -> int:
        """Return the number of the mention that opens at a node, or else of the shortest one that covers it, or else -1."""
        covering = [place for place, begin in enumerate(first) if begin <= node <= last[place]]
        opening = [place for place in covering if first[place] == node]
        if opening:
            return opening[0]
        return min(covering, key=lambda place: last[place] - first[place], default=-1)


def antecedent(first: Sequence[int], before: int) -> int:
    """Return the number of the mention that begins last before a node, given the first nodes; -1 if none does."""
    earlier = [place for place, node in enumerate(first) if node < before]
    return max(earlier, key=first.__getitem__, default=-1)
