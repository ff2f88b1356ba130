"""What every registered metric keeps to that declares it: identity, symmetry, invariance, additivity, shares, losses."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefeval
from corefeval.explanation.shapley import adds_over_groups, needs_more
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS, Metric
from corefeval.settings import Settings
from tests.corpora import Clusterings, cluster_pairs
from tests.every_metric import metrics_for
from tests.metrics.scoring import counts, pairing, scores

pytestmark = pytest.mark.property

BARE = {name: parse_metric(name) for name in METRICS if not METRICS[name].needs}
"""Those that clusters suffice for; with some parameters they need more."""
TYPED = metrics_for("text", "types") | {
    name: parse_metric(name) for name in ("bcub(importance=type:name)", "lea(importance=one)")
}
"""Those that a text with types of mentions suffices for."""
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


def approximately(left: object, right: object) -> bool:
    """Compare scores, undefined ones included."""
    return left == pytest.approx(right, abs=1e-12, nan_ok=True)


def averaged_over_scheme(part: str) -> bool:
    """Say whether a part divides by all classes of a scheme, those that do not occur included."""
    return part.startswith("scheme")


@settings(max_examples=20)
@given(rows)
def test_identity_scores_one_or_is_undefined(mentions: Rows) -> None:
    """A key against itself gets 1 in every part, or nothing where there is nothing to divide by."""
    key = chains(mentions, 0)
    paired = pairing(key, key, types(mentions))
    for name, metric in TYPED.items():
        if metric.holds("identity_is_one"):
            for part, value in scores(metric, paired).items():
                if not averaged_over_scheme(part):
                    assert math.isnan(value) or value == pytest.approx(1), (name, part)


@settings(max_examples=12)
@given(rows)
def test_recall_and_precision_swap_with_key_and_response(mentions: Rows) -> None:
    """Exchanging key and response exchanges recall and precision and leaves F1."""
    key, response, kinds = chains(mentions, 0), chains(mentions, 1), types(mentions)
    there, back = pairing(key, response, kinds), pairing(response, key, kinds)
    for name, metric in TYPED.items():
        if metric.holds("swaps"):
            one, other = scores(metric, there), scores(metric, back)
            for part, swapped in (("recall", "precision"), ("precision", "recall"), ("f1", "f1")):
                if part in one:
                    assert approximately(one[part], other[swapped]), (name, part)


@settings(max_examples=12)
@given(rows, st.randoms(use_true_random=False))
def test_order_of_listing_does_not_matter(mentions: Rows, rng: random.Random) -> None:
    """Entities may be listed and numbered in any order, mentions within them too."""
    key, response, kinds = chains(mentions, 0), chains(mentions, 1), types(mentions)
    ours, theirs = (
        rng.sample([rng.sample(chain, len(chain)) for chain in side], len(side)) for side in (key, response)
    )
    paired, again = pairing(key, response, kinds), pairing(ours, theirs, kinds)
    for name, metric in TYPED.items():
        assert counts(metric, again) == pytest.approx(counts(metric, paired)), name


@given(cluster_pairs(), st.randoms(use_true_random=False))
def test_names_do_not_matter(pair: tuple[Clusterings, Clusterings], rng: random.Random) -> None:
    """For a sum over confusion groups a mention is a member and no more: renaming and reordering change nothing."""
    names = [name for name, metric in BARE.items() if adds_over_groups(metric)]
    rename = {mention: f"m{number}" for number, mention in enumerate(rng.sample(range(20), 20))}

    def shuffled(corpus: Clusterings) -> dict[str, list[list[str]]]:
        result = {}
        for name in rng.sample(sorted(corpus), len(corpus)):
            entities = [[rename[mention] for mention in entity] for entity in corpus[name]]
            result[name] = rng.sample([rng.sample(each, len(each)) for each in entities], len(entities))
        return result

    before = corefeval.score(*pair, metrics=names).scores
    after = corefeval.score(*map(shuffled, pair), metrics=names).scores
    for name in names:
        assert approximately(before[name], after[name]), name


@settings(max_examples=12)
@given(rows, rows)
def test_counts_add(one: Rows, other: Rows) -> None:
    """What is counted in two documents is what is counted in each."""
    every = types(one) | {m + 20: kind for m, kind in types(other).items()}
    sides = [
        [chains(one, side), [[m + 20 for m in chain] for chain in chains(other, side)]] for side in (0, 1)
    ]
    if not all(all(document) for document in zip(*sides, strict=True)):
        return
    together = pairing(sides[0], sides[1], every)
    apart = [pairing([sides[0][i]], [sides[1][i]], every) for i in (0, 1)]
    for name, metric in TYPED.items():
        whole = together.count(metric)
        pieces = [document.count(metric) for document in apart]
        joined = pieces[0] + pieces[1]
        assert set(whole.names) == set(joined.names), name
        for column in whole.names:
            assert whole.columns[column] == pytest.approx(joined.columns[column]), (name, column)


@given(cluster_pairs())
def test_the_scorer_equals_one_shot(pair: tuple[Clusterings, Clusterings]) -> None:
    """Documents given one by one, and scorers merged, give the same bytes as scoring all at once."""
    key, response = pair
    first, second = corefeval.Scorer(BARE), corefeval.Scorer(BARE)
    for number, name in enumerate(key):
        (first if number % 2 else second).update(key=key[name], response=response[name], document=name)
    second.merge(first)
    whole = corefeval.score(key, response, metrics=BARE)
    assert second.result().scores == whole.scores
    assert second.result().documents in {tuple(key), tuple(sorted(key, key=lambda n: list(key).index(n) % 2))}


@settings(max_examples=20)
@given(rows)
def test_bounded_scores_lie_between_zero_and_one(mentions: Rows) -> None:
    """No score of a metric that is bounded leaves [0, 1]."""
    paired = pairing(chains(mentions, 0), chains(mentions, 1), types(mentions))
    for name, metric in TYPED.items():
        if metric.bounded:
            for part, value in scores(metric, paired).items():
                assert math.isnan(value) or -1e-12 <= value <= 1 + 1e-12, (name, part)


@settings(max_examples=20)
@given(rows, rows)
def test_shares_add_up_to_the_counts(one: Rows, other: Rows) -> None:
    """In every document the mentions' shares add up to what the metric counts, or to what its scores follow from."""
    sides = [[chains(document, side) for document in (one, other)] for side in (0, 1)]
    if not all(map(any, sides)):
        return
    paired = pairing(sides[0], sides[1], types(one) | types(other))
    for name, metric in TYPED.items():
        shares = metric.shares(paired)
        if shares is None:
            continue
        whole, parts = paired.count(metric), shares.count(paired)
        for column in whole.names:
            if type(metric).scores_of_class is Metric.scores_of_class:
                assert parts.columns[column] == pytest.approx(whole.columns[column]), (name, column)
        wanted = metric.score(whole.totals())
        for part, value in metric.scores_of_class(parts.totals(), Settings()).items():
            assert approximately(float(value), float(wanted[part])), (name, part)


@settings(max_examples=20)
@given(rows)
def test_losses_add_up_to_what_the_scores_lack(mentions: Rows) -> None:
    """What mentions take from recall is 1 - R, from precision 1 - P; a metric that says nothing is undefined or has no shares."""
    paired = pairing(chains(mentions, 0), chains(mentions, 1), types(mentions))
    for name, metric in TYPED.items():
        losses = metric.losses(paired)
        if losses is None and (type(metric).score is not Metric.score or metric.shares(paired) is None):
            continue
        found = scores(metric, paired)
        if losses is None:
            assert math.isnan(found["recall"] + found["precision"]), name
            continue
        for part in ("recall", "precision"):
            lost = sum(float(np.sum(side.get(part, 0))) for side in (losses.key, losses.response))
            assert lost == pytest.approx(1 - found[part]), (name, part)


@settings(max_examples=15)
@given(cluster_pairs(documents=2))
def test_every_metric_of_entities_is_explained(pair: tuple[Clusterings, Clusterings]) -> None:
    """What is repaired adds up to the whole, and with everything repaired the response is the key."""
    names = [name for name, metric in BARE.items() if metric.holds("identity_is_one")]
    result = corefeval.score(*pair, metrics=names)
    found = corefeval.explain(result, metrics=names).attribution
    for name in names:
        attribution, f1 = found[name], result[name]["f1"]
        assert approximately(attribution.f1, math.nan if f1 is None else f1), name
        assert math.isnan(attribution.repaired) or attribution.repaired == pytest.approx(1), name


def test_scores_of_any_shape() -> None:
    """Scores are elementwise, so that resampled sums give resampled scores."""
    paired = pairing(
        [[0, 1, 2], [3, 4]], [[0, 1], [2, 3, 4]], {0: "name", 1: "pronoun", 2: "nominal", 3: "name"}
    )
    for name, metric in TYPED.items():
        totals = paired.count(metric).totals()
        stacked = {column: np.full((2, 3), value) for column, value in totals.items()}
        single = metric.score(totals)
        for part, values in metric.score(stacked).items():
            assert values.shape == (2, 3), (name, part)
            assert values == pytest.approx(np.full((2, 3), float(single[part])), nan_ok=True)


def test_every_metric_is_among_these_or_needs_more() -> None:
    """No registered metric is left out but those that need relations, zeros, morphology, trees or a challenge set."""
    assert {METRICS[name].name for name in METRICS} - {metric.name for metric in TYPED.values()} == {
        name
        for name in METRICS
        if METRICS[name].needs
        & {
            "features",
            "zeros",
            "trees",
            "bridging",
            "non-referring",
            "split antecedents",
            "gap",
            "stereotypes",
        }
    }
    assert not any(map(needs_more, BARE.values()))
