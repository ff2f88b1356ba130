"""The census: every mention and error of the corpus as columns, for the filters, lists and charts of the page.

A row is a mention of the key, or a spurious mention; systems with the same spurious mention share its row. Rows are
sorted by document and then by position in the text. Each system has its own columns, so systems can be compared row
by row. Words are not included: the page takes them from the documents of the visible rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval.arrays import Floats, Integers, begins, inverse, look_up, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import object_ranks
from corefeval.reports.explorer.mentions import DIGITS, Features, Reading, Side, offsets_of

if TYPE_CHECKING:
    from corefeval.explanation.systems import ExplainedSystems

UNDEFINED = 4 * 10**DIGITS
"""The placeholder for an undefined gain; no real gain is this large."""

COMBINATIONS = 256
"""Columns are written as one if they have at most this many combinations of values, which fit into a byte."""

FEW = 1 << 16
"""Values are ranked without sorting if their range is at most this large."""

CREDIT = 240
"""The denominator of written B³ credits. Halves, thirds, quarters, fifths, sixths and eighths are exact."""

PLAIN, SIGNED, RUNNING = range(3)
"""The encodings of numbers: unchanged; signed, as zigzag; or signed differences from the previous number."""


@dataclass(frozen=True, eq=False)
class CensusColumn:
    """A column of numbers, or several columns written as one.

    Attributes:
        name: the name that census.js uses, with a prefix for a column of a system (`0.decision`). Several columns that
            are written as one have their names joined by blanks.
        values: the numbers.
        kind: the encoding: PLAIN, SIGNED or RUNNING.
        table: for columns written as one, the values of each column by number; empty for a single column.
    """

    name: str
    values: Integers
    kind: int = PLAIN
    table: Sequence[Sequence[int]] = ()

    @cached_property
    def planes(self) -> list[bytes]:
        """The encoded numbers as bytes: first the lowest byte of each number, then the next higher bytes."""
        values = self.values.astype(np.int64)
        if self.kind == RUNNING:
            values = np.diff(values, prepend=0)
        if self.kind != PLAIN:
            values = (values << 1) ^ (values >> 63)
        most = int(values.max(initial=0))
        count = max(1, (most.bit_length() + 7) // 8)
        return [((values >> (8 * plane)) & 255).astype(np.uint8).tobytes() for plane in range(count)]


class Census:
    """The columns of some documents, ready to be written."""

    def __init__(self, columns: Sequence[CensusColumn]) -> None:
        self.columns = columns

    @property
    def header(self) -> list[dict[str, Any]]:
        """The name, length, number of byte planes, encoding and table of each column, in the order of the bytes."""
        return [
            {
                "name": column.name,
                "length": len(column.values),
                "planes": len(column.planes),
                "kind": column.kind,
                "table": column.table,
            }
            for column in self.columns
        ]

    def __bytes__(self) -> bytes:
        """Return the bytes of all columns, concatenated."""
        return b"".join(plane for column in self.columns for plane in column.planes)


def joined(columns: Iterable[CensusColumn]) -> Iterator[CensusColumn]:
    """Yield the columns. Neighbours with few combinations of values are written as one column, which takes less space."""
    kept: list[CensusColumn] = []
    numbers = np.zeros(0, np.int64)
    for column in columns:
        own = _ranked(column.values)
        if kept:
            both = _ranked(numbers * (int(own.max(initial=0)) + 1) + own)
            if int(both.max(initial=0)) < COMBINATIONS:
                kept.append(column)
                numbers = both
                continue
            yield _as_one(kept, numbers)
        kept, numbers = [column], own
    if kept:
        yield _as_one(kept, numbers)


def _ranked(values: Integers) -> Integers:
    """Return the rank of each value among the distinct values."""
    low, high = int(values.min(initial=0)), int(values.max(initial=0))
    if high - low > max(FEW, len(values)):
        return np.unique(values, return_inverse=True)[1].reshape(-1)
    occurs = np.zeros(high - low + 1, bool)
    occurs[values - low] = True
    ranks: Integers = (np.cumsum(occurs) - 1)[values - low]
    return ranks


def _as_one(columns: Sequence[CensusColumn], numbers: Integers) -> CensusColumn:
    if len(columns) == 1:
        return columns[0]
    first = np.zeros(int(numbers.max(initial=-1)) + 1, np.int64)
    first[numbers[::-1]] = np.arange(len(numbers))[::-1]
    table = [column.values[first].tolist() for column in columns]
    return CensusColumn(" ".join(column.name for column in columns), numbers, PLAIN, table)


class CensusOfCorpus:
    """The census of all documents.

    Args:
        explained: the explained systems, with the same key.
        key: the mentions of the key.
        readings: the output and errors of each system.
        features: the features of the mentions on all sides.
    """

    def __init__(
        self, explained: ExplainedSystems, key: Side, readings: Sequence[Reading], features: Features
    ) -> None:
        explanations = [system.explanation for system in explained.systems]
        self._credits = [system.credits for system in explained.systems]
        self._explanations, self._features, self._values = explanations, features, explained.values
        self._absent = len(explained.decisions)
        self._key, self._responses = key, [reading.side for reading in readings]
        self.documents = len(explanations[0].pairing.names)
        self._place()
        self.decisions = [self._decisions(system) for system in range(len(explanations))]

    def _place(self) -> None:
        """Assign a row to each mention of key and responses."""
        # every: mentions of the key, then distinct spurious mentions; `order` sorts them by text, `row` is the row of each
        #   every   k0  k1  i0  i1
        #   order    0   2   1   3     k0 i0 k1 i1
        #   row      0   2   1   3
        pairings = [each.pairing for each in self._explanations]
        corpora = [pairings[0].key, *(pairing.response for pairing in pairings)]
        chosen = [
            np.arange(len(corpora[0].mentions)),
            *(np.flatnonzero(pairing.response_partner < 0) for pairing in pairings),
        ]
        spans = _spans(corpora)
        stacked = [span[rows] for span, rows in zip(spans, chosen, strict=True)]
        invented = np.concatenate(stacked[1:])
        distinct, same = np.unique(invented, axis=0, return_inverse=True)
        every = np.concatenate([stacked[0], distinct])
        is_key = np.arange(len(every)) < len(stacked[0])
        order = np.lexsort((~is_key, -every[:, 2], every[:, 1], every[:, 0]))
        row = inverse(order)
        self.document, self.is_key = every[order, 0], is_key[order]
        # mentions with the same span are in the order of their numbers in the document
        number = self._key.order
        self.key_row = np.empty(len(number), np.int64)
        self.key_row[number] = np.flatnonzero(self.is_key)
        bounds = np.cumsum([len(rows) for rows in chosen[1:]])[:-1]
        self.invented_row = []
        for rows, owned, pairing in zip(
            chosen[1:], np.split(same.reshape(-1), bounds), pairings, strict=True
        ):
            of = np.full(len(pairing.response.mentions), -1, np.int64)
            of[rows] = row[len(stacked[0]) + owned]
            self.invented_row.append(of)

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self.document)

    def _decisions(self, system: int) -> Integers:
        """Return the decision of a system about each row.

        For spurious mentions of other systems only, it is the number after the last decision.
        """
        joint, decision = self._explanations[system].joint, self._explanations[system].decision
        found = np.full(self.size, self._absent, np.int64)
        spurious = look_up(joint.response_mention, self.invented_row[system])
        rows = np.where(joint.key_mention >= 0, look_up(joint.key_mention, self.key_row), spurious)
        found[rows] = decision
        return found

    def _settle(self, key: Integers, responses: Iterable[Integers]) -> Integers:
        """Return the value of each row: that of the key, or else of the first system with this mention."""
        found = np.zeros(self.size, np.int64)
        for rows, values in reversed(list(zip(self.invented_row, responses, strict=True))):
            found[rows[rows >= 0]] = values[rows >= 0]
        found[self.key_row] = key
        return found

    @cached_property
    def type(self) -> Integers:
        """The mention type of each row."""
        return self._settle(self._features.key.type, (each.type for each in self._features.responses))

    def of(self, documents: Sequence[int]) -> Census:
        """Return the columns of some documents."""
        offsets = offsets_of(self.document, self.documents)
        chosen = np.asarray(documents, np.int64)
        sizes = np.diff(offsets)[chosen]
        _, rows = ranges(offsets[:-1][chosen], sizes)

        def shown(columns: Iterable[CensusColumn], prefix: str = "") -> list[CensusColumn]:
            return [CensusColumn(prefix + each.name, each.values[rows], each.kind) for each in columns]

        columns = [CensusColumn("rows", sizes), *shown(self._links())]
        columns += joined(shown(each for each in self._shared() if each.values.any()))
        for system in range(len(self._explanations)):
            columns += joined(shown(self._of_system(system), f"{system}."))
            columns += shown(self._credited(system), f"{system}.")
            columns.append(self._numbers(system, rows))
            columns += self._errors(system, chosen, offsets)
        return Census(columns)

    def _shared(self) -> Iterator[CensusColumn]:
        key, responses = self._features.key, self._features.responses
        yield CensusColumn("type", self.type)
        for name in ("pos", "ne", "code"):
            settled = self._settle(getattr(key, name), (getattr(each, name) for each in responses))
            yield CensusColumn(name, settled)
        for name, values in self._values.items():
            yield CensusColumn(name, self._settle(values.key, values.responses))

    def _links(self) -> Iterator[CensusColumn]:
        """Yield the distance of each mention, in rows, from the previous mention of its chain; 0 for the first mention.

        The first column is for the key; one column per system follows.
        """
        pairings = [each.pairing for each in self._explanations]
        yield CensusColumn("back", self._back(self._key, pairings[0].key, self.key_row), SIGNED)
        for system, pairing in enumerate(pairings):
            back = self._back(self._responses[system], pairing.response, self._place_of(system))
            yield CensusColumn(f"{system}.back", back, SIGNED)

    def _back(self, side: Side, corpus: Corpus, row: Integers) -> Integers:
        entity, by_chain = corpus.mentions.entity, side.by_chain
        follows = entity[by_chain[1:]] == entity[by_chain[:-1]]
        back = np.zeros(self.size, np.int64)
        own, before = row[by_chain[1:][follows]], row[by_chain[:-1][follows]]
        back[own] = own - before
        return back

    def _place_of(self, system: int) -> Integers:
        """Return the row of each mention of a response."""
        partner = self._explanations[system].pairing.response_partner
        return np.where(partner >= 0, look_up(partner, self.key_row), self.invented_row[system])

    def _credited(self, system: int) -> Iterator[CensusColumn]:
        """Yield B³ recall of the key's mentions and B³ precision of the response's, in units of 1 / CREDIT, plus 1.

        0 means that the side lacks the mention.
        """
        recall, precision = self._credits[system]
        for name, row, credit in (
            ("recall", self.key_row, recall),
            ("precision", self._place_of(system), precision),
        ):
            column = np.zeros(self.size, np.int64)
            column[row] = np.rint(credit * CREDIT).astype(np.int64) + 1
            yield CensusColumn(name, column)

    def _of_system(self, system: int) -> Iterator[CensusColumn]:
        """Yield the columns of one system that have a value for each row."""
        explanation = self._explanations[system]
        pairing = explanation.pairing
        yield CensusColumn("decision", self.decisions[system])
        carried = np.zeros(self.size, np.int64)
        partner = pairing.response_partner
        place = self._place_of(system)
        carried[place] = self._features.responses[system].carried
        if carried.any():
            yield CensusColumn("carried", carried)
        ours, theirs = self._features.key.code, self._features.responses[system].code
        matched = np.flatnonzero(partner >= 0)
        known = matched[(theirs[matched] > 0) & (ours[partner[matched]] > 0)]
        other = known[theirs[known] != ours[partner[known]]]
        if len(other):
            code = np.zeros(self.size, np.int64)
            code[self.key_row[partner[other]]] = theirs[other] + 1
            yield CensusColumn("code", code)
        yield from self._outcomes(system, place)

    def _numbers(self, system: int, rows: Integers) -> CensusColumn:
        """Return the numbers of the system's spurious mentions within their documents, sorted by row."""
        number = np.full(self.size, -1, np.int64)
        invented = self.invented_row[system]
        number[invented[invented >= 0]] = self._responses[system].number[invented >= 0]
        shown = number[rows]
        return CensusColumn(f"{system}.number", shown[shown >= 0], RUNNING)

    def _outcomes(self, system: int, place: Integers) -> Iterator[CensusColumn]:
        """Yield the outcome of each row, on both sides if both are judged, and the points that a correction would gain."""
        table = next(iter(self._explanations[system].outcomes.values()), None)
        if table is None:
            return
        first, second = np.zeros(self.size, np.int64), np.zeros(self.size, np.int64)
        first[self.key_row] = table.judged.key + 1
        second[place] = table.judged.response + 1
        alone = first == 0
        first[alone], second[alone] = second[alone], 0
        yield CensusColumn("outcome", first)
        if second.any():
            yield CensusColumn("outcome2", second)
        gain = np.zeros(self.size, np.int64)
        rows = np.concatenate([self.key_row, place])[
            np.where(table.is_of_key, table.mention, len(self.key_row) + table.mention)
        ]
        order = np.argsort(table.is_of_key, kind="stable")
        gain[rows[order]] = _millionths(table.gain / 100)[order]
        yield CensusColumn("gain", gain, SIGNED)

    def _members(self, system: int) -> tuple[Integers, Integers]:
        """Return pairs of an error and a row of its mentions, as two arrays.

        A span error has two rows: the key's mention and the system's.
        """
        explanation = self._explanations[system]
        aligned, members = explanation.aligned, explanation.table.members
        owner, member = members.take(np.arange(len(members)))
        ours, theirs = aligned.key_mention[member], aligned.response_mention[member]
        rows = np.stack([look_up(ours, self.key_row), look_up(theirs, self.invented_row[system])], axis=1)
        owners = np.repeat(owner, 2).reshape(-1, 2)
        return owners[rows >= 0], rows[rows >= 0]

    def _errors(self, system: int, documents: Integers, offsets: Integers) -> Iterator[CensusColumn]:
        """Yield the columns of the errors in the shown documents: class, number of rows, these rows, and gain."""
        explanation = self._explanations[system]
        table = explanation.table
        bounds = offsets_of(table.document, self.documents)
        shown, chosen = ranges(bounds[:-1][documents], np.diff(bounds)[documents])
        owner, row = self._members(system)
        size = np.bincount(owner, minlength=len(table))
        place, cells = ranges(begins(size)[chosen], size[chosen])
        shift = begins(np.diff(offsets)[documents]) - offsets[:-1][documents]
        yield from joined(
            [
                CensusColumn(f"{system}.error.class", table.kind[chosen]),
                CensusColumn(f"{system}.error.size", size[chosen]),
            ]
        )
        yield CensusColumn(f"{system}.error.row", row[cells] + shift[shown[place]], RUNNING)
        for number, metric in enumerate(explanation.repaired):
            gains = explanation.gained.deltas[metric] / 100
            yield CensusColumn(f"{system}.error.gain{number or ''}", _millionths(gains)[chosen], SIGNED)


def _millionths(gains: Floats) -> Integers:
    """Return gains in millionths, as integers; UNDEFINED for NaN."""
    defined = ~np.isnan(gains)
    whole: Integers = np.where(defined, np.round(np.where(defined, gains, 0) * 10**DIGITS), UNDEFINED).astype(
        np.int64
    )
    return whole


def _spans(corpora: Sequence[Corpus]) -> list[Integers]:
    """Return document, first and last position and shape of all mentions, comparable between the corpora.

    The shape distinguishes discontinuous mentions with the same first and last position. Mentions that are Python
    objects have a number as their position.
    """
    ranks = object_ranks(corpora)
    if ranks is not None:
        return [
            np.stack([corpus.mention_document, place, place, np.zeros_like(place)], axis=1)
            for corpus, place in zip(corpora, ranks, strict=True)
        ]
    shapes: dict[tuple[int, ...], int] = {}
    found = []
    for corpus in corpora:
        document, mentions = corpus.mention_document, corpus.mentions
        first, last = (corpus.positions(nodes, document) for nodes in (mentions.first, mentions.last))
        shape = np.zeros(len(first), np.int64)
        parts = mentions.parts
        owner = document[parts.mention]
        gaps: dict[int, list[int]] = {}
        for mention, *ends in zip(
            parts.mention.tolist(),
            corpus.positions(parts.first, owner).tolist(),
            corpus.positions(parts.last, owner).tolist(),
            strict=True,
        ):
            gaps.setdefault(mention, []).extend(ends)
        for mention, ends in gaps.items():
            shape[mention] = shapes.setdefault(tuple(ends), len(shapes) + 1)
        found.append(np.stack([document, first, last, shape], axis=1))
    return found
