"""Partial matching as in the CRAFT shared task: some part of the response mention is inside the key mention's first part."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.shared_spans import PlacedSpans, starting_between


def match_parts(
    key: PlacedSpans, response: PlacedSpans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers]:
    """Return matched indices (into key_rows, into response_rows), pair by pair.

    Each response mention, in order, takes the first key mention whose first part contains one of its own parts. If that
    key mention is already taken, the response mention stays unmatched. The paper (Yu et al. 2023, section 5.1) states
    that alignments need not be one to one; the scorer's code makes them so, and we follow the code.
    """
    first, last = _first_parts(key)
    part_owner, part_first, part_last = _parts(response, response_rows)
    rows, parts = starting_between(part_first, first[key_rows], last[key_rows])
    inside = part_last[parts] <= last[key_rows[rows]]
    rows, columns = rows[inside], part_owner[parts[inside]]
    order = np.lexsort((rows, columns))
    rows, columns = rows[order], columns[order]
    leading = np.append(True, np.diff(columns) != 0) if len(columns) else np.zeros(0, bool)
    rows, columns = rows[leading], columns[leading]
    claimed = np.unique(rows, return_index=True)[1]
    return rows[claimed], columns[claimed]


def _first_parts(spans: PlacedSpans) -> tuple[Integers, Integers]:
    parts = spans.corpus.mentions.parts
    last = spans.last.copy()
    owner, begin = np.unique(parts.mention, return_index=True)
    if len(owner):
        last[owner] = spans.first[owner] + _distance(
            spans.corpus, parts.first[begin], parts.last[begin], owner
        )
    return spans.first, last


def _parts(spans: PlacedSpans, rows: Integers) -> tuple[Integers, Integers, Integers]:
    """Return the parts of these mentions as columns: the owner (an index into rows), the first and the last position."""
    parts = spans.corpus.mentions.parts
    place = np.full(len(spans.first), -1, np.int64)
    place[rows] = np.arange(len(rows))
    whole = rows[~spans.corpus.mentions.is_discontinuous[rows]]
    kept = np.flatnonzero(place[parts.mention] >= 0)
    owner = parts.mention[kept]
    first = spans.first[owner] + _distance(
        spans.corpus, spans.corpus.mentions.first[owner], parts.first[kept], owner
    )
    last = first + _distance(spans.corpus, parts.first[kept], parts.last[kept], owner)
    return (
        np.concatenate([place[whole], place[owner]]),
        np.concatenate([spans.first[whole], first]),
        np.concatenate([spans.last[whole], last]),
    )


def _distance(corpus: Corpus, low: Integers, high: Integers, mention: Integers) -> Integers:
    document = corpus.mention_document[mention]
    return corpus.positions(high, document) - corpus.positions(low, document)
