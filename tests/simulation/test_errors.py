"""Errors made on purpose: each does what it says, as often as it says, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.corpus.corpus import Corpus
from corefeval.examples import FOLDER
from corefeval.linguistics.describe import describe
from corefeval.linguistics.heads import derive_heads
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import CorefevalError
from corefeval.simulation.errors import ERRORS, MOVED, Disturbance
from tests.corpora import Said, Text, corpus, texts

RATES = st.sampled_from([0.0, 0.1, 0.5, 1.0])
WITHOUT_CODES = [name for name in ERRORS if name != "types"]

Span = tuple[tuple[int, int], ...]


def spans(of: Corpus) -> list[Span]:
    """Return the nodes of each mention, part by part."""
    whole = zip(of.mentions.first.tolist(), of.mentions.last.tolist(), strict=True)
    return [tuple(of.mentions.parts.of(row)) or (span,) for row, span in enumerate(whole)]


def entities(of: Corpus) -> list[frozenset[tuple[int, Span]]]:
    """Return the entities as sets of spans; equal spans are told apart by how often they were met."""
    found: dict[int, set[tuple[int, Span]]] = {}
    met: Counter[tuple[int, Span]] = Counter()
    for entity, span in zip(of.mentions.entity.tolist(), spans(of), strict=True):
        met[entity, span] += 1
        found.setdefault(entity, set()).add((met[entity, span], span))
    return [frozenset(members) for members in found.values()]


def made(key: Corpus, name: str, rate: float, seed: int = 1) -> tuple[Corpus, int]:
    """Return a response and how often the error was made."""
    return Disturbance(key, [name], seed).make(name, rate)


@pytest.mark.property
@pytest.mark.parametrize("name", WITHOUT_CODES)
@given(text=texts(), other=texts(), rate=RATES)
def test_what_every_error_leaves(name: str, text: object, other: object, rate: float) -> None:
    """Words, names and order of a file; at rate 0 everything; what refers to nothing refers to nothing still."""
    key = corpus({"a": text, "b": other})  # type: ignore[dict-item]
    response, count = made(key, name, rate)
    assert response.names == key.names
    assert response.nodes is key.nodes
    document = response.mention_document
    assert (np.diff(document) >= 0).all()
    assert (np.diff(response.entities.document) >= 0).all()
    assert (response.entity_sizes > 0).all()
    order = np.lexsort((-response.mentions.first, response.mentions.last, document))
    assert (np.diff(order) > 0).all()
    if rate == 0:
        assert count == 0
        assert Counter(entities(response)) == Counter(entities(key))
    assert _nonreferring(response) == _nonreferring(key)


def _nonreferring(of: Corpus) -> list[Span]:
    pseudo = of.entities.is_nonreferring
    return (
        []
        if pseudo is None
        else sorted(
            span
            for span, entity in zip(spans(of), of.mentions.entity.tolist(), strict=True)
            if pseudo[entity]
        )
    )


@pytest.mark.property
@given(text=texts(), rate=RATES)
def test_mentions_are_missed_and_invented(text: object, rate: float) -> None:
    """So many mentions fewer, or more; the others are in the entities where they were."""
    key = corpus({"a": text})  # type: ignore[dict-item]
    pseudo = key.entities.is_nonreferring
    refers = len(key.mentions) if pseudo is None else int((~pseudo[key.mentions.entity]).sum())
    less, count = made(key, "missed", rate)
    assert count == round(rate * refers)
    assert len(less.mentions) == len(key.mentions) - count
    assert not Counter(spans(less)) - Counter(spans(key))
    more, count = made(key, "invented", rate)
    assert len(more.mentions) == len(key.mentions) + count
    added = Counter(spans(more)) - Counter(spans(key))
    assert sum(added.values()) == count
    assert not set(added) & set(spans(key))
    words = {node for node in range(len(key.nodes.forms)) if node not in key.nodes.empty.tolist()}
    assert all(first in words and last in words for ((first, last),) in added)


@pytest.mark.property
@given(text=texts(), rate=RATES)
def test_entities_are_split_and_merged(text: object, rate: float) -> None:
    """So many entities more, each a part of one; or each a union of some. The mentions are the same."""
    key = corpus({"a": text})  # type: ignore[dict-item]
    parts, count = made(key, "split", rate)
    assert len(parts.entities) == len(np.unique(key.mentions.entity)) + count
    assert Counter(spans(parts)) == Counter(spans(key))
    unions, _ = made(key, "merged", rate)
    assert Counter(spans(unions)) == Counter(spans(key))
    for small, large in ((parts, key), (key, unions)):
        table = {frozenset(span for _, span in members) for members in entities(large)}
        for members in entities(small):
            assert any({span for _, span in members} <= whole for whole in table)


@pytest.mark.property
@given(text=texts(), rate=RATES)
def test_boundaries_are_shifted(text: object, rate: float) -> None:
    """So many mentions have other spans, one word longer or shorter, that no mention had."""
    key = corpus({"a": text})  # type: ignore[dict-item]
    response, count = made(key, "boundaries", rate)
    assert len(response.mentions) == len(key.mentions)
    assert Counter(response.entity_sizes.tolist()) == Counter(key.entity_sizes.tolist())
    new = Counter(spans(response)) - Counter(spans(key))
    assert sum(new.values()) == count
    assert not set(new) & set(spans(key))


@pytest.mark.property
@given(text=texts(mentions=12), other=texts(mentions=12), seed=st.integers(0, 50))
def test_types_are_moved_alike(text: object, other: object, seed: int) -> None:
    """Only mentions of the type move, as many of each type, and what key and response share is the same for all types."""
    key = corpus({"a": text, "b": other})  # type: ignore[dict-item]
    draw = Disturbance(key, list(MOVED), seed)
    tables = []
    for name, kind in MOVED.items():
        response, count = draw.make(name, 1.0)
        assert Counter(response.entity_sizes.tolist()) == Counter(key.entity_sizes.tolist())
        moved = _moved(key, response)
        assert len(moved) <= count
        assert all(describe(key).type[row] == kind for row in moved)
        tables.append((count, _shared(key, response)))
    assert tables[0] == tables[1] == tables[2]


def _of_rows(response: Corpus, key: Corpus) -> list[int]:
    """Return the row in the response of each mention of the key; equal spans in the order of the file."""
    rows: dict[Span, list[int]] = {}
    for row, span in enumerate(spans(response)):
        rows.setdefault(span, []).append(row)
    return [rows[span].pop(0) for span in spans(key)]


def _moved(key: Corpus, response: Corpus) -> list[int]:
    labels = response.entities.labels
    return [
        row
        for row, there in enumerate(_of_rows(response, key))
        if labels[int(response.mentions.entity[there])] != key.entities.labels[int(key.mentions.entity[row])]
    ]


def _shared(key: Corpus, response: Corpus) -> Counter[int]:
    there = response.mentions.entity[_of_rows(response, key)].tolist()
    return Counter(Counter(zip(key.mentions.entity.tolist(), there, strict=True)).values())


@pytest.mark.parametrize("name", [name for name in WITHOUT_CODES if name != "moved"])
def test_higher_rates_add_errors(name: str) -> None:
    """What was hit at a lower rate is hit at a higher one: the response comes ever less close to the key."""
    key = corefeval.load(FOLDER / "key.conllu")
    draw = Disturbance(key, [name], 3)
    found = [
        corefeval.score(key, draw.make(name, rate)[0], metrics="bcub", singletons="keep", match="exact").f1
        or 0.0
        for rate in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    assert found == sorted(found, reverse=True)
    assert found[0] == 1
    assert found[-1] < 1 or not draw.make(name, 1.0)[1]


def test_higher_rates_move_more() -> None:
    """The mentions that moved at a lower rate have moved at a higher one, too."""
    key = corefeval.load(FOLDER / "key.conllu")
    draw = Disturbance(key, ["moved"], 3)
    before: set[int] = set()
    for rate in (0.2, 0.4, 0.6, 1.0):
        response, count = draw.make("moved", rate)
        moved = set(_moved(key, response))
        assert before <= moved
        assert len(moved) == count
        before = moved


def test_split_and_merged_cost_muc_what_its_formula_says() -> None:
    """Each cut costs one link of the key: R = (links - cuts) / links and P = 1."""
    key = corefeval.load(FOLDER / "key.conllu")
    links = len(key.mentions) - len(key.entities)
    for rate in (0.2, 0.5, 1.0):
        response, count = made(key, "split", rate)
        scores = corefeval.score(key, response, metrics="muc")["muc"]
        assert scores["recall"] == pytest.approx((links - count) / links)
        assert scores["precision"] == 1
        response, _ = made(key, "merged", rate)
        scores = corefeval.score(key, response, metrics="muc")["muc"]
        assert scores["recall"] == 1
        assert scores["precision"] == pytest.approx(links / (len(key.mentions) - len(response.entities)))


def test_relations_stay_where_their_ends_do() -> None:
    """Bridging and split antecedents of the key are those of the response, but for what lost an end."""
    key = corefeval.load(FOLDER / "relations.key.conllua")
    for name in WITHOUT_CODES:
        response, _ = made(key, name, 0.0)
        metrics = "bridging.entity,bridging.anaphor,split.muc"
        assert all(
            parts["f1"] == 1
            for parts in corefeval.score(
                key, response, metrics=metrics, split_antecedents="keep"
            ).scores.values()
        )
    response, _ = made(key, "missed", 1.0)
    assert not len(response.relations.anaphor)
    assert not len(response.relations.whole)


def test_what_a_key_lacks() -> None:
    """Clusters from Python have no words to invent mentions in, and files without codes none to mistake."""
    key = corefeval.load([[1, 2], [3, 4]])
    for name in ("invented", "boundaries", "moved-names", "cut-names", "merged-by-type", "types"):
        with pytest.raises(CorefevalError, match="CE115"):
            made(key, name, 0.5)
    assert len(made(key, "missed", 0.5)[0].mentions) == 2


def test_boundaries_have_the_head_of_the_tree() -> None:
    """A mention with another span has the head that the tree gives it, not the one that the key states."""
    key = corefeval.load(FOLDER / "key.conllu")
    response, count = made(key, "boundaries", 1.0)
    assert count
    stated = response.mentions.head
    derived = derive_heads(
        replace(response, mentions=replace(response.mentions, head=np.full(len(stated), -1)))
    )
    old = {*spans(key)}
    changed = [row for row, span in enumerate(spans(response)) if span not in old]
    assert len(changed) == count
    assert stated[changed].tolist() == derived[changed].tolist()
    first, last = response.mentions.first, response.mentions.last
    assert ((first <= stated) & (stated <= last)).all()


@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0])
def test_names_are_cut_from_their_chains(rate: float) -> None:
    """So many entities more, each of names alone; what is left of them has none."""
    key = corefeval.load(FOLDER / "key.conllu")
    response, count = made(key, "cut-names", rate)
    is_name = describe(response).type == MentionType.NAME
    assert len(response.entities) == len(key.entities) + count
    assert Counter(spans(response)) == Counter(spans(key))
    names = np.bincount(response.mentions.entity, is_name, minlength=len(response.entities))
    mixed = int(((names > 0) & (names < response.entity_sizes)).sum())
    types = describe(key).type == MentionType.NAME
    before = np.bincount(key.mentions.entity, types, minlength=len(key.entities))
    possible = int(((before > 0) & (before < key.entity_sizes)).sum())
    assert possible
    assert (mixed, count) == (possible - count, round(rate * possible))


def test_entities_are_merged_by_type() -> None:
    """A named entity joins a named one, never one without a name."""
    key = corefeval.load(FOLDER / "key.conllu")
    response, count = made(key, "merged-by-type", 1.0)
    assert count
    assert len(response.entities) < len(key.entities)
    is_named = np.zeros(len(key.entities), bool)
    is_named[key.mentions.entity[describe(key).type == MentionType.NAME]] = True
    at = {span: entity for entity, span in zip(key.mentions.entity.tolist(), spans(key), strict=True)}
    for members in entities(response):
        assert len({bool(is_named[at[span]]) for _, span in members}) == 1


def test_a_text_of_zeros_alone_gets_no_new_mentions() -> None:
    """Invented mentions are words; a document that has none keeps what it has."""
    key = corpus({"a": Text((True,), (Said(((0, 0),), 0, 0, "name"),))})
    more, count = made(key, "invented", 0.5)
    assert (len(more.mentions), count) == (1, 0)
