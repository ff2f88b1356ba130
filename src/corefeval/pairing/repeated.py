"""Repeated mentions as the reference scorer of CoNLL (Perl, 8.01) counts them: `duplicates=perl`.

Filtering leaves the key unchanged and keeps of the response the first of each mention that the key has. So a mention of
both sides is listed once in the response, in the key perhaps several times; mentions of only the response may be listed
several times there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.pairing import Counting, LinkSets, Overlap, Pairing, pairs


@dataclass(frozen=True, eq=False, repr=False)
class PerlPairing(Pairing):
    """A pairing with repeated mentions, in which a look-up finds the entity that opens last.

    The reference scorer's metrics use it as `CountedFromResponse`; all others count the filtered mentions as with
    `duplicates=keep`.
    """

    def look_up_order(self, corpus: Corpus) -> Integers:
        """Return the mentions in the order of look-ups, in which their entities open."""
        return np.argsort(corpus.mentions.entity, kind="stable")

    def seen_by(self, metric: Counting) -> Pairing:
        """Return the pairing for the reference scorer's metrics."""
        return self._counted_from_response if metric.in_reference_scorer else self

    @cached_property
    def _counted_from_response(self) -> CountedFromResponse:
        return CountedFromResponse.of(self)


@dataclass(frozen=True, eq=False, repr=False)
class CountedFromResponse(PerlPairing):
    """The pairing for the reference scorer's metrics: MUC and B³ iterate over the response's mentions, also for recall.

    CEAF compares entities as lists and BLANC sets of links.
    """

    no_shares = "repeated mentions are counted by entities, as in the reference scorer"

    @cached_property
    def _key_lists(self) -> _Lists:
        return _Lists.of(self.key, self.matching.key_code, self._codes)

    @cached_property
    def _response_lists(self) -> _Lists:
        return _Lists.of(self.response, self.matching.response_code, self._codes)

    @cached_property
    def precision_overlap(self) -> Overlap:
        """The overlap by look-ups of response mentions, with everything that the entities of a cell have in common.

        A mention is found in the last key entity that lists it. Those found elsewhere are around it all the
        same, if that entity lists them too.
        """
        found = super().precision_overlap
        width = max(len(self.response.entities), 1)
        key = self._key_lists
        holder = self._response_lists.only_entity[key.code]
        shared = np.flatnonzero(holder >= 0)
        common = Overlap.of(key.entity[shared], holder[shared], width)
        cell = np.searchsorted(common.key * width + common.response, found.key * width + found.response)
        return Overlap(found.key, found.response, found.count, listed=common.count[cell])

    @cached_property
    def recall_overlap(self) -> Overlap:
        """The same."""
        return self.precision_overlap

    @cached_property
    def link_sets(self) -> LinkSets:
        """The links as sets of two mentions, or of one that is listed twice.

        Two mentions are together if an entity has both, and apart unless the only entity of one is the only
        entity of the other: with repetitions they can be both. A mention is together with itself if an entity
        lists it twice, and apart from itself if two entities list it.
        """
        key, response = self._key_lists, self._response_lists
        holder = response.only_entity
        width = max(len(self.response.entities), 1)

        def cells(entity: Integers, code: Integers) -> Integers:
            """Return the number of each pair of a key entity and the response entity of a mention; -1 for none."""
            return np.where((entity >= 0) & (holder[code] >= 0), entity * width + holder[code], -1)

        both = np.flatnonzero((key.entities > 0) & (response.entities > 0))
        alone, document = key.only_entity[both], key.document[both]
        size = len(self.names)
        together = _pairs_in(cells(key.entity, key.code), key.document[key.code], size)
        apart = (
            _pairs_in(document, document, size)
            - _pairs_in(alone, document, size)
            - _pairs_in(holder[both], document, size)
            + _pairs_in(cells(alone, both), document, size)
        )
        return LinkSets(
            (together - key.counted_again(holder, size), key.together(size), response.together(size)),
            (apart, key.apart(size), response.apart(size)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Lists:
    """Which entities of one side list which mentions.

    Attributes:
        code: the mention of each row; a row for each mention and each entity that lists it.
        entity: the entity of each row.
        times: how often it does.
        entities: by code how many entities list a mention.
        only_entity: by code the entity, if there is only one; -1 otherwise.
        document: by code the document; -1 if the side does not have the mention.
    """

    code: Integers
    entity: Integers
    times: Integers
    entities: Integers
    only_entity: Integers
    document: Integers

    @classmethod
    def of(cls, corpus: Corpus, codes: Integers, size: int) -> _Lists:
        """Return the lists of a side; its codes are below size."""
        width = max(len(corpus.entities), 1)
        rows, times = np.unique(codes * width + corpus.mentions.entity, return_counts=True)
        code, entity = rows // width, rows % width
        entities = np.bincount(code, minlength=size)
        last, document = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        last[code], document[code] = entity, corpus.entities.document[entity]
        return cls(code, entity, times, entities, np.where(entities == 1, last, -1), document)

    def together(self, documents: int) -> Floats:
        """Return the number of links inside entities in each document."""
        once = np.zeros(len(self.entities), np.int64)
        twice = np.unique(self.code[self.times > 1])
        return (
            _pairs_in(self.entity, self.document[self.code], documents)
            - self.counted_again(once, documents)
            + np.bincount(self.document[twice], minlength=documents)
        )

    def apart(self, documents: int) -> Floats:
        """Return the number of links across entities in each document."""
        known = np.flatnonzero(self.entities > 0)
        several = np.flatnonzero(self.entities > 1)
        document = self.document[known]
        return (
            _pairs_in(document, document, documents)
            - _pairs_in(self.only_entity[known], document, documents)
            + np.bincount(self.document[several], minlength=documents)
        )

    def counted_again(self, kind: Integers, documents: int) -> Floats:
        """Return how often two mentions of one kind are together in an entity after the first.

        Args:
            kind: by code the kind of a mention, -1 for those that do not count.
            documents: their number.
        """
        rows = np.flatnonzero((self.entities[self.code] > 1) & (kind[self.code] >= 0))
        lists: dict[int, list[int]] = {}
        for code, entity in zip(self.code[rows].tolist(), self.entity[rows].tolist(), strict=True):
            lists.setdefault(code, []).append(entity)
        size: Counter[_Class] = Counter()
        document: dict[_Class, int] = {}
        for code, entities in lists.items():
            one = int(kind[code]), tuple(entities)
            size[one] += 1
            document[one] = int(self.document[code])
        again = np.zeros(documents)
        for one, number in size.items():
            again[document[one]] += (len(one[1]) - 1) * (number * (number - 1) // 2)
        for (one, other), shared in _sharing(size).items():
            again[document[one]] += (shared - 1) * size[one] * size[other]
        return again


_Class = tuple[int, tuple[int, ...]]
"""Mentions of one kind that are listed by the same entities."""


def _sharing(classes: Iterable[_Class]) -> Counter[tuple[_Class, _Class]]:
    """Return how many entities two classes of one kind share, if they share any that matter.

    Only classes that share two entities count again. A class that shares a single entity is skipped beforehand:
    many mentions repeated each in a separate entity would make many pairs for nothing.
    """
    members: dict[tuple[int, int], list[_Class]] = {}
    for one in classes:
        for entity in one[1]:
            members.setdefault((one[0], entity), []).append(one)
    shared = Counter(one for several in members.values() if len(several) > 1 for one in several)
    return Counter(
        pair
        for several in members.values()
        for pair in combinations([one for one in several if shared[one] > 1], 2)
    )


def _pairs_in(group: Integers, document: Integers, documents: int) -> Floats:
    """Return in each document the pairs of members of one group; -1 is no group."""
    rows = np.flatnonzero(group >= 0)
    _, first, size = np.unique(group[rows], return_index=True, return_counts=True)
    return np.bincount(document[rows[first]], pairs(size), minlength=documents).astype(np.float64)
