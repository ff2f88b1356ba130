"""Lithuanian stand-off JSON (*.nkas.json): typed coreference links between spans of a text.

See Žitkus, Butkienė, Butleris (2023). A file contains one document; its layers are JSON strings inside JSON. Links with
one antecedent form chains. A link with several antecedents does not join chains; a group becomes a split antecedent.
"""

from __future__ import annotations

from corefeval.formats.base import Format
from corefeval.formats.nkas.reader import LAYERS, read

FORMAT = Format("nkas", read, layers=tuple(LAYERS))
