"""What error classes and single errors cost."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from corefeval import score
from corefeval.arrays import Ragged
from corefeval.explanation import ErrorClass, explain
from corefeval.explanation.shapley import _gains_of_class
from tests.explanation.slow_explain import Clusters, SlowError, cases, slow_errors, slow_repair, types

Case = tuple[Clusters, Clusters, frozenset[int]]
METRICS = "muc,bcub,ceafe,ceafm,lea,mention,conll"


@given(cases())
def test_shapley_values_add_up(case: Case) -> None:
    """They add up to what F1 lacks, under every metric, and so do progressive gains."""
    key, response, pronouns = case
    for attribution in explain(key, response, metrics=METRICS, types=types(pronouns)).attribution.values():
        lacking = 100 - 100 * attribution.f1
        assert attribution.repaired == pytest.approx(1)
        assert math.fsum(cost.shapley for cost in attribution.costs) == pytest.approx(lacking, abs=1e-9)
        assert math.fsum(cost.progressive for cost in attribution.costs) == pytest.approx(lacking, abs=1e-9)


@given(cases())
def test_gains_are_those_of_repaired_files(case: Case) -> None:
    """Alone, last, each single gain and the path equal the score of a response that was repaired and scored anew."""
    key, response, pronouns = case
    explanation = explain(key, response, metrics="conll,lea,blanc", types=types(pronouns))
    errors = slow_errors(key, response, pronouns)

    def f1(metric: str, repaired: list[SlowError]) -> float:
        clusters = slow_repair(key, response, pronouns, repaired)
        found = score(key, clusters, metrics=metric)[metric]["f1"]
        return 100 * (found or 0.0)

    for metric in ("conll", "lea", "blanc"):
        base, full = f1(metric, []), f1(metric, list(errors))
        for cost in explanation.attribution[metric].costs:
            own = [error for error in errors if error.kind == cost.error_class.label]
            others = [error for error in errors if error.kind != cost.error_class.label]
            assert cost.alone == pytest.approx(f1(metric, own) - base, abs=1e-9)
            assert cost.last == pytest.approx(full - f1(metric, others), abs=1e-9)
        fixed: set[str] = set()
        for kind, reached in explanation.attribution[metric].path:
            fixed.add(kind.label)
            repaired = [error for error in errors if error.kind in fixed]
            assert 100 * reached == pytest.approx(f1(metric, repaired), abs=1e-9)
        assert fixed == {error.kind for error in errors}
        for error in explanation.errors:
            slow = SlowError(
                error.error_class.label, frozenset(map(int, error.texts)), frozenset(map(int, error.entity))
            )
            assert error.deltas[metric] == pytest.approx(f1(metric, [slow]) - base, abs=1e-9)


@given(cases(smallest=1))
def test_blanc_is_no_sum_over_groups_and_adds_up_all_the_same(case: Case) -> None:
    """Links between groups follow from sums over the groups of a document, in each of several documents."""
    key, response, pronouns = case
    explanation = explain(
        {"a": key, "b": [[1, 2]]}, {"a": response, "b": [[1, 2]]}, metrics="blanc", types=types(pronouns)
    )
    attribution = explanation.attribution["blanc"]
    assert 100 * attribution.f1 + math.fsum(cost.shapley for cost in attribution.costs) == pytest.approx(100)


def test_shapley_of_a_game_by_hand() -> None:
    """Two players worth 1 and 2 alone and 6 together share 2.5 and 3.5."""
    f1 = np.array([0.0, 1.0, 2.0, 6.0])
    assert _gains_of_class(f1, 0, 2) == (1.0, 4.0, 1.0, 2.5)
    assert _gains_of_class(f1, 1, 2) == (2.0, 5.0, 5.0, 3.5)


def test_a_right_repair_can_lower_the_score() -> None:
    """Joining a pronoun to its entity drags along the entity it was wrongly put into; this is shown."""
    kinds = {1: "name", 2: "nominal", 4: "name", 5: "nominal", 6: "pronoun"}
    explanation = explain([[1, 2, 6], [4, 5]], [[1, 2], [4, 5, 6]], metrics="ceafe", types=kinds)
    deltas = {error.error_class: error.deltas["ceafe"] for error in explanation.errors}
    assert deltas == {
        ErrorClass.MERGED_ENTITY: pytest.approx(10),
        ErrorClass.SPLIT_ENTITY: pytest.approx(-30),
    }
    assert explanation.gained.lowering(explanation.metric) == 1
    assert [error.error_class for error in explanation.gained.cheapest(explanation.metric, 5)] == [
        ErrorClass.SPLIT_ENTITY
    ]
    assert explanation.costliest(1)[0].error_class is ErrorClass.MERGED_ENTITY


def test_gains_of_any_selection() -> None:
    """A selection of errors over several documents is one repair; two halves and the whole are consistent."""
    key = {"a": [[1, 2, 3]], "b": [[1, 2], [3, 4]]}
    response = {"a": [[1, 2]], "b": [[1, 2, 3, 4]]}
    explanation = explain(key, response, metrics="muc")
    numbers = range(len(explanation.table))
    chosen = [list(one) for size in range(1, len(numbers) + 1) for one in combinations(numbers, size)]
    offsets = np.cumsum([0, *map(len, chosen)])
    gains = explanation.repair_gains.gains(Ragged(offsets, np.concatenate(chosen)))["muc"]
    assert gains[: len(numbers)].tolist() == pytest.approx(explanation.gained.deltas["muc"].tolist())
    assert gains[-1] == pytest.approx(100 - 100 * explanation.attribution["muc"].f1)


def test_undefined_metric_is_undefined_throughout() -> None:
    """MUC of a key of singletons is 0/0, and so is what its errors cost."""
    explanation = explain([[1], [2]], [[1], [3]], metrics="muc")
    assert math.isnan(explanation.attribution["muc"].repaired)
    assert explanation.attribution["muc"].path == ()
    assert (
        explanation.to_dict()["attribution"]["muc"]["classes"]["missing_singleton"]["points"]["shapley"]
        is None
    )


def test_nothing_wrong_costs_nothing() -> None:
    """A perfect response has no errors and loses nothing."""
    explanation = explain([[1, 2], [3, 4, 5]], [[1, 2], [3, 4, 5]], metrics=METRICS)
    assert not len(explanation.table)
    assert all(cost.shapley == 0 for one in explanation.attribution.values() for cost in one.costs)
