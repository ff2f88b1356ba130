"""Read crossing and discontinuous mentions of one entity as udapi does, and therefore corefud-scorer.

According to its identifier, each closing bracket closes its own part. udapi instead closes the latest open bracket of
the entity, regardless of its part, and a later part continues the earliest unfinished mention without an open part:

    (e1[1/2]   (e1   e1[1/2])   e1)   (e1[2/2])      by identifiers: words 1 to 3 and 5; words 2 to 4
                                                     in udapi:       words 1 to 4 and 5; words 2 to 3

If the brackets of an entity are nested and no two of its discontinuous mentions overlap, both readings are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EntityBracket:
    """A bracket of an entity, in the order of the file.

    Attributes:
        node: its node.
        part: the number of the part; 0 for a continuous mention.
        parts: the number of parts of the mention; 0 for a continuous mention.
        sentence: the number of its sentence.
        opens: whether it opens a mention or a part.
        closes: whether it closes a mention or a part; the bracket of a mention of one word does both.
        head: the number of the word in its field `head`, counted from 1; 0 if there is none.
    """

    node: int
    part: int
    parts: int
    sentence: int
    opens: bool
    closes: bool
    head: int = 0


@dataclass(slots=True)
class Crossing:
    """A mention as udapi reads it: its words in the order in which they were added, and its head, or -1."""

    words: list[int]
    sentence: int
    head: int = -1


def is_crossing(brackets: Sequence[EntityBracket]) -> bool:
    """Return whether brackets of one entity cross or discontinuous mentions overlap, so that readings may differ."""
    if not any(bracket.parts for bracket in brackets):
        return False
    opened: list[tuple[int, int]] = []
    unfinished = 0
    for bracket in brackets:
        name = bracket.part, bracket.parts
        if bracket.opens:
            unfinished += bracket.part == 1
            if unfinished > 1:
                return True
        if bracket.opens and not bracket.closes:
            opened.append(name)
        elif bracket.closes and not bracket.opens and (not opened or opened.pop() != name):
            return True
        if bracket.closes:
            unfinished -= bracket.parts > 0 and bracket.part == bracket.parts
    return False


def as_udapi_reads(brackets: Sequence[EntityBracket]) -> list[Crossing] | None:
    """Return the mentions of one entity in the order in which they open; None if udapi refuses the file."""
    found: list[Crossing] = []
    opened: list[tuple[Crossing, int]] = []
    unfinished: list[Crossing] = []
    for bracket in brackets:
        is_last = bracket.parts > 0 and bracket.part == bracket.parts
        if bracket.opens:
            if bracket.part > 1:
                waiting = [each for each in unfinished if all(each is not other for other, _ in opened)]
                if not waiting or waiting[0].sentence != bracket.sentence:
                    return None
                mention = waiting[0]
                mention.words.append(bracket.node)
            else:
                mention = Crossing([bracket.node], bracket.sentence)
                found.append(mention)
                if bracket.part:
                    unfinished.append(mention)
            if not bracket.closes:
                opened.append((mention, bracket.head))
            elif is_last and bracket.part > 1 and not _finish(mention, unfinished, bracket.head):
                return None
            continue
        if not opened:
            return None
        mention, head = opened.pop()
        if mention.sentence != bracket.sentence or bracket.node <= mention.words[-1]:
            return None
        mention.words.extend(range(mention.words[-1] + 1, bracket.node + 1))
        if (is_last or not bracket.parts) and not _name_head(mention, head):
            return None
        if is_last and unfinished.pop() is not mention:
            return None
    return None if opened or unfinished else found


def _finish(mention: Crossing, unfinished: list[Crossing], head: int) -> bool:
    """End a mention with a part of one word, and return whether udapi accepts it."""
    return unfinished.pop() is mention and _name_head(mention, head)


def _name_head(mention: Crossing, number: int) -> bool:
    """Set the head of a mention to this word, if any, and return whether the mention has this many words."""
    if number > len(mention.words):
        return False
    if number:
        mention.head = mention.words[number - 1]
    return True
