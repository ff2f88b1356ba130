"""Curves as a figure: metrics at growing rates of errors, LMetrics by their weights, power by number of documents."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corefeval.applications.weights import CLASSIC, OverWeights
from corefeval.metrics import parse_metric
from corefeval.planning.plan import ExperimentPlan
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
"""The width and height of a panel's axes."""
NAMES = 110
"""The width of the labels next to the curves."""
TOP = 40
"""The height of a panel's heading."""
ACROSS = 3
"""The number of panels in a row."""

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
"""Colours and dashes of the curves, in turn. Most people can distinguish the colours (Okabe and Ito)."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves over one axis.

    Attributes:
        title: the title of the panel.
        axis: the label of the horizontal axis.
        ticks: the labels of its ticks.
        curves: the values of each curve as fractions, by its label; None if a value was not measured.
        positions: the positions of the ticks, from 0 to 1; evenly spaced if empty.
        unit: the label of the vertical axis.
    """

    title: str
    axis: str
    ticks: tuple[str, ...]
    curves: Mapping[str, Sequence[float | None]]
    positions: tuple[float, ...] = ()
    unit: str = "F1"

    def x(self, number: int) -> float:
        """Return the position of a tick, from 0 to 1."""
        return self.positions[number] if self.positions else number / max(len(self.ticks) - 1, 1)


def write_plot(simulation: Simulation, path: str) -> None:
    """Draw the curves of a simulation to an .svg or .png file."""
    write_figure(layout(simulation), path)


def layout(simulation: Simulation) -> Figure:
    """Return the figure of a simulation: F1 over the rate of errors, all panels with the same axes."""
    errors, rates = simulation.experiment.errors, (0.0, *sorted(set(simulation.experiment.rates) - {0.0}))

    def curve(error: str, metric: str) -> list[float | None]:
        return [
            simulation.mean(error, rate, metric) if simulation.is_measured(error, rate, metric) else None
            for rate in rates
        ]

    ticks, metrics = tuple(map(plain_number, rates)), simulation.metrics.items()
    positions = tuple(rate / (rates[-1] or 1.0) for rate in rates)
    panels = []
    for error in errors:
        curves = {metric.full_label: curve(error, name) for name, metric in metrics}
        panels.append(Panel(error, "rate", ticks, curves, positions))
    description = f"F1 at rates {', '.join(ticks)}."
    return of_panels(panels, "How metrics respond to simulated errors", description, ACROSS)


def weights_layout(over: OverWeights) -> Figure:
    """Return the figure of LMetrics with different weights.

    The upper panels follow Figure 3 of Chen and Ng (2013): F1 of the systems with each weight vector and with the
    classic metric. The lower panels show F1 over the weight of a singleton.
    """
    systems = tuple(over.systems)
    upper, lower = [], []
    for name, by_weights in over.named.items():
        label = parse_metric(name).label
        classic = parse_metric(CLASSIC[name]).label
        curves = {
            weights or classic: [scores[system] for system in systems]
            for weights, scores in by_weights.items()
        }
        upper.append(Panel(label, "system", systems, curves))
        weights = tuple(map(plain_number, over.singleton))
        lower.append(Panel(label, "weight of a singleton", weights, over.curves[name]))
    title = "LMetrics by the weights of links and singletons"
    return of_panels([*upper, *lower], title, "F1.", len(upper))


def write_plan(plan: ExperimentPlan, path: str) -> None:
    """Draw power, or the width of intervals, by number of documents to an .svg or .png file."""
    write_figure(plan_layout(plan), path)


def plan_layout(plan: ExperimentPlan) -> Figure:
    """Return the figure of a plan: a panel for each goal, documents on a logarithmic scale."""
    panels = []
    for goal, unit in (("power", "%"), ("width", "±")):
        points = [point for point in plan.curve if point.goal == goal]
        sizes = list(dict.fromkeys(point.documents for point in points))
        curves: dict[str, list[float]] = {}
        for point in points:
            curves.setdefault(plan.metrics[point.metric].full_label, []).append(point.reached)
        if points:
            first, last = math.log(sizes[0]), math.log(sizes[-1])
            positions = tuple((math.log(size) - first) / ((last - first) or 1.0) for size in sizes)
            title = "Power" if goal == "power" else "Half the width of the interval, in points"
            panels.append(
                Panel(title, "documents", tuple(f"{size:,}" for size in sizes), curves, positions, unit)
            )
    title = "How many documents an experiment needs"
    highest = max(point.reached for point in plan.curve)
    return of_panels(panels, title, "By number of documents.", len(panels), high=100 * highest)


def of_panels(
    panels: Sequence[Panel], title: str, description: str, across: int, *, high: float = 100.0
) -> Figure:
    """Return a figure of panels with a common vertical scale up to `high`, `across` panels in a row."""
    curves = [(panel, label, curve) for panel in panels for label, curve in panel.curves.items()]
    known = (100 * value for _, _, curve in curves for value in curve if value is not None)
    lowest = min(known, default=0.0)
    step = step_of_ticks(high - lowest)
    low = step * math.floor(lowest / step + 1e-9)
    top_tick = low + step * math.ceil((high - low) / step - 1e-9)
    shapes: list[Shape] = []
    for number, panel in enumerate(panels):
        left = GAP + 40 + (number % across) * (WIDTH + NAMES + 2 * GAP)
        top = TOP + (number // across) * (HEIGHT + TOP + 2 * GAP)
        shapes += _panel(panel, left, top, (low, top_tick), step)
    rows = -(-len(panels) // across)
    told = "; ".join(
        f"{panel.title}, {label}: {', '.join(map(percent, curve))}" for panel, label, curve in curves
    )
    return Figure(
        2 * GAP + min(len(panels), across) * (WIDTH + NAMES + 2 * GAP),
        TOP + rows * (HEIGHT + TOP + 2 * GAP),
        title,
        f"{description} {told}",
        tuple(shapes),
    )


def _panel(panel: Panel, left: float, top: float, scale: tuple[float, float], step: float) -> list[Shape]:
    low, high = scale

    def x(number: int) -> float:
        return left + WIDTH * panel.x(number)

    def y(value: float) -> float:
        return top + HEIGHT * (high - value) / (high - low or 1.0)

    shapes: list[Shape] = [
        Words(left, top - 14, panel.title, bold=True),
        Words(left - 6, top - 14, panel.unit, "end", GREY),
        Words(left + WIDTH / 2, top + HEIGHT + 2 * (FONT + 4), panel.axis, "middle", GREY),
    ]
    for tick in range(round((high - low) / step) + 1):
        value = high - tick * step
        shapes.append(Line(left, y(value), left + WIDTH, y(value), PALE))
        shapes.append(Words(left - 6, y(value) + FONT / 3, f"{value:g}", "end", GREY))
    shapes += [
        Words(x(number), top + HEIGHT + FONT + 4, text, "middle", GREY)
        for number, text in enumerate(panel.ticks)
    ]
    ends: list[tuple[float, str, str]] = []
    for number, (label, curve) in enumerate(panel.curves.items()):
        colour, dashes = LOOKS[number % len(LOOKS)]
        points = [(x(place), y(100 * value)) for place, value in enumerate(curve) if value is not None]
        shapes += [Line(*one, *other, colour, 2, dashes) for one, other in pairwise(points)]
        if points:
            ends.append((points[-1][1], label, colour))
    ends.sort()
    places = _apart([wanted for wanted, _, _ in ends], FONT + 2, top + HEIGHT)
    for (wanted, label, colour), place in zip(ends, places, strict=True):
        shapes.append(Line(left + WIDTH, wanted, left + WIDTH + 8, place, colour))
        shapes.append(Words(left + WIDTH + 12, place + FONT / 3, label, "start", DARK))
    return shapes


def _apart(wanted: Sequence[float], distance: float, bottom: float) -> list[float]:
    """Move ascending positions so that they are at least `distance` apart and not below the bottom.

    Examples:
        >>> _apart([1, 1, 9, 10], 2, 10)
        [1, 3, 8, 10]
    """
    places: list[float] = []
    for place in wanted:
        places.append(max([place, *(last + distance for last in places[-1:])]))
    limit = bottom
    for number in reversed(range(len(places))):
        places[number] = min(places[number], limit)
        limit = places[number] - distance
    return places
