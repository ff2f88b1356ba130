"""Lithuanian stand-off JSON (*.nkas.json): typed coreference links between spans of a text.

Žitkus, Butkienė, Butleris 2023. A file has one document; its layers are JSON inside JSON. Links with one antecedent
connect chains. A link with several antecedents joins nothing; a group among them becomes a split antecedent.
"""

from __future__ import annotations

from corefeval.formats.base import Format
from corefeval.formats.nkas.reader import LAYERS, read

__all__ = ["FORMAT"]


FORMAT = Format("nkas", read, layers=tuple(LAYERS))
