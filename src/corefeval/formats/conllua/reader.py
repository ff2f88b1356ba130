"""Read CoNLL-UA as arrays if it is regular, otherwise line by line."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.boundaries import Boundaries, Places, comments, has_words, line_at
from corefeval.formats.conllua.exact import HEADER, NEWDOC, ExactReader, read_exactly
from corefeval.formats.conllua.scan import read_fast
from corefeval.formats.files import TextFile
from corefeval.formats.large_files import RUN, read_in_runs
from corefeval.formats.many_files import JoinedFile, read_together
from corefeval.problems import CorefevalError

_COMMENTS = re.compile(rb"(?:#[^\n]*\n)+")
_EITHER = re.compile(rb"#\s*(?:newdoc|global\.columns)")


class ConlluaBoundaries(Boundaries):
    """Finds documents, which begin with '# newdoc'. A single header before the first document names the columns."""

    has_one_header = True
    refuses_repeated = False

    def __init__(self, beginning: bytes) -> None:
        starts, headers = self.look(beginning)
        if not starts or has_words(beginning[: starts[0][0]]):
            raise IrregularError
        if sum(place < starts[0][0] for place, _ in headers) > 1:
            raise IrregularError

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return the starts of '# newdoc' lines with their names, and the lines that name the columns.

        Raises:
            IrregularError: if a document has no name.
        """
        starts, headers = [], []
        for place in comments(text).tolist():
            if not _EITHER.match(text, place):
                continue
            line = line_at(text, place)
            if HEADER.match(line):
                headers.append((place, line + b"\n"))
            elif found := NEWDOC.match(line):
                if not (name := found[1] or found[2]):
                    raise IrregularError
                starts.append((place, name))
        return starts, headers

    def name(self, said: bytes, number: int) -> str:
        """Return the name of the document."""
        del number
        return said.decode()


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Return one layer of a file: fast if it is regular, otherwise line by line and exact."""
    return replace(_read(file, options), layer=options.layer)


def _read(file: TextFile, options: ReadOptions) -> Corpus:
    if options.repair:
        return read_exactly(file, options)
    try:
        return read_fast(file, options, read)
    except IrregularError:
        pass
    corpus = _in_runs(file, options)
    return read_exactly(file, options) if corpus is None else corpus


def _in_runs(file: TextFile, options: ReadOptions) -> Corpus | None:
    """Return the corpus of a file with few irregular documents; None if the whole file must be read at once.

    This is necessary if some documents close brackets by id.

    Raises:
        CorefevalError: if there are errors; it contains all of them.
    """
    conventions: set[object] = {None}

    def fast(part: TextFile) -> Corpus:
        corpus = read_fast(part, options, read)
        conventions.add(corpus.source.convention)
        return corpus

    def exactly(part: TextFile) -> Corpus:
        reader = ExactReader(part, options)
        try:
            return reader.read()
        finally:
            conventions.add(reader.closes_by_id)

    if file.size() <= RUN:  # a single run, which contains the irregular line
        return None
    try:
        corpus = read_in_runs(file, ConlluaBoundaries, fast, exactly)
    except CorefevalError:
        if len(conventions) > 2:
            return None
        raise
    if corpus is None or len(conventions) > 2:
        return None
    corpus.source.convention = next(iter(conventions - {None}), None)
    return corpus


def _read_joined(file: JoinedFile, options: ReadOptions) -> Corpus:
    if len({HEADER.search(text) is None for text in file.texts}) > 1:
        raise IrregularError
    return read_fast(file, options, _read_again)


def _read_again(file: TextFile, options: ReadOptions) -> Corpus:
    """Return another layer of the files, read one by one."""
    assert isinstance(file, JoinedFile)
    return Corpus.concatenate([read(each, options) for each in file.files])


def _count_documents(text: bytes) -> int:
    """Return the number of documents of a regular text in which all have names; 0 for any other text."""
    comments = _COMMENTS.match(text)
    found = [NEWDOC.match(line) for line in text.split(b"\n") if b"newdoc" in line]
    names = [match[1] or match[2] or b"" for match in found if match is not None]
    if comments is None or b"\r" in text or b"newdoc" not in comments[0] or not all(names):
        return 0
    return len(names)


read_several = partial(read_together, documents=_count_documents, read=_read_joined, end=b"\n\n")
"""Read many small files as one. They are read one by one if reading them together could give another result. This
applies to a header in only some of them, words before the first document, or irregular content.
"""
