"""The content of a report, before it is text for the terminal, Markdown, LaTeX or HTML.

`show` makes a ReportText from a result and decides on the content and its order. `render` decides on the layout. If
only some media show a piece, its attribute `on` names them. The pieces are named tuples, because defining a
dataclass takes seven times as long and every command imports this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from corefeval.columns import MEDIA, Column
from corefeval.problems import PrintedProblem, printed_problems

TERMINAL = frozenset({"terminal"})
PAGES = MEDIA - TERMINAL
"""Kinds of output without a line width: a table may have columns that do not fit a screen."""


class Cell(NamedTuple):
    """A cell of a table.

    Attributes:
        text: its content.
        bounds: its interval or p-value, in smaller print.
        mark: a letter or stars after the content.
        is_best: whether it is the best value of its column.
    """

    text: str
    bounds: str = ""
    mark: str = ""
    is_best: bool = False

    @property
    def value(self) -> str:
        """The text with its mark."""
        return f"{self.text} {self.mark}".rstrip()

    @property
    def line(self) -> str:
        """The text, mark and bounds on one line."""
        return " ".join(filter(None, (self.text, self.mark, self.bounds)))


class Row(NamedTuple):
    """A row of a table. `is_ruled` draws a line above it on a screen, for sums; `is_strong` makes it bold, for means."""

    cells: tuple[Cell, ...]
    is_ruled: bool = False
    is_strong: bool = False

    @classmethod
    def of(cls, *cells: str | Cell, is_ruled: bool = False, is_strong: bool = False) -> Row:
        """Return a row of cells; a string is a cell with this text."""
        made = (Cell(cell) if isinstance(cell, str) else cell for cell in cells)
        return cls(tuple(made), is_ruled, is_strong)


class Instance(NamedTuple):
    """A row of a table for the screen: a mention in its context, on a few lines.

    Attributes:
        head: the heading: its kind and place.
        left: the words before it; cut to the width of the screen.
        text: its words; '' without text.
        right: the words after it.
        told: its notes, one per line.
    """

    head: str
    left: str
    text: str
    right: str
    told: tuple[str, ...] = ()


class Table(NamedTuple):
    """A table.

    Attributes:
        columns: its columns.
        rows: its rows.
        title: its title.
        note: an explanation of its numbers.
        is_headed: whether every medium prints the title, because no column head repeats it.
        is_stacked: whether bounds are printed below their values instead of next to them.
        is_divisible: whether columns that do not fit a screen continue in a table below.
        on: the media that show it.
        instances: the rows in context, which a screen shows instead of the rows; may be empty.
        caption: its caption in LaTeX, for a table in the layout of papers.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    note: str = ""
    is_headed: bool = False
    is_stacked: bool = False
    is_divisible: bool = False
    on: frozenset[str] = MEDIA
    instances: tuple[Instance, ...] = ()
    caption: str = ""

    @classmethod
    def of(
        cls,
        columns: Sequence[Column],
        records: Iterable[Any],
        title: str = "",
        note: str = "",
        *,
        sums: Iterable[Row] = (),
        **options: Any,
    ) -> Table:
        """Return a table with one row per record, followed by `sums`. Columns that only data formats have are skipped.

        The value of a column may be a Cell.
        """
        shown = tuple(column for column in columns if column.head or not column.name)
        rows = (Row.of(*(_cell(column, column.value(each)) for column in shown)) for each in records)
        return cls(shown, (*rows, *sums), title, note, **options)

    def shown_on(self, medium: str) -> Table:
        """Return the table with the columns that a medium shows."""
        kept = [place for place, column in enumerate(self.columns) if medium in column.on]
        return self.with_columns(kept) if len(kept) < len(self.columns) else self

    def with_columns(self, places: Sequence[int], title: str | None = None) -> Table:
        """Return the table with some of its columns."""
        return self._replace(
            columns=tuple(self.columns[place] for place in places),
            rows=tuple(row._replace(cells=tuple(row.cells[place] for place in places)) for row in self.rows),
            title=self.title if title is None else title,
        )


def _cell(column: Column, value: Any) -> str | Cell:
    return value if isinstance(value, Cell) else column.shown(value)


class Paragraph(NamedTuple):
    """A paragraph.

    Attributes:
        text: the text; '' is an empty line.
        style: strong, emphatic, or plain.
        term: its subject as a user would type it; printed before the text.
        is_set_off: whether it is set off by blank lines on a screen.
        on: the media that show it.
    """

    text: str
    style: Literal["", "strong", "emphatic"] = ""
    term: str = ""
    is_set_off: bool = False
    on: frozenset[str] = MEDIA


class Note(NamedTuple):
    """An explanation of the tables. A screen prints it in place; other media print it at the end."""

    text: str
    on: frozenset[str] = MEDIA


class Lines(NamedTuple):
    """Lines that are never broken."""

    lines: tuple[str, ...]
    on: frozenset[str] = MEDIA


class Items(NamedTuple):
    """A list of sentences."""

    items: tuple[str, ...]
    on: frozenset[str] = MEDIA


class Terms(NamedTuple):
    """A list of terms that a user can type, each with its meaning."""

    terms: tuple[tuple[str, str], ...]
    on: frozenset[str] = MEDIA


class Quotation(NamedTuple):
    """Quoted lines of a text."""

    lines: tuple[str, ...]
    on: frozenset[str] = MEDIA


class Formula(NamedTuple):
    """A formula in LaTeX, and as plain text with one line per equation."""

    latex: str
    plain: str
    on: frozenset[str] = MEDIA


class Section(NamedTuple):
    """A title and its pieces.

    Attributes:
        title: the title; '' for none.
        pieces: the pieces below it.
        level: the level of the title, from 1.
        page_title: its title in Markdown; '' for the same.
        is_typed: whether the title in Markdown is a name that a user types, printed as code.
        on: the media that show it.
    """

    title: str
    pieces: tuple[Piece, ...]
    level: int = 2
    page_title: str = ""
    is_typed: bool = False
    on: frozenset[str] = MEDIA


Piece = Table | Paragraph | Note | Lines | Items | Terms | Quotation | Formula | Section


class ReportText(NamedTuple):
    """The content of a report.

    Attributes:
        pieces: tables and the text between them.
        heading: the amount of data and the settings.
        warnings: the warnings about the numbers.
        signature: the signature; '' if there is none.
    """

    pieces: tuple[Piece, ...]
    heading: tuple[str, ...] = ()
    warnings: tuple[PrintedProblem, ...] = ()
    signature: str = ""

    @classmethod
    def of(cls, result: Any, pieces: Iterable[Piece], *heading: str) -> ReportText:
        """Return the report on a result, with its warnings and its signature."""
        signature = result.signature
        text = signature if isinstance(signature, str) else signature.text
        return cls(tuple(pieces), heading, tuple(printed_problems(result.warnings)), text)

    def shown_on(self, medium: str) -> list[Piece]:
        """Return the pieces that a medium shows."""
        return pieces_on(self.pieces, medium)

    def notes_on(self, medium: str) -> list[str]:
        """Return the notes that a medium other than the screen prints at the end."""
        return [piece.text for piece in self.shown_on(medium) if isinstance(piece, Note)]

    @property
    def has_sections(self) -> bool:
        """Whether it contains sections."""
        return any(isinstance(piece, Section) for piece in self.pieces)


def pieces_on(pieces: Sequence[Piece], medium: str) -> list[Piece]:
    """Return the pieces that a medium shows, and their tables with the columns that it shows."""
    return [
        piece.shown_on(medium) if isinstance(piece, Table) else piece
        for piece in pieces
        if medium in piece.on
    ]
