"""Head matching: mentions with the same head are candidates, the best one-to-one assignment is taken."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.pairing.shared_spans import Spans, common_words, equal_pairs


def candidates(
    key: Spans, response: Spans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers, Floats]:
    """Return pairs of open mentions with the same head, and the share of the key's words they have in common."""
    key_heads, response_heads = key.head[key_rows], response.head[response_rows]
    rows, columns = equal_pairs(key_heads, response_heads)
    known = key_heads[rows] >= 0
    rows, columns = rows[known], columns[known]
    common = common_words(key, response, key_rows[rows], response_rows[columns])
    value = common / key.size[key_rows[rows]]
    return rows, columns, np.asarray(value, np.float64)
