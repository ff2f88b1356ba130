"""Results: scores and, on request, means and the scores of documents; the scores of several datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from corefeval.choices import POOLED
from corefeval.columns import Column, metric_columns
from corefeval.evaluation.datasets import DatasetScores
from corefeval.evaluation.result import (
    PARTS,
    Bounds,
    Intervals,
    Parts,
    Result,
    part_in_words,
    parts_in_order,
)
from corefeval.reports.report import PAGES, TERMINAL, Cell, Note, Paragraph, ReportText, Row, Table
from corefeval.reports.show.paper import LATEX, fits_one_row, paper_table
from corefeval.reports.words import (
    MEANS,
    bounds_in_brackets,
    heading,
    scored_as,
    scored_units,
    undefined_notes,
)
from corefeval.text import percent, several


def show(result: Result, *, per_document: bool = False, intervals: Intervals | None = None) -> ReportText:
    """Return the scores. A screen shows means next to them, and parts that few metrics have below them."""
    pages = _on_pages(result, "", result.scores, intervals or {})
    if result.average != POOLED:
        title = "Means of the documents' scores" + (", by mentions" if result.average == "mentions" else "")
        pages += _on_pages(result, title, result.macro, {})
    return ReportText.of(
        result,
        (
            _on_a_screen(result, intervals or {}),
            *(Paragraph(line, on=TERMINAL) for line in _other_parts(result, intervals or {})),
            *pages,
            *map(Paragraph, _counted_apart(result)),
            *map(Note, undefined_notes(result)),
            *([_documents(result)] if per_document else []),
        ),
        *heading(result),
    )


def _on_a_screen(result: Result, intervals: Intervals) -> Table:
    scores = result.scores
    means = {} if result.average == POOLED else result.macro
    parts = [part for part in PARTS if any(part in found for found in scores.values())]
    columns = [Column(PARTS[part], style="bold" if part == "f1" else "") for part in parts]
    if means:
        columns += [Column(f"{PARTS[part]}\n{MEANS[result.average]}", style="dim") for part in parts]
    rows = [
        Row.of(
            result.metrics[name].full_label,
            *_cells(found, parts, intervals.get(name, {})),
            *(_cells(means[name], parts, {}) if means else ()),
        )
        for name, found in scores.items()
    ]
    return Table((Column("", "text"), *columns), tuple(rows), on=TERMINAL)


def _other_parts(result: Result, intervals: Intervals) -> list[str]:
    """Return a line for each metric with more parts than recall, precision and F1."""
    lines = []
    for name, parts in result.scores.items():
        more = {part: value for part, value in parts.items() if part not in PARTS}
        if more:
            bounds = intervals.get(name, {})
            cells = {part: score_cell(value, bounds.get(part)) for part, value in more.items()}
            shown = " · ".join(f"{part_in_words(part)} {cell.line}" for part, cell in cells.items())
            lines.append(f"{result.metrics[name].full_label}: {shown}")
    return lines


def _counted_apart(result: Result) -> list[str]:
    """Return a line for each metric that counts mentions or chains that no score uses."""
    lines = []
    for name, metric in result.metrics.items():
        totals = result.counts[name].totals() if metric.counted_apart else {}
        shown = [
            f"{words} {int(totals[column]):,}"
            for column, words in metric.counted_apart.items()
            if column in totals
        ]
        if shown:
            lines.append(f"{metric.full_label}: {' · '.join(shown)}")
    return lines


def _on_pages(result: Result, title: str, scores: Mapping[str, Parts], intervals: Intervals) -> list[Table]:
    """Return one row per metric. LaTeX has all scores in one row, as papers do, if they fit and have no intervals."""
    parts = parts_in_order(scores.values())
    figures = [Column(part_in_words(part)) for part in parts]
    rows = tuple(
        Row.of(result.metrics[name].full_label, *_cells(found, parts, intervals.get(name, {})))
        for name, found in scores.items()
    )
    page = Table((Column(title or "Metric", "text"), *figures), rows, title, on=PAGES - LATEX)
    caption = f"{title or 'Scores'}, {scored_units(len(result.documents), result.settings)}"
    if intervals or not fits_one_row(scores.values()):
        latex = page._replace(
            columns=(Column("Metric", "text"), *figures),
            note=". ".join(undefined_notes(result)),
            on=LATEX,
            caption=caption,
        )
    else:
        latex = paper_table(
            result.metrics,
            {"System": scores},
            lambda _, metric, part: score_cell(scores[metric].get(part), None),
            caption,
            undefined_notes(result),
        )._replace(title=title)
    return [page, latex]


def _cells(found: Parts, parts: Sequence[str], intervals: Mapping[str, Bounds]) -> list[Cell]:
    return [score_cell(found[part], intervals.get(part)) if part in found else Cell("") for part in parts]


def score_cell(value: float | None, bounds: Bounds | None) -> Cell:
    """Return a score with its interval, if it has one."""
    return Cell(percent(value), "" if value is None else bounds_in_brackets(bounds))


def _documents(result: Result) -> Table:
    copies = result.copies
    found = Column("Words found", of=lambda row: percent(copies.get(row["document"], 1.0)))
    columns = (
        Column("Document", "text", of=itemgetter("document")),
        *metric_columns(result.metrics, lambda row, name: percent(row["scores"][name].get("f1"))),
        *([found] if copies else []),
    )
    return Table.of(columns, result.per_document(), "F1 of each document", is_divisible=True)


def show_datasets(scores: DatasetScores) -> ReportText:
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
