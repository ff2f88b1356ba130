"""What 0/0 is, everywhere: undefined, or 0 before anything is averaged."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

import corefeval
from corefeval import Result, Scorer, compare, score
from corefeval.applications.sensitivity import spreads
from corefeval.applications.uses import USES, Choice
from corefeval.breakdown.breakdown import breakdown
from corefeval.choices import Undefined
from corefeval.comparison.compare import with_intervals
from corefeval.comparison.comparison import Resampling
from corefeval.evaluation.datasets import score_datasets
from corefeval.explanation import explain
from corefeval.problems import Problem
from corefeval.reports.explorer.page import of_results
from tests.corpora import Clusterings, cluster_pairs, numbered
from tests.files import corefud

SINGLETONS = {"a": [[1], [2]], "b": [[3], [4]]}
"""MUC is 0/0, B³ and CEAFe are 1."""
PARTS = ("muc", "bcub", "ceafe")
UNDEFINED: tuple[Undefined, ...] = ("null", "zero")
PERCENTILE = Resampling(interval="percentile", resamples=99)
"""Intervals of what is the same in all documents; the jackknife gives none."""


def streamed(undefined: Undefined) -> Result:
    """Return the result of a scorer that saw the documents one by one."""
    scorer = Scorer("conll", undefined=undefined)
    for clusters in SINGLETONS.values():
        scorer.update(key=clusters, response=clusters)
    return scorer.result()


def whole(undefined: Undefined) -> Result:
    """Return the result of the whole corpus."""
    return score(SINGLETONS, SINGLETONS, metrics="conll", undefined=undefined)


def weighed(undefined: Undefined) -> float | None:
    """Return LCoNLL with a weight of 0 for singletons, as it stands among its choices of weights."""
    use = replace(USES["any"], choices=(Choice("weights", "lconll", {"none": "lconll(singleton=0)"}),))
    key = numbered([[[0], [1]]], {0: "name", 1: "nominal"}, length=2)
    return spreads(score(key, key, metrics="lconll", undefined=undefined), use)[0].others["none"]


def explained(undefined: Undefined) -> float | None:
    """Return the score that is explained, as a fraction."""
    f1: float | None = explain(SINGLETONS, SINGLETONS, undefined=undefined).to_dict()["attribution"]["conll"][
        "f1"
    ]
    return f1


INTERFACES: dict[str, Callable[[Undefined], float | None]] = {
    "score": lambda undefined: whole(undefined)["conll"]["f1"],
    "headline": lambda undefined: whole(undefined).f1,
    "macro": lambda undefined: whole(undefined).macro["conll"]["f1"],
    "documents": lambda undefined: whole(undefined).per_document()[1]["scores"]["conll"]["f1"],
    "JSON": lambda undefined: whole(undefined).to_dict()["scores"]["conll"]["f1"],
    "Scorer": lambda undefined: streamed(undefined)["conll"]["f1"],
    "datasets": lambda undefined: score_datasets(
        SINGLETONS, SINGLETONS, metrics="conll", undefined=undefined
    ).macro["conll"]["f1"],
    "compare": lambda undefined: compare(
        SINGLETONS, {"same": SINGLETONS}, metrics="conll", undefined=undefined
    ).scores["same"]["conll"]["f1"],
    "compare datasets": lambda undefined: compare(
        SINGLETONS, {"same": SINGLETONS}, metrics="conll", by="dataset", undefined=undefined, resamples=9
    ).scores["same"]["conll"]["f1"],
    "interval": lambda undefined: with_intervals(whole(undefined), PERCENTILE)[1]["conll"].get(
        "f1", (None, None)
    )[0],
    "explain": explained,
    "page": lambda undefined: of_results({"same": whole(undefined)}).index["documents"][0]["scores"][0][0],
    "weights": weighed,
}
"""Ways to the CoNLL average of singletons against themselves."""


@pytest.mark.parametrize("interface", INTERFACES)
def test_average_over_what_is_undefined(interface: str) -> None:
    """Two singletons against themselves: MUC 0/0, B³ 1, CEAFe 1; the mean is undefined, or 2/3 where 0/0 is 0."""
    assert INTERFACES[interface]("null") is None
    assert INTERFACES[interface]("zero") == pytest.approx(2 / 3, abs=1e-5)


def test_which_part_is_undefined_is_reported() -> None:
    """An undefined average is told with the part that makes it so; where 0/0 is 0 there is nothing to tell."""
    for result in (whole("null"), streamed("null")):
        (problem,) = result.warnings
        assert problem.code == "CE060"
        assert (problem.kind, problem["label"], problem["parts"]) == (
            "undefined-because-nothing-divide",
            "CoNLL",
            ("MUC",),
        )
    assert not whole("zero").warnings
    assert not streamed("zero").warnings


def test_what_zeros_cost_is_reported_with_the_average_of_the_settings(tmp_path: Path) -> None:
    """Three zeros, each an entity, rotated: MUC is 0/0, so CE043 tells an average of zeroed parts, or that it is none."""
    key = corefud(
        tmp_path / "key", [["1", *(f"1.{n} (e{n}-x-1-) 1:{d}" for n, d in zip("123", "abc", strict=True))]]
    )
    rotated = [f"1.{n} (e{n}-x-1-) 1:{d}" for n, d in zip("123", "bca", strict=True)]
    response = corefud(tmp_path / "response", [["1", *rotated]])

    def told(undefined: Undefined) -> list[float]:
        result = score(key, response, preset="crac24", singletons="keep", metrics="muc", undefined=undefined)
        (problem,) = (each for each in result.warnings if each.code == "CE043")
        alternative = problem["alternative"]
        assert isinstance(alternative, Problem)
        assert alternative["option"] == "--zeros dependent"
        return [float(str(alternative[name])) for name in ("now", "then")]

    assert told("zero")[1] == pytest.approx(2 / 3)
    assert all(map(math.isnan, told("null")))


def test_macro_counts_what_is_undefined_as_zero() -> None:
    """The mean over documents is that of the rows shown: where 0/0 is 0, a document of singletons counts 0."""
    key = {"a": [[1, 2]], "b": [[1]]}
    assert score(key, key, metrics="muc").macro["muc"]["f1"] == 1
    assert score(key, key, metrics="muc", undefined="zero").macro["muc"]["f1"] == 0.5


def test_breakdown_counts_what_is_undefined_as_zero() -> None:
    """A class without links is undefined, or 0; the mean over classes goes by what was attempted all the same."""
    key = {"a": [[1, 2]], "b": [[3]]}
    found = {
        undefined: breakdown(score(key, key, metrics="muc", undefined=undefined), None, "entity-size")
        for undefined in UNDEFINED
    }
    rows = {undefined: one.scores("muc")["f1"][one.order].tolist() for undefined, one in found.items()}
    assert rows["zero"] == [0, 1]
    assert rows["null"] == [pytest.approx(float("nan"), nan_ok=True), 1]
    assert found["zero"].average("muc", "macro") == found["null"].average("muc", "macro")


def test_losses_leave_out_a_part_that_counts_zero() -> None:
    """What each mention costs the average adds up to what it lacks, the undefined part being nobody's fault."""
    key, response = [[1], [2]], [[1], [3]]
    assert not explain(key, response, undefined="null").mention_losses
    explanation = explain(key, response, undefined="zero")
    found = explanation.mention_losses["conll"]
    assert explanation.attribution["conll"].f1 == pytest.approx((0 + 0.5 + 0.5) / 3)
    assert 1 - found.f1.sum() - found.interaction == pytest.approx((0 + 0.5 + 0.5) / 3)
    assert explanation.attribution["conll"].repaired == pytest.approx(2 / 3)


@pytest.mark.property
@given(cluster_pairs())
def test_an_average_is_the_mean_of_its_parts(pair: tuple[Clusterings, Clusterings]) -> None:
    """In the corpus, each document and their mean: what is undefined counts 0, or leaves the average undefined."""
    for undefined in UNDEFINED:
        result = score(*pair, metrics=(*PARTS, "conll"), undefined=undefined)
        rows = [result.scores, *(row["scores"] for row in result.per_document())]
        for row in rows:
            parts = [row[name]["f1"] for name in PARTS]
            known = [value for value in parts if value is not None]
            wanted = sum(known) / 3 if len(known) == 3 else None
            assert row["conll"]["f1"] == pytest.approx(wanted)
        shown = [value for row in rows[1:] if (value := row["conll"]["f1"]) is not None]
        assert result.macro["conll"]["f1"] == pytest.approx(sum(shown) / len(shown) if shown else None)


def test_no_door_scores_past_the_settings() -> None:
    """Only metrics call a metric's formula; whatever shows or resamples scores asks for them with the settings."""
    package = Path(corefeval.__file__).parent
    allowed = {
        "pairing/split_antecedents.py"
    }  # pairs of sets are weighed: 0/0 is no agreement, whatever the setting
    calls = [
        f"{path.relative_to(package)}:{node.lineno}"
        for path in package.rglob("*.py")
        if path.parent.name != "metrics" and str(path.relative_to(package)) not in allowed
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (node.func.attr, len(node.args)) == ("score", 1)  # a run is scored with key and response
    ]
    assert not calls
