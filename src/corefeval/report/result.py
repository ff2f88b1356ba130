"""A result in any of the kinds of output."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefeval.evaluation.result import Result
from corefeval.report.words import percent
from corefeval.writing import to_json

if TYPE_CHECKING:
    from corefeval.report.terminal import Intervals


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
        macro: also the means over documents.
        intervals: intervals of the scores.
        by: features of mentions to break the scores down by; a CSV file then holds the breakdown alone.
        average: macro or scheme, over the classes of these features.
    """
    if quiet:
        return percent(result.f1)
    if by and kind == "csv":
        return _breakdown(result, by, average, kind)
    if by and kind != "json":
        scores = render(result, kind, per_document=per_document, macro=macro, intervals=intervals)
        return scores.rstrip("\n") + "\n\n" + _breakdown(result, by, average, kind)
    if kind == "table":
        terminal = import_module("corefeval.report.terminal")
        text: str = terminal.render(result, per_document=per_document, macro=macro, intervals=intervals)
        return text
    if kind == "json":
        plain = _plain(result, per_document=per_document, macro=macro, intervals=intervals)
        if by:
            plain |= import_module("corefeval.report.breakdown").to_dict(result, by, average)
        return to_json(plain)
    written: str = import_module(f"corefeval.report.{kind}").render_result(
        result, per_document=per_document, macro=macro, intervals=intervals
    )
    return written


def _breakdown(result: Result, by: Sequence[str], average: str | None, kind: str) -> str:
    text: str = import_module("corefeval.report.breakdown").render(result, by, average, kind)
    return text


def _plain(result: Result, *, per_document: bool, macro: bool, intervals: Intervals | None) -> dict[str, Any]:
    plain = result.to_dict(per_document=per_document)
    if macro:
        plain[result.average] = result.macro
    if intervals is not None:
        plain["intervals"] = {
            name: {part: list(bounds) for part, bounds in parts.items()} for name, parts in intervals.items()
        }
    return plain
