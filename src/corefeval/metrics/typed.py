"""Mentions as the linguistically aware metrics see them: what kind each is, and how an entity's mentions follow each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.mention_types import MentionType
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem

NOUNS = (MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT)
"""The kinds that name or describe what they refer to."""
PRONOUNS = (MentionType.PRONOUN, MentionType.ZERO)
"""The kinds that only point at it."""

_NOUN_TAGS = ("NN", "NNS", "NNP", "NNPS")
_PRONOUN_TAGS = ("PRP", "PRP$")


class Chains:
    """The entities of one side as chains: mentions in the order of the text, of two that start together the longer first."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        mentions = corpus.mentions
        self.order: Integers = np.lexsort((-mentions.last, mentions.first, mentions.entity))
        """All mentions, by entity and place."""
        self.place = np.empty_like(self.order)
        """Where each mention stands in that order."""
        self.place[self.order] = np.arange(len(self.order))
        sizes = corpus.entity_sizes
        self.begin: Integers = np.cumsum(sizes) - sizes
        """Where each entity begins in that order."""

    @cached_property
    def predecessor(self) -> Integers:
        """For each mention the one before it in its chain, -1 for the first."""
        return self.closest_before(np.ones(len(self.order), bool))

    def closest_before(self, wanted: Booleans) -> Integers:
        """Return for each mention the closest wanted one before it in its chain, -1 if there is none."""
        found = np.full(len(self.order), -1, np.int64)
        if len(found) < 2:
            return found
        last = np.maximum.accumulate(np.where(wanted[self.order], np.arange(len(self.order)), -1))
        place = last[:-1]
        here = self.order[1:]
        found[here] = np.where(place >= self.begin[self.corpus.mentions.entity[here]], self.order[place], -1)
        return found

    def first(self, wanted: Booleans) -> Integers:
        """Return for each entity its first wanted mention, -1 if it has none."""
        found = np.full(len(self.begin), -1, np.int64)
        rows = self.order[wanted[self.order]][::-1]
        found[self.corpus.mentions.entity[rows]] = rows
        return found

    def has(self, wanted: Booleans) -> Booleans:
        """Say which entities have a wanted mention."""
        flags = np.zeros(len(self.begin), bool)
        flags[self.corpus.mentions.entity[wanted]] = True
        return flags


def look_up(index: Integers, values: Integers) -> Integers:
    """Return values[index], and -1 where the index is -1: what is missing leads to nothing."""
    return np.append(values, -1)[index]


class TypedPairing:
    """Both sides of a pairing with the kinds of their mentions. Ask for it with `pairing.derive(TypedPairing)`."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing

    @cached_property
    def key(self) -> Chains:
        """The key's chains."""
        return Chains(self.pairing.key)

    @cached_property
    def response(self) -> Chains:
        """The response's chains."""
        return Chains(self.pairing.response)

    @cached_property
    def _types(self) -> tuple[Integers, Integers]:
        corpora = self.pairing.key, self.pairing.response
        key, response = (
            linguistics.type if corpus.number is None else linguistics.type[corpus.number]
            for linguistics, corpus in zip(self.pairing.linguistics, corpora, strict=True)
        )
        for name, types in (("key", key), ("response", response)):
            if len(types) and not types.any():
                raise CorefevalError(Problem("CE046", f"no mention of the {name} has a known type"))
        return key, response

    @property
    def key_type(self) -> Integers:
        """The MentionType of each key mention."""
        return self._types[0]

    @property
    def own_response_type(self) -> Integers:
        """The MentionType of each response mention, as the response itself has it."""
        return self._types[1]

    @cached_property
    def response_type(self) -> Integers:
        """The MentionType of each response mention; where it is a key mention, the key decides."""
        partner = self.pairing.response_partner
        return np.where(partner >= 0, look_up(partner, self.key_type), self.own_response_type)

    @cached_property
    def key_is_noun(self) -> Booleans:
        """Which key mentions are nouns: by type; with Penn tags, as ARCS has it, several words or a noun's tag."""
        return self._tagged(0, _NOUN_TAGS, self.key_type, NOUNS, several_words=True)

    @cached_property
    def response_is_noun(self) -> Booleans:
        """Which response mentions are nouns; where it is a key mention, the key decides."""
        own = self._tagged(1, _NOUN_TAGS, self.own_response_type, NOUNS, several_words=True)
        partner = self.pairing.response_partner
        return np.where(partner >= 0, np.append(self.key_is_noun, False)[partner], own)

    @cached_property
    def key_is_pronoun(self) -> Booleans:
        """Which key mentions are pronouns: by type; with Penn tags, one word tagged PRP or PRP$."""
        return self._tagged(0, _PRONOUN_TAGS, self.key_type, PRONOUNS, several_words=False)

    def _tagged(
        self,
        side: int,
        tags: tuple[str, ...],
        types: Integers,
        kinds: tuple[MentionType, ...],
        *,
        several_words: bool,
    ) -> Booleans:
        linguistics = self.pairing.linguistics[side]
        if linguistics.source != "ptb":
            return is_among(types, kinds)
        corpus = (self.pairing.key, self.pairing.response)[side]
        codes, names = linguistics.pos.codes()
        has_tag: Booleans = np.array([name in tags for name in names], bool)[codes]
        if corpus.number is not None:
            has_tag = has_tag[corpus.number]
        long = corpus.mentions.sizes > 1
        return has_tag | long if several_words else has_tag & ~long


def is_among(types: Integers, kinds: Sequence[int]) -> Booleans:
    """Say which mentions are of one of these kinds."""
    table = np.zeros(len(MentionType), bool)
    table[list(kinds)] = True
    return table[types]
