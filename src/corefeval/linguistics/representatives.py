"""Which mention stands for its entity: dominant, anchor, representative, longest, first, given, or a defining set."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.annotations import annotations_of
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.dominance import dominant_mentions, ranks
from corefeval.linguistics.mention_types import MentionType
from corefeval.names import resolve

Strategy = Callable[[Corpus, Linguistics], Integers]
"""Returns a mention for each entity, -1 where none qualifies. The linguistics are those of the corpus as read."""

NOUNS = (MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT)
"""The kinds of mentions that can anchor an entity (Tuggener 2014)."""

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

    Names before nominals before the rest; then more words before the head; then more words; then the earlier
    one. Žitkus et al. say that representative mentions ignore the order; CoreNLP's source has it as the last
    tie-break.
    """
    mentions = corpus.mentions
    return _ranked(corpus, linguistics, mentions.first, mentions.last + 1, np.arange(_node_count(corpus) + 1))


def longest(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the longest mention: as representative, with characters for words."""
    forms = corpus.nodes.forms
    running = np.zeros(len(forms.block) + 1, np.int64)
    np.cumsum((forms.block & 0xC0) != 0x80, out=running[1:])
    characters = running[forms.offsets] + np.arange(len(forms) + 1)
    mentions = corpus.mentions
    return _ranked(corpus, linguistics, mentions.first, mentions.last + 1, characters)


def first(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the first mention, whatever it is."""
    del linguistics
    return _best(corpus, np.ones(len(corpus.mentions), bool), ())


def given(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the mention that the file marks: by an attribute dominant or representative, or in an annotation."""
    del linguistics
    marked = np.zeros(len(corpus.mentions), bool)
    for name in ("dominant", "representative"):
        column = corpus.mentions.attributes.column(name)
        if column is not None:
            number, texts = column.codes()
            marked |= np.array([text.lower() in _TRUE for text in texts], bool)[number]
    spans = {annotation.referent for annotation in annotations_of(corpus) if annotation.dominant}
    if spans:
        pairs = zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True)
        marked |= np.array([pair in spans for pair in pairs], bool)
    return _best(corpus, marked, ())


def defining(corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the first defining mention; all of them are in is_defining (Kaczmarek and Marcińczuk 2015)."""
    return _best(corpus, is_defining(corpus, linguistics), ())


def is_defining(
    corpus: Corpus, linguistics: Linguistics, kinds: Collection[MentionType] = (MentionType.NAME,)
) -> Booleans:
    """Say which mentions are of a defining kind, by default names."""
    table = np.zeros(len(MentionType), bool)
    table[list(kinds)] = True
    return table[linguistics.of(corpus).type]


STRATEGIES: dict[str, Strategy] = {
    "dominant": dominant,
    "anchor": anchor,
    "representative": representative,
    "longest": longest,
    "first": first,
    "given": given,
    "defining": defining,
}
"""The strategies by the names that options use."""


def representatives(strategy: str, corpus: Corpus, linguistics: Linguistics) -> Integers:
    """Return the mention that stands for each entity by a named strategy, -1 where none does."""
    return STRATEGIES[resolve("representative mention", strategy, STRATEGIES)](corpus, linguistics)


def _ranked(
    corpus: Corpus, linguistics: Linguistics, start: Integers, stop: Integers, measure: Integers
) -> Integers:
    """Return the mention of the best class with the longest part before the head, and the longest, by a measure."""
    own = linguistics.of(corpus)
    head = np.where(own.head >= 0, own.head, start)
    if corpus.mentions.objects is not None:
        start, stop, head = (np.zeros(len(start), np.int64) for _ in range(3))
    before = measure[np.maximum(head, start)] - measure[start]
    return _best(
        corpus, np.ones(len(start), bool), (_CLASS[own.type], before, measure[stop] - measure[start], -head)
    )


def _best(corpus: Corpus, wanted: Booleans, criteria: tuple[Integers, ...]) -> Integers:
    """Return the wanted mention of each entity that is first by falling criteria, then earliest, then longest."""
    mentions = corpus.mentions
    falling = tuple(-criterion[wanted] for criterion in reversed(criteria))
    rows = np.flatnonzero(wanted)
    order = rows[np.lexsort((-mentions.last[rows], mentions.first[rows], *falling))]
    chosen = np.full(len(corpus.entities), -1, np.int64)
    chosen[mentions.entity[order][::-1]] = order[::-1]
    return chosen


def _node_count(corpus: Corpus) -> int:
    return max(len(corpus.nodes.forms), int(corpus.mentions.last.max(initial=0)) + 1)
