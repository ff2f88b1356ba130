"""What the explorer shows, as plain data: explanations of one or two systems turned into columns by document.

Every column is made for the whole corpus at once and cut into documents; names are short because they are
written once a document. Mentions are numbered by position within document and side, entities by their first
mention, nodes within document and side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from corefeval.corpus import SENTENCE_START, Corpus, Integers
from corefeval.counts import Floats
from corefeval.explain import Decision, ErrorClass, Explanation
from corefeval.explain.joint import text_places
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.assignment import assign
from corefeval.problems import Problem, UsageError
from corefeval.report.words import settings_in_words
from corefeval.scoring import Result
from corefeval.text import TextColumn
from corefeval.version import __version__

WORST = 50
"""How many of the costliest errors the overview lists."""
DIGITS = 6
"""Decimals of costs: a ten-thousandth of a point."""
RIGHT = (Decision.CORRECT_ANAPHORIC, Decision.CORRECT_NEW)

Intervals = Mapping[str, Mapping[str, tuple[float, float]]]
Slices = list[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class System:
    """One system of a report.

    Attributes:
        name: what the reader calls it.
        result: its scores.
        explanation: why they are what they are.
        intervals: for each metric and part the bounds of its confidence interval, where they were computed.
    """

    name: str
    result: Result
    explanation: Explanation
    intervals: Intervals | None = None


class Payload:
    """All that a page shows: an index, and documents made one by one as they are asked for.

    Args:
        systems: one system, or two to compare.
        key: what the reader calls the key.
        title: the page's title.
        interval_note: how the intervals were computed.
        only_errors: leave out documents without an error.
        worst: keep only so many documents, those of the lowest scores.
    """

    def __init__(
        self,
        systems: Sequence[System],
        *,
        key: str = "key",
        title: str = "",
        interval_note: str = "",
        only_errors: bool = False,
        worst: int | None = None,
    ) -> None:
        _check(systems)
        self._systems = systems
        self._key_name = key
        self._title = title or f"{key} · {', '.join(system.name for system in systems)}"
        self._interval_note = interval_note
        self._features = _Features.of([system.explanation for system in systems])
        first = systems[0].explanation
        key_side = _Side(first.pairing.key, _places(first, 0), self._features.key)
        self._readings = [
            _Reading(system.explanation, key_side, features)
            for system, features in zip(systems, self._features.responses, strict=True)
        ]
        self._key = key_side
        self._chosen = self._choose(only_errors=only_errors, worst=worst)

    @property
    def documents(self) -> Iterator[dict[str, Any]]:
        """The documents, in the order of the index."""
        text = _key_text(self._systems[0].explanation, self._key)
        for document in self._chosen:
            words = text.words(document)
            yield {
                "w": words,
                "s": text.sentences(document),
                "z": text.empty(document),
                "u": text.tight(document),
                "k": self._key.mentions(document),
                "r": [reading.document(document, words, text) for reading in self._readings],
            }

    @cached_property
    def index(self) -> dict[str, Any]:
        """What the page reads when it opens."""
        first = self._systems[0]
        pairing = first.explanation.pairing
        metrics = first.result.metrics
        headline = list(metrics).index("conll") if "conll" in metrics else 0
        classes = self._classes
        return {
            "corefeval": __version__,
            "title": self._title,
            "key": self._key_name,
            "note": _sentence(first.result),
            "signature": str(first.result.signature),
            "warnings": [
                {"code": problem.code, "message": problem.message}
                for problem in dict.fromkeys(
                    problem for system in self._systems for problem in system.explanation.warnings
                )
            ],
            "metric_labels": [metric.label for metric in metrics.values()],
            "headline": headline,
            "loss_metric": f"{_label(first)} F1",
            "interval_note": self._interval_note,
            "tokens": int(self._key.words.sum()),
            "key_mentions": len(pairing.key.mentions),
            "key_entities": len(pairing.key.entities),
            "classes": [{"name": one.label, "label": one.title, "badge": one.badge} for one in classes],
            "decisions": [{"name": decision.label, "meaning": decision.meaning} for decision in Decision],
            "types": [kind.label if kind else "" for kind in MentionType],
            "type_counts": np.bincount(self._key.type, minlength=len(MentionType)).tolist(),
            "pos": self._features.pos,
            "ne": self._features.ne,
            "codes": self._features.codes,
            "systems": [
                self._system(system, reading)
                for system, reading in zip(self._systems, self._readings, strict=True)
            ],
            "agreement": self._agreement(),
            "documents": self._rows(),
        }

    @property
    def _classes(self) -> tuple[ErrorClass, ...]:
        return max((system.explanation.classes for system in self._systems), key=len)

    def _choose(self, *, only_errors: bool, worst: int | None) -> list[int]:
        """Return the documents to show, in the order of the file."""
        names = self._systems[0].explanation.pairing.names
        chosen = np.arange(len(names))
        if only_errors:
            errors = sum(
                np.bincount(reading.errors.document, minlength=len(names)) for reading in self._readings
            )
            chosen = chosen[np.asarray(errors)[chosen] > 0]
        if worst is not None:
            scores = np.nan_to_num(_f1(self._systems[0].result)[:, 0], nan=2.0)
            chosen = np.sort(chosen[np.argsort(scores[chosen], kind="stable")[:worst]])
        listed: list[int] = chosen.tolist()
        return listed

    def _rows(self) -> list[dict[str, Any]]:
        names = self._systems[0].explanation.pairing.names
        width = len(self._classes)
        scores = [_plain(_f1(system.result)) for system in self._systems]
        errors = [
            np.bincount(reading.errors.document * width + reading.errors.kind, minlength=len(names) * width)
            .reshape(-1, width)
            .tolist()
            for reading in self._readings
        ]
        words, sizes = self._key.words.tolist(), np.diff(self._key.offsets).tolist()
        return [
            {
                "name": names[document],
                "tokens": words[document],
                "mentions": sizes[document],
                "scores": [table[document] for table in scores],
                "errors": [table[document] for table in errors],
            }
            for document in self._chosen
        ]

    def _system(self, system: System, reading: _Reading) -> dict[str, Any]:
        explanation, classes = system.explanation, self._classes
        costs = {cost.error_class: cost for cost in explanation.attribution[explanation.metric].costs}
        counts = explanation.table.counts()
        types = len(MentionType)
        first = explanation.table.first
        matrix = np.bincount(
            explanation.table.kind * types + explanation.aligned.type[first], minlength=len(ErrorClass) * types
        ).reshape(-1, types)
        return {
            "name": system.name,
            "scores": _scores(system),
            "classes": [
                {
                    "count": counts[one],
                    "shapley": _fraction(costs[one].shapley) if one in costs else None,
                    "alone": _fraction(costs[one].alone) if one in costs else None,
                    "last": _fraction(costs[one].last) if one in costs else None,
                }
                for one in classes
            ],
            "decisions": list(explanation.decisions().values()),
            "matrix": matrix[: len(classes)].tolist(),
            "worst": self._worst(explanation, reading),
        }

    def _worst(self, explanation: Explanation, reading: _Reading) -> list[dict[str, Any]]:
        place = {document: row for row, document in enumerate(self._chosen)}
        deltas = explanation.deltas[explanation.metric]
        found = []
        for number in np.argsort(-deltas, kind="stable").tolist():
            document = int(reading.errors.document[number])
            if document not in place:
                continue
            error = explanation.error(number)
            found.append(
                {
                    "document": place[document],
                    "error": number - int(reading.error_offsets[document]),
                    "class": int(error.error_class),
                    "delta": _fraction(float(deltas[number])),
                    "text": error.text,
                }
            )
            if len(found) == WORST:
                break
        return found

    def _agreement(self) -> list[list[int]] | None:
        """Return by type how many key mentions both, only the first, only the second and neither got right."""
        if len(self._readings) < 2:
            return None
        first, second = (np.isin(reading.key_decision, RIGHT) for reading in self._readings)
        case = np.where(first, np.where(second, 0, 1), np.where(second, 2, 3))
        counts: list[list[int]] = (
            np.bincount(self._key.type * 4 + case, minlength=4 * len(MentionType)).reshape(-1, 4).tolist()
        )
        return counts


@dataclass(frozen=True, eq=False)
class _Coded:
    """Features of one side's mentions as numbers of the index's lists."""

    type: Integers
    pos: Integers
    ne: Integers
    code: Integers


@dataclass(frozen=True, eq=False)
class _Features:
    """Features of all sides, with the strings that their numbers stand for; number 0 is ''."""

    key: _Coded
    responses: list[_Coded]
    pos: list[str]
    ne: list[str]
    codes: list[str]

    @classmethod
    def of(cls, explanations: Sequence[Explanation]) -> _Features:
        sides: list[tuple[Corpus, Linguistics]] = [
            (explanations[0].pairing.key, explanations[0].key_linguistics),
            *((one.pairing.response, one.response_linguistics) for one in explanations),
        ]
        pos, pos_names = _code([words.pos for _, words in sides])
        ne, ne_names = _code([words.ne for _, words in sides])
        given = [corpus.mentions.attributes.column("code") for corpus, _ in sides]
        code, code_names = _code(
            [
                TextColumn.of([""] * len(corpus.mentions)) if column is None else column
                for (corpus, _), column in zip(sides, given, strict=True)
            ]
        )
        coded = [
            _Coded(words.type, *columns)
            for (_, words), *columns in zip(sides, pos, ne, code, strict=True)
        ]
        return cls(coded[0], coded[1:], pos_names, ne_names, code_names)


def _code(columns: Sequence[TextColumn]) -> tuple[list[Integers], list[str]]:
    """Return the columns as numbers of one list of strings that starts with ''."""
    codes, names = TextColumn.concatenate([TextColumn.of([""]), *columns]).codes()
    bounds = np.cumsum([1, *(len(column) for column in columns)])
    return [codes[start:stop] for start, stop in pairwise(bounds.tolist())], names


class _Side:
    """The mentions of one side, numbered by position within their document."""

    def __init__(self, corpus: Corpus, places: tuple[Integers, Integers, Integers], features: _Coded) -> None:
        document, first, last = places
        self.order = np.lexsort((-last, first, document))
        documents = len(corpus.names)
        self.offsets = _offsets(document, documents)
        self.number = np.empty(len(document), np.int64)
        self.number[self.order] = np.arange(len(document)) - self.offsets[document[self.order]]
        entity = corpus.mentions.entity[self.order]
        entities, opening = np.unique(entity, return_index=True)
        by_opening = entities[np.argsort(opening, kind="stable")]
        self.entity_offsets = _offsets(corpus.entities.document[by_opening], documents)
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
        }
        self._columns = {
            name: column[self.order].tolist()
            for name, column in columns.items()
            if name in "efl" or column.any()
        }
        self._dominant: list[list[int]] = [[] for _ in range(documents)]

    def name_dominant(self, mentions: Integers, documents: Integers) -> None:
        """Note which mentions stand for their entities."""
        for document, number in zip(documents.tolist(), self.number[mentions].tolist(), strict=True):
            self._dominant[document].append(number)

    def mentions(self, document: int) -> dict[str, Any]:
        """Return the columns of one document."""
        start, stop = self.offsets[document : document + 2].tolist()
        data: dict[str, Any] = {name: column[start:stop] for name, column in self._columns.items()}
        data["d"] = sorted(self._dominant[document])
        data["i"] = self._labels.slice(*self.entity_offsets[document : document + 2].tolist())
        if document in self._parts:
            data["p"] = self._parts[document]
        return data

    def cut(self, column: Integers | Floats, digits: int | None = None) -> Callable[[int], list[Any]]:
        """Return what gives the part of a column of mentions that belongs to a document."""
        ordered = column[self.order]
        values = (ordered if digits is None else np.round(ordered, digits)).tolist()
        bounds = self.offsets.tolist()
        return lambda document: values[bounds[document] : bounds[document + 1]]


class _Reading:
    """What one system made of the documents."""

    def __init__(self, explanation: Explanation, key: _Side, features: _Coded) -> None:
        pairing, joint, aligned = explanation.pairing, explanation.joint, explanation.aligned
        self.errors = explanation.table
        self.error_offsets = _offsets(self.errors.document, len(pairing.names))
        self._pairing, self._key = pairing, key
        self._side = _Side(pairing.response, _places(explanation, 1), features)
        self.key_decision = _spread(joint.key_mention, explanation.decision, len(pairing.key.mentions))
        response_decision = _spread(joint.response_mention, explanation.decision, len(pairing.response.mentions))
        bits = np.zeros(len(aligned), np.int64)
        owner, member = self.errors.members.take(np.arange(len(self.errors)))
        np.bitwise_or.at(bits, member, 1 << self.errors.kind[owner])
        self._judged = [
            _judgement(key, self._side, pairing.key_partner, aligned.key_mention, bits, self.key_decision),
            _judgement(
                self._side, key, pairing.response_partner, aligned.response_mention, bits, response_decision
            ),
        ]
        lost = explanation.mention_losses.get(explanation.metric)
        if lost is not None:
            for judged, side, rows, loss in (
                (self._judged[0], key, joint.key_mention, lost.recall),
                (self._judged[1], self._side, joint.response_mention, lost.precision),
            ):
                spread = np.zeros(len(side.number))
                spread[rows[rows >= 0]] = loss[rows >= 0]
                judged["x"] = side.cut(spread, DIGITS)
        self._aligned = self._align()
        self._errors = self._error_columns(explanation, member)
        self._text = _Text(pairing.response)

    def _align(self) -> list[int]:
        """Return for each response entity, in order, the number of the key entity CEAFe aligns it with."""
        pairing = self._pairing
        overlap = pairing.recall_overlap
        sizes = pairing.key.entity_sizes[overlap.key] + pairing.response.entity_sizes[overlap.response]
        chosen = assign(overlap.key, overlap.response, 2 * overlap.count / sizes)
        partner = np.full(len(pairing.response.entities), -1, np.int64)
        partner[overlap.response[chosen]] = self._key.entity_number[overlap.key[chosen]]
        aligned: list[int] = partner[self._side.entity_order].tolist()
        return aligned

    def _error_columns(self, explanation: Explanation, member: Integers) -> dict[str, Any]:
        aligned = explanation.aligned
        ours, theirs = aligned.key_mention[member], aligned.response_mention[member]
        deltas = explanation.deltas[explanation.metric] / 100
        return {
            "c": self.errors.kind.tolist(),
            "n": self.errors.members.sizes.tolist(),
            "k": np.where(ours >= 0, np.append(self._key.number, -1)[ours], -1).tolist(),
            "r": np.where(theirs >= 0, np.append(self._side.number, -1)[theirs], -1).tolist(),
            "x": [None if np.isnan(delta) else round(delta, DIGITS) for delta in deltas.tolist()],
        }

    def document(self, document: int, words: list[str], key_text: _Text) -> dict[str, Any]:
        """Return what it made of one document."""
        entities = slice(*self._side.entity_offsets[document : document + 2].tolist())
        data: dict[str, Any] = {
            "m": self._side.mentions(document),
            "k": {name: column(document) for name, column in self._judged[0].items()},
            "q": {name: column(document) for name, column in self._judged[1].items()},
            "a": self._aligned[entities],
            "err": self._document_errors(document),
        }
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
        return {
            "c": self._errors["c"][rows],
            "n": self._errors["n"][rows],
            "k": self._errors["k"][cells],
            "r": self._errors["r"][cells],
            "x": self._errors["x"][rows],
        }


def _judgement(
    side: _Side, other: _Side, partner: Integers, rows: Integers, bits: Integers, decision: Integers
) -> dict[str, Callable[[int], list[Any]]]:
    """Return partner, error classes and decision of the mentions of one side, to be cut by document."""
    return {
        "g": side.cut(np.where(partner >= 0, np.append(other.number, -1)[partner], -1)),
        "b": side.cut(_spread(rows, bits, len(side.number))),
        "k": side.cut(decision),
    }


def _spread(rows: Integers, values: Integers, count: int) -> Integers:
    """Return the values in the places rows says, where it says any."""
    spread = np.zeros(count, np.int64)
    present = rows >= 0
    spread[rows[present]] = values[present]
    return spread


class _Text:
    """The words of a corpus, by document."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        nodes = corpus.nodes
        self._bounds: Slices = list(zip(nodes.start.tolist(), nodes.stop.tolist(), strict=True))
        self._empties = self._ranges(nodes.empty)
        self._sentences = self._ranges(nodes.sentences)

    def _ranges(self, nodes: Integers) -> Slices:
        starts = np.searchsorted(nodes, self._corpus.nodes.start).tolist()
        stops = np.searchsorted(nodes, self._corpus.nodes.stop).tolist()
        return list(zip(starts, stops, strict=True))

    def words(self, document: int) -> list[str]:
        """Return the forms of all nodes."""
        return self._corpus.nodes.forms.slice(*self._bounds[document])

    def sentences(self, document: int) -> list[int]:
        """Return the first node of each sentence."""
        start = self._bounds[document][0]
        found = (self._corpus.nodes.sentences[slice(*self._sentences[document])] - start).tolist()
        return found if found and found[0] == 0 else [0, *found]

    def empty(self, document: int) -> list[int]:
        """Return the empty nodes."""
        start = self._bounds[document][0]
        found: list[int] = (self._corpus.nodes.empty[slice(*self._empties[document])] - start).tolist()
        return found

    def zeros(self, document: int) -> list[tuple[int, str, int]]:
        """Return each empty node as (words before it, form, whether it opens its sentence)."""
        chosen = slice(*self._empties[document])
        nodes = self._corpus.nodes
        numbers = nodes.empty[chosen]
        if not len(numbers):
            return []
        before = numbers - self._bounds[document][0] - np.arange(len(numbers))
        opening = (nodes.minor[chosen] >= SENTENCE_START).astype(np.int64)
        forms = [nodes.forms[number] for number in numbers.tolist()]
        return list(zip(before.tolist(), forms, opening.tolist(), strict=True))

    @cached_property
    def _tight(self) -> Integers:
        column = self._corpus.source.column("misc")
        if column is None:
            return np.zeros(0, np.int64)
        places = [match.start() for match in re.finditer(rb"SpaceAfter=No", column.block.tobytes())]
        return np.unique(np.searchsorted(column.offsets, places, side="right") - 1)

    def tight(self, document: int) -> list[int]:
        """Return the nodes that no space follows."""
        start, stop = self._bounds[document]
        first, last = np.searchsorted(self._tight, [start, stop])
        found: list[int] = (self._tight[first:last] - start).tolist()
        return found

    def same_words(self, document: int, other: _Text) -> bool:
        """Say whether the other text has the same words, or this one has none."""
        start, stop = self._bounds[document]
        if start == stop:
            return True
        theirs = other._bounds[document]  # noqa: SLF001 - of its own class
        ours = self._corpus.nodes.forms
        others = other._corpus.nodes.forms  # noqa: SLF001 - same
        if stop - start == theirs[1] - theirs[0]:
            here, there = ours.offsets[start : stop + 1], others.offsets[theirs[0] : theirs[1] + 1]
            if np.array_equal(here - here[0], there - there[0]) and np.array_equal(
                ours.block[here[0] : here[-1]], others.block[there[0] : there[-1]]
            ):
                return True
        return self._plain(document) == other._plain(document)  # noqa: SLF001 - same

    def _plain(self, document: int) -> list[str]:
        empty = set(self.empty(document))
        return [word for node, word in enumerate(self.words(document)) if node not in empty]


class _ObjectText(_Text):
    """Mentions given as Python objects have no text: each distinct one is shown as a word."""

    def __init__(self, corpus: Corpus, words: list[list[str]]) -> None:
        super().__init__(corpus)
        self._words = words

    def words(self, document: int) -> list[str]:
        return self._words[document]

    def sentences(self, document: int) -> list[int]:
        del document
        return [0]


def _key_text(explanation: Explanation, key: _Side) -> _Text:
    pairing = explanation.pairing
    if pairing.key.mentions.objects is None:
        return _Text(pairing.key)
    words: list[dict[int, str]] = [{} for _ in pairing.names]
    for side, corpus in enumerate((pairing.key, pairing.response)):
        document, first, _ = _places(explanation, side)
        rows = zip(document.tolist(), first.tolist(), corpus.mentions.objects or (), strict=True)
        for where, node, item in rows:
            words[where].setdefault(node, str(item))
    del key
    return _ObjectText(pairing.key, [[found[node] for node in sorted(found)] for found in words])


def _places(explanation: Explanation, side: int) -> tuple[Integers, Integers, Integers]:
    """Return document, first and last node of the mentions of one side, nodes numbered within the document."""
    pairing = explanation.pairing
    corpus = (pairing.key, pairing.response)[side]
    if pairing.key.mentions.objects is None:
        start = corpus.nodes.start[corpus.mention_document]
        return corpus.mention_document, corpus.mentions.first - start, corpus.mentions.last - start
    both = text_places(pairing)
    document = np.concatenate([both[0][0], both[1][0]])
    place = np.concatenate([both[0][1], both[1][1]])
    width = int(place.max(initial=0)) + 1
    cells, inverse = np.unique(document * width + place, return_inverse=True)
    opening = np.searchsorted(cells, np.arange(len(pairing.names)) * width)
    node = inverse - opening[document]
    split = len(both[0][0])
    chosen = slice(0, split) if side == 0 else slice(split, None)
    return document[chosen], node[chosen], node[chosen]


def _parts(corpus: Corpus, number: Integers, document: Integers) -> dict[int, list[list[int]]]:
    """Return the parts of discontinuous mentions by document: mention, first and last node."""
    parts = corpus.mentions.parts
    found: dict[int, list[list[int]]] = {}
    start = corpus.nodes.start
    for mention, first, last in zip(
        parts.mention.tolist(), parts.first.tolist(), parts.last.tolist(), strict=True
    ):
        where = int(document[mention])
        shift = int(start[where])
        found.setdefault(where, []).append([int(number[mention]), first - shift, last - shift])
    return found


def _word_counts(corpus: Corpus, document: Integers, first: Integers) -> Integers:
    if corpus.mentions.objects is not None:
        cells = np.unique(document * (int(first.max(initial=0)) + 1) + first)
        return np.bincount(cells // (int(first.max(initial=0)) + 1), minlength=len(corpus.names))
    nodes = corpus.nodes
    empty = np.searchsorted(nodes.empty, nodes.stop) - np.searchsorted(nodes.empty, nodes.start)
    return nodes.stop - nodes.start - empty


def _offsets(document: Integers, documents: int) -> Integers:
    offsets = np.zeros(documents + 1, np.int64)
    np.cumsum(np.bincount(document, minlength=documents), out=offsets[1:])
    return offsets


def _f1(result: Result) -> Floats:
    """Return F1 of each document (row) under each metric (column)."""
    columns = []
    for name, metric in result.metrics.items():
        scores = metric.score(result.counts[name].columns)
        columns.append(scores.get("f1", next(iter(scores.values()))))
    return np.column_stack(columns)


def _plain(table: Floats) -> list[list[float | None]]:
    return [[None if value != value else round(value, DIGITS) for value in row] for row in table.tolist()]  # noqa: PLR0124 - NaN


def _scores(system: System) -> list[dict[str, Any]]:
    scores = system.result.scores
    return [
        {
            "metric": name,
            "label": metric.label,
            **{part: scores[name].get(part) for part in ("recall", "precision", "f1")},
            "interval": (system.intervals or {}).get(name, {}).get("f1"),
        }
        for name, metric in system.result.metrics.items()
    ]


def _label(system: System) -> str:
    return next(iter(system.explanation.metrics.values())).label


def _fraction(points: float) -> float | None:
    return None if np.isnan(points) else round(points / 100, DIGITS)


def _sentence(result: Result) -> str:
    text = settings_in_words(result.settings)
    preset = f"Preset {result.preset}: " if result.preset else ""
    said = preset + text
    return f"{said[0].upper()}{said[1:]}."


def _check(systems: Sequence[System]) -> None:
    """Refuse systems that cannot be shown against one key."""
    keys = [system.explanation.pairing.key for system in systems]
    same = all(
        key.names == keys[0].names
        and np.array_equal(key.mentions.entity, keys[0].mentions.entity)
        and np.array_equal(key.mentions.first, keys[0].mentions.first)
        and np.array_equal(key.mentions.last, keys[0].mentions.last)
        for key in keys
    )
    if not same:
        hint = "Use settings that leave the key as it is for every system."
        raise UsageError(Problem("CE051", "the two systems are not scored against the same key", hint=hint))
