"""corefeval convert, as it is typed."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from corefeval import load
from tests.cli.conftest import Run
from tests.goldens import Goldens

FORMATS = ("conll2012", "corefud", "conllua", "jsonlines")


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", FORMATS)
def test_entities_survive(source: str, target: str, run: Run, stories: Path) -> None:
    """Any format to any other and back keeps documents, words and entities."""
    assert run("convert", "key.conllu", "a", "--to", source, "-q").status == 0
    assert run("convert", "a", "b", "--to", target, "-q").status == 0
    assert load("b").format == target
    done = run("score", "key.conllu", "b", "--match", "exact", "--singletons", "keep", "-m", "conll", "-q")
    assert done.out == "100.00\n", done.err
    assert stories.is_dir()


def test_losses_are_named(run: Run, stories: Path, golden: Goldens) -> None:
    """What CoNLL-2012 cannot hold is named with its number, on standard error; the status is 0."""
    done = run("convert", "key.conllu", "out.conll", "--to", "conll2012")
    assert (done.status, done.out) == (0, "")
    golden("cli/convert-losses.txt", done.err)
    assert (stories / "out.conll").read_bytes() == (stories / "key.conll").read_bytes()


def test_nothing_lost(run: Run, stories: Path) -> None:
    """A format to itself loses nothing, byte for byte."""
    done = run("convert", "key.conllu", "out.conllu", "--to", "corefud")
    assert done.status == 0
    assert "CE047" not in done.err
    assert (stories / "out.conllu").read_bytes() == (stories / "key.conllu").read_bytes()


def test_standard_streams(stories: Path) -> None:
    """- reads standard input and writes standard output, and nothing else goes there."""
    done = subprocess.run(
        [sys.executable, "-m", "corefeval", "convert", "-", "-", "--to", "conll2012"],
        input=(stories / "key.conllu").read_bytes(),
        capture_output=True,
        check=True,
    )
    assert done.stdout == (stories / "key.conll").read_bytes()
    assert b"CE047" in done.stderr


def test_packed(run: Run, stories: Path) -> None:
    """.gz is written packed, the same bytes each time."""
    for name in ("a.gz", "b.gz"):
        assert run("convert", "key.conllu", name, "--to", "corefud", "-q").status == 0
    assert (stories / "a.gz").read_bytes() == (stories / "b.gz").read_bytes()
    assert gzip.decompress((stories / "a.gz").read_bytes()) == (stories / "key.conllu").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (("key.conllu", "out", "--to", "word"), 2, "CE050"),
        (("key.conllu", "out", "--to", "corefud", "--from", "word"), 2, "CE050"),
        (("key.conllu", "out", "--to", "corefud", "--from", "conll2012"), 1, "CE007"),
        (("nowhere", "out", "--to", "corefud"), 1, "CE001"),
        (("key.conllu", "no/such/folder/out", "--to", "corefud"), 1, "CE053"),
        (("key.conllu", "out", "--to", "nkas"), 1, "CE044"),
        (("key.conllu", "out"), 2, "--to"),
    ],
)
def test_refused(arguments: tuple[str, ...], status: int, code: str, run: Run, stories: Path) -> None:
    """Nothing is left behind where something is wrong."""
    done = run("convert", *arguments)
    assert (done.status, done.out) == (status, "")
    assert code in done.err
    assert not [path.name for path in stories.iterdir() if "out" in path.name]


def test_companion(run: Run, stories: Path) -> None:
    """The file that another refers to is named for one file; a format without any refuses it."""
    (stories / "preds.json").write_text('{"a": [[[0, 1], [2, 2]]]}', encoding="utf-8")
    (stories / "map.json").write_text('{"a": [0, 0, 1]}', encoding="utf-8")
    assert (
        run("convert", "preds.json", "out.jsonl", "--to", "jsonlines", "--companion", "map.json").status == 0
    )
    assert load("out.jsonl").mentions.last.tolist() == [0, 1]
    assert "2 words" in run("validate", "preds.json", "--companion", "map.json").out
    assert run("validate", "preds.json", "out.jsonl", "--companion", "map.json").status == 2
    refused = run("convert", "key.conllu", "b", "--to", "jsonlines", "--companion", "map.json")
    assert (refused.status, "CE051" in refused.err) == (2, True)
