"""BLANC: coreference and non-coreference links with equal weight (Recasens and Hovy 2011; Luo et al. 2014)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.counts import RECALL_PRECISION, Counts
from corefeval.metrics.base import MetricOfParts, Parameter, Scores, ratio, recall_precision_f1, register
from corefeval.metrics.shares import Column, MatchedSide, Shares, earlier
from corefeval.pairing.pairing import Pairing, pairs

HALVES = ("coref_", "noncoref_")
_Links = tuple[Floats, Floats, Floats]


@register
class Blanc(MetricOfParts):
    """BLANC for system mentions: the mean of recall, precision and F1 over two kinds of links.

    Every pair of mentions of a document is a link: a coreference link within an entity, a non-coreference link across
    entities. Each kind of link is one half of the score. A half without any link is excluded from the mean.
    `empty=both` (the Universal Anaphora and CorefUD scorers) excludes it if neither side has such a link. `empty=key`
    (the Perl scorer) excludes it if the key has none. They differ, for example, if the key has only singletons. In the
    smallest example F1 is .4545 with `both` and .909 with `key`.
    """

    name = "blanc"
    label = "BLANC"
    family = "Coreference"
    summary = "Are mentions of the same entity linked, and mentions of different entities kept apart?"
    paper = (
        "Recasens and Hovy (2011), Natural Language Engineering; for system mentions Luo et al. (2014), ACL"
    )
    formula = (
        r"R = \tfrac12\left(\frac{|C_k \cap C_r|}{|C_k|} + \frac{|N_k \cap N_r|}{|N_k|}\right)"
        r",\quad C, N \text{ the coreference and non-coreference links}"
    )
    symbols: ClassVar[Mapping[str, str]] = {
        "C, N": "all pairs of mentions of a document: those within an entity, those across entities",
        "set": "with split antecedents kept, a set is one more member of its entity. The weight of a link is the product of the "
        "weights of its ends. A mention has the weight 1. An aligned set has the BLANC F1 of its elements and those of the other "
        "set, a set without a counterpart 0. This applies to both kinds of links; the order of mentions does not matter. The "
        "Universal Anaphora scorer uses only the weight of the earlier end",
    }
    biases = "The number of non-coreference links grows with the square of the number of mentions, so in long documents half of the score is near 1."
    parameters = {  # noqa: RUF012 - declared once, read only
        "empty": Parameter(
            "both", "when a half without links is excluded from the mean", ("both", "key"), {"key": "swaps"}
        )
    }
    weighs_sets = True
    in_reference_scorer = True
    is_classic = True

    def count(self, pairing: Pairing) -> Counts:
        """Count links. If the reference scorer decides how to count duplicates, count links as sets."""
        sets = pairing.link_sets
        return super().count(pairing) if sets is None else Counts(_halves(sets.together, sets.apart))

    def count_parts(self, pairing: Pairing) -> Counts:
        """Count mentions, matched mentions, and the links within entities among all mentions and among matched ones."""
        overlap = pairing.link_overlap
        key, response = np.arange(len(pairing.key_sizes)), np.arange(len(pairing.response_sizes))
        shared, squares = overlap.shared, overlap.squares
        in_key = pairs(*(np.bincount(overlap.key, values, len(key)) for values in (shared, squares)))
        in_response = pairs(
            *(np.bincount(overlap.response, values, len(response)) for values in (shared, squares))
        )
        return Counts(
            {
                "together": pairing.by_key_document(overlap.key, overlap.links),
                "key_links": pairing.by_key_document(key, pairs(pairing.key_sizes)),
                "response_links": pairing.by_response_document(response, pairs(pairing.response_sizes)),
                "matched": pairing.by_key_document(overlap.key, shared),
                "matched_squares": pairing.by_key_document(overlap.key, squares),
                "matched_key_links": pairing.by_key_document(key, in_key),
                "matched_response_links": pairing.by_response_document(response, in_response),
                "key_mentions": pairing.key_mentions,
                "response_mentions": pairing.response_mentions,
            }
        )

    def combine(self, parts: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the counts of both kinds of links: right links, links of the key, links of the response.

        The right non-coreference links are counted by inclusion and exclusion. They are all pairs of matched mentions,
        minus the pairs in one key entity, minus those in one response entity, plus those in both.
        """
        together, key_links, response_links = (
            parts[name] for name in ("together", "key_links", "response_links")
        )
        apart = (
            pairs(parts["matched"], parts["matched_squares"])
            - parts["matched_key_links"]
            - parts["matched_response_links"]
            + together
        )
        return _halves(
            (together, key_links, response_links),
            (
                apart,
                pairs(parts["key_mentions"]) - key_links,
                pairs(parts["response_mentions"]) - response_links,
            ),
        )

    def count_sets(self, pairing: Pairing) -> Counts:
        """Count links. A set of one mention has one link, to itself; it is found if its counterpart has one mention too."""
        columns = dict(self.count(pairing).columns)
        lone = pairing.key_mentions == 1, pairing.response_mentions == 1
        overlap = pairing.recall_overlap
        found = pairing.by_key_document(overlap.key, overlap.count) * (lone[0] & lone[1])
        coref = HALVES[0]
        for name, extra in zip(RECALL_PRECISION, (found, lone[0], found, lone[1]), strict=True):
            columns[coref + name] = columns[coref + name] + extra
        return Counts(columns)

    def shares(self, pairing: Pairing) -> Shares:
        """Return the links of each mention: a link of either kind belongs to the later of its two mentions."""
        key, response = MatchedSide.both(pairing)
        document, entity = key.corpus.mention_document, key.corpus.mentions.entity
        is_found = key.cell >= 0
        together = earlier(key.order, key.cell)
        apart = (
            earlier(key.order, np.where(is_found, document, -1))
            - earlier(key.order, np.where(is_found, entity, -1))
            - earlier(key.order, key.entity)
            + together
        )
        columns: list[dict[str, Column]] = []
        for side, half in ((key, "recall"), (response, "precision")):
            inside = earlier(side.order, side.corpus.mentions.entity)
            across = earlier(side.order, side.corpus.mention_document) - inside
            columns.append({f"coref_{half}_denominator": inside, f"noncoref_{half}_denominator": across})
        for half in ("recall", "precision"):
            columns[0] |= {f"coref_{half}_numerator": together, f"noncoref_{half}_numerator": apart}
        return Shares(columns[0], columns[1])

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the mean over the halves that count; NaN if neither does."""
        halves = [recall_precision_f1(totals, half) for half in HALVES]
        counts = [self._counts(totals, half) for half in HALVES]
        scores: Scores = {}
        for part in ("recall", "precision", "f1"):
            counted = [
                np.where(each, np.nan_to_num(half[part]), 0.0)
                for half, each in zip(halves, counts, strict=True)
            ]
            scores[part] = ratio(np.sum(counted, axis=0), np.sum(counts, axis=0))
        return scores

    def _counts(self, totals: Mapping[str, Floats], half: str) -> Integers:
        """Return 1 where a half counts and 0 where it does not."""
        counted = np.asarray(totals[half + "recall_denominator"] != 0)
        if self.values["empty"] == "both":
            counted = counted | np.asarray(totals[half + "precision_denominator"] != 0)
        return counted.astype(np.int64)


def _halves(together: _Links, apart: _Links) -> dict[str, Floats]:
    """Return the columns of both halves from the counts (right, in the key, in the response) of each."""
    columns: dict[str, Floats] = {}
    for half, (right, in_key, in_response) in zip(HALVES, (together, apart), strict=True):
        for name, values in zip(RECALL_PRECISION, (right, in_key, right, in_response), strict=True):
            columns[half + name] = values
    return columns
