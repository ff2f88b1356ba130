"""Corpus: a whole corpus as columns, with readable views for people, reports and slow paths.

A *node* is a line of text: a word, or an empty node (a zero). Nodes are numbered through the whole corpus in file
order. They keep their number when documents or mentions are selected, so columns of the file can be fetched for any
selection. Mentions are listed in the order of their closing brackets, entities in the order of their first opening
bracket.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, integers, look_up, renumbering
from corefeval.choices import DEIXIS_LAYER
from corefeval.corpus.tables import (
    MINOR_BITS,
    Annotation,
    Entities,
    JoinedAttributes,
    Mentions,
    Nodes,
    Parts,
    Relations,
    joined_objects,
    taken_objects,
)
from corefeval.problems import CorefevalError, Place, Problem, Severity
from corefeval.records import cached_property, dataclass
from corefeval.text import TextColumn, several

if TYPE_CHECKING:
    from corefeval.corpus.views import Documents

NO_RELATIONS = Relations()
"""The empty relations of files without any; created once, because a training loop reads clusters at every step."""


class Source:
    """Access to the file a corpus was read from. The base class has no data.

    Attributes:
        carried: how each mention was mapped to the words of another file (see pairing/mapping.py), None if none
            had to be.
        copied: for each document that is a changed copy of the key's the share of the key's words found in it, NaN for others;
            None if no document is.
        convention: the interpretation of the file that holds for all of it, None if there is none.
        clusters_from: the fields of clusters that were read, if a file has gold clusters and predictions (see mixture in
            formats/jsonlines/fields.py).
        ranks_over_documents: whether earlier documents change the rank of an entity.
        may_borrow: whether a response's tags and types may be used for this key, if it has none.
        known_relations: the relations that a reader found with the mentions (see relations).
        known_annotations: the same for typed annotations.
    """

    carried: Integers | None = None
    joined: tuple[Integers, tuple[str, ...]] | None = None
    """The first node and the name of each joined document (see joining), in text order."""
    copied: Floats | None = None
    convention: Hashable = None
    clusters_from: frozenset[str] = frozenset()
    ranks_over_documents = False
    may_borrow = False
    known_relations: Relations = NO_RELATIONS
    known_annotations: Sequence[Annotation] = ()

    @property
    def documents_with_borrowed_tags(self) -> Integers:
        """The documents whose words have a response's tags."""
        return integers()

    def column(self, name: str) -> TextColumn | None:
        """Return a column of the text for all nodes (form lemma upos xpos feats head deprel deps misc …)."""
        return self.columns([name])[name]

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns, None for missing ones; a file may be read once for all of them."""
        return dict.fromkeys(names)

    @property
    def has_relations_at_hand(self) -> bool:
        """Whether the relations are known without reading the file again."""
        return True

    def relations(self, corpus: Corpus) -> Relations:
        """Return split antecedents and bridging, in numbers of the corpus as read."""
        del corpus
        return self.known_relations

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the typed annotations in file order, in nodes of the corpus as read."""
        del corpus
        return self.known_annotations

    def layer(self, name: str) -> Corpus | None:
        """Return another layer of annotation of the same file, None if it has no such layer."""
        del name
        return None

    def place(self, node: int) -> Place:
        """Return the file and line of a node; for a node that does not exist, only the file."""
        del node
        return Place()

    @property
    def file_name(self) -> str:
        """The name of the file; the first one with a node, if there are several. Readers override it: finding a line scans the file."""
        return self.place(0).file


class ForwardingSource(Source):
    """The text of another source: its columns, places and file name.

    A subclass adds the corpus's attributes of mentions. Relations and annotations are not forwarded, because their
    numbers are those of the other corpus.
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns of the other source."""
        return self.source.columns(names)

    def place(self, node: int) -> Place:
        """Return the place in the other source."""
        return self.source.place(node)

    @property
    def file_name(self) -> str:
        """The file name of the other source."""
        return self.source.file_name


class ExtendedSource(ForwardingSource):
    """Everything of another source; a subclass adds to it or changes a part."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.carried, self.copied, self.convention = source.carried, source.copied, source.convention
        self.joined, self.clusters_from = source.joined, source.clusters_from
        self.ranks_over_documents = source.ranks_over_documents

    @property
    def has_relations_at_hand(self) -> bool:
        """Whether the other source has them at hand."""
        return self.source.has_relations_at_hand

    def relations(self, corpus: Corpus) -> Relations:
        """Return the relations of the other source."""
        return self.source.relations(corpus)

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the annotations of the other source."""
        return self.source.annotations(corpus)

    def layer(self, name: str) -> Corpus | None:
        """Return another layer of the other source."""
        return self.source.layer(name)


class RelocatedSource(ExtendedSource):
    """Everything of another source, at other places.

    Args:
        source: the other source.
        move: returns where a place of the other source is.
    """

    def __init__(self, source: Source, move: Callable[[Place], Place]) -> None:
        super().__init__(source)
        self._move = move

    def place(self, node: int) -> Place:
        """Return where a node is."""
        return self._move(self.source.place(node))

    @property
    def file_name(self) -> str:
        """The name of the file."""
        return self._move(Place(self.source.file_name)).file

    def layer(self, name: str) -> Corpus | None:
        """Return another layer of the other source, at the same places as this one."""
        found = self.source.layer(name)
        return found and replace(found, source=RelocatedSource(found.source, self._move))


class JoinedSource(Source):
    """Several sources one after the other, as their corpora were joined."""

    def __init__(self, corpora: Sequence[Corpus]) -> None:
        self.corpora = corpora
        self._node_shift = np.cumsum([0, *(len(corpus.nodes.forms) for corpus in corpora)])
        conventions = dict.fromkeys(corpus.source.convention for corpus in corpora)
        self.convention = next(iter(conventions)) if len(conventions) == 1 else tuple(conventions)
        self.clusters_from = frozenset[str]().union(*(corpus.source.clusters_from for corpus in corpora))
        self.ranks_over_documents = any(corpus.source.ranks_over_documents for corpus in corpora)

    def layer(self, name: str) -> Corpus | None:
        """Join the layers, where every file has this one."""
        found = [corpus.source.layer(name) for corpus in self.corpora]
        there = [each for each in found if each is not None]
        return Corpus.concatenate(there) if there and len(there) == len(found) else None

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Join several columns; '' for the nodes of a file that lacks one, None if all lack it."""
        tables = [corpus.source.columns(names) for corpus in self.corpora]
        return {name: self._joined([table[name] for table in tables]) for name in names}

    def _joined(self, pieces: Sequence[TextColumn | None]) -> TextColumn | None:
        if all(piece is None for piece in pieces):
            return None
        return TextColumn.concatenate(
            [
                TextColumn.of([""] * len(corpus.nodes.forms)) if piece is None else piece
                for corpus, piece in zip(self.corpora, pieces, strict=True)
            ]
        )

    @property
    def has_relations_at_hand(self) -> bool:
        """Whether the relations of all corpora are at hand."""
        return all(corpus.source.has_relations_at_hand for corpus in self.corpora)

    def relations(self, corpus: Corpus) -> Relations:
        """Join the relations, renumbered."""
        del corpus
        found = [part.source.relations(part) for part in self.corpora]
        mentions = [0, *accumulate(len(part.mentions) for part in self.corpora)]
        entities = [0, *accumulate(len(part.entities) for part in self.corpora)]
        return Relations(
            _concatenated([each.whole for each in found], entities),
            _concatenated([each.element for each in found], entities),
            _concatenated([each.anaphor for each in found], mentions),
            _concatenated([each.anchor for each in found], mentions),
            _concatenated([each.anchor_entity for each in found], entities),
            TextColumn.concatenate([each.bridging_relation for each in found]),
        )

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Join the annotations, renumbered."""
        del corpus
        return [
            annotation.moved(int(step).__add__)
            for part, step in zip(self.corpora, self._node_shift, strict=False)
            for annotation in part.annotations
        ]

    def place(self, node: int) -> Place:
        """Return the place from the node's source."""
        part = self._part_of(node)
        return self.corpora[part].source.place(node - int(self._node_shift[part]))

    @property
    def file_name(self) -> str:
        """The name of the first file that has a node."""
        return self.corpora[self._part_of(0)].source.file_name if self.corpora else ""

    def _part_of(self, node: int) -> int:
        """Return the number of a node's source; for a node that does not exist, the last one."""
        return min(int(np.searchsorted(self._node_shift, node, side="right")), len(self.corpora)) - 1


class _RearrangedSource(ForwardingSource):
    """The source of a corpus with a selection of documents or mentions; nodes keep their numbers."""

    def __init__(self, whole: Corpus, documents: Integers, mentions: Integers, entities: Integers) -> None:
        super().__init__(whole.source)
        self._whole, self._mentions, self._entities = whole, mentions, entities
        carried, copied = whole.source.carried, whole.source.copied
        self.carried = None if carried is None else carried[mentions]
        self.copied = None if copied is None else np.append(copied, np.nan)[documents]

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the column of the whole corpus: nodes keep their numbers."""
        del corpus
        return self._whole.annotations

    @property
    def has_relations_at_hand(self) -> bool:
        """Whether the relations of the whole corpus are at hand."""
        return self._whole.source.has_relations_at_hand

    def relations(self, corpus: Corpus) -> Relations:
        """Return the relations of the selected documents, renumbered."""
        del corpus
        mention = renumbering(self._mentions, len(self._whole.mentions))
        entity = renumbering(self._entities, len(self._whole.entities))
        return self._whole.relations.renumbered(mention, entity)


@dataclass(frozen=True, slots=True)
class Traits:
    """Special rules of a format's official scorer, set by the reader of the format.

    Attributes:
        counts_repetitions_once: a mention repeated within its entity counts once, even if repetitions are kept.
        matches_by_head: partial matching asks for the head of a key mention and not for its minimum span.
        first_word_is_head: if the file states no heads, the first word of a mention is its head (see
            heads=corefud).
        zeros_follow_governors: a zero directly follows its governor; nothing else is known about it.
        mentions_in_sentences: a mention is within one sentence.
    """

    counts_repetitions_once: bool = False
    matches_by_head: bool = False
    first_word_is_head: bool = False
    zeros_follow_governors: bool = False
    mentions_in_sentences: bool = False


@dataclass(frozen=True, eq=False)
class Corpus:
    """Documents, their text, and which of their mentions refer to the same entity.

    Attributes:
        names: the documents' names.
        nodes: the text.
        mentions: the mentions.
        entities: the entities.
        format: the name of the format it was read from, 'python' for clusters from Python.
        layer: the layer that was read, '' for clusters from Python.
        traits: special rules of the format's official scorer.
        source: access to other columns of the file.
        problems: warnings from reading, and errors in parts that not every score needs (see require).
        original: the corpus as read, where this one is a selection of it.
        number: for each mention its number in the original.
        entity_number: for each entity its number in the original.
        topics: the topic of each document, '' for none; empty if the file names no topics.
        path: the file or folder it was read from, '' if unknown.
    """

    names: tuple[str, ...]
    nodes: Nodes
    mentions: Mentions
    entities: Entities
    format: str = "python"
    layer: str = ""
    traits: Traits = Traits()
    source: Source = field(default_factory=Source)
    problems: tuple[Problem, ...] = ()
    original: Corpus | None = None
    number: Integers | None = None
    entity_number: Integers | None = None
    topics: tuple[str, ...] = ()
    path: str = ""

    @cached_property
    def mention_document(self) -> Integers:
        """The document of each mention."""
        return self.entities.document[self.mentions.entity]

    @cached_property
    def entity_sizes(self) -> Integers:
        """The number of mentions of each entity."""
        return np.bincount(self.mentions.entity, minlength=len(self.entities)).astype(np.int64, copy=False)

    @cached_property
    def singletons(self) -> int:
        """The number of entities of one mention."""
        return int(np.count_nonzero(self.entity_sizes == 1))

    @cached_property
    def mention_sizes(self) -> Integers:
        """How many words each mention has; empty nodes count where the format makes them part of a mention."""
        sizes = self.mentions.sizes
        if self.nodes.empty_inside or not len(self.nodes.empty):
            return sizes
        before, spans, parts = self.nodes.words_before, self.mentions, self.mentions.parts
        words = before(spans.last + 1) - before(spans.first)
        if len(parts.mention):
            of_parts = before(parts.last + 1) - before(parts.first)
            several = np.bincount(parts.mention, of_parts, minlength=len(spans)).astype(np.int64)
            words = np.where(spans.is_discontinuous, several, words)
        return np.where(self.nodes.is_empty(spans.first), sizes, words)

    @cached_property
    def is_zero(self) -> Booleans:
        """Which mentions are zeros: the head, or without one the first node, is an empty node."""
        head = np.where(self.mentions.head >= 0, self.mentions.head, self.mentions.first)
        return self.nodes.is_empty(head)

    @property
    def warnings(self) -> list[Problem]:
        """Warnings for every score; faults in one part of a file are warnings if the rest can be scored without it.

        All of them; printing shows one of each kind (problems.printed_problems).
        """
        return [replace(problem, severity=Severity.WARNING) for problem in self.problems]

    @property
    def file(self) -> Place:
        """The file or folder it was read from."""
        if self.path or not len(self.names):
            return Place(self.path)
        return Place(self.source.file_name)

    def file_of(self, document: int) -> Place:
        """Return the file of a document, which may be one of a folder."""
        return Place(self.source.place(int(self.nodes.start[document])).file or self.path)

    @property
    def is_deixis(self) -> bool:
        """Whether its chains are discourse deixis: expressions and the segments of text that they refer to."""
        return self.layer == DEIXIS_LAYER

    @property
    def as_read(self) -> Corpus:
        """The corpus before mentions were selected."""
        return self.original or self

    @property
    def mention_numbers(self) -> Integers:
        """For each mention its number in the corpus as read."""
        return np.arange(len(self.mentions)) if self.number is None else self.number

    @property
    def entity_numbers(self) -> Integers:
        """For each entity its number in the corpus as read."""
        return np.arange(len(self.entities)) if self.entity_number is None else self.entity_number

    def anew(self, **changes: Any) -> Corpus:
        """Return the corpus with these changes; the result counts as read."""
        return replace(self, original=None, number=None, entity_number=None, **changes)

    @cached_property
    def relations(self) -> Relations:
        """Split antecedents and bridging, in mention and entity numbers of the corpus as read."""
        return self.source.relations(self) if self.original is None else self.original.relations

    @cached_property
    def annotations(self) -> list[Annotation]:
        """The typed annotations of the documents, in file order; none if the format has none.

        A selection of documents keeps its nodes, so each annotation belongs to the document of its referent.
        """
        whole = self.as_read
        found = whole.source.annotations(whole)
        if not len(found):
            return []
        document = self.selected_document_of(integers(annotation.referent[0] for annotation in found))
        return [
            replace(annotation, document=number)
            for annotation, number in zip(found, document.tolist(), strict=True)
            if number >= 0
        ]

    def positions(self, nodes: Integers, documents: Integers) -> Integers:
        """Return the positions of nodes in their documents, comparable between key and response.

        The n-th word (from 1) of a document has position n << 16; an empty node after it adds its own number.
        So words have the same position on both sides, whatever empty nodes either side has.
        """
        place, empty = self.nodes.words_before(nodes), self.nodes.empty
        slot = nodes - place
        place -= self.nodes.words_before(self.nodes.start)[documents]
        place += 1
        place <<= MINOR_BITS
        if len(empty):
            rows = np.flatnonzero(empty.take(slot, mode="clip") == nodes)
            place[rows] += self.nodes.minor[slot[rows]] - (1 << MINOR_BITS)
        return place

    def document_of(self, nodes: Integers) -> Integers:
        """Return the document of each node, -1 if no document has any; they need not be in the order of the file, nor have nodes."""
        filled = np.flatnonzero(self.nodes.stop > self.nodes.start)
        if not len(filled):
            return np.full(len(nodes), -1, np.int64)
        order = filled[np.argsort(self.nodes.start[filled])]
        owner: Integers = order[np.searchsorted(self.nodes.start[order], nodes, side="right") - 1]
        return owner

    def selected_document_of(self, nodes: Integers) -> Integers:
        """Return the document of each node, -1 for a document that was not selected."""
        owner = self.document_of(nodes)
        inside = (nodes >= look_up(owner, self.nodes.start)) & (nodes < look_up(owner, self.nodes.stop))
        return np.where(inside, owner, -1)

    def nodes_at(self, places: Integers, documents: Integers) -> Integers:
        """Return the node at each position (see positions) of a document, for positions from another corpus.

        An empty node that this corpus does not have is the word before it, and a word that it does not have the last one.
        """
        nodes = self.nodes
        words = np.append(np.delete(np.arange(len(nodes.forms)), nodes.empty), 0)
        before = nodes.words_before(nodes.start)
        there = np.maximum(nodes.words_before(nodes.stop) - before, 1)[documents]
        number = np.clip(places >> MINOR_BITS, 1, there) - 1
        place = before[documents] + number
        found: Integers = words[np.minimum(place, max(len(words) - 2, 0))]
        minor = np.flatnonzero(places & ((1 << MINOR_BITS) - 1))
        if len(minor) and len(nodes.empty):
            owner = self.document_of(nodes.empty)
            own = owner * (1 << 44) + self.positions(nodes.empty, owner)
            order = np.argsort(own)
            wanted = documents[minor] * (1 << 44) + places[minor]
            slot = order[np.minimum(np.searchsorted(own[order], wanted), len(own) - 1)]
            found[minor] = np.where(own[slot] == wanted, nodes.empty[slot], found[minor])
        return found

    def select_mentions(self, keep: Booleans) -> Corpus:
        """Return the corpus with only these mentions; empty entities are dropped."""
        kept = np.flatnonzero(keep)
        sizes = np.bincount(self.mentions.entity[kept], minlength=len(self.entities))
        return self.rearrange(kept, self.mentions.entity[kept], np.flatnonzero(sizes > 0))

    def rearrange(self, kept: Integers, entity: Integers, entities: Integers) -> Corpus:
        """Return the corpus of the kept mentions, put into the given entities.

        Args:
            kept: old numbers of the mentions, in their new order.
            entity: for each kept mention the old number of its new entity.
            entities: the old numbers of the entities that remain, in their new order.
        """
        return self.with_entities(kept, renumbering(entities, len(self.entities))[entity], entities)

    def with_entities(self, kept: Integers, entity: Integers, entities: Integers) -> Corpus:
        """Return the corpus of the kept mentions in new entities; a mention or an entity may be kept several times.

        Args:
            kept: old numbers of the mentions, in their new order.
            entity: for each kept mention the number of its new entity.
            entities: for each new entity the old number of the entity that it equals or is a part of.
        """
        old = self.mentions
        mentions = Mentions(
            entity,
            old.first[kept],
            old.last[kept],
            _taken(old.head, kept),
            _taken(old.minimum_first, kept),
            _taken(old.minimum_last, kept),
            old.parts.select(kept, len(old)),
            None if old.objects is None else taken_objects(old.objects, kept),
            old.attributes.select(kept),
        )
        pseudo, numbered = self.entities.is_nonreferring, self.entities.is_numbered
        chosen = Entities(
            self.entities.document[entities],
            self.entities.labels.take(entities),
            self.entities.rank[entities],
            None if pseudo is None else pseudo[entities],
            None if numbered is None else numbered[entities],
        )
        return replace(
            self,
            mentions=mentions,
            entities=chosen,
            original=self.original or self,
            number=kept if self.number is None else self.number[kept],
            entity_number=entities if self.entity_number is None else self.entity_number[entities],
        )

    def within_text(self) -> Corpus:
        """Return the corpus without mentions of words that its text does not have, and these words; it counts as read."""
        if not len(self.nodes.outside):
            return self
        kept = self.select_mentions(~self.nodes.is_outside(self.mentions.first))
        nodes = self.nodes
        outside = np.searchsorted(nodes.outside, nodes.stop) - np.searchsorted(nodes.outside, nodes.start)
        inner = replace(nodes, stop=nodes.stop - outside, outside=integers())
        return replace(kept.select_documents(np.arange(len(self.names))), nodes=inner)

    def select_documents(self, documents: Integers) -> Corpus:
        """Return the corpus of these documents in this order; -1 is an empty document after all nodes.

        The new corpus is like one read from a file: its mentions and entities get new numbers.
        """
        present = documents >= 0
        behind = len(self.nodes.forms)
        target = np.full(len(self.names), -1, np.int64)
        target[documents[present]] = np.flatnonzero(present)
        entity_target = target[self.entities.document]
        mention_target = entity_target[self.mentions.entity]
        entities = _sorted_by(entity_target)
        kept = _sorted_by(mention_target)
        chosen = self.rearrange(kept, self.mentions.entity[kept], entities)
        return replace(
            chosen,
            names=tuple(self.names[index] if index >= 0 else "" for index in documents.tolist()),
            topics=tuple(self.topics[index] if index >= 0 else "" for index in documents.tolist())
            if self.topics
            else (),
            nodes=replace(
                self.nodes,
                start=np.append(self.nodes.start, behind)[documents],
                stop=np.append(self.nodes.stop, behind)[documents],
            ),
            entities=replace(chosen.entities, document=entity_target[entities]),
            source=_RearrangedSource(self.as_read, documents, chosen.mention_numbers, chosen.entity_numbers),
            original=None,
            number=None,
            entity_number=None,
        )

    @classmethod
    def concatenate(cls, corpora: Sequence[Corpus]) -> Corpus:
        """Return the documents of all corpora, one after the other."""
        if len(corpora) == 1:
            return corpora[0]

        def join(pick: Callable[[Corpus], Integers], shift: Sequence[int] | None = None) -> Integers:
            columns = [pick(corpus) for corpus in corpora]
            return np.concatenate([integers(), *columns]) if shift is None else _concatenated(columns, shift)

        def steps(count: Callable[[Corpus], int]) -> list[int]:
            return [0, *accumulate(map(count, corpora))]

        node = steps(lambda corpus: len(corpus.nodes.forms))
        document = steps(lambda corpus: len(corpus.names))
        mention = steps(lambda corpus: len(corpus.mentions))
        entity = steps(lambda corpus: len(corpus.entities))
        rank = steps(lambda corpus: int(corpus.entities.rank.max(initial=-1)) + 1)
        pseudo = _joined_marks([corpus.entities.is_nonreferring for corpus in corpora], corpora)
        numbered = _joined_marks([corpus.entities.is_numbered for corpus in corpora], corpora)
        objects = None
        if any(corpus.mentions.objects is not None for corpus in corpora):
            objects = joined_objects([corpus.mentions.objects or () for corpus in corpora])
        return cls(
            names=tuple(name for corpus in corpora for name in corpus.names),
            nodes=Nodes(
                join(lambda corpus: corpus.nodes.start, node),
                join(lambda corpus: corpus.nodes.stop, node),
                TextColumn.concatenate([corpus.nodes.forms for corpus in corpora]),
                join(lambda corpus: corpus.nodes.sentences, node),
                join(lambda corpus: corpus.nodes.empty, node),
                join(lambda corpus: corpus.nodes.minor),
                all(corpus.nodes.empty_inside for corpus in corpora),
                join(lambda corpus: corpus.nodes.outside, node),
            ),
            mentions=Mentions(
                join(lambda corpus: corpus.mentions.entity, entity),
                join(lambda corpus: corpus.mentions.first, node),
                join(lambda corpus: corpus.mentions.last, node),
                join(lambda corpus: corpus.mentions.head, node),
                join(lambda corpus: corpus.mentions.minimum_first, node),
                join(lambda corpus: corpus.mentions.minimum_last, node),
                Parts(
                    join(lambda corpus: corpus.mentions.parts.mention, mention),
                    join(lambda corpus: corpus.mentions.parts.first, node),
                    join(lambda corpus: corpus.mentions.parts.last, node),
                ),
                objects,
                JoinedAttributes([corpus.mentions.attributes for corpus in corpora], mention),
            ),
            entities=Entities(
                join(lambda corpus: corpus.entities.document, document),
                TextColumn.concatenate([corpus.entities.labels for corpus in corpora]),
                join(lambda corpus: corpus.entities.rank, rank),
                pseudo,
                numbered,
            ),
            format=corpora[0].format if corpora else "python",
            layer=corpora[0].layer if corpora else "",
            traits=corpora[0].traits if corpora else Traits(),
            source=JoinedSource(corpora),
            problems=tuple(problem for corpus in corpora for problem in corpus.problems),
            topics=tuple(topic for corpus in corpora for topic in corpus.topics or [""] * len(corpus.names))
            if any(corpus.topics for corpus in corpora)
            else (),
        )

    @property
    def documents(self) -> Documents:
        """The documents as readable objects."""
        from corefeval.corpus.views import Documents  # noqa: PLC0415 - views know the corpus, not the other way round

        return Documents(self)

    def __repr__(self) -> str:
        """Return the counts."""
        return f"<Corpus: {self.amount}, format {self.format}>"

    @property
    def amount(self) -> str:
        """How many documents, mentions and entities it has, in words."""
        documents, held = several(len(self.names), "document"), several(len(self.mentions), "mention")
        return f"{documents}, {held}, {several(len(self.entities), 'entity', 'entities')}"


def require(part: str, *corpora: Corpus) -> None:
    """Raise if a needed part of the annotation (see PARTS in problems) is faulty; call it before using the part."""
    faults = [problem for corpus in corpora for problem in corpus.problems if problem.part == part]
    errors = [problem for problem in faults if problem.severity is Severity.ERROR]
    if errors:
        raise CorefevalError(dict.fromkeys(errors))


def _sorted_by(target: Integers) -> Integers:
    """Return the rows with a target, sorted by target; ties keep their order."""
    rows = np.flatnonzero(target >= 0)
    return rows[np.argsort(target[rows], kind="stable")]


def _concatenated(columns: Sequence[Integers], shift: Sequence[int]) -> Integers:
    """Return columns one after the other, each with its numbers shifted; -1 stays."""
    pairs = zip(columns, shift, strict=False)
    return np.concatenate(
        [integers(), *(np.where(column >= 0, column + step, column) for column, step in pairs)]
    )


def _joined_marks(marks: Sequence[Booleans | None], corpora: Sequence[Corpus]) -> Booleans | None:
    """Return marks of the entities of all corpora, False for a corpus without marks; None if all lack them."""
    if all(each is None for each in marks):
        return None
    return np.concatenate(
        [
            np.zeros(len(corpus.entities), bool) if each is None else each
            for each, corpus in zip(marks, corpora, strict=True)
        ]
    )


def _taken(column: Integers, rows: Integers) -> Integers:
    """Return these rows of a column; a column with one number for all mentions is returned unchanged."""
    if len(column) and column.strides == (0,):
        return np.broadcast_to(column[:1], len(rows))
    return column[rows]
