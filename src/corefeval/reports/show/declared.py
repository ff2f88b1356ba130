"""Lists and pages made from declarations: metrics, presets, formats and schemes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from corefeval.columns import Rows
from corefeval.reports.render import render as render_kind
from corefeval.reports.report import ReportText, Section


class Declared(Protocol):
    """A declaration with a page of its own."""

    def to_dict(self) -> dict[str, Any]:
        """Return the declaration as plain data."""
        ...


Kind = TypeVar("Kind", bound=Declared)


def render_page(one: Kind, kind: str, page: Callable[[Kind], Section]) -> str:
    """Return one page in any kind of output."""
    return render_kind(kind, lambda: ReportText((page(one),)), lambda: rows_of([one]), one.to_dict)


def render_list(
    every: Sequence[Kind], kind: str, page: Callable[[Kind], Section], listed: Callable[[], ReportText]
) -> str:
    """Return a list of declarations in any kind of output. Markdown contains their whole pages, for the documentation."""
    if kind == "markdown":
        return "\n".join(render_page(one, kind, page) for one in every)
    return render_kind(kind, listed, lambda: rows_of(every), lambda: [one.to_dict() for one in every])


def rows_of(every: Sequence[Declared]) -> Rows:
    """Return one row per declaration. Each setting is a column, lists are joined, and parameters are `name=value`."""
    rows = [_cells(one.to_dict()) for one in every]
    return Rows(list(dict.fromkeys(column for row in rows for column in row)), rows, "")


def _cells(plain: dict[str, Any]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for name, value in plain.items():
        if name == "settings":
            cells |= value
        elif name == "parameters":
            cells[name] = ", ".join(f"{key}={each['value']}" for key, each in value.items())
        else:
            cells[name] = _flat(value)
    return cells


def _flat(value: Any) -> Any:
    """Return a value as text for a cell: lists joined by commas, structured values as `name=value`."""
    if isinstance(value, list):
        return ", ".join(str(_flat(each)) for each in value)
    if isinstance(value, dict):
        return "; ".join(f"{name}={_flat(each)}" for name, each in value.items())
    return value
