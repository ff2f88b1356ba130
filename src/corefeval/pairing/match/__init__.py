"""match(): match mentions that differ in words: zeros first, then equal mentions, then the rest by one of the strategies."""

from __future__ import annotations

from importlib import import_module

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import representatives
from corefeval.pairing.match.optimal import Candidates
from corefeval.pairing.match.optimal import optimal as best
from corefeval.pairing.pairing import Matching
from corefeval.pairing.shared_spans import PlacedSpans
from corefeval.settings import Settings


def match(
    key: Corpus,
    response: Corpus,
    key_code: Integers,
    response_code: Integers,
    settings: Settings,
    *,
    aligns_zeros: bool,
) -> Matching:
    """Return the matching of key and response mentions."""
    ours, theirs = PlacedSpans.of(key), PlacedSpans.of(response)
    key_taken, response_taken = np.zeros(len(key_code), bool), np.zeros(len(response_code), bool)
    pairs: list[tuple[Integers, Integers]] = []
    if aligns_zeros:
        from corefeval.pairing.match.zeros import align_zeros  # noqa: PLC0415 - most files have none

        rows, columns = align_zeros(
            ours,
            theirs,
            _in_order(ours, _zeros(key, key_code)),
            _in_order(theirs, _zeros(response, response_code)),
        )
        pairs.append((key_code[rows], response_code[columns]))
        key_taken = np.isin(key_code, key_code[rows])
        response_taken = np.isin(response_code, response_code[columns])
    key_equal = ~key_taken & np.isin(key_code, response_code[~response_taken])
    response_equal = ~response_taken & np.isin(response_code, key_code[~key_taken])
    if settings.match in ("head", "partial", "craft"):
        key_rows = _in_order(ours, representatives(key, key_code, ~(key_taken | key_equal)))
        response_open = ~(response_taken | response_equal)
        response_rows = _in_order(theirs, representatives(response, response_code, response_open))
        rows, columns = _strategy(settings.match, ours, theirs, key_rows, response_rows)
        pairs.append((key_code[key_rows[rows]], response_code[response_rows[columns]]))
    return _matching(key_code, response_code, key_equal, response_equal, pairs, settings)


def _zeros(corpus: Corpus, code: Integers) -> Integers:
    """Return the zeros; a mention listed with several heads is a zero if the head that counts is one."""
    rows = representatives(corpus, code, np.isin(code, code[corpus.is_zero]))
    return rows[corpus.is_zero[rows]]


def _in_order(spans: PlacedSpans, rows: Integers) -> Integers:
    """Return these mentions as the official scorers sort them: by document, first word, last word and size."""
    order = np.lexsort((spans.size[rows], spans.last[rows], spans.first[rows]))
    return rows[order]


def _strategy(
    name: str, key: PlacedSpans, response: PlacedSpans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers]:
    """Match the remaining mentions by a strategy; return indices into key_rows and response_rows, pair by pair."""
    strategy = import_module(f"{__name__}.{name}")
    rows: Integers
    columns: Integers
    if name == "craft":
        rows, columns = strategy.match_parts(key, response, key_rows, response_rows)
        return rows, columns
    rows, columns, value = strategy.candidates(key, response, key_rows, response_rows)
    order = np.lexsort((columns, rows))
    rows, columns = rows[order], columns[order]
    documents = key.corpus.mention_document[key_rows], response.corpus.mention_document[response_rows]
    chosen = best(Candidates(rows, columns, value[order], *documents))
    return rows[chosen], columns[chosen]


def _matching(
    key_code: Integers,
    response_code: Integers,
    key_equal: Booleans,
    response_equal: Booleans,
    pairs: list[tuple[Integers, Integers]],
    settings: Settings,
) -> Matching:
    """Return the matching of equal mentions and of the given pairs.

    The official scorer keeps both directions in one table, overwrites the key's entries with the response's, and lets
    an unmatched mention match an equal code. With dependent zeros, whose positions can be swapped, entries collide.
    `dependent-official` and `linear` do the same; with `linear` nothing can collide. With `dependent-official` the
    matching of `dependent` is kept too, to warn if they differ.
    """
    ours = np.concatenate([rows for rows, _ in pairs])
    theirs = np.concatenate([columns for _, columns in pairs])
    size = 1 + max(int(codes.max(initial=-1)) for codes in (key_code, response_code))
    to_response, to_key = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
    to_response[ours], to_key[theirs] = theirs, ours
    defined = Matching(
        key_code,
        response_code,
        np.where(key_equal, key_code, to_response[key_code]),
        np.where(response_equal, response_code, to_key[response_code]),
    )
    if settings.zeros == "dependent":
        return defined
    counterpart = np.arange(size)
    counterpart[ours] = theirs
    counterpart[theirs] = ours
    return Matching(
        key_code,
        response_code,
        counterpart[key_code],
        counterpart[response_code],
        defined=defined if settings.zeros == "dependent-official" else None,
    )
