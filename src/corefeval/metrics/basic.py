"""Basic recall and precision of links (survey of Žitkus et al. 2023, section 3.1.1)."""

from __future__ import annotations

import numpy as np

from corefeval.corpus import Booleans, Corpus
from corefeval.counts import Counts, Floats
from corefeval.metrics.base import Metric, recall_precision, register
from corefeval.metrics.typed import TypedPairing, look_up
from corefeval.pairing import Pairing


@register
class Basic(Metric):
    """Links taken literally: a link is right if the key has the same one.

    Each mention but the first of its entity is linked to the one before it. C links are in both, A in the
    response, T in the key. A→C is wrong where the key has A→B and B→C; that is what MUC was made for.
    """

    name = "basic"
    label = "Basic"
    summary = "How many links from a mention to the one before it are the same?"
    paper = "Žitkus, Butkienė and Butleris (2023), Natural Language Engineering, section 3.1.1"
    formula = r"R = \frac{C}{T},\quad P = \frac{C}{A},\quad F_\beta = \frac{(\beta^2 + 1) P R}{\beta^2 P + R}"
    biases = (
        "Knows no transitivity: a link that skips a mention is wrong, and the mention skipped costs another."
    )

    def count(self, pairing: Pairing) -> Counts:
        """Count links in both, in the key and in the response."""
        typed = pairing.derive(TypedPairing)
        link = typed.key.predecessor
        antecedent = look_up(
            look_up(pairing.key_partner, typed.response.predecessor), pairing.response_partner
        )
        right = by_document(pairing, pairing.key, (link >= 0) & (antecedent == link))
        annotated = by_document(pairing, pairing.key, link >= 0)
        attempted = by_document(pairing, pairing.response, typed.response.predecessor >= 0)
        return recall_precision((right, annotated), (right, attempted))


def by_document(pairing: Pairing, corpus: Corpus, mentions: Booleans) -> Floats:
    """Return how many of these mentions each document has."""
    found = np.bincount(corpus.mention_document[mentions], minlength=len(pairing.names))
    return found.astype(np.float64)
