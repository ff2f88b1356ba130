"""The structural error classes of Kummerfeld and Klein (2013): the changes that turn the response into the key."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Self

import numpy as np

from corefeval.arrays import Booleans, Integers, Ragged, inverse, look_up
from corefeval.columns import Column
from corefeval.explanation.joint_mentions import JointMentions


class ErrorClass(IntEnum):
    """The seven classes in the order in which they are repaired, and two for corpora with singletons."""

    badge: str

    SPAN_ERROR = 0, "Sp"
    MERGED_ENTITY = 1, "Mg"
    SPURIOUS_MENTION = 2, "+m"
    SPURIOUS_ENTITY = 3, "+E"
    SPLIT_ENTITY = 4, "Sl"
    MISSING_MENTION = 5, "-m"
    MISSING_ENTITY = 6, "-E"
    SPURIOUS_SINGLETON = 7, "+s"
    MISSING_SINGLETON = 8, "-s"

    # The names up to 0.9; 1.1 drops them.
    SPAN = SPAN_ERROR
    CONFLATED = MERGED_ENTITY
    EXTRA_MENTION = SPURIOUS_MENTION
    EXTRA_ENTITY = SPURIOUS_ENTITY
    DIVIDED = SPLIT_ENTITY
    EXTRA_SINGLETON = SPURIOUS_SINGLETON

    def __new__(cls, number: int, badge: str = "") -> Self:
        """Create a member with its mark in the text of a document."""
        member = int.__new__(cls, number)
        member._value_, member.badge = number, badge
        return member

    @property
    def label(self) -> str:
        """Its name in JSON and options."""
        return self.name.lower()

    @property
    def old_labels(self) -> list[str]:
        """Its names up to 0.9, which options still accept."""
        return [
            name.lower()
            for name, kind in ErrorClass.__members__.items()
            if kind is self and name != self.name
        ]

    @property
    def title(self) -> str:
        """Its name in tables."""
        return self.label.replace("_", " ")


CLASS = Column("", name="class", of=lambda row: None if row.error_class is None else row.error_class.label)
"""The error class of a row; undefined for all classes together."""

OF_KEY = (
    ErrorClass.SPAN_ERROR,
    ErrorClass.SPLIT_ENTITY,
    ErrorClass.MISSING_MENTION,
    ErrorClass.MISSING_ENTITY,
    ErrorClass.MISSING_SINGLETON,
)
"""The classes whose `whole` is an entity of the key; for the others it is one of the response."""


@dataclass(frozen=True, eq=False)
class Errors:
    """All errors as columns, by document and in text order.

    Attributes:
        kind: the ErrorClass of each.
        whole: its entity; see OF_KEY.
        group: its confusion group.
        document: its document.
        members: its mentions, rows of the JointMentions: the part that is moved, added or removed.
    """

    kind: Integers
    whole: Integers
    group: Integers
    document: Integers
    members: Ragged

    def __len__(self) -> int:
        """Return the number of errors."""
        return len(self.kind)

    @property
    def first(self) -> Integers:
        """The earliest mention of each."""
        return self.members.values[self.members.offsets[:-1]]

    @property
    def is_of_key(self) -> Booleans:
        """Whether the whole of each is an entity of the key."""
        flags: Booleans = np.isin(self.kind, OF_KEY)
        return flags

    def counts(self) -> dict[ErrorClass, int]:
        """Return the number of errors of each class."""
        found = np.bincount(self.kind, minlength=len(ErrorClass)).tolist()
        return {kind: found[kind] for kind in ErrorClass}


def classify(joint: JointMentions, *, singletons: bool = False) -> Errors:
    """Return the errors of a response whose spans are already aligned with the key's.

    With A an entity of the response, G one of the key, and anchor(X) the earliest non-pronoun of X, or else its
    earliest mention:

    * span error: a mention that the response has with another span.
    * spurious entity: all mentions of A that the key lacks, if there are two or more and every key mention of A is a
    pronoun. Missing entity: the same with the sides swapped.
    * spurious mention: another mention of A that the key lacks, except anchor(A); missing mention likewise.
    * merged entity (`conflated entities` in the paper): a part A ∩ G of A without anchor(A).
    * split entity (`divided entity` in the paper): a part A ∩ G of G without anchor(G).

    So a spurious anchor counts once: the rest of its entity is a merged entity. A missing anchor counts once: the
    rest of its entity is a split entity. A pronoun in the wrong entity counts as one merged and one split entity.

    Args:
        joint: the mentions of key and response.
        singletons: also count entities of one mention that the other side lacks, under separate names, so that
            the seven counts stay comparable with published ones.
    """
    is_anchor_of_key = _is_among(joint.key_anchor, len(joint))
    is_anchor_of_response = _is_among(joint.response_anchor, len(joint))
    spurious_entity = _unsupported(joint.response_entity, joint.is_spurious, joint)
    missing_entity = _unsupported(joint.key_entity, joint.is_missing, joint)
    spurious, missing = joint.is_spurious, joint.is_missing
    both = ~spurious & ~missing
    in_spurious, in_missing = spurious_entity[joint.response_entity], missing_entity[joint.key_entity]
    rows = np.arange(len(joint))
    anchored_in_key = _any_in_piece(joint, is_anchor_of_key)
    anchored_in_response = _any_in_piece(joint, is_anchor_of_response)
    selections: list[tuple[ErrorClass, Booleans, Integers]] = [
        (ErrorClass.SPAN_ERROR, joint.is_span_error, rows),
        (ErrorClass.MERGED_ENTITY, both & ~anchored_in_response, joint.piece),
        (ErrorClass.SPURIOUS_MENTION, spurious & ~in_spurious & ~is_anchor_of_response, rows),
        (ErrorClass.SPURIOUS_ENTITY, spurious & in_spurious, joint.response_entity),
        (ErrorClass.SPLIT_ENTITY, both & ~anchored_in_key, joint.piece),
        (ErrorClass.MISSING_MENTION, missing & ~in_missing & ~is_anchor_of_key, rows),
        (ErrorClass.MISSING_ENTITY, missing & in_missing, joint.key_entity),
    ]
    if singletons:
        alone_in_response = look_up(joint.response_entity, joint.by_response_entity.sizes == 1, missing=False)
        alone_in_key = look_up(joint.key_entity, joint.by_key_entity.sizes == 1, missing=False)
        selections += [
            (ErrorClass.SPURIOUS_SINGLETON, spurious & alone_in_response, rows),
            (ErrorClass.MISSING_SINGLETON, missing & alone_in_key, rows),
        ]
    return collected(joint, selections)


def _is_among(chosen: Integers, count: int) -> Booleans:
    flags = np.zeros(count, bool)
    flags[chosen[chosen >= 0]] = True
    return flags


def _any_in_piece(joint: JointMentions, flags: Booleans) -> Booleans:
    """Return for each mention whether any mention of its piece is flagged."""
    return _is_among(joint.piece[flags], len(joint))[joint.piece]


def _unsupported(entity: Integers, alone: Booleans, joint: JointMentions) -> Booleans:
    """Return which entities have two or more mentions without a partner, and no partner except for pronouns.

    One more flag at the end represents "no entity", so that entity -1 can be looked up.
    """
    count = max(int(entity.max(initial=-1)), 0) + 2
    without = np.bincount(entity[alone & (entity >= 0)], minlength=count)
    supporting = ~joint.is_spurious & ~joint.is_missing & ~joint.is_pronoun
    supported = np.bincount(entity[supporting], minlength=count)
    flags: Booleans = (without >= 2) & (supported == 0)
    return flags


def collected(joint: JointMentions, selections: list[tuple[ErrorClass, Booleans, Integers]]) -> Errors:
    """Make one error of the selected mentions of each class that have the same number."""
    rows = [np.flatnonzero(selected) for _, selected, _ in selections]
    kind = np.repeat([int(one) for one, _, _ in selections], [len(found) for found in rows])
    owner = np.concatenate([number[found] for (_, _, number), found in zip(selections, rows, strict=True)])
    member = np.concatenate(rows)
    code = kind * (len(joint) + joint.key_entities + joint.response_entities + 1) + owner
    _, first, number = np.unique(code, return_index=True, return_inverse=True)
    order = np.lexsort((kind[first], member[first]))
    listed = Ragged.by(inverse(order)[number], len(order))
    kind, earliest = kind[first][order], member[first][order]
    of_key = np.isin(kind, OF_KEY)
    whole = np.where(of_key, joint.key_entity[earliest], joint.response_entity[earliest])
    return Errors(
        kind,
        whole,
        joint.group[earliest],
        joint.document[earliest],
        Ragged(listed.offsets, member[listed.values]),
    )
