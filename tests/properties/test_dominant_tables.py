"""In every output of the dominant-mention metric the same cell has the same number, whatever the options."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.breakdown.by_feature import broken_down, by_features
from corefeval.breakdown.reliability import ALL
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Annotation, Relations
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.explanation import explain
from corefeval.metrics.base import settled
from corefeval.metrics.dominant import NO_CLASS, Dominant
from corefeval.reports.show import render
from tests.corpora import AnnotatedTest, numbered
from tests.metrics.small_schemes import LONGER_CODES, OWN_LETTERS
from tests.paths import SHARED

pytestmark = pytest.mark.property

PARTS = ("recall", "precision", "f1")
LENGTH = 8
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "row_of_wrong_type": ("gold", "system"),
    "untyped": ("wildcard", "skip", "wrong", "transfer"),
    "no_dominant": ("earliest", "pairwise", "exclude", "never-correct"),
    "compare": ("strict", "masked", "class", "none"),
    "codes": ("given", "derived"),
    "selector": ("dominant", "first", "root", "longest", "representative"),
    "unit": ("class", "type"),
    "wl": ("0.5", "0"),
}
SETTINGS: Mapping[str, tuple[Any, ...]] = {
    "undefined": ("null", "zero"),
    "beta": (1.0, 2.0),
    "singletons": ("keep", "drop"),
    "across": ("document", "corpus"),
    "split_antecedents": ("drop", "keep"),
    "duplicates": ("first", "merge"),
}
SCHEMES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "": (
        ("ppas", "poas", "gtis", "gfas", "dtis", "dbis", "a-as", "zz", ""),
        ("", "p", "p+g+d"),
        ("", "levels=1+2", "same=2:tb"),
    ),
    OWN_LETTERS: (("pt", "pa", "n-", "q-", "zz", ""), ("", "p", "n+q"), ("", "levels=1", "same=2:ta")),
    LONGER_CODES: (
        ("nam.def", "nom.ind", "nom.gen", "pro.-", "other.def", "zz", ""),
        ("", "nom+pro", "other"),
        ("", "levels=2", "same=2:def/ind"),
    ),
}
"""For each scheme codes, what may be attempted, and what may be compared."""


@st.composite
def names(draw: st.DrawFn, attempted: Sequence[str], compared: Sequence[str]) -> str:
    """Draw the metric with some options."""
    chosen = {option: draw(st.sampled_from(values)) for option, values in OPTIONS.items()}
    told = [f"{option}={value}" for option, value in chosen.items() if value != OPTIONS[option][0]]
    told += [f"attempted={each}" for each in (draw(st.sampled_from(attempted)),) if each]
    if chosen["compare"] not in {"class", "none"}:
        told += filter(None, [draw(st.sampled_from(compared))])
    return f"dominant({','.join(told)})" if told else "dominant"


def linked(side: Corpus, draw: st.DrawFn, codes: Sequence[str]) -> Corpus:
    """Draw typed links between the mentions of a corpus: to another one of its entity, or to two of the document."""
    places = [(first, first) for first in side.mentions.first.tolist()]
    found = []
    for row, place in enumerate(places):
        document = side.mention_document[row]
        others = [
            number
            for number in range(len(places))
            if number != row and side.mention_document[number] == document
        ]
        same = [number for number in others if side.mentions.entity[number] == side.mentions.entity[row]]
        wanted = draw(st.sampled_from([[], same[:1], others[:2]]))
        if wanted:
            code = draw(st.sampled_from(codes))
            found.append(Annotation(int(document), place, tuple(places[number] for number in wanted), code))
    source = AnnotatedTest({}, Relations(), "", [])
    source.known = tuple(found)
    return replace(side, source=source)


@st.composite
def results(draw: st.DrawFn, schemes: Mapping[str, str]) -> Result:
    """Draw a result of a key with codes, and a response with or without."""
    scheme = draw(st.sampled_from(list(SCHEMES)))
    known, attempted, compared = SCHEMES[scheme]
    has_links = draw(st.booleans())
    sides = []
    for codes in (known, draw(st.sampled_from((known, ("",))))):
        documents = []
        for _ in range(2):
            of: dict[int, list[int]] = {}
            for word in range(LENGTH):
                label = draw(st.integers(-1, 2))
                if label >= 0:
                    of.setdefault(label, []).append(word)
            documents.append(list(of.values()) or [[0, 1]])
        kinds = {word: ("name", "nominal", "pronoun")[word % 3] for word in range(LENGTH)}
        given_codes = {word: {"code": draw(st.sampled_from(codes))} for word in range(LENGTH)}
        side = numbered(documents, kinds, length=LENGTH, attributes={} if has_links else given_codes)
        sides.append(linked(side, draw, codes) if has_links else side)
    chosen = {setting: draw(st.sampled_from(values)) for setting, values in SETTINGS.items()}
    result: Result = score(
        *sides,
        metrics=f"{draw(names(attempted, compared))},muc",
        scheme=schemes[scheme] or None,
        **chosen,
    )
    return result


@pytest.fixture(scope="module")
def schemes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return for each text of SCHEMES the file that it is in."""
    folder = tmp_path_factory.mktemp("schemes")
    files = {"": ""}
    for number, text in enumerate(filter(None, SCHEMES)):
        path = folder / f"{number}.toml"
        path.write_text(text)
        files[text] = str(path)
    return files


def plain(values: Mapping[str, Any]) -> dict[str, float | None]:
    """Return recall, precision and F1 as numbers or None."""
    found = {}
    for part in PARTS:
        value = values[part]
        found[part] = None if value is None or math.isnan(value) else float(value)
    return found


def check(result: Result) -> None:
    """Hold all tables of one output against each other."""
    name, metric = next((name, each) for name, each in result.metrics.items() if isinstance(each, Dominant))
    shown = json.loads(broken_down(result, ["class", "code"]).render("json"))
    by_class, by_code = shown["breakdowns"]
    rows_of_class = metric.varied(unit="class")
    assert result.pairing is not None
    of_metric = rows_of_class.by_class(result.pairing.count(rows_of_class).totals())
    cells = {
        ("–" if row == NO_CLASS else row): plain(settled(scores, result.settings))
        for row, scores in of_metric.items()
        if metric.counts_row(row)
    }
    undefined = plain(settled(dict.fromkeys(PARTS, np.array(math.nan)), result.settings))

    table = {row["code"]: row for row in by_class["outcomes"][name]}
    for row, found in table.items():
        label = "–" if row == NO_CLASS else row
        whole = shown["scores"][name] if row == ALL else cells[label]
        assert plain(found) == pytest.approx(plain(whole)), row
    seen = {entry["class"]: entry["scores"][name] for entry in by_class["classes"]}
    for label, found in seen.items():
        assert plain(found) == pytest.approx(cells.get(label, undefined)), label

    for average in ("macro", "scheme"):
        own = {part: shown["scores"][name][f"{average}_{part}"] for part in PARTS}
        assert plain(by_class["averages"][name][average]) == pytest.approx(own)
        feature = "class" if metric.values["unit"] == "class" else "code"
        if feature == "class" or by_code["codes"]:
            again = json.loads(broken_down(result, [feature], average).render("json"))
            assert plain(again["breakdowns"][0]["average"]["scores"][name]) == pytest.approx(own)
    assert plain(by_class["averages"][name]["micro"]) == pytest.approx(plain(shown["scores"][name]))

    codes = {entry["class"]: entry["scores"][name] for entry in by_code["classes"]}
    for letter, rows in by_code["codes"].items():
        for row in rows:
            if row["code"] == ALL and letter in table:
                assert row == {**table[letter], "code": ALL}
            label = "–" if row["code"] == NO_CLASS else row["code"]
            if label in codes:
                assert plain(row) == pytest.approx(plain(codes[label])), label
    written = csv.DictReader(io.StringIO(broken_down(result, ["class", "code"]).render("csv")))
    for line in written:
        if line["metric"] == name and line["feature"] == "class" and line["class"] in seen:
            numbers = {part: float(line[part]) if line[part] else None for part in PARTS}
            assert numbers == pytest.approx(plain(seen[line["class"]]))
    check_outcomes(result, name, table, by_code["codes"], shown["scores"][name]["outcomes"])


def check_outcomes(
    result: Result,
    name: str,
    table: Mapping[str, Mapping[str, Any]],
    codes: Mapping[str, Sequence[Mapping[str, Any]]],
    counted: Mapping[str, float],
) -> None:
    """Hold what `explain` says, the CSV of scores, and a breakdown by something else against the tables."""

    def of(row: Mapping[str, Any]) -> dict[str, int]:
        return {outcome: int(row[outcome]) for outcome in counted}

    nothing = dict.fromkeys(counted, 0)
    whole = of(table[ALL]) if table else nothing
    assert of(counted) == whole
    (line,) = [row for row in csv.DictReader(io.StringIO(render(result, "csv"))) if row["metric"] == name]
    assert {outcome: int(float(line[outcome])) for outcome in counted} == whole
    (others,) = by_features(result, ["entity-size"])
    totals = others.breakdown.totals(name)
    assert {outcome: int(totals[outcome].sum()) for outcome in counted} == whole

    explanation = explain(result, metrics=name)
    told = explanation.to_dict(by=["class", "code"] if codes else ["class"])
    own, by = told["outcomes"][name], told["outcomes_by"]
    assert of(own["counts"]) == whole
    assert Counter(each["outcome"] for each in own["mentions"]) == Counter(whole)
    wanted = {
        ("–" if row == NO_CLASS else row): of(found)
        for row, found in table.items()
        if row != ALL and any(of(found).values())
    }
    assert {row["value"]: of(row["counts"]) for row in by["class"][name]} == wanted
    in_codes = {row["value"]: of(row["counts"]) for row in by["code"][name]} if codes else {}
    for row in (row for rows in codes.values() for row in rows):
        if row["code"] in in_codes:
            assert of(row) == in_codes[row["code"]]
    listed = csv.DictReader(io.StringIO(explanation.list_outcomes().render("csv")))
    assert Counter(row["outcome"] for row in listed) == Counter(whole)


@given(st.data())
def test_the_same_cell_has_the_same_number(schemes: Mapping[str, str], data: st.DataObject) -> None:
    """By class, by code, in the tables of the paper, as averages, in JSON and in CSV, and in what `explain` says and lists."""
    check(data.draw(results(schemes)))


@pytest.mark.parametrize(
    ("name", "response"),
    [
        ("dominant(attempted=p+g+d)", "anaphora_resolution"),
        ("dominant(row_of_wrong_type=system)", "manual2"),
        ("dominant(attempted=p+g,unit=type)", "manual2"),
    ],
)
def test_the_same_on_the_lithuanian_corpus(name: str, response: str) -> None:
    """With the released response and with the tool that gives no types."""
    folder = SHARED / "data" / "lt_nkas" / "json"
    if not folder.exists():
        pytest.skip("needs the Lithuanian corpus")
    check(
        score(str(folder), str(folder), metrics=f"{name},muc", key_layer="manual1", response_layer=response)
    )
