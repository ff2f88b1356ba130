"""The hook of `.pre-commit-hooks.yaml`, run by pre-commit itself in a repository of annotated texts."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from corefeval.examples import FOLDER
from tests.files import conll
from tests.paths import ROOT


def ran(folder: Path, *command: str) -> tuple[int, str]:
    """Run a command without network, with a home and a cache of its own; return its status and what it printed."""
    # pre-commit installs the hook in a fresh environment: from this checkout, with the packages of this environment
    offline = {
        "HOME": str(folder.parent),
        "PRE_COMMIT_HOME": str(folder.parent / "cache"),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # which means none
        "VIRTUALENV_NO_DOWNLOAD": "1",
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    done = subprocess.run(
        command, cwd=folder, env=os.environ | offline, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_pre_commit_rejects_files_with_errors(tmp_path: Path) -> None:
    """`pre-commit try-repo` installs the hook, passes good files, and names the error of a wrong one; other files are not read."""
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "good.conllu").write_bytes((FOLDER / "key.conllu").read_bytes())
    (texts / "notes.md").write_text("(1", encoding="utf-8")
    assert ran(texts, "git", "init", "-q")[0] == 0
    hook = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "corefeval-validate", "--all-files"]
    assert ran(texts, "git", "add", "--all")[0] == 0
    status, printed = ran(texts, *hook)
    assert status == 0, printed
    assert "Passed" in printed
    conll(texts / "wrong.conll", ["(1", "-"])
    assert ran(texts, "git", "add", "--all")[0] == 0
    status, printed = ran(texts, *hook)
    assert status == 1, printed
    assert "CE02" in printed
    assert "wrong.conll" in printed
    assert "notes.md" not in printed
