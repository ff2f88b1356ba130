"""The other columns and the lines of a CoNLL-2012 file, which are read on demand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.formats.base import RereadSource
from corefeval.formats.conll2012.layout import EMPTY_CELLS, Layout
from corefeval.formats.conll2012.scan import State, tabulate
from corefeval.formats.files import TextFile
from corefeval.text import TextColumn


class Conll2012Source(RereadSource):
    """The columns and lines of a file, read again on demand. Only the line numbers of the nodes are kept.

    Args:
        file: the file.
        layout: the layout of its lines.
        states: the state of the reader before each chunk.
        first_lines: the number of lines before each chunk.
    """

    def __init__(
        self,
        file: TextFile,
        layout: Layout,
        states: Sequence[State],
        first_lines: Sequence[int],
    ) -> None:
        super().__init__(file)
        self._layout = layout
        self._states, self._first_lines = states, first_lines

    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns; None for a column that the file lacks or that is empty."""
        known = {name: self._layout.names[name] for name in names if name in self._layout.names}
        pieces: dict[int, list[TextColumn]] = {number: [] for numbers in known.values() for number in numbers}
        if known:
            for (_, chunk), state in zip(self.file.chunks(b"", again=True), self._states, strict=True):
                table = tabulate(chunk, self._layout, state)
                for number, columns in pieces.items():
                    columns.append(table.text(number))
        joined = {number: TextColumn.concatenate(columns) for number, columns in pieces.items()}
        return {
            name: next(
                (joined[number] for number in known.get(name, ()) if has_content(joined[number])), None
            )
            for name in names
        }

    @cached_property
    def lines(self) -> Integers:  # type: ignore[override] # it is set on first access
        """The line of each node, counted from 1. The lines are found on first access."""
        found = [
            tabulate(chunk, self._layout, state).line + before + 1
            for (_, chunk), state, before in zip(
                self.file.chunks(b"", again=True), self._states, self._first_lines, strict=True
            )
        ]
        return np.concatenate([integers(), *found])


def has_content(column: TextColumn) -> bool:
    """Return whether a column has any value other than fillers."""
    if (np.diff(column.offsets) > 1).any():
        return True
    fillers = np.frombuffer(b"".join(sorted(EMPTY_CELLS)), np.uint8)
    return not np.isin(column.block, fillers).all()
