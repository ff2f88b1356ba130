"""What becomes of repeated mentions, and what is said of them."""

from __future__ import annotations

import re

import numpy as np
import pytest

import corefeval
from corefeval.choices import Duplicates
from corefeval.corpus.builder import CorpusBuilder
from corefeval.pairing.filter import _keep

CLUSTERS = [[(n, n) for n in range(number + 3)] for number in range(5)]
"""Mention (0, 0), (1, 1) and (2, 2) stand in five entities, (3, 3) in four, (4, 4) in three, (5, 5) in two, (6, 6) in one."""


def said(duplicates: Duplicates, clusters: list[list[tuple[int, int]]]) -> str:
    """Return what is said of repeated mentions of a key."""
    result = corefeval.score(clusters, [[(0, 0), (1, 1)]], metrics="muc", duplicates=duplicates)
    (problem,) = (each for each in result.warnings if each.code == "CE030")
    return problem.message


def test_repeated_mentions_are_counted_and_some_are_named() -> None:
    """How many mentions, how many repetitions, three examples and how many more there are."""
    message = said("first", CLUSTERS)
    assert message.startswith("6 mentions of the key are listed more than once, 18 repetitions are dropped: ")
    assert re.findall(r"\((\d), \d\)", message) == ["0", "1", "2"]
    assert message.endswith(" and 3 more")


@pytest.mark.parametrize(
    ("number", "end"),
    [
        (1, "in 'document 1'"),
        (2, "in 'document 1'"),
        (3, "in 'document 1'"),
        (4, "in 'document 1' and 1 more"),
    ],
)
def test_as_many_as_are_shown_are_no_more(number: int, end: str) -> None:
    """Up to three are named one by one; one mention and one repetition are spoken of as one."""
    cluster = [(n, n) for n in range(number)]
    message = said("first", [[*cluster, (8, 8)], cluster])
    assert message.endswith(end)
    one = "1 mention of the key is listed more than once, 1 repetition is dropped: "
    assert message.startswith(one if number == 1 else f"{number} mentions of the key are listed")


def test_entities_without_a_mention_are_gone() -> None:
    """Also where every mention stays; one that has a set is kept."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.node("Ann")
    builder.entity("nothing")
    builder.mention(builder.entity("e"), [(0, 0)])
    read = builder.build()
    for plural, expected in ((frozenset[int](), ["e"]), (frozenset({0}), ["nothing", "e"])):
        kept, codes = _keep(read, np.array([0]), np.array([True]), plural)
        assert (list(kept.entities.labels), codes.tolist()) == (expected, [0])
