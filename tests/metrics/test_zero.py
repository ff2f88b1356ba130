"""Anaphors that are resolved: which share their counterpart's entity with an earlier mention."""

from __future__ import annotations

import numpy as np

from corefeval.metrics.zero import _shared_with_earlier
from tests.rich_corpora import Said, Text, corpus


def test_an_earlier_mention_is_one_of_the_same_entity() -> None:
    """Counterparts in one entity are shared within an entity of the key only, never between two, nor by what has none."""
    entities = [0, 0, 0, 1, 1, 2, 3, 3, 3]
    partners = [1, 0, 1, 1, -1, 0, 0, -1, 0]
    text = Text((False,) * 9, tuple(Said(((place, place),), entity) for place, entity in enumerate(entities)))
    key = corpus({"d": text})
    found = _shared_with_earlier(key, np.arange(9), np.array(partners))
    assert np.flatnonzero(found).tolist() == [2, 8]
