"""CoNLL-UA, the 'exploded' format of Universal Anaphora: identity, bridging and discourse deixis in columns.

Yu et al. 2023, The Universal Anaphora Scorer 2.0. The grammar of the cells, and where this reader understands
more than the UA scorer does, is on the page of the format.
"""

from __future__ import annotations

from corefeval.formats.base import Format
from corefeval.formats.conllua.reader import HEADER, LAYERS, read
from corefeval.formats.conllua.writer import write

__all__ = ["FORMAT"]


def recognises(head: bytes) -> bool:
    """Say whether a file begins like CoNLL-UA: its header names the columns, or its brackets name markables."""
    header = HEADER.search(head)
    if header is not None:
        names = header[1].upper().replace(b":", b" ").split()
        return b"IDENTITY" in names or b"DISCOURSE_DEIXIS" in names
    return b"MarkableID=" in head and b"EntityID=" in head


FORMAT = Format("conllua", "CoNLL-UA", recognises, read, write, layers=tuple(LAYERS))
