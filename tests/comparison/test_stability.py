"""How far a ranking depends on the metric or the preset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

import corefeval
from corefeval.comparison.stability import Stability

SCORES = st.lists(st.sampled_from([None, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5]), min_size=2, max_size=7)


@given(SCORES, st.randoms(use_true_random=False))
def test_tau_is_kendalls(scores: list[float | None], random: object) -> None:
    """τ-b of scipy, with ties; None where scipy has none. Undefined scores count as 0."""
    other = list(scores)
    getattr(random, "shuffle")(other)  # noqa: B009 - hypothesis types it as an object
    names = [f"s{number}" for number in range(len(scores))]
    found = Stability({"a": dict(zip(names, scores, strict=True)), "b": dict(zip(names, other, strict=True))})
    expected = kendalltau(*([score or 0.0 for score in each] for each in (scores, other))).statistic
    tau = found.taus["a", "b"]
    assert tau == pytest.approx(expected) if tau is not None else expected != expected  # noqa: PLR0124 - NaN


def test_pairs_change_places() -> None:
    """A pair is listed with the criteria by which each system is ahead, ties on neither side."""
    found = Stability(
        {
            "muc": {"a": 0.5, "b": 0.4, "c": 0.1},
            "lea": {"a": 0.3, "b": 0.4, "c": 0.1},
            "bcub": {"a": 0.4, "b": 0.4, "c": 0.6},
        }
    )
    assert [(one.one, one.other, one.ahead, one.behind) for one in found.exchanges] == [
        ("a", "b", ("muc",), ("lea",)),
        ("a", "c", ("muc", "lea"), ("bcub",)),
        ("b", "c", ("muc", "lea"), ("bcub",)),
    ]
    assert found.pairs == 3


def test_a_comparison_has_it() -> None:
    """compare() ranks by each metric; JSON has τ of all pairs of metrics."""
    key = [[1, 2, 3], [4, 5]]
    systems = {"whole": [[1, 2, 3, 4, 5]], "part": [[1, 2, 3]], "pairs": [[1, 2], [4, 5]]}
    found = corefeval.compare(key, systems, metrics="bcub,muc", resamples=0)
    assert found.stability.criteria[0] == found.ranks.metric
    assert found.stability.scores["muc"] == {name: found.scores[name]["muc"]["f1"] for name in found.systems}
    assert len(found.to_dict()["stability"]["kendall_tau"]) == 1
