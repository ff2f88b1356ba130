"""corefeval agree."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Run
from tests.goldens import Goldens


@pytest.mark.parametrize("kind", ["table", "csv", "json", "markdown", "latex"])
def test_golden(kind: str, stories: Path, run: Run, golden: Goldens) -> None:
    """Two annotators in every kind of output."""
    del stories
    done = run("agree", "cautious.conllu", "eager.conllu", "-m", "lea,dominant", "--by", "type", "-f", kind)
    assert done.status == 0, done.err
    set_text = "".join(line for line in done.out.splitlines() if not line.startswith("%"))
    assert kind != "latex" or not set("ακ") & set(set_text), "pdfLaTeX has no Greek letters in its text"
    golden(f"cli/agree.{'txt' if kind == 'table' else kind}", done.out, width=80)


def test_golden_list_of_three(stories: Path, run: Run, golden: Goldens) -> None:
    """Three annotators, document by document, with what they disagree on."""
    del stories
    names = ("anna=key.conll", "ben=cautious.conll", "carl=eager.conll")
    done = run("agree", *names, "-m", "lea", "--per-document", "--list", "split,merged")
    assert done.status == 0, done.err
    golden("cli/agree-list.txt", done.out, width=80)


def test_csv_of_disagreements(stories: Path, run: Run) -> None:
    """With --list CSV has the disagreements and nothing else, JSON both."""
    del stories
    listed = run("agree", "key.conll", "eager.conll", "--list", "all", "-f", "csv").out
    rows = list(csv.DictReader(listed.splitlines()))
    data = msgspec.json.decode(run("agree", "key.conll", "eager.conll", "--list", "all", "-f", "json").out)
    assert [row["class"] for row in rows] == [each["class"] for each in data["list"]]
    assert sum(sum(v for v in each.values() if isinstance(v, int)) for each in data["disagreements"]) == len(
        rows
    )


@pytest.mark.parametrize("name", ["merged.jsonl", "merged.conllu.gz"])
def test_merge_is_read_back(name: str, stories: Path, run: Run) -> None:
    """What is written can be scored: all of it is in both annotations."""
    assert run("agree", "key.conllu", "eager.conllu", "--merge", name).status == 0
    assert (stories / name).exists()
    done = run(
        "score", "key.conllu", name, "-m", "muc", "-f", "json", "--match", "exact", "--singletons", "keep"
    )
    assert msgspec.json.decode(done.out)["scores"]["muc"]["precision"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("key.conll", "CE130"),
        ("key.conll key.conll", "CE051"),
        ("key.conll eager.conll --merge out.conll", "CE133"),
        ("key.conll eager.conll --list splitt", "CE050"),
        ("key.conll eager.conll --missing empty", "CE130"),
        ("key.conll eager.conll -o eager.conll", "CE059"),
        ("key.conll x=eager.conll --merge eager.conll", "CE059"),
        ("key.conllu eager.conllu --types colour", "CE050"),
    ],
)
def test_wrong_usage(arguments: str, code: str, stories: Path, run: Run) -> None:
    """Refused with its reason, and nothing is written."""
    before = sorted(path.name for path in stories.iterdir())
    done = run("agree", *arguments.split())
    assert done.status == 2
    assert code in done.err
    assert sorted(path.name for path in stories.iterdir()) == before
