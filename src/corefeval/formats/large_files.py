"""Cutting: split a file into pieces of whole documents, with memory that does not grow with the file.

A piece is read like a separate file. It includes earlier lines that it needs (the header of CorefUD, the columns of
CoNLL-2012) and the number of documents before it. A file that cannot be split is read in one piece.

A small file is split too if some of its documents are irregular. These are read line by line, all others as arrays.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from itertools import accumulate
from operator import itemgetter
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple

from corefeval.corpus.corpus import Corpus, RelocatedSource
from corefeval.formats.base import IrregularError
from corefeval.formats.boundaries import Boundaries, Places
from corefeval.formats.files import CHUNK, PACKED, Spool, TextFile, opened
from corefeval.formats.remote import RemoteFile, is_remote, status_of
from corefeval.problems import CorefevalError, IndivisibleError, Place, Problem, Problems, merge
from corefeval.records import dataclass

STRETCH = 32 << 20
"""The number of bytes that another process inspects together."""
RUN = 1 << 20
"""The approximate number of bytes that are read together if some documents are irregular."""


class DocumentBytes(NamedTuple):
    """A document of a file: name, start and end in bytes, number of documents before it, and the earlier line it needs."""

    name: str
    start: int
    stop: int
    number: int
    header: bytes


class Outline(NamedTuple):
    """The result of inspecting some lines: their end, the documents that start in them, and lines that later ones need."""

    end: int
    starts: Places
    headers: Places


@dataclass(frozen=True)
class FilePart:
    """Some documents of a file, to be read as a separate file, in this process or another.

    Attributes:
        name: the name of the file in problems.
        form: its format.
        opening: the start of the file that the reader needs.
        path: the path of the uncompressed text; '' if it is not on disk.
        is_spooled: whether the path is a temporary copy on this machine, which other machines cannot read.
        version: the version of the file, to detect changes.
        names: the names of the documents.
        number: the number of documents before the first one.
        runs: runs of consecutive documents, in the order of the file: the earlier lines they need, the first byte, and one
            past the last byte.
        contents: the text of each run with the earlier lines that it needs, if it is in memory.
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

    def text(self) -> bytes:
        """Return its text, with the earlier lines that it needs."""
        return b"".join(self._contents())

    def _contents(self) -> tuple[bytes, ...]:
        """Return the text of each run, with the earlier lines that it needs.

        Raises:
            CorefevalError: if the file changed after it was split.
        """
        if self.contents is not None or not self.runs:
            return self.contents or ()
        with self.opened() as stream:
            return tuple(preamble + read_range(stream, start, stop) for preamble, start, stop in self.runs)

    def opened(self) -> BinaryIO:
        """Open the file that contains its text.

        Raises:
            CorefevalError: CE076 if it changed after it was split.
        """
        stream = opened(self.path)
        if version_of(stream) == self.version:
            return stream
        stream.close()
        raise CorefevalError(Problem("CE076", "changed-since", Place(self.name)))

    def to_send(self, *, is_far: bool = False) -> FilePart:
        """Return the part without its text if the receiver can read the text again.

        Other machines (`is_far`) cannot read a temporary copy on this machine.
        """
        if not self.path or (is_far and self.is_spooled):
            return self.loaded()
        return replace(self, contents=None)

    def without_text(self) -> FilePart:
        """Return the part without its text and without the beginning of the file."""
        return replace(self, contents=None, opening=b"")

    def loaded(self) -> FilePart:
        """Return the part with its text in memory."""
        return replace(self, contents=self._contents())

    def lines(self) -> Lines:
        """Return, for each run, the number of earlier lines that are read before it, and the number of its own lines."""
        pairs = zip(self.runs, self._contents(), strict=True)
        found = ((preamble.count(b"\n"), content.count(b"\n")) for (preamble, _, _), content in pairs)
        return tuple((own, lines - own) for own, lines in found)


@dataclass(frozen=True)
class ByteRange:
    """A range of bytes of a file, in which another process can search for starts of documents.

    Attributes:
        file: the file, as a part without documents.
        boundaries: the object that finds starts of documents.
        start: the first byte.
        stop: one past the last.
    """

    file: FilePart
    boundaries: Boundaries
    start: int
    stop: int

    def outline(self) -> Outline:
        """Return the outline of the lines that start in this range. The last line is read to its end."""
        with self.file.opened() as stream:
            # the byte before the first one shows whether a line begins here
            before = min(1, self.start)
            text = read_range(stream, self.start - before, self.stop)
            begin = (text.find(b"\n") + 1 or len(text)) if before else 0
            if begin == len(text):
                return Outline(self.stop, [], [])  # no line begins here
            lines, end = [text[begin:]], self.stop
            while not lines[-1].endswith(b"\n") and (more := read_range(stream, end, end + CHUNK)):
                lines.append(more[: more.find(b"\n") + 1 or len(more)])
                end += len(more)
        return _outlined(self.boundaries, b"".join(lines), self.start - before + begin)


def _outlined(boundaries: Boundaries, text: bytes, offset: int) -> Outline:
    """Return the outline of whole lines that begin at an offset of the file."""
    try:
        found = boundaries.look(text)
    except IrregularError:
        raise IndivisibleError("irregular") from None
    starts, headers = ([(offset + at, said) for at, said in places] for places in found)
    return Outline(offset + len(text), starts, headers)


Looking = Callable[[Iterable[ByteRange]], Iterator[Outline]]


class PartOfFile(TextFile):
    """Some documents of a file as a separate file."""

    def __init__(self, part: FilePart) -> None:
        text = part.text()
        if part.number and text.startswith(PACKED):
            raise IndivisibleError("irregular")  # not text: it would be unpacked
        super().__init__(part.name, text, form=part.form)
        self.documents_before, self._opening = part.number, part.opening
        self._size, self._is_one_document = len(text), len(part.names) == 1

    def chunks(
        self, marker: bytes, size: int = CHUNK, *, again: bool = False, is_watched: bool = False
    ) -> Iterator[tuple[int, bytes]]:
        """Yield the file in one piece if it is little more than a chunk, or one document that must not be split."""
        is_one = self._size < 2 * size or (marker and self._is_one_document)
        step = max(size, self._size + 1) if is_one else size
        return super().chunks(marker, step, again=again, is_watched=is_watched)

    def opening(self, text: bytes) -> bytes:
        """Return the beginning of the whole file."""
        return self._opening or text


class CutFile:
    """The documents of one file, in order and then, if needed, by name.

    Args:
        file: the file.
        form: its format.
        boundaries: a function that returns the object that finds starts of documents, given the beginning of the file.
        size: the approximate number of bytes to read together.

    Raises:
        IndivisibleError: here or later, if documents cannot be read separately.

    Attributes:
        may_hold: whether parts may contain their texts if reading them again is slow; False if the counting process
            reads them itself.
        may_repeat: whether two documents may have the same name.
        looking: a function that lets other processes inspect the file; None to inspect it in this process.
    """

    may_hold = True
    may_repeat = False
    looking: Looking | None = None

    def __init__(
        self, file: TextFile, form: str, boundaries: Callable[[bytes], Boundaries], size: int
    ) -> None:
        self.form, self._file, self._size = form, file, size
        try:
            self.boundaries = boundaries(file.opening(file.beginning()))
        except IrregularError:
            raise IndivisibleError("irregular") from None
        self._coming = self._documents(self._lines(is_watched=True))
        self._waiting: deque[DocumentBytes] = deque()
        self._held: deque[tuple[int, bytes]] = deque()
        self._index: dict[str, DocumentBytes] | None = None

    def _lines(self, *, is_watched: bool = False) -> Iterator[Outline]:
        """Yield the outlines of the file. The first time, texts that parts need are kept, and progress is reported."""
        if self.looking is not None and self._plain.path and not self._plain.is_spooled:
            for outline in self.looking(self._stretches()):
                if is_watched:
                    self._file.tell(outline.end)
                yield outline
            return
        for offset, text in self._file.chunks(b"", min(self._size, CHUNK), again=True, is_watched=is_watched):
            if is_watched and self._holds:
                self._held.append((offset, text))
            yield _outlined(self.boundaries, text, offset)

    def _stretches(self) -> Iterator[ByteRange]:
        """Yield the file as ranges of STRETCH bytes."""
        size = self._file.size_on_disk()
        for start in range(0, size, STRETCH):
            yield ByteRange(self._plain, self.boundaries, start, min(start + STRETCH, size))

    def _documents(self, outlines: Iterable[Outline]) -> Generator[DocumentBytes]:
        """Yield the documents of the file, given all outlines. Text before the first document belongs to it."""
        number, header, end = self._file.documents_before, b"", 0
        begun: tuple[str, int, bytes] | None = None
        names: set[str] = set()

        def needs_all() -> bool:
            """Return whether a header inside a document also applies to earlier documents: if it is the first or the only one."""
            return begun is not None and (self.boundaries.has_one_header or (begun[1] > 0 and not header))

        for outline in outlines:
            end = outline.end
            headers = deque(outline.headers)
            for start, said in outline.starts:
                while headers and headers[0][0] < start:
                    if needs_all():
                        raise IndivisibleError("irregular")
                    header = headers.popleft()[1]
                if begun is not None:
                    yield DocumentBytes(begun[0], begun[1], start, number - 1, begun[2])
                number += 1
                try:
                    name = self.boundaries.name(said, number)
                except UnicodeDecodeError:
                    raise IndivisibleError("irregular") from None
                if name in names and not self.may_repeat:
                    raise IndivisibleError("document-twice")
                names.add(name)
                begun = (name, start, header) if begun else (name, 0, b"")
            if headers and needs_all():
                raise IndivisibleError("irregular")
            header = headers[-1][1] if headers else header
        if begun is None:
            raise IndivisibleError("irregular")
        yield DocumentBytes(begun[0], begun[1], end, number - 1, begun[2])

    def next_documents(self) -> list[DocumentBytes]:
        """Return the next documents, of about `size` bytes together; empty at the end."""
        found: list[DocumentBytes] = []
        while not found or found[-1].stop - found[0].start < self._size:
            document = self._waiting.popleft() if self._waiting else next(self._coming, None)
            if document is None:
                break
            found.append(document)
        return found

    def next(self) -> FilePart | None:
        """Return the next documents as a part; None at the end."""
        documents = self.next_documents()
        return self.part_of(documents) if documents else None

    def following(self, names: Sequence[str]) -> FilePart | None:
        """Return the next documents as a part if they have these names; otherwise None."""
        while len(self._waiting) < len(names) and (document := next(self._coming, None)) is not None:
            self._waiting.append(document)
        if len(self._waiting) < len(names) or any(
            waiting.name != name for waiting, name in zip(self._waiting, names, strict=False)
        ):
            return None
        return self.part_of([self._waiting.popleft() for _ in names])

    def part_of(self, documents: Sequence[DocumentBytes]) -> FilePart:
        """Return consecutive documents as a part. Parts must be requested in the order of the file."""
        first, last = documents[0], documents[-1]
        part = replace(
            self._plain,
            names=tuple(document.name for document in documents),
            number=first.number,
            runs=((first.header, first.start, last.stop),),
        )
        if not self._holds:
            return part
        while self._held[0][0] + len(self._held[0][1]) <= first.start:
            self._held.popleft()
        texts = [
            memoryview(text)[max(0, first.start - offset) : last.stop - offset]
            for offset, text in self._held
            if offset < last.stop
        ]
        return replace(part, contents=(b"".join([first.header, *texts]),))

    @property
    def _holds(self) -> bool:
        """Whether texts are kept in memory: if there is no uncompressed text on this machine's disk."""
        path = self._plain.path
        return self._index is None and (not path or (self.may_hold and is_remote(path)))

    def of(self, names: Sequence[str]) -> FilePart:
        """Return the existing documents with these names. A compressed file is unpacked to disk first."""
        index = self._listed()
        found = [index[name] for name in names if name in index]
        runs: list[tuple[bytes, int, int]] = []
        for document in found:
            if runs and runs[-1][2] == document.start:
                runs[-1] = (*runs[-1][:2], document.stop)
            else:
                runs.append((document.header, document.start, document.stop))
        there = tuple(document.name for document in found)
        return replace(self._plain, names=there, number=found[0].number if found else 0, runs=tuple(runs))

    def has(self, name: str) -> bool:
        """Return whether a document with this name exists."""
        return name in self._listed()

    def parts_of(self, names: Sequence[str]) -> Iterator[FilePart]:
        """Yield the existing documents with these names, in parts of about `size` bytes."""
        waiting: list[str] = []
        size = 0
        for name in names:
            document = self._listed()[name]
            if waiting and size + document.stop - document.start > self._size:
                yield self.of(waiting)
                waiting, size = [], 0
            waiting.append(name)
            size += document.stop - document.start
        if waiting:
            yield self.of(waiting)

    def _listed(self) -> dict[str, DocumentBytes]:
        """Return all documents by name. After this call, documents can no longer be read in order."""
        if self._index is not None:
            return self._index
        self._coming.close()
        index = {document.name: document for document in self._documents(self._lines())}
        self._waiting.clear()
        self._held.clear()
        if not self._plain.path:
            self._spool()
        self._index = index
        return index

    def others(self, names: set[str]) -> list[str]:
        """Return the names of all other documents, in order. `names` must contain all requested documents."""
        if self._index is not None:
            return [name for name in self._index if name not in names]
        found = [document.name for document in self._waiting]
        for document in self._coming:
            found.append(document.name)
            self._held.clear()  # from now on they are read by name
        return found

    def _spool(self) -> None:
        """Write the text to disk for the lifetime of this object."""
        with self._file.unpacked() as stream:
            self._spooled = Spool(iter(lambda: stream.read(CHUNK), b""))
        with Path(self._spooled.path).open("rb") as stored:
            path, version = self._spooled.path, version_of(stored)
        part = replace(self._plain, path=path, version=version, is_spooled=True)
        self.__dict__["_plain"] = part

    @cached_property
    def _plain(self) -> FilePart:
        """A part without documents."""
        part = FilePart(self._file.name, self.form, self.boundaries.opening)
        with self._file.stored() as stream:
            if stream is None:
                return part
            path = str(stream.name)
            # each worker of a cluster has its own working folder
            path = path if isinstance(stream, RemoteFile) else os.path.abspath(path)  # noqa: PTH100 - a link stays one
            return replace(part, path=path, version=version_of(stream), is_spooled=self._file.is_kept)

    def lines_before(self, places: Sequence[int]) -> dict[int, int]:
        """Read the file again, and return the number of lines before each of these bytes."""
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


Lines = tuple[tuple[int, int], ...]
"""For each run of a part, the number of earlier lines that are read before it, and the number of its own lines."""


class Placing:
    """Converts places in parts to places in their file.

    Args:
        file: the file.
        parts: the parts with some or all of its documents.
        lines: the lines of each part (see FilePart.lines); empty for a part whose problems have no lines.
    """

    def __init__(self, file: CutFile, parts: Sequence[FilePart], lines: Sequence[Lines]) -> None:
        self._boundaries, self._parts, self._lines = file.boundaries, parts, lines
        runs = sorted(
            (start, stop, own[1])
            for part, owns in zip(parts, lines, strict=True)
            for (_, start, stop), own in zip(part.runs, owns, strict=False)
        )
        ends = [0, *(stop for _, stop, _ in runs)]
        if [start for start, _, _ in runs] == ends[:-1]:  # no gap from the first byte on
            before = accumulate((count for _, _, count in runs), initial=0)
            self._before = dict(zip(ends[:-1], before, strict=False))
        else:
            self._before = file.lines_before([start for start, _, _ in runs])

    @property
    def names(self) -> list[tuple[str, ...]]:
        """The names of the documents of each part."""
        return [part.names for part in self._parts]

    def _run(self, number: int, line: int) -> tuple[int, int]:
        """Return the start of the run that contains a line of a part, and the offset of its line numbers in the file."""
        runs, lines = self._parts[number].runs, self._lines[number]
        passed = 0
        for (_, start, _), (own, count) in zip(runs, lines, strict=False):
            if line <= passed + own + count or start == runs[-1][1]:
                return start, self._before[start] - own - passed
            passed += own + count
        return (runs[0][1] if runs else 0), 0

    def at(self, number: int, place: Place) -> Place:
        """Convert a place in the part with this number to a place in the file. A place without a line is unchanged."""
        return replace(place, line=place.line + self._run(number, place.line)[1]) if place.line else place

    def moved(self, number: int, problems: Iterable[Problem]) -> list[Problem]:
        """Return the problems of the part with this number, with places in the file."""
        return [problem.moved(self._run(number, problem.place.line)[1]) for problem in problems]

    def told(self, problems: Iterable[Iterable[Problem]]) -> list[Problem]:
        """Merge the reader's warnings about each part into the warnings about the file, in its order.

        Raises:
            IndivisibleError: if a warning is about all documents together.
        """
        placed = []
        for number, of_part in enumerate(problems):
            for problem in of_part:
                start, step = self._run(number, problem.place.line)
                if not problem.count and not self._boundaries.tells_alone(problem):
                    raise IndivisibleError("told-at-once", problem)
                placed.append((start, problem.moved(step)))
        placed.sort(key=itemgetter(0))
        return merge([[problem for _, problem in placed]], self._boundaries.reported_last)


def read_in_runs(
    file: TextFile,
    boundaries: Callable[[bytes], Boundaries],
    fast: Callable[[TextFile], Corpus],
    exact: Callable[[TextFile], Corpus],
) -> Corpus | None:
    """Return the corpus of a file, with irregular documents read by the exact reader and all others by the fast one.

    Args:
        file: the file.
        boundaries: a function that returns the object that finds starts of documents.
        fast: the reader of regular documents; it raises IrregularError for others.
        exact: the reader of all documents.

    Returns:
        None if the exact reader must read the whole file.

    Raises:
        CorefevalError: if there are errors; it contains all of them.
    """
    try:
        return _in_runs(CutFile(file, "", boundaries, RUN), fast, exact)
    except IndivisibleError:
        return None


def _in_runs(
    file: CutFile, fast: Callable[[TextFile], Corpus], exact: Callable[[TextFile], Corpus]
) -> Corpus:
    """Read a file as `read_in_runs` does, or raise IndivisibleError."""
    parts: list[FilePart] = []
    lines: list[Lines] = []
    found: list[Corpus | CorefevalError] = []
    for run in iter(file.next_documents, []):
        waiting = [run]
        while waiting:
            documents = waiting.pop()
            part = file.part_of(documents).loaded()
            text = PartOfFile(part)
            try:
                read: Corpus | CorefevalError = fast(text)
            except IrregularError:
                if len(documents) > 1:
                    middle = len(documents) // 2
                    waiting += [documents[middle:], documents[:middle]]
                    continue
                try:
                    read = exact(text)
                except CorefevalError as error:
                    read = error
            except CorefevalError:  # reported when the whole file is read, with its lines
                raise IndivisibleError("irregular") from None
            if isinstance(read, Corpus) and read.names != part.names:
                raise IndivisibleError("other-documents-read")
            found.append(read)
            parts.append(part.without_text())
            lines.append(part.lines())
    placing = Placing(file, parts, lines)
    told = Problems()
    beside = [each.beside if isinstance(each, CorefevalError) else () for each in found]
    told.extend(placing.told((*each.problems, *more) for each, more in zip(found, beside, strict=True)))
    if any(isinstance(each, CorefevalError) for each in found):
        raise CorefevalError(told.errors, told.warnings)
    corpora = [
        replace(corpus, source=RelocatedSource(corpus.source, partial(placing.at, number)))
        for number, corpus in enumerate(found)
        if isinstance(corpus, Corpus)
    ]
    return replace(Corpus.concatenate(corpora), problems=tuple(told))


def read_range(stream: IO[bytes], start: int, stop: int) -> bytes:
    """Return the bytes of an open file from start to stop."""
    if isinstance(stream, RemoteFile):
        return stream.range(start, stop)
    stream.seek(start)
    return stream.read(stop - start)


def version_of(stream: IO[bytes]) -> tuple[int, ...]:
    """Return a value that changes if the file changes, and that is the same on every machine that shares the file."""
    remote = status_of(stream)
    if remote is not None:
        return remote
    status = os.fstat(stream.fileno())
    return status.st_size, status.st_mtime_ns
