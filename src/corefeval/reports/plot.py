"""The costs of the error classes as a figure for papers: bars with whiskers, as SVG or PNG.

The figure is laid out once, as rectangles, lines and words. SVG is written from these as it stands; PNG needs
matplotlib (the extra `plot`), which draws the same shapes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from corefeval.analysis.attribution import Attribution
from corefeval.analysis.explanation import Explanation
from corefeval.problems import Problem, UsageError
from corefeval.writing import opened_to_write

FONT = 12
"""Size of the letters, in the units of the figure."""
ROW = 26
"""Height of a class."""
BAR = 14
"""Height of a bar."""
LABELS = 190
"""Width of the column of class names."""
PANEL = 330
"""Width of the bars of one metric."""
GAP = 24
"""Between panels, and around everything."""
TOP = 64
"""Height of the heading."""
TICKS = 5
"""About so many intervals on an axis."""

BLUE, DARK, GREY, PALE = "#7ab8e0", "#222222", "#666666", "#dddddd"


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; y is its baseline, anchor start, middle or end."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    colour: str = DARK
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """What to draw, from the top left corner."""

    width: float
    height: float
    description: str
    shapes: tuple[Rectangle | Line | Words, ...]


def check_plot(path: str) -> None:
    """Refuse a file name that cannot be drawn to, before any work is done."""
    kind = Path(path).suffix.lower()
    if kind not in {".svg", ".png"}:
        raise UsageError(Problem("CE051", "a plot is .svg or .png, not", text=path, hint="Name it so."))
    if kind == ".png" and find_spec("matplotlib") is None:
        hint = "Install it with pip install 'corefeval[plot]', or write .svg, which needs nothing."
        raise UsageError(Problem("CE044", "drawing .png needs matplotlib", hint=hint))


def write_plot(explanation: Explanation, path: str) -> None:
    """Draw the costs of the error classes to an .svg or .png file."""
    check_plot(path)
    figure = layout(explanation)
    with opened_to_write(path) as stream:
        if path.lower().endswith(".svg"):
            stream.write(svg(figure).encode())
        else:
            _png(figure, stream)


def layout(explanation: Explanation) -> Figure:
    """Return the figure of an explanation: a panel a metric, a row a class."""
    attributions = list(explanation.attribution.values())
    classes = explanation.classes
    height = TOP + ROW * len(classes) + 2 * GAP
    shapes: list[Rectangle | Line | Words] = []
    for row, kind in enumerate(classes):
        baseline = TOP + ROW * row + ROW / 2 + FONT / 3
        count = attributions[0].costs[row].count
        shapes.append(Words(GAP + LABELS - 12, baseline, f"{kind.title} ({count})", "end"))
    for place, attribution in enumerate(attributions):
        metric = next(one for one in explanation.metrics.values() if one.full_name == attribution.metric)
        label = metric.full_label
        left = GAP + LABELS + place * (PANEL + GAP)
        shapes += _panel(attribution, label, left)
    width = GAP + LABELS + len(attributions) * (PANEL + GAP)
    words = "; ".join(
        f"{one.metric} F1 {one.f1:.2f}: "
        + ", ".join(f"{cost.error_class.title} {cost.shapley:.2f}" for cost in one.costs)
        for one in attributions
    )
    return Figure(width, height, f"Points of F1 that each error class costs. {words}", tuple(shapes))


def _panel(attribution: Attribution, label: str, left: float) -> list[Rectangle | Line | Words]:
    """Return the bars of one metric: Shapley value, and a whisker from alone to last."""
    values = [
        0.0 if math.isnan(value) else value
        for cost in attribution.costs
        for value in (cost.shapley, cost.alone, cost.last)
    ]
    step = _step(max(values) - min(0.0, *values))
    low, high = math.floor(min(0.0, *values) / step), max(1, math.ceil(max(values) / step))
    room = PANEL - 48
    bottom = TOP + ROW * len(attribution.costs)

    def x(value: float) -> float:
        return left + room * (value / step - low) / (high - low)

    shapes: list[Rectangle | Line | Words] = [
        Words(left, 24, f"{label} F1 {attribution.f1:.2f}", bold=True),
        Words(
            left,
            42,
            f"{100 - attribution.f1:.2f} points lost: bar Shapley, whisker alone to last",
            colour=GREY,
        ),
    ]
    for tick in range(low, high + 1):
        shapes.append(Line(x(tick * step), TOP, x(tick * step), bottom, GREY if tick == 0 else PALE))
        shapes.append(Words(x(tick * step), bottom + FONT + 4, f"{tick * step:g}", "middle", GREY))
    for row, cost in enumerate(attribution.costs):
        if math.isnan(cost.shapley):
            continue
        middle = TOP + ROW * row + ROW / 2
        begin, end = sorted((x(0), x(cost.shapley)))
        shapes.append(Rectangle(begin, middle - BAR / 2, end - begin, BAR, BLUE))
        shapes += [
            Line(x(value), middle - 4, x(value), middle + 4, DARK, 1.5) for value in (cost.alone, cost.last)
        ]
        shapes.append(Line(x(cost.alone), middle, x(cost.last), middle, DARK, 1.5))
        outer = max(end, x(cost.alone), x(cost.last))
        shapes.append(Words(outer + 6, middle + FONT / 3, f"{cost.shapley:.2f}"))
    return shapes


def _step(span: float) -> float:
    """Return a round distance of ticks: 1, 2 or 5 times a power of ten."""
    if span <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(span / TICKS))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power * TICKS >= span * (1 - 1e-9))


def svg(figure: Figure) -> str:
    """Return the figure as an SVG document."""
    size = f'width="{figure.width:g}" height="{figure.height:g}"'
    view = f'viewBox="0 0 {figure.width:g} {figure.height:g}"'
    font = f'font-family="Helvetica, Arial, sans-serif" font-size="{FONT}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} role="img" {font}>',
        f"<title>What each error class costs</title><desc>{escape(figure.description)}</desc>",
        f'<rect {size} fill="white"/>',
        *map(_element, figure.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Rectangle | Line | Words) -> str:
    match shape:
        case Rectangle(x, y, width, height, colour):
            return (
                f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{colour}"/>'
            )
        case Line(x1, y1, x2, y2, colour, width):
            return (
                f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" '
                f'stroke-width="{width:g}"/>'
            )
        case Words(x, y, text, anchor, colour, bold):
            weight = ' font-weight="bold"' if bold else ""
            return (
                f'<text x="{x:.2f}" y="{y:.2f}" text-anchor={quoteattr(anchor)} fill="{colour}"{weight}>'
                f"{escape(text)}</text>"
            )


def _png(figure: Figure, stream: BinaryIO) -> None:
    """Draw the same shapes with matplotlib, at 200 dots an inch."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - an extra, imported to draw
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415 - same
    from matplotlib.lines import Line2D  # noqa: PLC0415 - same
    from matplotlib.patches import Rectangle as Patch  # noqa: PLC0415 - same

    canvas = Canvas(figsize=(figure.width / 96, figure.height / 96), dpi=200)
    FigureCanvasAgg(canvas)
    axes = canvas.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, figure.width)
    axes.set_ylim(figure.height, 0)
    axes.set_axis_off()
    align = {"start": "left", "middle": "center", "end": "right"}
    for order, shape in enumerate(figure.shapes):
        match shape:
            case Rectangle(x, y, width, height, colour):
                axes.add_patch(Patch((x, y), width, height, facecolor=colour, linewidth=0, zorder=order))
            case Line(x1, y1, x2, y2, colour, width):
                thickness = width * 72 / 96
                axes.add_line(Line2D([x1, x2], [y1, y2], color=colour, linewidth=thickness, zorder=order))
            case Words(x, y, text, anchor, colour, bold):
                axes.text(
                    x,
                    y,
                    text,
                    ha=align[anchor],
                    va="baseline",
                    color=colour,
                    fontsize=FONT * 72 / 96,
                    fontweight="bold" if bold else "normal",
                    parse_math=False,
                )
    canvas.savefig(stream, format="png", metadata={"Software": "corefeval"})
