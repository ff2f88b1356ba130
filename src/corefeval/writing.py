"""Files are written whole or not at all: under the asked name stands the old file or the new one, never half of one."""

from __future__ import annotations

import gzip
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from corefeval.problems import CorefevalError, Place, Problem

STANDARD_OUTPUT = "standard output"
_BEYOND_ASCII = re.compile(r"[\x7f-\x9f]")
"""What JSON leaves as it is and a terminal may obey."""


@contextmanager
def opened_to_write(target: str | Path) -> Iterator[BinaryIO]:
    """Open a file to write, packed if it is called .gz, or '-' for standard output.

    What is written goes to a hidden file beside the target, which takes its name when it is complete. The same
    content gives the same bytes, so nothing tells the time in a .gz. Devices and pipes are written directly.

    Raises:
        CorefevalError: CE053 if it cannot be written; then the old file, if there was one, is as it was.
    """
    if str(target) == "-":
        with _told(STANDARD_OUTPUT):
            yield _standard_output()
            _standard_output().flush()
        return
    try:
        path = Path(os.path.realpath(target))
        is_direct = path.exists() and not path.is_file()
        unfinished = path if is_direct else _unfinished(path)
        try:
            with _packing(unfinished, is_packed=path.suffix == ".gz") as stream:
                yield stream
            if not is_direct:
                _finish(unfinished, path)
        finally:
            if not is_direct:
                unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_be_written(error, str(target)) from None


def write_file(target: str | Path, content: bytes) -> int:
    """Write a file whole or not at all, and return its size."""
    with opened_to_write(target) as stream:
        return stream.write(content)


def write_files(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write files that belong together: all of them whole, or none.

    None takes its name before all are written, so that a disk that fills up midway leaves what was there.

    Raises:
        CorefevalError: CE053 with the first that cannot be written.
    """
    places = {target: Path(os.path.realpath(target)) for target, _ in files}
    target = Path()
    try:
        for target, content in files:
            path = places[target]
            with _packing(_unfinished(path), is_packed=path.suffix == ".gz") as stream:
                stream.write(content)
        for path in places.values():
            _finish(_unfinished(path), path)
    except OSError as error:
        raise cannot_be_written(error, str(target)) from None
    finally:
        for path in places.values():
            with suppress(OSError):
                _unfinished(path).unlink(missing_ok=True)


@contextmanager
def _packing(path: Path, *, is_packed: bool) -> Iterator[BinaryIO]:
    """Open a file to write; nothing in a packed one tells its name or the time."""
    with path.open("wb") as stream:
        if not is_packed:
            yield stream
            return
        with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
            yield cast("BinaryIO", packed)


def _unfinished(path: Path) -> Path:
    """Return the hidden file that is to take a name when it is complete."""
    return path.with_name(f".{path.name[:200]}.{os.getpid()}.part")


def _finish(unfinished: Path, path: Path) -> None:
    """Give a complete file its name, with the permissions of the one that had it."""
    with suppress(FileNotFoundError):
        unfinished.chmod(path.stat().st_mode)
    unfinished.replace(path)


def write_text(text: str, target: str | Path | None) -> None:
    """Write text to a file as UTF-8, or to standard output (None or '-').

    A path that is not UTF-8 is shown in escapes: no name may keep a result from being written.
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

    What is said beside a result is no part of it: where standard error is closed or its disk is full, the result and its exit
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
    """Write what standard output still holds."""
    if sys.stdout is not None:
        with _told(STANDARD_OUTPUT):
            sys.stdout.flush()


def give_up_output() -> None:
    """Send what standard output still holds nowhere, so that Python does not try again at its end."""
    _give_up(sys.stdout)


def _give_up(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _told(target: str) -> Iterator[None]:
    """Make a problem of what the system has to complain of; a reader that has gone is none."""
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
