"""The page of disagreements: what each annotator has, in the words of annotators."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
from click.testing import CliRunner

import corefeval
from corefeval.cli import group
from corefeval.reports.adjudication import chain_numbers, page
from corefeval.text import several
from tests.agreement.small_texts import ADA, HIM, MAYOR, SHE, THE_MAYOR, write
from tests.reports.conftest import Watched


class _Balanced(HTMLParser):
    """Says whether every element is closed by its own end."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        del attrs
        if tag not in {"meta", "input", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        assert self.open.pop() == tag


def _text(markup: str) -> str:
    return re.sub(r"<[^>]+>", "", markup)


def test_each_annotator_has_the_sentence_with_its_own_chains(tmp_path: Path) -> None:
    """A split chain has one number, and a letter for the part; what only one marked is dotted; nobody is a key."""
    one = write(tmp_path, "one", {"x": [[MAYOR, HIM, THE_MAYOR]]})
    other = write(tmp_path, "other", {"x": [[MAYOR, HIM], [THE_MAYOR], [SHE]]})
    agreement = corefeval.agree([one, other], metrics="mention", language="en", resamples=0)
    found = page(agreement)
    lines = [_text(line) for line in re.findall(r"<dd>(.*?)</dd>", found)]
    assert "She thanked [₁him] and [₁the mayor] smiled ." in lines
    assert "[₂She] thanked [₁him] and [₁bthe mayor] smiled ." in lines
    assert found.count('class="m alone"') == 1
    assert found.count('class="m apart"') == 2
    body = _text(found[found.index("<h2>") : found.index("<footer>")])
    assert not re.search(r"\b(key|gold|response|error|system)s?\b", body, re.IGNORECASE)
    assert "split" in body
    parser = _Balanced()
    parser.feed(found)
    assert parser.open == []


def test_text_is_escaped_and_nothing_is_loaded() -> None:
    """Words and names of a file are no markup; the page has no script and no address."""
    a, b = ({"<i>d</i>": [["<b>x</b>", "y"]]}, {"<i>d</i>": [["y", "<script>"]]})
    found = page(corefeval.agree({"<a>": a, "b&c": b}, metrics="mention", resamples=0))
    assert "<script" not in found
    assert "<b>x" not in found
    assert "&lt;b&gt;x&lt;/b&gt;" in found
    assert "http:" not in found
    assert "https:" not in found


def test_chains_keep_their_number_with_more_than_two_annotators() -> None:
    """The third annotator's chains are called after those that they share most with; a chain of its own has a new number."""
    named = {"a": {"d": [[1, 2, 3]]}, "b": {"d": [[1, 2, 3], [5, 6]]}, "c": {"d": [[1], [2, 3], [5, 6], [8]]}}
    agreement = corefeval.agree(named, metrics="mention", resamples=0)
    numbers = chain_numbers(agreement.units, np.arange(len(agreement.units)).tolist())
    assert [sorted(own.values()) for own in numbers] == [["1"], ["1", "2"], ["1", "1b", "2", "3"]]


def test_the_command_writes_it_and_keeps_to_the_listed_classes(tmp_path: Path) -> None:
    """--page writes the file; with --list it has these classes alone; where all agree it says so."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE], [MAYOR, HIM]]})
    other = write(tmp_path, "other", {"x": [[ADA, SHE, HIM], [MAYOR, THE_MAYOR]]})
    target = tmp_path / "page.html"
    base = ["agree", str(one), str(other), "-m", "mention", "--resamples", "0", "--page", str(target)]
    assert CliRunner().invoke(group, base).exit_code == 0
    every = target.read_text(encoding="utf-8")
    assert CliRunner().invoke(group, [*base, "--list", "mention"]).exit_code == 0
    some = target.read_text(encoding="utf-8")
    assert '<li class="split">' in every
    assert '<li class="split">' not in some
    assert '<li class="mention">' in some
    same = page(corefeval.agree({"a": one, "b": one}, metrics="mention", resamples=0))
    assert "0 disagreements" in same


def test_counts_follow_the_filter_and_words_stay_below_its_bar(
    visit: Callable[..., Watched], tmp_path: Path
) -> None:
    """With a class chosen, the counts are its own; while one scrolls, the bar of the filter covers what is below it."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE], [MAYOR, HIM]]})
    other = write(tmp_path, "other", {"x": [[ADA, SHE, HIM], [MAYOR, THE_MAYOR]]})
    agreement = corefeval.agree([one, other], metrics="mention", resamples=0)
    watched = visit(page(agreement), size=(700, 300))
    watched.page.goto(watched.url)
    kinds = [each.kind for each in agreement.disagreements("all")]
    assert watched.page.inner_text("h2:has(.n)") == several(len(kinds), "disagreement")
    for kind in set(kinds):
        watched.page.check(f"#only-{kind}")
        count = several(kinds.count(kind), "disagreement")
        assert watched.page.inner_text("h2:has(.n)") == watched.page.inner_text("summary .soft") == count
        assert watched.page.locator("li:visible").count() == kinds.count(kind)
    watched.page.check("#only-all")
    watched.page.evaluate("scrollTo(0, 1e6)")
    box = watched.page.locator(".filter").bounding_box()
    assert box["y"] == 0
    top = watched.page.evaluate("document.elementFromPoint(300, 5).closest('.filter') !== null")
    assert top
