"""Faults that the page once had, each where it showed; every page opened here also has to report no error."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from corefeval.evaluation.score import score
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from corefeval.text import several
from tests.corpora import Story, of_stories
from tests.paths import ROOT
from tests.reports.conftest import METRICS, Watched, copies, made
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND, TURNED, long_story

AXE = ROOT / "tests" / "script" / "node_modules" / "axe-core" / "axe.min.js"
OVERVIEW = "#"
HARBOUR_AT = "#doc=harbour"


@pytest.fixture(scope="module")
def long_page(visit: Callable[..., Watched]) -> Watched:
    """Return the page of a long document in which the system found every third chain, cut the longest and put verbs into it."""
    story = long_story(60)
    chains = {name: spans for name, spans in story.chains.items() if name != "ada" and int(name[5:]) % 3 == 0}
    spans = story.chains["ada"].split()
    verbs = " ".join(
        f"{int(span.split('-')[0]) + 1}-{int(span.split('-')[0]) + 1}" for span in spans[20:50:3]
    )
    both = {"x": " ".join(spans[:40]), "y": f"{' '.join(spans[40:])} {verbs}"}
    response = of_stories(story.with_chains({**chains, **both}))
    return visit(of_results({"system": score(of_stories(story), response, metrics=METRICS)}))


def in_sight(page: Any) -> bool:
    """Say whether the selected mention can be seen, once the text has come to rest."""
    page.wait_for_timeout(250)
    found: bool = page.evaluate(
        """() => {
            const box = document.querySelector(".tag.selected").getBoundingClientRect();
            const frame = document.getElementById("main").getBoundingClientRect();
            return box.top >= frame.top && box.bottom <= frame.bottom;
        }"""
    )
    return found


@pytest.mark.parametrize(
    "place", [OVERVIEW, HARBOUR_AT, "#doc=harbour&mention=k0", "#doc=harbour&mention=k10"]
)
def test_what_is_not_there_is_not_written(single: Watched, double: Watched, place: str) -> None:
    """Neither "null" nor "undefined" is on any page, as it was under the confusion table and in the inspector."""
    for watched in (single, double):
        page = watched.go(place)
        texts = page.evaluate(
            """() => {
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                const texts = [];
                while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
                return texts;
            }"""
        )
        assert not {"null", "undefined", "false", "NaN"} & set(texts)


def test_leaving_a_document_at_once(long_page: Watched) -> None:
    """N and then o at once ends on the overview: a document that comes too late is not shown, nor its rows drawn."""
    page = long_page.go()
    for wait in (0, 2, 5, 10, 20, 40):
        page.evaluate(
            """async wait => {
                const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
                press("n");
                await new Promise(resolve => setTimeout(resolve, wait));
                press("o");
            }""",
            wait,
        )
        page.wait_for_timeout(60)
        assert page.text_content("#place") == "Overview"
        assert page.is_visible("#overview")
    page.keyboard.press("n")
    page.wait_for_selector("#s0 .cell")
    page.evaluate("document.getElementById('main').scrollTop = 1e6; document.getElementById('home').click()")
    page.wait_for_timeout(100)
    assert page.text_content("#place") == "Overview"


def test_every_unmatched_mention_has_a_badge(visit: Callable[..., Watched]) -> None:
    """A mention that the other side does not have never looks like one that was found, also where it is no error.

    'there' opens a chain whose other mention is conflated, and 'Tomas' one whose other mention is found: what is
    left of both chains is a singleton, and singletons are not scored.
    """
    response = of_stories(HARBOUR.with_chains({"1": "14-14 17-17", "2": "0-1 11-11"}))
    report = of_results({"system": score(of_stories(HARBOUR), response, metrics=METRICS, singletons="drop")})
    watched = visit(report)
    seen: set[str] = set()
    for row, data in zip(report.index["documents"], report.documents, strict=True):
        page = watched.go(f"#doc={row['name']}")
        reading = data["r"][0]
        for side, partners in (("k", reading["k"]["g"]), ("a", reading["q"]["g"])):
            for mention, partner in enumerate(partners):
                badges = page.locator(f"#tag-{side}{mention} .badge").all_text_contents()
                seen.update(badges)
                assert badges or partner >= 0
    assert {"N−", "N+"} <= seen


def names_listed(page: Any) -> set[str]:
    """Return the documents of the list, when all have been looked at."""
    page.wait_for_selector("#found:not(:has-text('…'))")
    return set(page.locator("#documents .doc-row .name").all_text_contents())


@pytest.mark.parametrize("group", ["decision", "type", "pos", "code"])
def test_filters_work_on_the_overview(single: Watched, one_system: Payload, group: str) -> None:
    """Each value of a filter leaves the documents with such errors or decisions, and says how many there are."""
    index, documents = one_system.index, list(one_system.documents)
    column = {"type": "t", "pos": "o", "code": "c"}.get(group, "")
    listed = {
        "decision": [one["name"] for one in index["decisions"]],
        "type": index["types"],
        "pos": index["pos"],
        "code": index["codes"],
    }[group]
    page = single.go()
    page.evaluate("group => document.querySelector(`details[data-group=${group}]`).open = true", group)
    for position in range(page.locator(f"details[data-group={group}] .option").count()):
        option = page.locator(f"details[data-group={group}] .option").nth(position)
        value = listed.index(option.locator(".name").text_content())
        option.click()
        expected = {}
        for row, data in zip(index["documents"], documents, strict=True):
            reading = data["r"][0]
            if group == "decision":
                alone = [
                    decision
                    for decision, partner in zip(reading["q"]["k"], reading["q"]["g"], strict=True)
                    if partner < 0
                ]
                count = reading["k"]["k"].count(value) + alone.count(value)
            else:
                count = errors_with(reading, data["k"].get(column), reading["m"].get(column), value)
            if count:
                expected[row["name"]] = count
        assert names_listed(page) == expected.keys()
        counts = {
            row.locator(".name").text_content(): int(row.locator(".count").text_content().split()[0])
            for row in page.locator("#documents .doc-row").all()
        }
        assert counts == expected
        if group == "decision":
            assert sum(counts.values()) == index["systems"][0]["decisions"][value]
        page.locator(f"details[data-group={group}] .option").nth(position).click()
    assert len(names_listed(page)) == len(documents)


def errors_with(
    reading: dict[str, Any], key: list[int] | None, response: list[int] | None, value: int
) -> int:
    """Return how many errors have a mention of this value."""
    errors = reading["err"]
    start = count = 0
    for size in errors["n"]:
        cells = slice(start, start + size)
        values = [key[row] for row in errors["k"][cells] if row >= 0 and key]
        values += [response[row] for row in errors["r"][cells] if row >= 0 and response]
        count += value in values
        start += size
    return count


def test_pairs_of_systems_filter_the_overview(visit: Callable[..., Watched]) -> None:
    """A number of the table of two systems leads to such mentions, and leaves the documents that have any."""
    same = Story("same", HARBOUR.sentences, HARBOUR_FIRST)
    results = {
        name: score(of_stories(HARBOUR, same), of_stories(HARBOUR.with_chains(chains), same), metrics=METRICS)
        for name, chains in (("first", HARBOUR_FIRST), ("second", HARBOUR_SECOND))
    }
    report = of_results(results)
    page = visit(report).go()
    page.click(".changes.mentions tbody tr:first-child td:nth-of-type(2) button")
    assert "pair=only+B+right" in page.evaluate("location.hash")
    assert "drawer=mentions" in page.evaluate("location.hash")
    assert names_listed(page) == {"harbour"}
    assert page.text_content("#found") == "1 of 2 documents"
    count = several(sum(row["fixed"] for row in report.index["differences"][0]["types"]), "mention")
    assert page.text_content("#documents .count") == page.text_content(".list-bar .note") == count


def gain(delta: float) -> str:
    """Return points as the page writes them."""
    return f"{'−' if delta < 0 else '+'}{abs(100 * delta):.{4 if abs(delta) < 0.001 else 2}f}"


def test_costliest_errors_are_those_of_the_filter(single: Watched, one_system: Payload) -> None:
    """A step of the waterfall leads to all errors of its class, the costliest first, whatever others cost."""
    errors = [
        (kind, delta)
        for document in one_system.documents
        for kind, delta in zip(document["r"][0]["err"]["c"], document["r"][0]["err"]["x"], strict=True)
    ]
    assert min(delta for _, delta in errors) < 0
    for position, kind in enumerate(one_system.index["classes"]):
        expected = sorted((delta for each, delta in errors if each == position), reverse=True)
        page = single.go()
        step = page.locator(f".step[data-class={kind['name']}]")
        assert step.count() == (1 if expected else 0)
        if expected:
            step.click()
            page.wait_for_selector(".line-row .gain")
            assert page.locator(".line-row .gain").all_text_contents() == [gain(each) for each in expected]


def test_errors_are_visited_in_sight(long_page: Watched) -> None:
    """J brings every error into sight and keeps it there while the text around it is drawn, filtered or not."""
    for filters in ("", "&class=spurious mention", "&class=missing singleton", "&decision=N-missing"):
        page = long_page.go(f"#doc=long{filters}")
        page.keyboard.press("j")
        assert in_sight(page)
        page.keyboard.press("k")
        assert in_sight(page)
    for mention in (50, 80, 110):
        page = long_page.go(f"#doc=long&type=nominal&mention=k{mention}")
        assert in_sight(page)


def test_address_holds_order_search_and_range(single: Watched, one_system: Payload) -> None:
    """Order, search and the bar of the histogram come back with the address."""
    page = single.go()
    page.select_option("#sort", "length")
    page.locator(".bin").last.click()
    page.fill("#search", "e")
    listed = page.locator("#documents .doc-row .name").all_text_contents()
    assert 0 < len(listed) < len(one_system.index["documents"])
    address = page.evaluate("location.hash")
    page = single.go(address)
    assert page.locator("#documents .doc-row .name").all_text_contents() == listed
    assert page.input_value("#sort") == "length"
    assert page.input_value("#search") == "e"
    assert page.locator(".bin[aria-pressed=true]").count() == 1
    page = single.go()
    page.fill("#search", "letter")
    page.focus("#search")
    page.keyboard.press("Enter")
    page.wait_for_selector("#found:has-text('text found')")
    page = single.go(page.evaluate("location.hash"))
    page.wait_for_selector("#found:has-text('text found in 1 document')")
    page = single.go("#sort=nonsense&score=oops&search=")
    assert len(names_listed(page)) == len(one_system.index["documents"])


def test_a_word_that_turns_the_writing_turns_itself_alone(visit: Callable[..., Watched]) -> None:
    """After an override that nothing closes, the words that follow stand where they would without it."""
    plain = type(TURNED)("plain", [text.replace("\u202e", "") for text in TURNED.sentences], TURNED.chains)
    result = score(of_stories(TURNED, plain), of_stories(TURNED, plain), metrics=METRICS)
    watched = visit(of_results({"system": result}), size=(1600, 900))
    places = []
    for name in ("turned", "plain"):
        page = watched.go(f"#doc={name}")
        places.append([page.locator(f"#tag-{mention}").bounding_box()["x"] for mention in ("k0", "k1")])
        assert page.evaluate("[...document.querySelectorAll('#s0 .cell')].every(one => one.dir === 'auto')")
    assert places[0] == pytest.approx(places[1], abs=3)
    page = watched.go("#doc=turned&mention=k0")
    assert page.text_content("#s0 bdi") == "\u202ewrote"


def test_narrow_screens_have_the_whole_page(visit: Callable[..., Watched], one_system: Payload) -> None:
    """On a telephone the overview reaches to the foot of the screen, and nothing sticks out at the side."""
    page = visit(one_system, size=(390, 800)).go()
    box = page.locator("#main").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(800, abs=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.click("#next")
    page.wait_for_selector("#s0 .cell")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_inspector_is_not_stretched(visit: Callable[..., Watched], one_system: Payload) -> None:
    """On a small screen what the inspector's sections hold stands together, whatever the tallest of them needs."""
    page = visit(one_system, size=(1024, 768)).go("#doc=harbour&mention=k0")
    heights = page.eval_on_selector_all(
        "#inspector section > h2", "heads => heads.map(head => head.getBoundingClientRect().height)"
    )
    assert len(heights) == 3
    assert max(heights) < 30


def test_title_has_room_next_to_many_scores(visit: Callable[..., Watched], one_system: Payload) -> None:
    """With many metrics the scores give way, not the name of the document."""
    index = one_system.index
    labels = [f"A metric of number {number}" for number in range(30)]
    rows = [{**row, "scores": [[0.5] * 30]} for row in index["documents"]]
    many = made(one_system, metric_labels=labels, headline=0, documents=rows)
    page = visit(many).go(HARBOUR_AT)
    assert page.evaluate(
        "(title => title.scrollWidth <= title.clientWidth)(document.getElementById('place'))"
    )


def test_all_groups_are_drawn_as_they_come_into_sight(long_page: Watched) -> None:
    """Unfolded, the flow of many groups has blocks for those in sight alone; the last one can be scrolled to."""
    page = long_page.go("#doc=long")
    page.click(".flow-head button:has-text('all')")
    blocks = page.locator("#flow .block")
    assert 0 < blocks.count() < 80
    page.evaluate("document.querySelector('.flow-scroll').scrollLeft = 1e6")
    page.wait_for_selector("#flow .block:has-text('K60')")
    page.keyboard.press("j")
    assert blocks.count() < 80
    page.click(".flow-head button:has-text('largest')")
    assert blocks.count() < 80


def pages_printed(page: Any) -> int:
    """Return how many sheets the page is printed on."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf()))


def test_printed_overview_has_no_blank_sheets(visit: Callable[..., Watched], one_system: Payload) -> None:
    """A list prints its first 200 documents and says how many more there are; the histogram keeps its bars."""
    page = visit(copies(one_system, 2000)).go()
    many = pages_printed(page)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#table .doc-row").count() == 200
    assert page.text_content("#table .note") == "and 1,800 more"
    last = page.locator("#table .doc-row").last.bounding_box()
    note = page.locator("#table .note").bounding_box()
    assert note["y"] == pytest.approx(last["y"] + last["height"], abs=2)
    assert page.locator(".bin:visible").count() == 1
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#table .doc-row").count() < 40
    assert many <= 12


@pytest.mark.parametrize(
    "place",
    [
        OVERVIEW,
        "#list=auto",
        "#list=mentions&class=span error",
        "#doc=harbour&view=columns",
        "#doc=harbour&mention=k2",
        "#doc=harbour&class=split entity",
    ],
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(single: Watched, double: Watched, place: str, theme: str) -> None:
    """Axe has nothing to say, also not that names which are heard differ from those which are seen."""
    if not AXE.exists():
        pytest.skip("axe-core is missing: tests/script.sh installs it where there is npm")
    for watched in (single, double):
        page = watched.go(f"{place}&theme={theme}")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run({rules: {'label-content-name-mismatch': {enabled: true}}})")
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
