"""Partial matching: which responses lie between a key mention and its minimum span, and what they are worth."""

from __future__ import annotations

import numpy as np

from corefeval.pairing.match.partial import candidates
from corefeval.pairing.shared_spans import PlacedSpans
from tests.rich_corpora import Said, Text, corpus


def test_candidates_are_worth_their_share_of_the_key() -> None:
    """Two of four words are a half; without the minimum span, or beyond the mention, a response is no candidate."""
    key = corpus({"d": Text((False,) * 6, (Said(((0, 3),), 0, head=1),))})
    spans = [((0, 1),), ((1, 3),), ((1, 1),), ((2, 3),), ((1, 4),), ((0, 0),), ((5, 5),)]
    response = corpus({"d": Text((False,) * 6, tuple(Said(span, 0) for span in spans))})
    rows, columns, value = candidates(
        PlacedSpans.of(key), PlacedSpans.of(response), np.arange(1), np.arange(len(spans))
    )
    assert rows.tolist() == [0] * 3
    assert dict(zip(columns.tolist(), value.tolist(), strict=True)) == {0: 0.5, 1: 0.75, 2: 0.25}
