"""What an application loses, as the page shows it, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import corefeval
from corefeval.evaluation.result import Result
from corefeval.reports.explorer.page import of_results
from tests.files import QUAY, QUAY_KEY, QUAY_RESPONSE, Entities, parsed
from tests.reports.conftest import Watched
from tests.reports.explorer.test_page_faults import AXE

EVIL = "</script><img/src=x/onerror=alert(7)>"
"""A word that is markup."""
HOSTILE = [[line.replace("Olaf", EVIL) for line in sentence] for sentence in QUAY]
PANEL = "section:has(> .lost)"


@pytest.fixture
def scored(tmp_path: Path) -> Callable[..., Result]:
    """Return what scores entities on the text about Mara Lind, in which Olaf has a hostile name."""
    text = parsed(tmp_path / "quay.conllu", {"quay": HOSTILE})

    def score(response: Entities, language: str | None = None) -> Result:
        return corefeval.score({"quay": QUAY_KEY}, {"quay": response}, text=text, language=language)

    return score


def test_lost_facts_lead_to_their_document(
    visit: Callable[..., Watched], scored: Callable[..., Result]
) -> None:
    """Each system has its losses with key and system side by side; a sentence opens its document at the mention."""
    results = {"first": scored(QUAY_RESPONSE, language="en"), "second": scored([], language="en")}
    watched = visit(of_results(results))
    page = watched.go()
    shown = page.locator(PANEL)
    assert shown.locator("option").count() == 5
    assert shown.locator("li").all_text_contents() == [
        "A: of 4 facts, 2 are right, 2 about a wrong entity, 0 missing.",
        "B: of 4 facts, 0 are right, 0 about a wrong entity, 4 missing.",
    ]
    cells = shown.locator("tbody tr").first.locator("td").all_text_contents()
    assert cells[3:] == [f"{EVIL} thanked her", f"{EVIL} · thanked · Mara Lind", f"{EVIL} · thanked · {EVIL}"]
    shown.locator("select").select_option("pronouns that a noun can replace")
    assert shown.locator("tbody tr").count() == 2
    if AXE.exists():
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(f"axe.run('{PANEL}')")["violations"] == []
    shown.locator(".leading").first.click()
    page.wait_for_selector("#s2 .cell")
    assert page.evaluate("location.hash").endswith("mention=k5")
    assert page.locator("img").count() == 0


def test_uses_need_trees_and_pronouns_a_language(
    visit: Callable[..., Watched], single: Watched, scored: Callable[..., Result]
) -> None:
    """A key without trees has no panel; without a language only uses are shown that have no rules of one."""
    assert single.go().locator(PANEL).count() == 0
    report = of_results({"first": scored(QUAY_RESPONSE)})
    uses = report.index["systems"][0]["uses"]
    assert [each["label"] for each in uses] == [
        "facts",
        "facts about named entities",
        "steps of event chains",
    ]
    assert visit(report).go().locator(f"{PANEL} li").count() == 1
