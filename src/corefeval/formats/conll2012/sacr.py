"""The CoNLL of SACR's converter: brackets joined by _, as in 2)_1). A _ between two brackets is read as a bar."""

from __future__ import annotations

import re
from functools import partial

from corefeval.formats.base import Format
from corefeval.formats.conll2012.dialect import read_dialect

__all__ = ["FORMAT"]

JOINT = re.compile(rb"(?<=[^_\s])_(?=\()|(?<=\))_(?=[^_\s])")
"""Matches a _ before an opening bracket, or after a closing one. Any other _ belongs to an id."""

FORMAT = Format(
    "sacr-conll", partial(read_dialect, name="sacr-conll", cell=lambda cell, _: JOINT.sub(b"|", cell))
)
