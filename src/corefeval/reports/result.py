"""A result in any of the kinds of output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefeval.evaluation.result import Result
from corefeval.reports.scores import lay_out_scores
from corefeval.text import percent
from corefeval.writing import to_json

if TYPE_CHECKING:
    from corefeval.reports.terminal import Intervals


def render(
    result: Result,
    kind: str,
    *,
    quiet: bool = False,
    per_document: bool = False,
    macro: bool = False,
    intervals: Intervals | None = None,
    by: Sequence[str] = (),
    average: str | None = None,
) -> str:
    """Return a result as table, json, csv, markdown or latex; quiet gives the headline number alone.

    Args:
        result: the result.
        kind: what to write.
        quiet: whether the headline number is enough.
        per_document: also the scores of each document.
        macro: also the means over documents; with quiet instead of the score of all.
        intervals: intervals of the scores.
        by: features of mentions to break the scores down by; a CSV file then holds the breakdown alone.
        average: macro or scheme, over the classes of these features.
    """
    if quiet:
        return percent(result.headline(macro=macro))
    if by and kind != "json":
        return _with_breakdown(
            result,
            by,
            average,
            kind,
            {"per_document": per_document, "macro": macro, "intervals": intervals},
        )
    if kind == "table":
        terminal = import_module("corefeval.reports.terminal")
        text: str = terminal.render(result, per_document=per_document, macro=macro, intervals=intervals)
        return text
    if kind == "json":
        plain = _plain(result, per_document=per_document, macro=macro, intervals=intervals)
        if by:
            plain |= import_module("corefeval.reports.breakdown").to_dict(result, by, average)
        return to_json(plain)
    written: str = import_module(f"corefeval.reports.{kind}").render_result(
        result, per_document=per_document, macro=macro, intervals=intervals
    )
    return written


def _with_breakdown(
    result: Result, by: Sequence[str], average: str | None, kind: str, options: dict[str, Any]
) -> str:
    """Return scores and breakdowns under one heading, above one list of warnings; the CSV of the breakdowns alone."""
    breakdown = import_module("corefeval.reports.breakdown")
    if kind == "csv":
        table: str = breakdown.render(result, by, average, kind)
        return table
    below = breakdown.lay_out(result, by, average)
    whole = replace(result, warnings=(*result.warnings, *breakdown.further(result)))
    if kind == "table":
        terminal = import_module("corefeval.reports.terminal")
        text: str = terminal.render(whole, below=breakdown.renderables(below), **options)
        return text
    scores = lay_out_scores(whole, **options)
    both = replace(scores, tables=(*scores.tables, *below.tables), notes=(*scores.notes, *below.notes))
    written: str = import_module(f"corefeval.reports.{kind}").render_layout(both)
    return written


def _plain(result: Result, *, per_document: bool, macro: bool, intervals: Intervals | None) -> dict[str, Any]:
    plain = result.to_dict(per_document=per_document)
    if macro:
        plain[result.average] = result.macro
    if intervals is not None:
        plain["intervals"] = {
            name: {part: list(bounds) for part, bounds in parts.items()} for name, parts in intervals.items()
        }
    return plain
