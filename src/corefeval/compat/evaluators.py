"""The classes and functions that repositories import from copied evaluators, on our counts.

A repository changes one import. The numbers are the original's by default; `preset` selects another rule. Each kind of
warning is issued once, for example about duplicate mentions, which we treat by our own rule.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from corefeval.corpus.builder import from_clusters
from corefeval.evaluation.request import Request
from corefeval.evaluation.result import Result
from corefeval.evaluation.scorer import Scorer
from corefeval.integrations import warn
from corefeval.metrics.base import f_score
from corefeval.names import resolve
from corefeval.problems import Problem, UsageError

AVERAGED = ("muc", "bcub", "ceafe")
Clusters = Iterable[Iterable[Hashable]]

muc, b_cubed, ceafe, ceafm, lea, mentions = "muc", "b_cubed", "ceafe", "ceafm", "lea", "mentions"
"""The metrics of coval's evaluator, to pass to evaluate_documents()."""

_METRICS = {muc: "muc", b_cubed: "bcub", ceafe: "ceafe", ceafm: "ceafm", lea: "lea", mentions: "mention"}


class CorefEvaluator:
    """The evaluator of e2e-coref and its copies (coref-hoi, s2e, LingMess, fastcoref, …).

    Args:
        preset: the rule: `e2e` as the original, or any other preset.

    Examples:
        >>> evaluator = CorefEvaluator()
        >>> evaluator.update([[1, 2], [5, 6, 9], [7, 8]], [[1, 2, 3], [5, 6]])
        >>> [round(100 * value, 2) for value in evaluator.get_prf()]
        [50.32, 71.11, 58.9]
    """

    def __init__(self, preset: str = "e2e") -> None:
        self._scorer = Scorer([*AVERAGED, "conll"], preset)
        self._documents = 0
        self._result: Result | None = None
        self._known: set[tuple[str, str]] = set()

    def update(
        self,
        predicted: Clusters,
        gold: Clusters,
        mention_to_predicted: Mapping[Any, Any] | None = None,
        mention_to_gold: Mapping[Any, Any] | None = None,
    ) -> None:
        """Add a document.

        Args:
            predicted: the clusters of the response.
            gold: the key's clusters.
            mention_to_predicted: not needed; it follows from the clusters.
            mention_to_gold: not needed either.
        """
        del mention_to_predicted, mention_to_gold
        self._documents += 1
        name = f"document {self._documents}"
        key, response = (
            from_clusters([(name, [list(map(_mention, _listed(cluster))) for cluster in side])])
            for side in (gold, predicted)
        )
        self._scorer.update(key, response)
        self._result = None

    def result(self) -> Result:
        """Return the scores of all documents, with warnings and signature."""
        if self._result is None:
            self._result = self._scorer.result()
        return self._result

    def _mean(self, part: str) -> float:
        scores = self.result().scores
        if self._documents:
            warn(self.result(), self._known)
        return sum(scores[name][part] or 0.0 for name in AVERAGED) / len(AVERAGED)

    def get_precision(self) -> float:
        """Return the mean precision of MUC, B³ and CEAFe."""
        return self._mean("precision")

    def get_recall(self) -> float:
        """Return the mean recall."""
        return self._mean("recall")

    def get_f1(self) -> float:
        """Return the mean F1: the CoNLL F1."""
        return self._mean("f1")

    def get_prf(self) -> tuple[float, float, float]:
        """Return the three means: precision, recall, F1."""
        return self.get_precision(), self.get_recall(), self.get_f1()


class ConllCorefScores:
    """The metric of AllenNLP.

    Args:
        allow_singletons: must be False; if True, the original counts the first mention of each cluster twice.
        preset: the rule: `e2e` as the original, or any other preset.

    Raises:
        UsageError: CE051 if singletons are allowed.
    """

    def __init__(self, allow_singletons: bool = False, preset: str = "e2e") -> None:  # noqa: FBT001, FBT002 - as AllenNLP declares it
        if allow_singletons:
            raise UsageError(Problem("CE051", "allennlp-singletons"))
        self._preset = preset
        self.reset()

    def reset(self) -> None:
        """Forget all documents."""
        self._evaluator = CorefEvaluator(self._preset)

    def __call__(
        self,
        top_spans: Any,
        antecedent_indices: Any,
        predicted_antecedents: Any,
        metadata_list: Sequence[Mapping[str, Any]],
    ) -> None:
        """Add a batch.

        Args:
            top_spans: first and last token of each span of each document; a tensor, an array or lists.
            antecedent_indices: the spans that may be the antecedent of each span.
            predicted_antecedents: the place of the chosen one among these, -1 for none.
            metadata_list: for each document the gold clusters under "clusters".
        """
        batch = (_listed(each) for each in (top_spans, antecedent_indices, predicted_antecedents))
        for spans, indices, chosen, metadata in zip(*batch, metadata_list, strict=True):
            self._evaluator.update(_linked(spans, indices, chosen), metadata["clusters"])

    def get_metric(self, reset: bool = False) -> tuple[float, float, float]:  # noqa: FBT001, FBT002 - as AllenNLP declares it
        """Return the mean precision, recall and F1."""
        found = self._evaluator.get_prf()
        if reset:
            self.reset()
        return found

    def result(self) -> Result:
        """Return the scores of all documents, with warnings and signature."""
        return self._evaluator.result()


def evaluate_documents(
    doc_coref_infos: Mapping[Any, Sequence[Any]],
    metric: str | Callable[..., Any],
    beta: float = 1,
    preset: str = "coval",
) -> tuple[float, float, float]:
    """Return recall, precision and F of all documents, as coval's evaluator does.

    Only ceafm differs: coval divides its mentions by numbers of clusters, which gives scores above 1.

    Args:
        doc_coref_infos: for each document the key's clusters, the system's clusters, and coval's other values.
        metric: one of the metrics of this module, its name, or the function of coval.
        beta: the weight of recall.
        preset: the rule: `coval` as the original, or any other preset.

    Examples:
        >>> infos = {"a": ([[1, 2, 3], [4], [5, 6]], [[1, 2], [4], [5, 6, 9]], {}, {})}
        >>> [round(100 * value, 2) for value in evaluate_documents(infos, lea)]
        [66.67, 66.67, 66.67]
    """
    named = metric if isinstance(metric, str) else getattr(metric, "__name__", "")
    name = _METRICS[resolve("metric", named, _METRICS, lambda known: (_METRICS[known],))]
    sides = [
        from_clusters(
            (f"{document}", list(map(list, info[side]))) for document, info in doc_coref_infos.items()
        )
        for side in (0, 1)
    ]
    request = Request.of(metrics=[name], preset=preset)
    result = request.on(sides[0]).score(sides[0], sides[1])
    warn(result, set())
    recall, precision = (result.scores[name][part] or 0.0 for part in ("recall", "precision"))
    return recall, precision, float(f_score(np.array(recall), np.array(precision), beta))


def _mention(mention: Any) -> Hashable:
    """Return a mention as a hashable value: a list, an array or a tensor of two numbers becomes a tuple."""
    listed = mention.tolist() if hasattr(mention, "tolist") else mention
    found: Hashable = tuple(listed) if isinstance(listed, list) else listed
    return found


def _listed(values: Any) -> list[Any]:
    """Return lists of a tensor or an array."""
    found: list[Any] = values.tolist() if hasattr(values, "tolist") else list(values)
    return found


def _linked(
    spans: Sequence[Sequence[int]], indices: Sequence[Sequence[int]], chosen: Sequence[int]
) -> list[list[tuple[int, ...]]]:
    """Return the clusters that links to antecedents make."""
    cluster_of: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    clusters: list[list[tuple[int, ...]]] = []
    for number, choice in enumerate(chosen):
        if choice < 0:
            continue
        antecedent = tuple(spans[indices[number][choice]])
        if antecedent not in cluster_of:
            cluster_of[antecedent] = [antecedent]
            clusters.append(cluster_of[antecedent])
        cluster = cluster_of[antecedent]
        span = tuple(spans[number])
        cluster.append(span)
        cluster_of[span] = cluster
    return clusters
