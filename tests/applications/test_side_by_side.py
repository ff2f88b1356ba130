"""Systems side by side for all uses: rankings, and their output."""

from __future__ import annotations

import json

import pytest

from corefeval.applications.side_by_side import compare_uses
from corefeval.comparison.compare import compare
from corefeval.examples import FOLDER
from corefeval.reports.show import render
from tests.applications.small_texts import (
    CAUTIOUS,
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
    assert [turn.ahead for order in compared.orders["summarisation"] for turn in order.turns] == ["names"] * 2
    assert json.loads(render(compared, "json"))["uses"]["search"]["lead"]["is_real"]


def test_order_survives() -> None:
    """A system against itself turns nothing, whatever is chosen."""
    compared = compare_uses(KEY, {"one": EAGER, "two": EAGER}, "all", resamples=0)
    assert not any(order.turns for each in compared.orders.values() for order in each)
    assert not compared.leaders
    assert "one leads" not in str(compared)


def test_the_use_itself_ranks_systems() -> None:
    """With trees each use is ranked by what measures it, tested as compare() does; the headline follows it."""
    systems = {"eager": EAGER, "cautious": CAUTIOUS}
    compared = compare_uses(KEY, systems, "facts-about-names", resamples=200)
    (use,) = compared.uses
    assert compared.ranked_by(use) == "use.facts-names"
    plain = compare(KEY, systems, metrics="parent,conll,use.facts-names", resamples=200)
    assert compared.leads["facts-about-names"] == plain.leads["use.facts-names"]
    assert {system: compared.units(use, system) for system in systems} == {
        "eager": (5, 6),
        "cautious": (4, 6),
    }
    assert compared.comparison.ranks.metric == "use.facts-names"
    shown = json.loads(render(compared, "json"))["uses"]["facts-about-names"]
    assert (shown["ranked_by"], shown["metric"]) == ("use.facts-names", "parent")
    assert shown["headline_lead"]["metric"] == "parent"
    assert ("facts-about-names", "use.facts-names", 6) in [
        (row["use"], row["metric"], row["cases"]) for row in compared.rows().rows
    ]


def test_a_proxy_ranks_systems_without_trees() -> None:
    """Without trees, where entities are resampled, and for any use the headline ranks."""
    bare = {name: FOLDER / f"{name}.conll" for name in ("eager", "cautious")}
    alone = compare_uses(FOLDER / "key.conll", bare, "all", resamples=0, language="en")
    systems = {"eager": EAGER, "cautious": CAUTIOUS}
    drawn = compare_uses(KEY, systems, "facts", resamples=10, resample="entities")
    for compared in (alone, drawn):
        for use in compared.uses:
            assert compared.ranked_by(use) == use.headline
            assert compared.units(use, "eager") is None
    both = compare_uses(KEY, systems, "all", resamples=0)
    found = {use.name: both.is_measured(use) for use in both.uses}
    assert found == {**dict.fromkeys(found, True), "any": False}


@pytest.mark.parametrize("name", ["compare-80.txt", "compare.md", "compare.json"])
def test_golden_comparison(name: str, golden: Goldens) -> None:
    """Two systems side by side for all uses, in every kind of output."""
    key, systems = two_systems()
    compared = compare_uses(key, systems, "all", resamples=200)
    kind = {"txt": "table", "md": "markdown", "json": "json"}[name.rpartition(".")[2]]
    golden(f"applications/{name}", render(compared, kind, width=80, colour=False).rstrip("\n") + "\n")
