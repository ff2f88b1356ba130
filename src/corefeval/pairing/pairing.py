"""Pairing: key and response, the matching of their mentions, and the overlap of their entities, shared by all metrics."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, largest, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.problems import Met
from corefeval.records import cached_property, dataclass

if TYPE_CHECKING:
    from corefeval.linguistics.describe import Linguistics

Derived = TypeVar("Derived")


@dataclass(frozen=True, eq=False)
class Overlap:
    """A sparse table of the mentions that key entities share with response entities; only non-empty cells are stored.

    Attributes:
        key: the key entity of each cell, ascending.
        response: the response entity of each cell, ascending within a key entity.
        count: the number of mentions that the two share.
        weight: the agreement of the sets of split antecedents (0 to 1); None if sets are not scored.
        whole: the number of shared mentions and equal sets; None if sets are not scored.
        listed: with `duplicates=perl`, the number of mentions that both entities list, even if a look-up finds them in
            another cell; otherwise None.
    """

    key: Integers
    response: Integers
    count: Integers
    weight: Floats | None = None
    whole: Integers | None = None
    listed: Integers | None = None

    @property
    def shared(self) -> Integers | Floats:
        """The size of the shared part of each cell: the number of mentions, and sets in proportion to their agreement."""
        return self.count if self.weight is None else self.count + self.weight

    @property
    def equal(self) -> Integers:
        """The fully shared part of each cell: the number of mentions and equal sets."""
        return self.count if self.whole is None else self.whole

    @property
    def around(self) -> Integers | Floats:
        """The number of mentions that each mention of a cell is grouped with, including itself, as counted by B³."""
        return self.shared if self.listed is None else self.listed

    @property
    def squares(self) -> Integers | Floats:
        """The sum of the squared weights of the shared members of each cell."""
        return self.count if self.weight is None else self.count + self.weight**2

    @property
    def links(self) -> Floats:
        """The number of links within the shared part of each cell; a link to a set has the weight of the set."""
        links = pairs(self.count)
        return links if self.weight is None else links + self.count * self.weight

    def select(self, kept: Booleans) -> Overlap:
        """Return the cells for which the flag is set."""
        columns = (getattr(self, each.name) for each in fields(self))
        return Overlap(*(None if column is None else column[kept] for column in columns))  # type: ignore[arg-type]

    def swapped(self) -> Overlap:
        """Return the table with key and response swapped."""
        order = np.lexsort((self.key, self.response))
        return Overlap(self.response[order], self.key[order], self.count[order])

    @classmethod
    def of(cls, key: Integers, response: Integers, responses: int) -> Overlap:
        """Return the table for pairs (key entity, response entity), one pair per shared mention."""
        width = max(responses, 1)
        ordered = key * width
        ordered += response
        ordered.sort()
        begins = np.empty(len(ordered) + 1, bool)  # of each cell, and of what would follow the last one
        begins[0] = begins[-1] = True
        np.not_equal(ordered[1:], ordered[:-1], out=begins[1:-1])
        (edges,) = begins.nonzero()
        first = edges[:-1]
        return cls(*np.divmod(ordered[first], width), edges[1:] - first)


@dataclass(frozen=True, slots=True, eq=False)
class LinkSets:
    """The number of links in each document, counted as sets: a link that is listed twice counts once.

    Attributes:
        together: the links within entities: those of both sides, of the key, and of the response.
        apart: the links across entities, in the same order.
    """

    together: tuple[Floats, Floats, Floats]
    apart: tuple[Floats, Floats, Floats]


@dataclass(frozen=True, eq=False)
class Matching:
    """The matching of key and response mentions.

    A code identifies a mention: equal codes on one side are duplicates of one mention. The target of a key mention is
    the code of its matched response mention, and vice versa; -1 for none. `defined` is the matching by definition, if
    this one follows a scorer that deviates from it (`zeros=dependent-official`).
    """

    key_code: Integers
    response_code: Integers
    key_target: Integers
    response_target: Integers
    defined: Matching | None = field(default=None, kw_only=True)

    @property
    def compares_codes(self) -> bool:
        """Whether every mention matches the mention with the same code on the other side."""
        return self.key_target is self.key_code and self.response_target is self.response_code


@dataclass(frozen=True, slots=True, eq=False)
class Adaptation:
    """How a pairing was adapted: mentions of one side were added to the other as singletons, and some were dropped.

    Attributes:
        base: the original pairing.
        to_key: the response mentions that were added to the key.
        to_response: the key mentions that were added to the response.
        kept: the response mentions that were kept.
    """

    base: Pairing
    to_key: Integers
    to_response: Integers
    kept: Integers


class Counting(Protocol):
    """The interface of a metric that a pairing uses (see metrics.base.Metric)."""

    @property
    def identity(self) -> Hashable:
        """The key of its cached counts; metrics that count differently have different keys."""

    @property
    def needs(self) -> frozenset[str]:
        """The annotation that it uses besides mentions and entities."""

    @property
    def weighs_sets(self) -> bool:
        """Whether it compares the sets of split antecedents itself."""

    @property
    def twinless(self) -> frozenset[str]:
        """The values of the setting twinless that affect it."""

    @property
    def is_average(self) -> bool:
        """Whether it averages other metrics, each of which counts on its own variant of the pairing."""

    @property
    def documents(self) -> str:
        """How its counts of documents are combined: pool or mean."""

    @property
    def in_reference_scorer(self) -> bool:
        """Whether the reference scorer decides how it counts duplicate mentions."""

    def count(self, pairing: Pairing) -> Counts:
        """Return its counts in each document."""

    def count_sets(self, pairing: Pairing) -> Counts:
        """Return its counts for sets of entities: each document is a pair of sets."""

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

        The response gets the heads that the key's file states; heads that only the matching needs do not affect types.
        """
        stated = self._key.as_read.mentions.head
        stated = stated if key.number is None else stated[key.number]
        response = replace(response, mentions=replace(response.mentions, head=stated))
        return Described(self._key, response, self._language, self._types, self._scheme)


_STATED: dict[type, tuple[str, ...]] = {}
"""The names of the fields of each class of pairings, without cached counts."""


def _described(pairing: Pairing) -> Described:
    return Described(pairing.key, pairing.response, pairing.language, pairing.types, pairing.scheme)


@dataclass(frozen=True, eq=False)
class Pairing:
    """A key and a response over the same documents, with their matching.

    Without duplicate mentions the three overlap tables are equal. With duplicates (`duplicates=keep`) recall looks up
    key mentions in the response, and precision looks up response mentions in the key. A look-up finds the mention whose
    entity has the highest rank. CEAF compares entities as lists instead. The coval family of scorers counts this way.
    `repeated.py` has the rules of the reference scorer (`duplicates=perl`).

    Variants (with sets of split antecedents, with adapted twinless mentions) are made from pairings with `of`, so that
    each keeps the data of the others.

    Attributes:
        names: the names of the documents.
        key: the scored key.
        response: the scored response.
        matching: the matching of their mentions.
        language: the language of plain tokens; '' if unknown.
        scheme: the value of the setting scheme (type codes); '' for the default.
        types: the value of the setting types (a table of mention types by label).
        twinless: the value of the setting twinless (the treatment of mentions that only one side has).
        adapted: how mentions were added to one side (`add-to-key`); None if they were not.
        sides: the two pairings on which recall and precision are counted (`cai-strube`); None if they are the same.
        described: the linguistics of each mention; computed on demand, once for all variants.
        unfiltered: key and response before filtering; None for a pairing of unfiltered corpora.
    """

    no_shares: ClassVar[str] = ""
    """The reason why counts here cannot be divided among mentions; '' if they can."""

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
        """Return a pairing of this class with the data of another one, except for the changes; it has no counts yet."""
        if cls not in _STATED:
            _STATED[cls] = tuple(each.name for each in fields(cls) if not each.name.startswith("_"))
        same = {name: getattr(pairing, name) for name in _STATED[cls] if hasattr(pairing, name)}
        return cls(**(same | {"described": pairing.description} | changes))

    def count(self, metric: Counting) -> Counts:
        """Return the counts of a metric for this pairing; they are computed once and cached."""
        identity = metric.identity
        counts = self._counted.get(identity)
        if counts is None:
            counts = self._count(metric)
            if metric.documents == "mean" and not metric.is_average:
                counts = counts.each_document_alike()
            self._counted[identity] = counts
        return counts

    def _count(self, metric: Counting) -> Counts:
        seen = self.concerning(metric)
        if seen.sides is None or metric.is_average or seen.twinless not in metric.twinless:
            return metric.count(seen.seen_by(metric))
        recall, precision = (side.count(metric).columns for side in seen.sides)
        return Counts({name: (recall if name.startswith("recall") else precision)[name] for name in recall})

    def concerning(self, metric: Counting) -> Pairing:
        """Return the pairing, or the original one if the setting twinless does not affect the metric."""
        is_concerned = self.twinless == "as-is" or metric.is_average or self.twinless in metric.twinless
        return self if is_concerned else self.as_matched

    def seen_by(self, metric: Counting) -> Pairing:
        """Return the variant of the pairing for a metric; with split antecedents, each metric compares their sets itself."""
        del metric
        return self

    @property
    def as_matched(self) -> Pairing:
        """The pairing before mentions were added to one side."""
        return self if self.adapted is None else self.adapted.base

    @property
    def as_unfiltered(self) -> tuple[Corpus, Corpus]:
        """Key and response with the same documents and words, and with all their original mentions.

        With `mentions=key` the scored response is another one, which has only the key's mentions.
        """
        return self.unfiltered or (self.key.as_read, self.response.as_read)

    @property
    def plain(self) -> Pairing:
        """The pairing of mentions alone, without sets and without adaptations."""
        base = self.as_matched
        return self if base is self and self.sides is None else Pairing.of(base, twinless="as-is", sides=None)

    def with_response_entities(self, response: Corpus, number: Integers, **changes: Any) -> Self:
        """Return the pairing with other response entities; `number` is the new index of each old one, -1 if dropped."""
        del number
        return self.of(self, response=response, **changes)

    @property
    def key_members(self) -> Integers:
        """The number of members of each key entity: mentions, and sets if they are scored."""
        return self.key_sizes

    @property
    def response_members(self) -> Integers:
        """The number of members of each response entity: mentions, and sets if they are scored."""
        return self.response_sizes

    @cached_property
    def key_sizes(self) -> Integers:
        """The number of members of each key entity, as metrics count them."""
        return self.key.entity_sizes

    @cached_property
    def response_sizes(self) -> Integers:
        """The number of members of each response entity, as metrics count them."""
        return self.response.entity_sizes

    def derive(self, build: Callable[[Pairing], Derived]) -> Derived:
        """Return data that `build` derives from this pairing; computed once and shared by all metrics that use it."""
        if build not in self._derived:
            self._derived[build] = build(self)
        derived: Derived = self._derived[build]
        return derived

    def drop_derived(self) -> None:
        """Drop the data derived from this pairing and from the pairings that it refers to.

        Derived data refers to its pairing, so both would stay in memory until Python looks for such cycles.
        """
        self._derived.clear()
        base = () if self.adapted is None else (self.adapted.base,)
        for each in (*vars(self).values(), *(self.sides or ()), *base):
            if isinstance(each, Pairing):
                each.drop_derived()

    @cached_property
    def linguistics(self) -> tuple[Linguistics, Linguistics]:
        """The linguistics of each mention of key and response as read, with types from the same source.

        If mentions were added to a side, the rows are its scored mentions instead. An added mention has the values of
        the other side.
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
        """Whether any metric needed the linguistics, which require all documents of both sides at once."""
        return "linguistics" in self.description.__dict__

    @property
    def type_sources(self) -> tuple[tuple[str, str], ...]:
        """The source of mention types and the use of types stated by the response, per side; () if no metric needed types."""
        if not self.is_described:
            return ()
        key, response = self.description.linguistics
        return (key.sources["type"], key.stated), (response.sources["type"], response.stated)

    @property
    def notes(self) -> list[Met]:
        """Warnings about mention types and heads, if any metric used them."""
        if not self.is_described:
            return []
        return list(dict.fromkeys(each for side in self.description.linguistics for each in side.notes))

    @property
    def counts_repetitions(self) -> Booleans:
        """The documents in which a mention may count more than once, for itself or for others."""
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
        """The documents in which key and response list the same mentions in the same entities, in the same order."""
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
        columns = [matching.key_code, matching.response_code]
        if not matching.compares_codes:
            columns += [matching.key_target, matching.response_target]
        return 1 + max([largest(column) for column in columns if len(column)], default=-1)

    def look_up(self, corpus: Corpus, code: Integers) -> Integers:
        """Return for each code the mention that a look-up finds: the last one in `look_up_order`; -1 for none."""
        found = np.empty(self._codes + 1, np.int64)
        found.fill(-1)
        if self.has_repeats:
            order = self.look_up_order(corpus)
            found[code[order]] = order
        else:  # then the order does not matter
            found[code] = np.arange(len(code))
        return found

    def look_up_order(self, corpus: Corpus) -> Integers:
        """Return the mentions by the rank of their entities; a look-up finds the last of several duplicates."""
        return np.argsort(corpus.entities.rank[corpus.mentions.entity], kind="stable")

    def text_order(self, corpus: Corpus) -> Integers:
        """Return the mentions of a side in text order; of two that start at the same word, the longer comes first."""
        return corpus.mentions.in_text_order(corpus.mention_document)

    @cached_property
    def key_partner(self) -> Integers:
        """For each key mention, its matched response mention; -1 for none."""
        return self.look_up(self.response, self.matching.response_code)[self.matching.key_target]

    @cached_property
    def response_partner(self) -> Integers:
        """For each response mention, its matched key mention; -1 for none."""
        return self.look_up(self.key, self.matching.key_code)[self.matching.response_target]

    @cached_property
    def has_repeats(self) -> bool:
        """Whether a side has duplicate mentions."""
        return has_repeats(self.matching.key_code) or has_repeats(self.matching.response_code)

    @cached_property
    def is_one_to_one(self) -> bool:
        """Whether there are no duplicate mentions and both directions of the matching agree."""
        if self.has_repeats:
            return False
        if self.matching.compares_codes:
            return True
        back = self.response_partner[self.key_partner[self.matched]]
        return np.array_equal(back, self.matched) and int((self.response_partner >= 0).sum()) == len(
            self.matched
        )

    @cached_property
    def matched(self) -> Integers:
        """The key mentions with a matched response mention."""
        return (self.key_partner >= 0).nonzero()[0]

    @cached_property
    def recall_overlap(self) -> Overlap:
        """The overlap found by looking up key mentions in the response."""
        matched = self.matched
        return Overlap.of(
            self.key.mentions.entity[matched],
            self.response.mentions.entity[self.key_partner[matched]],
            len(self.response.entities),
        )

    @cached_property
    def precision_overlap(self) -> Overlap:
        """The overlap found by looking up response mentions in the key."""
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
        """The overlap in which links are counted; recall and precision both use the overlap of recall."""
        return self.recall_overlap

    @property
    def link_sets(self) -> LinkSets | None:
        """The links, if they are counted as sets; None if they follow from the overlap."""
        return None

    @cached_property
    def member_overlap(self) -> Overlap:
        """The overlap of entities as lists: the members of the key entity whose matches are in the response entity."""
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

    def by_key_document(self, entities: Integers | None, values: Floats | Integers) -> Floats:
        """Return the sum of values in each document, given one value for each of these key entities; None for all."""
        document = self.key.entities.document
        return self._by_document(document if entities is None else document[entities], values)

    def by_response_document(self, entities: Integers | None, values: Floats | Integers) -> Floats:
        """Return the sum of values in each document, given one value for each of these response entities; None for all."""
        document = self.response.entities.document
        return self._by_document(document if entities is None else document[entities], values)

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
    """An exact pairing without singletons; its overlap tables omit the cells of singletons."""

    @cached_property
    def recall_overlap(self) -> Overlap:
        """The overlap found by looking up key mentions in the response."""
        return self._without(super().recall_overlap)

    @cached_property
    def precision_overlap(self) -> Overlap:
        """The overlap found by looking up response mentions in the key."""
        return self._without(super().precision_overlap)

    @cached_property
    def member_overlap(self) -> Overlap:
        """The overlap of entities as lists."""
        return self._without(super().member_overlap)

    def _without(self, overlap: Overlap) -> Overlap:
        kept = (self.key_sizes[overlap.key] > 1) & (self.response_sizes[overlap.response] > 1)
        return Overlap(overlap.key[kept], overlap.response[kept], overlap.count[kept])

    @cached_property
    def key_entities(self) -> Floats:
        """The number of key entities with several mentions in each document."""
        several = np.flatnonzero(self.key_sizes > 1)
        return self.by_key_document(several, np.ones(len(several)))

    @cached_property
    def response_entities(self) -> Floats:
        """The number of response entities with several mentions in each document."""
        several = np.flatnonzero(self.response_sizes > 1)
        return self.by_response_document(several, np.ones(len(several)))

    @cached_property
    def key_mentions(self) -> Floats:
        """The number of mentions in key entities with several mentions, per document."""
        several = np.flatnonzero(self.key_sizes > 1)
        return self.by_key_document(several, self.key_sizes[several])

    @cached_property
    def response_mentions(self) -> Floats:
        """The number of mentions in response entities with several mentions, per document."""
        several = np.flatnonzero(self.response_sizes > 1)
        return self.by_response_document(several, self.response_sizes[several])


def translated(corpus: Corpus, other: Corpus, nodes: Integers, rows: Integers) -> Integers:
    """Return the nodes of some mentions as node numbers of another corpus of the same text; -1 stays -1.

    Args:
        corpus: the corpus of the mentions.
        other: the corpus whose node numbers are returned.
        nodes: a node for each mention of the corpus.
        rows: the mentions to translate.
    """
    chosen, documents = nodes[rows], corpus.mention_document[rows]
    if corpus.mentions.objects is not None or other.mentions.objects is not None:
        return chosen
    known = chosen >= 0
    found = chosen.copy()
    found[known] = other.nodes_at(corpus.positions(chosen[known], documents[known]), documents[known])
    return found


def pairs(total: Integers | Floats, squares: Integers | Floats | None = None) -> Floats:
    """Return the sum, over all pairs of members, of the product of their weights.

    It is computed from the sum of the weights and the sum of their squares. An ordinary mention has weight 1, so n
    mentions give n (n - 1) / 2.
    """
    weight = np.asarray(total, np.float64)
    return (weight * weight - (weight if squares is None else squares)) / 2


def has_repeats(codes: Integers) -> bool:
    """Return whether a code occurs more than once."""
    return bool(len(codes)) and largest(np.bincount(codes)) > 1


def is_repeated(codes: Integers) -> Booleans:
    """Return for each code whether it occurs more than once."""
    repeated: Booleans = (np.bincount(codes) > 1)[codes]
    return repeated
