"""The slider that fixes error classes: its scores are those of explain --repair; bands turn solid and ribbons straight."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from corefeval.evaluation.score import score
from corefeval.explanation.explainer import explain
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import of_stories
from tests.paths import ROOT, SHARED
from tests.reports.conftest import METRICS, Watched
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND

AXE = ROOT / "tests" / "script" / "node_modules" / "axe-core" / "axe.min.js"
EXPLAINED = "conll,lea"
GUM = SHARED / "data" / "gum_pairs"


@pytest.fixture(scope="module")
def explained() -> Payload:
    """Return two systems explained in two metrics."""
    results = {
        name: score(of_stories(HARBOUR), of_stories(HARBOUR.with_chains(chains)), metrics=METRICS)
        for name, chains in (("first", HARBOUR_FIRST), ("second", HARBOUR_SECOND))
    }
    return of_results(results, metric=EXPLAINED)


@pytest.fixture(scope="module")
def two(visit: Callable[..., Watched], explained: Payload) -> Watched:
    """Return the page of the two systems."""
    return visit(explained)


def check_steps(report: Payload, system: int, key: Any, response: Any) -> None:
    """Check that the score after each step is that of the response repaired by the same classes."""
    found = explain(key, response, metrics=EXPLAINED, show="costs,errors")
    names = [one["name"] for one in report.index["classes"]]
    for path, metric in zip(report.index["systems"][system]["repairs"], EXPLAINED.split(","), strict=True):
        chosen = [names[place] for place in path["classes"]]
        counts = report.index["systems"][system]["counts"]
        assert sorted(path["classes"]) == [place for place, count in enumerate(counts) if count]
        costs = [
            report.index["systems"][system]["losses"][EXPLAINED.split(",").index(metric)][place]["shapley"]
            for place in path["classes"]
        ]
        assert costs == sorted(costs, reverse=True)
        assert len(path["scores"]) == len(chosen) + 1
        for step, shown in enumerate(path["scores"]):
            before, after = (
                found.repair(chosen[:step]).scores[metric]
                if step
                else [100 * found.attribution[metric].f1] * 2
            )
            assert 100 * shown == pytest.approx(after, abs=1e-4), (metric, step)
            assert 100 * path["scores"][0] == pytest.approx(before, abs=1e-4)
        assert path["scores"][-1] == pytest.approx(1)


def test_scores_are_those_of_explain(explained: Payload) -> None:
    """After each step the score equals that of explain --repair for the same classes; the last is 100."""
    for system, chains in enumerate((HARBOUR_FIRST, HARBOUR_SECOND)):
        check_steps(explained, system, of_stories(HARBOUR), of_stories(HARBOUR.with_chains(chains)))


def test_scores_of_real_files_are_those_of_explain() -> None:
    """The same on GUM, where heads are matched and singletons are left out."""
    key, response = GUM / "gum.dev.key.corefud.conllu", GUM / "gum.dev.xrenner.corefud.conllu"
    if not key.exists():
        pytest.skip("needs ../shared/data/gum_pairs")
    report = of_results({"s": score(key, response, metrics="conll,lea")}, metric=EXPLAINED)
    check_steps(report, 0, key, response)


def said(page: Any, place: str = "overview") -> str:
    """Return what the slider says."""
    found: str = page.get_attribute(f"#repair-{place}", "aria-valuetext")
    text = page.text_content(f".repair:has(#repair-{place}) output")
    assert text == found.replace("; ", " ")
    return found


def test_the_score_climbs_with_the_keys(two: Watched, explained: Payload) -> None:
    """`r` leads to the slider; each arrow fixes one class: its step is marked and the score is the next of the path."""
    path = explained.index["systems"][0]["repairs"][0]
    labels = [explained.index["classes"][place]["label"] for place in path["classes"]]
    page = two.go()
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.id") == "repair-overview"
    assert "nothing fixed" in said(page)
    for step, value in enumerate(path["scores"][1:], 1):
        page.keyboard.press("ArrowRight")
        assert f"CoNLL F1 {100 * value:.2f}" in said(page)
        assert said(page).endswith(", ".join(labels[:step]))
        assert page.locator(".step.fixed").count() == step
        assert page.text_content(".waterfall .score-dot.fixed + text") == f"{100 * value:.2f}"
        assert f"fixed={step}" in page.evaluate("location.hash")
        assert page.evaluate("document.activeElement.id") == "repair-overview"
    assert "CoNLL F1 100.00; A: all error classes fixed" in said(page)
    page.keyboard.press("Home")
    assert page.locator(".step.fixed").count() == 0
    assert "fixed=" not in page.evaluate("location.hash")


def test_the_metric_and_the_system_have_their_own_path(two: Watched, explained: Payload) -> None:
    """With another metric or system the slider has the classes and scores of these."""
    for system, letter in enumerate("AB"):
        for metric, label in enumerate(explained.index["loss_metrics"]):
            path = explained.index["systems"][system]["repairs"][metric]
            page = two.go(f"#fixed=2&system={letter}&metric={label}")
            names = [explained.index["classes"][place]["label"] for place in path["classes"][:2]]
            assert f"{label} {100 * path['scores'][2]:.2f}; {letter}: " in said(page)
            assert said(page).endswith(", ".join(names))


def test_bands_turn_solid_and_ribbons_straight(single: Watched, one_system: Payload) -> None:
    """In a document the mentions whose errors are all fixed are drawn as right; at the end there is nothing else."""
    path = one_system.index["systems"][0]["repairs"][0]
    data = next(iter(one_system.documents))
    classes = [one["name"] for one in one_system.index["classes"]]
    page = single.go("#doc=harbour")
    missing = sum(partner < 0 for partner in data["r"][0]["k"]["g"])
    assert page.locator("#text .tag.missed").count() == missing
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.id") == "repair-document"
    for step in range(1, len(path["classes"]) + 1):
        page.keyboard.press("ArrowRight")
        fixed = {classes[place] for place in path["classes"][:step]}
        bits = sum(1 << place for place in path["classes"][:step])
        left = sum(
            partner < 0 and bool(own & ~bits)
            for partner, own in zip(data["r"][0]["k"]["g"], data["r"][0]["k"]["b"], strict=True)
        )
        assert page.locator("#text .tag.missed").count() == left, fixed
        assert page.evaluate("document.activeElement.id") == "repair-document"
    assert "Whole corpus: CoNLL F1 100.00" in said(page, "document")
    assert page.locator("#text .tag.missed, #text .tag.invented, #text .tag .badge").count() == 0
    assert page.locator("#flow .hollow, #flow .loose, #flow .astray").count() == 0
    bent = page.eval_on_selector_all("#flow .ribbon", "paths => paths.map(path => path.getAttribute('d'))")
    assert len(bent) == len(data["k"]["i"])
    for path_data in bent:
        ((start, low, end, back),) = re.findall(
            r"M([\d.]+) [\d.]+C\S+ \S+ \S+ \S+ ([\d.]+) [\d.]+H([\d.]+)C\S+ \S+ \S+ \S+ ([\d.]+) ", path_data
        )
        assert (start, end) == (low, back)
    hash_now = page.evaluate("location.hash")
    assert single.go(hash_now).locator("#flow .hollow").count() == 0


def test_bands_have_the_colour_of_the_right_entity(single: Watched) -> None:
    """With all classes fixed the names above and below the words are those of the same entity, for every mention."""
    page = single.go("#doc=harbour&fixed=9")
    stacks = page.eval_on_selector_all(
        "#text .stack",
        "stacks => stacks.map(stack => [...stack.querySelectorAll('.tag')].map(tag => tag.textContent))",
    )
    assert stacks
    for names in stacks:
        assert len({re.sub("[^K0-9]", "", name) for name in names}) == 1
        assert names[0].strip("★").startswith("K")


def test_the_other_system_stays_as_it_is(two: Watched) -> None:
    """With two systems the slider fixes the errors of the one that is shown."""
    page = two.go("#doc=harbour&fixed=9&system=B")
    below = page.eval_on_selector_all("#flow .hollow", "paths => paths.map(path => path.dataset.mark)")
    assert below
    assert all(mark.endswith(" 0") for mark in below)
    assert page.locator("#text .tag.missed").count() == 0


def test_nothing_to_fix_has_no_slider(visit: Callable[..., Watched]) -> None:
    """Without errors there is no slider, and the key does nothing."""
    page = visit(of_results({"s": score(of_stories(HARBOUR), of_stories(HARBOUR), metrics=METRICS)})).go()
    assert page.locator(".repair").count() == 0
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.tagName") == "BODY"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing(visit: Callable[..., Watched], explained: Payload, theme: str, width: int) -> None:
    """Axe has nothing to say about the slider, wide and narrow, light and dark; nothing is wider than the window."""
    if not AXE.exists():
        pytest.skip("axe-core is missing: tests/script.sh installs it where there is npm")
    watched = visit(explained, size=(width, 900))
    for place in ("#", "#doc=harbour"):
        page = watched.go(f"{place}&fixed=2&theme={theme}")
        assert page.locator(".repair-slider:visible").count() == 1
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run({rules: {'label-content-name-mismatch': {enabled: true}}})")
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
