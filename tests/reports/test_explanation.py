"""Explanations as text, as JSON and as figures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest

from corefeval.analysis import explain
from corefeval.analysis.explanation import Explanation
from corefeval.problems import CorefevalError, UsageError
from corefeval.reports import plot
from corefeval.reports.explanation import render, to_dict

KINDS = {1: "name", 2: "nominal", 4: "name", 5: "nominal", 6: "pronoun"}


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    """A pronoun in the wrong entity: one right repair lowers the score."""
    return explain([[1, 2, 6], [4, 5]], [[1, 2], [4, 5, 6]], metrics="ceafe,muc", types=KINDS)


def test_text_says_what_costs_what(explanation: Explanation) -> None:
    """The tables show classes with points and ranges, errors, decisions, links, and repairs that lower the score."""
    text = render(explanation, by=["type"], width=160, colour=False)
    assert "Where CEAFe F1 80.00 loses 20.00 points" in text
    row = next(line for line in text.splitlines() if "conflated entities" in line).split()
    assert row[:8] == ["conflated", "entities", "1", "30.00", "10.00", "–", "50.00", "█" * 20]
    assert "1 of 2 right repairs, made alone, would lower CEAFe F1" in text
    assert "-30.000" in text
    assert "anaphoric, but linked to another entity only" in text
    assert "Errors by type" in text
    assert "Mention types and heads as given in the files" in text
    assert str(explanation).startswith("1 document")


def test_text_without_types_and_without_errors() -> None:
    """Nothing is invented where nothing is known or nothing is wrong."""
    text = render(explain([[1, 2]], [[1, 2]]), width=120, colour=False)
    assert "Mention types and heads unknown" in text
    assert "Costliest" not in text


def test_what_looks_like_markup_is_text() -> None:
    """Square brackets in names and words are shown as they are."""
    text = render(explain({"[/b]": [["[red]", "b"]]}, {"[/b]": [["[red]", "[/]"]]}), width=160, colour=False)
    assert "[/b]" in text
    assert "[red]" in text
    assert "[/]" in text


def test_json_is_plain_and_complete(explanation: Explanation) -> None:
    """It survives a round trip, points add up, and --top limits the lists."""
    plain = msgspec.json.decode(msgspec.json.encode(to_dict(explanation, by=["type"])))
    classes = plain["attribution"]["ceafe"]["classes"]
    assert sum(cost["shapley"] for cost in classes.values()) == pytest.approx(20)
    assert plain["errors"] == {name: cost["count"] for name, cost in classes.items()}
    assert [error["class"] for error in plain["instances"]] == ["conflated", "divided"]
    assert plain["instances"][1]["delta"]["ceafe"] == pytest.approx(-30)
    assert plain["lowering"] == {"ceafe": 1, "muc": 0}
    assert plain["links"]["recall"]["by_type"] == [
        {"anaphor": "pronoun", "antecedent": "nominal", "links": 1}
    ]
    assert plain["decisions"]["WL"] == 1
    assert {row["value"] for row in plain["by"]["type"]} == {"pronoun"}
    assert len(to_dict(explanation, top=1)["instances"]) == 1


def test_svg_is_drawn_to_scale(explanation: Explanation, tmp_path: Path) -> None:
    """Bars are as long as the points, negative ones left of zero, and the same figure has the same bytes."""
    path = tmp_path / "loss.svg"
    plot.write_plot(explanation, str(path))
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    bars = [bar for bar in root.iter(f"{space}rect") if bar.get("fill") == plot.BLUE]
    assert len(bars) == 2 * len(explanation.classes)
    widths = [float(bar.get("width", "0")) for bar in bars[: len(explanation.classes)]]
    shapley = [cost.shapley for cost in explanation.attribution["ceafe"].costs]
    assert shapley[4] < 0
    scale = widths[1] / shapley[1]
    assert widths == pytest.approx([abs(points) * scale for points in shapley], abs=0.02)
    starts = [float(bar.get("x", "0")) for bar in bars]
    assert starts[4] < starts[1]
    words = [text.text for text in root.iter(f"{space}text")]
    assert "CEAFe F1 80.00" in words
    assert "divided entity (1)" in words
    assert plot.svg(plot.layout(explanation)) == path.read_text(encoding="utf-8")


def test_png_is_a_picture(explanation: Explanation, tmp_path: Path) -> None:
    """Matplotlib draws the same figure."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "loss.png"
    plot.write_plot(explanation, str(path))
    assert path.read_bytes().startswith(b"\x89PNG")


def test_plots_that_cannot_be(
    explanation: Explanation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unknown kinds, a missing extra and a missing folder are said."""
    with pytest.raises(UsageError, match=r"is \.svg or \.png"):
        plot.check_plot("loss.pdf")
    with pytest.raises(CorefevalError, match="CE053"):
        plot.write_plot(explanation, str(tmp_path / "no" / "loss.svg"))
    monkeypatch.setattr(plot, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"corefeval\[plot\]"):
        plot.check_plot("loss.png")


@pytest.mark.parametrize(("span", "step"), [(0, 1), (1, 0.2), (4.9, 1), (10, 2), (23, 5), (99, 20)])
def test_ticks_are_round(span: float, step: float) -> None:
    """About five intervals of 1, 2 or 5 times a power of ten."""
    assert plot._step(span) == pytest.approx(step)
