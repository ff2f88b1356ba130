"""Dominant mentions: which mention of a chain describes its entity best (Žitkus et al. 2023, section 4.2)."""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.wording import (
    Wording,
    Wordings,
    has_initial,
    is_acronym,
    is_covered,
    is_repetition,
)


class Rank(IntEnum):
    """How dominant a mention is; the highest of a chain dominates."""

    NONE = 0
    ELLIPSIS = 1
    NOUN_PHRASE = 2
    PARTIAL_NAME = 3
    ABBREVIATED_NAME = 4
    FULL_NAME = 5


_RANK_OF_TYPE = np.zeros(len(MentionType), np.int64)
_RANK_OF_TYPE[MentionType.NAME] = Rank.FULL_NAME
_RANK_OF_TYPE[[MentionType.NOMINAL, MentionType.EVENT]] = Rank.NOUN_PHRASE
_RANK_OF_TYPE[MentionType.ELLIPSIS] = Rank.ELLIPSIS


def ranks(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the Rank of each mention within its chain.

    A name is abbreviated if it has an initial or is an acronym whose expansion is in the chain (else it is
    full: NATO); partial if its words are properly contained in those of another name of the chain; full
    otherwise. Pronouns, zeros and adverbs cannot dominate.

    Args:
        corpus: the corpus whose chains count, filtered or not.
        linguistics: that of the corpus as read.
    """
    types = linguistics.of(corpus).type
    rank = _RANK_OF_TYPE[types]
    names = types == MentionType.NAME
    if not names.any() or corpus.mentions.objects is not None:
        return rank
    entity = corpus.mentions.entity
    named = np.zeros(len(corpus.entities), bool)
    named[entity[names]] = True
    worded = names | ((types == MentionType.NOMINAL) & named[entity])
    wordings = Wordings(corpus, linguistics, worded)
    abbreviated = wordings.with_initials
    rank[abbreviated[names[abbreviated]]] = Rank.ABBREVIATED_NAME
    rows = np.flatnonzero(worded)
    wording = wordings.alike(rows)
    item = (entity[rows] * (int(wording.max()) + 1) + wording) * len(MentionType) + types[rows]
    _, first, item = np.unique(item, return_index=True, return_inverse=True)
    first = rows[first]
    # a chain in which all names and nominals are worded alike is ranked already
    edges = np.append(np.flatnonzero(np.diff(entity[first], prepend=-1)), len(first)).tolist()
    place = rank[first]
    kinds, chosen = types[first].tolist(), first.tolist()
    for begin, end in pairwise(edges):
        if end - begin > 1:
            items = [(kinds[number], wordings[chosen[number]]) for number in range(begin, end)]
            place[begin:end] = _chain_ranks(items)
    rank[rows] = place[item]
    return rank


def dominant_mentions(corpus: Corpus, rank: Integers) -> Integers:
    """Return the dominant mention of each entity: the highest rank, then the earliest, then the longer; -1 if none."""
    order = dominance_order(corpus, rank)
    dominant = np.full(len(corpus.entities), -1, np.int64)
    order = order[rank[order] > 0][::-1]
    dominant[corpus.mentions.entity[order]] = order
    return dominant


def dominance_order(corpus: Corpus, rank: Integers) -> Integers:
    """Return all mentions by entity, and within an entity the more dominant before the less dominant."""
    mentions = corpus.mentions
    return np.lexsort((-mentions.last, mentions.first, -rank, mentions.entity))


Item = tuple[int, Wording]
"""A type and a wording: what the mentions of a chain that are worded alike have in common."""


def harmonise(items: list[Item]) -> list[int]:
    """Return the types of differently worded names and nominals of one chain, revised so that they agree.

    In this order, all from the types as they are:
    H1. a name of one word that is no proper noun, with a nominal twin in small letters: nominal;
    H2. a capitalised nominal with a name for a twin, and no nominal twin in small letters: name;
    H3. a nominal whose initials are an acronym that is a name of the chain: name.
    For dominance only: codes are derived from the types as they are.
    """
    names = [words for kind, words in items if kind == MentionType.NAME]
    capital_names = [words for words in names if words and words[0].is_capitalised]
    small = [words for kind, words in items if kind == MentionType.NOMINAL and words and words[0].is_small]
    revised = []
    for kind, words in items:
        new = kind
        if kind == MentionType.NAME:
            if (
                len(words) == 1
                and not words[0].is_proper
                and any(is_repetition(words, other) for other in small)
            ):
                new = MentionType.NOMINAL
        elif kind == MentionType.NOMINAL and words:
            twin = words[0].is_capitalised and any(is_repetition(words, other) for other in capital_names)
            if (twin and not any(is_repetition(words, other) for other in small)) or any(
                is_acronym(other, words) for other in names
            ):
                new = MentionType.NAME
        revised.append(new)
    return revised


def _chain_ranks(items: list[Item]) -> list[int]:
    """Return the rank of each item of a chain."""
    kinds = harmonise(items)
    names = [words for (_, words), kind in zip(items, kinds, strict=True) if kind == MentionType.NAME]
    return [
        _name_rank(words, names) if kind == MentionType.NAME else int(_RANK_OF_TYPE[kind])
        for (_, words), kind in zip(items, kinds, strict=True)
    ]


def _name_rank(words: Wording, names: list[Wording]) -> int:
    if has_initial(words) or any(is_acronym(words, other) for other in names):
        return Rank.ABBREVIATED_NAME
    if any(len(other) > len(words) and is_covered(words, other) for other in names):
        return Rank.PARTIAL_NAME
    return Rank.FULL_NAME
