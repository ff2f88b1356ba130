"""Relations beyond identity in the page: the bundled example, every item with its outcome."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from corefeval.evaluation.score import score
from corefeval.examples import FOLDER
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.reports.conftest import Watched, made

AT = "#doc=train"
NAMES = ("relations.key.conllua", "relations.system.conllua")


@pytest.fixture(scope="module")
def relations() -> Payload:
    """Return the example."""
    key, system = (FOLDER / name for name in NAMES)
    return of_results({"system": score(key, system, metrics="conll,non-referring")})


@pytest.fixture(scope="module")
def shown(visit: Callable[..., Watched], relations: Payload) -> Watched:
    """Return its page."""
    return visit(relations)


def test_every_item_is_visible_with_its_outcome(shown: Watched, relations: Payload) -> None:
    """Behind the words of each, and in the list, stand its kind and what became of it, in words."""
    data = next(iter(relations.documents))
    kinds = relations.index["relations"]
    outcomes = [one["name"] for one in relations.index["relation_outcomes"]]
    expected = [(kinds[row["c"]], outcomes[row["o"]]) for row in data["r"][0]["rel"]]
    assert len(expected) == 8
    assert {kind for kind, _ in expected} == set(kinds)
    for place in (AT, AT + "&view=columns"):
        page = shown.go(place)
        for number, (kind, outcome) in enumerate(expected):
            text = page.locator(f"#text [data-relation=x{number}]").first.text_content()
            assert text.startswith(kind)
            assert text.endswith(outcome)
    listed = page.locator(".relation-list .relation-tag").all_text_contents()
    assert [
        (text.split(" ")[0], text.endswith(outcome))
        for text, (_, outcome) in zip(listed, expected, strict=True)
    ] == [(kind.split(" ")[0], True) for kind, _ in expected]


def test_arcs_lead_to_anchors_elements_and_segments(shown: Watched, relations: Payload) -> None:
    """Each relation has dotted arcs to all that is right, and others to what the system chose where that is not right."""
    rows = next(iter(relations.documents))["r"][0]["rel"]
    page = shown.go(AT)
    assert page.locator(".arc.relation-right").count() == sum(len(row["y"]) for row in rows)
    wrong = sum(
        len(row["v"]) for row in rows if relations.index["relation_outcomes"][row["o"]]["name"] != "right"
    )
    assert page.locator(".arc.relation-chosen").count() == wrong
    styles = [
        page.eval_on_selector(look, "arc => getComputedStyle(arc).strokeDasharray")
        for look in (".arc.relation-right", ".arc.relation-chosen")
    ]
    assert "none" not in styles
    assert styles[0] != styles[1]
    page.click(".relation-switch")
    assert page.locator(".arc").count() == 0


def test_a_chosen_relation_is_reported_in_words(shown: Watched) -> None:
    """The inspector says what the system chose and what is right, the address holds it, Escape leaves it."""
    page = shown.go(AT)
    page.click(".relation-list button:has-text('the engine')")
    assert page.text_content(".verdict") == "The system anchors it to the station, right is the train."
    assert page.locator(".chip").count() == 2
    page = shown.go(page.evaluate("location.hash"))
    assert page.text_content(".verdict").endswith("right is the train.")
    page.keyboard.press("Escape")
    assert page.locator(".verdict").count() == 0
    page.click("#text [data-relation] >> nth=0")
    assert "makes it up of Anna + the station, right is Anna + Ben" in page.text_content(".verdict")
    page.click("#tag-k0")
    assert page.locator(".relation-list .now").count() == 0


def test_one_relation_of_many_is_set_off(visit: Callable[..., Watched], relations: Payload) -> None:
    """With more than ten relations in a text, only the words of the chosen one are set off."""
    report = made(relations)
    reading = report.documents[0]["r"][0]
    reading["rel"] = [row for row in reading["rel"] for _ in range(2)]
    page = visit(report).go(AT)
    page.click(".relation-list button >> nth=1")
    assert page.locator("[data-relation=x1].now").count() == 1
    words = page.locator("#text .aside.now").evaluate_all("all => all.map(one => one.dataset.relations)")
    assert words
    assert all("x1" in ids.split(" ") for ids in words)


def test_a_frame_is_around_all_words_of_an_expression(shown: Watched) -> None:
    """The frame of several words opens at the first and closes at the last, whatever is drawn between them."""
    page = shown.go(AT)
    pieces = page.locator("#text .aside").evaluate_all(
        "all => all.map(one => [one.textContent, one.classList.contains('opens'), one.classList.contains('closes')])"
    )
    joined, texts = "", []
    for text, opens, closes in pieces:
        joined = text if opens else joined + text
        if closes:
            texts.append(joined)
    assert "The driver" in texts
    assert "the engine" in texts
    assert "Nothing moved for hours" in texts


def test_pages_without_relations_say_nothing(single: Watched) -> None:
    """Where a file has none there is no list of them, no arc and no mark."""
    page = single.go("#doc=harbour")
    assert not page.is_visible("#relations")
    assert page.locator(".aside, .arc").count() == 0
