"""The order that brackets would give: for formats that list clusters instead of marking them in the text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Integers


@dataclass(frozen=True, slots=True)
class Ordering:
    """The order of mentions and entities in a corpus.

    Attributes:
        mentions: the mentions in the order in which their brackets would close.
        number: the place of each mention in that order.
        entities: the entities with mentions, in the order in which their first brackets would open.
        entity_number: the place of each entity in that order, -1 for one without mentions.
        rank: for each entity in that order, its first completed mention.
    """

    mentions: Integers
    number: Integers
    entities: Integers
    entity_number: Integers
    rank: Integers


def bracket_order(
    first: Integers, last: Integers, entity: Integers, document: Integers, count: int
) -> Ordering:
    """Order mentions and count entities as if they had been read from brackets; what is equal stays as it was.

    So a corpus is the same whether it was read from a list of clusters or from a text with brackets.
    """
    mentions = np.lexsort((-first, last, document))
    number = _inverse(mentions)
    opening = _inverse(np.lexsort((-last, first, document)))
    earliest = np.full(count, len(first), np.int64)
    np.minimum.at(earliest, entity, opening)
    entities = np.argsort(earliest, kind="stable")
    entities = entities[earliest[entities] < len(first)]
    entity_number = np.full(count, -1, np.int64)
    entity_number[entities] = np.arange(len(entities))
    rank = np.full(len(entities), len(first), np.int64)
    np.minimum.at(rank, entity_number[entity], number)
    return Ordering(mentions, number, entities, entity_number, rank)


def _inverse(order: Integers) -> Integers:
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    return place
