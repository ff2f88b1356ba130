"""Files of which some documents are irregular: these are read line by line, all others as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from corefeval.corpus.corpus import Corpus, RelocatedSource
from corefeval.formats.base import IrregularError
from corefeval.formats.cutting import CutFile, Cutter, PartOfFile, UncutError, moved_place
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Problem, Problems, merge

RUN = 1 << 20
"""Bytes that are read together, about, where some documents are irregular."""


def read_in_runs(
    file: CutFile,
    fast: Callable[[TextFile], Corpus],
    exact: Callable[[TextFile], Corpus],
) -> Corpus:
    """Return the corpus of a file of which few documents are irregular: these are read by the exact reader, the others fast.

    Args:
        file: the documents.
        fast: reads regular documents and raises IrregularError for others.
        exact: reads all.

    Raises:
        UncutError: if the exact reader has to.
        CorefevalError: with every problem found.
    """
    found: list[Corpus | tuple[Problem, ...]] = []
    names: set[str] = set()
    lines = documents_in_all = 0
    for run in iter(file.next_documents, []):
        names.update(document.name for document in run)
        documents_in_all += len(run)
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
                raise UncutError from None
            if corpus.names != part.names:
                raise UncutError
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
    if len(names) < documents_in_all:
        raise UncutError
    told = Problems()
    told.extend(
        told_of_file(file.cutter, [each.problems if isinstance(each, Corpus) else each for each in found])
    )
    if len(corpora) < len(found):
        raise CorefevalError(told.errors, told.warnings)
    return replace(Corpus.concatenate(corpora), problems=tuple(told))


def told_of_file(cutter: Cutter, parts: Iterable[Iterable[Problem]]) -> list[Problem]:
    """Return what the reader of a file tells, given what it tells of its parts, in their order and with lines of the file.

    Raises:
        UncutError: if something is told of all documents together.
    """
    told = [tuple(part) for part in parts]
    for problem in (problem for part in told for problem in part):
        if not problem.count and not cutter.tells_alone(problem):
            raise UncutError(f"all is told at once of: {problem!r}")
    return merge(told, cutter.told_last)
