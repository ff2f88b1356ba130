"""Mention detection: which mentions were found, regardless of their entity."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.metrics.base import Metric, register
from corefeval.metrics.shares import Shares
from corefeval.pairing.pairing import Pairing


@register
class MentionDetection(Metric):
    """Recall, precision and F1 of mentions; a duplicate mention counts once, as in coval."""

    name = "mention"
    label = "Mentions"
    aliases = ("mention-detection", "md")
    family = "Coreference"
    summary = "How many of the mentions were found?"
    paper = "Pradhan, Luo, Recasens, Hovy, Ng and Strube (2014), ACL"
    formula = r"R = \frac{|M_k \cap M_r|}{|M_k|}"
    biases = "It does not measure coreference. If only one side annotates singletons, it mainly measures that difference."
    adds_over_groups = True
    follows_e2e = True

    def shares(self, pairing: Pairing) -> Shares:
        """Return which mentions count, and which of them were found."""
        matching = pairing.matching
        return Shares.of_sides(
            _found(matching.key_code, pairing.key_partner),
            _found(matching.response_code, pairing.response_partner),
        )


def _found(code: Integers, partner: Integers) -> tuple[Booleans, Booleans]:
    counts = np.zeros(len(code), bool)
    counts[np.unique(code, return_index=True)[1]] = True
    return counts & (partner >= 0), counts
