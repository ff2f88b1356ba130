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


def test_options_that_replace_settings_are_named(run: Run) -> None:
    """A row whose preset has another value says so; a row of a group that is named after its setting refuses."""
    rows = json.loads(run("score", *FILES, "-p", "perl,conll12", "--singletons", "drop", "-f", "json").out)
    assert [row["description"] for row in rows["presets"]] == [
        "--singletons drop instead of keep",
        "exact, without singletons",
    ]
    assert run("score", *FILES, "-p", "crac", "--match", "exact").status == 2
    assert run("score", *FILES, "-p", "crac", "--zeros", "linear").status == 0


def test_commands_of_one_preset_refuse_several(run: Run) -> None:
    """Explain and report have one table of errors."""
    for names in ("perl,e2e", "all"):
        done = run("explain", *FILES, "-p", names)
        assert done.status == 2
        assert "CE051" in done.err


def test_warnings_of_several_presets(run: Run) -> None:
    """First words as heads are reported in the tables of score and compare."""
    for command in ("score", "compare"):
        assert "CE066" in run(command, *FILES, "-p", "perl,crac24").out
        assert "CE066" not in run(command, *FILES, "-p", "perl,e2e").out
    assert "CE066" in run("compare", *FILES, "-p", "perl,crac24", "-f", "json").out


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
