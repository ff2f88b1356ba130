"""Mentions of a response with other words: how they were aligned with the key's words, how many are right, and lost ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from corefeval.corpus.views import mention_texts
from corefeval.pairing.mapping import HOW, LOST, MEANINGS, ways
from corefeval.pairing.pairing import Pairing


@dataclass(frozen=True, slots=True)
class MappedMentions:
    """The mentions that were mapped in one way.

    Attributes:
        how: the way, one of pairing.mapping.HOW; '' in documents with the key's words.
        meaning: its explanation.
        mentions: the number of mentions.
        found: how many of them the key has.
        listed: the document and words of lost mentions.
    """

    how: str
    meaning: str
    mentions: int
    found: int
    listed: tuple[tuple[str, str], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        plain: dict[str, Any] = {
            "how": self.how or "same words",
            "mentions": self.mentions,
            "found": self.found,
        }
        if self.listed:
            plain["listed"] = [{"document": document, "text": text} for document, text in self.listed]
        return plain


def mapped_mentions(pairing: Pairing) -> list[MappedMentions]:
    """Return the ways in which mentions of a pairing were mapped, [] if no mention had to be."""
    response = pairing.response
    how = ways(response)
    if how is None:
        return []
    lost = np.flatnonzero(how == LOST)
    documents = (pairing.names[document] for document in response.mention_document[lost].tolist())
    listed = tuple(zip(documents, mention_texts(response, lost), strict=True))
    count = np.bincount(how, minlength=len(HOW)).tolist()
    found = np.bincount(how[pairing.response_partner >= 0], minlength=len(HOW)).tolist()
    return [
        MappedMentions(name, MEANINGS[way], count[way], found[way], listed if way == LOST else ())
        for way, name in enumerate(HOW)
        if count[way]
    ]
