"""Bridging: anaphors that are anchored to another entity (part-whole, element-set and the like)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from corefeval.corpus import Booleans, Corpus, Integers
from corefeval.counts import Counts
from corefeval.matching.identity import identify
from corefeval.metrics.base import Metric, recall_precision, register
from corefeval.pairing import Pairing


class Bridging(Metric):
    """Bridging anaphors by exact span, one anchor each; the denominators are the anaphors of each side."""

    paper = "Poesio et al. (2018), CRAC; Yu et al. (2023), section 4.4"
    needs = frozenset({"bridging"})
    swaps = False
    level: ClassVar[str]

    def count(self, pairing: Pairing) -> Counts:
        """Count anaphors that are right at this level, and anaphors."""
        key, response = (corpus.as_read for corpus in (pairing.key, pairing.response))
        key_code, response_code = identify([key, response])
        ours, our_anchor = _anaphors(key, key_code)
        theirs, their_anchor = _anaphors(response, response_code)
        order = np.argsort(response_code[theirs], kind="stable")
        sorted_codes = response_code[theirs][order]
        place = np.minimum(np.searchsorted(sorted_codes, key_code[ours]), max(len(theirs) - 1, 0))
        if len(theirs):
            partner = np.where(sorted_codes[place] == key_code[ours], order[place], -1)
        else:
            partner = np.full(len(ours), -1)
        both = np.flatnonzero(partner >= 0)
        right = both[
            self._is_right(pairing, key_code, our_anchor[both], response_code, their_anchor[partner[both]])
        ]
        size = len(pairing.names)
        found = np.bincount(key.mention_document[ours[right]], minlength=size).astype(np.float64)
        return recall_precision(
            (found, np.bincount(key.mention_document[ours], minlength=size).astype(np.float64)),
            (found, np.bincount(response.mention_document[theirs], minlength=size).astype(np.float64)),
        )

    def _is_right(
        self,
        pairing: Pairing,
        key_code: Integers,
        key_anchor: Integers,
        response_code: Integers,
        response_anchor: Integers,
    ) -> Booleans:
        ours, theirs = key_code[key_anchor], response_code[response_anchor]
        if self.level == "anaphor":
            return np.ones(len(ours), bool)
        equal: Booleans = ours == theirs
        if self.level == "mention":
            return equal
        entity = _entity_of_code(
            pairing, key_code, max(int(codes.max(initial=-1)) for codes in (key_code, response_code))
        )
        same: Booleans = (entity[ours] >= 0) & (entity[ours] == entity[theirs])
        return equal | same


def _anaphors(corpus: Corpus, code: Integers) -> tuple[Integers, Integers]:
    """Return the bridging anaphors and their anchors (mentions); of several with one span the last counts."""
    relations = corpus.relations
    known = np.flatnonzero(relations.anchor >= 0)
    anaphor, anchor = relations.anaphor[known], relations.anchor[known]
    last = len(anaphor) - 1 - np.unique(code[anaphor][::-1], return_index=True)[1]
    last = np.sort(last)
    return anaphor[last], anchor[last]


def _entity_of_code(pairing: Pairing, key_code: Integers, highest: int) -> Integers:
    """Return the key entity of each mention by its code, as scored: what was dropped has none."""
    key = pairing.key
    rows = np.arange(len(key.mentions)) if key.number is None else key.number
    entity = np.full(highest + 1, -1, np.int64)
    order = np.argsort(key.entities.rank[key.mentions.entity], kind="stable")
    entity[key_code[rows[order]]] = key.mentions.entity[order]
    return entity


@register
class BridgingAnaphor(Bridging):
    """Anaphor recognition."""

    name = "bridging.anaphor"
    label = "Bridging anaphors"
    summary = "How many bridging anaphors were recognised?"
    formula = r"R = \frac{|A_k \cap A_r|}{|A_k|}"
    level = "anaphor"
    swaps = True


@register
class BridgingMention(Bridging):
    """Anaphors anchored to the same mention."""

    name = "bridging.mention"
    label = "Bridging to mentions"
    summary = "How many bridging anaphors are anchored to the right mention?"
    formula = r"R = \frac{|\{a \in A_k \cap A_r : \mathrm{anchor}_k(a) = \mathrm{anchor}_r(a)\}|}{|A_k|}"
    level = "mention"
    swaps = True


@register
class BridgingEntity(Bridging):
    """Anaphors anchored to the same mention, or to mentions of one key entity."""

    name = "bridging.entity"
    label = "Bridging to entities"
    summary = "How many bridging anaphors are anchored to the right entity?"
    formula = (
        r"R = \frac{|\{a \in A_k \cap A_r : \mathrm{anchor}_r(a) \in [\mathrm{anchor}_k(a)]_k\}|}{|A_k|}"
    )
    biases = "The anchor must be a key mention by exact span, so an entity under another name is missed."
    level = "entity"
