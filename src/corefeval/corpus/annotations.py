"""Typed coreference annotations: a referent, its antecedents and a type code (Žitkus et al. 2023, Table A1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np

from corefeval.corpus.corpus import Corpus, JoinedSource

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotation; spans are first and last node.

    Attributes:
        document: the number of its document.
        referent: what refers.
        antecedents: what it refers to; several are a group, or the alternatives of an ambiguous reference.
        code: the type code, '' if the file gives none.
        dominant: whether the file calls the referent the dominant mention of its chain, None if it does not say.
    """

    document: int
    referent: Span
    antecedents: tuple[Span, ...]
    code: str = ""
    dominant: bool | None = None


@runtime_checkable
class AnnotatedSource(Protocol):
    """A source whose format has typed annotations."""

    def annotations(self, corpus: Corpus) -> tuple[Annotation, ...]:
        """Return the annotations in file order, in nodes and documents of the corpus as read."""
        ...


def annotations_of(corpus: Corpus) -> list[Annotation]:
    """Return the annotations of the documents of a corpus, in file order; none if its format has none.

    A selection of documents keeps its nodes, so each annotation is looked up by its referent and carries the
    number the document has in the selection.
    """
    found = _as_read(corpus.original or corpus)
    order = np.argsort(corpus.nodes.start, kind="stable")
    starts = corpus.nodes.start[order]
    stops = corpus.nodes.stop[order]
    kept = []
    for annotation in found:
        slot = int(np.searchsorted(starts, annotation.referent[0], side="right")) - 1
        if slot >= 0 and annotation.referent[0] < stops[slot]:
            kept.append(replace(annotation, document=int(order[slot])))
    return kept


def _as_read(corpus: Corpus) -> Iterator[Annotation]:
    source = corpus.source
    if isinstance(source, AnnotatedSource):
        yield from source.annotations(corpus)
    elif isinstance(source, JoinedSource):
        node = document = 0
        for part in source.corpora:
            for annotation in annotations_of(part):
                yield Annotation(
                    annotation.document + document,
                    _shifted(annotation.referent, node),
                    tuple(_shifted(span, node) for span in annotation.antecedents),
                    annotation.code,
                    annotation.dominant,
                )
            node += len(part.nodes.forms)
            document += len(part.names)


def _shifted(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by
