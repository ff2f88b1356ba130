"""A browser for the tests of the explorer: one for all of them, a page for each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from corefeval.evaluation.score import score
from corefeval.reports.explorer import html
from corefeval.reports.explorer.payload import Payload, of_results
from tests.reports.stories import (
    HARBOUR,
    HARBOUR_FIRST,
    HARBOUR_SECOND,
    HEBREW,
    ZEROS,
    corpus,
)

ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
METRICS = "muc,bcub,ceafe,conll,lea,mention"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start Debian's Chromium; without it the page goes untested, which CI does not accept."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        message = "THE HTML EXPLORER GOES UNTESTED: no chromium here; install Debian's package chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        started.close()


class Watched:
    """A page that remembers what it asked for and what went wrong in it."""

    def __init__(self, browser: Any, path: Path, size: tuple[int, int] = (1440, 900)) -> None:
        self.url = path.as_uri()
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("dialog", self._dismiss)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _dismiss(self, dialog: Any) -> None:
        self.problems.append(dialog.message)
        dialog.dismiss()

    def go(self, fragment: str = "") -> Any:
        """Load the page anew at a place and wait until it is drawn."""
        self.page.goto("about:blank")
        self.requests.clear()
        self.page.goto(self.url + fragment)
        self.page.wait_for_selector("body.ready")
        return self.page


@pytest.fixture(scope="session")
def one_system() -> Payload:
    """Return three documents and one system, with intervals."""
    key = corpus(HARBOUR, ZEROS, HEBREW)
    response = corpus(
        HARBOUR.with_chains(HARBOUR_FIRST),
        ZEROS.with_chains({"1": "0-0 4-4", "2": "9-9 6-7"}),
        HEBREW.with_chains({"1": "0-0 4-4 6-6"}),
    )
    result = score(key, response, metrics=METRICS, zeros="linear")
    bounds = {name: {"f1": (0.3, 0.9)} for name in result.metrics}
    return of_results({"first.conllu": result}, key="gold.conllu", intervals=[bounds])


@pytest.fixture(scope="session")
def two_systems() -> Payload:
    """Return one document and two systems."""
    key = corpus(HARBOUR)
    results = {
        name: score(key, corpus(HARBOUR.with_chains(chains)), metrics=METRICS)
        for name, chains in (("first", HARBOUR_FIRST), ("second", HARBOUR_SECOND))
    }
    return of_results(results, key="gold")


@pytest.fixture(scope="session")
def visit(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Watched]]:
    """Return what writes a report and opens it."""
    opened: list[Watched] = []

    def write_and_open(report: html.Report, *, compress: bool = True, **options: Any) -> Watched:
        path = tmp_path_factory.mktemp("report") / "report.html"
        path.write_bytes(html.render(report, compress=compress))
        opened.append(Watched(browser, path, **options))
        return opened[-1]

    yield write_and_open
    for watched in opened:
        watched.page.close()


@pytest.fixture(scope="session")
def single(visit: Callable[..., Watched], one_system: Payload) -> Iterator[Watched]:
    """Return the page of one system; at the end nothing may have gone wrong in it."""
    watched = visit(one_system)
    yield watched
    assert watched.problems == []


@pytest.fixture(scope="session")
def double(visit: Callable[..., Watched], two_systems: Payload) -> Iterator[Watched]:
    """Return the page of two systems; at the end nothing may have gone wrong in it."""
    watched = visit(two_systems)
    yield watched
    assert watched.problems == []
