"""The CoNLL average: the mean of three F1, and parts without counts."""

from __future__ import annotations

import pytest

import corefeval
from corefeval.comparison.compare import compare
from corefeval.evaluation.score import score
from corefeval.examples.worked import LETTERS


@pytest.mark.parametrize(
    ("key", "response", "f1", "empty"),
    [
        ([[1], [2]], [[1], [2]], 2 / 3, False),
        ([[1], [2]], [[3], [4]], 0.0, False),
        ([], [], 0.0, True),
    ],
)
def test_an_average_is_measured_if_a_part_is(
    key: list[list[int]], response: list[list[int]], f1: float, empty: bool
) -> None:
    """MUC has no counts for singletons, but B³ and CEAFe do; the average is 0/0 only if no part has counts."""
    result = score(key, response, metrics="muc,conll", undefined="zero")
    assert result.f1 == pytest.approx(f1)
    assert "f1" in result.empty["muc"]
    assert ("f1" in result.empty.get("conll", [])) is empty
    assert result.is_measured("conll", "f1") is not empty


def test_no_system_leads_on_less_data() -> None:
    """A mean over fewer datasets than another system's never leads, even if it is higher."""
    key = {"one": [[1, 2], [3, 4]], "two": [[5], [6]]}
    systems = {
        "whole": {"one": [[1, 2], [3]], "two": [[5, 6]]},
        "less": {"one": [[1, 2], [3]], "two": [[5], [6]]},
    }
    comparison = compare(key, systems, by="dataset", metrics="muc", resamples=0)
    assert comparison.scores["less"]["muc"]["f1"] > comparison.scores["whole"]["muc"]["f1"]  # type: ignore[operator] # both are defined
    assert comparison.measured_on("less", "muc") < comparison.measured_on("whole", "muc")
    assert comparison.leads["muc"].system is None


def test_the_conll_average_is_the_mean_of_three_f1() -> None:
    """MUC, B³ and CEAFe, summed in that order and divided by three."""
    result = corefeval.score(*LETTERS)
    f1 = [result[name]["f1"] for name in ("muc", "bcub", "ceafe")]
    assert result["conll"]["f1"] == pytest.approx(sum(value or 0 for value in f1) / 3, abs=0)
