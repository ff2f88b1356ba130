"""Write CoNLL-2012: twelve columns, tabs, and a report of unsupported annotations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import count, product
from string import ascii_lowercase
from typing import BinaryIO

import numpy as np

from corefeval.arrays import Ragged
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import all_spans, cell, distinct
from corefeval.formats.brackets import crossing
from corefeval.problems import CorefevalError, Problem, warning

COLUMNS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("pos", "xpos", "upos"), "-"),
    (("parse",), "*"),
    (("lemma",), "-"),
    (("frameset",), "-"),
    (("sense",), "-"),
    (("speaker",), "-"),
    (("ne",), "*"),
)
"""The columns 5 to 11: their possible names in a corpus, and their default values."""

Span = tuple[int, int]


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write a corpus, and return the losses as one problem CE047 per kind.

    - If all labels of a document are numbers, its entities keep them; otherwise they are numbered.
    - A discontinuous mention has letters after the number of its entity (0a), the same for all its parts.
    - A mention that crosses another one of its entity has letters too, because brackets with one number can only nest.
    - Empty nodes, and mentions that contain only empty nodes, are omitted, because lines of this format are words.
    """
    if corpus.mentions.objects is not None:
        problem = Problem("CE044", "clusters-without-text-cannot")
        raise CorefevalError(problem)
    lines = _Writer(corpus)
    stream.writelines(lines.of(document).encode() for document in range(len(corpus.names)))
    return _losses(corpus, renamed=lines.renamed, dropped=lines.dropped)


class _Writer:
    """Writes the documents one by one, and counts unsupported annotations."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._names = distinct(corpus.names)
        found = corpus.source.columns([name for names, _ in COLUMNS for name in names])
        self._columns = [
            (next((found[name] for name in names if found[name] is not None), None), filler)
            for names, filler in COLUMNS
        ]
        self._mentions = Ragged.by(corpus.mention_document, len(corpus.names))
        self._entities = Ragged.by(corpus.entities.document, len(corpus.names))
        self._spans = all_spans(corpus.mentions)
        self._starts_sentence = frozenset(corpus.nodes.sentences.tolist())
        self._empty = frozenset(corpus.nodes.empty.tolist())
        self.renamed = 0
        self.dropped = 0

    def of(self, document: int) -> str:
        """Return the lines of a document."""
        corpus = self._corpus
        start, stop = int(corpus.nodes.start[document]), int(corpus.nodes.stop[document])
        name = self._names[document]
        first = "-" if name.startswith("#") else name
        cells = self._cells(document)
        forms = corpus.nodes.forms.slice(start, stop)
        columns = [
            [cell(value, filler) for value in column.slice(start, stop)]
            if column is not None
            else [filler] * (stop - start)
            for column, filler in self._columns
        ]
        lines = [f"#begin document ({name}); part 000\n"]
        number = 0
        for node, form, *others in zip(range(start, stop), forms, *columns, strict=True):
            if node in self._starts_sentence:
                if node > start:
                    lines.append("\n")
                number = 0
            if node in self._empty:
                continue
            brackets = "|".join(cells.get(node, "-"))
            lines.append("\t".join([first, "0", str(number), cell(form), *others, brackets]) + "\n")
            number += 1
        lines.append("\n#end document\n" if stop > start else "#end document\n")
        return "".join(lines)

    def _cells(self, document: int) -> dict[int, list[str]]:
        """Return the brackets of each node: first opening ones, then single words, then closing ones."""
        labels = self._labels(document)
        corpus = self._corpus
        written: list[tuple[int, str, Span]] = []
        by_entity: dict[int, list[tuple[int, list[Span]]]] = defaultdict(list)
        for mention in self._mentions[document]:
            spans = self._words(mention)
            if spans:
                by_entity[int(corpus.mentions.entity[mention])].append((mention, spans))
            else:
                self.dropped += 1
        for entity, mentions in by_entity.items():
            letters = _letters()
            apart = crossing((mention, spans[0]) for mention, spans in mentions if len(spans) == 1)
            for mention, spans in mentions:
                separate = len(spans) > 1 or mention in apart
                label = labels[entity] + (next(letters) if separate else "")
                written.extend((mention, label, span) for span in spans)
        written.sort(key=lambda row: row[0])
        opens: dict[int, list[tuple[int, str]]] = defaultdict(list)
        singles: dict[int, list[str]] = defaultdict(list)
        closes: dict[int, list[str]] = defaultdict(list)
        for mention, label, (first, last) in written:
            if first == last:
                singles[first].append(f"({label})")
            else:
                opens[first].append((int(corpus.mentions.entity[mention]), f"({label}"))
                closes[last].append(f"{label})")
        return {
            node: [label for _, label in sorted(opens[node], key=lambda row: row[0])]
            + singles[node]
            + closes[node]
            for node in {*opens, *singles, *closes}
        }

    def _labels(self, document: int) -> dict[int, str]:
        entities = self._entities[document]
        labels = {entity: self._corpus.entities.labels[entity] for entity in entities}
        distinct = len(set(labels.values())) == len(labels)
        if distinct and all(label.isascii() and label.isdigit() for label in labels.values()):
            return labels
        self.renamed += len(labels)
        return {entity: str(number) for number, entity in enumerate(entities)}

    def _words(self, mention: int) -> list[Span]:
        """Return the parts of a mention, without empty nodes at their edges."""
        words = []
        for first, last in self._spans[mention]:
            while first <= last and first in self._empty:
                first += 1  # noqa: PLW2901 - the edge moves inwards
            while first <= last and last in self._empty:
                last -= 1  # noqa: PLW2901 - same
            if first <= last:
                words.append((first, last))
        return words


def _letters() -> Iterator[str]:
    """Yield a, b, … z, aa, ab, and so on."""
    return ("".join(letters) for size in count(1) for letters in product(ascii_lowercase, repeat=size))


def _losses(corpus: Corpus, *, renamed: int, dropped: int) -> list[Problem]:
    mentions = corpus.mentions
    relations = corpus.relations
    pseudo = corpus.entities.is_nonreferring
    counts = {
        "heads": int((mentions.head >= 0).sum()),
        "minimum-spans": int((mentions.minimum_first >= 0).sum()),
        "empty-nodes": len(corpus.nodes.empty),
        "mentions-of-empty-nodes": dropped,
        "names-of-entities": renamed,
        "nonreferring": 0 if pseudo is None else int(pseudo.sum()),
        "split-antecedents": len(np.unique(relations.whole)),
        "bridging-relations": len(relations.anaphor),
    }
    attributes = {name: mentions.attributes.column(name) for name in mentions.attributes.names}
    found = [(Problem("CE047", kind), count) for kind, count in counts.items()]
    found += [
        (Problem("CE047", "attributes", name=name), int((np.diff(column.offsets) > 0).sum()))
        for name, column in attributes.items()
        if column is not None
    ]
    return [
        warning("CE047", "conll2012-does-not-hold", count=count, what=what) for what, count in found if count
    ]
