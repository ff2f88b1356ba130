"""Readable views of a corpus."""

from __future__ import annotations

import numpy as np
import pytest

import corefeval
from corefeval.corpus.views import Mention, mention_texts
from corefeval.examples import FOLDER
from tests.explanation.small_texts import corpus as sea

EXAMPLES = ("key.conll", "key.conllu", "zeros.key.conllu", "relations.key.conllua")


@pytest.mark.parametrize("name", EXAMPLES)
def test_texts_of_many_are_those_of_each(name: str) -> None:
    """Words of all mentions at once, in any order and with repetitions, are those of one mention after the other."""
    corpus = corefeval.load(str(FOLDER / name))
    every = np.arange(len(corpus.mentions))
    for rows in (every, every[::-1], every[:1], np.repeat(every, 2)):
        assert mention_texts(corpus, rows) == [Mention(corpus, row).text for row in rows.tolist()]


def test_texts_of_parts_objects_and_letters_of_several_bytes() -> None:
    """Words keep their letters, a discontinuous mention has its ellipsis, an object is its own name."""
    rows = [{"doc_key": "d", "sentences": [["Ærø", "–", "ö", "日本"]], "clusters": [[[0, 3], [2, 2]]]}]
    corpus = corefeval.load(rows, offsets="inclusive")
    assert mention_texts(corpus, np.arange(2)) == ["ö", "Ærø – ö 日本"]
    assert mention_texts(corpus, np.arange(0)) == []
    parted = sea({"captain": [(((0, 2),), "nominal"), (((10, 10), (12, 13)), "nominal")]})
    assert mention_texts(parted, np.arange(2)) == ["The old captain", "her … , and"]
    assert mention_texts(corefeval.load([["she", ("a", 1)]]), np.array([1, 0])) == ["('a', 1)", "she"]
