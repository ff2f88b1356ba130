"""Render a report as HTML for notebooks. All text is escaped."""

from __future__ import annotations

from html import escape

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
    Row,
    Section,
    Table,
    Terms,
    pieces_on,
)

NAME = "html"
_STYLES = {"strong": "b", "emphatic": "i"}


def render(document: ReportText) -> str:
    """Return heading, pieces, notes, warnings and signature as one HTML element."""
    pieces = [
        *(_element("p", line) for line in document.heading),
        *map(_piece, document.shown_on(NAME)),
        *(_element("p", note) for note in document.notes_on(NAME)),
        *(
            f"<p><b>{escape(warning.kind)}:</b> {escape(warning.message)} <i>{escape(warning.advice)}</i></p>"
            for warning in document.warnings
        ),
    ]
    if document.signature:
        pieces.append(f'<code style="white-space:nowrap">signature {escape(document.signature)}</code>')
    return f"<div>{''.join(pieces)}</div>"


def _element(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"


def _piece(piece: Piece) -> str:
    match piece:
        case Section():
            title = _element(f"h{piece.level + 1}", piece.title) if piece.title else ""
            return title + "".join(map(_piece, pieces_on(piece.pieces, NAME)))
        case Table():
            title = _element("h4", piece.title) if piece.is_headed else ""
            return title + _table(piece) + (_element("p", piece.note) if piece.note else "")
        case Paragraph():
            term = _element("code", piece.term) if piece.term else ""
            text = _element(_STYLES[piece.style], piece.text) if piece.style else escape(piece.text)
            return f"<p>{term}{text}</p>"
        case Note():
            return ""
        case Items():
            return "".join(_element("p", item) for item in piece.items)
        case Terms():
            return "".join(f"<p>{_element('code', term)} {escape(text)}</p>" for term, text in piece.terms)
        case Lines():
            return _element("pre", "\n".join(piece.lines))
        case Quotation():
            return f"<blockquote>{'<br>'.join(map(escape, piece.lines))}</blockquote>"
        case Formula():
            return _element("pre", piece.plain)


def _table(table: Table) -> str:
    head = "".join(_element("th", column.head) for column in table.columns)
    body = "".join(map(_row, table.rows))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(row: Row) -> str:
    """Return a row of a table. Its first cell is a heading."""
    first, *others = row.cells
    name = f'<th style="text-align:left">{escape(first.line)}</th>'
    return f"<tr>{name}{''.join(map(_cell, others))}</tr>"


def _cell(cell: Cell) -> str:
    """Return a cell of a table. The best value of a column is bold."""
    if not cell.is_best:
        return _element("td", cell.line)
    rest = " ".join(filter(None, (cell.mark, cell.bounds)))
    return f"<td>{_element('b', cell.text)}{escape(f' {rest}' if rest else '')}</td>"
