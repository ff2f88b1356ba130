"""Unpack zip and tar archives safely into a private folder.

Call `unpacked`. Archives may be hostile, so a separate process unpacks them with limited memory and time (see
`unpacking`). Links, devices, paths outside the archive, and archives beyond the limits are refused.
"""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from corefeval.formats import unpacking
from corefeval.formats.files import listed
from corefeval.formats.unpacking import OF_MACOS, Limits, RefusedError, unpack_here
from corefeval.limits import MEMBERS, SMALL, UNPACKING
from corefeval.problems import CorefevalError, Place, Problem

ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar")
HEADER = 1 << 10
"""The most bytes of headers per member, on average."""
LONGEST = 1 << 10
"""The most bytes of a path in an archive."""
MEMORY = 320 << 20
"""The most bytes of memory for unpacking."""
SECONDS = 10
"""The processor time in seconds that is allowed for an archive of any size."""
A_SECOND = 16 << 20
"""The number of unpacked bytes for which one more second is allowed."""

Identity = tuple[int, int]
"""The device and inode number of a file. Two names of one file have the same."""


def stem(name: str) -> str:
    """Return the name of an archive without its ending. Any other name is unchanged."""
    ending = next((each for each in ENDINGS if name.lower().endswith(each)), "")
    return name[: len(name) - len(ending)] if ending else name


def is_archive(path: Path) -> bool:
    """Return whether a file is named like an archive."""
    return path.is_file() and stem(path.name) != path.name


def root_of(folder: Path, datasets: Collection[str], besides: Collection[str] = ()) -> Path:
    """Return the folder that contains the datasets, which may be inside other folders of the archive.

    Args:
        folder: the unpacked submission.
        datasets: the names of the datasets; a folder with such a name is a dataset.
        besides: names of other files that may be next to the datasets.
    """
    while True:
        found = [
            path
            for path in listed(folder)
            if not path.name.startswith(".") and path.name != OF_MACOS and path.name not in besides
        ]
        if len(found) != 1 or not found[0].is_dir() or found[0].name in datasets:
            return folder
        folder = found[0]


def refuse_unsafe(path: Path, most: int | None = None, hidden: Collection[Identity] = ()) -> None:
    """Refuse a file or folder that is, or contains, anything but regular files and folders.

    Args:
        path: the file or folder.
        most: the most bytes of all its files; None for no limit.
        hidden: files that must not be linked to, such as the files of the key.

    Raises:
        CorefevalError: CE144 for a link or device, CE081 beyond a limit, CE002 if a folder cannot be listed.
    """
    room, members = most, MEMBERS.value
    waiting = [path]
    while waiting:
        each = waiting.pop()
        name = each.relative_to(path).as_posix() if each != path else path.name
        try:
            status = each.lstat()
        except OSError as error:
            problem = Problem("CE002", "os-error", Place(path.name), name, error=error.strerror)
            raise CorefevalError(problem) from None
        if stat.S_ISDIR(status.st_mode):
            waiting += reversed(listed(each))
        elif not stat.S_ISREG(status.st_mode) or (status.st_dev, status.st_ino) in hidden:
            raise CorefevalError(Problem("CE144", "link-or-device-instead", Place(path.name), name))
        elif room is not None and (room := room - status.st_size) < 0:
            raise CorefevalError(Problem("CE081", "files-more-bytes", Place(path.name), most=most))
        members -= 1
        if members < -1:
            raise CorefevalError(MEMBERS.exceeded("too-many-files-and-folders", Place(path.name)))


@contextmanager
def unpacked(path: Path, most: int | None = None, folder: str | None = None) -> Iterator[Path]:
    """Unpack an archive into a private temporary folder, which is removed at the end of the context.

    Args:
        path: a zip file, or a tar file, compressed or not.
        most: the largest unpacked size in bytes; None for the general limit of compressed files.
        folder: the folder in which the temporary folder is made; None for the system's default.

    Raises:
        CorefevalError: as in unpack().
    """
    with tempfile.TemporaryDirectory(prefix="corefeval-", dir=folder, ignore_cleanup_errors=True) as target:
        yield unpack(path, Path(target), most)


def unpack(path: Path, target: Path, most: int | None = None) -> Path:
    """Unpack an archive into an empty folder, and return that folder.

    Hidden files and those that macOS adds are skipped.

    Raises:
        CorefevalError: CE144 for links, devices, duplicate files and paths that lead outside, CE081 beyond a limit, CE002 for
            a damaged archive.
    """
    refuse_unsafe(path)
    target.mkdir(parents=True, exist_ok=True)
    room = max(SMALL, path.stat().st_size * UNPACKING.value)
    limits = Limits(
        room if most is None else min(room, most),
        MEMBERS.value,
        MEMBERS.value * HEADER,
        LONGEST,
        MEMORY,
        SECONDS + room // A_SECOND,
    )
    try:
        _unpack_elsewhere(path.absolute(), target.absolute(), limits)
    except RefusedError as error:
        if error.reason == "room" and limits.room < room:
            problem = Problem("CE081", "room", Place(path.name), reason=error.message, room=limits.room)
            raise CorefevalError(problem) from None
        raise CorefevalError(_problem(error, path)) from None
    return target


def _problem(error: RefusedError, path: Path) -> Problem:
    limits = {"room": UNPACKING, "members": MEMBERS}
    if error.reason in limits:
        return limits[error.reason].exceeded("archive", Place(path.name), reason=error.message)
    kinds = {"unsafe": ("CE144", "unsafe"), "damaged": ("CE002", "archive-damaged")}
    code, kind = kinds.get(error.reason, ("CE081", "archive"))
    return Problem(code, kind, Place(path.name), error.name, reason=error.message)


def _unpack_elsewhere(path: Path, target: Path, limits: Limits) -> None:
    """Unpack in a separate process, or in this process if no other Python process can be started."""
    program = unpacking.__file__
    if not sys.executable or getattr(sys, "frozen", False) or not Path(program).is_file():
        unpack_here(path, target, limits)
        return
    command = [sys.executable, "-I", "-S", "-X", "utf8", program, str(path), str(target), json.dumps(limits)]
    try:
        process = subprocess.Popen(  # noqa: S603 - our own program, without a shell
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        unpack_here(path, target, limits)
        return
    with process:
        try:
            output, _ = process.communicate(timeout=30 + 2 * limits.seconds)
        except subprocess.TimeoutExpired:
            raise RefusedError("seconds", "unpacking the archive takes too long") from None
        finally:
            process.kill()
    if process.returncode:
        raise RefusedError(*_ended(process.returncode))
    refusal = json.loads(output)
    if refusal is not None:
        raise RefusedError(*refusal)


def _ended(status: int) -> tuple[str, str]:
    """Return the reason and message for a process that ended without a result, given its exit status."""
    import signal  # noqa: PLC0415 - rarely needed

    if -status == getattr(signal, "SIGXCPU", None) or -status == getattr(signal, "SIGKILL", None):
        return "seconds", "unpacking the archive takes too long"
    if -status == getattr(signal, "SIGXFSZ", None):
        return "room", "the archive unpacks to too much"
    return "memory", f"unpacking the archive ended with status {status}"
