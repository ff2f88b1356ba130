"""Partial matching as in CorefUD: the response contains the key's minimum span or head and is inside the key mention."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.corpus.tables import MINOR_BITS
from corefeval.pairing.shared_spans import PlacedSpans, is_inside, starting_between

WORD = 1 << MINOR_BITS
"""The distance between the positions of two neighbouring words."""


def candidates(
    key: PlacedSpans, response: PlacedSpans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers, Floats]:
    """Return pairs in which the response contains the key's minimum span and is inside the key's mention.

    Their value is the share of the key's words that the response has (its recall). A key mention with neither a minimum
    span nor a head has no candidates.
    """
    low, minimum = key.first[key_rows], key.minimum_first[key_rows]
    rows, columns = starting_between(
        response.first[response_rows], low, np.where(minimum >= 0, minimum, low - 1)
    )
    k, r = key_rows[rows], response_rows[columns]
    fits = (response.last[r] <= key.last[k]) & (response.last[r] >= key.minimum_last[k])
    rows, columns, k, r = rows[fits], columns[fits], k[fits], r[fits]
    inside = is_inside(key, response, k, r) & _has_minimum(key, response, k, r)
    rows, columns, k, r = rows[inside], columns[inside], k[inside], r[inside]
    return rows, columns, response.size[r] / key.size[k]


def _has_minimum(
    key: PlacedSpans, response: PlacedSpans, k: Integers, r: Integers
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return for each pair whether every word of the minimum span is a word of the response; both may have gaps and zeros.

    If a word of the minimum span is in a gap of its mention, no response matches, because responses are inside the
    mention.
    """
    found = np.ones(len(k), bool)
    for pair in np.flatnonzero(~(key.is_regular[k] & response.is_regular[r])).tolist():
        words = response.words(int(r[pair]))
        low, high = int(key.minimum_first[k[pair]]), int(key.minimum_last[k[pair]])
        found[pair] = words.issuperset(
            (low, high, *range(((low >> MINOR_BITS) + 1) << MINOR_BITS, high, WORD))
        )
    return found
