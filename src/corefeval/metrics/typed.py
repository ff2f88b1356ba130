"""Mentions with their types and their order within chains, for the linguistically aware metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.corpus.chains import Chains
from corefeval.linguistics.described_side import DescribedSide, DescribedSides, values_of
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.predicates import TYPE, Predicate, Term
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, CorpusWarning, Place, Problem, warning

NOUNS = (MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT)
"""The types of mentions that name or describe their referent."""
PRONOUNS = (MentionType.PRONOUN, MentionType.ZERO)
"""The types of mentions that refer without naming or describing."""

VALUES_NAMED = 10
"""The largest number of values that a message lists."""
SCRIPT_1_1 = "script-1.1"
"""The reading of ARCS that counts like the first released script (1.1), which produced Table 3 of the paper."""
SCRIPTS = ("script", SCRIPT_1_1)
"""The readings of ARCS that count like a released script: version 1.2 and version 1.1."""

_NOUN_TAGS = ("NN", "NNS", "NNP", "NNPS")
_PRONOUN_TAGS = ("PRP", "PRP$")


class TypedPairing:
    """Both sides of a pairing with the types of their mentions; get it with `pairing.derive(TypedPairing)`."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing

    @cached_property
    def key(self) -> Chains:
        """The chains of the key."""
        return Chains(self.pairing.key)

    @cached_property
    def response(self) -> Chains:
        """The chains of the response."""
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

    def check(self) -> None:
        """Raise if no mention of a side has a known type.

        Raises:
            CorefevalError: CE046.
        """
        assert self._types

    @property
    def key_type(self) -> Integers:
        """The MentionType of each key mention."""
        return self._types[0]

    @property
    def own_response_type(self) -> Integers:
        """The MentionType of each response mention, as described by the response itself."""
        return self._types[1]

    @cached_property
    def response_type(self) -> Integers:
        """The MentionType of each response mention; a matched mention has the type of its key mention."""
        partner = self.pairing.response_partner
        return np.where(partner >= 0, look_up(partner, self.key_type), self.own_response_type)

    @cached_property
    def key_is_noun(self) -> Booleans:
        """Which key mentions are nouns, by type."""
        return is_among(self.key_type, NOUNS)

    @cached_property
    def response_is_noun(self) -> Booleans:
        """Which response mentions are nouns, by type; a matched mention has the type of its key mention."""
        return is_among(self.response_type, NOUNS)

    def nouns(self, reading: str) -> tuple[Booleans, Booleans]:
        """Return which mentions of key and response are nouns in a reading of ARCS.

        In the paper the type decides. In the script every mention of several words is a noun. A single word is a noun
        if it has a Penn noun tag or, in a text without Penn tags, if its type is a noun.
        """
        return self._script_nouns if reading in SCRIPTS else (self.key_is_noun, self.response_is_noun)

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
        """Which key mentions are pronouns in the script of ARCS: single words tagged PRP or PRP$, or pronouns by type."""
        is_single: Booleans = self.pairing.key.mentions.sizes == 1
        return is_single & self._tagged(0, _PRONOUN_TAGS, self.key_type, PRONOUNS)

    def _tagged(
        self, side: int, tags: tuple[str, ...], types: Integers, kinds: tuple[MentionType, ...]
    ) -> Booleans:
        """Return which mentions of a side have one of these Penn tags; in a text without Penn tags, one of these types."""
        linguistics = self.pairing.linguistics[side]
        if linguistics.source != "ptb":
            return is_among(types, kinds)
        corpus = (self.pairing.key, self.pairing.response)[side]
        codes, names = linguistics.pos.codes()
        has_tag: Booleans = np.array([name in tags for name in names], bool)[codes]
        return has_tag if corpus.number is None else has_tag[corpus.number]


@dataclass(frozen=True)
class GuessedTypes(CorpusWarning):
    """The number of mentions that are classified as name or nominal only by capital letters.

    Attributes:
        side: the key; both sides are counted together.
        place: the file of the key.
        guessed: the number of such mentions in key and response.
        mentions: the number of all mentions in key and response.
    """

    side: str
    place: Place
    guessed: int
    mentions: int

    def problems(self) -> Iterator[Problem]:
        """Warn if most types are guessed."""
        if 2 * self.guessed > self.mentions:
            yield warning(
                "CE046",
                "types-guessed",
                self.place,
                count=self.guessed,
                mentions=self.mentions,
                share=100 * self.guessed / self.mentions,
            )

    def __add__(self, other: GuessedTypes) -> GuessedTypes:
        """Return the sums over two pieces of a file."""
        return replace(self, guessed=self.guessed + other.guessed, mentions=self.mentions + other.mentions)


def guessed_types(pairing: Pairing) -> GuessedTypes:
    """Return how many names and nominals of a pairing are distinguished only by capital letters."""
    guessed = mentions = 0
    for described, corpus in zip(pairing.linguistics, (pairing.key, pairing.response), strict=True):
        types = described.of(corpus).type
        mentions += len(types)
        if described.source == "plain":
            guessed += int(is_among(types, (MentionType.NAME, MentionType.NOMINAL)).sum())
    return GuessedTypes("key", pairing.key.file, guessed, mentions)


def described_sides(pairing: Pairing) -> DescribedSides:
    """Return both sides of a pairing with the linguistics of their mentions."""
    key, response = pairing.key, pairing.response
    return (
        DescribedSide(key, pairing.names, lambda: pairing.linguistics[0].of(key), pairing.scheme),
        DescribedSide(response, pairing.names, lambda: pairing.linguistics[1].of(response), pairing.scheme),
    )


def described_as_read(pairing: Pairing) -> DescribedSides:
    """Return both sides as read, including mentions that are not scored, with the linguistics of their mentions."""
    key, response = pairing.key.as_read, pairing.response.as_read
    return (
        DescribedSide(key, pairing.names, lambda: pairing.linguistics[0], pairing.scheme),
        DescribedSide(response, pairing.names, lambda: pairing.linguistics[1], pairing.scheme),
    )


def chosen(pairing: Pairing, predicate: Predicate) -> tuple[Booleans, Booleans]:
    """Return which mentions of key and response satisfy a predicate, each by the values of its own side.

    Raises:
        UsageError: CE050 if neither side has an attribute that the predicate names.
        CorefevalError: CE046 if the predicate uses types and none is known.
    """
    origin = pairing.adapted
    if origin is not None:
        key, response = chosen(origin.base, predicate)
        return (
            np.concatenate([key, response[origin.to_key]]),
            np.concatenate([response[origin.kept], key[origin.to_response]]),
        )
    return pairing.derive(_Chosen(predicate))


@dataclass(frozen=True)
class _Chosen:
    """Evaluates a predicate, once per pairing."""

    predicate: Predicate

    def __call__(self, pairing: Pairing) -> tuple[Booleans, Booleans]:
        if any(term.attribute == TYPE for term in self.predicate.terms):
            pairing.derive(TypedPairing).check()
        key, response = (self.predicate.holds(values) for values in values_of(described_sides(pairing)))
        return key, response


def idle_terms(pairing: Pairing, predicate: Predicate) -> list[Term]:
    """Return the terms of a predicate that match no mention of key and response."""
    return predicate.idle(*values_of(described_sides(pairing.as_matched)))


def idle_problem(pairing: Pairing, terms: Sequence[Term], parameter: str) -> Problem:
    """Return the warning that terms of a predicate match no mention; it lists values that occur."""
    values = values_of(described_sides(pairing.as_matched))
    labels = {label for term in terms for side in values for label in side(term.attribute)[1] if label}
    return warning(
        "CE062",
        "term-fits-nothing",
        terms=[str(term) for term in terms],
        parameter=parameter,
        values=sorted(labels)[:VALUES_NAMED],
    )


def is_among(types: Integers, kinds: Sequence[int]) -> Booleans:
    """Return which mentions are of one of these types."""
    table = np.zeros(len(MentionType), bool)
    table[list(kinds)] = True
    return table[types]
