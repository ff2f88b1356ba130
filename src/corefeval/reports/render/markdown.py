"""Render a report as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable

from corefeval.problems import printable
from corefeval.reports.report import (
    Cell,
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

NAME = "markdown"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_STYLES = {"strong": "**", "emphatic": "*", "": ""}


def render(document: ReportText) -> str:
    """Return the report as Markdown. Pieces are separated by an empty line."""
    blocks = ["\n".join(f"{escape(line)}  " for line in document.heading)]
    blocks += (block for piece in document.shown_on(NAME) for block in _blocks(piece))
    blocks.append(_list([*document.notes_on(NAME), *map(str, document.warnings)]))
    if document.signature:
        blocks.append(f"signature `{document.signature}`")
    return "\n\n".join(filter(None, blocks)) + "\n"


def escape(text: str) -> str:
    """Return text with Markdown's special characters escaped."""
    return _SPECIAL.sub(r"\\\1", printable(text))


def _blocks(piece: Piece) -> list[str]:
    match piece:
        case Section():
            title = piece.page_title or piece.title
            title = f"`{title}`" if piece.is_typed else escape(title)
            inside = [block for inner in pieces_on(piece.pieces, NAME) for block in _blocks(inner)]
            return [f"{'#' * piece.level} {title}" if title else "", *inside]
        case Table():
            title = f"**{escape(piece.title)}**" if piece.is_headed else ""
            return [title, _table(piece), escape(piece.note)]
        case Paragraph():
            mark = _STYLES[piece.style]
            return [
                f"`{piece.term}`{escape(piece.text)}" if piece.term else f"{mark}{escape(piece.text)}{mark}"
            ]
        case Note():
            return []
        case Items():
            return [_list(piece.items)]
        case Terms():
            return ["\n".join(f"- `{term}` {escape(text)}" for term, text in piece.terms)]
        case Lines():
            return ["\n".join(f"{escape(line)}  " for line in piece.lines)]
        case Quotation():
            return ["\n".join(f"> {escape(line)}" for line in piece.lines)]
        case Formula():
            return [f"$$\n{piece.latex}\n$$"]


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {escape(line)}" for line in lines)


def _table(table: Table) -> str:
    rule = (("--:" if column.holds == "figures" else ":--") for column in table.columns)
    lines = [
        (escape(column.head) for column in table.columns),
        rule,
        *(map(_cell, row.cells) for row in table.rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell) -> str:
    text = f"**{escape(cell.text)}**" if cell.is_best else escape(cell.text)
    mark = f"<sup>{escape(cell.mark)}</sup>" if cell.mark else ""
    return f"{text}{mark} {escape(cell.bounds)}".rstrip()
