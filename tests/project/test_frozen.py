"""The promise of presets: their numbers on the official format never change, and elsewhere not without a word."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from corefeval.comparison.comparison import Resampling
from corefeval.signature import NO_PRESET, Signature
from corefeval.version import __version__
from tests.frozen import NEXT, SETTINGS_FOLDER, changed, numbers, read, released, settings, unnamed
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


def test_settings_are_those_on_file() -> None:
    """The defaults and the settings of presets, which short signatures leave out, are those on file."""
    assert settings() == json.loads((SETTINGS_FOLDER / NEXT.name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", sorted(SETTINGS_FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_short_signatures_mean_what_they_meant(file: Path) -> None:
    """A short signature of each release sets all settings as that release did, whatever the defaults are now.

    If it fails, add what changed to CHANGED in `signature.py` (or, for `resampling`, read the version in `Resampling.parse`).
    """
    frozen = json.loads(file.read_text(encoding="utf-8"))
    version = __version__ if file.name == NEXT.name else file.stem
    assert frozen.pop("resampling") == asdict(Resampling())
    for preset, parameters in frozen.pop("parameters").items():
        for name, full in parameters.items():
            assert Signature.parse(f"corefeval:{version}|{preset}|key:0|{name}").metrics == (full,)
    assert NO_PRESET in frozen
    for preset, values in frozen.items():
        meant = Signature.parse(f"corefeval:{version}|{preset}|key:0|muc").settings.as_dict()
        assert {name: meant[name] for name in values} == values
