"""Strategies for the mention that stands for its entity, and which entities are usable."""

from __future__ import annotations

import numpy as np
import pytest

from corefeval import load
from corefeval.linguistics.describe import describe, describe_pair
from corefeval.linguistics.dominance import (
    STRATEGIES,
    is_defining,
    representatives,
    usability,
)
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import UsageError
from tests.linguistics.tagged_text import obama, text


@pytest.mark.parametrize(
    ("strategy", "mention"),
    [
        ("dominant", 6),
        ("anchor", 1),
        ("representative", 3),
        ("longest", 6),
        ("first", 1),
        ("defining", 3),
        ("given", 0),
    ],
)
def test_section_4_2_by_each_strategy(strategy: str, mention: int) -> None:
    """Žitkus et al. (2023), section 4.2: what each strategy picks (0: none)."""
    corpus = obama()
    assert representatives(strategy, corpus, describe(corpus)).tolist() == [mention - 1]


def test_defining_mentions_of_section_4_2_are_all_names() -> None:
    """Kaczmarek and Marcińczuk (2015): names define, or the kinds one names."""
    corpus = obama()
    found = describe(corpus)
    assert (np.flatnonzero(is_defining(corpus, found)) + 1).tolist() == [3, 4, 6, 8]
    both = (MentionType.NAME, MentionType.NOMINAL)
    assert (np.flatnonzero(is_defining(corpus, found, both)) + 1).tolist() == [1, 3, 4, 6, 8]


def test_a_mention_marked_in_the_file_is_given() -> None:
    """An attribute marks the representative; entities without a mark have none."""
    corpus = text("a b c", chains=[[0, 1], [2]], attributes={(1, 1): {"representative": "yes"}})
    assert representatives("given", corpus, describe(corpus)).tolist() == [1, -1]


def test_unknown_strategies_are_refused() -> None:
    """The message names those there are."""
    corpus = text("a", chains=[[0]])
    with pytest.raises(UsageError, match="dominant, anchor"):
        representatives("nicest", corpus, describe(corpus))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_takes_every_corpus(strategy: str) -> None:
    """Mentions without text, no mentions at all, and a selection."""
    for corpus in (
        load([[1, 2], [3]]),
        load([]),
        obama().select_mentions(np.arange(8) % 2 == 0),
    ):
        found = describe(corpus)
        chosen = representatives(strategy, corpus, found)
        assert len(chosen) == len(corpus.entities)
        assert all(
            corpus.mentions.entity[mention] == entity for entity, mention in enumerate(chosen) if mention >= 0
        )


def test_usable_entities_of_key_beside_response() -> None:
    """Chains without a name, without a dominant mention, and with a cataphoric start are counted on both sides."""
    words = "He/PRON saw/VERB Ann/PROPN and/CCONJ the/DET dog/NOUN ;/PUNCT it/PRON we/PRON us/PRON"
    key = text(words, chains=[[0, 2], [(4, 5), 7], [8, 9], [3]], columns=("upos",))
    response = text(words, chains=[[2, 0], [7, 8]], columns=("upos",))
    ours, theirs = (
        usability(corpus, words).counts
        for corpus, words in zip((key, response), describe_pair(key, response), strict=True)
    )
    assert {name: (count, theirs[name]) for name, count in ours.items()} == {
        "chains": (3, 2),
        "without a name": (2, 1),
        "without a dominant mention": (1, 1),
        "with a cataphoric start": (1, 1),
        "singletons": (1, 0),
    }
