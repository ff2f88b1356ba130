"""Read many small JSON Lines files as one, if each states the meaning of its offsets.

They are read one by one if reading them together could give another result. This applies to a file with one JSON
value, documents without a name, offsets whose meaning depends on another file, clusters in other fields, or any
warning.
"""

from __future__ import annotations

from functools import partial

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.json_rows import are_lines
from corefeval.formats.jsonlines.reader import JsonLinesReader
from corefeval.formats.many_files import JoinedFile, read_together


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


read_several = partial(read_together, documents=_documents, read=_read)
