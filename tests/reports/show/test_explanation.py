"""Explanations as text and as JSON."""

from __future__ import annotations

import msgspec
import pytest

from corefeval.explanation import explain
from corefeval.explanation.explanation import Explanation

KINDS = {1: "name", 2: "nominal", 4: "name", 5: "nominal", 6: "pronoun"}


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    """A pronoun in the wrong entity: one right repair lowers the score."""
    return explain_pronoun()


def explain_pronoun(by: str = "") -> Explanation:
    """Explain it, by a feature too."""
    return explain([[1, 2, 6], [4, 5]], [[1, 2], [4, 5, 6]], metrics="ceafe,muc", types=KINDS, by=by)


def test_text_says_what_costs_what(explanation: Explanation) -> None:
    """The tables show classes with points and ranges, errors, decisions, links, and repairs that lower the score."""
    text = explain_pronoun(by="type").render(width=160, colour=False)
    assert "Where CEAFe F1 80.00 loses 20.00 points" in text
    row = next(line for line in text.splitlines() if "merged entity" in line).split()
    assert row[:8] == ["merged", "entity", "1", "30.00", "10.00", "–", "50.00", "█" * 20]
    assert "1 of 2 right repairs, made alone, would lower CEAFe F1" in text
    assert "-30.000" in text
    assert "anaphoric, but linked to another entity only" in text
    assert "Errors by type" in text
    assert "Mention types and heads as given in the files" in text
    assert str(explanation).startswith("1 document")


def test_text_without_types_and_without_errors() -> None:
    """Nothing is invented where nothing is known or nothing is wrong."""
    text = explain([[1, 2]], [[1, 2]]).render(width=120, colour=False)
    assert "Mention types and heads unknown" in text
    assert "Costliest" not in text


def test_what_looks_like_markup_is_text() -> None:
    """Square brackets in names and words are shown as they are."""
    explanation = explain({"[/b]": [["[red]", "b"]]}, {"[/b]": [["[red]", "[/]"]]})
    text = explanation.render(width=160, colour=False)
    assert "[/b]" in text
    assert "[red]" in text
    assert "[/]" in text


@pytest.mark.parametrize("kind", ["table", "markdown", "latex"])
def test_a_repair_that_lowers_the_score_is_listed_once(explanation: Explanation, kind: str) -> None:
    """The costliest errors are those whose repair gains; those that lower the score have a list of their own."""
    shown = explanation.render(kind, width=200, colour=False).replace("−", "-").replace("$-$", "-")
    assert shown.count("-30.000") == 1
    costing, cheapest = explanation.gained.costing("ceafe"), explanation.gained.cheapest("ceafe", 10)
    assert [error.deltas["ceafe"] > 0 for error in costing] == [True]
    assert {error.number for error in (*costing, *cheapest)} == {0, 1}


def test_json_is_plain_and_complete(explanation: Explanation) -> None:
    """It survives a round trip, points add up, and --top limits the lists."""
    plain = msgspec.json.decode(msgspec.json.encode(explanation.to_dict(by=["type"])))
    classes = plain["attribution"]["ceafe"]["classes"]
    assert sum(cost["points"]["shapley"] for cost in classes.values()) == pytest.approx(20)
    assert plain["errors"] == {name: cost["count"] for name, cost in classes.items()}
    assert [error["class"] for error in plain["instances"]] == ["merged_entity", "split_entity"]
    assert plain["instances"][1]["points"]["ceafe"] == pytest.approx(-30)
    assert plain["lowering"] == {"ceafe": 1, "muc": 0}
    assert plain["links"]["recall"]["by_type"] == [
        {"anaphor": "pronoun", "antecedent": "nominal", "links": 1}
    ]
    assert plain["decisions"]["WL"] == 1
    assert {row["value"] for row in plain["by"]["type"]} == {"pronoun"}
    assert len(explanation.to_dict(top=1)["instances"]) == 1
