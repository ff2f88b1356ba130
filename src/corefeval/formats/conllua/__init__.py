"""CoNLL-UA, the 'exploded' format of Universal Anaphora: identity, bridging and discourse deixis in columns.

Yu et al. 2023, The Universal Anaphora Scorer 2.0. The grammar of the cells, and where this reader understands
more than the UA scorer does, is on the page of the format.
"""

from __future__ import annotations

from corefeval.formats.base import Format
from corefeval.formats.conllua.reader import read
from corefeval.formats.conllua.source import LAYERS
from corefeval.formats.conllua.writer import write

__all__ = ["FORMAT"]


FORMAT = Format("conllua", read, write, layers=tuple(LAYERS))
