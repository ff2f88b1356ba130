"""The documents of a JSON file: one object per line, or all documents in one array or object.

A file with one value is [document, …], {"name": document, …}, {"documents": [document, …]} with any name for the field,
or one document over several lines. A document is an object with one of the fields that the reader supports.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from corefeval.arrays import Integers, integers
from corefeval.formats.files import TextFile
from corefeval.formats.json_values import decode
from corefeval.limits import NESTING
from corefeval.problems import CorefevalError, Place

_OBJECT_OF_OBJECTS = re.compile(rb'\{\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:\{\s*"|\[\s*\{)')


class JsonRow(NamedTuple):
    """A document: its number (its line, in a file of lines), its JSON text, and its name if that is outside the text."""

    number: int
    content: bytes
    name: str = ""


class JsonRows:
    """The documents of a file, one by one, and their places.

    Args:
        file: the file.
        fields: the fields of documents. Every document must have at least one of them.

    Raises:
        CorefevalError: CE029 with line and column if the file begins like one value and is not valid JSON.
    """

    def __init__(self, file: TextFile, fields: Collection[str]) -> None:
        self._file, self._fields = file, frozenset(fields)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), NESTING.value))
        self._found = self._contained()
        """The documents of a file with one value, each with its offset and line; None for a file of lines."""

    def __iter__(self) -> Iterator[JsonRow]:
        """Iterate over the documents. Lines are not kept in memory."""
        if self._found is not None:
            yield from (row for row, _, _ in self._found)
            return
        number = 0
        for _, chunk in self._file.chunks(b"{"):
            for line in chunk.split(b"\n"):
                number += 1
                if line and not line.isspace():
                    yield JsonRow(number, line)
            number -= chunk.endswith(b"\n")

    def place(self, number: int, at: int = -1) -> Place:
        """Return the place of a document, or of a character in it. Number 0 is the place of the file."""
        if number < 1:
            return self._file.place
        if self._found is None:
            return replace(self._file.line_place(number), column=at + 1)
        before = self.texts[number - 1][: max(at, 0)]
        _, offset, line = self._found[number - 1]
        start = self._content.rfind(b"\n", 0, offset) + 1
        margin = 0 if "\n" in before else len(self._content[start:offset].decode("utf-8", "replace"))
        column = margin + len(before) - (before.rfind("\n") + 1) + 1
        return Place(self._file.name, line + before.count("\n"), column if at >= 0 else 0)

    def lines(self, numbers: Sequence[int]) -> Integers:
        """Return the lines of some documents."""
        return integers(
            numbers if self._found is None else (self._found[number - 1][2] for number in numbers)
        )

    @cached_property
    def texts(self) -> list[str]:
        """The texts of all documents, or of all lines. They are read again when a problem needs them."""
        if self._found is None:
            return self._file.read().decode("utf-8", "replace").split("\n")
        return [row.content.decode("utf-8", "replace") for row, _, _ in self._found]

    def decoded(self, numbers: Collection[int]) -> Iterator[dict[str, Any]]:
        """Read the file again, and yield all fields of some documents, in order."""
        wanted = set(numbers)
        for row in self:
            if row.number in wanted:
                yield msgspec.json.decode(row.content)

    @cached_property
    def _content(self) -> bytes:
        return self._file.read()

    def _contained(self) -> list[tuple[JsonRow, int, int]] | None:
        """Return the documents of a file that is one JSON value, with offset and line; None for a file of lines."""
        head = self._file.head().lstrip()
        if are_lines(head) or head[:1] not in {b"{", b"["}:
            return None
        first, _, rest = head.partition(b"\n")
        try:
            values = self._values()
        except CorefevalError:
            # one value over several lines: the lines are not documents, so errors per line would be useless
            if head[:1] == b"[" or (first.strip() == b"{" and rest.lstrip()[:1] == b'"'):
                raise
            values = None
        if values is None:
            vars(self).pop("_content", None)  # not set if the file is not text
            return None
        found: list[tuple[JsonRow, int, int]] = []
        end, line = 0, 1
        for number, (name, raw) in enumerate(values, 1):
            content = bytes(raw)
            start = self._content.find(content, end)
            line += self._content.count(b"\n", end, start)
            found.append((JsonRow(number, content, name), start, line))
            line += content.count(b"\n")
            end = start + len(content)
        return found

    def _values(self) -> list[tuple[str, msgspec.Raw]] | None:
        """Return the documents of one value with their names; None if it contains no documents."""
        if self._content.lstrip()[:1] == b"[":
            return [("", raw) for raw in decode(self._content, list[msgspec.Raw], self._file.place)]
        fields = decode(self._content, dict[str, msgspec.Raw], self._file.place)
        if self._fields & fields.keys():
            return [("", msgspec.Raw(self._content.strip()))]
        kinds = {bytes(raw)[:1] for raw in fields.values()}
        if kinds == {b"{"}:
            return list(fields.items())
        if len(fields) == 1 and kinds == {b"["}:
            found = next(iter(fields.values()))
            return [("", raw) for raw in msgspec.json.decode(found, type=list[msgspec.Raw])]
        return None


def are_lines(text: bytes) -> bool:
    """Return whether a file that begins with this text, after white space, has one object per line."""
    first, _, rest = text.partition(b"\n")
    if text[:1] != b"{":
        return False
    return is_json(first) if rest.strip() else not _OBJECT_OF_OBJECTS.match(text)


def is_json(line: bytes) -> bool:
    """Return whether a line is one complete JSON value."""
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
