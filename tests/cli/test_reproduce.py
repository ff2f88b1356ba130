"""corefeval reproduce, as it is typed."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import corefeval
from corefeval.cli import main
from tests.paths import ROOT

EXAMPLES = ROOT / "src" / "corefeval" / "examples"
FILES = (str(EXAMPLES / "key.conll"), str(EXAMPLES / "eager.conll"))


def run(*arguments: str) -> int:
    """Run the command and return its exit status."""
    try:
        main(["reproduce", *arguments])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_found_and_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 0 where some settings give the number, 1 where none do; both say what was tried."""
    assert run(*FILES, "--target", "61.20", "--changes", "1", "-f", "json") == 0
    assert json.loads(capsys.readouterr().out)["candidates"][0]["options"] == "no preset, no options"
    assert run(*FILES, "--target", "12.34", "--changes", "0") == 1
    text = capsys.readouterr().out
    assert "no settings give this" in text
    assert "sets of settings tried" in text


def test_csv_has_the_signature_of_each_row(capsys: pytest.CaptureFixture[str]) -> None:
    """The CSV has one column of signatures, and each row its own, with which `score` gives the score of the row."""
    assert run(*FILES, "--target", "61.20", "--changes", "1", "-f", "csv") == 0
    head, *rows = csv.reader(capsys.readouterr().out.splitlines())
    assert head.count("signature") == 1
    assert head[-1] == "signature"
    options = [row[head.index("options")] for row in rows]
    assert len(set(options)) == len({row[-1] for row in rows}) == len(rows) > 1
    for row in rows[:: len(rows) // 3]:
        result = corefeval.score(*FILES, signature=row[-1])
        scores = result.scores if result.average == "micro" else result.macro
        assert scores["conll"]["f1"] == pytest.approx(float(row[head.index("score")]), abs=1e-12)


def test_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--table has several numbers; a metric beside it would have no effect and is refused."""
    (tmp_path / "numbers.csv").write_text("metric,value\nmuc,68.57\nlea,53.68\n")
    table = str(tmp_path / "numbers.csv")
    assert run(*FILES, "--table", table, "--changes", "0") == 0
    assert "muc 68.57, lea 53.68" in capsys.readouterr().out
    assert run(*FILES, "--table", table, "--metric", "muc") == 2


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        ((*FILES,), 2, "CE051"),
        ((*FILES, "--target", "high"), 2, "CE142"),
        ((*FILES, "--target", "61", "--part", "size"), 2, "CE050"),
        ((*FILES, "--target", "61", "--metric", "muk"), 2, "CE050"),
        (("nowhere.conll", FILES[1], "--target", "61"), 1, "CE001"),
    ],
)
def test_problems(
    arguments: tuple[str, ...], status: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be searched for is said with a code."""
    assert run(*arguments) == status
    assert text in capsys.readouterr().err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """The help shows what to type."""
    assert run("--help") == 0
    assert "system.conll 61.2" in capsys.readouterr().out
