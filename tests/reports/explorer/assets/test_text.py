"""The document as one text: bands, arcs, and what is said of the chosen mention."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from corefeval.corpus.tables import Attributes
from corefeval.evaluation.score import score
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from corefeval.text import TextColumn
from tests.corpora import of_stories
from tests.paths import SHARED
from tests.reports.conftest import METRICS, Watched
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, long_story

HARBOUR_AT = "#doc=harbour"
LITHUANIAN = SHARED / "data" / "lt_nkas" / "json"


def words_of(page: Any, sentence: int) -> list[str]:
    """Return the words of a sentence as they are shown, without names and signs."""
    text: str = page.eval_on_selector(
        f"#s{sentence}",
        """row => {
            const copy = row.cloneNode(true);
            copy.querySelectorAll(".tag, .star, .line, .side-name").forEach(one => one.remove());
            return copy.textContent;
        }""",
    )
    return text.split()


def test_one_text_has_each_word_once(single: Watched, double: Watched) -> None:
    """Key and response stand on the same words, of which there is one row a sentence, with one system and with two."""
    for watched in (single, double):
        page = watched.go(HARBOUR_AT)
        for sentence, words in enumerate(HARBOUR.sentences):
            assert page.locator(f"#s{sentence} .cell").count() == 1
            assert words_of(page, sentence) == words.split()


def test_zeros_of_both_sides_are_one_box(single: Watched) -> None:
    """A zero that key and response have in one place is one box, which both have their band on."""
    page = single.go("#doc=zeros")
    assert words_of(page, 1) == ["∅", "opened", "the", "door", "and", "∅", "sat", "down", "."]
    marks = page.locator("#s1 .zero").evaluate_all("zeros => zeros.map(zero => zero.dataset.m.split(' '))")
    assert all({mention[0] for mention in each} == {"k", "a"} for each in marks)


def test_found_missed_and_invented_never_look_alike(single: Watched, one_system: Payload) -> None:
    """A band is filled where both sides have the mention, hollow where it was missed, hatched where it was invented."""
    data = next(iter(one_system.documents))
    page = single.go(HARBOUR_AT)
    reading = data["r"][0]
    looks: dict[str, set[str]] = {}
    for side, partners in (("k", reading["k"]["g"]), ("a", reading["q"]["g"])):
        for mention, partner in enumerate(partners):
            fate = "found" if partner >= 0 else "missed" if side == "k" else "invented"
            tag = page.locator(f"#tag-{side}{mention}")
            assert fate in (tag.get_attribute("class") or "")
            assert fate in (tag.get_attribute("title") or "")
            runs = page.evaluate(
                "id => [...document.querySelectorAll(`#text .run[data-m='${id}']`)].map(run => run.style.backgroundImage)",
                f"{side}{mention}",
            )
            for image in runs:
                is_hollow = "transparent 1.25px calc(100% - 1.25px)" in image
                is_hatched = "115deg" in image
                looks.setdefault(fate, set()).add(f"{is_hollow} {is_hatched}")
    assert looks["missed"] == {"True False"}
    assert looks["invented"] == {"False True"}


def test_key_below_and_response_above(single: Watched) -> None:
    """The bands of the key lie at the foot of the words, those of the response at their head; names likewise."""
    page = single.go(HARBOUR_AT)
    places = page.eval_on_selector(
        "#text .run[data-m='k0 a0']", "run => run.style.backgroundPosition.split(', ').slice(0, 2)"
    )
    assert "calc(100%" in places[0]
    assert "calc(100%" not in places[1]
    key, response = (page.locator(f"#tag-{name}").bounding_box() for name in ("k0", "a0"))
    assert response["y"] < key["y"]


def test_columns_remain_a_choice(single: Watched) -> None:
    """A button and c give each side a column; the address says so, and the selection stays in sight."""
    page = single.go(HARBOUR_AT + "&mention=k3")
    page.click(".views button:has-text('Columns')")
    assert page.locator("#s0 .cell").count() == 2
    assert "view=columns" in page.evaluate("location.hash")
    assert page.get_attribute(".tag.selected", "data-mention") == "k3"
    page = single.go(page.evaluate("location.hash"))
    assert page.locator("#s0 .cell").count() == 2
    page.keyboard.press("c")
    assert page.locator("#s0 .cell").count() == 1
    assert "view" not in page.evaluate("location.hash")


def previous(data: dict[str, Any], side: str, mention: int) -> int | None:
    """Return the mention before one in its chain."""
    entities = data[side]["e"] if side == "k" else data["r"][0]["m"]["e"]
    chain = [row for row, entity in enumerate(entities) if entity == entities[mention]]
    place = chain.index(mention)
    return chain[place - 1] if place else None


def test_what_was_chosen_and_what_is_right(single: Watched, one_system: Payload) -> None:
    """Arcs lead from the chosen mention to both antecedents, told apart by line and label; a sentence says the same."""
    data = next(iter(one_system.documents))
    reading = data["r"][0]
    names = [one["name"] for one in one_system.index["decisions"]]
    seen = set()
    for mention, partner in enumerate(reading["k"]["g"]):
        decision = names[reading["k"]["k"][mention]]
        if decision in seen:
            continue
        seen.add(decision)
        page = single.go(f"{HARBOUR_AT}&mention=k{mention}")
        right = previous(data, "k", mention)
        chosen = previous(data, "r", partner) if partner >= 0 else None
        verdict = page.text_content(".verdict")
        wrong = decision not in {"CA", "CN"}
        assert page.locator(".arc.right").count() == (right is not None)
        assert page.locator(".arc.chosen").count() == (wrong and chosen is not None)
        assert ("The system did not find" in verdict) == (partner < 0)
        if wrong and chosen is not None:
            assert "chose" in verdict
            assert page.text_content(".chip.chosen") == "system chose"
            dashes = page.eval_on_selector(".arc.chosen", "arc => getComputedStyle(arc).strokeDasharray")
            assert dashes != "none"
        if right is not None and wrong:
            assert "right is" in verdict
            assert page.text_content(".chip.right") == "right"
    assert {"CA", "WL", "FN-missing"} & seen


def test_arcs_end_at_the_antecedents(single: Watched, one_system: Payload) -> None:
    """The end of an arc lies on the words that it leads to, and a click on its label goes there."""
    data = next(iter(one_system.documents))
    mention = next(
        row
        for row, partner in enumerate(data["r"][0]["k"]["g"])
        if partner >= 0 and previous(data, "k", row) is not None and row > 4
    )
    page = single.go(f"{HARBOUR_AT}&mention=k{mention}")
    target = f"k{previous(data, 'k', mention)}"
    end, box = page.evaluate(
        """target => {
            const arc = document.querySelector(".arc.right");
            const origin = document.getElementById("document").getBoundingClientRect();
            const end = arc.getPointAtLength(arc.getTotalLength());
            const box = document.querySelector(`.run[data-m~="${target}"]`).getBoundingClientRect();
            return [{x: end.x + origin.left, y: end.y + origin.top}, box.toJSON()];
        }""",
        target,
    )
    decided = data["r"][0]["k"]["k"][mention]
    if one_system.index["decisions"][decided]["name"] != "CA":
        assert box["left"] <= end["x"] <= box["right"]
        assert box["top"] - 3 <= end["y"] <= box["bottom"] + 3
    page.click(".chip.right")
    assert page.get_attribute(".tag.selected", "data-mention")[0] == "k"


FACE = """@font-face {{ font-family: other; src: local("DejaVu Sans"); ascent-override: {}%; descent-override: {}%; }}
* {{ font-family: other !important; letter-spacing: {}px !important; }}"""
"""Another font: its ascent and descent, and by how much its letters are wider."""
AT_REST = """() => new Promise(done => {
    let frames = 5;
    const next = () => frames-- ? requestAnimationFrame(next) : done();
    next();
})"""
LABELS = """id => {
    const rect = one => one.getBoundingClientRect();
    const word = document.querySelector(`[data-m~="${id}"]`).getClientRects()[0];
    const [frame, origin] = ["main", "document"].map(part => rect(document.getElementById(part)));
    const walker = document.createTreeWalker(document.getElementById("text"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const words = [];
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest(".tag, .star, .line")) continue;
        for (const found of walker.currentNode.data.matchAll(/\\S+/g)) {
            range.setStart(walker.currentNode, found.index);
            range.setEnd(walker.currentNode, found.index + found[0].length);
            words.push(...[...range.getClientRects()].map(box => [found[0], box]));
        }
    }
    return {
        covered: [...document.querySelectorAll(".chip")].map(rect).flatMap(a => words.filter(([, b]) =>
            a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 4 && a.bottom > b.top + 4).map(([word]) => word)),
        labels: [...document.querySelectorAll(".chip")].map(rect).map(a => [
            a.right <= word.left || a.left >= word.right || a.bottom <= word.top + 3 || a.top >= word.bottom - 3,
            a.left >= frame.left && a.right <= frame.right,
        ]),
        starts: [...document.querySelectorAll(".arc")].map(arc => {
            const start = arc.getPointAtLength(0).y + origin.top;
            return Math.min(Math.abs(start - word.top), Math.abs(start - word.bottom));
        }),
    };
}"""


@pytest.mark.parametrize("face", [None, (75, 15, -1), (107, 30, 0), (120, 45, 3)], ids=str)
def test_labels_leave_the_words_legible(
    single: Watched, one_system: Payload, face: tuple[int, int, int] | None
) -> None:
    """Arcs start at the chosen mention, and their labels cover no word and are not cut, whatever the font."""
    page = single.go("#doc=harbour")
    data = next(iter(one_system.documents))
    if face:
        page.evaluate(
            """async rules => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(rules);
                document.adoptedStyleSheets = [sheet];
                await document.fonts.load("15px other");
            }""",
            FACE.format(*face),
        )
        assert page.evaluate("document.fonts.check('15px other') && document.fonts.size") == 1
    looked = 0
    for mention in range(len(data["k"]["f"])):
        page.evaluate(f"location.hash = '#doc=harbour&mention=k{mention}'")
        page.wait_for_function(f"document.getElementById('tag-k{mention}')?.classList.contains('selected')")
        page.evaluate(AT_REST)
        found = page.evaluate(LABELS, f"k{mention}")
        looked += len(found["labels"])
        assert all(is_inside for _, is_inside in found["labels"])
        assert all(is_clear for is_clear, _ in found["labels"]), mention
        assert found["covered"] == [], mention
        assert all(distance < 1 for distance in found["starts"]), mention
    assert looked > 5


def test_an_arc_that_leads_out_of_sight_says_where(visit: Callable[..., Watched]) -> None:
    """Where the antecedent is out of sight, the arc ends at the edge with the number of the sentence and the words."""
    story = long_story(12)
    both = of_stories(story)
    page = visit(of_results({"system": score(both, both, metrics=METRICS)}), size=(1000, 420)).go("#doc=long")
    page.keyboard.press("g")
    page.click("#tag-k0")
    for _ in range(6):
        page.keyboard.press("J")
    page.wait_for_timeout(300)
    assert re.search(r"↑ 6: Ada", page.text_content(".chip.right"))
    page.click(".chip.right")
    assert page.get_attribute(".tag.selected", "data-mention") == "k10"


COLORS = """count => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    return Array.from({length: count}, (_, entity) => {
        const probe = document.createElement("i");
        probe.style.color = `oklch(var(--line-${entity % 3}) ${(entity * 137.508) % 360})`;
        document.body.append(probe);
        canvas.fillStyle = getComputedStyle(probe).color;
        canvas.fillRect(0, 0, 1, 1);
        probe.remove();
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
}"""


def seen_by_a_deuteranope(color: list[int]) -> tuple[float, float, float]:
    """Return lightness and the two opponent axes of OKLab as a deuteranope sees a colour (Viénot, Brettel and Mollon 1999)."""
    red, green, blue = ((one / 255) ** 2.2 for one in color)
    red, green, blue = (
        0.29275 * red + 0.70725 * green,
        0.29275 * red + 0.70725 * green,
        -0.02234 * red + 0.02234 * green + blue,
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = max(0.0, 0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_neighbours_differ_to_a_deuteranope(single: Watched, theme: str) -> None:
    """Entities that follow each other have bands that also those tell apart who do not see red and green."""
    page = single.go(f"{HARBOUR_AT}&theme={theme}")
    colors = [seen_by_a_deuteranope(color) for color in page.evaluate(COLORS, 60)]
    for one, other in pairwise(colors):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.09


def test_codes_that_differ_are_marked(visit: Callable[..., Watched]) -> None:
    """A mention that key and response give different codes has both of them in a badge, in words beside it too."""
    key, response = of_stories(HARBOUR), of_stories(HARBOUR.with_chains(HARBOUR_FIRST))
    codes = ["d" if row % 4 == 0 else "p" for row in range(len(response.mentions))]
    mentions = replace(response.mentions, attributes=Attributes({"code": TextColumn.of(codes)}))
    report = of_results({"system": score(key, replace(response, mentions=mentions), metrics=METRICS)})
    data = next(iter(report.documents))
    names, reading = report.index["codes"], data["r"][0]
    expected = {
        f"{names[ours]}≠{names[reading['m']['c'][partner]]}"
        for ours, partner in zip(data["k"]["c"], reading["k"]["g"], strict=True)
        if partner >= 0 and ours != reading["m"]["c"][partner]
    }
    page = visit(report).go(HARBOUR_AT)
    assert set(page.locator(".badge.code").all_text_contents()) == expected
    assert expected


def test_rows_of_a_long_document_exist_where_they_are_near(visit: Callable[..., Watched]) -> None:
    """Of many sentences those in sight are drawn, and rows made for a few more; keys, search and scrolling draw others."""
    story = long_story(400)
    cut = {name: " ".join(spans.split()[::2]) for name, spans in story.chains.items() if name != "boat 399"}
    page = visit(
        of_results({"system": score(of_stories(story), of_stories(story.with_chains(cut)), metrics=METRICS)})
    ).go("#doc=long")
    assert 0 < page.locator(".sentence.filled").count() < 40
    assert page.locator(".sentence").count() < 200
    page.keyboard.press("k")
    page.wait_for_selector(".tag.selected")
    assert page.locator(".sentence.filled").count() < 80
    page.evaluate("document.getElementById('main').scrollTop = 0")
    page.wait_for_selector("#s0.filled")
    page.evaluate("document.getElementById('main').scrollTop = 1e7")
    page.wait_for_selector("#s399.filled")
    page.fill("#search", "200")
    page.focus("#search")
    page.keyboard.press("Enter")
    page.wait_for_selector("#s200 mark.now")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".sentence.filled").count() == 400


@pytest.mark.skipif(not LITHUANIAN.exists(), reason="the Lithuanian corpus lies beside the checkout")
def test_codes_of_the_lithuanian_pair(visit: Callable[..., Watched]) -> None:
    """The 16 mentions whose codes differ between the two annotations are marked, and told in the words of the scheme."""
    result = score(
        LITHUANIAN, LITHUANIAN, metrics="conll,dominant", key_layer="manual1", response_layer="manual2"
    )
    report = of_results({"second": result})
    watched = visit(report)
    marked = 0
    for row, data in zip(report.index["documents"], report.documents, strict=True):
        ours, reading = data["k"].get("c", []), data["r"][0]
        theirs = reading["m"].get("c", [])
        differing = [
            mention
            for mention, partner in enumerate(reading["k"]["g"])
            if partner >= 0
            and ours
            and theirs
            and 0 not in (ours[mention], theirs[partner])
            and ours[mention] != theirs[partner]
        ]
        if not differing:
            continue
        page = watched.go(f"#doc={row['name']}&mention=k{differing[0]}")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator(".badge.code").count() == len(differing)
        marked += len(differing)
        assert "Code, key" in page.text_content("#details")
    assert marked == 16
