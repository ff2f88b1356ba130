"""Which response mention is which key mention: one file per strategy."""

from __future__ import annotations

import numpy as np

from corefeval.aligning import align
from corefeval.corpus import Booleans, Corpus, Integers
from corefeval.filtering import filter_mentions
from corefeval.matching.heads import with_heads
from corefeval.matching.identity import identify, representatives
from corefeval.matching.optimal import Candidates, optimal
from corefeval.matching.spans import Spans
from corefeval.pairing import Matching, Pairing, WithoutSingletons
from corefeval.problems import Problems
from corefeval.settings import Settings

__all__ = ["match", "pair", "without_singletons"]


def pair(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Pairing:
    """Return key and response, filtered and matched as the settings say.

    The order is that of the official scorers: documents and words are aligned, then duplicates, singletons
    and zeros are treated on each side by itself, then what is left is matched.
    """
    key, response = align(key, response, settings, problems)
    key = with_heads(key, settings.match, "key", problems)
    response = with_heads(response, settings.match, "response", problems)
    key_code, response_code = identify([key, response], heads=settings.match == "head")
    if settings.split_antecedents == "keep":
        return _pair_with_sets(key, response, key_code, response_code, settings, problems)
    key, key_code = filter_mentions(key, key_code, settings, "key", problems)
    response, response_code = filter_mentions(response, response_code, settings, "response", problems)
    problems.raise_errors()
    matching = match(key, response, key_code, response_code, settings)
    return Pairing(key.names, key, response, matching, settings.language)


def without_singletons(pairing: Pairing, settings: Settings) -> Pairing:
    """Return what a pairing would be, had singletons been dropped as well."""
    if settings.match == "exact" and type(pairing) is Pairing:
        return WithoutSingletons.of(pairing)
    dropping = settings.changed({"singletons": "drop", "duplicates": "keep"})
    matching = pairing.matching
    key, key_code = filter_mentions(pairing.key, matching.key_code, dropping, "key", Problems())
    response, response_code = filter_mentions(
        pairing.response, matching.response_code, dropping, "response", Problems()
    )
    return Pairing(pairing.names, key, response, match(key, response, key_code, response_code, settings))


def _pair_with_sets(
    key: Corpus,
    response: Corpus,
    key_code: Integers,
    response_code: Integers,
    settings: Settings,
    problems: Problems,
) -> Pairing:
    """Return a pairing whose plural entities have their accommodated sets as members."""
    from corefeval.anaphora import split  # noqa: PLC0415 - rarely asked for

    sides = []
    for corpus, code, name in ((key, key_code, "key"), (response, response_code, "response")):
        sets = split.accommodated_sets(corpus, code)
        joined = split.join_equal_sets(corpus, sets)
        scored, codes = filter_mentions(joined, code, settings, name, problems, frozenset(sets))
        sides.append((scored, codes, split.Sets.of(scored, sets, code)))
    problems.raise_errors()
    (key, key_code, key_sets), (response, response_code, response_sets) = sides
    matching = match(key, response, key_code, response_code, settings)
    return split.SplitPairing.of(
        Pairing(key.names, key, response, matching, settings.language), key_sets, response_sets
    )


def match(
    key: Corpus, response: Corpus, key_code: Integers, response_code: Integers, settings: Settings
) -> Matching:
    """Return which mentions are the same: zeros first, then equal ones, then the strategy for the rest."""
    aligns_zeros = settings.zeros.startswith("dependent") and bool(
        len(key.nodes.empty) and len(response.nodes.empty)
    )
    if settings.match == "exact" and not aligns_zeros:
        return Matching(key_code, response_code, key_code, response_code)
    ours, theirs = Spans.of(key), Spans.of(response)
    key_taken, response_taken = np.zeros(len(key_code), bool), np.zeros(len(response_code), bool)
    pairs: list[tuple[Integers, Integers]] = []
    if aligns_zeros:
        from corefeval.matching import zeros  # noqa: PLC0415 - few corpora have any

        rows, columns = zeros.align_zeros(
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
    if settings.match != "exact":
        key_rows = _in_order(ours, representatives(key, key_code, ~(key_taken | key_equal)))
        response_open = ~(response_taken | response_equal)
        response_rows = _in_order(theirs, representatives(response, response_code, response_open))
        rows, columns = _strategy(settings.match, ours, theirs, key_rows, response_rows)
        pairs.append((key_code[key_rows[rows]], response_code[response_rows[columns]]))
    return _matching(key_code, response_code, key_equal, response_equal, pairs, settings)


def _zeros(corpus: Corpus, code: Integers) -> Integers:
    """Return the zeros; a mention listed with several heads is one if the head that counts is."""
    rows = representatives(corpus, code, np.isin(code, code[corpus.is_zero]))
    return rows[corpus.is_zero[rows]]


def _in_order(spans: Spans, rows: Integers) -> Integers:
    """Return these mentions as the official scorers sort them: by document, first word, last word and size."""
    order = np.lexsort((spans.size[rows], spans.last[rows], spans.first[rows]))
    return rows[order]


def _strategy(
    name: str, key: Spans, response: Spans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers]:
    """Match what is still open; return places in key_rows and in response_rows."""
    from corefeval.matching import craft, head, partial  # noqa: PLC0415 - exact matching does without

    if name == "craft":
        return craft.match_parts(key, response, key_rows, response_rows)
    find = head.candidates if name == "head" else partial.candidates
    rows, columns, value = find(key, response, key_rows, response_rows)
    order = np.lexsort((columns, rows))
    rows, columns, value = rows[order], columns[order], value[order]
    positive = value > 0
    rows, columns, value = rows[positive], columns[positive], value[positive]
    documents = key.corpus.mention_document[key_rows], response.corpus.mention_document[response_rows]
    chosen = optimal(Candidates(rows, columns, value, *documents))
    return rows[chosen], columns[chosen]


def _matching(
    key_code: Integers,
    response_code: Integers,
    key_equal: Booleans,
    response_equal: Booleans,
    pairs: list[tuple[Integers, Integers]],
    settings: Settings,
) -> Matching:
    """Return the matching of equal mentions and of the pairs found.

    The official scorer keeps both directions in one table, the response's entries written over the key's, and
    lets an unmatched mention look for itself: with dependent zeros, whose positions can be swapped, entries
    collide. `dependent-official` and `linear` do as it does; for `linear` nothing can collide. What `dependent`
    would say is kept beside `dependent-official`, so that it can be told where they differ.
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
