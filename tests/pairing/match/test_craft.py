"""CRAFT's matching of parts: the parts of mentions and their positions."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import corefeval
from corefeval.corpus.tables import MINOR_BITS
from corefeval.pairing.match.craft import _first_parts, _parts
from corefeval.pairing.shared_spans import PlacedSpans
from tests.corpora import Said, Text, corpus

SPANS = [((0, 0), (2, 3)), ((1, 4),), ((2, 2), (4, 4), (6, 7)), ((5, 5),)]


def test_parts_of_some_mentions() -> None:
    """For every selection of mentions, the parts have the right owner, first word and last word."""
    side = corpus({"a": Text((False,) * 8, tuple(Said(span, 0) for span in SPANS))})
    spans = PlacedSpans.of(side)
    known = {}
    for row in range(len(SPANS)):
        own = side.mentions.parts.of(row) or [(int(side.mentions.first[row]), int(side.mentions.last[row]))]
        known[row] = [tuple((node + 1) << MINOR_BITS for node in part) for part in own]
    for size in range(len(SPANS) + 1):
        for rows in combinations(range(len(SPANS)), size):
            found = zip(*(column.tolist() for column in _parts(spans, np.array(rows, np.int64))), strict=True)
            expected = [(place, *part) for place, row in enumerate(rows) for part in known[row]]
            assert sorted(found) == sorted(expected)
    first, last = _first_parts(spans)
    assert list(zip(first.tolist(), last.tolist(), strict=True)) == [
        known[row][0] for row in range(len(SPANS))
    ]


def test_parts_of_a_text_need_a_text() -> None:
    """CRAFT's partial match compares positions in a text; clusters from Python have none and are refused."""
    with pytest.raises(corefeval.CorefevalError, match="CE044"):
        corefeval.score([[1, 2], [3, 4]], [[1, 2], [3, 5]], match="craft")
