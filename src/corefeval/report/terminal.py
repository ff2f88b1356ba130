"""Scores as a table for the terminal, and for notebooks."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from corefeval.evaluation.result import Result
from corefeval.problems import printable
from corefeval.report.words import MEANS, UNDEFINED, heading, percent

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

LABELS = {"recall": "Recall", "precision": "Precision", "f1": "F1", "f_beta": "Fβ"}

Intervals = Mapping[str, Mapping[str, tuple[float, float]]]


def render(
    result: Result,
    *,
    per_document: bool = False,
    macro: bool = False,
    intervals: Intervals | None = None,
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return heading, table, warnings and signature as text.

    Colour is used on terminals only (and not under NO_COLOR); it is never the only cue.
    """
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    console, stream = _console(width=width, colour=colour)
    for line in heading(result):
        _print(console, line, style="dim")
    _print(console, _scores_table(result, macro=macro, intervals=intervals))
    for line in further_parts(result):
        _print(console, line)
    if per_document:
        _print(console, _documents_table(result))
    for problem in result.warnings:
        said = (f"{problem.code} {problem.severity}: ", "yellow")
        _print(console, Text.assemble(said, problem.message))
        _print(console, f"  {problem.advice}", style="dim")
    _print(console, f"signature {result.signature}", style="dim", soft_wrap=True)
    return stream.getvalue()


def render_html(result: Result) -> str:
    """Return the table as HTML for notebooks."""
    rows = "".join(
        "<tr><th style='text-align:left'>{}</th>{}</tr>".format(
            metric_label(result, name),
            "".join(
                f"<td>{percent(parts.get(part)) if part in parts else ''}</td>"
                for part in LABELS
                if part != "f_beta"
            ),
        )
        for name, parts in result.scores.items()
    )
    head = "".join(f"<th>{label}</th>" for part, label in LABELS.items() if part != "f_beta")
    return f"<table><tr><th></th>{head}</tr>{rows}</table><small>{result.signature}</small>"


def metric_label(result: Result, name: str) -> str:
    """Return the label of a metric, with its parameters where it has been given any."""
    metric = result.metrics[name]
    return metric.label + metric.full_name.removeprefix(metric.name)


def further_parts(result: Result) -> list[str]:
    """Return a line for each metric that has more to say than recall, precision and F1."""
    lines = []
    for name, parts in result.scores.items():
        more = {part: value for part, value in parts.items() if part not in LABELS}
        if more:
            shown = " · ".join(f"{part.replace('_', ' ')} {percent(value)}" for part, value in more.items())
            lines.append(f"{metric_label(result, name)}: {shown}")
    return lines


def _scores_table(result: Result, *, macro: bool, intervals: Intervals | None) -> Table:
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same

    scores = result.scores
    means = result.macro if macro else {}
    columns = [part for part in LABELS if any(part in parts for parts in scores.values())]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for part in columns:
        table.add_column(LABELS[part], justify="right", style="bold" if part == "f1" else "")
    if macro:
        for part in columns:
            table.add_column(f"{LABELS[part]}\n{MEANS[result.average]}", justify="right", style="dim")
    for name, parts in scores.items():
        cells = [_cell(parts, part, (intervals or {}).get(name, {})) for part in columns]
        if macro:
            cells += [_cell(means[name], part, {}) for part in columns]
        table.add_row(metric_label(result, name), *cells)
    return table


def _cell(parts: Mapping[str, float | None], part: str, intervals: Mapping[str, tuple[float, float]]) -> str:
    if part not in parts:
        return ""
    text = percent(parts[part])
    if part in intervals and text != UNDEFINED:
        low, high = intervals[part]
        text += f" [{percent(low)}, {percent(high)}]"
    return text


def _documents_table(result: Result) -> Table:
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title="F1 of each document", title_justify="left")
    table.add_column("Document", overflow="fold")
    for name in result.metrics:
        table.add_column(metric_label(result, name), justify="right")
    for row in result.per_document():
        table.add_row(row["document"], *(percent(row["scores"][name].get("f1")) for name in result.metrics))
    return table


def _console(*, width: int | None, colour: bool | None) -> tuple[Console, io.StringIO]:
    from rich.console import Console  # noqa: PLC0415 - rich is imported when printing

    stream = io.StringIO()
    wanted = (sys.stdout is not None and sys.stdout.isatty()) if colour is None else colour
    console = Console(
        file=stream,
        width=width or shutil.get_terminal_size((100, 24)).columns,
        force_terminal=wanted,
        color_system="standard" if wanted else None,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    return console, stream


def _print(console: Console, *renderables: RenderableType, **options: Any) -> None:
    """Print what comes from files as what it is: text, in which nothing is markup or controls the terminal."""
    for renderable in renderables:
        console.print(_safe(renderable), **options)


def _safe(renderable: RenderableType) -> RenderableType:
    """Return something to print with its control characters as escapes, whatever table it stands in."""
    from rich.padding import Padding  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same
    from rich.text import Text  # noqa: PLC0415 - same

    if isinstance(renderable, str):
        return printable(renderable, "\n\t")
    if isinstance(renderable, Text):
        text = printable(renderable.plain, "\n\t")
        return renderable if text == renderable.plain else Text(text, style=renderable.style)
    if isinstance(renderable, Padding):
        renderable.renderable = _safe(renderable.renderable)
    elif isinstance(renderable, Table):
        renderable.title = _safe(renderable.title) if renderable.title else None  # type: ignore[assignment]
        for column in renderable.columns:
            column.header = _safe(column.header)
            column._cells = [_safe(cell) for cell in column._cells]  # noqa: SLF001 - rich has no other way
    return renderable


def print_renderables(renderables: Sequence[RenderableType], **options: Any) -> str:
    """Return anything that rich can show as text, laid out as all our output is."""
    console, stream = _console(width=options.get("width"), colour=options.get("colour"))
    for renderable in renderables:
        _print(console, renderable)
    return stream.getvalue()
