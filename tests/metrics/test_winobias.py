"""WinoBias: pro, anti and the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefeval
from corefeval.comparison.compare import with_intervals
from corefeval.problems import CorefevalError

PRO = "1 [The cook] thanked the clerk because [she] won.\n2 [The guard] saw the maid when [he] left.\n"
ANTI = "1 [The cook] thanked the clerk because [he] won.\n2 [The guard] saw the maid when [she] left.\n"


def folder(path: Path, anti: str = ANTI) -> Path:
    """Write both files as they are released."""
    path.mkdir()
    (path / "pro_stereotyped_type1.txt.dev").write_text(PRO, encoding="utf-8")
    (path / "anti_stereotyped_type1.txt.dev").write_text(anti, encoding="utf-8")
    return path


def test_each_kind_has_the_conll_average_of_its_file(tmp_path: Path) -> None:
    """A folder with both files gives the average of each file; mean and difference follow."""
    key = folder(tmp_path / "key")
    wrong = ANTI.replace("[The cook] thanked the clerk", "The cook thanked [the clerk]")
    system = folder(tmp_path / "system", wrong)
    scores = corefeval.score(key, system, metrics="winobias")["winobias"]
    name = "anti_stereotyped_type1.txt.dev"
    assert scores["anti_f1"] == corefeval.score(key / name, system / name, metrics="conll")["conll"]["f1"]
    assert scores["pro_f1"] == 1
    assert scores["anti_f1"] is not None
    assert scores["difference"] == pytest.approx(1 - scores["anti_f1"])
    assert scores["f1"] == pytest.approx((1 + scores["anti_f1"]) / 2)


def test_the_difference_has_an_interval_that_may_be_below_zero(tmp_path: Path) -> None:
    """The difference is not a share: its interval is symmetric, unlike that of F1."""
    names = [f"{kind} {number}" for kind in ("pro", "anti") for number in range(8)]
    key = {name: [[1, 2]] for name in names}
    system = {name: [[1, 2] if number % 3 else [1, 3]] for number, name in enumerate(names)}
    result, intervals = with_intervals(corefeval.score(key, system, metrics="winobias"))
    low, high = intervals["winobias"]["difference"]
    value = result["winobias"]["difference"]
    assert value is not None
    assert low < 0 < high
    assert high - value == pytest.approx(value - low)
    assert intervals["winobias"]["pro_f1"][1] < 1
    del tmp_path


def test_without_both_kinds_it_is_refused() -> None:
    """Without documents of both kinds the metric is refused."""
    for names, lacking in ((("pro 1",), ("anti",)), (("x", "y"), ("pro", "anti"))):
        clusters = {name: [[1, 2]] for name in names}
        with pytest.raises(CorefevalError, match="CE134") as raised:
            corefeval.score(clusters, clusters, metrics="winobias")
        assert raised.value.problems[0]["lacking"] == lacking
    assert "winobias" not in corefeval.score({"x": [[1, 2]]}, {"x": [[1, 2]]}, metrics="all").metrics


def test_documents_of_neither_kind_and_types_that_are_pooled_are_reported() -> None:
    """Warnings report documents of neither kind, and types 1 and 2 if they are pooled, unlike in the paper."""
    plain = {"pro_stereotyped_type1_1": [[1, 2]], "anti_stereotyped_type1_1": [[1, 2]]}
    assert not corefeval.score(plain, plain, metrics="winobias").warnings
    mixed = {**plain, "other": [[1, 2]]}
    (warning,) = corefeval.score(mixed, mixed, metrics="winobias").warnings
    assert warning.code == "CE134"
    assert (warning.kind, warning.count) == ("winobias-called-neither-pro", 1)
    pooled = {**plain, "pro_stereotyped_type2_1": [[1, 2]], "anti_stereotyped_type2_1": [[1, 2]]}
    (warning,) = corefeval.score(pooled, pooled, metrics="winobias").warnings
    assert warning.kind == "winobias-sentences-type-1"


def test_compare_keeps_the_difference_of_stereotypes_from_that_of_systems() -> None:
    """Rows of a comparison have separate columns for pro minus anti and for system minus baseline."""
    key = {"pro 1": [["a", "b"]], "anti 1": [["a", "b"]], "pro 2": [["c", "d"]], "anti 2": [["c", "d"]]}
    systems = {
        "one": {**key, "anti 1": [["x", "y"]]},
        "two": {**key, "anti 1": [["x", "y"]], "anti 2": [["x", "y"]]},
    }
    found = corefeval.compare(key, systems, metrics="winobias", resamples=100)
    rows = found.rows()
    assert len(set(rows.heads)) == len(rows.heads)
    for row in rows.rows:
        scores = found.scores[row["system"]]["winobias"]
        assert row["part_difference"] == scores["difference"]
    (tested,) = [row for row in rows.rows if row.get("against")]
    ours, theirs = (found.scores[name]["winobias"]["f1"] for name in (tested["system"], tested["against"]))
    assert tested["difference"] == pytest.approx((ours or 0) - (theirs or 0))
