"""The command line of coval: its words, its notices, its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval.compat.coval import run
from corefeval.examples import FOLDER

FILES = [str(FOLDER / "key.conll"), str(FOLDER / "eager.conll")]


def write(path: Path, *columns: str) -> str:
    """Write one document, a column for each word; return the path."""
    lines = [f"d\t0\t{number}\tw{number}\tN\t{column}" for number, column in enumerate(columns)]
    path.write_text("\n".join(["#begin document d", *lines, "", "#end document", ""]), encoding="utf-8")
    return str(path)


def test_lines() -> None:
    """A line for each metric in a fixed order, rounded; the CoNLL score where all three are chosen."""
    found = run(FILES)
    assert found.lines[1] == "muc        Recall: 75.00  Precision: 63.16  F1: 68.57"
    assert found.lines[-1] == "CoNLL score: 61.20"
    assert [line.split()[0] for line in run([*FILES, "lea", "muc"]).lines] == ["muc", "lea"]
    assert run([*FILES, "remove_singleton", "nosuch"]).lines == found.lines
    assert found.status == 0


def test_without_singletons() -> None:
    """The warning counts the dropped mentions."""
    lines = run([*FILES, "remove_singletons", "all"]).lines
    assert lines[0] == "14 and 3 singletons are removed from the key and system files, respectively"
    assert lines[-1] == "CoNLL score: 67.11"
    assert run([*FILES, "removIe_singleton"]).lines == lines


def test_notices(tmp_path: Path) -> None:
    """Report a word in two clusters and an end without a begin on standard output, and go on scoring."""
    key = write(tmp_path / "k", "(0)", "(0)", "(1)")
    twice = run([key, write(tmp_path / "r", "(0)|(2)", "(0)", "-"), "muc"])
    assert twice.lines[0] == "Warning: A single mention is assigned to more than one cluster: [0, 2]"
    unopened = run([key, write(tmp_path / "u", "(0)", "(0)", "7)"), "muc"])
    assert unopened.lines[:1] == ["Problem in the coreference annotation:"]
    assert unopened.lines[1].endswith("\t7)")
    assert unopened.lines[-1].startswith("muc ")
    assert run([key, str(tmp_path / "u"), "bcub"]).status == 1  # which is left with an empty cluster


def test_nested(tmp_path: Path) -> None:
    """Mentions inside others of their cluster are listed and removed."""
    key = write(tmp_path / "k", "(0|(0)", "0)", "(0)", "(0)")
    lines = run([key, key, "remove_nested", "mentions"]).lines
    assert lines[:2] == ["DOC: d", ", sentence number: 0, (0, 0) w0 DOC: d"]
    assert (
        "Number of removed nested coreferring mentions in the key annotation: 1; and system annotation: 1"
        in lines
    )
    assert lines[-1] == "mentions   Recall: 100.00  Precision: 100.00  F1: 100.00"


@pytest.mark.parametrize("arguments", [[], [FILES[0]], [FILES[0], "absent"]])
def test_errors_are_reported(arguments: list[str], tmp_path: Path) -> None:
    """Where the original ends with a traceback, one line says why, with status 1."""
    found = run(arguments)
    assert (found.status, len(found.errors)) == (1, 1)
    lacking = run([FILES[0], write(tmp_path / "other", "(0)")])
    assert (lacking.status, lacking.lines) == (1, [])
    assert "lacks the document" in lacking.errors[0]


def test_trees() -> None:
    """NP_only on a key without trees changes nothing; min_span needs trees and says so."""
    assert run([*FILES, "NP_only"]).lines == run(FILES).lines
    assert run([*FILES, "min_span"]).status == 1
