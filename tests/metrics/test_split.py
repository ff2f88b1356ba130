"""Split antecedents alone: each metric on the elements of plural entities (Paun et al. 2022)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import corefeval
from tests.corpora import BOTH_SETS, Said, one


@pytest.mark.parametrize(
    ("metric", "recall", "precision"),
    [
        ("muc", 1 / 2, 1 / 2),
        ("bcub", 1, (1 + 1 + 1 / 2) / 4),
        ("ceafm", 3 / 3, 3 / 4),
        ("ceafe", (1 + 2 / 3) / 2, (1 + 2 / 3) / 2),
        ("lea", 2 / 3, 2 / 4),
    ],
)
def test_elements_are_scored_as_entities(metric: str, recall: float, precision: float) -> None:
    """They = {0 5} {1} in the key and {0 5} {1 7} in the response: by hand, as of a document of these entities.

    MUC and LEA give {1} a link to itself, which the response does not have; {1 7} has one that the key does not have.
    """
    response = replace(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((7, 7),), 1)))
    name = f"split.{metric}"
    found = corefeval.score(one(BOTH_SETS), one(response), metrics=name, split_antecedents="keep")[name]
    assert (found["recall"], found["precision"]) == pytest.approx((recall, precision))


def test_repeated_mentions_inside_sets() -> None:
    """If elements share a mention, each mention counts once in a set, as it does outside of sets."""
    text = replace(BOTH_SETS, mentions=(*BOTH_SETS.mentions, Said(((0, 0),), 1)))
    names = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea")
    metrics = [name for metric in names for name in (metric, f"split.{metric}")]
    for duplicates in ("first", "merge"):
        result = corefeval.score(
            one(text),
            one(text),
            metrics=metrics,
            split_antecedents="keep",
            duplicates=duplicates,
        )
        for name, parts in result.scores.items():
            assert list(parts.values()) == pytest.approx([1, 1, 1]), (duplicates, name)
    with pytest.raises(corefeval.CorefevalError, match="CE030"):
        corefeval.score(one(text), one(text), split_antecedents="keep", duplicates="error")


def test_blanc_of_a_set_of_one_mention() -> None:
    """A set of one element with one mention equals itself: BLANC is 1 for it and for sets."""
    text = replace(
        BOTH_SETS, mentions=(Said(((0, 0),), 0), Said(((2, 2),), 2), Said(((3, 3),), 2)), sets=((2, 0),)
    )
    result = corefeval.score(one(text), one(text), metrics="blanc,split.blanc", split_antecedents="keep")
    assert result["blanc"]["f1"] == result["split.blanc"]["f1"] == 1
    other = replace(text, mentions=(Said(((1, 1),), 0), *text.mentions[1:]))
    wrong = corefeval.score(one(text), one(other), metrics="split.blanc", split_antecedents="keep")
    assert wrong["split.blanc"]["f1"] == 0
