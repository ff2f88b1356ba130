"""When two mentions are the same, held to sets of words."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.corpus import identity
from corefeval.corpus.builder import CorpusBuilder, from_clusters
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify, representatives
from corefeval.pairing.shared_spans import PlacedSpans
from tests.corpora import Said, Text, corpus, pairs

Clusters = list[list[tuple[int, int]]]


def plainly(sides: list[Corpus], *, heads: bool) -> list[tuple[object, ...]]:
    """Return what each mention of both sides is: its words, and its head where asked for."""
    found: list[tuple[object, ...]] = []
    for side in sides:
        spans = PlacedSpans.of(side)
        found += [
            (spans.words(row), int(spans.head[row]) if heads else None) for row in range(len(side.mentions))
        ]
    return found


@pytest.mark.property
@given(pairs(), st.booleans())
def test_equal_codes_are_equal_words(both: tuple[dict[str, Text], dict[str, Text]], heads: bool) -> None:
    """Gaps, zeros, documents and, where asked for, heads: the same code exactly where all is the same."""
    sides = [corpus(texts) for texts in both]
    codes = np.concatenate(identify(sides, heads=heads)).tolist()
    plain = plainly(sides, heads=heads)
    assert len(set(codes)) == len(set(plain)) == len(set(zip(codes, plain, strict=True)))


def test_gaps_are_distinguished() -> None:
    """Mentions from the same first to the same last word, with other gaps of one and of two words between."""
    spans = [
        ((0, 5),),
        ((0, 0), (2, 5)),
        ((0, 1), (3, 5)),
        ((0, 0), (3, 5)),
        ((0, 1), (4, 5)),
        ((0, 0), (2, 3), (5, 5)),
    ]
    text = Text((False,) * 6, tuple(Said(span, 0) for span in spans))
    (codes,) = identify([corpus({"a": text})])
    assert len(set(codes.tolist())) == len(spans)


@pytest.mark.parametrize("zeros", [(), (2,), (0, 3), (2, 3, 6)])
def test_all_sets_of_seven_nodes_are_distinguished(zeros: tuple[int, ...]) -> None:
    """Every selection of words and empty nodes is a mention: no two have one code, of one side or of both."""
    said = []
    for chosen in range(1, 1 << 7):
        nodes = [node for node in range(7) if chosen >> node & 1]
        breaks = [place for place in range(1, len(nodes)) if nodes[place] > nodes[place - 1] + 1]
        edges = [0, *breaks, len(nodes)]
        said.append(Said(tuple((nodes[low], nodes[high - 1]) for low, high in pairwise(edges)), chosen % 5))
    side = corpus({"a": Text(tuple(node in zeros for node in range(7)), tuple(said))})
    ours, theirs = identify([side, side])
    assert ours.tolist() == theirs.tolist()
    assert len(set(ours.tolist())) == len(set(plainly([side], heads=False)))


@pytest.mark.parametrize("zeros", [0, 1, 2])
@pytest.mark.parametrize("before", [0, 1])
def test_empty_nodes_in_a_gap_are_no_words_of_a_mention(zeros: int, before: int) -> None:
    """The first and third of three words, with empty nodes behind and before the second; another mention has them inside."""
    plain = Text((False,) * 4, (Said(((0, 0), (2, 2)), 0), Said(((0, 3),), 1)))
    last = 2 + zeros + before
    words = (False, *(True,) * before, False, *(True,) * zeros, False, False)
    other = Text(words, (Said(((0, 0), (last, last)), 0), Said(((0, last + 1),), 1)))
    first, second = identify([corpus({"a": plain}), corpus({"a": other})])
    assert first[0] == second[0]
    assert (first[1] == second[1]) == (not zeros + before)


def test_the_first_word_of_a_text_can_be_a_head() -> None:
    """Two mentions of the same words with heads at the first and at the second word are different by heads alone."""
    text = Text((False,) * 3, (Said(((0, 1),), 0, head=0), Said(((0, 1),), 1, head=1)))
    side = corpus({"a": text})
    assert len(set(identify([side])[0].tolist())) == 1
    assert len(set(identify([side], heads=True)[0].tolist())) == 2


def test_a_side_of_no_documents() -> None:
    """Empty nodes of a file of which no document is taken belong to none."""
    whole = corpus({"a": Text((False, True, False), (Said(((0, 1),), 0),))})
    none = whole.select_documents(np.zeros(0, np.int64))
    assert [len(codes) for codes in identify([none, whole])] == [0, 1]


@pytest.mark.parametrize("minor", [0, 1])
def test_no_head_is_another_than_the_first_node(minor: int) -> None:
    """A mention whose head is the first node of all, a word or an empty node, is not one without a head."""
    builder = CorpusBuilder()
    builder.document("a")
    builder.sentence()
    builder.node("x", minor=minor)
    builder.node("y")
    for head in (0, -1, 1):
        builder.mention(builder.entity("e"), [(0, 1)], head=head)
    side = builder.build()
    assert len(set(identify([side], heads=True)[0].tolist())) == 3
    assert len(set(identify([side])[0].tolist())) == 1


def combined_numbers(codes: list[int], column: list[int]) -> list[int]:
    """Return the number of each pair (code, value), which is below the given bound."""
    numbers, size = identity._combined(np.array(codes), max(codes) + 1, np.array(column))
    assert 0 <= numbers.min() <= numbers.max() < size
    return [int(number) for number in numbers]


@pytest.mark.parametrize("wide", [1, 1 << 20, 1 << 40, 1 << 61])
def test_numbers_of_pairs_do_not_run_over(wide: int) -> None:
    """However large codes and values are: equal pairs have equal numbers, others have not."""
    codes = np.array([0, 1, 1, 2, 2, 2], np.int64) * wide
    column = np.array([5, 5, -1, 5, 5, 1], np.int64) * wide
    combined = combined_numbers(codes.tolist(), column.tolist())
    assert combined[3] == combined[4]
    assert len(set(combined)) == 5


@pytest.mark.property
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 3)), min_size=1, max_size=12))
def test_numbers_of_pairs_are_those_of_the_pairs(rows: list[tuple[int, int]]) -> None:
    """As many numbers as there are pairs, also where values are below 0."""
    codes, column = zip(*rows, strict=True)
    combined = combined_numbers(list(codes), list(column))
    if len({value for _, value in rows}) > 1:
        assert len(set(combined)) == len(set(rows)) == len(set(zip(combined, rows, strict=True)))


def test_the_entity_of_lowest_rank_stands_for_a_mention() -> None:
    """Of a mention listed in two entities the one that is read first counts, and there the one that opens first."""
    said = [Said(((0, 0),), 1), Said(((0, 0),), 0), Said(((1, 1),), 1), Said(((2, 2),), 0)]
    side = corpus({"a": Text((False,) * 3, tuple(said))})
    (codes,) = identify([side])
    rows = representatives(side, codes, np.ones(len(codes), bool))
    assert sorted(codes[rows].tolist()) == sorted(set(codes.tolist()))
    for row in rows.tolist():
        same = np.flatnonzero(codes == codes[row])
        ranks = side.entities.rank[side.mentions.entity[same]]
        assert side.entities.rank[side.mentions.entity[row]] == ranks.min()
    some = representatives(side, codes, codes == codes[0])
    assert len(some) == 1
    assert codes[some[0]] == codes[0]


def test_pairs_whose_product_does_not_fit_are_distinguished() -> None:
    """Codes times values beyond 64 bits: both are numbered anew, and no two pairs fall together."""
    wide = (1 << 40) - 1
    pairs_of = [
        ([0, 1 << 24, 0, 1 << 24], [0, 0, wide, wide]),
        ([0, 1, 2, 3, 4, 0], [0, 1 << 62, 0, 0, 0, 4]),
        ([1 << 50, 0, 1 << 50], [-(1 << 61), 1 << 61, 5]),
        ([*range(9), 0], [*[0] * 9, (1 << 61) - 1]),
        ([0, 1 << 62, 0, 0, 0], [0, 0, 1, 2, 3]),
        ([0, 1, 1], [-(1 << 62), 1 << 62, 5]),
        ([0, 0, 0], [-(1 << 62), 1 << 62, 5]),
    ]
    for codes, column in pairs_of:
        found = combined_numbers(codes, column)
        assert len(set(found)) == len(codes)
        twice = combined_numbers(codes * 2, column * 2)
        assert twice[: len(codes)] == twice[len(codes) :]


PLACES = st.sampled_from([-(2**63), -1, 0, 1, 2, 2**40, 2**63 - 1, 2**63])
PAIRS = st.lists(
    st.lists(st.lists(st.tuples(PLACES, PLACES), max_size=3, unique=True), max_size=3), min_size=1, max_size=3
)


@pytest.mark.property
@given(PAIRS, PAIRS)
def test_pairs_of_integers_are_any_objects(key: list[Clusters], response: list[Clusters]) -> None:
    """Pairs that are kept as arrays have the codes of the same mentions as Python objects, also beyond 64 bits."""
    documents = min(len(key), len(response))

    def sides(named: bool) -> list[Corpus]:
        return [
            from_clusters(
                (
                    str(number),
                    [[("m", *pair) if named else pair for pair in cluster] for cluster in clusters],
                )
                for number, clusters in enumerate(side[:documents])
            )
            for side in (key, response)
        ]

    ours, theirs = (np.concatenate(identify(sides(named))).tolist() for named in (False, True))
    assert len({*ours}) == len({*theirs}) == len({*zip(ours, theirs, strict=True)})
    held = sides(named=False)[0].mentions.objects
    assert list(held or ()) == [
        pair for clusters in key[:documents] for cluster in clusters for pair in cluster
    ]
