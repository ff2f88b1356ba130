"""The seven structural error classes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given

from corefeval.explanation import ErrorClass, Explanation, explain
from corefeval.explanation.errors import OF_KEY
from tests.explanation.slow_explain import Clusters, cases, slow_errors, types
from tests.paths import SHARED

GOLDENS = SHARED / "goldens" / "errors.json"

TOYS: list[dict[str, Any]] = msgspec.json.decode(GOLDENS.read_bytes())["toys"] if GOLDENS.exists() else []


def named(name: str) -> str:
    """Return the name of a class that the goldens call as the paper does: conflated, divided, extra."""
    return ErrorClass[name.upper()].label


def explained(toy: dict[str, Any]) -> Explanation:
    """Explain a case of the goldens."""
    mentions = {mention for side in ("key", "response") for entity in toy[side] for mention in entity}
    kinds = {mention: "pronoun" if mention in toy["pronouns"] else "nominal" for mention in mentions}
    return explain(toy["key"], toy["response"], metrics="conll", types=kinds)


@pytest.mark.skipif(not TOYS, reason="the goldens are not beside the checkout")
@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: str(toy["name"]))
def test_toys(toy: dict[str, Any]) -> None:
    """The 14 cases of the goldens have the classes, parts, decisions, links and scores they should."""
    explanation = explained(toy)
    found = sorted(
        [
            error.error_class.label,
            sorted(int(text) for text in error.texts),
            sorted(int(text) for text in error.entity),
        ]
        for error in explanation.errors
    )
    assert found == sorted([named(name), *others] for name, *others in toy["errors"])
    counts = {kind.label: count for kind, count in explanation.table.counts().items() if count}
    assert counts == {named(name): count for name, count in toy["counts"].items()}
    mention = dict(enumerate(sorted({m for side in ("key", "response") for e in toy[side] for m in e})))
    from corefeval.explanation import Decision

    decisions = {
        str(mention[row]): Decision(one).label for row, one in enumerate(explanation.decision.tolist())
    }
    assert decisions == toy["decisions"]
    for side, links in (("recall", explanation.links.recall), ("precision", explanation.links.precision)):
        pairs = [
            [mention[anaphor], mention[antecedent]]
            for anaphor, antecedent in zip(links.anaphor.tolist(), links.antecedent.tolist(), strict=True)
        ]
        assert sorted(pairs) == sorted(toy[f"{side}_links"])
    assert 100 * explanation.attribution["conll"].f1 == pytest.approx(toy["f1"]["conll"], abs=1e-4)


@given(cases())
def test_equal_to_the_definition(case: tuple[Clusters, Clusters, frozenset[int]]) -> None:
    """The columns find what the definition with sets finds."""
    key, response, pronouns = case
    explanation = explain(key, response, types=types(pronouns))
    found = {
        (error.error_class.label, frozenset(map(int, error.texts)), frozenset(map(int, error.entity)))
        for error in explanation.errors
    }
    assert found == {(one.kind, one.part, one.whole) for one in slow_errors(key, response, pronouns)}
    assert len(found) == len(explanation.table)


@given(cases(smallest=1))
def test_singletons_have_classes_of_their_own(case: tuple[Clusters, Clusters, frozenset[int]]) -> None:
    """With singletons in the data the seven counts are joined by two."""
    key, response, pronouns = case
    explanation = explain(key, response, types=types(pronouns))
    counts = explanation.table.counts()
    expected = slow_errors(key, response, pronouns, singletons=explanation.singletons)
    for kind in ErrorClass:
        assert counts[kind] == sum(error.kind == kind.label for error in expected)


def test_missing_anchor_is_a_division_and_spurious_anchor_a_conflation() -> None:
    """Each counts once, and not as a missing or an extra mention (Kummerfeld and Klein 2013, section 3)."""
    missing = explain([[1, 2, 3]], [[2, 3]])
    spurious = explain([[2, 3]], [[1, 2, 3]])
    assert [error.error_class for error in missing.errors] == [ErrorClass.SPLIT_ENTITY]
    assert [error.error_class for error in spurious.errors] == [ErrorClass.MERGED_ENTITY]


def test_errors_say_where_they_are() -> None:
    """An error names its document, and its mentions on the sides that have them."""
    explanation = explain({"a": [[1, 2]], "b": [[1, 2, 3]]}, {"a": [[1, 2]], "b": [[1, 2, 4]]})
    extra, missing = sorted(explanation.errors, key=lambda error: error.error_class)
    assert (extra.document, extra.text, extra.key_mentions, extra.response_mentions) == ("b", "4", (), (4,))
    assert (missing.document, missing.text, missing.key_mentions, missing.response_mentions) == (
        "b",
        "3",
        (4,),
        (),
    )


def test_every_class_has_its_words() -> None:
    """Titles and badges are distinct, and the classes of the key are those that name something missing or misread."""
    assert len({kind.title for kind in ErrorClass}) == len(ErrorClass)
    assert len({kind.badge for kind in ErrorClass}) == len(ErrorClass)
    assert {kind.badge[0] for kind in OF_KEY} == {"S", "-"}
