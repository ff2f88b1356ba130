"""Sensitivity: a score with other choices, and rankings that turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corefeval.applications.answer import Answers
from corefeval.applications.sensitivity import SAME, Spread, turned
from corefeval.evaluation.score import score
from corefeval.reports.show import render
from tests.applications.small_texts import (
    EAGER,
    KEY,
)


def test_sensitivity_holds_the_chosen_score(eager: Answers) -> None:
    """The score as chosen lies between the bounds, and equal coefficients give the score of the metric itself."""
    for found in eager.answers:
        for spread in found.spreads:
            assert spread.bounds is not None
            assert spread.f1 is not None
            assert spread.bounds[0] <= spread.f1 <= spread.bounds[1]
            if spread.metric in found.scores:
                assert spread.f1 == pytest.approx(found.scores[spread.metric]["f1"])
    dominant = next(each for each in eager["search"].spreads if each.metric == "dominant")
    strict = score(KEY, EAGER, metrics="dominant(wt=0,wl=0,wtl=0)")
    assert dominant.others["no credit for partly right units"] == pytest.approx(strict.f1)


def test_turns() -> None:
    """Systems change places where both orders are clear; equals and what is undefined turn nothing."""
    before: dict[str, float | None] = {"a": 0.5, "b": 0.4, "c": None, "d": 0.4}
    after: dict[str, float | None] = {"a": 0.5, "b": 0.6, "c": 0.9, "d": 0.5 + SAME / 2}
    assert [(turn.ahead, turn.behind) for turn in turned(before, after, "x")] == [("b", "a")]


@pytest.mark.parametrize(
    ("f1", "others", "undefined"),
    [(None, {"a": 1.0, "b": 1.0}, ("",)), (1.0, {"a": None, "b": 1.0}, ("a",)), (1.0, {"a": 1.0}, ())],
)
def test_an_undefined_score_does_not_stay(
    f1: float | None, others: dict[str, float | None], undefined: tuple[str, ...], eager: Answers
) -> None:
    """A score that is undefined with a choice, the one made included, does not stay whatever is chosen."""
    spread = Spread("weights", "arcs.anchor", f1, others)
    first = eager.answers[0]
    assert spread.undefined == undefined
    items = render(replace(eager, answers=(replace(first, spreads=(spread,)),)), "markdown")
    assert ("stays at 100.00" in items) == (not undefined)
