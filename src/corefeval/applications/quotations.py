"""Quotations: a mention in its sentence with its place, and chains on one line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefeval.applications.answer import Example
from corefeval.arrays import Integers, look_up
from corefeval.corpus.chains import Chains
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.views import Mention, in_context
from corefeval.metrics.typed import TypedPairing
from corefeval.names import NOWHERE
from corefeval.pairing.pairing import Pairing

LONGEST = 48
"""Characters of a mention that are shown."""
MENTIONS_OF_CHAIN = 7
"""Mentions of a chain that are shown."""


def short(text: str) -> str:
    """Return a mention's words, shortened if there are many."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def words(corpus: Corpus, mention: int) -> str:
    """Return a mention in quotation marks."""
    return f"“{short(Mention(corpus, mention).text)}”"


def chain(corpus: Corpus, mentions: Sequence[int]) -> str:
    """Return mentions in a line, the first few if they are many."""
    shown = " → ".join(short(Mention(corpus, mention).text) for mention in mentions[:MENTIONS_OF_CHAIN])
    return shown + (f" → … ({len(mentions)} mentions)" if len(mentions) > MENTIONS_OF_CHAIN else "")


def members(chains: Chains, entity: int) -> list[int]:
    """Return the mentions of an entity in the order of the text."""
    begin = int(chains.begin[entity])
    found: list[int] = chains.order[begin : begin + int(chains.corpus.entity_sizes[entity])].tolist()
    return found


def best_chain(pairing: Pairing, mentions: Sequence[int]) -> tuple[str, int]:
    """Return the system's chain with most of these key mentions, '' for none, and how many chains have any of them."""
    partners = pairing.key_partner[mentions]
    homes = pairing.response.mentions.entity[partners[partners >= 0]]
    if not len(homes):
        return "", 0
    chains = pairing.derive(TypedPairing).response
    best = members(chains, int(np.bincount(homes).argmax()))
    return chain(pairing.response, best), len(np.unique(homes))


def first_readable(corpus: Corpus, rows: Integers, *others: Integers) -> int:
    """Return the place of the first mention that is short and whose others are short too; otherwise the first mention.

    Args:
        corpus: the corpus of the rows.
        rows: mentions, not empty.
        others: for each row more mentions of the same corpus, -1 for none.
    """
    sizes = corpus.mentions.sizes
    is_short = np.ones(len(rows), bool)
    for column in (rows, *others):
        is_short &= look_up(column, sizes, 0) <= 5
    return int(np.argmax(is_short))


def example(corpus: Corpus, mention: int, error: str, gold: str, system: str) -> Example:
    """Return an example around a mention of the key."""
    sentence, text = in_context(corpus, mention)
    name = corpus.names[int(corpus.mention_document[mention])]
    place = corpus.as_read.source.place(int(corpus.mentions.first[mention])) if sentence else NOWHERE
    return Example(error, name, str(place) if place.file else "", sentence, text, gold, system)
