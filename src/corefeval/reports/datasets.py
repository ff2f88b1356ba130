"""Scores of several datasets and their means, in any of the kinds of output."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from corefeval.evaluation.datasets import DatasetScores
from corefeval.frames import Rows
from corefeval.problems import told
from corefeval.reports.csv import written
from corefeval.reports.scores import PARTS, ScoreLayout, ScoreTable
from corefeval.reports.words import scored_as, undefined_notes
from corefeval.text import percent, several
from corefeval.writing import to_json


def render(
    scores: DatasetScores,
    kind: str,
    *,
    quiet: bool = False,
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return the scores as table, json, csv, markdown or latex; quiet gives the mean of the headline alone."""
    if quiet:
        return percent(scores.f1)
    if kind == "json":
        return to_json(scores.to_dict())
    if kind == "csv":
        return written(dataset_rows(scores))
    layout = lay_out(scores)
    if kind == "table":
        return _terminal(layout, width=width, colour=colour)
    text: str = import_module(f"corefeval.reports.{kind}").render_layout(layout)
    return text


def lay_out(scores: DatasetScores) -> ScoreLayout:
    """Return the texts: F1 of each metric, a row a dataset and the mean at the bottom."""
    metrics = scores.metrics
    count = sum(len(result.documents) for result in scores.results.values())
    rows = [
        (
            name,
            (
                str(len(result.documents)),
                *(percent(result.scores.get(metric, {}).get("f1")) for metric in metrics),
            ),
        )
        for name, result in scores.results.items()
    ]
    means = scores.macro
    rows.append(
        (f"mean of {len(rows)}", (str(count), *(percent(means[metric].get("f1")) for metric in metrics)))
    )
    labels = (metric.full_label for metric in metrics.values())
    notes = [f"{name}: {note}" for name, result in scores.results.items() for note in undefined_notes(result)]
    return ScoreLayout(
        (
            f"{several(count, 'document')} of {several(len(scores.results), 'dataset')}, each scored on its own",
            scored_as(list(scores.results.values())),
        ),
        (ScoreTable("F1 by dataset", ("Dataset", "Documents", *labels), tuple(rows)),),
        tuple(notes),
        tuple(told(scores.warnings)),
        scores.signature,
    )


def _terminal(layout: ScoreLayout, *, width: int | None, colour: bool | None) -> str:
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same
    from rich.text import Text  # noqa: PLC0415 - same

    from corefeval.reports.terminal import print_renderables  # noqa: PLC0415 - same

    (found,) = layout.tables
    table = Table(
        title=Text(found.title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False
    )
    table.add_column(found.heads[0], overflow="fold")
    for head in found.heads[1:]:
        table.add_column(head, justify="right")
    for name, cells in found.rows[:-1]:
        table.add_row(Text(name), *cells)
    table.add_section()
    name, cells = found.rows[-1]
    table.add_row(Text(name), *cells, style="bold")
    shown: list[Any] = [Text(line, style="dim") for line in layout.heading]
    shown.append(table)
    shown += [Text(note, style="dim") for note in layout.notes]
    return print_renderables(shown, layout.warnings, layout.signature, width=width, colour=colour)


def dataset_rows(scores: DatasetScores) -> Rows:
    """Return a row for each dataset and metric, and one for each mean."""
    rows: list[dict[str, Any]] = [
        {
            "scope": "dataset",
            "dataset": name,
            "documents": len(result.documents),
            "metric": metric,
            **parts,
        }
        for name, result in scores.results.items()
        for metric, parts in result.scores.items()
    ]
    rows += [{"scope": "mean", "metric": metric, **parts} for metric, parts in scores.macro.items()]
    found = dict.fromkeys(part for parts in scores.macro.values() for part in parts)
    parts = [*(part for part in PARTS if part in found), *(part for part in found if part not in PARTS)]
    return Rows(["scope", "dataset", "documents", "metric", *parts], rows, scores.signature)
