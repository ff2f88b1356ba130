"""Non-referring expressions: which of several marked mentions counts."""

from __future__ import annotations

import pytest

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score

Parts = list[tuple[int, int]]


def text(*mentions: Parts) -> Corpus:
    """Return a text with one non-referring expression that has these mentions."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    for place in range(8):
        builder.node(f"w{place}")
    builder.mention(builder.entity("other"), [(6, 6)])
    entity = builder.entity("it", nonreferring=True)
    for parts in mentions:
        builder.mention(entity, parts)
    return builder.build()


@pytest.mark.parametrize(
    ("mentions", "stands"),
    [
        ([[(0, 0), (3, 3)], [(0, 1)]], [(0, 1)]),
        ([[(0, 1)], [(0, 0), (3, 3)]], [(0, 1)]),
        ([[(0, 1), (4, 5)], [(0, 0), (3, 3)]], [(0, 1), (4, 5)]),
        ([[(0, 0), (3, 3)], [(0, 1), (4, 5)]], [(0, 1), (4, 5)]),
        ([[(2, 5)], [(1, 1), (3, 3)]], [(1, 1), (3, 3)]),
    ],
)
def test_the_mention_that_opens_first_stands_for_it(mentions: list[Parts], stands: Parts) -> None:
    """Of several mentions that begin with the same word, the one with the longest first part counts."""
    key = text(*mentions)
    for other in mentions:
        found = score(key, text(other), metrics="nonreferring", singletons="keep")
        assert found["nonreferring"]["recall"] == (1.0 if other == stands else 0.0)
