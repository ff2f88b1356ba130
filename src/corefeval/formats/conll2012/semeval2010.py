"""SemEval-2010: pairs of columns, annotated and predicted by a tool; or only word numbers and brackets, without words."""

from __future__ import annotations

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.dialect import read_dialect
from corefeval.formats.files import TextFile

__all__ = ["FORMAT"]


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file. The layout of its lines decides between the two variants."""
    return read_dialect(file, options, "semeval2010")


FORMAT = Format("semeval2010", read)
