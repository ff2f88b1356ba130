"""Resolved anaphors: those whose counterpart shares an entity with that of an earlier mention."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.metrics import parse_metric
from corefeval.metrics.outcomes import OutcomeMetric
from corefeval.metrics.zero import _counterparts, _shared_with_earlier
from corefeval.pairing import pair
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.corpora import Said, Text, corpus


def test_an_earlier_mention_is_one_of_the_same_entity() -> None:
    """An earlier mention counts only within the same key entity, never across entities or without a counterpart."""
    entities = [0, 0, 0, 1, 1, 2, 3, 3, 3]
    partners = [1, 0, 1, 1, -1, 0, 0, -1, 0]
    text = Text((False,) * 9, tuple(Said(((place, place),), entity) for place, entity in enumerate(entities)))
    key = corpus({"d": text})
    found = _shared_with_earlier(key, np.arange(9), np.array(partners))
    assert np.flatnonzero(found).tolist() == [2, 8]


class Side:
    """One side of a random text: the entity of each position that is a mention, and the row in its corpus."""

    def __init__(self, draw: random.Random, zeros: Sequence[bool]) -> None:
        self.entity = {place: draw.randrange(4) for place in range(len(zeros)) if draw.random() < 0.75}
        said = tuple(Said(((place, place),), entity) for place, entity in self.entity.items())
        self.corpus = corpus({"d": Text(tuple(zeros), said)})
        rows = self.corpus.mentions.first.tolist()
        self.row = {place: rows.index(place) for place in self.entity}

    def before(self, place: int) -> list[int]:
        """Return the earlier mentions of the entity."""
        return [other for other in self.entity if other < place and self.entity[other] == self.entity[place]]

    def row_before(self, place: int) -> int:
        """Return the row of the previous mention in its entity; -1 if there is none."""
        earlier = self.before(place) if place in self.entity else []
        return self.row[max(earlier)] if earlier else -1


def judged(key: Side, response: Side, zeros: Sequence[bool]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the outcomes of the positions of both sides, as defined in the docstring of the metric."""
    ours: dict[int, str] = {}
    for place in key.entity:
        if not zeros[place] or not key.before(place):
            continue
        if place not in response.entity or not response.before(place):
            ours[place] = "fn"
            continue
        shared = {response.entity.get(other) for other in key.before(place)}
        ours[place] = "tp" if response.entity[place] in shared else "wl"
    theirs = {
        place: "fp"
        for place in response.entity
        if zeros[place] and response.before(place) and not (place in key.entity and key.before(place))
    }
    return ours, theirs


@pytest.mark.parametrize("by", ["position", "alignment"])
def test_an_independent_count(by: str) -> None:
    """The outcome of every zero and the target of each mention equal a recount, in 150 random texts."""
    metric = parse_metric(f"zero(by={by})")
    assert isinstance(metric, OutcomeMetric)
    seen: Counter[str] = Counter()
    for seed in range(150):
        draw = random.Random(seed)
        zeros = [place % 6 > 0 and draw.random() < 0.7 for place in range(9)]
        key, response = Side(draw, zeros), Side(draw, zeros)
        if not key.entity or not response.entity:
            continue
        paired = pair(key.corpus, response.corpus, Settings(zeros="linear"), Problems())
        found = metric.outcomes(paired)
        for side, numbers, expected in zip(
            (key, response), (found.key, found.response), judged(key, response, zeros), strict=True
        ):
            named = {
                place: found.names[int(numbers[row])] for place, row in side.row.items() if numbers[row] >= 0
            }
            assert named == expected
            seen.update(named.values())
        assert found.targets is not None
        for side, targets in zip((key, response), found.targets, strict=True):
            for place, row in side.row.items():
                assert targets.right[row] == key.row_before(place)
                assert targets.chosen[row] == response.row_before(place)
    assert set(seen) == {"tp", "wl", "fn", "fp"}


def test_the_counterpart_by_position_is_an_equal_mention() -> None:
    """Two zeros with swapped dependencies: by alignment each matches the other, by position each matches itself."""

    def text(*relations: str) -> Corpus:
        rows = ["# global.Entity = eid-etype-head-other", "# newdoc id = a", "# sent_id = 1"]
        rows += [
            f"0.{number}\t_\t_\t_\t_\t_\t_\t_\t1:{relation}\tEntity=(e{number}--1-)"
            for number, relation in enumerate(relations, 1)
        ]
        rows.append("1\tran\trun\tVERB\t_\t_\t0\troot\t0:root\t_")
        return formats.read_file(TextFile("f", ("\n".join(rows) + "\n\n").encode()), "corefud", ReadOptions())

    paired = pair(text("nsubj", "obj"), text("obj", "nsubj"), Settings(zeros="dependent"), Problems())
    assert _counterparts(paired, by_position=True).tolist() == [0, 1]
    assert _counterparts(paired, by_position=False).tolist() == [1, 0]


def test_a_response_of_one_mention() -> None:
    """Zeros missing from a response of one mention are missed."""
    zeros = (False, True, True)
    key = corpus({"d": Text(zeros, tuple(Said(((place, place),), 0) for place in range(3)))})
    response = corpus({"d": Text(zeros, (Said(((0, 0),), 0),))})
    metric = parse_metric("zero")
    assert isinstance(metric, OutcomeMetric)
    found = metric.outcomes(pair(key, response, Settings(zeros="linear"), Problems()))
    assert [found.names[each] if each >= 0 else "" for each in found.key.tolist()] == ["", "fn", "fn"]
    assert found.response.tolist() == [-1]
