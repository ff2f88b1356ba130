"""The CoNLL average: mean F1 of MUC, B³ and CEAFe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from corefeval.counts import Counts, Floats
from corefeval.metrics.base import METRICS, Metric, Scores, register
from corefeval.pairing import Pairing


class Average(Metric):
    """The mean F1 of other metrics; undefined where one of them is."""

    parts: ClassVar[tuple[str, ...]]

    def count(self, pairing: Pairing) -> Counts:
        """Count what the parts count, under their names."""
        columns: dict[str, Floats] = {}
        for name, part in self._parts().items():
            counted = pairing.count(part).columns
            columns |= {f"{name}.{column}": values for column, values in counted.items()}
        return Counts(columns)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the mean F1, summed in the order of the parts and divided once, as the official scorers do."""
        total: Floats = np.zeros(())
        for name, part in self._parts().items():
            own = {
                column.removeprefix(name + "."): value
                for column, value in totals.items()
                if column.startswith(name + ".")
            }
            total = total + part.score(own)["f1"]
        return {"f1": total / len(self.parts)}

    def _parts(self) -> dict[str, Metric]:
        return {name: METRICS[name]() for name in self.parts}


@register
class Conll(Average):
    """The number of the CoNLL shared tasks, and of nearly every paper since."""

    name = "conll"
    label = "CoNLL"
    aliases = ("conll-f1", "conll-score", "conll-average", "avg-f1")
    summary = "The usual headline: the mean F1 of MUC, B³ and CEAFe."
    paper = "Pradhan, Moschitti, Xue, Uryupina and Zhang (2012), CoNLL; Denis and Baldridge (2009)"
    formula = r"\tfrac13 (F_{\mathrm{MUC}} + F_{B^3} + F_{\mathrm{CEAF}_e})"
    biases = "An average of three biases; mentions of all kinds count alike."
    parts = ("muc", "bcub", "ceafe")
