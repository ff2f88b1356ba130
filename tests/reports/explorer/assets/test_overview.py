"""The overview as a person gets it: linked charts, saved pictures, colours, keys, several systems, empty corpora."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter

from corefeval.evaluation.score import score
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import Story, of_stories
from tests.reports.conftest import METRICS, Watched, made
from tests.reports.stories import HARBOUR, HARBOUR_FIRST

VIEWS = ["#", "#list=auto", "#drawer=auto", "#doc=news_1", "#class=split entity"]
TOLERANCE = 110.0
"""How much any pixel may differ between a saved picture and the screen, of 255, both blurred by two pixels: edges lie between pixels."""


@pytest.fixture(scope="module")
def one(visit: Callable[..., Watched], news: tuple[Payload, Payload]) -> Watched:
    """Return the page of the one system."""
    return visit(news[0])


@pytest.fixture(scope="module")
def two(visit: Callable[..., Watched], news: tuple[Payload, Payload]) -> Watched:
    """Return the page of the two systems."""
    return visit(news[1])


def pixels(content: bytes) -> Any:
    """Return a picture's pixels."""
    return np.asarray(
        Image.open(io.BytesIO(content)).convert("RGB").filter(ImageFilter.GaussianBlur(2)), float
    )


def test_page_is_as_high_as_the_window(one: Watched, two: Watched, eight: Watched) -> None:
    """Nothing scrolls on into a blank page, in any view, with one system, two or eight."""
    for watched, place in product((one, two, eight), VIEWS):
        page = watched.go(place)
        height, width = page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert (height, width) == (900, 1440), place


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_saved_pictures_equal_the_screen(one: Watched, two: Watched, browser: Any, theme: str) -> None:
    """Each saved SVG, opened in the browser, has the pixels that were on screen, below its title and legend."""
    other = browser.new_page()
    for watched in (one, two):
        page = watched.go(f"#theme={theme}")
        figures = page.locator("#overview .figure")
        assert figures.count() >= 8
        for place in range(figures.count()):
            figure = figures.nth(place)
            title = figure.locator("h2").text_content()
            drawn = figure.locator("svg.drawing")
            drawn.scroll_into_view_if_needed()
            page.mouse.move(0, 0)
            seen = pixels(drawn.screenshot())
            figure.locator(".save summary").click()
            with page.expect_download() as download:
                figure.locator(f"[data-save=svg-{theme}]").click()
            text = download.value.path().read_text(encoding="utf-8")
            assert f">{title}<" in text.replace("&gt;", ">")
            box = drawn.evaluate("one => [one.viewBox.baseVal.width, one.viewBox.baseVal.height]")
            saved_box = [float(each) for each in re.findall(r'viewBox="([^"]*)"', text)[0].split()]
            scale = drawn.bounding_box()["width"] / box[0]
            source = base64.b64encode(text.encode()).decode()
            other.set_content(
                f"<body style='margin:0'><img style='display:block;width:{saved_box[2] * scale}px' src='data:image/svg+xml;base64,{source}'>"
            )
            other.wait_for_function("document.images[0].complete")
            shot = pixels(other.locator("img").screenshot())
            top = round((saved_box[3] - box[1]) * scale)
            height, width = min(seen.shape[0], shot.shape[0] - top), min(seen.shape[1], shot.shape[1])
            here, there = seen[:height, :width], shot[top : top + height, :width]
            offsets = [
                np.abs(here[1:-1] - there[1 + step : height - 1 + step])[:, 2:-2].max() for step in (-1, 0, 1)
            ]
            assert min(offsets) < TOLERANCE, title
            assert here.std() > 1, title
    other.close()


def test_a_png_is_saved(one: Watched) -> None:
    """A picture is saved as PNG too, twice as sharp as on the page."""
    page = one.go()
    figure = page.locator("#overview .figure").first
    figure.locator(".save summary").click()
    with page.expect_download() as download:
        figure.locator("[data-save=png-dark]").click()
    assert download.value.suggested_filename == "Where-the-points-are-lost.png"
    found = pixels(download.value.path().read_bytes())
    assert found.shape[1] == 1520
    assert found.std() > 1
    assert found[0, 0].max() < 60


def linear_rgb(color: str) -> Any:
    """Return a colour as light."""
    parts = np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def oklab(light: Any) -> Any:
    """Return a colour as it is perceived."""
    cones = np.array([[0.41222, 0.53633, 0.05145], [0.2119, 0.6807, 0.1074], [0.0883, 0.28172, 0.62998]])
    axes = np.array([[0.21045, 0.79362, -0.00407], [1.978, -2.42859, 0.45059], [0.0259, 0.78277, -0.80868]])
    return axes @ np.cbrt(cones @ np.clip(light, 0, 1))


DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
)
"""What of red, green and blue light is seen: Machado, Oliveira and Fernandes (2009)."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_colour_has_one_meaning(eight: Watched, theme: str) -> None:
    """Colours of systems differ from each other, also for those who see no green, and from those of errors."""
    page = eight.go(f"#theme={theme}")
    colors = page.evaluate(
        """() => Object.fromEntries(["system-0", "system-1", "system-2", "system-3", "system-4", "system-5", "system-6", "system-7",
            "recall", "precision", "span"].map(name => [name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()]))"""
    )
    seen = {name: oklab(linear_rgb(color)) for name, color in colors.items()}
    without = {name: oklab(DEUTERANOPIA @ linear_rgb(color)) for name, color in colors.items()}
    systems = [name for name in colors if name.startswith("system")]
    for first, second in combinations(systems, 2):
        assert np.linalg.norm(seen[first] - seen[second]) > 0.1
        assert np.linalg.norm(without[first] - without[second]) > 0.1
    for first, second in product(systems, ("recall", "precision", "span")):
        assert np.linalg.norm(seen[first] - seen[second]) > 0.09
    fills = page.eval_on_selector_all(
        "#overview .step .bar",
        "bars => bars.map(bar => [...bar.classList].filter(one => /^system/.test(one)).length)",
    )
    assert fills
    assert not any(fills)


def test_a_choice_redraws_every_chart(one: Watched, news: tuple[Payload, Payload]) -> None:
    """Choosing a genre leaves its counts in all charts, the whole corpus as a ghost, and rewrites the sentence."""
    index = news[0].index
    page = one.go()
    before = page.text_content(".story")
    page.click(".part[data-value=tales]")
    page.wait_for_selector(".with-drawer .line-row .keyword")
    assert page.text_content(".story") != before
    assert "tales" in page.text_content(".story")
    (chosen,) = [row for row in index["documents"] if row["name"] == "tales_1"]
    counts = [int(text) for text in page.locator(".step .count").all_text_contents()]
    assert sorted(counts) == sorted(count for count in chosen["errors"][0] if count)
    totals = page.locator(".matrix tbody tr td:last-child").all_text_contents()
    assert [int(text) for text in totals] == [count for count in chosen["errors"][0] if count]
    for title in ("Where the points", "by mention type", "by genre", "by distance", "by length", "by score"):
        assert page.locator(f".figure:has-text('{title}') .ghost").count() > 0, title
    decisions = page.locator(".figure:has-text('Decisions') .count").all_text_contents()
    assert sum(map(int, decisions)) < sum(index["systems"][0]["decisions"])
    page.keyboard.press("Escape")
    assert not page.is_visible("#concordance")
    page.click("#show-all")
    assert page.text_content(".story") == before
    assert page.locator("#overview svg .ghost").count() == page.locator(".bin .ghost").count()


def test_credits_give_the_scores_of_the_whole(one: Watched, news: tuple[Payload, Payload]) -> None:
    """B³ of the whole corpus, summed from the credits of single mentions, is that of the breakdown: the ghosts have its lengths."""
    (picture,) = [each for each in news[0].index["pictures"] if each["name"] == "type"]
    page = one.go("#genre=tales")
    for value, scores in zip(picture["values"], picture["scores"][0], strict=True):
        name = news[0].index["types"][value]
        row = page.locator(f".part[data-value='{name}']")
        ghost, track = (
            float(row.locator(which).first.get_attribute("width") or 0) for which in (".ghost", ".track")
        )
        assert ghost / track == pytest.approx(scores["f1"], abs=0.005)


def test_changes_add_up_and_are_those_of_the_index(two: Watched, news: tuple[Payload, Payload]) -> None:
    """Right in A + fixed − broken = right in B, spurious mentions apart; all as the index has them."""
    page = two.go()
    (pair,) = news[1].index["differences"]
    rows = page.locator(".changes.mentions tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.textContent.replaceAll(',', ''))))"
    )
    for right, fixed, broken, now, spurious, dropped, added, left in rows:
        assert right + fixed - broken == now
        assert spurious - dropped + added == left
    for shown, each in zip(rows[1:], pair["types"], strict=True):
        assert shown == [
            each["right"][0],
            each["fixed"],
            each["broken"],
            each["right"][1],
            each["inventions"][0],
            each["dropped"],
            each["added"],
            each["inventions"][1],
        ]
    errors = page.locator(".changes.errors tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].slice(0, 4).map(cell => Number(cell.textContent)))"
    )
    expected = [
        [each[name] for name in ("before", "fixed", "broken", "after")]
        for each in pair["classes"]
        if each["before"] or each["after"]
    ]
    assert errors == expected


def focused(page: Any) -> str:
    """Return what has the focus."""
    found: str = page.evaluate(
        "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"
    )
    return found


def test_focus_follows_the_keys(one: Watched) -> None:
    """After each key that leads elsewhere the focus is there; marks have focus and name, and give it back."""
    page = one.go()
    page.keyboard.press("l")
    assert focused(page) == "lines"
    page.keyboard.press("o")
    assert focused(page) == "overview"
    page.keyboard.press("n")
    page.wait_for_function("document.activeElement.id === 'text'")
    page.keyboard.press("o")
    page.keyboard.press("/")
    assert focused(page) == "search"
    page.keyboard.press("Escape")
    page.focus(".step")
    page.keyboard.press("ArrowDown")
    mark = page.get_attribute(".step:focus", "data-mark")
    assert page.is_visible("#card")
    page.keyboard.press("Enter")
    page.wait_for_selector(".with-drawer .line-row")
    assert focused(page) == "lines"
    page.keyboard.press("Escape")
    assert page.get_attribute(".step:focus", "data-mark") == mark
    for part in page.locator("#overview [role=button]").all():
        assert part.get_attribute("aria-label")
    stops = 0
    page.evaluate("document.activeElement.blur(); document.getElementById('skip').focus()")
    while page.evaluate("!document.activeElement.closest('#overview')"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops < 20


def test_a_mark_has_a_card(one: Watched) -> None:
    """Pointing at a mark shows its name, its value, how many and a line of the text; leaving it hides that."""
    page = one.go()
    page.hover(".step >> nth=0")
    page.wait_for_selector("#card .example")
    text = page.text_content("#card")
    assert re.search(r"\d\.\d\d CoNLL F1 points .*\d errors?", text)
    page.mouse.move(0, 0)
    assert not page.is_visible("#card")


def test_wrongly_linked_pronouns_take_three_clicks(visit: Callable[..., Watched]) -> None:
    """All pronouns wrongly linked to a name: type, kind of decision, what the system linked to."""
    response = of_stories(
        HARBOUR.with_chains({"1": "0-1 11-11 17-17", "2": "13-13 19-19", "3": "20-21 28-28"})
    )
    report = of_results({"s": score(of_stories(HARBOUR), response, metrics=METRICS)})
    page = visit(report).go("#list=mentions")
    page.click("details[data-group=type] .option:has-text('pronoun') .name")
    page.click(".kinds button:has-text('wrong link')")
    page.click("details[data-group=linked] .option:has-text('name') .name")
    page.wait_for_selector(".line-row .targets")
    facts = page.locator(".line-row .facts").all_text_contents()
    expected = 0
    for document in report.documents:
        key, reading = document["k"], document["r"][0]
        chains: dict[int, list[int]] = {}
        for mention, entity in enumerate(reading["m"]["e"]):
            chains.setdefault(entity, []).append(mention)
        for mention, partner in enumerate(reading["k"]["g"]):
            name = report.index["decisions"][reading["k"]["k"][mention]]["name"]
            if (
                partner < 0
                or report.index["types"][key["t"][mention]] != "pronoun"
                or not name.startswith("WL")
            ):
                continue
            chain = chains[reading["m"]["e"][partner]]
            before = chain[chain.index(partner) - 1]
            own = reading["q"]["g"][before]
            kind = key["t"][own] if own >= 0 else reading["m"]["t"][before]
            expected += report.index["types"][kind] == "name"
    assert len(facts) == expected > 0
    page.select_option("#whose", "linked")
    page.fill("#words", "tomas")
    page.wait_for_function("() => location.hash.includes('whose=linked')")
    page.wait_for_selector(".list-bar [role=status]:has-text('mention')")
    assert all("Tomas" in text for text in page.locator(".line-row .targets").all_text_contents())


CONFUSED = Story(
    "confused",
    (
        "Ann met Ann .",
        "Ann left .",
        "She cried .",
        "His mother sang .",
        "His mother sang .",
        "They saw the boat and the boat saw them .",
        "The boat sank .",
        "He slept .",
        "Bo woke .",
        "He ate .",
    ),
    {
        "one": "0-0 7-7",
        "two": "2-2 4-4",
        "first mother": "10-11 14-15",
        "boat": "20-21 23-24 28-29",
        "they": "18-18 26-26",
        "bo": "32-32 35-35 38-38",
    },
)
"""Two persons of one name, two mothers, and a chain whose first mention is a pronoun."""

CONFUSIONS = {
    "A": {
        "1": "0-0 4-4 2-2 7-7",
        "2": "10-11 14-15",
        "3": "20-21 28-29",
        "4": "18-18 23-24 26-26",
        "5": "35-35 38-38",
    },
    "B": {
        "1": "0-0 7-7",
        "2": "2-2 4-4 10-11",
        "3": "14-15 20-21",
        "4": "18-18 26-26",
        "5": "23-24 28-29",
        "6": "32-32 38-38",
    },
}


def said(page: Any) -> list[str]:
    """Return what the lines say of links and chains, once all words are there."""
    page.wait_for_selector(".line-row .targets")
    page.wait_for_selector(".line-row .waiting", state="detached")
    found: list[str] = page.locator(".line-row .targets").all_text_contents()
    return found


def test_no_line_contradicts_itself(visit: Callable[..., Watched]) -> None:
    """An error never reads as if the system had what is correct: the line names the mentions or the chains that differ.

    Lines about which two systems differ say what each has: the one that is right has what is correct, the other has not.
    """
    results = {
        name: score(of_stories(CONFUSED), of_stories(CONFUSED.with_chains(chains)), metrics=METRICS)
        for name, chains in CONFUSIONS.items()
    }
    watched = visit(of_results(results), size=(1440, 2600))
    chains = 0
    for system in "AB":
        page = watched.go(f"#list=errors&system={system}")
        texts = said(page)
        assert len(texts) == int(page.text_content(".list-bar .note").split()[0])
        for text in texts:
            ((how, has, correct),) = re.findall(
                r"^system(:| linked to| has chain) (.+) · correct: (.+)$", text
            )
            assert has != correct
            if "chain" in how:
                chains += 1
                assert re.match(
                    rf"{system}\d+ (without|together with) “.+”( \((K|{system})\d+\)|, which it did not find)$",
                    has,
                )
                assert re.match(r"(one chain|a chain of its own), K\d+$", correct)
    assert chains > 0
    for pair, right in (("only A right", 0), ("only B right", 1)):
        texts = said(watched.go(f"#pair={pair}&list=mentions&system=B"))
        assert texts
        for text in texts:
            ((*both, correct),) = re.findall(
                r"^A(?::| linked to) (.+) · B(?::| linked to) (.+) · correct: (.+)$", text
            )
            assert both[right] == correct
            assert both[1 - right] != correct
    texts = said(watched.go("#list=mentions&system=A"))
    assert "system linked to “Ann” in sentence 2 (K1) · correct: “Ann” in sentence 1 (K0)" in texts


def test_the_explained_metric_is_the_headline(visit: Callable[..., Watched]) -> None:
    """With -m lea the points are LEA's; with -m dominant, which repairs cannot be scored with, the page says why it is CoNLL's."""
    key, response = of_stories(HARBOUR), of_stories(HARBOUR.with_chains(HARBOUR_FIRST))
    lea = of_results({"s": score(key, response, metrics="lea,muc")})
    assert lea.index["loss_metrics"] == ["LEA F1"]
    assert lea.index["loss_reason"] == ""
    page = visit(of_results({"s": score(key, response, metrics="dominant")})).go()
    note = page.text_content(".figure:has-text('Where the points') .note")
    assert "Dominant needs more" in note
    assert re.search(r"explains CoNLL F1 \(\d", note)


def test_metrics_are_switched(visit: Callable[..., Watched]) -> None:
    """Of several explained metrics one is chosen; lines can be ordered by what one loses and the other does not."""
    result = score(of_stories(HARBOUR), of_stories(HARBOUR.with_chains(HARBOUR_FIRST)), metrics=METRICS)
    report = of_results({"s": result}, metric="conll,lea")
    watched = visit(report)
    page = watched.go()
    assert page.locator(".switch.metrics button").count() == 2
    page.click(".switch.metrics button:has-text('LEA')")
    assert f"LEA F1 {100 * (result.scores['lea']['f1'] or 0):.2f}" in page.text_content(".story")
    assert "metric=LEA" in page.evaluate("location.hash")
    page = watched.go("#list=errors")
    page.select_option("#order", "apart")
    page.wait_for_selector(".line-row .gain")
    assert "order=apart" in page.evaluate("location.hash")


NOTHING = {
    "no errors": (HARBOUR.chains, HARBOUR.chains),
    "no mentions": ({}, {}),
    "no gold mentions": ({}, HARBOUR.chains),
    "no system mentions": (HARBOUR.chains, {}),
}
SAID = {
    "no errors": (
        "s has no errors: the response equals the key.",
        "There are no errors: the response equals the key.",
    ),
    "no mentions": ("so nothing can be scored.", "There are no mentions, so there are no errors."),
    "no gold mentions": ("The key has no mentions, so all mentions of s are spurious.", ""),
    "no system mentions": ("It loses 100.00 points", ""),
}


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_to_show_is_reported(visit: Callable[..., Watched], case: str) -> None:
    """Without errors, or without mentions, a true sentence stands in each view, and no button that does nothing is live."""
    key, response = (of_stories(HARBOUR.with_chains(chains)) for chains in NOTHING[case])
    page = visit(of_results({"s": score(key, response, metrics=METRICS)})).go()
    story, empty = SAID[case]
    assert story in page.text_content(".story")
    assert not re.search(
        r"\b0 (?!gold)\w+ (error|entit|mention|singleton)|– points", page.text_content(".story")
    )
    assert page.locator(".step").count() == (2 if case == "no system mentions" else 0)
    for mark in page.locator("#overview [role=button]").all():
        assert not re.search(r"; 0 (mention|error)s?$", mark.get_attribute("aria-label") or "")
    page.keyboard.press("l")
    assert page.is_visible(".nothing") == bool(empty)
    buttons = ["copy-text", "copy-latex", "copy-table", "copy-csv", "save-csv", "print", "reverse"]
    assert [page.is_disabled(f"#{button}") for button in buttons] == [bool(empty)] * len(buttons)
    if empty:
        assert page.text_content(".nothing") == empty
        assert page.is_disabled("#list-mentions") == (case == "no mentions")
    page.keyboard.press("n")
    page.wait_for_selector("#s0 .cell")
    advice = page.text_content("#details")
    assert ("press j" in advice) == (not empty)
    assert ("This document has no" in advice) == bool(empty)
    assert page.locator("#flow button").count() == (
        0 if case == "no mentions" else page.locator("#flow button").count()
    )
    assert ("Neither the key nor a response has entities" in page.text_content("#flow")) == (
        case == "no mentions"
    )


def test_unknown_types_are_reported(visit: Callable[..., Watched]) -> None:
    """Clusters without words have no types: the page says so, and no part of it offers unknown types."""
    key, response = [[(0, 1), (5, 5)], [(7, 7), (8, 9)]], [[(0, 1)], [(5, 5), (7, 7), (8, 9)]]
    page = visit(of_results({"s": score(key, response, metrics=METRICS)})).go()
    panel = page.locator(".panel", has_text="Errors by class and mention type")
    assert "The types of the mentions are unknown" in panel.text_content()
    assert panel.locator("button").count() == 0
    assert page.locator("details[data-group=type]").count() == 0
    page.keyboard.press("n")
    page.wait_for_selector("#losses .loss-row")
    assert page.text_content("#losses h2") == "Errors by class"
    assert "unknown" not in page.inner_text("#losses")


def test_axes_begin_at_zero(visit: Callable[..., Watched], news: tuple[Payload, Payload]) -> None:
    """The waterfall's axis never begins below 0, whatever a class costs; bars of scores are as long as the score."""
    index = news[0].index
    system = index["systems"][0]
    losses = [dict(each) for each in system["losses"][0]]
    for each in losses:
        each["alone"] = -0.95
    page = visit(made(news[0], systems=[{**system, "losses": [losses]}])).go()
    figure = page.locator(".figure:has-text('Where the points')")
    numbers = [text for text in figure.locator("svg > g > text.small").all_text_contents() if text]
    assert numbers[0] == "0"
    left = min(float(line.get_attribute("x1") or 0) for line in figure.locator("line.grid").all())
    assert all(float(line.get_attribute("x1") or 0) >= left for line in figure.locator(".whisker").all())
    scores = [each["f1"] for each in system["scores"]]
    for fill, f1 in zip(page.locator(".gauge .fill").all(), scores, strict=True):
        box, whole = fill.bounding_box(), fill.locator("xpath=..").bounding_box()
        assert box["width"] / whole["width"] == pytest.approx(f1, abs=0.02)
    for picture in (each for each in index["pictures"] if not each["is_ordered"]):
        for row in page.locator(f".figure:has-text('{picture['title']}') .part").all():
            bar, track = (row.locator(which).bounding_box() for which in (".bar", ".track"))
            said = float((row.locator("text.number").text_content() or "").split()[0])
            assert bar["x"] == pytest.approx(track["x"], abs=0.5)
            assert bar["width"] / track["width"] == pytest.approx(said / 100, abs=0.02)


def test_eight_systems_are_readable(eight: Watched) -> None:
    """One sentence for the pair and one for the system, a waterfall a system on one scale, a column a system, labels apart."""
    page = eight.go()
    assert page.locator(".story p").count() == 2
    assert page.locator(".scores-table thead th").count() == 9
    table = page.locator(".scores-table").bounding_box()
    panel = page.locator(".panel:has(.scores-table)").bounding_box()
    assert table["x"] + table["width"] <= panel["x"] + panel["width"]
    assert page.locator(".figure:has-text('Ranking') .part").count() == 8
    for title in ("Ranking", "Recall against", "Where the points"):
        boxes = [
            each.bounding_box() for each in page.locator(f".figure:has-text('{title}') text.strong").all()
        ]
        for first, second in combinations(boxes, 2):
            apart = (
                first["x"] + first["width"] <= second["x"] + 1
                or second["x"] + second["width"] <= first["x"] + 1
                or first["y"] + first["height"] <= second["y"] + 6
                or second["y"] + second["height"] <= first["y"] + 6
            )
            assert apart, title
    page.select_option("#bar-versus-1", "3")
    assert "D (system 3)" in page.text_content(".pair-sentence")
    page = eight.go("#doc=news_1")
    assert page.locator("#document.quiet").count() == 1
    page.keyboard.press("b")
    assert page.locator("#document.quiet").count() == 0


def test_link_and_table_are_copied(one: Watched) -> None:
    """Copy link copies the address of the view; the LaTeX table has as many rows as are asked for."""
    page = one.go("#genre=tales&drawer=errors")
    page.wait_for_selector(".line-row .keyword")
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text; }")
    page.click("#copy-link")
    page.wait_for_function("() => window.copied")
    assert page.evaluate("window.copied") == page.url
    page.click("#copy-table")
    page.wait_for_function("() => window.copied.includes('tabular')")
    rows = [line for line in page.evaluate("window.copied").splitlines() if line.endswith("\\\\")]
    assert len(rows) - 1 == int(page.text_content(".list-bar [role=status]").split()[0])
