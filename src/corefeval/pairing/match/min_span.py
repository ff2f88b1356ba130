"""Minimum spans: mentions match if they have the same minimum span in the key's phrase trees.

Defined by Moosavi, Born, Poesio and Strube (2019). The minimum spans of both sides come from the key's trees, so the
response needs none. The minimum span is the whole span if no word of the tree counts ("that", a comma). It is also the
whole span for a mention without a tree: a zero, a discontinuous mention, a sentence without brackets.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import sentence_of
from corefeval.corpus.tables import MINOR_BITS
from corefeval.linguistics.trees import MinimumSpan, Trees
from corefeval.problems import Problems, warning

Span = tuple[int, int]
"""First and last node of the key."""


class KeyTrees:
    """The phrase trees of the key, for mentions of either side.

    Args:
        key: the key, aligned with the response.
        setting: the setting that needs trees, for the message if there are none.
    """

    def __init__(self, key: Corpus, setting: str) -> None:
        self._key, self._trees = key, Trees.of(key, setting)
        self._known: dict[Span, MinimumSpan | None] = {}

    def is_verb_phrase(self, corpus: Corpus) -> Booleans:
        """Return which mentions of a side are verb phrases."""
        every = map(self._measured, self._spans(corpus))
        return np.fromiter((measured is not None and measured.label == "VP" for measured in every), bool)

    def identify(
        self, sides: Sequence[Corpus], whole: Sequence[Integers], problems: Problems, *, official: bool
    ) -> list[Integers]:
        """Return for each side a code for each mention; equal codes mean the same minimum span.

        Args:
            sides: key and response.
            whole: the codes of the mentions' whole spans.
            problems: collects warnings.
            official: whether to compare as coval does, with a warning if the comparison of words gives another result.
        """
        spans = [span for corpus in sides for span in self._spans(corpus)]
        codes = np.concatenate(whole).tolist()
        by_words = self._numbered(spans, codes, official=False)
        lacking = sum(self._measured(span) is None for span in spans)
        if lacking:
            problems.add(
                warning(
                    "CE044", "mentions-no-phrase-tree", self._key.file, lacking=lacking, mentions=len(spans)
                )
            )
        found = by_words
        if official:
            found = self._numbered(spans, codes, official=True)
            differing = int((np.bincount(found)[found] != np.bincount(by_words)[by_words]).sum())
            if differing:
                problems.add(
                    warning(
                        "CE070",
                        "covals-reading-minimum-spans",
                        self._key.file,
                        differing=differing,
                        mentions=len(spans),
                    )
                )
        return np.split(found, [len(whole[0])])

    def _numbered(self, spans: Sequence[Span | None], whole: Sequence[int], *, official: bool) -> Integers:
        """Return a code for each mention; mentions that match have equal codes."""
        known: dict[Span | None, Hashable] = {}
        for span in dict.fromkeys(spans):
            measured = self._measured(span)
            if span is not None and measured is not None:
                known[span] = self._minimum(span, measured, official=official)
        keys = [known.get(span, code) for span, code in zip(spans, whole, strict=True)]
        number = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        return np.fromiter(map(number.__getitem__, keys), np.int64, len(keys))

    def _minimum(self, span: Span, measured: MinimumSpan, *, official: bool) -> Hashable:
        """Return the value that is compared: the nodes of the minimum span, or with `official` its runs of words as in coval.

        In coval, runs of words are equal if their spelling and their end are equal. A run before a bracket ends one
        word later than the same run at the end of a mention. A whole span is compared by its words alone: two mentions
        "that" of one sentence are equal.
        """
        first, last = span
        if not official:
            nodes = [first + word for run in measured.runs for word in run.words]
            return frozenset(nodes or range(first, last + 1))
        words = self._trees.words
        sentence = int(self._sentence[first])
        start = int(np.searchsorted(self._sentence, sentence))
        return sentence, frozenset(
            [
                (" ".join(words[first + word] for word in run.words), first + run.end - start)
                for run in measured.runs
            ]
            or [(word, place) for place, word in enumerate(words[first : last + 1])]
        )

    def _measured(self, span: Span | None) -> MinimumSpan | None:
        if span is None:
            return None
        if span not in self._known:
            self._known[span] = self._trees.measured(*span)
        return self._known[span]

    def _spans(self, corpus: Corpus) -> list[Span | None]:
        """Return the span of each mention of a side in the key; None if it is not contiguous there."""
        nodes, mentions, document = self._key.nodes, corpus.mentions, corpus.mention_document
        begin, end = nodes.words_before(nodes.start)[document], nodes.words_before(nodes.stop)[document]
        first, last = (
            begin + (corpus.positions(edge, document) >> MINOR_BITS) - 1
            for edge in (mentions.first, mentions.last)
        )
        lies = ~(
            mentions.is_discontinuous
            | corpus.nodes.is_empty(mentions.first)
            | corpus.nodes.is_empty(mentions.last)
            | (last >= end)
        )
        rows = np.flatnonzero(lies)
        edges = self._words[first[rows]].tolist(), self._words[last[rows]].tolist()
        found = dict(zip(rows.tolist(), zip(*edges, strict=True), strict=True))
        return [found.get(row) for row in range(len(mentions))]

    @cached_property
    def _words(self) -> Integers:
        """The nodes of the key that are words."""
        every = np.arange(len(self._key.nodes.forms))
        return every[~self._key.nodes.is_empty(every)]

    @cached_property
    def _sentence(self) -> Integers:
        """The sentence of each node."""
        return sentence_of(self._key, np.arange(len(self._key.nodes.forms)))
