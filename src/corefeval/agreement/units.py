"""Coding units: the mentions that any annotator marked, and the chain of each annotator for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, look_up, renumbering
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import object_ranks
from corefeval.pairing.pairing import Overlap, Pairing

Pair = tuple[int, int]
"""The numbers of two annotators, the lower one first."""


@dataclass(frozen=True, eq=False)
class CodingUnits:
    """Each annotator's value for each mention that any of them marked, by document and in text order.

    Attributes:
        corpora: the compared mentions of each annotator.
        names: the documents.
        document: the document of each unit.
        mention: for each annotator the mention that is the unit, -1 if the annotator did not mark it.
        is_singleton: whether a mention that an annotator did not mark counts as a chain with this mention only;
        otherwise it is a separate class, at the greatest distance from every chain.
    """

    corpora: tuple[Corpus, ...]
    names: tuple[str, ...]
    document: Integers
    mention: tuple[Integers, ...]
    is_singleton: bool = False

    @classmethod
    def of(
        cls, pairings: Mapping[Pair, Pairing], annotators: int, *, is_singleton: bool = False
    ) -> CodingUnits:
        """Return the units of one-to-one pairings of each two annotators.

        A mention belongs to the unit of the first annotator's mention with which it is matched. Matching by
        heads or overlap is not transitive, so the order of annotators decides.

        Args:
            pairings: the pairing of each two annotators.
            annotators: their number.
            is_singleton: see the class.
        """
        # chains    a: [1 2] [3]      b: [1] [2 4]      c: [4 3]
        # unit         0 1 2             0 1 3             3 2       of each mention; one that nobody before marked is a new unit
        # mention      0 1  2 -1         0 1 -1  2        -1 -1 1 0  of each unit, -1 for none
        corpora = [pairings[0, 1].key, *(pairings[0, number].response for number in range(1, annotators))]
        unit: list[Integers] = []
        document: list[Integers] = []
        count = 0
        for number, corpus in enumerate(corpora):
            own = np.full(len(corpus.mentions), -1, np.int64)
            taken = np.zeros(count, bool)
            for other in range(number):
                pairing = pairings[other, number]
                theirs = look_up(pairing.response_partner, _rows(pairing.key, corpora[other]))
                mine = _rows(pairing.response, corpus)
                found = np.flatnonzero((theirs >= 0) & (mine >= 0))
                mine, target = mine[found], unit[other][theirs[found]]
                free = (own[mine] < 0) & ~taken[target]
                own[mine[free]] = target[free]
                taken[target[free]] = True
            new = np.flatnonzero(own < 0)
            own[new] = count + np.arange(len(new))
            count += len(new)
            document.append(corpus.mention_document[new])
            unit.append(own)
        of_document = np.concatenate(document)
        order = np.lexsort((*reversed(_places(corpora, unit, count)), of_document))
        mention = tuple(renumbering(own, count)[order] for own in unit)
        return cls(tuple(corpora), corpora[0].names, of_document[order], mention, is_singleton)

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.document)

    @property
    def annotators(self) -> int:
        """The number of annotators."""
        return len(self.corpora)

    @property
    def pairs(self) -> list[Pair]:
        """Each two annotators."""
        return list(combinations(range(self.annotators), 2))

    @cached_property
    def is_marked(self) -> Booleans:
        """Whether each annotator marked each unit, annotators by units."""
        marked: Booleans = np.stack(self.mention) >= 0
        return marked

    @cached_property
    def chain(self) -> tuple[Integers, ...]:
        """For each annotator the chain of each unit; numbers after its last entity are chains of single units that it did not mark."""
        found = []
        for corpus, row in zip(self.corpora, self.mention, strict=True):
            chain = look_up(row, corpus.mentions.entity)
            alone = np.flatnonzero(chain < 0)
            chain[alone] = len(corpus.entities) + np.arange(len(alone))
            found.append(chain)
        return tuple(found)

    @cached_property
    def sizes(self) -> tuple[Integers, ...]:
        """For each annotator the number of units of each chain."""
        return tuple(
            np.bincount(chain, minlength=len(corpus.entities)).astype(np.int64)
            for corpus, chain in zip(self.corpora, self.chain, strict=True)
        )

    def chain_documents(self, annotator: int) -> Integers:
        """Return the document of each chain of an annotator."""
        found = np.zeros(len(self.sizes[annotator]), np.int64)
        found[self.chain[annotator]] = self.document
        return found

    def is_chain(self, annotator: int, chains: Integers) -> Booleans:
        """Return which of these chains an annotator marked; all, if unmarked mentions count as singletons."""
        marked: Booleans = chains < len(self.corpora[annotator].entities)
        return marked | self.is_singleton

    def cells(self, pair: Pair) -> tuple[Overlap, Integers]:
        """Return how many units each chain of one annotator shares with each of another, and the cell of each unit."""
        one, other = (self.chain[number] for number in pair)
        width = max(len(self.sizes[pair[1]]), 1)
        cells, cell, counts = np.unique(one * width + other, return_inverse=True, return_counts=True)
        return Overlap(cells // width, cells % width, counts.astype(np.int64)), cell

    def by_document(self, values: Integers | Booleans | Floats) -> Floats:
        """Return the sum of a value of each unit in each document."""
        return np.bincount(self.document, values, minlength=len(self.names)).astype(np.float64)


def _rows(corpus: Corpus, base: Corpus) -> Integers:
    """Return for each mention of a corpus its row in another selection of the same corpus, -1 if it is not selected there."""
    if corpus is base:
        return np.arange(len(base.mentions))
    return renumbering(base.mention_numbers, len(base.as_read.mentions))[corpus.mention_numbers]


def _places(corpora: Sequence[Corpus], unit: Sequence[Integers], count: int) -> tuple[Integers, Integers]:
    """Return the first and last position of each unit for the first annotator who marked it.

    Mentions given as Python objects are sorted, or keep the order of the lists if they cannot be sorted.
    """
    first, last = np.zeros(count, np.int64), np.zeros(count, np.int64)
    ranked = object_ranks(corpora)
    for number in reversed(range(len(corpora))):
        corpus, own = corpora[number], unit[number]
        if ranked is not None:
            first[own] = last[own] = ranked[number]
            continue
        documents = corpus.mention_document
        first[own] = corpus.positions(corpus.mentions.first, documents)
        last[own] = -corpus.positions(corpus.mentions.last, documents)
    return first, last
