"""Split antecedents: plural entities whose antecedents are several entities together (Yu et al. 2023, section 4.2).

An entity with split antecedents gets one more member, its accommodated set: the entities it is made of. Key and
response sets are compared by each metric itself, as if their elements were a small document, and aligned one
to one so that F1 is largest; a set counts as a member as far as it agrees with its partner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from corefeval.augmenting import augmenting_paths
from corefeval.corpus import Corpus, Entities, Integers, Mentions, integers
from corefeval.counts import Counts, Floats
from corefeval.matching.optimal import Candidates, optimal
from corefeval.pairing import Matching, Overlap, Pairing
from corefeval.problems import CorefevalError, Problem
from corefeval.text import TextColumn

if TYPE_CHECKING:
    from corefeval.metrics.base import Metric


def accommodated_sets(corpus: Corpus, code: Integers) -> dict[int, tuple[int, ...]]:
    """Return the elements of each entity that has split antecedents, in entity numbers of the corpus as read.

    An element that has elements itself is replaced by them; of elements with the same mentions only the first
    counts, so that equal sets have equal elements. The entities are in order of their rank. An entity that is
    an element of itself, however indirectly, is refused with the cycle shown.
    """
    relations = corpus.relations
    direct: dict[int, list[int]] = {}
    for whole, element in zip(relations.whole.tolist(), relations.element.tolist(), strict=True):
        direct.setdefault(whole, []).append(element)
    leaves = {whole: set(_leaves(corpus, direct, whole, ())) for whole in direct}
    same: dict[tuple[int, ...], int] = {}
    first = {
        element: same.setdefault(tuple(code[corpus.mentions.entity == element].tolist()), element)
        for element in sorted(set().union(*leaves.values()))
    }
    return {
        whole: tuple(sorted({first[element] for element in leaves[whole]}))
        for whole in sorted(leaves, key=corpus.entities.rank.__getitem__)
    }


def _leaves(
    corpus: Corpus, direct: Mapping[int, Sequence[int]], entity: int, path: tuple[int, ...]
) -> list[int]:
    if entity in path:
        original = corpus.original or corpus
        labels = [original.entities.labels[each] for each in (*path[path.index(entity) :], entity)]
        name = original.names[int(original.entities.document[entity])]
        message = f"document {name!r}: an entity is an element of itself:"
        raise CorefevalError(Problem("CE034", message, original.source.place(0), " < ".join(labels)))
    if entity not in direct:
        return [entity]
    found: list[int] = []
    for element in direct[entity]:
        found.extend(_leaves(corpus, direct, element, (*path, entity)))
    return found


def join_equal_sets(corpus: Corpus, sets: Mapping[int, tuple[int, ...]]) -> Corpus:
    """Return the corpus with entities of the same elements made one, the first: they are the same plural entity.

    What refers to nothing is not joined.
    """
    first: dict[tuple[int, ...], int] = {}
    target = np.arange(len(corpus.entities))
    pseudo = corpus.entities.is_nonreferring
    for whole, elements in sets.items():
        if pseudo is None or not pseudo[whole]:
            target[whole] = first.setdefault(elements, whole)
    if np.array_equal(target, np.arange(len(target))):
        return corpus
    entity = target[corpus.mentions.entity]
    return corpus.rearrange(np.arange(len(entity)), entity, np.unique(target))


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """The accommodated sets of one side.

    Attributes:
        entity: the entity each belongs to, in numbers of the corpus as scored.
        elements: its elements, in entity numbers of the corpus as read.
        code: the identity of each mention of the corpus as read.
    """

    entity: Integers
    elements: tuple[tuple[int, ...], ...]
    code: Integers

    @classmethod
    def of(cls, corpus: Corpus, sets: Mapping[int, tuple[int, ...]], code: Integers) -> Sets:
        """Return the sets of the entities that are left."""
        number = np.arange(len(corpus.entities)) if corpus.entity_number is None else corpus.entity_number
        held = [(entity, sets[old]) for entity, old in enumerate(number.tolist()) if old in sets]
        return cls(integers(entity for entity, _ in held), tuple(elements for _, elements in held), code)


@dataclass(frozen=True, eq=False)
class SplitPairing(Pairing):
    """A pairing whose entities may have accommodated sets; the fields have defaults for the dataclass only."""

    key_sets: Sets = field(default_factory=lambda: Sets(integers(), (), integers()))
    response_sets: Sets = field(default_factory=lambda: Sets(integers(), (), integers()))

    @classmethod
    def of(cls, pairing: Pairing, key_sets: Sets, response_sets: Sets) -> SplitPairing:
        """Return a pairing with these sets."""
        return cls(
            pairing.names,
            pairing.key,
            pairing.response,
            pairing.matching,
            pairing.language,
            key_sets=key_sets,
            response_sets=response_sets,
        )

    def seen_by(self, metric: Metric) -> Pairing:
        """Return the pairing with the sets weighed by a metric."""
        return WeightedPairing.of(self, self.aligned(metric)) if metric.weighs_sets else self

    @cached_property
    def key_document(self) -> Integers:
        """The document of each key set."""
        return self.key.entities.document[self.key_sets.entity]

    @cached_property
    def response_document(self) -> Integers:
        """The document of each response set."""
        return self.response.entities.document[self.response_sets.entity]

    @cached_property
    def candidates(self) -> tuple[Integers, Integers]:
        """All pairs of a key set and a response set of one document."""
        same = self.key_document[:, None] == self.response_document[None, :]
        rows, columns = np.nonzero(same)
        return rows.astype(np.int64), columns.astype(np.int64)

    def counted(self, metric: Metric) -> Counts:
        """Return what a metric counts for each pair of sets, then for each key set and each response set alone."""
        rows, columns = self.candidates
        none = np.full(len(self.key_sets.entity), -1), np.full(len(self.response_sets.entity), -1)
        rows = np.concatenate([rows, np.arange(len(none[0])), none[1]])
        columns = np.concatenate([columns, none[0], np.arange(len(none[1]))])
        return metric.count_sets(_element_pairing(self, rows, columns))

    def aligned(self, metric: Metric) -> Aligned:
        """Return the one-to-one alignment of sets whose sum of F1 is largest; what shares nothing is not aligned.

        An element that lists a mention twice can be right in one direction and wrong in the other; then the
        official scorer takes what its solver leaves to a set without a partner, and so do we.
        """
        rows, columns = self.candidates
        counts = self.counted(metric).select(np.arange(len(rows)))
        scores = {part: np.nan_to_num(value) for part, value in metric.score(counts.columns).items()}
        edges = np.flatnonzero(scores["f1"] > 0)
        tried = Candidates(
            rows[edges], columns[edges], scores["f1"][edges], self.key_document, self.response_document
        )
        chosen = edges[optimal(tried)]
        one_sided = (scores["f1"] == 0) & (scores["recall"] + scores["precision"] > 0)
        if one_sided.any():
            document = self.key_document[rows]
            affected = np.unique(document[one_sided])
            pairs = [self._solved(scores["f1"], np.flatnonzero(document == one)) for one in affected.tolist()]
            chosen = np.sort(np.concatenate([chosen[~np.isin(document[chosen], affected)], *pairs]))
        return Aligned(rows[chosen], columns[chosen], chosen, *(scores[part][chosen] for part in _PARTS))

    def _solved(self, value: Floats, pairs: Integers) -> Integers:
        """Return the pairs of one document that are aligned, those without value too; all its pairs are given."""
        rows, columns = (np.unique(side[pairs], return_inverse=True)[1] for side in self.candidates)
        number = np.empty((rows.max() + 1, columns.max() + 1), np.int64)
        number[rows, columns] = pairs
        return number[augmenting_paths(value[number])]


_PARTS = ("recall", "precision", "f1")


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """Which key set is which response set, and how far they agree."""

    key: Integers
    response: Integers
    candidate: Integers
    recall: Floats
    precision: Floats
    f1: Floats


@dataclass(frozen=True, eq=False)
class WeightedPairing(Pairing):
    """A pairing as one metric sees it: sets are members, aligned sets are shared as far as they agree."""

    no_shares = "sets of split antecedents are no mentions"

    base: SplitPairing | None = None
    aligned: Aligned | None = None

    @classmethod
    def of(cls, base: SplitPairing, aligned: Aligned) -> WeightedPairing:
        """Return the pairing with these weights."""
        return cls(
            base.names, base.key, base.response, base.matching, base.language, base=base, aligned=aligned
        )

    @property
    def _sets(self) -> tuple[SplitPairing, Aligned]:
        if self.base is None or self.aligned is None:
            raise TypeError
        return self.base, self.aligned

    @cached_property
    def key_sizes(self) -> Integers:
        """Mentions and sets of each key entity."""
        base, _ = self._sets
        return self.key.entity_sizes + np.bincount(base.key_sets.entity, minlength=len(self.key.entities))

    @cached_property
    def response_sizes(self) -> Integers:
        """Mentions and sets of each response entity."""
        base, _ = self._sets
        sets = np.bincount(base.response_sets.entity, minlength=len(self.response.entities))
        return self.response.entity_sizes + sets

    @cached_property
    def key_mentions(self) -> Floats:
        """Mentions and sets of each key document."""
        return self.by_key_document(np.arange(len(self.key_sizes)), self.key_sizes)

    @cached_property
    def response_mentions(self) -> Floats:
        """Mentions and sets of each response document."""
        return self.by_response_document(np.arange(len(self.response_sizes)), self.response_sizes)

    @cached_property
    def recall_overlap(self) -> Overlap:
        """As key mentions see it, sets with their recall."""
        base, aligned = self._sets
        return self._weighted(base.recall_overlap, aligned.recall)

    @cached_property
    def precision_overlap(self) -> Overlap:
        """As response mentions see it, sets with their precision."""
        base, aligned = self._sets
        return self._weighted(base.precision_overlap, aligned.precision)

    @cached_property
    def member_overlap(self) -> Overlap:
        """As lists, sets with their F1."""
        base, aligned = self._sets
        return self._weighted(base.member_overlap, aligned.f1)

    @cached_property
    def link_overlap(self) -> Overlap:
        """For links, sets with their F1."""
        base, aligned = self._sets
        return self._weighted(base.recall_overlap, aligned.f1)

    def _weighted(self, overlap: Overlap, weight: Floats) -> Overlap:
        base, aligned = self._sets
        width = max(len(self.response.entities), 1)
        extra = base.key_sets.entity[aligned.key] * width + base.response_sets.entity[aligned.response]
        cells = np.union1d(overlap.key * width + overlap.response, extra)
        count = np.zeros(len(cells), np.int64)
        count[np.searchsorted(cells, overlap.key * width + overlap.response)] = overlap.count
        weights = np.zeros(len(cells))
        np.add.at(weights, np.searchsorted(cells, extra), weight)
        equal = count.copy()
        np.add.at(equal, np.searchsorted(cells, extra), aligned.f1 == 1)
        return Overlap(cells // width, cells % width, count, weights, equal)


def _element_pairing(pairing: SplitPairing, rows: Integers, columns: Integers) -> Pairing:
    """Return a pairing with a document for each pair of sets, whose entities are the sets' elements; -1 is no set."""
    matching = pairing.matching
    size = 1 + max(
        (int(codes.max(initial=-1)) for codes in (pairing.key_sets.code, pairing.response_sets.code)),
        default=-1,
    )
    to_response, to_key = np.arange(size), np.arange(size)
    to_response[matching.key_code] = matching.key_target
    to_key[matching.response_code] = matching.response_target
    key, key_code = _elements(pairing.key, pairing.key_sets, rows)
    response, response_code = _elements(pairing.response, pairing.response_sets, columns)
    matched = Matching(
        *_apart([key_code, response_code, to_response[key_code], to_key[response_code]], key, response, size)
    )
    return Pairing(key.names, key, response, matched)


def _apart(codes: Sequence[Integers], key: Corpus, response: Corpus, size: int) -> list[Integers]:
    """Return the codes of key, response and their targets made different in every document; -1 stays."""
    documents = (key.mention_document, response.mention_document) * 2
    return [
        np.where(code >= 0, document * size + code, -1)
        for code, document in zip(codes, documents, strict=True)
    ]


def _elements(corpus: Corpus, sets: Sets, chosen: Integers) -> tuple[Corpus, Integers]:
    """Return a corpus with a document for each chosen set, its entities the elements, and the mentions' codes."""
    original = corpus.original or corpus
    order = np.argsort(original.mentions.entity, kind="stable")
    begin = np.searchsorted(original.mentions.entity[order], np.arange(len(original.entities) + 1))
    document: list[int] = []
    mentions: list[Integers] = []
    for number, index in enumerate(chosen.tolist()):
        for element in sets.elements[index] if index >= 0 else ():
            document.append(number)
            mentions.append(order[begin[element] : begin[element + 1]])
    count = integers(len(rows) for rows in mentions)
    row = np.concatenate([integers(), *mentions])
    code = sets.code[row]
    entity = np.repeat(np.arange(len(count)), count)
    old = original.mentions
    return (
        replace(
            original,
            names=tuple(map(str, range(len(chosen)))),
            mentions=Mentions(
                entity,
                old.first[row],
                old.last[row],
                old.head[row],
                old.minimum_first[row],
                old.minimum_last[row],
            ),
            entities=Entities(
                integers(document), TextColumn.of([""] * len(document)), np.arange(len(document))
            ),
            original=None,
            number=None,
            entity_number=None,
        ),
        code,
    )
