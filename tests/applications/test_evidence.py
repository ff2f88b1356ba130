"""Evidence: numbers that are in order, and headlines that follow from them."""

from __future__ import annotations

import pytest

from corefeval.applications.evidence import SYSTEMS, TAUS
from corefeval.applications.uses import USES
from corefeval.metrics import parse_metric


@pytest.mark.parametrize("use", [name for name in USES if name not in ("any", "search")])
def test_the_headline_is_what_the_evidence_says(use: str) -> None:
    """No metric that was compared with a use predicts it better on most sets of systems; search is open."""
    (measured,) = USES[use].measured
    taus = {name: [tau.value for tau in found] for name, found in TAUS[measured].items()}
    best = taus.pop(USES[use].headline)
    assert taus
    for others in taus.values():
        assert sum(ours > theirs for ours, theirs in zip(best, others, strict=True)) >= 2


def test_evidence_is_in_order() -> None:
    """Agreement lies in its interval, for three sets of systems, and CoNLL is always there to compare with."""
    for by_metric in TAUS.values():
        assert "conll" in by_metric
        for name, taus in by_metric.items():
            assert parse_metric(name).full_name == name
            assert len(taus) == len(SYSTEMS)
            assert all(tau.low <= tau.value <= tau.high for tau in taus)
    assert str(TAUS["use.facts"]["conll"][0]) == ".75 [.72, .77]"
    assert all(use.verdict for use in USES.values())
