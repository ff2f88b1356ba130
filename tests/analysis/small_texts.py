"""A text with crossing spans of key and response, for tests that need words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus

TEXT = """\
The old captain looked at the ship .
It was her ship , and the captain 's crew loved it .
They called her Ada <b> ."""
SENTENCES = tuple(line.split() for line in TEXT.splitlines())

Spans = Sequence[tuple[int, int]]


def corpus(
    entities: Mapping[str, Sequence[tuple[Spans, str]]],
    *,
    heads: Mapping[Spans, int] | None = None,
    name: str = "sea",
) -> Corpus:
    """Return the text with these entities: mentions as (spans, type); heads are the last words by default.

    Each word depends on the next one, so that the tree gives the last word of a span, too; '<b>' depends on 'Ada'.
    """
    builder = CorpusBuilder()
    builder.document(name)
    for sentence in SENTENCES:
        builder.sentence()
        for number, word in enumerate(sentence, 1):
            governor = {"<b>": number - 1, "Ada": number + 2}.get(word, number + 1)
            builder.node(word, columns={"head": str(governor if number < len(sentence) else 0)})
    for label, mentions in entities.items():
        entity = builder.entity(label)
        for spans, kind in mentions:
            builder.mention(
                entity, spans, head=(heads or {}).get(spans, spans[-1][1]), attributes={"type": kind}
            )
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
