"""Result: scores with the settings that they were computed with."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from corefeval import presets
from corefeval.arrays import Floats, number_or_none
from corefeval.choices import POOLED
from corefeval.columns import Printed, Rows, plain
from corefeval.counts import Counts
from corefeval.evaluation.contents import ScoredContents
from corefeval.evaluation.score_table import ScoreTable
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, UsageError
from corefeval.records import cached_property, dataclass
from corefeval.settings import Settings
from corefeval.signature import ContentSum, Signature, content_hash
from corefeval.text import percent, several
from corefeval.version import __version__

Parts = Mapping[str, float | None]
"""Recall, precision, F1 … of one metric, None where undefined."""

Bounds = tuple[float, float]
"""The lower and upper end of an interval."""

Intervals = Mapping[str, Mapping[str, Bounds]]
"""The bounds of each part of each metric; parts without an interval are omitted."""

PARTS = {"recall": "Recall", "precision": "Precision", "f1": "F1", "f_beta": "Fβ"}
"""The numbers that most metrics have, with their names in tables."""


@dataclass(frozen=True, eq=False)
class Result(Printed):
    """Scores with their counts, settings and signature.

    Attributes:
        metrics: the metrics by their requested names.
        counts: the counts of each, one number per document.
        documents: the documents' names.
        settings: how key and response were made comparable.
        preset: the preset of the settings, '' for none.
        key: identifies the key's content: the hash, or the sums of its pieces, which are computed on access.
        warnings: the warnings about the numbers.
        pairing: the matched key and response, if still in memory.
        average: the mean shown next to the pooled scores (micro): none, or the mean over documents, unweighted
        (macro) or weighted by mentions (mentions).
        intervals: how the shown intervals were computed, for the signature; '' without intervals.
        contents: a summary of the files' contents, None if unknown.
        read: the warnings from reading the files.
        kept: the scores, if already computed; a copy with other warnings keeps them.
    """

    metrics: Mapping[str, Metric]
    counts: Mapping[str, Counts]
    documents: tuple[str, ...]
    settings: Settings
    preset: str = ""
    key: str | tuple[ContentSum, ...] = ""
    warnings: tuple[Problem, ...] = ()
    pairing: Pairing | None = field(default=None, repr=False)
    average: str = POOLED
    intervals: str = ""
    contents: ScoredContents | None = field(default=None, repr=False)
    read: frozenset[Problem] = field(default=frozenset(), repr=False)
    kept: ScoreTable | None = field(default=None, repr=False)

    @cached_property
    def scored(self) -> ScoreTable:
        """The scores of the corpus and of the documents; computed again only if counts or settings were replaced."""
        source = self.metrics, self.counts, self.settings
        return self.kept if self.kept is not None and self.kept.is_of(*source) else ScoreTable(*source)

    @property
    def scores(self) -> dict[str, dict[str, float | None]]:
        """The scores of the whole corpus: counts are summed over documents, then divided (micro)."""
        return self.scored.scores

    @property
    def macro(self) -> dict[str, dict[str, float | None]]:
        """The means of the documents' scores, without documents where a score is undefined.

        If undefined scores count 0, all documents count. By mentions, as in scorch, recall is weighted by the
        key's mentions, precision by the response's, everything else by both.
        """
        return {
            name: {part: number_or_none(self._mean(part, values)) for part, values in parts.items()}
            for name, parts in self.scored.by_document.items()
        }

    def _mean(self, part: str, value: Floats) -> float:
        weight = np.ones(len(value))
        if self.average == "mentions":
            if self.contents is None:
                raise UsageError(Problem("CE044", "mean-mentions-needs-key"))
            key, response = self.contents.weights
            weight = {"recall": key, "precision": response}.get(part, key + response)
        weight = np.where(np.isfinite(value), weight, 0.0)
        total = math.fsum(weight.tolist())
        # rounded once, so that the order of the documents does not matter
        return math.fsum((np.nan_to_num(value) * weight).tolist()) / total if total else math.nan

    def per_document(self) -> list[dict[str, Any]]:
        """The scores of each document, in the order of the key."""
        scores = self.scored.by_document
        return [
            {
                "document": document,
                "scores": {
                    name: {part: number_or_none(values[index]) for part, values in parts.items()}
                    for name, parts in scores.items()
                },
            }
            for index, document in enumerate(self.documents)
        ]

    @property
    def copies(self) -> dict[str, float]:
        """The documents that were scored as changed copies of the key's text, with the share of the key's words found in each.

        Their mentions were placed by aligning the words of both texts; all other documents have the key's words.
        """
        if self.contents is None:
            return {}
        shares = zip(self.documents, self.contents.copied.tolist(), strict=False)
        return {name: share for name, share in shares if math.isfinite(share)}

    @property
    def empty(self) -> dict[str, list[str]]:
        """The parts of each metric with nothing to count (0/0), whatever the settings print."""
        return self.scored.empty

    def is_measured(self, metric: str, part: str) -> bool:
        """Return whether a score was measured: it is defined, and not a 0 that replaces 0/0."""
        if self.scores.get(metric, {}).get(part) is None:
            return False
        return self.settings.undefined != "zero" or part not in self.empty.get(metric, ())

    @property
    def key_hash(self) -> str:
        """Identifies the key's content."""
        return self.key if isinstance(self.key, str) else content_hash(*(each.value for each in self.key))

    def noting(self, notes: Sequence[Problem]) -> Result:
        """Return the result with more warnings."""
        return replace(self, warnings=(*self.warnings, *notes)) if notes else self

    def without_corpora(self) -> Result:
        """Return it without the mentions of key and response."""
        return replace(self, key=self.key_hash, pairing=None)

    @property
    def signature(self) -> Signature:
        """The settings of the run, in one line."""
        names = tuple(metric.full_name for metric in self.metrics.values())
        packages = dict.fromkeys(metric.package for metric in self.metrics.values())
        return Signature(
            __version__,
            self.preset,
            self.settings,
            self.key_hash,
            names,
            self.average,
            self.intervals,
            tuple(filter(None, packages)),
        )

    @property
    def f1(self) -> float | None:
        """The headline: F1 of the preset's own metric or the CoNLL average, else of the first requested metric.

        Its mean over documents if requested.
        """
        wanted = presets.PRESETS[self.preset].headline if self.preset else presets.HEADLINE
        name = wanted if wanted in self.metrics else next(iter(self.metrics))
        return (self.scores if self.average == POOLED else self.macro)[name].get("f1")

    def __getitem__(self, metric: str) -> dict[str, float | None]:
        """Return recall, precision and F1 of one metric, by any of its names."""
        return self.scores[metric if metric in self.metrics else parse_metric(metric).full_name]

    def flat(self) -> dict[str, float | None]:
        """Return the scores of the whole corpus in one dictionary for loggers, None if undefined.

        Examples:
            >>> from corefeval import score
            >>> score([[1, 2, 3]], [[1, 2]], metrics="muc").flat()
            {'muc/recall': 0.5, 'muc/precision': 1.0, 'muc/f1': 0.6666666666666666}
        """
        return self.scored.flat()

    def to_dict(self, *, per_document: bool = False, intervals: Intervals | None = None) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for undefined values.

        Args:
            per_document: also the scores of each document.
            intervals: intervals of the scores, if computed.
        """
        scores: dict[str, Any] = dict(self.scores)
        for name, counts in self.counts.items():
            if self.metrics[name].is_average:
                continue
            totals = {column: float(value) for column, value in counts.totals().items()}
            scores[name] = {**scores[name], "counts": totals}
            if factors := self.scored.factors[name]:
                scores[name]["factors"] = factors
            outcomes = self.scored.outcomes[name][0]
            if outcomes.keys() - totals.keys():
                scores[name]["outcomes"] = {outcome: float(value) for outcome, value in outcomes.items()}
        found: dict[str, Any] = {
            "corefeval": __version__,
            "signature": self.signature.long,
            "settings": self.settings.to_dict(),
            "documents": len(self.documents),
            "scores": scores,
        }
        if copies := self.copies:
            found["copies"] = copies
        if per_document:
            found["per_document"] = self.per_document()
        found["warnings"] = plain(self.warnings)
        if self.average != POOLED:
            found[self.average] = self.macro
        if intervals is not None:
            found["intervals"] = plain(intervals)
        return found

    def rows(self, *, per_document: bool = False, intervals: Intervals | None = None) -> Rows:
        """Return one row per metric; the scope is the corpus, macro or mentions (means of documents) or a document.

        A metric that judges mentions one by one also has how often each outcome was counted.
        """
        scores = self.scores
        parts = parts_in_order(scores.values())
        counted = self.scored.outcomes
        outcomes = list(dict.fromkeys(outcome for found, _ in counted.values() for outcome in found))
        rows = [
            _row("corpus", "", name, found, intervals)
            | {outcome: float(value) for outcome, value in counted[name][0].items()}
            for name, found in scores.items()
        ]
        if self.average != POOLED:
            rows += [_row(self.average, "", name, found, None) for name, found in self.macro.items()]
        if per_document:
            rows += [
                _row("document", document["document"], name, found, None)
                | {outcome: float(values[place]) for outcome, values in counted[name][1].items()}
                for place, document in enumerate(self.per_document())
                for name, found in document["scores"].items()
            ]
        bounds = (
            [f"{part}_{end}" for part in parts for end in ("low", "high")] if intervals is not None else []
        )
        return Rows(["scope", "document", "metric", *parts, *bounds, *outcomes], rows, self.signature.text)

    def __repr__(self) -> str:
        """Return F1 of each metric."""
        scores = ", ".join(
            f"{metric.full_label} {_headline(self.scores[name])}" for name, metric in self.metrics.items()
        )
        warnings = f", {several(len(self.warnings), 'warning')}" if self.warnings else ""
        return f"<Result: {scores}; {several(len(self.documents), 'document')}{warnings}>"


def _headline(parts: Mapping[str, float | None]) -> str:
    """Return F1, or the first part of a metric that has none, as a percentage."""
    return percent(parts["f1"] if "f1" in parts else next(iter(parts.values())))


def part_in_words(part: str) -> str:
    """Return a part of the scores as tables call it: macro_f1 is macro F1."""
    return PARTS.get(part, part.replace("_", " ").replace("f1", "F1"))


def parts_in_order(scores: Iterable[Parts]) -> list[str]:
    """Return the parts that some metrics have: recall, precision and F1 first."""
    found = dict.fromkeys(part for parts in scores for part in parts)
    return [*(part for part in PARTS if part in found), *(part for part in found if part not in PARTS)]


def _row(scope: str, document: str, metric: str, found: Parts, intervals: Intervals | None) -> dict[str, Any]:
    row: dict[str, Any] = {"scope": scope, "document": document, "metric": metric, **found}
    for part, (low, high) in (intervals or {}).get(metric, {}).items():
        row |= {f"{part}_low": low, f"{part}_high": high}
    return row
