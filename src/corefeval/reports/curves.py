"""How metrics answered errors at growing rates, as a figure: a panel an error, a curve a metric."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from corefeval.reports.figure import (
    DARK,
    FONT,
    GAP,
    GREY,
    PALE,
    Figure,
    Line,
    Shape,
    Words,
    step_of_ticks,
    write_figure,
)
from corefeval.simulation.simulation import Simulation
from corefeval.text import percent, plain_number

WIDTH, HEIGHT = 300, 200
"""Of the curves of one error."""
NAMES = 110
"""Width of the names of the metrics beside them."""
TOP = 40
"""Height of the heading of a panel."""
ACROSS = 3
"""Panels in a row."""

LOOKS: Sequence[tuple[str, tuple[float, ...]]] = (
    ("#0072b2", ()),
    ("#d55e00", (6, 3)),
    ("#009e73", (2, 2)),
    ("#cc79a7", (8, 3, 2, 3)),
    ("#56b4e9", ()),
    ("#e69f00", (6, 3)),
    ("#222222", (2, 2)),
    ("#999999", (8, 3, 2, 3)),
)
"""Colour and dashes of the curves, in turn; colours of Okabe and Ito, which most people tell apart."""


def write_plot(simulation: Simulation, path: str) -> None:
    """Draw the curves of a simulation to an .svg or .png file."""
    write_figure(layout(simulation), path)


def layout(simulation: Simulation) -> Figure:
    """Return the figure: F1 over the rate, all panels with the same axes."""
    errors, rates = simulation.experiment.errors, (0.0, *sorted(set(simulation.experiment.rates) - {0.0}))
    values = {
        (error, metric): [
            simulation.mean(error, rate, metric) if simulation.is_measured(error, rate, metric) else None
            for rate in rates
        ]
        for error in errors
        for metric in simulation.metrics
    }
    known = [100 * value for curve in values.values() for value in curve if value is not None]
    step = step_of_ticks(100 - min(known, default=0.0))
    low = step * math.floor(min(known, default=0.0) / step + 1e-9)
    shapes: list[Shape] = []
    for number, error in enumerate(errors):
        left = GAP + 40 + (number % ACROSS) * (WIDTH + NAMES + 2 * GAP)
        top = TOP + (number // ACROSS) * (HEIGHT + TOP + 2 * GAP)
        curves = {metric: values[error, metric] for metric in simulation.metrics}
        shapes += _panel(simulation, error, curves, rates, left, top, low, step)
    rows = -(-len(errors) // ACROSS)
    columns = min(len(errors), ACROSS)
    description = "; ".join(
        f"{error}, {metric}: {', '.join(percent(value) for value in curve)}"
        for (error, metric), curve in values.items()
    )
    return Figure(
        2 * GAP + columns * (WIDTH + NAMES + 2 * GAP),
        TOP + rows * (HEIGHT + TOP + 2 * GAP),
        "How metrics answer errors made on purpose",
        f"F1 at rates {', '.join(map(plain_number, rates))}. {description}",
        tuple(shapes),
    )


def _panel(
    simulation: Simulation,
    error: str,
    curves: dict[str, list[float | None]],
    rates: Sequence[float],
    left: float,
    top: float,
    low: float,
    step: float,
) -> list[Shape]:
    def x(rate: float) -> float:
        return left + WIDTH * rate / (rates[-1] or 1.0)

    def y(value: float) -> float:
        return top + HEIGHT * (100 - value) / (100 - low or 1.0)

    shapes: list[Shape] = [
        Words(left, top - 14, error, bold=True),
        Words(left - 6, top - 14, "F1", "end", GREY),
        Words(left + WIDTH / 2, top + HEIGHT + 2 * (FONT + 4), "rate", "middle", GREY),
    ]
    for tick in range(round((100 - low) / step) + 1):
        value = 100 - tick * step
        shapes.append(Line(left, y(value), left + WIDTH, y(value), PALE))
        shapes.append(Words(left - 6, y(value) + FONT / 3, f"{value:g}", "end", GREY))
    shapes += [Words(x(rate), top + HEIGHT + FONT + 4, plain_number(rate), "middle", GREY) for rate in rates]
    ends: list[tuple[float, str, str]] = []
    for number, (metric, curve) in enumerate(curves.items()):
        colour, dashes = LOOKS[number % len(LOOKS)]
        points = [
            (x(rate), y(100 * value)) for rate, value in zip(rates, curve, strict=True) if value is not None
        ]
        shapes += [Line(*one, *other, colour, 2, dashes) for one, other in pairwise(points)]
        if points:
            ends.append((points[-1][1], simulation.metrics[metric].full_label, colour))
    below = -math.inf
    for wanted, label, colour in sorted(ends):
        below = max(wanted, below + FONT + 2)
        shapes.append(Line(left + WIDTH, wanted, left + WIDTH + 8, below, colour))
        shapes.append(Words(left + WIDTH + 12, below + FONT / 3, label, "start", DARK))
    return shapes
