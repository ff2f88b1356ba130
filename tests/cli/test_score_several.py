"""corefeval score with several presets, and with a row for each gold entity."""

from __future__ import annotations

import json

from corefeval.examples import FOLDER
from tests.cli.conftest import Run

FILES = (str(FOLDER / "key.conll"), str(FOLDER / "eager.conll"))


def test_several_presets(run: Run) -> None:
    """One table with a row for each preset, in text, JSON, CSV and LaTeX."""
    text = run("score", *FILES, "-p", "perl,e2e,spacy").out
    assert "56.70" in text
    assert "a spread of 4.50 points" in " ".join(text.split())
    plain = json.loads(run("score", *FILES, "-p", "perl,e2e", "-f", "json").out)
    assert [each["preset"] for each in plain["presets"]] == ["perl", "e2e"]
    assert run("score", *FILES, "-p", "all", "-f", "csv").out.startswith("preset,description,metric,")
    assert "\\begin{tabular}" in run("score", *FILES, "-p", "crac", "-f", "latex").out
    assert all(len(line) <= 80 for line in run("score", *FILES, "-p", "all").out.splitlines())


def test_what_several_presets_go_without(run: Run) -> None:
    """Options that concern one table are refused; so is a name that does not exist."""
    for options in (["--ci"], ["--by", "type"], ["-q"], ["--per-document"], ["--for", "search"]):
        assert run("score", *FILES, "-p", "perl,e2e", *options).status == 2
    assert run("score", *FILES, "-p", "perl,nosuch").status == 2
    assert run("score", *FILES, "-p", ",").status == 2
    assert run("compare", *FILES, "-p", "perl,e2e", "--pairs", "all").status == 2


def test_compare_under_several_presets(run: Run) -> None:
    """Kendall's tau and ranks; a system that cannot be scored gives status 1."""
    done = run("compare", *FILES, str(FOLDER / "cautious.conll"), "-p", "perl,e2e")
    assert done.status == 0
    assert "Kendall's τ: perl – e2e 1.00" in done.out
    assert run("compare", *FILES, "absent.conll", "-p", "perl,e2e").status == 1


def test_entities(run: Run) -> None:
    """--by entity has tables, JSON and CSV; features beside it are broken down as usual."""
    files = str(FOLDER / "key.conllu"), str(FOLDER / "eager.conllu")
    text = run("score", *files, "--by", "entity,type", "-m", "muc", "--top", "2").out
    assert "Means over gold entities" in text
    assert "MUC by type" in text
    plain = json.loads(run("score", *files, "--by", "entity", "-m", "muc", "-f", "json").out)
    assert len(plain["by_entity"]["entities"]) == 9
    rows = run("score", *files, "--by", "entity", "-m", "muc", "-f", "csv").out.splitlines()
    assert rows[0].startswith("document,entity,name,size,spread,counterpart,precision,recall,f1")
    assert len(rows) == 10
