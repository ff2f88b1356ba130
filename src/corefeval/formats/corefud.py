"""CorefUD 1.x: CoNLL-U with coreference brackets in the attribute Entity of the MISC column.

Nedoluzhko et al., CorefUD 1.0: Coreference meets Universal Dependencies, LREC 2022. The file is read in pieces of
whole documents as arrays; whatever is not regular there is left to the exact reader, line by line, which reports
every problem it finds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefeval.corpus import Corpus, Entities, Integers, Mentions, Nodes, Parts
from corefeval.formats import corefud_brackets, corefud_exact, corefud_write
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.corefud_brackets import none
from corefeval.formats.corefud_header import Header
from corefeval.formats.corefud_lines import IrregularError, Piece, document_name, pieces
from corefeval.formats.corefud_source import BracketAttributes, ScannedSource
from corefeval.formats.files import TextFile
from corefeval.text import TextColumn

_TOKEN = re.compile(rb"^\d+(?:[-.]\d+)?\t(?:[^\t\n]*\t){8}[^\t\n]*\r?$", re.MULTILINE)


def recognises(head: bytes) -> bool:
    """Say whether these first bytes are CoNLL-U: its header, or lines of ten columns that begin with a number."""
    if b"global.Entity" in head:
        return True
    return b"global.columns" not in head and b"begin document" not in head and _TOKEN.search(head) is not None


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Return the corpus of a CorefUD file, or raise CorefevalError with every problem found in it."""
    if not options.repair:
        try:
            return _Reading(file).corpus()
        except IrregularError:
            pass
    return corefud_exact.read(file, options)


class _Growing:
    """A column that grows in place, so that a corpus is never held twice."""

    def __init__(self, dtype: type[np.int64 | np.uint8] = np.int64) -> None:
        self._values = np.empty(1 << 10, dtype)
        self._size = 0

    def append(self, values: NDArray[Any], shift: int = 0) -> None:
        """Add rows; those that are not -1 are shifted."""
        begin, self._size = self._size, self._size + len(values)
        if self._size > len(self._values):
            self._values.resize(max(self._size, len(self._values) * 3 // 2), refcheck=False)
        added = self._values[begin : self._size]
        added[:] = values
        if shift:
            np.add(added, shift, out=added, where=values >= 0)

    def finished(self) -> NDArray[Any]:
        """Return the column; nothing can be added any more."""
        self._values.resize(self._size, refcheck=False)
        return self._values


class _GrowingText:
    """A column of text that grows in place."""

    def __init__(self) -> None:
        self._block, self._offsets = _Growing(np.uint8), _Growing()
        self._offsets.append(np.zeros(1, np.int64))
        self._end = 0

    def append(self, column: TextColumn) -> None:
        """Add strings."""
        self._block.append(column.block)
        self._offsets.append(column.offsets[1:], self._end)
        self._end += len(column.block)

    def finished(self) -> TextColumn:
        """Return the column; nothing can be added any more."""
        return TextColumn(self._block.finished(), self._offsets.finished())


class _Reading:
    """A regular file on its way to a corpus."""

    def __init__(self, file: TextFile) -> None:
        self._file = file
        self._header: Header | None = None
        self._names: list[str] = []
        self._forms, self._labels = _GrowingText(), _GrowingText()
        self._columns: defaultdict[str, _Growing] = defaultdict(_Growing)
        self._nodes = self._mentions = self._entities = 0
        for offset, text in pieces(file):
            self._add(Piece(text), offset)

    def _add(self, piece: Piece, offset: int) -> None:
        """Take the columns of a piece, renumbered."""
        for line in {piece.line(number) for number in piece.headers.tolist()}:
            header = Header.of_line(line.decode())
            if header is None or header.index("eid") < 0 or self._header not in {None, header}:
                raise IrregularError
            self._header = header
        starts = np.searchsorted(piece.node_lines, piece.newdocs)
        if self._header is None or not len(starts) or starts[0] > 0:
            raise IrregularError
        found = corefud_brackets.pair(piece, self._header, starts)
        self._columns["start"].append(starts, self._nodes)
        self._columns["sentences"].append(piece.sentences, self._nodes)
        self._columns["empty"].append(piece.empty, self._nodes)
        self._columns["minor"].append(piece.minor)
        self._columns["entity"].append(found.entity, self._entities)
        self._columns["first"].append(found.first, self._nodes)
        self._columns["last"].append(found.last, self._nodes)
        if self._header.index("head") >= 0:
            self._columns["head"].append(found.head, self._nodes)
        if self._header.index("minspan") >= 0:
            self._columns["minimum_first"].append(found.minimum_first, self._nodes)
            self._columns["minimum_last"].append(found.minimum_last, self._nodes)
        self._columns["part_mention"].append(found.part_mention, self._mentions)
        self._columns["part_first"].append(found.part_first, self._nodes)
        self._columns["part_last"].append(found.part_last, self._nodes)
        self._columns["opening"].append(found.opening, offset)
        self._columns["document"].append(found.entity_document, len(self._names))
        self._columns["rank"].append(found.rank, self._entities)
        self._forms.append(TextColumn.gather(piece.buffer, *piece.column("form")))
        self._labels.append(found.labels)
        for line in piece.newdocs.tolist():
            self._names.append(document_name(piece.line(line).decode(), len(self._names) + 1))
        self._nodes += len(piece.node_lines)
        self._mentions += len(found.entity)
        self._entities += len(found.labels)

    def _take(self, name: str) -> Integers:
        """Return a column of the whole corpus, -1 for each mention where the header has no such field."""
        return self._columns[name].finished() if name in self._columns else none(self._mentions)

    def corpus(self) -> Corpus:
        """Return the corpus."""
        if self._header is None or len(set(self._names)) != len(self._names):
            raise IrregularError
        starts = self._take("start")
        return Corpus(
            names=tuple(self._names),
            nodes=Nodes(
                starts,
                np.append(starts[1:], self._nodes),
                self._forms.finished(),
                self._take("sentences"),
                self._take("empty"),
                self._take("minor"),
            ),
            mentions=Mentions(
                self._take("entity"),
                self._take("first"),
                self._take("last"),
                self._take("head"),
                self._take("minimum_first"),
                self._take("minimum_last"),
                Parts(self._take("part_mention"), self._take("part_first"), self._take("part_last")),
                attributes=BracketAttributes(self._file, self._header, self._take("opening")),
            ),
            entities=Entities(
                self._take("document"),
                self._labels.finished(),
                self._take("rank"),
            ),
            format="corefud",
            source=ScannedSource(self._file, self._header),
        )


FORMAT = Format(
    name="corefud",
    label="CorefUD",
    recognises=recognises,
    read=read,
    write=corefud_write.write,
)
