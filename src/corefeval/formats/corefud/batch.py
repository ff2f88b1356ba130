"""Read many small CorefUD files as one, if they are independent.

They are read one by one if reading them together could give another result: for a file without a header, words before
the first document, documents without a name, or irregular content.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from corefeval.choices import DEIXIS_LAYER
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.boundaries import line_at, line_starts
from corefeval.formats.corefud.lines import NEWDOC, NEWDOC_LINE, PREFIX, document_name
from corefeval.formats.corefud.reader import TRAITS, ranked, read_fast
from corefeval.formats.many_files import JoinedFile, read_together

_COMMENTS = re.compile(rb"(?:#[^\n]*\n)+")


def _read(file: JoinedFile, options: ReadOptions) -> Corpus:
    if options.layer == DEIXIS_LAYER:
        raise IrregularError
    return replace(ranked(read_fast(file), file.file_of_document), traits=TRAITS)


def _documents(text: bytes) -> int:
    """Return the number of documents of a regular text in which all have names; 0 for any other text."""
    comments = _COMMENTS.match(text)
    if comments is None or b"\r" in text or b"\n" + PREFIX not in b"\n" + comments[0]:
        return 0
    starts = line_starts(text, NEWDOC_LINE, NEWDOC)
    if not starts or starts[0] >= comments.end():
        return 0
    names = (document_name(line_at(text, start).decode(), -1) for start in starts)
    return 0 if "-1" in names else len(starts)


read_several = partial(read_together, documents=_documents, read=_read, end=b"\n\n")
