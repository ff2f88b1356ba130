"""Predicates: the language in which all options choose mentions."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest

import corefeval
from corefeval.breakdown.by_feature import by_features
from corefeval.linguistics.predicates import Predicate, Values
from corefeval.metrics import parse_metric
from corefeval.problems import CorefevalError, UsageError
from tests.corpora import numbered
from tests.refuses import refuses

COLUMNS: dict[str, list[str]] = {
    "type": ["name", "pronoun", "nominal", "zero"],
    "ne": ["PER", "", "", "ORG"],
    "label": ["nam_liv_person", "pron", "agp", ""],
}


def values(name: str) -> Values:
    """Return the values of an attribute for four mentions."""
    labels = COLUMNS[name]
    return np.arange(len(labels)), labels


def chosen(text: str) -> list[int]:
    """Return the mentions that satisfy a predicate."""
    return np.flatnonzero(Predicate.parse(text).holds(values)).tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name", [0]),
        ("pron", [1]),
        ("type:name,type:zero", [0, 3]),
        ("name+zero", [0, 3]),
        ("type:name|nominal", [0, 2]),
        ("!pronoun", [0, 2, 3]),
        ("ne:PER", [0]),
        ("ne:per", [0]),
        ("ne:*", [0, 3]),
        ("!ne:*", [1, 2]),
        ("label:nam*", [0]),
        ("label:?gp,label:nam_[lm]*", [0, 2]),
        ("ne:*&!type:zero", [0]),
        ("ne:*&!type:zero,pronoun", [0, 1]),
        (" ! type : zero ", [0, 1, 2]),
        ("type:*o*", [1, 2, 3]),
    ],
)
def test_terms(text: str, expected: list[int]) -> None:
    """Terms may be types without an attribute, globs or negations; & binds closer than the signs for or."""
    assert chosen(text) == expected


@pytest.mark.parametrize(
    ("text", "term", "column"),
    [("name,,zero", "", 6), ("ne:", "ne:", 1), ("name,!", "!", 6), (":PER", ":PER", 1), ("name&", "", 6)],
)
def test_what_is_no_term(text: str, term: str, column: int) -> None:
    """The message names the term and its position in the text."""
    with refuses(UsageError, "CE050", "not-a-predicate", term=term, column=column):
        Predicate.parse(text)


def test_a_type_that_does_not_exist() -> None:
    """An unknown type is refused when it is parsed, with the nearest name."""
    with refuses(UsageError, "CE050", "no-such-name"):
        Predicate.parse("name+pronuon")


def test_only_types() -> None:
    """only_types lists the types of a predicate of types; it is empty for others."""
    assert Predicate.parse("name+nom*").only_types == {"name", "nominal"}
    assert Predicate.parse("name+ne:PER").only_types == frozenset()


TEXT = """# newdoc id = d
# global.Entity = eid-etype-head-other
# sent_id = 1
1 Ada Ada PROPN NNP _ 2 nsubj _ Entity=(e1-person-1-)
2 met meet VERB VBD _ 0 root _ _
3 Bo Bo PROPN NNP _ 2 obj _ Entity=(e2-animal-1-)
4 when when ADV WRB _ 6 advmod _ _
5 she she PRON PRP PronType=Prs 6 nsubj _ Entity=(e1-person-1-)
6 saw see VERB VBD _ 2 advcl _ _
7 it it PRON PRP PronType=Prs 6 obj _ Entity=(e2-animal-1-)

"""


def file(text: str) -> StringIO:
    """Return a CorefUD file."""
    return StringIO(
        "\n".join(line.replace(" ", "\t") if line[:1].isdigit() else line for line in text.split("\n"))
    )


def test_parent_takes_predicates() -> None:
    """Any attribute can choose defining and referring mentions; a defining mention never refers."""
    wrong = TEXT.replace(
        "PronType=Prs 6 obj _ Entity=(e2-animal-1-)", "PronType=Prs 6 obj _ Entity=(e1-person-1-)"
    )
    found = corefeval.score(
        file(TEXT),
        file(wrong),
        metrics=[
            "parent",
            "parent(defining=upos:PROPN,referring=upos:P*)",
            "parent(defining=ne:person)",
            "parent(defining=etype:animal&upos:PROPN)",
            "parent(defining=ne:persn)",
        ],
        singletons="keep",
    )
    assert (
        found["parent"]["recall"] == found["parent(defining=upos:PROPN,referring=upos:P*)"]["recall"] == 0.5
    )
    assert found["parent(defining=ne:person)"]["recall"] == 1
    assert found["parent(defining=etype:animal&upos:PROPN)"]["recall"] == 0
    (idle,) = [problem for problem in found.warnings if problem.kind == "term-fits-nothing"]
    assert (idle["terms"], idle["values"]) == (("ne:persn",), ("animal", "person"))


def test_an_attribute_that_no_file_has() -> None:
    """An unknown attribute is refused with a list of the known ones."""
    with refuses(UsageError, "CE050", "no-such-name"):
        corefeval.score(file(TEXT), file(TEXT), metrics="parent(defining=np_form:ne)")


def test_a_predicate_is_a_feature() -> None:
    """--by accepts a predicate and shows matching and other mentions; a predicate that matches nothing is refused."""
    result = corefeval.score(file(TEXT), file(TEXT), metrics="muc,mention")
    (found,) = by_features(result, ["upos:PRON+lemma:Ada"])
    assert found.breakdown.labels == ("upos:PRON+lemma:Ada", "others")
    assert [int(side.sum()) for side in found.breakdown.mentions] == [4, 4]
    assert found.breakdown.mentions[0].tolist() == [3, 1]
    for wrong in ("upos:PRN", "colour:red", "type:pronuon"):
        with pytest.raises(UsageError):
            by_features(result, [wrong])


def test_importance_takes_predicates() -> None:
    """An entity's weight may be the number of its mentions that satisfy a predicate."""
    result = corefeval.score(file(TEXT), file(TEXT), metrics="bcub(importance=ne:person+pronoun)")
    assert result["bcub(importance=ne:person+pronoun)"]["recall"] == 1


@pytest.mark.parametrize("attempted", ["p+g", "code:[pg]*", "!class:d&", "upos:X", "q"])
def test_attempted_classes(attempted: str) -> None:
    """Attempted classes are chosen by name or pattern; other predicates are refused."""
    metric = parse_metric(f"dominant(attempted={attempted})")
    key = numbered([[[0, 1]]], {}, length=2, attributes={0: {"code": "ppas"}, 1: {"code": "dtis"}})
    if attempted in {"p+g", "code:[pg]*"}:
        totals = corefeval.score(key, key, metrics=[metric.full_name])
        assert totals.counts
    else:
        with pytest.raises((UsageError, CorefevalError)):
            corefeval.score(key, key, metrics=[metric.full_name])
