"""The figure of the costs of error classes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from corefeval.explanation import explain
from corefeval.explanation.explanation import Explanation
from corefeval.problems import CorefevalError, UsageError
from corefeval.reports import figure, plot
from tests.refuses import refuses

KINDS = {1: "name", 2: "nominal", 4: "name", 5: "nominal", 6: "pronoun"}


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    """A pronoun in the wrong entity: one right repair lowers the score."""
    return explain([[1, 2, 6], [4, 5]], [[1, 2], [4, 5, 6]], metrics="ceafe,muc", types=KINDS)


def test_svg_is_drawn_to_scale(explanation: Explanation, tmp_path: Path) -> None:
    """Bars are as long as the points, negative ones left of zero, and the same figure has the same bytes."""
    path = tmp_path / "loss.svg"
    plot.write_plot(explanation, str(path))
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    bars = [bar for bar in root.iter(f"{space}rect") if bar.get("fill") == figure.BLUE]
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
    assert "split entity (1)" in words
    assert figure.svg(plot.layout(explanation)) == path.read_text(encoding="utf-8")


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
    with refuses(UsageError, "CE051", "plot-svg-or-png", text="loss.pdf"):
        figure.check_plot("loss.pdf")
    with pytest.raises(CorefevalError, match="CE053"):
        plot.write_plot(explanation, str(tmp_path / "no" / "loss.svg"))
    monkeypatch.setattr(figure, "find_spec", lambda _: None)
    with refuses(UsageError, "CE044", "drawing-png-needs-matplotlib"):
        figure.check_plot("loss.png")


@pytest.mark.parametrize(("span", "step"), [(0, 1), (1, 0.2), (4.9, 1), (10, 2), (23, 5), (99, 20)])
def test_ticks_are_round(span: float, step: float) -> None:
    """About five intervals of 1, 2 or 5 times a power of ten."""
    assert figure.step_of_ticks(span) == pytest.approx(step)
