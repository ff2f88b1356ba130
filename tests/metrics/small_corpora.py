"""Small typed corpora for the tests of the metrics: mentions are words, named by their place in the text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import corefeval
from corefeval.corpus.builder import BuiltSource, CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Annotation, Relations
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.paths import SHARED

Chains = Sequence[Sequence[int]]
TYPES = {"nam": "name", "nom": "nominal", "pro": "pronoun"}


def golden(name: str) -> Any:
    """Return a file of golden values; tests that need it are skipped where it is absent."""
    path = SHARED / "goldens" / name
    if not path.exists():
        pytest.skip(f"needs the shared golden {name}")
    return json.loads(path.read_text())


def corpus(
    documents: Sequence[Chains],
    types: Mapping[int, str],
    *,
    length: int,
    spans: Mapping[int, tuple[int, int]] | None = None,
    attributes: Mapping[int, Mapping[str, str]] | None = None,
) -> Corpus:
    """Return a corpus of documents of so many words; mention i is word i, or the words that spans gives it."""
    builder = CorpusBuilder()
    for number, chains in enumerate(documents):
        builder.document(f"d{number}")
        builder.sentence()
        start = builder.node_count
        for place in range(length):
            builder.node(f"w{place}")
        for label, chain in enumerate(chains):
            entity = builder.entity(str(label))
            for mention in chain:
                first, last = (spans or {}).get(mention, (mention, mention))
                builder.mention(
                    entity,
                    [(start + first, start + last)],
                    attributes={"type": types.get(mention, ""), **(attributes or {}).get(mention, {})},
                )
    return builder.build()


def pairing(
    key: Chains | Sequence[Chains],
    response: Chains | Sequence[Chains],
    types: Mapping[int, str] | None = None,
    *,
    response_types: Mapping[int, str] | None = None,
    spans: Mapping[int, tuple[int, int]] | None = None,
    settings: Settings | None = None,
) -> Pairing:
    """Return the pairing of one document's chains, or of several documents'."""
    ours, theirs = (_documents(side) for side in (key, response))
    everything = [
        mention for side in (ours, theirs) for chains in side for chain in chains for mention in chain
    ]
    ends = [last for _, last in (spans or {}).values()]
    length = 1 + max([0, *everything, *ends])
    known = types or dict.fromkeys(everything, "nominal")
    return pair(
        corpus(ours, known, length=length, spans=spans),
        corpus(theirs, response_types or known, length=length, spans=spans),
        settings or Settings(),
        Problems(),
    )


def _documents(side: Any) -> Sequence[Chains]:
    is_one = not side or all(not chain or isinstance(chain[0], int) for chain in side)
    return [side] if is_one else side


def scores(metric: str | Metric, paired: Pairing) -> dict[str, float]:
    """Return a metric's scores as numbers."""
    chosen = parse_metric(metric) if isinstance(metric, str) else metric
    return {part: float(value) for part, value in chosen.score(paired.count(chosen).totals()).items()}


def counts(metric: str | Metric, paired: Pairing) -> dict[str, float]:
    """Return what a metric counts, summed over the documents."""
    chosen = parse_metric(metric) if isinstance(metric, str) else metric
    return {name: float(value) for name, value in paired.count(chosen).totals().items()}


def score_of(metric: str, **totals: float) -> dict[str, float]:
    """Return the scores of given sums."""
    found = parse_metric(metric).score({name: np.array(float(value)) for name, value in totals.items()})
    return {part: float(value) for part, value in found.items()}


def parts(
    metric: str, key: Sequence[Sequence[object]], response: Sequence[Sequence[object]]
) -> tuple[float | None, ...]:
    """Return recall, precision and F1 of clusters, None where they are undefined."""
    found = corefeval.score(key, response, metrics=metric)[metric]
    return found["recall"], found["precision"], found["f1"]


class AnnotatedTest(BuiltSource):
    """A source with typed annotations."""

    known: tuple[Annotation, ...] = ()

    def annotations(self, corpus: Corpus) -> tuple[Annotation, ...]:
        """Return the annotations."""
        del corpus
        return self.known


def annotated(
    words: Sequence[str],
    links: Sequence[tuple[int, Sequence[int], str]],
    *,
    types: Mapping[int, str] | None = None,
    dominant: Sequence[int] = (),
) -> Corpus:
    """Return one document of these words with typed links (referent, antecedents, code) between them.

    Links with one antecedent make chains; types of mentions and dominant mentions may be given.
    """
    label = {mention: mention for link in links for mention in (link[0], *link[1])}
    for referent, antecedents, _ in links:
        if len(antecedents) == 1 and antecedents[0] != referent:
            old, new = label[referent], label[antecedents[0]]
            label = {mention: new if found == old else found for mention, found in label.items()}
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    for word in words:
        builder.node(word)
    for mention in sorted(label):
        attributes = {"type": (types or {}).get(mention, "nominal")}
        attributes["dominant"] = "yes" if mention in dominant else ""
        builder.mention(builder.entity(str(label[mention])), [(mention, mention)], attributes=attributes)
    built = builder.build()
    source = AnnotatedTest({}, Relations(), "", [])
    source.known = tuple(
        Annotation(0, (referent, referent), tuple((mention, mention) for mention in antecedents), code)
        for referent, antecedents, code in links
    )
    return replace(built, source=source)
