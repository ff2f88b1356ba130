"""Entity threads, and how fast a long text moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from corefeval.evaluation.score import score
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import Story, of_stories
from tests.reports.conftest import METRICS, Watched
from tests.reports.stories import long_story

FRAME = 20
"""Milliseconds of a frame at 50 frames a second."""


@pytest.fixture(scope="module")
def novel(visit: Callable[..., Watched]) -> Watched:
    """Return the page of a document of 130,000 words in which the system cut the longest chain."""
    story = long_story(1050)
    spans = story.chains["ada"].split()
    chains = {**story.chains, "ada": " ".join(spans[:600]), "eve": " ".join(spans[600:])}
    result = score(of_stories(story), of_stories(story.with_chains(chains)), metrics=METRICS)
    assert sum(len(text.split()) for text in story.sentences) > 120_000
    return visit(of_results({"system": result}))


def test_threads_are_the_chains(single: Watched, one_system: Payload) -> None:
    """Each of the largest entities has a tick for every gold mention, and one above for every mention that the system has."""
    page = single.go("#doc=harbour&below=thread")
    data = next(iter(one_system.documents))
    reading = data["r"][0]
    rows = page.locator("#flow .thread")
    sizes = sorted((data["k"]["e"].count(entity) for entity in set(data["k"]["e"])), reverse=True)
    assert [int(text) for text in rows.locator(".count").all_text_contents()] == sizes[:12]
    for place in range(rows.count()):
        entity = int((rows.nth(place).get_attribute("data-entity") or "")[1:])
        paths = [path.get_attribute("d") or "" for path in rows.nth(place).locator(".ticks").all()]
        members = [row for row, value in enumerate(data["k"]["e"]) if value == entity]
        chains = [reading["m"]["e"][reading["k"]["g"][row]] for row in members if reading["k"]["g"][row] >= 0]
        right = sum(reading["a"][chain] == entity for chain in chains)
        assert [path.count("M") for path in paths] == [len(members), right, len(chains) - right]
    rows.first.click()
    assert page.locator("#flow .thread.faint").count() == rows.count() - 1
    assert "entity=K" in page.evaluate("location.hash")
    page.click("#turn-flow")
    assert page.locator("#flow .ribbon").count() > 0


FILLER = [
    "I saw the sea .",
    "Part of it was grey .",
    "I , too , was Tom 's friend .",
    "Ann said : 12 men came .",
]
"""Sentences that begin like headings, and are none."""
HEADINGS = {
    "chapters": (["CHAPTER I .", "Chapter II The Inn", "CHAPTER III."], "chapter", ["1", "2", "3"]),
    "books": (["Book the First", "BOOK THE SECOND ."], "book", ["1", "2"]),
    "parts": (["PART ONE CHAPTER I", "CHAPTER II", "PART TWO CHAPTER I"], "chapter", ["1", "2", "1"]),
    "ordinals": (["EERSTE HOOFDSTUK .", "TWEEDE HOOFDSTUK ."], "hoofdstuk", ["1", "2"]),
    "numerals": (["I .", "II .", "III. The boat", "I .", "II ."], "chapter", ["1", "2", "3", "1", "2"]),
    "later": (["Foreword", "II Then he came back .", "III So he left ."], "chapter", ["1", "2", "3"]),
    "figures": (["01 My Home", "02 The Hunt"], "section", ["1", "2"]),
    "titles": (["THE OLD HARBOUR", "A LETTER .", "THE KEEPER OF THE LAMP"], "section", ["1", "2", "3"]),
    "none": (["Ada left .", "Bo came ."], "sentence", []),
}


def test_chapters_are_found_by_their_headings(visit: Callable[..., Watched]) -> None:
    """The scale of the threads has the chapters of each kind of heading, and sentences where there is none."""
    stories = []
    for name, (headings, _, _) in HEADINGS.items():
        sentences = [text for heading in headings for text in (heading, *FILLER * 6)]
        stories.append(Story(name, sentences, {"ada": "0-0"}))
    both = of_stories(*stories)
    watched = visit(of_results({"system": score(both, both, metrics="conll")}))
    for name, (_, kind, numbers) in HEADINGS.items():
        page = watched.go(f"#doc={name}&below=thread")
        *found, said = page.locator("#flow svg .small").all_text_contents()
        assert said == kind, name
        if numbers:
            assert found == numbers, name


def spent(page: Any, session: Any) -> float:
    """Return the milliseconds of CPU that the page took for each frame of a fast scroll."""

    def task() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return float(next(1000 * each["value"] for each in found if each["name"] == "TaskDuration"))

    before = task()
    page.evaluate(
        """async () => {
            const main = document.getElementById("main");
            for (let frame = 0; frame < 60; frame += 1) {
                main.scrollTop += 400;
                await new Promise(requestAnimationFrame);
            }
        }"""
    )
    return (task() - before) / 60


def test_the_end_of_a_novel_moves_as_its_beginning(novel: Watched) -> None:
    """Rows that are far away are given up, so the last pages scroll as fast as the first; the first are there again at once."""
    page = novel.go("#doc=long&mention=k0")
    page.wait_for_selector("#tag-k0.selected")
    page.evaluate("document.activeElement.blur()")
    page.evaluate(
        """async () => {
            const main = document.getElementById("main");
            for (let frames = 0; frames < 400 && main.scrollTop < main.scrollHeight - main.clientHeight - 1; frames += 1) {
                main.scrollTop += 2000;
                await new Promise(requestAnimationFrame);
            }
        }"""
    )
    page.wait_for_selector("#s1049 .tag")
    assert page.locator(".sentence.filled").count() < 200
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate("document.getElementById('main').scrollTop -= 40000")
    assert min(spent(page, session) for _ in range(3)) < FRAME
    height = page.evaluate("document.getElementById('text').offsetHeight")
    page.evaluate("document.getElementById('main').scrollTop = 0")
    page.wait_for_selector("#tag-k0.selected")
    assert page.evaluate("document.getElementById('text').offsetHeight") == pytest.approx(height, rel=0.02)


def test_a_novel_moves_at_fifty_frames(novel: Watched) -> None:
    """A novel has threads instead of a flow; scrolled by 400 pixels a frame, the page works less than a frame at 50 a second lasts.

    Once it stands still, what is in sight has its marks again.
    """
    page = novel.go("#doc=long")
    assert page.locator("#flow .thread").count() == 12
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    assert min(spent(page, session) for _ in range(3)) < FRAME
    page.wait_for_function(
        """() => {
            const frame = document.getElementById("main").getBoundingClientRect();
            return [...document.querySelectorAll(".cell")].filter(cell => {
                const box = cell.getBoundingClientRect();
                return box.bottom > frame.top && box.top < frame.bottom;
            }).every(cell => cell.querySelector(".tag"));
        }"""
    )
