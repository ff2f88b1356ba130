"""Everything that can be shown, in every kind of output: a document as text, rows as CSV, plain data as JSON."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefeval.writing import to_json

if TYPE_CHECKING:  # a command that only says how it is used needs the names below alone
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
    """Return a result as table, json, csv, markdown, latex or html; only the needed representation is made.

    Args:
        kind: the kind of output.
        document: makes the text for people.
        rows: makes the data as rows.
        plain: makes the data for JSON.
        width: the width of the terminal, if it is written to one.
        colour: whether to use it; on terminals only by default.
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
