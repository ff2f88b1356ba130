"""What people open the page for: the fifteen tasks of the page's second edition, and the tests that hold each of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from corefeval.evaluation.score import score
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import Story, of_stories
from tests.paths import ROOT
from tests.reports.conftest import METRICS, Watched
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND

HERE = ROOT / "tests" / "reports" / "explorer"
TASKS = {
    "pronouns that are wrongly linked to names": [
        "assets/test_overview.py::test_wrongly_linked_pronouns_take_three_clicks",
    ],
    "the three costliest errors": [
        "assets/test_lines.py::test_every_error_is_a_line",
        "test_page_faults.py::test_costliest_errors_are_those_of_the_filter",
    ],
    "the worst genre, and why": ["test_page_tasks.py::test_the_worst_genre_and_why"],
    "what a second system fixes and breaks": [
        "assets/test_overview.py::test_changes_add_up_and_are_those_of_the_index",
        "assets/test_overview.py::test_no_line_contradicts_itself",
        "test_page_faults.py::test_pairs_of_systems_filter_the_overview",
    ],
    "one entity through a document": [
        "test_page.py::test_entity_palette_filters_by_entity",
        "test_page.py::test_entity_keys_walk_the_chain",
        "assets/test_thread.py::test_threads_are_the_chains",
    ],
    "a picture for slides": [
        "assets/test_overview.py::test_saved_pictures_equal_the_screen",
        "assets/test_overview.py::test_a_png_is_saved",
        "assets/test_flow.py::test_saved_picture_stands_alone",
    ],
    "a link to the view": [
        "assets/test_overview.py::test_link_and_table_are_copied",
        "assets/test_lines.py::test_address_holds_the_whole_view",
    ],
    "why LEA differs from CoNLL": [
        "assets/test_contrast.py::test_why_lea_differs_from_conll_takes_four_clicks"
    ],
    "zeros only": ["test_page_tasks.py::test_zeros_only"],
    "one class as a table": [
        "test_page_tasks.py::test_one_class_as_a_table",
        "assets/test_lines.py::test_tables_have_as_many_rows_as_shown",
    ],
    "by keyboard only": [
        "assets/test_overview.py::test_focus_follows_the_keys",
        "test_page_tasks.py::test_the_focus_after_each_key",
        "test_page.py::test_tab_reaches_everything_in_reading_order",
    ],
    "with a screen reader": [
        "test_page_faults.py::test_axe_finds_nothing",
        "test_page_tasks.py::test_axe_finds_nothing_in_other_views",
        "test_page.py::test_accessibility",
    ],
    "on a screen of 390 pixels": [
        "test_page_faults.py::test_narrow_screens_have_the_whole_page",
        "assets/test_lines.py::test_narrow_and_printed_lists",
        "test_page_tasks.py::test_views_are_as_high_as_the_window",
    ],
    "in the dark": [
        "test_page.py::test_dark_follows_the_system",
        "test_page_faults.py::test_axe_finds_nothing",
    ],
    "as a PDF": [
        "test_page.py::test_print_shows_the_whole_text_only",
        "test_page_faults.py::test_printed_overview_has_no_blank_sheets",
        "assets/test_lines.py::test_printed_lines_have_their_words",
    ],
}
"""Where clicks count, a task takes at most four."""
AXE = ROOT / "tests" / "script" / "node_modules" / "axe-core" / "axe.min.js"
CLICKS = 4


def test_every_task_is_held_by_tests() -> None:
    """Each of the fifteen tasks names tests that there are."""
    assert len(TASKS) == 15
    for names in TASKS.values():
        for name in names:
            path, test = name.split("::")
            assert f"def {test}(" in (HERE / path).read_text(encoding="utf-8"), name


@pytest.fixture(scope="module")
def three_genres() -> Payload:
    """Return one system that is right in a genre, wrong in another, and worst in a third."""
    names = {
        "news_1": HARBOUR.chains,
        "tales_1": HARBOUR_FIRST,
        "tales_2": HARBOUR_SECOND,
        "blogs_1": {"1": "4-6"},
    }
    stories = [Story(name, HARBOUR.sentences, HARBOUR.chains) for name in names]
    responses = [story.with_chains(names[story.name]) for story in stories]
    return of_results({"s": score(of_stories(*stories), of_stories(*responses), metrics=METRICS)})


class Counted:
    """A page whose clicks are counted."""

    def __init__(self, page: Any) -> None:
        self.page, self.clicks = page, 0

    def click(self, selector: str) -> None:
        """Click once."""
        self.page.click(selector)
        self.clicks += 1


def test_the_worst_genre_and_why(visit: Callable[..., Watched], three_genres: Payload) -> None:
    """The last bar of the genres is the worst; chosen, the sentence names its costliest class, whose errors one click lists."""
    index = three_genres.index
    (picture,) = [each for each in index["pictures"] if each["name"] == "genre"]
    scores = {
        index["genres"][value]: part["f1"]
        for value, part in zip(picture["values"], picture["scores"][0], strict=True)
    }
    worst = min(scores, key=lambda name: scores[name])
    counted = Counted(visit(three_genres).go())
    page = counted.page
    bars = page.locator(".figure:has-text('by genre') .part")
    assert bars.last.get_attribute("data-value") == worst
    counted.click(f".figure:has-text('by genre') .part[data-value={worst}]")
    page.wait_for_selector(f".story:has-text('{worst}')")
    errors = [
        sum(row["errors"][0][kind] for row in index["documents"] if row["name"].startswith(worst))
        for kind in range(len(index["classes"]))
    ]
    said = page.text_content(".story .leading >> nth=0")
    label = re.sub(r"^\d+ ", "", said).replace("entities", "entity").removesuffix("s")
    place = [kind["label"] for kind in index["classes"]].index(label)
    assert int(said.split()[0]) == errors[place] > 0
    counted.click(".story .leading >> nth=0")
    page.wait_for_selector(".line-row .keyword")
    assert int(page.text_content(".list-bar .note").split()[0]) == errors[place]
    assert all(text.startswith(worst) for text in page.locator(".line-row .where").all_text_contents())
    assert counted.clicks <= CLICKS


def test_zeros_only(single: Watched, one_system: Payload) -> None:
    """A click on the zeros leaves them alone: in the lines, in every chart, and among all mentions; their score is there too."""
    index = one_system.index
    zero = index["types"].index("zero")
    counted = Counted(single.go())
    page = counted.page
    counted.click(".figure:has-text('by mention type') .part[data-value=zero]")
    page.wait_for_selector(".line-row .keyword")
    (picture,) = [each for each in index["pictures"] if each["name"] == "type"]
    f1 = picture["scores"][0][picture["values"].index(zero)]["f1"]
    bar = page.locator(".figure:has-text('by mention type') .part[data-value=zero]")
    assert bar.locator("text.number").text_content() == f"{100 * f1:.1f}"
    readings = [(each["k"], each["r"][0]) for each in one_system.documents]
    zeros = sum(key["t"].count(zero) for key, _ in readings)
    spurious = sum(
        kind == zero and partner < 0
        for _, reading in readings
        for kind, partner in zip(reading["m"]["t"], reading["q"]["g"], strict=True)
    )
    assert zeros > 0
    counted.click("#list-mentions")
    page.wait_for_selector(".list-bar .note:has-text('mention')")
    assert int(page.text_content(".list-bar .note").split()[0]) == zeros + spurious
    page.wait_for_selector(".line-row .waiting", state="detached")
    assert set(page.locator(".line-row .keyword").all_text_contents()) == {"∅"}
    decisions = page.locator(".figure:has-text('Decisions') .count").all_text_contents()
    assert sum(map(int, decisions)) == zeros + spurious
    assert counted.clicks <= CLICKS


def test_one_class_as_a_table(single: Watched, one_system: Payload) -> None:
    """A class of the waterfall, and the LaTeX table of its errors, a row each: two clicks."""
    system = one_system.index["systems"][0]
    place = max(range(len(system["counts"])), key=lambda each: system["counts"][each])
    counted = Counted(single.go())
    page = counted.page
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text; }")
    counted.click(f".step[data-class={one_system.index['classes'][place]['name']}]")
    page.wait_for_selector(".line-row .keyword")
    counted.click("#copy-table")
    page.wait_for_function("() => window.copied")
    table = page.evaluate("window.copied")
    _, body = table.split("\\midrule\n")
    assert body.count(" \\\\\n") == system["counts"][place]
    assert body.count(f"& {one_system.index['classes'][place]['label']} &") == system["counts"][place]
    assert counted.clicks <= CLICKS


VIEWS = [
    "#drawer=auto&class=split entity",
    "#drawer=mentions&type=pronoun",
    "#doc=DOC&below=thread",
    "#doc=DOC&below=thread&entity=K0",
    "#doc=DOC&view=columns",
    "#list=mentions",
    "#",
]


@pytest.mark.parametrize("width", [1440, 390])
def test_views_are_as_high_as_the_window(
    eight: Watched, single: Watched, double: Watched, width: int
) -> None:
    """No view scrolls on into a blank page or to the side: drawer, threads, columns and lists, with one, two and eight systems."""
    for watched, document in ((single, "harbour"), (double, "harbour"), (eight, "news_1")):
        watched.page.set_viewport_size({"width": width, "height": 900})
        try:
            for place in VIEWS:
                page = watched.go(place.replace("DOC", document))
                size = page.evaluate(
                    "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
                )
                assert size == [width, 900], place
        finally:
            watched.page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_other_views(
    eight: Watched, single: Watched, double: Watched, theme: str
) -> None:
    """Axe has nothing to say of the drawer, of threads and of eight systems; in the dark, of their colours."""
    if not AXE.exists():
        pytest.skip("axe-core is missing: tests/script.sh installs it where there is npm")
    drawer, mentions, _, thread, *_ = VIEWS
    options: dict[str, Any] = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
    if theme == "dark":
        options = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    for watched, place in (
        (single, drawer),
        (single, thread.replace("DOC", "harbour")),
        (double, mentions),
        (eight, "#"),
        (eight, mentions),
        (eight, thread.replace("DOC", "news_1")),
    ):
        page = watched.go(f"{place}&theme={theme}")
        if "drawer" in place:
            page.wait_for_selector(".line-row .keyword")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("options => axe.run(options)", options)
        violations = [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]
        assert violations == [], place


def focused(page: Any) -> str:
    """Return what has the focus: an id, the part that it is in, or BODY."""
    found: str = page.evaluate(
        "(one => one.dataset.mention ? 'mention' : one.id || one.closest('[id]')?.id || one.tagName)(document.activeElement)"
    )
    return found


def test_the_focus_after_each_key(single: Watched) -> None:
    """After every key the focus is where the key led, never lost: keys of a document, of dialogs, of lines and of the drawer."""
    page = single.go("#doc=harbour")
    for keys, place in (
        ("j", "mention"),
        ("k", "mention"),
        ("J", "mention"),
        ("K", "mention"),
        ("]", "mention"),
        ("[", "mention"),
        ("c", "mention"),
        ("c", "mention"),
        ("b", "mention"),
        ("b", "mention"),
        ("h", "mention"),
        ("h", "mention"),
        ("g", "mention"),
        ("g", "mention"),
        ("1", "mention"),
        ("0", "mention"),
        ("ArrowRight", "mention"),
        ("Enter", "inspector"),
    ):
        page.keyboard.press(keys)
        page.wait_for_function(
            "place => (one => one.dataset.mention ? 'mention' : one.id)(document.activeElement) === place",
            arg=place,
        )
    page.keyboard.press("?")
    assert focused(page) == "help"
    page.keyboard.press("Escape")
    assert focused(page) == "inspector"
    page.keyboard.press("e")
    assert page.evaluate("document.activeElement.closest('#palette') !== null")
    page.keyboard.press("Escape")
    assert focused(page) == "inspector"
    page.keyboard.press("l")
    assert focused(page) == "lines"
    for key in ("End", "Home", "ArrowDown", " ", "1", "0"):
        page.keyboard.press(key)
        assert focused(page) == "lines", key
    page.keyboard.press("Enter")
    page.wait_for_selector(".tag.selected")
    page.wait_for_function("document.activeElement.dataset.mention")
    page.keyboard.press("p")
    page.wait_for_function("document.activeElement.id === 'text'")
