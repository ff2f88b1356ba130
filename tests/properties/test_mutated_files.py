"""Files of every family, broken at random: a corpus or a problem with a place, and never anything else."""

from __future__ import annotations

import json
import random

import pytest

from corefeval import formats
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats import test_clusters, test_inline

TEXTS = {
    **{
        f"jsonlines: {tool}": ("jsonlines", json.dumps(text))
        for tool, text in test_clusters.JSON_LINES.items()
    },
    "jsonlines: array": ("jsonlines", json.dumps([*test_clusters.JSON_LINES.values()], indent=1)),
    "subtokens": ("subtokens", json.dumps(test_clusters.SUBTOKENS)),
    "clusters-by-name": (
        "clusters-by-name",
        json.dumps(test_clusters.BY_NAME) + "\n" + json.dumps(test_clusters.MAP),
    ),
    "iahlt": ("iahlt", json.dumps(test_clusters.IAHLT)),
    "stanza": ("stanza", json.dumps(test_clusters.STANZA)),
    "spacy": ("spacy", json.dumps(test_clusters.SPACY)),
    "mention-list": (
        "mention-list",
        json.dumps([test_clusters.of_list("d", "x", 0, 0, 2, mention_context=["Ada", "the", "Berg"])]),
    ),
    **{name: (name, text) for name, text in {**test_inline.TEXTS, **test_inline.CORPORA}.items()},
    "winobias": ("winobias", "1 [The cook] saw (it) because [she] ran.\n2 [He] ran"),
}
"""Sound texts, each with its format; a family of formats adds its own."""
PIECES = [
    "-1",
    "0",
    "7",
    "1e3",
    "99999999999999999999",
    "null",
    "true",
    "[]",
    "{}",
    '""',
    '"x"',
    "[",
    "}",
    ",",
    '"',
    "]",
    ">",
    "|",
    "\\",
    "```\n",
    "\u00e9",
    "\U0001f600",
]


def mutated(text: str, dice: random.Random) -> str:
    """Return a text with some of its pieces deleted, doubled, moved or replaced."""
    for _ in range(dice.randint(1, 4)):
        start = dice.randrange(len(text) + 1)
        stop = min(len(text), start + dice.choice([0, 1, 1, 2, 5, 40]))
        kind = dice.randrange(4)
        other = dice.randrange(len(text) + 1)
        piece = ["", text[start:stop] * 2, dice.choice(PIECES), text[other : other + stop - start]][kind]
        text = text[:start] + piece + text[stop:]
    return text


@pytest.mark.parametrize("name", TEXTS)
def test_broken_files(name: str) -> None:
    """Each of three hundred broken copies is read, or refused with the file in the place of every problem."""
    form, text = TEXTS[name]
    dice = random.Random(name)
    for _ in range(300):
        broken = mutated(text, dice)
        for options in (ReadOptions(), ReadOptions(repair=True)):
            try:
                corpus = formats.read_file(TextFile("f", broken.encode()), form, options)
            except CorefevalError as error:
                places = [problem.place.file for problem in error.problems]
            else:
                assert len(corpus.mentions.entity) == len(corpus.mentions.first)
                places = [problem.place.file for problem in corpus.problems]
            assert set(places) <= {"f"}, broken
