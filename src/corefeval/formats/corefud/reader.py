"""Read CorefUD as arrays: the fast reader, for regular files."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Integers
from corefeval.choices import DEIXIS_LAYER
from corefeval.corpus.corpus import Corpus, Traits
from corefeval.corpus.tables import Entities, Mentions, Nodes, Parts
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.boundaries import line_at, line_starts
from corefeval.formats.corefud import brackets
from corefeval.formats.corefud.brackets import none, ranked_over_documents
from corefeval.formats.corefud.lines import (
    DISCOURSE,
    LINK,
    NEWDOC,
    NEWDOC_LINE,
    PREFIX,
    PSEUDO,
    CorefudBoundaries,
    Header,
    Piece,
    document_name,
    pieces,
)
from corefeval.formats.corefud.source import Attribute, BracketAttributes, LinkAttributes, ScannedSource
from corefeval.formats.files import TextFile
from corefeval.formats.large_files import read_in_runs
from corefeval.formats.many_files import JoinedFile, read_together
from corefeval.names import resolve
from corefeval.text import TextColumn

TRAITS = Traits(
    counts_repetitions_once=True, matches_by_head=True, first_word_is_head=True, mentions_in_sentences=True
)
"""The rules of corefud-scorer for its own files, which apply under all settings."""

_COMMENTS = re.compile(rb"(?:#[^\n]*\n)+")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Return the corpus of a CorefUD file, or raise CorefevalError with every problem found in it."""
    corpus = _read(file, options)
    entities = corpus.entities
    pseudo = np.fromiter((label.endswith(PSEUDO) for label in entities.labels), bool, len(entities))
    if pseudo.any():
        corpus = replace(corpus, entities=replace(entities, is_nonreferring=pseudo))
    corpus = replace(corpus, traits=TRAITS)
    return only_deixis(corpus, file) if options.layer == DEIXIS_LAYER else corpus


def only_deixis(corpus: Corpus, file: TextFile) -> Corpus:
    """Return a corpus with only the entities of discourse deixis: those with a mention whose `link` is `disc`.

    Raises:
        UsageError: CE050 if the header lacks the field.
    """
    links = corpus.mentions.attributes.column(LINK)
    if links is None:
        resolve("layer", DEIXIS_LAYER, ("identity",), of="CorefUD", place=file.place)
        return corpus
    number, texts = links.codes()
    is_linked = np.array([text == DISCOURSE for text in texts], bool)[number]
    is_chosen = np.zeros(len(corpus.entities), bool)
    is_chosen[corpus.mentions.entity[is_linked]] = True
    chosen = corpus.select_mentions(is_chosen[corpus.mentions.entity])
    return replace(chosen.select_documents(np.arange(len(corpus.names))), layer=DEIXIS_LAYER)


def _read(file: TextFile, options: ReadOptions) -> Corpus:
    if not options.repair:
        try:
            return ranked(read_fast(file))
        except IrregularError:
            pass
    from corefeval.formats.corefud import exact  # noqa: PLC0415 - not needed for regular files

    exactly = partial(exact.read, options=options)
    if not options.repair:
        corpus = read_in_runs(file, CorefudBoundaries, read_fast, exactly)
        if corpus is not None and isinstance(corpus.source.convention, str):  # the same header everywhere
            return ranked(corpus)
    return exactly(file)


def read_fast(file: TextFile) -> Corpus:
    """Return the corpus of a regular file, with entities ranked within documents; raise IrregularError for other files."""
    return _Reading(file).corpus()


def ranked(corpus: Corpus, file_of_document: Integers | None = None) -> Corpus:
    """Return a corpus with entities ranked over all documents of a file, for one or more files."""
    entities = corpus.entities
    file = None if file_of_document is None else file_of_document[entities.document]
    rank = ranked_over_documents(Header(str(corpus.source.convention)), entities.labels, entities.rank, file)
    return replace(corpus, entities=replace(entities, rank=rank))


class _Growing:
    """A column that is filled piece by piece, so that a corpus is never in memory twice.

    Memory for the whole file is allocated with the first piece. Unused memory costs nothing, but a column that grows and
    moves fragments the memory.
    """

    def __init__(self, dtype: type[np.int64 | np.uint8] = np.int64) -> None:
        self._values = np.empty(0, dtype)
        self._size = 0

    def append(self, values: NDArray[Any], shift: int, expected: float) -> None:
        """Add rows, and `shift` to all values except -1. `expected` is the estimated number of rows of the file."""
        begin, self._size = self._size, self._size + len(values)
        if self._size > len(self._values):
            grown = np.empty(int(self._size * max(1.5, 1.1 * expected)) + 1024, self._values.dtype)
            grown[:begin] = self._values[:begin]
            self._values = grown
        added = self._values[begin : self._size]
        added[:] = values
        if shift:
            np.add(added, shift, out=added, where=values >= 0)

    def finished(self) -> NDArray[Any]:
        """Return the finished column."""
        self._values.resize(self._size, refcheck=False)
        return self._values


class _GrowingText:
    """A column of text that is filled piece by piece."""

    def __init__(self) -> None:
        self._block, self._ends = _Growing(np.uint8), _Growing()
        self._ends.append(np.zeros(1, np.int64), 0, 1)
        self._end = 0

    def append(self, column: TextColumn, expected: float) -> None:
        """Add strings."""
        self._block.append(column.block, 0, expected)
        self._ends.append(column.offsets[1:], self._end, expected)
        self._end += len(column.block)

    def finished(self) -> TextColumn:
        """Return the finished column."""
        return TextColumn(self._block.finished(), self._ends.finished())


class _Reading:
    """Collects the pieces of a regular file, and makes the corpus."""

    def __init__(self, file: TextFile) -> None:
        self._file = file
        self._bytes = 0
        self._header: Header | None = None
        self._names: list[str] = []
        self._forms, self._labels = _GrowingText(), _GrowingText()
        self._columns: defaultdict[str, _Growing] = defaultdict(_Growing)
        self._links: list[Attribute] = []
        self._nodes = self._mentions = self._entities = 0
        for offset, text in pieces(file):
            self._bytes = self._bytes or file.size_on_disk()
            self._add(Piece(text), offset)

    def _add(self, piece: Piece, offset: int) -> None:
        """Add the columns of a piece, with renumbered nodes and entities."""
        for line in {piece.line(number) for number in piece.headers.tolist()}:
            header = Header.of_line(line.decode())
            if header is None or header.index("eid") < 0 or self._header not in {None, header}:
                raise IrregularError
            self._header = header
        if self._header is None or not len(piece.newdocs) or piece.first_token < piece.newdocs[0]:
            raise IrregularError
        starts = np.searchsorted(piece.node_lines, piece.newdocs)
        found = brackets.pair(piece, self._header, starts)
        nodes = {"start": starts, "sentences": piece.sentences, "empty": piece.empty, "minor": piece.minor}
        shift = {
            "minor": 0,
            "entity": self._entities,
            "rank": self._entities,
            "part_mention": self._mentions,
            "opening": offset,
            "document": len(self._names),
        }
        expected = self._bytes / (offset + len(piece.text))
        for name, column in {**nodes, **found.columns}.items():
            self._columns[name].append(column, shift.get(name, self._nodes), expected)
        self._forms.append(TextColumn.gather(piece.buffer, *piece.column("form")), expected)
        self._labels.append(found.labels, expected)
        self._links.extend((node + self._nodes, text) for node, text in found.links)
        for line in piece.newdocs.tolist():
            number = self._file.documents_before + len(self._names) + 1
            self._names.append(document_name(piece.line(line).decode(), number))
        self._nodes += len(piece.node_lines)
        self._mentions += len(found.columns["entity"])
        self._entities += len(found.labels)

    def _take(self, name: str) -> Integers:
        """Return a column of the whole corpus; -1 for every mention if the header lacks the field."""
        return self._columns[name].finished() if name in self._columns else none(self._mentions)

    def corpus(self) -> Corpus:
        """Return the corpus."""
        if self._header is None or len(set(self._names)) != len(self._names):
            raise IrregularError
        starts = self._take("start")
        source = ScannedSource(self._file, self._header)
        corpus = Corpus(
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
            entities=Entities(self._take("document"), self._labels.finished(), self._take("rank")),
            format="corefud",
            source=source,
        )
        if self._links:
            links = LinkAttributes(corpus, self._links)
            if links.faults:
                raise IrregularError
            source.known_relations = links.relations
        return corpus


def _read_joined(file: JoinedFile, options: ReadOptions) -> Corpus:
    if options.layer == DEIXIS_LAYER:
        raise IrregularError
    return replace(ranked(read_fast(file), file.file_of_document), traits=TRAITS)


def _count_documents(text: bytes) -> int:
    """Return the number of documents of a regular text in which all have names; 0 for any other text."""
    comments = _COMMENTS.match(text)
    if comments is None or b"\r" in text or b"\n" + PREFIX not in b"\n" + comments[0]:
        return 0
    starts = line_starts(text, NEWDOC_LINE, NEWDOC)
    if not starts or starts[0] >= comments.end():
        return 0
    names = (document_name(line_at(text, start).decode(), -1) for start in starts)
    return 0 if "-1" in names else len(starts)


read_several = partial(read_together, documents=_count_documents, read=_read_joined, end=b"\n\n")
"""Read many small files as one. They are read one by one if reading them together could give another result. This
applies to a file without a header, words before the first document, documents without a name, or irregular content.
"""
