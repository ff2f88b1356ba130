"""Cutting: a file as pieces of whole documents, found in memory that does not grow with the file.

A piece is read like a file of its own. What it owes to what stands before it, the header of CorefUD or the columns of
CoNLL-2012, it brings along, and it knows how many documents stand before it. A file that cannot be cut so is read in one piece.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO, NamedTuple

from corefeval.formats.files import CHUNK, PACKED, Spool, TextFile, opened
from corefeval.formats.remote import RemoteFile, status_of
from corefeval.problems import CorefevalError, Place, Problem


class UncutError(Exception):
    """The file has to be read in one piece."""


class Cutter(ABC):
    """How a file is cut: where documents begin, what they are called, and what they need of what stands before them.

    Attributes:
        marker: what the first line of a document begins with; not every such line begins one.
        opening: the beginning of the file, as far as the reader of a piece has to know it.
    """

    marker: bytes
    opening = b""

    @abstractmethod
    def starts(self, text: bytes) -> list[int]:
        """Return where documents begin in a text."""

    @abstractmethod
    def name(self, text: bytes, start: int, stop: int, number: int) -> str:
        """Return the name of the document that stands from start to stop, the number-th of the file."""

    def preamble(self, text: bytes, place: int, before: bytes) -> bytes:
        """Return what a document that begins at a place needs of what stands before it, given what the text needs itself."""
        del text, place
        return before


def line_starts(text: bytes, marker: bytes, line: re.Pattern[bytes]) -> list[int]:
    """Return where lines of a pattern begin; they begin with the marker."""
    found = [0] if line.match(text) else []
    at = text.find(b"\n" + marker)
    while at >= 0:
        if line.match(text, at + 1):
            found.append(at + 1)
        at = text.find(b"\n" + marker, at + 1)
    return found


def line_at(text: bytes, start: int) -> bytes:
    """Return the line that begins at a place, without its end."""
    end = text.find(b"\n", start)
    return text[start : len(text) if end < 0 else end].removesuffix(b"\r")


class Document(NamedTuple):
    """A document of a file: its name, its bytes, how many documents stand before it."""

    name: str
    start: int
    stop: int
    number: int


class Block(NamedTuple):
    """Some documents of a file, one behind the other: their bytes, where these stand, what the first one needs."""

    text: bytes
    offset: int
    preamble: bytes
    documents: list[Document]


@dataclass(frozen=True)
class FilePart:
    """Some documents of a file, to be read as a file of their own, in this process or another.

    Attributes:
        name: what problems call the file.
        form: its format.
        opening: the beginning of the file, as far as the reader has to know it.
        path: where its text is, '' if it is packed or not on the disk.
        is_spooled: whether that is a copy on the disk of this machine, made for this run, which no other machine sees.
        version: what tells whether the file is still the same.
        names: the documents.
        number: how many documents stand before the first.
        runs: runs of documents, one behind the other in the file: what they need, their first byte, one past the last.
        contents: the text of each run, if it is at hand, with what it needs before it.
    """

    name: str
    form: str
    opening: bytes = b""
    path: str = ""
    version: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    number: int = 0
    runs: tuple[tuple[bytes, int, int], ...] = ()
    contents: tuple[bytes, ...] | None = field(default=None, repr=False)
    is_spooled: bool = False

    @property
    def size(self) -> int:
        """How many bytes of the file it has."""
        return sum(stop - start for _, start, stop in self.runs)

    def text(self) -> bytes:
        """Return its text, with what it needs of what stands before it."""
        found = self._contents()
        return found[0] if len(found) == 1 else b"".join(found)

    def _contents(self) -> tuple[bytes, ...]:
        """Return the text of each run, with what it needs before it.

        Raises:
            CorefevalError: if the file is no longer what it was when it was cut.
        """
        if self.contents is not None or not self.runs:
            return self.contents or ()
        with opened(self.path) as stream:
            if version_of(stream) != self.version:
                message = "the file was changed since it was first read"
                raise CorefevalError(Problem("CE076", message, Place(self.name)))
            return tuple(preamble + read_range(stream, start, stop) for preamble, start, stop in self.runs)

    def to_send(self, *, is_far: bool = False) -> FilePart:
        """Return it without its text, where that can be read again: on other machines no copy that was made on this one can."""
        if not self.path or (is_far and self.is_spooled):
            return replace(self, contents=self._contents())
        return replace(self, contents=None)

    def lines(self) -> tuple[tuple[int, int], ...]:
        """Return for each run how many lines of what it needs stand before it when it is read, and how many it has."""
        pairs = zip(self.runs, self._contents(), strict=True)
        found = ((preamble.count(b"\n"), content.count(b"\n")) for (preamble, _, _), content in pairs)
        return tuple((own, lines - own) for own, lines in found)


class PartOfFile(TextFile):
    """Some documents of a file as a file of their own."""

    def __init__(self, part: FilePart) -> None:
        text = part.text()
        if part.number and text.startswith(PACKED):
            raise UncutError  # it is no text, and would be unpacked
        super().__init__(part.name, text, form=part.form)
        self.documents_before, self._opening = part.number, part.opening

    def opening(self, text: bytes) -> bytes:
        """Return the beginning of the whole file."""
        return self._opening or text


class CutFile:
    """The documents of one file: from its first to its last, then, if need be, those of given names.

    Args:
        file: the file.
        form: its format.
        cutter: how it is cut.
        size: how many bytes are looked at together.

    Attributes:
        holds_texts: whether parts have their texts where these could be read again, by another process say.
    """

    holds_texts = True

    def __init__(self, file: TextFile, form: str, cutter: Cutter, size: int) -> None:
        self.form, self.place = form, file.place
        self._file, self._cutter, self._size = file, cutter, size
        self._coming = self._documents(is_watched=True)
        self._waiting: deque[tuple[Document, Block]] = deque()
        self._index: dict[str, tuple[Document, bytes]] | None = None

    def _documents(self, *, is_watched: bool = False) -> Iterator[Block]:
        """Yield the documents of the file."""
        cutter = self._cutter
        number, preamble, before = self._file.documents_before, b"", b""
        for place, chunk in self._file.chunks(cutter.marker, self._size, again=True, is_watched=is_watched):
            offset, text = place - len(before), before + chunk
            starts = cutter.starts(text)
            before = b"" if starts or offset else text
            if before:
                continue  # what stands before the first document belongs to it
            if not starts or (starts[0] and offset):
                raise UncutError
            starts[0] = 0
            block = Block(text, offset, preamble, [])
            for start, stop in zip(starts, [*starts[1:], len(text)], strict=True):
                try:
                    name = cutter.name(text, start, stop, number + 1)
                except UnicodeDecodeError:
                    raise UncutError from None
                block.documents.append(Document(name, offset + start, offset + stop, number))
                number += 1
            yield block
            preamble = cutter.preamble(text, len(text), preamble)
        if before:
            raise UncutError

    def blocks(self) -> Iterator[Block]:
        """Yield the documents, some at a time."""
        return self._documents()

    def part_of(self, block: Block, documents: Sequence[Document]) -> FilePart:
        """Return some documents of a block, one behind the other, as a part."""
        return self._part([(document, block) for document in documents])

    def next(self) -> FilePart | None:
        """Return the next documents, about as many bytes as are looked at together; None if there are no more."""
        block = next(self._coming, None)
        return None if block is None else self.part_of(block, block.documents)

    def following(self, names: Sequence[str]) -> FilePart | None:
        """Return the documents that follow, if they are those of these names; None if others do."""
        while len(self._waiting) < len(names) and (block := next(self._coming, None)) is not None:
            self._waiting.extend((document, block) for document in block.documents)
        if len(self._waiting) < len(names) or any(
            waiting.name != name for (waiting, _), name in zip(self._waiting, names, strict=False)
        ):
            return None
        return self._part([self._waiting.popleft() for _ in names])

    def _part(self, found: Sequence[tuple[Document, Block]]) -> FilePart:
        """Return documents one behind the other as a part."""
        preamble = self._preamble(*found[0])
        texts: list[tuple[Block, int, int]] = []
        for document, block in found:
            if texts and texts[-1][0] is block:
                texts[-1] = (block, texts[-1][1], document.stop - block.offset)
            else:
                texts.append((block, document.start - block.offset, document.stop - block.offset))
        first, last = found[0][0], found[-1][0]
        part = replace(
            self._plain,
            names=tuple(document.name for document, _ in found),
            number=first.number,
            runs=((preamble, first.start, last.stop),),
        )
        if part.path and not self.holds_texts:
            return part
        content = b"".join([preamble, *(memoryview(block.text)[start:stop] for block, start, stop in texts)])
        return replace(part, contents=(content,))

    def _preamble(self, document: Document, block: Block) -> bytes:
        return self._cutter.preamble(block.text, document.start - block.offset, block.preamble)

    def of(self, names: Sequence[str]) -> FilePart:
        """Return those of these documents that there are, wherever they stand; a packed file is unpacked to the disk for it."""
        if self._index is None:
            self._index = self._listed()
        found = [self._index[name] for name in names if name in self._index]
        runs: list[tuple[bytes, int, int]] = []
        for document, preamble in found:
            if runs and runs[-1][2] == document.start:
                runs[-1] = (*runs[-1][:2], document.stop)
            else:
                runs.append((preamble, document.start, document.stop))
        there = tuple(document.name for document, _ in found)
        return replace(self._plain, names=there, number=found[0][0].number if found else 0, runs=tuple(runs))

    def parts_of(self, names: Sequence[str]) -> Iterator[FilePart]:
        """Yield those of these documents that there are, about as many bytes as are looked at together at a time."""
        if not names:
            return
        if self._index is None:
            self._index = self._listed()
        waiting: list[str] = []
        size = 0
        for name in names:
            document, _ = self._index[name]
            if waiting and size + document.stop - document.start > self._size:
                yield self.of(waiting)
                waiting, size = [], 0
            waiting.append(name)
            size += document.stop - document.start
        if waiting:
            yield self.of(waiting)

    def _listed(self) -> dict[str, tuple[Document, bytes]]:
        """Return all documents by name, with what each needs."""
        self._waiting.clear()
        index: dict[str, tuple[Document, bytes]] = {}
        for block in self._documents():
            for document in block.documents:
                if document.name in index:
                    raise UncutError("a document is there twice")
                index[document.name] = document, self._preamble(document, block)
        if not self._plain.path:
            self._spool()
        return index

    def others(self, names: set[str]) -> list[str]:
        """Return the documents beyond these, all that were asked for, in their order."""
        if self._index is not None:
            return [name for name in self._index if name not in names]
        found = [document.name for document, _ in self._waiting]
        found += [document.name for block in self._coming for document in block.documents]
        if len({*found, *names}) < len(found) + len(names):
            raise UncutError("a document is there twice")
        return found

    def _spool(self) -> None:
        """Write the text to the disk, where it stays as long as this object."""
        with self._file.unpacked() as stream:
            self._spooled = Spool(iter(lambda: stream.read(CHUNK), b""))
        with Path(self._spooled.path).open("rb") as stored:
            path, version = self._spooled.path, version_of(stored)
        part = replace(self._plain, path=path, version=version, is_spooled=True)
        self.__dict__["_plain"] = part

    @cached_property
    def _plain(self) -> FilePart:
        """A part without documents."""
        part = FilePart(self._file.name, self.form, self._cutter.opening)
        with self._file.stored() as stream:
            if stream is None:
                return part
            path = str(stream.name)
            # workers of a cluster stand in folders of their own
            path = path if isinstance(stream, RemoteFile) else os.path.abspath(path)  # noqa: PTH100 - a link stays one
            return replace(part, path=path, version=version_of(stream), is_spooled=self._file.is_kept)

    def lines_before(self, places: Sequence[int]) -> dict[int, int]:
        """Return how many lines stand before each of these bytes; the file is read again for it."""
        found: dict[int, int] = {}
        wanted = sorted(set(places))
        lines = 0
        for offset, text in self._file.chunks(b"", self._size, again=True):
            if not wanted:
                break
            while wanted and wanted[0] <= offset + len(text):
                place = wanted.pop(0)
                found[place] = lines + text.count(b"\n", 0, place - offset)
            lines += text.count(b"\n")
        return found


def moved_place(place: Place, lines: int) -> Place:
    """Return a place so many lines further down; of a file as a whole it is the same."""
    return replace(place, line=place.line + lines) if place.line else place


def moved(problem: Problem, lines: int) -> Problem:
    """Return a problem so many lines further down."""
    return replace(problem, place=moved_place(problem.place, lines))


def read_range(stream: IO[bytes], start: int, stop: int) -> bytes:
    """Return the bytes of an open file from start to stop."""
    if isinstance(stream, RemoteFile):
        return stream.range(start, stop)
    stream.seek(start)
    return stream.read(stop - start)


def version_of(stream: IO[bytes]) -> tuple[int, ...]:
    """Return what tells whether a file is still the same without reading it, on whichever machine of those that share it."""
    remote = status_of(stream)
    if remote is not None:
        return remote
    status = os.fstat(stream.fileno())
    return status.st_size, status.st_mtime_ns
