"""Duplicate mentions as counted by the reference scorer of CoNLL (Perl, 8.01): `duplicates=perl`.

Filtering leaves the key unchanged. In the response it keeps only the first duplicate of a mention that the key has. So
a mention of both sides is listed once in the response, and one or more times in the key. Mentions of only the response
may be listed several times there.
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
    """A pairing with duplicate mentions, in which a look-up finds the entity that opens last.

    The metrics of the reference scorer use it as `CountedFromResponse`. All others count the filtered mentions as with
    `duplicates=keep`.
    """

    def look_up_order(self, corpus: Corpus) -> Integers:
        """Return the mentions in the order in which their entities open; a look-up finds the last of several duplicates."""
        return np.argsort(corpus.mentions.entity, kind="stable")

    def seen_by(self, metric: Counting) -> Pairing:
        """Return the variant for metrics of the reference scorer, or this pairing for other metrics."""
        return self._counted_from_response if metric.in_reference_scorer else self

    @cached_property
    def _counted_from_response(self) -> CountedFromResponse:
        return CountedFromResponse.of(self)


@dataclass(frozen=True, eq=False, repr=False)
class CountedFromResponse(PerlPairing):
    """The variant for metrics of the reference scorer: MUC and B³ iterate over the response's mentions, also for recall.

    CEAF compares entities as lists, and BLANC compares sets of links.
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
        """The overlap found by looking up response mentions, with the number of mentions that both entities of a cell list.

        A look-up finds a mention in the last key entity that lists it. B³ also counts mentions found in other entities,
        if both entities of the cell list them.
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
        """The same as `precision_overlap`."""
        return self.precision_overlap

    @cached_property
    def link_sets(self) -> LinkSets:
        """The links as sets of two mentions, or of one mention that is listed twice.

        Two mentions are together if an entity has both. They are apart unless each is listed by a single entity, and by
        the same one. With duplicates they can be both. A mention is together with itself if an entity lists it twice,
        and apart from itself if two entities list it.
        """
        key, response = self._key_lists, self._response_lists
        holder = response.only_entity
        width = max(len(self.response.entities), 1)

        def cells(entity: Integers, code: Integers) -> Integers:
            """Return a code for each pair of a key entity and a mention's response entity; -1 for none."""
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
    """The entities of one side that list each mention.

    Attributes:
        code: the mention of each row; there is one row for each mention and each entity that lists it.
        entity: the entity of each row.
        times: the number of times that the entity lists the mention.
        entities: for each code, the number of entities that list the mention.
        only_entity: for each code, its entity if there is only one; otherwise -1.
        document: for each code, its document; -1 if the side does not have the mention.
    """

    code: Integers
    entity: Integers
    times: Integers
    entities: Integers
    only_entity: Integers
    document: Integers

    @classmethod
    def of(cls, corpus: Corpus, codes: Integers, size: int) -> _Lists:
        """Return the lists of a side; its codes are below `size`."""
        width = max(len(corpus.entities), 1)
        rows, times = np.unique(codes * width + corpus.mentions.entity, return_counts=True)
        code, entity = rows // width, rows % width
        entities = np.bincount(code, minlength=size)
        last, document = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        last[code], document[code] = entity, corpus.entities.document[entity]
        return cls(code, entity, times, entities, np.where(entities == 1, last, -1), document)

    def together(self, documents: int) -> Floats:
        """Return the number of links within entities in each document."""
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
        """Return for each document how often pairs of mentions of one kind share further entities after the first.

        Args:
            kind: for each code, the kind of the mention; -1 for mentions that do not count.
            documents: the number of documents.
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
"""A class of mentions: their kind, and the entities that list them."""


def _sharing(classes: Iterable[_Class]) -> Counter[tuple[_Class, _Class]]:
    """Return the number of entities that two classes of one kind share.

    Only pairs that share at least two entities matter. Classes that share only one entity with others are skipped
    first, because they could give many useless pairs.
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
    """Return for each document the number of pairs of members of the same group; -1 is no group."""
    rows = np.flatnonzero(group >= 0)
    _, first, size = np.unique(group[rows], return_index=True, return_counts=True)
    return np.bincount(document[rows[first]], pairs(size), minlength=documents).astype(np.float64)
