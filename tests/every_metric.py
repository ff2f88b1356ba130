"""The metrics that the properties run over: every registered one, with each choice of each of its parameters."""

from __future__ import annotations

from collections.abc import Iterator

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
