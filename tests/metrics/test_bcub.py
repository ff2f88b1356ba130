"""B³: the example of the papers, and its two factors, detection and association."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.examples.worked import LETTERS
from corefeval.metrics.bcub import BCubed
from tests.corpora import BOTH_SETS, one
from tests.metrics.scoring import parts

MENTIONS = st.lists(st.integers(0, 3), min_size=1, max_size=9)
"""The entity of each mention."""


def clusters(labels: list[int], shift: int = 0) -> list[list[int]]:
    """Return entities whose mentions are numbered from `shift`."""
    return [[at + shift for at, label in enumerate(labels) if label == one] for one in sorted(set(labels))]


@given(MENTIONS, MENTIONS, st.integers(0, 4), st.sampled_from(["keep", "drop", "e2e"]))
def test_the_factors_multiply(key: list[int], response: list[int], shift: int, singletons: str) -> None:
    """Detection times association is exactly recall, and exactly precision; both factors are between 0 and 1."""
    result = corefeval.score(clusters(key), clusters(response, shift), metrics="bcub", singletons=singletons)  # type: ignore[call-overload]
    factors = BCubed().factors(result.counts["bcub"])
    for part in ("recall", "precision"):
        whole = result["bcub"][part]
        detection, association = (float(factors[name][part]) for name in ("detection", "association"))
        if whole:
            assert detection * association == pytest.approx(whole)
            assert 0 < detection <= 1
            assert 0 < association <= 1


def test_an_example() -> None:
    """Three of four mentions are found, and each is grouped with half or all of its entity."""
    result = corefeval.score([["a", "b"], ["c", "d"]], [["a"], ["c", "d", "x"]], metrics="bcub").to_dict()
    factors = result["scores"]["bcub"]["factors"]
    assert factors["detection"] == {"recall": 0.75, "precision": 0.75}
    assert factors["association"]["recall"] == pytest.approx((0.5 + 1 + 1) / 3)
    assert factors["association"]["precision"] == pytest.approx((1 + 2 / 3 + 2 / 3) / 3)


def test_weights_and_means() -> None:
    """The factors also exist for other entity weights, but not for means over documents."""
    key, response = [["a", "b"], ["c"]], [["a"], ["c"]]
    weighed = corefeval.score(key, response, metrics="bcub(importance=one)").to_dict()
    parts = weighed["scores"]["bcub(importance=one)"]
    assert parts["factors"]["detection"]["recall"] == pytest.approx(0.75)
    assert parts["recall"] == pytest.approx(0.625)
    assert (
        "factors"
        not in corefeval.score(key, response, metrics="bcub", documents="mean").to_dict()["scores"]["bcub"]
    )


def test_explain_shows_them() -> None:
    """`explain` shows the factors, also if B³ is part of the explained average."""
    explanation = corefeval.explain([["a", "b"], ["c", "d"]], [["a", "b", "c"]], metrics="conll")
    assert explanation.factors["bcub"]["detection"] == {"recall": 0.75, "precision": 1.0}
    assert "finding mentions and linking them" in str(explanation)
    assert explanation.to_dict()["factors"] == explanation.factors


def test_bcub_of_luo_2014() -> None:
    """B³ R = 1/7 (4/3 + 1/3 + 1/4 + 4/4), P = 1/8 (4/2 + 2/2 + 4/4)."""
    recall, precision = (4 / 3 + 1 / 3 + 1 / 4 + 4 / 4) / 7, (2 + 1 + 1) / 8
    assert parts("bcub", *LETTERS)[:2] == pytest.approx((recall, precision))


def test_an_empty_response_scores_zero_and_has_no_precision() -> None:
    """Recall and F1 are 0, precision is undefined."""
    assert parts("bcub", [[1, 2]], []) == (0.0, None, 0.0)


@pytest.mark.parametrize("importance", ["size", "one"])
def test_the_factors_with_sets_of_split_antecedents(importance: str) -> None:
    """A set is a member like a mention, so it is detected like one; its agreement with another set is its weight."""
    response = replace(BOTH_SETS, sets=BOTH_SETS.sets[:1])
    for other in (BOTH_SETS, response):
        metric = f"bcub(importance={importance})"
        result = corefeval.score(one(BOTH_SETS), one(other), metrics=metric, split_antecedents="keep")
        (scores,) = result.to_dict()["scores"].values()
        for part in ("recall", "precision"):
            detection, association = (scores["factors"][name][part] for name in ("detection", "association"))
            assert 0 < detection <= 1
            assert 0 < association <= 1
            assert detection * association == pytest.approx(scores[part])
