"""Zeros of answers: among the tokens, and behind their governors where a text is written."""

from __future__ import annotations

import pytest

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START
from corefeval.formats.text2text import behind_governors, zeros_among


def test_zeros_before_the_first_word() -> None:
    """They are numbered before the sentence; one behind a word is numbered behind it."""
    forms, empty = zeros_among(["##", "##he", "came", "##", "in"])
    assert forms == ["_", "he", "came", "_", "in"]
    assert empty == [(0, SENTENCE_START + 1), (1, SENTENCE_START + 2), (3, 1)]


def sentence(*nodes: tuple[str, str, str], mentions: list[list[tuple[int, int]]] | None = None) -> Corpus:
    """Return a sentence of nodes: form, governor ('' for an empty node), enhanced dependencies."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    minor = 0
    for form, head, deps in nodes:
        minor = 0 if head else minor + 1
        builder.node(form, minor=minor, columns={"head": head or "_", "deps": deps or "_"})
    for number, parts in enumerate(mentions or []):
        builder.mention(builder.entity(f"e{number}"), parts, head=parts[0][0])
    return builder.build()


WORDS = (("a", "2", ""), ("b", "0", ""), ("c", "2", ""), ("d", "3", ""))


@pytest.mark.parametrize(
    ("deps", "expected"),
    [
        ("2:x", "a b z c d"),
        ("1:x", "a z b c d"),
        ("3:x|4:x", "a b c z d"),
        ("1:x|4:x", "a z b c d"),
        ("4:x|3:x|2:x", "a b z c d"),
        ("0:root", "z a b c d"),
        ("_", "a z b c d"),
        ("9:x", "a z b c d"),
    ],
)
def test_a_zero_stands_behind_its_governor(deps: str, expected: str) -> None:
    """Of several governors that which governs the others, else the least deep; without one it stays."""
    corpus = behind_governors(sentence(WORDS[0], ("z", "", deps), *WORDS[1:]))
    assert list(corpus.nodes.forms) == expected.split()
    assert [list(corpus.nodes.forms)[node] for node in corpus.nodes.empty] == ["z"]


def test_mentions_keep_their_nodes() -> None:
    """A zero that moves out of a mention leaves it in parts; one that moves into a mention of other words cuts it in two."""
    nodes = (WORDS[0], ("z", "", "4:x"), *WORDS[1:])
    moved = behind_governors(sentence(*nodes, mentions=[[(0, 1)], [(1, 1)], [(2, 4)], [(3, 4)]]))
    assert list(moved.nodes.forms) == ["a", "b", "c", "d", "z"]
    assert moved.mentions.first.tolist() == [0, 4, 1, 2]
    assert moved.mentions.last.tolist() == [4, 4, 3, 3]
    assert moved.mentions.parts.of(0) == [(0, 0), (4, 4)]
    inside = behind_governors(sentence(WORDS[0], ("z", "", "3:x"), *WORDS[1:], mentions=[[(2, 4)]]))
    assert list(inside.nodes.forms) == ["a", "b", "c", "z", "d"]
    assert inside.mentions.parts.of(0) == [(1, 2), (4, 4)]


def test_several_zeros_of_a_governor_keep_their_order() -> None:
    """Those that stand behind it already come first."""
    corpus = behind_governors(sentence(("y", "", "2:x"), WORDS[0], WORDS[1], ("z", "", "2:x"), *WORDS[2:]))
    assert list(corpus.nodes.forms) == ["a", "b", "z", "y", "c", "d"]
    assert corpus.nodes.minor.tolist() == [1, 2]
