"""Metrics that judge mention by mention: the outcome of each link, counted by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, look_up
from corefeval.counts import Counts
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
        right: for each mention the key mention that it should lead to, -1 if it should lead to none.
        chosen: for each mention the response mention that it was led to, -1 if none.
        rights: of mentions that refer to several (groups, ambiguous references), all that is right.
        choices: the same for the chosen antecedents.
    """

    right: Integers
    chosen: Integers
    rights: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    choices: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def both(cls, pairing: Pairing, right: Integers, chosen: Integers) -> tuple[Targets, Targets]:
        """Return the targets of both sides, given the right antecedent of each key mention and the chosen one of each response mention."""
        return (
            cls(right, look_up(pairing.key_partner, chosen)),
            cls(look_up(pairing.response_partner, right), chosen),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """The metric's own classes: its counts are `class.outcome`, unless it states the contributions of mentions.

    Attributes:
        names: the classes.
        key: for each key mention the number of its class.
        response: the same for each response mention.
    """

    names: tuple[str, ...]
    key: Integers
    response: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The outcome of each mention of key and response.

    Breakdowns by any feature of a mention follow from these columns: a mention's outcome belongs to the
    class of that mention.

    Attributes:
        names: the outcomes, the right one first.
        key: for each key mention the number of its outcome, -1 if not judged.
        response: the same for response mentions; a mention on both sides may be judged on both.
        targets: the antecedents of the mentions of key and response, None if the metric has none.
        classes: the metric's own classes, None if there are none.
        adds: the contribution of each mention to the counts, if other than one for its outcome. The
            contribution of a response mention that is not judged itself belongs to its matched key mention.
        righted: the counts that each scored mention and its partner would add if it were right. None for the default:
        one to the first outcome for a key mention, nothing for a response mention.
    """

    names: tuple[str, ...]
    key: Integers
    response: Integers
    targets: tuple[Targets, Targets] | None = None
    classes: Classes | None = None
    adds: Shares | None = None
    righted: Shares | None = None

    def limited(self, key: Booleans, response: Booleans) -> Outcomes:
        """Return the outcomes of only these mentions; the others are not judged."""
        return replace(
            self,
            key=np.where(key, self.key, NOT_JUDGED),
            response=np.where(response, self.response, NOT_JUDGED),
        )

    @property
    def shares(self) -> Shares:
        """The contribution of each mention to the counts: one for its outcome, unless the metric states otherwise."""
        if self.adds is not None:
            return self.adds
        key, response = (
            {name: column == number for number, name in enumerate(self.names)}
            for column in (self.key, self.response)
        )
        return Shares(key, response)

    def count(self, pairing: Pairing) -> Counts:
        """Return the sums of the contributions in each document."""
        if self.adds is not None:
            return self.adds.count(pairing)
        size, documents = len(self.names), len(pairing.names)
        table = np.zeros(documents * size)
        for corpus, outcome in ((pairing.key, self.key), (pairing.response, self.response)):
            rows = np.flatnonzero(outcome >= 0)
            cell = corpus.mention_document[rows] * size + outcome[rows]
            table += np.bincount(cell, minlength=len(table))
        return Counts({name: table[number::size].copy() for number, name in enumerate(self.names)})


LINK_OUTCOMES = ("tp", "wl", "fn", "fp")
"""Right link, wrong linkage, missing link, invented link."""


LINK_MEANINGS = {
    "tp": "right antecedent",
    "wl": "wrong antecedent",
    "fn": "no antecedent, although the key has one",
    "fp": "an antecedent, although the key has none",
}
"""The outcomes of links, in words."""


def judge_links(
    judged: Booleans,
    resolved: Booleans,
    right: Booleans,
    invented: Booleans,
    targets: tuple[Targets, Targets] | None = None,
) -> Outcomes:
    """Return the outcomes of links.

    Args:
        judged: the key mentions that are judged.
        resolved: those of them that the response links.
        right: those that it links rightly.
        invented: the response mentions that should not have been linked.
        targets: the right and the chosen antecedents of the mentions.
    """
    key = np.where(judged, np.where(resolved, np.where(right, 0, 1), 2), NOT_JUDGED)
    return Outcomes(LINK_OUTCOMES, key, np.where(invented, 3, NOT_JUDGED), targets)


class OutcomeMetric(Metric):
    """A metric that judges mentions one by one: explained mention by mention, listed, and broken down.

    Attributes:
        leads_to: the antecedent of a judged mention, in words.
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
        """The default feature for grouping outcomes: its own classes, else the type."""
        return "type"

    @property
    def derives_codes(self) -> bool:
        """Whether mentions without type codes are judged by codes that are derived from the words."""
        return False

    def outcome_counts(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
        """Return the number of each outcome over all classes, without counts that are not outcomes."""
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

    def count(self, pairing: Pairing) -> Counts:
        """Count the outcomes."""
        return self.outcomes(pairing).count(pairing)

    def shares(self, pairing: Pairing) -> Shares | None:
        """Return the contribution of each mention: one for its outcome, unless the metric states otherwise."""
        return self.outcomes(pairing).shares


class CodeMetric(OutcomeMetric):
    """A metric that counts outcomes by the classes or the full codes of a scheme: `--by class` and `--by code` tabulate them.

    A count is named `row.outcome`; fn and fp are outcomes of units that only one side has.

    Attributes:
        rows_apart: the rows that are neither classes nor codes, such as that of units without a code.
    """

    rows_apart: ClassVar[tuple[str, ...]] = ()

    @property
    def found(self) -> tuple[str, ...]:
        """The outcomes of units on both sides."""
        raise NotImplementedError

    @property
    def scheme(self) -> Scheme:
        """The scheme of the run."""
        raise NotImplementedError

    def by_rows(self, feature: str) -> Self:
        """Return the metric with classes (class) or full codes (code) as its rows."""
        raise NotImplementedError

    def has_codes(self, pairing: Pairing) -> bool:
        """Return whether the key has type codes: given, or derived where the metric derives them."""
        raise NotImplementedError

    def counts_row(self, name: str) -> bool:
        """Return whether a row counts."""
        raise NotImplementedError

    def is_named_attempted(self, name: str) -> bool:
        """Return whether a row is named as attempted: then averages divide by it, found or not."""
        raise NotImplementedError

    def class_of_row(self, row: str) -> str:
        """Return the class that a row belongs to, '' if none."""
        raise NotImplementedError


class LinkMetric(OutcomeMetric):
    """A metric that judges the link of each mention.

    R = tp / (tp + wl + fn), P = tp / (tp + wl + fp), accuracy of links = tp / (tp + wl).
    """

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return recall, precision, F1 and the accuracy of links."""
        linked = totals["tp"] + totals["wl"]
        recall = ratio(totals["tp"], linked + totals["fn"])
        precision = ratio(totals["tp"], linked + totals["fp"])
        return {
            "recall": recall,
            "precision": precision,
            "f1": f_score(recall, precision),
            "accuracy": ratio(totals["tp"], linked),
        }
