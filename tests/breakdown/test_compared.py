"""Systems compared class by class (Žitkus et al. 2023, sections 1 and 4.5: choose a tool by what it resolves)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import corefeval
from corefeval.breakdown.breakdown import breakdown
from corefeval.breakdown.by_feature import additional, by_features
from corefeval.breakdown.compared import ComparedByClass, compare_classes
from corefeval.comparison.comparison import Comparison
from corefeval.problems import UsageError
from tests.refuses import refuses

WORDS = ["Ada", "Lovelace", "wrote", "it", ".", "She", "was", "young", ".", "The", "author", "died", "."]


def row(number: int, *, pronoun: bool, noun: bool) -> dict[str, Any]:
    """Return a document in which a pronoun and a noun are linked to the name, or are not."""
    links = [([5, 5], "ppas")] * pronoun + [([9, 10], "gfas")] * noun
    return {
        "doc_key": str(number),
        "offsets": "inclusive",
        "sentences": [WORDS],
        "clusters": [[[0, 1], *(span for span, _ in links)]] if links else [],
        "annotations": [{"referent": span, "antecedents": [[0, 1]], "type": code} for span, code in links],
    }


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """Twelve documents; one system finds all nouns, the other all pronouns."""
    key = [row(number, pronoun=True, noun=True) for number in range(12)]
    nouns = [row(number, pronoun=False, noun=True) for number in range(12)]
    pronouns = [row(number, pronoun=True, noun=number < 2) for number in range(12)]
    systems = {"nouns": nouns, "pronouns": pronouns}
    return corefeval.compare(key, systems, metrics="dominant,muc", language="en", whole=True, resamples=2000)


@pytest.fixture(scope="module")
def compared(comparison: Comparison) -> ComparedByClass:
    """The same by class."""
    return compare_classes(comparison, ["class", "code"])


def test_scores_are_those_of_the_breakdowns(comparison: Comparison, compared: ComparedByClass) -> None:
    """Each class has the score that `score --by` gives."""
    for each in compared.breakdowns:
        for system in comparison.systems:
            found = breakdown(comparison.results[system][""], None, each.feature)
            for label in each.classes:
                if label in found.labels:
                    scores = found.scores(each.metric)
                    number = found.labels.index(label)
                    wanted = scores["f1"][number]
                    assert each.scores[system][label]["f1"] == pytest.approx(wanted, nan_ok=True)


def test_each_class_has_its_test(comparison: Comparison, compared: ComparedByClass) -> None:
    """The systems lead in different classes, significantly, while their overall scores are close."""
    by_class = next(
        each for each in compared.breakdowns if (each.feature, each.metric) == ("class", "dominant")
    )
    against = comparison.baseline
    tests = {label: by_class.tests[label][0] for label in ("p", "g")}
    assert all(test.against == against and test.is_significant for test in tests.values())
    differences = {label: test.difference for label, test in tests.items()}
    assert (differences["p"] or 0) * (differences["g"] or 0) < 0
    assert all((test.p_adjusted or 0) >= (test.p or 0) for test in tests.values())


def test_plain_data_and_rows(compared: ComparedByClass) -> None:
    """JSON has the comparison and a list `by`; CSV has a row for each class and system, with its test."""
    plain = json.loads(compared.render("json"))
    assert [each["feature"] for each in plain["by"]] == ["class", "class", "code", "code"]
    classes = {found["class"]: found for found in plain["by"][0]["classes"]}
    assert classes["p"]["key"] == 12
    assert set(classes["p"]["scores"]) == {"nouns", "pronouns"}
    rows = compared.rows()
    assert {row["class"] for row in rows.rows if row["feature"] == "code"} >= {"ppas", "gfas"}


def test_tables_of_the_paper(compared: ComparedByClass) -> None:
    """`tables` leaves the averages, the classes and the codes of `dominant`, as LaTeX with captions."""
    text = compared.render("latex", tables="zitkus-2023")
    assert text.count(r"\begin{table") == 4, "averages, classes, and the codes of p and g, as in appendix D"
    assert "MUC F1 by" not in text
    assert text.count(r"\label{") == 4
    assert "cover different classes" in text


@pytest.mark.parametrize(
    ("by", "options", "code"), [("type", {"types": "x=name"}, "CE046"), ("code", {"scheme": "gum"}, "CE108")]
)
def test_warnings_are_those_of_score_by(by: str, options: dict[str, Any], code: str) -> None:
    """Types that could not be mapped and unknown codes, which only the breakdown looks at, are reported."""
    key = [row(number, pronoun=True, noun=True) for number in range(4)]
    result = corefeval.score(key, key, metrics="lea", whole=True, **options)
    wanted = {problem for problem in additional(result, by_features(result, [by])) if problem.code == code}
    comparison = corefeval.compare(
        key, {"a": key, "b": key}, metrics="lea", whole=True, resamples=0, **options
    )
    found = compare_classes(comparison, [by]).warnings
    assert wanted
    assert wanted <= {*found}


def test_units_are_those_of_the_metric() -> None:
    """In the key is S* of the paper's Table 3: a dominant mention that has a code is no unit, one without a code is in its class by kind."""
    key = row(0, pronoun=True, noun=True)
    key["annotations"][0] |= {"referent": [0, 1], "antecedents": [[5, 5]], "type": "dtis"}
    found = corefeval.compare(
        [key], {"a": [key], "b": [key]}, metrics="dominant", language="en", whole=True, resamples=0
    )
    compared = compare_classes(found, ["class"])
    of = {each.metric: each.in_key for each in compared.breakdowns}
    assert of["dominant"] == {"p": 1, "g": 1}


def test_datasets_are_refused() -> None:
    """Classes are compared over the documents of one key."""
    key = {"one": {"a": [[1, 2]], "b": [[1, 2]]}, "two": {"a": [[1, 2]], "b": [[3, 4]]}}
    found = corefeval.compare(key, {"x": key, "y": key}, by="dataset", metrics="muc", whole=True)
    with refuses(UsageError, "CE051", "classes-need-documents"):
        compare_classes(found, ["type"])


def test_a_metric_that_counts_nothing_has_no_table() -> None:
    """Texts without zeros give no classes of zeros; the other metrics are still compared."""
    key = [row(number, pronoun=True, noun=True) for number in range(3)]
    systems = {"a": key, "b": [row(number, pronoun=True, noun=False) for number in range(3)]}
    found = corefeval.compare(key, systems, metrics="zero,muc", language="en", whole=True, resamples=100)
    assert [each.metric for each in compare_classes(found, ["type"]).breakdowns] == ["muc"]


def test_p_values_paste_into_latex(compared: ComparedByClass) -> None:
    """A bare < would print as another character: below a score it is escaped, and p keeps its blank."""
    below = [line for line in compared.render("latex").splitlines() if "scriptsize p" in line]
    assert below
    assert all("<" not in line and "scriptsize p " in line for line in below)
