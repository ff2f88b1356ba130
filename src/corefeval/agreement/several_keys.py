"""score_keys(): score one system against several annotators, and compare it with their agreement.

annotators  A  B  C          system
scores      A–B A–C B–A …    A–S  B–S  C–S
each annotator   mean, best, soft
against others   inside the human range?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, ClassVar, Unpack

import numpy as np

from corefeval.arrays import mean_or_none
from corefeval.columns import Column, DataRow, Printed, Rows, data, whole
from corefeval.comparison.compare import aligned_counts, systems_named, warnings_of
from corefeval.comparison.comparison import headline
from corefeval.counts import Counts
from corefeval.evaluation.request import Input
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.metrics.base import Metric
from corefeval.problems import Problem, UsageError
from corefeval.settings import Options, listing_options, refuse_beta
from corefeval.signature import Signature, SignatureText


@dataclass(frozen=True, slots=True)
class AgainstKeys(DataRow):
    """One metric of a system against several keys. Scores are F1, or the main part of a metric without F1.

    Attributes:
        metric: the metric's name.
        scores: the score against each key.
        mean: their mean.
        best: the score with the most favourable key of each document.
        soft: the score of the summed counts of all keys: a link counts by the share of annotators who make it.
        annotators: the mean score of each annotator against the others.
        human: the mean of these, the ceiling for a system.
        place: inside, below or above the range of the annotators; '' if a score is undefined.
    """

    DATA: ClassVar[tuple[Column, ...]] = data(
        "metric", "mean", "best", "soft", "human", "human_low", "human_high", "place", "scores", "annotators"
    )

    metric: str
    scores: Mapping[str, float | None]
    mean: float | None
    best: float | None
    soft: float | None
    annotators: Mapping[str, float | None]

    @property
    def human(self) -> float | None:
        """The mean of the annotators' scores."""
        return mean_or_none(self.annotators.values())

    @property
    def human_low(self) -> float | None:
        """The lowest score of an annotator; None if one is undefined."""
        return min(self._known, default=None)

    @property
    def human_high(self) -> float | None:
        """The highest score of an annotator; None if one is undefined."""
        return max(self._known, default=None)

    @property
    def _known(self) -> list[float]:
        """The scores of the annotators; empty if one is undefined."""
        known = [each for each in self.annotators.values() if each is not None]
        return known if len(known) == len(self.annotators) else []

    @property
    def place(self) -> str:
        """Whether the system's mean is below, in or above the range of the annotators."""
        if self.mean is None or self.human_low is None or self.human_high is None:
            return ""
        if self.mean < self.human_low:
            return "below"
        return "above" if self.mean > self.human_high else "inside"


@dataclass(frozen=True, eq=False)
class KeyScores(Printed):
    """A system against several keys. It prints itself and converts to plain data.

    Attributes:
        metrics: the metrics by name.
        against: the scores in each metric.
        results: the result against each key.
        humans: the result of each annotator (second) against each other one (first).
        warnings: the warnings of all results.
    """

    metrics: Mapping[str, Metric]
    against: Mapping[str, AgainstKeys]
    results: Mapping[str, Result] = field(repr=False)
    humans: Mapping[tuple[str, str], Result] = field(repr=False)
    warnings: tuple[Problem, ...] = ()

    @property
    def signatures(self) -> dict[str, str]:
        """The signature of the score against each key."""
        return {name: str(result.signature) for name, result in self.results.items()}

    @property
    def signature(self) -> SignatureText:
        """The signature of the scores against the first key by name; only the hash of the key differs in the others."""
        return self.results[min(self.results)].signature.text

    def __getitem__(self, metric: str) -> AgainstKeys:
        """Return the scores in a metric."""
        return self.against[metric]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; fractions at full precision."""
        first = next(iter(self.results.values()))
        found = {
            "keys": list(self.results),
            "documents": len(first.documents),
            "scores": self.against,
            "humans": [
                {"key": key, "annotator": annotator, "scores": result.scores}
                for (key, annotator), result in self.humans.items()
            ],
            "signatures": self.signatures,
        }
        return whole(found, self.signature, first.settings, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each metric, with a column for each key."""
        shared = [column for column in AgainstKeys.DATA if column.name not in {"scores", "annotators"}]
        rows = []
        for one in self.against.values():
            row = {column.name: column.value(one) for column in shared}
            row |= {f"against_{name}": value for name, value in one.scores.items()}
            rows.append(row | {f"annotator_{name}": value for name, value in one.annotators.items()})
        heads = list(rows[0]) if rows else []
        return Rows(heads, rows, self.signature)

    def __repr__(self) -> str:
        """Return the mean in each metric."""
        means = ", ".join(f"{name} {one.mean}" for name, one in self.against.items())
        return f"<KeyScores: {means}; {len(self.results)} keys>"


@listing_options
def score_keys(
    keys: Mapping[str, Input] | Sequence[Input],
    response: Input,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    **options: Unpack[Options],
) -> KeyScores:
    """Score a system against several annotators, and each annotator against the others under the same settings.

    The order of the keys changes no number.

    Args:
        keys: {annotator: path or corpus}, or a list of them; at least two, with the same documents.
        response: path or corpus of the system.
        metrics: as in `score`.
        preset: as in `score`.
        signature: as in `score`.
        options: the settings, as in `score`.

    Raises:
        UsageError: CE182 for fewer than two keys.
        CorefevalError: CE054 for keys with different documents.
    """
    named = dict(keys) if isinstance(keys, Mapping) else systems_named(keys)
    if len(named) < 2:
        raise UsageError(Problem("CE182", "one-key", count=len(named)))
    refuse_beta(options)
    how: dict[str, Any] = {"metrics": metrics, "preset": preset, "signature": signature, **options}
    of_keys = {
        f"response_{name}": how.get(f"key_{name}") for name in ("format", "offsets", "layer", "companion")
    }
    results = {name: score(key, response, **how) for name, key in named.items()}
    humans = {
        (key, annotator): score(named[key], named[annotator], **{**how, **of_keys})
        for key, annotator in permutations(named, 2)
    }
    first, *others = (*results.values(), *humans.values())
    shared = {
        name: metric
        for name, metric in first.metrics.items()
        if all(name in result.metrics for result in others)
    }
    ordered = {name: results[name] for name in sorted(results)}
    counts = aligned_counts(ordered, shared)
    against = {name: _against(name, ordered, [table[name] for table in counts], humans) for name in shared}
    every = {name: {"": result} for name, result in results.items()}
    return KeyScores(shared, against, results, humans, tuple(warnings_of(every)))


def _against(
    name: str,
    results: Mapping[str, Result],
    counts: Sequence[Counts],
    humans: Mapping[tuple[str, str], Result],
) -> AgainstKeys:
    """Return the scores in one metric; `counts` are the counts against each key, with documents in the same order."""
    first = next(iter(results.values()))
    metric = first.metrics[name]
    part = headline(first.scores[name])
    scores = {key: result.scores[name][part] for key, result in results.items()}

    def scored(combined: Counts) -> float | None:
        return replace(first, metrics={name: metric}, counts={name: combined}).scores[name][part]

    by_document = np.stack(
        [np.nan_to_num(metric.scores(each.columns, first.settings)[part], nan=-1.0) for each in counts]
    )
    chosen = by_document.argmax(axis=0)  # the first key by name among equals
    several = Counts.concatenate(counts)
    documents = len(counts[0])
    best = several.select(chosen * documents + np.arange(documents))
    annotators = {
        own: mean_or_none(result.scores[name][part] for (_, other), result in humans.items() if other == own)
        for own in results
    }
    return AgainstKeys(name, scores, mean_or_none(scores.values()), scored(best), scored(several), annotators)
