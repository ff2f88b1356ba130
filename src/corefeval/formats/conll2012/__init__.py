"""CoNLL-2012: one word per line, with coreference in the last column; and its dialects in common use."""

from __future__ import annotations

from corefeval.formats.base import Format, imported
from corefeval.formats.conll2012.layout import Conll2012Boundaries
from corefeval.formats.conll2012.reader import read, read_several

__all__ = ["FORMAT"]

FORMAT = Format(
    "conll2012",
    read,
    imported("conll2012.writer", "write"),
    read_several=read_several,
    boundaries=Conll2012Boundaries,
)
