"""Results as data and as text: columns declared once, rows, plain data, and a mixin that prints them.

A record (an entity, a disagreement …) declares its columns once:

    COLUMNS = (
        Column("Document", "text", "document"),         # in tables, JSON, CSV and data frames
        Column("Size", name="size", shown=thousands),   # a table writes 1,234
        *data("counterpart", "side=mention.side"),      # data alone; an attribute by another name
        *data("parts?"),                                # left out of JSON where it is empty
        Column("Place", "text", of=place_in_words),     # tables alone
    )

`to_row(COLUMNS, record)` is the record in JSON, `Rows.of(COLUMNS, records)` the CSV file and the data frame, and
`Table.of(COLUMNS, records)` (reports/report.py) the table. To add a column, add a line. A class that inherits from `DataRow`
and has its columns as DATA has `to_dict`; `whole` makes the JSON of a result, with version, signature and warnings.

A result inherits from `Printed`, has `to_dict` and `rows`, and a line in `reports/show/__init__.py` that names the function
which makes its tables. `str`, notebooks, `render` and `to_frame` follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, TypeVar

from corefeval.problems import Problem, UsageError
from corefeval.version import __version__

if TYPE_CHECKING:
    import pandas as pd

MEDIA = frozenset({"terminal", "markdown", "latex", "html"})

Holds = Literal["figures", "text", "prose"]
Key = TypeVar("Key")
Item = TypeVar("Item")


class Column(NamedTuple):
    """A column of a table, and of the data that it shows.

    Attributes:
        head: the heading in tables; a column with a name but no head is only in the data.
        holds: the kind of values: figures (right-aligned), text (left-aligned), or prose (may wrap).
        name: the name in JSON, CSV and data frames; a column without a name is only in tables.
        shown: returns the text of a value in tables.
        of: a function from a record to the value; by default its attribute `name`.
        is_obvious: whether the terminal omits the head.
        style: the style of its cells on the terminal: bold, dim or none.
        is_unbroken: whether its cells are never broken into lines.
        on: the media that show it.
        is_optional: whether JSON omits it if empty.
        group: the heading above this column and its neighbours of the same group, printed only in LaTeX.
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
    is_optional: bool = False
    group: str = ""

    def value(self, record: Any) -> Any:
        """Return the value of a record."""
        return getattr(record, self.name) if self.of is None else self.of(record)


def data(*names: str) -> tuple[Column, ...]:
    """Return columns that are only in data: attributes of a record.

    `side=mention.side` renames an attribute, and JSON omits `parts?` if it is empty.
    """
    return tuple(
        Column("", name=name, of=attrgetter(path or name), is_optional=each.endswith("?"))
        for each in names
        for name, _, path in [each.removesuffix("?").partition("=")]
    )


def columns_for(
    keys: Iterable[Key], head: Callable[[Key], str], value: Callable[[Any, Key], Any], **options: Any
) -> list[Column]:
    """Return a column of tables for each key (metric, outcome, system …): `value` takes a record and the key.

    Examples:
        >>> one, other = columns_for(["muc", "lea"], str.upper, lambda scores, metric: scores[metric])
        >>> one.head, other.value({"muc": 0.5, "lea": 0.25})
        ('MUC', 0.25)
    """

    def column(key: Key) -> Column:
        return Column(head(key), of=lambda record: value(record, key), **options)

    return [column(key) for key in keys]


def metric_columns(
    metrics: Mapping[str, Any], value: Callable[[Any, str], Any], **options: Any
) -> list[Column]:
    """Return a column of tables for each metric; `value` takes a record and the metric's name."""
    return columns_for(metrics, lambda name: metrics[name].full_label, value, **options)


def to_row(columns: Iterable[Column], record: Any) -> dict[str, Any]:
    """Return a record as plain data: the columns that have a name."""
    values = ((column, column.value(record)) for column in columns if column.name)
    return {column.name: plain(value) for column, value in values if not column.is_optional or value}


class DataRow:
    """A row of a result that declares its data once: DATA, or without it its fields."""

    __slots__ = ()

    DATA: ClassVar[Sequence[Column]] = ()
    __dataclass_fields__: ClassVar[Mapping[str, Any]]

    @classmethod
    def columns(cls) -> Sequence[Column]:
        """Return the columns of such rows."""
        return cls.DATA or data(*cls.__dataclass_fields__)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; None is undefined."""
        return to_row(self.DATA, self) if self.DATA else fields_of(self)


class Rows(NamedTuple):
    """Data in rows, to be written as a CSV file or a data frame.

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
        """Return rows of scores: the columns of the first row, with the parts of all rows.

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


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Return items by a key, keys in the order in which they first occur.

    Examples:
        >>> grouped(["muc", "lea", "mention"], lambda name: name[0])
        {'m': ['muc', 'mention'], 'l': ['lea']}
    """
    found: dict[Key, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def plain_dict(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return named values as plain data."""
    return {name: plain(value) for name, value in values.items()}


class HasLongForm(Protocol):
    """A signature."""

    @property
    def long(self) -> str:
        """The long form."""


def whole(
    parts: Mapping[str, Any], signature: HasLongForm | None, settings: object, warnings: object
) -> dict[str, Any]:
    """Return the JSON of a result: the version, long signature and settings if it has any, its parts and its warnings."""
    signed = {"signature": signature.long, "settings": settings} if signature else {}
    return plain_dict({"corefeval": __version__, **signed, **parts, "warnings": warnings})


def plain(value: Any) -> Any:
    """Return plain data: mappings as dicts, sequences and arrays as lists, objects as their `to_dict` or their fields.

    NaN (undefined) becomes None.
    """
    if isinstance(value, float):
        return None if value != value else value  # noqa: PLR0124 - NaN differs from itself
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return plain_dict(value)
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "tolist"):
        return value.tolist()
    return fields_of(value)


def fields_of(record: Any) -> dict[str, Any]:
    """Return the fields of a data class as plain data."""
    return {name: plain(getattr(record, name)) for name in record.__dataclass_fields__}


class Printed:
    """A result that prints itself and converts to data.

    A subclass defines `to_dict` and `rows`. `render` passes its options to `to_dict`, `rows` and the function in
    `reports/show`, if they accept them.
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
