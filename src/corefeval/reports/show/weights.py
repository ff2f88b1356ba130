"""LMetrics with other weights: the scores of each system, and the share of weight vectors with which it leads."""

from __future__ import annotations

from corefeval.applications.weights import CLASSIC, OverWeights
from corefeval.columns import Column
from corefeval.metrics import parse_metric
from corefeval.problems import printed_problems
from corefeval.reports.report import Note, ReportText, Row, Table
from corefeval.reports.words import scored_as, scored_units
from corefeval.text import UNDEFINED, percent


def show(over: OverWeights) -> ReportText:
    """Return a table for each metric."""
    comparison = over.comparison
    notes = (
        f"Lowest, highest, leads: over {over.vectors} weight vectors, an even grid of name = 1 ≥ nominal ≥ pronoun, singleton ≤ 1.",
        "W1 to W5 are the vectors of Chen and Ng (2013), section 4.1. A system leads if no other one has the same F1 to two digits.",
    )
    return ReportText(
        (*(_table(over, metric) for metric in over.named), *map(Note, notes)),
        (
            f"{scored_units(comparison.documents, comparison.settings)} · F1 by the weights of links and singletons",
            scored_as(comparison.every_result),
        ),
        tuple(printed_problems(comparison.warnings)),
        comparison.signature,
    )


def _table(over: OverWeights, metric: str) -> Table:
    label, classic = parse_metric(metric).label, parse_metric(CLASSIC[metric]).label
    by_weights = over.named[metric]
    rows = []
    for system in over.systems:
        low, high = over.bounds[metric][system] or (None, None)
        rows.append(
            Row.of(
                system,
                *(percent(scores[system]) for scores in by_weights.values()),
                percent(low) if low is not None else UNDEFINED,
                percent(high) if high is not None else UNDEFINED,
                f"{100 * over.leads[metric][system]:.1f} %",
            )
        )
    ties = over.ties(metric)
    if ties > 0:
        rows.append(Row.of("none alone", *[""] * (len(by_weights) + 2), f"{100 * ties:.1f} %"))
    columns = [Column(name or classic) for name in by_weights]
    return Table(
        (Column(label, "text"), *columns, Column("Lowest"), Column("Highest"), Column("Leads", style="bold")),
        tuple(rows),
        f"{label} by weights",
    )
