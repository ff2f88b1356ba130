"""What the tests of the commands share: the program in this process, and the bundled example."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from corefeval.cli import main
from corefeval.examples import FOLDER, STORIES


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs the program as if typed, on a screen 80 columns wide without colour."""
    monkeypatch.setenv("COLUMNS", "80")

    def typed(*arguments: str) -> Done:
        status = 0
        try:
            main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        shown = capsys.readouterr()
        return Done(status, shown.out, shown.err)

    return typed


@pytest.fixture
def stories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the bundled example, and work in it."""
    for name in STORIES:
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path
