"""corefeval demo, as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import load
from corefeval.examples import FOLDER, STORIES
from tests.cli.conftest import Run
from tests.goldens import Goldens


def test_demo(run: Run, golden: Goldens) -> None:
    """The table, and where to go next."""
    done = run("demo")
    assert done.status == 0
    golden("cli/demo.txt", done.out, width=80)


def test_what_it_says_next_can_be_typed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command it names runs."""
    monkeypatch.chdir(tmp_path)
    next_steps = [
        line.strip().split("   ")[0] for line in run("demo").out.splitlines() if line.startswith("  ")
    ]
    typed = [line.split() for line in next_steps if line.startswith(("corefeval", "cd "))]
    assert len(typed) >= 6
    for program, *arguments in typed:
        if program == "cd":
            monkeypatch.chdir(tmp_path / arguments[0])
        else:
            done = run(*arguments)
            assert done.status == 0, (arguments, done.err)


def test_every_example_is_written(run: Run, tmp_path: Path) -> None:
    """All files that the pages use, and nothing is bundled that is not written."""
    run("demo", "--to", str(tmp_path))
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {
        path.name: path.read_bytes()
        for path in FOLDER.iterdir()
        if path.suffix.startswith((".conll", ".tsv"))
    }


def test_a_file_in_the_way(run: Run, tmp_path: Path) -> None:
    """A folder that cannot be made is a problem with a code."""
    (tmp_path / "file").write_text("")
    done = run("demo", "--to", str(tmp_path / "file" / "folder"))
    assert done.status == 1
    assert "CE053" in done.err


@pytest.mark.parametrize("name", ["key", "cautious", "eager"])
def test_both_formats_hold_the_same(name: str) -> None:
    """The CoNLL-2012 files have the documents, words, mentions and entities of the CorefUD ones."""
    assert {f"{name}.conll", f"{name}.conllu"} <= set(STORIES)
    one, other = (load(FOLDER / f"{name}.{extension}") for extension in ("conllu", "conll"))
    for ours, theirs in zip(one.documents, other.documents, strict=True):
        assert ours.tokens == theirs.tokens
        assert [[mention.spans for mention in entity.mentions] for entity in ours.entities] == [
            [mention.spans for mention in entity.mentions] for entity in theirs.entities
        ]
