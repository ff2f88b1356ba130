"""Dialects of CoNLL-2012: files of the same lines whose last cell is written otherwise, or says something else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.conll2012.reader import read
from corefeval.formats.files import TextFile

Cell = Callable[[bytes, int], bytes]
"""Returns a cell, which stands on a line from 1, as CoNLL-2012 has it; as many bytes, so that problems are found at their place."""


def read_dialect(file: TextFile, options: ReadOptions, name: str, cell: Cell | None = None) -> Corpus:
    """Return the corpus of a file in a dialect, its cells rewritten where the dialect writes them otherwise."""
    if cell is not None:
        lines = enumerate(file.read().split(b"\n"), 1)
        file = TextFile(file.name, b"\n".join(_rewritten(line, number, cell) for number, line in lines))
    return replace(read(file, options), format=name)


def _rewritten(line: bytes, number: int, cell: Cell) -> bytes:
    """Return a line with its last cell rewritten; headers and empty lines stay."""
    before, tab, last = line.rpartition(b"\t")
    if not tab or line.startswith(b"#"):
        return line
    return before + tab + cell(last, number)
