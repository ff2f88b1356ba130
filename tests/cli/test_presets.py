"""corefeval presets, as it is typed."""

from __future__ import annotations

import json

import pytest

from corefeval.presets import PRESETS
from tests.cli.conftest import Run
from tests.goldens import Goldens


def test_list(run: Run, golden: Goldens) -> None:
    """Every preset with what it reproduces."""
    golden("cli/presets.txt", run("presets").out, width=80)


@pytest.mark.parametrize("name", ["perl", "crac24"])
def test_page(name: str, run: Run, golden: Goldens) -> None:
    """Settings, metrics, the official scorer, and what cannot be reproduced."""
    golden(f"cli/presets-{name}.txt", run("presets", name).out, width=80)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_page(name: str, run: Run) -> None:
    """As text, Markdown and JSON."""
    assert PRESETS[name].title.split(":")[0] in " ".join(run("presets", name).out.split())
    assert run("presets", name, "-f", "markdown").out.startswith(f"# `{name}`\n")
    assert (
        json.loads(run("presets", name, "-f", "json").out)["settings"]["match"]
        == PRESETS[name].settings.match
    )


def test_json_list(run: Run) -> None:
    """The list as data."""
    assert [preset["name"] for preset in json.loads(run("presets", "-f", "json").out)] == list(PRESETS)


def test_unknown(run: Run) -> None:
    """An unknown name is wrong usage, and the known ones are named."""
    done = run("presets", "crac42")
    assert done.status == 2
    assert "CE050" in done.err
    assert "crac24" in done.err
