"""The scores of several datasets, and their means."""

from __future__ import annotations

from operator import itemgetter

from corefeval.columns import Column, metric_columns
from corefeval.evaluation.datasets import DatasetScores
from corefeval.reports.report import Note, ReportText, Row, Table
from corefeval.reports.words import scored_as, undefined_notes
from corefeval.text import percent, several


def show(scores: DatasetScores) -> ReportText:
    """Return F1 of each metric, one row per dataset and the mean at the bottom."""
    count = sum(len(result.documents) for result in scores.results.values())
    columns = (
        Column("Dataset", "text", of=itemgetter(0)),
        Column("Documents", of=lambda item: len(item[1].documents)),
        *metric_columns(
            scores.metrics, lambda item, metric: percent(item[1].scores.get(metric, {}).get("f1"))
        ),
    )
    means = (percent(scores.macro[metric].get("f1")) for metric in scores.metrics)
    mean = Row.of(f"mean of {len(scores.results)}", str(count), *means, is_ruled=True, is_strong=True)
    table = Table.of(columns, scores.results.items(), "F1 by dataset", sums=[mean], is_divisible=True)
    notes = (
        Note(f"{name}: {note}") for name, result in scores.results.items() for note in undefined_notes(result)
    )
    return ReportText.of(
        scores,
        (table, *notes),
        f"{several(count, 'document')} of {several(len(scores.results), 'dataset')}, each scored on its own",
        scored_as(list(scores.results.values())),
    )
