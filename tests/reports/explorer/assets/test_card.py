"""The card of a mark: in pictures, tables, lists, the heat map and the flow, by pointer and by keys; a click opens a drawer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from corefeval.reports.explorer.payload import Payload
from tests.paths import ROOT
from tests.reports.conftest import Watched

AXE = ROOT / "tests" / "script" / "node_modules" / "axe-core" / "axe.min.js"
OVERVIEW = {
    "step of the waterfall": ".step",
    "cell of errors": ".matrix .cell",
    "score": ".scores-table .cell",
    "bar": ".bar-row",
    "documents of a score": ".bin",
    "scores by type": ".part[data-value]",
    "metrics": ".metric-pairs .cell",
    "document": "#table .doc-row",
}
COMPARED = {
    "system": ".figure:has-text('Ranking') .part",
    "score": ".scores-table .cell",
    "fixed mentions": ".changes.mentions .cell",
    "errors of a system": ".changes.errors .cell",
    "combination": ".upset .cell",
}
IN_DOCUMENT = {
    "ribbon": ".ribbon:not(.hollow, .loose)",
    "missing": ".ribbon.hollow",
    "entity": "#flow .block",
    "confusion": ".confusion td .shared",
    "head": ".confusion th button",
    "errors of the document": ".loss-row",
    "listed document": "#documents .doc-row",
}


def told(page: Any) -> list[str]:
    """Return what the card says: name, facts and a line of the text."""
    page.wait_for_selector("#card .example")
    found: list[str] = page.eval_on_selector_all("#card > *", "parts => parts.map(part => part.textContent)")
    return found


def shows_a_card(page: Any, selector: str, what: str) -> None:
    """Check the card of the first such mark, and that it goes away."""
    mark = page.locator(selector).first
    mark.scroll_into_view_if_needed()
    mark.hover()
    name, *facts, example = told(page)
    assert name, what
    assert any(character.isdigit() for character in " ".join(facts)), what
    assert example.startswith("… "), what
    box = page.locator("#card").bounding_box()
    size = page.viewport_size
    assert box["x"] >= 0, what
    assert box["y"] >= 0, what
    assert box["x"] + box["width"] <= size["width"], what
    assert box["y"] + box["height"] <= size["height"], what
    page.mouse.move(0, 0)
    assert not page.is_visible("#card"), what


def test_every_mark_of_the_overview_has_a_card(single: Watched, double: Watched) -> None:
    """Marks of pictures, tables and lists show name, numbers and a line of the text; nothing that is a mark has none."""
    for watched, marks in ((single, OVERVIEW), (double, COMPARED)):
        page = watched.go()
        for what, selector in marks.items():
            shows_a_card(page, selector, what)
        bare = page.eval_on_selector_all(
            "#overview [data-mark]:not([data-card])", "marks => marks.map(mark => mark.outerHTML)"
        )
        assert bare == []
        assert page.locator("#overview svg [title], #overview td [title]").count() == 0


def test_every_mark_of_a_document_has_a_card(single: Watched) -> None:
    """So have the marks of the flow, the heat map and the errors of a document."""
    page = single.go("#doc=harbour")
    for what, selector in IN_DOCUMENT.items():
        shows_a_card(page, selector, what)


def test_cards_fit_a_narrow_screen(visit: Callable[..., Watched], one_system: Payload) -> None:
    """On a phone the card stays inside the window."""
    page = visit(one_system, size=(390, 844)).go()
    for what, selector in OVERVIEW.items():
        shows_a_card(page, selector, what)


def test_the_focus_shows_the_card_and_describes_the_mark(single: Watched) -> None:
    """A cell that has the focus from the keyboard is described by its card; Escape hides it, and the cell keeps the focus."""
    page = single.go()
    page.keyboard.press("Tab")
    page.focus(".matrix .cell")
    name, *facts, _ = told(page)
    assert "," in name
    assert facts[0].endswith(("error", "errors"))
    assert page.get_attribute(".matrix .cell:focus", "aria-describedby") == "card"
    page.keyboard.press("Escape")
    assert not page.is_visible("#card")
    page.focus(".scores-table .cell")
    assert page.locator("[aria-describedby=card]").count() == 1
    page.evaluate("document.activeElement.blur()")
    assert page.locator("[aria-describedby=card]").count() == 0
    page.focus("#table")
    page.keyboard.press("ArrowDown")
    assert told(page)[0] == page.text_content("#table .doc-row[aria-selected=true] .name")


def test_the_flow_is_gone_through_with_keys(single: Watched) -> None:
    """The flow is one stop for Tab; arrows go from mark to mark, from left to right; Enter selects the mention."""
    page = single.go("#doc=harbour")
    assert page.locator("#flow [tabindex='0']").count() == 1
    page.focus("#flow [tabindex='0']")
    seen = []
    for _ in range(4):
        mark, order = (page.get_attribute("#flow .part:focus", name) for name in ("data-mark", "data-order"))
        seen.append((mark, float(order)))
        assert page.get_attribute("#flow .part:focus", "aria-label")
        assert page.is_visible("#card")
        page.keyboard.press("ArrowRight")
    assert len({mark for mark, _ in seen}) == 4
    assert [place for _, place in seen] == sorted(place for _, place in seen)
    page.keyboard.press("Enter")
    assert "mention=" in page.evaluate("location.hash")
    assert page.text_content("#details h2") != "Inspector"


@pytest.mark.parametrize("selector", list(OVERVIEW.values())[:-1])
def test_a_click_opens_a_drawer(single: Watched, selector: str) -> None:
    """A click on a mark leaves the overview where it is and shows lines beside it."""
    page = single.go()
    page.locator(selector).first.click()
    page.wait_for_selector(".with-drawer .line-row")
    assert page.text_content("#place") == "Overview"
    assert page.is_visible("#overview")
    assert not page.is_visible("#card")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_about_cards(single: Watched, theme: str) -> None:
    """Axe has nothing to say while a card is open: of a cell, of a step, of a ribbon."""
    if not AXE.exists():
        pytest.skip("axe-core is missing: tests/script.sh installs it where there is npm")
    for place, selector in (("#", ".matrix .cell"), ("#", ".step"), ("#doc=harbour", "#flow .part")):
        page = single.go(f"{place}&theme={theme}")
        page.locator(selector).first.focus()
        told(page)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run({rules: {'label-content-name-mismatch': {enabled: true}}})")
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
