"""Minimum spans: where mentions stand among the key's words."""

from __future__ import annotations

from corefeval.pairing.match.min_span import KeyTrees
from tests.rich_corpora import Said, Text, corpus


def test_only_one_stretch_of_words_has_a_tree() -> None:
    """A mention with a gap, one that begins or ends with a zero, and one beyond the key's words are none; the rest are."""
    trees = ("(NP*", "*)", "", "(NP*)", "(VP*)")
    zeros = (False, False, True, False, False)
    spans = [((0, 1),), ((0, 0), (3, 3)), ((2, 3),), ((1, 2),), ((2, 2),), ((3, 4),)]
    key = Text(zeros, tuple(Said(span, 0) for span in spans), phrases=trees)
    longer = Text((False,) * 6, (Said(((4, 4),), 0), Said(((3, 5),), 0), Said(((0, 3),), 1)))
    both = KeyTrees(corpus({"c": key, "d": key}), "--match min-span")
    found = both._spans(corpus({"c": key, "d": longer}))
    assert found == [(0, 1), None, None, None, None, (3, 4), None, None, (5, 9)]
