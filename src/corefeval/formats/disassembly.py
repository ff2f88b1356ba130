"""Turn a corpus back into documents with stand-off mentions, for writers: the inverse of `standoff.assemble`.

All writers of running text and of stand-off formats use it. It makes a text with offsets from words, handles
unsupported zeros and discontinuous mentions, and replaces names of entities that could not be read back. It also turns
chains and relations into links between mentions. Losses are counted by kind and reported (CE047).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from corefeval.arrays import Integers, Ragged, look_up, renumbering
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import joined_parts
from corefeval.formats.base import cell, distinct
from corefeval.formats.brackets import crossing
from corefeval.formats.standoff import AnnotatedDocument, Link, Mention, Span, token_document
from corefeval.problems import CorefevalError, Problem, warning

Links = list[tuple[int, int, str]]
"""Pairs of mentions or entities, each with the name of their relation."""


class Disassembly:
    """The documents of a corpus in the form that writers need.

    Args:
        corpus: the corpus to write.
        label: the display name of the format.
        names: a pattern for names of entities that can be read back; None if the format has no names.
        zeros: whether the format supports zeros; otherwise they are dropped.
        parts: whether the format supports discontinuous mentions; otherwise only the part with the head, or the first part,
            is written.

    Attributes:
        lost: the kinds of unsupported annotations, with their counts.
    """

    def __init__(
        self,
        corpus: Corpus,
        label: str,
        names: re.Pattern[str] | None = None,
        *,
        zeros: bool = False,
        parts: bool = True,
    ) -> None:
        if corpus.mentions.objects is not None:
            raise CorefevalError(Problem("CE044", "clusters-without-words"))
        self._corpus, self._label, self._pattern = corpus, label, names
        self._has_zeros, self._has_parts = zeros, parts
        self._mentions = Ragged.by(corpus.mention_document, len(corpus.names))
        self._entity = corpus.mentions.entity.tolist()
        self._labels = list(corpus.entities.labels)
        columns = corpus.mentions.attributes.columns()
        self._attributes = {name: list(column) for name, column in columns.items()}
        self._misc = corpus.source.column("misc")
        self._split, self._bridging = relations(corpus)
        self.lost = Counter({"heads": int((corpus.mentions.head >= 0).sum())})
        self.lost["minimum-spans"] = int((corpus.mentions.minimum_first >= 0).sum())
        self.lost["empty-nodes"] = 0 if zeros else len(corpus.nodes.empty)

    @property
    def attributes(self) -> list[str]:
        """The names of the attributes of mentions."""
        return [name for name, values in self._attributes.items() if any(values)]

    def documents(self) -> Iterator[AnnotatedDocument]:
        """Yield the documents. Spans and sentences count tokens, with inclusive ends; the text has the edges of its tokens.

        Mentions have identifiers from 1, in the order of the corpus. Links lead from each mention to the previous one of its
        chain.
        """
        for number, name in enumerate(distinct(self._corpus.names)):
            yield self._document(number, name)

    def problems(self) -> list[Problem]:
        """Return a problem for each kind of loss."""
        return [
            warning("CE047", "does-not-hold", count=count, label=self._label, what=Problem("CE047", kind))
            for kind, count in self.lost.items()
            if count
        ]

    def nested(self, mentions: Iterable[Mention]) -> list[Mention]:
        """Return mentions without those that cross others, because tags of one kind can only nest."""
        listed = list(mentions)
        apart = crossing(enumerate(mention.spans[0] for mention in listed))
        self.lost["crossing-mentions"] += len(apart)
        return [mention for number, mention in enumerate(listed) if number not in apart]

    def _document(self, number: int, name: str) -> AnnotatedDocument:
        nodes = self._corpus.nodes
        start, stop = int(nodes.start[number]), int(nodes.stop[number])
        is_zero = nodes.is_empty(np.arange(start, stop))
        kept = np.ones(stop - start, bool) if self._has_zeros else ~is_zero
        before = np.append(0, np.cumsum(kept)).tolist()
        chosen = np.flatnonzero(kept).tolist()
        forms = nodes.forms.slice(start, stop)
        tokens = [cell(forms[index]).strip() or "_" for index in chosen]
        low, high = np.searchsorted(nodes.sentences, [start, stop])
        sentences = sorted({before[node - start] for node in nodes.sentences[low:high].tolist()})
        misc = ["_"] * len(forms) if self._misc is None else self._misc.slice(start, stop)
        glued = [re.search(r"(?:^|\|)SpaceAfter=No(?:\||$)", misc[index]) is not None for index in chosen]
        text, edges = _joined(tokens, frozenset(sentences), glued)
        low, high = np.searchsorted(nodes.empty, [start, stop])
        empty = zip(nodes.empty[low:high].tolist(), nodes.minor[low:high].tolist(), strict=True)
        document = token_document(name, text=text, tokens=tokens, edges=edges)
        document.sentences = sentences
        document.empty = [(before[node - start], minor) for node, minor in empty] if self._has_zeros else []
        self._add_mentions(document, number, start, before)
        return document

    def _add_mentions(
        self, document: AnnotatedDocument, number: int, start: int, before: Sequence[int]
    ) -> None:
        rows = self._mentions[number]
        labels = self._names(rows)
        ids: dict[int, str] = {}
        chains: defaultdict[int, list[int]] = defaultdict(list)
        for row in rows:
            spans = [
                (before[first - start], before[last + 1 - start] - 1) for first, last in self._spans(row)
            ]
            spans = joined_parts([span for span in spans if span[0] <= span[1]])
            if not spans:
                self.lost["mentions-of-empty-nodes-left-out"] += 1
                continue
            if len(spans) > 1 and not self._has_parts:
                self.lost["discontinuous-mentions"] += 1
                spans = [self._main_part(row, spans, start, before)]
            ids[row] = str(len(ids) + 1)
            chains[self._entity[row]].append(row)
            attributes = {name: values[row] for name, values in self._attributes.items() if values[row]}
            mention = Mention(spans, labels[self._entity[row]], ids[row], attributes=attributes)
            document.mentions.append(mention)
        for chain in chains.values():
            ordered = sorted(chain, key=lambda row: (self._corpus.mentions.first[row], row))
            document.links.extend(Link(ids[later], ids[earlier]) for earlier, later in pairwise(ordered))
        for whole, element, _ in self._split[number]:
            if chains[whole] and chains[element]:
                document.split.append(Link(ids[chains[whole][0]], ids[chains[element][0]]))
        for anaphor, anchor, relation in self._bridging[number]:
            if anaphor in ids and anchor in ids:
                document.bridging.append(Link(ids[anaphor], ids[anchor], relation=relation))

    def _spans(self, row: int) -> list[Span]:
        mentions = self._corpus.mentions
        return mentions.parts.of(row) or [(int(mentions.first[row]), int(mentions.last[row]))]

    def _main_part(self, row: int, spans: Sequence[Span], start: int, before: Sequence[int]) -> Span:
        """Return the part of a discontinuous mention that contains the head; the first part if there is no head."""
        head = int(self._corpus.mentions.head[row])
        place = before[head - start] if head >= 0 else -1
        return next((span for span in spans if span[0] <= place <= span[1]), spans[0])

    def _names(self, rows: Iterable[int]) -> dict[int, str]:
        """Return the names of a document's entities: unchanged if all can be read back, otherwise numbers."""
        found = {entity: self._labels[entity] for entity in dict.fromkeys(self._entity[row] for row in rows)}
        are_different = len(set(found.values())) == len(found)
        if self._pattern is not None and are_different and all(map(self._pattern.fullmatch, found.values())):
            return found
        numbered = {entity: f"e{number}" for number, entity in enumerate(sorted(found), 1)}
        is_number = self._pattern is None and sorted(found.values()) == sorted(map(str, range(len(found))))
        self.lost["names-of-entities"] += 0 if is_number else len(found)
        return numbered


def _joined(
    tokens: Sequence[str], sentences: frozenset[int], glued: Sequence[bool]
) -> tuple[str, list[Span]]:
    """Return words as a text with one sentence per line, and the begin and end of each word."""
    pieces: list[str] = []
    edges: list[Span] = []
    length = 0
    for number, token in enumerate(tokens):
        if number:
            between = "\n" if number in sentences else "" if glued[number - 1] else " "
            pieces.append(between)
            length += len(between)
        pieces.append(token)
        edges.append((length, length + len(token)))
        length += len(token)
    return "".join(pieces), edges


def relations(corpus: Corpus) -> tuple[list[Links], list[Links]]:
    """Return the split antecedents (whole, element) and bridging links (anaphor, anchor) of each document.

    Relations of removed mentions are skipped. If an anchor is only an entity, its first mention is used.
    """
    whole, found = corpus.as_read, corpus.relations
    mention = renumbering(corpus.number, len(whole.mentions))
    entity = renumbering(corpus.entity_number, len(whole.entities))
    first = np.full(len(corpus.entities), -1, np.int64)
    rows = np.arange(len(corpus.mentions))[::-1]
    first[corpus.mentions.entity[rows]] = rows
    anchor_of_entity = look_up(look_up(found.anchor_entity, entity), first)
    anchor = np.where(found.anchor >= 0, look_up(found.anchor, mention), anchor_of_entity)
    pairs = look_up(found.whole, entity), look_up(found.element, entity)
    split = _by_document(corpus.entities.document, pairs, [""] * len(pairs[0]), len(corpus.names))
    pairs = look_up(found.anaphor, mention), anchor
    return split, _by_document(
        corpus.mention_document, pairs, list(found.bridging_relation), len(corpus.names)
    )


def _by_document(
    document: Integers, pairs: tuple[Integers, Integers], names: Sequence[str], count: int
) -> list[Links]:
    found: list[Links] = [[] for _ in range(count)]
    for one, other, name in zip(*(side.tolist() for side in pairs), names, strict=True):
        if min(one, other) >= 0:
            found[int(document[one])].append((one, other, name))
    return found
