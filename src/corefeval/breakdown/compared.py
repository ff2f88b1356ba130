"""Compare systems class by class: which one to choose for pronouns, which one for names (Žitkus et al. 2023, sections 1 and 4.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from corefeval.arrays import Floats, number_or_none
from corefeval.breakdown.breakdown import Breakdown, breakdown
from corefeval.breakdown.by_feature import notes_of_features
from corefeval.columns import Printed, Rows, data, plain, plain_dict, to_row
from corefeval.comparison.compare import adjusted_tests, paired_tests, warnings_of
from corefeval.comparison.comparison import TESTED, Comparison, PairedTest
from corefeval.comparison.inference import Inference
from corefeval.comparison.sample import Sample
from corefeval.counts import Counts
from corefeval.evaluation.result import Parts, parts_in_order
from corefeval.metrics.base import Metric, Scores
from corefeval.problems import Problem, UsageError
from corefeval.settings import Settings


class _OfClass:
    """A metric's scores of one class; see comparison.sample.Scored."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.bounded, self.lowest, self.unbounded = metric.bounded, metric.lowest, metric.unbounded
        self.counted_apart = metric.counted_apart

    def scores(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        return self.metric.scores_of_class(totals, settings)


@dataclass(frozen=True, eq=False)
class ComparedClasses:
    """The systems of a comparison by the classes of one feature, in one metric.

    Attributes:
        feature: the feature.
        metric: the metric's name.
        classes: the classes, in the order of the breakdown: the most frequent first, or their own.
        in_key: the number of key mentions of each class; for a metric with its own classes the number of its
            units.
        scores: for each system and class its recall, precision, F1 …
        tests: for each class the tests between systems, Holm's correction made over all classes; their `metric` is the class.
        averaged: for each system the classes that its macro and scheme averages sum over.
    """

    feature: str
    metric: str
    classes: tuple[str, ...]
    in_key: Mapping[str, int]
    scores: Mapping[str, Mapping[str, Parts]]
    tests: Mapping[str, tuple[PairedTest, ...]]
    averaged: Mapping[str, tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        classes = [
            {
                "class": label,
                "key": self.in_key[label],
                "scores": {system: found[label] for system, found in self.scores.items()},
                "tests": [to_row(_TEST, test) for test in self.tests[label]],
            }
            for label in self.classes
        ]
        return plain_dict({"feature": self.feature, "metric": self.metric, "classes": classes})


_TEST = data("system", "against", "part", "difference", "low", "high", "p", "p_adjusted", "is_significant")


@dataclass(frozen=True, eq=False)
class ComparedByClass(Printed):
    """A comparison and the same systems by classes of mentions.

    Attributes:
        comparison: the comparison.
        breakdowns: a table for each feature and metric.
        left_out: the metrics that cannot be broken down, and why.
    """

    comparison: Comparison
    breakdowns: tuple[ComparedClasses, ...]
    left_out: Mapping[str, str]

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The systems of the comparison."""
        return self.comparison.warnings

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: the comparison, and a list `by`."""
        return {**self.comparison.to_dict(), "by": plain(self.breakdowns)}

    def rows(self) -> Rows:
        """Return a row for each feature, metric, class and system, with the test against the baseline, if any."""
        parts = parts_in_order(
            found for each in self.breakdowns for of in each.scores.values() for found in of.values()
        )
        rows: list[dict[str, Any]] = []
        for each in self.breakdowns:
            for label in each.classes:
                for system, found in each.scores.items():
                    row = {
                        "feature": each.feature,
                        "metric": each.metric,
                        "class": label,
                        "key": each.in_key[label],
                        "system": system,
                        **found[label],
                    }
                    own = [test for test in each.tests[label] if test.system == system]
                    rows += [row | to_row(TESTED, test) for test in own] or [row]
        heads = ["feature", "metric", "class", "key", "system", *parts, *(column.name for column in TESTED)]
        return Rows(heads, rows, self.comparison.signature)


def compare_classes(comparison: Comparison, by: Sequence[str]) -> ComparedByClass:
    """Compare the systems of a comparison class by class, with a paired test for each class.

    Args:
        comparison: the comparison, of results that still have their mentions (compare(whole=True)), and of no datasets.
        by: features, as for score --by: class, code, type …

    Raises:
        UsageError: CE051 by datasets, or if entities are resampled.
    """
    if comparison.datasets or comparison.resampling.resample != "documents":
        raise UsageError(Problem("CE051", "classes-need-documents"))
    found: list[ComparedClasses] = []
    left_out: dict[str, str] = {}
    names: list[str] = []
    for name in by:
        of_system = {
            system: breakdown(comparison.results[system][""], dict(comparison.metrics), name)
            for system in comparison.systems
        }
        for each in of_system.values():
            left_out |= each.left_out
        first = next(iter(of_system.values()))
        names.append(first.feature.name)
        found += [
            _compared(comparison, of_system, metric, labels)
            for metric in first.metrics
            if all(metric in each.metrics for each in of_system.values())
            and (labels := _counted_labels(of_system.values(), metric))
        ]
    noted = {
        system: {"": replace(result, warnings=tuple(notes_of_features(result, names)))}
        for system, (result,) in ((each, comparison.results[each].values()) for each in comparison.systems)
    }
    comparison = replace(comparison, warnings=(*comparison.warnings, *warnings_of(noted)))
    return ComparedByClass(comparison, tuple(found), left_out)


def _compared(
    comparison: Comparison, of_system: Mapping[str, Breakdown], metric: str, labels: tuple[str, ...]
) -> ComparedClasses:
    """Return the systems in one metric, by these classes."""
    first = next(iter(of_system.values()))
    tables = [{label: _counts(each, metric, label) for label in labels} for each in of_system.values()]
    units = len(first.documents)
    scored = {label: _OfClass(first.metrics[metric]) for label in labels}
    sample = Sample.of(tables, scored, first.settings, (units,))
    inference = Inference(sample, comparison.resampling)
    pairs = (
        [(system, comparison.baseline) for system in comparison.systems if system != comparison.baseline]
        if comparison.resampling.pairs == "baseline"
        else list(combinations(comparison.systems, 2))
    )
    asked = [(*pair, label) for label in labels for pair in pairs]
    tests = adjusted_tests(paired_tests(inference, comparison.systems, asked)[0], comparison.resampling)
    scores: dict[str, dict[str, dict[str, float | None]]] = {
        system: {label: {} for label in labels} for system in comparison.systems
    }
    for (system, label, part), value in zip(sample.outputs, sample.observed.tolist(), strict=True):
        scores[comparison.systems[system]][label][part] = number_or_none(value)
    own = first.tally(metric) if metric in first.own_averages else None
    sizes = first.mentions[0] if own is None else own.in_key
    in_key = {
        label: int(sizes[first.labels.index(label)]) if label in first.labels else 0 for label in labels
    }
    return ComparedClasses(
        first.feature.name,
        metric,
        labels,
        in_key,
        scores,
        {label: tuple(test for test in tests if test.metric == label) for label in labels},
        {system: each.averaged_over(metric) for system, each in of_system.items()},
    )


def _counted_labels(breakdowns: Collection[Breakdown], metric: str) -> tuple[str, ...]:
    """Return the classes in which a metric counts something for any system; no class of zeros in a text without zeros."""
    shown = {each.labels[number]: None for each in breakdowns for number in each.order}
    return tuple(
        label
        for label in shown
        if any(
            values.any()
            for each in breakdowns
            if label in each.labels
            for values in each.counts(metric, label).columns.values()
        )
    )


def _counts(found: Breakdown, metric: str, label: str) -> Counts:
    """Return the counts of a metric in a class, with documents sorted by name; 0 in a class that does not occur."""
    documents = found.documents
    order = np.array(sorted(range(len(documents)), key=lambda row: documents[row]), np.int64)
    if label in found.labels:
        return found.counts(metric, label).select(order)
    return Counts({name: np.zeros(len(documents)) for name in found.cells[metric]})
