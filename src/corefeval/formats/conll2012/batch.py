"""Read many small CoNLL-2012 files as one, if they are independent.

They are read one by one if reading them together could give another result: for different columns, a document without
a name or an end, text around documents, or irregular content.
"""

from __future__ import annotations

from functools import partial

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.conll2012.layout import BEGIN_LINE, END, Layout, document_name
from corefeval.formats.conll2012.reader import read_fast
from corefeval.formats.many_files import JoinedFile, read_together


def _read(file: JoinedFile, options: ReadOptions) -> Corpus:
    del options
    if len({Layout.at(text) for text in file.texts}) > 1:
        raise IrregularError
    return read_fast(file)


def _documents(text: bytes) -> int:
    """Return the number of documents of a regular text in which all have names; 0 for any other text."""
    if b"\r" in text or not BEGIN_LINE.match(text):
        return 0
    end = text.rstrip().rfind(b"\n") + 1
    names = [document_name(found[1], -1) for found in BEGIN_LINE.finditer(text)]
    if END.match(text, end) is None or any(name.startswith("-1") for name in names):
        return 0
    return len(names)


read_several = partial(read_together, documents=_documents, read=_read)
