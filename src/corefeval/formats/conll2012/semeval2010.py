"""SemEval-2010: many columns, each annotated and as a tool predicts it, or only number and brackets, without the words."""

from __future__ import annotations

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.dialect import read_dialect
from corefeval.formats.files import TextFile

__all__ = ["FORMAT"]


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file; the layout of its lines decides between the two variants."""
    return read_dialect(file, options, "semeval2010")


FORMAT = Format("semeval2010", read)
