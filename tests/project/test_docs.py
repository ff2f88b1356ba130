"""The documentation: it builds, all of its snippets run, its links lead somewhere, and nothing is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import click
import pytest

from corefeval.choices import CHOICES, SETTINGS
from corefeval.cli import SECTIONS
from corefeval.cli.score import command
from corefeval.formats.catalogue import ENTRIES
from corefeval.formats.nearest import PAGE
from corefeval.metrics.base import METRICS
from corefeval.presets import PRESETS
from corefeval.problems import CATALOGUE
from tests.paths import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
PROJECT_PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]


class Links(HTMLParser):
    """The addresses and anchors of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag points at, and by what name it can be pointed at."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in {"href", "src"} and value:
                (self.addresses if tag == "a" else self.loaded).append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site, which runs every snippet; a snippet that fails or a dead link fails the build."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def links(site: Path) -> dict[Path, Links]:
    """The links of every page of the site."""
    return {page: Links(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}


def test_every_declaration_has_its_place(site: Path, links: dict[Path, Links]) -> None:
    """Every metric and format has a page, every preset and problem its place on one."""
    for name in METRICS:
        text = (site / "metrics" / f"{name}.html").read_text(encoding="utf-8")
        assert "<math" in text, name
        assert "Worked example" in text, name
    for entry in ENTRIES:
        page, _, place = entry.documentation.partition("#")
        found = site / "formats" / page.replace(".md", ".html")
        assert found.exists(), entry.name
        assert not place or place in links[found].anchors, entry.name
    assert links[site / "presets.html"].anchors >= PRESETS.keys()
    assert links[site / "errors.html"].anchors >= CATALOGUE.keys()
    details = {code for page in (site / "errors").iterdir() for code in links[page].anchors}
    assert details >= CATALOGUE.keys()
    assert all((site / "presets" / f"{name}.html").exists() for name in PRESETS)
    settings = (site / "settings.html").read_text(encoding="utf-8")
    assert not [
        value for values in CHOICES.values() for value in values if f"<code>{value}</code>" not in settings
    ]


def test_every_option_is_explained() -> None:
    """The pages on scoring and settings name every option of the command."""
    page = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("score.md", "align.md"))
    assert "<!-- settings -->" in (DOCS / "settings.md").read_text(encoding="utf-8")
    options = {
        max(parameter.opts, key=len) for parameter in command.params if isinstance(parameter, click.Option)
    }
    short = {"--metrics": "-m", "--preset": "-p", "--format": "-f", "--output": "-o", "--quiet": "-q"}
    options -= {f"--{setting.spelled}" for setting in SETTINGS.values()}
    assert not [name for name in options if f"`{short.get(name, name)}" not in page], (
        "to be added to docs/score.md"
    )


def test_every_format_is_among_what_people_bring() -> None:
    """The page that starts from tools leads to every format, and each refusal of a file leads to the page."""
    page = (DOCS / "bring-your-data.md").read_text(encoding="utf-8")
    missing = [
        entry.name for entry in ENTRIES if f"[`{entry.name}`](formats/{entry.documentation})" not in page
    ]
    assert not missing, "to be added to docs/bring-your-data.md"
    assert all(PAGE in CATALOGUE[code].hint for code in ("CE004", "CE007", "CE009", "CE029"))


def test_every_metric_is_in_a_family(site: Path) -> None:
    """The page of all metrics lists each under a heading that says something."""
    text = (site / "metrics" / "index.html").read_text(encoding="utf-8")
    assert ">Others<" not in text


def test_links_lead_somewhere(site: Path, links: dict[Path, Links]) -> None:
    """Links between pages reach a page and, where they name one, a place on it."""
    dead = []
    for page, found in links.items():
        if page.name == "404.html":
            continue
        for address in (*found.addresses, *found.loaded):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (
                parts.fragment and target in links and unquote(parts.fragment) not in links[target].anchors
            ):
                dead.append(f"{page.relative_to(site)}: {address}")
    assert not dead


def test_pages_load_nothing_from_elsewhere(links: dict[Path, Links]) -> None:
    """No script, style, font or picture comes over the network."""
    assert not [address for found in links.values() for address in found.loaded if urlsplit(address).netloc]


def test_pages_show_no_accident(site: Path) -> None:
    """No page shows a path of the machine, a traceback or a warning of Python."""
    for page in (*site.rglob("*.html"), *PROJECT_PAGES):
        text = page.read_text(encoding="utf-8")
        for accident in (str(ROOT), tempfile.gettempdir() + os.sep, "Traceback (most", "Warning: "):
            assert accident not in text, f"{page.name}: {accident}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_snippet_escapes(page: Path) -> None:
    """Commands and Python stand in blocks that are run; only the set-up may stand in a shell block."""
    text = page.read_text(encoding="utf-8")
    kinds = set(re.findall(r"^```([a-z]+)", text, re.MULTILINE))
    assert kinds <= {"console", "python", "text", "json", "sh"}
    assert not re.search(r"^    (\$ )?(corefeval |import )", text, re.MULTILINE)
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        assert all(
            line.startswith(("make ", "pip install ", 'eval "$(_COREFEVAL_COMPLETE='))
            for line in block.splitlines()
        )


@pytest.mark.parametrize("page", [*PAGES, *PROJECT_PAGES], ids=lambda page: page.stem)
def test_what_is_named_exists(page: Path) -> None:
    """Commands, codes, make targets and files that pages name are there."""
    text = page.read_text(encoding="utf-8")
    commands = {"help", "version"} | {name for section in SECTIONS.values() for name in section}
    assert set(re.findall(r"[`$] ?corefeval ([a-z]+)", text)) <= commands
    assert set(re.findall(r"\bCE\d{3}\b", text)) <= CATALOGUE.keys()
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)) <= targets
    for address in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in address and not _is_generated(page, address):
            assert (page.parent / address).exists(), address


def _is_generated(page: Path, address: str) -> bool:
    """Say whether a link leads to a page that is made when the site is built."""
    if DOCS not in page.parents:
        return False
    name = (page.parent / address).resolve().relative_to(DOCS).as_posix()
    return name.startswith(("metrics/", "presets/", "errors/")) or name in {
        "presets.md",
        "errors.md",
        "changelog.md",
        "contributing.md",
        "papers/audit.md",
    }


def test_readme_shows_what_is_so() -> None:
    """What the README shows is what its commands print, and its numbers are right."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    program = "import sys; from snippets import run_page; sys.stdout.write(run_page(sys.stdin.read()))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=DOCS,
        input=text.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=True,
    )
    assert done.stdout.decode() == text, "python docs/snippets.py README.md renews it"
    assert len(text.splitlines()) <= 120, "two screens"
    commands = (DOCS / "commands.md").read_text(encoding="utf-8")
    for page, count, what in (
        (text, len(METRICS), "metrics]"),
        (commands, len(METRICS), "metrics]"),
        (text, len(PRESETS), "shared tasks and scorers]"),
        (commands, len(PRESETS), "[shared tasks and scorers]"),
        (text, len(ENTRIES), "formats"),
        (commands, len(ENTRIES), "formats]"),
    ):
        assert f"{count} {what}" in page, what
    assert _compared_with_other_scorers() in text
    assert {name for section in SECTIONS.values() for name in section} <= set(
        re.findall(r"`corefeval (\w+)", commands)
    )


def _compared_with_other_scorers() -> str:
    """Return the number of recorded comparisons from the page that counts them."""
    found = re.search(r"\*\*all\*\* \| \*\*(.*?)\*\*", (DOCS / "compared.md").read_text(encoding="utf-8"))
    assert found
    return found[1]


def test_navigation_is_short(site: Path) -> None:
    """The site has at most eight entries at the top."""
    page = (site / "index.html").read_text(encoding="utf-8")
    tabs = re.findall(r'class="md-tabs__item', page)
    assert 1 < len(tabs) <= 8


LONG = {"changelog", "papers/audit"}
"""Lists that people search and do not read from top to bottom; they may be longer than six screens."""


def test_no_page_is_too_long(site: Path, browser: Any) -> None:
    """No page has more than six screens of 1440 x 900, and none is wider than a phone."""
    tall, wide = {}, []
    page = browser.new_page()
    for file in sorted(site.rglob("*.html")):
        name = file.relative_to(site).with_suffix("").as_posix()
        if name.startswith(("metrics/", "presets/", "errors/")) and not name.endswith("index"):
            continue
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(file.as_uri(), wait_until="domcontentloaded")
        height = page.evaluate("document.querySelector('.md-content').scrollHeight")
        if height > 6 * 900 and name not in LONG:
            tall[name] = round(height / 900, 1)
        page.set_viewport_size({"width": 390, "height": 844})
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(name)
    page.close()
    assert not tall
    assert not wide


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("torchmetrics", "Frameworks"),
        ("Hugging Face", "Frameworks"),
        ("significance", "Compare systems"),
        ("F1", "Which CoNLL F1 is it?"),
        ("OntoNotes", "Start"),
        ("LLM", "Score LLM output"),
        ("kappa", "Agreement: alpha"),
        ("brat", "Bring your data"),
        ("spaCy", "Frameworks"),
        ("CorefUD", "CorefUD"),
        ("LEA", "LEA"),
        ("Perl scorer", "Compared with other scorers"),
        ("LaTeX", "Compare systems"),
        ("gender bias", "All commands"),
    ],
)
def test_words_people_search_for_lead_somewhere(site: Path, word: str, title: str) -> None:
    """The search index has a page for each word that newcomers type."""
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    pages = {
        entry["location"].partition("#")[0]
        for entry in index["docs"]
        if word.lower() in (entry["title"] + entry["text"]).lower()
    }
    titles = [entry["title"] for entry in index["docs"] if entry["location"] in pages]
    assert any(found.startswith(title) for found in titles), titles


def test_a_metric_takes_eight_lines() -> None:
    """The metric of the page on metrics of one's own has eight lines, as said."""
    text = (DOCS / "own-metric.md").read_text(encoding="utf-8")
    metric = text[text.index("@register") :].partition("```")[0]
    assert len([line for line in metric.splitlines() if line.strip()]) == 8
