"""The CoNLL average: mean F1 of MUC, B³ and CEAFe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import add
from typing import ClassVar

import numpy as np

from corefeval.arrays import Booleans, Floats
from corefeval.counts import RECALL_PRECISION, Counts
from corefeval.metrics.base import METRICS, Metric, Scores, f_score, ratio, register, settled
from corefeval.pairing.pairing import Pairing
from corefeval.settings import PLAIN, Settings


class Average(Metric):
    """The mean F1 of other metrics; undefined if one of them is, unless undefined scores count as 0.

    Every existing scorer counts 0/0 as 0 in the average: two singletons against themselves have MUC 0, B³ 100, CEAFe
    100 and CoNLL 66.67. So `scores` applies the setting `undefined` to each metric before it averages.
    """

    is_average = True
    parts: ClassVar[tuple[str, ...]]

    def count(self, pairing: Pairing) -> Counts:
        """Return the counts of the averaged metrics, each under the name of its metric."""
        columns: dict[str, Floats] = {}
        for part in self.averaged:
            for column, values in pairing.count(part).columns.items():
                columns[f"{part.name}.{column}"] = values
        return Counts(columns)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the mean F1; NaN if one of the averaged F1 scores is NaN."""
        return self.scores(totals, PLAIN)

    def scores(self, totals: Mapping[str, Floats], settings: Settings) -> Scores:
        """Return the mean F1, summed in the order of `parts` and divided once, as in the official scorers."""
        return {"f1": reduce(add, self._f1(totals, settings)) / len(self.parts)}

    def _f1(self, totals: Mapping[str, Floats], settings: Settings) -> Iterable[Floats]:
        """Return F1 of each averaged metric; if all use the usual formula, compute them in one array."""
        names = _usual_counts(self.averaged)
        if not names:
            return [part.scores(own, settings)["f1"] for part, own in self._own(totals)]
        counts = np.array([totals[name] for name in names])
        counts = counts.reshape(len(RECALL_PRECISION), len(self.parts), *counts.shape[1:])
        recall, precision = ratio(counts[::2], counts[1::2])
        return settled({"f1": f_score(recall, precision)}, settings)["f1"]

    def is_empty(self, totals: Mapping[str, Floats], settings: Settings) -> dict[str, Booleans]:
        """Return whether F1 is 0/0 for all averaged metrics; if one is defined, the average includes a measured score."""
        parts = [part.is_empty(own, settings)["f1"] for part, own in self._own(totals)]
        return {"f1": np.all(parts, axis=0)}

    def undefined_parts(self, counts: Counts) -> tuple[str, ...]:
        """Return the labels of the averaged metrics that are undefined for the whole corpus."""
        sums = {name: np.asarray(column.sum()) for name, column in counts.columns.items()}
        return tuple(part.label for part, own in self._own(sums) if np.isnan(part.score(own)["f1"]))

    def _own(self, totals: Mapping[str, Floats]) -> Iterator[tuple[Metric, dict[str, Floats]]]:
        """Return each averaged metric with its own counts."""
        return ((part, own_counts(totals, part.name)) for part in self.averaged)

    @property
    def averaged(self) -> tuple[Metric, ...]:
        """The averaged metrics."""
        return _counting(self.parts, self.singletons, self.documents, METRICS.changes)


def own_counts(totals: Mapping[str, Floats], part: str) -> dict[str, Floats]:
    """Return the counts of one part of a metric; their names begin with its name and a dot."""
    own = f"{part}."
    return {name.removeprefix(own): value for name, value in totals.items() if name.startswith(own)}


@lru_cache
def _counting(names: tuple[str, ...], singletons: str, documents: str, changes: int) -> tuple[Metric, ...]:
    """Return metrics with these rules, cached until a metric changes; training loops request the parts of CoNLL often."""
    del changes
    return tuple(METRICS[name]().counting(singletons, documents) for name in names)


@lru_cache
def _usual_counts(parts: tuple[Metric, ...]) -> tuple[str, ...]:
    """Return the names of the counts of averaged metrics, column by column; () if one has a formula of its own."""
    if any(part.has_own_formula for part in parts):
        return ()
    return tuple(f"{part.name}.{column}" for column in RECALL_PRECISION for part in parts)


def gold_under_e2e(entities: int, singletons: int) -> float:
    """Return the CoNLL F1 of a key against itself under `singletons=e2e`.

    MUC, B³ and the precision of CEAFe are 1. The recall of CEAFe is the share of entities with several mentions, because
    the key's singletons count and those of the response do not.
    """
    several = entities - singletons
    return (2 + 2 * several / (several + entities)) / 3 if several else 0.0


@register
class Conll(Average):
    """The score of the CoNLL shared tasks and of nearly every paper since."""

    name = "conll"
    label = "CoNLL"
    aliases = ("conll-f1", "conll-score", "conll-average", "avg-f1", "mela")
    family = "Coreference"
    summary = "The usual headline: the mean F1 of MUC, B³ and CEAFe."
    paper = "Pradhan, Moschitti, Xue, Uryupina and Zhang (2012), CoNLL; Denis and Baldridge (2009)"
    formula = r"\tfrac13 (F_{\mathrm{MUC}} + F_{B^3} + F_{\mathrm{CEAF}_e})"
    biases = "It averages three metrics with different biases. Mentions of all types count the same."
    parts = ("muc", "bcub", "ceafe")
    is_classic = True
