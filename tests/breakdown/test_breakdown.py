"""Breakdowns: classes add up to the whole, on random texts, on the papers' tables and on real corpora."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from corefeval.breakdown.breakdown import Breakdown, average, breakdown, tally
from corefeval.breakdown.by_feature import BrokenDown, broken_down, by_features
from corefeval.breakdown.features import OF_DOCUMENTS, feature, genre
from corefeval.breakdown.reliability import (
    class_table,
    code_tables,
    confusion,
    lay_out_codes,
    reliability,
)
from corefeval.evaluation.request import load
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.evaluation.scorer import Scorer
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS, Metric
from corefeval.metrics.dominant import Dominant
from corefeval.metrics.shares import earlier
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.twinless import apply
from corefeval.problems import CorefevalError, Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import annotated, numbered
from tests.files import conll, corefud
from tests.metrics.scoring import golden, pairing
from tests.refuses import refuses

KINDS = ("name", "nominal", "pronoun", "adverb")


def named(*metrics: str) -> dict[str, Metric]:
    """Return metrics by their names."""
    return {name: parse_metric(name) for name in metrics}


@st.composite
def typed_pairings(draw: st.DrawFn) -> Pairing:
    """Return key and response of a few documents of twelve words, each word a mention of some kind."""
    documents = range(draw(st.integers(1, 3)))
    labels = st.lists(st.integers(-1, 4), min_size=12, max_size=12)

    def chains() -> list[list[int]]:
        of: dict[int, list[int]] = {}
        for word, label in enumerate(draw(labels)):
            if label >= 0:
                of.setdefault(label, []).append(word)
        return list(of.values())

    types = {word: draw(st.sampled_from(KINDS)) for word in range(12)}
    key, response = ([chains() for _ in documents] for _ in range(2))
    return pair(numbered(key, types, length=12), numbered(response, types, length=12), Settings(), Problems())


ADDITIVE = {
    name: metric
    for name, metric in named(*METRICS).items()
    if metric.needs <= {"types", "zeros"}
    and type(metric).scores_of_class is Metric.scores_of_class
    and metric.shares(pairing([[0, 1]], [[0, 1]])) is not None
}
"""The metrics that say what mentions add, but for those that count by classes of their own."""


@given(typed_pairings(), st.sampled_from(["type", "entity-size", "document", "distance"]))
def test_classes_add_up_to_the_whole(both: Pairing, by: str) -> None:
    """Whatever the feature, the sums over the classes and over the documents are the metric's totals."""
    if not len(both.key.mentions) or not len(both.response.mentions):
        return
    found = breakdown(both, ADDITIVE, by)
    assert found.metrics == ADDITIVE
    for name, metric in ADDITIVE.items():
        whole = both.count(metric)
        by_class = [found.counts(name, label) for label in found.labels]
        for column, values in whole.columns.items():
            assert sum(counts.columns[column] for counts in by_class) == pytest.approx(values)
            assert found.totals(name)[column].sum() == pytest.approx(values.sum())


@given(typed_pairings())
def test_dominant_outcomes_by_type(both: Pairing) -> None:
    """The outcomes of the dominant-mention metric by type are all its outcomes."""
    if not len(both.key.mentions) or not len(both.response.mentions):
        return
    found = breakdown(both, named("dominant"), "type").totals("dominant")
    whole = both.count(Dominant()).totals()
    for outcome in ("tp", "wt", "wl", "wtl", "fn", "fp"):
        expected = sum(value for name, value in whole.items() if name.endswith(f".{outcome}"))
        assert found[outcome].sum() == expected


@given(typed_pairings())
def test_one_class_scores_as_the_whole(both: Pairing) -> None:
    """Where all mentions are in one class, its scores are the metric's."""
    if not len(both.key.mentions) or not len(both.response.mentions) or len(both.names) > 1:
        return
    found = breakdown(both, ADDITIVE | named("dominant"), "document")
    for name, metric in found.metrics.items():
        whole = metric.score(both.count(metric).totals())
        for part, value in found.scores(name).items():
            assert float(value[0]) == pytest.approx(float(whole[part]), nan_ok=True), (name, part)


def test_repeated_mentions_add_up() -> None:
    """Mentions listed twice belong to their classes as often as they are counted."""
    key, response = ([[0, 1], [1, 2, 3]], [[0, 1, 2], [2, 3]])
    both = pairing(key, response, settings=Settings(duplicates="keep"))
    for name in ("muc", "bcub", "lea", "mention", "blanc"):
        metric = parse_metric(name)
        shares = metric.shares(both)
        assert shares is not None
        for column, values in both.count(metric).columns.items():
            assert shares.count(both).columns[column] == pytest.approx(values), (name, column)
    assert parse_metric("ceafm").shares(both) is None


NEWS = {0: "name", 1: "nominal", 2: "pronoun", 3: "pronoun", 4: "name", 5: "pronoun"}


def news() -> Pairing:
    """Return Ada, engineer, she, her | Bo, he against Ada, engineer | she, her, Bo, he: two entities cut at a pronoun."""
    return pairing([[0, 1, 2, 3], [4, 5]], [[0, 1], [2, 3, 4, 5]], NEWS)


def test_links_belong_to_their_later_mention() -> None:
    """MUC: the nominal's link and two pronouns' are found; she, cut off, is unresolved; Bo's link is spurious."""
    found = breakdown(news(), named("muc"), "type")
    totals = found.totals("muc")
    name, nominal, pronoun = (found.labels.index(label) for label in ("name", "nominal", "pronoun"))
    assert totals["recall_denominator"][[name, nominal, pronoun]].tolist() == [0, 1, 3]
    assert totals["recall_numerator"][[name, nominal, pronoun]].tolist() == [0, 1, 2]
    assert totals["precision_denominator"][[name, nominal, pronoun]].tolist() == [1, 1, 2]
    assert totals["precision_numerator"][[name, nominal, pronoun]].tolist() == [0, 1, 2]
    counts = tally(parse_metric("muc"), totals)
    assert counts is not None
    assert counts.counts["unresolved"][pronoun] == 1
    assert counts.counts["spurious"][name] == 1
    assert counts.shares["right"][pronoun] == pytest.approx(2 / 3)


def test_a_link_that_leads_elsewhere_is_wrong() -> None:
    """MUC: a pronoun that the response links to another entity is wrong, one it does not link is unresolved."""
    both = pairing([[0, 2], [1, 3]], [[1, 2]], {0: "name", 1: "name", 2: "pronoun", 3: "pronoun"})
    counts = breakdown(both, named("muc"), "type").tally("muc")
    assert counts is not None
    assert [counts.counts[name][MentionType.PRONOUN] for name in ("right", "wrong", "unresolved")] == [
        0,
        1,
        1,
    ]
    assert counts.counts["spurious"][MentionType.PRONOUN] == 1


def test_outcomes_of_judged_mentions() -> None:
    """Right, wrong and unresolved are shares of the key's, spurious ones of the response's; harmless ones are neither."""
    totals = {"tp": 6.0, "wl": 2.0, "fn": 2.0, "fp": 1.0, "szp": 1.0}
    found = tally(parse_metric("prague"), {name: np.array([value]) for name, value in totals.items()})
    assert found is not None
    assert {name: float(value[0]) for name, value in found.shares.items()} == {
        "right": 0.6,
        "wrong": 0.2,
        "unresolved": 0.2,
        "spurious": 0.1,
    }
    assert tally(parse_metric("byron"), {"resolved": np.zeros(1)}) is None


def test_the_key_decides_for_mentions_of_both_sides() -> None:
    """A span that the response calls a nominal and the key a pronoun is a pronoun on both sides."""
    both = pairing(
        [[0, 1]],
        [[0, 1, 2]],
        {0: "name", 1: "pronoun"},
        response_types={0: "name", 1: "nominal", 2: "nominal"},
    )
    found = breakdown(both, named("mention"), "type")
    assert found.totals("mention")["precision_denominator"].tolist()[1:4] == [1, 1, 1]
    table = confusion(both, "type")
    assert table.labels == ("name", "nominal", "pronoun")
    assert table.matched.tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert table.spurious.tolist() == [0, 1, 0]
    assert table.agreement == 1


def table_3() -> dict[str, Sequence[float]]:
    """Return the outcomes of the three classes in Table 3 of Žitkus et al. (2023)."""
    rows: Mapping[str, Sequence[float]] = golden("dominant.json")["paper"]["table3"]
    return {
        letter: rows[name][:6]
        for letter, name in (("p", "Pronominal"), ("g", "Generic nominal"), ("d", "Definitive nominal"))
    }


COLUMNS = ("tp", "wt", "wl", "wtl", "fn", "fp")


@pytest.mark.parametrize(
    ("metric", "how", "expected"),
    [
        (Dominant(), "macro", (85.84, 59.08, 69.99)),
        (Dominant(), "scheme", (51.50, 35.45, 41.99)),
        (Dominant(wt=1.0, wl=0.0, wtl=0.0), "macro", (82.41, 57.40, 67.66)),
    ],
    ids=["macro", "scheme", "ARCS"],
)
def test_averages_of_table_2(metric: Dominant, how: str, expected: tuple[float, ...]) -> None:
    """Table 2 of Žitkus et al. (2023): macro and scheme averages, and macro ARCS, from the counts of Table 3."""
    rows = np.array(list(table_3().values()), float)
    totals = {name: rows[:, place] for place, name in enumerate(COLUMNS)}
    found = average(
        metric.scores_of_class(totals, Settings()),
        how,
        is_class=np.ones(3, bool),
        scheme=len(scheme_named().classes),
    )
    assert [100 * found[part] for part in ("precision", "recall", "f1")] == pytest.approx(expected, abs=0.06)


def test_averages() -> None:
    """Classes not attempted are no part of a macro average, one without key mentions counts 0, F1 is of the means."""
    scores = {
        "recall": np.array([0.5, np.nan, 0.2, 0.9]),
        "precision": np.array([1.0, 0.0, np.nan, 0.9]),
        "f1": np.zeros(4),
    }
    is_class = np.array([True, True, True, False])
    macro = average(scores, "macro", is_class=is_class, scheme=5)
    assert macro == pytest.approx({"recall": 0.25, "precision": 0.5, "f1": 1 / 3})
    scheme = average(scores, "scheme", is_class=is_class, scheme=5)
    assert scheme == pytest.approx({"recall": 0.1, "precision": 0.2, "f1": 2 / 15})
    with refuses(UsageError, "CE050", "no-such-name", names=("macro", "scheme")):
        average(scores, "harmonic", is_class=is_class, scheme=5)


@pytest.mark.parametrize(("table", "letter"), [("D1", "p"), ("D2", "g"), ("D3", "d")])
def test_tables_of_appendix_d(table: str, letter: str) -> None:
    """Tables D1 to D3 from their rows: the same codes, the rest under Other, and the printed All."""
    rows = dict(golden("dominant.json")["paper"][table])
    every, other = rows.pop("All"), rows.pop("Other")
    rows[f"{letter}x--"] = other
    totals = {
        f"{code}.{name}": np.array(float(value))
        for code, row in rows.items()
        for name, value in zip(COLUMNS, row, strict=False)
    }
    found = lay_out_codes(Dominant(unit="type"), totals)[letter]
    printed = {code: row for code, row in rows.items() if sum(row[:4]) + row[5]}
    assert [row.code for row in found] == [*printed, "Other", "All"]
    for row in found[:-2]:
        assert [*row.outcomes.values(), row.in_key] == printed[row.code]
    assert [*found[-1].outcomes.values(), found[-1].in_key] == every
    assert found[-2].precision is None
    assert found[-1].recall is not None


def test_codes_of_annotations() -> None:
    """Codes come from the annotations, classes from their scheme, and links are judged by the response's own code."""
    words = ["Obama", "Obama", "president", "He"]
    types = {0: "name", 1: "name", 2: "nominal", 3: "pronoun"}
    key = annotated(words, [(1, [0], "dbas"), (2, [0], "gfas"), (3, [2], "ppas")], types=types)
    response = annotated(words, [(1, [0], "dbas"), (3, [2], "ppps")], types=types)
    both = pair(key, response, Settings(), Problems())
    assert feature(both, "code").labels == ("–", "dbas", "gfas", "ppas", "ppps")
    assert feature(both, "class").scheme == tuple("pgdae")
    assert [row.code for row in code_tables(both)["p"]] == ["ppas", "All"]
    assert {row.type: (row.links, row.right) for row in reliability(both, "code")} == {
        "dbas": (1, 1),
        "ppps": (1, 1),
    }
    found = breakdown(both, named("dominant(untyped=skip)"), "class")
    scheme = found.average("dominant(untyped=skip)", "scheme")
    macro = found.average("dominant(untyped=skip)", "macro")
    assert macro["precision"] == pytest.approx(scheme["precision"] * 5 / 2)


def test_links_are_the_annotated_ones() -> None:
    """Where links are annotated these are judged, not those to the mention before, and a group is judged as a whole."""
    words = ["Ann", "Ben", "they", "she", "Ann"]
    types = {0: "name", 1: "name", 2: "pronoun", 3: "pronoun", 4: "name"}
    key = annotated(words, [(2, [0, 1], "ppag"), (3, [0], "ppas"), (4, [0], "dtis")], types=types)
    right = annotated(words, [(2, [0, 1], "ppag"), (3, [4], "ppps"), (4, [0], "dtis")], types=types)
    wrong = annotated(words, [(2, [0, 3], "ppag"), (3, [1], "ppas"), (4, [0], "dtis")], types=types)
    for response, expected in (
        (right, {"ppag": (1, 1), "ppps": (1, 1), "dtis": (1, 1)}),
        (wrong, {"ppag": (1, 0), "ppas": (1, 0), "dtis": (1, 1)}),
    ):
        both = pair(key, response, Settings(), Problems())
        assert {row.type: (row.links, row.right) for row in reliability(both, "code")} == expected
        assert sum(row.links for row in reliability(both, "type")) == 3


def test_annotated_links_need_no_codes() -> None:
    """The links of a system that gives no types are its own too."""
    words, types = ["Ann", "Ben", "he"], {0: "name", 1: "name", 2: "pronoun"}
    key = annotated(words, [(2, [0], "ppas")], types=types)
    response = annotated(words, [(1, [0], ""), (2, [0], "")], types=types)
    found = reliability(pair(key, response, Settings(), Problems()), "type")
    assert {row.type: (row.links, row.right) for row in found} == {"name": (1, 0), "pronoun": (1, 1)}


def test_a_cataphor_has_a_link_of_its_own() -> None:
    """MUC books an annotated link with the mention that refers, in whichever direction; the sums stay the same."""
    words = ["he", "Obama", "Obama"]
    types = {0: "pronoun", 1: "name", 2: "name"}
    cataphor = annotated(words, [(0, [1], "ppps"), (2, [1], "dtis")], types=types)
    found = breakdown(pair(cataphor, cataphor, Settings(), Problems()), named("muc"), "code")
    links = dict(zip(found.labels, found.totals("muc")["recall_denominator"].tolist(), strict=True))
    assert links == {"–": 0, "ppps": 1, "dtis": 1}
    assert found.scores("muc")["recall"][found.labels.index("ppps")] == 1


def test_codes_of_no_class_are_one_table() -> None:
    """What the scheme does not have is in the row and in the table (other), whatever its letters."""
    key = annotated(["Obama", "he", "he"], [(1, [0], "zzzz"), (2, [0], "yyyy")])
    both = pair(key, key, Settings(), Problems())
    assert list(code_tables(both)) == ["(other)"]
    assert [row.code for row in code_tables(both)["(other)"]] == ["yyyy", "zzzz", "All"]
    assert [row.code for row in class_table(both)] == ["(other)", "All"]


def test_other_metrics_share_named_classes_if_these_agree() -> None:
    """Averages of MUC keep to the classes that all dominants name; where they differ, to none of them, and each says its own."""
    key = annotated(
        ["Obama", "he", "man", "Obama"],
        [(1, [0], "ppas"), (2, [0], "gfas"), (3, [0], "dtis")],
        types={0: "name", 1: "pronoun", 2: "nominal", 3: "name"},
    )
    half = annotated(["Obama", "he", "man", "Obama"], [(1, [0], "ppas"), (2, [0], "gfas")])

    def shown(metrics: str) -> tuple[float, str]:
        result = score(key, half, metrics=f"{metrics},muc")
        (by_class,) = by_features(result, ["class"])
        return by_class.breakdown.average("muc", "scheme")["recall"], BrokenDown(result, (by_class,)).render(
            width=200
        )

    everything, text = shown("dominant")
    assert (everything, "not attempted" in text) == (2 / 5, False)
    named_alone, text = shown("dominant(attempted=p)")
    assert named_alone == 1 / 5
    assert "not attempted, so in no average over classes and no table of Dominant: d, g, –" in text
    differing, text = shown("dominant(attempted=p),dominant")
    assert differing == everything
    assert "no average and no table of Dominant(attempted=p): d, g, –" in text
    assert "no table of Dominant:" not in text


def test_rows_are_in_the_order_of_the_key_column() -> None:
    """The most frequent class in the key first, as the table itself counts it."""
    links = [(2, [0, 1], "ppas"), (3, [0, 1], "ppas"), (4, [0], "ppas"), (5, [0], "dtis"), (6, [0], "dtis")]
    key = annotated(["Ann", "Ben", "they", "they", "she", "Ann", "Ann"], links)
    result = score(key, key, metrics="muc,bcub")
    text = broken_down(result, ["code"]).render(width=200)
    rows = [line.split()[0] for line in text.splitlines() if line.startswith((" pp", " dt"))]
    assert rows[:4] == ["dtis", "ppas", "ppas", "dtis"]
    assert "B³: mentions; Dominant: mentions other than the dominant one" in text


def test_what_is_cut_says_how_to_see_it() -> None:
    """A screen lists twenty classes; all are listed where that is asked for, and in every other kind of output."""
    words = ["Obama", *(f"w{place}" for place in range(30))]
    key = annotated(
        words, [(1 + place, [0], f"{'pgdae'[place % 5]}{'xyzuvw'[place // 5]}as") for place in range(30)]
    )
    result = score(key, key, metrics="muc,bcub")
    by_code = broken_down(result, ["code"])
    text = by_code.render(width=200)
    assert "… and 10 more: --top 30" in text
    assert "… and 11 more: --top 31" in text
    assert "more:" not in by_code.render(width=200, top=31)
    assert "more:" not in by_code.render("latex")
    assert "(S* is the key's): MUC: links" in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("GUM_academic_art", "academic"),
        ("bc/cctv/00/cctv_0000", "bc"),
        ("news_1", "news"),
        ("PROIEL_1", "PROIEL"),
        ("plain", ""),
        ("1092_text.txt", ""),
        ("00/text", ""),
    ],
)
def test_genres(name: str, expected: str) -> None:
    """The genre is the first folder, or what follows the name of the corpus, unless it is a number."""
    assert genre(name) == expected


def test_features_of_built_texts() -> None:
    """Any attribute of the file is a feature; type, distance, rank and size are derived."""
    attributes = {0: {"SemType": "human"}, 1: {"SemType": "human"}, 2: {"SemType": "thing"}}
    types = {0: "name", 1: "pronoun", 2: "nominal"}
    texts = [numbered([[[0, 1], [2]]], types, length=3, attributes=attributes) for _ in range(2)]
    both = pair(texts[0], texts[1], Settings(), Problems())

    def values(by: str) -> list[str]:
        found = feature(both, by)
        order = np.argsort(both.key.mentions.first)
        return [found.labels[number] for number in found.key[order]]

    assert values("semtype") == ["human", "human", "thing"]
    assert values("type") == ["name", "pronoun", "nominal"]
    assert values("distance") == ["nothing before", "same sentence", "nothing before"]
    assert values("entity-size") == ["2 mentions", "2 mentions", "1 mention"]
    assert values("rank") == ["full name", "none", "noun phrase"]
    with refuses(UsageError, "CE050", "no-such-name"):
        feature(both, "colour")


def test_refusals() -> None:
    """Types of mentions without a text are unknown, counts alone have no mentions, and clusters have few features."""
    result = score([[1, 2]], [[1, 2]], metrics="muc,ceafe")
    with pytest.raises(CorefevalError, match="CE046"):
        breakdown(result, None, "type")
    with refuses(UsageError, "CE050", "no-such-name", names=("entity-size", "document")):
        breakdown(result, None, "lemma")
    assert breakdown(result, None, "entity-size").left_out == {"ceafe": "no sum over mentions"}
    scorer = Scorer("muc")
    scorer.update(key=[[1, 2]], response=[[1, 2]])
    with refuses(CorefevalError, "CE044", "breakdown-needs-mentions-result"):
        breakdown(scorer.result(), None, "document")


def test_twinless_mentions_bring_their_own_features() -> None:
    """A system mention that is added to the key has the class that it has in the response."""
    both = apply(pairing([[0, 1]], [[0, 1, 2]], {0: "name", 1: "pronoun", 2: "nominal"}), "add-to-key")
    found = breakdown(both, named("mention", "bcub"), "type")
    assert found.totals("mention")["recall_denominator"].tolist()[1:4] == [1, 1, 1]
    adapted = apply(pairing([[0, 1]], [[0, 1, 2]]), "cai-strube")
    assert list(breakdown(adapted, named("muc", "bcub"), "document").left_out) == ["bcub"]


@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(0, 9)), max_size=20))
def test_earlier_mentions_of_a_group(rows: list[tuple[int, int]]) -> None:
    """Counted in arrays as one by one."""
    group = np.array([group for group, _ in rows], np.int64)
    order = np.argsort([place for _, place in rows], kind="stable").astype(np.int64)
    expected = [0] * len(rows)
    seen: dict[int, int] = {}
    for row in order.tolist():
        if group[row] >= 0:
            expected[row] = seen.get(int(group[row]), 0)
            seen[int(group[row])] = expected[row] + 1
    assert earlier(order, group).tolist() == expected


def test_intervals_of_links_are_of_documents(tmp_path: Path) -> None:
    """Four links of one text are not four trials: the interval is the jackknife's over the documents."""
    cells = [("(1)", "(1)", "(1)", "(2)"), ("(1)", "(2)", "(1)", "(1)"), ("(1)", "(1)", "(1)", "(1)")]
    texts = dict(zip("abcdef", [*cells, *cells], strict=True))
    documents = "".join(
        f"#begin document ({name});\n{''.join(f'{name} 0 {row} w {cell}' + chr(10) for row, cell in enumerate(cells))}\n#end document\n"
        for name, cells in texts.items()
    )
    key = tmp_path / "key.conll"
    key.write_text(documents, encoding="utf-8")
    response = tmp_path / "response.conll"
    response.write_text(documents.replace("(2)", "(1)"), encoding="utf-8")
    (row,) = reliability(score(str(key), str(response)), "length")
    assert (row.links, row.right) == (18, 12)
    left_out = np.array([10 / 15, 11 / 15, 9 / 15] * 2)
    variance = 5 / 6 * ((left_out - 12 / 18) ** 2).sum()
    reach = stdtrit(5, 0.975) * math.sqrt(variance) / (12 / 18 * 6 / 18)
    ends = [1 / (1 + (18 / 12 - 1) * math.exp(-move)) for move in (-reach, reach)]
    assert row.interval == pytest.approx(ends, abs=1e-6)
    for path in (key, response):
        path.write_text("".join(path.read_text(encoding="utf-8").partition("#begin document (e)")[:1]))
    (few,) = reliability(score(str(key), str(response)), "length")
    assert (few.links, few.interval) == (12, None)
    (alone,) = reliability(score(*(conll(tmp_path / name, ["(1)", "(1)"]) for name in "kr")), "length")
    assert alone.interval is None


def test_every_metric_says_whether_it_can_be_broken_down() -> None:
    """Metrics of entities are left out with a reason; all others have shares."""
    both = news()
    entities = {"ceafe", "conll", "lceafe", "lconll", "ace", "mor"}
    for name in METRICS:
        if name.startswith(("split.", "bridging.", "use.")) or name in {
            "mitkov",
            "non-referring",
            "gap",
            "winobias",
        }:
            continue
        assert (parse_metric(name).shares(both) is None) == (name in entities), name


@pytest.fixture(scope="module")
def gum(shared: Path) -> Result:
    """GUM's development set as xrenner resolves it."""
    folder = shared / "data" / "gum_pairs"
    return score(
        str(folder / "gum.dev.key.corefud.conllu"),
        str(folder / "gum.dev.xrenner.corefud.conllu"),
        metrics="muc,bcub,ceafe,lea,mention,arcs.inferred,dominant",
    )


@pytest.mark.parametrize("by", ["type", "genre", "distance", "lemma", "deprel", "gender", "rank", "document"])
def test_gum_adds_up(gum: Result, by: str) -> None:
    """On a real corpus the classes of every feature add up to the counts of the result."""
    found = breakdown(gum, None, by)
    assert list(found.left_out) == ([] if by in OF_DOCUMENTS else ["ceafe"])
    for name in {"muc", "bcub", "ceafe", "lea", "mention", "arcs.inferred"} - {*found.left_out}:
        for column, value in gum.counts[name].totals().items():
            assert found.totals(name)[column].sum() == pytest.approx(float(value)), (name, column)


def test_gum_by_type_and_genre(gum: Result) -> None:
    """Xrenner resolves pronouns better than names, and names better than nominals; genres are found."""
    found = breakdown(gum, None, "type")
    f1 = dict(zip(found.labels, found.scores("muc")["f1"].tolist(), strict=True))
    assert f1["pronoun"] > f1["name"] > f1["nominal"]
    assert {"academic", "bio", "conversation"} <= set(breakdown(gum, None, "genre").labels)


def labels_of(found: Breakdown) -> list[str]:
    """Return the classes as they are shown."""
    return [found.labels[number] for number in found.order]


def test_every_kind_of_output(gum: Result) -> None:
    """All kinds tell the same numbers; what has no breakdown is said, and long tables are cut where they are read."""
    types = broken_down(gum, ["type"], "macro")
    plain = types.breakdowns[0].to_dict()
    found = breakdown(gum, None, "type")
    assert [row["class"] for row in plain["classes"]] == labels_of(found)
    pronouns = next(row for row in plain["classes"] if row["class"] == "pronoun")
    recall = pronouns["scores"]["muc"]["recall"]
    assert pronouns["scores"]["muc"]["outcomes"]["right"]["share"] == pytest.approx(recall)
    assert plain["average"]["scores"]["muc"] == pytest.approx(found.average("muc", "macro"))
    assert {row["type"] for row in plain["reliability"]} <= set(found.labels)
    assert json.loads(types.render("json"))["breakdowns"][0] == plain
    table = types.render(width=140)
    assert f"{100 * recall:.2f}" in table
    assert "CEAFe has no breakdown: no sum over mentions" in table
    rows = list(csv.DictReader(io.StringIO(types.render("csv"))))
    row = next(row for row in rows if row["class"] == "pronoun" and row["metric"] == "muc")
    assert float(row["recall"]) == recall
    assert any(row["class"] == "(macro)" for row in rows)
    assert "| pronoun |" in types.render("markdown")
    assert r"\begin{tabular}" in types.render("latex")
    assert "more" in broken_down(gum, ["lemma"]).render(width=140)


def test_lithuanian_codes(shared: Path) -> None:
    """The released corpus by class: the outcomes that the metric itself counts, and links of names most reliable."""
    folder = shared / "data" / "lt_nkas" / "json"
    key, response = (load(str(folder), layer=layer) for layer in ("manual1", "manual2"))
    result = score(key, response, metrics="dominant(untyped=skip),muc")
    found = breakdown(result, None, "class")
    own = {name: float(value) for name, value in result.counts["dominant(untyped=skip)"].totals().items()}
    totals = found.totals("dominant(untyped=skip)")
    for letter in "pgdae":
        for outcome in ("tp", "fn", "fp"):
            assert totals[outcome][found.labels.index(letter)] == own[f"{letter}.{outcome}"]
    trusted: dict[str, Any] = {row.type: row for row in reliability(result, "class")}
    assert trusted["d"].interval[0] > trusted["p"].interval[1]
    tables = code_tables(result)
    assert list(tables) == ["p", "g", "d", "a", "e"]
    assert tables["p"][-1].outcomes["tp"] == own["p.tp"]


def test_word_classes(tmp_path: Path) -> None:
    """The rows of Table 3 of Tuggener (2014, page 237), by Penn tags and by universal features alike; and single words."""
    words = [
        ("Ada", "NNP", "PROPN", "_"),
        ("she", "PRP", "PRON", "Case=Nom|PronType=Prs"),
        ("herself", "PRP", "PRON", "PronType=Prs|Reflex=Yes"),
        ("Her", "PRP$", "PRON", "Poss=Yes|PronType=Prs"),
        ("who", "WP", "PRON", "PronType=Rel"),
        ("house", "NN", "NOUN", "_"),
    ]
    penn = tmp_path / "key.conll"
    rows = [f"d 0 {n} {form} {tag} * - - - - * ({n})" for n, (form, tag, *_) in enumerate(words)]
    penn.write_text("\n".join(["#begin document (d); part 000", *rows, "", "#end document", ""]))
    universal = tmp_path / "key.conllu"
    lines = [
        f"{n}\t{form}\t{form}\t{upos}\t_\t{feats}\t{n - 1}\tdep\t_\tEntity=(e{n}-1)"
        for n, (form, _, upos, feats) in enumerate(words, 1)
    ]
    universal.write_text(
        "\n".join(["# global.Entity = eid-head", "# newdoc id = d", "# sent_id = 1", *lines, "", ""])
    )
    for path in (penn, universal):
        text = load(path)
        both = pair(text, text, Settings(singletons="keep"), Problems())

        def values(by: str, both: Pairing = both) -> list[str]:
            found = feature(both, by)
            return [found.labels[number] for number in found.key[np.argsort(both.key.mentions.first)]]

        assert values("word-class") == ["NOUN", "PRP", "PRP", "PRP$", "other", "NOUN"]
        assert values("word") == ["ada", "she", "herself", "her", "who", "house"]


def test_how_far_an_entity_spreads(tmp_path: Path) -> None:
    """Words and sentences from its first to its last mention, wherever a mention of it stands."""
    cells = ["(1)", "(2)", "", "(1)", *["-"] * 24, "(3)", "", "-", "(1)", "(3)"]
    path = conll(tmp_path / "key", cells)
    key, response = load(path), load(path)
    both = pair(key, response, Settings(), Problems())

    def values(by: str) -> dict[str, list[str]]:
        found = feature(both, by)
        entity = key.mentions.entity.tolist()
        labels: dict[str, list[str]] = {}
        for row in range(len(entity)):
            labels.setdefault(str(key.documents[0].entities[entity[row]].id), []).append(
                found.labels[found.key[row]]
            )
        return labels

    assert values("spread") == {"1": ["21–100 words"] * 3, "2": ["one mention"], "3": ["0–20 words"] * 2}
    assert values("sentence-spread") == {
        "1": ["2–5 sentences"] * 3,
        "2": ["one mention"],
        "3": ["1 sentence"] * 2,
    }
    assert feature(both, "Sentence_Spread").name == "sentence-spread"


def test_windows_of_a_long_document(tmp_path: Path) -> None:
    """A mention is of the window it begins in, a link of that of its later mention; windows add up to the whole."""
    key = conll(tmp_path / "key", ["(1)", "-", "(2)", "(1)", "-", "(2)", "(1)"])
    response = conll(tmp_path / "response", ["(1)", "-", "-", "(1)", "-", "(2)", "(2)"])
    result = score(key, response, metrics="muc,mention")
    found = breakdown(result, None, "window:3")
    assert found.labels == ("words 1–3", "words 4–6", "words 7–9")
    assert found.totals("muc")["recall_denominator"].tolist() == [0, 2, 1]
    assert found.totals("muc")["recall_numerator"].tolist() == [0, 1, 0]
    assert found.totals("mention")["recall_denominator"].tolist() == [2, 2, 1]
    assert breakdown(result, None, "window").labels == ("words 1–10,000",)
    for wrong in ("window:0", "window:x"):
        with refuses(UsageError, "CE050", "no-window-words"):
            breakdown(result, None, wrong)


def test_zeros_are_not_words_of_a_spread(tmp_path: Path) -> None:
    """An entity of a word and the zero behind it spreads over no word, wherever else zeros stand."""
    path = corefud(tmp_path / "key", [["1 (e1--1-)", *(f"1.{n} _ 1:x" for n in range(1, 30)), "2 (e1--1-)"]])
    both = pair(load(path), load(path), Settings(zeros="linear"), Problems())
    found = feature(both, "spread")
    assert {found.labels[number] for number in found.key} == {"0–20 words"}


def test_entities_of_arcs_anchor_are_of_the_class_of_their_anchors() -> None:
    """Tuggener (2014), Table 4: ED and EM of each named-entity class, here of each type; an entity counts once."""
    both = pairing(
        [[0, 1], [2, 3], [4, 5, 6]],
        [[0, 1, 3], [2, 7], [4, 5]],
        {
            0: "name",
            1: "pronoun",
            2: "nominal",
            3: "pronoun",
            4: "nominal",
            5: "pronoun",
            6: "name",
            7: "name",
        },
    )
    found = breakdown(both, {"arcs.anchor": parse_metric("arcs.anchor")}, "type")
    totals = {
        name: dict(zip(found.labels, values.tolist(), strict=True))
        for name, values in found.totals("arcs.anchor").items()
    }
    assert [totals[f"ed.{outcome}"]["nominal"] for outcome in ("tp", "fn", "fp")] == [2, 0, 0]
    assert [totals[f"em.{outcome}"]["nominal"] for outcome in ("tp", "fn", "fp")] == [3, 2, 1]
    assert [totals[f"em.{outcome}"]["name"] for outcome in ("tp", "fn", "fp")] == [2, 0, 1]
    scores = found.scores("arcs.anchor")
    number = found.labels.index("nominal")
    assert scores["em_recall"][number] == pytest.approx(3 / 5)
    assert scores["em_precision"][number] == pytest.approx(3 / 4)
    tally = found.tally("arcs.anchor")
    assert tally is not None
    assert tally.in_key[number] == 2


@pytest.mark.parametrize("has_values", [True, False])
def test_a_response_without_values_is_reported(has_values: bool) -> None:
    """What it adds to the key is of no class then, so that the precision of every class looks better than it is."""
    values = {word: {"etype": "person"} for word in range(3)}
    key = numbered([[[0, 1]]], {}, length=3, attributes=values)
    response = numbered([[[0, 1, 2]]], {}, length=3, attributes=values if has_values else {})
    note = breakdown(pair(key, response, Settings(), Problems()), named("bcub"), "etype").note
    assert ("1 mention that the key does not have" in note) is not has_values


@pytest.mark.parametrize("undefined", ["zero", "null"])
def test_classes_with_nothing_to_count_have_a_note(undefined: Literal["zero", "null"]) -> None:
    """MUC has nothing to count for singletons: where that is written as 0.00, the table says of which class."""
    key = [[(0, 0), (2, 2)], [(4, 4)]]
    result = score(key, key, metrics="muc", undefined=undefined)
    (found,) = by_features(result, ["entity-size"])
    empty = found.breakdown.empty("muc")["f1"]
    classes = [found.breakdown.labels[number] for number in found.breakdown.order if empty[number]]
    assert classes
    text = str(BrokenDown(result, (found,)))
    assert ("0/0" in text) is (undefined == "zero")
    assert undefined == "null" or all(label in text for label in classes)
