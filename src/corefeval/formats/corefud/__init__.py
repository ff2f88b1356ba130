"""CorefUD 1.x: CoNLL-U with coreference brackets in the attribute Entity of the MISC column.

Nedoluzhko et al., CorefUD 1.0: Coreference meets Universal Dependencies, LREC 2022. The file is read in pieces of
whole documents as arrays. The exact reader reads irregular pieces line by line and reports every problem.
"""

from __future__ import annotations

from corefeval.choices import DEIXIS_LAYER
from corefeval.formats.base import Format, imported
from corefeval.formats.corefud.lines import CorefudBoundaries
from corefeval.formats.corefud.reader import read, read_several

__all__ = ["FORMAT"]

FORMAT = Format(
    "corefud",
    read,
    imported("corefud.writer", "write"),
    layers=("identity", DEIXIS_LAYER),
    read_several=read_several,
    boundaries=CorefudBoundaries,
    check=imported("corefud.statements", "statements"),
)
