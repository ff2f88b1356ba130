"""The tables of an explanation by one feature: errors, losses of mentions, and their outcomes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corefeval.explanation.errors_by_feature import ErrorCount, ErrorValues, break_down, is_of_errors
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.losses import MentionLosses
from corefeval.explanation.mention_outcomes import OutcomeCount, OutcomeTable
from corefeval.explanation.shapley import AllRepairGains


@dataclass(frozen=True, eq=False)
class FeatureTables:
    """The tables of one feature; tables that were not requested, or that the metrics lack, are empty.

    Attributes:
        of_errors: the value of each error.
        errors: the errors of each value, in total and by class, with the gain from repairing them.
        losses: for each metric the losses of the mentions of each value.
        of_mentions: for each metric that judges mentions the value of each judged one.
        outcomes: for each such metric the outcomes of the mentions of each value.
    """

    of_errors: Sequence[str]
    errors: Sequence[ErrorCount]
    losses: Mapping[str, Sequence[Mapping[str, Any]]]
    of_mentions: Mapping[str, Sequence[str]]
    outcomes: Mapping[str, Sequence[OutcomeCount]]

    @classmethod
    def of(
        cls,
        feature: str,
        found: FoundErrors,
        repair_gains: AllRepairGains,
        losses: MentionLosses | None,
        tables: Mapping[str, OutcomeTable],
        sections: Collection[str],
    ) -> FeatureTables:
        """Make the tables that some sections show.

        Args:
            feature: the feature's name.
            found: the errors.
            repair_gains: scores repairs; without a metric that it can score, mentions are listed in place of errors.
            losses: the losses of mentions, for the section `by`.
            tables: the outcomes of the requested metrics that judge mentions.
            sections: see explanation.SECTIONS.
        """
        is_repaired = bool(repair_gains.metrics)
        of_errors: Sequence[str] = ()
        errors: Sequence[ErrorCount] = ()
        if is_repaired:
            values = ErrorValues.of(found, feature)
            of_errors = values.listed() if "errors" in sections else ()
            errors = break_down(found.table, values, repair_gains.gains) if "by" in sections else ()
        is_judged = not (is_repaired and is_of_errors(feature))
        return cls(
            of_errors,
            errors,
            losses.by(feature) if is_repaired and losses is not None and "by" in sections else {},
            {} if is_repaired else {name: table.values(feature) for name, table in tables.items()},
            {name: table.by(feature) for name, table in tables.items()}
            if is_judged and "outcomes" in sections
            else {},
        )
