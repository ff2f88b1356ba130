"""The metrics: one file per family. Importing this package makes all of them known."""

from __future__ import annotations

from corefeval.metrics import bcub, blanc, ceaf, conll, lea, mention, muc

__all__ = ["bcub", "blanc", "ceaf", "conll", "lea", "mention", "muc"]
