"""The weight of an entity in B³ and LEA: its size, or its importance for an application."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import ClassVar, Literal

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, Parameter, recall_precision
from corefeval.metrics.shares import Column, MatchedSide, Shares
from corefeval.pairing.pairing import Overlap, Pairing
from corefeval.problems import CorefevalError, Problem

Side = Literal["key", "response"]
Importance = Callable[[Corpus], Floats]
"""A function that returns a weight for each entity of a corpus."""


class EntityWeighted(Metric):
    """A metric with entity weights: equations 13 and 14 of Žitkus et al. (2023) for B³, and the importance factor of LEA.

    `importance` is one of these: `size` (the usual definition), `one` (the same weight for all entities), `type:name`
    or `type:name|nominal` (the number of mentions of these types). It can also name a numeric attribute of mentions;
    the weight is then the sum of its values. In Python it can be a function that returns the weight of each entity of a
    corpus.
    """

    family = "Coreference"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "importance": Parameter("size", "weight of an entity: size, one, type:name, or a numeric attribute")
    }

    adds_over_groups = True
    follows_e2e = True

    def __init__(self, importance: str | float | Importance = "size") -> None:
        self._function = importance if callable(importance) else None
        name = (
            getattr(importance, "__name__", type(importance).__name__) if callable(importance) else importance
        )
        super().__init__(importance=name)

    @property
    def identity(self) -> Hashable:
        """A value that identifies the counts, including the function, because two functions may have the same name."""
        return super().identity, self._function

    def count_sets(self, pairing: Pairing) -> Counts:
        """Return the counts for sets of entities, weighted by size: otherwise sets of weight 0 would share nothing."""
        return type(self)().count(pairing)

    def found(self, overlap: Overlap, size: Integers, other_size: Integers) -> tuple[Column, Integers]:
        """Return the part of an entity that each cell of an overlap finds, as numerator and denominator.

        The parts of a fully resolved entity sum to its size.

        Args:
            overlap: the overlap of key and response; swapped for precision.
            size: for each cell, the size of the entity to find.
            other_size: for each cell, the size of the entity on the other side.

        Returns:
            The numerators and the denominators.
        """
        raise NotImplementedError

    def _found(self, pairing: Pairing) -> tuple[tuple[Column, Integers], tuple[Column, Integers]]:
        """Return the part that each cell finds of its key entity, and the part that it finds of its response entity."""
        recall, precision = pairing.recall_overlap, pairing.precision_overlap
        key, response = pairing.key_sizes, pairing.response_sizes
        return (
            self._found_in(recall, key[recall.key], response[recall.response]),
            self._found_in(precision, response[precision.response], key[precision.key]),
        )

    def _found_in(self, overlap: Overlap, size: Integers, other_size: Integers) -> tuple[Column, Integers]:
        """Return the part that each cell finds; if singletons are skipped, a singleton on the other side finds nothing."""
        above, below = self.found(overlap, size, other_size)
        return (above * (other_size > 1) if self.skips_singletons else above), below

    def count(self, pairing: Pairing) -> Counts:
        """Count the found part of each entity, and the weights of entities."""
        recall, precision = pairing.recall_overlap, pairing.precision_overlap
        (key_above, key_below), (response_above, response_below) = self._found(pairing)
        of_key, of_response = key_above / key_below, response_above / response_below
        if self.is_by_size:
            return recall_precision(
                (pairing.by_key_document(recall.key, of_key), pairing.key_mentions),
                (pairing.by_response_document(precision.response, of_response), pairing.response_mentions),
            )
        key, response = self.weights(pairing, "key"), self.weights(pairing, "response")
        of_key = of_key * (key / pairing.key_sizes)[recall.key]
        of_response = of_response * (response / pairing.response_sizes)[precision.response]
        return recall_precision(
            (pairing.by_key_document(recall.key, of_key), pairing.by_key_document(None, key)),
            (
                pairing.by_response_document(precision.response, of_response),
                pairing.by_response_document(None, response),
            ),
        )

    def shares(self, pairing: Pairing) -> Shares:
        """Return the share of each mention: the part that its cell finds, divided equally among the members of the cell.

        The shares are scaled by the weight of the entity.
        """
        sides = []
        names: tuple[Side, Side] = "key", "response"
        overlaps = pairing.recall_overlap, pairing.precision_overlap
        for name, seen, overlap, (above, below) in zip(
            names, MatchedSide.both(pairing), overlaps, self._found(pairing), strict=True
        ):
            found, weight = seen.of_cell(above / (below * overlap.count)), np.ones(len(seen.cell))
            if not self.is_by_size:
                weight = self.weights(pairing, name)[seen.corpus.mentions.entity] / seen.sizes
            sides.append((found * weight, weight))
        return Shares.of_sides(*sides)

    @property
    def is_by_size(self) -> bool:
        """Whether entities are weighted by size, so that every mention has the same weight."""
        return self._is_size and not self.skips_singletons

    @property
    def _is_size(self) -> bool:
        return self._function is None and self.values["importance"] == "size"

    @property
    def skips_singletons(self) -> bool:
        """Whether singletons have weight 0 and match nothing, as in e2e-coref."""
        return self.singletons == "e2e"

    def weights(self, pairing: Pairing, side: Side) -> Floats:
        """Return the weight of each entity of one side."""
        corpus, sizes = (
            (pairing.key, pairing.key_sizes) if side == "key" else (pairing.response, pairing.response_sizes)
        )
        how = str(self.values["importance"])
        if self._function is not None:
            weights = np.asarray(self._function(corpus), np.float64)
        elif self._is_size:
            weights = sizes.astype(np.float64)
        elif how == "one":
            weights = np.ones(len(sizes))
        else:
            values = _chosen(pairing, how, side) if ":" in how else _numbers(corpus, how)
            weights = np.bincount(corpus.mentions.entity, values, minlength=len(sizes)).astype(np.float64)
        return np.where(sizes > 1, weights, 0.0) if self.skips_singletons else weights


def _chosen(pairing: Pairing, predicate: str, side: Side) -> Booleans:
    """Return which mentions of one side satisfy a predicate; a matched response mention is judged as its key mention."""
    from corefeval.linguistics.predicates import Predicate  # noqa: PLC0415 - weights by size do without
    from corefeval.metrics.typed import chosen  # noqa: PLC0415 - same

    key, response = chosen(pairing, Predicate.parse(predicate, of="importance"))
    partner = pairing.response_partner
    return key if side == "key" else np.where(partner >= 0, look_up(partner, key, missing=False), response)


def _numbers(corpus: Corpus, name: str) -> Floats:
    """Return the numeric value of an attribute for each mention; 0 if a mention has none."""
    column = corpus.mentions.attributes.column(name)
    if column is None:
        if not len(corpus.mentions):
            return np.zeros(0)
        raise CorefevalError(Problem("CE044", "importance-mentions", corpus.file, name=name))
    code, texts = column.codes()
    try:
        values = np.array([float(text or 0) for text in texts])
    except ValueError as error:
        raise CorefevalError(
            Problem("CE033", "importance-not-number-everywhere", corpus.file, str(error), name=name)
        ) from None
    return values[code]
