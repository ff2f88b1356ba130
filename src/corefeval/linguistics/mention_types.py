"""The kinds of mentions that linguistically aware metrics tell apart."""

from __future__ import annotations

from enum import IntEnum


class MentionType(IntEnum):
    """What kind of expression a mention is."""

    UNKNOWN = 0
    NAME = 1
    NOMINAL = 2
    PRONOUN = 3
    ZERO = 4
    ADVERB = 5
    ELLIPSIS = 6
    EVENT = 7

    @property
    def label(self) -> str:
        """Its name in files and tables."""
        return self.name.lower()


BY_LABEL = {kind.label: kind for kind in MentionType}
"""The kinds by the names that files and options use."""
