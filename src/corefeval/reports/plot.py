"""Draw the costs of the error classes as bars with whiskers."""

from __future__ import annotations

import math

from corefeval.explanation.explanation import Explanation
from corefeval.explanation.shapley import Attribution
from corefeval.problems import Problem, UsageError
from corefeval.reports.figure import (
    BLUE,
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
    step_of_ticks,
    write_figure,
)

ROW = 26
"""The height of the row of an error class."""
BAR = 14
"""The height of a bar."""
LABELS = 190
"""The width of the column of class names."""
PANEL = 330
"""The width of the panel of one metric."""
TOP = 64
"""The height of the heading."""


def write_plot(explanation: Explanation, path: str) -> None:
    """Draw the costs of the error classes to an .svg or .png file."""
    write_figure(layout(explanation), path)


def layout(explanation: Explanation) -> Figure:
    """Return the figure of an explanation: one panel per metric, one row per class.

    Raises:
        UsageError: CE051 if no requested metric can score repaired responses.
    """
    attributions = list(explanation.attribution.values())
    if not attributions:
        raise UsageError(Problem("CE051", "figure-what-error-classes", text=", ".join(explanation.metrics)))
    classes = explanation.classes
    height = TOP + ROW * len(classes) + 2 * GAP
    shapes: list[Shape] = []
    for row, kind in enumerate(classes):
        baseline = TOP + ROW * row + ROW / 2 + FONT / 3
        count = attributions[0].costs[row].count
        shapes.append(Words(GAP + LABELS - 12, baseline, f"{kind.title} ({count})", "end"))
    labels = {metric.full_name: metric.full_label for metric in explanation.metrics.values()}
    for place, attribution in enumerate(attributions):
        left = GAP + LABELS + place * (PANEL + GAP)
        shapes += _panel(attribution, labels[attribution.metric], left)
    width = GAP + LABELS + len(attributions) * (PANEL + GAP)
    words = "; ".join(
        f"{one.metric} F1 {100 * one.f1:.2f}: "
        + ", ".join(f"{cost.error_class.title} {cost.shapley:.2f}" for cost in one.costs)
        for one in attributions
    )
    description = f"Points of F1 that each error class costs. {words}"
    return Figure(width, height, "Cost of each error class", description, tuple(shapes))


def _panel(attribution: Attribution, label: str, left: float) -> list[Shape]:
    """Return the panel of one metric. A bar is the Shapley value; its whisker goes from `alone` to `last`."""
    values = [
        0.0 if math.isnan(value) else value
        for cost in attribution.costs
        for value in (cost.shapley, cost.alone, cost.last)
    ]
    step = step_of_ticks(max(values) - min(0.0, *values))
    low, high = math.floor(min(0.0, *values) / step), max(1, math.ceil(max(values) / step))
    room = PANEL - 48
    bottom = TOP + ROW * len(attribution.costs)

    def x(value: float) -> float:
        return left + room * (value / step - low) / (high - low)

    lost = f"{100 - 100 * attribution.f1:.2f} points lost: bar Shapley, whisker alone to last"
    shapes: list[Shape] = [
        Words(left, 24, f"{label} F1 {100 * attribution.f1:.2f}", bold=True),
        Words(left, 42, lost, colour=GREY),
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
