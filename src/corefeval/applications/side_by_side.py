"""compare_uses(): which system leads for which use, whether the lead is real, and whether it survives other choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corefeval.applications.answer_for import check_answerable, gold_cases, types_from
from corefeval.applications.sensitivity import Order, Turn, orders, turned
from corefeval.applications.uses import Use, uses_named
from corefeval.columns import Printed, Rows, plain
from corefeval.comparison.compare import compare
from corefeval.comparison.comparison import Comparison, Lead
from corefeval.evaluation.request import Input
from corefeval.evaluation.result import Result
from corefeval.presets import HEADLINE

REFERENCE = HEADLINE
"""The classic score that stands beside the uses."""


@dataclass(frozen=True, eq=False)
class UseComparison(Printed):
    """Systems side by side for several uses.

    Attributes:
        uses: the uses.
        comparison: scores, intervals and tests of the headline of each use, and of the CoNLL average.
        orders: for each use whether the order of the systems survives other choices.
        turns: for each use the pairs that are the other way round than in the CoNLL average.
        types_from: where the types of mentions come from, in words.
        gold: for each use how many cases of the gold each system is judged on, and on how many mentions beside them.
    """

    uses: tuple[Use, ...]
    comparison: Comparison = field(repr=False)
    orders: Mapping[str, tuple[Order, ...]]
    turns: Mapping[str, tuple[Turn, ...]]
    types_from: str
    gold: Mapping[str, Mapping[str, tuple[float, int]]]

    @property
    def leads(self) -> dict[str, Lead]:
        """Who leads for each use."""
        return {use.name: self.comparison.leads[use.headline] for use in self.uses}

    @property
    def leaders(self) -> dict[str, list[str]]:
        """The uses that each system leads for; with more than one system the ranking turns between uses.

        Of systems with the same score none leads.
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
                "gold": {
                    "cases": use.cases,
                    "systems": {
                        system: {"cases": cases, "beside": beside}
                        for system, (cases, beside) in self.gold[use.name].items()
                    },
                },
                "lead": self.leads[use.name],
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
            for use in [one.name for one in self.uses if one.headline == row["metric"]] or [""]:
                cases = self.gold[use][row["system"]][0] if use else None
                rows.append({**row, "use": use, "cases": cases})
        return Rows(["use", *table.heads, "cases"], rows, table.signature)

    def __repr__(self) -> str:
        """Return who leads for each use."""
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
    comparison = compare(key, systems, metrics=metrics, whole=True, **options)
    pairings = [
        result.pairing
        for results in comparison.results.values()
        for result in results.values()
        if result.pairing is not None
    ]
    for pairing in pairings:
        check_answerable(pairing)
    conll = _f1(comparison, REFERENCE)
    return UseComparison(
        uses,
        comparison,
        {one.name: orders(comparison, one) for one in uses},
        {one.name: tuple(turned(conll, _f1(comparison, one.headline), one.name)) for one in uses},
        types_from(pairings[0]),
        {
            one.name: {system: _gold(results, one) for system, results in comparison.results.items()}
            for one in uses
        },
    )


def _gold(results: Mapping[str, Result], use: Use) -> tuple[float, int]:
    """Return how many cases of the gold a system is judged on, in all datasets, and on how many mentions beside them."""
    found = [gold_cases(result.pairing, use) for result in results.values() if result.pairing is not None]
    return sum(cases for cases, _ in found), sum(beside for _, beside in found)


def _f1(comparison: Comparison, metric: str) -> dict[str, float | None]:
    return {system: comparison.scores[system][metric]["f1"] for system in comparison.systems}
