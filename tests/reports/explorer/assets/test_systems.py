"""Several systems in the page: what one mends and breaks against another, and which of them are right about which mentions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from corefeval import compare, difference, report
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.problems import UsageError
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import Story, of_stories
from tests.refuses import refuses
from tests.reports.conftest import METRICS, Watched
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND

OTHER = Story("other", HARBOUR.sentences, HARBOUR_FIRST)
KEY = of_stories(HARBOUR, OTHER)
CHAINS = {"first": HARBOUR_FIRST, "second": HARBOUR_SECOND, "empty": {}}


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    """Three systems on two documents: one that finds nothing in the first."""
    return {
        name: score(KEY, of_stories(HARBOUR.with_chains(chains), OTHER), metrics=METRICS)
        for name, chains in CHAINS.items()
    }


@pytest.fixture(scope="module")
def three(results: dict[str, Result]) -> Payload:
    """The page of three systems."""
    return of_results(results)


@pytest.fixture(scope="module")
def watched(visit: Callable[..., Watched], three: Payload) -> Watched:
    """That page, opened."""
    return visit(three)


def test_pairs_are_those_of_explain(three: Payload) -> None:
    """Each two systems have the counts of difference(), and the tests of compare() of all pairs."""
    names = list(CHAINS)
    responses = {name: of_stories(HARBOUR.with_chains(chains), OTHER) for name, chains in CHAINS.items()}
    compared = compare(KEY, responses, metrics=METRICS, pairs="all").tests
    tests = {(test.against, test.system, test.metric): test.difference or 0.0 for test in compared}
    tests |= {(test.system, test.against, test.metric): -(test.difference or 0.0) for test in compared}
    pairs = three.index["differences"]
    assert [(pair["first"], pair["second"]) for pair in pairs] == list(combinations(range(3), 2))
    for pair in pairs:
        one, other = names[pair["first"]], names[pair["second"]]
        found = difference(KEY, responses[one], responses[other], metrics="conll")
        for shown, each in zip(pair["classes"], found.by_class, strict=False):
            assert [shown[name] for name in ("before", "fixed", "broken", "after")] == [
                each.before,
                each.fixed,
                each.broken,
                each.after,
            ]
            assert shown["points"] == pytest.approx(each.points["conll"] / 100, abs=1e-6)
        everything = found.by_type()[-1]
        assert sum(each["fixed"] + each["dropped"] for each in pair["types"]) == int(
            found.mentions.is_fixed.sum()
        )
        assert sum(each["broken"] for each in pair["types"]) == everything.broken
        for shown, metric in zip(pair["tests"], METRICS.split(","), strict=True):
            assert shown["difference"] == pytest.approx(tests[one, other, metric], abs=1e-6)


def test_a_pair_is_chosen_and_read(watched: Watched, three: Payload) -> None:
    """The tables follow the pair, in either order; its numbers lead to so many mentions; the link brings it back."""
    page = watched.go()
    assert page.locator(".panel", has_text="What B fixes and breaks compared with A").count() == 1
    page.select_option("#versus-1", "2")
    assert "versus=AC" in page.evaluate("location.hash")
    pair = next(each for each in three.index["differences"] if (each["first"], each["second"]) == (0, 2))
    changes = [sum(each[name] for each in pair["types"]) for name in ("fixed", "broken", "dropped", "added")]
    fixed, broken, dropped, added = map(str, changes)
    cells = page.locator(".changes.mentions tbody tr").first.locator("button")
    assert cells.all_text_contents() == [fixed, broken, dropped, added]
    page.select_option("#versus-0", "2")
    assert page.locator(".panel", has_text="What A fixes and breaks compared with C").count() == 1
    assert cells.all_text_contents() == [broken, fixed, added, dropped]
    place = page.evaluate("location.hash")
    assert watched.go(place).locator("#versus-0").input_value() == "2"
    page.locator(".changes.mentions tbody tr").first.locator("button").first.click()
    page.wait_for_selector(".line-row")
    assert page.text_content(".list-bar .note").split()[0] == broken


def test_errors_of_a_class_are_read(watched: Watched, three: Payload) -> None:
    """The number of a class leads to the errors of that system."""
    page = watched.go()
    place = next(
        number for number, each in enumerate(three.index["differences"][0]["classes"]) if each["after"]
    )
    kind = three.index["classes"][place]["label"]
    count = three.index["systems"][1]["counts"][place]
    page.locator(".changes.errors tbody tr", has_text=kind).locator("button").last.click()
    page.wait_for_selector(".line-row")
    assert page.text_content(".list-bar .note").split()[0] == str(count)
    assert "system=B" in page.evaluate("location.hash")


def test_agreement_of_all(watched: Watched, three: Payload) -> None:
    """Combinations add up to all mentions, and each leads to as many as it says; so do numbers of systems."""
    page = watched.go()
    rows = page.locator(".upset tbody tr")
    counts = [int(text.replace(",", "")) for text in rows.locator("button").all_text_contents()]
    assert sum(counts) == three.mentions.size
    assert counts == sorted(counts, reverse=True)
    by_number = page.locator(".by-number button")
    assert by_number.count() == 4
    assert sum(int(text.split(": ")[1]) for text in by_number.all_text_contents()) == three.mentions.size
    wanted = int(by_number.nth(1).text_content().split(": ")[1])
    by_number.nth(1).click()
    page.wait_for_selector("#concordance:not([hidden])")
    assert page.text_content(".list-bar .note").split()[0] == str(wanted)
    page = watched.go()
    rows.first.locator("button").click()
    page.wait_for_selector(".line-row")
    assert page.text_content(".list-bar .note").split()[0] == str(counts[0])


def test_badges_are_of_the_pair(watched: Watched) -> None:
    """In a document marks say which of the two chosen systems alone is right."""
    page = watched.go("#doc=harbour&versus=AC")
    page.wait_for_selector("#text .badge.pair", state="attached")
    assert {text[0] + text[2] for text in page.locator("#text .badge.pair").all_text_contents()} == {"AC"}


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_panels_fit(visit: Callable[..., Watched], three: Payload, width: int) -> None:
    """No part of the page is wider than the screen, whatever the tables hold."""
    page = visit(three, size=(width, 900)).go()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in page.locator(".panel:has(.changes), .panel:has(.upset)").all():
        found = box.bounding_box()
        assert found["x"] + found["width"] <= width + 1


def test_up_to_eight_systems(results: dict[str, Result], visit: Callable[..., Watched]) -> None:
    """Eight open without an error; nine are refused, and so is none."""
    every = {f"system {number}": list(results.values())[number % 3] for number in range(9)}
    with refuses(UsageError, "CE118", "page-shows-systems-named", systems=8, named=9):
        report(every)
    with refuses(UsageError, "CE118", "page-shows-systems-named", systems=8, named=0):
        report({})
    del every["system 8"]
    page = visit(of_results(every)).go("#versus=HC")
    assert page.locator(".panel", has_text="What C fixes and breaks compared with H").count() == 1
    assert page.locator(".upset thead th").count() == 9
    page.keyboard.press("n")
    page.wait_for_selector("#document:not([hidden])")


def test_one_system_has_no_such_panels(single: Watched) -> None:
    """Nothing is held against itself."""
    page = single.go()
    assert page.locator(".changes, .upset, .versus").count() == 0


def test_of_eight_systems_each_thing_is_reported_once(visit: Callable[..., Watched]) -> None:
    """Systems that chose the same share a sentence; the switch has their letters, and the flow says which one is below."""
    chains = [HARBOUR_FIRST, HARBOUR_SECOND]
    results = {
        f"a long name of system {place}": score(
            KEY, of_stories(HARBOUR.with_chains(chains[place % 2]), OTHER), metrics="conll"
        )
        for place in range(8)
    }
    page = visit(of_results(results)).go("#doc=harbour&system=C&mention=k0")
    said = page.locator(".verdict").all_text_contents()
    assert 1 <= len(said) <= 2
    letters = ", ".join(text.split(":")[0] for text in said)
    assert sorted(letters.split(", ")) == list("ABCDEFGH")
    terms = [text for text in page.locator("#details dt").all_text_contents() if text.startswith("Decision ")]
    assert len(terms) <= 2
    assert page.locator("#systems button").all_text_contents() == list("ABCDEFGH")
    assert "key above, C below" in page.text_content("#flow")
