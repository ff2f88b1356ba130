"""Read files as bytes: plain, compressed or from standard input, as a whole or in chunks of whole documents.

A TextFile guarantees that its content is text: UTF-8 without NUL bytes. Otherwise it raises an error with the place.
"""

from __future__ import annotations

import codecs
import errno
import glob
import gzip
import hashlib
import importlib
import io
import os
import re
import stat
import sys
import time
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from corefeval.formats.remote import RawStream, RemoteFile, is_remote, is_remote_folder, status_of
from corefeval.limits import IN_MEMORY, LINE, SMALL, UNPACKING
from corefeval.memory import EVERY, give_back
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.text import natural

CHUNK = 1 << 20
"""The number of bytes to read at a time: small enough for the processor's cache, large enough for numpy to be fast."""

DECODED_AT_ONCE = 1 << 16
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
ZSTANDARD = b"\x28\xb5\x2f\xfd"
PACKED = (GZIP, ZSTANDARD, BYTE_ORDER_MARK)
"""The first bytes of files that are compressed or begin with a byte-order mark."""
STEP = 1 << 13
"""The number of compressed Zstandard bytes to unpack at a time, so that a zip bomb does not fill the memory."""
UNPACKS_TO = 6
"""The approximate number of bytes of text per compressed byte."""
LEFT_FREE = 2 << 30
"""The number of bytes to leave free on the disk."""
COMPARED = 2_000
"""The most names of a folder that are compared with the name of a missing file."""
SECOND = 10**9
FRESH = 2 * SECOND
"""A file changed within this many nanoseconds may have the time of another version, if times are whole seconds."""
FINELY_FRESH = SECOND // 20
"""The same for other file systems, whose clock ticks every few milliseconds."""

DECLARED = re.compile(
    rb"""<\?xml\s[^>]*encoding\s*=\s*["']((?:iso-?8859-?\d+|latin-?\d|windows-\d+|cp-?\d+|koi8-?\w|macintosh))["']""",
    re.IGNORECASE,
)
LONGEST_DECLARATION = 200

Progress = Callable[[int, int], object]
Integers = NDArray[np.int64]


def column_of(line: bytes, offset: int) -> int:
    """Return the column of a byte in a line, or of the end of the line, in characters from 1."""
    characters = _characters(line)
    return offset + 1 if characters is None else int(characters[min(offset, len(line))]) + 1


@lru_cache(maxsize=4)
def _characters(line: bytes) -> Integers | None:
    """Return the number of characters before each byte and before the end; None if each character is one byte.

    Recent lines are cached, because one line may have thousands of problems.
    """
    if line.isascii():
        return None
    begins = (np.frombuffer(line, np.uint8) & 0xC0) != 0x80
    return np.append(0, np.cumsum(begins))


def is_folder(path: str | Path) -> bool:
    """Return whether a path is a folder; False for an impossible path."""
    try:
        if is_remote(path):
            return is_remote_folder(str(path))
        return str(path) != "-" and Path(path).is_dir()
    except OSError:
        return False


def listed(folder: Path) -> list[Path]:
    """Return the entries of a folder, sorted by name.

    Raises:
        CorefevalError: CE002 if it cannot be listed.
    """
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        problem = Problem("CE002", "os-error", Place(str(folder)), error=error.strerror)
        raise CorefevalError(problem) from None


def no_such_file(path: str, place: Place) -> Problem:
    """Return the problem of a missing file, with the most similar name in its folder if there is one."""
    nearest = _nearest(path)
    if not nearest:
        return Problem("CE001", "no-such-file", place)
    return Problem("CE001", "no-such-file-near", place, nearest=nearest)


def _nearest(path: str) -> str:
    """Return the path in the same folder with the most similar name; '' if none is similar.

    Names are compared without endings first: `a.conll` is similar to `a.conllu` and `a.conll.gz`, but not to `b.conll`.
    """
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 - only if a file is missing

    folder, name = os.path.split(path)
    try:
        names = (
            []
            if is_remote(path)
            else sorted(islice((each.name for each in Path(folder).iterdir()), COMPARED))
        )
    except OSError:
        return ""
    own = _without_endings(name)
    stems = {_without_endings(other) for other in names if not other.startswith(".")} - {""}
    near = {*get_close_matches(own, stems, n=3, cutoff=0.65)}
    near = {own} if own in near else near
    found = [other for other in names if _without_endings(other) in near or other.startswith(f"{name}.")]
    best = max(found, key=lambda other: SequenceMatcher(None, name, other).ratio(), default="")
    return os.path.join(folder, best) if best else ""  # noqa: PTH118 - a Path would drop the user's ./


def _without_endings(name: str) -> str:
    """Return a name in lower case, without the endings of its format and compression.

    Examples:
        >>> _without_endings("Dev.gold.conll.gz")
        'dev.gold'
    """
    return Path(name.lower().removesuffix(".gz").removesuffix(".zst")).stem


def files_below(folder: Path) -> list[Path]:
    """Return the files of a folder and its subfolders, in natural order of their names: d2 before d10.

    Links are followed. A file with several paths is listed once, by the path without links.

    Raises:
        CorefevalError: CE002 if a folder cannot be listed, because its files would be missing silently.
    """
    found: list[Path] = []
    seen: set[tuple[int, int]] = set()
    waiting, links = [folder], list[Path]()
    while waiting or links:
        place = waiting.pop() if waiting else links.pop(0)
        try:
            status = place.stat()
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            for path in listed(place):
                if path.is_dir():
                    (links if path.is_symlink() else waiting).append(path)
                elif path.is_file():
                    found.append(path)
        except OSError as error:
            problem = Problem("CE002", "os-error", Place(str(error.filename or place)), error=error.strerror)
            raise CorefevalError(problem) from None
    return sorted(found, key=lambda path: [natural(part) for part in path.parts])


def patterns_of(name: str) -> tuple[str, ...]:
    """Return the possible places of a companion file with this name: next to its file, or in a folder there."""
    plain = glob.escape(Path(name).name).replace("{", "{{").replace("}", "}}")
    return (plain, f"*/{plain}") if plain else ()


def companion_name(name: str, pattern: str) -> str:
    """Return the name of a companion file, given its pattern (see TextFile.beside)."""
    path = Path(name.removesuffix(".gz"))
    return str(path.with_name(pattern.format(stem=path.stem, name=path.name)))


def opened(path: str) -> BinaryIO:
    """Open a file by its path or address. The caller must close it."""
    return cast("BinaryIO", RemoteFile(path)) if is_remote(path) else Path(path).open("rb")


class TextFile:
    """A file to read: a path, an address, or '-' for standard input. Compressed content is unpacked.

    Args:
        path: its path, also used in problems.
        content: its content, compressed or not, if already known; the path is then only a name.
        progress: called with the number of bytes read so far and the total, as on disk.
        companion: the content of its companion file, if already known.
        form: the name of its format, if already known.
    """

    def __init__(
        self,
        path: str | Path,
        content: bytes | None = None,
        progress: Progress | None = None,
        *,
        companion: bytes | None = None,
        form: str = "",
    ) -> None:
        self.name, self.form = str(path), form
        self._content = content
        self._companion = companion
        self._progress = progress
        self._version: _Version | None = None
        self._spooled: Spool | None = None

    documents_before = 0
    """The number of documents of the file before this piece."""

    def opening(self, text: bytes) -> bytes:
        """Return the beginning of the whole file, given the beginning of this piece."""
        return text

    @property
    def place(self) -> Place:
        """The place of the file as a whole."""
        return Place(self.name)

    @property
    def is_kept(self) -> bool:
        """Whether its content is kept in memory or on disk, because standard input and pipes can be read only once."""
        return self._content is not None or self._spooled is not None

    def line_place(self, line: int) -> Place:
        """Return the place of a line, counted from 1."""
        return Place(self.name, line)

    def beside(self, pattern: str, folder: str = "") -> list[Path]:
        """Return the files next to it that match a glob pattern, sorted by name; empty for an impossible name.

        Args:
            pattern: a pattern relative to its folder. {stem} is its name without the suffix (and without .gz), {name} its name.
            folder: another folder to search instead.
        """
        path = Path(self.name)
        if not folder and self._content is not None and not path.exists():
            return []
        plain = path.with_suffix("") if path.suffix == ".gz" else path
        escaped = pattern.format(stem=glob.escape(plain.stem), name=glob.escape(plain.name))
        root = Path(folder) if folder else path.parent
        try:
            return sorted(found for found in root.glob(escaped) if found.is_file() and found != path)
        except OSError:
            return []

    def companion(self, *patterns: str, named: str = "") -> TextFile:
        """Return the companion file: the named one, or the first found next to this file.

        Args:
            patterns: its possible places (see beside).
            named: the path of the companion file or of its folder that the user gave; '' if not given.

        Raises:
            CorefevalError: CE090 if it does not exist.
        """
        if named and not is_folder(named):
            return TextFile(named)
        if self._companion is not None:
            return TextFile(companion_name(self.name, patterns[0]), self._companion)
        for pattern in patterns:
            if found := self.beside(pattern, named):
                return TextFile(found[0])
        plain = Path(self.name.removesuffix(".gz"))
        wanted = " or ".join(pattern.format(stem=plain.stem, name=plain.name) for pattern in patterns)
        kind = "not-in-folder" if named else "not-beside-it"
        raise CorefevalError(Problem("CE090", kind, self.place, wanted, folder=named))

    def read(self) -> bytes:
        """Return the whole content, unpacked, without a byte-order mark."""
        with self._opened() as stream:
            content = stream.read()
        self._check(0, content)
        return content

    def read_xml(self) -> bytes:
        """Return the whole content as UTF-8. Single-byte encodings that the XML declaration names are converted."""
        named = DECLARED.match(self.head(LONGEST_DECLARATION))
        if named is None:
            return self.read()
        with self._opened() as stream:
            content = stream.read()
        try:
            decoded = content.decode(named[1].decode()).encode()
        except (UnicodeDecodeError, LookupError) as error:
            raise CorefevalError(
                Problem("CE005", "encoding-declares-not-fit", self.place, named[1].decode(), error=str(error))
            ) from None
        self._check(0, decoded)
        return decoded

    def head(self, size: int = 1 << 16) -> bytes:
        """Return the first bytes, unpacked, for detecting the format. They may be binary."""
        with self._opened(quiet=True, glance=True) as stream:
            return stream.read(size)

    def beginning(self) -> bytes:
        """Return the lines of the first chunk, with newlines as the only line ends."""
        return next((text for _, text in self.chunks(b"", again=True)), b"").replace(b"\r\n", b"\n")

    def chunks(
        self, marker: bytes, size: int = CHUNK, *, again: bool = False, is_watched: bool = False
    ) -> Iterator[tuple[int, bytes]]:
        """Yield (offset, bytes) pieces of about `size` bytes that begin with a line that starts with `marker`.

        A document longer than `size` is one piece. With an empty marker, pieces begin with any line. The first piece starts
        with the file. Offsets count bytes of the unpacked text. With `again`, the content is not checked, and progress is
        reported only if `is_watched`.
        """
        check = self._check if not again else lambda *_: None
        cut = b"\n" + marker
        pending: list[bytes] = []
        offset = held = 0
        with self._opened(quiet=again and not is_watched) as stream:
            # content in memory is yielded as it is, unless it is too large
            while block := stream.read(size if self._content is not None else min(size, CHUNK)):
                held += len(block)
                end = block.rfind(cut) + 1 if held >= size else 0
                if (
                    held >= size
                    and not end
                    and pending
                    and cut in pending[-1][1 - len(cut) :] + block[: len(cut)]
                ):
                    block = pending.pop() + block  # the marker may cross the edge of two blocks
                    end = block.rfind(cut) + 1
                if not end:
                    pending.append(block)
                    if held > LINE.value and b"\n" not in block:
                        self._check_lines(offset, b"".join(pending))
                    continue
                piece = b"".join([*pending, memoryview(block)[:end]])
                pending, held = [block[end:]], len(block) - end
                check(offset, piece)
                yield offset, piece
                if not again and (offset + len(piece)) // EVERY > offset // EVERY:
                    give_back()
                offset += len(piece)
        rest = b"".join(pending)
        if rest:
            check(offset, rest)
            yield offset, rest
        if not again and offset > EVERY:
            give_back()

    def tell(self, done: int) -> None:
        """Report the reading progress, also on behalf of other readers."""
        if self._progress is not None:
            self._progress(done, self.size_on_disk())

    def size_on_disk(self) -> int:
        """Return the size of the file on disk, in bytes."""
        with self._raw() as raw:
            return raw.seek(0, io.SEEK_END)

    def size(self) -> int:
        """Return the size of its text, in bytes; an estimate for a compressed file."""
        with self._raw() as raw:
            is_packed = raw.read(len(ZSTANDARD)).startswith((GZIP, ZSTANDARD))
            return raw.seek(0, io.SEEK_END) * (UNPACKS_TO if is_packed else 1)

    def unpacked(self) -> AbstractContextManager[BinaryIO]:
        """Open its unpacked text again."""
        return self._opened(quiet=True)

    @contextmanager
    def stored(self) -> Iterator[BinaryIO | None]:
        """Open the file on disk if it contains exactly the text; None if it is compressed or in memory."""
        with self._raw() as raw:
            is_text = not raw.read(len(ZSTANDARD)).startswith(PACKED)
            yield raw if is_text and not isinstance(raw, io.BytesIO) else None

    @contextmanager
    def _opened(self, *, quiet: bool = False, glance: bool = False) -> Iterator[BinaryIO]:
        """Open the text after the byte-order mark, and convert errors of the system or of unpacking to problems."""
        try:
            with self._raw() as raw, nullcontext() if glance else self._unchanged(raw):
                start = raw.read(len(ZSTANDARD))
                raw.seek(0)
                stream = raw if quiet or self._progress is None else _Watched(raw, self._progress)
                if start.startswith((GZIP, ZSTANDARD)):
                    unpack = gzip.GzipFile if start.startswith(GZIP) else _zstandard(self.place)
                    unpacking = _Unpacking(stream, self.place, unpack)
                    stream = cast("BinaryIO", io.BufferedReader(unpacking, CHUNK))
                if stream.read(len(BYTE_ORDER_MARK)) != BYTE_ORDER_MARK:
                    stream.seek(0)
                yield stream
        except FileNotFoundError:
            if self._version is not None:
                raise self._changed("deleted-since") from None
            raise self._no_such_file() from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            problem = Problem("CE002", "compressed-file-damaged", self.place, error=str(error))
            raise CorefevalError(problem) from None
        except OSError as error:
            if "\n" in self.name and error.errno == errno.ENAMETOOLONG:
                raise self._no_such_file() from None
            raise CorefevalError(Problem("CE002", "os-error", self.place, error=error.strerror)) from None
        except ValueError as error:
            if "null byte" not in str(error):
                raise
            raise CorefevalError(Problem("CE001", "nul-byte-in-name", self.place)) from None

    def _no_such_file(self) -> CorefevalError:
        """Return the error for a missing file, or for a text given instead of a path if the name has a line break."""
        if "\n" not in self.name:
            return CorefevalError(no_such_file(self.name, self.place))
        first = self.name.strip().partition("\n")[0]
        return CorefevalError(Problem("CE001", "no-such-file-path", text=first))

    @contextmanager
    def _unchanged(self, raw: BinaryIO) -> Iterator[None]:
        """Refuse a file that changed after the first reading, because its columns would belong to another text."""
        if self._content is not None:
            yield
            return
        if self._version is None:
            self._version = _Version.of(raw)
        elif not self._version.is_that_of(raw):
            raise self._changed("changed-since")
        yield
        if self._version.status != _status(raw):
            raise self._changed("changed-since")

    def _changed(self, kind: str) -> CorefevalError:
        return CorefevalError(Problem("CE076", kind, self.place))

    def _raw(self) -> BinaryIO:
        """Open the file without unpacking. Content of pipes and standard input is kept, because it can be read only once."""
        if self._content is None and self._spooled is None and self.name == "-":
            if sys.stdin is None:
                raise CorefevalError(Problem("CE002", "standard-input-closed", self.place))
            self._keep(sys.stdin.buffer)
        if self._content is None:
            stream = opened(self.name if self._spooled is None else self._spooled.path)
            if status_of(stream) is not None or stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                return stream
            is_device = stat.S_ISCHR(os.fstat(stream.fileno()).st_mode) and not stream.isatty()
            if is_device and not _is_same(self.name, os.devnull):
                stream.close()
                raise OSError(errno.EINVAL, "this is a device, not a file")
            with stream:
                self._keep(stream)
            return self._raw()
        return io.BytesIO(self._content)

    def _keep(self, stream: BinaryIO) -> None:
        """Keep content that can be read only once: in memory, or on disk if it is large.

        Of binary data only the start is kept, because it may never end.
        """
        in_memory = IN_MEMORY.value
        begin = stream.read(in_memory)
        is_text = b"\0" not in begin or begin.startswith((GZIP, ZSTANDARD))
        more = stream.read(1) if len(begin) == in_memory and is_text else b""
        if not more:
            self._content = begin
            return
        self._spooled = Spool(chain([begin + more], iter(lambda: stream.read(CHUNK), b"")))

    def _check_lines(self, offset: int, piece: bytes) -> None:
        """Refuse a line that is too long."""
        start = 0
        while len(piece) - start > LINE.value:
            end = piece.find(b"\n", start)
            if (len(piece) if end < 0 else end) - start > LINE.value:
                place = self.place_of(offset + start)
                raise CorefevalError(LINE.exceeded("line-too-long", replace(place, column=0)))
            start = end + 1

    def _check(self, offset: int, piece: bytes) -> None:
        """Refuse binary content."""
        self._check_lines(offset, piece)
        if b"\0" in piece:
            place = self.place_of(offset + piece.index(b"\0"))
            raise CorefevalError(Problem("CE006", "nul-byte", place))
        if piece.isascii():
            return
        # in small steps, so that the decoded text stays in the processor's cache
        view = memoryview(piece)
        done = 0
        while done < len(piece):
            step = view[done : done + DECODED_AT_ONCE]
            try:
                done += codecs.utf_8_decode(step, "strict", done + len(step) == len(piece))[1]
            except UnicodeDecodeError as error:
                where = done + error.start
                raise CorefevalError(
                    Problem("CE005", "byte-not-utf8", self.place_of(offset + where), byte=piece[where])
                ) from None

    def place_of(self, offset: int) -> Place:
        """Return the line and column of a byte; the column counts characters."""
        with self._opened(quiet=True) as stream:
            before = stream.read(offset)
        start = before.rfind(b"\n") + 1
        return Place(self.name, before.count(b"\n") + 1, len(before[start:].decode("utf-8", "replace")) + 1)


class Spool:
    """A text kept on disk for the lifetime of this object.

    Attributes:
        path: its path, for this process and its child processes.

    Raises:
        OSError: if the disk is full.
    """

    def __init__(self, blocks: Iterable[bytes]) -> None:
        import tempfile  # noqa: PLC0415 - rarely needed

        descriptor, self.path = tempfile.mkstemp(prefix="corefeval-")
        self._stream = open(descriptor, "wb")  # noqa: PTH123, SIM115 - the descriptor is already open, and stays open
        weakref.finalize(self, self._stream.close)
        folder = Path(self.path).parent
        nameless = f"/proc/{os.getpid()}/fd/{descriptor}"
        if _is_same(nameless, self.path):
            Path(self.path).unlink()  # so that a killed process leaves no file behind
            self.path = nameless
        else:
            weakref.finalize(self, _remove, self.path, os.getpid())
        written, step = 0, IN_MEMORY.value
        for block in blocks:
            if written // step < (written + len(block)) // step:
                _refuse_full(folder, written)
            self._stream.write(block)
            written += len(block)
        self._stream.flush()


def _is_same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _refuse_full(folder: Path, written: int) -> None:
    """Raise an error before the disk is full. Endless input, such as /dev/zero, would fill it."""
    import shutil  # noqa: PLC0415 - rarely needed

    free = shutil.disk_usage(folder).free
    if free < LEFT_FREE and free < written:
        message = f"{written >> 20:,} MB of it are kept in {folder}, where less than {LEFT_FREE >> 30} GB are left free"
        raise OSError(errno.ENOSPC, message)


def _remove(path: str, owner: int) -> None:
    """Remove a file, unless this process is a fork of the process that made it."""
    if os.getpid() == owner:
        Path(path).unlink(missing_ok=True)


class _Unpacking(RawStream):
    """The unpacked content of a compressed stream. It refuses content that unpacks to more than any text does."""

    def __init__(self, packed: BinaryIO, place: Place, unpack: Callable[..., Any]) -> None:
        super().__init__()
        self._packed, self._place, self._unpack = packed, place, unpack
        self._stream = unpack(fileobj=packed)
        self._limit = UNPACKING.value

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """Go back to the start, or stay."""
        if whence == io.SEEK_SET and offset == 0 and self._stream.tell():
            self._packed.seek(0)
            self._stream = self._unpack(fileobj=self._packed)
        return self.tell()

    def tell(self) -> int:
        """Return the number of bytes unpacked so far."""
        return int(self._stream.tell())

    def next_bytes(self, size: int) -> bytes:
        """Unpack the next bytes."""
        block = bytes(self._stream.read(size))
        unpacked = self._stream.tell()
        if unpacked > SMALL and unpacked > self._limit * max(1, self._packed.tell()):
            raise CorefevalError(UNPACKING.exceeded("unpacks-too-large", self._place, times=self._limit))
        return block


def _zstandard(place: Place) -> Callable[..., Any]:
    """Return a function that unpacks a Zstandard file.

    Raises:
        CorefevalError: CE123 if its package is not installed.
    """
    try:
        package = importlib.import_module("zstandard")
    except ImportError:
        raise CorefevalError(Problem("CE123", "file-packed-zstandard", place)) from None
    return partial(_Zstandard, package)


class _Zstandard:
    """The unpacked content of a Zstandard stream, frame by frame. A stream that ends inside a frame is truncated."""

    def __init__(self, package: Any, fileobj: BinaryIO) -> None:
        self._package, self._packed = package, fileobj
        self._frame: Any = None
        self._unpacked = memoryview(b"")
        self._done = 0

    def read(self, size: int) -> bytes:
        """Return at most this many of the next bytes; empty at the end."""
        while not self._unpacked and (block := self._packed.read(STEP)):
            self._unpacked = memoryview(b"".join(self._frames(block)))
        if not self._unpacked and self._frame is not None:
            raise EOFError("it ends inside a frame")
        found = bytes(self._unpacked[:size])
        self._unpacked = self._unpacked[size:]
        self._done += len(found)
        return found

    def _frames(self, block: bytes) -> Iterator[bytes]:
        while block:
            self._frame = self._frame or self._package.ZstdDecompressor().decompressobj()
            try:
                yield self._frame.decompress(block)
            except self._package.ZstdError as error:
                raise EOFError(str(error)) from None
            block = self._frame.unused_data if self._frame.eof else b""
            self._frame = None if self._frame.eof else self._frame

    def tell(self) -> int:
        """Return the number of bytes unpacked so far."""
        return self._done


class _Version(NamedTuple):
    """The version of a file. Comparing two versions shows whether the file changed, usually without reading it.

    File systems count time in milliseconds or seconds, so the times of a new file do not reveal a change a moment later.
    The content of a new file is therefore compared too.

    Attributes:
        status: device, number, size and times of the file.
        content: a hash of the content of a new file; empty for others.
    """

    status: tuple[int, ...]
    content: bytes

    @classmethod
    def of(
        cls,
        raw: BinaryIO,
        status: tuple[int, ...] | None = None,
        clock: Callable[[], int] = time.time_ns,
    ) -> _Version:
        """Return the version of an open file, from its status (by default the system's) and a clock in nanoseconds."""
        status = status or _status(raw)
        written = max(status[-2:])
        moment = FINELY_FRESH if written % SECOND else FRESH
        is_fresh = status_of(raw) is None and clock() - written < moment
        return cls(status, _digest(raw) if is_fresh else b"")

    def is_that_of(self, raw: BinaryIO) -> bool:
        """Return whether an open file still has this version."""
        return _status(raw) == self.status and (not self.content or _digest(raw) == self.content)


def _status(raw: BinaryIO) -> tuple[int, ...]:
    remote = status_of(raw)
    if remote is not None:
        return remote
    status = os.fstat(raw.fileno())
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _digest(raw: BinaryIO) -> bytes:
    """Return a hash of a file's content, and restore its position."""
    place = raw.tell()
    raw.seek(0)
    digest = hashlib.blake2b()
    while block := raw.read(CHUNK):
        digest.update(block)
    raw.seek(place)
    return digest.digest()


class _Watched(io.BufferedReader):
    """A stream that reports its reading progress."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        super().__init__(cast("io.RawIOBase", stream), CHUNK)
        self._watcher = progress
        self._size = stream.seek(0, io.SEEK_END)
        stream.seek(0)

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, and report progress."""
        block = super().read(size)
        self._watcher(min(self.tell(), self._size), self._size)
        return block
