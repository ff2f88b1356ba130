"""Unpack one archive into one folder, in a separate process.

`archives` runs this file as a program that imports only Python's standard library. So limits of memory and time apply
only to the unpacking of hostile archives. Bytes, members, headers and names are limited before they are read.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import struct
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, Any, NamedTuple

OF_MACOS = "__MACOSX"
"""The folder that macOS adds to an archive."""
CHARACTERS_QUOTED = 200
"""The most characters of a member's name that a message quotes."""
_COMPRESSED: dict[bytes, Any] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ\0": lzma.open}
"""How to open a compressed file, by its first bytes."""
_BLOCK = 1 << 20
_TAR_BLOCK = 1 << 16
_HEADERS = frozenset(
    (
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
    )
)
"""Types of tar headers that tarfile reads whole into memory."""
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    ArithmeticError,
    LookupError,
    TypeError,
    AttributeError,
    struct.error,
)
"""Exceptions that zipfile and tarfile raise on malformed archives."""


class Limits(NamedTuple):
    """Limits of one archive.

    Attributes:
        room: bytes that may be unpacked, including skipped members of a tar archive.
        members: the most files and folders.
        headers: bytes of all headers of members.
        name: bytes of one path.
        memory: bytes of address space of the process.
        seconds: processor time of the process.
    """

    room: int
    members: int
    headers: int
    name: int
    memory: int
    seconds: int


class RefusedError(Exception):
    """Raised if the archive is refused.

    Attributes:
        reason: "unsafe", "damaged", or the name of a limit (see Limits).
        message: the problem.
        name: the affected member; '' for the whole archive.
    """

    def __init__(self, reason: str, message: str, name: str = "") -> None:
        super().__init__(reason, message, name)
        self.reason, self.message = reason, message
        self.name = name.encode("utf-8", "backslashreplace").decode()[:CHARACTERS_QUOTED]


def unpack_here(path: Path, target: Path, limits: Limits) -> None:
    """Unpack an archive into an existing empty folder, in this process.

    Hidden files and those that macOS adds are skipped.

    Raises:
        RefusedError: if it is unsafe, damaged or exceeds a limit.
    """
    room = limits.room
    made: set[PurePosixPath] = set()
    try:
        for name, stream in _members(path, limits):
            inside = _inside(name, limits)
            made.update((inside, *inside.parents))
            if len(made) > limits.members + 1:
                raise RefusedError("members", "the archive has too many files and folders")
            file = target / inside
            if file.exists():
                raise RefusedError("unsafe", "a file occurs twice in the archive", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            room = _copy(stream, file, room)
    except RecursionError:
        raise RefusedError("headers", "the archive has too many headers for one file") from None
    except MemoryError:
        raise RefusedError("memory", "unpacking the archive takes too much memory") from None
    except _DAMAGED as error:
        message = f"the archive is damaged or uses an unsupported feature: {_said(error)}"
        raise RefusedError("damaged", message) from None
    except OSError as error:
        message = f"the archive cannot be unpacked: {error.strerror or _said(error)}"
        raise RefusedError("damaged", message) from None


def _said(error: Exception) -> str:
    return str(error)[:CHARACTERS_QUOTED] or type(error).__name__


def _members(path: Path, limits: Limits) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield names and contents of the files of an archive. Refuse members that are neither files nor folders."""
    with path.open("rb") as raw:
        start = raw.read(_TAR_BLOCK)
        unpack = next((each for magic, each in _COMPRESSED.items() if start.startswith(magic)), None)
        is_tar = unpack is not None or start.startswith(b"ustar", 257)
        is_zip = start.startswith(b"PK") or (not is_tar and zipfile.is_zipfile(raw))  # by its end
        raw.seek(0)
        if is_zip:
            yield from _zip_members(raw, limits)
        else:
            yield from _tar_members(_Bounded(raw if unpack is None else unpack(raw), limits.room), limits)


def _zip_members(raw: IO[bytes], limits: Limits) -> Iterator[tuple[str, IO[bytes]]]:
    directory = _Directory(raw, limits)
    with zipfile.ZipFile(directory) as packed:
        directory.is_open = True
        if len(packed.infolist()) > limits.members:
            raise RefusedError("members", "the archive has too many files and folders")
        if len({entry.header_offset for entry in packed.infolist()}) < len(packed.infolist()):
            raise RefusedError(
                "unsafe", "two files of the archive have the same place"
            )  # as zipfile from 3.11.8 on
        for entry in packed.infolist():
            kind = entry.external_attr >> 28
            if kind not in {0, 4, 8}:  # unknown, folder, file
                raise RefusedError("unsafe", "a link or device in the archive", entry.filename)
            if entry.is_dir() and entry.filename == "./":
                continue
            _inside(entry.filename, limits)
            if entry.is_dir() or _is_skipped(entry.filename):
                continue
            if entry.flag_bits & 1:
                raise RefusedError("damaged", "the archive is encrypted", entry.filename)
            with packed.open(entry) as stream:
                yield entry.filename, stream


def _tar_members(stream: _Bounded, limits: Limits) -> Iterator[tuple[str, IO[bytes]]]:
    kind = type("Header", (_Header,), {"limits": limits, "number": 0, "size_of_all": 0})
    with tarfile.open(fileobj=stream, mode="r|", bufsize=_TAR_BLOCK, tarinfo=kind) as packed:
        for number, member in enumerate(packed):
            if number >= limits.members:
                raise RefusedError("members", "the archive has too many files and folders")
            if member.isdir() and member.name in {"", "."}:
                continue
            _inside(member.name, limits)
            if member.issparse():
                raise RefusedError("unsafe", "a sparse file in the archive", member.name)
            if not member.isdir() and not member.isreg():
                raise RefusedError("unsafe", "a link or device in the archive", member.name)
            if member.isdir() or _is_skipped(member.name):
                continue
            content = packed.extractfile(member)
            assert content is not None
            yield member.name, content
    while stream.read(_BLOCK):  # reads to the end, so that the checksum of a compressed file is verified
        pass


class _Directory(io.RawIOBase):
    """A zip archive whose list of members is bounded before zipfile reads it."""

    def __init__(self, raw: IO[bytes], limits: Limits) -> None:
        super().__init__()
        self._raw, self._limits = raw, limits
        self.is_open = False

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Move to a position."""
        return self._raw.seek(offset, whence)

    def tell(self) -> int:
        """Return the place."""
        return self._raw.tell()

    def read(self, size: int = -1, /) -> bytes:
        """Read bytes, and refuse a list of members that is too long."""
        if self.is_open:
            return self._raw.read(min(size, _BLOCK) if size >= 0 else _BLOCK)
        if size > self._limits.headers:
            raise RefusedError("headers", "the archive's list of members is too long")
        found = self._raw.read(size if size >= 0 else self._limits.headers)
        if found.count(zipfile.stringCentralDir) > self._limits.members:  # type: ignore[attr-defined] # not in the stubs
            raise RefusedError("members", "the archive has too many files and folders")
        return found


class _Bounded(io.RawIOBase):
    """A stream that raises RefusedError after yielding the allowed number of bytes."""

    def __init__(self, stream: IO[bytes], room: int) -> None:
        super().__init__()
        self._stream, self._bytes_left = stream, room

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Read at most a block."""
        block = self._stream.read(min(size, _BLOCK) if size >= 0 else _BLOCK)
        self._bytes_left -= len(block)
        if self._bytes_left < 0:
            raise RefusedError("room", "the archive unpacks to too much")
        return block


class _Header(tarfile.TarInfo):
    """A tar header, checked before the announced content is read."""

    limits: Limits
    number: int
    size_of_all: int

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _Header:
        """Parse a header; refuse a malformed one, which tarfile would read as the end of the archive."""
        try:
            found = super().frombuf(buf, encoding, errors)
        except (tarfile.EmptyHeaderError, tarfile.EOFHeaderError):  # type: ignore[attr-defined] # not in the stubs
            raise
        except tarfile.HeaderError as error:
            raise RefusedError("damaged", f"the archive is damaged: {error}") from None
        cls.number += 1
        cls.size_of_all += tarfile.BLOCKSIZE
        if found.type in _HEADERS:
            cls.size_of_all += max(0, found.size)
        if found.size < 0:
            raise RefusedError("damaged", "the archive is damaged: a size is negative", found.name)
        if cls.size_of_all > cls.limits.headers:
            raise RefusedError("headers", "the headers of the archive are too long")
        if found.type == tarfile.GNUTYPE_SPARSE:
            raise RefusedError("unsafe", "a sparse file in the archive", found.name)
        return found


def _is_skipped(name: str) -> bool:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return OF_MACOS in parts or any(part.startswith(".") and part not in {".", ".."} for part in parts)


def _inside(name: str, limits: Limits) -> PurePosixPath:
    """Return the path of a member below the folder that it is unpacked into."""
    plain = PurePosixPath(name.replace("\\", "/"))
    try:
        encoded = [part.encode() for part in plain.parts]
    except UnicodeEncodeError:
        raise RefusedError("unsafe", "a name that is not UTF-8 in the archive", name) from None
    if plain.is_absolute() or not plain.parts or ".." in plain.parts or ":" in plain.parts[0]:
        raise RefusedError("unsafe", "a path that leads outside of the archive", name)
    if any(ord(character) < 32 or ord(character) == 127 for character in name):
        raise RefusedError("unsafe", "a control character in a name in the archive", name)
    if sum(map(len, encoded)) > limits.name or max(map(len, encoded)) > 255:
        raise RefusedError("name", "a name in the archive is too long", name)
    if os.name == "nt" and (":" in name or PureWindowsPath(plain).is_reserved()):
        raise RefusedError("unsafe", "a name that Windows reserves in the archive", name)
    return plain


def _copy(stream: IO[bytes], target: Path, room: int) -> int:
    """Write a file within the allowed number of bytes, and return the remaining number."""
    with target.open("xb") as copy:
        while block := stream.read(_BLOCK):
            room -= len(block)
            if room < 0:
                raise RefusedError("room", "the archive unpacks to too much")
            copy.write(block)
    return room


def _limit(limits: Limits) -> None:
    """Limit memory and processor time of this process, if the operating system supports it."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_FSIZE, limits.room + _BLOCK),
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # a lower limit is already set
            resource.setrlimit(kind, (most, most))


def main(arguments: list[str]) -> None:
    """Unpack an archive and print the outcome as JSON: null, or reason, message and member of the refusal."""
    path, target, limits = arguments
    found = Limits(*json.loads(limits))
    _limit(found)
    try:
        unpack_here(Path(path), Path(target), found)
    except RefusedError as error:
        sys.stdout.write(json.dumps([error.reason, error.message, error.name]))
    else:
        sys.stdout.write("null")


if __name__ == "__main__":
    main(sys.argv[1:])
