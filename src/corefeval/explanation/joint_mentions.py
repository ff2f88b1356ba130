"""JointMentions: the mentions of key and response in one list, each once, in the order of the text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers, Ragged, components, inverse, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import object_ranks
from corefeval.linguistics.mention_types import MentionType
from corefeval.pairing.pairing import Matching, Pairing

PRONOMINAL = (MentionType.PRONOUN, MentionType.ZERO)
"""The types that cannot anchor an entity which has anything else."""


@dataclass(frozen=True, eq=False)
class JointMentions:
    """Mentions of key and response as one list, with the annotation of both.

    Row order is text order: by document, first word, last word. So the earliest of several mentions is
    the lowest row.

    Attributes:
        document: the document of each mention.
        key_mention: its row in the key, -1 if not in the key.
        response_mention: its row in the response, -1 if not in the response.
        key_entity: its entity in the key, -1 if none.
        response_entity: its entity in the response, -1 if none.
        type: its MentionType; the key's if both have it.
        is_span_error: whether the response has it with another span, see spans.py.
        key_entities: how many entities the key has.
        response_entities: how many entities the response has.
    """

    document: Integers
    key_mention: Integers
    response_mention: Integers
    key_entity: Integers
    response_entity: Integers
    type: Integers
    is_span_error: Booleans
    key_entities: int
    response_entities: int

    @classmethod
    def of(
        cls,
        pairing: Pairing,
        key_type: Integers,
        response_type: Integers,
        span_errors: tuple[Integers, Integers] | None = None,
    ) -> JointMentions:
        """Return the mentions of a one-to-one pairing; span errors are pairs (key mentions, response mentions)."""
        key, response = pairing.key, pairing.response
        partner = pairing.key_partner.copy()
        is_span_error = np.zeros(len(partner), bool)
        if span_errors is not None:
            partner[span_errors[0]] = span_errors[1]
            is_span_error[span_errors[0]] = True
        alone = np.ones(len(response.mentions), bool)
        alone[partner[partner >= 0]] = False
        extra = np.flatnonzero(alone)
        none = np.full(len(extra), -1, np.int64)
        key_mention = np.concatenate([np.arange(len(partner)), none])
        response_mention = np.concatenate([partner, extra])
        document, *place = (
            np.concatenate([ours, theirs[extra]])
            for ours, theirs in zip(text_places(pairing)[0], text_places(pairing)[1], strict=True)
        )
        order = np.lexsort((*reversed(place), document))
        key_mention, response_mention = key_mention[order], response_mention[order]
        return cls(
            document[order],
            key_mention,
            response_mention,
            look_up(key_mention, key.mentions.entity),
            look_up(response_mention, response.mentions.entity),
            np.concatenate([key_type, response_type[extra]])[order],
            np.concatenate([is_span_error, np.zeros(len(extra), bool)])[order],
            len(key.entities),
            len(response.entities),
        )

    def __len__(self) -> int:
        """Return the number of mentions."""
        return len(self.document)

    def swapped(self) -> JointMentions:
        """Return the same with key and response swapped, so that recall becomes precision."""
        return replace(
            self,
            key_mention=self.response_mention,
            response_mention=self.key_mention,
            key_entity=self.response_entity,
            response_entity=self.key_entity,
            key_entities=self.response_entities,
            response_entities=self.key_entities,
        )

    @cached_property
    def is_pronoun(self) -> Booleans:
        """Which mentions are pronouns or zeros."""
        return np.isin(self.type, PRONOMINAL)

    @cached_property
    def is_missing(self) -> Booleans:
        """Which mentions only the key has."""
        missing: Booleans = self.response_entity < 0
        return missing

    @cached_property
    def is_spurious(self) -> Booleans:
        """Which mentions only the response has."""
        spurious: Booleans = self.key_entity < 0
        return spurious

    @cached_property
    def by_key_entity(self) -> Ragged:
        """The mentions of each key entity."""
        return Ragged.by(self.key_entity, self.key_entities)

    @cached_property
    def by_response_entity(self) -> Ragged:
        """The mentions of each response entity."""
        return Ragged.by(self.response_entity, self.response_entities)

    @cached_property
    def key_antecedent(self) -> Integers:
        """The previous mention of each in its key entity, the right antecedent; -1 for the first, or none."""
        return _previous(self.by_key_entity, len(self))

    @cached_property
    def response_antecedent(self) -> Integers:
        """The previous mention of each in its response entity, the chosen antecedent; -1 for the first, or none."""
        return _previous(self.by_response_entity, len(self))

    @cached_property
    def key_anchor(self) -> Integers:
        """The anchor of each key entity: its earliest non-pronoun, or else its earliest mention."""
        return self._anchors(self.key_entity, self.key_entities)

    @cached_property
    def response_anchor(self) -> Integers:
        """The anchor of each response entity."""
        return self._anchors(self.response_entity, self.response_entities)

    def _anchors(self, entity: Integers, entities: int) -> Integers:
        rows = np.flatnonzero(entity >= 0)
        rows = rows[np.lexsort((rows, self.is_pronoun[rows], entity[rows]))]
        anchor = np.full(entities, -1, np.int64)
        anchor[entity[rows][::-1]] = rows[::-1]
        return anchor

    @cached_property
    def piece(self) -> Integers:
        """The piece of each mention: mentions with the same key and response entity form one; other mentions are pieces by themselves.

        A piece is the lowest row of its mentions.
        """
        piece = np.arange(len(self))
        both = np.flatnonzero(~self.is_missing & ~self.is_spurious)
        cell = self.key_entity[both] * max(self.response_entities, 1) + self.response_entity[both]
        _, first, inverse = np.unique(cell, return_index=True, return_inverse=True)
        piece[both] = both[first][inverse]
        return piece

    @cached_property
    def group(self) -> Integers:
        """The confusion group of each mention, numbered from 0 in text order.

        Groups are the connected components of the graph that joins a key entity and a response entity
        which share a mention.
        """
        both = np.flatnonzero(~self.is_missing & ~self.is_spurious)
        nodes = self.key_entities + self.response_entities
        label = components(self.key_entity[both], self.key_entities + self.response_entity[both], nodes)
        node = np.where(self.is_spurious, self.key_entities + self.response_entity, self.key_entity)
        _, first, number = np.unique(label[node], return_index=True, return_inverse=True)
        return inverse(np.argsort(first))[number]


def _previous(members: Ragged, count: int) -> Integers:
    """Return for each mention the mention before it in its entity, -1 for the first."""
    previous = np.full(count, -1, np.int64)
    rows = members.values
    before = np.append(-1, rows[:-1])[: len(rows)]
    before[members.offsets[:-1][members.sizes > 0]] = -1
    previous[rows] = before
    return previous


def text_places(pairing: Pairing) -> tuple[tuple[Integers, ...], tuple[Integers, ...]]:
    """Return (document, first, last) of the key's mentions and of the response's, comparable between them.

    Mentions given as Python objects are sorted, or keep the order of the lists with the key first if they cannot be
    sorted.
    """
    key, response = pairing.key, pairing.response
    ranks = object_ranks((key, response))
    if ranks is None:
        return _spans(key), _spans(response)
    ours, theirs = ranks
    return (key.mention_document, ours, ours), (response.mention_document, theirs, theirs)


@dataclass(frozen=True, eq=False, repr=False)
class InRowOrder(Pairing):
    """A pairing with its mentions in the order of JointMentions, so that costs of links are in the order of listed links."""

    def text_order(self, corpus: Corpus) -> Integers:
        """Return the mentions by document, first word, last word."""
        document, *place = text_places(self)[0 if corpus is self.key else 1]
        order: Integers = np.lexsort((*reversed(place), document))
        return order


def _spans(corpus: Corpus) -> tuple[Integers, ...]:
    document = corpus.mention_document
    return (
        document,
        corpus.positions(corpus.mentions.first, document),
        corpus.positions(corpus.mentions.last, document),
    )


def one_to_one(pairing: Pairing) -> Pairing:
    """Return the pairing with each mention once and matched with one mention that is matched with it.

    Repeated mentions (`duplicates=keep` or `perl`) are reduced to the one that look-ups find, and one-sided matches
    do not count.
    """
    if pairing.is_one_to_one:
        return pairing
    kept_key, kept_response = (
        np.sort(found[found >= 0])
        for found in (
            pairing.look_up(pairing.key, pairing.matching.key_code),
            pairing.look_up(pairing.response, pairing.matching.response_code),
        )
    )
    key, response = (
        corpus.select_mentions(np.isin(np.arange(len(corpus.mentions)), kept))
        for corpus, kept in ((pairing.key, kept_key), (pairing.response, kept_response))
    )
    partner = pairing.key_partner[kept_key]
    mutual = (partner >= 0) & (look_up(partner, pairing.response_partner) == kept_key)
    row_of = np.full(len(pairing.response.mentions), -1, np.int64)
    row_of[kept_response] = np.arange(len(kept_response))
    key_rows = np.flatnonzero(mutual)
    response_rows = row_of[partner[mutual]]
    key_target = np.full(len(kept_key), -1, np.int64)
    response_target = np.full(len(kept_response), -1, np.int64)
    key_numbers = np.arange(len(kept_key))
    response_numbers = len(kept_key) + np.arange(len(kept_response))
    key_target[key_rows] = response_numbers[response_rows]
    response_target[response_rows] = key_numbers[key_rows]
    matching = Matching(key_numbers, response_numbers, key_target, response_target)
    return Pairing.of(pairing, key=key, response=response, matching=matching)
