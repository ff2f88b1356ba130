"""Detection of non-referring expressions, such as expletives and predicates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, register
from corefeval.metrics.shares import Shares
from corefeval.pairing.pairing import Pairing


@register
class NonReferring(Metric):
    """F1 of expressions annotated as non-referring (entities named -Pseudo in CoNLL-UA).

    Expressions are compared by exact span, regardless of the matching. If a pseudo entity has several mentions, only
    the first counts, as in the Universal Anaphora scorer. A span annotated twice in the key counts twice if it is
    found, also for precision. Duplicates in the response do not count.
    """

    name = "non-referring"
    label = "Non-referring"
    family = "Other anaphora"
    summary = "How many non-referring expressions were recognised?"
    paper = "Poesio et al. (2018), CRAC; Yu et al. (2023), section 3.3"
    formula = r"R = \frac{|N_k \cap N_r|}{|N_k|}"
    needs = frozenset({"non-referring"})
    twinless = frozenset()

    def count(self, pairing: Pairing) -> Counts:
        """Count the expressions that were found, and all expressions."""
        return self.shares_as_read(pairing).count(pairing, as_read=True)

    def shares_as_read(self, pairing: Pairing) -> Shares:
        """Return the share of each expression; an expression of both sides adds to precision on the key's side."""
        found = pairing.derive(NonReferringMentions.of)
        return Shares.of_found(
            (len(pairing.key.as_read.mentions), len(pairing.response.as_read.mentions)),
            found.key,
            right=found.is_found,
            claimed=found.is_found,
            spurious=found.response[~found.is_right],
        )


@dataclass(frozen=True, slots=True, eq=False)
class NonReferringMentions:
    """The non-referring expressions, as rows of the mentions as read.

    Attributes:
        key: the expressions of the key.
        response: the expressions of the response.
        is_found: for each key expression, whether the response has it.
        is_right: for each response expression, whether the key has it.
    """

    key: Integers
    response: Integers
    is_found: Booleans
    is_right: Booleans

    @classmethod
    def of(cls, pairing: Pairing) -> NonReferringMentions:
        """Return the expressions of both sides, compared by exact span."""
        key, response = (corpus.as_read for corpus in (pairing.key, pairing.response))
        key_code, response_code = identify([key, response])
        ours, theirs = _first_mentions(key), _first_mentions(response)
        return cls(
            ours,
            theirs,
            np.isin(key_code[ours], response_code[theirs]),
            np.isin(response_code[theirs], key_code[ours]),
        )


def _first_mentions(corpus: Corpus) -> Integers:
    """Return the first mention of each non-referring entity; if several start together, the one with the longest first part."""
    pseudo = corpus.entities.is_nonreferring
    if pseudo is None:
        return np.zeros(0, np.int64)
    mentions = corpus.mentions
    rows = np.flatnonzero(pseudo[mentions.entity])
    end = mentions.last.copy()
    end[mentions.parts.mention[::-1]] = mentions.parts.last[::-1]
    rows = rows[np.lexsort((-end[rows], mentions.first[rows]))]
    return rows[np.unique(corpus.mentions.entity[rows], return_index=True)[1]]
