"""Frozen numbers: every score of every preset on the bundled texts, one file for each release.

`python -m tests.frozen` writes `tests/golden/frozen/next.json`, the numbers of the next release, and `settings/next.json`, the
settings of every preset and the defaults, which short signatures leave out. At a release both are copied to the
version. A number that differs from the last release has to be named in the changelog: see `tests/project/test_frozen.py`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import corefeval
from corefeval.comparison.comparison import Resampling
from corefeval.examples import FOLDER as TEXTS
from corefeval.presets import PRESETS
from corefeval.settings import Settings
from corefeval.signature import NO_PRESET
from tests.paths import GOLDEN

FOLDER = GOLDEN / "frozen"
NEXT = FOLDER / "next.json"
SETTINGS_FOLDER = FOLDER / "settings"
DIGITS = 12
PAIRS = {
    "conll": [("key.conll", "eager.conll"), ("key.conll", "cautious.conll")],
    "corefud": [
        ("key.conllu", "eager.conllu"),
        ("key.conllu", "cautious.conllu"),
        ("zeros.key.conllu", "zeros.system.conllu"),
    ],
    "conllua": [("relations.key.conllua", "relations.system.conllua")],
}
"""The bundled pairs by format."""

Numbers = dict[str, float | None]


def numbers() -> Numbers:
    """Return every score by preset, response, metric and part."""
    found: Numbers = {}
    for pairs in PAIRS.values():
        for key, response in pairs:
            for preset in PRESETS:
                try:
                    scores = corefeval.score(TEXTS / key, TEXTS / response, preset=preset).scores
                except corefeval.CorefevalError as error:
                    found[f"{preset} {response} refused {error.problems[0].code}"] = None
                    continue
                for metric, parts in scores.items():
                    for part, value in parts.items():
                        place = f"{preset} {response} {metric} {part}"
                        found[place] = None if value is None else round(value, DIGITS)
    return found


def settings() -> dict[str, dict[str, object]]:
    """Return every setting of every preset, the defaults as `none`, the metric parameters of presets, and the default resampling."""
    chosen = {NO_PRESET: Settings(), **{name: preset.settings for name, preset in PRESETS.items()}}
    return {
        **{name: one.as_dict() for name, one in chosen.items()},
        "resampling": asdict(Resampling()),
        "parameters": {name: dict(preset.metric_parameters) for name, preset in PRESETS.items()},
    }


def read(file: Path) -> Numbers:
    """Return the numbers of a file."""
    found: Numbers = json.loads(file.read_text(encoding="utf-8"))
    return found


def released() -> Path | None:
    """Return the file of the last release, None if there is none yet."""

    def version(file: Path) -> tuple[int, ...]:
        return tuple(map(int, file.stem.split(".")))

    files = [file for file in FOLDER.glob("*.json") if file != NEXT]
    return max(files, key=version, default=None)


def changed(before: Numbers, now: Numbers) -> list[str]:
    """Return the presets with numbers that a release had and that are different now, or gone."""
    places = [place for place, value in before.items() if now.get(place, "gone") != value]
    return sorted({place.partition(" ")[0] for place in places})


def unnamed(presets: list[str], changelog: str) -> list[str]:
    """Return the presets that no bold text of the unreleased changes names."""
    unreleased = changelog.partition("## [Unreleased]")[2].partition("\n## [")[0]
    bold = " ".join(unreleased.split("**")[1::2])
    return [preset for preset in presets if f"`{preset}`" not in bold]


if __name__ == "__main__":
    NEXT.parent.mkdir(parents=True, exist_ok=True)
    NEXT.write_text(json.dumps(numbers(), indent=0) + "\n", encoding="utf-8")
    SETTINGS_FOLDER.mkdir(exist_ok=True)
    (SETTINGS_FOLDER / NEXT.name).write_text(json.dumps(settings(), indent=0) + "\n", encoding="utf-8")
