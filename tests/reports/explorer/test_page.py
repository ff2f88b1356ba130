"""The explorer in a real browser: what it shows, what its keys and filters do, and that it stays to itself."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from corefeval.cli.report import command
from corefeval.evaluation.score import score
from corefeval.problems import CorefevalError
from corefeval.reports.explorer import html
from corefeval.reports.explorer.census import Census, CensusColumn
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from corefeval.text import several
from tests.corpora import of_stories
from tests.reports.conftest import METRICS, Watched, copies, made
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HOSTILE

HARBOUR_AT = "#doc=harbour"


def number(text: str) -> int:
    """Return the number that a piece of the page shows."""
    return int(text.replace(",", ""))


def shown_tags(page: Any) -> set[str]:
    """Return the mentions that pass the filters on screen."""
    found: list[str] = page.eval_on_selector_all(
        "button.tag:not(.dim)", "tags => tags.map(tag => tag.dataset.mention)"
    )
    return set(found)


def names(column: list[int], wanted: set[int], side: str) -> set[str]:
    """Return the mentions of one side whose value is wanted."""
    return {f"{side}{row}" for row, value in enumerate(column) if value in wanted}


def boxes(page: Any, mention: str) -> list[dict[str, float]]:
    """Return the boxes of the runs of a mention."""
    found: list[dict[str, float]] = page.evaluate(
        """id => [...document.querySelectorAll(`.run[data-m~="${id}"]`)].flatMap(run => [...run.getClientRects()]
            .map(box => ({left: box.left, right: box.right, top: box.top, bottom: box.bottom})))""",
        mention,
    )
    return found


def words_box(page: Any, side: int, sentence: int, first: str, last: str) -> tuple[float, float]:
    """Return where the words from first to last begin and end on screen, in a sentence on one line."""
    left, right = page.evaluate(
        """([side, sentence, first, last]) => {
            const cell = document.querySelector(`#s${sentence} [data-side="${side}"]`);
            const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            let left = null, right = null;
            while (walker.nextNode()) {
                const node = walker.currentNode;
                if (node.parentElement.closest(".tag, .star, .side-name")) continue;
                for (const [word, edge] of [[first, "left"], [last, "right"]]) {
                    const at = node.data.indexOf(word);
                    if (at < 0) continue;
                    const range = document.createRange();
                    range.setStart(node, at);
                    range.setEnd(node, at + word.length);
                    const box = range.getBoundingClientRect();
                    if (edge === "left" && left === null) left = box.left;
                    if (edge === "right") right = box.right;
                }
            }
            return [left, right];
        }""",
        [side, sentence, first, last],
    )
    return left, right


def test_loads_nothing_and_complains_about_nothing(single: Watched) -> None:
    """The page makes exactly one request, for itself, and its policy forbids any other."""
    page = single.go()
    page.keyboard.press("n")
    page.wait_for_selector("#s0 .cell")
    assert single.requests == [single.url]
    assert page.evaluate("performance.getEntriesByType('resource').length") == 0


def test_policy_allows_the_pages_own_script_alone(visit: Callable[..., Watched], one_system: Payload) -> None:
    """Style and script are named by what they hold: no other is run, were it to get into the page."""
    watched = visit(one_system)
    page = watched.go()
    policy = page.get_attribute("meta[http-equiv=Content-Security-Policy]", "content")
    hashed = r"'sha256-[\w+/]{43}='"
    assert re.fullmatch(f"default-src 'none'; style-src {hashed}; script-src {hashed}; img-src data:", policy)
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'taken over'";
            document.body.append(script);
        }"""
    )
    assert page.title() != "taken over"
    (problem,) = watched.problems
    assert "Content Security Policy" in problem
    watched.problems.clear()


def test_overview_shows_the_numbers_of_the_index(single: Watched, one_system: Payload) -> None:
    """Scores, costs, decisions, matrix, histogram, documents are those of the JSON."""
    page = single.go()
    index = one_system.index
    system = index["systems"][0]
    costs = page.eval_on_selector_all(
        "#overview .step",
        "rows => rows.map(row => [row.dataset.class, row.querySelector('.number').textContent, row.querySelector('.count').textContent])",
    )
    losses = zip(index["classes"], system["losses"][0], system["counts"], strict=True)
    expected = [(kind["name"], loss["shapley"], count) for kind, loss, count in losses if count]
    expected.sort(key=lambda each: -each[1])
    assert [(name, number(count)) for name, _, count in costs] == [
        (name, count) for name, _, count in expected
    ]
    shown = [float(points.replace("−", "-")) for _, points, _ in costs]
    assert shown == pytest.approx([100 * loss for _, loss, _ in expected], abs=0.006)
    decisions = page.locator(".figure:has-text('Decisions') .bar-row .count").all_text_contents()
    assert [number(text) for text in decisions] == system["decisions"]
    f1 = page.locator(".panel td.f1").all_text_contents()
    assert [text.split()[0] for text in f1] == [f"{100 * one['f1']:.2f}" for one in system["scores"]]
    assert all("30.00–90.00" in text for text in f1)
    assert page.locator(".gauge .whisker").count() == len(system["scores"])
    totals = page.locator(".matrix tbody tr td:last-child").all_text_contents()
    assert list(map(int, totals)) == [count for count in system["counts"] if count]
    assert page.locator(".bin").count() == len(
        {min(19, int(20 * row["scores"][0][index["headline"]])) for row in index["documents"]}
    )
    assert page.locator("#table .doc-row").count() == page.locator("#documents .doc-row").count() == 3


def test_documents_show_the_numbers_of_the_json(single: Watched, one_system: Payload) -> None:
    """Counter, badges, tags and chains of each document are those of its JSON."""
    for row, data in zip(one_system.index["documents"], one_system.documents, strict=True):
        page = single.go(f"#doc={row['name']}&view=columns")
        reading = data["r"][0]
        errors = len(reading["err"]["c"])
        assert errors == sum(row["errors"][0])
        assert page.text_content("#counter").split()[0] == str(errors)
        assert page.locator("[data-side='0'] .tag").count() == len(data["k"]["e"]) == row["mentions"]
        assert page.locator("[data-side='1'] .tag").count() == len(reading["m"]["e"])
        bits = [*reading["k"]["b"], *reading["q"]["b"]]
        badges = page.locator(".tag .badge:not(.decision)").count()
        assert badges == sum(value.bit_count() for value in bits)
        labels = page.locator("[data-side='0'] .tag").evaluate_all(
            "tags => tags.map(tag => [tag.dataset.mention, tag.firstChild.data])"
        )
        assert {(name, label) for name, label in labels} == {
            (f"k{mention}", f"K{entity}") for mention, entity in enumerate(data["k"]["e"])
        }
        stars = page.locator(".cell .star").count()
        assert stars == len(data["k"]["d"]) + len(reading["m"]["d"])


def test_uncompressed_page_shows_the_same(
    visit: Callable[..., Watched], one_system: Payload, single: Watched
) -> None:
    """Documents written as plain JSON look as the compressed ones do."""
    plain = visit(one_system, compress=False).go(HARBOUR_AT)
    assert plain.inner_html("#text") == single.go(HARBOUR_AT).inner_html("#text")


def test_class_keys_filter(single: Watched, one_system: Payload) -> None:
    """1 to 7 choose a class and 0 clears: the counter and the mentions in colour follow."""
    data = next(iter(one_system.documents))
    reading = data["r"][0]
    page = single.go(HARBOUR_AT)
    everything = shown_tags(page)
    for position, kind in enumerate(one_system.index["classes"][:7]):
        page.keyboard.press(str(position + 1))
        count = reading["err"]["c"].count(position)
        assert page.text_content("#counter") == f"{count} {kind['label']}"
        expected = {
            f"{side}{row}"
            for side, bits in (("k", reading["k"]["b"]), ("a", reading["q"]["b"]))
            for row, value in enumerate(bits)
            if value & (1 << position)
        }
        assert shown_tags(page) == expected
        page.keyboard.press("0")
        assert shown_tags(page) == everything


def errors_with(reading: dict[str, Any], mentions: set[str]) -> int:
    """Return how many errors of a document have one of these mentions."""
    errors = reading["err"]
    cells = iter(zip(errors["k"], errors["r"], strict=True))
    members = [[next(cells) for _ in range(size)] for size in errors["n"]]
    return sum(any({f"k{key}", f"a{response}"} & mentions for key, response in each) for each in members)


@pytest.mark.parametrize(
    ("group", "column", "values"),
    [("decision", "", "decisions"), ("type", "t", "types"), ("pos", "o", "pos"), ("code", "c", "codes")],
)
def test_filters_keep_what_they_say(
    single: Watched, one_system: Payload, group: str, column: str, values: str
) -> None:
    """Each value of a filter leaves exactly the mentions that have it, and says how many they are."""
    data = next(iter(one_system.documents))
    key, reading = data["k"], data["r"][0]
    page = single.go(HARBOUR_AT)
    columns = (
        (reading["k"]["k"], reading["q"]["k"]) if group == "decision" else (key[column], reading["m"][column])
    )
    page.evaluate("group => document.querySelector(`details[data-group=${group}]`).open = true", group)
    options = page.locator(f"details[data-group={group}] .option")
    assert options.count() > 1
    listed = one_system.index[values]
    listed = [one["name"] for one in listed] if group == "decision" else listed
    for position in range(options.count()):
        option = options.nth(position)
        value = {listed.index(option.locator(".name").text_content())}
        expected = names(columns[0], value, "k") | names(columns[1], value, "a")
        option_count = number(option.locator(".count").text_content())
        option.click()
        assert shown_tags(page) == expected
        if group == "decision":
            matched = {f"a{row}" for row, partner in enumerate(reading["q"]["g"]) if partner >= 0}
            assert option_count == len(expected - matched)
            assert page.text_content("#counter") == several(option_count, "mention")
        else:
            assert page.text_content("#counter") == several(option_count, "error")
            assert option_count == errors_with(reading, expected)
        options.nth(position).click()


def test_named_entities_filter(visit: Callable[..., Watched], one_system: Payload) -> None:
    """The filter of named entities works as the others do, where a file has any."""
    report = made(one_system, ne=["", "PERSON"])
    report.documents = json.loads(json.dumps(report.documents))
    for document in report.documents:
        for side in (document["k"], document["r"][0]["m"]):
            side["n"] = [1 if row < 3 else 0 for row in range(len(side["e"]))]
    rows = report.census.columns[0].values
    tagged = np.zeros(rows.sum(), np.int64)
    for first in (np.cumsum(rows) - rows).tolist():
        tagged[first : first + 3] = 1
    report.census = Census([*report.census.columns, CensusColumn("ne", tagged)])
    report.index["census"] = report.census.header
    page = visit(report).go(HARBOUR_AT)
    page.click("details[data-group=ne] summary")
    page.click("details[data-group=ne] .option")
    assert shown_tags(page) == {"k0", "a0", "k1", "a1", "k2", "a2"}
    assert "ne=PERSON" in page.evaluate("location.hash")


def test_entity_palette_filters_by_entity(single: Watched, one_system: Payload) -> None:
    """E opens the palette; a word finds the entity, Enter keeps its mentions and their partners."""
    data = next(iter(one_system.documents))
    page = single.go(HARBOUR_AT)
    page.keyboard.press("e")
    page.keyboard.type("letter")
    assert "the letter" in page.text_content("#palette li")
    page.keyboard.press("Enter")
    entity = data["k"]["i"].index("letter")
    members = [row for row, value in enumerate(data["k"]["e"]) if value == entity]
    partners = {data["r"][0]["k"]["g"][row] for row in members} - {-1}
    assert shown_tags(page) == {f"k{row}" for row in members} | {f"a{row}" for row in partners}
    assert f"entity=K{entity}" in page.evaluate("location.hash")
    page.keyboard.press("0")
    assert len(shown_tags(page)) > len(members) + len(partners)


def test_error_keys_visit_every_error_once(single: Watched, one_system: Payload) -> None:
    """J goes through the errors in order, k back; the selection belongs to the error that is counted."""
    data = next(iter(one_system.documents))
    errors = data["r"][0]["err"]
    ends = [sum(errors["n"][: row + 1]) for row in range(len(errors["n"]))]
    page = single.go(HARBOUR_AT)
    for row, end in enumerate(ends):
        page.keyboard.press("j")
        assert page.text_content("#counter").startswith(f"{row + 1}/{len(ends)} ")
        cells = range(end - errors["n"][row], end)
        members = {f"k{errors['k'][cell]}" for cell in cells} | {f"a{errors['r'][cell]}" for cell in cells}
        assert page.get_attribute(".tag.selected", "data-mention") in members
    page.keyboard.press("j")
    assert page.text_content("#counter").startswith("1/")
    page.keyboard.press("k")
    assert page.text_content("#counter").startswith(f"{len(ends)}/")


def test_entity_keys_walk_the_chain(single: Watched, one_system: Payload) -> None:
    """J and K walk through the mentions of one entity and come round."""
    data = next(iter(one_system.documents))
    page = single.go(HARBOUR_AT)
    chain = [f"k{row}" for row, entity in enumerate(data["k"]["e"]) if entity == data["k"]["e"][0]]
    page.keyboard.press("J")
    visited = [page.get_attribute(".tag.selected", "data-mention")]
    for _ in chain[1:]:
        page.keyboard.press("J")
        visited.append(page.get_attribute(".tag.selected", "data-mention"))
    assert visited == chain
    page.keyboard.press("J")
    assert page.get_attribute(".tag.selected", "data-mention") == chain[0]
    page.keyboard.press("K")
    assert page.get_attribute(".tag.selected", "data-mention") == chain[-1]


def test_document_keys_follow_the_list(single: Watched) -> None:
    """N and p open the next and previous document of the list, o the overview."""
    page = single.go()
    listed = page.locator("#documents .doc-row .name").all_text_contents()
    seen = []
    for _ in listed:
        before = page.text_content("#place")
        page.keyboard.press("n")
        page.wait_for_selector(f"#place:not(:has-text('{before}'))")
        seen.append(page.text_content("#place"))
    assert seen == listed
    page.keyboard.press("p")
    page.wait_for_selector(f"#place:has-text('{listed[-2]}')")
    page.keyboard.press("o")
    assert page.text_content("#place") == "Overview"
    assert page.is_visible("#overview")


def test_view_keys(single: Watched) -> None:
    """G and h hide and show flow and heat map, ? the help, Escape closes and unselects."""
    page = single.go(HARBOUR_AT)
    for key, part in (("g", "#flow"), ("h", "#heat")):
        assert page.is_visible(part)
        page.locator(part).scroll_into_view_if_needed()
        page.keyboard.press(key)
        assert not page.is_visible(part)
        page.keyboard.press(key)
        assert page.is_visible(part)
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    assert not page.is_visible("#help")
    page.keyboard.press("j")
    assert page.locator(".tag.selected").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".tag.selected").count() == 0


IN_VIEW = """id => {
    const box = document.getElementById(id).getBoundingClientRect();
    const frame = (document.getElementById(id).closest("aside") ?? document.documentElement).getBoundingClientRect();
    return box.height > 0 && box.top >= frame.top - 1 && box.top < Math.min(frame.bottom, innerHeight);
}"""


def test_keys_act_in_view(visit: Callable[..., Watched], one_system: Payload) -> None:
    """In a low window h brings the heat map into sight before it hides it, and shows it in sight; help begins at its top."""
    page = visit(one_system, size=(1440, 480)).go(HARBOUR_AT + "&mention=k0")
    assert not page.evaluate(IN_VIEW, "heat")
    page.keyboard.press("h")
    assert page.evaluate(IN_VIEW, "heat")
    page.keyboard.press("h")
    assert not page.is_visible("#heat")
    page.evaluate("document.getElementById('inspector').scrollTop = 0")
    page.keyboard.press("h")
    assert page.evaluate(IN_VIEW, "heat")
    for _ in range(2):
        page.keyboard.press("?")
        box = page.evaluate(
            "(box => [box.scrollTop, box.scrollHeight - box.clientHeight])(document.getElementById('help'))"
        )
        assert box[0] == 0
        assert box[1] > 0
        top, title = (page.locator(which).bounding_box()["y"] for which in ("#help", "#help-title"))
        assert title >= max(0, top)
        page.evaluate("document.getElementById('help').scrollTop = 1e6")
        page.keyboard.press("Escape")


def test_focus_keys(single: Watched, one_system: Payload) -> None:
    """] goes to the partner in the response, [ back to the key, Enter to the inspector, arrows along the text."""
    data = next(iter(one_system.documents))
    partner = data["r"][0]["k"]["g"]
    page = single.go(HARBOUR_AT)
    page.keyboard.press("J")
    page.keyboard.press("]")
    assert page.get_attribute(".tag.selected", "data-mention") == f"a{partner[0]}"
    page.keyboard.press("[")
    assert page.get_attribute(".tag.selected", "data-mention") == "k0"
    page.keyboard.press("ArrowRight")
    assert page.get_attribute(".tag.selected", "data-mention") == "k1"
    assert page.evaluate("document.activeElement.dataset.mention") == "k1"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "inspector"


def test_search_finds_names_and_text(single: Watched) -> None:
    """/ goes to the search; names filter the list, Enter finds words in all documents and in the open one."""
    page = single.go()
    page.keyboard.press("/")
    page.keyboard.type("zer")
    assert page.locator("#documents .doc-row .name").all_text_contents() == ["zeros"]
    page.fill("#search", "letter")
    page.keyboard.press("Enter")
    page.wait_for_selector("#found:has-text('text found')")
    assert page.text_content("#found") == "text found in 1 document"
    page.click("#documents .doc-row")
    page.wait_for_selector("mark")
    assert set(page.locator("mark").all_text_contents()) == {"letter"}
    page.focus("#search")
    page.keyboard.press("Enter")
    assert page.locator("mark.now").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("mark").count() == 0


def test_inspector_tells_what_the_json_says(single: Watched, one_system: Payload) -> None:
    """The inspector shows text, entity, decision, error classes and both chains of the selection."""
    index = one_system.index
    data = next(iter(one_system.documents))
    page = single.go(HARBOUR_AT + "&mention=k2")
    details = page.text_content("#details")
    judged = data["r"][0]["k"]
    assert data["k"]["i"][data["k"]["e"][2]] in details
    assert index["decisions"][judged["k"][2]]["meaning"] in details
    for position, kind in enumerate(index["classes"]):
        assert (f" {kind['label']}: " in details) == bool(judged["b"][2] & (1 << position))
    chain = page.locator(".chain-list").first.locator("li").count()
    assert chain == data["k"]["e"].count(data["k"]["e"][2])


def test_outcomes_are_inspected_and_filtered(single: Watched, one_system: Payload) -> None:
    """The inspector says what became of a mention, what the system chose and what is right; a filter leaves one outcome."""
    index = one_system.index
    reading = next(iter(one_system.documents))["r"][0]
    judged = reading["k"]["o"]
    row = next(row for row, outcome in enumerate(judged) if outcome > 1)
    page = single.go(HARBOUR_AT + f"&mention=k{row}")
    details = page.text_content("#details")
    outcome = index["outcomes"][judged[row] - 1]
    assert f"{outcome['name']}: {outcome['meaning']}" in details
    assert "System chose" in details
    assert "Right is" in details
    page.evaluate("document.querySelector('details[data-group=outcome]').open = true")
    option = page.locator("details[data-group=outcome] .option", has_text=outcome["name"]).first
    option.click()
    expected = names(judged, {judged[row]}, "k") | names(reading["q"]["o"], {judged[row]}, "a")
    partners = {f"a{reading['k']['g'][int(name[1:])]}" for name in expected if name.startswith("k")}
    assert shown_tags(page) == expected | (partners - {"a-1"})
    assert page.text_content("#counter").endswith("mention" if len(expected) == 1 else "mentions")


def test_heat_map_counts_shared_mentions(single: Watched, one_system: Payload) -> None:
    """All cells of the confusion group add up to the mentions of its entities."""
    data = next(iter(one_system.documents))
    page = single.go(HARBOUR_AT + "&mention=k0")
    rows = page.evaluate(
        "[...document.querySelectorAll('.confusion tbody tr')].map(row => [row.querySelector('th').textContent, ...[...row.querySelectorAll('td')].map(cell => Number(cell.textContent))])"
    )
    for name, *cells in rows[:-1]:
        assert sum(cells) == data["k"]["e"].count(int(name[1:]))


def mention_of(data: dict[str, Any], first: int, last: int) -> str:
    """Return the key mention of this span."""
    spans = [(f, f + length) for f, length in zip(data["k"]["f"], data["k"]["l"], strict=True)]
    return f"k{spans.index((first, last))}"


def test_crossing_mentions_are_drawn_right(visit: Callable[..., Watched], one_system: Payload) -> None:
    """Each of two crossing mentions covers exactly its words, on a lane of its own throughout."""
    data = next(iter(one_system.documents))
    page = visit(one_system, size=(2600, 1000)).go(HARBOUR_AT)
    mentions = {
        mention_of(data, 4, 6): ("the", "harbour"),
        mention_of(data, 5, 8): ("old", "market"),
        mention_of(data, 6, 9): ("harbour", "square"),
    }
    lanes: dict[str, set[str]] = {}
    for mention, (first, last) in mentions.items():
        left, right = words_box(page, 0, 0, first, last)
        found = boxes(page, mention)
        assert len({round(box["top"]) for box in found}) == 1
        assert min(box["left"] for box in found) == pytest.approx(left, abs=1)
        assert max(box["right"] for box in found) == pytest.approx(right, abs=1)
        ranges = page.eval_on_selector_all(
            f'.run[data-m~="{mention}"]', "runs => runs.map(run => [+run.dataset.first, +run.dataset.next])"
        )
        covered = [node for start, stop in ranges for node in range(start, stop)]
        start, length = data["k"]["f"][int(mention[1:])], data["k"]["l"][int(mention[1:])]
        assert covered == list(range(start, start + length + 1))
        lanes[mention] = set(
            page.evaluate(
                """id => [...document.querySelectorAll(`.run[data-m~="${id}"]`)].map(run => {
                    const place = run.dataset.m.split(" ").indexOf(id);
                    return getComputedStyle(run).backgroundPositionY.split(", ")[place];
                })""",
                mention,
            )
        )
    assert all(len(lane) == 1 for lane in lanes.values())
    assert len(set.union(*lanes.values())) == 3


def test_discontinuous_mentions_are_drawn_right(visit: Callable[..., Watched], one_system: Payload) -> None:
    """Both parts carry the mention, the words between do not but are bridged, and one tag stands at the end."""
    data = next(iter(one_system.documents))
    page = visit(one_system, size=(2600, 1000)).go(HARBOUR_AT)
    mention = mention_of(data, 33, 38)
    found = boxes(page, mention)
    assert len(found) == 2
    first = words_box(page, 0, 3, "The", "old")
    assert (found[0]["left"], found[0]["right"]) == pytest.approx(first, abs=1)
    second = words_box(page, 0, 3, "keeper", "keeper")
    assert (found[1]["left"], found[1]["right"]) == pytest.approx(second, abs=1)
    between = page.locator("#s3 [data-side='0'] .run:not([data-m])")
    assert between.all_text_contents() == [" ", "and the new", " "]
    for bridge in between.all():
        assert "repeating-linear-gradient" in bridge.evaluate("run => getComputedStyle(run).backgroundImage")
    assert page.locator(f"#tag-{mention}").count() == 1
    tag = page.locator(f"#tag-{mention}").bounding_box()
    assert tag["x"] >= second[1] - 1


def test_nested_runs_break_over_lines(visit: Callable[..., Watched], one_system: Payload) -> None:
    """In a narrow window a mention may be drawn on two lines, and nothing sticks out of its cell."""
    page = visit(one_system, size=(900, 800)).go(HARBOUR_AT)
    for cell in page.locator(".cell").all()[:6]:
        frame = cell.bounding_box()
        for run in cell.locator(".run").all():
            box = run.bounding_box()
            assert box["x"] >= frame["x"] - 1
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


def test_zeros_are_boxes_before_their_words(single: Watched) -> None:
    """A zero is a small box at its place, on both sides, also where it opens the sentence."""
    page = single.go("#doc=zeros&view=columns")
    for side in (0, 1):
        cell = page.locator(f"#s1 [data-side='{side}']")
        assert cell.locator(".zero").all_text_contents() == ["∅", "∅"]
        assert (
            cell.locator(".zero").first.evaluate("zero => getComputedStyle(zero).borderTopStyle") == "dashed"
        )
        words = cell.evaluate(
            "cell => { const copy = cell.cloneNode(true); copy.querySelectorAll('.tag, .star, .side-name').forEach(one => one.remove()); return copy.textContent; }"
        )
        assert words.split() == ["∅", "opened", "the", "door", "and", "∅", "sat", "down", "."]


def test_right_to_left_text(single: Watched) -> None:
    """A Hebrew sentence runs from right to left, its tags and an English one do not."""
    page = single.go("#doc=hebrew")
    assert page.eval_on_selector("#s0 .cell", "cell => getComputedStyle(cell).direction") == "rtl"
    assert page.eval_on_selector("#s0 .tag", "tag => getComputedStyle(tag).direction") == "ltr"
    first, second = (page.locator(f"#tag-k{row}").bounding_box() for row in (0, 1))
    cell = page.locator("#s0 .cell").first.bounding_box()
    assert first["x"] > cell["x"] + cell["width"] / 2
    assert second is not None
    page = single.go(HARBOUR_AT)
    assert page.eval_on_selector("#s0 .cell", "cell => getComputedStyle(cell).direction") == "ltr"


def test_chain_colours_are_stable_and_shared(single: Watched, one_system: Payload) -> None:
    """A key entity's hue is the golden angle of its number; an aligned response entity has the same."""
    data = next(iter(one_system.documents))
    page = single.go(HARBOUR_AT)
    for side, entities in (("k", data["k"]["e"]), ("a", data["r"][0]["m"]["e"])):
        for row, entity in enumerate(entities):
            key = entity if side == "k" else data["r"][0]["a"][entity]
            hue = page.eval_on_selector(f"#tag-{side}{row}", "tag => tag.style.getPropertyValue('--hue')")
            assert hue == ("" if key < 0 else f"{key * 137.508 % 360:.1f}")


def test_deep_links(single: Watched) -> None:
    """The address holds document, mention and filters; opened anew it shows the same."""
    page = single.go(HARBOUR_AT)
    page.keyboard.press("2")
    page.keyboard.press("j")
    fragment = page.evaluate("location.hash")
    selected, tags = page.get_attribute(".tag.selected", "data-mention"), shown_tags(page)
    page = single.go(fragment)
    assert page.get_attribute(".tag.selected", "data-mention") == selected
    assert shown_tags(page) == tags
    page.keyboard.press("0")
    page.keyboard.press("n")
    page.wait_for_selector("#place:not(:has-text('harbour'))")
    page.go_back()
    page.wait_for_selector("#place:has-text('harbour')")
    page = single.go("#doc=no-such-document&class=nonsense&mention=k9999")
    assert page.text_content("#place") == "Overview"


def test_two_systems_side_by_side(double: Watched, two_systems: Payload) -> None:
    """Three columns; the table and the filter count what only one of the systems gets right."""
    index = two_systems.index
    data = next(iter(two_systems.documents))
    right = [
        [index["decisions"][code]["name"] in {"CA", "CN"} for code in reading["k"]["k"]]
        for reading in data["r"]
    ]
    only_first = {f"k{row}" for row, pair in enumerate(zip(*right, strict=True)) if pair == (True, False)}
    only_second = {f"k{row}" for row, pair in enumerate(zip(*right, strict=True)) if pair == (False, True)}
    assert only_second
    page = double.go()
    cells = page.locator(".changes.mentions tbody tr").first.locator("button").all_text_contents()
    invented = [
        {
            (first, first + length)
            for first, length, partner in zip(
                reading["m"]["f"], reading["m"]["l"], reading["q"]["g"], strict=True
            )
            if partner < 0
        }
        for reading in data["r"]
    ]
    assert list(map(int, cells)) == [
        len(only_second),
        len(only_first),
        len(invented[0] - invented[1]),
        len(invented[1] - invented[0]),
    ]
    page = double.go(HARBOUR_AT + "&view=columns")
    assert page.locator("#s0 .cell").count() == 3
    for label, expected in (("only A right", only_first), ("only B right", only_second)):
        option = page.locator("details[data-group=pair] .option", has_text=label)
        if not expected:
            continue
        option.click()
        assert {name for name in shown_tags(page) if name.startswith("k")} == expected
        page.keyboard.press("0")
    counts = [page.text_content("#counter").split()[0]]
    page.click("#systems button:nth-child(2)")
    counts.append(page.text_content("#counter").split()[0])
    assert list(map(int, counts)) == [len(reading["err"]["c"]) for reading in data["r"]]
    assert "system=B" in page.evaluate("location.hash")


def test_text_stays_text(visit: Callable[..., Watched]) -> None:
    """Markup in words, ids, names and titles is shown and never run."""
    key = of_stories(HOSTILE)
    response = of_stories(HOSTILE.with_chains({"<i>": "0-0 1-1 8-8", "</script>": "9-10 3-3"}))
    evil = "</title></script><img src=x onerror=alert(6)>"
    report = of_results({evil: score(key, response, metrics=METRICS)}, key=evil, title=evil)
    for compress in (True, False):
        watched = visit(report, compress=compress)
        page = watched.go()
        page.keyboard.press("n")
        page.wait_for_selector("#s0 .cell")
        page.keyboard.press("J")
        assert page.title().endswith(evil)
        assert page.text_content("#place") == HOSTILE.name
        assert "<b>Ada</b>" in page.text_content("#s0")
        assert "</script><script>alert(4)</script>" in page.text_content("#details")
        assert page.locator("img, .cell b, svg[onload], .cell i").count() == 0
        page.keyboard.press("e")
        assert watched.requests == [watched.url]


def test_five_thousand_documents(visit: Callable[..., Watched], one_system: Payload) -> None:
    """A page of 5,000 documents opens in 3 seconds and switches in 100 milliseconds; few rows exist at a time."""
    watched = visit(copies(one_system, 5000))
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        page = watched.go("#doc=document 4321")
        seconds.append(time.perf_counter() - started)
    assert min(seconds) < 3
    assert page.locator("#documents .doc-row").count() < 60
    page.wait_for_load_state("load")
    timed = page.evaluate(
        """async () => {
            const times = [], idle = [];
            for (let round = 0; round < 15; round += 1) {
                const waited = performance.now();
                await new Promise(requestAnimationFrame);
                idle.push(performance.now() - waited);
                const before = document.getElementById("place").textContent;
                const started = performance.now();
                document.getElementById("next").click();
                while (document.getElementById("place").textContent === before) await new Promise(requestAnimationFrame);
                document.body.getBoundingClientRect();
                times.push(performance.now() - started);
            }
            return [times, idle];
        }"""
    )
    # the third best, or four frames in which nothing happens: other work on the machine is not the page's
    switches, idle = map(sorted, timed)
    assert switches[2] < max(100, 4 * idle[len(idle) // 2])


ACCESSIBILITY = """() => {
    const problems = [];
    const seen = (node) => node.checkVisibility({visibilityProperty: true}) && node.getClientRects().length;
    const name = (node) => (node.getAttribute("aria-label") || (node.labels && [...node.labels].map(one => one.textContent).join(" "))
        || (node.getAttribute("aria-labelledby") || "").split(" ").map(id => document.getElementById(id)?.textContent || "").join("")
        || node.textContent || node.title || "").trim();
    const say = (node, text) => problems.push(`${text}: ${node.outerHTML.slice(0, 120)}`);
    const ids = [...document.querySelectorAll("[id]")].map(one => one.id);
    ids.filter((id, place) => ids.indexOf(id) !== place).forEach(id => problems.push(`id twice: ${id}`));
    for (const node of document.querySelectorAll("button, input, select, a, [role], nav, main, aside, [tabindex]")) {
        if (!seen(node) || node.getAttribute("role") === "presentation") continue;
        if (!name(node)) say(node, "no name");
    }
    for (const node of document.querySelectorAll("[tabindex]")) if (Number(node.getAttribute("tabindex")) > 0) say(node, "positive tabindex");
    for (const node of document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-activedescendant]")) {
        for (const attribute of ["aria-controls", "aria-labelledby", "aria-activedescendant"]) {
            const id = node.getAttribute(attribute);
            if (id && seen(node) && !document.getElementById(id)) say(node, `dangling ${attribute}`);
        }
    }
    for (const option of document.querySelectorAll("[role=option]")) if (!option.closest("[role=listbox]")) say(option, "option outside a listbox");
    for (const image of document.querySelectorAll("svg")) if (!image.closest("[aria-hidden=true], [role=img], [role=group][aria-label]")) say(image, "picture without a name");
    if (document.documentElement.lang !== "en") problems.push("no language");
    if (document.querySelectorAll("h1").length !== 1) problems.push("not one h1");
    if (!document.querySelector("#counter[aria-live]")) problems.push("counter is not live");
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    const pixel = (color, under) => {
        canvas.fillStyle = `rgb(${under.join(" ")})`;
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (rgb) => rgb.map(one => one / 255).map(one => one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)
        .reduce((sum, one, place) => sum + one * [.2126, .7152, .0722][place], 0);
    const under = (node) => {
        const chain = [];
        for (let one = node; one; one = one.parentElement) chain.unshift(one);
        return chain.reduce((below, one) => {
            const style = getComputedStyle(one);
            let color = pixel(style.backgroundColor, below);
            const tint = one.classList.contains("run") && style.backgroundImage.match(/linear-gradient\\((oklch\\([^)]*\\)), \\1\\)(?!.*linear-gradient)/);
            if (tint) color = pixel(tint[1], color);
            return color;
        }, [255, 255, 255]);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const done = new Set();
    while (walker.nextNode()) {
        const node = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || done.has(node) || node.closest("script, style, noscript, option, :disabled") || !seen(node)) continue;
        done.add(node);
        const below = under(node);
        const [light, dark] = [luminance(below), luminance(pixel(getComputedStyle(node).color, below))].sort((a, b) => b - a);
        const ratio = (light + .05) / (dark + .05);
        if (ratio < 4.5) say(node, `contrast ${ratio.toFixed(2)}`);
    }
    return problems;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "place", ["#", "#doc=harbour&mention=k2", "#doc=harbour&class=merged entity", "#doc=zeros"]
)
def test_accessibility(single: Watched, double: Watched, place: str, theme: str) -> None:
    """Everything has a role and a name, and text stands out 4.5 to 1, in light and dark, with one system and two."""
    for watched in (single, double):
        if watched is double and "zeros" in place:
            continue
        page = watched.go(f"{place}&theme={theme}")
        assert page.evaluate(ACCESSIBILITY) == []


def test_tab_reaches_everything_in_reading_order(single: Watched) -> None:
    """Tab goes from the header over documents and filters to text, inspector and flow, and never back."""
    page = single.go(HARBOUR_AT + "&mention=k0")
    page.evaluate("document.activeElement.blur()")
    order: list[str] = []
    for _ in range(120):
        page.keyboard.press("Tab")
        part = page.evaluate(
            "document.activeElement === document.body ? '' : (document.activeElement.closest('header, nav, main, aside, #flow') || document.activeElement).tagName"
        )
        if not part and order:
            break
        order.append(part)
    order = [part for place, part in enumerate(order) if place == 0 or part != order[place - 1]]
    assert order == ["A", "HEADER", "NAV", "MAIN", "ASIDE", "SECTION"]


def test_skip_link_and_list_keys(single: Watched) -> None:
    """The first Tab offers to skip to the text; arrows and Enter work in the list of documents."""
    page = single.go()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    page.focus("#documents")
    page.keyboard.press("End")
    last = page.locator("#documents .doc-row").last
    assert last.get_attribute("aria-selected") == "true"
    assert page.get_attribute("#documents", "aria-activedescendant") == last.get_attribute("id")
    name = last.locator(".name").text_content()
    page.keyboard.press("Enter")
    page.wait_for_selector("#s0 .cell")
    assert page.text_content("#place") == name


def test_overview_filters_lead_to_documents(single: Watched, one_system: Payload) -> None:
    """A bar of the histogram narrows the list; a cell of the matrix leads to the lines of its errors."""
    index = one_system.index
    page = single.go()
    page.locator(".bin").first.click()
    lowest = min(row["scores"][0][index["headline"]] for row in index["documents"])
    assert f"{100 * lowest:.2f}" in page.text_content("#documents .doc-row")
    page.keyboard.press("0")
    cell = page.locator(".matrix .cell").first
    count = number(cell.text_content())
    cell.click()
    assert page.evaluate("location.hash.includes('class=') && location.hash.includes('type=')")
    assert page.text_content("#place") == "Overview"
    assert page.locator(".line-row").count() >= min(count, 5)


def test_print_shows_the_whole_text_only(single: Watched) -> None:
    """On paper there is the text with its marks and the flow, without controls; of a selection what is said of it."""
    page = single.go(HARBOUR_AT)
    page.emulate_media(media="print")
    try:
        assert not page.is_visible("#side")
        assert not page.is_visible("#inspector")
        assert page.is_visible("#s4 .tag")
        assert page.is_visible("#flow .ribbon")
        assert not page.is_visible(".views")
        page = single.go(f"{HARBOUR_AT}&mention=k3")
        assert page.is_visible(".verdict")
        assert not page.is_visible("#losses")
        assert not page.is_visible(".arc")
    finally:
        page.emulate_media(media="screen")


def test_dark_follows_the_system(single: Watched) -> None:
    """Without a choice the page follows the system's colours; the button chooses the other."""
    page = single.go()
    page.emulate_media(color_scheme="dark")
    try:
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.click("#theme")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
        assert "theme=light" in page.evaluate("location.hash")
    finally:
        page.emulate_media(color_scheme="light")


def test_notebook_frame(visit: Callable[..., Watched], one_system: Payload) -> None:
    """In a notebook the page runs inside its frame."""
    notebook = html.Page(html.render(one_system), 1, ())._repr_html_()
    watched = visit(f"<!doctype html><meta charset=utf-8><link rel=icon href=data:,>{notebook}")
    watched.page.goto(watched.url)
    frame = watched.page.frames[1]
    frame.wait_for_selector("body.ready")
    frame.click("#next")
    frame.wait_for_selector("#s0 .cell")


def test_page_is_the_same_every_time(one_system: Payload) -> None:
    """The same data give the same bytes."""
    assert html.render(one_system) == html.render(one_system)


def test_unwritable_file_is_a_problem(tmp_path: Path) -> None:
    """A page that cannot be written is told as CE053."""
    with pytest.raises(CorefevalError, match="CE053"):
        html.Page(b"", 0, ()).write(tmp_path / "no" / "such" / "folder.html")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Return a key and two responses in CoNLL-2012 format."""

    def lines(cells: str) -> str:
        words = ["Ada", "met", "Bo", ".", "She", "smiled", "."]
        rows = zip(words, cells.split(), strict=True)
        body = "".join(
            f"tale 0 {place} {word} {cell}\n" + ("\n" if word == "." else "")
            for place, (word, cell) in enumerate(rows)
        )
        return "".join(
            f"#begin document ({name}); part 000\n{body.replace('tale', name)}#end document\n"
            for name in ("tale", "fable")
        )

    texts = {
        "gold": "(0) - (1) - (0) - -",
        "a": "(0) - (1) - (1) - -",
        "b": "(0) - (1) - (0) - -",
    }
    paths = []
    for name, cells in texts.items():
        path = tmp_path / f"{name}.conll"
        path.write_text(lines(cells), encoding="utf-8")
        paths.append(str(path))
    return paths


def test_command_writes_and_opens(files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command writes the page for one or two systems, says how large it is, and opens it when asked."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    output = tmp_path / "out.html"
    ran = CliRunner().invoke(command, [*files, "-o", str(output), "--open", "--ci"], catch_exceptions=False)
    assert ran.exit_code == 0
    assert ran.output.startswith(f"{output}: 2 documents, 0.")
    assert opened == [output.as_uri()]
    text = output.read_text(encoding="utf-8")
    index = json.loads(text.split('id="index">')[1].split("</script>")[0])
    assert [system["name"] for system in index["systems"]] == ["a", "b"]
    assert index["key"] == "gold"


def test_worst_and_only_errors_choose_documents() -> None:
    """Fewer documents can be written: those with errors, or those of the lowest scores."""
    right = HARBOUR.with_chains({"x": "0-1 11-11"})
    named = type(right)("right", right.sentences, right.chains)
    key = of_stories(HARBOUR, named)
    response = of_stories(HARBOUR.with_chains(HARBOUR_FIRST), named)
    results = {"a": score(key, response, metrics=METRICS)}
    for options in ({"only_errors": True}, {"worst": 1}):
        report = of_results(results, **options)
        assert [row["name"] for row in report.index["documents"]] == ["harbour"]
        assert len(list(report.documents)) == 1


def test_nothing_to_count_is_written_as_zero_and_not_drawn(visit: Callable[..., Watched]) -> None:
    """0/0 under a preset that writes 0: the header, the table and the list say 0.00 and that it is 0/0; no figure shows it."""
    key = of_stories(HARBOUR)
    response = of_stories(HARBOUR.with_chains(HARBOUR_FIRST))
    results = {
        name: score(key, response, metrics=["muc", "zero"], undefined=name) for name in ("zero", "null")
    }
    shown = {}
    for name, result in results.items():
        payload = of_results({name: result}, key="gold", metric="muc")
        scores = {each["metric"]: each for each in payload.index["systems"][0]["scores"]}
        assert scores["zero"]["f1"] is None
        assert "f1" in scores["zero"]["empty"]
        assert payload.index["documents"][0]["scores"][0][1] is None
        page = visit(payload).go()
        header = page.inner_text("#scores")
        shown[name] = re.sub(r".*Zeros? (\S+(?: \(0/0\))?).*", r"\1", " ".join(header.split()))
        assert page.locator("#scores [title*='0/0']").count() == (name == "zero")
        assert not page.locator("svg title", has_text="Zeros").count()
    assert shown == {"zero": "0.00 (0/0)", "null": "–"}
