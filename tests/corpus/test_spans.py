"""Nodes of mentions, counted and searched for all mentions at once."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.spans import Spans

LENGTH = 12
PIECES = st.lists(st.tuples(st.integers(0, LENGTH - 1), st.integers(0, 3)), min_size=1, max_size=3)


@given(st.lists(PIECES, max_size=8), st.lists(st.booleans(), min_size=LENGTH, max_size=LENGTH))
def test_counts_and_first_nodes_equal_a_plain_loop(
    mentions: list[list[tuple[int, int]]], flags: list[bool]
) -> None:
    """Discontinuous mentions included, the arrays say what a loop over the nodes says."""
    builder = CorpusBuilder()
    builder.document("d")
    for place in range(LENGTH):
        builder.node(f"w{place}")
    expected = []
    for number, pieces in enumerate(mentions):
        spans = [(first, min(first + more, LENGTH - 1)) for first, more in pieces]
        builder.mention(builder.entity(str(number)), spans)
        expected.append(sorted({node for first, last in spans for node in range(first, last + 1)}))
    corpus = builder.build()
    found = Spans.of(corpus.mentions)
    array = np.array(flags)
    assert found.how_many(array).tolist() == [sum(flags[node] for node in nodes) for nodes in expected]
    first = [next((node for node in nodes if flags[node]), -1) for nodes in expected]
    assert found.first_of(array).tolist() == first
    mention, node = found.listed()
    pairs = [(number, node) for number, nodes in enumerate(expected) for node in nodes]
    assert list(zip(mention.tolist(), node.tolist(), strict=True)) == pairs
