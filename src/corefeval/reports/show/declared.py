"""Declarations (metrics, presets, formats) as a list of all, and a page for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from corefeval.columns import Rows
from corefeval.reports.render import render as render_kind
from corefeval.reports.report import ReportText, Section


class Declared(Protocol):
    """Something with a page."""

    def to_dict(self) -> dict[str, Any]:
        """Return its declaration as plain data."""
        ...


Kind = TypeVar("Kind", bound=Declared)


def render_page(one: Kind, kind: str, page: Callable[[Kind], Section]) -> str:
    """Return one page in any kind of output."""
    return render_kind(kind, lambda: ReportText((page(one),)), lambda: rows_of([one]), one.to_dict)


def render_list(
    every: Sequence[Kind], kind: str, page: Callable[[Kind], Section], listed: Callable[[], ReportText]
) -> str:
    """Return all of them in any kind of output; Markdown has the whole page of each, as the documentation needs it."""
    if kind == "markdown":
        return "\n".join(render_page(one, kind, page) for one in every)
    return render_kind(kind, listed, lambda: rows_of(every), lambda: [one.to_dict() for one in every])


def rows_of(every: Sequence[Declared]) -> Rows:
    """Return a row for each: lists joined by commas, settings with a column each, parameters as `name=value`."""
    rows = [dict(_cells(one.to_dict())) for one in every]
    return Rows(list(dict.fromkeys(column for row in rows for column in row)), rows, "")


def _cells(plain: dict[str, Any]) -> list[tuple[str, Any]]:
    cells: list[tuple[str, Any]] = []
    for name, value in plain.items():
        if name == "settings":
            cells += value.items()
        elif name == "parameters":
            cells.append((name, ", ".join(f"{key}={each['value']}" for key, each in value.items())))
        else:
            cells.append((name, _flat(value)))
    return cells


def _flat(value: Any) -> Any:
    """Return a value as text for a cell: lists joined by commas, structured values as `name=value`."""
    if isinstance(value, list):
        return ", ".join(str(_flat(each)) for each in value)
    if isinstance(value, dict):
        return "; ".join(f"{name}={_flat(each)}" for name, each in value.items())
    return value
