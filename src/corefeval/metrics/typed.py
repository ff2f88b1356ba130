"""Mentions as the linguistically aware metrics see them: what kind each is, and how an entity's mentions follow each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.corpus.chains import Chains
from corefeval.linguistics.mention_types import MentionType
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem

NOUNS = (MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT)
"""The kinds that name or describe what they refer to."""
PRONOUNS = (MentionType.PRONOUN, MentionType.ZERO)
"""The kinds that only point at it."""

_NOUN_TAGS = ("NN", "NNS", "NNP", "NNPS")
_PRONOUN_TAGS = ("PRP", "PRP$")


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
        for name, types, corpus in zip(("key", "response"), (key, response), corpora, strict=True):
            if len(types) and not types.any():
                raise CorefevalError(Problem("CE046", "no-mention-known-type", corpus.file, side=name))
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
