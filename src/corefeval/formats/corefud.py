"""CorefUD 1.x: CoNLL-U with coreference brackets in the attribute Entity of the MISC column.

Nedoluzhko et al., CorefUD 1.0: Coreference meets Universal Dependencies, LREC 2022. The file is read in pieces of
whole documents as arrays; whatever is not regular there is left to the exact reader, line by line, which reports
every problem it finds.
"""

from __future__ import annotations

import re

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


class _Reading:
    """A regular file on its way to a corpus: the columns of each piece in four bytes a row, joined at the end."""

    def __init__(self, file: TextFile) -> None:
        self._file = file
        self._header: Header | None = None
        self._names: list[str] = []
        self._texts: dict[str, list[TextColumn]] = {"forms": [], "labels": []}
        self._columns: dict[str, list[tuple[NDArray[np.int32], int]]] = {}
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
        self._keep("start", starts, self._nodes)
        self._keep("sentences", piece.sentences, self._nodes)
        self._keep("empty", piece.empty, self._nodes)
        self._keep("minor", piece.minor)
        self._keep("entity", found.entity, self._entities)
        self._keep("first", found.first, self._nodes)
        self._keep("last", found.last, self._nodes)
        if self._header.index("head") >= 0:
            self._keep("head", found.head, self._nodes)
        if self._header.index("minspan") >= 0:
            self._keep("minimum_first", found.minimum_first, self._nodes)
            self._keep("minimum_last", found.minimum_last, self._nodes)
        self._keep("part_mention", found.part_mention, self._mentions)
        self._keep("part_first", found.part_first, self._nodes)
        self._keep("part_last", found.part_last, self._nodes)
        self._keep("opening", found.opening, offset)
        self._keep("document", found.entity_document, len(self._names))
        self._keep("rank", found.rank, self._entities)
        self._texts["forms"].append(TextColumn.gather(piece.buffer, *piece.column("form")))
        self._texts["labels"].append(found.labels)
        for line in piece.newdocs.tolist():
            self._names.append(document_name(piece.line(line).decode(), len(self._names) + 1))
        self._nodes += len(piece.node_lines)
        self._mentions += len(found.entity)
        self._entities += len(found.labels)

    def _keep(self, name: str, column: Integers, shift: int = 0) -> None:
        self._columns.setdefault(name, []).append((column.astype(np.int32), shift))

    def _take(self, name: str) -> Integers:
        """Return a column of the whole corpus, and let go of its pieces."""
        kept = self._columns.pop(name, None)
        if kept is None:
            return none(self._mentions)
        joined = np.empty(sum(len(column) for column, _ in kept), np.int64)
        end = 0
        for column, shift in kept:
            begin, end = end, end + len(column)
            np.add(column, shift, out=joined[begin:end], where=column >= 0)
            joined[begin:end][column < 0] = -1
        return joined

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
                TextColumn.concatenate(self._texts.pop("forms")),
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
                TextColumn.concatenate(self._texts.pop("labels")),
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
