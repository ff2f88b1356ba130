"""A text with crossing spans of key and response, for tests that need words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from tests.corpora import Marked, Node, Spans, add

TEXT = """\
The old captain looked at the ship .
It was her ship , and the captain 's crew loved it .
They called her Ada <b> ."""
SENTENCES = tuple(line.split() for line in TEXT.splitlines())


def corpus(
    entities: Mapping[str, Sequence[tuple[Spans, str]]],
    *,
    heads: Mapping[Spans, int] | None = None,
    name: str = "sea",
) -> Corpus:
    """Return the text with these entities: mentions as (spans, type); heads are the last words by default.

    Each word depends on the next one, so that the tree gives the last word of a span, too; '<b>' depends on 'Ada'.
    """
    sentences = []
    for words in SENTENCES:
        governors = {"<b>": -1, "Ada": 2}
        heads_of = [number + governors.get(word, 1) for number, word in enumerate(words, 1)]
        heads_of[-1] = 0
        sentences.append(
            [Node(word, {"head": str(head)}) for word, head in zip(words, heads_of, strict=True)]
        )
    mentions = [
        Marked(label, spans, (heads or {}).get(spans, spans[-1][1]), {"type": kind})
        for label, chain in entities.items()
        for spans, kind in chain
    ]
    builder = CorpusBuilder()
    add(builder, name, sentences, mentions)
    return builder.build()


KEY = {
    "captain": [
        (((0, 2),), "nominal"),
        (((10, 10),), "pronoun"),
        (((14, 15),), "nominal"),
        (((23, 23),), "pronoun"),
        (((24, 24),), "name"),
    ],
    "ship": [
        (((5, 6),), "nominal"),
        (((8, 8),), "pronoun"),
        (((10, 11),), "nominal"),
        (((19, 19),), "pronoun"),
    ],
    "crew": [(((14, 17),), "nominal"), (((21, 21),), "pronoun")],
}
RESPONSE = {
    "1": [
        (((1, 2),), "nominal"),
        (((10, 10),), "pronoun"),
        (((14, 16),), "nominal"),
        (((23, 23),), "pronoun"),
    ],
    "2": [(((5, 6),), "nominal"), (((8, 8),), "pronoun"), (((10, 11),), "nominal"), (((21, 21),), "pronoun")],
    "3": [(((24, 25),), "name"), (((19, 19),), "pronoun")],
}
