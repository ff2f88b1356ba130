"""The hook for repositories of annotated texts: `.pre-commit-hooks.yaml`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from corefeval.cli import main
from corefeval.examples import FOLDER
from tests.files import conll
from tests.paths import ROOT


def test_the_hook_rejects_files_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its command, called as pre-commit calls it, succeeds on good files and fails if one is wrong."""
    yaml = pytest.importorskip("yaml")
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    program, *arguments = shlex.split(hook["entry"])
    assert (program, hook["language"], hook["id"]) == ("corefeval", "python", "corefeval-validate")
    good, wrong = FOLDER / "key.conllu", conll(tmp_path / "wrong.conll", ["(1", "-"])
    assert re.search(hook["files"], good.name)
    assert re.search(hook["files"], wrong.name)
    main([*arguments, str(good)])
    with pytest.raises(SystemExit) as stopped:
        main([*arguments, str(good), str(wrong)])
    assert stopped.value.code == 1
    assert "CE02" in capsys.readouterr().out
