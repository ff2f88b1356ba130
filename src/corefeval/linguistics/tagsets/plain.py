"""Mention types from the words alone and the closed-class list of a declared language."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans
from corefeval.linguistics.closed_class import ClosedClass
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.phrases import Roles, scanned_heads
from corefeval.linguistics.tags import Shapes

_NONE = ClosedClass(frozenset(), frozenset(), frozenset(), frozenset())
_SHORT = 3


def plain_types(
    corpus: Corpus, spans: Spans, written: Shapes, words: ClosedClass | None
) -> tuple[Integers, Integers]:
    """Return the MentionType and the head of each mention.

    - Pronoun: all words are pronouns of the list.
    - Adverb: a single word of the list.
    - Name or nominal otherwise: the mention is a name if its head is capitalised.

    The head is the last word that is not an article, before the first preposition or relative word. Capitals at the
    start of a sentence are not corrected.

    If the language has no list, a single lower-case word of at most three letters may well be a pronoun. Its type is
    unknown, not guessed.
    """
    number, forms = corpus.nodes.forms.codes()
    known = words or _NONE
    lowered = [form.lower() for form in forms]
    pronouns, adverbs, articles, postmodifiers = (
        np.array([form in members for form in lowered], bool)[number]
        for members in (known.pronouns, known.adverbs, known.articles, known.postmodifiers)
    )
    clitics = np.array([form in {"'s", "’s"} for form in lowered], bool)[number]
    roles = Roles(
        nouns=written.is_word & ~articles & ~clitics & ~postmodifiers,
        substitutes=written.is_word & ~articles & ~clitics,
        clitics=clitics,
        postmodifiers=postmodifiers,
    )
    head = scanned_heads(spans, roles)
    count = spans.how_many(written.is_word)
    types = np.where(written.is_capitalised[head], MentionType.NAME, MentionType.NOMINAL).astype(np.int64)
    types[(count == 1) & adverbs[head]] = MentionType.ADVERB
    types[(count > 0) & (spans.how_many(written.is_word & ~pronouns) == 0)] = MentionType.PRONOUN
    if words is None:
        short = np.array([len(form) <= _SHORT and form[1:] == form[1:].lower() for form in forms], bool)[
            number
        ]
        starts = np.zeros(len(number), bool)
        starts[corpus.nodes.sentences] = True
        small = short & (~written.is_capitalised | starts)
        types[(count <= 1) & small[head]] = MentionType.UNKNOWN
    types[corpus.nodes.is_empty(head)] = MentionType.ZERO
    return types, head
