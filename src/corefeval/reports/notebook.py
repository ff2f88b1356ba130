"""Results as HTML for notebooks: heading, tables, notes, warnings and signature; whatever stands in a file is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from corefeval.analysis import Explanation
from corefeval.applications.answer import Answer, Answers
from corefeval.comparison.comparison import Comparison
from corefeval.evaluation.datasets import DatasetScores
from corefeval.evaluation.result import Result
from corefeval.problems import Told, told
from corefeval.reports import application, datasets
from corefeval.reports.comparison import DIFFERENCES, Cell, lay_out
from corefeval.reports.explanation import COSTS, TOP, cost_table, costliest_title, error_table
from corefeval.reports.scores import ScoreTable, lay_out_scores
from corefeval.reports.words import heading

Rows = Iterable[tuple[str, Iterable[str]]]


def result_html(result: Result) -> str:
    """Return the scores."""
    layout = lay_out_scores(result)
    return _page(layout.heading, map(_scores, layout.tables), layout.notes, layout.warnings, layout.signature)


def datasets_html(scores: DatasetScores) -> str:
    """Return the scores of each dataset and their means."""
    layout = datasets.lay_out(scores)
    return _page(layout.heading, map(_scores, layout.tables), layout.notes, layout.warnings, layout.signature)


def comparison_html(comparison: Comparison) -> str:
    """Return the systems, and their differences."""
    layout = lay_out(comparison)
    tables = [_table(("System", *layout.metrics), _cells(layout.systems))]
    if layout.differences:
        tables.append(_table((DIFFERENCES, *layout.metrics), _cells(layout.differences)))
    return _page(layout.heading, tables, layout.notes, layout.warnings, layout.signature)


def explanation_html(explanation: Explanation) -> str:
    """Return what each error class costs, and the costliest errors."""
    tables = [cost_table(explanation)]
    if len(explanation.table):
        errors = explanation.costliest(TOP)
        tables.append(error_table(explanation, errors, costliest_title(explanation)))
    result = explanation.result
    return _page(
        [] if result is None else heading(result),
        [f"<h4>{escape(table.title)}</h4>{_scores(table)}" for table in tables],
        [COSTS],
        told(explanation.warnings),
        "" if result is None else str(result.signature),
    )


def answers_html(answers: Answers) -> str:
    """Return the answers for all uses."""
    result = answers.result
    pieces = [answer_html(answer) for answer in answers.answers]
    notes = application.foot(answers)
    return _page(heading(result), pieces, notes, told(result.warnings), str(result.signature))


def answer_html(answer: Answer) -> str:
    """Return the answer for one use."""
    page = application.page_of(answer)
    pieces = [
        f"<h3>{escape(page.heading)}</h3>",
        f"<p><b>{escape(page.score)}</b></p>",
        *map(_paragraph, page.lead),
    ]
    for section in page.sections:
        pieces.append(f"<h4>{escape(section.title)}</h4>" if section.title else "")
        pieces += [
            _table(grid.heads, ((first, rest) for first, *rest in grid.rows)) for grid in section.grids
        ]
        pieces += map(_paragraph, section.lines)
    return "".join(pieces)


def _scores(table: ScoreTable) -> str:
    return _table(table.heads, table.rows)


def _cells(rows: Sequence[tuple[str, Sequence[Cell]]]) -> Rows:
    return [
        (name, [f"{cell.score} {cell.mark} {cell.interval}".replace("  ", " ").rstrip() for cell in cells])
        for name, cells in rows
    ]


def _table(heads: Iterable[str], rows: Rows) -> str:
    """Return a table: the first column is text, the others figures."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for name, cells in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _page(
    head: Iterable[str], tables: Iterable[str], notes: Iterable[str], warnings: Iterable[Told], signature: str
) -> str:
    pieces = [*map(_paragraph, head), *tables, *map(_paragraph, notes)]
    pieces += [
        f"<p><b>{escape(warning.kind)}:</b> {escape(warning.message)} <i>{escape(warning.advice)}</i></p>"
        for warning in warnings
    ]
    if signature:
        pieces.append(f'<code style="white-space:nowrap">signature {escape(signature)}</code>')
    return f"<div>{''.join(pieces)}</div>"
