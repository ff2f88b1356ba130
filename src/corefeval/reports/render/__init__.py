"""Render a result in every kind of output: a report as text, rows as CSV, plain data as JSON."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefeval.writing import to_json

if TYPE_CHECKING:  # --help needs only the names below
    from corefeval.columns import Rows
    from corefeval.reports.report import ReportText

KINDS = ("table", "json", "csv", "markdown", "latex")
"""The kinds of output of a command; notebooks show html."""


def render(
    kind: str,
    document: Callable[[], ReportText],
    rows: Callable[[], Rows],
    plain: Callable[[], Any],
    *,
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return a result as table, json, csv, markdown, latex or html. Only the needed function is called.

    Args:
        kind: the kind of output.
        document: a function that returns the report as a ReportText.
        rows: a function that returns the data as rows, for CSV.
        plain: a function that returns the data as plain objects, for JSON.
        width: the width of a table's lines; by default that of the terminal.
        colour: whether a table has colours; by default only on terminals.
    """
    if kind == "json":
        return to_json(plain())
    text: str
    if kind == "csv":
        text = import_module(f"{__name__}.csv").render(rows())
        return text
    made = document()
    if made.signature:
        from corefeval.signature import printed  # noqa: PLC0415 - lists of names have no signature

        made = made._replace(signature=printed(made.signature))
    if kind == "table":
        text = import_module(f"{__name__}.terminal").render(made, width=width, colour=colour)
    else:
        text = import_module(f"{__name__}.{kind}").render(made)
    return text
