"""Dialects of CoNLL-2012: files of the same lines whose last cell is written otherwise, or says something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.conll2012.reader import read
from corefeval.formats.files import TextFile, column_of
from corefeval.problems import CorefevalError, Problem

OF_CELLS = "CE02"
"""How the codes of problems with cells and brackets begin."""
Cell = Callable[[bytes, int], bytes]
"""Returns a cell, which stands on a line from 1, as CoNLL-2012 has it; as many bytes, so that problems are found at their place."""


def read_dialect(file: TextFile, options: ReadOptions, name: str, cell: Cell | None = None) -> Corpus:
    """Return the corpus of a file in a dialect, its cells rewritten where the dialect writes them otherwise."""
    if cell is None:
        return replace(read(file, options), format=name)
    lines = file.read().split(b"\n")
    rewritten = b"\n".join(_rewritten(line, number, cell) for number, line in enumerate(lines, 1))
    try:
        corpus = read(TextFile(file.name, rewritten), options)
    except CorefevalError as error:
        raise CorefevalError(_as_written(problem, lines) for problem in error.problems) from None
    problems = tuple(_as_written(problem, lines) for problem in corpus.problems)
    return replace(corpus, format=name, problems=problems)


def _as_written(problem: Problem, lines: Sequence[bytes]) -> Problem:
    """Return a problem of a cell with the cell as the file has it, where it was rewritten."""
    place, text = problem.place, problem.text.encode()
    if not problem.code.startswith(OF_CELLS) or not 0 < place.line <= len(lines) or not text:
        return problem
    line = lines[place.line - 1].rstrip(b"\r")
    if line.decode("utf-8", "replace").startswith(problem.text, max(place.column - 1, 0)) or (
        not place.column and text in line
    ):
        return problem
    before, tab, last = line.rpartition(b"\t")
    column = column_of(line, len(before) + len(tab)) if place.column else 0
    return replace(problem, place=replace(place, column=column), text=last.decode("utf-8", "replace"))


def _rewritten(line: bytes, number: int, cell: Cell) -> bytes:
    """Return a line with its last cell rewritten; headers and empty lines stay."""
    before, tab, last = line.rpartition(b"\t")
    if not tab or line.startswith(b"#"):
        return line
    return before + tab + cell(last, number)
