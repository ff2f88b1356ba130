"""The anaphor-decomposable score of zeros, or of any other kind of mention (Žabokrtský and Ogrodniczuk 2022)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, begins_run, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.metrics.base import Parameter, Scores, register
from corefeval.metrics.outcomes import OutcomeMetric, Outcomes, Targets, judge_links, scores_of
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.shared_spans import PlacedSpans


@register
class ZeroAnaphors(OutcomeMetric):
    """The share of zeros with an antecedent that were given a right one.

    A zero that is not the first mention of its key entity is an anaphor. It is missed (fn) if it has no counterpart, or
    if its counterpart is the first mention of a response entity. Otherwise it is resolved (tp) if its counterpart
    shares a response entity with the counterpart of an earlier mention, and wrongly linked (wl) if not. A response zero
    is spurious (fp) if it is not the first of its entity and is no counterpart of a key zero.

    `by=position` is the official reading: the counterpart of a mention is one at the same position, regardless of the
    alignment. So two zeros in swapped positions score .33 although every other metric is 1. `by=alignment` uses the
    alignment.
    """

    name = "zero"
    label = "Zeros"
    aliases = ("zero-anaphora",)
    family = "Anaphors"
    summary = "How many zero anaphors were linked to a right antecedent?"
    counts_of = "zeros with an antecedent"
    paper = "Žabokrtský et al. (2022), CRAC; after Tuggener (2014)"
    formula = r"R = \frac{tp}{tp + fn + wl},\quad P = \frac{tp}{tp + fp + wl}"
    biases = "Only zeros count; corpora without them have no score."
    parameters = {  # noqa: RUF012 - declared once, read only
        "by": Parameter(
            "position", "where to look first for the counterpart of a mention", ("position", "alignment")
        )
    }
    swaps = False
    needs = frozenset({"zeros"})
    twinless = frozenset()

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each zero."""
        anaphors = pairing.key.is_zero, pairing.response.is_zero
        return judge_anaphors(pairing, *anaphors, by_position=self.values["by"] == "position")

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return recall, precision and F1 from the four counts."""
        linked = totals["tp"] + totals["wl"]
        return scores_of(totals["tp"], linked + totals["fn"], linked + totals["fp"])


def judge_anaphors(
    pairing: Pairing, key_anaphors: Booleans, response_anaphors: Booleans, *, by_position: bool
) -> Outcomes:
    """Return the outcomes of the given anaphors.

    Args:
        key_anaphors: whether each key mention is of the judged kind.
        response_anaphors: whether each response mention is of the judged kind.
        by_position: whether a mention at the same position is preferred to the aligned one.
    """
    key, response = pairing.key, pairing.response
    code, entity = pairing.matching.response_code, response.mentions.entity
    counterpart = _counterparts(pairing, by_position=by_position)
    (key_order, right), (_, chosen) = _text_order(key), _text_order(response)
    opens = _have_code(code, chosen < 0)
    linked = _shared_with_earlier(key, key_order, look_up(counterpart, entity))

    anaphor = key_anaphors & (right >= 0)
    resolved = (counterpart >= 0) & ~look_up(counterpart, opens, missing=False)
    used = np.zeros(len(entity), bool)
    used[counterpart[anaphor & (counterpart >= 0)]] = True
    spurious = response_anaphors & ~opens & ~_have_code(code, used)
    targets = (
        Targets(right, look_up(counterpart, chosen)),
        Targets(look_up(pairing.response_partner, right), chosen),
    )
    return judge_links(anaphor, resolved, linked, spurious, targets)


def _counterparts(pairing: Pairing, *, by_position: bool) -> Integers:
    """Return for each key mention its counterpart in the response, -1 if none."""
    if not by_position:
        return pairing.key_partner
    equal = pairing.look_up(pairing.response, pairing.matching.response_code)[pairing.matching.key_code]
    return np.where(equal >= 0, equal, pairing.key_partner)


def _text_order(corpus: Corpus) -> tuple[Integers, Integers]:
    """Return the mentions sorted by entity and text position, and for each mention the one before it; -1 for the first."""
    spans = PlacedSpans.of(corpus)
    entity = corpus.mentions.entity
    order = np.lexsort((corpus.mentions.opening, spans.size, spans.last, spans.first, entity))
    before = np.full(len(order), -1, np.int64)
    before[order[1:]] = np.where(begins_run(entity[order])[1:], -1, order[:-1])
    return order, before


def _have_code(codes: Integers, chosen: Booleans) -> Booleans:
    """Return which mentions have the code of a chosen mention."""
    flags = np.zeros(int(codes.max(initial=-1)) + 1, bool)
    flags[codes[chosen]] = True
    return flags[codes]


def _shared_with_earlier(key: Corpus, order: Integers, partner_entity: Integers) -> Booleans:
    """Return which key mentions were put into a response entity together with an earlier mention of their key entity."""
    entity, partner = key.mentions.entity[order], partner_entity[order]
    width = int(partner.max(initial=0)) + 2
    cell = entity * width + partner
    first_of_cell = np.zeros(len(cell), bool)
    first_of_cell[np.unique(cell, return_index=True)[1]] = True
    shared = np.zeros(len(cell), bool)
    shared[order] = ~first_of_cell & (partner >= 0)
    return shared
