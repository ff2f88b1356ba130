"""Lost units of a use: which entity loses them, and which of its mentions the system links elsewhere or nowhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from corefeval.metrics.use_terms import Uses, UseSide
from corefeval.metrics.uses import UnitUse
from corefeval.text import shortened

SHOWN = 5
"""Entities that are listed, those that lose most first."""
LONGEST = 48
"""Characters of a mention that are shown."""
CAUSES = 3
"""Causes that are listed for each."""


@dataclass(frozen=True, slots=True)
class Blame:
    """Mentions that make an entity lose units.

    Attributes:
        mention: the words of the mention.
        linked_to: the mention that stands for the system's entity, '' if the system has none there.
        count: how often.
    """

    mention: str
    linked_to: str
    count: int

    def __str__(self) -> str:
        """Return it in words."""
        where = f"is linked to “{self.linked_to}”" if self.linked_to else "is not linked"
        return f"“{self.mention}” ({self.count:,}) {where}"


@dataclass(frozen=True, slots=True)
class Lost:
    """What one gold entity loses.

    Attributes:
        entity: the mention that stands for it.
        document: its document.
        count: how many units it loses.
        causes: why, the most frequent first.
    """

    entity: str
    document: str
    count: int
    causes: tuple[Blame, ...]


def lost_units(uses: Uses, metric: UnitUse) -> tuple[Lost, ...]:
    """Return the gold entities that lose most units of a use, because of which mentions.

    A unit is lost if it is missing or about a wrong entity. A fact may be lost for two entities at once.
    """
    unit, node = metric.blamed(uses)
    entity = uses.key.at[node]
    unit, node, entity = unit[entity >= 0], node[entity >= 0], entity[entity >= 0]
    pairs = np.unique(entity * uses.text.size + unit) // uses.text.size
    counts = np.bincount(pairs, minlength=uses.key.count)
    # entities in the order of the text where they lose the same
    order = np.lexsort((uses.key.head[uses.key.representative], -counts))[:SHOWN]
    found = []
    for number in order[counts[order] > 0].tolist():
        causes = Counter(
            (_words(uses.key, _mention_at(uses.key, place)), _linked_to(uses, place))
            for place in node[entity == number].tolist()
        )
        found.append(
            Lost(
                _words(uses.key, int(uses.key.representative[number])),
                uses.text.corpus.names[int(uses.key.document[number])],
                int(counts[number]),
                tuple(Blame(*names, count) for names, count in causes.most_common(CAUSES)),
            )
        )
    return tuple(found)


def _mention_at(side: UseSide, node: int) -> int:
    """Return the longest mention with this head in the entity at the node."""
    rows = np.flatnonzero((side.head == node) & (side.entity == side.at[node]))
    return int(rows[np.argmax((side.last - side.first)[rows])])


def _linked_to(uses: Uses, node: int) -> str:
    """Return the mention that stands for the system's entity at a node, without this mention itself; '' if there is none."""
    side = uses.response
    number = int(side.at[node])
    if number < 0:
        return ""
    chosen = int(side.representative[number])
    if side.head[chosen] == node:
        others = np.flatnonzero((side.entity == number) & (side.head != node))
        chosen = int(others[0]) if len(others) else chosen
    return _words(side, chosen)


def _words(side: UseSide, mention: int) -> str:
    """Return the words of a mention; of one at a node that the text does not have, a sign for a zero."""
    first, last = int(side.first[mention]), int(side.last[mention])
    if last >= side.text.own:
        return "∅"
    return shortened(" ".join(side.text.corpus.nodes.forms.slice(first, last + 1)), LONGEST)
