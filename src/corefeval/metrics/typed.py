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

SCRIPT = "script"
"""The reading of ARCS that counts as the released script 1.2 does."""

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
        """Which key mentions are nouns, by their types."""
        return is_among(self.key_type, NOUNS)

    @cached_property
    def response_is_noun(self) -> Booleans:
        """Which response mentions are nouns, by their types; the key decides about mentions that it has."""
        return is_among(self.response_type, NOUNS)

    def nouns(self, reading: str) -> tuple[Booleans, Booleans]:
        """Return which mentions of key and response are nouns in a reading of ARCS.

        The paper's nouns are known by their types. The script takes every mention of several words for a noun, and of
        single words those with a noun's Penn tag, or of a noun's type where the text has no Penn tags.
        """
        return self._script_nouns if reading == SCRIPT else (self.key_is_noun, self.response_is_noun)

    @cached_property
    def _script_nouns(self) -> tuple[Booleans, Booleans]:
        sides = (self.pairing.key, self.pairing.response)
        key, response = (
            self._tagged(side, _NOUN_TAGS, types, NOUNS) | (corpus.mentions.sizes > 1)
            for side, (corpus, types) in enumerate(zip(sides, self._types, strict=True))
        )
        partner = self.pairing.response_partner
        return key, np.where(partner >= 0, np.append(key, False)[partner], response)

    @cached_property
    def script_pronouns(self) -> Booleans:
        """Which key mentions the script of ARCS takes for pronouns: single words tagged PRP or PRP$, or pronouns by type."""
        found = self._tagged(0, _PRONOUN_TAGS, self.key_type, PRONOUNS)
        return found & (self.pairing.key.mentions.sizes == 1)

    def _tagged(
        self, side: int, tags: tuple[str, ...], types: Integers, kinds: tuple[MentionType, ...]
    ) -> Booleans:
        """Say which mentions of a side have one of these Penn tags; without Penn tags, which are of these kinds."""
        linguistics = self.pairing.linguistics[side]
        if linguistics.source != "ptb":
            return is_among(types, kinds)
        corpus = (self.pairing.key, self.pairing.response)[side]
        codes, names = linguistics.pos.codes()
        has_tag: Booleans = np.array([name in tags for name in names], bool)[codes]
        return has_tag if corpus.number is None else has_tag[corpus.number]


def is_among(types: Integers, kinds: Sequence[int]) -> Booleans:
    """Say which mentions are of one of these kinds."""
    table = np.zeros(len(MentionType), bool)
    table[list(kinds)] = True
    return table[types]
