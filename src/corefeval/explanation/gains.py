"""The gain from repairing each error alone, and errors for reading: the costliest, and those whose repair lowers the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, Ragged
from corefeval.columns import Rows
from corefeval.corpus.views import words_around
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.instances import COLUMNS, Error, read_errors
from corefeval.explanation.shapley import AllRepairGains

TOLERANCE = 1e-9
"""Points of F1 that are rounding."""


class ErrorGains:
    """The errors of a response with the gain from repairing each one alone.

    Attributes:
        found: the errors.
        deltas: for each metric the points of F1 that repairing each error gains; none if no repair can be scored.
        distances: the number of sentences back to the rest of the entity, -1 for none; None without a text.
    """

    def __init__(self, found: FoundErrors, repair_gains: AllRepairGains) -> None:
        """Repair each error alone and score the result."""
        rows = np.arange(len(found.table))
        self.found = found
        self.deltas = repair_gains.gains(Ragged(np.arange(len(rows) + 1), rows))
        self.distances = found.distances() if found.has_text else None

    def read(self, numbers: Integers | None = None) -> list[Error]:
        """Return some errors for reading, rows of the table; all by default."""
        rows = np.arange(len(self.found.table)) if numbers is None else numbers
        return list(read_errors(self.found, rows, self.deltas, self.distances))

    def order(self, metric: str, rows: Integers | None = None) -> Integers:
        """Return errors, some or all, the largest gains first; ties, or all without repairs, in text order."""
        chosen = np.arange(len(self.found.table)) if rows is None else rows
        return chosen[np.argsort(-self._gain(metric)[chosen], kind="stable")]

    def costing(self, metric: str, top: int | None = None) -> list[Error]:
        """Return the costliest errors without those whose repair lowers the score."""
        rows = self.order(metric)[:top]
        return self.read(rows[~self._lowers(metric)[rows]])

    def cheapest(self, metric: str, top: int | None = None) -> list[Error]:
        """Return errors whose repair lowers the score, the lowest first."""
        rows = np.flatnonzero(self._lowers(metric))
        return self.read(rows[np.argsort(self._gain(metric)[rows], kind="stable")[:top]])

    def lowering(self, metric: str) -> int:
        """Return how many errors lower the score if they alone are repaired."""
        return int(self._lowers(metric).sum())

    def _lowers(self, metric: str) -> Booleans:
        """Return which errors lower the score if they alone are repaired."""
        lowers: Booleans = self._gain(metric) < -TOLERANCE
        return lowers

    def _gain(self, metric: str) -> Floats:
        """Return the gain from repairing each error; 0 if no repair can be scored."""
        return self.deltas.get(metric, np.zeros(len(self.found.table)))

    def rows(self, errors: Sequence[Error], features: Mapping[str, Sequence[str]], signature: str) -> Rows:
        """Return a row for each of some errors, with a column for each feature: its value for every error of the table."""
        heads = [
            *(column.name for column in COLUMNS),
            *(f"points {metric}" for metric in self.deltas),
            *features,
        ]
        rows = [
            {**error.to_row(), **{name: values[error.number] for name, values in features.items()}}
            for error in errors
        ]
        return Rows(heads, rows, signature)

    def context(self, error: Error) -> tuple[str, str]:
        """Return the words before and after an error's anchor, '' without a text."""
        spans, pairing = error.anchor.spans, self.found.pairing
        if not spans:
            return "", ""
        corpus = pairing.response if error.anchor.side == "response" else pairing.key
        return words_around(corpus, int(self.found.table.document[error.number]), spans[0][0], spans[-1][1])
