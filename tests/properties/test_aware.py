"""What every linguistically aware metric keeps to, on random chains."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval.metrics.naming import parse_metric
from tests.metrics.small_corpora import counts, pairing, scores

AWARE = (
    "lmuc",
    "lbcub",
    "lceafm",
    "lceafe",
    "lconll",
    "arcs.immediate",
    "arcs.inferred",
    "arcs.anchor",
    "arcs.anchor(anchor=dominant)",
    "parent",
    "parent(split=pronouns)",
    "dominant",
    "dominant(selector=first,no_dominant=pairwise)",
    "prague",
    "prague(anaphors=pronouns,antecedent=root)",
    "byron",
    "basic",
    "ace",
)
KINDS = ("name", "nominal", "pronoun", "zero", "adverb", "event")

Rows = list[tuple[int, int, int]]
rows = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 5)), min_size=1, max_size=10)


def chains(mentions: Rows, side: int) -> list[list[int]]:
    """Return the chains of one side; -1 is a mention that this side does not have."""
    found = [[m for m, row in enumerate(mentions) if row[side] == label] for label in range(4)]
    return [chain for chain in found if chain]


def types(mentions: Rows) -> dict[int, str]:
    """Return the mentions' types."""
    return {m: KINDS[row[2]] for m, row in enumerate(mentions)}


@settings(max_examples=40, deadline=None)
@given(rows)
def test_identity(mentions: Rows) -> None:
    """A key against itself gets 1 in every part, or nothing where there is nothing to score."""
    key = chains(mentions, 0)
    paired = pairing(key, key, types(mentions))
    for name in AWARE:
        for part, value in scores(name, paired).items():
            if not part.startswith("scheme"):
                assert math.isnan(value) or value == pytest.approx(1), (name, part)


@settings(max_examples=25, deadline=None)
@given(rows, rows)
def test_counts_add(one: Rows, other: Rows) -> None:
    """What is counted in two documents is what is counted in each."""
    kinds = types(one)
    shifted = {m + 20: kind for m, kind in types(other).items()}
    every = kinds | shifted
    sides = [
        [chains(one, side), [[m + 20 for m in chain] for chain in chains(other, side)]] for side in (0, 1)
    ]
    if not all(all(document) for document in zip(*sides, strict=True)):
        return
    together = pairing(sides[0], sides[1], every)
    apart = [pairing([sides[0][i]], [sides[1][i]], every) for i in (0, 1)]
    for name in AWARE:
        metric = parse_metric(name)
        whole = together.count(metric)
        pieces = [document.count(metric) for document in apart]
        joined = pieces[0] + pieces[1]
        assert set(whole.names) == set(joined.names)
        for column in whole.names:
            assert whole.columns[column] == pytest.approx(joined.columns[column]), (name, column)


@settings(max_examples=25, deadline=None)
@given(rows, st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(mentions: Rows, random: object) -> None:
    """Entities may be listed and numbered in any order, mentions within them too."""
    key, response = chains(mentions, 0), chains(mentions, 1)
    shuffled = []
    for side in (key, response):
        copy = [list(chain) for chain in side]
        for chain in (*copy, copy):
            random.shuffle(chain)  # type: ignore[attr-defined]
        shuffled.append(copy)
    kinds = types(mentions)
    paired, again = pairing(key, response, kinds), pairing(shuffled[0], shuffled[1], kinds)
    for name in AWARE:
        assert counts(name, again) == pytest.approx(counts(name, paired)), name


@settings(max_examples=25, deadline=None)
@given(rows)
def test_declared_symmetry(mentions: Rows) -> None:
    """Where a metric says so, recall and precision change places with key and response."""
    key, response, kinds = chains(mentions, 0), chains(mentions, 1), types(mentions)
    there, back = pairing(key, response, kinds), pairing(response, key, kinds)
    for name in AWARE:
        if parse_metric(name).swaps:
            one, other = scores(name, there), scores(name, back)
            assert one["recall"] == pytest.approx(other["precision"], nan_ok=True), name
            assert one["precision"] == pytest.approx(other["recall"], nan_ok=True), name


def test_scores_of_any_shape() -> None:
    """Scores are elementwise, so that resampled sums give resampled scores."""
    paired = pairing(
        [[0, 1, 2], [3, 4]], [[0, 1], [2, 3, 4]], {0: "name", 1: "pronoun", 2: "nominal", 3: "name"}
    )
    for name in AWARE:
        metric = parse_metric(name)
        totals = paired.count(metric).totals()
        stacked = {column: np.full((2, 3), value) for column, value in totals.items()}
        single = metric.score(totals)
        for part, values in metric.score(stacked).items():
            assert values.shape == (2, 3), (name, part)
            assert values == pytest.approx(np.full((2, 3), float(single[part])), nan_ok=True)


@pytest.mark.parametrize("name", AWARE)
def test_declarations(name: str) -> None:
    """Every metric says what it is, and its name parses back to it."""
    metric = parse_metric(name)
    assert parse_metric(metric.full_name).values == metric.values
    for text in (metric.label, metric.summary, metric.paper, metric.formula, metric.biases):
        assert text
    assert all(parameter.meaning for parameter in metric.parameters.values())
