"""explain(): what it takes, what it refuses, and that it is always the same."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest

from corefeval import score
from corefeval.explanation import ErrorClass, explain
from corefeval.explanation.errors_by_feature import OF_ERRORS
from corefeval.explanation.explanation import Explanation
from corefeval.problems import CorefevalError, UsageError
from tests.explanation.small_texts import KEY, RESPONSE, corpus
from tests.refuses import refuses


@pytest.fixture(scope="module")
def sea() -> Explanation:
    """The small text explained."""
    return explain(corpus(KEY), corpus(RESPONSE, heads={((24, 25),): 24}), metrics="conll,lea")


def test_from_a_result_and_from_its_pairing(sea: Explanation) -> None:
    """A result, its pairing and the files give the same explanation."""
    result = score(corpus(KEY), corpus(RESPONSE, heads={((24, 25),): 24}), metrics="conll,lea")
    assert result.pairing is not None
    for same in (explain(result, metrics="conll,lea"), explain(result.pairing, metrics="conll,lea")):
        assert same.attribution == sea.attribution
        assert [error.text for error in same.errors] == [error.text for error in sea.errors]


def test_the_small_text(sea: Explanation) -> None:
    """Three wrong spans; "it" is put with Ada, who is cut off, and "They" with the ship; the crew is missed."""
    found = {(error.error_class, error.text) for error in sea.errors}
    assert found == {
        (ErrorClass.SPAN_ERROR, "The old captain | old captain"),
        (ErrorClass.SPAN_ERROR, "the captain | the captain 's"),
        (ErrorClass.SPAN_ERROR, "Ada | Ada <b>"),
        (ErrorClass.MERGED_ENTITY, "it"),
        (ErrorClass.MERGED_ENTITY, "They"),
        (ErrorClass.SPLIT_ENTITY, "Ada"),
        (ErrorClass.SPLIT_ENTITY, "it"),
        (ErrorClass.SPLIT_ENTITY, "They"),
    }


def test_mentions_listed_twice_are_explained_once() -> None:
    """With duplicates kept, and a score that does not depend on it, the explanation warns that it counts each mention once."""
    explanation = explain([[1, 2], [2, 3]], [[1, 2], [2, 3]], duplicates="keep", metrics="ceafe")
    assert explanation.warnings[0].code == "CE030"
    attribution = explanation.attribution["ceafe"]
    assert 100 * attribution.f1 + sum(cost.shapley for cost in attribution.costs) == pytest.approx(100)


@pytest.mark.parametrize("feature", [*OF_ERRORS, "type", "length", "nested", "document"])
def test_breakdowns_partition_the_errors(sea: Explanation, feature: str) -> None:
    """Every error has one value of each feature, and repairing all of one value is a repair like any other."""
    cells = sea.by(feature)
    together = [cell for cell in cells if cell.error_class is None]
    assert sum(cell.count for cell in together) == len(sea.table)
    assert sum(cell.count for cell in cells if cell.error_class is not None) == len(sea.table)
    if len(together) == 1:
        assert together[0].gains["lea"] == pytest.approx(100 - 100 * sea.attribution["lea"].f1)


def test_features_of_errors(sea: Explanation) -> None:
    """An error has the type, distance, head and nesting of its part's anchor."""
    by_type = {(cell.value, cell.error_class): cell.count for cell in sea.by("type")}
    assert by_type["pronoun", ErrorClass.SPLIT_ENTITY] == 2
    assert by_type["name", ErrorClass.SPLIT_ENTITY] == 1
    distance = {(cell.value, cell.error_class): cell.count for cell in sea.by("distance")}
    assert distance["same sentence", ErrorClass.SPLIT_ENTITY] == 2
    heads = {(cell.value, cell.error_class): cell.count for cell in sea.by("head-match")}
    assert heads["yes", ErrorClass.SPAN_ERROR] == 2
    nested = {(cell.value, cell.error_class): cell.count for cell in sea.by("nested")}
    assert nested["yes", ErrorClass.SPAN_ERROR] == 1


def test_what_is_refused() -> None:
    """Messages say what can be had instead."""
    with refuses(UsageError, "CE050", "repairs-cannot-scored-metric"):
        explain([[1, 2]], [[1, 2]], metrics="ace")
    with refuses(CorefevalError, "CE046", "no-mention-known-type", side="key"):
        explain([[1, 2]], [[1, 2]], metrics="dominant")
    with refuses(UsageError, "CE051", "key-without-response-cannot"):
        explain([[1, 2]])
    with refuses(UsageError, "CE050", "no-such-name"):
        explain([[1, 2]], [[1, 3]]).by("colour")
    with refuses(UsageError, "CE044", "clusters-without-text", text="length"):
        explain([[1, 2]], [[1, 3]]).by("length")


def test_empty_sides() -> None:
    """An empty response misses everything; an empty key cannot be explained in points."""
    missing = explain([[1, 2], [3, 4]], [], metrics="bcub")
    assert missing.attribution["bcub"][ErrorClass.MISSING_ENTITY].shapley == pytest.approx(100)
    extra = explain([], [[1, 2]], metrics="bcub").to_dict()
    assert extra["attribution"]["bcub"]["repaired"] is None
    assert extra["errors"]["spurious_entity"] == 1


def test_outcomes_need_types(sea: Explanation) -> None:
    """The outcomes of the dominant-mention metric are counted where types are known; mentions only where it is asked for."""
    assert set(sea.outcomes["dominant"].counts) == {"tp", "wt", "wl", "wtl", "fn", "fp"}
    assert set(sea.to_dict()["outcomes"]["dominant"]) == {"counts", "by_class"}
    assert explain([[1, 2]], [[1, 2]]).outcomes == {}


def test_no_dependence_on_the_hash_seed() -> None:
    """Mentions that are strings give the same bytes under any seed."""
    program = (
        "import msgspec; from corefeval.explanation import explain; "
        "key = {'d': [['a', 'b', 'c'], ['d', 'e']]}; response = {'d': [['a', 'b', 'd'], ['e', 'f', 'c']]}; "
        "print(msgspec.json.encode(explain(key, response, metrics='conll,lea').to_dict(by=['document', 'size'])).decode())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert msgspec.json.decode(printed.pop())["links"]["recall"]["total"] == 2
