"""The mentions of a key and of two systems' responses, each once, with the decisions of both systems and their changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.columns import DataRow
from corefeval.corpus.identity import identify
from corefeval.explanation.decisions import RIGHT, Decision
from corefeval.explanation.explanation import Explanation
from corefeval.explanation.joint_mentions import JointMentions, text_places
from corefeval.problems import Problem, UsageError

ABSENT = -1
"""In place of a Decision: neither the system nor the key has this mention."""

Both = tuple[Integers, Integers]
Label = TypeVar("Label", Decision, str)


@dataclass(frozen=True, slots=True)
class MentionChange(DataRow):
    """How the mentions of one value of a feature changed.

    Attributes:
        value: the value; '' for all together.
        mentions: how many mentions the key has.
        right: how many of them the first system has right, and how many the second.
        `fixed`: how many are right in the second only.
        broken: the number that only the first has right.
        inventions: the number of spurious mentions of the first system, and of the second.
        dropped: the number of spurious mentions of the first that the second dropped.
        added: how many the second has added.
    """

    value: str
    mentions: int
    right: tuple[int, int]
    fixed: int
    broken: int
    inventions: tuple[int, int]
    dropped: int
    added: int


class SharedMentions:
    """The mentions of the key and the inventions of two systems, each once, in the order of the text.

    Attributes:
        document: the document of each.
        key_mention: its row in the key, -1 for an invention.
        response_mention: its row in each response, -1 if not there.
        decision: each system's decision about it, ABSENT for a spurious mention that it lacks.
    """

    def __init__(self, first: Explanation, second: Explanation) -> None:
        """Combine the mentions of two explanations with the same key."""
        # a column for each mention of the key, then for each invention; here 3 is invented by both, 4 by the second alone:
        #   number             0   1   2 |  3   4
        #   response_mention   0  -1   1 |  2  -1      of the first
        #                      0   1  -1 |  2   3      of the second
        #   decision           .   .   . |  .  ABSENT  of the first
        # `order` then puts the columns into the order of the text
        size = len(first.pairing.key.mentions)
        inventions = inventions_of((first, second))
        count = size + 1 + max(int(codes.max(initial=-1)) for codes in inventions)
        place = np.full((3, count), -1, np.int64)
        response_mention = np.full((2, count), -1, np.int64)
        decision = np.full((2, count), ABSENT, np.int64)
        for number, (explanation, codes) in enumerate(zip((first, second), inventions, strict=True)):
            joint = explanation.joint
            rows = numbers_of(joint, codes, size)
            decision[number, rows] = explanation.decision
            response_mention[number, rows] = joint.response_mention
            ours, theirs = text_places(explanation.pairing)
            for column, one, other in zip(place, ours, theirs, strict=True):
                column[rows] = np.where(
                    joint.key_mention >= 0,
                    look_up(joint.key_mention, one),
                    look_up(joint.response_mention, other),
                )
        order = np.lexsort((np.arange(count), place[2], place[1], place[0]))
        key_mention = np.where(np.arange(count) < size, np.arange(count), -1)
        self.document, self.key_mention = place[0][order], key_mention[order]
        self.response_mention = response_mention[0][order], response_mention[1][order]
        self.decision = decision[0][order], decision[1][order]

    def __len__(self) -> int:
        """Return the number of mentions."""
        return len(self.document)

    @cached_property
    def is_invention(self) -> Booleans:
        """Which mentions the key does not have."""
        flags: Booleans = self.key_mention < 0
        return flags

    @cached_property
    def is_right(self) -> tuple[Booleans, Booleans]:
        """Whether each system is right: about a key mention by its decision, about a spurious mention by its absence."""
        one, other = (np.isin(decision, (*RIGHT, ABSENT)) for decision in self.decision)
        return one, other

    @cached_property
    def is_fixed(self) -> Booleans:
        """The mentions that only the second system has right."""
        flags: Booleans = ~self.is_right[0] & self.is_right[1]
        return flags

    @cached_property
    def is_broken(self) -> Booleans:
        """The mentions that only the first system has right."""
        flags: Booleans = self.is_right[0] & ~self.is_right[1]
        return flags

    def values(self, sides: Sequence[tuple[Integers, Integers]], *, of_response: bool = False) -> Both:
        """Return the value of each mention in each system, given the values of key and response; -1 for none."""
        found = []
        for (key, response), rows in zip(sides, self.response_mention, strict=True):
            own = look_up(rows, response)
            ours = look_up(self.key_mention, key)
            value = np.where(self.is_invention | (of_response & (rows >= 0)), own, ours)
            found.append(value)
        return found[0], found[1]

    def by(self, labels: Sequence[str], values: Both) -> list[MentionChange]:
        """Count the changes of mentions by value; the last row is all of them.

        Args:
            labels: the values.
            values: the value number of each mention in each system, -1 for none; the first system's counts
                if both have one.
        """
        codes = np.where(values[0] >= 0, values[0], values[1])
        in_key, invented = ~self.is_invention, self.is_invention
        columns = [
            (codes, in_key),
            *((codes, right & in_key) for right in self.is_right),
            (codes, self.is_fixed & in_key),
            (codes, self.is_broken & in_key),
            *((value, invented & (value >= 0)) for value in values),
            (codes, self.is_fixed & invented),
            (codes, self.is_broken & invented),
        ]
        counts = [
            np.bincount(numbers[flags & (numbers >= 0)], minlength=len(labels)).tolist()
            for numbers, flags in columns
        ]
        found = [(label, row) for label, *row in zip(labels, *counts, strict=True) if any(row)]
        found.append(("", [int(flags.sum()) for _, flags in columns]))
        return [
            MentionChange(label, row[0], (row[1], row[2]), row[3], row[4], (row[5], row[6]), row[7], row[8])
            for label, row in found
        ]


def transitions(
    first: Integers, second: Integers, names: Sequence[Label]
) -> dict[tuple[Label | None, Label | None], int]:
    """Return how often each state of the first system became each of the second, the most frequent first.

    Args:
        first: the number of the state of each mention in the first system; ABSENT, which becomes None, for none.
        second: the same in the second system. Mentions that are ABSENT in both are skipped.
        names: the states by number.
    """
    known = (*names, None)
    cells = (first + 1) * len(known) + second + 1
    counts = np.bincount(cells[cells > 0])
    order = np.argsort(-counts, kind="stable")
    return {
        (known[code // len(known) - 1], known[code % len(known) - 1]): int(counts[code])
        for code in order[counts[order] > 0].tolist()
    }


def check_same_key(explanations: Sequence[Explanation]) -> None:
    """Refuse systems that were not scored against the same mentions of a key."""
    first, *others = (each.pairing.key for each in explanations)
    for key in others:
        if not (
            key.names == first.names
            and np.array_equal(key.mentions.entity, first.mentions.entity)
            and np.array_equal(key.mentions.first, first.mentions.first)
            and np.array_equal(key.mentions.last, first.mentions.last)
            and key.mentions.objects == first.mentions.objects
        ):
            raise UsageError(Problem("CE051", "systems-not-scored-against"))


def inventions_of(explanations: Sequence[Explanation]) -> list[Integers]:
    """Return for each mention of each response its number among the inventions of all, -1 for one that the key has."""
    alone = [np.flatnonzero(each.pairing.response_partner < 0) for each in explanations]
    codes = identify([each.pairing.response for each in explanations])
    own = [code[rows] for code, rows in zip(codes, alone, strict=True)]
    numbers = np.unique(np.concatenate(own), return_inverse=True)[1].reshape(-1)
    pieces = np.split(numbers, np.cumsum([len(each) for each in own])[:-1])
    found = []
    for code, rows, piece in zip(codes, alone, pieces, strict=True):
        column = np.full(len(code), -1, np.int64)
        column[rows] = piece
        found.append(column)
    return found


def numbers_of(joint: JointMentions, inventions: Integers, size: int) -> Integers:
    """Return the number of each mention among those of the key, of which there are this many, and the spurious ones after them."""
    behind = size + look_up(joint.response_mention, inventions)
    return np.where(joint.key_mention >= 0, joint.key_mention, behind)


def decision_of(number: int) -> Decision | None:
    """Return a decision by its number, None for ABSENT."""
    return None if number == ABSENT else Decision(number)
