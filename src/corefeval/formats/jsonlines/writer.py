"""Write JSON Lines: tokens by sentence, clusters with inclusive ends, and all other annotations in named fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, BinaryIO

import msgspec
import numpy as np

from corefeval.arrays import Ragged, renumbering
from corefeval.corpus.corpus import Corpus, JoinedSource
from corefeval.corpus.tables import Annotation
from corefeval.formats.conllua.writer import without_coreference
from corefeval.formats.jsonlines.fields import NAMES, STRINGS, Record
from corefeval.formats.jsonlines.source import JsonLinesSource
from corefeval.problems import CorefevalError, Problem, warning

COLUMNS = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc", "speaker", "parse", "ne")


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write the corpus, one line per document, without losses.

    Unknown fields of a JSON Lines file are kept. If a file contains two annotations, only the one that was read is written.
    """
    if corpus.mentions.objects is not None:
        raise CorefevalError(Problem("CE044", "clusters-python-objects"))
    encoder = msgspec.json.Encoder()
    stream.writelines(encoder.encode(line) + b"\n" for line in _Writer(corpus).lines())
    return [
        warning("CE047", "annotation-file-not-read", problem.place)
        for problem in corpus.problems
        if problem.code == "CE038" and problem.kind != "predictions-are-null"
    ]


class _Writer:
    """Makes the lines of a corpus, document by document."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._entities = Ragged.by(corpus.entities.document, len(corpus.names))
        self._mentions = Ragged.by(corpus.mentions.entity, len(corpus.entities))
        self._labels = list(corpus.entities.labels)
        numbers = map(str, self._entities.places.tolist())
        self._has_names = any(label != number for label, number in zip(self._labels, numbers, strict=True))
        columns = corpus.mentions.attributes.columns()
        self._attributes = [(name, list(column)) for name, column in columns.items()]
        self._kept = _kept_fields(corpus)
        self._columns = [] if any(self._kept) else self._text_columns()
        self._annotations: dict[int, list[Annotation]] = defaultdict(list)
        for annotation in corpus.annotations:
            self._annotations[annotation.document].append(annotation)
        self._is_discontinuous = corpus.mentions.is_discontinuous.tolist()
        self._split, self._bridging = self._relations()

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the JSON object of each document."""
        for document, name in enumerate(self._corpus.names):
            yield self._line(document, name)

    def _line(self, document: int, name: str) -> dict[str, Any]:
        corpus = self._corpus
        nodes = corpus.nodes
        start, stop = int(nodes.start[document]), int(nodes.stop[document])
        begin, end = np.searchsorted(nodes.sentences, [start, stop])
        edges = sorted({start, *nodes.sentences[begin:end].tolist(), stop})
        entities = self._entities[document]
        clusters = [[self._span(mention, start) for mention in self._mentions[entity]] for entity in entities]
        line: dict[str, Any] = {
            "doc_key": name,
            "offsets": "inclusive,token",
            "sentences": _by_sentence(nodes.forms.slice(start, stop), edges, start),
            "clusters": clusters,
        }
        if corpus.topics and corpus.topics[document]:
            line["topic"] = corpus.topics[document]
        if self._has_names and entities:
            line["cluster_ids"] = [self._labels[entity] for entity in entities]
        if described := self._described(entities, start):
            line["mentions"] = described
        line |= self._relation_fields(document, start)
        pseudo = corpus.entities.is_nonreferring
        if pseudo is not None and pseudo[entities].any():
            line["nonreferring"] = [number for number, entity in enumerate(entities) if pseudo[entity]]
        first, last = np.searchsorted(nodes.empty, [start, stop])
        if last > first:
            pairs = zip(
                (nodes.empty[first:last] - start).tolist(), nodes.minor[first:last].tolist(), strict=True
            )
            line["empty"] = list(pairs)
        if annotations := self._annotations.get(document):
            line["annotations"] = [_typed(annotation, start) for annotation in annotations]
        for field, cells in self._columns:
            line[field] = _by_sentence(cells[start:stop], edges, start)
        return line | self._kept[document]

    def _span(self, mention: int, start: int) -> list[Any]:
        mentions = self._corpus.mentions
        if self._is_discontinuous[mention]:
            return [[first - start, last - start] for first, last in mentions.parts.of(mention)]
        return [int(mentions.first[mention]) - start, int(mentions.last[mention]) - start]

    def _described(self, entities: Sequence[int], start: int) -> list[dict[str, Any]]:
        """Return the mentions with more information than their spans."""
        mentions = self._corpus.mentions
        found = []
        for cluster, entity in enumerate(entities):
            described = False
            objects = []
            for mention in self._mentions[entity]:
                item: dict[str, Any] = {"span": self._span(mention, start), "cluster": cluster}
                if mentions.head[mention] >= 0:
                    item["head"] = int(mentions.head[mention]) - start
                if mentions.minimum_first[mention] >= 0:
                    minimum = (mentions.minimum_first[mention], mentions.minimum_last[mention])
                    item["min"] = [int(node) - start for node in minimum]
                item |= {name: column[mention] for name, column in self._attributes if column[mention]}
                described = described or len(item) > 2
                objects.append(item)
            if described:
                found.extend(objects)
        return found

    def _relation_fields(self, document: int, start: int) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        place = {entity: number for number, entity in enumerate(self._entities[document])}
        if split := self._split.get(document):
            fields["split_antecedents"] = [[place[whole], place[element]] for whole, element in split]
        if links := self._bridging.get(document):
            fields["bridging"] = [
                {
                    "anaphor": self._span(anaphor, start),
                    "anchor": None if anchor < 0 else self._span(anchor, start),
                    "cluster": place[entity],
                    "relation": relation,
                }
                for anaphor, anchor, entity, relation in links
            ]
        return fields

    def _relations(
        self,
    ) -> tuple[dict[int, list[tuple[int, int]]], dict[int, list[tuple[int, int, int, str]]]]:
        """Return split antecedents and bridging by document. Relations of removed mentions or entities are skipped."""
        corpus = self._corpus
        whole = corpus.original or corpus
        mention = renumbering(corpus.number, len(whole.mentions))
        entity = renumbering(corpus.entity_number, len(whole.entities))
        found = corpus.relations.renumbered(mention, entity)
        document = corpus.entities.document.tolist()
        split: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for whole, element in zip(found.whole.tolist(), found.element.tolist(), strict=True):
            split[document[whole]].append((whole, element))
        bridging: dict[int, list[tuple[int, int, int, str]]] = defaultdict(list)
        columns = (found.anaphor.tolist(), found.anchor.tolist(), found.anchor_entity.tolist())
        for anaphor, anchor, owner, relation in zip(*columns, found.bridging_relation, strict=True):
            bridging[document[owner]].append((anaphor, anchor, owner, relation))
        return split, bridging

    def _text_columns(self) -> list[tuple[str, list[str]]]:
        columns = []
        for name in COLUMNS:
            column = self._corpus.source.column(name)
            if column is not None:
                cells = list(column)
                if name == "misc":
                    cells = [without_coreference(cell) for cell in cells]
                columns.append(("speakers" if name == "speaker" else name, cells))
        return columns


def _typed(annotation: Annotation, start: int) -> dict[str, Any]:
    item: dict[str, Any] = {
        "referent": [node - start for node in annotation.referent],
        "antecedents": [[node - start for node in span] for span in annotation.antecedents],
        "type": annotation.code,
    }
    if annotation.dominant is not None:
        item["dominant"] = annotation.dominant
    return item


def _kept_fields(corpus: Corpus) -> list[dict[str, Any]]:
    """Return the fields of each document that the reader does not use."""
    found: dict[int, dict[str, Any]] = {}
    whole = corpus.original or corpus
    shift = 0
    for part in whole.source.corpora if isinstance(whole.source, JoinedSource) else [whole]:
        if isinstance(part.source, JsonLinesSource):
            starts = zip(
                part.nodes.start.tolist(), part.nodes.stop.tolist(), part.source.fields(), strict=True
            )
            used = {*Record.__struct_fields__, *STRINGS} - {*NAMES[1:], "text", "topic"}
            for start, stop, fields in starts:
                if stop > start:
                    found[start + shift] = {name: value for name, value in fields.items() if name not in used}
        shift += len(part.nodes.forms)
    spans = zip(corpus.nodes.start.tolist(), corpus.nodes.stop.tolist(), strict=True)
    return [found.get(start, {}) if stop > start else {} for start, stop in spans]


def _by_sentence(cells: Sequence[str], edges: Sequence[int], start: int) -> list[list[str]]:
    return [list(cells[first - start : last - start]) for first, last in pairwise(edges)]
