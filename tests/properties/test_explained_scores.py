"""explain() is about the score that was asked for, under every setting that it accepts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import corefeval
from corefeval.choices import CHOICES
from corefeval.explanation.difference import difference
from corefeval.problems import CorefevalError, UsageError
from tests.corpora import Said, Text, corpus, pairs

Found = TypeVar("Found")

pytestmark = pytest.mark.property

PLURAL = Text(
    (False,) * 6,
    (
        Said(((0, 0),), 0),
        Said(((1, 1),), 1),
        Said(((2, 2),), 2),
        Said(((3, 3),), 2),
        Said(((5, 5),), 0),
        Said(((4, 4),), 1),
    ),
    sets=((2, 0), (2, 1)),
)
"""Two entities, and a plural one made of them."""

METRICS = "conll,muc,bcub,ceafm,ceafe,blanc,lea,mention"
DRAWN = st.fixed_dictionaries(
    {
        name: st.sampled_from(values)
        for name, values in CHOICES.items()
        if name not in {"layer", "align", "missing", "scheme", "unreadable"}
    }
)


def scored(texts: tuple[dict[str, Text], dict[str, Text]], how: dict[str, Any]) -> corefeval.Result:
    """Score the texts; settings that they cannot be scored under are no example."""
    key, response = map(corpus, texts)
    try:
        result: corefeval.Result = corefeval.score(key, response, metrics=METRICS, **how)
    except CorefevalError:
        reject()
    return result


def unless_refused(call: Callable[[], Found]) -> Found | None:
    """Return what a call returns, None if it refuses the settings (CE051)."""
    try:
        return call()
    except UsageError as error:
        if {problem.code for problem in error.problems} != {"CE051"}:
            raise
        return None


def assert_advice_helps(texts: tuple[dict[str, Text], dict[str, Text]], how: dict[str, Any]) -> None:
    """Change the options that the hint names; what is changed may make others matter, each of them once."""
    for _ in range(3):
        try:
            corefeval.explain(scored(texts, how), metrics=METRICS)
        except UsageError as error:
            named = re.findall(r"--([a-z-]+) ([a-z-]+)", " ".join(error.problems[0]["without"]))
            advice = {name.replace("-", "_"): value for name, value in named}
            assert any(how[name] != value for name, value in advice.items())
            how = how | advice
        else:
            return
    pytest.fail("the advice does not help")


@given(pairs(), DRAWN)
def test_the_score_that_was_asked_for_is_explained_or_refused(
    texts: tuple[dict[str, Text], dict[str, Text]], how: dict[str, Any]
) -> None:
    """F1 equals score's to the last digit, and Shapley values and the losses of mentions add up to what it lacks."""
    result = scored(texts, how)
    explanation = unless_refused(lambda: corefeval.explain(result, metrics=METRICS))
    if explanation is None:
        assert (
            how["twinless"] != "as-is"
            or how["split_antecedents"] == "keep"
            or how["duplicates"] in {"keep", "perl"}
            or how["zeros"] == "dependent-official"
        )
        assert_advice_helps(texts, how)
        return
    for name, attribution in explanation.attribution.items():
        f1 = result[name]["f1"]
        assert attribution.f1 == f1 or (f1 is None and math.isnan(attribution.f1)), name
        if f1 is not None and not math.isnan(attribution.repaired):
            lost = math.fsum(cost.shapley for cost in attribution.costs)
            assert lost == pytest.approx(100 * (attribution.repaired - f1), abs=1e-7)
    for name, losses in explanation.mention_losses.items():
        f1 = result[name]["f1"]
        assert f1 is not None
        assert float(np.sum(losses.f1)) + losses.interaction == pytest.approx(1 - f1, abs=1e-9)


@given(pairs(), DRAWN)
def test_a_difference_is_that_of_the_scores(
    texts: tuple[dict[str, Text], dict[str, Text]], how: dict[str, Any]
) -> None:
    """What the classes cost less than before adds up to the difference of the scores that score() gives both systems."""
    before = scored(texts, how)["conll"]["f1"]
    after = scored((texts[0], texts[0]), how)["conll"]["f1"]
    key, first = map(corpus, texts)
    found = unless_refused(lambda: difference(key, first, key, metrics="conll", **how))
    if found is not None and before is not None and after is not None:
        assert found.by_class[-1].points["conll"] == pytest.approx(100 * (after - before), abs=1e-7)


@pytest.mark.parametrize(
    ("how", "metric", "advice"),
    [
        ({"twinless": "add-to-key"}, "conll", "--twinless as-is"),
        ({"twinless": "cai-strube"}, "bcub", "--twinless as-is"),
        ({"split_antecedents": "keep"}, "conll", "--split-antecedents drop"),
        ({"twinless": "cai-strube"}, "muc", ""),
        ({"split_antecedents": "keep"}, "mention", ""),
        ({}, "conll", ""),
    ],
)
def test_a_score_that_repairs_cannot_have_is_refused(how: dict[str, Any], metric: str, advice: str) -> None:
    """Sets and adapted twinless mentions are refused if the metric sees them (CE051), and the option to change is named."""
    key, response = corpus({"a": PLURAL}), corpus({"a": replace(PLURAL, mentions=PLURAL.mentions[:-1])})
    if not advice:
        f1 = corefeval.score(key, response, metrics=metric, **how)[metric]["f1"]
        found = corefeval.explain(key, response, metrics=metric, **how)
        assert f1 is not None
        assert found.attribution[metric].f1 == f1
        return
    for call in (
        lambda: corefeval.explain(key, response, metrics=metric, **how),
        lambda: difference(key, response, key, metrics=metric, **how),
    ):
        with pytest.raises(UsageError) as caught:
            call()
        (problem,) = caught.value.problems
        assert (problem.code, problem.kind) == ("CE051", "score-under-these-settings")
        assert problem["without"] == (advice,)


def test_repetitions_that_count_are_refused() -> None:
    """Under duplicates=keep the score of a mention listed twice is not that of its repairs."""
    clusters = [[1, 2, 3], [4, 5]], [[1, 2], [2, 3], [4, 5]]
    with pytest.raises(UsageError) as caught:
        corefeval.explain(*clusters, duplicates="keep")
    (problem,) = caught.value.problems
    assert (problem.code, problem.kind) == ("CE051", "score-under-these-settings")
    assert problem["without"] == ("--duplicates first",)
    first = corefeval.score(*clusters, duplicates="first", metrics="conll")["conll"]["f1"]
    assert first is not None
    assert corefeval.explain(*clusters, duplicates="first").attribution["conll"].f1 == first
