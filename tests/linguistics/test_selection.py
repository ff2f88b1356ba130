"""Mentions selected by a predicate, and derived codes added to a file (Žitkus et al. 2023, sections 3.3, 4.3 and 5)."""

from __future__ import annotations

from typing import Any

import pytest

from corefeval import load
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.given_codes import Typing
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.linguistics.selection import Removed, described, selected, with_derived_codes
from corefeval.problems import CorefevalError, UsageError
from tests.refuses import refuses

ROW: dict[str, Any] = {
    "doc_key": "B.2",
    "sentences": [["We", "came", "and", "we", "saw", "Rome", "."], ["They", "gave", "us", "Rome", "."]],
    "clusters": [[[0, 0], [3, 3], [9, 9]], [[5, 5], [10, 10]]],
}
TYPED = {**ROW, "annotations": [{"referent": [10, 10], "antecedents": [[5, 5]], "type": "dtis"}]}


def texts(corpus: Corpus) -> list[list[str]]:
    """Return the mentions of each entity."""
    return [[mention.text for mention in entity.mentions] for entity in corpus.documents[0].entities]


@pytest.mark.parametrize(
    ("options", "left", "removed"),
    [
        ({"drop": "chain:pronoun"}, [["Rome", "Rome"]], Removed(3, 5, 1, 2, 0, 0, 0)),
        ({"only": "name"}, [["Rome", "Rome"]], Removed(3, 5, 1, 2, 0, 0, 0)),
        ({"drop": "code:d*"}, [["We", "we", "us"], ["Rome"]], Removed(1, 5, 0, 2, 1, 1, 0)),
        ({"drop": "chain:mixed"}, [["We", "we", "us"], ["Rome", "Rome"]], Removed(0, 5, 0, 2, 0, 0, 0)),
    ],
)
def test_mentions_by_predicate(options: dict[str, str], left: list[list[str]], removed: Removed) -> None:
    """Appendix B: a chain of we, us and we is useless for a search; dropped mentions are counted."""
    corpus, found = selected(described(load(TYPED), "en"), **options)
    assert texts(corpus) == left
    assert found == removed


def test_links_of_what_is_left_out_are_gone() -> None:
    """A typed link needs its referent and an antecedent."""
    corpus, _ = selected(described(load(TYPED), "en"), drop="code:dtis")
    assert not corpus.annotations


def test_relations_follow_the_entities_that_are_left() -> None:
    """Split antecedents and bridging use the new numbers of entities; links that lose an end are counted."""
    row = {
        "doc_key": "d",
        "sentences": [["We", "met", "Tom", "and", "Ann", "."], ["They", "sat", "at", "a", "table", "."]],
        "clusters": [[[0, 0]], [[2, 2]], [[4, 4]], [[6, 6]], [[9, 10]]],
        "mentions": [
            {"span": [0, 0], "cluster": 0, "part": "a"},
            {"span": [4, 4], "cluster": 2, "part": "b"},
        ],
        "split_antecedents": [[3, 1], [3, 2]],
        "bridging": [
            {"anaphor": [9, 10], "anchor": [6, 6], "cluster": 3, "relation": "set"},
            {"anaphor": [9, 10], "anchor": [0, 0], "cluster": 0, "relation": "set"},
        ],
    }
    corpus, removed = selected(described(load(row), "en"), drop="part:a")
    assert (removed.mentions, removed.relations) == (1, 1)
    relations = corpus.relations
    labels = [words[0] for words in texts(corpus)]
    split = zip(relations.whole.tolist(), relations.element.tolist(), strict=True)
    assert [(labels[whole], labels[element]) for whole, element in split] == [
        ("They", "Tom"),
        ("They", "Ann"),
    ]
    assert [labels[entity] for entity in relations.anchor_entity.tolist()] == ["They"]
    again, _ = selected(described(corpus, "en"), drop="part:b")
    assert again.relations.element.tolist() == [0]


def test_an_attribute_that_does_not_exist_is_refused() -> None:
    """A file without codes cannot be filtered by code."""
    with refuses(UsageError, "CE050", "no-such-name"):
        selected(described(load(ROW), "en"), drop="code:p*")


def test_derived_codes_are_added() -> None:
    """Section 3.3: a tool adds codes, and annotators correct them."""
    scheme = scheme_named("lithuanian")
    corpus, count = with_derived_codes(described(load(ROW), "en"), scheme)
    assert count == 3
    found = {(link.referent, link.code) for link in corpus.annotations}
    assert ((10, 10), "dtis") in found
    assert all(code.startswith("p") for (first, _), code in found if first != 10)
    typing = Typing.of(corpus, scheme)
    assert typing is not None
    with refuses(CorefevalError, "CE111", "has-codes"):
        with_derived_codes(described(corpus, "en"), scheme)
