"""Breakdowns: errors counted and repaired by a feature of the mentions they are about.

An error is described by the anchor of its part, the earliest non-pronoun: a split-off chain is a name if it has one.
Features that compare use the rest: the other mentions of the entity.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from corefeval.arrays import Floats, Integers, Ragged, integers
from corefeval.breakdown.features import BUILDERS, DISTANCES, ENTITY_SIZES, feature_of
from corefeval.columns import DataRow, data
from corefeval.corpus.corpus import Corpus
from corefeval.explanation.errors import CLASS, ErrorClass, Errors
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.losses import MentionLosses
from corefeval.explanation.mention_outcomes import OutcomeCount, OutcomeTable
from corefeval.explanation.shapley import AllRepairGains
from corefeval.linguistics.describe import Linguistics
from corefeval.metrics.typed import described_sides
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


Values = tuple[Integers, Sequence[str]]
"""The number of each error's value, in the order of the table, and the values."""


def values_of(found: FoundErrors, feature: str) -> Values:
    """Return the value of each error; refuse a feature that these files do not have.

    Features are those of OF_ERRORS and all features of mentions (see `corefeval.breakdown.features`).
    """
    feature = spelled(feature, (*OF_ERRORS, *NEED_TEXT)) or feature
    if feature in NEED_TEXT and not found.has_text:
        raise UsageError(Problem("CE044", "clusters-without-text", text=feature))
    if feature in OF_ERRORS:
        return OF_ERRORS[feature](found) if len(found.table) else (integers(), ())
    # a mention of both sides has the key's value, or the response's of a feature that only response mentions have
    also = [name for name in OF_ERRORS if found.has_text or name not in NEED_TEXT]
    own = feature_of(described_sides(found.pairing), feature, also)
    place = found.places(of_response=own.is_of_response)
    return np.concatenate([own.key, own.response])[place[found.anchors()]], own.labels


def break_down(
    table: Errors, values: Values, gains: Callable[[Ragged], Mapping[str, Floats]]
) -> list[ErrorCount]:
    """Return the errors by a feature: for each value all of them, then class by class.

    Args:
        table: the errors.
        values: the values of the errors.
        gains: returns for each metric the points that repairing each list of errors gains.
    """
    if not len(table):
        return []
    # cells of value v: v·width for all its errors, v·width + 1 + class for those of a class; an error is in two
    width = len(ErrorClass) + 1
    numbers, labels = values
    everything = numbers * width
    cell = np.concatenate([everything, everything + 1 + table.kind])
    error = np.tile(np.arange(len(table)), 2)
    cells, place = np.unique(cell, return_inverse=True)
    rows = Ragged.by(place, len(cells))
    gained = gains(Ragged(rows.offsets, error[rows.values]))
    return [
        ErrorCount(
            labels[number // width],
            ErrorClass(number % width - 1) if number % width else None,
            count,
            {metric: float(column[index]) for metric, column in gained.items()},
        )
        for index, (number, count) in enumerate(zip(cells.tolist(), rows.sizes.tolist(), strict=True))
    ]


def is_of_errors(feature: str) -> bool:
    """Return whether a feature belongs to errors only, not to mentions."""
    return bool(spelled(feature, [name for name in OF_ERRORS if name not in BUILDERS]))


def _size(found: FoundErrors) -> Values:
    """How many mentions the entity has."""
    joint, table = found.aligned, found.table
    of_key = table.is_of_key
    sizes = np.empty(len(table), np.int64)
    sizes[of_key] = joint.by_key_entity.sizes[table.whole[of_key]]
    sizes[~of_key] = joint.by_response_entity.sizes[table.whole[~of_key]]
    return ENTITY_SIZES.number(sizes), ENTITY_SIZES.labels


def _same(pick: Callable[[Corpus, Linguistics], TextColumn], found: FoundErrors) -> Values:
    """Return whether any mention of the rest has the same words; ASCII letters are compared without case."""
    pairing = found.pairing
    sides = ((pairing.key, found.key_linguistics), (pairing.response, found.response_linguistics))
    column = TextColumn.concatenate([pick(corpus, side) for corpus, side in sides])
    capital = (column.block >= ord("A")) & (column.block <= ord("Z"))
    folded = TextColumn(column.block + (32 * capital).astype(np.uint8), column.offsets)
    code = folded.codes()[0][found.places()]
    error, mention = found.rest()
    same = np.zeros(len(found.table), np.int64)
    same[error[code[mention] == code[found.anchors()[error]]]] = 1
    return same, ["no", "yes"]


def _words(corpus: Corpus, linguistics: Linguistics) -> TextColumn:
    del linguistics
    forms, mentions = corpus.nodes.forms, corpus.mentions
    return TextColumn.gather(forms.block, forms.offsets[mentions.first], forms.offsets[mentions.last + 1])


OF_ERRORS: dict[str, Callable[[FoundErrors], Values]] = {
    "size": _size,
    "distance": lambda found: (DISTANCES.number(found.distances()), DISTANCES.labels),
    "string-match": partial(_same, _words),
    "head-match": partial(_same, lambda corpus, linguistics: corpus.nodes.forms.take(linguistics.head)),
}
"""The features of errors that single mentions lack, or have differently.

`size` is the number of mentions of the entity, `distance` the number of sentences back to the closest mention of the
rest. The others state whether a mention of the rest has the same words, or the same head word.
"""

NEED_TEXT = frozenset(
    {"length", "distance", "string-match", "head-match", "nested", "spread", "sentence-spread", "window"}
)
"""Features that clusters without a text do not have."""


class FeatureTables:
    """The tables of one feature; tables that were not requested, or that the metrics lack, are empty.

    Attributes:
        of_errors: the value of each error.
        errors: the errors of each value, in total and by class, with the gain from repairing them.
        losses: for each metric the losses of the mentions of each value.
        of_mentions: for each metric that judges mentions the value of each judged one.
        outcomes: for each such metric the outcomes of the mentions of each value.
    """

    def __init__(
        self,
        feature: str,
        found: FoundErrors,
        repair_gains: AllRepairGains,
        losses: MentionLosses | None,
        tables: Mapping[str, OutcomeTable],
        sections: Collection[str],
    ) -> None:
        """Make the tables that some sections show.

        Args:
            feature: the feature's name.
            found: the errors.
            repair_gains: scores repairs; without a metric that it can score, mentions are listed in place of errors.
            losses: the losses of mentions, for the section `by`.
            tables: the outcomes of the requested metrics that judge mentions.
            sections: see explanation.SECTIONS.
        """
        self.of_errors: Sequence[str] = ()
        self.errors: Sequence[ErrorCount] = ()
        self.losses: Mapping[str, Sequence[Mapping[str, Any]]] = {}
        self.of_mentions: Mapping[str, Sequence[str]] = {}
        self.outcomes: Mapping[str, Sequence[OutcomeCount]] = {}
        is_repaired = bool(repair_gains.metrics)
        if "errors" in sections or (is_repaired and "by" in sections):
            values = numbers, labels = values_of(found, feature)
            if "errors" in sections:
                self.of_errors = [labels[number] for number in numbers.tolist()]
            if is_repaired and "by" in sections:
                self.errors = break_down(found.table, values, repair_gains.gains)
                self.losses = {} if losses is None or is_of_errors(feature) else losses.by(feature)
        if not is_repaired:
            self.of_mentions = {name: table.values(feature) for name, table in tables.items()}
        if "outcomes" in sections and not (is_repaired and is_of_errors(feature)):
            self.outcomes = {name: table.by(feature) for name, table in tables.items()}
