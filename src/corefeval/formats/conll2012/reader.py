"""Read CoNLL-2012 as arrays if it is regular, otherwise line by line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Entities, Mentions, Nodes, Parts, unknown_words
from corefeval.formats.base import IrregularError, ReadOptions, RereadSource
from corefeval.formats.conll2012.layout import (
    BEGIN_LINE,
    EMPTY_CELLS,
    END,
    Conll2012Boundaries,
    Layout,
    document_name,
    is_undecided,
    warnings_of,
)
from corefeval.formats.conll2012.scan import (
    BracketCells,
    ChunkLines,
    ReadChains,
    State,
    annotated,
    chains,
    tabulate,
)
from corefeval.formats.files import TextFile
from corefeval.formats.large_files import read_in_runs
from corefeval.formats.many_files import JoinedFile, read_together
from corefeval.text import TextColumn

CELLS_AT_ONCE = 1 << 15
"""Brackets are paired as soon as the finished documents have this many cells."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Return the corpus of a file: fast if it is regular, otherwise line by line and exact."""
    try:
        return read_fast(file)
    except IrregularError:
        pass
    from corefeval.formats.conll2012.exact import read_exactly  # noqa: PLC0415 - not needed for regular files

    exactly = partial(read_exactly, options=options)
    corpus = None if options.repair else read_in_runs(file, Conll2012Boundaries, read_fast, exactly)
    return exactly(file) if corpus is None else corpus


def read_fast(file: TextFile) -> Corpus:
    """Return the corpus of a regular file; raise IrregularError for any other."""
    reading: _Reading | None = None
    for _, chunk in file.chunks(b""):
        if reading is None:
            opening = file.opening(chunk)
            layout = Layout.at(file.opening(file.read()) if is_undecided(opening) else opening)
            if layout is None:
                raise IrregularError
            reading = _Reading(file, layout)
        reading.take(chunk)
    if reading is None:
        raise IrregularError
    return reading.corpus()


class _Reading:
    """Collects the chunks of a file, with nodes, mentions and entities numbered through the file."""

    def __init__(self, file: TextFile, layout: Layout) -> None:
        self._file, self._layout = file, layout
        self._state = State()
        self._states: list[State] = []
        self._first_lines: list[int] = []
        self._nodes = self._lines = self._mentions = self._entities = 0
        self._names: list[str] = []
        self._starts: list[int] = []
        self._begins: list[int] = []
        self._ends: list[int] = []
        self._forms: list[TextColumn] = []
        self._sentences = [integers()]
        self._pending: list[BracketCells] = []
        self._chains: list[ReadChains] = []

    def take(self, chunk: bytes) -> None:
        """Add the next chunk of whole lines."""
        table = tabulate(chunk, self._layout, self._state)
        self._states.append(self._state)
        self._first_lines.append(self._lines)
        self._forms.append(
            table.text(self._layout.form) if self._layout.form >= 0 else unknown_words(len(table.line))
        )
        self._sentences.append(np.flatnonzero(table.starts_sentence) + self._nodes)
        self._pending.append(self._cells(table))
        if table.begins and sum(map(len, self._pending)) >= CELLS_AT_ONCE:
            self._pair(len(self._names) - 1)
        self._nodes += len(table.line)
        self._lines += table.line_count
        self._state = table.state

    def _cells(self, table: ChunkLines) -> BracketCells:
        """Store the documents of a chunk, and return its bracket cells."""
        begin = np.array([line for line, _ in table.begins], np.int64)
        document = np.searchsorted(begin, table.line, side="right") + len(self._names) - 1
        cells = annotated(table, document)
        self._names += [
            document_name(header, number)
            for number, (_, header) in enumerate(
                table.begins, self._file.documents_before + len(self._names) + 1
            )
        ]
        self._starts += (np.searchsorted(table.line, begin) + self._nodes).tolist()
        self._begins += (begin + self._lines).tolist()
        self._ends += [line + self._lines for line in table.ends]
        return BracketCells(cells.text, cells.node + self._nodes, cells.document)

    def _pair(self, stop: int) -> None:
        """Pair the brackets of the documents before stop."""
        text = TextColumn.concatenate([cells.text for cells in self._pending])
        node = np.concatenate([cells.node for cells in self._pending])
        document = np.concatenate([cells.document for cells in self._pending])
        end = int(np.searchsorted(document, stop))
        done, rest = slice(0, end), slice(end, None)
        self._pending = [BracketCells(_part(text, rest), node[rest], document[rest])]
        cells = BracketCells(_part(text, done), node[done], document[done])
        found = chains(cells, self._mentions, self._entities)
        self._chains.append(found)
        self._mentions += len(found.entity)
        self._entities += len(found.rank)

    def corpus(self) -> Corpus:
        """Return the corpus after all chunks."""
        if len(set(self._names)) < len(self._names):
            raise IrregularError
        self._pair(len(self._names))
        labels, *columns = zip(*self._chains, strict=True)
        document, rank, entity, first, last, *parts = map(np.concatenate, columns)
        none = np.full(len(entity), -1, np.int64)
        starts = integers(self._starts)
        return Corpus(
            names=tuple(self._names),
            nodes=Nodes(
                starts,
                np.append(starts[1:], self._nodes),
                TextColumn.concatenate(self._forms),
                np.concatenate(self._sentences),
            ),
            mentions=Mentions(entity, first, last, none, none, none, Parts(*parts)),
            entities=Entities(document, TextColumn.concatenate(labels), rank),
            format="conll2012",
            source=Conll2012Source(self._file, self._layout, self._states, self._first_lines),
            problems=tuple(warnings_of(self._file.name, self._unended())),
        )

    def _unended(self) -> list[int]:
        """Return the lines, counted from 1, that begin documents without an end."""
        ends = np.searchsorted(self._ends, [*self._begins, self._lines])
        return [self._begins[number] + 1 for number in np.flatnonzero(np.diff(ends) == 0).tolist()]


def _part(text: TextColumn, rows: slice) -> TextColumn:
    """Return consecutive rows of a column."""
    edges = text.offsets[rows.start : None if rows.stop is None else rows.stop + 1]
    return TextColumn(text.block[edges[0] : edges[-1]], edges - edges[0])


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


def _read_joined(file: JoinedFile, options: ReadOptions) -> Corpus:
    del options
    if len({Layout.at(text) for text in file.texts}) > 1:
        raise IrregularError
    return read_fast(file)


def _count_documents(text: bytes) -> int:
    """Return the number of documents of a regular text in which all have names; 0 for any other text."""
    if b"\r" in text or not BEGIN_LINE.match(text):
        return 0
    end = text.rstrip().rfind(b"\n") + 1
    names = [document_name(found[1], -1) for found in BEGIN_LINE.finditer(text)]
    if END.match(text, end) is None or any(name.startswith("-1") for name in names):
        return 0
    return len(names)


read_several = partial(read_together, documents=_count_documents, read=_read_joined)
"""Read many small files as one. They are read one by one if reading them together could give another result. This
applies to different columns, a document without a name or an end, text around documents, or irregular content.
"""
