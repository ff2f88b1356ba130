"""Scores of split antecedents alone: each coreference metric, applied to the sets of entities."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefeval.arrays import Floats
from corefeval.counts import Counts
from corefeval.metrics.base import METRICS, Metric, Scores, register
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.split_antecedents import SplitPairing
from corefeval.problems import CorefevalError, Problem

PREFIX = "split."
"""The prefix of the metrics that score only the sets of split antecedents."""


class SplitOnly(Metric):
    """A coreference metric on sets of entities: aligned pairs give the numerators, all sets the denominators."""

    family = "Other anaphora"
    summary = "How well are the sets of split antecedents resolved?"
    paper = "Paun, Yu, Moosavi and Poesio (2022); Yu et al. (2023), section 3.2"
    biases = "Sets are rare: check the counts."
    needs = frozenset({"split antecedents"})
    twinless = frozenset()
    inner: type[Metric]

    def count(self, pairing: Pairing) -> Counts:
        """Return the counts of the metric: numerators from aligned pairs of sets, denominators from all sets."""
        if not isinstance(pairing, SplitPairing):
            raise CorefevalError(Problem("CE044", "needs-split-antecedents-kept", name=self.name))
        metric = self.inner()
        counts = pairing.counted(metric)
        aligned = pairing.aligned(metric)
        pairs, keys = len(pairing.candidates[0]), len(pairing.key_document)
        size = len(pairing.names)
        columns: dict[str, Floats] = {}
        for name, values in counts.columns.items():
            if name.endswith("recall_denominator"):
                document, chosen = pairing.key_document, values[pairs : pairs + keys]
            elif name.endswith("precision_denominator"):
                document, chosen = pairing.response_document, values[pairs + keys :]
            else:
                document, chosen = pairing.key_document[aligned.key], values[aligned.candidate]
            columns[name] = np.bincount(document, chosen, minlength=size).astype(np.float64)
        return Counts(columns)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the scores by the formula of the coreference metric."""
        return self.inner().score(totals)


for _name in [name for name in METRICS.at_hand if name.startswith(PREFIX)]:
    _inner = METRICS[_name.removeprefix(PREFIX)]
    register(
        type(
            f"Split{_inner.__name__}",
            (SplitOnly,),
            {
                "__doc__": f"{_inner.label} on the sets of split antecedents.",
                "name": _name,
                "label": f"{_inner.label} of split antecedents",
                "aliases": tuple(PREFIX + other for other in (_inner.label, *_inner.aliases)),
                "formula": _inner.formula,
                "swaps": _inner.swaps,
                "inner": _inner,
            },
        )
    )
