"""Score, compare and explain coreference resolution.

import corefeval
result = corefeval.score("gold.conllu", "system.conllu")
print(result)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from corefeval.version import __version__

if TYPE_CHECKING:
    from corefeval.agreement.agreement import Agreement, agree
    from corefeval.agreement.several_keys import KeyScores, score_keys
    from corefeval.applications.answer import Answer, Answers
    from corefeval.applications.answer_for import answer_for
    from corefeval.applications.weights import OverWeights, over_weights
    from corefeval.auditing.audit import Audit, audit
    from corefeval.comparison.by_preset import RankingByPreset, rank_by_preset
    from corefeval.comparison.compare import compare
    from corefeval.comparison.comparison import Comparison
    from corefeval.corpus.corpus import Corpus
    from corefeval.counts import Counts
    from corefeval.evaluation.by_preset import ResultsByPreset
    from corefeval.evaluation.datasets import DatasetScores, score_datasets
    from corefeval.evaluation.request import load
    from corefeval.evaluation.result import Result
    from corefeval.evaluation.score import score
    from corefeval.evaluation.scorer import Scorer
    from corefeval.explanation.difference import Difference, difference
    from corefeval.explanation.explainer import explain
    from corefeval.explanation.explanation import Explanation
    from corefeval.metrics.base import Metric, recall_precision, register
    from corefeval.metrics.shares import Shares
    from corefeval.pairing.pairing import Pairing
    from corefeval.planning.next_documents import (
        DocumentChoice,
        WeightedDifferences,
        next_documents,
        weighted_difference,
    )
    from corefeval.planning.plan import ExperimentPlan, plan
    from corefeval.problems import CorefevalError, Problem
    from corefeval.reports.explorer.page import report
    from corefeval.reproduction.search import Reproduction, reproduce
    from corefeval.signature import Signature
    from corefeval.simulation.simulation import Simulation, simulate
    from corefeval.studies.study import Study, study

_HOMES = {
    "Agreement": "corefeval.agreement.agreement",
    "Answer": "corefeval.applications.answer",
    "Answers": "corefeval.applications.answer",
    "Audit": "corefeval.auditing.audit",
    "Comparison": "corefeval.comparison.comparison",
    "Corpus": "corefeval.corpus.corpus",
    "Counts": "corefeval.counts",
    "CorefevalError": "corefeval.problems",
    "DatasetScores": "corefeval.evaluation.datasets",
    "Difference": "corefeval.explanation.difference",
    "DocumentChoice": "corefeval.planning.next_documents",
    "ExperimentPlan": "corefeval.planning.plan",
    "Explanation": "corefeval.explanation.explanation",
    "KeyScores": "corefeval.agreement.several_keys",
    "Metric": "corefeval.metrics.base",
    "OverWeights": "corefeval.applications.weights",
    "Pairing": "corefeval.pairing.pairing",
    "Problem": "corefeval.problems",
    "RankingByPreset": "corefeval.comparison.by_preset",
    "Reproduction": "corefeval.reproduction.search",
    "Result": "corefeval.evaluation.result",
    "ResultsByPreset": "corefeval.evaluation.by_preset",
    "Scorer": "corefeval.evaluation.scorer",
    "Shares": "corefeval.metrics.shares",
    "Signature": "corefeval.signature",
    "Simulation": "corefeval.simulation.simulation",
    "Study": "corefeval.studies.study",
    "WeightedDifferences": "corefeval.planning.next_documents",
    "agree": "corefeval.agreement.agreement",
    "answer_for": "corefeval.applications.answer_for",
    "audit": "corefeval.auditing.audit",
    "compare": "corefeval.comparison.compare",
    "difference": "corefeval.explanation.difference",
    "explain": "corefeval.explanation.explainer",
    "load": "corefeval.evaluation.request",
    "next_documents": "corefeval.planning.next_documents",
    "over_weights": "corefeval.applications.weights",
    "plan": "corefeval.planning.plan",
    "rank_by_preset": "corefeval.comparison.by_preset",
    "recall_precision": "corefeval.metrics.base",
    "register": "corefeval.metrics.base",
    "report": "corefeval.reports.explorer.page",
    "reproduce": "corefeval.reproduction.search",
    "score": "corefeval.evaluation.score",
    "score_keys": "corefeval.agreement.several_keys",
    "score_datasets": "corefeval.evaluation.datasets",
    "simulate": "corefeval.simulation.simulation",
    "study": "corefeval.studies.study",
    "weighted_difference": "corefeval.planning.next_documents",
}
"""The module of each public name, imported on first use, so that `corefeval --help` starts at once."""

__all__ = [
    "Agreement",
    "Answer",
    "Answers",
    "Audit",
    "Comparison",
    "CorefevalError",
    "Corpus",
    "Counts",
    "DatasetScores",
    "Difference",
    "DocumentChoice",
    "ExperimentPlan",
    "Explanation",
    "KeyScores",
    "Metric",
    "OverWeights",
    "Pairing",
    "Problem",
    "RankingByPreset",
    "Reproduction",
    "Result",
    "ResultsByPreset",
    "Scorer",
    "Shares",
    "Signature",
    "Simulation",
    "Study",
    "WeightedDifferences",
    "__version__",
    "agree",
    "answer_for",
    "audit",
    "compare",
    "difference",
    "explain",
    "load",
    "next_documents",
    "over_weights",
    "plan",
    "rank_by_preset",
    "recall_precision",
    "register",
    "report",
    "reproduce",
    "score",
    "score_datasets",
    "score_keys",
    "simulate",
    "study",
    "weighted_difference",
]


def __getattr__(name: str) -> Any:
    """Import a public name at its first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'corefeval' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only for names that are used

    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
