"""The types of mentions that the linguistically aware metrics distinguish."""

from __future__ import annotations

from enum import IntEnum

from corefeval.names import NOWHERE, resolve
from corefeval.problems import Place


class MentionType(IntEnum):
    """The type of a mention."""

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
        """The name in files and tables."""
        return self.name.lower()


BY_LABEL = {kind.label: kind for kind in MentionType}
"""The types by the names that files and options use."""

ALIASES = {
    "name": "nam named proper prop propername proper_noun named-entity ne",
    "nominal": "nom noun common np nn list",
    "pronoun": "pro pron pronominal prn",
    "zero": "zero-pronoun dropped pro-drop",
    "adverb": "adv adverbial",
    "ellipsis": "elliptic",
    "event": "verb verbal",
}
"""Other names of the types in files."""

TYPE_OF = {kind.label: kind for kind in MentionType if kind is not MentionType.UNKNOWN} | {
    alias: BY_LABEL[label] for label, aliases in ALIASES.items() for alias in aliases.split()
}
"""The types by all their names."""


def type_named(text: str, *, of: str = "", place: Place = NOWHERE) -> MentionType:
    """Return the type with this name.

    Raises:
        UsageError: CE050 if no type has this name.

    Examples:
        >>> type_named("pron").label
        'pronoun'
    """
    return BY_LABEL[
        resolve("type", text, BY_LABEL, lambda label: ALIASES.get(label, "").split(), of=of, place=place)
    ]
