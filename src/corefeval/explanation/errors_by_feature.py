"""Breakdowns: errors counted and repaired by a feature of the mentions they are about.

An error is described by the anchor of its part, the earliest non-pronoun: a split-off chain is a name if it has one.
Features that compare use the rest: the other mentions of the entity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Floats, Integers, Ragged
from corefeval.breakdown.features import (
    BUILDERS,
    DISTANCES,
    ENTITY_SIZES,
    feature_of,
)
from corefeval.breakdown.features import Feature as FeatureOfMentions
from corefeval.columns import DataRow, data
from corefeval.corpus.corpus import Corpus
from corefeval.explanation.errors import CLASS, ErrorClass, Errors
from corefeval.explanation.found_errors import FoundErrors
from corefeval.names import spelled
from corefeval.problems import Problem, UsageError
from corefeval.text import TextColumn


@dataclass(frozen=True, slots=True)
class ErrorCount(DataRow):
    """The errors of one class and one value of a feature.

    Attributes:
        value: the value.
        error_class: the class; None for all together.
        count: the number of errors.
        gains: for each metric the points of F1 gained by repairing only these.
    """

    value: str
    error_class: ErrorClass | None
    count: int
    gains: dict[str, float]

    DATA = (*data("value"), CLASS, *data("count", "points=gains"))


@dataclass(frozen=True, eq=False)
class ErrorValues:
    """The value that a feature has for each error.

    Attributes:
        number: the number of each error's value, in the order of the table.
        labels: the values.
    """

    number: Integers
    labels: Sequence[str]

    @classmethod
    def of(cls, found: FoundErrors, feature: str) -> ErrorValues:
        """Return the values of a feature; refuse one that these files do not have.

        Features are those of OF_ERRORS and all features of mentions (see `corefeval.breakdown.features`).
        """
        feature = spelled(feature, (*OF_ERRORS, *NEED_TEXT)) or feature
        if feature in NEED_TEXT and not found.has_text:
            raise UsageError(Problem("CE044", "clusters-without-text", text=feature))
        of_errors = OF_ERRORS.get(feature)
        if not len(found.table):
            if of_errors is None:
                _feature(found, feature)
            return cls(np.zeros(0, np.int64), ())
        return cls(*(of_errors(found) if of_errors else _of_mentions(found, feature)))

    def listed(self) -> list[str]:
        """Return the value of each error."""
        return [self.labels[number] for number in self.number.tolist()]


def break_down(
    table: Errors, values: ErrorValues, gains: Callable[[Ragged], Mapping[str, Floats]]
) -> list[ErrorCount]:
    """Return the errors by a feature: for each value all of them, then class by class.

    Args:
        table: the errors.
        values: the value of each.
        gains: returns for each metric the points that repairing each list of errors gains.
    """
    if not len(table):
        return []
    # cells of value v: v·width for all its errors, v·width + 1 + class for those of a class; an error is in two
    width = len(ErrorClass) + 1
    everything = values.number * width
    cell = np.concatenate([everything, everything + 1 + table.kind])
    error = np.tile(np.arange(len(table)), 2)
    cells, place = np.unique(cell, return_inverse=True)
    rows = Ragged.by(place, len(cells))
    gained = gains(Ragged(rows.offsets, error[rows.values]))
    return [
        ErrorCount(
            values.labels[number // width],
            ErrorClass(number % width - 1) if number % width else None,
            count,
            {metric: float(column[index]) for metric, column in gained.items()},
        )
        for index, (number, count) in enumerate(zip(cells.tolist(), rows.sizes.tolist(), strict=True))
    ]


def is_of_errors(feature: str) -> bool:
    """Return whether a feature belongs to errors only, not to mentions."""
    return bool(spelled(feature, [name for name in OF_ERRORS if name not in BUILDERS]))


Feature = Callable[[FoundErrors], tuple[Integers, Sequence[str]]]


def _of_mentions(found: FoundErrors, name: str) -> tuple[Integers, Sequence[str]]:
    """Return a feature of each error's anchor, with the key's value if the key has the mention.

    A feature of response mentions only has the response's value.
    """
    feature = _feature(found, name)
    place = found.places(of_response=feature.is_of_response)
    return feature.everywhere()[place[found.anchors()]], feature.labels


def _feature(found: FoundErrors, name: str) -> FeatureOfMentions:
    """Return a feature of all mentions; the refusal of an unknown one also names the features of errors."""
    also = [feature for feature in OF_ERRORS if found.has_text or feature not in NEED_TEXT]
    return feature_of(found.described(), name, also)


def _size(found: FoundErrors) -> tuple[Integers, Sequence[str]]:
    """How many mentions the entity has."""
    joint, table = found.aligned, found.table
    of_key = table.is_of_key
    sizes = np.empty(len(table), np.int64)
    sizes[of_key] = joint.by_key_entity.sizes[table.whole[of_key]]
    sizes[~of_key] = joint.by_response_entity.sizes[table.whole[~of_key]]
    return ENTITY_SIZES.number(sizes), ENTITY_SIZES.labels


def _distance(found: FoundErrors) -> tuple[Integers, Sequence[str]]:
    """The number of sentences between the mention and the closest earlier mention of the rest."""
    return DISTANCES.number(found.distances()), DISTANCES.labels


def _same(
    found: FoundErrors, pick: Callable[[Corpus, Integers], TextColumn]
) -> tuple[Integers, Sequence[str]]:
    """Return whether any mention of the rest has the same words; ASCII letters are compared without case."""
    pairing = found.pairing
    sides = ((pairing.key, found.key_linguistics), (pairing.response, found.response_linguistics))
    column = TextColumn.concatenate([pick(corpus, side.head) for corpus, side in sides])
    capital = (column.block >= ord("A")) & (column.block <= ord("Z"))
    folded = TextColumn(column.block + (32 * capital).astype(np.uint8), column.offsets)
    code = folded.codes()[0][found.places()]
    error, mention = found.rest()
    same = np.zeros(len(found.table), np.int64)
    same[error[code[mention] == code[found.anchors()[error]]]] = 1
    return same, ["no", "yes"]


def _string_match(found: FoundErrors) -> tuple[Integers, Sequence[str]]:
    """Whether a mention of the rest has the same words."""

    def words(corpus: Corpus, head: Integers) -> TextColumn:
        del head
        forms, mentions = corpus.nodes.forms, corpus.mentions
        return TextColumn.gather(forms.block, forms.offsets[mentions.first], forms.offsets[mentions.last + 1])

    return _same(found, words)


def _head_match(found: FoundErrors) -> tuple[Integers, Sequence[str]]:
    """Whether a mention of the rest has the same head word."""
    return _same(found, lambda corpus, head: corpus.nodes.forms.take(head))


OF_ERRORS: dict[str, Feature] = {
    "size": _size,
    "distance": _distance,
    "string-match": _string_match,
    "head-match": _head_match,
}
"""The features of errors that single mentions lack, or have differently."""

NEED_TEXT = frozenset(
    {"length", "distance", "string-match", "head-match", "nested", "spread", "sentence-spread", "window"}
)
"""Features that clusters without a text do not have."""
