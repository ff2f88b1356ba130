"""Head matching: candidates, their values, and warnings about missing heads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from corefeval.choices import Match
from corefeval.corpus.builder import from_clusters
from corefeval.corpus.corpus import Corpus, Traits
from corefeval.pairing.match.head import candidates, other_heads, with_heads
from corefeval.pairing.shared_spans import PlacedSpans
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.corpora import text

WORDS = "old/ADJ/2 men/NOUN/0 of/ADP/4 Rome/PROPN/2"
COLUMNS = ("upos", "head")


def told(corpus: Corpus, settings: Settings) -> tuple[list[int], list[tuple[object, ...]]]:
    """Return the heads of a key, and the warnings."""
    problems = Problems()
    found = with_heads(corpus, settings, "key", problems)
    names = ("mentions", "side", "lacking")
    return found.mentions.head.tolist(), [
        (problem.kind, problem.count, *map(problem.named.get, names)) for problem in problems
    ]


def test_candidates_are_worth_their_share_of_the_key() -> None:
    """A key mention of four words shares three with a response of three; a key mention of two shares both."""
    key = text(WORDS, chains=[[(0, 3)], [(0, 1)], [3]], heads={(0, 3): 1, (0, 1): 1})
    response = text(WORDS, chains=[[(0, 2)], [2]], heads={(0, 2): 1})
    rows, columns, value = candidates(
        PlacedSpans.of(key), PlacedSpans.of(response), np.arange(3), np.arange(2)
    )
    assert sorted(zip(rows.tolist(), columns.tolist(), value.tolist(), strict=True)) == [
        (0, 0, 0.75),
        (1, 0, 1.0),
    ]


def test_heads_from_the_tree_are_reported() -> None:
    """The first word of the text is a valid head; no head is reported as missing."""
    corpus = text("Rome/PROPN/2 fell/VERB/0 again/ADV/2", chains=[[0, (0, 1)]], columns=COLUMNS)
    heads, messages = told(corpus, Settings(match="head"))
    assert heads == [1, 0]
    assert messages == [("heads-from-tree", 2, 2, "key", 0)]


def test_heads_that_are_named_stay() -> None:
    """Only heads missing from the file come from the tree, or are the first word if requested."""
    corpus = text(WORDS, chains=[[(0, 3)], [(2, 3)]], columns=COLUMNS, heads={(0, 3): 3})
    heads, messages = told(corpus, Settings(match="head"))
    assert heads == [3, 3]
    assert messages == [("heads-from-tree", 1, 2, "key", 0)]
    assert told(corpus, Settings(match="head", heads="first")) == ([3, 2], [])


def test_mentions_without_any_head_are_counted() -> None:
    """With some stated heads and no tree, the other mentions have none; without any head, head matching is refused."""
    some = text("a b c", chains=[[(0, 1)], [2]], columns=(), heads={(0, 1): 1})
    heads, messages = told(some, Settings(match="head"))
    assert heads == [1, -1]
    assert messages == [("heads-from-tree", 0, 2, "key", 1)]
    none = text("a b c", chains=[[(0, 1)], [2]], columns=())
    with pytest.raises(CorefevalError, match="CE041"):
        told(none, Settings(match="head"))
    heads, messages = told(none, Settings(match="partial"))
    assert heads == [-1, -1]
    assert [kind for kind, *_ in messages] == ["key-neither-minimum-spans"]


def test_the_first_word_of_the_text_is_a_head_and_a_minimum_span() -> None:
    """Node 0 is a stated head, not a missing one; with a minimum span there, partial matching needs no heads."""
    named = text("Rome/PROPN/2 fell/VERB/0", chains=[[(0, 1)]], columns=COLUMNS, heads={(0, 1): 0})
    assert told(named, Settings(match="head")) == ([0], [])
    alone = text("Rome/PROPN/2 fell/VERB/0", chains=[[0]], columns=COLUMNS)
    assert other_heads(alone, np.arange(1)) == 0
    assert other_heads(text("Rome fell", chains=[[0]], columns=()), np.arange(1)) is None
    spared = replace(
        alone, mentions=replace(alone.mentions, minimum_first=np.zeros(1, int), minimum_last=np.zeros(1, int))
    )
    assert told(spared, Settings(match="partial")) == ([-1], [])


def test_mentions_whose_head_the_tree_gives() -> None:
    """No mentions give 0; if the tree gives only some heads, these are counted; without a tree the result is None."""
    some = text(WORDS, chains=[[(0, 3)], [(2, 3)], [0]], columns=COLUMNS)
    assert other_heads(some, np.arange(3)) == 2
    assert other_heads(text("Rome fell", chains=[[0]], columns=()), np.arange(0)) == 0
    half = text("Rome/PROPN/2 fell/VERB/0 a/DET/9 b/X/9", chains=[[(0, 1)], [(2, 3)]], columns=COLUMNS)
    assert other_heads(half, np.arange(2)) == 1


def test_heads_that_some_have_and_some_lack() -> None:
    """Without a tree only stated heads count: one of two mentions has a head other than its first word."""
    some = text("a b c", chains=[[(0, 1)], [2]], columns=(), heads={(0, 1): 1})
    assert other_heads(some, np.arange(2)) == 1
    assert other_heads(some, np.array([1])) is None


def test_minimum_spans_of_files_that_match_by_head_do_not_count() -> None:
    """CorefUD files need heads for partial matching; in other formats one minimum span makes heads unnecessary."""
    plain = text(WORDS, chains=[[(0, 3)], [(2, 3)]], columns=COLUMNS)
    first, last = np.array([0, -1]), np.array([1, -1])
    other = replace(plain, mentions=replace(plain.mentions, minimum_first=first, minimum_last=last))
    assert told(other, Settings(match="partial")) == ([-1, -1], [])
    corefud = replace(other, traits=Traits(matches_by_head=True))
    cases: list[tuple[Match, list[int]]] = [("partial", [-1, -1]), ("head", [0, -1]), ("exact", [0, -1])]
    for match, kept in cases:
        found = with_heads(corefud, Settings(match=match), "key", Problems())
        assert found.mentions.minimum_first.tolist() == kept
        assert found.mentions.minimum_last.tolist() == [1 if each == 0 else -1 for each in kept]
        assert found.mentions.head.tolist() == ([-1, -1] if match == "exact" else [1, 3])
    assert told(corefud, Settings(match="partial"))[0] == [1, 3]


def test_parts_of_a_text_are_compared_where_there_is_one() -> None:
    """Mentions that are Python objects have no parts: only --match craft is refused."""
    clusters = from_clusters([("d", [["a", "b"]])])
    with pytest.raises(CorefevalError, match="CE044"):
        told(clusters, Settings(match="craft"))
    assert told(clusters, Settings(match="exact"))[1] == []
    assert told(text(WORDS, chains=[[0]]), Settings(match="craft"))[1] == []
