"""corefeval as, as it is typed, and the starter that stands in for scorer.pl."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from corefeval.examples import FOLDER
from tests.cli.conftest import Run

FILES = (str(FOLDER / "key.conll"), str(FOLDER / "eager.conll"))
LAST = "Coreference: Recall: (12 / 16) 75%\tPrecision: (12 / 19) 63.15%\tF1: 68.57%"


def test_programs(run: Run) -> None:
    """Output and exit status are those of the program; another program's options pass through."""
    done = run("as", "scorer.pl", "muc", *FILES, "none")
    assert (done.status, done.out.splitlines()[-2], done.err) == (0, LAST, "")
    assert run("as", "coval", *FILES, "muc").out == "muc        Recall: 75.00  Precision: 63.16  F1: 68.57\n"
    assert run("as", "corefud-scorer", "--help").out.startswith("usage: corefud-scorer.py")
    assert run("as", "corefud-scorer", *FILES, "-m", "conll").status == 2
    assert run("as", "scorer.pl", "muc", FILES[0], "absent").status == 2
    assert run("as", "nosuch").status == 2
    assert "scorer.pl" in run("as", "--help").out


def test_the_starter(run: Run, tmp_path: Path) -> None:
    """It runs by itself and under Perl; a file that is not ours is not replaced."""
    folder = tmp_path / "a b"
    assert run("as", "scorer.pl", "--install", str(folder)).status == 0
    starter = folder / "scorer.pl"
    for command in ([str(starter)], ["perl", str(starter)]):
        if command[0] == "perl" and shutil.which("perl") is None:
            pytest.skip("no Perl here")
        done = subprocess.run([*command, "muc", *FILES, "none"], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-2] == LAST
    assert run("as", "scorer.pl", "--install", str(folder)).status == 0
    starter.write_text("use strict;\n")
    assert run("as", "scorer.pl", "--install", str(folder)).status == 2
    assert starter.read_text() == "use strict;\n"
    assert run("as", "scorer.pl", "--install").status == 2
