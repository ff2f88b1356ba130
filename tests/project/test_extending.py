"""A new metric is one file and one row of names, a new format one file and one entry: shown on a copy of the source."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.files import conll
from tests.paths import ROOT

SOURCE = ROOT / "src" / "corefeval"

METRIC = '''
"""Exact entities."""

import numpy as np

from corefeval.metrics.base import Metric, register
from corefeval.metrics.shares import Shares


@register
class Exact(Metric):
    """An entity counts, shared out among its mentions, if it is exactly right."""

    name, label, family = "exact", "Exact entities", "Coreference"
    summary = "How many mentions are in entities that are exactly right?"

    def shares(self, pairing):
        """Return one for each mention, and whether its entity is right."""
        both = pairing.recall_overlap
        right = both.count == np.maximum(pairing.key_sizes[both.key], pairing.response_sizes[both.response])
        sides = ((pairing.key, both.key), (pairing.response, both.response))
        entities = [(corpus.mentions.entity, numbers[right]) for corpus, numbers in sides]
        return Shares.of_sides(*((np.isin(of, exact) * 1.0, np.ones(len(of))) for of, exact in entities))
'''

FORMAT = '''
"""Numbered words: a word a line, with the number of its entity."""

from corefeval.formats.base import Format
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble
from corefeval.problems import Problems


def read(file, options):
    """Read one document."""
    rows = [line.split() for line in file.read().decode().splitlines()[1:]]
    document = AnnotatedDocument(place=file.place, tokens=[row[0] for row in rows], unit=Unit.TOKEN, inclusive=True)
    document.mentions += [Mention([(n, n)], entity=row[1]) for n, row in enumerate(rows) if len(row) > 1]
    return assemble([document], "numbered", options, Problems())


FORMAT = Format("numbered", read)
'''
ENTRY = '    Entry("numbered", "Numbered words", "columns", ("singletons",), mark=Mark(rb"%numbered\\n")),\n'


class Extended:
    """A copy of the source with a file more and a line more."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(SOURCE, folder / "corefeval", ignore=shutil.ignore_patterns("__pycache__"))

    def add(self, file: str, text: str, table: str, before: str, line: str) -> None:
        """Write a file, and a line into a table of another one, before the end of the table."""
        (self.folder / "corefeval" / file).write_text(text, encoding="utf-8")
        path = self.folder / "corefeval" / table
        start, found, rest = path.read_text(encoding="utf-8").partition(before)
        entries, end, rest = rest.partition(f"\n{before[-1].translate(CLOSING)}\n")
        assert found
        assert end
        path.write_text(start + found + entries + "\n" + line.rstrip("\n") + end + rest, encoding="utf-8")

    def run(self, *arguments: str | Path) -> str:
        """Run a command of the copy and return its output."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        done = subprocess.run(
            [sys.executable, "-m", "corefeval", *map(str, arguments)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.returncode, done.stderr
        return done.stdout


CLOSING = str.maketrans("({", ")}")


@pytest.fixture
def extended(tmp_path: Path) -> Extended:
    """Return a copy of the source to extend."""
    return Extended(tmp_path)


def test_a_new_metric_is_one_file_and_a_row_of_names(extended: Extended, tmp_path: Path) -> None:
    """It is listed, described, scored, broken down and compared. The row of FILES is held by tests/metrics/test_base.py.

    Of the key's three entities one is exactly right, which has two of its six mentions.
    """
    extended.add("metrics/exact.py", METRIC, "metrics/base.py", "\nFILES = {", '    "exact": ("exact",),')
    key = conll(tmp_path / "key.conll", ["(1)", "(1)", "(2)", "(2)", "(3)", "(3)"])
    response = conll(tmp_path / "response.conll", ["(1)", "(1)", "(2)", "(2)", "(2)", "(2)"])
    shutil.copy(key, tmp_path / "copy.conll")
    assert "exact" in {each["name"] for each in json.loads(extended.run("metrics", "-f", "json"))}
    page = extended.run("metrics", "exact", "-f", "markdown")  # docs/generate.py takes the same for its page
    assert page.startswith("# Exact entities\n")
    assert "Worked example" in page
    pair = ("score", key, response, "-m", "exact", "-f", "json")
    assert json.loads(extended.run(*pair))["scores"]["exact"]["recall"] == pytest.approx(2 / 6)
    (found,) = json.loads(extended.run(*pair, "--by", "entity-size"))["breakdowns"]
    (pairs,) = found["classes"]
    assert pairs["scores"]["exact"]["counts"]["recall_numerator"] == 2
    everything = json.loads(extended.run("score", key, response, "-m", "all", "-f", "json"))
    assert everything["scores"]["exact"]["recall"] == pytest.approx(2 / 6)
    options = ("-m", "exact", "--resamples", "0", "-f", "json")
    compared = json.loads(extended.run("compare", key, response, tmp_path / "copy.conll", *options))
    assert compared["systems"]["copy"]["scores"]["exact"]["f1"] == 1


def test_a_new_format_is_one_file_and_one_entry(extended: Extended, tmp_path: Path) -> None:
    """It is listed, recognised, read and scored."""
    extended.add(
        "formats/numbered.py", FORMAT, "formats/catalogue.py", "\nENTRIES: tuple[Entry, ...] = (", ENTRY
    )
    path = tmp_path / "text.numbered"
    path.write_text("%numbered\nAda 1\nsaw\nBo 2\nshe 1\nhim 2\n", encoding="utf-8")
    assert "numbered" in {each["name"] for each in json.loads(extended.run("formats", "-f", "json"))}
    assert "Numbered words" in extended.run("formats", "numbered")
    found = json.loads(extended.run("score", path, path, "-m", "muc", "-f", "json"))
    assert found["scores"]["muc"]["f1"] == 1
    written = extended.run("convert", path, "-", "--to", "jsonlines")
    assert json.loads(written)["clusters"] == [[[0, 0], [3, 3]], [[2, 2], [4, 4]]]
