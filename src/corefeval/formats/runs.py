"""Files of which some documents are irregular: these are read line by line, all others as arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from corefeval.corpus.corpus import Corpus, RelocatedSource
from corefeval.formats.base import IrregularError
from corefeval.formats.boundaries import Boundaries
from corefeval.formats.cutting import CutFile, PartOfFile, moved_place, told_of_file
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, IndivisibleError, Problem, Problems

RUN = 1 << 20
"""Bytes that are read together, about, where some documents are irregular."""


def read_in_runs(
    file: TextFile,
    boundaries: Callable[[bytes], Boundaries],
    fast: Callable[[TextFile], Corpus],
    exact: Callable[[TextFile], Corpus],
) -> Corpus | None:
    """Return the corpus of a file of which few documents are irregular: these are read by the exact reader, the others fast.

    Args:
        file: the file.
        boundaries: finds where its documents begin.
        fast: reads regular documents and raises IrregularError for others.
        exact: reads all.

    Returns:
        None if the exact reader has to read all of it.

    Raises:
        CorefevalError: with every problem found.
    """
    try:
        return _read(CutFile(file, "", boundaries, RUN), fast, exact)
    except IndivisibleError:
        return None


def _read(file: CutFile, fast: Callable[[TextFile], Corpus], exact: Callable[[TextFile], Corpus]) -> Corpus:
    """Read a file as above, or raise IndivisibleError."""
    found: list[Corpus | tuple[Problem, ...]] = []
    lines = 0
    for run in iter(file.next_documents, []):
        waiting = [run]
        while waiting:
            documents = waiting.pop()
            part = file.part_of(documents).loaded()
            ((own, of_part),) = part.lines()
            text = PartOfFile(part)
            try:
                corpus = fast(text)
            except IrregularError:
                if len(documents) > 1:
                    middle = len(documents) // 2
                    waiting += [documents[middle:], documents[:middle]]
                    continue
                try:
                    corpus = exact(text)
                except CorefevalError as error:
                    problems = (*error.problems, *error.beside)
                    found.append(tuple(problem.moved(lines - own) for problem in problems))
                    lines += of_part
                    continue
            except CorefevalError:  # what is no text is told of the whole file, where its lines are known
                raise IndivisibleError("irregular") from None
            if corpus.names != part.names:
                raise IndivisibleError("other-documents-read")
            problems = tuple(problem.moved(lines - own) for problem in corpus.problems)
            found.append(
                replace(
                    corpus,
                    source=RelocatedSource(corpus.source, partial(moved_place, lines=lines - own)),
                    problems=problems,
                )
            )
            lines += of_part
    corpora = [each for each in found if isinstance(each, Corpus)]
    told = Problems()
    told.extend(
        told_of_file(file.boundaries, [each.problems if isinstance(each, Corpus) else each for each in found])
    )
    if len(corpora) < len(found):
        raise CorefevalError(told.errors, told.warnings)
    return replace(Corpus.concatenate(corpora), problems=tuple(told))
