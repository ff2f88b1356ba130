"""Link errors (Martschat and Strube 2014): which mention lost its antecedent, and which got a wrong one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefeval.arrays import Integers
from corefeval.explanation.joint_mentions import JointMentions
from corefeval.linguistics.mention_types import MentionType

ANTECEDENTS = ("accessibility", "closest")
"""How the antecedent of an error is chosen."""


@dataclass(frozen=True, eq=False)
class LinkErrors:
    """Pairs of mentions, rows of the JointMentions, in text order of the anaphor.

    Attributes:
        anaphor: a mention that is together with no earlier mention of its entity on the other side.
        antecedent: the earlier mention of its entity that it should have been together with.
        anaphor_type: the MentionType of the anaphor.
        antecedent_type: the MentionType of the antecedent.
    """

    anaphor: Integers
    antecedent: Integers
    anaphor_type: Integers
    antecedent_type: Integers

    def __len__(self) -> int:
        """Return the number of links."""
        return len(self.anaphor)

    def by_type(self) -> dict[tuple[MentionType, MentionType], int]:
        """Return the number of links by types of anaphor and antecedent."""
        pairs = Counter(zip(self.anaphor_type.tolist(), self.antecedent_type.tolist(), strict=True))
        return {
            (MentionType(anaphor), MentionType(antecedent)): count
            for (anaphor, antecedent), count in sorted(pairs.items())
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "total": len(self),
            "by_type": [
                {"anaphor": anaphor.label, "antecedent": antecedent.label, "links": count}
                for (anaphor, antecedent), count in self.by_type().items()
            ],
        }


def recall_errors(joint: JointMentions, antecedents: str = "accessibility") -> LinkErrors:
    """Return the links of the key that the response lacks: their number is that of MUC's missing links.

    A mention that is not the first of its key entity is right if an earlier mention of the entity is in its
    response entity. Otherwise it is an error, and its antecedent is:

    * `closest`: the mention of the entity before it.
    * `accessibility`: the same for pronouns; for others the closest name before it, else the closest nominal,
      else the closest.

    For precision errors pass joint.swapped().
    """
    members = joint.by_key_entity
    rows = members.values
    start = np.repeat(members.offsets[:-1], members.sizes)
    place = np.arange(len(rows))
    is_first = place == start
    opens_piece = joint.piece[rows] == rows
    chosen = place - 1
    if antecedents == "accessibility":
        kind = joint.type[rows]
        for wanted in (MentionType.NOMINAL, MentionType.NAME):
            last = np.maximum.accumulate(np.where(kind == wanted, place, -1))
            before = np.append(-1, last[:-1])
            chosen = np.where((before >= start) & ~joint.is_pronoun[rows], before, chosen)
    wrong = np.flatnonzero(opens_piece & ~is_first)
    wrong = wrong[np.argsort(rows[wrong])]
    anaphor, antecedent = rows[wrong], rows[chosen[wrong]]
    return LinkErrors(anaphor, antecedent, joint.type[anaphor], joint.type[antecedent])
