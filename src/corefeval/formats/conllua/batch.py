"""Read many small CoNLL-UA files as one, if they are independent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.conllua.exact import HEADER, NEWDOC
from corefeval.formats.conllua.reader import read
from corefeval.formats.conllua.scan import read_fast
from corefeval.formats.files import TextFile
from corefeval.formats.many_files import JoinedFile, read_together

_COMMENTS = re.compile(rb"(?:#[^\n]*\n)+")


def read_several(paths: Sequence[Path], options: ReadOptions) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of all files and the number of documents in each; None if they must be read one by one.

    This is necessary if reading them together could give another result: for a header in only some of them, words before
    the first document, or irregular content.
    """
    return read_together(paths, _documents, partial(_read, options=options), b"\n\n")


def _read(file: JoinedFile, options: ReadOptions) -> Corpus:
    if len({HEADER.search(text) is None for text in file.texts}) > 1:
        raise IrregularError
    return read_fast(file, options, _again)


def _again(file: TextFile, options: ReadOptions) -> Corpus:
    """Return another layer of the files, read one by one."""
    assert isinstance(file, JoinedFile)
    return Corpus.concatenate([read(each, options) for each in file.files])


def _documents(text: bytes) -> int:
    """Return the number of documents of a regular text in which all have names; 0 for any other text."""
    comments = _COMMENTS.match(text)
    found = [NEWDOC.match(line) for line in text.split(b"\n") if b"newdoc" in line]
    names = [match[1] or match[2] or b"" for match in found if match is not None]
    if comments is None or b"\r" in text or b"newdoc" not in comments[0] or not all(names):
        return 0
    return len(names)
