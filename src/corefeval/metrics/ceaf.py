"""CEAF: entities aligned one to one so that their total similarity is largest (Luo 2005)."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, recall_precision, register
from corefeval.metrics.shares import Column, MatchedSide, Shares
from corefeval.pairing.assignment import assign
from corefeval.pairing.pairing import Overlap, Pairing


class Ceaf(Metric):
    """A metric that aligns entities one to one so that the sum of their similarities is largest."""

    family = "Coreference"
    paper = "Luo (2005), HLT-EMNLP"
    weighs_sets = True
    twinless = frozenset({"cai-strube", "add-to-key"})
    in_reference_scorer = True
    adds_over_groups = True
    follows_e2e = True
    counts_gold_singletons = True

    def similarity(self, overlap: Overlap, size: Integers, other_size: Integers) -> Floats:
        """Return the similarity of the two entities of each cell, given their sizes."""
        raise NotImplementedError

    def align(self, overlap: Overlap, sizes: Integers, other_sizes: Integers) -> tuple[Integers, Floats]:
        """Return the cells whose entities are aligned, and their similarities, given the sizes of all entities."""
        similarity = self.similarity(overlap, sizes[overlap.key], other_sizes[overlap.response])
        chosen = assign(overlap.key, overlap.response, similarity)
        return chosen, similarity[chosen]

    def aligned_similarity(self, pairing: Pairing) -> Floats:
        """Return the similarity of aligned entities, summed in each document."""
        overlap = self.overlap(pairing)
        chosen, similarity = self.align(overlap, pairing.key_sizes, pairing.response_sizes)
        return pairing.by_key_document(overlap.key[chosen], similarity)

    def overlap(self, pairing: Pairing) -> Overlap:
        """Return the cells whose entities may be aligned; e2e-coref drops only the singletons of the response."""
        overlap = pairing.member_overlap
        if self.singletons != "e2e":
            return overlap
        return overlap.select(pairing.response_sizes[overlap.response] > 1)

    def counts_in_response(self, pairing: Pairing) -> Integers:
        """Return the entities of the response that count."""
        sizes = pairing.response_sizes
        return np.flatnonzero(sizes > 1) if self.singletons == "e2e" else np.arange(len(sizes))


@register
class CeafMentions(Ceaf):
    """CEAF with φ3, the number of mentions that two entities share."""

    name = "ceafm"
    label = "CEAFm"
    aliases = ("phi3", "ceaf-phi3", "mention-based CEAF")
    summary = "How many mentions are in the right entity, if entities are aligned one to one?"
    formula = r"R = \frac{\max_{g} \sum_{k} |k \cap g(k)|}{\sum_{k} |k|}"
    biases = "Mentions outside the aligned entity add nothing, even if their links are right."

    def similarity(self, overlap: Overlap, size: Integers, other_size: Integers) -> Floats:
        """Return the number of mentions that the entities of each cell share."""
        del size, other_size
        return overlap.shared.astype(np.float64)

    def count(self, pairing: Pairing) -> Counts:
        """Count the mentions in aligned entities, and all mentions."""
        value = self.aligned_similarity(pairing)
        response = pairing.response_mentions
        if self.singletons == "e2e":
            counting = self.counts_in_response(pairing)
            response = pairing.by_response_document(counting, pairing.response_sizes[counting])
        return recall_precision((value, pairing.key_mentions), (value, response))

    def shares(self, pairing: Pairing) -> Shares | None:
        """Return which mentions are in the entity aligned with their own; None if there are duplicate mentions."""
        if not pairing.is_one_to_one:
            return None
        overlap, every = self.overlap(pairing), pairing.member_overlap
        chosen = self.align(overlap, pairing.key_sizes, pairing.response_sizes)[0]
        width = max(len(pairing.response.entities), 1)
        cells = every.key * width + every.response
        aligned = np.isin(cells, overlap.key[chosen] * width + overlap.response[chosen]).astype(np.float64)
        key, response = MatchedSide.both(pairing)
        counts = np.zeros(len(pairing.response.entities))
        counts[self.counts_in_response(pairing)] = 1
        return Shares.of_sides(
            (key.of_cell(aligned), np.ones(len(key.cell))),
            (response.of_cell(aligned), counts[pairing.response.mentions.entity]),
        )


@register
class CeafEntities(Ceaf):
    """CEAF with φ4, twice the shared mentions over the sizes of both entities."""

    name = "ceafe"
    label = "CEAFe"
    aliases = ("phi4", "ceaf-phi4", "entity-based CEAF")
    summary = "How similar are the entities, if they are aligned one to one?"
    formula = (
        r"R = \frac{\max_{g} \sum_{k} \phi_4(k, g(k))}{|K|}"
        r",\quad \phi_4(k, r) = \frac{2\,|k \cap r|}{|k| + |r|}"
    )
    biases = "Every entity has the same weight: a singleton counts as much as the protagonist of a novel."
    is_classic = True

    def similarity(self, overlap: Overlap, size: Integers, other_size: Integers) -> Floats:
        """Return φ4 of the entities of each cell."""
        similarity: Floats = 2 * overlap.shared / (size + other_size)
        return similarity

    def count(self, pairing: Pairing) -> Counts:
        """Count the total similarity of aligned entities, and the entities."""
        value = self.aligned_similarity(pairing)
        response = pairing.response_entities
        if self.singletons == "e2e":
            counting = self.counts_in_response(pairing)
            response = pairing.by_response_document(counting, np.ones(len(counting)))
        return recall_precision((value, pairing.key_entities), (value, response))

    def losses(self, pairing: Pairing) -> Shares | None:
        """Return the loss of each mention.

        An entity loses 1 - φ4. This loss is divided equally among the mentions that only one of the two aligned
        entities has.
        """
        if not (pairing.is_one_to_one and len(pairing.key.entities) and len(pairing.response.entities)):
            return None
        overlap, counting = self.overlap(pairing), self.counts_in_response(pairing)
        if not len(counting):
            return None
        key, response = MatchedSide.both(pairing)
        of_key = self._shared_cost(key, response, overlap, np.arange(len(pairing.key.entities)))
        of_response = self._shared_cost(response, key, overlap.swapped(), counting)
        return Shares(
            {"recall": of_key[0], "precision": of_response[1]},
            {"recall": of_key[1], "precision": of_response[0]},
        )

    def _shared_cost(
        self, own: MatchedSide, other: MatchedSide, overlap: Overlap, counting: Integers
    ) -> tuple[Column, Column]:
        """Return the losses in the score of this side, for each mention of this side and of the other side.

        Only the entities in `counting` count.
        """
        sizes, other_sizes = own.corpus.entity_sizes, other.corpus.entity_sizes
        chosen, similarity = self.align(overlap, sizes, other_sizes)
        aligned, counterpart = overlap.key[chosen], overlap.response[chosen]
        cost = np.zeros(len(sizes))
        cost[counting] = 1
        cost[aligned] -= similarity
        shared_by = sizes.astype(np.float64)
        shared_by[aligned] += other_sizes[counterpart] - 2 * overlap.count[chosen]
        each = np.divide(cost, shared_by, out=np.zeros(len(cost)), where=shared_by > 0) / len(counting)
        partner, host = np.full(len(sizes), -1, np.int64), np.full(len(other_sizes), -1, np.int64)
        partner[aligned], host[counterpart] = counterpart, aligned
        entity, visited = own.corpus.mentions.entity, host[other.corpus.mentions.entity]
        is_outside = (partner[entity] != own.entity) | (own.entity < 0)
        intrudes = (visited >= 0) & (visited != other.entity)
        return np.where(is_outside, each[entity], 0.0), np.where(intrudes, each[visited], 0.0)
