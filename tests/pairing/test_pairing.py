"""Nodes of one corpus in the numbers of another, and sides of which one has no text."""

from __future__ import annotations

import numpy as np
import pytest

from corefeval import load
from corefeval.pairing import pair
from corefeval.pairing.pairing import translated
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.rich_corpora import Said, Text, corpus


def test_nodes_in_the_numbers_of_another_corpus() -> None:
    """The first word too, where the other has a zero before it; what is no node stays none."""
    plain = corpus(
        {"d": Text((False, False, False), tuple(Said(((place, place),), 0) for place in range(3)))}
    )
    other = corpus({"d": Text((True, False, False, False), (Said(((1, 1),), 0),))})
    rows = np.arange(3)
    assert translated(plain, other, np.array([0, -1, 2]), rows).tolist() == [1, -1, 3]
    assert translated(plain, other, np.array([0, -1, 2]), rows[:1]).tolist() == [1]
    clusters = load([[["a", "b"]]])
    assert translated(plain, clusters, np.array([0, -1, 2]), rows).tolist() == [0, -1, 2]


@pytest.mark.parametrize("side", [0, 1])
def test_a_text_against_clusters_without_one(side: int) -> None:
    """Which side has the text and which has none is said."""
    text = [{"tokens": ["a", "b"], "clusters": [[[0, 0], [1, 1]]]}]
    sides = [load(text), load([[["a", "b"]]])]
    with pytest.raises(CorefevalError, match="CE074") as refused:
        pair(sides[side], sides[1 - side], Settings(), Problems())
    names = ("key", "response")
    assert refused.value.problems[0].message == (
        f"the {names[side]} has a text, the {names[1 - side]} is clusters without one"
    )
