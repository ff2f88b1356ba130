"""The mentions of the report page: columns for the whole corpus, cut into documents.

Within a document and side, mentions are numbered by position, and entities by their first mention.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval.arrays import Floats, Integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics
from corefeval.pairing.mapping import ways
from corefeval.reports.explorer.words import Text
from corefeval.text import TextColumn

if TYPE_CHECKING:
    from corefeval.explanation.explanation import Explanation
    from corefeval.explanation.systems import ExplainedSystem

DIGITS = 6
"""The number of decimals of costs, which are fractions: 6 decimals are a ten-thousandth of a point."""


@dataclass(frozen=True, eq=False)
class Coded:
    """The features of one side's mentions, as indices into the lists of the page's index."""

    type: Integers
    pos: Integers
    ne: Integers
    code: Integers
    carried: Integers


@dataclass(frozen=True, eq=False)
class Features:
    """The features of all sides, and the lists of strings that their indices refer to; index 0 is ''."""

    key: Coded
    responses: list[Coded]
    pos: list[str]
    ne: list[str]
    codes: list[str]

    @classmethod
    def of(cls, explanations: Sequence[Explanation]) -> Features:
        """Return the features of the key and of each response."""
        sides: list[tuple[Corpus, Linguistics]] = [
            (explanations[0].pairing.key, explanations[0].key_linguistics),
            *((one.pairing.response, one.response_linguistics) for one in explanations),
        ]
        pos, pos_names = _code([words.pos for _, words in sides])
        ne, ne_names = _code([words.ne for _, words in sides])
        code, code_names = _code(
            [
                corpus.mentions.attributes.column("code") or TextColumn.of([""] * len(corpus.mentions))
                for corpus, _ in sides
            ]
        )
        carried = [None, *(ways(one.pairing.response) for one in explanations)]
        coded = []
        for side, ((corpus, words), way) in enumerate(zip(sides, carried, strict=True)):
            none = np.zeros(len(corpus.mentions), np.int64)
            coded.append(Coded(words.type, pos[side], ne[side], code[side], none if way is None else way))
        return cls(coded[0], coded[1:], pos_names, ne_names, code_names)


def _code(columns: Sequence[TextColumn]) -> tuple[list[Integers], list[str]]:
    """Return the columns as indices into one list of strings that starts with '', and this list."""
    codes, names = TextColumn.concatenate([TextColumn.of([""]), *columns]).codes()
    bounds = np.cumsum([1, *(len(column) for column in columns)])
    return [codes[start:stop] for start, stop in pairwise(bounds.tolist())], names


class Side:
    """The mentions of one side, numbered by position within their document."""

    def __init__(
        self,
        corpus: Corpus,
        places: tuple[Integers, Integers, Integers],
        features: Coded,
        dominant: Integers,
    ) -> None:
        document, first, last = places
        self.order = np.lexsort((-last, first, document))
        # decisions are made in this order: if mentions start together, the shorter one comes first
        self.by_chain = np.lexsort((last, first, document, corpus.mentions.entity))
        documents = len(corpus.names)
        self.offsets = offsets_of(document, documents)
        self.number = np.empty(len(document), np.int64)
        self.number[self.order] = np.arange(len(document)) - self.offsets[document[self.order]]
        entity = corpus.mentions.entity[self.order]
        entities, opening = np.unique(entity, return_index=True)
        by_opening = entities[np.argsort(opening, kind="stable")]
        self.entity_offsets = offsets_of(corpus.entities.document[by_opening], documents)
        self.entity_number = np.full(len(corpus.entities), -1, np.int64)
        self.entity_number[by_opening] = (
            np.arange(len(by_opening)) - self.entity_offsets[corpus.entities.document[by_opening]]
        )
        self.entity_order = by_opening
        self.type = features.type
        self.words = _word_counts(corpus, document, first)
        self._labels = corpus.entities.labels.take(by_opening)
        self._parts = _parts(corpus, self.number, document)
        columns = {
            "e": self.entity_number[corpus.mentions.entity],
            "f": first,
            "l": last - first,
            "t": features.type,
            "o": features.pos,
            "n": features.ne,
            "c": features.code,
            "y": features.carried,
        }
        self._columns = {
            name: column[self.order].tolist()
            for name, column in columns.items()
            if name in "efl" or column.any()
        }
        chosen = dominant[(dominant >= 0) & (corpus.entity_sizes > 1)]
        chosen = chosen[np.lexsort((self.number[chosen], document[chosen]))]
        self._dominant = self.number[chosen].tolist()
        self._dominant_offsets = offsets_of(document[chosen], documents).tolist()

    def mentions(self, document: int) -> dict[str, Any]:
        """Return the columns of the mentions of one document."""
        start, stop = self.offsets[document : document + 2].tolist()
        data: dict[str, Any] = {name: column[start:stop] for name, column in self._columns.items()}
        data["d"] = self._dominant[self._dominant_offsets[document] : self._dominant_offsets[document + 1]]
        data["i"] = self._labels.slice(*self.entity_offsets[document : document + 2].tolist())
        if document in self._parts:
            data["p"] = self._parts[document]
        return data

    def cut(self, column: Integers | Floats, digits: int | None = None) -> Callable[[int], list[Any]]:
        """Return a function that returns the values of a column for one document."""
        ordered = column[self.order]
        values = (ordered if digits is None else np.round(ordered, digits)).tolist()
        bounds = self.offsets.tolist()
        return lambda document: values[bounds[document] : bounds[document + 1]]


class Reading:
    """The output of one system (`side`), and the judgement of each of its mentions and errors."""

    def __init__(
        self,
        system: ExplainedSystem,
        key: Side,
        places: tuple[Integers, Integers, Integers],
        features: Coded,
    ) -> None:
        explanation = system.explanation
        pairing, joint, aligned = explanation.pairing, explanation.joint, explanation.aligned
        self.errors = explanation.table
        self.error_offsets = offsets_of(self.errors.document, len(pairing.names))
        self._pairing, self._key = pairing, key
        self.side = Side(pairing.response, places, features, system.dominant)
        key_decision = _spread(joint.key_mention, explanation.decision, len(pairing.key.mentions))
        count = len(pairing.response.mentions)
        response_decision = _spread(joint.response_mention, explanation.decision, count)
        bits = np.zeros(len(aligned), np.int64)
        owner, member = self.errors.members.take(np.arange(len(self.errors)))
        np.bitwise_or.at(bits, member, 1 << self.errors.kind[owner])
        ours, theirs = aligned.key_mention, aligned.response_mention
        self._judged = [
            _judgement(key, self.side, pairing.key_partner, ours, bits, key_decision),
            _judgement(self.side, key, pairing.response_partner, theirs, bits, response_decision),
        ]
        lost = explanation.mention_losses.get(explanation.metric)
        if lost is not None:
            for judged, side, rows, loss in (
                (self._judged[0], key, joint.key_mention, lost.recall),
                (self._judged[1], self.side, joint.response_mention, lost.precision),
            ):
                spread = np.zeros(len(side.number))
                spread[rows[rows >= 0]] = loss[rows >= 0]
                judged["x"] = side.cut(spread, DIGITS)
        self._add_outcomes(explanation)
        partner = look_up(system.aligned, key.entity_number)[self.side.entity_order]
        self._aligned: list[int] = partner.tolist()
        self._errors = self._error_columns(explanation, member)
        self._text = Text(pairing.response)
        self.relations = system.relations
        self._relations: dict[int, list[dict[str, Any]]] = {}
        for one in self.relations.found:
            row = {"c": one.kind, "o": one.outcome, "k": one.key, "r": one.response, "i": one.name}
            self._relations.setdefault(one.document, []).append({**row, "y": one.right, "v": one.chosen})

    def _add_outcomes(self, explanation: Explanation) -> None:
        """Add the outcome of each mention under the metric whose outcomes are shown, and the mentions it links to."""
        table = next(iter(explanation.outcomes.values()), None)
        if table is None:
            return
        sides = (self._key, table.judged.key), (self.side, table.judged.response)
        for place, (judged, (side, outcome)) in enumerate(zip(self._judged, sides, strict=True)):
            judged["o"] = side.cut(outcome + 1)
            if table.judged.targets is None:
                continue
            targets = table.judged.targets[place]
            is_judged = outcome >= 0
            for name, of, rows in (("y", self._key, targets.right), ("v", self.side, targets.chosen)):
                judged[name] = side.cut(np.where(is_judged, look_up(rows, of.number), -1))

    def _error_columns(self, explanation: Explanation, member: Integers) -> dict[str, Any]:
        aligned = explanation.aligned
        ours, theirs = aligned.key_mention[member], aligned.response_mention[member]
        deltas = explanation.gained.deltas[explanation.metric] / 100
        return {
            "c": self.errors.kind.tolist(),
            "n": self.errors.members.sizes.tolist(),
            "k": look_up(ours, self._key.number).tolist(),
            "r": look_up(theirs, self.side.number).tolist(),
            "x": [None if np.isnan(delta) else round(delta, DIGITS) for delta in deltas.tolist()],
        }

    def document(self, document: int, key_text: Text) -> dict[str, Any]:
        """Return the system's output for one document."""
        entities = slice(*self.side.entity_offsets[document : document + 2].tolist())
        data: dict[str, Any] = {
            "m": self.side.mentions(document),
            "k": {name: column(document) for name, column in self._judged[0].items()},
            "q": {name: column(document) for name, column in self._judged[1].items()},
            "a": self._aligned[entities],
            "err": self._document_errors(document),
        }
        if document in self._relations:
            data["rel"] = self._relations[document]
        if self._pairing.response.mentions.objects is None:
            zeros = self._text.zeros(document)
            if zeros:
                data["z"] = zeros
            if not self._text.same_words(document, key_text):
                own, empty = self._text.words(document), set(self._text.empty(document))
                data["w"] = [word for node, word in enumerate(own) if node not in empty]
        return data

    def _document_errors(self, document: int) -> dict[str, Any]:
        start, stop = self.error_offsets[document : document + 2].tolist()
        members = self.errors.members.offsets[[start, stop]].tolist()
        rows, cells = slice(start, stop), slice(*members)
        return {name: column[cells if name in "kr" else rows] for name, column in self._errors.items()}


def _judgement(
    side: Side, other: Side, partner: Integers, rows: Integers, bits: Integers, decision: Integers
) -> dict[str, Callable[[int], list[Any]]]:
    """Return partner, error classes and decision of the mentions of one side, as functions of the document."""
    return {
        "g": side.cut(look_up(partner, other.number)),
        "b": side.cut(_spread(rows, bits, len(side.number))),
        "k": side.cut(decision),
    }


def _spread(rows: Integers, values: Integers, count: int) -> Integers:
    """Return an array in which each value is at the index that `rows` gives; 0 elsewhere. Negative indices are skipped."""
    spread = np.zeros(count, np.int64)
    present = rows >= 0
    spread[rows[present]] = values[present]
    return spread


def _parts(corpus: Corpus, number: Integers, document: Integers) -> dict[int, list[list[int]]]:
    """Return the parts of discontinuous mentions by document, each as [mention, first node, last node]."""
    parts = corpus.mentions.parts
    found: dict[int, list[list[int]]] = {}
    start = corpus.nodes.start
    where = document[parts.mention]
    rows = np.stack([number[parts.mention], parts.first - start[where], parts.last - start[where]], axis=1)
    for own, row in zip(where.tolist(), rows.tolist(), strict=True):
        found.setdefault(own, []).append(row)
    return found


def _word_counts(corpus: Corpus, document: Integers, first: Integers) -> Integers:
    if corpus.mentions.objects is not None:
        width = int(first.max(initial=0)) + 1
        return np.bincount(np.unique(document * width + first) // width, minlength=len(corpus.names))
    nodes = corpus.nodes
    empty = np.searchsorted(nodes.empty, nodes.stop) - np.searchsorted(nodes.empty, nodes.start)
    return nodes.stop - nodes.start - empty


def offsets_of(document: Integers, documents: int) -> Integers:
    """Return the index of the first row of each document, and the number of rows at the end."""
    offsets = np.zeros(documents + 1, np.int64)
    np.cumsum(np.bincount(document, minlength=documents), out=offsets[1:])
    return offsets
