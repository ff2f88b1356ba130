"""Heads from the dependency tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefeval.corpus.builder import CorpusBuilder
from corefeval.linguistics.heads import derive_heads
from tests.linguistics.tagged_text import text

COLUMNS = ("upos", "head", "deps")


def test_head_is_the_word_whose_governor_lies_outside() -> None:
    """'the man in the moon' is headed by 'man', 'the moon' by 'moon'."""
    corpus = text(
        "the/DET/2 man/NOUN/6 in/ADP/5 the/DET/5 moon/NOUN/2 smiled/VERB/0",
        chains=[[(0, 4)], [(3, 4)]],
        columns=COLUMNS,
    )
    assert derive_heads(corpus).tolist() == [1, 4]


def test_second_sentence_counts_its_own_words() -> None:
    """Governors are numbers within the sentence."""
    corpus = text(
        "It/PRON/2 rained/VERB/0", "a/DET/2 cat/NOUN/3 slept/VERB/0", chains=[[(2, 3)]], columns=COLUMNS
    )
    assert derive_heads(corpus).tolist() == [3]


def test_ties_prefer_words_then_shallow_then_left() -> None:
    """Of several tops: no punctuation, then the shallowest, then the leftmost."""
    corpus = text(
        "“/PUNCT/4 deep/ADJ/3 x/NOUN/4 root/VERB/0 top/NOUN/4 also/NOUN/4",
        chains=[[(0, 1)], [(1, 1), (4, 5)]],
        columns=COLUMNS,
    )
    assert derive_heads(corpus).tolist() == [1, 1, 4]
    discontinuous = CorpusBuilder()
    discontinuous.document("d")
    discontinuous.sentence()
    for form, head in (("deep", "2"), ("x", "3"), ("root", "0"), ("top", "3")):
        discontinuous.node(form, columns={"head": head, "upos": "NOUN"})
    discontinuous.mention(discontinuous.entity("e"), [(0, 0), (3, 3)])
    assert derive_heads(discontinuous.build()).tolist() == [3]


def test_given_heads_win_and_without_a_tree_there_are_none() -> None:
    """The file's own head stays; a file without tree gives -1."""
    corpus = text("the/DET/2 man/NOUN/0", chains=[[(0, 1)]], columns=COLUMNS, heads={(0, 1): 0})
    assert derive_heads(corpus).tolist() == [0]
    assert derive_heads(text("the man", chains=[[(0, 1)]])).tolist() == [-1]


def test_an_empty_node_has_its_governor_in_deps() -> None:
    """A zero subject inside a span hangs on the verb; the verb, whose governor is outside, is the head."""
    corpus = text(
        "said/VERB/0/_ ∅/PRON/_/2:nsubj came/VERB/1/_",
        chains=[[(1, 2)], [1]],
        columns=COLUMNS,
    )
    assert derive_heads(corpus).tolist() == [2, 1]


@given(st.lists(st.integers(0, 7), min_size=1, max_size=7), st.data())
def test_any_head_column_gives_a_node_of_the_span(heads: list[int], data: st.DataObject) -> None:
    """Cycles, several roots and governors beyond the sentence never fail, and the head lies in the mention."""
    words = " ".join(f"w/NOUN/{head}" for head in heads)
    first = data.draw(st.integers(0, len(heads) - 1))
    last = data.draw(st.integers(first, len(heads) - 1))
    corpus = text(words, chains=[[(first, last)]], columns=COLUMNS)
    head = int(derive_heads(corpus)[0])
    assert first <= head <= last


def test_a_selection_keeps_its_heads() -> None:
    """Heads of a filtered corpus are those of its mentions as read."""
    corpus = text("the/DET/2 man/NOUN/3 ran/VERB/0", chains=[[0], [(0, 1)]], columns=COLUMNS)
    kept = corpus.select_mentions(np.array([True, False]))
    assert derive_heads(kept).tolist() == derive_heads(corpus)[:1].tolist()
    assert derive_heads(replace(corpus)).tolist() == [1, 0]
