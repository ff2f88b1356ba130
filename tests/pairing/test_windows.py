"""Windows: documents split into pieces of a given number of words, with our edges and with BookCoref's."""

from __future__ import annotations

from typing import Any

import pytest

import corefeval
from corefeval.problems import CorefevalError, UsageError


def document(words: int, *clusters: list[int]) -> list[dict[str, Any]]:
    """Return a document whose mentions are single words."""
    spans = [[[word, word] for word in cluster] for cluster in clusters]
    return [{"doc_key": "d", "sentences": [["w"] * words], "clusters": spans}]


def score(key: Any, response: Any, **settings: Any) -> corefeval.Result:
    """Score with offsets that include the last word."""
    how = {"key_offsets": "inclusive", "response_offsets": "inclusive", "undefined": "zero"}
    result: corefeval.Result = corefeval.score(  # type: ignore[call-overload]
        key, response, metrics="muc,bcub,ceafe,conll,lea", **how, **settings
    )
    return result


def test_bookcoref_loses_starts_at_edges() -> None:
    """Words 0 and 10 are in no window, so a response without them is perfect; the last window counts twice."""
    key = document(23, [0, 1, 2], [10, 11, 12], [14, 15, 21])
    response = document(23, [1, 2], [11, 12], [14, 15, 21])
    assert score(key, response).f1 == pytest.approx(0.8131, abs=1e-4)
    found = score(key, response, window=10, window_edges="bookcoref")
    assert found.f1 == 1
    told = [
        (problem.named["side"], problem.named["lost"])
        for problem in found.warnings
        if problem.code == "CE171"
    ]
    assert told[0] == ("key", 2)


def test_bookcoref_counts_the_last_window_twice() -> None:
    """If the length divides the document, the last window is scored twice."""
    key, response = document(20, [1, 2], [11, 12]), document(20, [1, 2])
    assert score(key, response)["muc"]["recall"] == 0.5
    found = score(key, response, window=10, window_edges="bookcoref")
    assert found["muc"]["recall"] == pytest.approx(1 / 3)
    assert found["bcub"]["recall"] == pytest.approx(1 / 3)


def test_our_windows_contain_every_mention_once() -> None:
    """Scoring windows equals scoring documents that were split by hand."""
    key = document(25, [0, 3, 9, 10, 12, 20], [1, 11], [24])
    response = document(25, [0, 3, 10, 12], [9, 11, 20, 24], [1])
    whole = score(key, response, window=10)
    cut: list[dict[str, Any]] = [{}, {}]
    for side, given in enumerate((key, response)):
        for number in range(3):
            inside = [
                [tuple(span) for span in cluster if span[0] // 10 == number]
                for cluster in given[0]["clusters"]
            ]
            cut[side][f"w{number}"] = [cluster for cluster in inside if cluster]
    parts = corefeval.score(*cut, metrics="muc,bcub,ceafe,conll,lea", undefined="zero")
    assert whole.scores == {name: pytest.approx(found) for name, found in parts.scores.items()}
    dropped = corefeval.score(*cut, metrics="muc,bcub,ceafe,conll,lea", undefined="zero", singletons="drop")
    without = score(key, response, window=10, singletons="drop")
    assert without.scores == {name: pytest.approx(found) for name, found in dropped.scores.items()}
    assert score(key, response, window=100).scores == score(key, response).scores


def test_what_windows_cannot_do() -> None:
    """Metrics that are no sums over windows, sets of entities, clusters without words and invalid lengths are refused."""
    key = document(9, [1, 2])
    with pytest.raises(UsageError, match="CE051"):
        corefeval.score(key, key, metrics="blanc", window=5, key_offsets="inclusive")
    with pytest.raises(UsageError, match="CE051"):
        corefeval.score(key, key, split_antecedents="keep", window=5, key_offsets="inclusive")
    with pytest.raises(CorefevalError, match="CE044"):
        corefeval.score([[1, 2]], [[1, 2]], window=5)
    with pytest.raises(UsageError, match="CE050"):
        corefeval.score([[1, 2]], [[1, 2]], window=-5)
