"""What is scored: duplicates, then singletons, then zeros; an entity emptied on the way is gone.

Expressions that refer to nothing are no entities and have a score of their own (anaphora/nonreferring.py).
"""

from __future__ import annotations

import numpy as np

from corefeval.assignment import connected
from corefeval.corpus import Booleans, Corpus, Integers
from corefeval.pairing import is_repeated
from corefeval.problems import CorefevalError, Problem, Problems, Severity
from corefeval.settings import Settings

SHOWN = 3
REFUSED = 10
"""With more repetitions than this the reference scorer refuses to score."""


def filter_mentions(
    corpus: Corpus,
    codes: Integers,
    settings: Settings,
    side: str,
    problems: Problems,
    plural: frozenset[int] = frozenset(),
    known: Integers | None = None,
) -> tuple[Corpus, Integers]:
    """Return what is to be scored of one side, with the mentions' codes.

    Args:
        corpus: the side, aligned with the other.
        codes: the identity of each mention.
        settings: what to drop.
        side: 'key' or 'response', for messages.
        problems: collects what is to be said.
        plural: entities (as read) that stay without a mention, because an accommodated set is their member.
        known: the codes that the key has, where this is the response.
    """
    if corpus.entities.is_nonreferring is not None:
        corpus, codes = _keep(corpus, codes, refers(corpus), plural)
    corpus, codes = _treat_duplicates(corpus, codes, settings, side, problems, plural, known)
    if settings.singletons == "drop":
        corpus, codes = _keep(corpus, codes, corpus.entity_sizes[corpus.mentions.entity] > 1, plural)
    if settings.zeros == "drop" and len(corpus.nodes.empty):
        corpus, codes = _keep(corpus, codes, ~corpus.is_zero, plural)
    return _keep(corpus, codes, np.ones(len(codes), bool), plural)


def refers(corpus: Corpus) -> Booleans:
    """Say which mentions refer to something."""
    pseudo = corpus.entities.is_nonreferring
    return np.ones(len(corpus.mentions), bool) if pseudo is None else ~pseudo[corpus.mentions.entity]


def _keep(corpus: Corpus, codes: Integers, keep: Booleans, plural: frozenset[int]) -> tuple[Corpus, Integers]:
    """Return these mentions; entities without any are gone, unless they are plural."""
    sizes = np.bincount(corpus.mentions.entity[keep], minlength=len(corpus.entities))
    number = np.arange(len(sizes)) if corpus.entity_number is None else corpus.entity_number
    stays = (sizes > 0) | np.isin(number, list(plural))
    if keep.all() and stays.all():
        return corpus, codes
    kept = np.flatnonzero(keep)
    return corpus.rearrange(kept, corpus.mentions.entity[kept], np.flatnonzero(stays)), codes[keep]


def _treat_duplicates(
    corpus: Corpus,
    codes: Integers,
    settings: Settings,
    side: str,
    problems: Problems,
    plural: frozenset[int],
    known: Integers | None,
) -> tuple[Corpus, Integers]:
    repeated = is_repeated(codes)
    if not repeated.any():
        return corpus, codes
    if settings.duplicates == "error":
        rows = np.flatnonzero(repeated)
        raise CorefevalError([_duplicate(corpus, codes, row, side) for row in _firsts(codes, rows)])
    if settings.duplicates == "perl":
        keep = (
            np.ones(len(codes), bool) if known is None else _is_first(corpus, codes) | ~np.isin(codes, known)
        )
        _tell_perl(corpus, codes, repeated, keep, side, problems)
        return _keep(corpus, codes, keep, plural)
    if settings.duplicates == "merge":
        corpus = _merged(corpus, codes)
    within_entities = settings.duplicates == "keep" and (
        corpus.format == "corefud" or settings.split_antecedents == "keep"
    )
    if settings.duplicates != "keep" or within_entities:
        if settings.duplicates == "first":
            problems.add(_summary(corpus, codes, repeated, side))
        group = codes * len(corpus.entities) + corpus.mentions.entity if within_entities else codes
        return _keep(corpus, codes, _is_first(corpus, group), plural)
    return corpus, codes


def _is_first(corpus: Corpus, group: Integers) -> Booleans:
    """Say which mention of each group is kept: that of the entity which opens first, its first one."""
    order = np.lexsort((corpus.mentions.opening, corpus.mentions.entity, group))
    first = np.append(True, np.diff(group[order]) != 0)
    keep = np.zeros(len(group), bool)
    keep[order[first]] = True
    return keep


def _merged(corpus: Corpus, codes: Integers) -> Corpus:
    """Return the corpus with entities joined that share a mention."""
    entity = corpus.mentions.entity
    target = connected(entity, codes)[entity]
    return corpus.rearrange(np.arange(len(entity)), target, np.unique(target))


def _firsts(codes: Integers, rows: Integers) -> list[int]:
    """Return one row for each repeated mention: its second occurrence."""
    seen: set[int] = set()
    told: set[int] = set()
    found = []
    for row, code in zip(rows.tolist(), codes[rows].tolist(), strict=True):
        if code in seen and code not in told:
            told.add(code)
            found.append(row)
        seen.add(code)
    return found


def _duplicate(corpus: Corpus, codes: Integers, row: int, side: str) -> Problem:
    from corefeval.views import Mention  # noqa: PLC0415 - only to tell

    mention = Mention(corpus, row)
    holders = [Mention(corpus, other) for other in np.flatnonzero(codes == codes[row]).tolist()]
    labels = ", ".join(dict.fromkeys(holder.entity.id for holder in holders))
    message = f"{side} document {mention.document.name!r}: {len(holders)} times the same mention, in entities {labels}:"
    return Problem("CE030", message, corpus.source.place(int(corpus.mentions.first[row])), mention.text)


def _tell_perl(
    corpus: Corpus, codes: Integers, repeated: Booleans, keep: Booleans, side: str, problems: Problems
) -> None:
    """Say what becomes of repeated mentions as in the reference scorer, and where it would refuse to score."""
    dropped = int((~keep).sum())
    done = "all are counted"
    if dropped:
        done = f"{dropped} repetitions of mentions that the key has are dropped"
        others = int(repeated.sum()) - len(np.unique(codes[repeated])) - dropped
        done += f", {others} others are counted" if others else ""
    problems.add(_summary(corpus, codes, repeated, side, f"{done}, as in the reference scorer"))
    if dropped > REFUSED:
        message = (
            f"the reference scorer refuses to score a response with more than {REFUSED} repetitions of mentions "
            f"that the key has; this one has {dropped} and is scored"
        )
        problems.add(Problem("CE030", message, severity=Severity.WARNING))


def _summary(corpus: Corpus, codes: Integers, repeated: Booleans, side: str, done: str = "") -> Problem:
    """Name the mentions that are listed more than once, and say what is done; repetitions dropped by default."""
    from corefeval.views import Mention  # noqa: PLC0415 - only to tell

    rows = _firsts(codes, np.flatnonzero(repeated))
    examples = "; ".join(
        f"{Mention(corpus, row).text!r} in {Mention(corpus, row).document.name!r}" for row in rows[:SHOWN]
    )
    more = f" and {len(rows) - SHOWN} more" if len(rows) > SHOWN else ""
    done = done or f"{int(repeated.sum()) - len(rows)} repetitions are dropped"
    return Problem(
        "CE030",
        f"{len(rows)} mentions of the {side} are listed more than once, {done}: {examples}{more}",
        corpus.source.place(int(corpus.mentions.first[rows[0]])),
        severity=Severity.WARNING,
    )
