"""When two mentions are the same: equal words, and equal heads if a setting requires it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from itertools import chain

import numpy as np

from corefeval.arrays import Booleans, Integers, begins_run, integers, largest, ranges, scatter, smallest
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import MINOR_BITS, IntegerPairs, joined_objects
from corefeval.memory import MANY, give_back

DENSE = 8
"""Codes that take at most so many times as many numbers as there are codes are numbered without sorting them."""


FEW = 1024
"""Codes up to which sorting them is faster than numbering them twice."""

LARGEST = 1 << 62
"""Codes are below this number."""


def object_ranks(corpora: Sequence[Corpus]) -> list[Integers] | None:
    """Return the rank of each mention of each corpus, if mentions are given as Python objects; otherwise None.

    Objects are sorted, or keep the order of the lists if they cannot be sorted.
    """
    if all(corpus.mentions.objects is None for corpus in corpora):
        return None
    objects = [corpus.mentions.objects or () for corpus in corpora]
    known = list(dict.fromkeys(chain.from_iterable(objects)))
    with suppress(TypeError):
        known = sorted(known)
    rank = {item: place for place, item in enumerate(known)}
    return [integers(rank[item] for item in own) for own in objects]


def identify(corpora: Sequence[Corpus], *, heads: bool = False) -> list[Integers]:
    """Return for each corpus a code for each mention; equal codes mean the same mention.

    The corpora have the same documents in the same order. A mention is its document and the set of its words; words
    have the same position in all corpora, regardless of empty nodes between them.

    Args:
        corpora: usually key and response.
        heads: whether the head must be the same as well (head matching of the CorefUD scorer).
    """
    codes = np.concatenate([corpus.mention_document for corpus in corpora])
    size = max([len(corpus.names) for corpus in corpora])
    if len(codes):
        for column in _columns(corpora, heads=heads):
            codes, size = _combined(codes, size, column)
        codes, _ = _numbered(codes, size)
    if len(codes) > MANY:
        give_back()
    found, begin = [], 0
    for corpus in corpora:
        end = begin + len(corpus.mentions)
        found.append(codes[begin:end])
        begin = end
    return found


def representatives(corpus: Corpus, codes: Integers, among: Booleans) -> Integers:
    """Return the mention that represents each code: its head, minimum span and zero status count.

    If a mention is listed several times, perhaps with different heads, the official scorers keep the one they read
    first: in the entity of lowest rank, the one that opens first.

    Args:
        corpus: the mentions.
        codes: their identity.
        among: the mentions to consider; all or none with the same code.
    """
    rows = np.flatnonzero(among)
    entity, code = corpus.mentions.entity[rows], codes[rows]
    order = np.lexsort((corpus.mentions.opening[rows], corpus.entities.rank[entity], code))
    return rows[order[begins_run(code[order])]]


def _numbered(codes: Integers, size: int) -> tuple[Integers, int]:
    """Return the codes as 0, 1, 2, … in their order, and how many there are; np.unique does the same with twice the memory.

    Args:
        codes: at least one code.
        size: a number above all of them; if it is small, none of them is negative.
    """
    if size <= min(DENSE * len(codes), 1 << 31):
        is_there = np.zeros(size, bool)
        is_there[codes] = True
        number = is_there.cumsum(dtype=np.int32)
        numbered = number[codes].astype(np.int64)
        numbered -= 1
        return numbered, int(number[-1])
    order = codes.argsort(kind="stable")
    codes = codes[order]
    changes = codes[1:] != codes[:-1]
    codes[0], codes[1:] = 0, changes
    np.add.accumulate(codes, out=codes)
    numbered = np.empty(len(codes), np.int64)
    numbered[order] = codes
    return numbered, int(codes[-1]) + 1


def _columns(corpora: Sequence[Corpus], *, heads: bool) -> Iterator[Integers]:
    """Yield columns that together distinguish the mentions of one document, for all corpora at once."""
    objects = [each for corpus in corpora if (each := corpus.mentions.objects) is not None]
    if objects:
        joined = joined_objects(objects)
        if isinstance(joined, IntegerPairs):
            yield joined.first
            yield joined.last - joined.first
        else:
            yield _numbers_of(joined)
        return
    shift = 0 if any(len(corpus.nodes.empty) for corpus in corpora) else MINOR_BITS
    first = np.concatenate([_positions(corpus, corpus.mentions.first) for corpus in corpora])
    first >>= shift
    yield first
    last = np.concatenate([_positions(corpus, corpus.mentions.last) for corpus in corpora])
    last >>= shift
    last -= first
    del first
    yield last
    del last
    if any(len(corpus.nodes.empty) or len(corpus.mentions.parts.mention) for corpus in corpora):
        marks = np.concatenate([_irregularity(corpus) for corpus in corpora])
        odd = np.flatnonzero(marks)
        marks[odd] = np.unique(marks[odd], return_inverse=True)[1] + 1
        yield marks
    if heads:
        yield np.concatenate([_head(corpus) for corpus in corpora])


def _positions(corpus: Corpus, nodes: Integers) -> Integers:
    return corpus.positions(nodes, corpus.mention_document)


def _numbers_of(objects: Sequence[Hashable]) -> Integers:
    """Number the mentions given as Python objects: equal objects, equal numbers."""
    numbers = {item: number for number, item in enumerate(dict.fromkeys(objects))}
    return np.fromiter(map(numbers.__getitem__, objects), np.int64, len(objects))


def _irregularity(corpus: Corpus) -> Integers:
    """Return what distinguishes mentions with the same first and last word.

    A mention that has exactly the words from its first to its last has 0. Each gap and each empty node inside adds a
    pseudo-random 64-bit number of its position, so the sum identifies sets of positions (Zobrist 1970). Two different
    sets have equal sums once in 2^64.

    Example for mentions from word 0 to word 3, with h(n) the number of word n: the whole span has 0. The words 0-1
    and 3 have h(2). The words 0 and 3 have h(1) + h(2).

    Examples:
        >>> from corefeval.corpus.builder import CorpusBuilder
        >>> builder = CorpusBuilder()
        >>> document, words = builder.document("a"), [builder.node(form) for form in "wxyz"]
        >>> for parts in ([(0, 3)], [(0, 1), (3, 3)], [(0, 0), (3, 3)]):
        ...     mention = builder.mention(builder.entity(str(parts)), parts)
        >>> _irregularity(builder.build()).view(np.uint64).tolist() == [
        ...     0,
        ...     int(scatter(np.array([3 << MINOR_BITS]))[0]),
        ...     int(scatter(np.array([2 << MINOR_BITS, 3 << MINOR_BITS])).sum()),
        ... ]
        True
    """
    mentions = corpus.mentions
    document = corpus.mention_document
    mark = np.zeros(len(mentions), np.uint64)
    if not len(mentions):
        return mark.view(np.int64)
    nodes = corpus.nodes
    parts = mentions.parts
    if len(nodes.empty) and nodes.empty_inside:
        before = np.zeros(len(nodes.empty) + 1, np.uint64)
        np.cumsum(scatter(corpus.positions(nodes.empty, corpus.document_of(nodes.empty))), out=before[1:])
        low = np.searchsorted(nodes.empty, mentions.first)
        high = np.searchsorted(nodes.empty, mentions.last, side="right")
        holding = np.flatnonzero(high > low)
        mark[holding] = before[high[holding]] - before[low[holding]]
    if len(parts.mention):
        follows = np.flatnonzero(parts.mention[1:] == parts.mention[:-1])
        owner = parts.mention[follows]
        count = parts.first[follows + 1] - parts.last[follows] - 1
        row, gap = ranges(parts.last[follows] + 1, count)
        holder = owner[row]
        scattered = scatter(corpus.positions(gap, document[holder]))
        # an empty node in a gap was added above and is taken out again; a word in a gap is marked
        added = np.uint64(0) - scattered if nodes.empty_inside else np.zeros_like(scattered)
        signed = np.where(nodes.is_empty(gap), added, scattered)
        np.add.at(mark, holder, signed)
    return mark.view(np.int64)


def _head(corpus: Corpus) -> Integers:
    """Return the position of each head, -1 for none."""
    head = corpus.mentions.head
    known = head >= 0
    position = corpus.positions(np.where(known, head, 0), corpus.mention_document)
    return np.where(known, position, -1)


def _combined(codes: Integers, size: int, column: Integers) -> tuple[Integers, int]:
    """Return a number for each pair (code, value), equal numbers for equal pairs, and a number above all of them.

    Args:
        codes: numbers from 0.
        size: a number above all of them.
        column: the values, also negative ones.
    """
    low, high = smallest(column), largest(column)
    span = high - low + 1
    if span == 1:
        return codes, size
    if len(codes) > FEW and span <= DENSE and size <= DENSE * len(codes) < span * size:
        codes, size = _numbered(codes, size)  # so that the pairs are numbered without sorting them
    elif span * size >= LARGEST:
        codes, size = _numbered(codes, size)
        if span * size >= LARGEST:  # then the values are too far apart to be numbered without sorting them
            (column, span), low = _numbered(column, span), 0
    if size == 1:  # then all codes are 0
        return column - low, span
    combined = codes * span
    combined += column
    if low:
        combined -= low
    return combined, size * span
