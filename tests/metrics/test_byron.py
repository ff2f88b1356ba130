"""Byron's recall, precision and resolution rate: outcomes of anaphors, and anaphors out of scope."""

from __future__ import annotations

import pytest

from corefeval.evaluation.score import score
from corefeval.metrics import parse_metric
from corefeval.metrics.outcomes import OutcomeMetric
from corefeval.problems import CorefevalError
from tests.corpora import text
from tests.metrics.scoring import counts, pairing, score_of, scores
from tests.refuses import refuses

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
    """A pronoun may lead to a mention of its entity (also the first of the text), to another one, or to none."""
    metric = parse_metric("byron")
    assert isinstance(metric, OutcomeMetric)
    found = metric.outcomes(pairing([[0, 1], [2, 3]], response, TYPES))
    assert {row: found.names[each] for row, each in enumerate(found.key.tolist()) if each >= 0} == expected


def test_what_is_excluded_is_counted_in_the_resolution_rate() -> None:
    """Excluded pronouns do not count for recall and precision, but count in the resolution rate."""
    both = pairing([[0, 1], [2, 3]], [[0, 1, 3], [2]], TYPES)
    plain = scores("byron", both)
    assert (plain["recall"], plain["precision"], plain["resolution_rate"]) == (1 / 2, 1 / 2, 1 / 2)
    without = scores("byron(exclude=type:pronoun)", both)
    assert without["resolution_rate"] == 0


def test_byron_from_counts() -> None:
    """C 30, T 50, E 10: resolution rate .5."""
    found = score_of("byron", resolved=30, in_scope=50, excluded=10, attempted=40)
    assert found == pytest.approx({"recall": 0.6, "precision": 0.75, "f1": 2 / 3, "resolution_rate": 0.5})


def test_byron_excludes() -> None:
    """Anaphors excluded by the filter are not judged, but count in the resolution rate."""
    kinds = {1: "name", 2: "pronoun", 3: "zero"}
    paired = pairing([[1, 2, 3]], [[1, 2, 3]], kinds)
    assert counts("byron(exclude=type:zero)", paired) == {
        "resolved": 1,
        "in_scope": 1,
        "excluded": 1,
        "attempted": 1,
    }
    with refuses(CorefevalError, "CE044", "byron-cannot-exclude", feature="deprel"):
        counts("byron(exclude=deprel:expl)", paired)


def test_byron_attempts_what_it_resolves() -> None:
    """A key anaphor that the response tags as a noun still counts as attempted, so precision stays at most 1."""
    key, response = (
        text(f"Ada/PROPN met/VERB her/PRON {they}", chains=[[0, 2, 3]], columns=("upos",))
        for they in ("they/PRON", "they/NOUN")
    )
    found = score(key, response, metrics="byron")
    assert found.counts["byron"].totals() == {"resolved": 2, "in_scope": 2, "excluded": 0, "attempted": 2}
    assert found["byron"]["precision"] == 1
