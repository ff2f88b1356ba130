"""Partial matching: responses between a key mention and its minimum span, and their values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefeval.corpus.corpus import Corpus
from corefeval.pairing.match.partial import candidates
from corefeval.pairing.shared_spans import PlacedSpans
from tests.corpora import Said, Text, corpus


def test_candidates_are_worth_their_share_of_the_key() -> None:
    """Two of four words give a half; a response without the minimum span or beyond the mention is no candidate."""
    key = corpus({"d": Text((False,) * 6, (Said(((0, 3),), 0, head=1),))})
    spans = [((0, 1),), ((1, 3),), ((1, 1),), ((2, 3),), ((1, 4),), ((0, 0),), ((5, 5),)]
    response = corpus({"d": Text((False,) * 6, tuple(Said(span, 0) for span in spans))})
    rows, columns, value = candidates(
        PlacedSpans.of(key), PlacedSpans.of(response), np.arange(1), np.arange(len(spans))
    )
    assert rows.tolist() == [0] * 3
    assert dict(zip(columns.tolist(), value.tolist(), strict=True)) == {0: 0.5, 1: 0.75, 2: 0.25}


def test_every_word_of_the_minimum_span_is_asked_for() -> None:
    """A response with a gap contains the minimum span only if the gap is elsewhere; the key has a gap too."""
    plain = corpus({"d": Text((False,) * 8, (Said(((0, 5), (7, 7)), 0),))})
    minimum = replace(plain.mentions, minimum_first=np.array([1]), minimum_last=np.array([4]))
    spans = [
        ((1, 4),),
        ((1, 1), (3, 5)),
        ((1, 2), (4, 4)),
        ((1, 3), (5, 5)),
        ((1, 5), (7, 7)),
        ((0, 1), (4, 4)),
    ]
    response = corpus({"d": Text((False,) * 8, tuple(Said(span, 0) for span in spans))})
    _, columns, value = candidates(
        PlacedSpans.of(replace(plain, mentions=minimum)),
        PlacedSpans.of(response),
        np.arange(1),
        np.arange(len(spans)),
    )
    found = {spans_of(response, int(column)): share for column, share in zip(columns, value, strict=True)}
    assert found == {((1, 4),): 4 / 7, ((1, 5), (7, 7)): 6 / 7}


def spans_of(side: Corpus, row: int) -> tuple[tuple[int, int], ...]:
    """Return the parts of a mention."""
    mentions = side.mentions
    return tuple(mentions.parts.of(row)) or ((int(mentions.first[row]), int(mentions.last[row])),)
