"""Render a report for the terminal. Colours are used only on terminals, not under NO_COLOR, and never as the only cue."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from corefeval.problems import PrintedProblem, printable
from corefeval.reports.render.plain import draw
from corefeval.reports.report import (
    Formula,
    Items,
    Lines,
    Note,
    Paragraph,
    Piece,
    Quotation,
    ReportText,
    Section,
    Table,
    Terms,
    pieces_on,
)

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as RichTable
    from rich.text import Text

NAME = "terminal"
INDENT = "  "
GAP = 3
"""The number of characters between two columns of a table."""


def render(document: ReportText, *, width: int | None = None, colour: bool | None = None) -> str:
    """Return heading, pieces, warnings and signature as text. The signature is one line that is never wrapped."""
    width = width or shutil.get_terminal_size((100, 24)).columns
    is_coloured = _wants_colour() if colour is None else colour
    pieces = document.shown_on(NAME)
    drawn = None if is_coloured else draw(document, pieces, width, _divided)
    if drawn is not None:
        return drawn
    console, stream = _console(width, is_coloured=is_coloured)
    for line in document.heading:
        console.print(_text(line, "dim"))
    for piece in pieces:
        if isinstance(piece, Section) and stream.tell():
            console.print()
        _print(console, piece)
    _print_warnings(console, document.warnings)
    if document.signature:
        console.print(_text(f"signature {document.signature}", "dim"), soft_wrap=True)
    if not document.has_sections:
        return stream.getvalue()
    return "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())


def _wants_colour() -> bool:
    """Return whether to use colours: on terminals, or if FORCE_COLOR is set. Rich itself respects NO_COLOR."""
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout is not None and sys.stdout.isatty())


def _console(width: int, *, is_coloured: bool) -> tuple[Console, io.StringIO]:
    from rich.console import Console  # noqa: PLC0415 - rich is imported when printing

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=width,
        force_terminal=is_coloured,
        color_system="standard" if is_coloured else None,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    return console, stream


def _text(text: str, style: str = "") -> Text:
    """Return text to print, with control characters escaped. Text from files is never interpreted as markup."""
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    return Text(printable(text, "\n\t"), style=style)


def _print(console: Console, piece: Piece) -> None:
    """Print a piece outside sections."""
    if isinstance(piece, Section):
        _print_section(console, piece)
    elif isinstance(piece, Lines):
        for line in piece.lines:
            console.print(_text(line), soft_wrap=True)
    else:
        for renderable in _renderables(piece, console.width, is_inside=False):
            console.print(renderable)


def _print_section(console: Console, section: Section) -> None:
    """Print a section; nested sections are indented."""
    from rich.padding import Padding  # noqa: PLC0415 - rich is imported when printing

    console.print(_text(section.title, "bold"))
    for piece in pieces_on(section.pieces, NAME):
        if not isinstance(piece, Section):
            _print(console, piece)
            continue
        console.print()
        if piece.title:
            console.print(_text(piece.title, "bold cyan"))
        for inner in pieces_on(piece.pieces, NAME):
            for renderable in _renderables(inner, console.width - len(INDENT), is_inside=True):
                console.print(Padding(renderable, (0, 0, 0, len(INDENT))))


def _renderables(piece: Piece, width: int, *, is_inside: bool) -> Iterator[RenderableType]:
    """Yield a piece as objects that rich can show."""
    from rich.padding import Padding  # noqa: PLC0415 - rich is imported when printing

    match piece:
        case Table() if piece.instances:
            yield from _instances(piece, width)
        case Table():
            for table in _divided(piece, width) if piece.is_divisible else [piece]:
                yield _table(table, is_inside=is_inside)
        case Paragraph():
            text = _text(piece.text, "italic" if piece.style == "emphatic" else "")
            yield Padding(text, (1, 0, 0, len(INDENT))) if piece.is_set_off else text
        case Note():
            yield _text(piece.text, "dim")
        case Items():
            yield from map(_text, piece.items)
        case Lines():
            yield from map(_text, piece.lines)
        case Formula():
            yield from map(_text, piece.plain.split("\n"))
        case Terms():
            yield from map(_text, _hanging(piece.terms, width))
        case Quotation():
            yield ""
            yield from (_text(f"{INDENT}{line}") for line in piece.lines)
        case Section():
            raise TypeError(piece)


def _instances(table: Table, width: int) -> Iterator[Text | str]:
    """Yield the rows of a table in context: for each, its heading, the words around it on one line, and its notes."""
    yield ""
    yield _text(table.title, "bold")
    for instance in table.instances:
        yield ""
        yield _text(instance.head, "bold")
        room = max(width - len(INDENT), 20)
        if instance.text:
            yield _text(INDENT + in_line(instance.left, instance.text, instance.right, room))
        for line in instance.told:
            yield from (_text(INDENT + part, "dim") for part in wrap(printable(line), room))
    if table.note:
        yield ""
        yield _text(table.note, "dim italic")
    yield ""


def in_line(left: str, text: str, right: str, width: int) -> str:
    """Return a mention in brackets between the words around it, cut to this width in characters.

    The mention takes at most half of the width; the middle of a longer one is removed. If one side needs less than its
    share of the rest, the other side gets more.

    Examples:
        >>> in_line("the old man and", "the sea", "is a novel", 28)
        '…man and [the sea] is a nov…'
    """
    from rich.cells import cell_len  # noqa: PLC0415 - rich is imported when printing

    left, text, right = (printable(piece) for piece in (left, text, right))
    middle = f"[{text}]"
    if cell_len(middle) > width // 2:
        half = (width // 2 - 3) // 2
        middle = f"[{_cut(text, half)}{_cut(text, half, from_end=True)[1:]}]"
    room = width - cell_len(middle) - 2
    before, behind = cell_len(left), cell_len(right)
    share = room // 2
    if before < share:
        share = before
    elif behind < room - share:
        share = min(before, room - behind)
    return f"{_cut(left, share, from_end=True)} {middle} {_cut(right, room - share)}".strip()


def _cut(text: str, width: int, *, from_end: bool = False) -> str:
    """Return the start or the end of a text, cut to this width, with an ellipsis at the cut."""
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415 - rich is imported when printing

    if cell_len(text) <= width:
        return text
    if width < 2:
        return ""
    if not from_end:
        return set_cell_size(text, width - 1).rstrip() + "…"
    while cell_len(text) > width - 1:
        text = text[max(1, (cell_len(text) - width) // 2) :]
    return "…" + text.lstrip()


def _hanging(terms: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Return terms with their meanings as paragraphs with a hanging indent."""
    hang = min(max((len(term) for term, _ in terms), default=0), width // 3) + len(INDENT)
    lines: list[str] = []
    for term, text in terms:
        first = f"{term}{INDENT}".ljust(hang)
        lines += wrap(text, width, initial_indent=first, subsequent_indent=" " * hang) or [first.rstrip()]
    return lines


def _table(table: Table, *, is_inside: bool) -> RichTable:
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table as RichTable  # noqa: PLC0415 - same

    shown = RichTable(
        title=printable(table.title, "\n\t") or None,
        title_justify="left",
        title_style=None if table.is_divisible else "bold",
        caption=printable(table.note, "\n\t") or None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=not is_inside,
    )
    is_cut = not (is_inside or table.is_headed)
    for column in table.columns:
        shown.add_column(
            _text("" if column.is_obvious else column.head),
            justify="right" if column.holds == "figures" else "left",
            style=column.style,
            overflow="ellipsis" if column.holds == "figures" and is_cut else "fold",
            no_wrap=column.is_unbroken,
        )
    for row in table.rows:
        if row.is_ruled:
            shown.add_section()
        cells = []
        for cell in row.cells:
            text = _text(cell.value, "bold" if cell.is_best else "")
            if cell.bounds:
                before, style = ("\n", "not bold dim") if table.is_stacked else (" ", "")
                text = text.append(before + printable(cell.bounds), style=style)
            cells.append(text)
        shown.add_row(*cells, style="bold" if row.is_strong else "")
    return shown


def _divided(table: Table, width: int) -> list[Table]:
    """Return one table, or several below each other if the columns do not fit."""
    if not table.rows:
        return []
    cells = zip(*(row.cells for row in table.rows), strict=True)
    widths = [
        max(len(column.head), *(max(len(cell.value), len(cell.bounds)) for cell in own))
        for column, own in zip(table.columns, cells, strict=True)
    ]
    names = max(len(row.cells[0].text) for row in table.rows)
    room = width - min(names, width // 3) - GAP
    blocks = _blocks(widths[1:], room)
    even = _even(len(widths) - 1, len(blocks))
    if all(sum(widths[place] + GAP for place in block) <= room for block in even):
        blocks = even
    return [
        table.with_columns([0, *block], table.title if number == 0 else "")
        for number, block in enumerate(blocks)
    ]


def _blocks(widths: Sequence[int], room: int) -> list[list[int]]:
    """Divide columns into blocks, each with as many columns as fit the width. Columns are numbered from 1."""
    blocks: list[list[int]] = [[]]
    used = 0
    for place, wide in enumerate(widths, 1):
        if blocks[-1] and used + wide + GAP > room:
            blocks.append([])
            used = 0
        blocks[-1].append(place)
        used += wide + GAP
    return blocks


def _even(columns: int, blocks: int) -> list[list[int]]:
    """Divide columns, numbered from 1, into this many blocks whose sizes differ by at most one.

    Examples:
        >>> _even(7, 3)
        [[1, 2, 3], [4, 5], [6, 7]]
    """
    each, more = divmod(columns, blocks)
    starts = [number * each + min(number, more) for number in range(blocks + 1)]
    return [list(range(start + 1, stop + 1)) for start, stop in pairwise(starts)]


def _print_warnings(console: Console, warnings: Sequence[PrintedProblem]) -> None:
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    for warning in warnings:
        console.print(Text.assemble((f"{printable(warning.kind)}: ", "yellow"), _text(warning.message)))
        for line in wrap(printable(warning.advice), max(console.width - 2, 20)):
            console.print(_text(f"  {line}", "dim"))
