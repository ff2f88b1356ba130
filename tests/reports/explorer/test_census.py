"""The census: columns that say of every mention and error what the documents say."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from corefeval.evaluation.score import score
from corefeval.explanation import Decision
from corefeval.reports.explorer.census import PLAIN, RUNNING, SIGNED, Census, CensusColumn, joined
from corefeval.reports.explorer.page import of_results
from corefeval.reports.explorer.payload import Payload
from tests.corpora import Story, of_stories
from tests.paths import SHARED
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND, ZEROS

ABSENT = len(Decision)
"""The decision of a system about a mention that only others invented."""

METRICS = "conll,lea"
STORIES = (HARBOUR, ZEROS)
FIRST = (HARBOUR.with_chains(HARBOUR_FIRST), ZEROS.with_chains({"1": "0-0 4-4", "2": "9-9 6-7"}))
SECOND = (HARBOUR.with_chains(HARBOUR_SECOND), ZEROS.with_chains({"1": "0-0 4-4 9-9", "2": "6-7 2-2"}))


def read(census: Census) -> dict[str, np.ndarray[Any, np.dtype[np.int64]]]:
    """Return the columns by name, from the bytes as the page reads them."""
    content, columns, start = bytes(census), {}, 0
    for each in census.header:
        length, values = each["length"], np.zeros(each["length"], np.int64)
        for plane in range(each["planes"]):
            piece = content[start + plane * length : start + (plane + 1) * length]
            values += np.frombuffer(piece, np.uint8).astype(np.int64) << (8 * plane)
        start += length * each["planes"]
        if each["kind"] != PLAIN:
            values = (values >> 1) ^ -(values & 1)
        if each["kind"] == RUNNING:
            values = np.cumsum(values)
        names = each["name"].split(" ")
        for place, name in enumerate(names):
            columns[name] = np.array(each["table"][place], np.int64)[values] if len(names) > 1 else values
    assert start == len(content)
    return columns


def payload_of(*systems: tuple[Story, ...], **options: Any) -> Payload:
    """Return the payload of systems on the stories."""
    results = {
        f"s{place}": score(of_stories(*STORIES), of_stories(*stories), metrics=METRICS, zeros="linear")
        for place, stories in enumerate(systems)
    }
    return of_results(results, **options)


@pytest.mark.parametrize("kind", [PLAIN, SIGNED, RUNNING])
def test_numbers_come_back(kind: int) -> None:
    """Small and large numbers, and negative ones where they are allowed, are what the bytes say."""
    values = [0, 1, 255, 256, 70000, 3, 16_777_216]
    if kind != PLAIN:
        values += [-1, -300, 5]
    assert read(Census([CensusColumn("x", np.array(values), kind)]))["x"].tolist() == values
    assert read(Census([CensusColumn("x", np.zeros(0, np.int64), kind)]))["x"].tolist() == []


def test_columns_are_joined_where_they_have_few_combinations() -> None:
    """Neighbours become one column as long as a byte tells their combinations apart; the values stay what they are."""
    few, many = np.arange(600) % 3, np.arange(600)
    columns = [
        CensusColumn("a", few),
        CensusColumn("b", few * 2 - 1, SIGNED),
        CensusColumn("c", many),
        CensusColumn("d", few % 2),
    ]
    found = Census(list(joined(columns)))
    assert [each["name"] for each in found.header] == ["a b", "c", "d"]
    assert {name: values.tolist() for name, values in read(found).items()} == {
        column.name: column.values.tolist() for column in columns
    }


@pytest.mark.parametrize("systems", [(FIRST,), (FIRST, SECOND)])
def test_rows_say_what_the_documents_say(systems: tuple[tuple[Story, ...], ...]) -> None:
    """Of every mention type, decision and outcome are in its row; an invention is found by its number."""
    payload = payload_of(*systems)
    columns = read(payload.census)
    start = 0
    for size, document in zip(columns["rows"].tolist(), payload.documents, strict=True):
        rows = np.arange(start, start + size)
        start += size
        is_key = ~np.isin(columns["0.decision"][rows], [6, 9, ABSENT])
        key = rows[is_key]
        assert columns["type"][key].tolist() == document["k"]["t"]
        for system, reading in enumerate(document["r"]):
            assert columns[f"{system}.decision"][key].tolist() == reading["k"]["k"]
            assert columns[f"{system}.outcome"][key].tolist() == [
                own or (reading["q"]["o"][partner] if partner >= 0 else 0)
                for own, partner in zip(reading["k"]["o"], reading["k"]["g"], strict=True)
            ]
            own = [row for row in rows[~is_key] if columns[f"{system}.decision"][row] != ABSENT]
            first = sum(
                int(((columns[f"{system}.decision"][: start - size] != ABSENT) & ~known).sum())
                for known in [~np.isin(columns["0.decision"][: start - size], [6, 9, ABSENT])]
            )
            numbers = columns[f"{system}.number"][first : first + len(own)].tolist()
            assert numbers == [place for place, partner in enumerate(reading["q"]["g"]) if partner < 0]
            assert columns[f"{system}.decision"][own].tolist() == [
                reading["q"]["k"][number] for number in numbers
            ]
    assert start == len(columns["type"])


def test_errors_have_their_rows() -> None:
    """Class, gain and mentions of each error are those of its document, also where only some documents are written."""
    payload = payload_of(FIRST)
    for chosen in ([0, 1], [1], [1, 0, 1]):
        columns = read(payload.mentions.of(chosen))
        documents = list(payload.documents)
        start = error = cell = 0
        for size, place in zip(columns["rows"].tolist(), chosen, strict=True):
            reading = documents[place]["r"][0]
            bits = np.zeros(size, np.int64)
            for kind, gain in zip(reading["err"]["c"], reading["err"]["x"], strict=True):
                assert columns["0.error.class"][error] == kind
                assert columns["0.error.gain"][error] == pytest.approx(gain * 1e6, abs=1)
                for row in columns["0.error.row"][cell : cell + columns["0.error.size"][error]]:
                    bits[row - start] |= 1 << kind
                cell += columns["0.error.size"][error]
                error += 1
            is_key = ~np.isin(columns["0.decision"][start : start + size], [6, 9])
            assert bits[is_key].tolist() == reading["k"]["b"]
            alone = [
                bit for bit, partner in zip(reading["q"]["b"], reading["q"]["g"], strict=True) if partner < 0
            ]
            assert bits[~is_key].tolist() == alone
            start += size


def test_systems_share_what_both_invent() -> None:
    """A mention that two systems invent is one row; not to invent what the other does is right."""
    invented = Story("tale", ("Ada met Bo and Cy .",), {"1": "2-2 4-4", "2": "1-1 5-5"})
    other = invented.with_chains({"1": "2-2 4-4", "2": "1-1 3-3"})
    key = invented.with_chains({"a": "0-0 2-2"})
    results = {
        name: score(of_stories(key), of_stories(story), metrics=METRICS)
        for name, story in (("a", invented), ("b", other))
    }
    payload = of_results(results)
    columns = read(payload.census)
    assert columns["rows"].tolist() == [6]
    assert (columns["0.decision"] == ABSENT).tolist() == [False, False, False, True, False, False]
    assert (columns["1.decision"] == ABSENT).tolist() == [False, False, False, False, False, True]
    (pair,) = payload.index["differences"]
    assert sum(each["fixed"] + each["dropped"] for each in pair["types"]) == 1
    assert sum(each["broken"] + each["added"] for each in pair["types"]) == 1


def test_clusters_without_text_have_rows_too() -> None:
    """Mentions that are Python objects are rows in their own order; there is no distance."""
    result = score({"d": [[(0, 1), (5, 5)], [(3, 3)]]}, {"d": [[(0, 1)], [(5, 5), (8, 9)]]}, metrics=METRICS)
    payload = of_results({"s": result})
    columns = read(payload.census)
    assert columns["rows"].tolist() == [4]
    assert "distance" not in columns
    assert payload.index["distances"] == []


def test_pictures_add_up(one_system: Payload) -> None:
    """Counts by value are all key mentions; the score of a genre is that of its documents."""
    for picture in one_system.index["pictures"]:
        if picture["name"] != "genre":
            assert sum(picture["counts"]) <= one_system.index["key_mentions"]
        assert all(len(system) == len(picture["values"]) for system in picture["scores"])
    named = [Story(name, HARBOUR.sentences, HARBOUR.chains) for name in ("news_1", "news_2", "tales_1")]
    responses = [named[0], named[1].with_chains(HARBOUR_FIRST), named[2].with_chains(HARBOUR_SECOND)]
    payload = of_results({"s": score(of_stories(*named), of_stories(*responses), metrics=METRICS)})
    genres = next(one for one in payload.index["pictures"] if one["name"] == "genre")
    assert payload.index["genres"] == ["", "news", "tales"]
    assert genres["counts"] == [2, 1]
    alone = score(of_stories(*named[:2]), of_stories(*responses[:2]), metrics=METRICS)
    assert genres["scores"][0][0]["f1"] == pytest.approx(float(alone.scores["conll"]["f1"] or 0), abs=1e-6)


LITHUANIAN = SHARED / "data" / "lt_nkas" / "json"


@pytest.mark.skipif(not LITHUANIAN.exists(), reason="the Lithuanian pair is not here")
def test_codes_that_differ_are_marked() -> None:
    """Of the Lithuanian pair 16 mentions have another code in the response."""
    folder = str(LITHUANIAN)
    result = score(folder, folder, metrics="conll", key_layer="manual1", response_layer="manual2")
    columns = read(of_results({"v2": result}).census)
    assert int((columns["0.code"] > 0).sum()) == 16


def test_names_in_the_page_are_those_of_the_census() -> None:
    """census.js asks for columns that are written."""
    from corefeval.reports.explorer import html

    script = html._script().decode()
    asked = set(re.findall(r'column\("([\w.]+)"\)', script))
    payload = payload_of(FIRST)
    written = {name.removeprefix("0.") for name in read(payload.census)}
    assert written - {"rows"} <= asked
    assert asked - written <= {"0.decision", "ne", "code", "outcome2", "carried"}


def test_links_are_those_of_the_decisions() -> None:
    """Of mentions of a chain that begin together the shorter one is the antecedent of the longer, as for decisions.

    Rows: the guy, [the guy or the guy] (spurious), the guy, the guy. The last one is a wrong link, to the spurious mention.
    """
    story = Story("nested", ("Bo saw the guy .", "the guy or the guy won ."), {"1": "2-3 5-6 8-9"})
    response = of_stories(story.with_chains({"1": "2-3 5-6 5-9 8-9"}))
    payload = of_results({"s": score(of_stories(story), response, metrics=METRICS)})
    columns = read(payload.census)
    assert [Decision(value).label for value in columns["0.decision"]] == [
        "CN",
        "FA-spurious",
        "CA",
        "WL-closest",
    ]
    assert columns["0.back"].tolist() == [0, -1, 2, 2]
