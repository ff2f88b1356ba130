"""What all commands understand in the same way."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from corefeval.cli.options import option
from tests.cli.conftest import Run

EMPTY = (
    ("score", "", "x"),
    ("score", "x", ""),
    ("score", "", "", "--average", "datasets"),
    ("score", "", "", "--for", "all"),
    ("compare", "", "x"),
    ("compare", "x", ""),
    ("compare", "x", "name="),
    ("explain", "", "x"),
    ("report", "x", ""),
    ("validate", ""),
    ("validate", "x", "--key", ""),
    ("convert", "", "x", "--to", "corefud"),
)


@pytest.mark.parametrize("arguments", EMPTY, ids=" ".join)
def test_an_empty_path_is_not_the_current_folder(arguments: tuple[str, ...], run: Run) -> None:
    """A variable that is not set is wrong usage, and nothing is read."""
    done = run(*arguments)
    assert done.status == 2
    assert "empty" in done.err
    assert not done.out


@pytest.mark.parametrize(
    ("arguments", "sentence", "hint"),
    [
        (("score", "key.conll", "eager.conll", "--match", "hed"), "unknown value 'hed' of --match", "'head'"),
        (("score", "key.conll", "eager.conll", "-f", "jsn"), "unknown value 'jsn' of --format", "'json'"),
        (("score", "key.conll", "eager.conll", "-p", "conl12"), "unknown preset 'conl12'", "'conll12'"),
        (("score", "key.conll", "eager.conll", "--by", "spred"), "unknown feature 'spred'", "'spread'"),
        (("explain", "key.conll", "eager.conll", "--by", "spred"), "unknown feature 'spred'", "'spread'"),
        (("explain", "key.conll", "key.conll", "--by", "spred"), "unknown feature 'spred'", "'spread'"),
        (("compare", "key.conll", "eager.conll", "--interval", "jacknife"), "unknown value 'jacknife' of --interval", "'jackknife'"),
        (("compare", "key.conll", "eager.conll", "--key-layer", "identiy"), "unknown layer 'identiy' of CoNLL-2012", "'identity'"),
        (("report", "key.conll", "eager.conll", "--key-layer", "identiy"), "unknown layer 'identiy' of CoNLL-2012", "'identity'"),
        (("scor",), "unknown command 'scor'", "'score'"),
    ],
)  # fmt: skip
def test_refused(run: Run, stories: Path, arguments: tuple[str, ...], sentence: str, hint: str) -> None:
    """Exit status 2, the sentence, the nearest name."""
    del stories
    done = run(*arguments)
    assert done.status == 2
    assert sentence in done.err
    assert f"Did you mean {hint}" in done.err


def test_taken(run: Run, stories: Path) -> None:
    """Commands, values, metrics, presets and formats in other spellings are what they mean."""
    plain = run("score", "key.conll", "eager.conll", "-m", "bcub,ceafe", "-p", "perl", "--match", "exact")
    other = run(
        "SCORE", "key.conll", "eager.conll", "-m", "B3,CEAF_e", "-p", "CoNLL-2012", "--match", "Exact"
    )
    assert other.status == 0
    assert other.out == plain.out
    assert run("convert", "key.conll", "out", "--to", "CoNLL-U", "--from", "conll").status == 0
    assert "Entity=" in (stories / "out").read_text(encoding="utf-8")


def test_comparisons_name_the_other_preset_too(run: Run, stories: Path) -> None:
    """What stands above a comparison is what stands above a score."""
    del stories
    done = run("compare", "key.conll", "eager.conll", "-p", "conll12", "--resamples", "0")
    assert "not to be mistaken for perl" in " ".join(done.out.split())


def test_an_option_is_declared_as_help_shows_it() -> None:
    """The names, then a placeholder for the value; without placeholder and type it is a flag."""

    @click.command()
    @option("-o, --output FILE", "A file.")
    @option("--list NAME,…", "Some names.", name="names")
    @option("-q, --quiet", "A flag.")
    @option("--jobs", "A number.", type=int)
    def command() -> None: ...

    shown = {
        one.name: (one.opts, one.metavar, one.is_flag)
        for one in command.params
        if isinstance(one, click.Option)
    }
    assert shown == {
        "output": (["-o", "--output"], "FILE", False),
        "names": (["--list"], "NAME,…", False),
        "quiet": (["-q", "--quiet"], None, True),
        "jobs": (["--jobs"], None, False),
    }
