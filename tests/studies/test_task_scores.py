"""Task scores: files and mappings, and everything that does not fit the systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval.problems import UsageError
from corefeval.studies.task_scores import task_scores

SYSTEMS = ("a", "b", "c")


def test_files_and_mappings_mean_the_same(tmp_path: Path) -> None:
    """A CSV file has a column for each task; a mapping of numbers is one task."""
    file = tmp_path / "scores.csv"
    file.write_text("System, qa, sums\na, 1, 4\nb, 2, 5\nc, 3, 6.5\n")
    wanted = {"qa": {"a": 1.0, "b": 2.0, "c": 3.0}, "sums": {"a": 4.0, "b": 5.0, "c": 6.5}}
    assert task_scores(file, SYSTEMS) == task_scores(wanted, SYSTEMS) == wanted
    assert task_scores(wanted["qa"], SYSTEMS) == {"score": wanted["qa"]}


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("name,score\na,1\n", [("not-table-of-scores", 1)]),
        ("system\na\n", [("not-table-of-scores", 1)]),
        ("system,score\n", [("system-without-score", 0)] * 3 + [("no-scores", 0)]),
        ("system,score\na,1\nb,2\nx,3\n", [("no-such-system", 4), ("system-without-score", 0)]),
        ("system,score\na,1\nb,2\nc,3\na,4\n", [("score-twice", 5)]),
        ("system,score\na,1\nb,two\nc,nan\n", [("not-a-number", 3), ("not-a-number", 4)]),
        ("system,score\na,1\nb,1\nc,1\n", [("task-without-order", 0)]),
    ],
)
def test_scores_that_do_not_fit(text: str, problems: list[tuple[str, int]], tmp_path: Path) -> None:
    """Each problem has its line; all are reported together."""
    file = tmp_path / "scores.csv"
    file.write_text(text)
    with pytest.raises(UsageError) as refused:
        task_scores(file, SYSTEMS)
    assert [(one.kind, one.place.line) for one in refused.value.problems] == problems
    assert {one.code for one in refused.value.problems} == {"CE178"}
