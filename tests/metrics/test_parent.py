"""PARENT against the special cases and Table 1 of Kaczmarek and Marcińczuk (2015)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval import score
from corefeval.linguistics.scheme_files import BUNDLED, scheme_named
from corefeval.metrics import parse_metric
from corefeval.metrics.parent import Parent
from corefeval.settings import Settings
from tests.metrics.scoring import counts, golden, pairing, scores

LITERAL = "parent(gold_needs_defining=no)"
PARTS = {"R": "recall", "P": "precision", "F": "f1"}


def cases() -> Any:
    """Return the golden cases."""
    return golden("papers.json")["parent"]


def types(case: Mapping[str, Sequence[int]]) -> dict[int, str]:
    """Return name for defining mentions, pronoun for referring ones and adverb for ignored ones."""
    kinds = {"defining": "name", "referring": "pronoun", "ignored": "adverb"}
    return {mention: kind for group, kind in kinds.items() for mention in case.get(group, ())}


def test_special_cases() -> None:
    """Section 4.5 and the twinless mentions of section 5.4, under both readings of G."""
    for case in cases()["special_cases"]:
        paired = pairing(case["key"], case["response"], types(case))
        found = counts(LITERAL, paired)
        assert found["recall_numerator"] == case["counts"]["TP"], case["name"]
        assert found["recall_denominator"] == case["counts"]["G"], case["name"]
        assert found["precision_denominator"] == case["counts"]["S"], case["name"]
        for name, expected in ((LITERAL, "expect"), ("parent", "expect_gold_needs_defining")):
            values = scores(name, paired)
            for letter, part in PARTS.items():
                value = 0.0 if math.isnan(values[part]) else values[part]
                assert value == pytest.approx(case[expected][letter], abs=1e-6), (case["name"], name)


@pytest.mark.parametrize("layout", ["T1", "T2"])
def test_table_1(layout: str) -> None:
    """Six of the ten numbers of Table 1; the four LMetrics do not follow from their definitions."""
    study = cases()["case_study"]
    found = study["layouts"][layout]
    paired = pairing(found["key"], found["response"], types(study))
    names = {
        "MUC": "muc",
        "B3": "bcub",
        "CEAFe": "ceafe",
        "CEAFm": "ceafm",
        "BLANC": "blanc",
        "PARENT": "parent",
    }
    for label, name in names.items():
        assert 100 * scores(name, paired)["f1"] == pytest.approx(study["paper_F1"][label], abs=0.0501)
    weights = "name=1,nominal=0,pronoun=0,singleton=1e-38"
    for label, name in {"LMUC": "lmuc", "LB3": "lbcub", "LCEAFe": "lceafe", "LCEAFm": "lceafm"}.items():
        f1 = scores(f"{name}({weights})", paired)["f1"]
        assert f1 == pytest.approx(found["values"][label]["F"], abs=1e-6)
        assert 100 * f1 != pytest.approx(study["paper_F1"][label], abs=0.0501)


def test_romeo_and_juliet() -> None:
    """Swapping the two names costs everything, swapping one pair of pronouns a third (section 3)."""
    kinds = {1: "name", 2: "name"} | dict.fromkeys([11, 12, 13, 21, 22, 23], "pronoun")
    key = [[1, 11, 12, 13], [2, 21, 22, 23]]
    assert scores("parent", pairing(key, [[2, 11, 12, 13], [1, 21, 22, 23]], kinds))["f1"] == 0
    assert scores("parent", pairing(key, [[1, 21, 12, 13], [2, 11, 22, 23]], kinds))["f1"] == pytest.approx(
        2 / 3
    )


def test_splits() -> None:
    """The parameter split chooses the referring types: with nouns, only pronouns and zeros, or without zeros."""
    kinds = {1: "name", 2: "nominal", 3: "pronoun", 4: "zero", 5: "event", 6: "adverb"}
    paired = pairing([[1, 2, 3, 4, 5, 6]], [[1, 2, 3, 4, 5, 6]], kinds)
    for split, expected in (("default", 4), ("pronouns", 2), ("nonzero", 3)):
        assert counts(f"parent(split={split})", paired)["recall_denominator"] == expected


def test_out_of_reach() -> None:
    """Mentions that refer to entities without a name are counted separately."""
    kinds = {1: "name", 2: "pronoun", 3: "nominal", 4: "pronoun"}
    found = counts("parent", pairing([[1, 2], [3, 4]], [[1, 2], [3, 4]], kinds))
    assert (found["recall_denominator"], found["out_of_reach"]) == (1, 2)


def test_a_span_has_one_type() -> None:
    """The key's type of a span decides whether a response mention defines or refers; other spans use their own type."""
    paired = pairing(
        [[1, 2]],
        [[1, 2], [3, 4]],
        {1: "name", 2: "pronoun"},
        response_types={1: "nominal", 2: "pronoun", 3: "nominal", 4: "pronoun"},
    )
    assert counts("parent", paired)["precision_denominator"] == 1


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 2)), min_size=2, max_size=12)
)
def test_pairs_as_sets(rows: list[tuple[int, int, int]]) -> None:
    """Pairs counted as products equal pairs counted as sets, for any chains and types."""
    sides = [
        [[m for m, row in enumerate(rows) if row[side] == label] for label in range(4)] for side in (0, 1)
    ]
    key, response = ([chain for chain in side if chain] for side in sides)
    kind = {m: ("name", "pronoun", "adverb")[row[2]] for m, row in enumerate(rows)}
    known = {m: index for index, chain in enumerate(key) for m in chain}
    in_response = {m for chain in response for m in chain}
    wanted = {
        (m, known[m])
        for chain in key
        for m in chain
        if kind[m] == "pronoun" and (len(chain) > 1 or m in in_response)
    }
    found = {
        (m, known.get(d, ("only in the response", d)))
        for chain in response
        for m in chain
        for d in chain
        if kind[m] == "pronoun" and kind[d] == "name"
    }
    result = counts(LITERAL, pairing(key, response, kind))
    assert result["recall_denominator"] == len(wanted)
    assert result["precision_denominator"] == len(found)
    assert result["recall_numerator"] == len(wanted & found)


def test_a_scheme_says_what_defines_and_refers() -> None:
    """The run's scheme sets the defining and referring mentions, unless parameters do."""
    metric = parse_metric("parent")
    assert metric.under(Settings()) is metric
    for name in BUNDLED:
        scheme = scheme_named(name)
        found = metric.under(Settings(scheme=name))
        assert isinstance(found, Parent)
        assert found.defining.only_types == set(scheme.defining)
        assert found.referring.only_types == set(scheme.referring)


def test_all_singletons() -> None:
    """A response without links has precision 0 in the paper (section 4.5, page 276); it is 0/0, or 0 with undefined=zero."""
    paired = pairing([[1, 2, 3], [4, 5]], [[1], [2], [3], [4], [5]], {1: "name", 4: "name", 2: "pronoun"})
    metric = parse_metric("parent")
    totals = paired.count(metric).totals()
    zero, null = (metric.scores(totals, Settings(undefined=how)) for how in ("zero", "null"))
    assert [float(zero[part]) for part in ("recall", "precision", "f1")] == [0, 0, 0]
    assert np.isnan(null["precision"])
    assert (float(null["recall"]), float(null["f1"])) == (0, 0)


def test_split_by_any_predicate(tmp_path: Path) -> None:
    """Morphology, lemmas and tags can split mentions (section 5.2), joined and negated, on both sides."""
    words = [("Ada", "PROPN", "_"), ("she", "PRON", "PronType=Prs"), ("her", "PRON", "Poss=Yes|PronType=Prs")]
    rows = [
        f"{n}\t{form}\t{form}\t{upos}\t_\t{feats}\t{n - 1}\tdep\t_\tEntity=(e1-1)"
        for n, (form, upos, feats) in enumerate(words, 1)
    ]
    path = tmp_path / "key.conllu"
    path.write_text(
        "\n".join(["# global.Entity = eid-head", "# newdoc id = d", "# sent_id = 1", *rows, "", ""])
    )
    for referring, mentions in (
        ("upos:PRON", 2),
        ("upos:PRON&!poss:Yes", 1),
        ("lemma:her", 1),
        ("pronoun&!lemma:s*", 1),
        ("poss:Yes+lemma:she", 2),
    ):
        found = score(path, path, metrics=f"parent(defining=upos:PROPN,referring={referring})")
        (counts_,) = found.counts.values()
        assert counts_.totals()["recall_denominator"] == mentions, referring
        assert found.f1 == 1
