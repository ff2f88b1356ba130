"""B³: the share of its true entity that each mention is grouped with (Bagga and Baldwin 1998)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from corefeval.arrays import Integers
from corefeval.counts import Counts
from corefeval.metrics.base import Scores, ratio, register
from corefeval.metrics.importance import EntityWeighted, Side
from corefeval.metrics.shares import Column
from corefeval.pairing.pairing import Overlap, Pairing


@register
class BCubed(EntityWeighted):
    """B³ for predicted mentions.

    A mention without a counterpart on the other side overlaps with nothing, so it loses its whole share (Pradhan et al.
    2014). Nothing is added to or removed from either side. `importance` sets the weights of entities.

    Recall is the product of detection and association. Detection is the share of key mentions that have a counterpart.
    Association is the mean share of its entity that such a mention is grouped with. Precision is defined in the same
    way.
    """

    name = "bcub"
    label = "B³"
    aliases = ("b-cubed",)
    summary = "How much of its true entity is each mention grouped with?"
    paper = "Bagga and Baldwin (1998), LREC workshop on linguistic coreference"
    formula = (
        r"R = \frac{\sum_{k} \sum_{r} |k \cap r|^2 / |k|}{\sum_{k} |k|}"
        r" = \frac{|M_k \cap M_r|}{|M_k|} \cdot \frac{\sum_{k} \sum_{r} |k \cap r|^2 / |k|}{|M_k \cap M_r|}"
    )
    symbols: ClassVar[Mapping[str, str]] = {
        "M_k, M_r": "the mentions of key and response: the first factor is detection, the second association"
    }
    biases = "All mentions count the same, so singletons that are easy to find raise it; each mention is rewarded for itself."
    weighs_sets = True
    twinless = frozenset({"cai-strube", "add-to-key"})
    in_reference_scorer = True
    is_classic = True

    def count(self, pairing: Pairing) -> Counts:
        """Count the weight of each entity and the part of it that was found, and the weight of matched mentions."""
        counts = super().count(pairing)
        recall, precision = pairing.recall_overlap, pairing.precision_overlap
        key = pairing.by_key_document(recall.key, self._matched(pairing, "key"))
        if precision is recall and self.is_by_size:
            return Counts(counts.columns, {"recall": key, "precision": key})
        response = pairing.by_response_document(precision.response, self._matched(pairing, "response"))
        return Counts(counts.columns, {"recall": key, "precision": response})

    def _matched(self, pairing: Pairing, side: Side) -> Column:
        """Return the weight of the matched mentions of each cell, and of its sets of split antecedents by their agreement."""
        overlap = pairing.recall_overlap if side == "key" else pairing.precision_overlap
        entity, other = (
            (overlap.key, pairing.response_sizes[overlap.response])
            if side == "key"
            else (overlap.response, pairing.key_sizes[overlap.key])
        )
        if self.is_by_size:
            return overlap.shared
        sizes = pairing.key_sizes if side == "key" else pairing.response_sizes
        weight = overlap.shared * (self.weights(pairing, side) / sizes)[entity]
        return weight * (other > 1) if self.skips_singletons else weight

    def factors(self, counts: Counts) -> dict[str, Scores]:
        """Return detection and association for recall and precision.

        Detection is the share of mentions that have a counterpart. Association is the mean share of its entity that
        such a mention is grouped with.
        """
        found: dict[str, Scores] = {"detection": {}, "association": {}}
        totals = counts.totals()
        for part, column in counts.beside.items():
            matched = np.array(math.fsum(column.tolist()))
            found["detection"][part] = ratio(matched, totals[f"{part}_denominator"])
            found["association"][part] = ratio(totals[f"{part}_numerator"], matched)
        return found if counts.beside else {}

    def found(self, overlap: Overlap, size: Integers, other_size: Integers) -> tuple[Column, Integers]:
        """Return for each cell the number of pairs of a member and a mention grouped with it, and the entity's size."""
        del other_size
        return overlap.shared * overlap.around, size
