"""Words of documents: words, differing documents, starred tokens, and messages about different words."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np
import pytest

from corefeval.choices import Align
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.align import (
    _are_same_text,
    _different,
    _document_words,
    _is_in,
    _starred,
    _starred_as_zeros,
    _texts,
    _word_nodes,
    align,
    other_words,
)
from corefeval.pairing.crop import words_of
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings

DRAWS = 80


@dataclass(frozen=True)
class Node:
    """A node: its form, its number as an empty node (0 for a word), and whether it is outside the text."""

    form: str
    minor: int = 0
    outside: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it is a word of the text."""
        return not self.minor and not self.outside


def built(documents: list[list[Node]], *, inside: bool = True) -> Corpus:
    """Return a corpus of these documents, named by number, with a mention of the first node of each non-empty one."""
    builder = CorpusBuilder()
    outside = []
    for number, nodes in enumerate(documents):
        builder.document(str(number))
        builder.sentence()
        for node in nodes:
            if node.outside:
                outside.append(len(builder.forms))
            builder.node(node.form, minor=node.minor)
        if nodes:
            first = len(builder.forms) - len(nodes)
            builder.mention(builder.entity("e"), [(first, first)])
    corpus = builder.build()
    return replace(
        corpus,
        nodes=replace(corpus.nodes, outside=np.array(outside, np.int64), empty_inside=inside),
    )


def drawn(draw: random.Random, *, plain: bool) -> list[list[Node]]:
    """Return a few short documents; plain ones have only words."""
    documents = []
    for _ in range(draw.randrange(1, 4)):
        nodes, minor = [], 0
        for _ in range(draw.randrange(5)):
            is_empty = not plain and draw.random() < 0.3
            minor = minor + draw.randrange(1, 3) if is_empty else 0
            nodes.append(Node(draw.choice(("a", "b", "*", "*x", "##", "#", "###", "")), minor))
        if not plain and nodes and draw.random() < 0.4:
            nodes.append(Node(draw.choice("ab*"), outside=True))
        documents.append(nodes)
    return documents


def text_of(nodes: list[Node]) -> list[str]:
    """Return the words of a document."""
    return [node.form for node in nodes if node.is_word]


def test_words_of_chosen_documents() -> None:
    """The words of documents in any order have their nodes, without empty nodes and nodes outside the text."""
    for seed in range(DRAWS):
        draw = random.Random(seed)
        documents = drawn(draw, plain=bool(seed % 2))
        whole = built(documents)
        chosen = draw.sample(range(len(documents)), draw.randrange(1, len(documents) + 1))
        corpus = whole if seed % 3 == 0 else whole.select_documents(np.array(chosen))
        chosen = list(range(len(documents))) if seed % 3 == 0 else chosen
        words = [text_of(documents[number]) for number in chosen]
        assert list(_word_nodes(corpus)) == [word for each in words for word in each]
        starts = np.cumsum([0, *map(len, documents)]).tolist()
        for place, number in enumerate(chosen):
            assert words_of(corpus, place) == words[place]
            nodes = [starts[number] + at for at, node in enumerate(documents[number]) if node.is_word]
            assert _document_words(corpus, place) == list(zip(nodes, words[place], strict=True))
        texts = _texts(corpus)
        assert [[one == other for other in texts] for one in texts] == [
            [one == other for other in words] for one in words
        ]


def test_documents_that_differ() -> None:
    """Documents with different words are found in any order; a nameless document without nodes is not compared."""
    seen = set()
    for seed in range(2 * DRAWS):
        draw = random.Random(seed)
        ours = drawn(draw, plain=bool(seed % 2))
        theirs = [nodes if draw.random() < 0.6 else drawn(draw, plain=bool(seed % 3))[0] for nodes in ours]
        key, response = built(ours), built(theirs)
        expected = [
            number
            for number, sides in enumerate(zip(ours, theirs, strict=True))
            if text_of(sides[0]) != text_of(sides[1])
        ]
        assert _different(key, response).tolist() == expected
        both_outside = all(any(node.outside for nodes in side for node in nodes) for side in (ours, theirs))
        if not both_outside:
            assert _are_same_text(key, response) == (not expected)
        elif _are_same_text(key, response):
            assert not expected
        seen.add((bool(expected), both_outside))
        nameless = replace(response, names=("",) * len(ours))
        kept = [number for number in expected if theirs[number]]
        assert _different(key, nameless).tolist() == kept
    assert len(seen) == 4


def test_starred_tokens_of_some_documents_are_zeros() -> None:
    """Tokens ## or beginning with * become zeros, numbered by their position in a row; other zeros keep their numbers."""
    for seed in range(DRAWS):
        draw = random.Random(seed)
        documents = drawn(draw, plain=bool(seed % 4 == 0))
        corpus = built(documents)
        chosen = [number for number in range(len(documents)) if draw.random() < 0.6]
        these = np.array(chosen, np.int64)
        found = _starred_as_zeros(corpus, these, _starred(corpus, these)).nodes
        expected: dict[int, int] = {}
        place = 0
        for number, nodes in enumerate(documents):
            row = 0
            for node in nodes:
                is_star = node.is_word and (node.form.startswith("*") or node.form == "##")
                if number in chosen:
                    row = row + 1 if node.minor or is_star else 0
                    minor = row
                else:
                    minor = node.minor
                if minor:
                    expected[place] = minor
                place += 1
        assert dict(zip(found.empty.tolist(), found.minor.tolist(), strict=True)) == expected
        assert not found.empty_inside
        inside = [number in chosen for number, nodes in enumerate(documents) for _ in nodes]
        assert _is_in(corpus.nodes, np.array(chosen, np.int64)).tolist() == inside


@pytest.mark.parametrize(
    ("key_zero", "response_zero"), [(True, False), (False, True), (True, True), (False, False)]
)
@pytest.mark.parametrize("inside", [True, False])
def test_stars_stay_words_where_other_documents_have_zeros_inside_mentions(
    key_zero: bool, response_zero: bool, inside: bool
) -> None:
    """If other documents have zeros inside mentions, on either side, starred tokens stay words."""
    other = [Node("c"), Node("z", 1), Node("d")], [Node("c"), Node("d")]
    key = built([[Node("a"), Node("*x"), Node("b")], other[not key_zero]], inside=inside)
    response = built([[Node("a"), Node("b")], other[not response_zero]], inside=inside)
    problems = Problems()
    if inside and (key_zero or response_zero):
        with pytest.raises(CorefevalError, match="CE013"):
            align(key, response, Settings(align="strict"), problems)
    else:
        found = align(key, response, Settings(align="strict"), problems)[0]
        assert found.nodes.empty.tolist() == ([1, 4] if key_zero else [1])
        assert [problem.code for problem in problems] == ["CE057"]


@pytest.mark.parametrize(
    ("how", "same_number", "told"),
    [
        ("auto", False, "other-number-of-words"),
        ("positions", False, "other-number-of-words"),
        ("rewrite", False, "other-number-of-words"),
        ("strict", False, "document-gives-no-words"),
        ("characters", False, "document-gives-no-words"),
        ("auto", True, ""),
        ("positions", True, ""),
        ("rewrite", True, ""),
        ("strict", True, "document-gives-no-words"),
        ("characters", True, "document-gives-no-words"),
    ],
)
def test_a_file_without_words(how: Align, same_number: bool, told: str) -> None:
    """If mentions are compared by numbers, the message states the numbers; if words are needed, that there are none."""
    key = built([[Node("a"), Node("b")], [Node("c")]])
    response = built([[Node("_")] * (2 if same_number else 3), [Node("c")]])
    found = other_words(key, response, Settings(align=how))
    assert [(each.document, each.is_same_text, each.is_scored) for each in found] == (
        [(0, False, False)] if told else []
    )
    assert all(each.first.kind == told for each in found)


@pytest.mark.parametrize(
    ("response", "how", "expected"),
    [
        ("ab", "strict", (True, False, "a")),
        ("ab", "auto", (True, True, "a")),
        ("ab", "positions", (True, False, "2 words in the key, 1 in the response")),
        ("a c", "strict", (False, False, "b")),
        ("a c", "auto", (False, False, "b")),
        ("a c", "positions", (False, True, "b")),
        ("a c", "rewrite", (False, True, "b")),
        ("a", "positions", (False, False, "2 words in the key, 1 in the response")),
    ],
)
def test_documents_of_other_words(response: str, how: Align, expected: tuple[bool, bool, str]) -> None:
    """The result states whether the text is the same, whether it can be scored, and the first differing key word."""
    key = built([[Node("x")], [Node("a"), Node("b")]])
    other = built([[Node("x")], [Node(word) for word in response.split()]])
    (found,) = other_words(key, other, Settings(align=how))
    assert (found.document, found.is_same_text, found.is_scored) == (1, *expected[:2])
    if how != "positions":
        assert found.first["word"] == expected[2]
    assert other_words(key, key, Settings(align=how)) == []


def test_a_key_without_words_is_no_text_of_blanks() -> None:
    """Words of the response that have no characters differ from a key without words, and the error names them."""
    key, response = built([[]]), built([[Node("\u200b")]])
    with pytest.raises(CorefevalError) as raised:
        align(key, response, Settings(), Problems())
    assert [(problem.code, problem.kind) for problem in raised.value.problems] == [("CE013", "goes-on")]
    assert [each.is_scored for each in other_words(key, response, Settings())] == [False]
