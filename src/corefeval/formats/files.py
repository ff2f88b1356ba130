"""Files as bytes: plain, gzipped or from standard input, whole or in chunks cut between documents.

What a TextFile hands out is text: UTF-8 without NUL bytes, or an error that says where it is not.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import io
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from corefeval.memory import EVERY, give_back
from corefeval.problems import CorefevalError, Place, Problem

CHUNK = 1 << 20
"""Bytes read at a time: small enough for the processor's cache, large enough for numpy to be fast."""

DECODED_AT_ONCE = 1 << 16
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
FRESH = 2 * 10**9
"""Nanoseconds in which the times of a file may not tell one version from the next."""

Progress = Callable[[int, int], object]


class TextFile:
    """A file to be read, by its path, or '-' for standard input; .gz is unpacked, whatever its name says.

    Args:
        path: where it is, and how problems call it.
        content: what it contains, packed or not, if that is known already; then the path is only a name.
        progress: called with the bytes read so far and the bytes in all, as they lie on the disk.
    """

    def __init__(
        self, path: str | Path, content: bytes | None = None, progress: Progress | None = None
    ) -> None:
        self.name = str(path)
        self._content = content
        self._progress = progress
        self._version: _Version | None = None

    @property
    def place(self) -> Place:
        """The file as a whole."""
        return Place(self.name)

    def read(self) -> bytes:
        """Return the whole content, unpacked, without a byte-order mark."""
        with self._opened() as stream:
            content = stream.read()
        self._check(0, content)
        return content

    def head(self, size: int = 1 << 16) -> bytes:
        """Return the first bytes, unpacked, to recognise the format; they may be anything."""
        with self._opened(quiet=True, glance=True) as stream:
            return stream.read(size)

    def chunks(self, marker: bytes, size: int = CHUNK, *, again: bool = False) -> Iterator[tuple[int, bytes]]:
        """Yield (offset, bytes) pieces that begin where a line begins with marker, of about size bytes.

        A document longer than size is one piece; without a marker pieces begin with any line. The first
        piece begins with the file; offsets count the bytes of the unpacked text. A file that is read again is
        known to be text, and nobody watches how far it has been read.
        """
        check = self._check if not again else lambda *_: None
        cut = b"\n" + marker
        pending: list[bytes] = []
        offset = 0
        with self._opened(quiet=again) as stream:
            while block := stream.read(size):
                # The marker may lie across the edge of two blocks.
                seam = pending[-1][1 - len(cut) :] if pending and marker else b""
                end = (seam + block).rfind(cut)
                pending.append(block)
                if end >= 0:
                    piece = b"".join(pending)
                    end += len(piece) - len(block) - len(seam) + 1
                    pending = [piece[end:]]
                    piece = piece[:end]
                    check(offset, piece)
                    yield offset, piece
                    if (offset + end) // EVERY > offset // EVERY:
                        give_back()
                    offset += end
        rest = b"".join(pending)
        if rest:
            check(offset, rest)
            yield offset, rest
        if offset > EVERY:
            give_back()

    @contextmanager
    def _opened(self, *, quiet: bool = False, glance: bool = False) -> Iterator[BinaryIO]:
        """Open it after the byte-order mark, and say what the system or the unpacker has to complain of."""
        try:
            with self._raw() as raw, nullcontext() if glance else self._unchanged(raw):
                start = raw.read(len(GZIP))
                raw.seek(0)
                stream = raw if quiet or self._progress is None else _Watched(raw, self._progress)
                if start == GZIP:
                    stream = cast("BinaryIO", gzip.GzipFile(fileobj=stream))
                if stream.read(len(BYTE_ORDER_MARK)) != BYTE_ORDER_MARK:
                    stream.seek(0)
                yield stream
        except FileNotFoundError:
            if self._version is not None:
                raise self._changed("deleted") from None
            raise CorefevalError(Problem("CE001", "no such file", self.place)) from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            problem = Problem("CE002", f"the compressed file is damaged or cut: {error}", self.place)
            raise CorefevalError(problem) from None
        except OSError as error:
            raise CorefevalError(Problem("CE002", error.strerror or "cannot be read", self.place)) from None

    @contextmanager
    def _unchanged(self, raw: BinaryIO) -> Iterator[None]:
        """Refuse a file that is no longer what was read first: its columns would be those of another text."""
        if self._content is not None:
            yield
            return
        if self._version is None:
            self._version = _Version.of(raw)
        elif not self._version.is_that_of(raw):
            raise self._changed("changed")
        yield
        if self._version.status != _status(raw):
            raise self._changed("changed")

    def _changed(self, what: str) -> CorefevalError:
        return CorefevalError(Problem("CE076", f"the file was {what} since it was first read", self.place))

    def _raw(self) -> BinaryIO:
        if self._content is None and self.name == "-":
            self._content = sys.stdin.buffer.read()
        if self._content is not None:
            return io.BytesIO(self._content)
        return Path(self.name).open("rb")

    def _check(self, offset: int, piece: bytes) -> None:
        """Refuse what is not text."""
        if b"\0" in piece:
            where = piece.index(b"\0")
            raise CorefevalError(Problem("CE006", "a NUL byte", self._place_of(offset + where)))
        if piece.isascii():
            return
        # In small steps, so that the decoded text stays in the processor's cache.
        view = memoryview(piece)
        done = 0
        while done < len(piece):
            step = view[done : done + DECODED_AT_ONCE]
            try:
                done += codecs.utf_8_decode(step, "strict", done + len(step) == len(piece))[1]
            except UnicodeDecodeError as error:
                where = done + error.start
                message = f"byte {piece[where]:02X} is not UTF-8"
                raise CorefevalError(Problem("CE005", message, self._place_of(offset + where))) from None

    def _place_of(self, offset: int) -> Place:
        """Return line and column, in characters, of a byte."""
        with self._opened(quiet=True) as stream:
            before = stream.read(offset)
        start = before.rfind(b"\n") + 1
        return Place(self.name, before.count(b"\n") + 1, len(before[start:].decode("utf-8", "replace")) + 1)


@dataclass(frozen=True, slots=True)
class _Version:
    """What tells whether a file is still the same without reading it.

    The times of a file that was written a moment ago do not tell it from one that is written a moment later: file
    systems count in milliseconds, some in seconds. So of a file younger than FRESH its content counts as well.

    Attributes:
        status: device, number, size and times of the file.
        content: a digest of a fresh file.
    """

    status: tuple[int, ...]
    content: bytes

    @classmethod
    def of(cls, raw: BinaryIO) -> _Version:
        """Return that of an open file."""
        status = _status(raw)
        is_fresh = time.time_ns() - max(status[-2:]) < FRESH
        return cls(status, _digest(raw) if is_fresh else b"")

    def is_that_of(self, raw: BinaryIO) -> bool:
        """Say whether an open file is the same."""
        return _status(raw) == self.status and (not self.content or _digest(raw) == self.content)


def _status(raw: BinaryIO) -> tuple[int, ...]:
    status = os.fstat(raw.fileno())
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _digest(raw: BinaryIO) -> bytes:
    """Return a digest of a file, and leave it where it stood."""
    place = raw.tell()
    raw.seek(0)
    digest = hashlib.blake2b()
    while block := raw.read(CHUNK):
        digest.update(block)
    raw.seek(place)
    return digest.digest()


class _Watched(io.BufferedReader):
    """A stream that says how far it has been read."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        super().__init__(cast("io.RawIOBase", stream), CHUNK)
        self._watcher = progress
        self._size = stream.seek(0, io.SEEK_END)
        stream.seek(0)

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, and tell."""
        block = super().read(size)
        self._watcher(min(self.tell(), self._size), self._size)
        return block
