"""Usable entities: how many chains an application could not reach, in the key and in the response."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.dominance import dominant_mentions, ranks
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.representatives import NOUNS, first, is_defining


@dataclass(frozen=True, slots=True, eq=False)
class Usability:
    """Which entities lack what an application needs; singletons are no chains and have their own count.

    Attributes:
        is_chain: entities of two mentions or more.
        nameless: chains without a name: no query by name finds them.
        without_dominant: chains without any mention that describes the entity, pronouns and zeros only.
        cataphoric: chains that begin with a pronoun or a zero though a noun follows.
        singletons: entities of one mention.
    """

    is_chain: Booleans
    nameless: Booleans
    without_dominant: Booleans
    cataphoric: Booleans
    singletons: int

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each."""
        return {
            "chains": int(self.is_chain.sum()),
            "without a name": int(self.nameless.sum()),
            "without a dominant mention": int(self.without_dominant.sum()),
            "with a cataphoric start": int(self.cataphoric.sum()),
            "singletons": self.singletons,
        }


def usability(corpus: Corpus, linguistics: Linguistics) -> Usability:
    """Return which entities of one side are usable; the linguistics are those of the corpus as read."""
    entity, types = corpus.mentions.entity, linguistics.of(corpus).type
    chain = corpus.entity_sizes > 1

    def having(flags: Booleans) -> Booleans:
        found = np.zeros(len(corpus.entities), bool)
        found[entity[flags]] = True
        return found

    opening = types[first(corpus, linguistics)]
    pointing = (opening == MentionType.PRONOUN) | (opening == MentionType.ZERO)
    dominant = dominant_mentions(corpus, ranks(corpus, linguistics))
    return Usability(
        is_chain=chain,
        nameless=chain & ~having(types == MentionType.NAME),
        without_dominant=chain & (dominant < 0),
        cataphoric=chain & pointing & having(is_defining(corpus, linguistics, NOUNS)),
        singletons=int((corpus.entity_sizes == 1).sum()),
    )


def usability_pair(
    key: Corpus, response: Corpus, linguistics: tuple[Linguistics, Linguistics]
) -> dict[str, tuple[int, int]]:
    """Return the counts of the key beside those of the response."""
    ours, theirs = usability(key, linguistics[0]).counts, usability(response, linguistics[1]).counts
    return {name: (count, theirs[name]) for name, count in ours.items()}
