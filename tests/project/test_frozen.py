"""The promise of presets: their numbers on the official format never change, and elsewhere not without a word."""

from __future__ import annotations

from tests.frozen import NEXT, changed, numbers, read, released, unnamed
from tests.paths import ROOT


def test_numbers_are_those_on_file() -> None:
    """Every score of every preset on the bundled texts is the one on file; `python -m tests.frozen` writes it anew."""
    assert numbers() == read(NEXT)


def test_changed_numbers_are_in_the_changelog() -> None:
    """A number that the last release gave otherwise belongs to a preset that the changelog names in bold."""
    last = released()
    assert last is not None
    presets = changed(read(last), read(NEXT))
    assert unnamed(presets, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")) == []


def test_a_changed_number_is_found() -> None:
    """One that differs, or is gone, is found, and is fine only once the changelog names its preset in bold."""
    before = {"perl a muc f1": 0.5, "e2e a muc f1": 0.25, "stanza a muc f1": None}
    assert changed(before, {**before, "new a muc f1": 1.0}) == []
    assert changed(before, {**before, "perl a muc f1": 0.6}) == ["perl"]
    assert changed(before, {"perl a muc f1": 0.5, "e2e a muc f1": 0.25}) == ["stanza"]
    told = "## [Unreleased]\n- **`perl` counts otherwise.** `e2e` too.\n\n## [0.1.0]\n- **`stanza`**\n"
    assert unnamed(["e2e", "perl", "stanza"], told) == ["e2e", "stanza"]
