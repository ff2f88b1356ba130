"""Columns that are read again: once for questions in a row, and not held without end."""

from __future__ import annotations

from collections.abc import Sequence

from corefeval.formats.base import KEPT, RereadSource
from corefeval.text import TextColumn


class _Counting(RereadSource):
    """A file that has every column but one, and notes what is read."""

    def __init__(self) -> None:
        self.readings: list[list[str]] = []

    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        self.readings.append(list(names))
        return {name: None if name == "none" else TextColumn.of([name]) for name in names}


def test_a_column_is_read_once() -> None:
    """Only what is missing is read, and what the file does not have is not looked for twice."""
    source = _Counting()
    assert source.column("none") is None
    found = source.columns(["upos", "none", "lemma"])
    assert [None if column is None else column[0] for column in found.values()] == ["upos", None, "lemma"]
    source.columns(["lemma", "feats"])
    assert source.readings == [["none"], ["upos", "lemma"], ["feats"]]


def test_the_oldest_columns_are_given_up() -> None:
    """A few are kept, the latest; many at once are for one purpose and not kept at all."""
    source = _Counting()
    for number in range(KEPT + 1):
        source.column(str(number))
    source.column("1")
    source.column("0")
    assert source.readings[-1] == ["0"]
    assert len(source.readings) == KEPT + 2
    many = [f"m{number}" for number in range(KEPT + 1)]
    source.columns(many)
    source.column("0")
    source.columns(many)
    assert source.readings[-2:] == [many, many]
