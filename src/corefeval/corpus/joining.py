"""Documents joined into one, so that an entity can have mentions in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from corefeval.arrays import Integers, integers, inverse, look_up, ranges, renumbering
from corefeval.corpus.corpus import Corpus, ForwardingSource
from corefeval.corpus.tables import Annotation, Nodes, Relations
from corefeval.problems import Place
from corefeval.text import TextColumn


def join_documents(corpus: Corpus, group: Integers, names: Sequence[str], words: Corpus) -> Corpus:
    """Return the corpus with the documents of each group as one; entities of one name in a group are one.

    Documents are joined in the order of their names, so their order in the file does not matter. An entity without
    a name in the file is not joined. The new corpus counts as read.

    Args:
        corpus: the corpus to join.
        group: for each document the number of its group.
        names: the names of the groups, which are also their topics.
        words: the same documents with their names, including the words of documents that this corpus lacks. So
            later words have the same position in both.
    """
    by_name = integers(sorted(range(len(group)), key=words.names.__getitem__))
    order = np.lexsort((inverse(by_name), group))
    text = _Text.of(corpus, words, order, group)
    place = inverse(order)
    kept = np.argsort(place[corpus.mention_document], kind="stable")
    merged, founders = _merged(corpus, group, place)
    old = corpus.entities
    rank = np.full(len(founders), len(old), np.int64)
    np.minimum.at(rank, merged, inverse(np.lexsort((old.rank, place[old.document]))))
    chosen = corpus.with_entities(kept, merged[corpus.mentions.entity[kept]], founders)
    mentions = chosen.mentions
    if mentions.objects is None:
        mentions = mentions.moved(text.number)
    else:  # mentions without text are distinguished by their documents
        document, number = corpus.mention_document[kept].tolist(), np.arange(len(kept))
        objects = tuple(zip(map(words.names.__getitem__, document), mentions.objects, strict=True))
        mentions = replace(mentions, first=number, last=number, objects=objects)
    return replace(
        chosen,
        names=tuple(names),
        topics=tuple(names),
        nodes=text.nodes(corpus, group, len(names)),
        mentions=mentions,
        entities=replace(chosen.entities, document=group[old.document[founders]], rank=rank),
        source=_JoinedDocuments(corpus, kept, merged, text, words.names),
        original=None,
        number=None,
        entity_number=None,
    )


@dataclass(frozen=True, slots=True)
class _Text:
    """The nodes of the joined documents.

    Attributes:
        forms: the forms of the corpus, followed by the words of documents that it lacks.
        own: the number of those that belong to the corpus.
        index: for each new node its number in forms.
        number: for each of forms the number of its new node, -1 if it has none.
        sizes: how many nodes each document has.
        begins: the first node, in forms, of each document.
    """

    forms: TextColumn
    own: int
    index: Integers
    number: Integers
    sizes: Integers
    begins: Integers

    @classmethod
    def of(cls, corpus: Corpus, words: Corpus, order: Integers, group: Integers) -> _Text:
        """Concatenate the documents in this order; nodes outside their texts follow the whole group."""
        ours, theirs = corpus.nodes, words.nodes
        begins, sizes = ours.start.copy(), ours.stop - ours.start
        lacking = np.flatnonzero((sizes == 0) & (theirs.stop > theirs.start))
        row, added = ranges(theirs.start[lacking], (theirs.stop - theirs.start)[lacking])
        is_word = theirs.is_word(added)
        sizes[lacking] = np.bincount(row[is_word], minlength=len(lacking))
        begins[lacking] = len(ours.forms) + np.cumsum(sizes[lacking]) - sizes[lacking]
        forms = TextColumn.concatenate([ours.forms, theirs.forms.take(added[is_word])])
        _, index = ranges(begins[order], sizes[order])
        if len(ours.outside):
            index = index[np.lexsort((ours.is_outside(index), np.repeat(group[order], sizes[order])))]
        return cls(forms, len(ours.forms), index, renumbering(index, len(forms)), sizes, begins)

    def nodes(self, corpus: Corpus, group: Integers, groups: int) -> Nodes:
        """Return the text of the groups."""
        old = corpus.nodes
        starts_sentence = np.zeros(len(self.forms), bool)
        starts_sentence[old.sentences] = True
        starts_sentence[self.begins[self.sizes > 0]] = True
        minor = np.zeros(len(self.forms), np.int64)
        minor[old.empty] = old.minor
        empty = np.flatnonzero(old.is_empty(self.index))
        sizes = np.bincount(group, self.sizes, minlength=groups).astype(np.int64)
        stop = np.cumsum(sizes)
        return replace(
            old,
            start=stop - sizes,
            stop=stop,
            forms=self.forms.take(self.index),
            sentences=np.flatnonzero(starts_sentence[self.index]),
            empty=empty,
            minor=minor[self.index[empty]],
            outside=np.flatnonzero(old.is_outside(self.index)),
        )


def _merged(corpus: Corpus, group: Integers, place: Integers) -> tuple[Integers, Integers]:
    """Return for each entity its number in the joined corpus, and for each of these the first old one of that name."""
    entities = corpus.entities
    codes, labels = entities.labels.codes()
    name = group[entities.document] * len(labels) + codes
    if entities.is_numbered is not None:
        numbered = np.flatnonzero(entities.is_numbered)
        name[numbered] = -1 - numbered
    order = np.argsort(place[entities.document], kind="stable")
    _, first, number = np.unique(name[order], return_index=True, return_inverse=True)
    merged = np.empty(len(entities), np.int64)
    merged[order] = inverse(np.argsort(first))[number]
    return merged, order[np.sort(first)]


class _JoinedDocuments(ForwardingSource):
    """The source of a corpus with joined documents."""

    def __init__(
        self, whole: Corpus, mentions: Integers, entities: Integers, text: _Text, names: Sequence[str]
    ) -> None:
        super().__init__(whole.source)
        filled = np.flatnonzero(text.sizes > 0)
        starts = text.number[text.begins[filled]]
        order = np.argsort(starts)
        self.joined = starts[order], tuple(names[document] for document in filled[order].tolist())
        self._whole, self._mentions, self._entities, self._text = whole, mentions, entities, text
        carried = whole.source.carried
        self.carried = None if carried is None else carried[mentions]

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return the column of the whole corpus; words that it lacks have ''."""
        text = self._text
        blank = TextColumn.of([""] * (len(text.forms) - text.own))
        return {
            name: None if column is None else TextColumn.concatenate([column, blank]).take(text.index)
            for name, column in self._whole.source.columns(names).items()
        }

    def place(self, node: int) -> Place:
        """Ask the whole."""
        index = self._text.index
        known = node < len(index) and index[node] < self._text.own
        return self._whole.source.place(int(index[node]) if known else self._text.own)

    @property
    def has_relations_at_hand(self) -> bool:
        """Whether the relations of the whole corpus are at hand."""
        return self._whole.source.has_relations_at_hand

    def relations(self, corpus: Corpus) -> Relations:
        """Return the relations of the whole, renumbered."""
        del corpus
        old, entity = self._whole.relations, self._entities
        mention = renumbering(self._mentions, len(self._whole.mentions))
        split = np.unique(np.stack([entity[old.whole], entity[old.element]]), axis=1)
        return Relations(
            split[0],
            split[1],
            mention[old.anaphor],
            look_up(old.anchor, mention),
            entity[old.anchor_entity],
            old.bridging_relation,
        )

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the annotations of the whole over the joined text."""
        del corpus
        number = self._text.number.tolist()
        return [annotation.moved(number.__getitem__) for annotation in self._whole.annotations]
