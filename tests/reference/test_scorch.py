"""The mean over documents by their mentions, held to what the command of scorch answered on small clusters."""

from __future__ import annotations

from dataclasses import replace

import pytest

import corefeval
from corefeval.problems import UsageError

KEY = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2], [3], [4, 5, 6, 7]], "c": [[1], [2]]}
RESPONSE = {"a": [[1, 2], [3, 4, 5]], "b": [[1, 2, 8], [4, 5], [6, 7]], "c": [[1, 2]]}
ANSWERS = {
    "muc": [0.6222222222222221, 0.613095238095238, 0.6178160919540229],
    "bcub": [0.711111111111111, 0.7380952380952381, 0.7096866504507083],
    "ceafm": [0.6, 0.6428571428571429, 0.6206896551724138],
    "ceafe": [0.5066666666666667, 0.6253968253968255, 0.5539135194307608],
    "blanc": [0.4611111111111111, 0.5458333333333333, 0.4982137309723516],
}
"""Recall, precision and F1 of scorch 0.2.0 on the two as folders of three files."""


def test_the_mean_by_mentions_is_that_of_scorch() -> None:
    """With what its command adds to the key added, the means of its five metrics are the same."""
    result = corefeval.score(KEY, RESPONSE, metrics=list(ANSWERS), preset="perl", twinless="add-to-key")
    means = replace(result, average="mentions").macro
    ours = {name: [parts[part] for part in ("recall", "precision", "f1")] for name, parts in means.items()}
    assert ours == {name: pytest.approx(numbers, abs=1e-12) for name, numbers in ANSWERS.items()}
    assert means != result.macro
    assert means != result.scores


def test_an_undefined_score_is_left_out_or_zero() -> None:
    """MUC of two singletons is undefined: the document has no part in the mean, or counts 0 where 0/0 is 0."""
    key = {"a": [[1, 2]], "b": [[1], [2]]}
    result = corefeval.score(key, key, metrics="muc")
    assert replace(result, average="mentions").macro["muc"]["f1"] == 1.0
    zero = corefeval.score(key, key, metrics="muc", undefined="zero")
    assert replace(zero, average="mentions").macro["muc"]["f1"] == 0.5


def test_it_needs_the_documents() -> None:
    """What a Scorer gathered in pieces has no mentions left to weigh by."""
    scorer = corefeval.Scorer("muc")
    for name in ("a", "b"):
        scorer.update(key=corefeval.load({name: [[1, 2]]}), response=corefeval.load({name: [[1, 2]]}))
    with pytest.raises(UsageError, match="CE044"):
        _ = replace(scorer.result(), average="mentions").macro
