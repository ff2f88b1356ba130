"""Pages of the explorer in the browser that all tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from corefeval.evaluation.score import score
from corefeval.reports.explorer import html
from corefeval.reports.explorer.census import Census
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import Story, of_stories
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND, HEBREW, ZEROS

METRICS = "muc,bcub,ceafe,conll,lea,mention"


@dataclass
class Made:
    """A report made of another."""

    index: dict[str, Any]
    documents: list[dict[str, Any]]
    census: Census


def made(payload: Payload, chosen: list[int] | None = None, **changes: Any) -> Made:
    """Return a report of these documents of another, which may be chosen repeatedly, with some of its index changed."""
    documents = list(payload.documents)
    places = list(range(len(documents))) if chosen is None else chosen
    census = payload.mentions.of(places)
    index = {**payload.index, "documents": [payload.index["documents"][place] for place in places]}
    changed = {**index, "census": census.header, **changes}
    return Made(changed, [documents[place] for place in places], census)


def copies(payload: Payload, count: int) -> Made:
    """Return a report of the first document so many times, by other names."""
    row = payload.index["documents"][0]
    rows = [{**row, "name": f"document {place}"} for place in range(count)]
    return made(payload, [0] * count, documents=rows)


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
    key = of_stories(HARBOUR, ZEROS, HEBREW)
    response = of_stories(
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
    key = of_stories(HARBOUR)
    results = {
        name: score(key, of_stories(HARBOUR.with_chains(chains)), metrics=METRICS)
        for name, chains in (("first", HARBOUR_FIRST), ("second", HARBOUR_SECOND))
    }
    return of_results(results, key="gold")


@pytest.fixture(scope="session")
def opened() -> list[Watched]:
    """Return the pages that are open."""
    return []


@pytest.fixture(autouse=True)
def _nothing_went_wrong(opened: list[Watched]) -> Iterator[None]:
    """Fail a test in which any page reported an error, and close the pages that only this test opened."""
    before = len(opened)
    yield
    problems = [problem for watched in opened for problem in watched.problems]
    for watched in opened:
        watched.problems.clear()
    while len(opened) > before:
        opened.pop().page.close()
    assert problems == []


@pytest.fixture(scope="session")
def visit(
    browser: Any, opened: list[Watched], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Watched]:
    """Return what writes a report, or any page, and opens it."""

    def write_and_open(report: Payload | str, *, compress: bool = True, **options: Any) -> Watched:
        path = tmp_path_factory.mktemp("report") / "report.html"
        path.write_bytes(
            report.encode() if isinstance(report, str) else html.render(report, compress=compress)
        )
        opened.append(Watched(browser, path, **options))
        return opened[-1]

    return write_and_open


@pytest.fixture(scope="session")
def single(visit: Callable[..., Watched], one_system: Payload) -> Watched:
    """Return the page of one system."""
    return visit(one_system)


@pytest.fixture(scope="session")
def double(visit: Callable[..., Watched], two_systems: Payload) -> Watched:
    """Return the page of two systems."""
    return visit(two_systems)


def genres() -> list[Story]:
    """Return three documents of two genres."""
    return [Story(name, HARBOUR.sentences, HARBOUR.chains) for name in ("news_1", "news_2", "tales_1")]


@pytest.fixture(scope="session")
def eight(visit: Callable[..., Watched]) -> Watched:
    """Return the page of eight systems on three documents of two genres."""
    stories = genres()
    chains = [HARBOUR_FIRST, HARBOUR_SECOND, HARBOUR.chains]
    results = {
        f"system {place}": score(
            of_stories(*stories),
            of_stories(*(story.with_chains(chains[(place + n) % 3]) for n, story in enumerate(stories))),
            metrics=METRICS,
        )
        for place in range(8)
    }
    return visit(of_results(results, key="gold"))


@pytest.fixture(scope="session")
def news() -> tuple[Payload, Payload]:
    """Return one system and two on three documents of two genres."""
    stories = genres()
    results = {
        name: score(
            of_stories(*stories),
            of_stories(stories[0], *(story.with_chains(chains) for story in stories[1:])),
            metrics=METRICS,
        )
        for name, chains in (("first", HARBOUR_FIRST), ("second", HARBOUR_SECOND))
    }
    return of_results({"first": results["first"]}, key="gold"), of_results(results, key="gold")
