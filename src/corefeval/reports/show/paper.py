"""The table of scores that papers print: a row per system, and precision, recall and F1 of each metric."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from corefeval.columns import Column
from corefeval.comparison.comparison import headline
from corefeval.evaluation.result import PARTS, Parts
from corefeval.metrics.base import Metric
from corefeval.reports.report import Cell, Row, Table

LATEX = frozenset({"latex"})
ORDER = {"precision": "P", "recall": "R"} | {part: head for part, head in PARTS.items() if part[0] == "f"}
"""The parts in the order of papers, with the heads of their columns."""
MOST = 5
"""The most metrics with three columns that fit the width of a page next to an average."""


def fits_one_row(scores: Iterable[Parts]) -> bool:
    """Return whether all scores of a system fit one row of the table."""
    found = list(scores)
    return sum(len(parts) > 1 for parts in found) <= MOST and all(set(parts) <= set(ORDER) for parts in found)


def paper_table(
    metrics: Mapping[str, Metric],
    systems: Mapping[str, Mapping[str, Parts]],
    cell: Callable[[str, str, str], Cell],
    caption: str,
    notes: Iterable[str] = (),
) -> Table:
    """Return the table. Metrics with one score, such as the CoNLL average, are the last columns.

    Args:
        metrics: the metrics by name.
        systems: the scores of each system by metric.
        cell: returns the cell of a system, a metric and a part.
        caption: one line; the signature follows it.
        notes: the meaning of marks and brackets.
    """
    first = next(iter(systems.values()))
    parts = {
        name: [part for part in ORDER if part in first[name]] or [headline(first[name])] for name in metrics
    }
    names = sorted(parts, key=lambda name: len(parts[name]) == 1)
    shown = [(name, part) for name in names for part in parts[name]]
    columns = (Column(ORDER.get(part, part), group=metrics[name].full_label) for name, part in shown)
    rows = (Row.of(system, *(cell(system, name, part) for name, part in shown)) for system in systems)
    return Table(
        (Column("System" if len(systems) > 1 else "", "text"), *columns),
        tuple(rows),
        note=". ".join(notes),
        is_stacked=True,
        on=LATEX,
        caption=caption,
    )
