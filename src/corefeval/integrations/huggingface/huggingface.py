"""The metric that `evaluate.load(corefeval.integrations.huggingface.PATH)` returns; evaluate copies this file to its cache."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import datasets
import evaluate

from corefeval.evaluation.score import score
from corefeval.integrations import warn
from corefeval.presets import HEADLINE

_CITATION = """\
@software{corefeval,
  title = {corefeval: evaluation of coreference resolution},
  author = {{The corefeval authors}},
}
"""


class Coreference(evaluate.Metric):
    """Coreference scores of clusters of spans."""

    def _info(self) -> evaluate.MetricInfo:
        span = datasets.Sequence(datasets.Value("float64"))  # int64 would truncate fractions
        clusters = datasets.Sequence(datasets.Sequence(span))
        return evaluate.MetricInfo(
            description="Coreference resolution: CoNLL F1, MUC, B³, CEAF, LEA, BLANC and the other metrics of corefeval.",
            citation=_CITATION,
            inputs_description=Coreference._compute.__doc__,
            features=datasets.Features({"predictions": clusters, "references": clusters}),
        )

    def _compute(
        self,
        predictions: Sequence[Any],
        references: Sequence[Any],
        metrics: str | Iterable[str] = HEADLINE,
        preset: str | None = None,
        **settings: Any,
    ) -> dict[str, float | None]:
        """Return the scores of all documents together, by name: `{"conll/f1": …}`; None if undefined.

        Args:
            predictions: the clusters of each document; a cluster is a list of spans `[start, end]`.
            references: the gold clusters in the same order.
            metrics: names, comma-separated or a list; by default the CoNLL average.
            preset: settings of a shared task or evaluator.
            settings: settings of `corefeval.score`, such as `singletons="drop"`.
        """
        gold, system = (
            {f"document {number}": _whole(clusters) for number, clusters in enumerate(side, 1)}
            for side in (references, predictions)
        )
        result = score(gold, system, metrics=metrics, preset=preset, **settings)
        warn(result, set())
        return result.flat()


def _whole(value: Any) -> Any:
    """Return lists of any depth with integers for whole numbers that float64 holds exactly."""
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value
