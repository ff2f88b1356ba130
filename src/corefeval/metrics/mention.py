"""Mention detection: which mentions were found, whatever entity they were put into."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, recall_precision, register
from corefeval.pairing.pairing import Pairing


@register
class MentionDetection(Metric):
    """Recall, precision and F1 of mentions; one listed twice counts once, as in coval."""

    name = "mention"
    label = "Mentions"
    aliases = ("mention-detection", "md")
    summary = "How many of the mentions were found?"
    paper = "Pradhan, Luo, Recasens, Hovy, Ng and Strube (2014), ACL"
    formula = r"R = \frac{|M_k \cap M_r|}{|M_k|}"
    biases = "Says nothing about coreference; where singletons are annotated on one side only, mostly that."

    def count(self, pairing: Pairing) -> Counts:
        """Count mentions found and mentions."""
        matching = pairing.matching
        return recall_precision(
            _found(pairing, pairing.key, matching.key_code, pairing.key_partner >= 0),
            _found(pairing, pairing.response, matching.response_code, pairing.response_partner >= 0),
        )


def _found(pairing: Pairing, corpus: Corpus, code: Integers, matched: Booleans) -> tuple[Floats, Floats]:
    rows = np.unique(code, return_index=True)[1]
    document = corpus.mention_document[rows]
    size = len(pairing.names)
    found = np.bincount(document, matched[rows], minlength=size).astype(np.float64)
    return found, np.bincount(document, minlength=size).astype(np.float64)
