"""What can still be asked of a CoNLL-2012 file after it was read: its other columns, and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from corefeval.corpus import Source
from corefeval.formats.conll2012.layout import NOTHING, Layout
from corefeval.formats.conll2012.scan import Table, tabulate
from corefeval.formats.files import TextFile
from corefeval.problems import Place
from corefeval.text import TextColumn


class FileSource(Source):
    """Columns and lines, read from the file again when asked for; nothing of it is kept."""

    def __init__(
        self, file: TextFile, layout: Layout, marker: bytes, first_nodes: Sequence[int], first_lines: Sequence[int]
    ) -> None:
        self._file, self._layout, self._marker = file, layout, marker
        self._first_nodes, self._first_lines = first_nodes, first_lines

    def column(self, name: str) -> TextColumn | None:
        """Return a column by name; None if the file has no such column, or nothing in it."""
        number = self._layout.names.get(name)
        if number is None:
            return None
        column = TextColumn.concatenate([table.text(number) for table in self._tables()])
        return column if says_anything(column) else None

    def place(self, node: int) -> Place:
        """Return the line of a node."""
        chunk = int(np.searchsorted(self._first_nodes, node, side="right")) - 1
        for number, table in enumerate(self._tables(chunk)):
            if number == 0:
                row = node - self._first_nodes[chunk]
                return Place(self._file.name, self._first_lines[chunk] + int(table.line[row]) + 1)
        return self._file.place

    def _tables(self, first: int = 0) -> Iterator[Table]:
        for number, (_, chunk) in enumerate(self._file.chunks(self._marker)):
            if number >= first:
                yield tabulate(chunk, self._layout)


def says_anything(column: TextColumn) -> bool:
    """Say whether a column holds more than fillers."""
    lengths = np.diff(column.offsets)
    if not len(lengths) or (lengths > 1).any():
        return bool(len(lengths))
    fillers = np.frombuffer(b"".join(sorted(NOTHING)), np.uint8)
    return not np.isin(column.block, fillers).all()
