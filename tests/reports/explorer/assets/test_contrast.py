"""Two metrics held against each other: where one loses points and the other does not, in errors and in mentions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from corefeval.evaluation.score import score
from corefeval.explanation.explainer import explain
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import of_stories
from tests.paths import ROOT
from tests.reports.conftest import METRICS, Watched
from tests.reports.stories import HARBOUR, HARBOUR_FIRST

AXE = ROOT / "tests" / "script" / "node_modules" / "axe-core" / "axe.min.js"
RESPONSE = HARBOUR.with_chains(HARBOUR_FIRST)
PAIRS = [("LEA F1", "CoNLL F1"), ("CoNLL F1", "LEA F1"), ("Dominant F1", "LEA F1"), ("LEA F1", "Dominant F1")]


@pytest.fixture(scope="module")
def explained() -> Payload:
    """Return a system explained in three metrics, one of which judges mentions."""
    result = score(of_stories(HARBOUR), of_stories(RESPONSE), metrics=METRICS)
    return of_results({"s": result}, metric="conll,lea,dominant")


@pytest.fixture(scope="module")
def watched(visit: Callable[..., Watched], explained: Payload) -> Watched:
    """Return its page."""
    return visit(explained)


def losing() -> dict[str, tuple[set[int], set[int]]]:
    """Return for each metric the errors and the mentions that cost it points, from explain()."""
    found = explain(of_stories(HARBOUR), of_stories(RESPONSE), metrics="conll,lea,dominant")
    members = found.table.members
    owner, member = (each.tolist() for each in members.take(np.arange(len(members))))
    lost = {}
    for name, label in (("conll", "CoNLL F1"), ("lea", "LEA F1")):
        errors = set(np.flatnonzero(found.gained.deltas[name] > 0).tolist())
        lost[label] = errors, {one for error, one in zip(owner, member, strict=True) if error in errors}
    (table,) = found.outcomes.values()
    aligned = found.aligned
    rows = [
        int(np.flatnonzero((aligned.key_mention if is_key else aligned.response_mention) == mention)[0])
        for is_key, mention, gain in zip(
            table.is_of_key.tolist(), table.mention.tolist(), table.gain.tolist(), strict=True
        )
        if gain > 0
    ]
    mentions = set(rows)
    lost["Dominant F1"] = (
        {error for error, one in zip(owner, member, strict=True) if one in mentions},
        mentions,
    )
    return lost


def listed(page: Any) -> int:
    """Return how many lines the list says it has."""
    return int(page.text_content(".list-bar .note[role=status]").split()[0].replace(",", ""))


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_counts_are_those_of_explain(watched: Watched, first: str, second: str) -> None:
    """Errors and mentions of a pair are those whose repair raises the first metric and not the second; each number lists as many."""
    lost = losing()
    errors, mentions = (len(lost[first][place] - lost[second][place]) for place in (0, 1))
    page = watched.go()
    row = page.locator(".metric-pairs tbody tr").filter(
        has=page.locator("th", has_text=re.compile(f"^{first}$"))
    )
    row = row.filter(has=page.locator("td", has_text=re.compile(f"^{second}$")))
    cells = row.locator("td.number").all_text_contents()
    assert [int(each) for each in cells] == [mentions, errors]
    for place, count in enumerate((mentions, errors)):
        page = watched.go()
        if count:
            row.locator("td.number").nth(place).locator("button").click()
            page.wait_for_selector(".with-drawer .line-row .gain")
            assert listed(page) == count
            gains = page.locator(".line-row").evaluate_all(
                "rows => rows.map(row => [...row.querySelectorAll('.gain')].map(one => one.textContent))"
            )
            for one, other in gains:
                assert one.startswith(f"{first} +")
                assert other.startswith((f"{second} −", f"{second} –", f"{second} +0.0000"))


def test_why_lea_differs_from_conll_takes_four_clicks(watched: Watched, explained: Payload) -> None:
    """From the overview, the errors that LEA loses and CoNLL does not: one click; their class, the other way round and a document: four."""
    page = watched.go()
    page.click(".metric-pairs tr:has(th:has-text('LEA F1')) td.number >> nth=1 >> button")
    page.wait_for_selector(".line-row .gain")
    sentence = page.text_content(".metrics-sentence")
    assert "LEA F1 loses, CoNLL F1 does not: " in sentence
    assert "1 split entity" in sentence
    assert "fixing this error alone raises the score" in sentence
    assert "Dominant" not in sentence
    page.click(".metrics-sentence .leading")
    assert listed(page) == 1
    page.click(".line-row")
    page.wait_for_selector("body.reading .errors")
    split = page.locator(".inspector .errors li", has_text="split entity")
    assert split.count() == 1
    assert explained.index["silent_metrics"] == []


def test_a_link_and_keys_lead_there(watched: Watched) -> None:
    """The address holds the pair; `m` lists it, again the other way round; the two lists choose any pair; 0 ends it."""
    page = watched.go()
    page.keyboard.press("m")
    assert page.evaluate("document.activeElement.id") == "lines"
    assert page.text_content("#place") == "Concordance"
    assert "LEA F1 loses, CoNLL F1 does not" in page.text_content(".metrics-sentence")
    place = page.evaluate("location.hash")
    assert "metrics=LEA" in place
    page.keyboard.press("m")
    assert "CoNLL F1 loses, LEA F1 does not" in page.text_content(".metrics-sentence")
    page = watched.go(place)
    assert page.input_value("#loses") == "1"
    page.select_option("#loses", label="Dominant F1")
    page.select_option("#keeps", label="LEA F1")
    assert "Dominant F1 loses, LEA F1 does not" in page.text_content(".metrics-sentence")
    assert "right outcome for this mention" in page.text_content(".metrics-sentence")
    page.click("#turn-metrics")
    assert "LEA F1 loses, Dominant F1 does not" in page.text_content(".metrics-sentence")
    page.keyboard.press("0")
    assert page.locator(".metrics-sentence").count() == 0
    page.select_option("#loses", label="CoNLL F1")
    page.select_option("#loses", label="off")
    assert "metrics=" not in page.evaluate("location.hash")


def test_a_metric_without_losses_is_named(visit: Callable[..., Watched]) -> None:
    """Of two metrics that judge mentions the page has the outcomes of the first; it says that it has no losses of the second."""
    result = score(of_stories(HARBOUR), of_stories(RESPONSE), metrics=METRICS)
    report = of_results({"s": result}, metric="conll,dominant,lbcub")
    assert len(report.index["silent_metrics"]) == 1
    page = visit(report).go()
    note = page.text_content(".panel:has(.metric-pairs) .note")
    assert f"no losses of single mentions for {report.index['silent_metrics'][0]}." in note


def test_one_metric_has_nothing_to_differ_from(visit: Callable[..., Watched]) -> None:
    """Without a second metric there is no such panel, and the key does nothing."""
    watched = visit(of_results({"s": score([[1, 2], [3, 4]], [[1, 2, 3, 4]], metrics="conll")}))
    page = watched.go()
    assert page.locator(".metric-pairs").count() == 0
    page.keyboard.press("m")
    assert page.text_content("#place") == "Overview"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing(visit: Callable[..., Watched], explained: Payload, theme: str, width: int) -> None:
    """Axe has nothing to say about the view, wide and narrow, light and dark; nothing is wider than the window."""
    if not AXE.exists():
        pytest.skip("axe-core is missing: tests/script.sh installs it where there is npm")
    pair = "metrics=LEA+F1+loses%2C+CoNLL+F1+does+not"
    watched = visit(explained, size=(width, 900))
    for place in ("list=auto", "drawer=auto"):
        page = watched.go(f"#{place}&{pair}&theme={theme}")
        assert page.locator(".metrics-sentence").count() == 1
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run({rules: {'label-content-name-mismatch': {enabled: true}}})")
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_errors_whose_repair_lowers_the_score_are_counted_truly(watched: Watched) -> None:
    """Where fixing what is chosen lowers the score, the sentence names the most frequent class and says that the score falls."""
    page = watched.go("#metrics=LEA+F1+loses%2C+CoNLL+F1+does+not")
    story = page.text_content(".story")
    assert "1 error among cases where LEA F1 loses, CoNLL F1 does not" in story
    assert re.search(r"fixing each of them alone lowers CoNLL F1 by 0\.33 points", story)
    assert "Most come from 1 split entity" in story
