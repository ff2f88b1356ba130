"""Hostile submissions: none ends a run, takes too much, or leaves half a site; each is rejected with a reason or ranked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from corefeval.leaderboard.task import Task
from tests.leaderboard.hostile import ANY, CLASSES
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="links, pipes and limits are those of POSIX"
)

MEGABYTES, SECONDS = 500, 40
"""Of memory in any process, and of processor time in all of them; all submissions of a kind take 1 to 7 seconds."""


@pytest.mark.parametrize("kind", CLASSES)
def test_hostile_submissions(kind: str, tmp_path: Path) -> None:
    """All hostile submissions of a kind in one run: the code of each, the site, the memory and the processor time.

    The limit of processor time is lower than by default, and that of the clock higher: other work on the machine must
    not decide what is rejected.
    """
    root = tmp_path / "task"
    done = subprocess.run(
        [sys.executable, "-m", "tests.leaderboard.hostile", str(root), kind],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COREFEVAL_MAX_SECONDS": "3"},
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    outcome = json.loads(done.stdout.splitlines()[-1])
    assert outcome["status"] == 1
    assert outcome["megabytes"] < MEGABYTES
    assert outcome["seconds"] < SECONDS
    site = root / "site"
    board = json.loads((site / "leaderboard.json").read_text(encoding="utf-8"))
    found = {}
    for one in Task.read(root / "task.toml").find():
        path = os.fsencode(one.path.name).decode("utf-8", "backslashreplace")
        problems = board["rejected"].get(one.name)
        ranked = any(system["submission"] == one.name for system in board["systems"].values())
        assert ranked != (problems is not None), path
        found[path] = problems[0]["code"] if problems else ""
    expected = outcome["expected"]
    assert found.keys() == expected.keys()
    rejected = {name: code[: len(expected[name])] for name, code in found.items() if expected[name] != "?"}
    assert rejected == {name: code for name, code in expected.items() if code != "?"}
    index = (site / "index.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="submissions/([^"]+)"', index))
    assert linked == {path.name for path in (site / "submissions").iterdir()}
    assert len(linked) == len(expected)
    for page in site.rglob("*.*"):
        content = page.read_text(encoding="utf-8")
        assert len(content) < 1 << 20
        assert str(tmp_path) not in content
        assert "/corefeval-" not in content
        assert "<script" not in content or page.suffix == ".json"
    assert not list(tmp_path.rglob("*.part"))


def test_there_are_enough_cases() -> None:
    """The generator knows every case of the report and its variants."""
    assert sum(1 for cases in CLASSES.values() for _ in cases()) >= 100
    assert all(
        case.code in {"", "?", ANY} or re.fullmatch(r"CE\d{3}", case.code)
        for cases in CLASSES.values()
        for _, case in cases()
    )
