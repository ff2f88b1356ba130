"""Exported annotation projects of INCEpTION and WebAnno: `annotation/DOCUMENT/ANNOTATOR.tsv`, also packed into an archive.

Folders are documents and files are annotators, the other way round than in a folder for each annotator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import Request
from corefeval.formats.files import listed
from corefeval.formats.folders import is_folder, is_packed, unpacked
from corefeval.problems import encodable

ANNOTATION = "annotation"
"""The folder of an export that contains a folder for each document."""
INITIAL = "INITIAL_CAS"
"""The file of a document before anybody annotated it."""
MARKS = ("exportedproject*.json", "source", "annotation_ser")
"""Files and folders of an export next to its annotation."""

Files = dict[str, Path]
"""The file of each document, by the document's name."""


def annotators_of(sources: Sequence[object]) -> dict[str, Files]:
    """Return the files of each annotator of a project; {} if the sources are not one.

    Args:
        sources: the export, its folder `annotation`, or the folders of documents in that.
    """
    folders = [Path(each) for each in sources if isinstance(each, str | PathLike) and is_folder(fspath(each))]
    if not folders or len(folders) < len(sources):
        return {}
    if len(folders) == 1:
        root = unpacked(folders[0]) if is_packed(folders[0]) else folders[0]
        inside = root / ANNOTATION
        root = inside if inside.is_dir() else root
        if root.resolve().name != ANNOTATION and not _has_marks(root):
            return {}
        documents = [path for path in listed(root) if path.is_dir()]
    else:
        parents = {folder.resolve().parent for folder in folders}
        if len(parents) > 1 or not _has_marks(*parents, *folders):
            return {}
        documents = folders
    found: dict[str, Files] = {}
    for document in documents:
        for file in listed(document):
            if file.is_file() and not file.name.startswith((".", INITIAL)):
                found.setdefault(file.name.partition(".")[0], {})[document.name] = file
    return dict(sorted(found.items()))


def _has_marks(*folders: Path) -> bool:
    """Return whether folders belong to an export: it is next to one, or a document has its initial state."""
    return any(
        _has(folder, f"{INITIAL}.*")
        or _has(folder, f"*/{INITIAL}.*")
        or (
            folder.resolve().name == ANNOTATION and any(_has(folder.resolve().parent, mark) for mark in MARKS)
        )
        for folder in folders
    )


def _has(folder: Path, pattern: str) -> bool:
    return next(folder.glob(pattern), None) is not None


def read(files: Mapping[str, Path], request: Request, *, is_first: bool) -> Corpus:
    """Return the corpus of one annotator; the document of a file is named after its folder."""
    read_one = request.read_key if is_first else request.read_response
    corpora = []
    for name, path in files.items():
        corpus = read_one(path)
        corpora.append(replace(corpus, names=(encodable(name),)) if len(corpus.names) == 1 else corpus)
    return Corpus.concatenate(corpora)
