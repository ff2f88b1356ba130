"""Repaired responses."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefeval.explanation import Explanation, explain
from corefeval.explanation.repairs import Repairer, Variants
from corefeval.pairing.pairing import Pairing
from tests.explanation.slow_explain import ORDER, Clusters, SlowError, cases, slow_repair, types

Case = tuple[Clusters, Clusters, frozenset[int]]


def entities(pairing: Pairing, document: int) -> Clusters:
    """The entities of a repaired response, by the codes that the key's mentions have too."""
    response = pairing.response
    found: dict[int, list[int]] = {}
    for entity, code in zip(
        response.mentions.entity.tolist(), pairing.matching.response_code.tolist(), strict=True
    ):
        if response.entities.document[entity] == document:
            found.setdefault(entity, []).append(code)
    return sorted(sorted(members) for members in found.values())


def whole_corpus(explanation: Explanation) -> Repairer:
    """A workshop in which the document is repaired as a whole."""
    return Repairer(explanation, explanation.aligned.document)


def repaired(explanation: Explanation, errors: list[int]) -> Clusters:
    """The response after some repairs, as the mentions' own numbers."""
    shop = whole_corpus(explanation)
    chosen = np.array(errors, np.int64)
    pairing = shop.repair(Variants(np.zeros(1, np.int64), np.zeros(len(chosen), np.int64), chosen))
    joint, corpora = explanation.aligned, explanation.pairing
    number = [
        (corpora.key.mentions.objects or ())[ours]
        if ours >= 0
        else (corpora.response.mentions.objects or ())[theirs]
        for ours, theirs in zip(joint.key_mention.tolist(), joint.response_mention.tolist(), strict=True)
    ]
    return sorted(sorted(number[code] for code in entity) for entity in entities(pairing, 0))


@given(cases())
def test_full_repair_is_the_key(case: Case) -> None:
    """All classes repaired give the key, whatever the response."""
    key, response, pronouns = case
    explanation = explain(key, response, types=types(pronouns))
    everything = list(range(len(explanation.table)))
    assert repaired(explanation, everything) == sorted(map(sorted, key))


@given(cases(smallest=1))
def test_full_repair_is_the_key_with_singletons(case: Case) -> None:
    """The same where entities of one mention are part of the data."""
    key, response, pronouns = case
    explanation = explain(key, response, types=types(pronouns))
    assert repaired(explanation, list(range(len(explanation.table)))) == sorted(map(sorted, key))


@given(cases())
def test_no_repair_is_the_response(case: Case) -> None:
    """Without repairs nothing changes."""
    key, response, pronouns = case
    assert repaired(explain(key, response, types=types(pronouns)), []) == sorted(map(sorted, response))


@given(st.one_of(cases(), cases(smallest=1)), st.data())
def test_any_repair_is_that_of_the_definition(case: Case, data: st.DataObject) -> None:
    """Any set of errors is repaired as the steps of the definition repair it, one after the other."""
    key, response, pronouns = case
    explanation = explain(key, response, types=types(pronouns))
    numbers = range(len(explanation.table))
    chosen = data.draw(st.lists(st.sampled_from(numbers), unique=True)) if numbers else []
    errors = [explanation.errors[number] for number in chosen]
    slow = [
        SlowError(
            error.error_class.label, frozenset(map(int, error.texts)), frozenset(map(int, error.entity))
        )
        for error in errors
    ]
    expected = slow_repair(key, response, pronouns, slow, singletons=explanation.singletons)
    assert repaired(explanation, sorted(chosen)) == expected
    assert {error.kind for error in slow} <= set(ORDER)


def test_a_repair_can_be_made_in_many_variants_at_once() -> None:
    """Variants do not touch each other."""
    explanation = explain([[1, 2], [3, 4, 5]], [[1, 2, 3, 4], [5, 6]])
    shop = whole_corpus(explanation)
    count = len(explanation.table)
    pairing = shop.repair(Variants(np.zeros(count, np.int64), np.arange(count), np.arange(count)))
    alone = [
        shop.repair(Variants(np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([error])))
        for error in range(count)
    ]
    sizes = len(explanation.aligned)
    for variant in range(count):
        together = [[code - variant * sizes for code in entity] for entity in entities(pairing, variant)]
        assert together == entities(alone[variant], 0)
