"""A metric: how many entities are exactly right?"""

from __future__ import annotations

import numpy as np

from corefeval import Counts, Metric, Pairing, recall_precision


class ExactEntities(Metric):
    """An entity counts if the other side has one with the same mentions."""

    name = "exact"
    label = "Exact entities"
    summary = "How many entities are exactly right?"
    in_all = True

    def count(self, pairing: Pairing) -> Counts:
        """Return the right entities and all entities of each document, for recall and precision."""
        both = pairing.recall_overlap  # a row for each two entities that share mentions
        larger = np.maximum(pairing.key_sizes[both.key], pairing.response_sizes[both.response])
        right = pairing.by_key_document(both.key, both.count == larger)
        return recall_precision((right, pairing.key_entities), (right, pairing.response_entities))
