"""CEAF: entities aligned one to one, so that they share as much as possible (Luo 2005)."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Floats
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, recall_precision, register
from corefeval.pairing.assignment import assign
from corefeval.pairing.pairing import Overlap, Pairing


def aligned_similarity(pairing: Pairing, overlap: Overlap, similarity: Floats) -> Floats:
    """Return the similarity of the best one-to-one alignment of entities, summed in each document."""
    chosen = assign(overlap.key, overlap.response, similarity)
    return pairing.by_key_document(overlap.key[chosen], similarity[chosen])


@register
class CeafMentions(Metric):
    """CEAF with φ3, the number of mentions two entities share."""

    name = "ceafm"
    label = "CEAFm"
    aliases = ("phi3", "ceaf-phi3", "mention-based CEAF")
    summary = "How many mentions are in the right entity, if entities are aligned one to one?"
    paper = "Luo (2005), HLT-EMNLP"
    formula = r"R = \frac{\max_{g} \sum_{k} |k \cap g(k)|}{\sum_{k} |k|}"
    biases = "What is not in the aligned entity counts for nothing, however right its links are."
    weighs_sets = True
    twinless = frozenset({"cai-strube", "add-to-key"})
    in_reference_scorer = True

    def count(self, pairing: Pairing) -> Counts:
        """Count mentions in aligned entities, and mentions."""
        overlap = pairing.member_overlap
        value = aligned_similarity(pairing, overlap, overlap.shared.astype(np.float64))
        return recall_precision((value, pairing.key_mentions), (value, pairing.response_mentions))


@register
class CeafEntities(Metric):
    """CEAF with φ4, twice the shared mentions over the sizes of both entities."""

    name = "ceafe"
    label = "CEAFe"
    aliases = ("phi4", "ceaf-phi4", "entity-based CEAF")
    summary = "How similar are the entities, if they are aligned one to one?"
    paper = "Luo (2005), HLT-EMNLP"
    formula = (
        r"R = \frac{\max_{g} \sum_{k} \phi_4(k, g(k))}{|K|}"
        r",\quad \phi_4(k, r) = \frac{2\,|k \cap r|}{|k| + |r|}"
    )
    biases = "Every entity weighs the same, a singleton as much as the protagonist of a novel."
    weighs_sets = True
    twinless = frozenset({"cai-strube", "add-to-key"})
    in_reference_scorer = True

    def count(self, pairing: Pairing) -> Counts:
        """Count the similarity of aligned entities, and entities."""
        overlap = pairing.member_overlap
        key, response = pairing.key_sizes, pairing.response_sizes
        similarity = 2 * overlap.shared / (key[overlap.key] + response[overlap.response])
        value = aligned_similarity(pairing, overlap, similarity)
        return recall_precision(
            (value, pairing.key_entities),
            (value, pairing.response_entities),
        )
