"""Columns that are read from the file again when they are asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from corefeval.corpus.corpus import Source
from corefeval.text import TextColumn

KEPT = 6
"""How many columns are kept: those that mention types, heads and dominant mentions are derived from."""


class RereadSource(Source, ABC):
    """A file that is read again for its columns; the last few are kept, as questions about them come in a row."""

    _kept: Mapping[str, TextColumn | None] = MappingProxyType({})

    @abstractmethod
    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns from one reading of the file, None for those that it does not have."""

    def column(self, name: str) -> TextColumn | None:
        """Return a column for all nodes."""
        return self.columns([name])[name]

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns; more than are kept are read for one purpose, so none of them is."""
        missing = [name for name in names if name not in self._kept]
        read = self.read_columns(missing) if missing else {}
        found = {**self._kept, **read}
        if sum(column is not None for column in read.values()) <= KEPT:
            self._kept = _latest({name: found[name] for name in (*self._kept, *read)})
        return {name: found[name] for name in names}


def _latest(columns: Mapping[str, TextColumn | None]) -> dict[str, TextColumn | None]:
    """Return the columns without the oldest of those that there are too many of."""
    present = [name for name, column in columns.items() if column is not None]
    dropped = set(present[:-KEPT])
    return {name: column for name, column in columns.items() if name not in dropped}
