"""corefeval formats, as it is typed."""

from __future__ import annotations

import json

import pytest

from corefeval.formats.catalogue import BY_NAME, ENTRIES
from tests.cli.conftest import Run


def test_list(run: Run) -> None:
    """Every format with what it can hold."""
    shown = " ".join(run("formats").out.split())
    for entry in ENTRIES:
        assert entry.label in shown
        assert all(what in shown for what in entry.holds)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_format_has_a_page(name: str, run: Run) -> None:
    """As text, Markdown and JSON."""
    entry = BY_NAME[name]
    assert run("formats", name).out.startswith(f"{entry.label} ({name})\n")
    assert run("formats", name, "-f", "markdown").out.startswith(f"# `{name}`\n")
    assert json.loads(run("formats", name, "-f", "json").out)["holds"] == list(entry.holds)


def test_json_list(run: Run) -> None:
    """The list as data."""
    assert [entry["name"] for entry in json.loads(run("formats", "-f", "json").out)] == list(BY_NAME)


def test_unknown(run: Run) -> None:
    """An unknown name is wrong usage, and the nearest one is named; another name for one is understood."""
    done = run("formats", "corefxd")
    assert (done.status, "CE050" in done.err, "corefud" in done.err) == (2, True, True)
    assert run("formats", "Universal Anaphora").out.startswith("CoNLL-UA (conllua)\n")
