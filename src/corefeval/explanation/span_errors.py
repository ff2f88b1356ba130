"""Span errors: response mentions that mean a key mention but begin or end elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, UsageError
from corefeval.text import TextColumn


@dataclass(frozen=True, slots=True)
class Trim:
    """Words at the edges of a mention that do not change its meaning; single non-letters always belong to them.

    Attributes:
        left: words at its start.
        right: words at its end.
    """

    left: frozenset[str] = frozenset({"the"})
    right: frozenset[str] = frozenset({"'s"})

    @classmethod
    def parse(cls, text: str) -> Trim:
        """Return the words of an option: at the left and at the right, as in `der,die,das/`."""
        left, slash, right = text.partition("/")
        if not slash:
            raise UsageError(Problem("CE050", "what-trim-two-sides", text=text))
        return cls(*(frozenset(word for word in side.split(",") if word) for side in (left, right)))


ENGLISH = Trim()
"""The words of Kummerfeld and Klein (2013)."""


def find_span_errors(
    pairing: Pairing, key_head: Integers, response_head: Integers, trim: Trim = ENGLISH
) -> tuple[Integers, Integers]:
    """Return (key mentions, response mentions) that are the same except for their spans.

    Only mentions without a partner are considered. First those with equal spans after trimming, paired in text
    order; then those whose head word is the head of exactly one remaining key mention and one remaining response
    mention. Discontinuous mentions are not trimmed.

    Args:
        pairing: key and response.
        key_head: the head node of each key mention, -1 where unknown.
        response_head: the same of the response.
        trim: the words to trim.
    """
    none = np.zeros(0, np.int64)
    if pairing.key.mentions.objects is not None or pairing.response.mentions.objects is not None:
        return none, none
    key = np.flatnonzero(pairing.key_partner < 0)
    response = np.flatnonzero(pairing.response_partner < 0)
    if not len(key) or not len(response):
        return none, none
    codes = _codes(_trimmed(pairing.key, key, trim), _trimmed(pairing.response, response, trim))
    ours, theirs = _paired(*codes)
    found = [(key[ours], response[theirs])]
    key, response = np.delete(key, ours), np.delete(response, theirs)
    key = key[key_head[key] >= 0]
    response = response[response_head[response] >= 0]
    codes = _codes(
        _heads(pairing.key, key, key_head[key]), _heads(pairing.response, response, response_head[response])
    )
    ours, theirs = _paired_if_unique(*codes)
    found.append((key[ours], response[theirs]))
    key, response = (np.concatenate(columns) for columns in zip(*found, strict=True))
    order = np.argsort(key)
    return key[order], response[order]


def _trimmed(corpus: Corpus, rows: Integers, trim: Trim) -> tuple[Integers, ...]:
    """Return document, first and last position of these mentions after trimming."""
    mentions, document = corpus.mentions, corpus.mention_document[rows]
    first, last = mentions.first[rows], mentions.last[rows]
    left, right = (_may_go(corpus.nodes.forms, words) for words in (trim.left, trim.right))
    whole = ~mentions.is_discontinuous[rows]
    while (moving := whole & (first < last) & left[first]).any():
        first = first + moving
    while (moving := whole & (first < last) & right[last]).any():
        last = last - moving
    gap = np.where(whole, 0, rows + 1)
    return document, corpus.positions(first, document), corpus.positions(last, document), gap


def _may_go(forms: TextColumn, words: frozenset[str]) -> Booleans:
    """Return which words of the text may be trimmed."""
    longest = max(4, *(len(word.encode()) for word in words)) if words else 4
    short = np.flatnonzero(np.diff(forms.offsets) <= longest)
    code, strings = forms.take(short).codes()
    may_go = np.array(
        [string in words or (len(string) == 1 and not string.isalpha()) for string in strings], bool
    )
    flags = np.zeros(len(forms), bool)
    flags[short] = may_go[code]
    return flags


def _heads(corpus: Corpus, rows: Integers, head: Integers) -> tuple[Integers, ...]:
    document = corpus.mention_document[rows]
    return document, corpus.positions(head, document)


def _codes(ours: tuple[Integers, ...], theirs: tuple[Integers, ...]) -> tuple[Integers, Integers]:
    """Number the rows of both tables: equal rows, equal numbers."""
    rows = np.column_stack([np.concatenate(columns) for columns in zip(ours, theirs, strict=True)])
    numbers = np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
    return numbers[: len(ours[0])], numbers[len(ours[0]) :]


def _paired(ours: Integers, theirs: Integers) -> tuple[Integers, Integers]:
    """Pair the first of ours with the first of theirs for each number, the second with the second, and so on."""
    size = max(len(ours), len(theirs)) + 1
    one, other = ours * size + _occurrence(ours), theirs * size + _occurrence(theirs)
    _, row, column = np.intersect1d(one, other, return_indices=True)
    return row, column


def _occurrence(numbers: Integers) -> Integers:
    """Return how many equal numbers precede each."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    begin = np.searchsorted(ordered, ordered)
    count = np.empty(len(numbers), np.int64)
    count[order] = np.arange(len(numbers)) - begin
    return count


def _paired_if_unique(ours: Integers, theirs: Integers) -> tuple[Integers, Integers]:
    """Pair the numbers that occur once on both sides."""
    one, other = (
        values[counts == 1]
        for values, counts in (np.unique(numbers, return_counts=True) for numbers in (ours, theirs))
    )
    common = np.intersect1d(one, other)
    row = np.flatnonzero(np.isin(ours, common))
    column = np.flatnonzero(np.isin(theirs, common))
    return row[np.argsort(ours[row])], column[np.argsort(theirs[column])]
