"""Heads without a dependency tree."""

from __future__ import annotations

import pytest

from corefeval.linguistics.describe import describe
from tests.corpora import text

PENN = ("pos", "parse")


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("the/DT president/NN of/IN the/DT republic/NN", 1),
        ("Ann/NNP 's/POS mother/NN", 2),
        ("Ann/NNP 's/POS", 0),
        ("Mr./NNP Smith/NNP ,/, a/DT doctor/NN", 1),
        ("the/DT car/NN park/NN", 2),
        ("two/CD of/IN them/PRP", 2),
    ],
)
def test_penn_head_is_the_last_noun_before_the_postmodifier(words: str, head: int) -> None:
    """Without a parse the tags are scanned from left to right (spec 1b)."""
    corpus = text(words, chains=[[(0, len(words.split()) - 1)]], columns=PENN)
    assert describe(corpus, source="ptb").head.tolist() == [head]


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("the/DT/(NP(NP* president/NN/*) of/IN/(PP* the/DT/(NP* republic/NN/*))))", 1),
        ("Ann/NNP/(NP(NP* 's/POS/*) mother/NN/*)", 2),
        ("Ann/NNP/(NP(NP*) ,/,/* the/DT/(NP* boss/NN/*)))", 0),
        ("the/DT/(NP* company/NN/* running/VBG/(VP* trains/NNS/(NP*))))", 1),
    ],
)
def test_a_parse_gives_the_highest_leftmost_phrase(words: str, head: int) -> None:
    """The parse column of CoNLL-2012 decides if it is filled."""
    corpus = text("It/PRP/(NP*) rains/VBZ/*", words, chains=[[(2, 1 + len(words.split()))]], columns=PENN)
    assert describe(corpus, source="ptb").head.tolist() == [head + 2]
