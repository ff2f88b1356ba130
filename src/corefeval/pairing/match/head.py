"""Head matching: mentions with the same head are candidates, the best one-to-one assignment is taken.

Heads come from the file, else from the dependency tree or the first word, which is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from corefeval.arrays import Floats, Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.shared_spans import PlacedSpans, common_words, equal_pairs
from corefeval.problems import CorefevalError, Place, Problem, Problems, Severity, ToldOnce
from corefeval.settings import Settings


def candidates(
    key: PlacedSpans, response: PlacedSpans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers, Floats]:
    """Return pairs of open mentions with the same head, and the share of the key's words they have in common."""
    key_heads, response_heads = key.head[key_rows], response.head[response_rows]
    rows, columns = equal_pairs(key_heads, response_heads)
    known = key_heads[rows] >= 0
    rows, columns = rows[known], columns[known]
    common = common_words(key, response, key_rows[rows], response_rows[columns])
    value = common / key.size[key_rows[rows]]
    return rows, columns, np.asarray(value, np.float64)


@dataclass(frozen=True)
class HeadsFromTree(ToldOnce):
    """The mentions of one side that have their heads from the dependency tree.

    Attributes:
        side: key or response.
        place: its file.
        derived: how many do.
        mentions: of how many.
        lacking: how many have none.
    """

    side: str
    place: Place
    derived: int
    mentions: int
    lacking: int

    def problems(self) -> Iterator[Problem]:
        """Say how many, if some have."""
        if not self.derived and not self.lacking:
            return
        yield Problem(
            "CE042",
            "heads-from-tree",
            self.place,
            severity=Severity.WARNING,
            count=self.derived,
            mentions=self.mentions,
            side=self.side,
            lacking=self.lacking,
        )

    def __add__(self, other: HeadsFromTree) -> HeadsFromTree:
        """Return those of two pieces."""
        return replace(
            self,
            derived=self.derived + other.derived,
            mentions=self.mentions + other.mentions,
            lacking=self.lacking + other.lacking,
        )


def with_heads(corpus: Corpus, settings: Settings, side: str, problems: Problems) -> Corpus:
    """Return the corpus with a head for each mention, if the strategy needs one and it can be had.

    A mention for which the file names no head has the one that the dependency tree gives, or its first word
    (heads=first: so udapi reads CorefUD, and corefud-scorer with it). Head matching without any head is
    refused. Partial matching can do without: a mention that has neither a minimum span nor a head matches only
    exactly, which is said where no mention of the key has either. Of CorefUD files the head counts and minspan
    does not, as in the official scorer. Craft's matching of parts needs no heads, but a text.
    """
    if settings.match == "craft" and corpus.mentions.objects is not None:
        raise CorefevalError(Problem("CE044", "match-craft-compares-parts", corpus.file, side=side))
    if settings.match == "partial" and corpus.traits.matches_by_head:
        corpus = _without_minimum_spans(corpus)
    unnamed = without_heads(corpus, settings, side)
    mentions = corpus.mentions
    if not len(unnamed):
        problems.count(HeadsFromTree(side, corpus.file, 0, len(mentions), 0))
        return corpus
    if settings.heads == "first" and mentions.objects is None:
        heads = mentions.head.copy()
        heads[unnamed] = mentions.first[unnamed]
        return replace(corpus, mentions=replace(mentions, head=heads))
    heads = _by_tree(corpus)
    lacking = int((heads < 0).sum())
    if lacking == len(heads):
        _refuse(corpus, settings.match, side, problems)
        return corpus
    problems.count(HeadsFromTree(side, corpus.file, len(unnamed) - lacking, len(heads), lacking))
    return replace(corpus, mentions=replace(mentions, head=heads))


def without_heads(corpus: Corpus, settings: Settings, side: str) -> Integers:
    """Return the mentions for which the matching needs a head and the file names none."""
    mentions = corpus.mentions
    needs_heads = settings.match == "head" or (
        settings.match == "partial"
        and side == "key"
        and (corpus.traits.matches_by_head or not (mentions.minimum_first >= 0).any())
    )
    return np.flatnonzero(mentions.head < 0) if needs_heads else integers()


def other_heads(corpus: Corpus, rows: Integers) -> int | None:
    """Return for how many of these mentions the tree gives another head than their first word; None: no tree."""
    heads = _by_tree(corpus)[rows]
    if len(rows) and (heads < 0).all():
        return None
    return int(((heads >= 0) & (heads != corpus.mentions.first[rows])).sum())


def _by_tree(corpus: Corpus) -> Integers:
    from corefeval.linguistics.heads import derive_heads  # noqa: PLC0415 - needs the columns of the file

    return derive_heads(corpus) if corpus.mentions.objects is None else corpus.mentions.head


def _without_minimum_spans(corpus: Corpus) -> Corpus:
    none = np.broadcast_to(np.int64(-1), len(corpus.mentions))
    return replace(corpus, mentions=replace(corpus.mentions, minimum_first=none, minimum_last=none))


def _refuse(corpus: Corpus, strategy: str, side: str, problems: Problems) -> None:
    if strategy == "head":
        raise CorefevalError(Problem("CE041", "names-no-heads", corpus.file, side=side))
    problems.add(Problem("CE041", "key-neither-minimum-spans", corpus.file, severity=Severity.WARNING))
