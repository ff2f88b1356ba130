"""explain() returns finished explanations: the sections asked for, and nothing is computed when they are printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import corefeval
from corefeval.examples import FOLDER
from corefeval.explanation.systems import ExplainedSystems
from corefeval.problems import UsageError
from corefeval.reports.explorer.html import render
from corefeval.reports.explorer.payload import Payload
from corefeval.reports.render import KINDS
from tests.every_metric import forbid_metrics
from tests.refuses import refuses

KEY, EAGER, CAUTIOUS = (str(FOLDER / name) for name in ("key.conllu", "eager.conllu", "cautious.conllu"))

Shown = Callable[[], object]


def explained() -> list[Shown]:
    """Return the ways to print explanations and lists of outcomes."""
    found = [
        corefeval.explain(KEY, EAGER, by="type,distance"),
        corefeval.explain(KEY, EAGER, metrics="dominant,lea", by="type,class"),
        corefeval.explain(KEY, EAGER, metrics="dominant"),
    ]
    lists = [each.list_outcomes() for each in found[1:]]
    rendered: list[Shown] = [partial(each.render, kind) for each in (*found, *lists) for kind in KINDS]
    return [*rendered, *(each.to_frame for each in found)]


def compared() -> list[Shown]:
    """Return the ways to print differences."""
    found = [
        corefeval.difference(KEY, CAUTIOUS, EAGER, by="type"),
        corefeval.difference(KEY, CAUTIOUS, EAGER, metrics="dominant,lea"),
    ]
    return [partial(each.render, kind) for each in found for kind in KINDS]


def reported() -> list[Shown]:
    """Return the ways to pack the page."""
    results = {name: corefeval.score(KEY, name, metrics="conll,lea") for name in (EAGER, CAUTIOUS)}
    both, one = ExplainedSystems(results), ExplainedSystems({EAGER: results[EAGER]})
    return [lambda: render(Payload(one)), lambda: render(Payload(both, only_errors=True, worst=1))]


@pytest.mark.parametrize("make", [explained, compared, reported])
def test_printing_calls_no_metric(make: Callable[[], list[Shown]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every metric raises once the result is there, and each kind of output is still written."""
    shown = make()
    forbid_metrics(monkeypatch)
    for write in shown:
        assert write() is not None


def test_only_what_is_asked_for() -> None:
    """A section that was left out is refused, not computed; JSON has those that were asked for."""
    explanation = corefeval.explain(KEY, EAGER, show="links,costs")
    assert explanation.sections == ("links", "costs")
    assert {"links", "attribution"} <= explanation.to_dict().keys()
    assert not {"instances", "losses", "outcomes"} & explanation.to_dict().keys()
    for part, section in (("gained", "errors"), ("mention_losses", "losses"), ("outcomes", "outcomes")):
        with refuses(UsageError, "CE051", "section-not-explained", section=section):
            getattr(explanation, part)
    with pytest.raises(UsageError) as caught:
        corefeval.explain(KEY, EAGER, show="nothing")
    assert caught.value.problems[0].code == "CE050"


def test_features_asked_for_before_or_after() -> None:
    """A feature gives the same numbers whether explain() or a later question names it."""
    before, after = corefeval.explain(KEY, EAGER, by="type,distance"), corefeval.explain(KEY, EAGER)
    assert before.to_dict() == after.to_dict(by=["type", "distance"])
    assert before.rows() == after.rows(by=["type", "distance"])
    assert before.by("type") == after.by("type")
    alone = corefeval.explain(KEY, EAGER, show="errors", by="type")
    assert alone.rows() == after.rows(by=["type"])
    assert alone.by("type") == after.by("type")


def test_a_difference_has_the_sections_asked_for() -> None:
    """Explanations that lack what a section needs are refused."""
    few = corefeval.difference(KEY, CAUTIOUS, EAGER, show="decisions")
    assert few.to_dict().keys() == {"corefeval", "signature", "settings", "systems", "decisions", "warnings"}
    every = corefeval.difference(KEY, CAUTIOUS, EAGER)
    assert few.decisions == every.decisions
    with refuses(UsageError, "CE051", "section-not-explained", section="costs"):
        corefeval.Difference(few.names, few.first, few.second)
