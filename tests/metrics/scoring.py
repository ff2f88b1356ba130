"""Score small clusterings, and read golden values, in the tests of metrics."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import corefeval
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.corpora import Chains, numbered
from tests.paths import SHARED

TYPES = {"nam": "name", "nom": "nominal", "pro": "pronoun"}


def golden(name: str) -> Any:
    """Return a file of golden values; skip the test if the file is absent."""
    path = SHARED / "goldens" / name
    if not path.exists():
        pytest.skip(f"needs the shared golden {name}")
    return json.loads(path.read_text())


def pairing(
    key: Chains | Sequence[Chains],
    response: Chains | Sequence[Chains],
    types: Mapping[int, str] | None = None,
    *,
    response_types: Mapping[int, str] | None = None,
    spans: Mapping[int, tuple[int, int]] | None = None,
    settings: Settings | None = None,
) -> Pairing:
    """Return the pairing of the chains of one document, or of several documents."""
    ours, theirs = (_documents(side) for side in (key, response))
    everything = [
        mention for side in (ours, theirs) for chains in side for chain in chains for mention in chain
    ]
    ends = [last for _, last in (spans or {}).values()]
    length = 1 + max([0, *everything, *ends])
    known = types or dict.fromkeys(everything, "nominal")
    return pair(
        numbered(ours, known, length=length, spans=spans),
        numbered(theirs, response_types or known, length=length, spans=spans),
        settings or Settings(),
        Problems(),
    )


def _documents(side: Any) -> Sequence[Chains]:
    is_one = not side or all(not chain or isinstance(chain[0], int) for chain in side)
    return [side] if is_one else side


def scores(metric: str | Metric, paired: Pairing) -> dict[str, float]:
    """Return a metric's scores as numbers."""
    chosen = parse_metric(metric) if isinstance(metric, str) else metric
    return {part: float(value) for part, value in chosen.score(paired.count(chosen).totals()).items()}


def counts(metric: str | Metric, paired: Pairing) -> dict[str, float]:
    """Return the counts of a metric, summed over the documents."""
    chosen = parse_metric(metric) if isinstance(metric, str) else metric
    return {name: float(value) for name, value in paired.count(chosen).totals().items()}


def score_of(metric: str, **totals: float) -> dict[str, float]:
    """Return the scores of given sums."""
    found = parse_metric(metric).score({name: np.array(float(value)) for name, value in totals.items()})
    return {part: float(value) for part, value in found.items()}


def parts(
    metric: str, key: Sequence[Sequence[object]], response: Sequence[Sequence[object]]
) -> tuple[float | None, ...]:
    """Return recall, precision and F1 of clusters; None if undefined."""
    found = corefeval.score(key, response, metrics=metric)[metric]
    return found["recall"], found["precision"], found["f1"]
