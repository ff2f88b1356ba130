"""A result in any of the kinds of output."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from corefeval.report.words import percent
from corefeval.scoring import Result

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
) -> str:
    """Return a result as table, json, csv, markdown or latex; quiet gives the headline number alone."""
    if quiet:
        return percent(result.f1)
    if kind == "table":
        terminal = import_module("corefeval.report.terminal")
        text: str = terminal.render(result, per_document=per_document, macro=macro, intervals=intervals)
        return text
    if kind == "json":
        return _json(result, per_document=per_document, macro=macro, intervals=intervals)
    written: str = import_module(f"corefeval.report.{kind}").render_result(
        result, per_document=per_document, macro=macro, intervals=intervals
    )
    return written


def _json(result: Result, *, per_document: bool, macro: bool, intervals: Intervals | None) -> str:
    import msgspec  # noqa: PLC0415 - imported where JSON is written

    plain = result.to_dict(per_document=per_document)
    if macro:
        plain["macro"] = result.macro
    if intervals is not None:
        plain["intervals"] = {
            name: {part: list(bounds) for part, bounds in parts.items()} for name, parts in intervals.items()
        }
    return msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()
