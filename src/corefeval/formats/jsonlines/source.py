"""The content of a JSON Lines file that is read on demand: columns of words, relations, typed annotations, places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from corefeval.corpus.corpus import Source
from corefeval.corpus.tables import Nodes
from corefeval.formats.json_rows import JsonRows
from corefeval.formats.jsonlines.fields import Record
from corefeval.problems import Place
from corefeval.text import TextColumn

COLUMN_FIELDS = {"speaker": "speakers", "xpos": "pos", "lemma": "lemmas"}
"""Alternative names of the fields that contain a column."""


class JsonLinesSource(Source):
    """The fields of the file, decoded again on demand."""

    def __init__(self, rows: JsonRows, numbers: Sequence[int], nodes: Nodes) -> None:
        self._rows, self._numbers, self._nodes = rows, numbers, nodes

    def fields(self) -> list[dict[str, Any]]:
        """Return all fields of each document."""
        return list(self._rows.decoded(self._numbers))

    @cached_property
    def _columns(self) -> dict[str, TextColumn]:
        """The fields with one string per token, flat or by sentence; '' in documents without the field."""
        columns: dict[str, list[str]] = {}
        done = 0
        sizes = (self._nodes.stop - self._nodes.start).tolist()
        for fields, size in zip(self.fields(), sizes, strict=True):
            for name, value in fields.items():
                cells = _flat(value)
                if size and cells is not None and len(cells) == size and name not in Record.__struct_fields__:
                    column = columns.setdefault(name, [])
                    column.extend([""] * (done - len(column)))
                    column.extend(cells)
            done += size
        return {name: TextColumn.of(cells + [""] * (done - len(cells))) for name, cells in columns.items()}

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return fields that have one string per token; None if there is none."""
        known = self._columns
        return {name: known.get(name, known.get(COLUMN_FIELDS.get(name, name))) for name in names}

    def place(self, node: int) -> Place:
        """Return the line of the document of a node."""
        document = int(np.searchsorted(self._nodes.start, node, side="right")) - 1
        return self._rows.place(self._numbers[document] if document >= 0 else 0)


def _flat(value: object) -> list[str] | None:
    """Return a list of strings, or of lists of strings, as one list; None for anything else."""
    if not isinstance(value, list):
        return None
    cells = list(chain.from_iterable(value)) if all(isinstance(row, list) for row in value) else value
    return cells if all(isinstance(cell, str) for cell in cells) else None
