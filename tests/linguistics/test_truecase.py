"""Capital letters as evidence for names, within each document, regardless of other documents."""

from __future__ import annotations

import numpy as np
import pytest

import corefeval
from corefeval.linguistics.describe import describe
from corefeval.linguistics.mention_types import MentionType


def row(name: str, *sentences: str) -> dict[str, object]:
    """Return a document in which every word 'Bank', in any case, is a mention; all words are tagged by hand."""
    words = [sentence.split() for sentence in sentences]
    tags = {"bank": "NOUN", "saw": "VERB", "closed": "VERB", "the": "DET", "we": "PRON", ".": "PUNCT"}
    flat = [word for sentence in words for word in sentence]
    return {
        "doc_key": name,
        "offsets": "inclusive,token",
        "sentences": words,
        "upos": [[tags[word.lower()] for word in sentence] for sentence in words],
        "clusters": [[[place, place] for place, word in enumerate(flat) if word.lower() == "bank"]],
    }


ROWS = [
    row("capitals", "Bank closed .", "We saw Bank .", "We saw the Bank ."),
    row("small", "Bank closed ."),
    row("smaller", "We saw the bank .", "Bank closed .", "We saw the bank .", "We saw the bank ."),
    row("none", "We saw ."),
]
"""A bank that is a name, one of which nothing more is known, and one that is none; of different lengths."""


def kinds(names: list[str]) -> dict[str, list[int]]:
    """Return the mention types of each document, with the documents in this order."""
    corpus = corefeval.load(ROWS)
    corpus = corpus.select_documents(np.array([corpus.names.index(name) for name in names]))
    found: dict[str, list[int]] = {name: [] for name in names}
    for document, kind in zip(corpus.mention_document.tolist(), describe(corpus).type.tolist(), strict=True):
        found[corpus.names[document]].append(kind)
    return found


@pytest.mark.parametrize(
    "names",
    [
        ["smaller", "none", "small", "capitals"],
        ["small", "capitals", "none", "smaller"],
        ["none", "capitals"],
        ["smaller", "small"],
        ["small"],
        ["capitals"],
    ],
)
def test_the_order_of_documents_does_not_matter(names: list[str]) -> None:
    """A document's mentions have the same types alone and among other documents in any order."""
    whole = kinds(["capitals", "small", "smaller", "none"])
    assert kinds(names) == {name: whole[name] for name in names}
    assert whole["capitals"] == [MentionType.NAME] * 3
    assert whole["smaller"] == [MentionType.NOMINAL] * 4
