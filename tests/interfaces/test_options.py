"""The keywords of a run: type checkers know their values, help() and editors list them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import corefeval
from corefeval import settings
from corefeval.settings import Options
from tests.paths import ROOT

IMPORTS = """\
from corefeval.agreement.agreement import agree
from corefeval.applications.answer_for import answer_for
from corefeval.comparison.compare import compare
from corefeval.evaluation.datasets import score_datasets
from corefeval.evaluation.score import score
from corefeval.evaluation.scorer import Scorer
from corefeval.explanation.difference import difference
from corefeval.explanation.explainer import explain
"""
CALLS = (
    'score("k", "r", singletons={!r})',
    'Scorer("lea", singletons={!r})',
    'compare("k", ["r"], singletons={!r})',
    'explain("k", "r", singletons={!r})',
    'agree(["k", "r"], singletons={!r})',
    'difference("k", "r", "s", singletons={!r})',
    'score_datasets("k", "r", singletons={!r})',
    'answer_for("k", "r", "search", singletons={!r})',
)


def test_a_type_checker_finds_a_misspelt_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function refuses it, none refuses the right one.

    Only the files with the signatures are looked at, and what is known of Python's own is kept from run to run.
    """
    mypy = pytest.importorskip("mypy.api")
    source = Path(settings.__file__).parents[1]
    monkeypatch.setenv("MYPYPATH", str(source))
    snippet = tmp_path / "snippet.py"
    lines = [call.format(value) for call in CALLS for value in ("drop", "drpo")]
    snippet.write_text("\n".join([IMPORTS, *lines, ""]), encoding="utf-8")
    names = [*re.findall(r"from (\S+) import", IMPORTS), "corefeval.settings", "corefeval.choices"]
    cache = ROOT / ".mypy_cache" / "options"
    files = [str(source.joinpath(*name.split(".")).with_suffix(".py")) for name in names]
    options = ("--follow-imports=skip", "--config-file=", f"--cache-dir={cache}", "--no-error-summary")
    out, err, _ = mypy.run([*options, str(snippet), *files])
    assert err == ""
    found = [line for line in out.splitlines() if "snippet.py" in line and "error:" in line]
    assert len(found) == len(CALLS), out
    assert all(('"singletons"' in line and "drpo" in line) or "call-overload" in line for line in found), out


@pytest.mark.parametrize(
    "function",
    [
        corefeval.score,
        corefeval.Scorer,
        corefeval.compare,
        corefeval.score_datasets,
        corefeval.answer_for,
        corefeval.explain,
        corefeval.agree,
        corefeval.difference,
    ],
)
def test_signatures_list_every_keyword(function: object) -> None:
    """With their values; there is no `**options` that says nothing."""
    assert callable(function)
    parameters = inspect.signature(function).parameters
    assert parameters.keys() >= Options.__annotations__.keys()
    assert all(one.kind is not inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    assert "'drop'" in str(parameters["singletons"].annotation)
