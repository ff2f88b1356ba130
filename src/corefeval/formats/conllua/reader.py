"""CoNLL-UA read as arrays where it is regular, line by line where it is not."""

from __future__ import annotations

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.conllua.exact import ExactReader, read_exactly
from corefeval.formats.conllua.scan import read_fast
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Return one layer of a file: fast where it is regular, line by line and exact where it is not."""
    if options.repair:
        return read_exactly(file, options)
    try:
        return read_fast(file, options, read)
    except IrregularError:
        pass
    corpus = _in_runs(file, options)
    return read_exactly(file, options) if corpus is None else corpus


def _in_runs(file: TextFile, options: ReadOptions) -> Corpus | None:
    """Return the corpus of a file of which few documents are irregular, None if all has to be seen at once.

    So it is where some documents close brackets by id.

    Raises:
        CorefevalError: with every error.
    """
    from corefeval.formats.conllua.cutter import ConlluaCutter  # noqa: PLC0415 - regular files do without
    from corefeval.formats.cutting import CutFile, UncutError  # noqa: PLC0415 - same
    from corefeval.formats.runs import RUN, read_in_runs  # noqa: PLC0415 - same

    manners: set[object] = {None}

    def fast(part: TextFile) -> Corpus:
        corpus = read_fast(part, options, read)
        manners.add(corpus.source.manner)
        return corpus

    def exactly(part: TextFile) -> Corpus:
        reader = ExactReader(part, options)
        try:
            return reader.read()
        finally:
            manners.add(reader.closes_by_id)

    try:
        if file.size() <= RUN:  # one run, which has the irregular line
            return None
        cut = CutFile(file, "conllua", ConlluaCutter(file.opening(file.beginning())), RUN)
        corpus = read_in_runs(cut, fast, exactly)
    except UncutError:
        return None
    except CorefevalError:
        if len(manners) > 2:
            return None
        raise
    if len(manners) > 2:
        return None
    corpus.source.manner = next(iter(manners - {None}), None)
    return corpus
