"""Small texts and systems for the tests of uses."""

from __future__ import annotations

from corefeval.applications.uses import USES
from corefeval.corpus.corpus import Corpus
from corefeval.examples import FOLDER
from tests.corpora import typed

KEY, EAGER, CAUTIOUS = (str(FOLDER / name) for name in ("key.conllu", "eager.conllu", "cautious.conllu"))
NAMES = tuple(USES)

OBAMA = "Obama came . The_president spoke and he left with her"
NAME, TITLE, HE, HER = (0, "name"), (3, "nominal"), (6, "pronoun"), (9, "pronoun")
GOLD = typed(OBAMA, [[NAME, TITLE, HE]])


def two_systems() -> tuple[Corpus, dict[str, Corpus]]:
    """Return twelve documents and two systems: one links pronouns, the other links nouns."""
    words = "Ann Ann Ann she she Bob Bob Bob"
    ann = [(0, "name"), (1, "name"), (2, "name"), (3, "pronoun"), (4, "pronoun")]
    bob = [(5, "name"), (6, "name"), (7, "name")]
    systems = {"pronouns": [[ann[2], ann[3], ann[4]]], "names": [ann[:3], bob]}
    return typed(words, [ann, bob], documents=12), {
        name: typed(words, chains, documents=12) for name, chains in systems.items()
    }
