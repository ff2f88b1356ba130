"""Archives and folders: what a participant sends, unpacked into a folder of our own and nowhere else.

Links, devices, absolute paths and paths that lead outside are refused, and so is what unpacks to more than any text does: the
limits are those of compressed files (see `limits`). A link in a folder is refused too: it could lead to the key.
"""

from __future__ import annotations

import os
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from corefeval.formats.files import listed
from corefeval.limits import SMALL, UNPACKING, Limit
from corefeval.problems import CorefevalError, Place, Problem

ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar")
MEMBERS = Limit("COREFEVAL_MAX_MEMBERS", 20_000, "files in one archive")
OF_MACOS = "__MACOSX"
"""The folder that macOS adds to an archive."""
_BLOCK = 1 << 20


def stem(name: str) -> str:
    """Return the name of an archive without its ending; any other name as it is."""
    ending = next((each for each in ENDINGS if name.lower().endswith(each)), "")
    return name[: len(name) - len(ending)] if ending else name


def is_archive(path: Path) -> bool:
    """Say whether a file is called like an archive."""
    return path.is_file() and stem(path.name) != path.name


def root_of(folder: Path, datasets: Collection[str], besides: Collection[str] = ()) -> Path:
    """Return the folder that holds the datasets: where a folder was packed around them, that one.

    Args:
        folder: what was sent.
        datasets: the names of the datasets; a folder of such a name is not gone into.
        besides: what else may lie there.
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


def refuse_links(folder: Path) -> None:
    """Refuse a folder that is a link, or in which something is no file and no folder.

    Raises:
        CorefevalError: CE144.
    """
    if folder.is_symlink():
        raise _refused("link-instead-folder", folder, folder.name)
    for base, folders, names in os.walk(folder):
        for name in sorted((*folders, *names)):
            path = Path(base) / name
            mode = path.lstat().st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                raise _refused("link-or-device", folder, path.relative_to(folder).as_posix())


def unpack(path: Path, target: Path) -> Path:
    """Unpack an archive into an empty folder, and return that folder.

    Hidden files and those that macOS adds are left out.

    Raises:
        CorefevalError: CE144 for what leads outside, is no file or is there twice, CE081 beyond a limit, CE002 for a
            damaged archive.
    """
    if path.is_symlink():
        raise _refused("link-instead-folder", path, path.name)
    target.mkdir(parents=True, exist_ok=True)
    room = max(SMALL, path.stat().st_size * UNPACKING.value)
    try:
        for number, (name, stream) in enumerate(_members(path)):
            if number >= MEMBERS.value:
                raise CorefevalError(MEMBERS.exceeded("too-many-files", Place(path.name)))
            file = target / _inside(name, path)
            if file.exists():
                raise _refused("file-twice-in-archive", path, name)
            room = _write(stream, file, room, path)
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        raise CorefevalError(
            Problem("CE002", "archive-damaged-or-packed", Place(path.name), error=str(error))
        ) from None
    except OSError as error:
        raise CorefevalError(
            Problem("CE002", "archive-cannot-unpacked", Place(path.name), error=error.strerror or str(error))
        ) from None
    return target


def _members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield names and contents of the files of an archive; what is neither file nor folder is refused."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            for entry in packed.infolist():
                kind = entry.external_attr >> 28
                if kind not in {0, 4, 8}:  # unknown, folder, file
                    raise _refused("link-or-device-2", path, entry.filename)
                if not entry.is_dir() and not _is_left_out(entry.filename):
                    with packed.open(entry) as stream:
                        yield entry.filename, stream
        return
    with tarfile.open(path) as packed_tar:
        for member in packed_tar:
            if member.isdir() or _is_left_out(member.name):
                continue
            stream_or_none = packed_tar.extractfile(member) if member.isreg() else None
            if stream_or_none is None:
                raise _refused("link-or-device-2", path, member.name)
            yield member.name, stream_or_none


def _is_left_out(name: str) -> bool:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return OF_MACOS in parts or any(part.startswith(".") and part not in {".", ".."} for part in parts)


def _inside(name: str, path: Path) -> Path:
    """Return the path of a member below the folder that it is unpacked into."""
    plain = PurePosixPath(name.replace("\\", "/"))
    if plain.is_absolute() or ".." in plain.parts or ":" in (plain.parts or ("",))[0] or "\0" in name:
        raise _refused("path-leads-outside-archive", path, name)
    return Path(*plain.parts)


def _refused(kind: str, path: Path, name: str) -> CorefevalError:
    return CorefevalError(Problem("CE144", kind, Place(path.name), name))


def _write(stream: IO[bytes], target: Path, room: int, path: Path) -> int:
    """Write a file as long as there is room, and return what is left of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as copy:
        while block := stream.read(_BLOCK):
            room -= len(block)
            if room < 0:
                shutil.rmtree(target.parent, ignore_errors=True)
                raise CorefevalError(UNPACKING.exceeded("archive-too-large", Place(path.name)))
            copy.write(block)
    return room
