"""Anaphors in a scope: what becomes of each, and what is left out of it."""

from __future__ import annotations

import pytest

from corefeval.metrics import parse_metric
from corefeval.metrics.outcomes import OutcomeMetric
from tests.metrics.small_corpora import pairing, scores

TYPES = {0: "name", 1: "pronoun", 2: "nominal", 3: "pronoun", 4: "pronoun"}


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ([[0, 1], [2, 3]], {1: "tp", 3: "tp"}),
        ([[0, 1, 3], [2, 4]], {1: "tp", 3: "wl"}),
        ([[0, 3], [1, 2]], {1: "fn", 3: "wl"}),
        ([[0, 2]], {1: "fn", 3: "fn"}),
    ],
)
def test_what_becomes_of_an_anaphor(response: list[list[int]], expected: dict[int, str]) -> None:
    """Led to a mention of its entity, also the first of the text, to another one, or to none; the outcome of each pronoun."""
    metric = parse_metric("byron")
    assert isinstance(metric, OutcomeMetric)
    found = metric.outcomes(pairing([[0, 1], [2, 3]], response, TYPES))
    assert {row: found.names[each] for row, each in enumerate(found.key.tolist()) if each >= 0} == expected


def test_what_is_excluded_is_counted_in_the_resolution_rate() -> None:
    """Pronouns out of scope count in no recall or precision; the rate is of all."""
    both = pairing([[0, 1], [2, 3]], [[0, 1, 3], [2]], TYPES)
    plain = scores("byron", both)
    assert (plain["recall"], plain["precision"], plain["resolution_rate"]) == (1 / 2, 1 / 2, 1 / 2)
    without = scores("byron(exclude=type:pronoun)", both)
    assert without["resolution_rate"] == 0
