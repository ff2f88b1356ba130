"""Phrase trees of mentions and their minimum spans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.linguistics.trees import Phrase, Trees


def trees(text: str) -> Trees:
    """Return the trees of words written as word/TAG/cell."""
    words, tags, cells = zip(*(item.split("/") for item in text.split()), strict=True)
    return Trees(words, tags, cells)


def minimum(text: str, first: int = 0, last: int | None = None) -> str:
    """Return the minimum span of a mention, with runs of words separated by a bar."""
    found = trees(text)
    tree = found.tree(first, len(found.words) - 1 if last is None else last)
    assert tree is not None
    runs = found.minimum_span(tree)
    measured = found.measured(first, len(found.words) - 1 if last is None else last)
    assert measured == (
        tree.label,
        tuple((tuple(node - first for node in run.words), run.end - first) for run in runs),
    )
    return " | ".join(" ".join(found.words[node] for node in run.words) for run in runs)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann/NNP/(NP*)", "Ann"),
        ("the/DT/(NP(NP* king/NN/*) of/IN/(PP* France/NNP/(NP*)))", "the king"),
        ("the/DT/(NP* plan/NN/* to/TO/(S(VP* go/VB/(VP*))))", "the plan"),
        ("Ann/NNP/(NP(NP* 's/POS/*) house/NN/*)", "house"),
        ("Ann/NNP/(NP(NP*) and/CC/* old/JJ/(NP* Bob/NNP/*))", "Ann | old Bob"),
        ("a/DT/(NP(NP(NP* man/NN/*) in/IN/(PP* red/JJ/(NP*))) or/CC/* Ann/NNP/(NP*))", "a man | Ann"),
        ("he/PRP/(S(NP*) slept/VBD/(VP*))", "he"),
        ("of/IN/(PP* Ann/NNP/(NP*))", "Ann"),
        ("slowly/RB/(S(ADVP*) ran/VBD/(VP*))", "ran"),
        ("to/TO/(S(VP* run/VB/(VP*)))", "to"),
        ("yes/UH/(S(INTJ(NP*)))", "yes"),
        ("to/TO/(X(Y(VP(Z*) run/VB/(VP*))))", "run"),
        ("that/DT/(NP*)", ""),
        (",/,/(NP*)", ""),
        ("so/RB/(S(ADVP*))", ""),
        ("one/CD/(NP(QP* or/CC/* two/CD/*))", "one or two"),
        ("The/DT/(NP-SBJ* U.S./NNP/*)", "The U.S."),
        ("U.S./NNP/(NP* aid/NN/(NP*))", "aid"),
        ("aid/NN/(NP* to/IN/(PP* Rome/NNP/(NP*)))", "aid"),
    ],
)
def test_minimum_span(text: str, expected: str) -> None:
    """The minimum span is the words directly under the top, else the highest of its noun phrases, else those further down."""
    assert minimum(text) == expected


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [(0, 1, "the old"), (1, 2, "old king"), (2, 3, "king"), (3, 5, ""), (4, 5, "France"), (5, 6, "")],
)
def test_what_is_no_constituent(first: int, last: int, expected: str) -> None:
    """Cut phrases count as far as visible, adjacent phrases form a noun phrase, and words before them are above them."""
    text = "the/DT/(S(NP(NP* old/JJ/* king/NN/*) of/IN/(PP* France/NNP/(NP*))) slept/VBD/(VP*) ././*)"
    assert minimum(text, first, last) == expected


def test_no_tree() -> None:
    """Cells without a star have no words, so there is no tree."""
    assert trees("a/DT/- b/NN/-").tree(0, 1) is None


def test_mentions_alike_are_measured_once_and_others_apart() -> None:
    """Equal brackets over words of the same kinds give equal runs; a comma or a light tag changes the result."""
    found = trees("Ann/NNP/(NP*) Bob/NNP/(NP*) ,/,/(NP*) that/DT/(NP*) U.S./NNP/(NP*) 7/CD/(VP*)")
    measured = [found.measured(node, node) for node in range(6)]
    assert measured[0] is measured[1]
    assert [each and (each.label, each.runs) for each in measured] == [
        ("NP", (((0,), 0),)),
        ("NP", (((0,), 0),)),
        ("NP", ()),
        ("NP", ()),
        ("NP", (((0,), 0),)),
        ("VP", (((0,), 0),)),
    ]


cells = st.lists(
    st.tuples(st.lists(st.sampled_from(["NP", "VP", "PP", "S", "NML"]), max_size=3), st.integers(0, 4)),
    min_size=1,
    max_size=8,
)


@given(cells, st.lists(st.sampled_from(["Ann", "that", ",", "U.S."]), min_size=8, max_size=8))
def test_any_brackets_make_a_tree(brackets: list[tuple[list[str], int]], words: list[str]) -> None:
    """Any brackets give a tree, and its minimum span consists of words of the mention, each at most once."""
    texts = ["".join(f"({label}" for label in opened) + "*" + ")" * closed for opened, closed in brackets]
    found = Trees(words[: len(texts)], ["NN"] * len(texts), texts)
    tree = found.tree(0, len(texts) - 1)
    nodes = [] if tree is None else [node for run in found.minimum_span(tree) for node in run.words]
    assert len(set(nodes)) == len(nodes)
    assert set(nodes) <= set(range(len(texts)))
    assert tree is None or len(_leaves(tree)) <= len(texts)


def _leaves(phrase: Phrase) -> list[int]:
    return [*phrase.words, *(node for part in phrase.parts for node in _leaves(part))]


@given(cells, st.lists(st.sampled_from(["Ann", "that", ",", "U.S.", "%", "7"]), min_size=8, max_size=8))
def test_what_is_measured_once_holds_for_all_alike(
    brackets: list[tuple[list[str], int]], words: list[str]
) -> None:
    """Each repeated passage of a text has the same result as its own tree."""
    texts = ["".join(f"({label}" for label in opened) + "*" + ")" * closed for opened, closed in brackets]
    words = words[: len(texts)]
    tags = ["DT" if word == "that" else "NN" for word in words]
    found = Trees(words * 2, tags * 2, texts * 2)
    for first in range(2 * len(texts)):
        for last in range(first, 2 * len(texts)):
            tree = found.tree(first, last)
            runs = [] if tree is None else found.minimum_span(tree)
            measured = found.measured(first, last)
            assert (measured and measured.label) == (tree and tree.label)
            assert [[first + word for word in run.words] for run in (measured.runs if measured else ())] == [
                [*run.words] for run in runs
            ]
