"""Small texts on which corefeval and the official scorers once differed, found with random cases.

The expected recall and precision are those of corefud-scorer and of the Universal Anaphora scorer 2.0
(ufal/corefud-scorer@4fd7b0e), whatever the hash seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from corefeval import score
from corefeval.choices import Match, Singletons, SplitAntecedents, Zeros
from tests.reference.notation import conllua, corefud, sentence


@dataclass(frozen=True)
class Case:
    """A pair of texts, what was asked, and what the official scorer says."""

    about: str
    key: str
    response: str
    metric: str
    recall: float
    precision: float
    match: Match = "exact"
    singletons: Singletons = "keep"
    zeros: Zeros = "linear"
    split_antecedents: SplitAntecedents = "drop"


COREFUD_CASES = [
    Case(
        "a mention of two entities has the head it has in the first of them, a, which the response lacks",
        "1 _ (b-2-(a-1-\n2 _ b)a)",
        "1 _ _\n2 _ (a-1-)",
        "bcub",
        0,
        0,
        match="partial",
    ),
    Case(
        "a mention of two entities is no zero if its head in the first of them, a, is a word",
        "1 _ _\n1.1 1:nsubj (e-1-)",
        "1 _ (b-2-(a-1-\n1.1 1:nsubj b)a)",
        "bcub",
        0,
        0,
        zeros="dependent-official",
    ),
    Case(
        "a mention that one entity lists twice is the one that opens first, here a zero",
        "1 _ (e-1-)\n2 _ (e-1-)\n2.1 1:obj _",
        "1 _ (e-1-)\n2 _ (e-2-(e-1-\n2.1 1:obj e)e)",
        "bcub",
        1 / 4,
        1,
        zeros="drop",
    ),
    Case(
        "a zero that opens another entity is not spurious",
        "1 _ _\n2 _ (e-1-)\n2.1 1:obj _\n2.2 1:obj (e-1-)",
        "1 _ (f-1-)\n2 _ (e-1-)\n2.1 1:obj (f-1-)(g-1-)\n2.2 1:obj (e-1-)",
        "zero",
        1,
        1,
    ),
    Case(
        "a head that is a zero is in no response without that zero",
        "1 _ (e-2-\n1.1 1:obj _\n2 _ e)",
        "1 _ (e-1-\n2 _ e)",
        "bcub",
        0,
        0,
        match="partial",
    ),
    Case(
        "5/6 is 1/2 + 1/3: where optima differ by rounding the official solver's choice counts",
        sentence({1: "(a-14-", 11: "(b-4-", 15: "a)", 16: "b)"}),
        sentence({11: "(a-1-", 14: "(b-1-", 15: "a)", 16: "b)"}),
        "bcub",
        1,
        1,
        match="partial",
    ),
]

CONLLUA_CASES = [
    Case(
        "an expression annotated twice in the key counts twice where it is found",
        "1 (1-Pseudo:a)(2-Pseudo:b)\n2 _",
        "1 (1-Pseudo:a)\n2 (2-Pseudo:b)",
        "non-referring",
        1,
        2 / 3,
    ),
    Case(
        "of a pseudo entity's mentions that of the longest first part opens first",
        "1 (1-Pseudo:a(1-Pseudo:b)\n2 )\n3 (1-Pseudo:b)",
        "1 (1-Pseudo:a\n2 )\n3 _",
        "non-referring",
        1,
        1,
    ),
    Case(
        "a mention of two entities has the minimum span it has in the first of them",
        "1 (6:a:2(3:b:3\n2 _\n3 ))",
        "1 _\n2 (6:a)\n3 _",
        "ceafm",
        0.5,
        1,
        match="partial",
    ),
    Case(
        "a minimum span over a gap of its mention is in no response",
        "1 (1:a:1,3\n2 )\n3 _\n4 (1:a)",
        "1 (1:a\n2 )\n3 _\n4 _",
        "bcub",
        0,
        0,
        match="partial",
    ),
    Case(
        "equal mentions closed by id in any order: the one that opens first has its minimum span",
        "1 (1:a:1(1:b:2\n2 a)b)",
        "1 _\n2 (1:c)",
        "bcub",
        0,
        0,
        match="partial",
    ),
    Case(
        "entities with equal sets are one, at the place of the first: the look-up of word 1 finds entity 3",
        "1 (1:a)(3:c::2)\n2 (2:b::1)",
        "1 (5:a)\n2 _",
        "lea",
        1 / 4,
        1,
        split_antecedents="keep",
    ),
    Case(
        "an anchor is looked up in the same way",
        "1 (1:a)(3:c::2)\n2 (2:b::1)\n3 (4:d) d<c",
        "1 _\n2 (2:b)\n3 (4:d) d<b",
        "bridging.entity",
        0,
        0,
        split_antecedents="keep",
    ),
    Case(
        "elements with the same mentions are one element",
        "1 (1:a)\n2 (2:b::1)(3:c::1)",
        "1 (1:a)\n2 (2:b::1)",
        "split.ceafe",
        1,
        1,
        split_antecedents="keep",
    ),
    Case(
        "for LEA a set left alone by dropped zeros is found only if the sets are equal",
        "1 (2:b::1)\n1.1 (1:a)\n2 _",
        "1 (2:b::1)\n1.1 (1:a)\n2 (3:c::1)",
        "lea",
        1 / 2,
        1 / 3,
        zeros="drop",
        split_antecedents="keep",
    ),
    Case(
        "an element that lists a mention twice is right in one direction",
        "1 (1:a)\n2 (2:b::1)\n3 (2:c)",
        "1 (1:a)\n2 _\n3 (2:b::1)(2:c)",
        "split.muc",
        0,
        1,
        split_antecedents="keep",
    ),
]


def check(case: Case, tmp_path: Path, form: str) -> None:
    """Score a case and compare."""
    render = corefud if form == "corefud" else conllua
    paths = []
    for name, text in (("key", case.key), ("response", case.response)):
        paths.append(tmp_path / name)
        paths[-1].write_text(render(text))
    result = score(
        *paths,
        metrics=case.metric,
        match=case.match,
        singletons=case.singletons,
        zeros=case.zeros,
        split_antecedents=case.split_antecedents,
        duplicates="keep",
        key_format=form,
        response_format=form,
    )
    found = result.scores[case.metric]
    assert (found["recall"] or 0, found["precision"] or 0) == pytest.approx((case.recall, case.precision))


@pytest.mark.parametrize("case", COREFUD_CASES, ids=lambda case: case.about)
def test_corefud(case: Case, tmp_path: Path) -> None:
    """What corefud-scorer says."""
    check(case, tmp_path, "corefud")


@pytest.mark.parametrize("case", CONLLUA_CASES, ids=lambda case: case.about)
def test_conllua(case: Case, tmp_path: Path) -> None:
    """What the Universal Anaphora scorer says."""
    check(case, tmp_path, "conllua")


def test_minimum_spans_of_corefud_are_not_asked(tmp_path: Path) -> None:
    """A response with the head but not the minspan matches: corefud-scorer knows heads only."""
    paths = []
    for name, text in (("key", "1 _ (e-1-2\n2 _ e)"), ("response", "1 _ (e-1-1)\n2 _ _")):
        paths.append(tmp_path / name)
        paths[-1].write_text(corefud(text, "eid-head-minspan"))
    scores = score(*paths, metrics="bcub", match="partial", singletons="keep").scores["bcub"]
    assert (scores["recall"], scores["precision"]) == (1, 1)
