"""How metrics respond to simulated errors: one table per error, one row per rate."""

from __future__ import annotations

from corefeval.columns import Column
from corefeval.problems import printed_problems
from corefeval.reports.report import Note, ReportText, Row, Table
from corefeval.reports.words import scored_as, undefined_notes
from corefeval.simulation.errors import ERRORS
from corefeval.simulation.simulation import Simulation
from corefeval.text import percent, plain_number, several


def show(simulation: Simulation) -> ReportText:
    """Return one table per error: F1 of each metric at each rate. The first row is the key against itself."""
    experiment, result = simulation.experiment, simulation.undisturbed
    draws = "each drawn once" if experiment.repeats == 1 else f"means of {experiment.repeats} draws"
    return ReportText(
        (*(_table(simulation, error) for error in experiment.errors), *map(Note, undefined_notes(result))),
        (
            f"{several(len(result.documents), 'document')} · errors made in the key, {draws} · F1",
            scored_as([result]),
        ),
        tuple(printed_problems(simulation.warnings)),
        simulation.signature,
    )


def _table(simulation: Simulation, error: str) -> Table:
    declared = ERRORS[error]
    rows = []
    for rate in dict.fromkeys((0.0, *simulation.experiment.rates)):
        counts = simulation.counts(error, rate) if rate else [0]
        cells = (percent(simulation.mean(error, rate, metric)) for metric in simulation.metrics)
        rows.append(Row.of(plain_number(rate), f"{sum(counts) / len(counts):,.0f}", *cells))
    return Table(
        (
            Column("Rate"),
            Column("Errors"),
            *(Column(metric.full_label) for metric in simulation.metrics.values()),
        ),
        tuple(rows),
        f"{error}: {declared.summary}; the rate is of {declared.of}",
        is_divisible=True,
    )
