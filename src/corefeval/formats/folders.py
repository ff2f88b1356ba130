"""Folders to read. An archive (.zip, .tar.gz …) is read like a folder, and unpacked once."""

from __future__ import annotations

import atexit
import os
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from corefeval.formats import files
from corefeval.problems import Place, Problem

PACKED = re.compile(r"\.(?:zip|tar|tgz|tbz2|txz|tar\.(?:gz|bz2|xz))$", re.IGNORECASE)
"""The endings of possible archives."""
Version = tuple[str, int, int]
"""The path, size and modification time of an archive."""

_UNPACKED: dict[Version, Path] = {}
"""The folder of each archive that this process unpacked. They are kept until it ends, because files are read again."""


def is_packed(path: str | Path) -> bool:
    """Return whether a path is an archive."""
    is_named_so = PACKED.search(str(path)) is not None
    return is_named_so and os.path.isfile(path)  # noqa: PTH113 - pathlib raises if a name is too long


def is_folder(path: str | Path) -> bool:
    """Return whether a path is a folder, or an archive, which is read like a folder."""
    return files.is_folder(path) or is_packed(path)


def folder_of(path: str | Path) -> Path:
    """Return the folder to read. For an archive it is the unpacked folder, without folders that enclose all files.

    Raises:
        CorefevalError: CE144 for an unsafe archive, CE081 beyond a limit, CE002 for a damaged one.
    """
    if not is_packed(path):
        return Path(path)
    from corefeval.formats.archives import root_of  # noqa: PLC0415 - few inputs are archives

    return root_of(unpacked(path), ())


def unpacked(path: str | Path) -> Path:
    """Return the folder that an archive is unpacked into.

    Raises:
        CorefevalError: as in folder_of().
    """
    import tempfile  # noqa: PLC0415 - few inputs are archives

    from corefeval.formats.archives import unpack  # noqa: PLC0415 - same

    archive = Path(path).resolve()
    status = archive.stat()
    version = str(archive), status.st_size, status.st_mtime_ns
    if version not in _UNPACKED:
        target = Path(tempfile.mkdtemp(prefix="corefeval-"))
        atexit.register(_remove, target, os.getpid())
        _UNPACKED[version] = unpack(archive, target / archive.name)
    return _UNPACKED[version]


def named_as(problems: Iterable[Problem], folder: Path, path: str | Path) -> tuple[Problem, ...]:
    """Return problems with places in which `folder` is replaced by the user's path."""
    return tuple(replace(each, place=renamed(each.place, folder, path)) for each in problems)


def renamed(place: Place, folder: Path, path: str | Path) -> Place:
    """Return a place with `folder` replaced by the user's path. A place outside the folder is unchanged."""
    if not place.file.startswith(str(folder)):
        return place
    return replace(place, file=f"{path}{place.file[len(str(folder)) :]}")


def _remove(folder: Path, owner: int) -> None:
    """Remove a folder, unless this process is a fork of the process that made it."""
    import shutil  # noqa: PLC0415 - few inputs are archives

    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
