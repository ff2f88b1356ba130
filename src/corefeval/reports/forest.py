"""Draw a study as a figure: one panel per use, one row per metric.

A row shows τ with its interval over documents, for each set of systems.
"""

from __future__ import annotations

from collections.abc import Callable

from corefeval.reports.curves import LOOKS
from corefeval.reports.figure import (
    DARK,
    FONT,
    GAP,
    GREY,
    PALE,
    Figure,
    Line,
    Rectangle,
    Shape,
    Words,
    write_figure,
)
from corefeval.reports.show.study import coefficient, use_label
from corefeval.studies.study import Prediction, Study

LABELS = 190
"""The width of the column of metric names."""
PANEL = 200
"""The width of a panel."""
STEP = 7
"""The vertical distance between sets of systems in a row."""
DOT = 5
"""The size of the square that marks τ."""
TOP = 56
"""The height of a panel's heading."""
ACROSS = 3
"""The number of panels in a row."""
TICK = 0.25
"""The distance between ticks on the axis of τ."""


def write_plot(study: Study, path: str) -> None:
    """Draw a study to an .svg or .png file."""
    write_figure(layout(study), path)


def layout(study: Study) -> Figure:
    """Return the figure of a study. All panels have the same axis."""
    known = [
        value
        for one in study.predictions
        for value in (one.tau, *(one.tau_documents or ()))
        if value is not None
    ]
    low = TICK * min(0, *(int(value // TICK) for value in known)) if known else 0.0
    row = STEP * len(study.groups) + 9
    height = TOP + row * len(study.metrics) + 2 * GAP
    shapes: list[Shape] = []
    for number, use in enumerate(study.uses):
        left = GAP + LABELS + (number % ACROSS) * (PANEL + 2 * GAP)
        top = GAP + (number // ACROSS) * height
        if number % ACROSS == 0:
            shapes += _labels(study, top + TOP, row)
        shapes += _panel(study, use, left, top, row, low)
    for number, group in enumerate(study.groups):
        x, y = GAP + LABELS + number * 150, GAP / 2 + FONT
        shapes.append(Rectangle(x, y - DOT - 2, DOT, DOT, LOOKS[number][0]))
        shapes.append(Words(x + 10, y, group))
    lines = -(-len(study.uses) // ACROSS)
    width = GAP + LABELS + min(len(study.uses), ACROSS) * (PANEL + 2 * GAP)
    numbers = "; ".join(
        f"{one.systems}, {one.use}, {one.metric}: {coefficient(one.tau)}" for one in study.predictions
    )
    title = "How well metrics predict uses"
    description = f"Kendall's τ over systems, with intervals over documents. {numbers}"
    return Figure(width, GAP + lines * height, title, description, tuple(shapes))


def _labels(study: Study, top: float, row: float) -> list[Shape]:
    return [
        Words(GAP + LABELS - 10, top + row * place + row / 2 + FONT / 3, metric.full_label, "end")
        for place, metric in enumerate(study.metrics.values())
    ]


def _panel(study: Study, use: str, left: float, top: float, row: float, low: float) -> list[Shape]:
    begin, end = top + TOP, top + TOP + row * len(study.metrics)

    def x(value: float) -> float:
        return left + PANEL * (value - low) / (1 - low)

    shapes: list[Shape] = [Words(left, top + TOP - 12, use_label(use), bold=True)]
    for tick in range(round((1 - low) / TICK) + 1):
        value = low + tick * TICK
        shapes.append(Line(x(value), begin, x(value), end, GREY if value == 0 else PALE))
        shapes.append(Words(x(value), end + FONT + 4, f"{value:g}", "middle", GREY))
    for number, group in enumerate(study.groups):
        for place, metric in enumerate(study.metrics):
            middle = begin + row * place + 8 + STEP * number
            shapes += _mark(study[group, use, metric], x, middle, LOOKS[number % len(LOOKS)][0])
    return shapes


def _mark(one: Prediction, x: Callable[[float], float], y: float, colour: str) -> list[Shape]:
    """Return the mark of τ on the line of its interval. The mark has a dark frame if the metric is the chosen one."""
    if one.tau is None:
        return []
    shapes: list[Shape] = []
    if one.tau_documents is not None:
        shapes.append(Line(x(one.tau_documents[0]), y, x(one.tau_documents[1]), y, colour, 1.5))
    for size, fill in ((DOT + 4, DARK), (DOT, colour)) if one.is_chosen else ((DOT, colour),):
        shapes.append(Rectangle(x(one.tau) - size / 2, y - size / 2, size, size, fill))
    return shapes
