"""What holds for every metric, whatever the settings make of key and response: identity, no score above 1, shortcuts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from corefeval.breakdown.breakdown import breakdown
from corefeval.choices import CHOICES
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import OTHER_THAN_LINKS
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS
from corefeval.pairing import pair, without_singletons
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.corpora import Said, Text, corpus, pairs

pytestmark = pytest.mark.property

OTHERS = (
    "mor(by=match)",
    "zero(by=alignment)",
    "blanc(empty=key)",
    "bcub(importance=type:name)",
    "lea(importance=one)",
)
OFFICIAL = {"duplicates": {"keep", "perl"}, "zeros": {"dependent-official"}}
"""Values that follow an official scorer where it counts a mention more than once."""


def values(name: str) -> st.SearchStrategy[str]:
    """Draw a value of a setting, none that follows a scorer's own counting."""
    return st.sampled_from([value for value in CHOICES[name] if value not in OFFICIAL.get(name, ())])


DRAWN = st.builds(
    Settings,
    **{name: values(name) for name in CHOICES if name not in {"layer", "align", "missing", "undefined"}},
)


def paired(key: Corpus, response: Corpus, settings: Settings) -> Pairing:
    """Pair both sides; what the settings refuse is no example."""
    try:
        return pair(key, response, settings, Problems())
    except CorefevalError as error:
        if {problem.code for problem in error.problems} <= {
            "CE030",
            "CE034",
            "CE041",
            "CE044",
            "CE051",
            "CE084",
        }:
            reject()
        raise


def parts(pairing: Pairing, settings: Settings) -> dict[tuple[str, str], float]:
    """Return recall, precision, F1 (or the value) of every metric that is registered."""
    found: dict[tuple[str, str], float] = {}
    for name in (*METRICS, *OTHERS):
        metric = parse_metric(name)
        if name.startswith("split.") and settings.split_antecedents == "drop":
            continue
        if "trees" in metric.needs:
            continue  # refused: these texts have no trees; tests/properties/test_uses.py has some
        if settings.mentions == "key" and metric.needs & OTHER_THAN_LINKS:
            continue  # refused: a response on the key's mentions has links alone
        scores = metric.score(pairing.count(metric).totals())
        found |= {
            (name, part): float(value) for part, value in scores.items() if not part.startswith("scheme")
        }
    return found


@given(pairs(), DRAWN)
def test_the_same_annotation_scores_one(
    texts: tuple[dict[str, Text], dict[str, Text]], settings: Settings
) -> None:
    """A file against itself gets 1 in every part of every metric, or is undefined, whatever the settings."""
    key = corpus(texts[0])
    for name, value in parts(paired(key, key, settings), settings).items():
        assert value == pytest.approx(1, abs=1e-9) or value != value, name  # noqa: PLR0124 - NaN is undefined


@given(pairs(), DRAWN)
def test_no_score_is_above_one(texts: tuple[dict[str, Text], dict[str, Text]], settings: Settings) -> None:
    """No part of any metric exceeds 1, whatever the settings."""
    key, response = map(corpus, texts)
    for name, value in parts(paired(key, response, settings), settings).items():
        assert not value > 1 + 1e-9, name


@given(pairs(), DRAWN)
def test_what_dropping_singletons_would_give_is_what_it_gives(
    texts: tuple[dict[str, Text], dict[str, Text]], settings: Settings
) -> None:
    """The pairing that the warning about singletons counts on is the one of --singletons drop."""
    keeping, dropping = (settings.changed({"singletons": value}) for value in ("keep", "drop"))
    key, response = map(corpus, texts)
    told = without_singletons(paired(key, response, keeping), keeping)
    done = paired(key, response, dropping)
    for metric in (parse_metric(name) for name in METRICS if METRICS[name].weighs_sets):
        ours, theirs = (
            {column: float(value) for column, value in each.count(metric).totals().items()}
            for each in (told, done)
        )
        assert ours == pytest.approx(theirs), metric.name


@given(pairs(), DRAWN)
def test_shares_add_up_to_the_counts(
    texts: tuple[dict[str, Text], dict[str, Text]], settings: Settings
) -> None:
    """Whatever the settings, a breakdown of every metric is of what it counts; else it is left out, with the reason."""
    key, response = map(corpus, texts)
    both = paired(key, response, settings)
    every = {name: parse_metric(name) for name in (*METRICS, *OTHERS)}
    if settings.split_antecedents == "drop":
        every = {name: metric for name, metric in every.items() if "split antecedents" not in metric.needs}
    found = breakdown(both, every, "entity-size")
    assert found.metrics.keys() | found.left_out.keys() == every.keys()
    for name, metric in found.metrics.items():
        whole = both.count(metric).totals()
        for column, values in found.totals(name).items():
            if column in whole:
                assert values.sum() == pytest.approx(float(whole[column])), (name, column)


def opened(text: Text) -> Text:
    """Return a document in which elements that have elements are replaced by them."""
    present = {said.entity for said in text.mentions}
    direct = [(whole, element) for whole, element in text.sets if {whole, element} <= present]

    def leaves(entity: int) -> set[int]:
        found = [leaves(element) for whole, element in direct if whole == entity]
        return set().union(*found) if found else {entity}

    return replace(text, sets=tuple(sorted({(whole, leaf) for whole, _ in direct for leaf in leaves(whole)})))


WITH_SETS = (
    Settings(split_antecedents="keep", duplicates="keep"),
    Settings(split_antecedents="keep", duplicates="first"),
    Settings(split_antecedents="keep", duplicates="merge"),
)


@given(pairs(), st.sampled_from(WITH_SETS), st.frozensets(st.just(3)))
def test_sets_of_sets_are_their_elements(
    texts: tuple[dict[str, Text], dict[str, Text]], settings: Settings, pseudo: frozenset[int]
) -> None:
    """A set within a set is opened, whether its entity refers to something or not, in every metric."""
    key, response = (
        {
            name: replace(
                text,
                mentions=(*text.mentions, *(Said(((place, place),), place) for place in range(4))),
                sets=(*text.sets, (4, 3), (3, 1), (3, 0)),
                pseudo=pseudo,
            )
            for name, text in side.items()
        }
        for side in texts
    )
    by_hand = {name: opened(text) for name, text in response.items()}
    found, wanted = (
        parts(paired(corpus(key), corpus(side), settings), settings) for side in (response, by_hand)
    )
    assert found == pytest.approx(wanted, nan_ok=True)
