"""Node numbers of another corpus, and pairs with a text on only one side."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval import load
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.metrics import parse_metric
from corefeval.pairing import pair, without_singletons
from corefeval.pairing.pairing import Overlap, WithoutSingletons, translated
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.corpora import Said, Text, corpus


def test_nodes_in_the_numbers_of_another_corpus() -> None:
    """Nodes are translated, also the first word if the other side has a zero before it; -1 stays -1."""
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
    """The error states which side has the text."""
    text = [{"tokens": ["a", "b"], "clusters": [[[0, 0], [1, 1]]]}]
    sides = [load(text), load([[["a", "b"]]])]
    with pytest.raises(CorefevalError, match="CE074") as refused:
        pair(sides[side], sides[1 - side], Settings(), Problems())
    names = ("key", "response")
    problem = refused.value.problems[0]
    assert (problem["side"], problem["other_side"]) == (names[side], names[1 - side])


def test_tables_without_singletons_are_those_of_the_others() -> None:
    """For every metric, an exact pairing without its singletons gives the counts of a pairing that dropped them."""
    metrics = [parse_metric(name) for name in ("muc", "bcub", "ceafe", "ceafm", "lea", "blanc")]
    for seed in range(12):
        draw = random.Random(seed)
        sides = [
            corpus(
                {
                    name: Text(
                        (False,) * 8,
                        tuple(
                            Said(((word, word),), draw.randrange(5))
                            for word in range(8)
                            if draw.random() < 0.7
                        ),
                    )
                    for name in "ab"
                }
            )
            for _ in range(2)
        ]
        kept = pair(sides[0], sides[1], Settings(singletons="keep"), Problems())
        dropped = pair(sides[0], sides[1], Settings(singletons="drop"), Problems())
        found = without_singletons(kept, Settings(singletons="keep"))
        assert isinstance(found, WithoutSingletons)
        for metric in metrics:
            ours, theirs = (one.count(metric).columns for one in (found, dropped))
            assert {name: column.tolist() for name, column in ours.items()} == {
                name: pytest.approx(column.tolist()) for name, column in theirs.items()
            }, (seed, metric.name)


@pytest.mark.parametrize("side", [0, 1])
def test_what_zeros_leave_of_an_entity_is_no_singleton(side: int) -> None:
    """Singletons are dropped before zeros: an entity of a word and a zero stays, also if the other side has no zeros."""
    with_zero = corpus({"d": Text((False, False, False, True), (Said(((0, 0),), 0), Said(((3, 3),), 0)))})
    without = corpus({"d": Text((False,) * 3, (Said(((0, 0),), 0), Said(((2, 2),), 0)))})
    sides = (with_zero, without) if side == 0 else (without, with_zero)
    settings = Settings(singletons="keep", zeros="drop")
    found = without_singletons(pair(*sides, settings, Problems()), settings)
    expected = pair(*sides, Settings(singletons="drop", zeros="drop"), Problems())
    for one, other in ((found.key, expected.key), (found.response, expected.response)):
        assert len(one.mentions) == len(other.mentions)
    metric = parse_metric("bcub")
    ours, theirs = (each.count(metric).columns for each in (found, expected))
    assert {name: column.tolist() for name, column in ours.items()} == {
        name: column.tolist() for name, column in theirs.items()
    }
    assert ours["recall_numerator"].tolist() == [1 if side == 0 else 0.5]


def test_singletons_that_took_a_match_are_dropped_before_mentions_match() -> None:
    """By heads 'the old man' matches the same words, a singleton; without it, it matches 'man' in a chain."""

    def side(*chains: tuple[tuple[int, int, int], ...]) -> Corpus:
        builder = CorpusBuilder()
        builder.document("d")
        builder.sentence()
        for word in ("the", "old", "man", "saw", "himself"):
            builder.node(word)
        for number, chain in enumerate(chains):
            for first, last, head in chain:
                builder.mention(builder.entity(str(number)), [(first, last)], head=head)
        return builder.build()

    key = side(((0, 2, 2), (4, 4, 4)))
    response = side(((0, 2, 2),), ((2, 2, 2), (4, 4, 4)))
    settings = Settings(match="head", singletons="keep")
    paired = pair(key, response, settings, Problems())
    assert paired.key_partner.tolist() == [0, 2]
    assert without_singletons(paired, settings).key_partner.tolist() == [0, 1]


@pytest.mark.property
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3))))
def test_the_table_of_shared_mentions(shared: list[tuple[int, int]]) -> None:
    """It has a row for each pair of entities with a common mention, in order, and the number of these."""
    key, response = np.array(shared, np.int64).reshape(-1, 2).T
    table = Overlap.of(key, response, 4)
    cells = sorted(Counter(shared).items())
    found = zip(table.key.tolist(), table.response.tolist(), table.count.tolist(), strict=True)
    assert [((row, column), count) for row, column, count in found] == cells
