"""Zeros aligned by their enhanced dependencies, as in the CorefUD scorer 1.2."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.match.optimal import Candidates, optimal
from corefeval.pairing.shared_spans import PlacedSpans, equal_pairs
from corefeval.problems import CorefevalError, Problem, Problems, adding, warning

DEPENDENCY_WEIGHT = 10.0
"""The weight of the F1 of (parent, relation) pairs relative to the F1 of parents."""


def align_zeros(
    key: PlacedSpans, response: PlacedSpans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers]:
    """Return aligned zeros as rows of the key and rows of the response, pair by pair.

    Zeros of one sentence are compared by the dependencies of their heads: 10 F1((parent, relation)) + F1(parent). The
    alignment is the assignment with the largest sum over a document, without pairs that share no parent. Two zeros
    without dependencies share nothing (the official scorer divides by zero there).
    """
    if not len(key_rows) or not len(response_rows):
        return key_rows[:0], response_rows[:0]
    sentence_key, key_dependencies = _dependencies(key.corpus, key_rows)
    sentence_response, response_dependencies = _dependencies(response.corpus, response_rows)
    rows, columns = equal_pairs(sentence_key, sentence_response)
    value = _similarity(key_dependencies, response_dependencies, rows, columns)
    documents = key.corpus.mention_document[key_rows], response.corpus.mention_document[response_rows]
    found = optimal(Candidates(rows, columns, value, *documents))
    return key_rows[rows[found]], response_rows[columns[found]]


def note_missing_dependencies(corpus: Corpus, side: str, problems: Problems) -> None:
    """Warn if no zero of this side has dependencies, which the alignment needs."""
    rows = np.flatnonzero(corpus.is_zero)
    column = corpus.source.column("deps") if len(rows) else None
    if column is None:
        return
    has_any = any(_parse(cell) for cell in column.take(_heads(corpus, rows)))
    problem = warning("CE044", "no-zero-enhanced-dependencies", corpus.file, side=side)
    problems.add(adding(problem, side, unless=has_any))


def _heads(corpus: Corpus, rows: Integers) -> Integers:
    """Return the head of each of these mentions, or its first node if it has no head."""
    mentions = corpus.mentions
    return np.where(mentions.head[rows] >= 0, mentions.head[rows], mentions.first[rows])


def _dependencies(corpus: Corpus, rows: Integers) -> tuple[Integers, list[list[tuple[str, str]]]]:
    """Return for each zero its sentence and the (parent, relation) pairs of its head.

    Sentences are numbered across all documents. Parents are the file's node numbers within the sentence, kept as text,
    so x.10 is not x.1.
    """
    column = corpus.source.column("deps")
    if column is None:
        raise CorefevalError(Problem("CE044", "dependent-zeros-need-enhanced", corpus.source.place(0)))
    nodes, head = corpus.nodes, _heads(corpus, rows)
    document = corpus.mention_document[rows]
    sentence = np.searchsorted(nodes.sentences, head, side="right") - np.searchsorted(
        nodes.sentences, nodes.start[document], side="right"
    )
    return document * (1 << 32) + sentence, [_parse(cell) for cell in column.take(head)]


def _parse(cell: str) -> list[tuple[str, str]]:
    if cell in {"_", ""}:
        return []
    pairs = (item.partition(":") for item in cell.split("|"))
    return [(parent, relation) for parent, _, relation in pairs]


def _similarity(
    key: list[list[tuple[str, str]]],
    response: list[list[tuple[str, str]]],
    rows: Integers,
    columns: Integers,
) -> Floats:
    key_pairs, response_pairs = [set(pairs) for pairs in key], [set(pairs) for pairs in response]
    key_parents = [{parent for parent, _ in pairs} for pairs in key]
    response_parents = [{parent for parent, _ in pairs} for pairs in response]
    return np.array(
        [
            DEPENDENCY_WEIGHT * _f1(key_pairs[row], response_pairs[column])
            + _f1(key_parents[row], response_parents[column])
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ],
        np.float64,
    )


def _f1(left: AbstractSet[object], right: AbstractSet[object]) -> float:
    common = len(left & right)
    if not common:
        return 0.0
    precision, recall = common / len(right), common / len(left)
    return 2 * precision * recall / (precision + recall)
