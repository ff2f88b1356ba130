"""Metrics that judge mention by mention: what became of each link, counted by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, Scores, f_score, ratio
from corefeval.metrics.shares import Shares
from corefeval.pairing.pairing import Pairing

NOT_JUDGED = -1


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What became of each mention of key and response.

    Breakdowns by any feature of a mention follow from these columns: a mention's outcome belongs to the
    class of that mention.

    Attributes:
        names: the outcomes.
        key: for each key mention the number of its outcome, -1 where it is not judged.
        response: the same for response mentions; a mention on both sides may be judged on both.
    """

    names: tuple[str, ...]
    key: Integers
    response: Integers

    def limited(self, key: Booleans, response: Booleans) -> Outcomes:
        """Return the outcomes of these mentions alone; the others are not judged."""
        return Outcomes(
            self.names,
            np.where(key, self.key, NOT_JUDGED),
            np.where(response, self.response, NOT_JUDGED),
        )

    @property
    def shares(self) -> Shares:
        """What each mention adds to how often each outcome occurs."""
        key, response = (
            {name: column == number for number, name in enumerate(self.names)}
            for column in (self.key, self.response)
        )
        return Shares(key, response)

    def count(self, pairing: Pairing) -> Counts:
        """Return how often each outcome occurs in each document."""
        size, documents = len(self.names), len(pairing.names)
        table = np.zeros(documents * size)
        for corpus, outcome in ((pairing.key, self.key), (pairing.response, self.response)):
            rows = np.flatnonzero(outcome >= 0)
            cell = corpus.mention_document[rows] * size + outcome[rows]
            table += np.bincount(cell, minlength=len(table))
        return Counts({name: table[number::size].copy() for number, name in enumerate(self.names)})


LINK_OUTCOMES = ("tp", "wl", "fn", "fp")
"""Right link, wrong linkage, missing link, invented link."""


def judge_links(judged: Booleans, resolved: Booleans, right: Booleans, invented: Booleans) -> Outcomes:
    """Return the outcomes of links.

    Args:
        judged: the key mentions that are judged.
        resolved: those of them that the response links to something.
        right: those that it links to the right thing.
        invented: the response mentions that should have been linked to nothing.
    """
    key = np.where(judged, np.where(resolved, np.where(right, 0, 1), 2), NOT_JUDGED)
    return Outcomes(LINK_OUTCOMES, key, np.where(invented, 3, NOT_JUDGED))


class OutcomeMetric(Metric):
    """A metric that judges mentions one by one."""

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return what became of each mention."""
        raise NotImplementedError

    def count(self, pairing: Pairing) -> Counts:
        """Count the outcomes."""
        return self.outcomes(pairing).count(pairing)

    def shares(self, pairing: Pairing) -> Shares:
        """Return the outcome of each mention."""
        return self.outcomes(pairing).shares


class LinkMetric(OutcomeMetric):
    """A metric that judges the link of each mention.

    R = tp / (tp + wl + fn), P = tp / (tp + wl + fp), accuracy of what was linked = tp / (tp + wl).
    """

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return recall, precision, F1 and the accuracy of what was linked."""
        linked = totals["tp"] + totals["wl"]
        recall = ratio(totals["tp"], linked + totals["fn"])
        precision = ratio(totals["tp"], linked + totals["fp"])
        return {
            "recall": recall,
            "precision": precision,
            "f1": f_score(recall, precision),
            "accuracy": ratio(totals["tp"], linked),
        }
