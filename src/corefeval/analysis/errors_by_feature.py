"""Breakdowns: errors counted and repaired by a feature of the mentions they are about.

An error is described by its part's anchor, the earliest mention that is no pronoun: a chain that was split
off is a name if it has one. What a feature compares with, the rest, are the other mentions of the entity.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefeval.analysis.errors import ErrorClass
from corefeval.analysis.instances import Explained, anchors, distances, places, rest
from corefeval.arrays import Integers, Ragged, number_or_none
from corefeval.breakdown.features import (
    BUILDERS,
    DISTANCES,
    ENTITY_SIZES,
    feature_of,
)
from corefeval.breakdown.features import Feature as FeatureOfMentions
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.described_side import DescribedSide, DescribedSides
from corefeval.names import spelled
from corefeval.problems import Problem, UsageError
from corefeval.text import TextColumn


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """The errors of one class and one value of a feature.

    Attributes:
        value: the value.
        error_class: the class; None for all together.
        count: how many there are.
        gains: for each metric the points of F1 that repairing these, and nothing else, gains.
    """

    value: str
    error_class: ErrorClass | None
    count: int
    gains: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; null is undefined."""
        return {
            "value": self.value,
            "class": None if self.error_class is None else self.error_class.label,
            "count": self.count,
            "points": {name: number_or_none(gain) for name, gain in self.gains.items()},
        }


def break_down(explanation: Explained, feature: str) -> list[ErrorCount]:
    """Return the errors by a feature: for each value all of them, then class by class.

    Features are those of OF_ERRORS and all that a mention has (see `corefeval.breakdown.features`).
    """
    table = explanation.table
    code, labels = _of_errors(explanation, feature)
    if not len(table):
        return []
    width = len(ErrorClass) + 1
    everything = code * width
    cell = np.concatenate([everything, everything + 1 + table.kind])
    error = np.tile(np.arange(len(table)), 2)
    cells, place = np.unique(cell, return_inverse=True)
    rows = Ragged.by(place, len(cells))
    gains = explanation.gains(Ragged(rows.offsets, error[rows.values]))
    return [
        ErrorCount(
            labels[number // width],
            ErrorClass(number % width - 1) if number % width else None,
            count,
            {metric: float(values[index]) for metric, values in gains.items()},
        )
        for index, (number, count) in enumerate(zip(cells.tolist(), rows.sizes.tolist(), strict=True))
    ]


def values_of_errors(explanation: Explained, feature: str) -> list[str]:
    """Return the value that a feature has for each error, in the order of the table."""
    code, labels = _of_errors(explanation, feature)
    return [labels[number] for number in code.tolist()]


def _of_errors(explanation: Explained, feature: str) -> tuple[Integers, Sequence[str]]:
    """Return the number of each error's value, and the values; refuse a feature that these files do not have."""
    feature = spelled(feature, (*OF_ERRORS, *NEED_TEXT)) or feature
    if feature in NEED_TEXT and explanation.pairing.key.mentions.objects is not None:
        raise UsageError(Problem("CE044", "clusters-without-text", text=feature))
    of_errors = OF_ERRORS.get(feature)
    if not len(explanation.table):
        if of_errors is None:
            feature_of_mentions(explanation, feature, _also(explanation))
        return np.zeros(0, np.int64), ()
    return of_errors(explanation) if of_errors else _of_mentions(explanation, feature)


def is_of_errors(feature: str) -> bool:
    """Say whether a feature is one of errors, and no feature of mentions."""
    return bool(spelled(feature, [name for name in OF_ERRORS if name not in BUILDERS]))


Feature = Callable[[Explained], tuple[Integers, Sequence[str]]]


def _of_mentions(explanation: Explained, name: str) -> tuple[Integers, Sequence[str]]:
    """Return a feature of the mention that stands for each error, as the key has it where it does.

    What is said of the response's mentions alone is as the response has it.
    """
    found = feature_of_mentions(explanation, name, _also(explanation))
    place = places(explanation, of_response=found.is_of_response)
    return found.everywhere()[place[anchors(explanation)]], found.labels


def feature_of_mentions(explanation: Explained, name: str, also: Sequence[str] = ()) -> FeatureOfMentions:
    """Return a feature of all mentions, or refuse one that these files do not have; what else there is may be told."""
    return feature_of(_sides(explanation), name, also)


def _also(explanation: Explained) -> list[str]:
    """Return the features of errors that these have."""
    text = explanation.pairing.key.mentions.objects is None
    return [feature for feature in OF_ERRORS if text or feature not in NEED_TEXT]


def _sides(explanation: Explained) -> DescribedSides:
    pairing = explanation.pairing
    return (
        DescribedSide(pairing.key, pairing.names, lambda: explanation.key_linguistics, pairing.scheme),
        DescribedSide(
            pairing.response, pairing.names, lambda: explanation.response_linguistics, pairing.scheme
        ),
    )


def _size(explanation: Explained) -> tuple[Integers, Sequence[str]]:
    """How many mentions the entity has."""
    joint, table = explanation.aligned, explanation.table
    of_key = table.is_of_key
    sizes = np.empty(len(table), np.int64)
    sizes[of_key] = joint.by_key_entity.sizes[table.whole[of_key]]
    sizes[~of_key] = joint.by_response_entity.sizes[table.whole[~of_key]]
    return ENTITY_SIZES.number(sizes), ENTITY_SIZES.labels


def _distance(explanation: Explained) -> tuple[Integers, Sequence[str]]:
    """How many sentences lie between the mention and the closest earlier mention of the rest."""
    return DISTANCES.number(distances(explanation)), DISTANCES.labels


def _same(
    explanation: Explained, pick: Callable[[Corpus, Integers], TextColumn]
) -> tuple[Integers, Sequence[str]]:
    """Say whether any mention of the rest has the same words; letters A–Z and a–z are the same."""
    pairing = explanation.pairing
    sides = ((pairing.key, explanation.key_linguistics), (pairing.response, explanation.response_linguistics))
    column = TextColumn.concatenate([pick(corpus, side.head) for corpus, side in sides])
    capital = (column.block >= ord("A")) & (column.block <= ord("Z"))
    folded = TextColumn(column.block + (32 * capital).astype(np.uint8), column.offsets)
    code = folded.codes()[0][places(explanation)]
    error, mention = rest(explanation)
    same = np.zeros(len(explanation.table), np.int64)
    same[error[code[mention] == code[anchors(explanation)[error]]]] = 1
    return same, ["no", "yes"]


def _string_match(explanation: Explained) -> tuple[Integers, Sequence[str]]:
    """Whether a mention of the rest has the same words."""

    def words(corpus: Corpus, head: Integers) -> TextColumn:
        del head
        forms, mentions = corpus.nodes.forms, corpus.mentions
        return TextColumn.gather(forms.block, forms.offsets[mentions.first], forms.offsets[mentions.last + 1])

    return _same(explanation, words)


def _head_match(explanation: Explained) -> tuple[Integers, Sequence[str]]:
    """Whether a mention of the rest has the same head word."""
    return _same(explanation, lambda corpus, head: corpus.nodes.forms.take(head))


OF_ERRORS: dict[str, Feature] = {
    "size": _size,
    "distance": _distance,
    "string-match": _string_match,
    "head-match": _head_match,
}
"""What an error has, and a single mention has not, or has otherwise."""

NEED_TEXT = frozenset(
    {"length", "distance", "string-match", "head-match", "nested", "spread", "sentence-spread", "window"}
)
"""Features that clusters without a text do not have."""
