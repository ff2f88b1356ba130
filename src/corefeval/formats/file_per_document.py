"""Formats with one document per file: the files for a corpus, and how to put them into place.

One document is written to the named file, or into the folder. Several are written to a folder, each to a file with
the name of the document; a slash in the name creates a subfolder. So reading the folder gives the same names. The
companion file (the text of brat) is next to it. Only a named file is overwritten, and a folder with other files is
refused (CE100).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, distinct
from corefeval.formats.catalogue import BY_NAME, Entry
from corefeval.formats.files import TextFile, companion_name, is_folder
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.writing import cannot_be_written, write_file, write_files

NO_NAME = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')
"""Characters that are not allowed in file names on some system."""
LONGEST = 200
"""Bytes of the name of a file without its suffix; systems allow 255."""

Losses = Callable[[Corpus, Format, list[tuple[TextFile, Path | None]], list[Problem]], list[Problem]]


def write_file_per_document(
    corpus: Corpus, target: str | Path | BinaryIO, form: Format, losses: Losses
) -> list[Problem]:
    """Write each document to its file; return the annotations that the format lost.

    Raises:
        CorefevalError: CE099 if there is no place for all files, CE100 if other files are in the way, and the
            errors of `formats.write`.
    """
    if form.write_each is None:
        raise TypeError(form.name)
    entry = BY_NAME[form.name]
    _refuse_stream(corpus, target, entry)
    contents, said = form.write_each(corpus)
    path = Path(str(target)) if isinstance(target, str | Path) else Path()
    names: list[Path | None] = [None]
    if _needs_folder(corpus, target):
        names = list(file_names(corpus.names, entry.suffix))
    paths = [path if name is None else path / name for name in names]
    written = [
        (TextFile(path, content[0], companion=content[1] if content[1:] else None), name)
        for path, content, name in zip(paths, contents, names, strict=True)
    ]
    found = said + losses(corpus, form, written, said)
    if not isinstance(target, str | Path):
        target.write(contents[0][0])
    elif str(target) == "-":
        write_file("-", contents[0][0])
    else:
        _write_files(path if names != [None] else None, _files(paths, contents, entry))
    return found


def file_names(names: Sequence[str], suffix: str) -> list[Path]:
    """Return the files of documents below a folder, each different and none outside of it.

    Examples:
        >>> [path.as_posix() for path in file_names(["bc/a", "../b", "b?"], ".ann")]
        ['bc/a.ann', '_/b.ann', 'b_.ann']
    """
    plain = ("/".join(_file_name(part) for part in name.split("/")) for name in distinct(names))
    return [Path(name + suffix) for name in distinct(plain)]


def _file_name(part: str) -> str:
    plain = NO_NAME.sub("_", part).encode()[:LONGEST].decode(errors="ignore")
    return "_" if plain.strip(". ") == "" else plain


def _needs_folder(corpus: Corpus, target: str | Path | BinaryIO) -> bool:
    is_named_so = isinstance(target, str | Path) and (is_folder(target) or str(target).endswith("/"))
    return len(corpus.names) != 1 or is_named_so


def _refuse_stream(corpus: Corpus, target: str | Path | BinaryIO, entry: Entry) -> None:
    """Refuse to write several files to one place."""
    is_stream = not isinstance(target, str | Path) or str(target) == "-"
    place = Place(str(target)) if isinstance(target, str | Path) else Place()
    if len(corpus.names) != 1:
        is_file = not is_stream and Path(str(target)).exists() and not is_folder(Path(str(target)))
        if is_stream or is_file or not corpus.names:
            raise CorefevalError(
                Problem("CE099", "one-document-file", place, label=entry.label, names=len(corpus.names))
            )
    elif is_stream and entry.companions:
        raise CorefevalError(Problem("CE099", "two-files-cannot-go", place, label=entry.label))


def _files(
    paths: Sequence[Path], contents: Sequence[tuple[bytes, ...]], entry: Entry
) -> list[tuple[Path, bytes]]:
    """Return all files with their contents, dependent files before the files that need them."""
    found = []
    for path, content in zip(paths, contents, strict=True):
        if content[1:]:
            beside = Path(companion_name(str(path), entry.companions[0]))
            if beside == path:
                raise CorefevalError(
                    Problem("CE100", "text-beside-would-same", Place(str(path)), name=path.name)
                )
            if beside.exists() and (not beside.is_file() or beside.read_bytes() != content[1]):
                raise CorefevalError(Problem("CE100", "file-another-content", Place(str(beside))))
            found.append((beside, content[1]))
        found.append((path, content[0]))
    return found


def _write_files(folder: Path | None, files: Sequence[tuple[Path, bytes]]) -> None:
    """Write all files; a folder with any other file is refused."""
    try:
        if folder is not None and folder.exists():
            known = {path for path, _ in files}
            other = sorted(path for path in folder.rglob("*") if path.is_file() and path not in known)
            if other:
                raise CorefevalError(
                    Problem("CE100", "folder-other-files-would", Place(str(folder)), other[0].name)
                )
        for path, _ in files:
            if folder is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                if not path.parent.resolve().is_relative_to(folder.resolve()):
                    raise CorefevalError(
                        Problem("CE100", "link-in-folder-leads", Place(str(folder)), path.parent.name)
                    )
    except OSError as error:
        raise cannot_be_written(error, str(folder)) from None
    if len(files) == 1 and folder is None:  # which may be a device or a pipe
        write_file(*files[0])
    else:
        write_files(files)
