"""Which mention stands for its entity, for the metrics that look for it."""

from __future__ import annotations

from corefeval.corpus import Integers
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing import Pairing

SELECTORS = ("first", "dominant", "longest", "representative", "root", "given")


def representatives(pairing: Pairing, selector: str) -> tuple[Integers, Integers]:
    """Return for each key entity and each response entity the mention that stands for it, -1 if none can."""
    typed = pairing.derive(TypedPairing)
    if selector == "first":
        return typed.key.first(typed.key_is_noun), typed.response.first(typed.response_is_noun)
    raise NotImplementedError(selector)
