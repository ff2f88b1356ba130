"""Files of every family, broken at random: a corpus or a problem with a place, and never anything else."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from corefeval import formats
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.formats import (
    test_booknlp,
    test_brat,
    test_clusters,
    test_corenlp,
    test_ecbplus,
    test_inline,
    test_knowtator,
    test_korkor,
    test_litbank,
    test_webanno,
    test_xmi,
)
from tests.formats.conll2012 import test_dialect

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
    "corenlp-xml": ("corenlp-xml", test_corenlp.in_xml()),
    "corenlp-json": ("corenlp-json", json.dumps(test_corenlp.in_json())),
    **{
        f"brat: {kind}": ("brat", text)
        for kind, text in {
            "relations": test_brat.RELATIONS,
            "LitBank": test_brat.LITBANK,
            "clusters": test_brat.CLUSTERS,
        }.items()
    },
    "webanno: relations": ("webanno", test_webanno.RELATIONS),
    "webanno: chains": ("webanno", test_webanno.CHAINS),
    "booknlp": ("booknlp", test_booknlp.ENTITIES),
    "litbank": ("litbank", test_litbank.ANNOTATION),
    "ecbplus": ("ecbplus", test_ecbplus.CONTENT),
    "xmi": ("xmi", test_xmi.CONTENT),
    "knowtator": ("knowtator", test_knowtator.CONTENT),
    **{name: (name, text) for name, text in {**test_inline.TEXTS, **test_inline.CORPORA}.items()},
    **{name: (name.partition(" ")[0], text) for name, text in test_dialect.TEXTS.items()},
    "korkor": ("korkor", test_korkor.CONTENT),
    "token-clusters": ("token-clusters", test_clusters.TOKEN_CLUSTERS),
    "winobias": ("winobias", "1 [The cook] saw (it) because [she] ran.\n2 [He] ran"),
}
"""Sound texts, each with its format; a family of formats adds its own."""
COMPANIONS = {
    "brat": test_brat.TEXT,
    "booknlp": test_booknlp.TOKENS,
    "litbank": test_litbank.TEXT,
    "knowtator": test_clusters.TEXT,
}
"""What stands in the file that belongs to one of a format."""
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
def test_broken_files(name: str, tmp_path: Path) -> None:
    """Each of three hundred broken copies is read, or refused with the file in the place of every problem."""
    form, text = TEXTS[name]
    dice = random.Random(name)
    companion = ""
    if form in COMPANIONS:
        companion = str(tmp_path / "companion")
        Path(companion).write_text(COMPANIONS[form], encoding="utf-8")
    for _ in range(300):
        broken = mutated(text, dice)
        for options in (ReadOptions(companion=companion), ReadOptions(repair=True, companion=companion)):
            try:
                corpus = formats.read_file(TextFile("f", broken.encode()), form, options)
            except CorefevalError as error:
                places = [problem.place.file for problem in error.problems]
            else:
                assert len(corpus.mentions.entity) == len(corpus.mentions.first)
                places = [problem.place.file for problem in corpus.problems]
            assert set(places) <= {"f"}, broken
