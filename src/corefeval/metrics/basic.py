"""Basic recall and precision of links (survey of Žitkus et al. 2023, section 3.1.1)."""

from __future__ import annotations

from corefeval.arrays import look_up
from corefeval.metrics.base import Metric, register
from corefeval.metrics.shares import Shares
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing


@register
class Basic(Metric):
    """Links compared literally: a link is right if the key has the same link.

    Each mention except the first of its entity is linked to the previous one. C links are in both sides, A in the
    response and T in the key. If the key has A→B and B→C, a link A→C is wrong; MUC was designed to avoid this.
    """

    name = "basic"
    label = "Basic"
    family = "Coreference"
    summary = "How many links from a mention to the previous one are the same?"
    counts_of = "links to the previous mention"
    paper = "Žitkus, Butkienė and Butleris (2023), Natural Language Engineering, section 3.1.1"
    formula = r"R = \frac{C}{T},\quad P = \frac{C}{A},\quad F_\beta = \frac{(\beta^2 + 1) P R}{\beta^2 P + R}"
    biases = "It ignores transitivity: a link that skips a mention is wrong, and the skipped mention costs another link."

    def shares(self, pairing: Pairing) -> Shares:
        """Return the links in both sides, in the key and in the response; a link belongs to its later mention."""
        typed = pairing.derive(TypedPairing)
        link = typed.key.predecessor
        antecedent = look_up(
            look_up(pairing.key_partner, typed.response.predecessor), pairing.response_partner
        )
        right = (link >= 0) & (antecedent == link)
        return Shares(
            {"recall_numerator": right, "recall_denominator": link >= 0, "precision_numerator": right},
            {"precision_denominator": typed.response.predecessor >= 0},
        )
