"""Result: scores that know how they came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval import presets
from corefeval.counts import Counts, Floats
from corefeval.metrics.base import Metric
from corefeval.pairing import Pairing
from corefeval.problems import Problem
from corefeval.settings import Settings
from corefeval.signature import Signature
from corefeval.version import __version__

if TYPE_CHECKING:
    from corefeval.explain import Explanation
    from corefeval.report.html import Notebook


@dataclass(frozen=True, eq=False)
class Result:
    """Scores with their counts, settings and signature.

    Attributes:
        metrics: the metrics by the names they were asked for.
        counts: what each counted, a number a document.
        documents: the documents' names.
        settings: how key and response were made comparable.
        preset: the preset the settings come from, '' if none.
        key_hash: identifies the key's content.
        warnings: what the reader of the numbers should know.
        pairing: key and response as they were matched, where they are still at hand.
        intervals: how the intervals shown with it were made, for the signature; '' where there are none.
    """

    metrics: Mapping[str, Metric]
    counts: Mapping[str, Counts]
    documents: tuple[str, ...]
    settings: Settings
    preset: str = ""
    key_hash: str = ""
    warnings: tuple[Problem, ...] = ()
    pairing: Pairing | None = field(default=None, repr=False)
    intervals: str = ""

    @property
    def scores(self) -> dict[str, dict[str, float | None]]:
        """The scores of the whole corpus: counts are summed over documents, then divided (micro)."""
        return {
            name: {
                part: _number(value)
                for part, value in metric.scores(self.counts[name].totals(), self.settings).items()
            }
            for name, metric in self.metrics.items()
        }

    @property
    def macro(self) -> dict[str, dict[str, float | None]]:
        """The means of the documents' scores, documents where a score is undefined left out.

        Where what is undefined counts 0, no score is undefined, and all documents count.
        """
        means = {}
        for name, metric in self.metrics.items():
            scores = metric.scores(self.counts[name].columns, self.settings)
            means[name] = {
                part: _number(np.array(np.nanmean(value) if np.isfinite(value).any() else np.nan))
                for part, value in scores.items()
            }
        return means

    def per_document(self) -> list[dict[str, Any]]:
        """The scores of each document."""
        scores = {
            name: metric.scores(self.counts[name].columns, self.settings)
            for name, metric in self.metrics.items()
        }
        return [
            {
                "document": document,
                "scores": {
                    name: {part: _number(values[index]) for part, values in parts.items()}
                    for name, parts in scores.items()
                },
            }
            for index, document in enumerate(self.documents)
        ]

    @property
    def signature(self) -> Signature:
        """How the numbers came about, in one line."""
        names = tuple(metric.full_name for metric in self.metrics.values())
        return Signature(__version__, self.preset, self.settings, self.key_hash, names, self.intervals)

    @property
    def f1(self) -> float | None:
        """The headline: F1 of the preset's own metric or the CoNLL average, else of the first metric asked for."""
        wanted = presets.PRESETS[self.preset].headline if self.preset else "conll"
        name = wanted if wanted in self.metrics else next(iter(self.metrics))
        return self.scores[name].get("f1")

    def __getitem__(self, metric: str) -> dict[str, float | None]:
        """Return recall, precision and F1 of one metric."""
        return self.scores[metric]

    def to_dict(self, *, per_document: bool = False) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for what is undefined."""
        scores: dict[str, Any] = self.scores
        for name, counts in self.counts.items():
            if not any("." in column for column in counts.names):
                totals = {column: float(value) for column, value in counts.totals().items()}
                scores[name] = {**scores[name], "counts": totals}
        plain: dict[str, Any] = {
            "corefeval": __version__,
            "signature": str(self.signature),
            "settings": self.settings.to_dict(),
            "documents": len(self.documents),
            "scores": scores,
        }
        if per_document:
            plain["per_document"] = self.per_document()
        plain["warnings"] = [problem.to_dict() for problem in self.warnings]
        return plain

    def __str__(self) -> str:
        """Return the table as plain text."""
        from corefeval.report.terminal import render  # noqa: PLC0415 - rich is imported when printing

        return render(self)

    def report(self, *, height: int = 760) -> Notebook:
        """Return the page of chains and errors, to be shown in a notebook."""
        from corefeval.report.html import notebook  # noqa: PLC0415 - only for the page
        from corefeval.report.payload import of_results  # noqa: PLC0415 - same

        return notebook(of_results({"response": self}), height=height)

    def explain(self, metrics: str = "conll") -> Explanation:
        """Return why the scores are what they are."""
        from corefeval.explain import explain  # noqa: PLC0415 - only where asked for

        return explain(self, metrics=metrics)

    def _repr_html_(self) -> str:
        """Return the table for notebooks."""
        from corefeval.report.terminal import render_html  # noqa: PLC0415 - rich is imported when printing

        return render_html(self)


def _number(value: Floats | float) -> float | None:
    number = float(value)
    return None if np.isnan(number) else number
