"""A result laid out once for Markdown, LaTeX and notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corefeval.evaluation.result import Result
from corefeval.problems import Told, told
from corefeval.reports.words import heading, undefined_notes
from corefeval.text import UNDEFINED, percent

Intervals = Mapping[str, Mapping[str, tuple[float, float]]]

PARTS = {"recall": "Recall", "precision": "Precision", "f1": "F1", "f_beta": "Fβ"}


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Heads, and rows of a name and cells."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class ScoreLayout:
    """A result as text: what was done, the tables, what they mean, what to know, and how the numbers came about."""

    heading: tuple[str, ...]
    tables: tuple[ScoreTable, ...]
    notes: tuple[str, ...]
    warnings: tuple[Told, ...]
    signature: str


def lay_out_scores(
    result: Result, *, per_document: bool = False, macro: bool = False, intervals: Intervals | None = None
) -> ScoreLayout:
    """Return the texts of a result."""
    tables = [_table("", result, result.scores, intervals or {})]
    if macro:
        title = "Means of the documents' scores" + (", by mentions" if result.average == "mentions" else "")
        tables.append(_table(title, result, result.macro, {}))
    if per_document:
        tables.append(_documents(result))
    return ScoreLayout(
        tuple(heading(result)),
        tuple(tables),
        tuple(undefined_notes(result)),
        tuple(told(result.warnings)),
        str(result.signature),
    )


def _table(
    title: str, result: Result, scores: Mapping[str, Mapping[str, float | None]], intervals: Intervals
) -> ScoreTable:
    found = dict.fromkeys(part for parts in scores.values() for part in parts)
    columns = [*(part for part in PARTS if part in found), *(part for part in found if part not in PARTS)]
    rows = tuple(
        (
            result.metrics[name].full_label,
            tuple(
                _cell(parts[part], intervals.get(name, {}).get(part)) if part in parts else ""
                for part in columns
            ),
        )
        for name, parts in scores.items()
    )
    return ScoreTable(title, (title or "Metric", *(PARTS.get(part, part) for part in columns)), rows)


def _cell(value: float | None, bounds: tuple[float, float] | None) -> str:
    text = percent(value)
    if bounds is None or text == UNDEFINED:
        return text
    return f"{text} [{percent(bounds[0])}, {percent(bounds[1])}]"


def _documents(result: Result) -> ScoreTable:
    rows = tuple(
        (
            row["document"],
            tuple(percent(row["scores"][name].get("f1")) for name in result.metrics),
        )
        for row in result.per_document()
    )
    return ScoreTable(
        "F1 by document", ("Document", *(result.metrics[name].full_label for name in result.metrics)), rows
    )
