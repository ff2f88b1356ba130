"""What every metric that declares it must keep: identity, symmetry, invariance, additivity."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.metrics.base import METRICS
from tests.strategies import Corpus, pairs

CLASSIC = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "mention")
pytestmark = pytest.mark.property


def scores(key: Corpus, response: Corpus) -> dict[str, dict[str, float | None]]:
    """Return the scores of all classic metrics."""
    return corefeval.score(key, response, metrics=CLASSIC).scores


def approximately(left: object, right: object) -> bool:
    """Compare scores, undefined ones included."""
    return left == pytest.approx(right, abs=1e-12, nan_ok=True)


@given(pairs())
def test_identity_scores_one_or_is_undefined(pair: tuple[Corpus, Corpus]) -> None:
    """A key against itself gets 1 in every part, or None where there is nothing to divide by."""
    key, _ = pair
    for name, parts in scores(key, key).items():
        assert METRICS[name].identity_is_one
        assert all(value is None or value == pytest.approx(1) for value in parts.values()), name


@given(pairs())
def test_recall_and_precision_swap_with_key_and_response(pair: tuple[Corpus, Corpus]) -> None:
    """Exchanging key and response exchanges recall and precision and leaves F1."""
    key, response = pair
    there, back = scores(key, response), scores(response, key)
    for name in CLASSIC:
        assert METRICS[name].swaps
        if name != "conll":
            assert approximately(there[name]["recall"], back[name]["precision"]), name
            assert approximately(there[name]["precision"], back[name]["recall"]), name
        assert approximately(there[name]["f1"], back[name]["f1"]), name


@given(pairs(), st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(pair: tuple[Corpus, Corpus], rng: random.Random) -> None:
    """Renaming mentions, and reordering documents, entities and mentions, changes nothing."""
    key, response = pair
    rename = {mention: f"m{number}" for number, mention in enumerate(rng.sample(range(20), 20))}

    def shuffled(corpus: Corpus) -> dict[str, list[list[str]]]:
        names = rng.sample(sorted(corpus), len(corpus))
        result = {}
        for name in names:
            entities = [[rename[mention] for mention in entity] for entity in corpus[name]]
            for entity in entities:
                rng.shuffle(entity)
            rng.shuffle(entities)
            result[name] = entities
        return result

    before = scores(key, response)
    after = corefeval.score(shuffled(key), shuffled(response), metrics=CLASSIC).scores
    for name in CLASSIC:
        assert approximately(before[name], after[name]), name


@given(pairs(), pairs())
def test_counts_add(one: tuple[Corpus, Corpus], other: tuple[Corpus, Corpus]) -> None:
    """Counts of two corpora, added, are the counts of the corpus of both."""
    moved = [{f"x{name}": clusters for name, clusters in corpus.items()} for corpus in other]
    apart = [corefeval.score(*pair, metrics=CLASSIC) for pair in (one, moved)]
    together = corefeval.score(one[0] | moved[0], one[1] | moved[1], metrics=CLASSIC)
    for name in CLASSIC:
        added = (apart[0].counts[name] + apart[1].counts[name]).totals()
        whole = together.counts[name].totals()
        assert {column: float(value) for column, value in added.items()} == {
            column: float(value) for column, value in whole.items()
        }


@given(pairs())
def test_the_scorer_equals_one_shot(pair: tuple[Corpus, Corpus]) -> None:
    """Documents given one by one, and scorers merged, give the same bytes as scoring all at once."""
    key, response = pair
    first, second = corefeval.Scorer(CLASSIC), corefeval.Scorer(CLASSIC)
    for number, name in enumerate(key):
        (first if number % 2 else second).update(key=key[name], response=response[name], document=name)
    second.merge(first)
    whole = corefeval.score(key, response, metrics=CLASSIC)
    assert second.result().scores == whole.scores
    assert second.result().documents in {tuple(key), tuple(sorted(key, key=lambda n: list(key).index(n) % 2))}


@given(pairs())
def test_scores_lie_between_zero_and_one(pair: tuple[Corpus, Corpus]) -> None:
    """No classic score leaves [0, 1]."""
    for parts in scores(*pair).values():
        assert all(value is None or 0 <= value <= 1 + 1e-12 for value in parts.values())
