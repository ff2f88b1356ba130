"""How metrics respond to simulated errors: one table per error, one row per rate."""

from __future__ import annotations

from corefeval.columns import Column, metric_columns
from corefeval.reports.report import Note, ReportText, Table
from corefeval.reports.words import scored_as, undefined_notes
from corefeval.simulation.errors import ERRORS
from corefeval.simulation.simulation import Simulation
from corefeval.text import percent, plain_number, several


def show(simulation: Simulation) -> ReportText:
    """Return one table per error: F1 of each metric at each rate. The first row is the key against itself."""
    experiment, result = simulation.experiment, simulation.undisturbed
    draws = "each drawn once" if experiment.repeats == 1 else f"means of {experiment.repeats} draws"
    return ReportText.of(
        simulation,
        (*(_table(simulation, error) for error in experiment.errors), *map(Note, undefined_notes(result))),
        f"{several(len(result.documents), 'document')} · errors made in the key, {draws} · F1",
        scored_as([result]),
    )


def _table(simulation: Simulation, error: str) -> Table:
    declared = ERRORS[error]

    def errors(rate: float) -> str:
        counts = simulation.counts(error, rate) if rate else [0]
        return f"{sum(counts) / len(counts):,.0f}"

    columns = (
        Column("Rate", of=plain_number),
        Column("Errors", of=errors),
        *metric_columns(
            simulation.metrics, lambda rate, metric: percent(simulation.mean(error, rate, metric))
        ),
    )
    title = f"{error}: {declared.summary}; the rate is of {declared.of}"
    rates = dict.fromkeys((0.0, *simulation.experiment.rates))
    return Table.of(columns, rates, title, is_divisible=True)
