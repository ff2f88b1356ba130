"""Pairing: key and response, which mention is which, and how their entities overlap. Built once, shared by all metrics."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, begins_run, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.problems import Met
from corefeval.records import dataclass

if TYPE_CHECKING:
    from corefeval.linguistics.describe import Linguistics

Derived = TypeVar("Derived")


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """How many mentions each key entity shares with each response entity: the non-empty cells only.

    Attributes:
        key: the key entity of each cell, ascending.
        response: its response entity, ascending within a key entity.
        count: how many mentions they share.
        weight: the agreement of the sets of split antecedents (0 to 1); None if these are not scored.
        whole: there, the number of shared mentions and equal sets; None otherwise.
        listed: with `duplicates=perl`, the number of mentions that both list, found in this cell or not; None
            otherwise.
    """

    key: Integers
    response: Integers
    count: Integers
    weight: Floats | None = None
    whole: Integers | None = None
    listed: Integers | None = None

    @property
    def shared(self) -> Integers | Floats:
        """The shared part of the entities of each cell: mentions, and sets in proportion to their agreement."""
        return self.count if self.weight is None else self.count + self.weight

    @property
    def equal(self) -> Integers:
        """The fully shared part of the entities of each cell: mentions, and equal sets."""
        return self.count if self.whole is None else self.whole

    @property
    def around(self) -> Integers | Floats:
        """The number of mentions with which each mention of a cell is together, including itself, as counted by B³."""
        return self.shared if self.listed is None else self.listed

    @property
    def squares(self) -> Integers | Floats:
        """The sum of the squared weights of the shared part of the entities of each cell."""
        return self.count if self.weight is None else self.count + self.weight**2

    @property
    def links(self) -> Floats:
        """The links within the shared part of the entities of each cell; a link to a set has the weight of the set."""
        links = pairs(self.count)
        return links if self.weight is None else links + self.count * self.weight

    def select(self, kept: Booleans) -> Overlap:
        """Return some of the cells."""
        columns = (getattr(self, each.name) for each in fields(self))
        return Overlap(*(None if column is None else column[kept] for column in columns))  # type: ignore[arg-type]

    def swapped(self) -> Overlap:
        """Return the table with key and response in each other's place."""
        order = np.lexsort((self.key, self.response))
        return Overlap(self.response[order], self.key[order], self.count[order])

    @classmethod
    def of(cls, key: Integers, response: Integers, responses: int) -> Overlap:
        """Return the table of pairs (key entity, response entity), one pair a shared mention."""
        width = max(responses, 1)
        ordered = np.sort(key * width + response)
        first = np.flatnonzero(begins_run(ordered))
        cells, counts = ordered[first], np.empty_like(first)
        np.subtract(first[1:], first[:-1], out=counts[:-1])
        counts[-1:] = len(ordered) - first[-1:]
        return cls(cells // width, cells % width, counts)


@dataclass(frozen=True, slots=True, eq=False)
class LinkSets:
    """The number of links in each document, as sets: a link counts once, even if it is listed twice.

    Attributes:
        together: links inside entities: of both sides, of the key, of the response.
        apart: links across entities, in the same order.
    """

    together: tuple[Floats, Floats, Floats]
    apart: tuple[Floats, Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """Which mentions are the same.

    A code identifies a mention: within one side equal codes are one mention listed twice. The target of a key
    mention is the code of its matched response mention, and vice versa; -1 for none. `defined` is the matching by
    definition, if this one follows a scorer that deviates from it (`zeros=dependent-official`).
    """

    key_code: Integers
    response_code: Integers
    key_target: Integers
    response_target: Integers
    defined: Matching | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True, eq=False)
class Adaptation:
    """How a pairing was adapted from another: mentions of one side become singletons of the other, and some are dropped.

    Attributes:
        base: the original pairing.
        to_key: the response mentions that were added to the key.
        to_response: the key mentions that were added to the response.
        kept: the kept response mentions.
    """

    base: Pairing
    to_key: Integers
    to_response: Integers
    kept: Integers


class Counting(Protocol):
    """The interface of a metric that a pairing uses."""

    @property
    def identity(self) -> Hashable:
        """The key of its cached counts; metrics that count differently have other keys."""

    @property
    def needs(self) -> frozenset[str]:
        """The annotation it uses besides mentions and entities."""

    @property
    def weighs_sets(self) -> bool:
        """Whether it compares the sets of split antecedents itself."""

    @property
    def twinless(self) -> frozenset[str]:
        """The treatments of mentions that only one side has that concern it."""

    @property
    def is_average(self) -> bool:
        """Whether other metrics count for it, each on its own variant of the pairing."""

    @property
    def documents(self) -> str:
        """How its documents are combined: pool or mean."""

    @property
    def in_reference_scorer(self) -> bool:
        """Whether the reference scorer decides how it counts repeated mentions."""

    def count(self, pairing: Pairing) -> Counts:
        """Return its counts in each document."""

    def count_sets(self, pairing: Pairing) -> Counts:
        """Return its counts if a document is a pair of sets."""

    def score(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the scores of summed counts."""


class Described:
    """The linguistics of each mention of a pairing, computed on demand."""

    def __init__(self, key: Corpus, response: Corpus, language: str, types: str, scheme: str) -> None:
        self._key, self._response, self._language = key, response, language
        self._types, self._scheme = types, scheme

    @cached_property
    def linguistics(self) -> tuple[Linguistics, Linguistics]:
        """The linguistics of key and response as read, typed from the same source."""
        from corefeval.linguistics.describe import describe_pair  # noqa: PLC0415 - only some metrics ask
        from corefeval.linguistics.scheme_files import type_table  # noqa: PLC0415 - same

        table = type_table(self._types, self._scheme)
        return describe_pair(self._key, self._response, language=self._language, table=table)

    def on_key_mentions(self, key: Corpus, response: Corpus) -> Described:
        """Return the same for a response that links the scored mentions of the key (`mentions=key`).

        Its heads are those that the key's file states: heads that only the matching needs do not affect types.
        """
        stated = self._key.as_read.mentions.head
        stated = stated if key.number is None else stated[key.number]
        response = replace(response, mentions=replace(response.mentions, head=stated))
        return Described(self._key, response, self._language, self._types, self._scheme)


_STATED: dict[type, tuple[str, ...]] = {}
"""The fields that make a pairing of each kind, without cached counts."""


def _described(pairing: Pairing) -> Described:
    return Described(pairing.key, pairing.response, pairing.language, pairing.types, pairing.scheme)


@dataclass(frozen=True, eq=False)
class Pairing:
    """A key and a response over the same documents, with their matching.

    Without duplicate mentions the three overlap tables are one. With them (`duplicates=keep`) recall looks up a key
    mention in the response, precision the reverse. A look-up finds the entity of highest rank. CEAF compares entities
    as lists instead. The coval family of scorers counts this way. `repeated.py` has the rules of the reference scorer
    (`duplicates=perl`).

    Variants (with sets of split antecedents, with adapted twinless mentions) are made from pairings with `of`, so
    that each keeps the data of the others.

    Attributes:
        names: the documents.
        key: the scored key.
        response: the scored response.
        matching: which mentions are the same.
        language: the language of plain tokens, '' if unknown.
        scheme: the scheme of type codes, '' for the default: the setting's value.
        types: the table of mention types by label: the setting's value.
        twinless: how mentions that only one side has were treated: the setting's value.
        adapted: where mentions were added to one side (`add-to-key`), how.
        sides: where recall and precision are counted on different pairings (`cai-strube`), these two.
        described: the linguistics of each mention; computed on demand, once for all variants.
        unfiltered: key and response before filtering, None for a pairing of unfiltered corpora.
    """

    no_shares: ClassVar[str] = ""
    """Why counts here cannot be divided among mentions; '' if they can."""

    names: tuple[str, ...]
    key: Corpus
    response: Corpus
    matching: Matching
    language: str = ""
    scheme: str = ""
    types: str = ""
    twinless: str = "as-is"
    adapted: Adaptation | None = None
    sides: tuple[Pairing, Pairing] | None = None
    described: Described | None = field(default=None, repr=False)
    unfiltered: tuple[Corpus, Corpus] | None = field(default=None, repr=False)
    _counted: dict[Hashable, Counts] = field(default_factory=dict, repr=False)
    _derived: dict[object, Any] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        """Return the numbers of mentions and entities on each side."""
        return f"<{type(self).__name__}: {self.key!r} with {self.response!r}>"

    @classmethod
    def of(cls, pairing: Pairing, **changes: Any) -> Self:
        """Return a pairing of this class with all data of another one, except for the changes; nothing is counted yet."""
        if cls not in _STATED:
            _STATED[cls] = tuple(each.name for each in fields(cls) if not each.name.startswith("_"))
        same = {name: getattr(pairing, name) for name in _STATED[cls] if hasattr(pairing, name)}
        return cls(**(same | {"described": pairing.description} | changes))

    def count(self, metric: Counting) -> Counts:
        """Return the counts of a metric here; counted once, however many metrics use them."""
        identity = metric.identity
        if identity not in self._counted:
            counts = self._count(metric)
            is_mean = metric.documents == "mean" and not metric.is_average
            self._counted[identity] = counts.each_document_alike() if is_mean else counts
        return self._counted[identity]

    def _count(self, metric: Counting) -> Counts:
        seen = self.concerning(metric)
        if seen.sides is None or metric.is_average or seen.twinless not in metric.twinless:
            return metric.count(seen.seen_by(metric))
        recall, precision = (side.count(metric).columns for side in seen.sides)
        return Counts({name: (recall if name.startswith("recall") else precision)[name] for name in recall})

    def concerning(self, metric: Counting) -> Pairing:
        """Return the pairing, without added mentions for a metric that this treatment of twinless ones does not concern."""
        is_concerned = metric.is_average or self.twinless == "as-is" or self.twinless in metric.twinless
        return self if is_concerned else self.as_matched

    def seen_by(self, metric: Counting) -> Pairing:
        """Return the variant of the pairing for a metric; with split antecedents each metric weighs their sets itself."""
        del metric
        return self

    @property
    def as_matched(self) -> Pairing:
        """The pairing before mentions were added to one side."""
        return self if self.adapted is None else self.adapted.base

    @property
    def as_unfiltered(self) -> tuple[Corpus, Corpus]:
        """Key and response with the same documents and words, and all their original mentions.

        The response of a run on the key's mentions (`mentions=key`) is another one: it has only the key's mentions.
        """
        return self.unfiltered or (self.key.as_read, self.response.as_read)

    @property
    def plain(self) -> Pairing:
        """The pairing of mentions alone: without sets and without adaptations."""
        base = self.as_matched
        return self if base is self and self.sides is None else Pairing.of(base, twinless="as-is", sides=None)

    def with_response_entities(self, response: Corpus, number: Integers, **changes: Any) -> Self:
        """Return the pairing with other response entities, given the new number of each, -1 for dropped ones."""
        del number
        return self.of(self, response=response, **changes)

    @property
    def key_members(self) -> Integers:
        """The number of members of each key entity: mentions, and sets, if any."""
        return self.key_sizes

    @property
    def response_members(self) -> Integers:
        """The number of members of each response entity."""
        return self.response_sizes

    @cached_property
    def key_sizes(self) -> Integers:
        """The number of members of each key entity."""
        return self.key.entity_sizes

    @cached_property
    def response_sizes(self) -> Integers:
        """The number of members of each response entity."""
        return self.response.entity_sizes

    def derive(self, build: Callable[[Pairing], Derived]) -> Derived:
        """Return data that a family of metrics derives from this pairing; computed once, shared by the family."""
        if build not in self._derived:
            self._derived[build] = build(self)
        derived: Derived = self._derived[build]
        return derived

    @cached_property
    def linguistics(self) -> tuple[Linguistics, Linguistics]:
        """The linguistics of each mention of key and response as read, with types from the same source.

        A mention added from the other side has that side's values; those of an adapted side are as scored.
        """
        if self.adapted is None:
            return self.description.linguistics
        base, origin = self.adapted.base, self.adapted
        key, response = (
            side.of(corpus) for side, corpus in zip(base.linguistics, (base.key, base.response), strict=True)
        )
        key_heads = translated(base.response, base.key, response.head, origin.to_key)
        response_heads = translated(base.key, base.response, key.head, origin.to_response)
        return (
            key.joined(np.arange(len(key.type)), response, origin.to_key, key_heads),
            response.joined(origin.kept, key, origin.to_response, response_heads),
        )

    @property
    def description(self) -> Described:
        """The linguistics of each mention, shared by all variants."""
        return self.described or self.derive(_described)

    @property
    def is_described(self) -> bool:
        """Whether any metric needed the linguistics, which use all documents of both sides at once."""
        return "linguistics" in self.description.__dict__

    @property
    def type_sources(self) -> tuple[tuple[str, str], ...]:
        """The decisions for all documents of key and response behind the mention types; () if no metric needed them."""
        if not self.is_described:
            return ()
        key, response = self.description.linguistics
        return (key.sources["type"], key.stated), (response.sources["type"], response.stated)

    @property
    def notes(self) -> list[Met]:
        """Warnings about mention types and heads, if any metric used them."""
        described = self.description.__dict__.get("linguistics", ())
        return list(dict.fromkeys(each for side in described for each in side.notes))

    @property
    def counts_repetitions(self) -> Booleans:
        """In which documents a mention may count more than once, for itself or for others."""
        found = np.zeros(len(self.names), bool)
        if self.is_one_to_one:
            return found
        ours, theirs = self.key_partner, self.response_partner
        for corpus, code, partner, back in (
            (self.key, self.matching.key_code, ours, theirs),
            (self.response, self.matching.response_code, theirs, ours),
        ):
            matched = np.flatnonzero(partner >= 0)
            counts = is_repeated(code)
            counts[matched[back[partner[matched]] != matched]] = True
            found[corpus.mention_document[counts]] = True
        return found

    @property
    def is_same(self) -> Booleans:
        """In which documents key and response list the same mentions in the same entities, in the same order."""
        sides = (self.key, self.matching.key_code), (self.response, self.matching.response_code)
        count = [np.bincount(corpus.mention_document, minlength=len(self.names)) for corpus, _ in sides]
        alike: Booleans = (count[0] == count[1]) & (count[0] > 0)
        columns = []
        for corpus, code in sides:
            order = np.argsort(corpus.mention_document, kind="stable")
            order = order[alike[corpus.mention_document[order]]]
            document = corpus.mention_document[order]
            entity = corpus.mentions.entity[order]
            first = np.full(len(self.names), len(corpus.entities))
            np.minimum.at(first, document, entity)
            columns.append((document, code[order], entity - first[document]))
        (document, code, entity), (_, other_code, other_entity) = columns
        alike[document[(code != other_code) | (entity != other_entity)]] = False
        return alike

    @cached_property
    def _codes(self) -> int:
        matching = self.matching
        columns = (matching.key_code, matching.response_code, matching.key_target, matching.response_target)
        return 1 + max((int(column.max()) for column in columns if len(column)), default=-1)

    def look_up(self, corpus: Corpus, code: Integers) -> Integers:
        """Return for each code the mention found under it: the last in the order of look-ups, -1 for none."""
        order = self.look_up_order(corpus)
        found = np.full(self._codes + 1, -1, np.int64)
        found[code[order]] = order
        return found

    def look_up_order(self, corpus: Corpus) -> Integers:
        """Return the mentions in the order of look-ups, by their entities' ranks; the last of repeated ones is found."""
        return np.argsort(corpus.entities.rank[corpus.mentions.entity], kind="stable")

    def text_order(self, corpus: Corpus) -> Integers:
        """Return the mentions of a side in the order of the text, of two that start together the longer first."""
        return corpus.mentions.in_text_order(corpus.mention_document)

    @cached_property
    def key_partner(self) -> Integers:
        """For each key mention its matched response mention, -1 for none."""
        return self.look_up(self.response, self.matching.response_code)[self.matching.key_target]

    @cached_property
    def response_partner(self) -> Integers:
        """For each response mention its matched key mention, -1 for none."""
        return self.look_up(self.key, self.matching.key_code)[self.matching.response_target]

    @cached_property
    def is_one_to_one(self) -> bool:
        """Whether no mention is repeated and both sides agree on the matching."""
        matched = np.flatnonzero(self.key_partner >= 0)
        back = self.response_partner[self.key_partner[matched]]
        if not np.array_equal(back, matched):
            return False
        if int((self.response_partner >= 0).sum()) != len(matched):
            return False
        return not (has_repeats(self.matching.key_code) or has_repeats(self.matching.response_code))

    @cached_property
    def recall_overlap(self) -> Overlap:
        """The overlap by look-ups of key mentions."""
        matched = np.flatnonzero(self.key_partner >= 0)
        return Overlap.of(
            self.key.mentions.entity[matched],
            self.response.mentions.entity[self.key_partner[matched]],
            len(self.response.entities),
        )

    @cached_property
    def precision_overlap(self) -> Overlap:
        """The overlap by look-ups of response mentions."""
        if self.is_one_to_one:
            return self.recall_overlap
        matched = np.flatnonzero(self.response_partner >= 0)
        return Overlap.of(
            self.key.mentions.entity[self.response_partner[matched]],
            self.response.mentions.entity[matched],
            len(self.response.entities),
        )

    @cached_property
    def link_overlap(self) -> Overlap:
        """The overlap in which links are counted: that of recall, for recall and precision."""
        return self.recall_overlap

    @property
    def link_sets(self) -> LinkSets | None:
        """The links, if they are counted as sets; None if they follow from the overlap."""
        return None

    @cached_property
    def member_overlap(self) -> Overlap:
        """The overlap of entities as lists: members of the key entity whose counterpart is in the response entity."""
        if self.is_one_to_one:
            return self.recall_overlap
        responses = max(len(self.response.entities), 1)
        members = np.unique(self.matching.response_code * responses + self.response.mentions.entity)
        code, entity = members // responses, members % responses
        target = self.matching.key_target
        begin = np.searchsorted(code, target)
        count = np.where(target >= 0, np.searchsorted(code, target, side="right") - begin, 0)
        row, column = ranges(begin, count)
        return Overlap.of(self.key.mentions.entity[row], entity[column], responses)

    def by_key_document(self, entities: Integers, values: Floats | Integers) -> Floats:
        """Return the sum of values in each document, a value for each of these key entities."""
        return self._by_document(self.key.entities.document[entities], values)

    def by_response_document(self, entities: Integers, values: Floats | Integers) -> Floats:
        """Return the sum of values in each document, a value for each of these response entities."""
        return self._by_document(self.response.entities.document[entities], values)

    def _by_document(self, documents: Integers, values: Floats | Integers) -> Floats:
        return np.bincount(documents, values, minlength=len(self.names)).astype(np.float64, copy=False)

    @cached_property
    def key_mentions(self) -> Floats:
        """The number of key mentions in each document."""
        return np.bincount(self.key.mention_document, minlength=len(self.names)).astype(np.float64)

    @cached_property
    def response_mentions(self) -> Floats:
        """The number of response mentions in each document."""
        return np.bincount(self.response.mention_document, minlength=len(self.names)).astype(np.float64)

    @cached_property
    def key_entities(self) -> Floats:
        """The number of key entities in each document."""
        return np.bincount(self.key.entities.document, minlength=len(self.names)).astype(np.float64)

    @cached_property
    def response_entities(self) -> Floats:
        """The number of response entities in each document."""
        return np.bincount(self.response.entities.document, minlength=len(self.names)).astype(np.float64)


@dataclass(frozen=True, eq=False, repr=False)
class WithoutSingletons(Pairing):
    """An exact pairing without singletons: its tables without their rows and columns."""

    @cached_property
    def recall_overlap(self) -> Overlap:
        """The overlap by look-ups of key mentions."""
        return self._without(super().recall_overlap)

    @cached_property
    def precision_overlap(self) -> Overlap:
        """The overlap by look-ups of response mentions."""
        return self._without(super().precision_overlap)

    @cached_property
    def member_overlap(self) -> Overlap:
        """As lists."""
        return self._without(super().member_overlap)

    def _without(self, overlap: Overlap) -> Overlap:
        kept = (self.key_sizes[overlap.key] > 1) & (self.response_sizes[overlap.response] > 1)
        return Overlap(overlap.key[kept], overlap.response[kept], overlap.count[kept])

    @cached_property
    def key_entities(self) -> Floats:
        """The number of key entities of several mentions in each document."""
        several = np.flatnonzero(self.key_sizes > 1)
        return self.by_key_document(several, np.ones(len(several)))

    @cached_property
    def response_entities(self) -> Floats:
        """The number of response entities of several mentions in each document."""
        several = np.flatnonzero(self.response_sizes > 1)
        return self.by_response_document(several, np.ones(len(several)))

    @cached_property
    def key_mentions(self) -> Floats:
        """The number of mentions in them."""
        several = np.flatnonzero(self.key_sizes > 1)
        return self.by_key_document(several, self.key_sizes[several])

    @cached_property
    def response_mentions(self) -> Floats:
        """The number of mentions in them."""
        several = np.flatnonzero(self.response_sizes > 1)
        return self.by_response_document(several, self.response_sizes[several])


def translated(corpus: Corpus, other: Corpus, nodes: Integers, rows: Integers) -> Integers:
    """Return a node of each of these mentions in the numbers of another corpus of the same text; -1 stays.

    Args:
        corpus: the corpus of the mentions.
        other: the corpus in which they are looked up.
        nodes: a node for each mention of the corpus.
        rows: the mentions.
    """
    chosen, documents = nodes[rows], corpus.mention_document[rows]
    if corpus.mentions.objects is not None or other.mentions.objects is not None:
        return chosen
    known = chosen >= 0
    found = chosen.copy()
    found[known] = other.nodes_at(corpus.positions(chosen[known], documents[known]), documents[known])
    return found


def pairs(total: Integers | Floats, squares: Integers | Floats | None = None) -> Floats:
    """Return the sum of the products of all pairs of members, from the sum of their weights and of the squares.

    Ordinary mentions weigh 1, and n of them make n (n - 1) / 2 pairs.
    """
    weight = np.asarray(total, np.float64)
    return (weight * weight - (weight if squares is None else squares)) / 2


def has_repeats(codes: Integers) -> bool:
    """Return whether a code occurs more than once."""
    return int(np.bincount(codes).max(initial=0)) > 1


def is_repeated(codes: Integers) -> Booleans:
    """Return which codes occur more than once."""
    repeated: Booleans = (np.bincount(codes) > 1)[codes]
    return repeated
