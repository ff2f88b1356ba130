"""Minimum spans: the positions of mentions among the key's words."""

from __future__ import annotations

import corefeval
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.identity import identify
from corefeval.pairing.match.min_span import KeyTrees
from corefeval.problems import Problems
from tests.corpora import Said, Text, corpus, one


def test_only_one_stretch_of_words_has_a_tree() -> None:
    """A discontinuous mention, one that begins or ends with a zero, and one beyond the key's words have no span."""
    trees = ("(NP*", "*)", "", "(NP*)", "(VP*)")
    zeros = (False, False, True, False, False)
    spans = [((0, 1),), ((0, 0), (3, 3)), ((2, 3),), ((1, 2),), ((2, 2),), ((3, 4),)]
    key = Text(zeros, tuple(Said(span, 0) for span in spans), phrases=trees)
    longer = Text((False,) * 6, (Said(((4, 4),), 0), Said(((3, 5),), 0), Said(((0, 3),), 1)))
    both = KeyTrees(corpus({"c": key, "d": key}), "--match min-span")
    found = both._spans(corpus({"c": key, "d": longer}))
    assert found == [(0, 1), None, None, None, None, (3, 4), None, None, (5, 9)]


def test_readings_that_agree_are_not_reported() -> None:
    """If coval's reading agrees with the words, the codes are the same and there is no warning."""
    text = Text((False,) * 3, (Said(((0, 1),), 0), Said(((2, 2),), 0)), phrases=("(NP*", "*)", "(VP*)"))
    sides = [corpus({"c": text}), corpus({"c": text})]
    problems = Problems()
    for official in (False, True):
        found = KeyTrees(sides[0], "--match min-span").identify(
            sides, identify(sides), problems, official=official
        )
        assert found[0].tolist() == found[1].tolist()
        assert len(set(found[0].tolist())) == 2
    assert [problem.code for problem in problems] == []


def test_what_has_no_word_that_counts_is_its_whole_span() -> None:
    """A dash before a name is another mention than the two together, whose minimum span is all words of the phrase."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    for word, cell in (("--", "(TOP(NP(X*)"), ("Ann", "*"), ("!", "*))")):
        builder.node(word, columns={"parse": cell, "xpos": "NN"})
    entity = builder.entity("e")
    builder.mention(entity, [(0, 0)])
    builder.mention(entity, [(1, 2)])
    sides = [builder.build()] * 2
    trees = KeyTrees(sides[0], "--match min-span")
    tree = trees._measured((0, 0))
    assert tree is not None
    assert trees._minimum((0, 0), tree, official=False) == frozenset({0})


def test_a_key_of_zeros_alone_has_no_minimum_spans() -> None:
    """Zeros have no phrase tree: their whole spans are compared, also in a text without words."""
    text = Text((True, True), (Said(((0, 0),), 0), Said(((1, 1),), 0)), phrases=("", ""))
    result = corefeval.score(one(text), one(text), metrics="bcub", match="min-span", zeros="linear")
    assert result["bcub"]["f1"] == 1
