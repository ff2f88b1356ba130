"""CoNLL-UA, the 'exploded' format of Universal Anaphora: identity, bridging and discourse deixis in columns.

See Yu et al. (2023), The Universal Anaphora Scorer 2.0. The page of the format describes the grammar of the cells, and
the additional input that this reader accepts.
"""

from __future__ import annotations

from corefeval.formats.base import Format, imported
from corefeval.formats.conllua.reader import ConlluaBoundaries, read, read_several
from corefeval.formats.conllua.source import LAYERS

__all__ = ["FORMAT"]

FORMAT = Format(
    "conllua",
    read,
    imported("conllua.writer", "write"),
    layers=tuple(LAYERS),
    read_several=read_several,
    boundaries=ConlluaBoundaries,
)
