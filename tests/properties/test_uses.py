"""What holds for every use, whatever gold and system are: identity, singletons, names and order, additivity."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefeval
from corefeval.breakdown.lost_units import UseLosses
from corefeval.corpus.corpus import Corpus
from corefeval.formats import read_text
from corefeval.metrics.base import FILES, METRICS
from corefeval.metrics.use_terms import Uses
from corefeval.metrics.use_units import UnitUse
from tests.files import QUAY, Entities, parsed

pytestmark = pytest.mark.property

USES = FILES["uses"]
WORDS = sum(map(len, QUAY))
NAMES = ("one", "two", "three")


@st.composite
def entities(draw: st.DrawFn) -> Entities:
    """Return entities of different spans; some have one mention."""
    spans = draw(
        st.lists(
            st.tuples(st.integers(0, WORDS - 1), st.integers(0, 2)).map(
                lambda span: (span[0], min(span[0] + span[1], WORDS - 1))
            ),
            max_size=12,
            unique=True,
        )
    )
    label = [draw(st.integers(0, 4)) for _ in spans]
    chains = [[span for span, own in zip(spans, label, strict=True) if own == each] for each in range(5)]
    return [chain for chain in chains if chain]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """The same parsed text three times."""
    path: Path = tmp_path_factory.mktemp("uses") / "text.conllu"
    return read_text(str(parsed(path, dict.fromkeys(NAMES, QUAY))))


def counted(text: Corpus, *sides: Entities, **others: dict[str, Entities]) -> dict[str, list[list[float]]]:
    """Return what each use counts, document by document; one pair of entities is of the first document."""
    key, response = others.values() if others else ({NAMES[0]: side} for side in sides)
    result = corefeval.score(key, response, metrics=USES, text=text, language="cs")
    return {
        name: np.array(list(counts.columns.values())).T.tolist() for name, counts in result.counts.items()
    }


@settings(max_examples=30, deadline=None)
@given(key=entities())
def test_gold_against_itself(text: Corpus, key: Entities) -> None:
    """It is right in all that it has, but for search: the words of a name find other sentences as well."""
    for name, rows in counted(text, key, key).items():
        for right, gold, precise, system, *wrong in rows:
            if METRICS[name].identity_is_one:
                assert right == gold == precise == system, name
            assert not any(wrong), name


@settings(max_examples=30, deadline=None)
@given(key=entities(), response=entities(), rng=st.randoms(use_true_random=False))
def test_singletons_names_and_order_change_nothing(
    text: Corpus, key: Entities, response: Entities, rng: random.Random
) -> None:
    """Entities of one mention may be there or not, and entities and mentions may be listed in any order."""
    plain = counted(text, key, response)
    taken = {span for side in (key, response) for chain in side for span in chain}
    free = [(place, place) for place in range(WORDS) if (place, place) not in taken]

    def changed(side: Entities) -> Entities:
        several = [rng.sample(chain, len(chain)) for chain in side if len(chain) > 1]
        added = [*several, *([span] for span in free if rng.random() < 0.5)]
        return rng.sample(added, len(added))

    assert counted(text, changed(key), changed(response)) == plain


@settings(max_examples=15, deadline=None)
@given(
    keys=st.lists(entities(), min_size=3, max_size=3), responses=st.lists(entities(), min_size=3, max_size=3)
)
def test_counts_add(text: Corpus, keys: list[Entities], responses: list[Entities]) -> None:
    """What is counted in several documents together is what is counted in each alone."""
    together = counted(
        text,
        key=dict(zip(NAMES, keys, strict=True)),
        response=dict(zip(NAMES, responses, strict=True)),
    )
    for number, name in enumerate(NAMES):
        alone = counted(text, key={name: keys[number]}, response={name: responses[number]})
        assert {use: rows[number] for use, rows in together.items()} == {
            use: pytest.approx(rows[0]) for use, rows in alone.items()
        }


@settings(max_examples=15, deadline=None)
@given(key=entities(), response=entities())
def test_chains_swap(text: Corpus, key: Entities, response: Entities) -> None:
    """Exchanging gold and system exchanges recall and precision, where a use declares it."""
    there, back = counted(text, key, response), counted(text, response, key)
    for name in USES:
        if METRICS[name].swaps:
            (one,), (other,) = there[name], back[name]
            assert (one[:2], one[2:4]) == (other[2:4], other[:2]), name


@settings(max_examples=12, deadline=None)
@given(key=entities(), response=entities())
def test_every_lost_unit_has_an_entity_and_a_mention_to_blame(
    text: Corpus, key: Entities, response: Entities
) -> None:
    """As many units are listed as the gold has more than are right, each about a gold entity."""
    result = corefeval.score({NAMES[0]: key}, {NAMES[0]: response}, metrics=USES, text=text, language="cs")
    assert result.pairing is not None
    uses = result.pairing.derive(Uses)
    for name, metric in result.metrics.items():
        if isinstance(metric, UnitUse):
            blamed, units = metric.blamed(uses), metric.units(uses)
            assert np.array_equal(np.unique(blamed.unit), np.flatnonzero(units.lost)), name
            assert (blamed.entity >= 0).all(), name
            found = UseLosses(result.pairing, metric)
            assert sum(1 for each in found.entities for _ in each.units) == len(blamed.unit), name
