"""The CoNLL of SACR's converter: brackets joined by _, as in 2)_1)."""

from __future__ import annotations

import re

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.dialect import read_dialect
from corefeval.formats.files import TextFile

__all__ = ["FORMAT"]

JOINT = re.compile(rb"(?<=[^_\s])_(?=\()|(?<=\))_(?=[^_\s])")
"""Matches a _ before an opening bracket, or after a closing one. Any other _ belongs to an id."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file. A _ between two brackets is read as a bar."""
    return read_dialect(file, options, "sacr-conll", lambda cell, _: JOINT.sub(b"|", cell))


FORMAT = Format("sacr-conll", read)
