"""Scores computed from counts: for the corpus and each document, with the notes of the metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from corefeval.arrays import Floats, number_or_none
from corefeval.counts import Counts
from corefeval.metrics.base import Metric
from corefeval.records import cached_property
from corefeval.settings import Settings


class ScoreTable:
    """Scores that the formulas of metrics compute from counts. Each is computed once; `finish` computes all.

    Args:
        metrics: the metrics by name.
        counts: the counts of each, one number per document.
        settings: how 0/0 is written, and β.
    """

    def __init__(
        self, metrics: Mapping[str, Metric], counts: Mapping[str, Counts], settings: Settings
    ) -> None:
        self.made_from = metrics, counts, settings
        self._of = {name: (metric, counts[name]) for name, metric in metrics.items() if name in counts}
        self._sums = {name: counts.with_sums() for name, (_, counts) in self._of.items()}

    def is_of(self, metrics: Mapping[str, Metric], counts: Mapping[str, Counts], settings: Settings) -> bool:
        """Return whether it was made from these."""
        ours = self.made_from
        return ours[0] is metrics and ours[1] is counts and ours[2] == settings

    def finish(self) -> Self:
        """Compute all scores, so that printing a result calls no metric."""
        _ = self.scores, self.factors, self.outcomes
        if self.made_from[2].undefined == "zero":  # elsewhere nothing is written in the place of 0/0
            _ = self.empty
        return self

    @cached_property
    def columns(self) -> dict[str, dict[str, Floats]]:
        """For each metric its parts: one score per document, followed by that of the corpus.

        A formula is elementwise, so one call scores all:

            counts of documents  [a, b, c]  and their sum  t
            metric.scores([a, b, c, t])  ->  [A, B, C, T]
        """
        settings = self.made_from[2]
        return {name: metric.scores(self._sums[name], settings) for name, (metric, _) in self._of.items()}

    @cached_property
    def scores(self) -> dict[str, dict[str, float | None]]:
        """The scores of the whole corpus: counts are summed over documents, then divided (micro)."""
        return {
            name: {part: number_or_none(values[-1]) for part, values in parts.items()}
            for name, parts in self.columns.items()
        }

    def flat(self) -> dict[str, float | None]:
        """Return the scores of the whole corpus in one dictionary: `{"muc/recall": …, "muc/f1": …}`, None if undefined."""
        return {
            f"{name}/{part}": value for name, parts in self.scores.items() for part, value in parts.items()
        }

    @property
    def by_document(self) -> dict[str, dict[str, Floats]]:
        """For each metric its parts, one score per document."""
        return {
            name: {part: values[:-1] for part, values in parts.items()}
            for name, parts in self.columns.items()
        }

    @cached_property
    def empty(self) -> dict[str, list[str]]:
        """The parts of each metric with nothing to count (0/0), whatever the settings print."""
        found = {
            name: [
                part
                for part, is_empty in metric.is_empty(self._sums[name], self.made_from[2]).items()
                if is_empty[-1]
            ]
            for name, (metric, _) in self._of.items()
        }
        return {name: parts for name, parts in found.items() if parts}

    @cached_property
    def factors(self) -> dict[str, dict[str, dict[str, float | None]]]:
        """For each metric the factors of its scores; {} for a metric without factors."""
        return {
            name: {
                factor: {part: number_or_none(value) for part, value in parts.items()}
                for factor, parts in metric.factors(counts).items()
            }
            for name, (metric, counts) in self._of.items()
        }

    @cached_property
    def outcomes(self) -> dict[str, tuple[dict[str, Floats], dict[str, Floats]]]:
        """For each metric how often each outcome was counted, in the corpus and in each document; {} for a metric without outcomes."""
        found = {name: metric.outcome_counts(self._sums[name]) for name, (metric, _) in self._of.items()}
        return {
            name: (
                {outcome: values[-1] for outcome, values in outcomes.items()},
                {outcome: values[:-1] for outcome, values in outcomes.items()},
            )
            for name, outcomes in found.items()
        }
