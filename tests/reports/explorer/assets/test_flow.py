"""Entity flow: blocks, ribbons, and the picture as a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from corefeval.evaluation.score import score
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import Story, of_stories
from tests.reports.conftest import Watched

HARBOUR_AT = "#doc=harbour"
SVG = "{http://www.w3.org/2000/svg}"


def ribbons(page: Any, look: str) -> list[int]:
    """Return how many mentions each ribbon of a kind has."""
    found: list[int] = page.eval_on_selector_all(
        look, "ribbons => ribbons.map(ribbon => Number(ribbon.dataset.mentions))"
    )
    return sorted(found)


def test_ribbons_are_shared_mentions(single: Watched, one_system: Payload) -> None:
    """A ribbon has the mentions that two entities share; hollow ends are those missed, loose ones those invented."""
    data = next(iter(one_system.documents))
    reading = data["r"][0]
    key, response = data["k"]["e"], reading["m"]["e"]
    pairs = enumerate(reading["k"]["g"])
    cells = Counter((key[row], -1 if partner < 0 else response[partner]) for row, partner in pairs)
    loose = Counter(response[row] for row, partner in enumerate(reading["q"]["g"]) if partner < 0)
    page = single.go(HARBOUR_AT)
    assert ribbons(page, ".ribbon:not(.hollow, .loose)") == sorted(
        count for (_, other), count in cells.items() if other >= 0
    )
    assert ribbons(page, ".ribbon.hollow") == sorted(
        count for (_, other), count in cells.items() if other < 0
    )
    assert ribbons(page, ".ribbon.loose") == sorted(loose.values())
    astray = sum(1 for (ours, theirs) in cells if theirs >= 0 and reading["a"][theirs] != ours)
    assert page.locator(".ribbon.astray").count() == astray
    blocks = page.locator(".block").evaluate_all("blocks => blocks.map(block => block.dataset.entity)")
    assert sorted(blocks) == sorted(
        [f"K{one}" for one in range(len(data["k"]["i"]))]
        + [f"R{one}" for one in range(len(reading["m"]["i"]))]
    )


def test_clicks_lead_to_the_mentions(single: Watched) -> None:
    """A click on a ribbon selects its mentions one after the other, one on a block the first of the entity."""
    page = single.go(HARBOUR_AT)
    ribbon = page.locator(".ribbon:not(.hollow, .loose)").first
    ribbon.click()
    first = page.get_attribute(".tag.selected", "data-mention")
    page.locator(".ribbon:not(.hollow, .loose)").first.click()
    assert page.get_attribute(".tag.selected", "data-mention") != first
    page.click(".block[data-entity=K3]")
    assert page.text_content(".tag.selected").startswith("K3")
    assert page.locator(".block.chosen").count() >= 2


def test_two_systems_stand_above_and_below_the_key(double: Watched, two_systems: Payload) -> None:
    """The first system is above the key, the second below it, each with ribbons of its own."""
    page = double.go(HARBOUR_AT)
    heights = dict(
        page.locator(".block").evaluate_all(
            "blocks => blocks.map(block => [block.dataset.entity[0], Math.round(block.getBoundingClientRect().top)])"
        )
    )
    assert heights["A"] < heights["K"] < heights["B"]
    data = next(iter(two_systems.documents))
    missed = sum(partner < 0 for reading in data["r"] for partner in reading["k"]["g"])
    assert sum(ribbons(page, ".ribbon.hollow")) == missed


def test_filters_leave_the_ribbons_they_ask_for(single: Watched) -> None:
    """Ribbons without a mention that passes the filters are faint, the others are not."""
    page = single.go(f"{HARBOUR_AT}&class=missing mention")
    faint = page.locator(".ribbon.faint").count()
    assert 0 < faint < page.locator(".ribbon").count()
    assert page.locator(".ribbon.hollow:not(.faint)").count() > 0


def save(page: Any) -> None:
    """Save the flow as an SVG in light colours."""
    page.click("#flow .save summary")
    page.click("#flow .save [data-save=svg-light]")


def test_saved_picture_stands_alone(single: Watched, tmp_path: Path, visit: Callable[..., Watched]) -> None:
    """The file is an SVG that needs no style but its own: plain colours, all blocks and ribbons, no code."""
    page = single.go(HARBOUR_AT)
    with page.expect_download() as waiting:
        save(page)
    assert waiting.value.suggested_filename == "harbour-flow.svg"
    path = tmp_path / "flow.svg"
    waiting.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"var\(|oklch|class=|style=|<script|onclick", text)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    words = [one.text for one in root.iter(f"{SVG}text")]
    assert "key" in words
    assert any(word and word.startswith("K0") for word in words)
    colors = {one.get("fill") for one in root.iter(f"{SVG}path")}
    assert all(color is None or re.fullmatch(r"none|#[0-9a-f]{6}|url\(.*\)", color) for color in colors)
    shown = visit(text).page
    shown.goto(path.as_uri())
    assert shown.evaluate("document.documentElement.getBoundingClientRect().width") > 300


def test_all_groups_are_saved_whatever_is_in_sight(visit: Callable[..., Watched], tmp_path: Path) -> None:
    """Of many entities the file has all, with the names of the rows and what the signs mean, also where the page is scrolled."""
    words = " ".join(f"w{place}" for place in range(240))
    chains = {str(place): f"{2 * place}-{2 * place} {2 * place + 1}-{2 * place + 1}" for place in range(120)}
    story = Story("long", (words,), chains)
    result = score(of_stories(story), of_stories(story), metrics="conll")
    page = visit(of_results({"system": result})).go("#doc=long")
    page.click("text=all 120 groups")
    page.eval_on_selector(".flow-scroll", "box => { box.scrollLeft = 2000; }")
    with page.expect_download() as waiting:
        save(page)
    path = tmp_path / "flow.svg"
    waiting.value.save_as(path)
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    words_of = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert sum(word.startswith("K") for word in words_of) == 120
    assert {"key", "response", "missing", "spurious"} <= set(words_of)
    width = float(root.get("width") or 0)
    assert (root.get("viewBox") or "").split()[2:] == [root.get("width"), root.get("height")]
    assert width > max(float(one.get("x") or 0) for one in root.iter(f"{SVG}rect") if one.get("rx"))
