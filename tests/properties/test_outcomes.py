"""What every metric that judges mentions one by one keeps to: its list of mentions sums up to what it counts."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings

from corefeval.explanation.joint_mentions import one_to_one
from corefeval.explanation.mention_outcomes import OutcomeTable
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS
from corefeval.metrics.dominant import Dominant
from corefeval.metrics.outcomes import OutcomeMetric
from corefeval.settings import Settings
from tests.corpora import Text, corpus, pairs
from tests.every_metric import variants
from tests.properties.test_variants import DRAWN, paired

pytestmark = pytest.mark.property

FREE = (
    "dominant(attempted=p+g)",
    "dominant(unit=type,attempted=d)",
    "dominant(wl=0,wtl=0)",
    "byron(exclude=type:pronoun)",
    "byron(anaphors=all,exclude=type:name)",
    "mitkov(window=1)",
    "parent(defining=name+nominal,referring=pronoun+zero)",
    "parent(referring=nominal,gold_needs_defining=no)",
    *(
        f"{name}({weights})"
        for name in ("lmuc", "lbcub", "lceafm", "lceafe")
        for weights in (
            "name=.2,nominal=.5,pronoun=.9",
            "name=.5,nominal=.2,pronoun=.9,singleton=.3",
            "singleton=0",
        )
    ),
)
"""Parameters that may be anything, as users set them."""
METRICS_OF_MENTIONS = {
    metric.full_name: metric
    for metric in (
        *(
            metric
            for name in METRICS
            if issubclass(METRICS[name], OutcomeMetric)
            for metric in variants(name)
        ),
        *map(parse_metric, FREE),
    )
    if isinstance(metric, OutcomeMetric)
}

Texts = tuple[dict[str, Text], dict[str, Text]]


def tables(texts: Texts, chosen: Settings) -> list[tuple[OutcomeTable, dict[str, float]]]:
    """Return the table of each metric, and what it counts."""
    key, response = map(corpus, texts)
    both = one_to_one(paired(key, response, chosen).plain)
    return [
        (
            OutcomeTable(metric, both),
            {name: float(value) for name, value in both.count(metric).totals().items()},
        )
        for metric in METRICS_OF_MENTIONS.values()
    ]


def test_every_such_metric_is_among_these() -> None:
    """The families of the papers are there, each with its parameters."""
    names = {metric.name for metric in METRICS_OF_MENTIONS.values()}
    assert names >= {"dominant", "arcs.immediate", "arcs.inferred", "arcs.anchor", "parent", "prague", "zero"}
    assert names >= {"mitkov", "byron", "lmuc", "lbcub", "lceafm", "lceafe"}
    assert len(METRICS_OF_MENTIONS) > 80


@settings(max_examples=12)
@given(pairs(repeats=False), DRAWN)
def test_the_lists_sum_up_to_the_counts(texts: Texts, chosen: Settings) -> None:
    """What the judged mentions add is what the metric counts; a count of a class that counts is one of its outcomes."""
    for table, counts in tables(texts, chosen):
        name = table.metric.full_name
        added = {column: float(values.sum()) for column, values in table.adds.items()}
        for column, value in added.items():
            parts = [count for other, count in counts.items() if other.rpartition(".")[2] == column]
            if isinstance(table.metric, Dominant):
                assert table.judged.classes is not None
                rows = {f"{row}.{column}": row for row in table.judged.classes.names}
                parts = [counts[each] for each, row in rows.items() if table.metric.counts_row(row)]
                totals = {each: np.array(count) for each, count in counts.items()}
                assert value == table.metric.outcome_counts(totals)[column], (name, column)
            assert value == pytest.approx(counts[column] if column in counts else sum(parts)), (name, column)
        beside = {"attempted", "skipped"} if table.judged.adds is None else set()
        missing = [
            column for column in counts if column not in added and column.rpartition(".")[2] not in added
        ]
        assert {column.rpartition(".")[2] for column in missing} <= beside | {*table.metric.counted_apart}, (
            name
        )
        assert sum(table.counts.values()) == len(table), name
        assert table.names == table.metric.outcome_names == tuple(table.metric.meanings), name
        for by in (None, "document", "entity-size"):
            found = [row.counts for row in table.by(by)]
            assert {
                each: sum(row[each] for row in found) for each in table.names
            } == table.counts or not found


@settings(max_examples=12)
@given(pairs(repeats=False), DRAWN)
def test_with_every_mention_right_the_score_is_one(texts: Texts, chosen: Settings) -> None:
    """What each mention would add if it were right adds up to a response that is right, wherever one scores 1."""
    for table, _ in tables(texts, chosen):
        metric = table.metric
        if not metric.holds("identity_is_one"):
            continue
        scores = metric.scores(table.pairing.count(metric).totals(), Settings())
        before = float(scores["f1"] if "f1" in scores else next(iter(scores.values())))
        after = before + table.gain_of(np.arange(len(table))) / 100
        assert math.isnan(after) or after == pytest.approx(1), metric.full_name


@settings(max_examples=12)
@given(pairs(repeats=False), DRAWN)
def test_rows_say_what_was_chosen_and_what_is_right(texts: Texts, chosen: Settings) -> None:
    """A mention leads to others of its own entity, on each side; one on both sides is read with both types."""
    for table, _ in tables(texts, chosen):
        key, response = table.pairing.key.mentions.entity, table.pairing.response.mentions.entity
        right, led = table.targets
        rows = np.flatnonzero((right >= 0) & (table.key_row >= 0))
        assert (key[right[rows]] == key[table.key_row[rows]]).all(), table.metric.full_name
        rows = np.flatnonzero((led >= 0) & (table.response_row >= 0))
        if not table.metric.full_name.startswith("zero"):
            assert (response[led[rows]] == response[table.response_row[rows]]).all(), table.metric.full_name
        for each in table.mentions():
            assert (each.types[0] != "") == (each.mention.side != "response")
            assert (each.types[1] != "") == (each.mention.side != "key")
