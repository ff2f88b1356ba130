"""A metric of one's own: declared in one class, it is scored, compared, broken down, explained and shown like ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pytest

import corefeval
from corefeval import Counts, Metric, Pairing, Shares, recall_precision, register
from corefeval.arrays import Floats
from corefeval.breakdown.breakdown import breakdown
from corefeval.comparison.compare import with_intervals
from corefeval.explanation.errors import ErrorClass
from corefeval.metrics.base import METRICS, Scores, ratio
from corefeval.problems import CorefevalError, UsageError
from corefeval.reports.show.metric import render
from tests.refuses import refuses

KEY = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2], [3, 4, 5]], "c": [[1, 2]], "d": [[1, 2], [3, 4]]}
RESPONSE = {"a": [[1, 2, 3], [4, 6]], "b": [[1, 2, 3, 4, 5]], "c": [[1, 2]], "d": [[1, 2], [3, 4, 5]]}


class Exact(Metric):
    """An entity counts if it is exactly right."""

    name, label, summary = "exact", "Exact entities", "How many entities are exactly right?"

    def count(self, pairing: Pairing) -> Counts:
        """Count entities that are the same, and entities."""
        both = pairing.recall_overlap
        larger = np.maximum(pairing.key_sizes[both.key], pairing.response_sizes[both.response])
        right = pairing.by_key_document(both.key, both.count == larger)
        return recall_precision((right, pairing.key_entities), (right, pairing.response_entities))


class Shared(Exact):
    """The same, shared out among the mentions of each entity."""

    def shares(self, pairing: Pairing) -> Shares:
        """Return the part of each mention in its entity."""
        both = pairing.recall_overlap
        larger = np.maximum(pairing.key_sizes[both.key], pairing.response_sizes[both.response])
        sides = []
        for corpus, entities in ((pairing.key, both.key), (pairing.response, both.response)):
            entity = corpus.mentions.entity
            part = 1 / corpus.entity_sizes[entity]
            sides.append((np.isin(entity, entities[both.count == larger]) * part, part))
        return Shares.of_sides(*sides)


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Forget what the tests register."""
    yield
    METRICS.pop("exact", None)


def test_it_is_scored_with_intervals_and_compared() -> None:
    """Three of the key's seven entities and of the response's six are right; documents give the interval."""
    register(Exact)
    result = corefeval.score(KEY, RESPONSE, metrics="exact")
    assert result["exact"] == pytest.approx({"recall": 3 / 7, "precision": 3 / 6, "f1": 6 / 13})
    low, high = with_intervals(result)[1]["exact"]["f1"]
    assert low < 6 / 13 < high
    comparison = corefeval.compare(KEY, {"one": RESPONSE, "gold": KEY}, metrics="exact", resamples=20)
    assert comparison.scores["gold"]["exact"]["f1"] == 1


def test_it_is_broken_down() -> None:
    """Of five pairs in the key two are right, of two longer entities one; what says nothing of mentions is left out."""
    register(Exact)
    assert breakdown(corefeval.score(KEY, RESPONSE, metrics="exact"), None, "entity-size").left_out == {
        "exact": "no sum over mentions"
    }
    register(Shared)
    found = breakdown(corefeval.score(KEY, RESPONSE, metrics="exact"), None, "entity-size")
    recall = dict(zip(found.labels, found.scores("exact")["recall"].tolist(), strict=True))
    assert recall["2 mentions"] == pytest.approx(2 / 5)
    assert recall["3–4 mentions"] == pytest.approx(1 / 2)


@pytest.mark.parametrize("by_group", [False, True])
def test_it_is_explained(*, by_group: bool) -> None:
    """Whether documents are repaired or groups, the same is gained, and all repairs together give 100."""
    register(type("OfGroups", (Shared,), {"adds_over_groups": by_group}))
    explanation = corefeval.explain(KEY, RESPONSE, metrics="exact,muc")
    found = explanation.attribution["exact"]
    assert (found.f1, found.repaired) == pytest.approx((6 / 13, 1))
    assert sum(cost.shapley for cost in found.costs) == pytest.approx(100 - 600 / 13)
    assert found[ErrorClass.MERGED_ENTITY].alone == pytest.approx(100 * (10 / 14 - 6 / 13))
    assert list(explanation.attribution) == list(explanation.gained.deltas) == ["exact", "muc"]
    lost = explanation.mention_losses["exact"]
    assert (lost.recall.sum(), lost.precision.sum()) == pytest.approx((4 / 7, 3 / 6))


def test_it_has_its_pages() -> None:
    """The page of the texts shows what errors cost under it, and its own page what it says of itself, and no more."""
    register(Shared)
    result = corefeval.score(KEY, RESPONSE, metrics="exact")
    assert corefeval.report(result, explain="exact").documents == 4
    page = render(result.metrics["exact"], "table")
    assert "How many entities are exactly right?" in page
    assert "Worked example" in page
    assert "Formula" not in page
    assert "Paper" not in page
    assert Exact().to_dict()["question"] == Exact.summary


class Wrong(Shared):
    """Shares that leave something out."""

    def shares(self, pairing: Pairing) -> Shares:
        """Return half of what is found."""
        shares = super().shares(pairing)
        return Shares({**shares.key, "recall_numerator": shares.key["recall_numerator"] / 2}, shares.response)


def test_shares_and_losses_that_do_not_add_up_are_refused() -> None:
    """Neither a breakdown nor losses are shown that are not of the scores beside them."""
    register(Wrong)
    result = corefeval.score(KEY, RESPONSE, metrics="exact")
    with refuses(CorefevalError, "CE064", "shares-add-up", full_name="exact"):
        breakdown(result, None, "entity-size")
    with refuses(CorefevalError, "CE064", "what-mentions-take", of_part="recall", full_name="exact"):
        _ = corefeval.explain(result, metrics="exact").mention_losses


class WholeDocuments(Exact):
    """No sum over groups of entities, though it says so."""

    adds_over_groups = True

    def count(self, pairing: Pairing) -> Counts:
        """Count documents in which every entity is right."""
        columns = super().count(pairing).columns
        right = (columns["recall_numerator"] == pairing.key_entities) * 1.0
        return recall_precision((right, np.ones(len(right))), (right, np.ones(len(right))))


def test_what_is_no_sum_over_groups_is_refused() -> None:
    """Repaired group by group it would be another metric; by document it is the metric."""
    register(WholeDocuments)
    with refuses(CorefevalError, "CE064", "no-sum", what="confusion groups"):
        _ = corefeval.explain(KEY, RESPONSE, metrics="exact").attribution
    register(type("ByDocument", (WholeDocuments,), {"adds_over_groups": False}))
    assert corefeval.explain(KEY, RESPONSE, metrics="exact").attribution["exact"].repaired == 1


class Looking(Exact):
    """A metric that looks at the kinds of mentions and does not say so."""

    def count(self, pairing: Pairing) -> Counts:
        """Ask for the linguistics."""
        _ = pairing.linguistics
        return super().count(pairing)


class WithoutF1(Exact):
    """A metric with one number."""

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the recall alone."""
        return {"recall": ratio(totals["recall_numerator"], totals["recall_denominator"])}


def test_what_repairs_cannot_be_scored_with_is_refused() -> None:
    """A repaired response has no words, and gains are of F1."""
    register(Looking)
    with refuses(CorefevalError, "CE064", "repairs-scored-on-entities"):
        _ = corefeval.explain(KEY, RESPONSE, metrics="exact").attribution
    register(type("Saying", (Looking,), {"needs": frozenset({"types"})}))
    with refuses(UsageError, "CE050", "repairs-cannot-scored-metric"):
        corefeval.explain(KEY, RESPONSE, metrics="exact")
    register(WithoutF1)
    with refuses(UsageError, "CE050", "repairs-gain-f1-metric"):
        corefeval.explain(KEY, RESPONSE, metrics="exact")


def test_what_counts_nothing_says_so() -> None:
    """A metric that neither counts nor says what mentions add is not taken for one that counts 0."""
    register(type("Nothing", (Metric,), {"name": "exact", "label": "Exact entities", "summary": "Nothing?"}))
    with pytest.raises(NotImplementedError):
        corefeval.score(KEY, RESPONSE, metrics="exact")


@pytest.mark.parametrize("hook", ["own_needs", "needs_of_names"])
def test_it_says_what_it_needs(hook: str) -> None:
    """`-m all` asks the metric whether the key has it: in the corpus, or in the names of its documents."""

    def has_four(names: Sequence[str]) -> bool:
        return len(names) == 4

    checks = {
        "own_needs": {"four documents": lambda corpus, _: has_four(corpus.names)},
        "needs_of_names": {"four documents": has_four},
    }
    register(type("Needing", (Exact,), {"needs": frozenset({"four documents"}), hook: checks[hook]}))
    assert "exact" in corefeval.score(KEY, RESPONSE, metrics="all").scores
    fewer = {name: KEY[name] for name in "ab"}
    result = corefeval.score(fewer, fewer, metrics="all")
    assert "exact" not in result.scores
    (left_out,) = [problem for problem in result.warnings if problem.kind == "key-lacks"]
    assert "four documents" in left_out["lacks"]
