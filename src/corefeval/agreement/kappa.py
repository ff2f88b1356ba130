"""Cohen's and Fleiss' κ of decisions: whether two mentions are linked, and which type a mention has.

    κ = (A_o - A_e) / (1 - A_e)

A_o is the share of decisions on which two annotators agree, A_e the share by chance. By chance each annotator has the
same shares of the categories as observed (Cohen 1960), or those of all annotators together (Fleiss 1971: for two
annotators that is Scott's π). Fleiss' A_o is the mean over all pairs of annotators.

A link decision is whether two mentions of one document are in one chain. At least one of these annotators marked each
of them (Cohen: one of the two; Fleiss: one of all). A mention that an annotator did not mark has no link. A type
decision is about a mention that all of these annotators marked (Cohen: both). So κ of two annotators depends only on
these two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from corefeval.agreement.units import CodingUnits
from corefeval.arrays import Booleans, Floats, Integers
from corefeval.counts import Counts
from corefeval.metrics.base import Scores, ratio
from corefeval.pairing.pairing import pairs as pairs_of
from corefeval.settings import Settings

COHEN, FLEISS = "cohen", "fleiss"
_CHOSEN = "chosen "
"""The prefix of the columns with the number of times that annotators chose a category."""


@dataclass(frozen=True, slots=True)
class Kappa:
    """κ of decisions.

    Attributes:
        kind: COHEN or FLEISS.
    """

    kind: str
    bounded: ClassVar[bool] = True
    lowest: ClassVar[float] = -1.0
    unbounded: ClassVar[frozenset[str]] = frozenset()
    counted_apart: ClassVar[Mapping[str, str]] = {}

    def scores(self, totals: Mapping[str, Floats], settings: Settings | None = None) -> Scores:
        """Return κ from summed counts; NaN without decisions, or if chance alone agrees on all of them."""
        del settings
        observed, expected = self.agreements(totals)
        return {self.kind: ratio(observed - expected, 1 - expected)}

    def agreements(self, totals: Mapping[str, Floats]) -> tuple[Floats, Floats]:
        """Return the observed agreement and that by chance."""
        decisions = totals["decisions"]
        chosen: dict[str, list[Floats]] = {}
        for name, column in totals.items():
            if name.startswith(_CHOSEN):
                chosen.setdefault(name.removeprefix(_CHOSEN).partition(" ")[2], []).append(
                    ratio(column, decisions)
                )
        nothing = np.zeros(np.shape(decisions))
        expected = sum((np.prod(shares, axis=0) for shares in chosen.values()), nothing)
        if self.kind == FLEISS:
            expected = sum((np.mean(shares, axis=0) ** 2 for shares in chosen.values()), nothing)
        return ratio(totals["agreed"], decisions), expected


def _counts(decisions: Floats, agreed: Floats, chosen: Mapping[tuple[int, str], Floats]) -> Counts:
    columns = {f"{_CHOSEN}{annotator} {category}": column for (annotator, category), column in chosen.items()}
    return Counts({"decisions": decisions, "agreed": agreed, **columns})


def of_links(units: CodingUnits, annotators: Sequence[int]) -> Counts:
    """Return the counts from which κ of annotators' link decisions is computed, one number per document."""
    marked: Booleans = np.logical_or.reduce(units.is_marked[list(annotators)])
    decisions = pairs_of(units.by_document(marked))
    linked = {number: _links(units, number) for number in annotators}
    agreed = np.zeros(len(units.names))
    every = [pair for pair in units.pairs if set(pair) <= set(annotators)]
    for pair in every:
        overlap, _ = units.cells(pair)
        documents = units.chain_documents(pair[0])[overlap.key]
        both = np.bincount(documents, pairs_of(overlap.count), minlength=len(units.names))
        agreed += (decisions - linked[pair[0]] - linked[pair[1]] + 2 * both) / len(every)
    chosen = {(number, "link"): links for number, links in linked.items()}
    chosen |= {(number, "none"): decisions - links for number, links in linked.items()}
    return _counts(decisions, agreed, chosen)


def _links(units: CodingUnits, annotator: int) -> Floats:
    """Return how many pairs of units an annotator has in one chain, in each document."""
    links = pairs_of(units.sizes[annotator])
    return np.bincount(units.chain_documents(annotator), links, minlength=len(units.names)).astype(np.float64)


def of_types(
    units: CodingUnits, annotators: Sequence[int], categories: Sequence[Integers], labels: Sequence[str]
) -> Counts:
    """Return the counts from which κ of mention types is computed, one number per document.

    Args:
        units: the mentions.
        annotators: the annotators to compare; only mentions that all of them marked count.
        categories: for each annotator the category of each unit, -1 for an unmarked unit.
        labels: the names of the categories.
    """
    shared = np.all([categories[number] >= 0 for number in annotators], axis=0)
    every = [pair for pair in units.pairs if set(pair) <= set(annotators)]
    agreed = np.zeros(len(units))
    for one, other in every:
        agreed += (categories[one] == categories[other]) / len(every)
    chosen = {
        (number, label): units.by_document(shared & (categories[number] == place))
        for number in annotators
        for place, label in enumerate(labels)
    }
    return _counts(units.by_document(shared), units.by_document(agreed * shared), chosen)
