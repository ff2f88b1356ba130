"""LEA: how much of each entity is resolved, weighted by its size (Moosavi and Strube 2016)."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.counts import Counts
from corefeval.metrics.base import register
from corefeval.metrics.importance import EntityWeighted
from corefeval.pairing.pairing import Overlap, Pairing


@register
class Lea(EntityWeighted):
    """LEA, the link-based entity-aware metric.

    An entity counts with its size; it is resolved as far as the pairs of its mentions are together on the
    other side. A singleton has one link, to itself, found if it is a singleton on the other side too.
    """

    name = "lea"
    label = "LEA"
    summary = "Which share of each entity's links is resolved, entities weighted by size?"
    paper = "Moosavi and Strube (2016), ACL"
    formula = (
        r"R = \frac{\sum_{k} |k| \sum_{r} \binom{|k \cap r|}{2} / \binom{|k|}{2}}{\sum_{k} |k|}"
        r",\quad \text{a singleton having one link to itself}"
    )
    biases = "Large entities dominate: a pronoun missed in a long chain costs more than one missed in a short chain."
    weighs_sets = True

    def count(self, pairing: Pairing) -> Counts:
        """Count resolved shares times sizes, and sizes."""
        recall, precision = pairing.recall_overlap, pairing.precision_overlap
        key, response = pairing.key_sizes, pairing.response_sizes
        of_key = resolved(recall, key[recall.key], response[recall.response])
        of_response = resolved(precision, response[precision.response], key[precision.key])
        return self.weighed(pairing, of_key, of_response)


def resolved(overlap: Overlap, size: Integers, other_size: Integers) -> Floats:
    """Return for each cell the part of an entity's size that its links there resolve."""
    links = np.maximum(size * (size - 1) // 2, 1)
    common = np.where(size > 1, overlap.links, (other_size == 1) * overlap.equal)
    shares: Floats = size * common / links
    return shares
