"""Change an annotation by properties of its mentions: drop some, or add type codes (Žitkus et al. 2023, 3.3, 4.3 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from corefeval.arrays import renumbering
from corefeval.corpus.corpus import Corpus, ExtendedSource, Source
from corefeval.corpus.tables import Annotation, Attributes, Relations
from corefeval.linguistics.codes import Scheme
from corefeval.linguistics.describe import describe
from corefeval.linguistics.described_side import DescribedSide, values_of
from corefeval.linguistics.given_codes import Typing
from corefeval.linguistics.predicates import Predicate
from corefeval.linguistics.scheme_files import type_table
from corefeval.problems import CorefevalError, Problem
from corefeval.text import TextColumn


@dataclass(frozen=True, slots=True)
class Removed:
    """Numbers of removed items.

    Attributes:
        mentions: the number of removed mentions.
        of_mentions: the number of all mentions before.
        entities: the number of entities that lost all their mentions.
        of_entities: the number of all entities before.
        singletons: the number of entities that had several mentions and have one left.
        links: the number of removed typed links.
        relations: the number of removed bridging links and links to split antecedents.
    """

    mentions: int
    of_mentions: int
    entities: int
    of_entities: int
    singletons: int
    links: int
    relations: int


class _Changed(ExtendedSource):
    """A source with other typed links, and with the relations of the remaining mentions."""

    def __init__(self, source: Source, annotations: Sequence[Annotation], relations: Relations) -> None:
        super().__init__(source)
        self._annotations, self._relations = tuple(annotations), relations

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the changed typed links."""
        del corpus
        return self._annotations

    def relations(self, corpus: Corpus) -> Relations:
        """Return the changed relations."""
        del corpus
        return self._relations


def described(corpus: Corpus, language: str = "", scheme: str = "", types: str = "") -> DescribedSide:
    """Return a corpus with the linguistics of its mentions, which are computed at the first use."""
    return DescribedSide(
        corpus,
        corpus.names,
        lambda: describe(corpus, language=language, table=type_table(types, scheme)).of(corpus),
        scheme,
    )


def selected(side: DescribedSide, only: str = "", drop: str = "") -> tuple[Corpus, Removed]:
    """Return the corpus with only the mentions that satisfy `only` and not `drop`, and the numbers of removed items.

    Typed links, bridging and split antecedents lose the links that start or end at a removed mention.

    Raises:
        UsageError: CE050 if a predicate cannot be parsed, or names an attribute that the file does not have.
    """
    corpus = side.corpus
    values, _ = values_of((side, side))
    keep = np.ones(len(corpus.mentions), bool)
    for text, wanted, option in ((only, True, "--only"), (drop, False, "--drop")):
        if text:
            predicate = Predicate.parse(text, of=option)
            keep &= predicate.holds(values) == wanted
    before, after = (
        np.bincount(corpus.mentions.entity[rows], minlength=len(corpus.entities))
        for rows in (slice(None), keep)
    )
    links = _links_of(corpus, keep)
    relations = corpus.relations.renumbered(
        renumbering(np.flatnonzero(keep), len(keep)), renumbering(np.flatnonzero(after), len(corpus.entities))
    )
    removed = Removed(
        int((~keep).sum()),
        len(keep),
        int(((before > 0) & (after == 0)).sum()),
        len(corpus.entities),
        int(((before > 1) & (after == 1)).sum()),
        len(corpus.annotations) - len(links),
        _count(corpus.relations) - _count(relations),
    )
    chosen = corpus.select_mentions(keep)
    source = _Changed(corpus.source, links, relations)
    return replace(chosen, source=source, original=None, number=None, entity_number=None), removed


def _count(relations: Relations) -> int:
    """Return the number of bridging links and links to split antecedents."""
    return len(relations.whole) + len(relations.anaphor)


def _links_of(corpus: Corpus, keep: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[Annotation]:
    """Return the typed links whose referent is kept, with the antecedents that are kept."""
    mentions = corpus.mentions
    spans = set(zip(mentions.first[keep].tolist(), mentions.last[keep].tolist(), strict=True))
    found = []
    for link in corpus.annotations:
        antecedents = tuple(span for span in link.antecedents if span in spans)
        if link.referent in spans and (antecedents or not link.antecedents):
            found.append(replace(link, antecedents=antecedents))
    return found


def with_derived_codes(side: DescribedSide, scheme: Scheme) -> tuple[Corpus, int]:
    """Return the corpus with a derived type code for each mention that refers to another, and the number of codes.

    The codes are stored as typed links and as an attribute. Annotators correct them: a derived code has - where the
    words do not decide (section 3.3 of the paper).

    Raises:
        CorefevalError: CE111 if the file already has codes, or has no text.
    """
    corpus = side.corpus
    if Typing.of(corpus, scheme) is not None:
        raise CorefevalError(Problem("CE111", "has-codes", corpus.file))
    typing = Typing.derived(corpus, side.linguistics, scheme)
    if typing is None:
        raise CorefevalError(Problem("CE111", "no-text-to-derive", corpus.file))
    mentions, document = corpus.mentions, corpus.mention_document.tolist()
    spans = list(zip(mentions.first.tolist(), mentions.last.tolist(), strict=True))
    links = [
        Annotation(document[row], spans[row], (spans[antecedent],), code)
        for row, (code, antecedent) in enumerate(zip(typing.code, typing.antecedent.tolist(), strict=True))
        if code and antecedent >= 0
    ]
    columns = {name: mentions.attributes.column(name) for name in mentions.attributes.names}
    filled = {name: column for name, column in columns.items() if column is not None}
    attributes = Attributes({**filled, scheme.attribute: TextColumn.of(typing.code)})
    return (
        replace(
            corpus,
            mentions=replace(mentions, attributes=attributes),
            source=_Changed(corpus.source, links, corpus.relations),
        ),
        len(links),
    )
