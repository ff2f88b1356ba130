"""Span errors: what means the same mention though it begins or ends elsewhere."""

from __future__ import annotations

import pytest

from corefeval.corpus.views import Mention
from corefeval.explanation import Explanation, Trim, explain
from corefeval.problems import UsageError
from tests.explanation.small_texts import KEY, RESPONSE, corpus
from tests.refuses import refuses


def pairs(explanation: Explanation) -> set[tuple[str, str]]:
    """The words of key and response mention of each span error."""
    joint, pairing = explanation.aligned, explanation.pairing
    return {
        (
            Mention(pairing.key, int(joint.key_mention[row])).text,
            Mention(pairing.response, int(joint.response_mention[row])).text,
        )
        for row in joint.is_span_error.nonzero()[0].tolist()
    }


def test_trimming_and_heads() -> None:
    """Equal but for "'s" or a lone sign, or the only two left with their head (Kummerfeld and Klein 2013)."""
    explanation = explain(corpus(KEY), corpus(RESPONSE))
    assert pairs(explanation) == {
        ("the captain", "the captain 's"),
        ("The old captain", "old captain"),
        ("Ada", "Ada <b>"),
    }


def test_trimming_alone() -> None:
    """Without a common head only what may hang on to a span may differ, and that is an option."""
    key = {"a": [(((5, 6),), "nominal"), (((8, 8),), "pronoun")]}
    response = {"a": [(((6, 7),), "nominal"), (((8, 8),), "pronoun")]}
    left, right = corpus(key), corpus(response)
    assert pairs(explain(left, right)) == {("the ship", "ship .")}
    assert pairs(explain(left, right, trim=Trim.parse("/"))) == set()
    assert pairs(explain(left, right, trim=Trim.parse("the,an/"))) == {("the ship", "ship .")}


def test_a_head_shared_by_two_decides_nothing() -> None:
    """Two response mentions with the same head leave it open which is meant."""
    key = {"a": [(((0, 2),), "nominal"), (((8, 8),), "pronoun")]}
    response = {
        "a": [(((1, 2),), "nominal"), (((8, 8),), "pronoun")],
        "b": [(((2, 2),), "nominal"), (((6, 6),), "nominal")],
    }
    assert pairs(explain(corpus(key), corpus(response))) == set()


def test_discontinuous_mentions_are_paired_by_head_only() -> None:
    """A gap is part of what a mention is."""
    key = {"a": [(((5, 5), (7, 7)), "nominal"), (((8, 8),), "pronoun")]}
    response = {"a": [(((5, 7),), "nominal"), (((8, 8),), "pronoun")]}
    assert pairs(explain(corpus(key), corpus(response))) == {("the … .", "the ship .")}
    assert pairs(explain(corpus(key, heads={((5, 5), (7, 7)): 5}), corpus(response))) == set()


def test_a_repaired_span_is_the_keys() -> None:
    """A response wrong in one span only gains everything by repairing it."""
    key = {"a": [(((5, 6),), "nominal"), (((8, 8),), "pronoun")]}
    response = {"a": [(((6, 6),), "nominal"), (((8, 8),), "pronoun")]}
    explanation = explain(corpus(key), corpus(response), metrics="bcub")
    (error,) = explanation.errors
    assert (error.error_class.label, error.texts) == ("span_error", ("the ship", "ship"))
    assert explanation.attribution["bcub"].f1 == pytest.approx(0.25)
    assert error.deltas["bcub"] == pytest.approx(75)


def test_one_side_of_trim_is_refused() -> None:
    """The message shows how to write it."""
    with refuses(UsageError, "CE050", "what-trim-two-sides"):
        Trim.parse("the")
