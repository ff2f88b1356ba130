"""Dialects of CoNLL-2012: files with the same lines, but another syntax or meaning of the last column."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.conll2012.layout import Layout
from corefeval.formats.conll2012.reader import read
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Problem

BRACKET = re.compile(r"\(?[^()|\r]*\)?")
"""Matches a bracket with its id. Blanks inside are an error, so they belong to the match."""

Cell = Callable[[bytes, int], bytes]
"""A function that converts a cell to CoNLL-2012 syntax, given its line from 1.

The number of bytes must stay the same, so that problems have the correct place.
"""


def read_dialect(file: TextFile, options: ReadOptions, name: str, cell: Cell | None = None) -> Corpus:
    """Return the corpus of a file in a dialect. If the syntax of cells differs, `cell` converts them."""
    if cell is None:
        return replace(read(file, options), format=name)
    text = file.read()
    lines = text.split(b"\n")
    layout = Layout.at(text.replace(b"\r\n", b"\n"))
    columns = layout.columns if layout is not None else 0
    rewritten = b"\n".join(_rewritten(line, number, cell, columns) for number, line in enumerate(lines, 1))
    try:
        corpus = read(TextFile(file.name, rewritten), options)
    except CorefevalError as error:
        raise CorefevalError(_as_written(problem, lines) for problem in error.problems) from None
    problems = tuple(_as_written(problem, lines) for problem in corpus.problems)
    return replace(corpus, format=name, problems=problems)


def _rewritten(line: bytes, number: int, cell: Cell, columns: int) -> bytes:
    """Return a line with its last cell converted. Headers, empty lines and white space at the end are unchanged."""
    bare = line.rstrip()
    before, tab, last = bare.rpartition(b"\t")
    if not tab or line.startswith(b"#") or bare.count(b"\t") < columns - 1 <= line.count(b"\t"):
        return line
    return before + tab + cell(last, number) + line[len(bare) :]


def _as_written(problem: Problem, lines: Sequence[bytes]) -> Problem:
    """Return a problem with the original text of the file, not the rewritten one."""
    line, column = problem.place.line, problem.place.column
    if not problem.text or not 0 < line <= len(lines):
        return problem
    written = lines[line - 1].decode("utf-8", "replace")
    if not column:
        return replace(problem, text=written.strip())
    here = written[column - 1 :]
    found = None if here.startswith(problem.text) else BRACKET.match(here)
    return replace(problem, text=found[0]) if found else problem
