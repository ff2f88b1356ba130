"""Shares: the contribution of each mention to a metric's counts, so that counts can be broken down by any feature."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Booleans, Floats, Integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.counts import RECALL_PRECISION, Counts
from corefeval.pairing.pairing import Overlap, Pairing
from corefeval.records import dataclass

Column = NDArray[Any]
"""Numbers or truth values, one per mention."""


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """The contribution of each mention to each count. The sum over the mentions of a document is the metric's count.

    Attributes:
        key: for each count, the contribution of each key mention.
        response: for each count, the contribution of each response mention; a count may have both.
    """

    key: Mapping[str, Column]
    response: Mapping[str, Column]

    @classmethod
    def of_sides(cls, recall: tuple[Column, Column], precision: tuple[Column, Column]) -> Shares:
        """Return shares from (numerator, denominator) of recall per key mention and of precision per response mention."""
        names = RECALL_PRECISION
        return cls(dict(zip(names[:2], recall, strict=True)), dict(zip(names[2:], precision, strict=True)))

    @classmethod
    def of_found(
        cls, sizes: tuple[int, int], key: Integers, *, right: Booleans, claimed: Booleans, spurious: Integers
    ) -> Shares:
        """Return the shares of expressions that are found or missed; an expression of both sides adds on the key's side only.

        Args:
            sizes: the numbers of key and response mentions.
            key: the key mentions to find.
            right: which of these are right.
            claimed: which of these the response has, right or wrong.
            spurious: the response mentions that the key does not have.
        """
        columns = []
        for flags in (right, np.ones(len(key), bool), right, claimed):
            column = np.zeros(sizes[0])
            column[key] = flags
            columns.append(column)
        added = np.zeros(sizes[1])
        added[spurious] = 1
        return cls(dict(zip(RECALL_PRECISION, columns, strict=True)), {RECALL_PRECISION[3]: added})

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the counts."""
        return tuple(dict.fromkeys((*self.key, *self.response)))

    def summed(self, key: Integers, response: Integers, size: int) -> dict[str, Floats]:
        """Return the sum of each count over the mentions of each group.

        Args:
            key: the group of each key mention, from 0 to size - 1.
            response: the group of each response mention.
            size: the number of groups.
        """
        totals = {name: np.zeros(size) for name in self.names}
        for group, columns in ((key, self.key), (response, self.response)):
            for name, column in columns.items():
                chosen, weights = (group[column], None) if column.dtype == bool else (group, column)
                totals[name] += np.bincount(chosen, weights, minlength=size)
        return totals

    def count(self, pairing: Pairing, *, as_read: bool = False) -> Counts:
        """Return the metric's counts: the sums in each document, of the scored mentions or of the mentions as read."""
        key, response = (side.as_read if as_read else side for side in (pairing.key, pairing.response))
        return Counts(self.summed(key.mention_document, response.mention_document, len(pairing.names)))

    def adding(self) -> tuple[Booleans, Booleans]:
        """Return which mentions of key and response add to any count."""
        key, response = (
            np.any([np.asarray(column) != 0 for column in side.values()], axis=0)
            for side in (self.key, self.response)
        )
        return key, response

    def take(self, key: Integers, response: Integers) -> Shares:
        """Return the shares of the given mentions."""
        return Shares(
            {name: column[key] for name, column in self.key.items()},
            {name: column[response] for name, column in self.response.items()},
        )

    def lacking(self) -> Shares | None:
        """Return the loss of each mention in recall and precision; None if one of the two is undefined.

        A mention's loss is its denominator minus its numerator, divided by the sum of all denominators. The losses sum
        to 1 - R and 1 - P.
        """
        lost: tuple[dict[str, Column], dict[str, Column]] = {}, {}
        for part in ("recall", "precision"):
            found, wanted = f"{part}_numerator", f"{part}_denominator"
            whole = math.fsum(
                float(side[wanted].sum()) for side in (self.key, self.response) if wanted in side
            )
            if not whole:
                return None
            for side, own in zip((self.key, self.response), lost, strict=True):
                if wanted in side or found in side:
                    own[part] = (side.get(wanted, 0.0) - np.asarray(side.get(found, 0.0), float)) / whole
        return Shares(*lost)


def tally(shape: tuple[int, ...], *places: Integers) -> Integers:
    """Return a table of this shape with the number of items in each cell; `places` has their places in each dimension."""
    cells = np.ravel_multi_index(places, shape)
    return np.bincount(cells, minlength=math.prod(shape)).reshape(shape)


def earlier(order: Integers, group: Integers) -> Integers:
    """Return for each mention how many members of its group precede it in `order`; 0 for mentions without a group (-1)."""
    rows = order[group[order] >= 0]
    rows = rows[np.argsort(group[rows], kind="stable")]
    number = group[rows]
    begins = np.flatnonzero(np.append(True, number[1:] != number[:-1]))[: len(rows)]
    sizes = np.diff(np.append(begins, len(rows)))
    count = np.zeros(len(group), np.int64)
    count[rows] = np.arange(len(rows)) - np.repeat(begins, sizes)
    return count


@dataclass(frozen=True, slots=True, eq=False)
class MatchedSide:
    """The mentions of one side with their matches on the other side.

    Attributes:
        corpus: the side.
        order: its mentions in text order.
        entity: for each mention, the entity of its match on the other side; -1 if it has none.
        cell: for each mention, the index of its cell in the overlap table; -1 if it has no match.
    """

    corpus: Corpus
    order: Integers
    entity: Integers
    cell: Integers

    @classmethod
    def both(cls, pairing: Pairing) -> tuple[MatchedSide, MatchedSide]:
        """Return the key with its matches in the response, and the response with its matches in the key."""
        width = max(len(pairing.response.entities), 1)

        def cells(overlap: Overlap, key: Integers, response: Integers) -> Integers:
            place = np.searchsorted(overlap.key * width + overlap.response, key * width + response)
            return np.where((key >= 0) & (response >= 0), place, -1)

        key, response = pairing.key, pairing.response
        ours, theirs = key.mentions.entity, response.mentions.entity
        in_response = look_up(pairing.key_partner, theirs)
        in_key = look_up(pairing.response_partner, ours)
        return (
            cls(key, pairing.text_order(key), in_response, cells(pairing.recall_overlap, ours, in_response)),
            cls(
                response,
                pairing.text_order(response),
                in_key,
                cells(pairing.precision_overlap, in_key, theirs),
            ),
        )

    @property
    def sizes(self) -> Integers:
        """The size of each mention's entity."""
        return self.corpus.entity_sizes[self.corpus.mentions.entity]

    def of_cell(self, values: Floats | Integers) -> Floats:
        """Return the value of each mention's cell; 0 for mentions without a match."""
        return look_up(self.cell, values.astype(np.float64), missing=0)
