"""compare_uses(): which system leads for which use, whether the lead is significant, and whether it holds with other choices."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from corefeval.applications.answer_for import check_answerable, gold_cases, types_from
from corefeval.applications.measured import measuring, with_metrics
from corefeval.applications.sensitivity import Order, Turn, orders, turned
from corefeval.applications.uses import Use, uses_named
from corefeval.breakdown.breakdown import pairing_of
from corefeval.columns import Printed, Rows, plain
from corefeval.comparison.compare import compare, compare_results
from corefeval.comparison.comparison import Comparison, Lead
from corefeval.comparison.intervals import RESAMPLES
from corefeval.evaluation.request import Input
from corefeval.evaluation.result import Result
from corefeval.metrics import metric_name
from corefeval.metrics.use_units import UnitUse
from corefeval.presets import HEADLINE

REFERENCE = HEADLINE
"""The classic score that is shown with the uses."""


@dataclass(frozen=True, eq=False)
class UseComparison(Printed):
    """Systems side by side for several uses.

    Attributes:
        uses: the uses.
        comparison: scores, intervals and tests of each use itself where the key has trees, of its headline, and of the CoNLL average.
        orders: for each use whether the order of the systems stays the same with other choices.
        turns: for each use the pairs whose order differs from that in the CoNLL average, by the ranking score.
        types_from: the source of the mention types, in words.
        gold: for each use the number of gold cases on which each system is scored, and of other mentions.
    """

    uses: tuple[Use, ...]
    comparison: Comparison = field(repr=False)
    orders: Mapping[str, tuple[Order, ...]]
    turns: Mapping[str, tuple[Turn, ...]]
    types_from: str
    gold: Mapping[str, Mapping[str, tuple[float, int]]]

    @property
    def leads(self) -> dict[str, Lead]:
        """The leader for each use: in the use itself if it was measured, otherwise in its headline."""
        return {use.name: self.comparison.leads[self.ranked_by(use)] for use in self.uses}

    def ranked_by(self, use: Use) -> str:
        """Return the metric that ranks systems for a use: the one that measures it, else its headline."""
        return use.ranked_by(self.comparison.metrics)

    def is_measured(self, use: Use) -> bool:
        """Return whether a use itself was measured, so that its headline is no proxy."""
        return self.ranked_by(use) == use.measured_by

    def units(self, use: Use, system: str) -> tuple[float, float] | None:
        """Return how many units of a measured use a system has right, and how many the gold has; None if it has no units."""
        metric = self.ranked_by(use)
        if not isinstance(self.comparison.metrics[metric], UnitUse):
            return None
        totals = [result.counts[metric].totals() for result in self.comparison.results[system].values()]
        right, gold = (
            math.fsum(float(each[name]) for each in totals)
            for name in ("recall_numerator", "recall_denominator")
        )
        return right, gold

    @property
    def leaders(self) -> dict[str, list[str]]:
        """The uses that each system leads for; with more than one system, the ranking differs between uses.

        In a tie no system leads.
        """
        found: dict[str, list[str]] = {}
        for name, one in self.leads.items():
            if one.system is not None and one.margin != 0:
                found.setdefault(one.system, []).append(name)
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        uses = {
            use.name: {
                "title": use.title,
                "question": use.question,
                "metric": use.headline,
                "ranked_by": self.ranked_by(use),
                "units": {
                    system: {"right": units[0], "gold": units[1]}
                    for system in self.comparison.systems
                    if (units := self.units(use, system)) is not None
                },
                "gold": {
                    "cases": use.cases,
                    "systems": {
                        system: {"cases": cases, "beside": beside}
                        for system, (cases, beside) in self.gold[use.name].items()
                    },
                },
                "lead": self.leads[use.name],
                "headline_lead": self.comparison.leads[use.headline],
                "turned_from_conll": self.turns[use.name],
                "sensitivity": self.orders[use.name],
                "paper": use.paper,
            }
            for use in self.uses
        }
        return {**self.comparison.to_dict(), "types": self.types_from, "uses": plain(uses)}

    def rows(self) -> Rows:
        """Return the rows of the comparison with the use that each metric answers for, and the cases of its gold."""
        table = self.comparison.rows()
        rows = []
        for row in table.rows:
            # uses that share a headline have a row each
            measured = [one for one in self.uses if one.measured_by == row["metric"]]
            for use in measured:
                units = self.units(use, row["system"])
                rows.append({**row, "use": use.name, "cases": units[1] if units else None})
            if not measured:
                for name in [one.name for one in self.uses if one.headline == row["metric"]] or [""]:
                    cases = self.gold[name][row["system"]][0] if name else None
                    rows.append({**row, "use": name, "cases": cases})
        return Rows(["use", *table.heads, "cases"], rows, table.signature)

    def __repr__(self) -> str:
        """Return the leader for each use."""
        told = ", ".join(
            f"{name} {(one.system if one.margin != 0 else None) or 'none'}"
            for name, one in self.leads.items()
        )
        return f"<UseComparison: {told}>"


def compare_uses(
    key: Input, systems: Mapping[str, Input] | Sequence[Input], use: str | Sequence[str], **options: Any
) -> UseComparison:
    """Compare systems for one use, several, or `all`.

    Args:
        key: path, corpus or clusters of the gold annotation.
        systems: {name: path, corpus or clusters}, or a list of them.
        use: names of uses.
        options: as in compare(), without metrics.
    """
    uses = uses_named(use)
    metrics = [*(one.headline for one in uses), REFERENCE]
    rank_by = options.pop("rank_by", None)
    scored = compare(key, systems, metrics=metrics, whole=True, **{**options, "resamples": 0})
    pairings = [result.pairing for result in scored.every_result if result.pairing is not None]
    for pairing in pairings:
        check_answerable(pairing)
    results = _measured(scored, [one.measured_by for one in uses if one.measured_by])
    if rank_by is None and len(uses) == 1:
        rank_by = uses[0].ranked_by(next(iter(next(iter(results.values())).values())).metrics)
    resampling = replace(
        scored.resampling,
        resamples=options.get("resamples", RESAMPLES),
        rank_by="" if rank_by is None else metric_name(rank_by),
    )
    comparison = compare_results(results, resampling, scored.baseline, dict(scored.rejected))
    conll = _f1(comparison, REFERENCE)
    return UseComparison(
        uses,
        comparison,
        {one.name: orders(comparison, one) for one in uses},
        {
            one.name: tuple(turned(conll, _f1(comparison, one.ranked_by(comparison.metrics)), one.name))
            for one in uses
        },
        types_from(pairings[0]),
        {
            one.name: {system: _gold(results, one) for system, results in comparison.results.items()}
            for one in uses
        },
    )


def _measured(scored: Comparison, names: Sequence[str]) -> Mapping[str, Mapping[str, Result]]:
    """Return the results of all systems, with the uses themselves where every key has trees.

    Entities cannot be resampled for uses, since a fact has several.
    """
    if scored.resampling.resample != "documents":
        return scored.results
    found = {
        system: {
            dataset: with_metrics(result, measuring(pairing_of(result), names, result.settings))
            for dataset, result in datasets.items()
        }
        for system, datasets in scored.results.items()
    }
    every = [result.metrics for datasets in found.values() for result in datasets.values()]
    return found if all(name in metrics for metrics in every for name in names) else scored.results


def _gold(results: Mapping[str, Result], use: Use) -> tuple[float, int]:
    """Return the number of gold cases on which a system is scored, in all datasets, and of other mentions."""
    found = [gold_cases(result.pairing, use) for result in results.values() if result.pairing is not None]
    return sum(cases for cases, _ in found), sum(beside for _, beside in found)


def _f1(comparison: Comparison, metric: str) -> dict[str, float | None]:
    return {system: comparison.scores[system][metric]["f1"] for system in comparison.systems}
