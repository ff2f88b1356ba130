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
    name: f"corefeval.{module}"
    for module, names in {
        "agreement.agreement": "Agreement agree",
        "agreement.several_keys": "KeyScores score_keys",
        "applications.answer": "Answer Answers",
        "applications.answer_for": "answer_for",
        "applications.weights": "OverWeights over_weights",
        "auditing.audit": "Audit audit",
        "comparison.by_preset": "RankingByPreset rank_by_preset",
        "comparison.compare": "compare",
        "comparison.comparison": "Comparison",
        "corpus.corpus": "Corpus",
        "counts": "Counts",
        "evaluation.by_preset": "ResultsByPreset",
        "evaluation.datasets": "DatasetScores score_datasets",
        "evaluation.request": "load",
        "evaluation.result": "Result",
        "evaluation.score": "score",
        "evaluation.scorer": "Scorer",
        "explanation.difference": "Difference difference",
        "explanation.explainer": "explain",
        "explanation.explanation": "Explanation",
        "metrics.base": "Metric recall_precision register",
        "metrics.shares": "Shares",
        "pairing.pairing": "Pairing",
        "planning.next_documents": "DocumentChoice WeightedDifferences next_documents weighted_difference",
        "planning.plan": "ExperimentPlan plan",
        "problems": "CorefevalError Problem",
        "reports.explorer.page": "report",
        "reproduction.search": "Reproduction reproduce",
        "signature": "Signature",
        "simulation.simulation": "Simulation simulate",
        "studies.study": "Study study",
    }.items()
    for name in names.split()
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
