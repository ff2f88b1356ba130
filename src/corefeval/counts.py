"""Counts: named sums per document. Metrics only count, and counts can be summed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Floats
from corefeval.records import dataclass
from corefeval.text import several

RECALL_PRECISION = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
"""The columns of most metrics."""


@dataclass(frozen=True, eq=False)
class Counts:
    """The counts of one metric: one number per document under each name.

    The corpus score, per-document and macro scores, streaming, merging, resampling and breakdowns all follow from
    these columns alone.

    Attributes:
        columns: the counts.
        beside: additional counts that are only shown: no score, interval or test uses them.
    """

    columns: Mapping[str, Floats]
    beside: Mapping[str, Floats] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.columns)

    def __repr__(self) -> str:
        """Return the sums over all documents."""
        sums = ", ".join(f"{name} {float(value):g}" for name, value in self.totals().items())
        return f"<Counts of {several(len(self), 'document')}: {sums}>"

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(next(iter(self.columns.values()))) if self.columns else 0

    def __add__(self, other: Counts) -> Counts:
        """Return the counts of both sets of documents, one after the other."""
        return Counts.concatenate([self, other])

    @classmethod
    def concatenate(cls, several: Sequence[Counts]) -> Counts:
        """Return the counts of all documents in sequence; a missing column counts as 0."""
        if len(several) == 1:
            return several[0]
        names = dict.fromkeys(name for counts in several for name in counts.names)
        beside = several[0].beside.keys() if several else ()
        is_everywhere = all(counts.beside.keys() == beside for counts in several)
        return cls(
            {
                name: np.concatenate(
                    [
                        counts.columns[name] if name in counts.columns else np.zeros(len(counts))
                        for counts in several
                    ]
                )
                for name in names
            },
            {name: np.concatenate([counts.beside[name] for counts in several]) for name in beside}
            if is_everywhere
            else {},
        )

    def each_document_alike(self) -> Counts:
        """Return counts whose sums are the means over documents: each ratio of a document, over 1; 0/0 is 0."""
        columns = dict(self.columns)
        for name, denominator in self.columns.items():
            above = name.removesuffix("denominator") + "numerator"
            if name.endswith("_denominator") and above in columns:
                numerator = np.asarray(self.columns[above], float)
                columns[above] = np.divide(
                    numerator, denominator, out=np.zeros(len(numerator)), where=denominator != 0
                )
                columns[name] = np.ones(len(numerator))
        return Counts(columns)

    def matrix(self) -> Floats:
        """Return one row per document and one column per name, for resampling."""
        return np.column_stack(list(self.columns.values())) if self.columns else np.zeros((0, 0))

    def totals(self) -> dict[str, Floats]:
        """Return the sums over all documents, as arrays without dimensions.

        Sums are rounded once (math.fsum), so they do not depend on the order of the documents.
        """
        return {name: np.array(math.fsum(column.tolist())) for name, column in self.columns.items()}

    def with_sums(self) -> dict[str, Floats]:
        """Return the columns, each with the sum over all documents (see totals) behind its last one."""
        if not self.columns:
            return {}
        columns = np.array([*self.columns.values()])
        found = np.empty((len(columns), len(self) + 1))
        found[:, :-1] = columns
        found[:, -1] = [math.fsum(column.tolist()) for column in columns]  # one list at a time
        return dict(zip(self.columns, found, strict=True))

    def select(self, documents: NDArray[np.int64]) -> Counts:
        """Return the counts of some documents."""
        return Counts(
            {name: column[documents] for name, column in self.columns.items()},
            {name: column[documents] for name, column in self.beside.items()},
        )
