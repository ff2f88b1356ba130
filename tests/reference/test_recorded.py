"""The recorded answers of the existing scorers: on the same texts we answer the same, in every way to match and score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.presets import PRESETS
from tests.reference.recorded import FOLDER, answers, settings_of, written

SCORERS = ("perl", "craft", "lea", "scorch", "corefud-scorer", "ua-scorer")
ASKED = [
    (scorer, form, name)
    for scorer in SCORERS
    for form, by_text in answers(scorer).items()
    for name in by_text
]

PRESET_OPTIONS = {
    "perl": ("perl", ""),
    "coval": ("lea", "keep"),
    "conll12": ("ua-scorer", "drop"),
    "crac18": ("ua-scorer", "exact keep drop drop identity"),
    "craft19": ("ua-scorer", "partial-craft keep drop drop identity"),
    "crac22": ("corefud-scorer", "partial-corefud linear drop"),
    "crac23": ("corefud-scorer", "head linear drop"),
    "crac24": ("corefud-scorer", "head dependent drop"),
    "crac25": ("corefud-scorer", "head dependent drop"),
    "crac26": ("corefud-scorer", "head dependent drop"),
    "codicrac22ar": ("ua-scorer", "exact keep keep drop identity"),
    "codicrac22br": ("ua-scorer", "exact keep drop drop identity"),
    "codicrac22dd": ("ua-scorer", "exact keep keep drop deixis"),
}
"""The scorer and the options that each preset stands for."""


def scored(folder: Path, form: str, name: str, options: str, **settings: Any) -> dict[str, list[float]]:
    """Return our recall, precision and F1 of each metric."""
    paths = (folder / "key", folder / "response")
    for path in paths:
        path.write_text(written(form, name, path.name, options), encoding="utf-8")
    found = corefeval.score(*paths, **settings).scores
    return {
        metric: [one.get(part) or 0.0 for part in ("recall", "precision", "f1")]
        for metric, one in found.items()
    }


@pytest.mark.parametrize(("scorer", "form", "name"), ASKED)
def test_recorded(scorer: str, form: str, name: str, tmp_path: Path) -> None:
    """Every metric a scorer has, under all of its options, to the last digits."""
    for options, theirs in answers(scorer)[form][name].items():
        ours = scored(
            tmp_path, form, name, options, metrics=list(theirs), **settings_of(scorer, form, options)
        )
        expected = {metric: pytest.approx(numbers, abs=1e-12) for metric, numbers in theirs.items()}
        assert ours == expected, options


@pytest.mark.parametrize("preset", sorted(name for name in PRESETS if not PRESETS[name].source))
def test_presets(preset: str, tmp_path: Path) -> None:
    """A preset alone gives what the scorer of its task gave under the task's options."""
    scorer, options = PRESET_OPTIONS[preset]
    compared = 0
    for form, by_text in answers(scorer).items():
        for name, by_options in by_text.items():
            theirs = dict(by_options.get(options, {}))
            if not theirs:
                continue
            if {"muc", "bcub", "ceafe"} <= theirs.keys():
                theirs["conll"] = [0, 0, sum(theirs[metric][2] for metric in ("muc", "bcub", "ceafe")) / 3]
            ours = scored(tmp_path, form, name, options, preset=preset, key_format=form, response_format=form)
            for metric in ours.keys() & theirs.keys():
                assert ours[metric] == pytest.approx(theirs[metric], abs=1e-12), (name, metric)
                compared += 1
    assert compared >= 10


def test_what_is_recorded_has_power() -> None:
    """The answers are neither all right nor all wrong, and options make a difference."""
    for scorer in SCORERS:
        version = json.loads((FOLDER / f"{scorer}.json").read_text(encoding="utf-8"))["version"]
        assert len(version) >= 7
        numbers = [
            number
            for by_text in answers(scorer).values()
            for by_options in by_text.values()
            for scores in by_options.values()
            for triple in scores.values()
            for number in triple
        ]
        assert sum(0 < number < 1 for number in numbers) > len(numbers) / 2
