"""MOR, the mention overlap ratio: the share of the mentions' words that were found (Žabokrtský et al. 2022)."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, Parameter, recall_precision, register
from corefeval.pairing.assignment import assign
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.shared_spans import PlacedSpans, common_words, overlapping
from corefeval.problems import CorefevalError, Problem


@register
class MentionOverlapRatio(Metric):
    """MOR of the CorefUD scorer, or with `by=match` that of the Universal Anaphora scorer.

    The CorefUD scorer pairs mentions one to one so that they have the most words in common. This does not depend on the
    matching of the coreference metrics. `by=match` uses the pairs of the chosen matching instead, so exact matching
    lowers the score. Empty nodes count as words.
    """

    name = "mor"
    label = "MOR"
    aliases = ("mention-overlap-ratio",)
    family = "Coreference"
    summary = "How many words of the mentions were found?"
    paper = "Žabokrtský et al. (2022), CRAC; Yu et al. (2023), section 6.1"
    formula = r"R = \frac{\max_{A} \sum_{(m, n) \in A} |m \cap n|}{\sum_{m \in M_k} |m|}"
    biases = "It does not measure coreference; long mentions count most."
    needs = frozenset({"text"})
    twinless = frozenset()
    parameters = {  # noqa: RUF012 - declared once, read only
        "by": Parameter("overlap", "which pairs of mentions are compared", ("overlap", "match"))
    }

    def count(self, pairing: Pairing) -> Counts:
        """Count the words that were found, and the words of all mentions."""
        if pairing.key.mentions.objects is not None:
            raise CorefevalError(Problem("CE044", "mor-compares-words-mentions", pairing.key.file))
        key, response = PlacedSpans.of(pairing.key), PlacedSpans.of(pairing.response)
        counted = [np.arange(len(spans.size)) for spans in (key, response)]
        if self.values["by"] == "match":
            rows = np.flatnonzero(pairing.key_partner >= 0)
            common = common_words(key, response, rows, pairing.key_partner[rows])
            codes = pairing.matching.key_code, pairing.matching.response_code
            counted = [np.unique(code, return_index=True)[1] for code in codes]
        else:
            rows, columns = overlapping(key, response)
            common = common_words(key, response, rows, columns)
            chosen = assign(rows, columns, common.astype(np.float64))
            rows, common = rows[chosen], common[chosen]
        found = _sum(pairing, pairing.key, rows, common)
        in_key, in_response = (
            _sum(pairing, spans.corpus, each, spans.size[each])
            for spans, each in zip((key, response), counted, strict=True)
        )
        return recall_precision((found, in_key), (found, in_response))


def _sum(pairing: Pairing, corpus: Corpus, mentions: Integers, values: Integers) -> Floats:
    """Return the sum of values in each document."""
    documents = corpus.mention_document[mentions]
    return np.bincount(documents, values, minlength=len(pairing.names)).astype(np.float64)
