"""Pages: what an explanation says of each document, as plain data for a page to show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from corefeval.corpus import Booleans, Corpus, Document, Integers
from corefeval.counts import Floats
from corefeval.explain.decisions import Decision
from corefeval.explain.errors import ErrorClass
from corefeval.explain.explanation import Explanation
from corefeval.explain.ragged import Ragged
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.mention_types import MentionType

_TYPES = [kind.label for kind in MentionType]
_DECISIONS = [decision.label for decision in Decision]
_BADGES = [kind.badge for kind in ErrorClass]


class Pages:
    """The documents of an explanation as plain data, made one by one when asked for.

    A page is {document, key, response, alignment, overlaps, errors}. A side is {sentences, empty, entities,
    mentions}: the words by sentence, the numbers of those that are zeros, the identifiers of the entities,
    and the mentions. Mentions, entities and words are numbered from 0 within document and side. A mention is
    {spans, entity, type, pos, ne, dominant, errors, classes, decision, delta}: `errors` are places in the
    page's list of errors, `classes` their badges, `delta` the highest of their gains, None without errors. An
    error is {class, badge, key, response, delta}: its mentions on both sides, and the points of F1 (of the
    explanation's first metric) that repairing it alone gains. `alignment` has a pair (response mention, key
    mention, whether it is only a span error) for each match, `overlaps` a triple (key entity, response entity,
    mentions shared).
    """

    def __init__(
        self,
        explanation: Explanation,
        key_dominant: Booleans | None = None,
        response_dominant: Booleans | None = None,
    ) -> None:
        """Prepare the pages.

        Args:
            explanation: what to show.
            key_dominant: which key mentions are the dominant ones of their entities.
            response_dominant: the same of the response.
        """
        pairing, aligned = explanation.pairing, explanation.aligned
        self._names = pairing.names
        self._delta = explanation.deltas[explanation.metric]
        self._table = explanation.table
        self._error_start = _edges(explanation.table.document, len(self._names))
        self._sides = [
            _Side(
                explanation,
                pairing.key,
                explanation.key_linguistics,
                aligned.key_mention,
                explanation.joint.key_mention,
                key_dominant,
            ),
            _Side(
                explanation,
                pairing.response,
                explanation.response_linguistics,
                aligned.response_mention,
                explanation.joint.response_mention,
                response_dominant,
            ),
        ]
        both = np.flatnonzero((aligned.key_mention >= 0) & (aligned.response_mention >= 0))
        self._pairs = (aligned.response_mention[both], aligned.key_mention[both], aligned.is_span_error[both])
        self._pair_start = _edges(aligned.document[both], len(self._names))
        overlap = pairing.recall_overlap
        self._overlap = overlap
        self._overlap_start = _edges(pairing.key.entities.document[overlap.key], len(self._names))

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self._names)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterate over the pages."""
        return (self[document] for document in range(len(self)))

    def __getitem__(self, document: int) -> dict[str, Any]:
        """Return one page."""
        key, response = self._sides
        first, last = self._error_start[document : document + 2].tolist()
        errors = []
        for number in range(first, last):
            rows = self._table.members.values[
                self._table.members.offsets[number] : self._table.members.offsets[number + 1]
            ]
            kind = int(self._table.kind[number])
            errors.append(
                {
                    "class": ErrorClass(kind).label,
                    "badge": _BADGES[kind],
                    "key": key.local(rows, document),
                    "response": response.local(rows, document),
                    "delta": _number(float(self._delta[number])),
                }
            )
        begin, end = self._pair_start[document : document + 2].tolist()
        theirs, ours, wrong = (column[begin:end] for column in self._pairs)
        low, high = self._overlap_start[document : document + 2].tolist()
        return {
            "document": self._names[document],
            "key": key.page(document, first, self._delta),
            "response": response.page(document, first, self._delta),
            "alignment": [
                list(triple)
                for triple in zip(
                    (theirs - response.mention_start[document]).tolist(),
                    (ours - key.mention_start[document]).tolist(),
                    wrong.tolist(),
                    strict=True,
                )
            ],
            "overlaps": [
                list(cell)
                for cell in zip(
                    (self._overlap.key[low:high] - key.entity_start[document]).tolist(),
                    (self._overlap.response[low:high] - response.entity_start[document]).tolist(),
                    self._overlap.count[low:high].tolist(),
                    strict=True,
                )
            ],
            "errors": errors,
        }


class _Side:
    """One side of all pages."""

    def __init__(
        self,
        explanation: Explanation,
        corpus: Corpus,
        linguistics: Linguistics,
        mention_of_aligned: Integers,
        mention_of_joint: Integers,
        dominant: Booleans | None,
    ) -> None:
        self._corpus, self._linguistics, self._dominant = corpus, linguistics, dominant
        self._mention_of = mention_of_aligned
        self.mention_start = _edges(corpus.mention_document, len(corpus.names))
        self.entity_start = _edges(corpus.entities.document, len(corpus.names))
        table = explanation.table
        owner, row = table.members.take(np.arange(len(table)))
        mention = mention_of_aligned[row]
        by_mention = Ragged.by(mention, len(corpus.mentions))
        self._errors = Ragged(by_mention.offsets, owner[by_mention.values])
        self._kind = table.kind
        here = np.flatnonzero(mention_of_joint >= 0)
        self._decision = np.zeros(len(corpus.mentions), np.int64)
        self._decision[mention_of_joint[here]] = explanation.decision[here]

    def local(self, rows: Integers, document: int) -> list[int]:
        """Return the mentions of these rows that this side has, numbered within the document."""
        mentions = self._mention_of[rows]
        numbers: list[int] = (mentions[mentions >= 0] - self.mention_start[document]).tolist()
        return numbers

    def page(self, document: int, first_error: int, delta: Floats) -> dict[str, Any]:
        """Return this side of one document."""
        corpus, words = self._corpus, self._linguistics
        start, stop = self.mention_start[document : document + 2].tolist()
        node = int(corpus.nodes.start[document])
        begin, end = np.searchsorted(corpus.nodes.empty, [node, int(corpus.nodes.stop[document])])
        text = Document(corpus, document)
        mentions = []
        columns = zip(
            range(start, stop),
            (corpus.mentions.first[start:stop] - node).tolist(),
            (corpus.mentions.last[start:stop] - node).tolist(),
            (corpus.mentions.entity[start:stop] - self.entity_start[document]).tolist(),
            words.type[start:stop].tolist(),
            words.pos.slice(start, stop),
            words.ne.slice(start, stop),
            self._decision[start:stop].tolist(),
            strict=True,
        )
        parts = _parts(corpus, start, stop, node)
        for row, first, last, entity, kind, pos, ne, decision in columns:
            errors = self._errors[row]
            mentions.append(
                {
                    "spans": parts.get(row) or [[first, last]],
                    "entity": entity,
                    "type": _TYPES[kind],
                    "pos": pos,
                    "ne": ne,
                    "dominant": bool(self._dominant is not None and self._dominant[row]),
                    "errors": [error - first_error for error in errors],
                    "classes": [_BADGES[self._kind[error]] for error in errors],
                    "decision": _DECISIONS[decision],
                    "delta": _number(max(float(delta[error]) for error in errors)) if errors else None,
                }
            )
        low, high = self.entity_start[document : document + 2].tolist()
        return {
            "sentences": text.sentences,
            "empty": (corpus.nodes.empty[begin:end] - node).tolist(),
            "entities": corpus.entities.labels.slice(low, high),
            "mentions": mentions,
        }


def _parts(corpus: Corpus, start: int, stop: int, node: int) -> dict[int, list[list[int]]]:
    """Return the parts of the discontinuous mentions among these."""
    table = corpus.mentions.parts
    low, high = np.searchsorted(table.mention, [start, stop])
    parts: dict[int, list[list[int]]] = {}
    columns = (table.mention[low:high], table.first[low:high] - node, table.last[low:high] - node)
    for mention, first, last in zip(*(column.tolist() for column in columns), strict=True):
        parts.setdefault(mention, []).append([first, last])
    return parts


def _edges(document: Integers, documents: int) -> Integers:
    """Return where the rows of each document begin, in a column of ascending documents, and the end."""
    return np.searchsorted(document, np.arange(documents + 1))


def _number(value: float) -> float | None:
    return None if np.isnan(value) else value
