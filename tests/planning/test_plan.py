"""plan(): how many documents an experiment needs, from Python and as a command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.planning.plan import FEWEST, ExperimentPlan, Goal, plan
from corefeval.problems import UsageError
from tests.cli.conftest import Run, run, stories
from tests.refuses import refuses

__all__ = ["run", "stories"]

Clusterings = dict[str, list[list[tuple[int, int]]]]


def pilot(documents: int = 24) -> tuple[Clusterings, Clusterings, Clusterings]:
    """Return a key and two systems: each breaks other chains, the second one more of them."""
    key, good, bad = {}, {}, {}
    for number in range(documents):
        spans = [(place, place) for place in range(6 + number % 5)]
        name = f"d{number:02}"
        key[name] = [spans[:3], spans[3:]]
        good[name] = [spans[:3], spans[3:-1]] if number % 3 else [spans]
        bad[name] = [spans[:2], spans[2:]] if number % 2 else [spans[1:]]
    return key, good, bad


@pytest.fixture(scope="module")
def planned() -> ExperimentPlan:
    """A plan for two systems and both goals."""
    return plan(*pilot(), metrics="conll,lea", difference=2, width=3)


def test_each_goal_and_metric_has_a_number(planned: ExperimentPlan) -> None:
    """Values are those of score(); a smaller difference needs more documents."""
    key, good, bad = pilot()
    scores = [corefeval.score(key, each, metrics="conll").scores["conll"]["f1"] or 0 for each in (good, bad)]
    need = planned["power", "conll"]
    assert need.value == pytest.approx(scores[0] - scores[1])
    assert need.wanted == pytest.approx(0.02)
    assert need.documents is not None
    assert need.low is not None
    assert need.high is not None
    assert need.low < need.documents < need.high
    small = plan(key, good, bad, metrics="conll", difference=1)["power", "conll"].documents
    assert small is not None
    assert small > 2 * need.documents
    assert {(one.goal, one.metric) for one in planned.needs} == {
        (goal, metric) for goal in ("power", "width") for metric in ("conll", "lea")
    }


def test_the_curve_crosses_the_goal_at_the_number(planned: ExperimentPlan) -> None:
    """Below the number of documents the power is too small, above it is large enough."""
    for need in planned.needs:
        for point in planned.curve:
            if (point.goal, point.metric) == (need.goal, need.metric) and need.documents is not None:
                enough = point.reached >= 0.78 if need.goal == "power" else point.reached <= 0.0301
                assert (
                    enough == (point.documents >= 0.95 * need.documents)
                    or abs(point.documents - need.documents) < 0.1 * need.documents
                )


def test_one_system_has_a_width() -> None:
    """Without a goal the interval is ± 1 point."""
    key, good, _ = pilot()
    found = plan(key, good, metrics="conll")
    assert found.goal.width == 1
    assert [need.goal for need in found.needs] == ["width"]
    assert found["width", "conll"].reached == pytest.approx(
        _interval_width(corefeval.compare(key, [good, good], metrics="conll")), rel=0.1
    )


def _interval_width(comparison: corefeval.Comparison) -> float:
    low, high = next(iter(comparison.intervals.values()))["conll"]["f1"]
    return (high - low) / 2


def test_a_repaired_system_takes_the_place_of_the_second() -> None:
    """Repairing all errors gives the key; repairing half of them gives less."""
    key, good, _ = pilot()
    every = plan(key, good, metrics="conll", repair="all")["power", "conll"]
    half = plan(key, good, metrics="conll", repair="all", share=0.5)["power", "conll"]
    score = corefeval.score(key, good, metrics="conll").scores["conll"]["f1"]
    assert score is not None
    assert every.value == pytest.approx(score - 1)
    assert every.value < half.value < 0


def test_a_signature_repeats_the_plan(planned: ExperimentPlan) -> None:
    """Given back, the signature makes the same plan; a value beside it wins."""
    key, good, bad = pilot()
    again = plan(key, good, bad, signature=planned.signature)
    assert again.to_dict() == planned.to_dict()
    assert plan(key, good, bad, signature=planned.signature, difference=4).goal.difference == 4


@pytest.mark.parametrize(
    ("kind", "systems", "options"),
    [
        ("difference-of-one", 1, {"difference": 1.0}),
        ("repair-and-other", 2, {"repair": "all"}),
        ("share-of-nothing", 2, {"share": 0.5}),
        ("not-share", 2, {"power": 80.0}),
        ("not-share", 2, {"share": 0.0}),
        ("not-share", 1, {"confidence": 1.0}),
        ("negative", 1, {"width": -1.0}),
        ("negative", 1, {"width": float("nan")}),
    ],
)
def test_goals_that_cannot_be_are_refused(kind: str, systems: int, options: dict[str, Any]) -> None:
    """Each with CE181."""
    key, *given = pilot()
    with refuses(UsageError, "CE181", kind):
        plan(key, *given[:systems], metrics="conll", **options)


def test_beta_is_refused() -> None:
    """Only F1 is planned, so β would change nothing."""
    with refuses(UsageError, "CE051", "only-f1"):
        plan(*pilot(), beta=2)


def test_small_pilots() -> None:
    """Four documents are refused, ten give a warning."""
    with refuses(UsageError, "CE181", "small-pilot", count=4, least=FEWEST):
        plan(*pilot(4), metrics="conll")
    found = plan(*pilot(10), metrics="conll")
    assert [(one.code, one.kind) for one in found.warnings] == [("CE181", "few-documents")]


def test_what_does_not_vary_has_no_number() -> None:
    """A system equal to the key needs no interval, and equal systems no test."""
    key, good, _ = pilot()
    assert plan(key, key, metrics="conll")["width", "conll"].documents is None
    assert plan(key, good, good, metrics="conll")["power", "conll"].documents is None


def test_the_command(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON has all numbers, the table and a plot are written."""
    for name, clusterings in zip(("key", "good", "bad"), pilot(), strict=True):
        lines = (
            json.dumps({"doc_key": document, "sentences": [["w"] * 12], "clusters": clusters})
            for document, clusters in clusterings.items()
        )
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    monkeypatch.chdir(tmp_path)
    asked = ("-m", "conll", "--difference", "2", "--plot", "plan.svg", "-f", "json")
    data = json.loads(run("plan", "key.jsonl", "good.jsonl", "bad.jsonl", *asked).out)
    assert data["needs"][0]["documents"] == plan(*pilot(), metrics="conll", difference=2).needs[0].documents
    assert data["pilot"] == 24
    assert ET.parse("plan.svg").getroot().tag.endswith("svg")
    assert "good repaired" in run("plan", "key.jsonl", "good.jsonl", "--repair", "all").out
    refused = run("plan", "key.jsonl", "good.jsonl", "--difference", "1")
    assert (refused.status, refused.err[:5]) == (2, "CE181")


def test_goals_print_what_differs() -> None:
    """The power is always in the signature, other goals where they differ from the default."""
    assert str(Goal()) == "power:0.8"
    assert (
        str(Goal(difference=1.5, repair="span", share=0.5))
        == "power:0.8|difference:1.5|repair:span|share:0.5"
    )
