"""Key files of cross-document coreference: one document with one row per mention, which contains (id) and no words.

A mention is identified only by its row: key and response list the same mentions in the same order.
"""

from __future__ import annotations

import numpy as np

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.dialect import read_dialect
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Problem

__all__ = ["FORMAT"]


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file. Refuse rows that are not one mention."""
    corpus = read_dialect(file, options, "key-file")
    mentions = corpus.mentions
    is_row = mentions.first == mentions.last
    rows = np.bincount(mentions.first[is_row], minlength=len(corpus.nodes.forms))
    rows[mentions.first[~is_row]] = 0
    found = (corpus.source.place(row) for row in np.flatnonzero(rows != 1).tolist())
    if problems := [Problem("CE065", "not-one-mention-id", place) for place in found]:
        raise CorefevalError(problems)
    return corpus


FORMAT = Format("key-file", read)
