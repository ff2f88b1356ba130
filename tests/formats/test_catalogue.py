"""The catalogue of formats: every entry is true, and no mark takes files of another format."""

from __future__ import annotations

import importlib
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from corefeval import formats
from corefeval.formats.base import Format
from corefeval.formats.catalogue import BY_NAME, ENTRIES, HOLDS, Mark
from tests.paths import ROOT

DOCS = ROOT / "docs" / "formats"


@pytest.mark.parametrize("name", BY_NAME)
def test_an_entry_is_true(name: str) -> None:
    """Its module has a format of its name that is written if it says so; its page is there; it holds what is known."""
    entry = BY_NAME[name]
    form = importlib.import_module(entry.module).FORMAT
    assert isinstance(form, Format)
    assert (form.name, form.label, form.is_written) == (name, entry.label, entry.written)
    assert set(entry.holds) <= HOLDS.keys()
    assert entry.family in {"columns", "clusters", "standoff", "inline"}
    page, _, place = entry.documentation.partition("#")
    text = (DOCS / page).read_text(encoding="utf-8")
    headings = [line.lstrip("# ") for line in text.split("\n") if line.startswith("#")]
    slugs = [
        "-".join("".join(c for c in each.lower() if c.isalnum() or c in " -").split()) for each in headings
    ]
    assert not place or place in slugs
    assert entry.mark is None or entry.recognised


def test_names_are_different() -> None:
    """No two formats have a name or an alias in common."""
    names = [name.lower() for entry in ENTRIES for name in (entry.name, *entry.aliases)]
    assert len(names) == len(set(names))


def test_no_format_is_imported_to_list_them() -> None:
    """The list of formats imports none of them."""
    script = "import sys, corefeval.formats; print([n for n in sys.modules if n.startswith('corefeval.formats.') and n.count('.') > 2])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_marks() -> None:
    """A mark is matched where the text begins, and asks for more, and for what must not be there."""
    mark = Mark(rb"\{", (rb'"a"',), (rb'"b"',))
    assert mark.fits(b'{"a": 1}')
    assert not mark.fits(b' {"a": 1}')
    assert not mark.fits(b'{"c": 1}')
    assert not mark.fits(b'{"a": 1, "b": 2}')


def test_companions_of_a_folder_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that belongs to another is neither read by itself nor told as left out."""
    (tmp_path / "a.jsonl").write_text(
        '{"doc_key": "a", "sentences": [["Ada"]], "clusters": [[[0, 0]]]}', encoding="utf-8"
    )
    (tmp_path / "a.txt").write_text("Ada", encoding="utf-8")
    assert [problem.code for problem in formats.read(tmp_path).problems] == ["CE004"]
    entry = replace(BY_NAME["jsonlines"], companions=("{stem}.txt",))
    monkeypatch.setitem(BY_NAME, "jsonlines", entry)
    assert formats.read(tmp_path).problems == ()
