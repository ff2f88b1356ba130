"""Repairs: the response with some of its errors repaired, scored by the ordinary metrics.

A variant is one confusion group with some of its errors repaired. The metrics that can be explained are sums over
confusion groups, or follow from such sums, so a corpus is repaired group by group. All variants together are one
pairing whose documents are the variants, so a metric counts thousands of them at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

import numpy as np

from corefeval.arrays import Booleans, Integers, Ragged, begins, components, integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Entities, Mentions, Nodes
from corefeval.explanation.errors import ErrorClass
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.joint_mentions import text_places
from corefeval.pairing.pairing import Described, Matching, Pairing
from corefeval.problems import CorefevalError, Problem
from corefeval.text import TextColumn

Places = Integers
"""Two rows: the first and the last word of each mention, counted in its document."""


@dataclass(frozen=True, eq=False)
class Variants:
    """The errors and the group that each variant repairs.

    Attributes:
        unit: the unit of each variant (see Repairer).
        variant: the variant of each choice, ascending.
        error: the error it repairs.
    """

    unit: Integers
    variant: Integers
    error: Integers

    def __len__(self) -> int:
        """Return the number of variants."""
        return len(self.unit)

    def between(self, start: int, stop: int) -> Variants:
        """Return some of them, renumbered from 0."""
        begin, end = np.searchsorted(self.variant, [start, stop])
        return Variants(self.unit[start:stop], self.variant[begin:end] - start, self.error[begin:end])


@dataclass(frozen=True, eq=False)
class Repairer:
    """Where responses are repaired.

    Attributes:
        found: the errors of the unrepaired response; they are not recomputed after a repair.
        unit: the unit of each mention of `found.aligned`, which is repaired as a whole: its confusion group.
    """

    found: FoundErrors
    unit: Integers

    @cached_property
    def spans(self) -> tuple[Places, Places]:
        """First and last word of each mention in the key and in the response; the other side's if one lacks it."""
        joint = self.found.aligned
        key, response = (
            np.array([look_up(rows, place) for place in places[1:]])
            for places, rows in zip(
                text_places(self.found.pairing), (joint.key_mention, joint.response_mention), strict=True
            )
        )
        return np.where(joint.is_spurious, response, key), np.where(joint.is_missing, key, response)

    @cached_property
    def mentions(self) -> Ragged:
        """The mentions of each unit."""
        return Ragged.by(self.unit, int(self.unit.max(initial=-1)) + 1)

    @cached_property
    def place(self) -> Integers:
        """The place of each mention within its unit."""
        return self.mentions.places

    @cached_property
    def response_entities(self) -> Ragged:
        """The entities of the response in each unit."""
        return self._entities(self.found.aligned.response_entity, self.found.aligned.response_entities)

    @cached_property
    def key_entities(self) -> Ragged:
        """The entities of the key in each unit."""
        return self._entities(self.found.aligned.key_entity, self.found.aligned.key_entities)

    def _entities(self, entity: Integers, entities: int) -> Ragged:
        unit = np.full(entities + 1, -1, np.int64)
        unit[entity] = self.unit
        return Ragged.by(unit[:entities], len(self.mentions))

    @cached_property
    def unit_errors(self) -> Ragged:
        """The errors of each unit."""
        return Ragged.by(self.error_unit, len(self.mentions))

    @cached_property
    def error_unit(self) -> Integers:
        """The unit of each error."""
        return self.unit[self.found.table.first]

    def repair(self, variants: Variants) -> Pairing:
        """Return the pairing whose documents are the variants.

        Errors are repaired class by class:

        * merged entity: its part becomes a separate entity.
        * spurious mention or entity: delete it.
        * split entity: join its entity with that of the key entity's anchor. Add the anchor if it is missing.
        * missing mention: add it to the entity of the earliest mention of its key entity that is present.
        * missing entity: add the whole entity.
        * span error: take the key's span. Other classes do not change spans.

        Then drop entities of one mention; in a corpus with singletons, drop only spurious anchors. Repairing all
        classes gives the key.
        """
        return self._repaired(variants).pairing()

    def repair_as_entities(self, variants: Variants) -> tuple[Integers, Integers, Booleans, Integers]:
        """Return the same as entities.

        These are the mentions present, rows of the JointMentions; the entity of each, any number; whether each has the
        key's span instead of its own; and the new number of each entity of the unrepaired response, -1 if it has no
        mention in any variant.
        """
        bench = self._repaired(variants)
        joint = self.found.aligned
        entity = joint.response_entity[bench.mention]
        home = np.full(joint.response_entities, -1, np.int64)
        known = entity >= 0
        own = bench.of_response[bench.variant[known]] + self.response_entities.places[entity[known]]
        home[entity[known]] = bench.merged[own]
        present = np.flatnonzero(bench.label >= 0)
        takes_key_span = joint.is_span_error[bench.mention] & ~bench.has_wrong_span
        return bench.mention[present], bench.label[present], takes_key_span[present], home

    def _repaired(self, variants: Variants) -> _RepairedVariants:
        owner, mention = self.mentions.take(variants.unit)
        bench = _RepairedVariants(self, variants, owner, mention)
        bench.split_merged()
        bench.delete_spurious()
        bench.join_split()
        bench.add_missing_mentions()
        bench.add_missing_entities()
        bench.drop_left_over()
        return bench


class _RepairedVariants:
    """One batch of variants under repair: a row for each mention of each variant, with the label of its entity.

    The key has {a b c} {d e}, the response {a b} {c d e}. In error 0, c is split from its entity; in error 1, d and e
    are merged with another entity. Of three variants the first repairs nothing, the second error 0, the third both:

        variant           0 0 0 0 0   1 1 1 1 1   2 2 2 2 2
        mention           a b c d e   a b c d e   a b c d e
        label             0 0 1 1 1   6 6 7 7 7   12 12 13 13 13    two for the response, two for errors, two for the key
        split_merged      0 0 1 1 1   6 6 7 7 7   12 12 13 15 15    15: the entity that error 1 of variant 2 makes
        join_split        0 0 1 1 1   6 6 6 6 6   12 12 12 15 15    c is put where a is, with all that is with c

    The second variant shows why errors are not independent: joining c with a joins d and e as well.
    """

    def __init__(self, shop: Repairer, variants: Variants, variant: Integers, mention: Integers) -> None:
        self.shop, self.variants, self.variant, self.mention = shop, variants, variant, mention
        self.joint, self.errors = shop.found.aligned, shop.found.table
        sizes = shop.mentions.sizes[variants.unit]
        self.start = begins(sizes)
        # labels, of each variant: entities of the response, then one for each error, then one for each key entity
        tables = (shop.response_entities, shop.unit_errors, shop.key_entities)
        counts = np.stack([table.sizes[variants.unit] for table in tables], axis=1)
        self.labels = int(counts.sum())
        begin = (np.cumsum(counts) - counts.ravel()).reshape(counts.shape)
        self.of_response: Integers = begin[:, 0]
        self.of_error: Integers = begin[:, 1]
        self.of_key: Integers = begin[:, 2]
        entity = self.joint.response_entity[mention]
        self.label = np.where(
            entity >= 0, self.of_response[variant] + np.append(shop.response_entities.places, 0)[entity], -1
        )
        self.kind = self.errors.kind[variants.error]
        self.merged = np.arange(self.labels)

    def row(self, variant: Integers, mention: Integers) -> Integers:
        """Return the row of a mention of a variant."""
        return self.start[variant] + self.shop.place[mention]

    def chosen(self, *kinds: ErrorClass) -> tuple[Integers, Integers]:
        """Return (variant, error) of the choices of these classes."""
        rows = np.flatnonzero(np.isin(self.kind, kinds))
        return self.variants.variant[rows], self.variants.error[rows]

    def members(self, variant: Integers, error: Integers) -> tuple[Integers, Integers]:
        """Return (error, row) for all mentions of these errors."""
        owner, mention = self.errors.members.take(error)
        return error[owner], self.row(variant[owner], mention)

    def error_label(self, variant: Integers, error: Integers) -> Integers:
        """Return the label of the entity that the repair of an error makes."""
        return self.of_error[variant] + self.shop.unit_errors.places[error]

    def split_merged(self) -> None:
        error, row = self.members(*self.chosen(ErrorClass.MERGED_ENTITY))
        self.label[row] = self.error_label(self.variant[row], error)

    def delete_spurious(self) -> None:
        spurious = (ErrorClass.SPURIOUS_MENTION, ErrorClass.SPURIOUS_ENTITY, ErrorClass.SPURIOUS_SINGLETON)
        _, row = self.members(*self.chosen(*spurious))
        self.label[row] = -1

    def join_split(self) -> None:
        variant, error = self.chosen(ErrorClass.SPLIT_ENTITY)
        if not len(error):
            return
        whole = self.errors.whole[error]
        anchor = self.row(variant, self.joint.key_anchor[whole])
        absent = self.label[anchor] < 0
        self.label[anchor[absent]] = (self.of_key[variant] + self.shop.key_entities.places[whole])[absent]
        one, other = self.label[anchor], self.label[self.row(variant, self.errors.first[error])]
        nodes, inverse = np.unique(np.concatenate([one, other]), return_inverse=True)
        self.merged[nodes] = nodes[components(inverse[: len(one)], inverse[len(one) :], len(nodes))]
        self.label = look_up(self.label, self.merged)

    def add_missing_mentions(self) -> None:
        variant, error = self.chosen(ErrorClass.MISSING_MENTION)
        if not len(error):
            return
        owner, mention = self.joint.by_key_entity.take(self.errors.whole[error])
        row = self.row(variant[owner], mention)
        present = np.flatnonzero(self.label[row] >= 0)
        # rows of one owner are in text order, and a key entity with a missing mention has another one
        _, first = np.unique(owner[present], return_index=True)
        joined = self.label[row[present[first]]]
        self.label[self.row(variant, self.errors.first[error])] = joined

    def add_missing_entities(self) -> None:
        variant, error = self.chosen(ErrorClass.MISSING_ENTITY, ErrorClass.MISSING_SINGLETON)
        owner, mention = self.joint.by_key_entity.take(self.errors.whole[error])
        self.label[self.row(variant[owner], mention)] = self.error_label(variant, error)[owner]

    def drop_left_over(self) -> None:
        present = np.flatnonzero(self.label >= 0)
        sizes = np.bincount(self.label[present], minlength=self.labels)
        alone = present[sizes[self.label[present]] == 1]
        if (
            self.shop.found.singletons
        ):  # entities of one mention count; otherwise all that a repair leaves are dropped
            alone = alone[self.is_spurious_anchor[alone]]
        self.label[alone] = -1

    @property
    def is_spurious_anchor(self) -> Booleans:
        """Which rows are anchors that the key lacks, in entities of more than one mention."""
        joint, mention = self.joint, self.mention
        entity = joint.response_entity[mention]
        anchor: Booleans = (
            joint.is_spurious[mention]
            & (look_up(entity, joint.response_anchor) == mention)
            & (look_up(entity, joint.by_response_entity.sizes, 0) > 1)
        )
        return anchor

    @property
    def has_wrong_span(self) -> Booleans:
        """Which rows have another span than the key after the repairs."""
        wrong = self.joint.is_span_error[self.mention]
        variant, error = self.chosen(ErrorClass.SPAN_ERROR)
        wrong[self.row(variant, self.errors.first[error])] = False
        return wrong

    def pairing(self) -> Pairing:
        """Return the batch as key and response, a document a variant."""
        # key [1 2] [3 4], response [1 2 3], two variants with the mentions 1 to 4 each:
        # code              0  1  2  3 | 4  5  6  7     a wrong span has the code 8 + that of the key's span
        # label             0  0 -1 -1 | 5  5  5  5     -1: this variant of the response lacks the mention
        # in_response       0  1       | 4  5  6  7
        # key_entity        0  0  1  1 | 2  2  3  3     numbered through all variants
        # response_entity   0  0       | 1  1  1  1     the labels that occur, numbered from 0
        code = np.arange(len(self.mention))
        in_key = np.flatnonzero(~self.joint.is_spurious[self.mention])
        in_response = np.flatnonzero(self.label >= 0)
        wrong_span = self.has_wrong_span
        response_code = np.where(wrong_span, len(code) + code, code)
        is_present = np.zeros(2 * len(code), bool)
        is_present[response_code[in_response]] = True
        is_known = np.zeros(2 * len(code), bool)
        is_known[in_key] = True
        targets = response_code[in_response]
        sizes = self.shop.key_entities.sizes[self.variants.unit]
        begin, of_key = begins(sizes), self.shop.key_entities.places
        key_entity = begin[self.variant[in_key]] + of_key[self.joint.key_entity[self.mention[in_key]]]
        label = self.label[in_response]
        document = np.full(self.labels, -1, np.int64)
        document[label] = self.variant[in_response]
        used = document >= 0
        response_entity = (np.cumsum(used) - 1)[label]
        variants = len(self.variants)
        key_spans, response_spans = (spans[:, self.mention] for spans in self.shop.spans)
        is_repaired = self.joint.is_span_error[self.mention] & ~wrong_span
        response_spans = np.where(is_repaired, key_spans, response_spans)
        return Pairing(
            ("",) * variants,
            _corpus(variants, np.repeat(np.arange(variants), sizes), key_entity, key_spans[:, in_key]),
            _corpus(variants, document[used], response_entity, response_spans[:, in_response]),
            Matching(
                in_key,
                targets,
                np.where(is_present[in_key], in_key, -1),
                np.where(is_known[targets], targets, -1),
            ),
            described=_Undescribed(),
        )


class _Undescribed(Described):
    """The linguistics of a repaired response: not available, because it has no words."""

    def __init__(self) -> None:
        """Do nothing."""

    @cached_property
    def linguistics(self) -> NoReturn:
        """Refuse."""
        raise CorefevalError(Problem("CE064", "repairs-scored-on-entities"))


def _corpus(documents: int, document: Integers, entity: Integers, spans: Places) -> Corpus:
    """Return a corpus without text: the document of each entity, the entity of each mention, first and last words."""
    none = np.broadcast_to(np.int64(-1), len(entity))
    zeros = np.zeros(documents, np.int64)
    labels = TextColumn(np.zeros(0, np.uint8), np.zeros(len(document) + 1, np.int64))
    return Corpus(
        ("",) * documents,
        Nodes(zeros, zeros, TextColumn.of([]), integers()),
        Mentions(entity, spans[0], spans[1], none, none, none),
        Entities(document, labels, np.arange(len(document))),
        format="repaired",
    )
