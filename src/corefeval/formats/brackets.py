"""Pair opening and closing brackets, millions at once, and order mentions as their brackets would."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from corefeval.arrays import Booleans, Integers, inverse
from corefeval.formats.base import IrregularError


def pair(group: Integers, is_open: Booleans, order: Integers | None = None) -> tuple[Integers, Integers]:
    """Return the opening and the closing event of each pair.

    Args:
        group: the number of each event's group (an entity of a document), not negative, in the order of the text. Events of
            different groups are independent.
        is_open: whether each event opens; otherwise it closes the latest open event of its group.
        order: the events sorted by group, if known; events that it lacks are neither opening nor closing.

        Brackets of one group nest, so at each depth opening and closing events alternate. After a stable sort by group and
        depth, every opening event directly precedes its closing event.

    Raises:
        IrregularError: if the brackets are not balanced.

    Examples:
        >>> opens, closes = pair(np.array([7, 7, 8, 7, 7, 8]), np.array([True, True, True, False, False, False]))
        >>> opens.tolist(), closes.tolist()
        ([0, 1, 2], [4, 3, 5])
    """
    order = stable_order(group) if order is None else order
    if not len(order):
        return order, order
    ordered = group[order]
    opens = is_open[order]
    depth = np.cumsum(np.where(opens, 1, -1))
    ends = np.append(ordered[1:] != ordered[:-1], True)
    if depth.min() < 0 or depth[ends].any():
        raise IrregularError
    level = depth + ~opens
    deepest = int(level.max())
    if deepest > 1:
        block = np.cumsum(ends) - ends
        order = order[np.argsort(block * (deepest + 1) + level, kind="stable")]
    return order[0::2], order[1::2]


def stable_order(keys: Integers) -> Integers:
    """Return the order that sorts non-negative keys; ties keep their order.

    The row is packed into the key if it fits, so that numpy's fast unstable sort can be used.
    """
    bits = len(keys).bit_length()
    if len(keys) and int(keys.max()).bit_length() + bits <= 62:
        return np.sort((keys << bits) + np.arange(len(keys))) & ((1 << bits) - 1)
    return np.argsort(keys, kind="stable")


class Ordering(NamedTuple):
    """The order of mentions and entities in a corpus.

    Attributes:
        mentions: the mentions in the order in which their brackets would close.
        number: the new number of each mention in this order.
        entities: the entities with mentions, in the order in which their first brackets would open.
        entity_number: the new number of each entity in this order; -1 for an entity without mentions.
        rank: the first completed mention of each entity, in this order.
    """

    mentions: Integers
    number: Integers
    entities: Integers
    entity_number: Integers
    rank: Integers


def bracket_order(
    first: Integers, last: Integers, entity: Integers, document: Integers, count: int
) -> Ordering:
    """Return the order of mentions and entities as if they had been read from brackets. Ties keep their order.

    So a corpus is the same whether it was read from a list of clusters or from a text with brackets.
    """
    mentions = np.lexsort((-first, last, document))
    number = inverse(mentions)
    opening = inverse(np.lexsort((-last, first, document)))
    earliest = np.full(count, len(first), np.int64)
    np.minimum.at(earliest, entity, opening)
    entities = np.argsort(earliest, kind="stable")
    entities = entities[earliest[entities] < len(first)]
    entity_number = np.full(count, -1, np.int64)
    entity_number[entities] = np.arange(len(entities))
    rank = np.full(len(entities), len(first), np.int64)
    np.minimum.at(rank, entity_number[entity], number)
    return Ordering(mentions, number, entities, entity_number, rank)


def crossing(mentions: Iterable[tuple[int, tuple[int, int]]]) -> set[int]:
    """Return the mentions that must be separated so that the brackets of all others nest. Each is (number, span).

    On one word brackets open before others close, so mentions that share only an edge cross too.
    """
    apart: set[int] = set()
    around: list[int] = []
    for mention, (first, last) in sorted(mentions, key=lambda row: (row[1][0], -row[1][1])):
        if first == last:
            continue
        while around and around[-1] < first:
            around.pop()
        if around and around[-1] < last:
            apart.add(mention)
        else:
            around.append(last)
    return apart
