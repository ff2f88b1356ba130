"""The metrics that the properties run over: every registered one, with each choice of each of its parameters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS, Metric


def metrics_for(*has: str) -> dict[str, Metric]:
    """Return the metrics that need no more than this of the files, by their full names."""
    names = [name for name in METRICS if METRICS[name].needs <= set(has)]
    return {metric.full_name: metric for name in names for metric in variants(name)}


def variants(name: str) -> Iterator[Metric]:
    """Yield a metric as it is, and as each choice of each of its parameters makes it."""
    yield parse_metric(name)
    for parameter, declared in METRICS[name].parameters.items():
        for choice in declared.choices:
            if choice != declared.default:
                yield parse_metric(f"{name}({parameter}={choice})")


FORMULAS = [
    "count",
    "shares",
    "losses",
    "score",
    "scores",
    "scores_of_class",
    "is_empty",
    "factors",
    "outcomes",
    "outcome_counts",
    "count_sets",
    "count_parts",
    "combine",
    "align",
    "notes",
    "classes",
    "counts_class",
    "undefined_parts",
]
"""Everything that a metric computes; what is left are its names."""


def forbid_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every metric raise whatever it is asked to compute: results must be finished by then."""

    def refused(*args: object, **options: object) -> None:
        del args, options
        raise AssertionError

    kinds = {base for name in METRICS for base in METRICS[name].__mro__ if issubclass(base, Metric)}
    for metric in kinds:
        for name in FORMULAS:
            if name in vars(metric):
                monkeypatch.setattr(metric, name, refused)
