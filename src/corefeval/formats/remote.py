"""Files on other machines: s3://, gs://, hdfs:// and any other address for which fsspec has a driver.

No server is contacted unless a path names it, and only drivers that the user installed are used.
"""

from __future__ import annotations

import errno
import hashlib
import importlib
import io
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from corefeval.problems import CorefevalError, Place, Problem

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(::[A-Za-z0-9+.-]+)*://")
BLOCK = 1 << 23
"""The number of bytes to request at a time."""


def is_remote(path: object) -> bool:
    """Return whether a path is an address that must be read with fsspec."""
    return ADDRESS.match(str(path)) is not None


def status_of(stream: object) -> tuple[int, ...] | None:
    """Return a value that changes if the open remote file changes; None for a local file."""
    return stream.status() if isinstance(stream, RemoteFile) else None


def is_remote_folder(path: str) -> bool:
    """Return whether an address is that of a folder."""
    system, place = _system(path)
    with _as_system_errors():
        return bool(system.isdir(place))


class RemoteFile(io.BufferedReader):
    """An open file on another machine.

    Raises:
        CorefevalError: CE128 if there is no driver for such addresses.
        OSError: if the file cannot be read; errors of the driver are converted to this.
    """

    def __init__(self, path: str) -> None:
        self._system, self._place = _system(path)
        with _as_system_errors():
            raw = _Blocks(self._system.open(self._place, "rb", block_size=BLOCK), path)
        super().__init__(raw, BLOCK)

    def status(self) -> tuple[int, ...]:
        """Return a value that changes if the file changes. The file is not read."""
        with _as_system_errors():
            self._system.invalidate_cache()
            known = self._system.ukey(self._place)
        return (int.from_bytes(hashlib.sha256(str(known).encode()).digest()[:8]),)

    def range(self, start: int, stop: int) -> bytes:
        """Return the bytes from start to stop, and request no others."""
        with _as_system_errors():
            return bytes(self._system.cat_file(self._place, start=start, end=stop))


class RawStream(io.RawIOBase, ABC):
    """A stream for Python's buffers that can go back to its start."""

    @abstractmethod
    def next_bytes(self, size: int) -> bytes:
        """Return at most this many of the next bytes."""

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, target: Any, /) -> int:
        """Read the next bytes."""
        view = memoryview(target).cast("B")
        block = self.next_bytes(len(view))
        view[: len(block)] = block
        return len(block)


class _Blocks(RawStream):
    """A raw stream over an fsspec stream.

    It has its own position, because drivers may return the same stream twice.
    """

    def __init__(self, stream: Any, name: str) -> None:
        super().__init__()
        self._stream, self._at = stream, 0
        self.name = name

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """Move to a position."""
        with _as_system_errors():
            self._stream.seek(self._at)
            self._at = int(self._stream.seek(offset, whence))
        return self._at

    def tell(self) -> int:
        """Return the position."""
        return self._at

    def next_bytes(self, size: int) -> bytes:
        """Return at most this many of the next bytes."""
        with _as_system_errors():
            self._stream.seek(self._at)
            block = bytes(self._stream.read(size))
        self._at += len(block)
        return block

    def close(self) -> None:
        """Close this stream and the stream of fsspec."""
        if not self.closed:
            self._stream.close()
        super().close()


def _system(path: str) -> tuple[Any, str]:
    """Return the driver for an address, and the path of the file within the driver."""
    try:
        fsspec = importlib.import_module("fsspec.core")
    except ImportError:
        problem = Problem("CE128", "file-at-address-read", Place(path))
        raise CorefevalError(problem) from None
    try:
        with _as_system_errors():
            system, place = fsspec.url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise CorefevalError(Problem("CE128", "not-read", Place(path), error=str(error))) from None
    return system, str(place)


@contextmanager
def _as_system_errors() -> Iterator[None]:
    """Convert exceptions of a driver to OSError."""
    try:
        yield
    except (OSError, ImportError, ValueError, CorefevalError):
        raise
    except Exception as error:
        raise OSError(errno.EIO, f"{type(error).__name__}: {error}") from error
