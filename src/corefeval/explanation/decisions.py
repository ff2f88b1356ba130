"""Decisions (Durrett and Klein 2013): the response's decision about each mention, and whether it is right."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.explanation.joint_mentions import JointMentions


class Decision(IntEnum):
    """The system's decision about a mention; anaphoric means not the first of its entity."""

    CORRECT_ANAPHORIC = 0
    WRONG_LINK = 1
    WRONG_LINK_CLOSEST = 2
    FALSE_NEW = 3
    FALSE_NEW_MISSING = 4
    FALSE_ANAPHORIC_FIRST = 5
    FALSE_ANAPHORIC_SPURIOUS = 6
    CORRECT_NEW = 7
    NEW_MISSING = 8
    NEW_SPURIOUS = 9

    @property
    def label(self) -> str:
        """Its short name."""
        return LABELS[self]

    @property
    def meaning(self) -> str:
        """Its meaning, in words."""
        return MEANINGS[self]


LABELS = dict(
    zip(
        Decision,
        (
            "CA",
            "WL",
            "WL-closest",
            "FN-new",
            "FN-missing",
            "FA-first",
            "FA-spurious",
            "CN",
            "N-missing",
            "N-spurious",
        ),
        strict=True,
    )
)

MEANINGS = {
    Decision.CORRECT_ANAPHORIC: "anaphoric, and linked to its entity",
    Decision.WRONG_LINK: "anaphoric, but linked to another entity only",
    Decision.WRONG_LINK_CLOSEST: "anaphoric; the previous mention in its response entity is wrong, an earlier one right",
    Decision.FALSE_NEW: "anaphoric, but starts an entity",
    Decision.FALSE_NEW_MISSING: "anaphoric, but not found",
    Decision.FALSE_ANAPHORIC_FIRST: "first of its entity, but linked",
    Decision.FALSE_ANAPHORIC_SPURIOUS: "not a mention in the key, but linked",
    Decision.CORRECT_NEW: "first of its entity, and starts one",
    Decision.NEW_MISSING: "first of its entity, but not found",
    Decision.NEW_SPURIOUS: "not a mention in the key, starts an entity",
}


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
