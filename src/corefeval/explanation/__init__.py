"""Explain a score: error classes, link errors, decisions, repairs and the cost of each."""

from corefeval.explanation.decisions import Decision
from corefeval.explanation.errors import ErrorClass
from corefeval.explanation.explainer import explain
from corefeval.explanation.explanation import BothLinkErrors, Explanation
from corefeval.explanation.instances import Error, ErrorMention
from corefeval.explanation.mention_outcomes import JudgedMention, OutcomeCount, OutcomeList, OutcomeTable
from corefeval.explanation.shapley import Attribution, Cost
from corefeval.explanation.span_errors import ENGLISH, Trim

__all__ = [
    "ENGLISH",
    "Attribution",
    "BothLinkErrors",
    "Cost",
    "Decision",
    "Error",
    "ErrorClass",
    "ErrorMention",
    "Explanation",
    "JudgedMention",
    "OutcomeCount",
    "OutcomeList",
    "OutcomeTable",
    "Trim",
    "explain",
]
