"""All that a report shows of one system or several against a key, computed: explanations, differences, tests, breakdowns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.breakdown.breakdown import breakdown
from corefeval.breakdown.features import (
    ENTITY_SIZES,
    LENGTHS,
    NONE,
    SPREADS,
    Bins,
    Feature,
    feature,
    genre,
    sentences_back,
)
from corefeval.breakdown.lost_units import UseLosses
from corefeval.comparison.compare import compare
from corefeval.comparison.comparison import PairedTest
from corefeval.comparison.intervals import RESAMPLES
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.result import Result
from corefeval.explanation.decisions import Decision
from corefeval.explanation.difference import Difference
from corefeval.explanation.errors import ErrorClass
from corefeval.explanation.explainer import Explainer, pairing_of
from corefeval.explanation.explanation import Explanation
from corefeval.explanation.joint_mentions import text_places
from corefeval.explanation.mention_outcomes import judging
from corefeval.explanation.relations import RelationKind, RelationOutcome, judge_relations
from corefeval.explanation.shapley import needs_more
from corefeval.explanation.shared_mentions import check_same_key
from corefeval.explanation.span_errors import ENGLISH
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics import parse_metric
from corefeval.metrics.base import FILES, Metric, Scores
from corefeval.metrics.ceaf import CeafEntities
from corefeval.metrics.representatives import representatives
from corefeval.metrics.typed import described_sides
from corefeval.metrics.use_terms import has_trees
from corefeval.metrics.use_units import UnitUse
from corefeval.names import listed
from corefeval.pairing.pairing import Pairing
from corefeval.presets import HEADLINE, IN_PICTURES, JUDGING

SECTIONS = ("costs", "errors", "losses", "outcomes")
"""The parts of an explanation that a report shows."""

BROKEN_DOWN = ("type", "distance", "size", "spread")
"""The features of mentions that scores are broken down by."""

LOSING = 20
"""The number of gold entities whose losses a report shows for each use, the largest losses first."""

DISTANCES = Bins(
    (0, 1, 2, 6, 11, 21),
    (
        "nothing before",
        "same sentence",
        "1 sentence",
        "2–5 sentences",
        "6–10 sentences",
        "11–20 sentences",
        "over 20 sentences",
    ),
)
"""Finer than those of `--by distance`, because several can be selected."""

Intervals = Mapping[str, Mapping[str, tuple[float, float]]]


class MentionValues(NamedTuple):
    """A number for each mention of the key and of each response, and the values of the numbers."""

    labels: Sequence[str]
    key: Integers
    responses: Sequence[Integers]


class ByValue(NamedTuple):
    """Scores by a feature of mentions.

    Attributes:
        metric: the label of the metric.
        labels: the values.
        order: the numbers of the values that occur.
        mentions: how many mentions of the key have each value.
        scores: for each part the score of each value.
    """

    metric: str
    labels: Sequence[str]
    order: Sequence[int]
    mentions: Integers
    scores: Scores


class ExplainedSystem:
    """One system of a report.

    Attributes:
        name: its name.
        result: its scores.
        explanation: the explanation of the scores, with the sections of SECTIONS.
        intervals: for each metric and part the bounds of its confidence interval, if computed.
        relations: the outcomes of relations between mentions.
        class_by_type: the number of errors by class (row) and type of the first mention (column).
        aligned: for each response entity the key entity that CEAFe aligns it with, -1 for none.
        dominant: the dominant mention of each response entity, -1 for none.
        by_document: for each metric the scores of each document, NaN for 0/0 whatever the settings print.
        by_genre: the scores of each genre under the headline metric.
        by_mention: for each feature of BROKEN_DOWN the scores of its values; None if unknown.
        uses: the losses of an application, if the key has trees; see LOSING.
        credits: B³ recall of each key mention and precision of each response mention, for scores of any choice of mentions.
    """

    def __init__(
        self,
        name: str,
        result: Result,
        explanation: Explanation,
        intervals: Intervals | None,
        headline: str,
        genre_of: Integers,
    ) -> None:
        """Compute what a report shows; scores by genre use the headline and the number of each document's genre."""
        pairing, table, types = explanation.pairing, explanation.table, len(MentionType)
        cell = table.kind * types + explanation.aligned.type[table.first]
        self.name, self.result, self.explanation, self.intervals = name, result, explanation, intervals
        self.relations = judge_relations(pairing, explanation.settings)
        self.class_by_type = np.bincount(cell, minlength=len(ErrorClass) * types).reshape(-1, types)
        self.aligned = _aligned(pairing)
        self.dominant = representatives(pairing, "dominant")[1]
        self.by_document = {
            each: _measured(result, each, result.counts[each].columns) for each in result.metrics
        }
        self.by_genre = _by_genre(result, headline, genre_of)
        self.by_mention = {each: _by_mention(explanation, each) for each in BROKEN_DOWN}
        self.uses = _uses(result)
        self.credits = _credits(pairing)


class ExplainedSystems:
    """One system, or several to compare, against the same key.

    Attributes:
        systems: the systems.
        headline: the metric that represents the others.
        places: document, first and last position of the mentions of the key, and of each response.
        dominant: the dominant mention of each key entity, -1 for none.
        values: length, entity size, spread and distance of mentions; the last two only with a text.
        genres: the genres in the names of documents, the first ''.
        genre_of: the number of each document's genre.
        differences: for each two systems (by number) what the second fixes and breaks.
        tests: for each two systems the paired tests, the second's score less the first's.
        is_tested: whether there are enough documents to test differences.
        reason: why another metric than the headline is explained; '' if it is the headline, or was requested.
    """

    decisions = tuple(Decision)
    relation_kinds = tuple(RelationKind)
    relation_outcomes = tuple(RelationOutcome)
    distance_bins = DISTANCES.edges
    stand_in = IN_PICTURES

    def __init__(
        self,
        results: Mapping[str, Result],
        *,
        metric: str | None = None,
        intervals: Sequence[Intervals | None] | None = None,
    ) -> None:
        """Explain and compare systems.

        Args:
            results: the results by the systems' names, over the same key.
            metric: the metrics to explain, comma-separated; the page opens with the first. By default the
                headline, or CoNLL if repairs cannot be scored with it. Metrics that only judge mentions add their
                outcomes. Otherwise outcomes are those of the first `dominant` among the scores, with its parameters.
            intervals: for each result its confidence intervals.
        """
        names, first = list(results), next(iter(results.values()))
        self.headline = HEADLINE if HEADLINE in first.metrics else next(iter(first.metrics))
        self.reason = "" if metric else _not_explained(first, self.headline)
        explainer = _explainer(metric or (HEADLINE if self.reason else self.headline), first.metrics)
        explanations = [explainer.explain(pairing_of(result), result) for result in results.values()]
        check_same_key(explanations)
        pairing = explanations[0].pairing
        found = [genre(name) for name in pairing.names]
        self.genres = ["", *sorted(set(found) - {""})]
        self.genre_of = np.array([self.genres.index(each) for each in found], np.int64)
        bounds = intervals or [None] * len(results)
        self.systems = [
            ExplainedSystem(name, result, explanation, bound, self.headline, self.genre_of)
            for (name, result), explanation, bound in zip(results.items(), explanations, bounds, strict=True)
        ]
        self.places = [_places(pairing, 0), *(_places(each.pairing, 1) for each in explanations)]
        self.dominant = representatives(pairing, "dominant")[0]
        self.values = _values(explanations)
        self.differences = {
            (one, other): Difference(
                (names[one], names[other]),
                explanations[one],
                explanations[other],
                show=("classes", "mentions"),
            )
            for one, other in combinations(range(len(names)), 2)
        }
        self.is_tested = len(first.documents) > 1
        self.tests = _tests(list(results.values()), is_tested=self.is_tested)

    @property
    def share_metric(self) -> str:
        """The label of the metric of `credits`."""
        return parse_metric(IN_PICTURES).label

    @property
    def first(self) -> ExplainedSystem:
        """The first system."""
        return self.systems[0]

    def broken_down(self, feature: str) -> tuple[list[int], list[ByValue]] | None:
        """Return the values of a feature of BROKEN_DOWN that occur, and each system's scores; None if a system lacks it."""
        found = [each for system in self.systems if (each := system.by_mention[feature]) is not None]
        if len(found) < len(self.systems):
            return None
        numbers = sorted({number for each in found for number in each.order})
        return [number for number in numbers if found[0].labels[number] not in {NONE, ""}], found

    @property
    def classes(self) -> tuple[ErrorClass, ...]:
        """The error classes in use."""
        return max((system.explanation.classes for system in self.systems), key=len)


def _not_explained(result: Result, name: str) -> str:
    """Return why repairs cannot be scored with a metric; '' if they can."""
    label = result.metrics[name].label
    if needs_more(result.metrics[name]):
        return f"Repaired responses have entities only, and {label} needs more"
    return "" if "f1" in result.scores[name] else f"{label} has no F1"


def _explainer(metric: str, scored: Mapping[str, Metric]) -> Explainer:
    """Return how to explain: the given metrics, CoNLL if these only score mentions, and a metric with outcomes."""
    metrics = listed(metric)
    asked = [parse_metric(name) for name in metrics]
    if all(needs_more(each) for each in asked):
        metrics = (HEADLINE, *metrics)
    if not judging(asked):
        metrics += tuple(name for name, each in scored.items() if each.name == JUDGING)[:1]
    explainer = Explainer.of(metrics, None, None, ENGLISH, "accessibility", {})
    return replace(explainer.asked(SECTIONS), gains=True)


def _credits(pairing: Pairing) -> tuple[Floats, Floats]:
    """Return B³ recall of each key mention and precision of each response mention."""
    metric = parse_metric(IN_PICTURES)
    shares = metric.shares(pairing.seen_by(metric))
    if shares is None:
        return np.zeros(len(pairing.key.mentions)), np.zeros(len(pairing.response.mentions))
    return np.asarray(shares.key["recall_numerator"]), np.asarray(shares.response["precision_numerator"])


def _uses(result: Result) -> list[UseLosses]:
    """Return the losses of each use that has units; [] without trees.

    Uses of pronouns have rules of a language, which must be declared.
    """
    pairing = pairing_of(result)
    if not has_trees(pairing.key):
        return []
    every = (parse_metric(name).under(result.settings) for name in FILES["uses"])
    return [
        UseLosses(pairing, metric, LOSING)
        for metric in every
        if isinstance(metric, UnitUse) and (pairing.language or not metric.has_language_rules)
    ]


def _aligned(pairing: Pairing) -> Integers:
    """Return for each response entity the key entity that CEAFe aligns it with, -1 for none."""
    overlap = pairing.recall_overlap
    chosen, _ = CeafEntities().align(overlap, pairing.key.entity_sizes, pairing.response.entity_sizes)
    partner = np.full(len(pairing.response.entities), -1, np.int64)
    partner[overlap.response[chosen]] = overlap.key[chosen]
    return partner


def _measured(result: Result, name: str, counts: Mapping[str, Floats]) -> Scores:
    """Return scores for plots, with NaN for 0/0 whatever the settings print."""
    metric = result.metrics[name]
    is_empty = metric.is_empty(counts, result.settings)
    scores = metric.scores(counts, result.settings)
    return {part: np.where(is_empty[part], np.nan, values) for part, values in scores.items()}


def _by_genre(result: Result, name: str, genre_of: Integers) -> list[Scores]:
    """Return the scores of the documents of each genre that occurs but ''."""
    columns = result.counts[name].columns
    found = []
    for number in np.unique(genre_of[genre_of > 0]).tolist():
        totals = {part: values[genre_of == number].sum(axis=0) for part, values in columns.items()}
        found.append(_measured(result, name, totals))
    return found


def _by_mention(explanation: Explanation, name: str) -> ByValue | None:
    """Return the scores by a feature of mentions, for a metric that is a sum over mentions; None if the feature is unknown."""
    pairing = explanation.pairing
    has_text = pairing.key.mentions.objects is None and pairing.response.mentions.objects is None
    if not has_text and name in {"distance", "spread"}:
        return None
    if name == "type" and not (
        explanation.key_linguistics.type.any() or explanation.response_linguistics.type.any()
    ):
        return None
    if name == "distance":
        key, response = (DISTANCES.number(sentences_back(side)) for side in described_sides(pairing))
        by = Feature("distance", DISTANCES.labels, key, response, is_ordered=True)
    else:
        by = feature(pairing, {"size": "entity-size"}.get(name, name))
    found = breakdown(pairing, dict(explanation.repaired), by)
    if not found.metrics:
        found = breakdown(pairing, {IN_PICTURES: parse_metric(IN_PICTURES)}, by)
    name, metric = next(iter(found.metrics.items()))
    return ByValue(metric.label, found.labels, found.order, found.mentions[0], found.scores(name))


def _values(explanations: Sequence[Explanation]) -> dict[str, MentionValues]:
    pairings = [each.pairing for each in explanations]
    corpora: list[Corpus] = [pairings[0].key, *(pairing.response for pairing in pairings)]
    lengths = [LENGTHS.number(corpus.mention_sizes) for corpus in corpora]
    sizes = [ENTITY_SIZES.number(corpus.entity_sizes[corpus.mentions.entity]) for corpus in corpora]
    found = {
        "length": MentionValues(LENGTHS.labels, lengths[0], lengths[1:]),
        "size": MentionValues(ENTITY_SIZES.labels, sizes[0], sizes[1:]),
    }
    if any(corpus.mentions.objects is not None for corpus in corpora):
        return found
    spreads = [feature(pairing, "spread") for pairing in pairings]
    back = [[sentences_back(side) + 1 for side in described_sides(pairing)] for pairing in pairings]
    return found | {
        "spread": MentionValues(SPREADS.labels, spreads[0].key, [each.response for each in spreads]),
        "distance": MentionValues(DISTANCES.labels, back[0][0], [response for _, response in back]),
    }


def _tests(results: Sequence[Result], *, is_tested: bool) -> dict[tuple[int, int], list[PairedTest]]:
    """Return the paired tests of each two systems by metric; with one document only the differences."""
    found: dict[tuple[int, int], list[PairedTest]] = {}
    if len(results) < 2:
        return found
    named = {str(number): result for number, result in enumerate(results)}
    for test in compare(None, named, pairs="all", resamples=RESAMPLES if is_tested else 0).tests:
        # compare() puts the better system first; here the later one is compared with the earlier
        first, second = sorted((int(test.against), int(test.system)))
        turned = test
        if int(test.system) == first:
            turned = replace(
                test,
                system=test.against,
                against=test.system,
                difference=_negated(test.difference),
                low=_negated(test.high),
                high=_negated(test.low),
            )
        found.setdefault((first, second), []).append(turned)
    return found


def _negated(value: float | None) -> float | None:
    return None if value is None else -value


def _places(pairing: Pairing, side: int) -> tuple[Integers, Integers, Integers]:
    """Return document, first and last node of the mentions of one side, nodes numbered within the document.

    Mentions that are Python objects are nodes in the order of all objects of their document.
    """
    corpus = (pairing.key, pairing.response)[side]
    if pairing.key.mentions.objects is None:
        start = corpus.nodes.start[corpus.mention_document]
        return corpus.mention_document, corpus.mentions.first - start, corpus.mentions.last - start
    both = text_places(pairing)
    document = np.concatenate([both[0][0], both[1][0]])
    place = np.concatenate([both[0][1], both[1][1]])
    width = int(place.max(initial=0)) + 1
    cells, inverse = np.unique(document * width + place, return_inverse=True)
    opening = np.searchsorted(cells, np.arange(len(pairing.names)) * width)
    node = inverse - opening[document]
    split = len(both[0][0])
    chosen = slice(0, split) if side == 0 else slice(split, None)
    return document[chosen], node[chosen], node[chosen]
