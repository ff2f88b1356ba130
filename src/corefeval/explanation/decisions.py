"""Decisions (Durrett and Klein 2013): the response's decision about each mention, and whether it is right."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.explanation.joint_mentions import JointMentions


class Decision(IntEnum):
    """The system's decision about a mention; anaphoric means not the first of its entity."""

    label: str
    meaning: str

    CORRECT_ANAPHORIC = 0, "CA", "anaphoric, and linked to its entity"
    WRONG_LINK = 1, "WL", "anaphoric, but linked to another entity only"
    WRONG_LINK_CLOSEST = (
        2,
        "WL-closest",
        "anaphoric; the previous mention in its response entity is wrong, an earlier one right",
    )
    FALSE_NEW = 3, "FN-new", "anaphoric, but starts an entity"
    FALSE_NEW_MISSING = 4, "FN-missing", "anaphoric, but not found"
    FALSE_ANAPHORIC_FIRST = 5, "FA-first", "first of its entity, but linked"
    FALSE_ANAPHORIC_SPURIOUS = 6, "FA-spurious", "not a mention in the key, but linked"
    CORRECT_NEW = 7, "CN", "first of its entity, and starts one"
    NEW_MISSING = 8, "N-missing", "first of its entity, but not found"
    NEW_SPURIOUS = 9, "N-spurious", "not a mention in the key, starts an entity"

    def __new__(cls, number: int, label: str = "", meaning: str = "") -> Self:
        """Create a member with its short name, and its meaning in words."""
        member = int.__new__(cls, number)
        member._value_, member.label, member.meaning = number, label, meaning
        return member


RIGHT = (Decision.CORRECT_ANAPHORIC, Decision.CORRECT_NEW)
"""The decisions that are right; an invented mention has none."""


def decide(joint: JointMentions) -> Integers:
    """Return the Decision about each mention.

    | key / response | anaphoric | first | absent |
    |---|---|---|---|
    | anaphoric | correct if the mention before it in its response entity is of its key entity, else wrong link | false new | false new, missing |
    | first | false anaphoric, first | correct new | new, missing |
    | absent | false anaphoric, spurious | new, spurious | |
    """
    in_key, key_anaphoric = ~joint.is_spurious, joint.key_antecedent >= 0
    in_response, anaphoric = ~joint.is_missing, joint.response_antecedent >= 0
    before = joint.response_antecedent
    right = anaphoric & in_key & (joint.key_entity[before] == joint.key_entity)
    has_earlier = joint.piece != np.arange(len(joint))
    cases: list[tuple[Booleans, Decision]] = [
        (~in_key & anaphoric, Decision.FALSE_ANAPHORIC_SPURIOUS),
        (~in_key, Decision.NEW_SPURIOUS),
        (key_anaphoric & right, Decision.CORRECT_ANAPHORIC),
        (key_anaphoric & anaphoric & has_earlier, Decision.WRONG_LINK_CLOSEST),
        (key_anaphoric & anaphoric, Decision.WRONG_LINK),
        (key_anaphoric & in_response, Decision.FALSE_NEW),
        (key_anaphoric, Decision.FALSE_NEW_MISSING),
        (anaphoric, Decision.FALSE_ANAPHORIC_FIRST),
        (in_response, Decision.CORRECT_NEW),
    ]
    chosen = np.select(
        [case for case, _ in cases], [int(kind) for _, kind in cases], int(Decision.NEW_MISSING)
    )
    return chosen.astype(np.int64)
