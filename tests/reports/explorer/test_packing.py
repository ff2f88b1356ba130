"""Documents are written without what the page knows already, and the page puts them back as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.evaluation.score import score
from corefeval.reports.explorer import html, packing
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from corefeval.reports.explorer.script import join
from tests.corpora import of_stories
from tests.paths import SHARED
from tests.reports.conftest import METRICS, Watched
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND, HEBREW, ZEROS

GUM = SHARED / "data" / "gum_pairs"
SPANS = {"1": "0-1 11-11 28-28", "2": "13-13 17-17 20-20", "3": "21-21 23-23 30-30", "4": "34-34 42-42"}
"""Mentions with other boundaries, in chains that are wrong as well."""


def put_back(watched: Watched) -> list[dict[str, Any]]:
    """Return the documents as the page reads them."""
    page = watched.go()
    script = join("packing.js", lambda name: html._asset(name).decode() + "\n")
    page.evaluate(script.replace("const modules = {};", "const modules = (window.modules = {});"))
    found: list[dict[str, Any]] = page.evaluate(
        """async () => {
            await modules["census.js"].readCensus();
            const found = [];
            for (let number = 0; number < modules["payload.js"].DOCUMENTS.length; number += 1)
                found.push(await modules["packing.js"].plainDocument(number));
            return found;
        }"""
    )
    return found


def assert_put_back(watched: Watched, report: Payload) -> None:
    """Fail unless the page has the documents that were packed."""
    for found, document in zip(put_back(watched), report.documents, strict=True):
        for reading in found["r"]:
            reading.pop("al", None)
        assert found == json.loads(json.dumps(document))


def test_documents_are_put_back(
    single: Watched, double: Watched, one_system: Payload, two_systems: Payload
) -> None:
    """Errors, their bits, partners, places and entities are in the page what they were."""
    assert_put_back(single, one_system)
    assert_put_back(double, two_systems)


@pytest.mark.parametrize("compress", [True, False])
def test_other_boundaries_are_put_back(visit: Callable[..., Watched], *, compress: bool) -> None:
    """A span error has two mentions that are not each other's partners, also within other errors; documents may be a choice of all."""
    key = of_stories(HEBREW, HARBOUR, ZEROS)
    others = HEBREW, ZEROS.with_chains({"1": "0-0 6-7"})
    results = {
        name: score(key, of_stories(others[0], HARBOUR.with_chains(chains), others[1]), metrics=METRICS)
        for name, chains in (("spans", SPANS), ("first", HARBOUR_FIRST), ("second", HARBOUR_SECOND))
    }
    report = of_results(results, only_errors=True)
    assert len(report.index["documents"]) == 2
    readings = [reading for each in report.documents for reading in packing.packed(each)["r"]]
    assert any(reading.get("al") for reading in readings)
    assert_put_back(visit(report, compress=compress), report)


@pytest.mark.parametrize("change", ["place", "partner"])
def test_what_cannot_be_put_back_stays(one_system: Payload, change: str) -> None:
    """Two mentions that only the response has, in one place, are one row of the census, and partners may not be each other's: errors are kept then."""
    document = next(iter(one_system.documents))
    assert "err" not in packing.packed(document)["r"][0]
    reading = document["r"][0]
    if change == "place":
        first, second = (row for row, key in enumerate(reading["q"]["g"]) if key < 0)
        for column in ("f", "l"):
            reading["m"][column][second] = reading["m"][column][first]
    else:
        reading["q"]["g"][0] = -1
    kept = packing.packed(document)["r"][0]
    assert kept["err"] == reading["err"]
    assert kept["q"] == reading["q"]
    assert kept["k"]["b"] == reading["k"]["b"]


@pytest.mark.skipif(not GUM.exists(), reason="the GUM pairs are not here")
def test_documents_of_gum_are_put_back(visit: Callable[..., Watched]) -> None:
    """So are those of a real corpus, in less than 0.8 of the room."""
    results = {
        name: score(GUM / "gum.dev.key.conll", GUM / f"gum.dev.{name}.conll", metrics="conll")
        for name in ("ontogum", "xrenner")
    }
    report = of_results(results)
    assert_put_back(visit(report), report)
    plain, short = (
        sum(len(html._deflate(html._json(each))) for each in documents)
        for documents in (report.documents, map(packing.packed, report.documents))
    )
    assert short < 0.8 * plain


@given(st.lists(st.integers(-1, 9)))
def test_steps_tell_partners(partners: list[int]) -> None:
    """Steps say where partners are, -1 where there is none."""
    found, expected = [], 0
    for step in packing.steps(partners):
        if step == packing.NOBODY:
            found.append(-1)
            continue
        found.append(expected + (step if step >= 0 else step + 1))
        expected = found[-1] + 1
    assert found == partners
