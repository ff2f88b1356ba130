"""Takes the pictures of docs/report.md: python docs/images/screenshots.py. The texts are our own."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import sync_playwright

from corefeval.comparison.compare import with_intervals
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score
from corefeval.reports.explorer import html
from corefeval.reports.explorer.page import of_results

PRONOUNS = set("she he it they her his him them its their who herself".split())  # noqa: SIM905 - easier to read

TEXTS = {
    "lighthouse": [
        (
            "{a Mara Lind} was {b the last keeper of {c the old lighthouse at {d Skerry Point}}} .",
            "{1 Mara Lind} was {2 the last keeper of {3 the old lighthouse at {4 Skerry Point}}} .",
        ),
        (
            "{a She} had lived in {c it} for thirty years when {e the letter} came .",
            "{1 She} had lived in {3 it} for thirty years when {5 the letter} came .",
        ),
        (
            "{f The harbour board} wanted to sell {c the tower} to {g a hotel company from {h the city}} .",
            "{6 The harbour board} wanted to sell {7 the tower} to {8 a hotel company from {9 the city}} .",
        ),
        (
            "{a Mara} read {e it} twice and put {e it} under {i the lamp} .",
            "{1 Mara} read {5 it} twice and put {3 it} under {10 the lamp} .",
        ),
        (
            "{j Her brother Jon} , {j who} ran {k the ferry} , heard about {e the letter} first .",
            "{11 {1 Her} brother Jon} , who ran {12 the ferry} , heard about {5 the letter} first .",
        ),
        (
            "{j He} told {f the board} that {f they} would need {a his sister} to light {i the lamp} .",
            "{11 He} told {6 the board} that {6 they} would need {13 his sister} to light {10 the lamp} .",
        ),
        (
            "{l Old Tomas and {m his dog}} came up the hill to see {a her} .",
            "Old Tomas and {14 {11 his} dog} came up the hill to see {1 her} .",
        ),
        (
            "{l They} sat with {a Mara Lind} until {n the evening fog} reached {c the lighthouse} .",
            "{6 They} sat with {1 Mara Lind} until {15 the evening fog} reached {3 the lighthouse} .",
        ),
        (
            "When {n it} lifted , {g the company} had changed {g its} mind .",
            "When {15 it} lifted , {8 the company} had changed {8 its} mind .",
        ),
        (
            "{h The city} , {g it} wrote , was a better place for {o a hotel} .",
            "{9 The city} , {3 it} wrote , was a better place for {16 a hotel} .",
        ),
        (
            "So {a the keeper} kept {c {a her} tower} , and {j Jon} kept {k his ferry} .",
            "So {2 the keeper} kept {7 {1 her} tower} , and {11 Jon} kept {12 {11 his} ferry} .",
        ),
    ],
    "bakery": [
        ("{a Ines Duarte} opens {b the bakery} at four .", "{1 Ines Duarte} opens {2 the bakery} at four ."),
        (
            "{c Her two sons} carry {d the flour} , and {c they} complain .",
            "{3 {1 Her} two sons} carry the flour , and {3 they} complain .",
        ),
        ("{a She} pays {c them} in {e warm rolls} .", "{1 She} pays {4 them} in {5 warm rolls} ."),
        ("{b The shop} smells of {e them} all day .", "{2 The shop} smells of {4 them} all day ."),
    ],
    "comet": [
        (
            "{a The comet} returned in {b March} , and {c Dr. Okafor} saw {a it} first .",
            "{1 The comet} returned in {2 March} , and {3 Dr. Okafor} saw {1 it} first .",
        ),
        (
            "{c The astronomer} named {a it} after {d {c her} teacher} .",
            "{3 The astronomer} named {1 it} after {4 {3 her} teacher} .",
        ),
        ("{d He} had died the year before {a it} came .", "{4 He} had died the year before {5 it} came ."),
    ],
    "ferry": [
        (
            "{a The ferry} left late because {b {c the captain} 's cat} was missing .",
            "{1 The ferry} left late because {2 {3 the captain} 's cat} was missing .",
        ),
        (
            "{c Captain Rho} refused to sail without {b her} .",
            "{4 Captain Rho} refused to sail without {3 her} .",
        ),
        (
            "{d The passengers} looked for {b the cat} until {d they} found {b her} in {e a coil of rope} .",
            "{5 The passengers} looked for {2 the cat} until {5 they} found {2 her} in a coil of rope .",
        ),
    ],
}


def corpus(documents: Iterable[tuple[str, list[str]]]) -> Corpus:
    """Return the corpus of texts with mentions as {entity words}."""
    builder = CorpusBuilder("story")
    for name, sentences in documents:
        builder.document(name)
        for sentence in sentences:
            builder.sentence()
            opened: list[tuple[str, int]] = []
            for piece in re.findall(r"\{\w+|\}|[^\s{}]+", sentence):
                if piece.startswith("{"):
                    opened.append((piece[1:], len(builder.forms)))
                elif piece == "}":
                    label, first = opened.pop()
                    words = _words[first : len(builder.forms)]
                    kind = "pronoun" if words[0].lower() in PRONOUNS and len(words) == 1 else "nominal"
                    kind = "name" if words[-1][0].isupper() else kind
                    span = (first, len(builder.forms) - 1)
                    builder.mention(builder.entity(label), [span], attributes={"type": kind})
                else:
                    if len(builder.forms) == 0:
                        _words.clear()
                    _words.append(piece)
                    builder.node(piece)
    return builder.build()


_words: list[str] = []


def main() -> None:
    """Write the page and take its pictures."""
    key = corpus((name, [gold for gold, _ in lines]) for name, lines in TEXTS.items())
    response = corpus((name, [system for _, system in lines]) for name, lines in TEXTS.items())
    result = score(key, response, metrics="muc,bcub,ceafe,conll,lea,mention")
    result, bounds = with_intervals(result)
    report = of_results(
        {"resolver": result},
        key="gold",
        title="Small stories: gold and resolver",
        intervals=[bounds],
        interval_note="95% jackknife intervals over documents.",
    )
    folder = Path(__file__).parent
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        page_file = Path(work) / "report.html"
        page_file.write_bytes(html.render(report))
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--headless", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1360, "height": 850})
        for theme in ("light", "dark"):
            for view, place in (
                ("overview", ""),
                ("concordance", "list=auto&"),
                ("document", "doc=lighthouse&mention=k13&"),
            ):
                page.goto("about:blank")
                page.goto(f"{page_file.as_uri()}#{place}theme={theme}")
                page.wait_for_selector("body.ready")
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"report-{view}-{theme}.png")
        browser.close()


if __name__ == "__main__":
    main()
