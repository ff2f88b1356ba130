"""What a mention is does not depend on who asks: metrics, explain, --by, the page and --for see one type and one head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefeval
from corefeval.applications.classes import known_feature
from corefeval.breakdown.features import feature
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.metrics.typed import TypedPairing
from corefeval.reports.explorer.mentions import Features

WORDS = ("Ann", "saw", "the", "dog", "she", "herself", "called", "Rex", "it", "ran")
TAGS = {
    "upos": ("PROPN", "VERB", "DET", "NOUN", "PRON", "PRON", "VERB", "PROPN", "PRON", "VERB"),
    "pos": ("NNP", "VBD", "DT", "NN", "PRP", "PRP", "VBD", "NNP", "PRP", "VBD"),
}
HEADS = (2, 0, 4, 2, 7, 5, 2, 7, 10, 7)
LABELS = ("", "nam_liv", "pron", "agp", "thing")
SPANS = ((0, 0), (2, 3), (3, 3), (4, 4), (4, 5), (7, 7), (8, 8), (1, 3), (6, 7))


def side(
    columns: Sequence[str], labels: Sequence[str], entities: Sequence[int], *, has_types: bool
) -> Corpus:
    """Return a document with some columns, and mentions in these entities (-1 for none), with labels or types."""
    builder = CorpusBuilder("corefud")
    builder.document("d")
    builder.sentence()
    for number, word in enumerate(WORDS):
        own = {name: TAGS[name][number] for name in columns if name in TAGS}
        if "head" in columns:
            own["head"] = str(HEADS[number])
        builder.node(word, columns=own)
    kinds = {"nam_liv": "name", "pron": "pronoun", "agp": "nominal"}
    for span, label, entity in zip(SPANS, labels, entities, strict=True):
        if entity >= 0:
            attributes = {"type": kinds.get(label, "")} if has_types else {"ne": label}
            builder.mention(builder.entity(str(entity)), [span], attributes=attributes)
    return builder.build()


@st.composite
def sides(draw: st.DrawFn) -> Corpus:
    """Draw one side."""
    columns = draw(st.sampled_from([(), ("upos",), ("pos",), ("upos", "head"), ("pos", "head")]))
    labels = [draw(st.sampled_from(LABELS)) for _ in SPANS] if draw(st.booleans()) else [""] * len(SPANS)
    entities = [draw(st.integers(-1, 2)) for _ in SPANS]
    if max(entities) < 0:
        entities[0] = 0
    return side(columns, labels, entities, has_types=draw(st.booleans()))


@pytest.mark.property
@settings(max_examples=12, deadline=None)
@given(sides(), sides(), st.sampled_from([None, "nam*=name,pron=pronoun,agp=nominal,thing=nominal"]))
def test_one_type_and_one_head(key: Corpus, response: Corpus, types: str | None) -> None:
    """Every part of the program asks the same pairing; equal spans of both sides are equal."""
    options: dict[str, Any] = {"match": "exact", "singletons": "keep", "language": "en", "types": types}
    result = corefeval.score(key, response, metrics="muc,lmuc,parent,arcs.inferred", **options)
    pairing = result.pairing
    assert pairing is not None
    typed = pairing.derive(TypedPairing)
    by_type = feature(pairing, "type")
    explanation = corefeval.explain(result, metrics="muc")
    page = Features.of([explanation])
    for own, seen in (
        (typed.key_type, (by_type.key, explanation.key_linguistics.type, page.key.type)),
        (
            typed.own_response_type,
            (
                by_type.response,
                explanation.response_linguistics.type,
                page.responses[0].type,
                typed.response_type,
            ),
        ),
    ):
        assert all(np.array_equal(own, other) for other in seen)
    for_use = known_feature(pairing, "type")
    assert for_use is None or np.array_equal(for_use.key, typed.key_type)
    heads = [
        described.of(corpus).head
        for described, corpus in zip(pairing.linguistics, (pairing.key, pairing.response), strict=True)
    ]
    assert np.array_equal(heads[0], explanation.key_linguistics.head)
    assert np.array_equal(heads[1], explanation.response_linguistics.head)
    rows = np.flatnonzero(pairing.key_partner >= 0)
    assert np.array_equal(heads[0][rows], heads[1][pairing.key_partner[rows]])
