"""Write files completely or not at all, so that an interruption leaves the old file."""

from __future__ import annotations

import errno
import gzip
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from corefeval.problems import CorefevalError, Place, Problem

STANDARD_OUTPUT = "standard output"
_BEYOND_ASCII = re.compile(r"[\x7f-\x9f]")
"""Characters that JSON leaves unchanged and a terminal may obey."""


@contextmanager
def opened_to_write(target: str | Path, *, is_private: bool = False) -> Iterator[BinaryIO]:
    """Open a file to write, compressed if its name ends with .gz, or '-' for standard output.

    The content is written to a hidden file in the same folder, which is renamed to the target when it is complete.
    The same content gives the same bytes, so a .gz has no time stamp. Devices and pipes are written directly. If
    the target is a link, the file behind it is replaced.

    Args:
        target: the path.
        is_private: whether nobody else may read the file.

    Raises:
        CorefevalError: CE053 if it cannot be written; then the old file, if any, is unchanged.
    """
    if str(target) == "-":
        with _told(STANDARD_OUTPUT):
            yield _standard_output()
            _standard_output().flush()
        return
    try:
        _refuse_planted(Path(target))
        path = Path(os.path.realpath(target))
        if path.exists() and not path.is_file():
            with path.open("wb") as direct, _packing(direct, path) as packed:
                yield packed
            return
        with _unfinished(path, is_private=is_private) as (unfinished, stream):
            with stream, _packing(stream, path) as packed:
                yield packed
            unfinished.replace(path)
    except OSError as error:
        raise cannot_be_written(error, str(target)) from None


def write_file(target: str | Path, content: bytes, *, is_private: bool = False) -> int:
    """Write a file whole or not at all, and return its size."""
    with opened_to_write(target, is_private=is_private) as stream:
        return stream.write(content)


def write_files(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write files that belong together: all of them whole, or none.

    No file is renamed before all are written, so that a full disk, or a name that is too long, leaves the old
    files. A link of such a name is replaced, not followed.

    Raises:
        CorefevalError: CE053 with the first that cannot be written.
    """
    target = Path()
    try:
        with ExitStack() as stack:
            complete: list[tuple[Path, Path]] = []
            for target, content in files:
                path = Path(os.path.realpath(target.parent)) / target.name
                with suppress(FileNotFoundError):
                    if stat.S_ISDIR(path.lstat().st_mode):
                        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                unfinished, stream = stack.enter_context(_unfinished(path))
                with stream, _packing(stream, path) as packed:
                    packed.write(content)
                complete.append((unfinished, path))
            for unfinished, target in complete:
                unfinished.replace(target)
    except OSError as error:
        raise cannot_be_written(error, str(target)) from None


@contextmanager
def _packing(stream: BinaryIO, path: Path) -> Iterator[BinaryIO]:
    """Compress the stream if the path has such an ending; a compressed file contains neither its name nor the time."""
    if path.suffix != ".gz":
        yield stream
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
        yield cast("BinaryIO", packed)


@contextmanager
def _unfinished(path: Path, *, is_private: bool = False) -> Iterator[tuple[Path, BinaryIO]]:
    """Create the hidden file that will be renamed when it is complete; remove it on failure.

    Nobody can guess its name, and an existing file or link of that name is an error: in a shared folder, a planted
    link could lead to any file of the user. It has the permissions of the file that it replaces.
    """
    unfinished = path.with_name(f".{path.name[:50]}.{secrets.token_hex(8)}.part")
    is_ours = True
    try:
        with unfinished.open("xb") as stream:  # which follows no link
            if hasattr(os, "fchmod"):
                with suppress(FileNotFoundError):
                    old = stat.S_IFREG | 0o600 if is_private else path.lstat().st_mode
                    if stat.S_ISREG(old):
                        os.fchmod(stream.fileno(), stat.S_IMODE(old) & 0o777)
            yield unfinished, stream
    except FileExistsError:
        is_ours = False
        raise
    finally:
        if is_ours:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)


def _refuse_planted(target: Path) -> None:
    """Refuse a link of another user in a folder that everybody may write to, as Linux does where files are opened."""
    if not hasattr(os, "geteuid") or not target.is_symlink():
        return
    folder = target.parent.stat()
    is_shared = folder.st_mode & stat.S_ISVTX and folder.st_mode & stat.S_IWOTH
    if is_shared and target.lstat().st_uid not in {os.geteuid(), folder.st_uid}:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def write_text(text: str, target: str | Path | None) -> None:
    """Write text to a file as UTF-8, or to standard output (None or '-').

    A path that is not UTF-8 is shown in escapes, so that no name prevents writing a result.
    """
    if target is not None and str(target) != "-":
        write_file(target, text.encode("utf-8", "backslashreplace"))
        return
    with _told(STANDARD_OUTPUT):
        if sys.stdout is None:
            raise _closed()
        sys.stdout.write(text)
        sys.stdout.flush()


def say(text: str) -> None:
    """Write a line to standard error, if anybody can read it there.

    Messages are not part of a result: if standard error is closed or its disk is full, the result and its exit
    status are the same.
    """
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        _give_up(sys.stderr)


def to_json(plain: Any) -> str:
    """Return plain data as JSON that people can read, and that a terminal only shows."""
    import msgspec  # noqa: PLC0415 - imported where JSON is written

    text = msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()
    return _BEYOND_ASCII.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def flush_output() -> None:
    """Write the buffer of standard output."""
    if sys.stdout is not None:
        with _told(STANDARD_OUTPUT):
            sys.stdout.flush()


def give_up_output() -> None:
    """Discard the buffer of standard output, so that Python does not try to write it at exit."""
    _give_up(sys.stdout)


def _give_up(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _told(target: str) -> Iterator[None]:
    """Turn an error of the system into a problem; a closed pipe is not a problem."""
    try:
        yield
    except BrokenPipeError:
        give_up_output()
    except OSError as error:
        give_up_output()
        raise cannot_be_written(error, target) from None


def cannot_be_written(error: OSError, target: str) -> CorefevalError:
    """Return the problem of a file that cannot be written."""
    return CorefevalError(Problem("CE053", "os-error", Place(target), error=error.strerror))


def _standard_output() -> BinaryIO:
    if sys.stdout is None:
        raise _closed()
    return sys.stdout.buffer


def _closed() -> CorefevalError:
    return CorefevalError(Problem("CE053", "stream-closed", Place(STANDARD_OUTPUT)))
