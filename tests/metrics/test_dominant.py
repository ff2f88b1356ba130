"""Dominant-mention scoring against the appendices and tables of Žitkus et al. (2023)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from corefeval.arrays import Booleans
from corefeval.breakdown.reliability import class_table
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score
from corefeval.linguistics.codes import OTHER
from corefeval.linguistics.scheme_files import source_of
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric, Parameter
from corefeval.metrics.dominant import (
    INVENTED,
    NO_CLASS,
    Check,
    Compared,
    Dominant,
    has_right_link,
    has_right_type,
)
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import annotated
from tests.metrics.scoring import counts, golden, pairing, scores
from tests.paths import SHARED

COLUMNS = ("tp", "wt", "wl", "wtl", "fn", "fp")


def paired(key: Corpus, response: Corpus) -> Pairing:
    """Return the pairing of two corpora."""
    return pair(key, response, Settings(), Problems())


def summed(metric: str, both: Pairing) -> tuple[int, ...]:
    """Return tp, wt, wl, wtl, fn and fp, summed over the classes."""
    found = counts(metric, both)
    return tuple(
        int(sum(value for name, value in found.items() if name.endswith(f".{column}"))) for column in COLUMNS
    )


OBAMA = {0: "name", 1: "name", 2: "nominal", 3: "pronoun"}
"""Barack Obama, B. Obama, president, He."""


def test_appendix_c() -> None:
    """One unit is right, one leads to president instead of Barack Obama, one is missed: P .75, R .5, F .6."""
    both = pairing([[0, 1, 2, 3]], [[0, 1], [2, 3]], OBAMA)
    for metric in ("dominant", "dominant(selector=first)"):
        assert summed(metric, both) == (1, 0, 1, 0, 1, 0)
        found = scores(metric, both)
        assert (found["precision"], found["recall"], found["f1"]) == pytest.approx((0.75, 0.5, 0.6))


def test_appendix_c_with_types() -> None:
    """With type codes on both sides the generic nominal counts, although the response attempts none."""
    words = ["Obama", "Obama", "president", "He"]
    key = annotated(words, [(1, [0], "dbas"), (2, [0], "gfas"), (3, [2], "ppas")], types=OBAMA, dominant=[0])
    response = annotated(words, [(1, [0], "dbas"), (3, [2], "ppas")], types=OBAMA, dominant=[0, 2])
    both = paired(key, response)
    assert summed("dominant(selector=given)", both) == (1, 0, 1, 0, 1, 0)
    found = counts("dominant(selector=given)", both)
    assert (found["d.tp"], found["p.wl"], found["g.fn"]) == (1, 1, 1)
    values = scores("dominant(selector=given)", both)
    assert (values["precision"], values["recall"], values["f1"]) == pytest.approx((0.75, 0.5, 0.6))
    assert values["macro_recall"] == pytest.approx((1 + 0.5) / 2)


def paper() -> Any:
    """Return the printed tables."""
    return golden("dominant.json")["paper"]


def totals(rows: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Return sums in the metric's names, from printed rows."""
    found: dict[str, Any] = {}
    for name, row in rows.items():
        found |= {
            f"{name}.{column}": np.array(float(value)) for column, value in zip(COLUMNS, row, strict=False)
        }
        found[f"{name}.attempted"] = np.array(float(sum(row[:4]) + row[5]))
    return found


def averages(metric: Metric, rows: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Return the scores of printed rows in percent."""
    return {part: 100 * float(value) for part, value in metric.score(totals(rows)).items()}


def table_3() -> dict[str, Sequence[float]]:
    """Return Table 3 by class."""
    names = {"p": "Pronominal", "g": "Generic nominal", "d": "Definitive nominal"}
    return {letter: paper()["table3"][name] for letter, name in names.items()}


def test_table_3() -> None:
    """The precision, recall and F of the three classes; the S* of 533 is a misprint for 553."""
    rows = table_3()
    metric = Dominant()
    for name, found in metric.by_class(totals(rows)).items():
        for part, printed in zip(("precision", "recall", "f1"), rows[name][7:], strict=True):
            assert 100 * float(found[part]) == pytest.approx(printed, abs=0.06)
    assert sum(rows["p"][:5]) == 553


def test_table_2() -> None:
    """Micro, macro and scheme averages of the proposed metric; R_scheme 34.44 is a misprint for 35.44."""
    found = averages(Dominant(), table_3())
    printed = paper()["table2"]["Proposed"]
    names = [f"{kind}{part}" for kind in ("", "macro_", "scheme_") for part in ("precision", "recall", "f1")]
    for name, value in zip(names, printed, strict=True):
        expected = paper()["R_scheme"]["eq59"] if name == "scheme_recall" else value
        assert found[name] == pytest.approx(expected, abs=0.06), name


def test_arcs_of_table_2() -> None:
    """ARCS in Table 2 is this metric without types and without credit for wrong links."""
    rows = {name: [row[0] + row[1], 0, row[2] + row[3], 0, row[4], row[5]] for name, row in table_3().items()}
    found = averages(Dominant(wl=0.0), rows)
    names = [f"{kind}{part}" for kind in ("", "macro_") for part in ("precision", "recall", "f1")]
    assert [found[name] for name in names] == pytest.approx(paper()["table2"]["ARCS"], abs=0.06)


@pytest.mark.parametrize("table", ["D1", "D2", "D3"])
def test_tables_of_appendix_d(table: str) -> None:
    """The rows of the codes sum to their class, and S* to the units of the key."""
    rows = dict(paper()[table])
    every = rows.pop("All")
    assert [sum(row[place] for row in rows.values()) for place in range(7)] == every
    assert all(sum(row[:5]) == row[6] for row in (*rows.values(), every))
    assert every[:6] == list(table_3()[{"D1": "p", "D2": "g", "D3": "d"}[table]][:6])


def test_macro_average_by_code() -> None:
    """Averaged over the 14 attempted codes of appendix D: 74.59, 52.87, 61.88."""
    rows: dict[str, Sequence[float]] = {}
    for table in ("D1", "D2", "D3"):
        rows |= {code: row for code, row in paper()[table].items() if code not in {"All", "Other"}}
    found = averages(Dominant(unit="type"), rows)
    values = [found[f"macro_{part}"] for part in ("precision", "recall", "f1")]
    assert values == pytest.approx([74.59, 52.87, 61.88], abs=0.006)


def test_section_4_2() -> None:
    """A chain of eight mentions has seven units; the first, a root without a code, counts unless `untyped=skip`."""
    words = ["President", "he", "Obama", "Obama", "his", "Obama", "He", "Obama"]
    kinds = dict.fromkeys(range(8), "name") | {0: "nominal"} | dict.fromkeys([1, 4, 6], "pronoun")
    links = [(1, [0], "ppas"), (2, [0], "dfas"), (3, [2], "dais"), (4, [3], "poas"), (5, [3], "dais")]
    links += [(6, [5], "ppas"), (7, [5], "dbis")]
    key = annotated(words, links, types=kinds, dominant=[5])
    for untyped, units in (("wildcard", 7), ("skip", 6), ("transfer", 7)):
        metric = f"dominant(selector=given,untyped={untyped})"
        assert summed(metric, paired(key, key)) == (units, 0, 0, 0, 0, 0)
    assert counts("dominant(selector=given,untyped=skip)", paired(key, key))["skipped"] == 2
    assert summed("dominant(selector=given,untyped=wrong)", paired(key, key)) == (6, 1, 0, 0, 0, 0)
    found = counts("dominant(selector=given,untyped=transfer)", paired(key, key))
    assert (found["d.tp"], found["(untyped).tp"]) == (4, 0)


WORDS = ["Tom", "Jim", "they", "them", "he"]
KINDS = {0: "name", 1: "name", 2: "pronoun", 3: "pronoun", 4: "pronoun"}
GROUP = [(2, [0, 1], "ppag"), (3, [2], "ppas"), (4, [0], "ppas")]


def small(links: Sequence[tuple[int, Sequence[int], str]]) -> Corpus:
    """Return a corpus of Tom, Jim, they, them and he with these links."""
    return annotated(WORDS, links, types=KINDS)


def test_groups() -> None:
    """A group is right only as a whole, and does not merge its members into one entity."""
    key = small(GROUP)
    assert summed("dominant", paired(key, key)) == (3, 0, 0, 0, 0, 0)
    half = small([(2, [0], "ppas"), (4, [0], "ppas"), (3, [1], "ppas")])
    found = counts("dominant", paired(key, half))
    assert (found["p.tp"], found["p.wtl"], found["p.wl"]) == (1, 1, 1)


def test_ambiguous_references() -> None:
    """For an ambiguous reference one of the key's alternatives is enough."""
    key = small([(2, [0, 1], "ppaa"), (4, [0], "ppas")])
    one = small([(2, [1], "ppaa"), (4, [0], "ppas")])
    assert summed("dominant", paired(key, one)) == (2, 0, 0, 0, 0, 0)
    assert summed("dominant", paired(one, key)) == (1, 0, 1, 0, 0, 0)


def test_wrong_types() -> None:
    """A wrong type is counted in the class of the gold or of the system; levels can be ignored one by one."""
    key = small([(4, [0], "ppas"), (2, [1], "gbas")])
    response = small([(4, [0], "ppas"), (2, [1], "daas")])
    both = paired(key, response)
    assert counts("dominant", both)["g.wt"] == 1
    assert counts("dominant(row_of_wrong_type=system)", both)["d.wt"] == 1
    assert counts("dominant(compare=none)", both)["g.tp"] == 1
    letters = paired(key, small([(4, [0], "ppas"), (2, [1], "gaas")]))
    assert counts("dominant", letters)["g.wt"] == 1
    for option in ("same=2:bat", "compare=class"):
        assert counts(f"dominant({option})", letters)["g.tp"] == 1
    masked = paired(key, small([(4, [0], "ppas"), (2, [1], "g-as")]))
    assert counts("dominant", masked)["g.wt"] == 1
    assert counts("dominant(compare=masked)", masked)["g.tp"] == 1


def test_response_without_types() -> None:
    """A response without types is not compared by type; the rows come from the key's codes."""
    key = small([(4, [0], "ppas"), (2, [1], "gbas")])
    response = annotated(WORDS, [(4, [0], ""), (3, [1], "")], types=KINDS)
    found = counts("dominant", paired(key, response))
    assert (found["p.tp"], found["g.fn"], found["(invented).fp"], found["p.fp"]) == (1, 1, 0, 1)
    assert found["p.wt"] == 0


def test_order_of_documents_keeps_the_codes() -> None:
    """Codes stay with their mentions if documents are in another order or missing from the response."""
    texts = [annotated(["Ann", "she", "it"], [(1, [0], code), (2, [0], "gfas")]) for code in ("ppas", "dbas")]
    key, response = (
        Corpus.concatenate([replace(text, names=(name,)) for text, name in zip(texts, "ab", strict=True)])
        for _ in range(2)
    )
    assert [annotation.code for annotation in key.annotations] == ["ppas", "gfas", "dbas", "gfas"]
    for order in ([1, 0], [0], [1]):
        chosen = response.select_documents(np.array(order))
        assert len(chosen.annotations) == 2 * len(order)
        wanted = key.select_documents(np.array([0, 1] if len(order) > 1 else order))
        straight, turned = (
            score(wanted, side, metrics="dominant(untyped=skip)").counts["dominant(untyped=skip)"].totals()
            for side in (wanted, chosen)
        )
        assert turned == straight
    half = score(
        key, response.select_documents(np.array([0])), metrics="dominant(untyped=skip)", missing="empty"
    )
    alone = score(key.select_documents(np.array([0])), response, metrics="dominant(untyped=skip)")
    ours, theirs = (result.counts["dominant(untyped=skip)"].totals() for result in (half, alone))
    assert {name: ours[name] for name in ours if name.endswith(".tp")} == {
        name: theirs[name] for name in theirs if name.endswith(".tp")
    }


def test_several_annotations_of_one_referent() -> None:
    """The first of several annotations counts; annotations without antecedents or to the mention itself do not."""
    key = small([(4, [4], "poas"), (4, [0], "ppas"), (4, [0], "prps"), (2, [1], "ppas")])
    found = counts("dominant(unit=type)", paired(key, key))
    assert found["ppas.tp"] == 2
    assert "prps.tp" not in found


WE = dict.fromkeys(range(9), "pronoun") | {8: "name"}


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("earliest", (7, 0, 0, 0, 0, 0)),
        ("pairwise", (7, 0, 0, 0, 0, 0)),
        ("exclude", (0, 0, 0, 0, 0, 0)),
        ("never-correct", (0, 0, 7, 0, 0, 0)),
    ],
)
def test_chain_without_a_dominant_mention(policy: str, expected: tuple[int, ...]) -> None:
    """Appendix B has a chain of eight we; the parameter no_dominant chooses their target."""
    chain = [list(range(8))]
    assert summed(f"dominant(no_dominant={policy})", pairing(chain, chain, WE)) == expected


def test_pairwise_needs_the_same_antecedents() -> None:
    """With `pairwise`, a chain split in two loses one link; with `earliest`, its second half loses all."""
    both = pairing([[0, 1, 2, 3]], [[0, 1], [2, 3]], WE)
    assert summed("dominant(no_dominant=pairwise)", both) == (2, 0, 0, 0, 1, 0)
    assert summed("dominant", both) == (1, 0, 1, 0, 1, 0)


def test_pairwise_is_for_chains_without_a_dominant_mention() -> None:
    """A mention that leads to the dominant name is right, even if the mention between them is missed."""
    both = pairing([[0, 1, 2]], [[0, 2]], {0: "name", 1: "pronoun", 2: "pronoun"})
    assert summed("dominant(no_dominant=pairwise)", both) == (1, 0, 0, 0, 1, 0)


def test_derived_types_are_not_held_against_a_response() -> None:
    """Obama, president, president against president, president: one wrong link, and no wrong type."""
    both = pairing([[0, 1, 2]], [[1, 2]], {0: "name", 1: "nominal", 2: "nominal"})
    assert summed("dominant", both) == (0, 0, 1, 0, 1, 0)


def test_nothing_found_and_nothing_there() -> None:
    """An empty response has recall 0 and undefined precision; without chains both are undefined."""
    found = scores("dominant", pairing([[0, 1, 2]], [], OBAMA))
    assert (found["recall"], found["f1"]) == (0, 0)
    assert np.isnan(found["precision"])
    nothing = scores("dominant", pairing([[0], [1]], [[0], [1]], OBAMA))
    assert all(np.isnan(value) for value in nothing.values())


def test_attempted_classes() -> None:
    """Means cover the classes that a typed response attempts, or the named ones; named classes also limit the sums."""
    key = small([(4, [0], "ppas"), (2, [1], "gbas")])
    both = paired(key, small([(4, [0], "ppas")]))
    found = scores("dominant", both)
    assert (found["recall"], found["macro_recall"], found["scheme_recall"]) == (1 / 2, 1, 1 / 5)
    assert scores("dominant(attempted=p)", both)["recall"] == 1
    named = scores("dominant(attempted=p+g)", both)
    assert (named["recall"], named["macro_recall"]) == (1 / 2, 1 / 2)


def test_its_own_rows_are_a_feature() -> None:
    """The metric's own rows are classes, or with unit=type codes."""
    features = {
        name: metric.own_feature
        for name in ("dominant", "dominant(unit=type)")
        if isinstance(metric := parse_metric(name), Dominant)
    }
    assert features == {"dominant": "class", "dominant(unit=type)": "code"}


def test_the_scheme_of_codes_has_all_codes() -> None:
    """Formulas (46) to (48) by code divide by all codes of the scheme: 36 + 63 + 63 + 9 + 27 of Table 1."""
    key = small([(4, [0], "ppas"), (2, [1], "gbas"), (3, [3], "dbas")])
    response = small([(4, [0], "ppas"), (3, [0], "prps"), (1, [1], "dfas")])
    found = scores("dominant(unit=type)", paired(key, response))
    assert (found["macro_recall"], found["scheme_recall"]) == (1 / 2, 1 / 198)
    assert (found["macro_precision"], found["scheme_precision"]) == (1 / 2, 1 / 198)


@pytest.mark.parametrize("unit", ["class", "type"])
def test_an_empty_response_covers_nothing_of_the_scheme(unit: str) -> None:
    """Formulas (46) to (48): if no class is attempted, 0 is divided by all classes of the scheme."""
    key, nothing = small([(4, [0], "ppas"), (2, [1], "gbas")]), small([])
    found = scores(f"dominant(unit={unit})", paired(key, nothing))
    assert (found["scheme_recall"], found["scheme_precision"], found["scheme_f1"]) == (0, 0, 0)
    assert np.isnan(found["macro_recall"])
    both = scores(f"dominant(unit={unit})", paired(nothing, nothing))
    assert np.isnan(both["scheme_recall"])


def test_attempted_classes_of_codes() -> None:
    """With codes as rows, a class selects all its codes; with classes as rows, the whole name is needed."""
    by_code = Dominant(unit="type", attempted="p")
    assert [by_code.counts_row(name) for name in ("ppas", "p", "gbas")] == [True, True, False]
    by_class = Dominant(attempted="p+e")
    assert [by_class.counts_row(name) for name in ("p", "g", OTHER, NO_CLASS, INVENTED)] == [
        True,
        False,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("compare", ["strict", "masked", "class"])
def test_a_unit_without_a_type(compare: str) -> None:
    """A missing code agrees with any code, or with none if requested, for every comparison."""
    pairs = [("", "dbas"), ("dbas", ""), ("", "")]
    lenient, severe = (Dominant(compare=compare, untyped=policy) for policy in ("wildcard", "wrong"))
    assert [lenient.same_type(*codes) for codes in pairs] == [True] * 3
    assert [severe.same_type(*codes) for codes in pairs] == [False] * 3
    assert lenient.same_type("dbas", "dbas")
    assert not lenient.same_type("dbas", "gbas")


def test_selectors() -> None:
    """The representative of a chain may be its first mention, its first noun or its root (section 4.2)."""
    key = annotated(WORDS, [(0, [2], "dfps"), (4, [0], "ppas")], types=KINDS)
    for selector, units in (("first-noun", {2, 4}), ("first", {2, 4}), ("root", {0, 4})):
        outcomes = parse_metric(f"dominant(selector={selector})").outcomes(paired(key, key))  # type: ignore[attr-defined]
        judged = key.mentions.first[outcomes.key >= 0]
        assert set(judged.tolist()) == units


def test_first_mention_and_first_noun_differ() -> None:
    """In {He, Obama} the first mention is the pronoun, the first noun (the anchor of section 4.2) the name."""
    kinds = {0: "pronoun", 1: "name", 2: "pronoun"}
    key = annotated(["He", "Obama", "him"], [(0, [1], "ppps"), (2, [1], "ppas")], types=kinds)
    for selector, units in (("first", {1, 2}), ("first-noun", {0, 2})):
        outcomes = parse_metric(f"dominant(selector={selector})").outcomes(paired(key, key))  # type: ignore[attr-defined]
        assert set(key.mentions.first[outcomes.key >= 0].tolist()) == units


class Cautious(Dominant):
    """A metric that also checks the number of the mention."""

    name = "cautious"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        **Dominant.parameters,
        "half": Parameter(0.5, "the new check"),
    }

    @staticmethod
    def is_even(compared: Compared) -> Booleans:
        """Return which mentions have an even number."""
        return np.asarray(compared.key % 2 == 0)

    checks: ClassVar[tuple[Check, ...]] = (has_right_link, has_right_type, is_even)
    outcomes_of: ClassVar[Mapping[tuple[bool, ...], str]] = {
        (link, kind, even): "half" if not even else Dominant.outcomes_of[link, kind]
        for link in (True, False)
        for kind in (True, False)
        for even in (True, False)
    }


def test_checks_can_be_added() -> None:
    """A subclass can add a check and name its outcomes."""
    found = counts(Cautious(selector="first"), pairing([[0, 1, 2, 3]], [[0, 1, 2, 3]], OBAMA))
    assert sum(value for name, value in found.items() if name.endswith(".half")) == 2
    assert sum(value for name, value in found.items() if name.endswith(".tp")) == 1


@pytest.mark.parametrize(
    "name",
    ["dominant(wl=2)", "dominant(same=bat)", "dominant(same=x:bat)", "dominant(same=2:)", "dominant(same=2)"],
)
def test_refusals(name: str) -> None:
    """Coefficients outside 0 to 1 and levels that do not exist are refused."""
    with pytest.raises(UsageError):
        parse_metric(name)


def test_released_corpus() -> None:
    """The released Lithuanian corpus gives the recorded counts; one mention is annotated twice, once with a blank."""
    from corefeval.evaluation.request import load

    folder = SHARED / "data" / "lt_nkas" / "json"
    if not folder.exists():
        pytest.skip("needs the Lithuanian corpus")
    key, response = (load(str(folder), layer=layer) for layer in ("manual1", "manual2"))
    both = paired(key, response)
    readings = golden("dominant.json")["computed"]["all_readings"]
    for selector, wanted in (("first-noun", "first"), ("root", "root")):
        found = counts(f"dominant(untyped=skip,selector={selector})", both)
        expected = next(
            r["byclass"] for r in readings if r["reading"] == ["dom", wanted, "reroot", "split", "gold"]
        )
        expected["d"]["TP"] -= 1
        for letter, row in expected.items():
            assert {name: found[f"{letter}.{name.lower()}"] for name in row} == row, (selector, letter)


RELEASED = {
    "dominant(attempted=p+g+d)": {
        "recall": 0.7205343511450382,
        "precision": 0.9663185913185913,
        "macro_recall": 0.6093756248876963,
        "macro_precision": 0.9474242533451109,
        "scheme_recall": 0.36562537493261776,
        "scheme_precision": 0.5684545520070665,
    },
    "dominant": {
        "recall": 0.7081714968628623,
        "precision": 0.9662657969832857,
        "macro_recall": 0.42460370310599227,
        "macro_precision": 0.9484545520070666,
        "scheme_recall": 0.42460370310599227,
        "scheme_precision": 0.9484545520070666,
    },
}
"""What the released corpus gives. Up to 0.6.0 units without a code were in the response's class, or in none."""


@pytest.mark.parametrize("is_file", [False, True], ids=["bundled", "file"])
def test_the_scheme_as_a_file_gives_the_same_numbers(is_file: bool, tmp_path: Path) -> None:
    """The scheme gives identical numbers by name and as a copied file, and in the tables of the metric."""
    folder = SHARED / "data" / "lt_nkas" / "json"
    if not folder.exists():
        pytest.skip("needs the Lithuanian corpus")
    copy = tmp_path / "copy.toml"
    copy.write_text(source_of("lithuanian"), encoding="utf-8")
    result = score(
        str(folder),
        str(folder),
        metrics=",".join(RELEASED),
        key_layer="manual1",
        response_layer="manual2",
        scheme=str(copy) if is_file else None,
    )
    for name, expected in RELEASED.items():
        assert {part: result.scores[name][part] for part in expected} == expected
    rows = class_table(result)
    assert {row.code: tuple(row.outcomes.values()) for row in rows} == {
        "p": (401, 4, 88, 8, 279, 1),
        "g": (209, 1, 13, 1, 413, 2),
        "d": (1676, 1, 33, 0, 148, 4),
        "All": (2286, 6, 134, 9, 840, 7),
    }


def test_a_pronoun_resolver_without_types() -> None:
    """The Lithuanian tool attempts only pronouns: macro averages are theirs alone, scheme averages a fifth of that."""
    folder = SHARED / "data" / "lt_nkas" / "json"
    if not folder.exists():
        pytest.skip("needs the Lithuanian corpus")
    result = score(
        str(folder),
        str(folder),
        metrics="dominant",
        key_layer="manual1",
        response_layer="anaphora_resolution",
    )
    rows = {row.code: row for row in class_table(result)}
    found = result["dominant"]
    assert (found["macro_precision"], found["macro_recall"]) == (rows["p"].precision, rows["p"].recall)
    assert found["scheme_precision"] == pytest.approx(91.5 / 206 / 5)
    assert rows["p"].outcomes["fp"] == 56
    assert all(row.outcomes["wt"] == row.outcomes["wtl"] == 0 for row in rows.values())
    assert [problem.kind for problem in result.warnings if problem.code == "CE109"] == [
        "no-codes-in-response"
    ]


def test_a_unit_without_a_code_is_in_one_class() -> None:
    """He, without a code, is a pronoun whether found or missed: with one of two found, the recall of the class is 50."""
    words = ["He", "Obama", "the-president"] * 2
    kinds = {place: ("pronoun", "name", "nominal")[place % 3] for place in range(6)}
    key = annotated(
        words, [(1, [0], "dtis"), (2, [1], "gfas"), (4, [3], "dtis"), (5, [4], "gfas")], types=kinds
    )
    response = annotated(words, [(0, [1], "ppps"), (2, [1], "gfas"), (5, [4], "gfas")], types=kinds)
    metric = Dominant()
    found = metric.by_class(paired(key, response).count(metric).totals())
    assert [float(found[name]["recall"]) for name in ("p", "g")] == [0.5, 1]


@pytest.mark.parametrize("selector", ["dominant", "first"])
def test_withheld_codes_change_no_class(selector: str) -> None:
    """The same chains, some spurious, with and without codes: every class has the same counts."""
    key = small([(4, [0], "ppas"), (2, [1], "gbas")])
    links = [(4, [0], "ppas"), (3, [1], "dtis")]
    metric = f"dominant(selector={selector})"
    given, withheld = (
        counts(metric, paired(key, annotated(WORDS, response, types=KINDS)))
        for response in (links, [(referent, antecedents, "") for referent, antecedents, _ in links])
    )
    assert given == withheld
    assert sum(value for name, value in given.items() if name.endswith(".fp")) > 0
    assert given["(invented).fp"] == given["(untyped).fp"] == 0
