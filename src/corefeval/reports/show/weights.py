"""LMetrics with other weights: the scores of each system, and the share of weight vectors with which it leads."""

from __future__ import annotations

from corefeval.applications.weights import CLASSIC, OverWeights
from corefeval.columns import Column, columns_for
from corefeval.metrics import parse_metric
from corefeval.reports.report import Note, ReportText, Row, Table
from corefeval.reports.words import scored_as, scored_units
from corefeval.text import percent


def show(over: OverWeights) -> ReportText:
    """Return a table for each metric."""
    comparison = over.comparison
    notes = (
        f"Lowest, highest, leads: over {over.vectors} weight vectors, an even grid of name = 1 ≥ nominal ≥ pronoun, singleton ≤ 1.",
        "W1 to W5 are the vectors of Chen and Ng (2013), section 4.1. A system leads if no other one has the same F1 to two digits.",
    )
    return ReportText.of(
        comparison,
        (*(_table(over, metric) for metric in over.named), *map(Note, notes)),
        f"{scored_units(comparison.documents, comparison.settings)} · F1 by the weights of links and singletons",
        scored_as(comparison.every_result),
    )


def _table(over: OverWeights, metric: str) -> Table:
    label, classic = parse_metric(metric).label, parse_metric(CLASSIC[metric]).label
    by_weights = over.named[metric]
    bounds = {system: ends or (None, None) for system, ends in over.bounds[metric].items()}
    columns = (
        Column(label, "text", of=str),
        *columns_for(
            by_weights, lambda name: name or classic, lambda system, name: percent(by_weights[name][system])
        ),
        Column("Lowest", of=lambda system: percent(bounds[system][0])),
        Column("Highest", of=lambda system: percent(bounds[system][1])),
        Column("Leads", style="bold", of=lambda system: f"{100 * over.leads[metric][system]:.1f} %"),
    )
    ties = over.ties(metric)
    tied = [Row.of("none alone", *[""] * (len(by_weights) + 2), f"{100 * ties:.1f} %")] if ties > 0 else []
    return Table.of(columns, over.systems, f"{label} by weights", sums=tied)
