"""The scores of several datasets, and their means."""

from __future__ import annotations

from corefeval.columns import Column
from corefeval.evaluation.datasets import DatasetScores
from corefeval.problems import printed_problems
from corefeval.reports.report import Note, ReportText, Row, Table
from corefeval.reports.words import scored_as, undefined_notes
from corefeval.text import percent, several


def show(scores: DatasetScores) -> ReportText:
    """Return F1 of each metric, one row per dataset and the mean at the bottom."""
    metrics, means = scores.metrics, scores.macro
    count = sum(len(result.documents) for result in scores.results.values())
    rows = [
        Row.of(
            name,
            str(len(result.documents)),
            *(percent(result.scores.get(metric, {}).get("f1")) for metric in metrics),
        )
        for name, result in scores.results.items()
    ]
    mean = (percent(means[metric].get("f1")) for metric in metrics)
    rows.append(Row.of(f"mean of {len(rows)}", str(count), *mean, is_ruled=True, is_strong=True))
    columns = (
        Column("Dataset", "text"),
        Column("Documents"),
        *(Column(metric.full_label) for metric in metrics.values()),
    )
    notes = (
        Note(f"{name}: {note}") for name, result in scores.results.items() for note in undefined_notes(result)
    )
    return ReportText(
        (Table(columns, tuple(rows), "F1 by dataset", is_divisible=True), *notes),
        (
            f"{several(count, 'document')} of {several(len(scores.results), 'dataset')}, each scored on its own",
            scored_as(list(scores.results.values())),
        ),
        tuple(printed_problems(scores.warnings)),
        scores.signature,
    )
