"""CoNLL-2012: one word per line, with coreference in the last column; and its dialects in common use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.layout import Conll2012Boundaries
from corefeval.formats.conll2012.reader import read
from corefeval.problems import Problem

__all__ = ["FORMAT"]


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write a corpus and return the annotations that the format does not support."""
    from corefeval.formats.conll2012 import writer  # noqa: PLC0415 - not needed for reading

    return writer.write(corpus, stream)


def read_several(paths: Sequence[Path], options: ReadOptions) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of many small files and the number of documents in each; None to read them one by one."""
    from corefeval.formats.conll2012 import batch  # noqa: PLC0415 - not needed for a single file

    return batch.read_several(paths, options)


FORMAT = Format("conll2012", read, write, read_several=read_several, boundaries=Conll2012Boundaries)
