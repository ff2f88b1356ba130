"""Mentions of a response of other words: how they were aligned with the key's, how many are right, and those that could not be aligned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from corefeval.corpus.views import mention_texts
from corefeval.pairing.carry import HOW, LOST, MEANINGS, ways
from corefeval.pairing.pairing import Pairing


@dataclass(frozen=True, slots=True)
class CarriedMentions:
    """The mentions that were carried in one way.

    Attributes:
        how: the way, one of pairing.carry.HOW; '' for those of documents with the key's words.
        meaning: what it means.
        mentions: how many there are.
        found: how many of them the key has.
        listed: of those that are lost document and words.
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


def carried_mentions(pairing: Pairing) -> list[CarriedMentions]:
    """Return the ways in which mentions of a pairing were carried, [] if none had to be."""
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
        CarriedMentions(name, MEANINGS[way], count[way], found[way], listed if way == LOST else ())
        for way, name in enumerate(HOW)
        if count[way]
    ]
