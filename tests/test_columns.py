"""Columns declared once, rows, plain data, and results that print themselves."""

from __future__ import annotations

import importlib
import json
import math
import pkgutil
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import corefeval
from corefeval.columns import Column, DataRow, Printed, Rows, data, plain, to_row
from corefeval.problems import Problem
from corefeval.reports.render import KINDS
from corefeval.reports.report import Table
from corefeval.reports.show import SHOWN_BY, show


class Book(NamedTuple):
    """A record."""

    title: str
    pages: int | None


COLUMNS = (
    Column("Title", "text", "title"),
    Column("Pages", name="pages", shown=lambda pages: "–" if pages is None else f"{pages:,}"),
    Column("", name="initial", of=lambda book: book.title[0]),
    Column("Size", "text", of=lambda book: "long" if (book.pages or 0) > 500 else "short"),
)
BOOKS = [Book("Emma", 1200), Book("Zadig", None)]


def test_columns_are_declared_once() -> None:
    """The data have the columns with a name, a table those with a head; both show the same values."""
    assert to_row(COLUMNS, BOOKS[0]) == {"title": "Emma", "pages": 1200, "initial": "E"}
    rows = Rows.of(COLUMNS, BOOKS, "s")
    assert rows.heads == ["title", "pages", "initial"]
    assert [row["pages"] for row in rows.rows] == [1200, None]
    assert rows.signature == "s"
    table = Table.of(COLUMNS, BOOKS, "Books", "a note")
    assert [column.head for column in table.columns] == ["Title", "Pages", "Size"]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Emma", "1,200", "long"],
        ["Zadig", "–", "short"],
    ]
    assert (table.title, table.note) == ("Books", "a note")


def test_no_records_have_heads_all_the_same() -> None:
    """A file without rows still names its columns."""
    assert Rows.of(COLUMNS, []) == (["title", "pages", "initial"], [], "")
    assert len(Table.of(COLUMNS, []).columns) == 3


@dataclass
class Pair:
    """Something with fields."""

    one: tuple[int, ...]
    other: object


def test_plain_data() -> None:
    """Mappings, sequences, arrays and objects at any depth, as JSON has them."""
    problem = Problem("CE003", "no-dataset-in-folder")
    found = plain({"a": Pair((1, 2), problem), "b": [np.arange(2), None], "c": 0.5, "d": True})
    assert found == {
        "a": {"one": [1, 2], "other": problem.to_dict()},
        "b": [[0, 1], None],
        "c": 0.5,
        "d": True,
    }
    assert json.loads(json.dumps(found)) == found


def printed_types() -> set[type[Printed]]:
    """Return every type of result; adapters of optional packages have none."""
    for module in pkgutil.walk_packages(corefeval.__path__, "corefeval."):
        if not module.name.endswith("__main__") and "integrations." not in module.name:
            importlib.import_module(module.name)
    return {kind for kind in Printed.__subclasses__() if kind.__module__.startswith("corefeval.")}


def test_every_type_of_result_is_shown() -> None:
    """Each has one line in the table of reports/show, which names a function that exists; no line is left over."""
    assert {kind.__name__ for kind in printed_types()} == SHOWN_BY.keys()
    for function in SHOWN_BY.values():
        module, _, name = function.partition(".")
        assert callable(getattr(importlib.import_module(f"corefeval.reports.show.{module}"), name))


@pytest.mark.parametrize("kind", [*KINDS, "html"])
def test_render_gives_options_to_those_that_take_them(kind: str) -> None:
    """An option of the tables alone changes no data; one that none takes is refused whatever the kind."""
    result = corefeval.score({"a": [[1, 2]], "b": [[1, 2], [3, 4]]}, {"a": [[1, 2]], "b": []}, metrics="muc")
    assert result.render(kind) != result.render(kind, per_document=True)
    with pytest.raises(TypeError, match="colour_of_sky"):
        result.render(kind, colour_of_sky="blue")
    found = corefeval.reproduce([[1, 2], [3]], [[1, 2], [4]], "50.00", metric="bcub", changes=1)
    few, many = (found.render(kind, top=top) for top in (1, 3))
    assert (few == many) is (kind in {"json", "csv"})


def test_a_result_prints_itself() -> None:
    """Text, HTML and the Document are those of its function in reports/show."""
    result: Any = corefeval.score([[1, 2]], [[1, 2]], metrics="muc")
    assert str(result) == result.render("table")
    assert result._repr_html_() == result.render("html")
    assert show(result).signature == str(result.signature)


def test_a_row_of_data_declares_names_and_what_may_be_left_out() -> None:
    """An attribute may have another name, an empty optional one is left out, and NaN is undefined; else it is the fields."""

    @dataclass(frozen=True)
    class Inner(DataRow):
        side: str
        gain: float

    @dataclass(frozen=True)
    class Outer(DataRow):
        inner: Inner
        parts: tuple[int, ...]

        DATA = data("of=inner.side", "inner", "parts?")

    inner = {"side": "key", "gain": None}
    assert Outer(Inner("key", math.nan), ()).to_dict() == {"of": "key", "inner": inner}
    assert Outer(Inner("key", math.nan), (1, 2)).to_dict()["parts"] == [1, 2]
