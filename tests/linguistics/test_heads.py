"""Heads from the dependency tree."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from udapi.block.corefud.movehead import MoveHead
from udapi.core.document import Document

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.tables import Span
from corefeval.linguistics.heads import derive_heads
from tests.corpora import text

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


def test_shallowest_prefers_words_then_shallow_then_left() -> None:
    """Of several tops the rule up to 0.6.0 avoids punctuation, then takes the shallowest, then the leftmost."""
    corpus = text(
        "“/PUNCT/4 deep/ADJ/3 x/NOUN/4 root/VERB/0 top/NOUN/4 also/NOUN/4",
        chains=[[(0, 1)], [(1, 1), (4, 5)]],
        columns=COLUMNS,
    )
    assert derive_heads(corpus, rule="shallowest").tolist() == [1, 1, 4]
    assert derive_heads(corpus).tolist() == [0, 1, 4]
    discontinuous = CorpusBuilder()
    discontinuous.document("d")
    discontinuous.sentence()
    for form, head in (("deep", "2"), ("x", "3"), ("root", "0"), ("top", "3")):
        discontinuous.node(form, columns={"head": head, "upos": "NOUN"})
    discontinuous.mention(discontinuous.entity("e"), [(0, 0), (3, 3)])
    assert derive_heads(discontinuous.build(), rule="shallowest").tolist() == [3]
    assert derive_heads(discontinuous.build()).tolist() == [0]


def test_enhanced_governors_decide_between_several_tops() -> None:
    """'Ann and Bob', both on the verb: Bob also depends on Ann in the enhanced graph, so Ann is the head."""
    corpus = text(
        "Ann/PROPN/4/4:nsubj and/CCONJ/1/1:cc Bob/PROPN/4/1:conj|4:nsubj ran/VERB/0/0:root",
        chains=[[(0, 2)]],
        columns=COLUMNS,
    )
    assert derive_heads(corpus).tolist() == [0]
    reverse = text(
        "Ann/PROPN/4/3:conj|4:nsubj and/CCONJ/1/1:cc Bob/PROPN/4/4:nsubj ran/VERB/0/0:root",
        chains=[[(0, 2)]],
        columns=COLUMNS,
    )
    assert derive_heads(reverse).tolist() == [2]


def test_a_cycle_of_enhanced_governors_gives_the_first_word() -> None:
    """Two words that govern each other in the enhanced graph, and nothing outside governs them."""
    corpus = text(
        "a/NOUN/3/2:x b/NOUN/3/1:x c/VERB/0/0:root",
        chains=[[(0, 1)]],
        columns=COLUMNS,
    )
    assert derive_heads(corpus).tolist() == [0]


def test_a_gap_has_the_word_that_governs_the_others() -> None:
    """Of 'Ann … house', with 'of' outside the mention between them in the tree, the higher word is the head."""
    corpus = CorpusBuilder()
    corpus.document("d")
    corpus.sentence()
    for form, head in (("deep", "2"), ("of", "3"), ("house", "4"), ("fell", "0")):
        corpus.node(form, columns={"head": head, "upos": "NOUN"})
    corpus.mention(corpus.entity("e"), [(0, 0), (2, 2)])
    assert derive_heads(corpus.build()).tolist() == [2]


def test_a_reference_to_an_empty_node_that_is_not_there_names_no_word() -> None:
    """Words that name 1.1 as their governor, in a text without empty nodes, are not governed by word 2."""
    corpus = text(
        "a/NOUN/3/1.1:x b/NOUN/3/3:x c/VERB/0/0:root",
        chains=[[(0, 1)]],
        columns=COLUMNS,
    )
    assert derive_heads(corpus).tolist() == [0]


@pytest.fixture
def quiet() -> Iterator[None]:
    """Silence udapi, which logs each mention that it moves."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@st.composite
def dependency_graphs(draw: st.DrawFn) -> tuple[list[tuple[str, str, str]], list[list[Span]]]:
    """Return the nodes of a sentence as id, head and deps, with mentions, some of them discontinuous."""
    words = draw(st.integers(1, 7))
    order = draw(st.permutations(range(1, words + 1)))
    heads = {
        word: draw(st.sampled_from([0, *order[:place], *order[:place]])) for place, word in enumerate(order)
    }
    ids = [
        f"{word}.{minor}" if minor else str(word)
        for word in range(words + 1)
        for minor in range(0 if word else 1, draw(st.sampled_from([1, 1, 2, 3])))
    ]
    targets = st.lists(st.sampled_from(["0", *ids]), min_size=0, max_size=3)
    nodes = []
    for each in ids:
        is_empty = "." in each
        deps = draw(targets) if is_empty or draw(st.booleans()) else []
        head = "_" if is_empty else str(heads[int(each)])
        nodes.append((each, head, "|".join(f"{target}:x" for target in deps) or "_"))
    mentions = []
    for _ in range(3):
        edges = sorted(draw(st.lists(st.integers(0, len(ids) - 1), min_size=4, max_size=4)))
        first, last, second, end = edges
        mentions.append([(first, last), (second, end)] if second > last + 1 else [(first, end)])
    return nodes, sorted(mentions)


@settings(max_examples=30)
@given(dependency_graphs())
@pytest.mark.usefixtures("quiet")
def test_heads_are_those_of_udapi(drawn: tuple[list[tuple[str, str, str]], list[list[Span]]]) -> None:
    """corefud.MoveHead chooses the same head in any tree, with empty nodes, enhanced cycles and gaps."""
    nodes, mentions = drawn
    lines = [f"{each}\tw\t_\t_\t_\t_\t{head}\tx\t{deps}\t_" for each, head, deps in nodes]
    document = Document()
    document.from_conllu_string("\n".join(["# newdoc id = d", "# sent_id = s", *lines, "", ""]))
    graph = list(document.nodes_and_empty)
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    for each, head, deps in nodes:
        minor = int(each.partition(".")[2] or 0)
        builder.node("w", minor=minor, columns={"head": head, "deps": deps})
    expected: list[int | None] = []
    for number, parts in enumerate(mentions):
        builder.mention(builder.entity(f"e{number}"), parts)
        words = [graph[node] for first, last in parts for node in range(first, last + 1)]
        mention = document.create_coref_entity(eid=f"e{number}").create_mention(words=words)
        try:
            head = MoveHead(bugs="").find_head(mention)[0] if len(words) > 1 else words[0]
            expected.append(graph.index(head))
        except IndexError:  # several zeros, none of which has a governor that is a word
            expected.append(None)
    corpus = builder.build()
    found = derive_heads(corpus).tolist()
    assert [head for head, want in zip(found, expected, strict=True) if want is not None] == [
        want for want in expected if want is not None
    ]


def test_given_heads_win_and_without_a_tree_there_are_none() -> None:
    """The file's own head is kept; a file without a tree gives -1."""
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
    """Cycles, several roots and governors beyond the sentence never fail, and the head is in the mention."""
    words = " ".join(f"w/NOUN/{head}" for head in heads)
    first = data.draw(st.integers(0, len(heads) - 1))
    last = data.draw(st.integers(first, len(heads) - 1))
    corpus = text(words, chains=[[(first, last)]], columns=COLUMNS)
    head = int(derive_heads(corpus)[0])
    assert first <= head <= last


def test_a_selection_keeps_its_heads() -> None:
    """Heads of a filtered corpus are the heads of its mentions as read."""
    corpus = text("the/DET/2 man/NOUN/3 ran/VERB/0", chains=[[0], [(0, 1)]], columns=COLUMNS)
    kept = corpus.select_mentions(np.array([True, False]))
    assert derive_heads(kept).tolist() == derive_heads(corpus)[:1].tolist()
    assert derive_heads(replace(corpus)).tolist() == [1, 0]
