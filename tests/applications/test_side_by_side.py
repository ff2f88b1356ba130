"""Systems side by side for all uses: rankings, and their output."""

from __future__ import annotations

import json

import pytest

from corefeval.applications.side_by_side import compare_uses
from corefeval.reports.show import render
from tests.applications.small_texts import (
    EAGER,
    KEY,
    two_systems,
)
from tests.goldens import Goldens


def test_ranking_turns_between_uses() -> None:
    """A system for translation and one for search: each leads for its use, and both leads are real."""
    key, systems = two_systems()
    compared = compare_uses(key, systems, "all", resamples=200)
    assert {name: lead.system for name, lead in compared.leads.items()} == {
        "entity-sequences": "names",
        "summarisation": "pronouns",
        "translation": "pronouns",
        "search": "names",
        "facts-about-names": "pronouns",
        "facts": "names",
        "any": "names",
    }
    assert all(lead.is_real for lead in compared.leads.values())
    told = [(row["use"], row["system"]) for row in compared.rows().rows]
    assert {*told} >= {(use, system) for use in compared.leads for system in systems}
    assert [(turn.ahead, turn.behind) for turn in compared.turns["translation"]] == [("pronouns", "names")]
    assert compared.turns["search"] == ()
    shown = " ".join(render(compared, "table", width=80).split())
    assert "The ranking turns with the use" in shown
    assert "pronouns leads for summarisation, translation, facts-about-names." in shown
    assert "For summarisation it depends on the mentions that count: with all mentions" in shown
    assert json.loads(render(compared, "json"))["uses"]["search"]["lead"]["is_real"]


def test_order_survives() -> None:
    """A system against itself turns nothing, whatever is chosen."""
    compared = compare_uses(KEY, {"one": EAGER, "two": EAGER}, "all", resamples=0)
    assert not any(order.turns for each in compared.orders.values() for order in each)
    assert "The order stays the same with all other choices" in str(compared)
    assert not compared.leaders
    assert "The first two have the same score for entity-sequences" in str(compared)
    assert "one leads" not in str(compared)


@pytest.mark.parametrize("name", ["compare-80.txt", "compare.md", "compare.json"])
def test_golden_comparison(name: str, golden: Goldens) -> None:
    """Two systems side by side for all uses, in every kind of output."""
    key, systems = two_systems()
    compared = compare_uses(key, systems, "all", resamples=200)
    kind = {"txt": "table", "md": "markdown", "json": "json"}[name.rpartition(".")[2]]
    golden(f"applications/{name}", render(compared, kind, width=80, colour=False).rstrip("\n") + "\n")
