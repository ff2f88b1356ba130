"""Render a report as plain text without rich, because importing rich takes a tenth of the time of a small score.

`draw` returns the same bytes that `terminal` prints without colour, or None if rich is needed. Rich is needed for
words or tables wider than the screen, wide characters, cells of several lines and sections.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from textwrap import wrap

from corefeval.problems import printable
from corefeval.reports.report import Formula, Items, Lines, Note, Paragraph, Piece, ReportText, Table

_WORD = re.compile(r"\s*\S+\s*")
_NARROW = re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03c9–—…‘’“”•─]*")
"""Matches text in which every character is one column wide."""

Divide = Callable[[Table, int], list[Table]]


class _Hard(Exception):  # noqa: N818 - not an error
    """Raised if only rich can draw the report."""


def draw(document: ReportText, pieces: list[Piece], width: int, divide: Divide) -> str | None:
    """Return heading, pieces, warnings and signature as text; None if rich is needed.

    Args:
        document: the report.
        pieces: its pieces that a terminal shows.
        width: the width of the lines.
        divide: a function that divides a table that is too wide.
    """
    try:
        return "".join(f"{line}\n" for line in _lines(document, pieces, width, divide))
    except _Hard:
        return None


def _lines(document: ReportText, pieces: list[Piece], width: int, divide: Divide) -> Iterator[str]:
    for text in document.heading:
        yield from _folded(text, width)
    for piece in pieces:
        if isinstance(piece, Table) and not piece.instances:
            for table in divide(piece, width) if piece.is_divisible else [piece]:
                yield from _table(table, width)
        elif isinstance(piece, Lines):
            yield from map(_narrow, piece.lines)
        else:
            for text in _texts(piece):
                yield from _folded(text, width)
    for warning in document.warnings:
        yield from _folded(f"{printable(warning.kind)}: {warning.message}", width)
        for line in wrap(printable(warning.advice), max(width - 2, 20)):
            yield from _folded(f"  {line}", width)
    if document.signature:
        yield _narrow(f"signature {document.signature}")


def _texts(piece: Piece) -> tuple[str, ...]:
    """Return the paragraphs of a piece."""
    if isinstance(piece, Note) or (isinstance(piece, Paragraph) and not piece.is_set_off):
        return (piece.text,)
    if isinstance(piece, Items):
        return piece.items
    if isinstance(piece, Formula):
        return tuple(piece.plain.split("\n"))
    raise _Hard


def _narrow(text: str) -> str:
    """Return the text if it is one line in which every character is one column wide; otherwise raise _Hard."""
    if not _NARROW.fullmatch(text):
        raise _Hard
    return text


def _folded(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text as rich wraps them. Blanks after the last word of a line stay if they fit.

    "one two  three" in 8 columns is "one two " and "three".
    """
    breaks, used = [0], 0
    for found in _WORD.finditer(_narrow(text)):
        word = found[0]
        needed = len(word.rstrip())
        if needed > width:
            raise _Hard
        if used + needed <= width:
            used += len(word)
        else:
            breaks += [found.start()] if found.start() else []
            used = len(word)
    for start, stop in zip(breaks, [*breaks[1:], len(text)], strict=True):
        line = text[start:stop]
        yield line if len(line) <= width else line.rstrip().ljust(width)


def _table(table: Table, width: int) -> Iterator[str]:
    """Yield the lines of a table: a head, a rule, and rows between two empty lines, all of the same width.

    the head:   " Metric     F1 "     columns are 3 apart: " ", the divider, " "
    the rule:   " ───────────── "
    a row:      " MUC     68.57 "
    """
    if not table.rows:
        raise _Hard
    cells = [["" if column.is_obvious else column.head for column in table.columns]]
    for row in table.rows:
        if table.is_stacked and any(cell.bounds for cell in row.cells):
            raise _Hard
        cells.append([f"{cell.value} {cell.bounds}" if cell.bounds else cell.value for cell in row.cells])
    if any(text != text.strip() for row in cells for text in row):
        raise _Hard
    widths = [max(len(_narrow(text)) for text in column) for column in zip(*cells, strict=True)]
    whole = sum(widths) + 3 * (len(widths) - 1) + 2
    if whole > width or not all(widths):
        raise _Hard
    is_right = [column.holds == "figures" for column in table.columns]
    empty = " " * whole
    yield from _beside(table.title, whole)
    yield empty
    for place, texts in enumerate(cells):
        if place > 1 and table.rows[place - 1].is_ruled:
            yield empty
        aligned = (
            text.rjust(wide) if right else text.ljust(wide)
            for text, wide, right in zip(texts, widths, is_right, strict=True)
        )
        yield f" {'   '.join(aligned)} "
        if not place:
            yield f" {'─' * (whole - 2)} "
    yield empty
    yield from _beside(table.note, whole)


def _beside(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a title or a note, padded to the width of its table."""
    return (line.ljust(width) for line in _folded(text, width)) if text else iter(())
