"""Duplicate mentions: their treatment and the warnings about them."""

from __future__ import annotations

import re

import numpy as np
import pytest

import corefeval
from corefeval.choices import Duplicates
from corefeval.corpus.builder import CorpusBuilder
from corefeval.pairing.filter import _keep
from corefeval.problems import Problem

CLUSTERS = [[(n, n) for n in range(number + 3)] for number in range(5)]
"""Mention (0, 0), (1, 1) and (2, 2) stand in five entities, (3, 3) in four, (4, 4) in three, (5, 5) in two, (6, 6) in one."""


def said(duplicates: Duplicates, clusters: list[list[tuple[int, int]]]) -> Problem:
    """Return the warnings about duplicate mentions of a key."""
    result = corefeval.score(clusters, [[(0, 0), (1, 1)]], metrics="muc", duplicates=duplicates)
    (problem,) = (each for each in result.warnings if each.code == "CE030")
    return problem


def test_repeated_mentions_are_counted_and_some_are_named() -> None:
    """The warning counts mentions and repetitions, with three examples and the number of further ones."""
    problem = said("first", CLUSTERS)
    assert (problem["side"], problem.count, problem["more"]) == ("key", 6, 3)
    assert problem["done"] == Problem("CE030", "repetitions-dropped", count=18)
    assert re.findall(r"\((\d), \d\)", str(problem["examples"])) == ["0", "1", "2"]


@pytest.mark.parametrize(("number", "more"), [(1, 0), (2, 0), (3, 0), (4, 1)])
def test_as_many_as_are_shown_are_no_more(number: int, more: int) -> None:
    """Up to three mentions are all named."""
    cluster = [(n, n) for n in range(number)]
    problem = said("first", [[*cluster, (8, 8)], cluster])
    assert (problem.count, problem["more"]) == (number, more)


def test_entities_without_a_mention_are_gone() -> None:
    """Entities without mentions are dropped, also if no mention is; an entity with a set is kept."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.node("Ann")
    builder.entity("nothing")
    builder.mention(builder.entity("e"), [(0, 0)])
    read = builder.build()
    for plural, expected in ((frozenset[int](), ["e"]), (frozenset({0}), ["nothing", "e"])):
        kept, codes = _keep(read, np.array([0]), np.array([True]), plural)
        assert (list(kept.entities.labels), codes.tolist()) == (expected, [0])
