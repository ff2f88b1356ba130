"""The other columns of a CoNLL-UA file, which are read on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus, Source
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import Place
from corefeval.text import TextColumn

LAYERS = {"identity": "identity", "discourse-deixis": "discourse_deixis"}


class ConlluaSource(Source):
    """The columns of the file, split again on first access."""

    def __init__(
        self,
        file: TextFile,
        header: Sequence[str],
        layer: str,
        lines: Integers,
        read: Callable[[TextFile, ReadOptions], Corpus],
    ) -> None:
        self._file, self._header, self._layer, self._lines = file, header, layer, lines
        self._read = read

    @cached_property
    def _columns(self) -> dict[str, TextColumn]:
        lines = self._file.read().split(b"\n")
        padding = [b"_"] * len(self._header)
        rows = [cells_of(lines[number - 1]) + padding for number in self._lines.tolist()]
        return {
            name: text_of([cells[index].strip() for cells in rows]) for index, name in enumerate(self._header)
        }

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return columns of the file, including anaphoric layers that were not read."""
        parsed = ("identity", "bridging") if self._layer == "identity" else ("discourse_deixis",)
        known = [name for name in names if name in self._header and name not in parsed]
        return dict.fromkeys(names) | {name: self._columns[name] for name in known}

    def layer(self, name: str) -> Corpus | None:
        """Return the other one of the two layers; None if the file lacks its column."""
        if LAYERS[name] == self._layer or LAYERS[name] not in self._header:
            return None
        return self._read(self._file, ReadOptions(layer=name))

    def place(self, node: int) -> Place:
        """Return the line of a node."""
        return self._file.line_place(int(self._lines[node])) if node < len(self._lines) else self._file.place


def cells_of(line: bytes) -> list[bytes]:
    """Split a line at tabs or, if it has none, at any white space, as some files of the UA scorer require."""
    return line.split(b"\t") if b"\t" in line else line.split()


def text_of(items: Sequence[bytes]) -> TextColumn:
    """Return the column of these texts."""
    offsets = np.zeros(len(items) + 1, np.int64)
    np.cumsum([len(item) for item in items], out=offsets[1:])
    return TextColumn(np.frombuffer(b"".join(items), np.uint8), offsets)
