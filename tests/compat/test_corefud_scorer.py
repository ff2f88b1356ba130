"""The command line of corefud-scorer: its options and its lines."""

from __future__ import annotations

import pytest

from corefeval.compat.corefud_scorer import run
from corefeval.examples import FOLDER

FILES = [str(FOLDER / "key.conllu"), str(FOLDER / "eager.conllu")]


def test_lines() -> None:
    """Two lines of heading, an empty one, two lines for each metric, and the CoNLL score at the end."""
    lines = run([*FILES, "-m", "bcub", "muc", "ceafe"]).lines
    assert lines[0].startswith(
        "The scorer is evaluating coreferential mentions, zeros (using dependent match"
    )
    assert lines[1:4] == ["The following metrics will be evaluated: bcub, muc, ceafe", "", "bcub"]
    assert lines[6] == "Recall: 81.25  Precision: 68.42  F1: 74.29"
    assert lines[-1] == "CoNLL score: 72.07"
    assert len(run(FILES).lines) == 3 + 2 * 8 + 1


def test_options() -> None:
    """Singletons, the way of matching and that of zeros are named; -x wins over -a."""
    assert ", singletons, " in run([*FILES, "-s", "-m", "muc"]).lines[0]
    exact = run([*FILES, "-x", "-a", "partial", "-m", "muc", "-z", "linear"]).lines
    assert exact[0].endswith("(using linear match method) using exact match evaluation setting.")
    assert exact[-1] == run([*FILES, "-a", "exact", "-m", "muc"]).lines[-1]
    assert "partial-corefud" in run([*FILES, "-a", "partial", "-m", "muc"]).lines[0]
    assert run([*FILES, "-m"]).lines[-1] == ""
    assert run([*FILES, "-m", "mor"]).lines[0].startswith("The scorer is evaluating  using head")
    assert run(["--help"]).lines[0].startswith("usage: corefud-scorer.py")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([*FILES, "-m", "conll"], 2),
        ([*FILES, "-a", "fuzzy"], 2),
        (FILES[:1], 2),
        ([FILES[0], "absent"], 1),
        ([FILES[0], str(FOLDER / "zeros.system.conllu")], 1),
    ],
)
def test_errors(arguments: list[str], status: int) -> None:
    """Wrong options end with status 2, files that cannot be scored with 1, each with its reason."""
    found = run(arguments)
    assert found.status == status
    assert found.errors
