"""Agreement of two annotators on mentions: equal spans, equal heads, or overlapping spans.

The measure is F1, which is symmetric: twice the common mentions divided by the mentions of both. Mentions that neither
marked cannot be counted, so there is no correction for chance (positive specific agreement; Hripcsak and Rothschild
2005).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, renumbering
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.metrics.base import recall_precision
from corefeval.metrics.mention import MentionDetection
from corefeval.pairing.match.optimal import Candidates, optimal
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.shared_spans import PlacedSpans, common_words, equal_pairs, overlapping

WAYS = {"exact": "equal spans", "head": "equal heads", "overlap": "overlapping spans"}
"""When two annotators have the same mention."""


def mention_agreement(pairing: Pairing, way: str) -> Counts | str:
    """Return how many mentions each annotator has and how many of them the other has too, a number a document.

    Equal spans always match. With heads and overlap other mentions are paired too, one to one, with the largest sum
    of weights. The weight of a pair is twice its common words divided by the words of both. If there are no
    numbers, the reason is returned.

    Args:
        pairing: both annotations, matched exactly; heads come from its linguistics.
        way: one of WAYS.
    """
    counts = pairing.count(MentionDetection())
    if way == "exact":
        return counts
    if pairing.key.mentions.objects is not None:
        return "mentions without a text have no heads and do not overlap"
    ours, theirs = PlacedSpans.of(pairing.key), PlacedSpans.of(pairing.response)
    if way == "head":
        heads = [
            _head_places(corpus, side.of(corpus).head)
            for corpus, side in zip((pairing.key, pairing.response), pairing.linguistics, strict=True)
        ]
        if any(len(head) and (head < 0).all() for head in heads):
            return "no heads are known"
        rows, columns = equal_pairs(*heads)
        known = heads[0][rows] >= 0
        rows, columns = rows[known], columns[known]
    else:
        rows, columns = overlapping(ours, theirs)
    found = _paired(pairing, (ours, theirs), rows, columns)
    more = np.bincount(pairing.key.mention_document[found], minlength=len(pairing.names)).astype(np.float64)
    columns_of = counts.columns
    return recall_precision(
        (columns_of["recall_numerator"] + more, columns_of["recall_denominator"]),
        (columns_of["precision_numerator"] + more, columns_of["precision_denominator"]),
    )


def _head_places(corpus: Corpus, head: Integers) -> Integers:
    """Return the position of each head, different for each document; -1 for an unknown head."""
    return PlacedSpans.of(replace(corpus, mentions=replace(corpus.mentions, head=head))).head


def _paired(
    pairing: Pairing, sides: tuple[PlacedSpans, PlacedSpans], rows: Integers, columns: Integers
) -> Integers:
    """Return the key mentions that are paired, of candidates (rows, columns) that have no equal mention, one to one."""
    ours, theirs = sides
    key, response = _open(ours, pairing.key_partner < 0), _open(theirs, pairing.response_partner < 0)
    place = renumbering(key, len(ours.first)), renumbering(response, len(theirs.first))
    both = (place[0][rows] >= 0) & (place[1][columns] >= 0)
    rows, columns = rows[both], columns[both]
    common = common_words(ours, theirs, rows, columns)
    rows, columns, common = rows[common > 0], columns[common > 0], common[common > 0]
    value: Floats = 2 * common / (ours.size[rows] + theirs.size[columns])
    order = np.lexsort((place[1][columns], place[0][rows]))
    rows, columns, value = rows[order], columns[order], value[order]
    documents = pairing.key.mention_document[key], pairing.response.mention_document[response]
    chosen = optimal(Candidates(place[0][rows], place[1][columns], value, *documents))
    return rows[chosen]


def _open(spans: PlacedSpans, without: Booleans) -> Integers:
    order = spans.order()
    return order[without[order]]
