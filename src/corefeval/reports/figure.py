"""Figures for papers, described as rectangles, lines and words.

SVG is written directly from these shapes. PNG needs matplotlib (the extra `plot`), which draws the same shapes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from corefeval.problems import Problem, UsageError
from corefeval.writing import opened_to_write

FONT = 12
"""The font size, in the units of the figure."""
GAP = 24
"""The space between panels, and around the figure."""
TICKS = 5
"""The approximate number of intervals on an axis."""

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
    """A straight line. `dashes` contains the lengths of its strokes and gaps."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float = 1.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text. `y` is its baseline; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    colour: str = DARK
    bold: bool = False


Shape = Rectangle | Line | Words


@dataclass(frozen=True, slots=True)
class Figure:
    """The shapes of a figure. Coordinates start at the top left corner."""

    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]


def check_plot(path: str) -> None:
    """Refuse a file name of an unsupported type, before any work is done."""
    kind = Path(path).suffix.lower()
    if kind not in {".svg", ".png"}:
        raise UsageError(Problem("CE051", "plot-svg-or-png", text=path))
    if kind == ".png" and find_spec("matplotlib") is None:
        raise UsageError(Problem("CE044", "drawing-png-needs-matplotlib"))


def write_figure(figure: Figure, path: str) -> None:
    """Draw a figure to an .svg or .png file."""
    check_plot(path)
    with opened_to_write(path) as stream:
        if path.lower().endswith(".svg"):
            stream.write(svg(figure).encode())
        else:
            _png(figure, stream)


def step_of_ticks(span: float) -> float:
    """Return a round distance between ticks: 1, 2 or 5 times a power of ten."""
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
        f"<title>{escape(figure.title)}</title><desc>{escape(figure.description)}</desc>",
        f'<rect {size} fill="white"/>',
        *map(_element, figure.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape) -> str:
    match shape:
        case Rectangle(x, y, width, height, colour):
            return (
                f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{colour}"/>'
            )
        case Line(x1, y1, x2, y2, colour, width, dashes):
            dashed = f' stroke-dasharray="{" ".join(f"{length:g}" for length in dashes)}"' if dashes else ""
            return (
                f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" '
                f'stroke-width="{width:g}"{dashed}/>'
            )
        case Words(x, y, text, anchor, colour, bold):
            weight = ' font-weight="bold"' if bold else ""
            return (
                f'<text x="{x:.2f}" y="{y:.2f}" text-anchor={quoteattr(anchor)} fill="{colour}"{weight}>'
                f"{escape(text)}</text>"
            )


def _png(figure: Figure, stream: BinaryIO) -> None:
    """Draw the figure as PNG with matplotlib, at 200 dots per inch."""
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
            case Line(x1, y1, x2, y2, colour, width, dashes):
                thickness = width * 72 / 96
                line = Line2D([x1, x2], [y1, y2], color=colour, linewidth=thickness, zorder=order)
                if dashes:
                    line.set_dashes([length / width for length in dashes])
                axes.add_line(line)
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
