"""Files as bytes: plain, gzipped or from standard input, whole or in chunks cut between documents."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from corefeval.problems import CorefevalError, Place, Problem

CHUNK = 4 << 20
"""Bytes read at a time: small enough for the processor's cache, large enough for numpy to be fast."""


class TextFile:
    """A file to be read, by its path, or '-' for standard input; .gz is unpacked, whatever its name says."""

    def __init__(self, path: str | Path, content: bytes | None = None) -> None:
        self.name = str(path)
        self._content = content

    @property
    def place(self) -> Place:
        """The file as a whole."""
        return Place(self.name)

    def read(self) -> bytes:
        """Return the whole content, unpacked, without a byte-order mark."""
        if self._content is not None:
            return self._content
        if self.name == "-":
            self._content = _unpacked(sys.stdin.buffer.read(), self.name)
            return self._content
        try:
            return _unpacked(Path(self.name).read_bytes(), self.name)
        except FileNotFoundError:
            raise CorefevalError(Problem("CE001", "no such file", self.place)) from None
        except OSError as error:
            raise CorefevalError(Problem("CE002", error.strerror or "cannot be read", self.place)) from None

    def head(self, size: int = 1 << 16) -> bytes:
        """Return the first bytes, unpacked, to recognise the format."""
        if self._content is None and self.name != "-":
            try:
                with Path(self.name).open("rb") as stream:
                    start = stream.read(size)
                if not start.startswith(b"\x1f\x8b"):
                    return start.removeprefix(b"\xef\xbb\xbf")
            except OSError:
                pass
        return self.read()[:size]

    def chunks(self, marker: bytes, size: int = CHUNK) -> Iterator[tuple[int, bytes]]:
        """Yield (offset, bytes) pieces that begin where a line begins with marker, of about size bytes.

        A document longer than size is one piece. The first piece begins with the file.
        """
        if self._content is not None or self.name == "-" or self.head(2) == b"" or self._is_packed():
            content = self.read()
            yield from _cut(content, marker, size)
            return
        rest, offset = b"", 0
        cut = b"\n" + marker
        with Path(self.name).open("rb") as stream:
            while block := stream.read(size):
                rest += block
                end = rest.rfind(cut, max(0, len(rest) - len(block) - len(cut)))
                if end > 0:
                    yield offset, rest[: end + 1]
                    offset += end + 1
                    rest = rest[end + 1 :]
        if rest:
            yield offset, rest

    def _is_packed(self) -> bool:
        with Path(self.name).open("rb") as stream:
            start = stream.read(3)
        return start.startswith((b"\x1f\x8b", b"\xef\xbb\xbf"))


def _cut(content: bytes, marker: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    start = 0
    while len(content) - start > size:
        end = content.find(b"\n" + marker, start + size)
        if end < 0:
            break
        yield start, content[start : end + 1]
        start = end + 1
    yield start, content[start:]


def _unpacked(content: bytes, name: str) -> bytes:
    if content.startswith(b"\x1f\x8b"):
        try:
            content = gzip.decompress(content)
        except (EOFError, OSError, zlib.error) as error:
            problem = Problem("CE002", f"the compressed file is damaged or cut: {error}", Place(name))
            raise CorefevalError(problem) from None
    return content.removeprefix(b"\xef\xbb\xbf")
