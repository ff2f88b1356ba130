"""Anaphors, and whether the response links them to an antecedent of the right entity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from corefeval.arrays import Booleans, look_up
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.outcomes import Targets
from corefeval.metrics.typed import PRONOUNS, TypedPairing, is_among
from corefeval.pairing.pairing import Pairing

KINDS: Mapping[str, tuple[MentionType, ...]] = {
    "all": tuple(MentionType),
    "pronouns": PRONOUNS,
    "zeros": (MentionType.ZERO,),
}
"""The types of mentions that can be anaphors, by the value of the option."""


def of_kind(kind: str, typed: TypedPairing, side: Literal["key", "response"]) -> Booleans:
    """Return which mentions of one side are of a kind, by that side's own types; `all` needs no types."""
    chains = typed.key if side == "key" else typed.response
    if kind == "all":
        return np.ones(len(chains.order), bool)
    return is_among(typed.key_type if side == "key" else typed.own_response_type, KINDS[kind])


def anaphors(pairing: Pairing, kind: str) -> Booleans:
    """Return which key mentions are anaphors: of the given kind, and not the first of their entity."""
    typed = pairing.derive(TypedPairing)
    return (typed.key.predecessor >= 0) & of_kind(kind, typed, "key")


def antecedents(pairing: Pairing) -> tuple[Targets, Targets]:
    """Return for each mention the previous mention in its key entity (right) and in its response entity (chosen).

    The first result is for the mentions of the key, the second for those of the response.
    """
    typed = pairing.derive(TypedPairing)
    return Targets.both(pairing, typed.key.predecessor, typed.response.predecessor)


def resolved(pairing: Pairing) -> Booleans:
    """Return which key mentions are resolved: the previous mention in their response entity is of their key entity."""
    typed = pairing.derive(TypedPairing)
    antecedent = look_up(look_up(pairing.key_partner, typed.response.predecessor), pairing.response_partner)
    entity = pairing.key.mentions.entity
    found: Booleans = (antecedent >= 0) & (look_up(antecedent, entity) == entity)
    return found
