"""Which mention stands for its entity, for the metrics that look for it."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.dominant_mentions import Rank, dominant_mentions, ranks
from corefeval.linguistics.dominant_mentions import representatives as by_strategy
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing

SELECTORS = ("first", "dominant", "longest", "representative", "given")
"""What can stand for an entity; `first` is the first noun, as ARCS has it."""


def representatives(pairing: Pairing, selector: str) -> tuple[Integers, Integers]:
    """Return for each key entity and each response entity the mention that stands for it, -1 if none can."""
    if selector == "first":
        typed = pairing.derive(TypedPairing)
        return typed.key.first(typed.key_is_noun), typed.response.first(typed.response_is_noun)
    if selector == "dominant":
        return pairing.derive(_dominant)
    ours, theirs = pairing.linguistics
    return by_strategy(selector, pairing.key, ours), by_strategy(selector, pairing.response, theirs)


def _dominant(pairing: Pairing) -> tuple[Integers, Integers]:
    ours, theirs = pairing.linguistics
    return by_strategy("dominant", pairing.key, ours), by_strategy("dominant", pairing.response, theirs)


def dominant_by_code(corpus: Corpus, linguistics: Linguistics, codes: list[str]) -> Integers:
    """Return the dominant mention of each entity where mentions have type codes, '' for those that have none.

    The code of a mention limits how dominant it can be: pronouns, adverbs and ellipses other than of the same
    object (ei) cannot be, generic nominals (g) are noun phrases at best (Žitkus et al. 2023, section 4.2).
    Definite ones (d) and mentions without a code are judged by their words.
    """
    rank = ranks(corpus, linguistics)
    limit = np.array([_limit(code) for code in codes], np.int64)
    is_ellipsis = np.array([code.startswith("ei") for code in codes], bool)
    is_noun = np.array([code[:1] in {"g", "d"} for code in codes], bool)
    rank = np.where(is_noun, np.maximum(rank, Rank.NOUN_PHRASE), rank)
    return dominant_mentions(corpus, np.where(is_ellipsis, Rank.ELLIPSIS, np.minimum(rank, limit)))


def _limit(code: str) -> Rank:
    if code[:1] in {"p", "a", "e"}:
        return Rank.NONE
    return Rank.NOUN_PHRASE if code[:1] == "g" else Rank.FULL_NAME
