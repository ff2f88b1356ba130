"""The representative mention of an entity: its dominant mention (Žitkus et al. 2023, section 4.2), or another choice."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.tags import holds
from corefeval.linguistics.titles import Titles, titles_of, without_titles
from corefeval.linguistics.wording import (
    Wording,
    Wordings,
    has_initial,
    is_acronym,
    is_covered,
    is_repetition,
)
from corefeval.names import resolve


class Rank(IntEnum):
    """The dominance of a mention; the mention of the highest rank in a chain is dominant."""

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


def ranks(corpus: Corpus, linguistics: Linguistics, *, count_titles: bool = False) -> Integers:
    """Return the Rank of each mention within its chain.

    - A name is abbreviated if it has an initial or is an acronym whose expansion is in the chain. Other acronyms are
      full: NATO.
    - It is partial if its words are properly contained in those of another name of the chain.
    - It is full otherwise.

    Titles do not count (see titles): in {Mr. Obama, Barack Obama} the first is partial. Pronouns, zeros and adverbs
    cannot be dominant.

    Args:
        corpus: the corpus whose chains count, filtered or not.
        linguistics: the linguistics of the corpus as read.
        count_titles: whether to rank as up to 0.8.0. Then titles count as words, and in texts without tags a name needs
            a head that begins with a capital letter.
    """
    own = linguistics.of(corpus)
    types = own.type
    titles: Titles = frozenset()
    if not count_titles:
        types = _with_product_names(corpus, own)
        titles = titles_of(linguistics.language)
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
    # A chain in which all names and nominals have the same words is already ranked.
    edges = np.append(np.flatnonzero(np.diff(entity[first], prepend=-1)), len(first)).tolist()
    place = rank[first]
    kinds, chosen = types[first].tolist(), first.tolist()
    for begin, end in pairwise(edges):
        if end - begin > 1:
            items = [(kinds[number], wordings[chosen[number]]) for number in range(begin, end)]
            place[begin:end] = _chain_ranks(items, titles)
    rank[rows] = place[item]
    return rank


def _with_product_names(corpus: Corpus, own: Linguistics) -> Integers:
    """Return the types of mentions, with names like iPhone and Apple iPhone 12 recognised in a text without tags.

    In such a text, a mention whose head is a number or begins with a lower-case letter does not have the type name. For
    dominance it is a name if it has a capital letter inside. A number is a name if the previous word has a capital
    letter.
    """
    if own.source != "plain" or corpus.mentions.objects is not None:
        return own.type
    rows = np.flatnonzero((own.type == MentionType.NOMINAL) & (own.head >= 0))
    head, types = own.head[rows], own.type.copy()
    forms = corpus.nodes.forms
    is_number = holds(forms, head, str.isdecimal) & (head > corpus.mentions.first[rows])
    has_capital = holds(forms, head - is_number, lambda form: form != form.lower())
    types[rows[has_capital]] = MentionType.NAME
    return types


def dominant_mentions(corpus: Corpus, rank: Integers) -> Integers:
    """Return the dominant mention of each entity: the highest rank, then the earliest, then the longest; -1 if none."""
    order = dominance_order(corpus, rank)
    dominant = np.full(len(corpus.entities), -1, np.int64)
    order = order[rank[order] > 0][::-1]
    dominant[corpus.mentions.entity[order]] = order
    return dominant


def dominance_order(corpus: Corpus, rank: Integers) -> Integers:
    """Return all mentions by entity, and within an entity by descending dominance."""
    mentions = corpus.mentions
    return mentions.in_text_order(mentions.entity, -rank)


Item = tuple[int, Wording]
"""A type and a wording; mentions of a chain with the same type and words are one item."""


def harmonise(items: list[Item]) -> list[int]:
    """Return the types of differently worded names and nominals of one chain, corrected so that they agree.

    The rules apply in this order, all to the original types. Two mentions are twins here if one repeats the other.

    - H1: a name of one word that is no proper noun becomes a nominal if it has a nominal twin in lower case.
    - H2: a capitalised nominal becomes a name if it has a twin that is a name and no nominal twin in lower case.
    - H3: a nominal becomes a name if a name of the chain is the acronym of its initials.

    The revised types are used only for dominance; codes are derived from the original types.
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


def _chain_ranks(items: list[Item], titles: Titles) -> list[int]:
    """Return the rank of each item of a chain."""
    kinds = harmonise(items)
    names = [words for (_, words), kind in zip(items, kinds, strict=True) if kind == MentionType.NAME]
    bare = [without_titles(words, titles) for words in names] if titles else names
    return [
        _name_rank(words, names, bare, titles) if kind == MentionType.NAME else int(_RANK_OF_TYPE[kind])
        for (_, words), kind in zip(items, kinds, strict=True)
    ]


def _name_rank(words: Wording, names: list[Wording], bare: list[Wording], titles: Titles) -> int:
    """Return the rank of a name among the names of its chain, given with (`names`) and without (`bare`) their titles.

    Initials and acronyms include titles: GM is General Motors.
    """
    if has_initial(words) or any(is_acronym(words, other) for other in names):
        return Rank.ABBREVIATED_NAME
    own = without_titles(words, titles) if titles else words
    if any(len(other) > len(own) and is_covered(own, other) for other in bare):
        return Rank.PARTIAL_NAME
    return Rank.FULL_NAME


Strategy = Callable[[Corpus, Linguistics], Integers]
"""A function that returns a mention for each entity (-1 if none qualifies), given a corpus and its linguistics as read."""

NOUNS = (MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT)
"""The mention types that can anchor an entity (Tuggener 2014)."""

_CLASS = np.ones(len(MentionType), np.int64)
_CLASS[MentionType.UNKNOWN] = 0
_CLASS[[MentionType.NOMINAL, MentionType.EVENT]] = 2
_CLASS[MentionType.NAME] = 3
_TRUE = frozenset({"1", "yes", "true", "dominant", "representative", "x"})


def dominant(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the dominant mention: the fullest name, else the first noun phrase (Žitkus et al. 2023, section 4.2)."""
    return dominant_mentions(corpus, ranks(corpus, linguistics))


def anchor(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the first mention that is a noun (Tuggener 2014, section 3.3)."""
    return _best(corpus, is_defining(corpus, linguistics, NOUNS), ())


def representative(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return CoreNLP's representative mention.

    Names come before nominals, and nominals before the rest. Ties go to the mention with more words before the head,
    then with more words, then to the earlier one. Žitkus et al. say that representative mentions ignore the order, but
    CoreNLP's source has it as the last tie-break.
    """
    nodes = max(len(corpus.nodes.forms), int(corpus.mentions.last.max(initial=0)) + 1)
    return _ranked(corpus, linguistics, np.arange(nodes + 1))


def longest(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the longest mention: as in `representative`, but measured in characters instead of words."""
    forms = corpus.nodes.forms
    running = np.zeros(len(forms.block) + 1, np.int64)
    np.cumsum((forms.block & 0xC0) != 0x80, out=running[1:])
    characters = running[forms.offsets] + np.arange(len(forms) + 1)
    return _ranked(corpus, linguistics, characters)


def first(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the first mention of any type."""
    del linguistics
    return _best(corpus, np.ones(len(corpus.mentions), bool), ())


def given(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the mention that the file marks: by an attribute `dominant` or `representative`, or in an annotation."""
    del linguistics
    marked = np.zeros(len(corpus.mentions), bool)
    for name in ("dominant", "representative"):
        column = corpus.mentions.attributes.column(name)
        if column is not None:
            number, texts = column.codes()
            marked |= np.array([text.lower() in _TRUE for text in texts], bool)[number]
    spans = {annotation.referent for annotation in corpus.annotations if annotation.dominant}
    if spans:
        pairs = zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True)
        marked |= np.array([pair in spans for pair in pairs], bool)
    return _best(corpus, marked, ())


def defining(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the first defining mention; `is_defining` returns all of them (Kaczmarek and Marcińczuk 2015)."""
    return _best(corpus, is_defining(corpus, linguistics), ())


def is_defining(
    corpus: Corpus, linguistics: Linguistics, kinds: Collection[MentionType] = (MentionType.NAME,)
) -> Booleans:
    """Return which mentions are of a defining type, by default names."""
    table = np.zeros(len(MentionType), bool)
    table[list(kinds)] = True
    return table[linguistics.of(corpus).type]


STRATEGIES: dict[str, Strategy] = {
    strategy.__name__: strategy
    for strategy in (dominant, anchor, representative, longest, first, given, defining)
}
"""The strategies by the names that options use."""


def representatives(strategy: str, corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the representative mention of each entity by a named strategy; -1 if there is none."""
    return STRATEGIES[resolve("representative mention", strategy, STRATEGIES)](corpus, linguistics)


def _ranked(corpus: Corpus, linguistics: Linguistics, measure: Integers) -> Integers:
    """Return for each entity the mention of the best class; ties go to the most text before the head, then in all."""
    own = linguistics.of(corpus)
    start, stop = corpus.mentions.first, corpus.mentions.last + 1
    head = np.where(own.head >= 0, own.head, start)
    if corpus.mentions.objects is not None:
        start, stop, head = (np.zeros(len(start), np.int64) for _ in range(3))
    before = measure[np.maximum(head, start)] - measure[start]
    return _best(
        corpus, np.ones(len(start), bool), (_CLASS[own.type], before, measure[stop] - measure[start], -head)
    )


def _best(corpus: Corpus, wanted: Booleans, criteria: tuple[Integers, ...]) -> Integers:
    """Return for each entity the best wanted mention by the criteria; ties go to the earliest, then to the longest."""
    mentions = corpus.mentions
    falling = tuple(-criterion[wanted] for criterion in reversed(criteria))
    rows = np.flatnonzero(wanted)
    order = rows[np.lexsort((-mentions.last[rows], mentions.first[rows], *falling))]
    chosen = np.full(len(corpus.entities), -1, np.int64)
    chosen[mentions.entity[order][::-1]] = order[::-1]
    return chosen


@dataclass(frozen=True, slots=True, eq=False)
class Usability:
    """The entities that lack a property needed by an application; singletons are counted separately.

    Attributes:
        is_chain: whether the entity has at least two mentions.
        nameless: whether it is a chain without a name, so that no query by name finds it.
        without_dominant: whether it is a chain without a dominant mention, that is, of pronouns and zeros only.
        cataphoric: whether it is a chain that begins with a pronoun or zero although a noun follows.
        singletons: the number of entities with one mention.
    """

    is_chain: Booleans
    nameless: Booleans
    without_dominant: Booleans
    cataphoric: Booleans
    singletons: int

    @property
    def counts(self) -> dict[str, int]:
        """The number of entities of each kind."""
        return {
            "chains": int(self.is_chain.sum()),
            "without a name": int(self.nameless.sum()),
            "without a dominant mention": int(self.without_dominant.sum()),
            "with a cataphoric start": int(self.cataphoric.sum()),
            "singletons": self.singletons,
        }


def usability(corpus: Corpus, linguistics: Linguistics) -> Usability:
    """Return the usability of one side's entities; the linguistics are those of the corpus as read."""
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
