"""Other mentions and entities over the same text: how errors are made in a key, and repaired in a response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from corefeval.arrays import Booleans, Integers, integers, look_up, renumbering
from corefeval.corpus.corpus import Corpus, ForwardingSource
from corefeval.corpus.tables import (
    Annotation,
    Entities,
    Mentions,
    Parts,
    Relations,
    taken_objects,
)
from corefeval.text import TextColumn


@dataclass(frozen=True, eq=False)
class Changed:
    """The mentions that a corpus is to have, in any order, and their entities.

    Attributes:
        row: the mention of the corpus that each is, -1 for a new one.
        entity: its entity: a number of the corpus, or a higher number for a new entity.
        first: its first node.
        last: its last node.
        head: its head, -1 for none.
        minimum: the first and the last node of its minimum span, -1 for none.
        parts: the parts of discontinuous ones.
        objects: for clusters without a text the mentions themselves.
        new_document: the document of each new entity.
        new_labels: the identifier of each.
        new_nonreferring: which of them are non-referring; by default none.
        home: the new number of each entity of the corpus, for relations; by default unchanged.
        annotations: the typed annotations; by default those of the corpus.
    """

    row: Integers
    entity: Integers
    first: Integers
    last: Integers
    head: Integers
    minimum: tuple[Integers, Integers]
    parts: Parts = field(default_factory=Parts)
    objects: Sequence[object] | None = None
    new_document: Integers = field(default_factory=integers)
    new_labels: Sequence[str] = ()
    new_nonreferring: Booleans | None = None
    home: Integers | None = None
    annotations: Sequence[Annotation] | None = None

    def on(self, corpus: Corpus) -> Corpus:
        """Return the corpus with these mentions: its text, and mentions and entities in the order of a file."""
        entities = corpus.entities
        document = np.concatenate([entities.document, self.new_document])
        order = (
            np.lexsort((-self.first, self.last, document[self.entity]))
            if corpus.mentions.objects is None
            else np.argsort(document[self.entity], kind="stable")
        )
        row = self.row[order]
        used = np.unique(self.entity)
        used = used[np.argsort(document[used], kind="stable")]
        number = renumbering(used, len(document))
        pseudo = self._nonreferring(entities)
        home = number[: len(entities)] if self.home is None else look_up(self.home, number)
        return replace(
            corpus,
            mentions=Mentions(
                number[self.entity[order]],
                self.first[order],
                self.last[order],
                self.head[order],
                self.minimum[0][order],
                self.minimum[1][order],
                self.parts.select(order, len(order)),
                None if self.objects is None else taken_objects(self.objects, order),
                corpus.mentions.attributes.select(row),
            ),
            entities=Entities(
                document[used],
                TextColumn.concatenate([entities.labels, TextColumn.of(list(self.new_labels))]).take(used),
                np.arange(len(used)),
                None if pseudo is None else pseudo[used],
            ),
            source=_SameText(corpus, row, home, self.annotations),
            problems=(),
            original=None,
            number=None,
            entity_number=None,
        )

    def _nonreferring(self, entities: Entities) -> Booleans | None:
        if entities.is_nonreferring is None:
            return None
        new = self.new_nonreferring
        return np.append(
            entities.is_nonreferring, np.zeros(len(self.new_document), bool) if new is None else new
        )


class _SameText(ForwardingSource):
    """The text of a corpus, and the relations whose ends still exist."""

    def __init__(
        self, corpus: Corpus, row: Integers, entity: Integers, annotations: Sequence[Annotation] | None
    ) -> None:
        super().__init__(corpus.source)
        self._corpus, self._entity, self._annotations = corpus, entity, annotations
        self._mention = renumbering(row, len(corpus.mentions) + 1)[:-1]  # -1 has the last place

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the annotations of the corpus, or their replacements."""
        del corpus
        return self._corpus.annotations if self._annotations is None else self._annotations

    def relations(self, corpus: Corpus) -> Relations:
        """Return the relations with current numbers; a relation with a removed end is dropped."""
        del corpus
        return self._corpus.relations.renumbered(self._mention, self._entity)
