"""Read many small CoNLL-UA files as one, if they are independent.

They are read one by one if reading them together could give another result: for a header in only some of them, words
before the first document, or irregular content.
"""

from __future__ import annotations

import re
from functools import partial

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.conllua.exact import HEADER, NEWDOC
from corefeval.formats.conllua.reader import read
from corefeval.formats.conllua.scan import read_fast
from corefeval.formats.files import TextFile
from corefeval.formats.many_files import JoinedFile, read_together

_COMMENTS = re.compile(rb"(?:#[^\n]*\n)+")


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


read_several = partial(read_together, documents=_documents, read=_read, end=b"\n\n")
