"""Results as data and as text: columns declared once, rows, plain data, and a mixin that prints them.

A record (an entity, a disagreement …) declares its columns once:

    COLUMNS = (
        Column("Document", "text", "document"),         # in tables, JSON, CSV and data frames
        Column("Size", name="size", shown=thousands),   # a table writes 1,234
        *data("counterpart", "context"),                # data alone
        Column("Place", "text", of=place_in_words),     # tables alone
    )

`to_row(COLUMNS, record)` is the record in JSON, `Rows.of(COLUMNS, records)` the CSV file and the data frame, and
`Table.of(COLUMNS, records)` (reports/document.py) the table. To add a column, add a line.

A result inherits from `Printed`, has `to_dict` and `rows`, and a line in `reports/show/__init__.py` that names the function
which makes its tables. `str`, notebooks, `render` and `to_frame` follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from corefeval.problems import Problem, UsageError

if TYPE_CHECKING:
    import pandas as pd

MEDIA = frozenset({"terminal", "markdown", "latex", "html"})

Holds = Literal["figures", "text", "prose"]


class Column(NamedTuple):
    """A column of a table, and of the data that it shows.

    Attributes:
        head: the heading in tables; a column with a name and no head is in the data alone.
        holds: figures, which are flush right; text, which is flush left; or prose, which may be broken into lines.
        name: the name in JSON, CSV and data frames; a column without one is in tables alone.
        shown: returns the text of a value in tables.
        of: returns the value of a record; by default its attribute `name`.
        is_obvious: whether the terminal leaves out the head.
        style: of its cells on the terminal: bold, dim or none.
        is_unbroken: whether its cells are never broken into lines.
        on: the media that show it.
    """

    head: str
    holds: Holds = "figures"
    name: str = ""
    shown: Callable[[Any], str] = str
    of: Callable[[Any], Any] | None = None
    is_obvious: bool = False
    style: Literal["", "bold", "dim"] = ""
    is_unbroken: bool = False
    on: frozenset[str] = MEDIA

    def value(self, record: Any) -> Any:
        """Return the value of a record."""
        return getattr(record, self.name) if self.of is None else self.of(record)


def data(*names: str) -> tuple[Column, ...]:
    """Return columns of data alone: attributes of a record."""
    return tuple(Column("", name=name) for name in names)


def to_row(columns: Iterable[Column], record: Any) -> dict[str, Any]:
    """Return a record as plain data: the columns that have a name."""
    return {column.name: plain(column.value(record)) for column in columns if column.name}


class Rows(NamedTuple):
    """Data in rows, before it is a CSV file or a data frame.

    Attributes:
        heads: the names of the columns.
        rows: a value for each column; a missing one is undefined.
        signature: the signature of the numbers, '' for none.
    """

    heads: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    signature: str = ""

    @classmethod
    def of(cls, columns: Sequence[Column], records: Iterable[Any], signature: str = "") -> Rows:
        """Return records as rows."""
        names = [column.name for column in columns if column.name]
        return cls(names, [to_row(columns, record) for record in records], signature)

    @classmethod
    def of_scores(cls, parts: Sequence[str], rows: Iterable[Mapping[str, Any]], signature: str = "") -> Rows:
        """Return rows of scores: the columns are those of the first row, with all parts in the place of its own.

        Examples:
            >>> Rows.of_scores(["f1", "ed_f1"], [{"metric": "muc", "f1": 0.5, "low": 0.4}]).heads
            ['metric', 'f1', 'ed_f1', 'low']
        """
        table = list(rows)
        own = [name for name in table[0] if name not in parts]
        place = next(place for place, name in enumerate(table[0]) if name in parts)
        return cls([*own[:place], *parts, *own[place:]], table, signature)

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a pandas data frame with the signature in its `attrs`."""
        try:
            import pandas as pd  # noqa: PLC0415 - heavy, and optional
        except ImportError:
            raise UsageError(Problem("CE044", "frame-needs-pandas")) from None
        frame = pd.DataFrame(list(self.rows), columns=list(self.heads))
        frame.attrs["signature"] = self.signature
        return frame


def plain_dict(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return named values as plain data."""
    return {name: plain(value) for name, value in values.items()}


def plain(value: Any) -> Any:
    """Return plain data: mappings as dicts, sequences and arrays as lists, objects as their `to_dict` or their fields."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return plain_dict(value)
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "tolist"):
        return value.tolist()
    return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}


class Printed:
    """A result that prints itself and converts to data.

    A subclass has `to_dict` and `rows`. An option of `render` goes to those of `to_dict`, `rows` and its function in
    `reports/show` that take it.
    """

    __slots__ = ()

    def render(
        self, kind: str = "table", *, width: int | None = None, colour: bool | None = None, **options: Any
    ) -> str:
        """Return the result as text.

        Args:
            kind: table, json, csv, markdown, latex or html.
            width: the columns of the terminal, for a table.
            colour: whether a table is coloured; by default on a terminal.
            options: what to include, such as per_document.
        """
        from corefeval.reports.show import render  # noqa: PLC0415 - an object prints itself

        return render(self, kind, width=width, colour=colour, **options)

    def to_frame(self, **options: Any) -> pd.DataFrame:
        """Return the rows of `-f csv` as a pandas data frame with the signature in its `attrs`."""
        return self.rows(**options).to_frame()

    def to_dict(self, *args: Any, **options: Any) -> Any:
        """Return everything as plain data: fractions at full precision, None for an undefined score."""
        raise NotImplementedError

    def rows(self, *args: Any, **options: Any) -> Rows:
        """Return the rows of `-f csv` and of data frames."""
        raise NotImplementedError

    def __str__(self) -> str:
        """Return the tables as plain text."""
        return self.render()

    def _repr_html_(self) -> str:
        """Return heading, tables, warnings and signature for notebooks."""
        return self.render("html")
