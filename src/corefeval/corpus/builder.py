"""CorpusBuilder: builds a corpus mention by mention, for the exact readers, for Python objects and for tests."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any

import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.corpus.corpus import Corpus, Source
from corefeval.corpus.tables import (
    Attributes,
    Entities,
    IntegerPairs,
    Mentions,
    Nodes,
    Parts,
    Relations,
    joined_objects,
    joined_parts,
)
from corefeval.problems import Place, Problem
from corefeval.records import dataclass
from corefeval.text import TextColumn

Clusters = Iterable[Iterable[Hashable]]


class BuiltSource(Source):
    """Columns, relations and line numbers that a builder collected."""

    def __init__(
        self, columns: Mapping[str, TextColumn], relations: Relations, file: str, lines: Sequence[int]
    ) -> None:
        self._columns, self._file, self._lines = columns, file, lines
        self.known_relations = relations

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return collected columns."""
        return {name: self._columns.get(name) for name in names}

    def place(self, node: int) -> Place:
        """Return the line the node was read from."""
        return Place(self._file, self._lines[node] if node < len(self._lines) else 0)


class CorpusBuilder:
    """Collects documents, nodes, entities and mentions in the order of the file.

    Attributes:
        file: the name of the file.
        names: the names of the documents so far.
        labels: the labels of the entities so far.
        forms: the forms of the nodes so far.
        lines: the lines of the nodes so far.
    """

    def __init__(self, format: str = "python", file: str = "") -> None:  # noqa: A002 - the word the user reads
        self._format, self.file = format, file
        self.names: list[str] = []
        self._starts: list[int] = []
        self.forms: list[str] = []
        self.lines: list[int] = []
        self._sentences: list[int] = []
        self._empty: list[tuple[int, int]] = []
        self._outside: list[int] = []
        self._columns: dict[str, list[str]] = {}
        self._entity_of: dict[str, int] = {}
        self._entity_document: list[int] = []
        self.labels: list[str] = []
        self._rank: dict[int, int] = {}
        self._pseudo: set[int] = set()
        self._numbered: set[int] = set()
        self._mentions: list[tuple[int, int, int, int, int, int]] = []
        self._parts: list[tuple[int, int, int]] = []
        self._attributes: dict[str, dict[int, str]] = {}
        self._split: list[tuple[int, int]] = []
        self._bridging: list[tuple[int, int, int, str]] = []

    def document(self, name: str) -> int:
        """Start a document, with new entity labels."""
        self.names.append(name)
        self._starts.append(len(self.forms))
        self._entity_of = {}
        return len(self.names) - 1

    def sentence(self) -> None:
        """Start a sentence with the next node."""
        if not self._sentences or self._sentences[-1] != len(self.forms):
            self._sentences.append(len(self.forms))

    def node(
        self, form: str, *, minor: int = 0, line: int = 0, columns: Mapping[str, str] | None = None
    ) -> int:
        """Add a word, or with a minor number an empty node; return its number."""
        number = len(self.forms)
        self.forms.append(form)
        self.lines.append(line)
        if minor:
            self._empty.append((number, minor))
        if columns:
            for name, value in columns.items():
                column = self._columns.setdefault(name, [])
                column.extend([""] * (number - len(column)))
                column.append(value)
        return number

    def text(
        self,
        forms: Sequence[str],
        lines: Sequence[int],
        sentences: Iterable[int],
        empty: Iterable[tuple[int, int]],
        columns: Mapping[str, Sequence[str]],
    ) -> None:
        """Add the nodes of a whole document. Sentences and empty nodes are given by their numbers in the document, from 0."""
        start = len(self.forms)
        self.forms.extend(forms)
        self.lines.extend(lines)
        self._sentences.extend(start + number for number in sentences)
        self._empty.extend((start + number, minor) for number, minor in empty)
        for name, cells in columns.items():
            column = self._columns.setdefault(name, [])
            column.extend([""] * (start - len(column)))
            column.extend(cells)

    def outside(self, forms: Sequence[str], line: int) -> tuple[int, int]:
        """Add words that the text of the document lacks after it; return the first and the last."""
        first = len(self.forms)
        self.forms.extend(forms)
        self.lines.extend([line] * len(forms))
        self._outside.extend(range(first, len(self.forms)))
        return first, len(self.forms) - 1

    def entity(self, label: str, *, nonreferring: bool = False, numbered: bool = False) -> int:
        """Return the entity with this label in the current document, created at its first bracket; numbered if the file has no label."""
        number = self._entity_of.get(label)
        if number is None:
            number = self._entity_of[label] = len(self.labels)
            self.labels.append(label)
            self._entity_document.append(len(self.names) - 1)
        if nonreferring:
            self._pseudo.add(number)
        if numbered:
            self._numbered.add(number)
        return number

    def mention(
        self,
        entity: int,
        spans: Sequence[tuple[int, int]] = (),
        *,
        head: int = -1,
        minimum: tuple[int, int] = (-1, -1),
        attributes: Mapping[str, str] | None = None,
    ) -> int:
        """Add a completed mention; spans are first and last nodes of its parts, in order."""
        number = len(self._mentions)
        self._rank.setdefault(entity, number)
        if len(spans) != 1:
            spans = joined_parts(spans) or [(number, number)]
        self._mentions.append((entity, spans[0][0], spans[-1][1], head, *minimum))
        if len(spans) > 1:
            self._parts.extend((number, first, last) for first, last in spans)
        if attributes:
            for name, value in attributes.items():
                self._attributes.setdefault(name, {})[number] = value
        return number

    def split_antecedent(self, whole: int, element: int) -> None:
        """Note that entity element is an element of entity whole."""
        self._split.append((whole, element))

    def bridging(self, anaphor: int, anchor: int, anchor_entity: int, relation: str = "") -> None:
        """Note that mention anaphor is anchored to a mention (-1: unknown) of an entity."""
        self._bridging.append((anaphor, anchor, anchor_entity, relation))

    def build(self, *, rank: Sequence[int] | None = None, problems: Iterable[Problem] = ()) -> Corpus:
        """Return the corpus; rank is the order for look-ups, by default that of first completion."""
        count = len(self.forms)
        starts = integers(self._starts)
        entity, first, last, head, low, high = np.array(self._mentions, np.int64).reshape(-1, 6).T.copy()
        parts = np.array(self._parts, np.int64).reshape(-1, 3).T.copy()
        empty, minor = np.array(self._empty, np.int64).reshape(-1, 2).T.copy()
        columns = {
            name: TextColumn.of(values + [""] * (count - len(values)))
            for name, values in self._columns.items()
        }
        pseudo, numbered = np.zeros((2, len(self.labels)), bool)
        pseudo[list(self._pseudo)] = True
        numbered[list(self._numbered)] = True
        completed = rank or [self._rank.get(entity, -1) for entity in range(len(self.labels))]
        return Corpus(
            names=tuple(self.names),
            nodes=Nodes(
                starts,
                np.append(starts[1:], count),
                TextColumn.of(self.forms),
                integers(self._sentences),
                empty,
                minor,
                outside=integers(self._outside),
            ),
            mentions=Mentions(
                entity,
                first,
                last,
                head,
                low,
                high,
                Parts(*parts),
                attributes=Attributes.of(self._attributes, len(self._mentions)),
            ),
            entities=Entities(
                integers(self._entity_document),
                TextColumn.of(self.labels),
                integers(completed),
                pseudo if self._pseudo else None,
                numbered if self._numbered else None,
            ),
            format=self._format,
            source=BuiltSource(
                columns,
                Relations.of(self._split, self._bridging),
                self.file,
                self.lines,
            ),
            problems=tuple(problems),
        )


@dataclass(frozen=True, slots=True, eq=False)
class FlatClusters:
    """Clusters of documents with all mentions in one sequence.

        documents   a: [[(0, 1), (5, 5)], [(3, 3)]]   b: [[(2, 2)]]
        clusters    [2, 1]
        sizes       [2, 1, 1]
        mentions    (0, 1) (5, 5) (3, 3) (2, 2)

    Attributes:
        names: the name of each document.
        clusters: how many clusters each document has.
        sizes: how many mentions each cluster has.
        mentions: all mentions, in order.
        problems: their problems.
    """

    names: tuple[str, ...]
    clusters: Integers
    sizes: Integers
    mentions: Sequence[Any]
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, documents: Iterable[tuple[str, Clusters]]) -> FlatClusters:
        """Return the clusters of named documents."""
        names, counts, found = [], [], []
        for name, clusters in documents:
            members = [
                cluster if isinstance(cluster, list | tuple) else list(cluster) for cluster in clusters
            ]
            names.append(name)
            counts.append(len(members))
            found += members
        mentions = list(chain.from_iterable(found))
        pairs = IntegerPairs.of(mentions)
        return cls(
            tuple(names),
            integers(counts),
            integers([len(members) for members in found]),
            tuple(mentions) if pairs is None else pairs,
        )

    @classmethod
    def joined(cls, several: Sequence[FlatClusters]) -> FlatClusters:
        """Return the documents of several corpora as one corpus."""
        if len(several) == 1:
            return several[0]
        return cls(
            tuple(chain.from_iterable(each.names for each in several)),
            np.concatenate([integers(), *(each.clusters for each in several)]),
            np.concatenate([integers(), *(each.sizes for each in several)]),
            joined_objects([each.mentions for each in several]),
            tuple(chain.from_iterable(each.problems for each in several)),
        )

    def documents(self) -> Iterator[tuple[str, list[list[Any]]]]:
        """Iterate over the documents: the name and the clusters of each."""
        mentions, sizes = iter(self.mentions), iter(self.sizes.tolist())
        for name, count in zip(self.names, self.clusters.tolist(), strict=True):
            yield name, [list(islice(mentions, size)) for size in islice(sizes, count)]


def from_clusters(
    documents: FlatClusters | Iterable[tuple[str, Clusters]], problems: Iterable[Problem] = ()
) -> Corpus:
    """Return the corpus of documents, each a name and clusters of any hashable mentions; empty clusters are dropped.

    Examples:
        >>> from_clusters([("a", [[(0, 1), (5, 5)], [(3, 3)]])])
        <Corpus: 1 document, 3 mentions, 2 entities, format python>
    """
    flat = documents if isinstance(documents, FlatClusters) else FlatClusters.of(documents)
    document, sizes = np.arange(len(flat.names)).repeat(flat.clusters), flat.sizes
    if np.count_nonzero(sizes) < len(sizes):
        document, sizes = document[sizes > 0], sizes[sizes > 0]
    entities = np.arange(len(sizes))
    number = np.arange(len(flat.mentions))
    none, is_numbered = np.empty(len(number), np.int64), np.empty(len(sizes), bool)
    none.fill(-1)
    is_numbered.fill(1)
    return Corpus(
        names=flat.names,
        nodes=_no_text(len(flat.names)),
        mentions=Mentions(entities.repeat(sizes), number, number, none, none, none, objects=flat.mentions),
        entities=Entities(document, TextColumn.numbers(len(sizes)), entities, is_numbered=is_numbered),
        problems=(*flat.problems, *problems),
    )


@lru_cache(maxsize=16)
def _no_text(documents: int) -> Nodes:
    """Return the nodes of documents without words; a training loop asks for the same at every step."""
    zeros = np.zeros(documents, np.int64)
    return Nodes(zeros, zeros, TextColumn.of([]), integers())
