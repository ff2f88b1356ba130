"""The CoNLL of the Potsdam Commentary Corpus: words inside a mention have its number without brackets, (4 … 4 … 4)."""

from __future__ import annotations

import re
from collections import Counter

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.dialect import read_dialect
from corefeval.formats.files import TextFile

__all__ = ["FORMAT"]

ID = re.compile(rb"(\(?)([^()|\s]+)(\)?)")


class _Inside:
    """The open mentions. Only their numbers may occur without brackets; such numbers are ignored."""

    def __init__(self) -> None:
        self._open: Counter[bytes] = Counter()

    def cell(self, cell: bytes, line: int) -> bytes:
        """Return a cell without the numbers of enclosing mentions; bars replace them."""
        del line
        found: list[tuple[bytes, bytes, bytes]] = ID.findall(cell)
        for opens, label, closes in found:
            self._open[label] += bool(opens) and not closes
        written = ID.sub(self._bracket, cell)
        for opens, label, closes in found:
            self._open[label] -= bool(closes) and not opens
        return written

    def _bracket(self, found: re.Match[bytes]) -> bytes:
        is_inside = not found[1] and not found[3] and self._open[found[2]] > 0
        return b"|" * len(found[0]) if is_inside else found[0]


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file. A number without brackets is an error if its mention is not open, as in CoNLL-2012."""
    return read_dialect(file, options, "pcc-conll", _Inside().cell)


FORMAT = Format("pcc-conll", read)
