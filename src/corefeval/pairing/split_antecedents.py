"""Split antecedents: plural entities whose antecedents are several entities together (Yu et al. 2023, section 3.2).

An entity with split antecedents gets one more member: the set of the entities it consists of. Each metric compares key
and response sets itself, as if their elements were a small document. It aligns the sets one to one so that the sum of
F1 is largest. A set counts as a member in proportion to the agreement with its partner.

The elements have all mentions of the file, after duplicates are removed: singletons and zeros that are not scored still
distinguish elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Self

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Entities
from corefeval.counts import Counts
from corefeval.pairing.assignment import solve_matrix
from corefeval.pairing.match.optimal import Candidates, optimal
from corefeval.pairing.pairing import Counting, Matching, Overlap, Pairing, has_repeats
from corefeval.problems import CorefevalError, Problem
from corefeval.text import TextColumn


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """The elements of entities with split antecedents; entities and mentions are numbered as in the corpus as read.

    Attributes:
        of: the elements of each plural entity; equal sets have equal elements.
        rows: the mentions of each element.
        code: the code of each mention.
        once: whether a mention counts once in a set; false if an official scorer counts duplicates.
    """

    of: Mapping[int, tuple[int, ...]]
    rows: Mapping[int, Integers]
    code: Integers
    once: bool

    def mentions(self, whole: int) -> tuple[Integers, ...]:
        """Return the mentions of each element of a set.

        A mention of several elements counts only in the first of them; referring elements come first.
        """
        rows = [self.rows[element] for element in self.of[whole]]
        if not self.once:
            return tuple(rows)
        everything = np.concatenate(rows)
        first = np.zeros(len(everything), bool)
        first[np.unique(self.code[everything], return_index=True)[1]] = True
        pieces = np.split(first, np.cumsum([len(each) for each in rows])[:-1])
        left = [each[piece] for each, piece in zip(rows, pieces, strict=True)]
        return tuple(each for each in left if len(each))


def plural_entities(corpus: Corpus) -> frozenset[int]:
    """Return the entities that have split antecedents and are not marked non-referring, numbered as in the corpus as read."""
    whole, pseudo = corpus.relations.whole, corpus.as_read.entities.is_nonreferring
    return frozenset((whole if pseudo is None else whole[~pseudo[whole]]).tolist())


def elements(corpus: Corpus, code: Integers, settled: Corpus | None, home: Integers) -> Elements:
    """Return the elements of each entity that has split antecedents.

    An element that has elements itself is replaced by them, even if it is non-referring. If several elements have the
    same mentions, only the first counts. Elements without mentions are dropped. The entities are sorted by rank. An
    entity that is an element of itself, even indirectly, raises an error that shows the cycle.

    Args:
        corpus: one side as read.
        code: the code of each mention.
        settled: the same side without duplicate mentions; None if duplicates count.
        home: for each entity, the entity that it is merged into.
    """
    direct: dict[int, list[int]] = {}
    relations = corpus.relations
    for whole, element in zip(home[relations.whole].tolist(), home[relations.element].tolist(), strict=True):
        direct.setdefault(whole, []).append(element)
    plural = np.unique(home[sorted(plural_entities(corpus))]).tolist()
    leaves = {whole: set(_leaves(corpus, direct, whole, ())) for whole in plural}
    rows = _members(corpus, settled, set().union(*leaves.values()))
    same: dict[tuple[int, ...], int] = {}
    first = {
        element: same.setdefault(tuple(code[found].tolist()), element) for element, found in rows.items()
    }
    pseudo = corpus.entities.is_nonreferring
    order = (lambda each: each) if pseudo is None else (lambda each: (bool(pseudo[each]), each))
    of = {
        whole: tuple(sorted({first[each] for each in leaves[whole] if each in rows}, key=order))
        for whole in sorted(leaves, key=corpus.entities.rank.__getitem__)
    }
    return Elements({whole: each for whole, each in of.items() if each}, rows, code, settled is not None)


def as_read(corpus: Corpus, read: Corpus, home: Integers) -> Integers:
    """Return for each entity as read the entity that it is merged into; `home` gives this for the entities of `corpus`."""
    found = np.arange(len(read.entities))
    found[corpus.entity_numbers] = corpus.entity_numbers[home]
    return found


def _members(corpus: Corpus, settled: Corpus | None, wanted: set[int]) -> dict[int, Integers]:
    """Return the mentions of each wanted entity that has any, in the order of entities; all numbered as read.

    Duplicate mentions are removed among referring entities; non-referring ones are as read.
    """
    pseudo = corpus.entities.is_nonreferring
    entity = corpus.mentions.entity
    counts = np.ones(len(entity), bool)
    if settled is not None:
        counts = np.zeros(len(entity), bool) if pseudo is None else pseudo[entity]
        counts[settled.mention_numbers] = True
        entity = entity.copy()
        entity[settled.mention_numbers] = settled.entity_numbers[settled.mentions.entity]
    found = {each: np.flatnonzero(counts & (entity == each)) for each in sorted(wanted)}
    return {each: rows for each, rows in found.items() if len(rows)}


def _leaves(
    corpus: Corpus, direct: Mapping[int, Sequence[int]], entity: int, path: tuple[int, ...]
) -> list[int]:
    if entity in path:
        original = corpus.original or corpus
        labels = [original.entities.labels[each] for each in (*path[path.index(entity) :], entity)]
        name = original.names[int(original.entities.document[entity])]
        raise CorefevalError(
            Problem(
                "CE034",
                "document-entity-element-itself",
                original.source.place(0),
                " < ".join(labels),
                name=name,
            )
        )
    if entity not in direct:
        return [entity]
    found: list[int] = []
    for element in direct[entity]:
        found.extend(_leaves(corpus, direct, element, (*path, entity)))
    return found


def join_equal_sets(corpus: Corpus, sets: Mapping[int, tuple[int, ...]]) -> Corpus:
    """Return the corpus after merging entities with the same elements, because they are the same plural entity."""
    first: dict[tuple[int, ...], int] = {}
    target = np.arange(len(corpus.entities))
    place = {old: entity for entity, old in enumerate(corpus.entity_numbers.tolist())}
    for whole, elements in sets.items():
        target[place[whole]] = first.setdefault(elements, place[whole])
    if np.array_equal(target, np.arange(len(target))):
        return corpus
    entity = target[corpus.mentions.entity]
    return corpus.rearrange(np.arange(len(entity)), entity, np.unique(target))


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """The sets of split antecedents of one side.

    Attributes:
        entity: the entity of each set, numbered as in the scored corpus.
        elements: for each set its elements; an element is an array of mentions, numbered as read.
        code: the code of each mention of the corpus as read.
        read: the corpus as read.
    """

    entity: Integers
    elements: tuple[tuple[Integers, ...], ...]
    code: Integers
    read: Corpus

    @classmethod
    def of(cls, corpus: Corpus, found: Elements) -> Sets:
        """Return the sets of the entities that are left in a corpus."""
        numbers = corpus.entity_numbers.tolist()
        held = [(entity, old) for entity, old in enumerate(numbers) if old in found.of]
        return cls(
            integers(entity for entity, _ in held),
            tuple(found.mentions(old) for _, old in held),
            found.code,
            corpus.as_read,
        )


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SplitPairing(Pairing):
    """A pairing whose entities may have sets of split antecedents.

    Attributes:
        key_sets: the sets of the key.
        response_sets: the sets of the response.
        of_elements: the matching of mentions inside sets, including singletons that are not scored.
    """

    key_sets: Sets
    response_sets: Sets
    of_elements: Matching

    def seen_by(self, metric: Counting) -> Pairing:
        """Return the pairing with the sets as the metric compares them; a metric not defined for sets gets only mentions."""
        if metric.weighs_sets and (self.key_sets.elements or self.response_sets.elements):
            return WeightedPairing.of(self, base=self, aligned=self.aligned(metric))
        is_of_sets = metric.is_average or "split antecedents" in metric.needs
        return self if is_of_sets else self.without_sets

    @property
    def counts_repetitions(self) -> Booleans:
        """The documents in which a mention may count more than once, also within a set."""
        found = super().counts_repetitions
        for side in self._elements_by_document:
            for document, sets in side.items():
                found[document] |= any(has_repeats(integers(chain.from_iterable(each))) for each in sets)
        return found

    @property
    def is_same(self) -> Booleans:
        """The documents in which mentions, entities and sets are the same."""
        ours, theirs = self._elements_by_document
        alike = super().is_same
        for document in ours.keys() | theirs.keys():
            alike[document] &= ours.get(document) == theirs.get(document)
        return alike

    @cached_property
    def _elements_by_document(self) -> list[dict[int, list[list[list[int]]]]]:
        """For key and response the sets of each document; the elements of a set are lists of mention codes."""
        sides: list[dict[int, list[list[list[int]]]]] = [{}, {}]
        for found, sets, documents in zip(
            sides,
            (self.key_sets, self.response_sets),
            (self.key_document, self.response_document),
            strict=True,
        ):
            for document, elements in zip(documents.tolist(), sets.elements, strict=True):
                found.setdefault(document, []).append([sets.code[rows].tolist() for rows in elements])
        return sides

    def with_response_entities(self, response: Corpus, number: Integers, **changes: Any) -> Self:
        """Return the pairing with other response entities and their sets."""
        sets = replace(self.response_sets, entity=number[self.response_sets.entity])
        return self.of(self, response=response, response_sets=sets, **changes)

    @property
    def plain(self) -> Pairing:
        """The pairing of mentions alone."""
        base = self.as_matched
        return base.without_sets.plain if isinstance(base, SplitPairing) else base.plain

    @cached_property
    def without_sets(self) -> Pairing:
        """The pairing of mentions alone, without entities whose only member is a set."""
        corpora = {"key": self.key, "response": self.response}
        for side, corpus in corpora.items():
            if (corpus.entity_sizes == 0).any():
                corpora[side] = corpus.select_mentions(np.ones(len(corpus.mentions), bool))
        return Pairing.of(self, **corpora)

    @cached_property
    def key_members(self) -> Integers:
        """The number of mentions and sets of each key entity."""
        return self.key.entity_sizes + np.bincount(self.key_sets.entity, minlength=len(self.key.entities))

    @cached_property
    def response_members(self) -> Integers:
        """The number of mentions and sets of each response entity."""
        sets = np.bincount(self.response_sets.entity, minlength=len(self.response.entities))
        return self.response.entity_sizes + sets

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

    def counted(self, metric: Counting) -> Counts:
        """Return the counts of a metric for each pair of sets, then for each key set and each response set alone."""
        rows, columns = self.candidates
        none = np.full(len(self.key_sets.entity), -1), np.full(len(self.response_sets.entity), -1)
        rows = np.concatenate([rows, np.arange(len(none[0])), none[1]])
        columns = np.concatenate([columns, none[0], np.arange(len(none[1]))])
        return metric.count_sets(_element_pairing(self, rows, columns))

    def aligned(self, metric: Counting) -> Aligned:
        """Return the one-to-one alignment of sets with the largest sum of F1; sets that share nothing are not aligned.

        If an element lists a mention twice, a pair can have recall or precision above 0 and still F1 0. In such
        documents the official scorer also keeps pairs of F1 0 that its solver assigns, and so do we.
        """
        rows, columns = self.candidates
        counts = self.counted(metric).select(np.arange(len(rows)))
        scores = {part: np.nan_to_num(value) for part, value in metric.score(counts.columns).items()}
        tried = Candidates(rows, columns, scores["f1"], self.key_document, self.response_document)
        chosen = optimal(tried)
        one_sided = (scores["f1"] == 0) & (scores["recall"] + scores["precision"] > 0)
        if one_sided.any():
            document = self.key_document[rows]
            affected = np.unique(document[one_sided])
            pairs = [self._solved(scores["f1"], np.flatnonzero(document == one)) for one in affected.tolist()]
            chosen = np.sort(np.concatenate([chosen[~np.isin(document[chosen], affected)], *pairs]))
        return Aligned(rows[chosen], columns[chosen], chosen, *(scores[part][chosen] for part in _PARTS))

    def _solved(self, value: Floats, pairs: Integers) -> Integers:
        """Return the aligned pairs of one document, including pairs of value 0; `pairs` are all its pairs."""
        rows, columns = (np.unique(side[pairs], return_inverse=True)[1] for side in self.candidates)
        return pairs[solve_matrix(rows, columns, value[pairs], (int(rows.max()) + 1, int(columns.max()) + 1))]


_PARTS = ("recall", "precision", "f1")


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """The alignment of key sets with response sets, and their agreement."""

    key: Integers
    response: Integers
    candidate: Integers
    recall: Floats
    precision: Floats
    f1: Floats


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class WeightedPairing(Pairing):
    """The variant of a pairing for one metric: sets are members, and aligned sets are shared as far as they agree."""

    no_shares = "sets of split antecedents are no mentions"

    base: SplitPairing
    aligned: Aligned

    @cached_property
    def key_sizes(self) -> Integers:
        """The number of mentions and sets of each key entity."""
        return self.base.key_members

    @cached_property
    def response_sizes(self) -> Integers:
        """The number of mentions and sets of each response entity."""
        return self.base.response_members

    @cached_property
    def key_mentions(self) -> Floats:
        """The number of mentions and sets of the key in each document."""
        return self.by_key_document(np.arange(len(self.key_sizes)), self.key_sizes)

    @cached_property
    def response_mentions(self) -> Floats:
        """The number of mentions and sets of the response in each document."""
        return self.by_response_document(np.arange(len(self.response_sizes)), self.response_sizes)

    @cached_property
    def recall_overlap(self) -> Overlap:
        """The overlap found by looking up key mentions, with sets weighted by recall."""
        return self._weighted(self.base.recall_overlap, self.aligned.recall)

    @cached_property
    def precision_overlap(self) -> Overlap:
        """The overlap found by looking up response mentions, with sets weighted by precision."""
        return self._weighted(self.base.precision_overlap, self.aligned.precision)

    @cached_property
    def member_overlap(self) -> Overlap:
        """The overlap of entities as lists, with sets weighted by F1."""
        return self._weighted(self.base.member_overlap, self.aligned.f1)

    @cached_property
    def link_overlap(self) -> Overlap:
        """The overlap in which links are counted, with sets weighted by F1."""
        return self._weighted(self.base.recall_overlap, self.aligned.f1)

    def _weighted(self, overlap: Overlap, weight: Floats) -> Overlap:
        base, aligned = self.base, self.aligned
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
    """Return a pairing with one document per pair of sets; its entities are the elements of the sets. -1 is an empty set."""
    matching = pairing.of_elements
    sides = pairing.key_sets, pairing.response_sets
    size = 1 + max(int(sets.code.max(initial=-1)) for sets in sides)
    to_response, to_key = np.arange(size), np.arange(size)
    to_response[matching.key_code] = matching.key_target
    to_key[matching.response_code] = matching.response_target
    key, key_code = _elements(sides[0], rows)
    response, response_code = _elements(sides[1], columns)
    matched = Matching(
        _apart(key_code, key, size),
        _apart(response_code, response, size),
        _apart(to_response[key_code], key, size),
        _apart(to_key[response_code], response, size),
    )
    return Pairing(key.names, key, response, matched, pairing.language, pairing.scheme, pairing.types)


def _apart(codes: Integers, corpus: Corpus, size: int) -> Integers:
    """Return the codes of mentions, made different in every document; -1 stays -1."""
    return np.where(codes >= 0, corpus.mention_document * size + codes, -1)


def _elements(sets: Sets, chosen: Integers) -> tuple[Corpus, Integers]:
    """Return a corpus with one document per chosen set, whose entities are its elements, and the codes of its mentions."""
    elements = [sets.elements[index] if index >= 0 else () for index in chosen.tolist()]
    mentions = list(chain.from_iterable(elements))
    document = np.repeat(np.arange(len(chosen)), integers(map(len, elements)))
    element = np.repeat(np.arange(len(mentions)), integers(map(len, mentions)))
    row = np.concatenate([integers(), *mentions])
    held = sets.read.with_entities(row, element, np.zeros(len(mentions), np.int64))
    labels = TextColumn.of([""] * len(mentions))
    entities = Entities(document, labels, np.arange(len(mentions)))
    return held.anew(names=tuple(map(str, range(len(chosen)))), entities=entities), sets.code[row]
