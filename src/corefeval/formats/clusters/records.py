"""Documents of JSON files decoded one by one: what the formats of the family have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from corefeval.formats.files import TextFile
from corefeval.formats.json_rows import Rows
from corefeval.formats.json_values import decode
from corefeval.problems import CorefevalError, Place, Problems

_RECORD = TypeVar("_RECORD")


def records(
    file: TextFile, kind: type[_RECORD], fields: tuple[str, ...], problems: Problems
) -> Iterator[tuple[_RECORD, Place, str]]:
    """Yield the documents of a file with their places and the names they have outside; note what is none.

    Args:
        file: JSON Lines, or an array or object of documents.
        kind: the type of a document (see msgspec).
        fields: the fields one of which every document has.
        problems: where to note what is wrong.
    """
    rows = Rows(file, fields)
    for row in rows:
        place = rows.place(row.number)
        try:
            yield decode(row.content, kind, place), place, row.name
        except CorefevalError as error:
            problems.extend(error.problems)


def inside(place: Place, path: str) -> Place:
    """Return the place of a value inside a document."""
    return Place(place.file, place.line, path=path)
