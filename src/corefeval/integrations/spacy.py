"""spaCy: a scorer for clusters in span groups, `@scorers = "corefeval.coref_scorer.v1"`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate
from typing import Any

from corefeval.evaluation.request import Request
from corefeval.evaluation.score import score
from corefeval.integrations import missing, warn
from corefeval.presets import HEADLINE

try:
    from spacy import registry
    from spacy.tokens import Doc
    from spacy.training import Example
except ImportError:
    raise missing("spacy") from None

Clusters = list[list[tuple[int, int]]]

PREFIX = "coref_clusters"
"""The prefix of the span groups that spacy-experimental and most components write: coref_clusters_1, coref_clusters_2, …"""


@registry.scorers("corefeval.coref_scorer.v1")
def make_coref_scorer(
    prefix: str = PREFIX,
    metrics: str = HEADLINE,
    preset: str | None = None,
    settings: dict[str, Any] | None = None,
) -> Callable[..., dict[str, float | None]]:
    """Return a scorer for a pipeline component.

    Its scores are called `coref_conll_f1` and so on: metric and part after `coref`, with underscores.

    Args:
        prefix: the prefix of the names of span groups that are clusters; each group is one cluster.
        metrics: names, comma-separated; by default the CoNLL average.
        preset: settings of a shared task or evaluator.
        settings: settings of `corefeval.score`, such as `{"singletons": "drop"}`.

    Raises:
        UsageError: CE050 for an unknown metric, preset or setting.
    """
    Request.of(metrics=metrics, preset=preset, **(settings or {}))  # before the training, not at its end
    return partial(_score, prefix=prefix, metrics=metrics, preset=preset, settings=settings or {})


def _score(
    examples: Iterable[Example],
    *,
    prefix: str,
    metrics: str,
    preset: str | None,
    settings: dict[str, Any],
    **_: Any,
) -> dict[str, float | None]:
    """Return the scores of the predicted clusters of all examples; spans are compared by their characters.

    Not a closure, because spaCy pickles components and their scorers for other processes.
    """
    gold, system = {}, {}
    for number, example in enumerate(examples):
        name = f"document {number + 1}"
        _ = example.alignment  # which raises if the texts differ in more than white space and case
        gold[name], system[name] = (_clusters(doc, prefix) for doc in (example.reference, example.predicted))
    result = score(gold, system, metrics=metrics, preset=preset, **settings)
    warn(result, set())
    return {f"coref_{name.replace('/', '_')}": value for name, value in result.flat().items()}


def _clusters(doc: Doc, prefix: str) -> Clusters:
    """Return the clusters of a document as character spans; [] if no span group has the prefix.

    White space is not counted, and characters are counted in lower case, where İ has two: the texts of an example may
    differ in both.
    """
    lengths = (0 if character.isspace() else len(character.lower()) for character in doc.text)
    before = [0, *accumulate(lengths)]
    return [
        [(before[span.start_char], before[span.end_char]) for span in group]
        for name, group in doc.spans.items()
        if name.startswith(prefix) and len(group)
    ]
