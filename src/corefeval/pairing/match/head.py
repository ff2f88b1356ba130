"""Head matching: mentions with the same head are candidates, and the best one-to-one assignment is used.

Heads come from the file. If it states none, they come from the dependency tree of the shared text or are the first
word, with a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from corefeval.arrays import Floats, Integers, integers
from corefeval.choices import Heads
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.shared_spans import PlacedSpans, common_words, equal_pairs
from corefeval.problems import (
    CorefevalError,
    CorpusWarning,
    Met,
    Place,
    Problem,
    Problems,
    adding,
    warning,
)
from corefeval.settings import Settings


def candidates(
    key: PlacedSpans, response: PlacedSpans, key_rows: Integers, response_rows: Integers
) -> tuple[Integers, Integers, Floats]:
    """Return pairs of open mentions with the same head, and the share of the key mention's words that they have in common."""
    key_heads, response_heads = key.head[key_rows], response.head[response_rows]
    rows, columns = equal_pairs(key_heads, response_heads)
    known = key_heads[rows] >= 0
    rows, columns = rows[known], columns[known]
    common = common_words(key, response, key_rows[rows], response_rows[columns])
    value = common / key.size[key_rows[rows]]
    return rows, columns, np.asarray(value, np.float64)


@dataclass(frozen=True)
class FirstWords(CorpusWarning):
    """The mentions of one side whose first word is used as the head.

    The notes of a run issue the warning (evaluation.notes), because it also quotes the score with heads from the tree.

    Attributes:
        side: key or response.
        place: the file of that side.
        mentions: the number of these mentions.
        others: the number of them with another head in the dependency tree; None without a tree.
    """

    side: str
    place: Place
    mentions: int
    others: int | None

    def problems(self) -> Iterator[Problem]:
        """Return no warning."""
        return iter(())

    def __add__(self, other: FirstWords) -> FirstWords:
        """Return the sums over two pieces of a file; a piece without a tree counts as 0 if the other piece has a tree."""
        known = [each.others for each in (self, other) if each.mentions and each.others is not None]
        has_none = not known and (self.mentions or other.mentions)
        count = self.mentions + other.mentions
        return replace(self, mentions=count, others=None if has_none else sum(known))


def with_heads(corpus: Corpus, settings: Settings, side: str, problems: Problems) -> Corpus:
    """Return the corpus with a head for each mention, if the matching needs heads and they can be found.

    If the file states no head, the setting `heads` decides. `first` takes the first word; `tree` and `shallowest` use
    the dependency tree. `corefud` does the same as the CRAC scorer and its tools: in CorefUD files it takes the first
    word, as udapi reads them. In any other format it uses the tree (in the order of udapi's MoveHead), or the first
    word if there is no tree. With other settings, head matching without any head raises an error.

    Partial matching works without heads: a mention with neither a minimum span nor a head matches only exactly. A
    warning reports if this applies to the whole key. In CorefUD files the head counts and minspan does not, as in the
    official scorer. The matching `craft` needs a text, but no heads.
    """
    if settings.match == "craft" and corpus.mentions.objects is not None:
        raise CorefevalError(Problem("CE044", "match-craft-compares-parts", corpus.file, side=side))
    if settings.match == "partial" and corpus.traits.matches_by_head:
        none = np.broadcast_to(np.int64(-1), len(corpus.mentions))
        corpus = replace(corpus, mentions=replace(corpus.mentions, minimum_first=none, minimum_last=none))
    unnamed = _without_heads(corpus, settings, side)
    mentions = corpus.mentions
    if not len(unnamed):
        problems.add(_from_tree(corpus, side, 0, 0))
        return corpus
    heads, is_official = mentions.head, settings.heads == "corefud"
    has_text = mentions.objects is None
    by_rule = has_text and (settings.heads == "first" or (is_official and corpus.traits.first_word_is_head))
    if not by_rule:
        heads = _by_tree(corpus, settings.heads)
        if (heads < 0).all() and not (is_official and has_text):
            if settings.match == "head":
                raise CorefevalError(Problem("CE041", "names-no-heads", corpus.file, side=side))
            problems.add(warning("CE041", "key-neither-minimum-spans", corpus.file))
            return corpus
    first = unnamed if by_rule or not is_official else unnamed[heads[unnamed] < 0]
    lacking = 0 if by_rule or is_official else int((heads < 0).sum())
    if by_rule or is_official:
        problems.add(FirstWords(side, corpus.file, len(first), other_heads(corpus, first)))
        heads = heads.copy()
        heads[first] = mentions.first[first]
    if not by_rule:
        derived = len(unnamed) - lacking - (len(first) if is_official else 0)
        problems.add(_from_tree(corpus, side, derived, lacking))
    return replace(corpus, mentions=replace(mentions, head=heads))


def _from_tree(corpus: Corpus, side: str, derived: int, lacking: int) -> Met:
    """Return the warning that heads come from the dependency tree or are missing, with the number of each."""
    problem = warning(
        "CE042",
        "heads-from-tree",
        corpus.file,
        count=derived,
        mentions=len(corpus.mentions),
        side=side,
        lacking=lacking,
    )
    return adding(problem, side, bool(derived or lacking))


def _without_heads(corpus: Corpus, settings: Settings, side: str) -> Integers:
    """Return the mentions for which the matching needs a head and the file states none."""
    mentions = corpus.mentions
    needs_heads = settings.match == "head" or (
        settings.match == "partial"
        and side == "key"
        and (corpus.traits.matches_by_head or not (mentions.minimum_first >= 0).any())
    )
    return np.flatnonzero(mentions.head < 0) if needs_heads else integers()


def other_heads(corpus: Corpus, rows: Integers) -> int | None:
    """Return the number of these mentions whose head in the tree is not their first word; None without a tree."""
    if not len(rows):
        return 0
    heads = _by_tree(corpus, "tree")[rows]
    if (heads < 0).all():
        return None
    return int(((heads >= 0) & (heads != corpus.mentions.first[rows])).sum())


def _by_tree(corpus: Corpus, rule: Heads) -> Integers:
    from corefeval.linguistics.heads import derive_heads  # noqa: PLC0415 - needs the columns of the file

    return derive_heads(corpus, rule=rule) if corpus.mentions.objects is None else corpus.mentions.head
