"""Scores as a table for the terminal, and for notebooks."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from corefeval.evaluation.result import Result
from corefeval.problems import Told, printable, told
from corefeval.reports.words import MEANS, heading, undefined_notes
from corefeval.text import UNDEFINED, percent

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
    below: Sequence[RenderableType] = (),
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return heading, table, warnings and signature as text.

    Colour is used on terminals only (and not under NO_COLOR); it is never the only cue. What stands below the
    tables are others of the same result.
    """
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    pieces: list[RenderableType] = [Text(line, style="dim") for line in heading(result)]
    pieces.append(_scores_table(result, macro=macro, intervals=intervals))
    pieces += map(Text, further_parts(result))
    pieces += [Text(note, style="dim") for note in undefined_notes(result)]
    if per_document:
        pieces.append(_documents_table(result))
    pieces += below
    return print_renderables(pieces, told(result.warnings), str(result.signature), width=width, colour=colour)


def further_parts(result: Result) -> list[str]:
    """Return a line for each metric that has more to say than recall, precision and F1."""
    lines = []
    for name, parts in result.scores.items():
        more = {part: value for part, value in parts.items() if part not in LABELS}
        if more:
            shown = " · ".join(f"{part.replace('_', ' ')} {percent(value)}" for part, value in more.items())
            lines.append(f"{result.metrics[name].full_label}: {shown}")
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
        table.add_row(result.metrics[name].full_label, *cells)
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
        table.add_column(result.metrics[name].full_label, justify="right")
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


def print_renderables(
    renderables: Sequence[RenderableType],
    warnings: Sequence[Told] = (),
    signature: str = "",
    *,
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return anything that rich can show as text, then the warnings, then the signature on a line that is never broken."""
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    console, stream = _console(width=width, colour=colour)
    for renderable in renderables:
        console.print(_safe(renderable))
    for warning in warnings:
        said = printable(warning.message, "\n\t")
        console.print(Text.assemble((f"{printable(warning.kind)}: ", "yellow"), said))
        for line in wrap(printable(warning.advice), max(console.width - 2, 20)):
            console.print(Text(f"  {line}", style="dim"))
    if signature:
        console.print(Text(f"signature {signature}", style="dim"), soft_wrap=True)
    return stream.getvalue()
