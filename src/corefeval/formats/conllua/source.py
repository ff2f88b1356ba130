"""The other columns of a CoNLL-UA file, which are read on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import FileSource, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.text import TextColumn

LAYERS = {"identity": "identity", "discourse-deixis": "discourse_deixis"}
COLUMNS = (
    *("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"),
    *("identity", "bridging", "discourse_deixis", "reference", "nom_sem"),
)
"""The columns of the format, in the order that the UA scorer expects."""


@dataclass(frozen=True, slots=True)
class ConlluaColumns:
    """The columns of a file.

    Attributes:
        layer: the column of the layer that is read.
        names: all columns, in order.
    """

    layer: str
    names: tuple[str, ...] = COLUMNS

    @classmethod
    def of(cls, layer: str, header: bytes) -> ConlluaColumns:
        """Return the columns that a header names."""
        return cls(layer, tuple(name.rsplit(":", 1)[-1].lower() for name in header.decode().split()))

    @property
    def bridging(self) -> int:
        """The position of the bridging column; -1 if there is none, or if another layer is read."""
        return self.names.index("bridging") if self.layer == "identity" and "bridging" in self.names else -1

    @property
    def form(self) -> int:
        """The position of the word."""
        return self.names.index("form") if "form" in self.names else 1


class ConlluaSource(FileSource):
    """The columns of the file, split again on first access."""

    def __init__(
        self,
        file: TextFile,
        columns: ConlluaColumns,
        lines: Integers,
        read: Callable[[TextFile, ReadOptions], Corpus],
    ) -> None:
        super().__init__(file)
        self._names, self._layer = columns.names, columns.layer
        self.lines, self._read = lines, read

    @cached_property
    def _columns(self) -> dict[str, TextColumn]:
        lines = self.file.read().split(b"\n")
        padding = [b"_"] * len(self._names)
        rows = [cells_of(lines[number - 1]) + padding for number in self.lines.tolist()]
        return {
            name: text_of([cells[index].strip() for cells in rows]) for index, name in enumerate(self._names)
        }

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return columns of the file, including anaphoric layers that were not read."""
        parsed = ("identity", "bridging") if self._layer == "identity" else ("discourse_deixis",)
        known = [name for name in names if name in self._names and name not in parsed]
        return dict.fromkeys(names) | {name: self._columns[name] for name in known}

    def layer(self, name: str) -> Corpus | None:
        """Return the other one of the two layers; None if the file lacks its column."""
        if LAYERS[name] == self._layer or LAYERS[name] not in self._names:
            return None
        return self._read(self.file, ReadOptions(layer=name))


def cells_of(line: bytes) -> list[bytes]:
    """Split a line at tabs or, if it has none, at any white space, as some files of the UA scorer require."""
    return line.split(b"\t") if b"\t" in line else line.split()


def text_of(items: Sequence[bytes]) -> TextColumn:
    """Return the column of these texts."""
    offsets = np.zeros(len(items) + 1, np.int64)
    np.cumsum([len(item) for item in items], out=offsets[1:])
    return TextColumn(np.frombuffer(b"".join(items), np.uint8), offsets)
