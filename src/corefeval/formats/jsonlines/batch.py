"""Read many small JSON Lines files as one, if each states the meaning of its offsets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.json_rows import are_lines
from corefeval.formats.jsonlines.reader import JsonLinesReader
from corefeval.formats.many_files import JoinedFile, read_together


def read_several(paths: Sequence[Path], options: ReadOptions) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of all files and the number of documents in each; None if they must be read one by one.

    This is necessary if reading them together could give another result: for a file with one JSON value, documents
    without a name, offsets whose meaning depends on another file, clusters in other fields, or any warning.
    """
    return read_together(paths, _documents, partial(_read, options=options))


def _read(file: JoinedFile, options: ReadOptions) -> Corpus:
    reader = JsonLinesReader(file, options)
    corpus = reader.read()
    if not reader.is_decided_by_each(file.file_of_document):
        raise IrregularError
    return corpus


def _documents(text: bytes) -> int:
    """Return the number of documents in a text; 0 if it does not have one object per line."""
    if not are_lines(text.lstrip()):
        return 0
    return sum(bool(line) and not line.isspace() for line in text.split(b"\n"))
