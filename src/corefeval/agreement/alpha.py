"""Krippendorff's α of chains: a unit is a mention that any annotator marked, its value the set of mentions of its chain.

The distance of two values is Passonneau's or MASI. A mention that an annotator did not mark is a separate class, or a
chain with this mention only (see CodingUnits). With δ the distance of two values,

    α = 1 - D_o / D_e

where D_o is the mean δ of two annotators' values of one unit, and D_e that of two values of any units. These are all
units (over the corpus), or the units of one document (within documents, each value against the others of its
document). All values weigh the same, as in Krippendorff's coincidences (Krippendorff 2004, 11.3; Passonneau 2004).

D_e needs no sum over pairs of values. Values that share no mention have δ = 1. Values that share one are overlapping
chains of two annotators, or the same chain twice. With sizes s and t, P values in all and 1 - δ = σ,

    Σ δ over pairs = P² - Σ s² over chains - Σ s t σ over ordered pairs of overlapping chains of two annotators

so only the filled cells of the tables of chains against chains are needed: no more than there are mentions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from corefeval.agreement.units import CodingUnits, Pair
from corefeval.arrays import Floats, Integers
from corefeval.counts import Counts
from corefeval.metrics.base import Scores, ratio
from corefeval.pairing.pairing import Overlap
from corefeval.settings import Settings

DISTANCES = {"passonneau": "Passonneau", "masi": "MASI"}
"""The distances of two sets, by their names in options and in tables.

Passonneau (2004): 0 for equal sets, 1/3 if one contains the other, 2/3 if they overlap, otherwise 1. MASI (Passonneau
2006) is 1 - JM, with Jaccard's J and M = 1 minus Passonneau's distance.
"""

CORPUS, DOCUMENT = "over the corpus", "within documents"
"""The values that chance agreement is computed from."""


@dataclass(frozen=True, slots=True)
class Alpha:
    """Krippendorff's α with one of the distances.

    Attributes:
        distance: its name.
    """

    distance: str
    bounded: ClassVar[bool] = True
    lowest: ClassVar[float] = -1.0
    unbounded: ClassVar[frozenset[str]] = frozenset()
    counted_apart: ClassVar[Mapping[str, str]] = {}

    def similarity(self, shared: Integers, sizes: Integers, others: Integers) -> Floats:
        """Return 1 - δ of sets of these sizes that share this many members, at least one.

        Examples:
            >>> one = np.array([1])
            >>> Alpha("passonneau").similarity(2 * one, 3 * one, 2 * one).round(3).tolist()
            [0.667]
            >>> Alpha("masi").similarity(2 * one, 4 * one, 2 * one).round(3).tolist()
            [0.333]
        """
        is_equal, is_inside = shared == np.maximum(sizes, others), shared == np.minimum(sizes, others)
        weight = np.select([is_equal, is_inside], [3, 2], 1) / 3
        return weight * shared / (sizes + others - shared) if self.distance == "masi" else weight

    def cells(self, units: CodingUnits, pair: Pair) -> tuple[Overlap, Integers, Floats]:
        """Return the chains of two annotators that share units, the cell of each unit, and 1 - δ of each cell."""
        overlap, cell = units.cells(pair)
        one, other = pair
        likeness = self.similarity(
            overlap.count, units.sizes[one][overlap.key], units.sizes[other][overlap.response]
        )
        alike = units.is_chain(one, overlap.key) == units.is_chain(other, overlap.response)
        return overlap, cell, np.where(alike, likeness, 0.0)

    def disagreement(self, units: CodingUnits) -> Floats:
        """Return what each unit's values add to the observed disagreement.

        Each value is compared with those of the other annotators and has weight 1, however many there are. So a
        unit of n annotators adds n times the mean δ of two of them.
        """
        total = np.zeros(len(units))
        for pair in units.pairs:
            _, cell, likeness = self.cells(units, pair)
            total += 2 * (1 - likeness[cell])
        return total / (units.annotators - 1)

    def count(self, units: CodingUnits) -> Counts:
        """Return the counts from which α is computed, one number per document; counts add."""
        observed = units.by_document(self.disagreement(units))
        number = units.by_document(np.ones(len(units)))
        values = units.annotators * number
        alike = np.zeros(len(units.names))
        for annotator in range(units.annotators):
            squares = units.sizes[annotator].astype(np.float64) ** 2
            np.add.at(alike, units.chain_documents(annotator), squares)
        for pair in units.pairs:
            overlap, _, likeness = self.cells(units, pair)
            one, other = pair
            products = units.sizes[one][overlap.key] * units.sizes[other][overlap.response] * likeness
            np.add.at(alike, units.chain_documents(one)[overlap.key], 2 * products)
        expected = np.divide(values**2 - alike, values - 1, out=np.zeros(len(values)), where=number > 1)
        whole = {"units": number, "values": values, "observed": observed, "alike": alike}
        within = {
            "values_within": np.where(number > 1, values, 0.0),
            "observed_within": np.where(number > 1, observed, 0.0),
            "expected_within": expected,
        }
        return Counts({**whole, **within})

    def scores(self, totals: Mapping[str, Floats], settings: Settings | None = None) -> Scores:
        """Return α over the corpus and within documents from summed counts; NaN if no values could differ.

        That is the case if all values are the same, or if there is only one unit, in the corpus or in each
        document. Chance agreement cannot be estimated then. Within documents, a document with one unit is
        skipped.
        """
        del settings
        found = self.disagreements(totals)
        return {name: 1 - ratio(found[name][0], found[name][1]) for name in (CORPUS, DOCUMENT)}

    def disagreements(self, totals: Mapping[str, Floats]) -> dict[str, tuple[Floats, Floats]]:
        """Return the observed and the expected disagreement of each way, from 0 to 1; NaN expected where chance is unknown."""
        values, within = totals["values"], totals["values_within"]
        spread = np.where(totals["units"] > 1, values**2 - totals["alike"], np.nan)
        expected = ratio(spread, values * (values - 1))
        return {
            CORPUS: (ratio(totals["observed"], values), expected),
            DOCUMENT: (ratio(totals["observed_within"], within), ratio(totals["expected_within"], within)),
        }
