"""Bridging: anaphors that are anchored to another entity (part-whole, element-set and similar relations)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus, require
from corefeval.corpus.identity import identify
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, register
from corefeval.metrics.shares import Shares
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.shared_spans import equal_pairs


class Bridging(Metric):
    """A score of bridging anaphors, compared by exact span with one anchor each; denominators are the anaphors of each side.

    Some anchors name only an entity: EntityAnchor alone in CoNLL-UA, and Bridge in CorefUD if no mention of the entity
    precedes the anaphor. Any mention of that entity is then right. The Universal Anaphora scorer does not support such
    anchors.
    """

    family = "Other anaphora"
    paper = "Poesio et al. (2018), CRAC; Yu et al. (2023), section 3.5"
    needs = frozenset({"bridging"})
    twinless = frozenset()
    swaps = False
    level: ClassVar[str]

    def count(self, pairing: Pairing) -> Counts:
        """Count the anaphors that are right at this level, and all anaphors."""
        return self.shares_as_read(pairing).count(pairing, as_read=True)

    def shares_as_read(self, pairing: Pairing) -> Shares:
        """Return the share of each anaphor; an anaphor of both sides adds to precision on the key's side."""
        links = pairing.derive(BridgingLinks.of)
        key, response = pairing.key.as_read, pairing.response.as_read
        is_spurious = np.ones(len(links.response.link), bool)
        is_spurious[links.partner[links.partner >= 0]] = False
        return Shares.of_found(
            (len(key.mentions), len(response.mentions)),
            key.relations.anaphor[links.key.link],
            right=links.is_right(self.level),
            claimed=links.partner >= 0,
            spurious=response.relations.anaphor[links.response.link[is_spurious]],
        )


@dataclass(frozen=True, slots=True, eq=False)
class BridgingLinks:
    """The bridging anaphors of key and response, matched by span.

    Attributes:
        pairing: key and response.
        key: the anaphors of the key.
        response: the anaphors of the response.
        partner: for each key anaphor, the row of the equal response anaphor; -1 if there is none.
    """

    pairing: Pairing
    key: Anaphors
    response: Anaphors
    partner: Integers

    @classmethod
    def of(cls, pairing: Pairing) -> BridgingLinks:
        """Return the anaphors of both sides, matched by exact span."""
        key, response = (corpus.as_read for corpus in (pairing.key, pairing.response))
        require("bridging", key, response)
        key_code, response_code = identify([key, response])
        ours, theirs = Anaphors.of(key, key_code), Anaphors.of(response, response_code)
        row = np.full(1 + max(ours.highest, theirs.highest), -1, np.int64)
        row[theirs.code] = np.arange(len(theirs.code))
        return cls(pairing, ours, theirs, row[ours.code])

    def is_right(self, level: str) -> Booleans:
        """Return which key anaphors the response has with the right anchor; the level `anaphor` ignores the anchor."""
        is_right: Booleans = self.partner >= 0
        if level == "anaphor":
            return is_right
        rows = np.flatnonzero(is_right)
        others = self.partner[rows]
        ours, theirs = self.key.anchor[rows], self.response.anchor[others]
        named = (ours >= 0) & (theirs >= 0)
        is_right[rows] = named & (ours == theirs)
        size = 1 + max(self.key.highest, self.response.highest)
        if level == "entity":
            entity = _entity_of_code(self.pairing, self.key.mention_code, size)
            is_right[rows] |= named & (entity[ours] >= 0) & (entity[ours] == entity[theirs])
        rows, others = rows[~named], others[~named]
        if len(rows):
            claimed = self.response.possible(others, size)
            is_possible = np.isin(claimed, self.key.possible(rows, size, whole=level == "entity"))
            is_right[rows[claimed[is_possible] // size]] = True
        return is_right


@dataclass(frozen=True, slots=True)
class Anaphors:
    """The bridging anaphors of one side, one per span. Mentions are identified by span codes.

    Attributes:
        code: the span code of each anaphor.
        document: the document of each anaphor.
        anchor: the span code of its anchor; -1 if only an entity is named.
        anchor_entity: the entity of its anchor, as read.
        mention_code: the span codes of all mentions of this side as read.
        mention_entity: the entities of all mentions of this side as read.
        link: the row of each anaphor in the relations of the corpus.
    """

    code: Integers
    document: Integers
    anchor: Integers
    anchor_entity: Integers
    mention_code: Integers
    mention_entity: Integers
    link: Integers

    @classmethod
    def of(cls, corpus: Corpus, code: Integers) -> Anaphors:
        """Return the anaphors; of several links of an anaphor, the last one that names a mention counts, else the last."""
        relations = corpus.relations
        order = np.argsort(relations.anchor >= 0, kind="stable")
        anaphor = code[relations.anaphor[order]]
        last = order[len(order) - 1 - np.unique(anaphor[::-1], return_index=True)[1]]
        last = np.sort(last)
        anchor = relations.anchor[last]
        return cls(
            code[relations.anaphor[last]],
            corpus.mention_document[relations.anaphor[last]],
            np.where(anchor >= 0, code[anchor], -1) if len(anchor) else anchor,
            relations.anchor_entity[last],
            code,
            corpus.mentions.entity,
            last,
        )

    @property
    def highest(self) -> int:
        """The highest span code of a mention."""
        return int(self.mention_code.max(initial=-1))

    def possible(self, rows: Integers, size: int, *, whole: bool = False) -> Integers:
        """Return number * size + code for every mention that the anchor of each row may refer to; rows are numbered from 0.

        This is the anchor itself if a mention is named. If only an entity is named, or `whole` is set, it is every
        mention of the entity.
        """
        is_named = (self.anchor[rows] >= 0) & (not whole)
        named, others = np.flatnonzero(is_named), np.flatnonzero(~is_named)
        pair, member = equal_pairs(self.anchor_entity[rows[others]], self.mention_entity)
        return np.concatenate(
            [named * size + self.anchor[rows[named]], others[pair] * size + self.mention_code[member]]
        )


def _entity_of_code(pairing: Pairing, key_code: Integers, size: int) -> Integers:
    """Return the key entity of each span code, as scored; -1 for codes of mentions that were dropped."""
    key = pairing.key
    entity = np.full(size, -1, np.int64)
    order = np.argsort(key.entities.rank[key.mentions.entity], kind="stable")
    entity[key_code[key.mention_numbers[order]]] = key.mentions.entity[order]
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
    """Anaphors anchored to the same mention, or to mentions of the same key entity."""

    name = "bridging.entity"
    label = "Bridging to entities"
    summary = "How many bridging anaphors are anchored to the right entity?"
    formula = (
        r"R = \frac{|C|}{|A_k|},\quad P = \frac{|C|}{|A_r|}"
        r",\quad C = \{a \in A_k \cap A_r : \mathrm{anchor}_r(a) \in [\mathrm{anchor}_k(a)]_k\}"
    )
    biases = "The anchor must have exactly the span of a key mention; otherwise it is wrong, even if it means the right entity."
    level = "entity"
