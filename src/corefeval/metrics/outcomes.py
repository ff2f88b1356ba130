"""Metrics that judge mention by mention: the outcome of each link, counted by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, look_up
from corefeval.metrics.base import Metric, Scores, f_score, ratio
from corefeval.metrics.shares import Shares
from corefeval.pairing.pairing import Pairing

if TYPE_CHECKING:
    from corefeval.linguistics.codes import Scheme

NOT_JUDGED = -1


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """The targets of the scored mentions of one side.

    Attributes:
        right: for each mention, the key mention that is its correct target; -1 if it has none.
        chosen: for each mention, the response mention that it was linked to; -1 if none.
        rights: all correct targets of mentions that refer to several (groups, ambiguous references).
        choices: all chosen targets of such mentions.
    """

    right: Integers
    chosen: Integers
    rights: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    choices: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def both(cls, pairing: Pairing, right: Integers, chosen: Integers) -> tuple[Targets, Targets]:
        """Return the targets of both sides.

        Args:
            pairing: key and response.
            right: the correct target of each key mention.
            chosen: the chosen target of each response mention.
        """
        return (
            cls(right, look_up(pairing.key_partner, chosen)),
            cls(look_up(pairing.response_partner, right), chosen),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """The classes that a metric counts separately; its counts are named `class.outcome`, unless `Outcomes.adds` gives them.

    Attributes:
        names: the classes.
        key: for each key mention, the index of its class.
        response: for each response mention, the index of its class.
    """

    names: tuple[str, ...]
    key: Integers
    response: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The outcome of each mention of key and response.

    Breakdowns by any feature of mentions use these columns: an outcome belongs to the class of its mention.

    Attributes:
        names: the outcomes, the right one first.
        key: for each key mention, the index of its outcome; -1 if it is not judged.
        response: for each response mention, the same; a mention on both sides may be judged on both.
        targets: the correct and chosen targets of the mentions of key and response; None if the metric has no targets.
        classes: the classes that are counted separately; None if there are none.
        adds: the share of each mention in the counts; None if each mention adds one to its outcome. If a response
            mention is not judged itself, its share belongs to the key mention that it is matched with.
        righted: the counts that each scored mention and its partner would add if it were right. None for the default: a
            key mention adds one to the first outcome, a response mention adds nothing.
    """

    names: tuple[str, ...]
    key: Integers
    response: Integers
    targets: tuple[Targets, Targets] | None = None
    classes: Classes | None = None
    adds: Shares | None = None
    righted: Shares | None = None

    def limited(self, key: Booleans, response: Booleans) -> Outcomes:
        """Return the outcomes of these mentions only; the others are not judged."""
        return replace(
            self,
            key=np.where(key, self.key, NOT_JUDGED),
            response=np.where(response, self.response, NOT_JUDGED),
        )

    @property
    def shares(self) -> Shares:
        """The share of each mention in the counts: one for its outcome, unless `adds` gives another."""
        if self.adds is not None:
            return self.adds
        key, response = (
            {name: column == number for number, name in enumerate(self.names)}
            for column in (self.key, self.response)
        )
        return Shares(key, response)


LINK_OUTCOMES = ("tp", "wl", "fn", "fp")
"""Right link, wrong link, missing link, spurious link."""


LINK_MEANINGS = {
    "tp": "right antecedent",
    "wl": "wrong antecedent",
    "fn": "no antecedent, although the key has one",
    "fp": "an antecedent, although the key has none",
}
"""The outcomes of links, with descriptions."""


def judge_links(
    judged: Booleans,
    resolved: Booleans,
    right: Booleans,
    invented: Booleans,
    targets: tuple[Targets, Targets] | None = None,
) -> Outcomes:
    """Return the outcomes of links.

    Args:
        judged: which key mentions are judged.
        resolved: which key mentions the response links to an antecedent.
        right: which key mentions it links to a right antecedent.
        invented: which response mentions have a link although they should have none.
        targets: the correct and the chosen targets of the mentions.
    """
    key = np.where(judged, np.where(resolved, np.where(right, 0, 1), 2), NOT_JUDGED)
    return Outcomes(LINK_OUTCOMES, key, np.where(invented, 3, NOT_JUDGED), targets)


def scores_of(right: Floats, in_key: Floats, in_response: Floats, prefix: str = "") -> Scores:
    """Return recall, precision and F1, given the number of right units and of all units of key and response."""
    recall, precision = ratio(right, in_key), ratio(right, in_response)
    f1 = f_score(recall, precision)
    return {f"{prefix}recall": recall, f"{prefix}precision": precision, f"{prefix}f1": f1}


class OutcomeMetric(Metric):
    """A metric that judges mentions one by one, so that outcomes can be explained, listed and broken down.

    Attributes:
        leads_to: the word for the target of a judged mention.
    """

    meanings: ClassVar[Mapping[str, str]] = LINK_MEANINGS
    leads_to: ClassVar[str] = "antecedent"
    counts_of = "mentions with an antecedent"

    @property
    def outcome_names(self) -> tuple[str, ...]:
        """The outcomes, the right one first."""
        return tuple(self.meanings)

    @property
    def own_feature(self) -> str:
        """The feature by which outcomes are grouped by default: its own classes if it has any, otherwise the type."""
        return "type"

    @property
    def derives_codes(self) -> bool:
        """Whether mentions without type codes are judged by codes derived from the words."""
        return False

    def outcome_counts(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the count of each outcome, summed over all classes; outcomes without a count are omitted."""
        names = self.outcome_names
        found: dict[str, Floats] = {}
        for column, values in totals.items():
            name = column if column in names else column.rpartition(".")[2]
            if name in names:
                found[name] = found.get(name, np.zeros(())) + values
        return {name: found[name] for name in names if name in found}

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each mention."""
        raise NotImplementedError

    def shares(self, pairing: Pairing) -> Shares | None:
        """Return the share of each mention: one for its outcome, unless the metric defines another."""
        return self.outcomes(pairing).shares


class CodeMetric(OutcomeMetric):
    """A metric that counts outcomes by the classes or full codes of a scheme; `--by class` and `--by code` tabulate them.

    A count is named `row.outcome`. The outcomes fn and fp belong to units that only one side has.

    Attributes:
        rows_apart: the rows that are neither classes nor codes, such as the row of units without a code.
    """

    rows_apart: ClassVar[tuple[str, ...]] = ()

    @property
    def found(self) -> tuple[str, ...]:
        """The outcomes of units that both sides have."""
        raise NotImplementedError

    @property
    def scheme(self) -> Scheme:
        """The scheme of the run."""
        raise NotImplementedError

    def by_rows(self, feature: str) -> Self:
        """Return the metric with classes (`class`) or full codes (`code`) as its rows."""
        raise NotImplementedError

    def has_codes(self, pairing: Pairing) -> bool:
        """Return whether the key has type codes, either given or derived by the metric."""
        raise NotImplementedError

    def counts_row(self, name: str) -> bool:
        """Return whether the scores include a row."""
        raise NotImplementedError

    def is_named_attempted(self, name: str) -> bool:
        """Return whether the user named a row as attempted; averages then include it even if nothing was found."""
        raise NotImplementedError

    def class_of_row(self, row: str) -> str:
        """Return the class of a row; '' if it has none."""
        raise NotImplementedError


class LinkMetric(OutcomeMetric):
    """A metric that judges the link of each mention.

    R = tp / (tp + wl + fn), P = tp / (tp + wl + fp), accuracy of linked mentions = tp / (tp + wl).
    """

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return recall, precision, F1 and the accuracy of linked mentions."""
        tp, linked = totals["tp"], totals["tp"] + totals["wl"]
        accuracy = ratio(tp, linked)
        return {**scores_of(tp, linked + totals["fn"], linked + totals["fp"]), "accuracy": accuracy}
