"""The audit of the papers: every row names its place, and its command shows what it claims."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "docs"))

import audit
from snippets import workspace

ROWS = [(found, item) for found in audit.audits() for item in found.items]


@pytest.fixture(scope="module")
def folders() -> Iterator[dict[str, Path]]:
    """A folder for each paper, with the bundled examples and the files of the paper."""
    with workspace():
        start = Path.cwd()
        made = {}
        for found in audit.audits():
            made[found.name] = start / found.name
            made[found.name].mkdir()
            for example in start.iterdir():
                if example.is_file():
                    (made[found.name] / example.name).write_bytes(example.read_bytes())
            os.chdir(made[found.name])
            found.write_files()
        os.chdir(start)
        yield made


@pytest.mark.parametrize(
    ("paper", "item"), ROWS, ids=[f"{found.name}: {item.item[:40]}" for found, item in ROWS]
)
def test_item(
    paper: audit.Audit, item: audit.Item, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command of a row ends as the row says, with its numbers and problems."""
    monkeypatch.chdir(folders[paper.name])
    assert not item.faults()
    assert not item.check()


def test_page_has_every_item() -> None:
    """The page has a row for each item."""
    page = audit.page()
    assert page.count("\n| ") == len(ROWS) + len(list(audit.audits()))


def test_wrong_number_is_found() -> None:
    """A row whose number is wrong, whose path is missing or whose exit status differs fails."""
    command = "corefeval score key.conllu cautious.conllu -m muc -f json"
    right = audit.Item("a", "1", command, prints=["scores"])
    with workspace():
        assert not right.check()
        assert audit.Item("a", "1", command, prints=["no such text"]).check()
        assert audit.Item("a", "1", command, expect=[["nothing", 1]]).check()
        assert audit.Item("a", "1", command, prints=["scores"], exit=1).check()
    assert audit.Item("a", "1").faults()
    assert audit.Item("a", "1", command, prints=["x"], state="differs").faults()
