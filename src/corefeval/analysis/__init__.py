"""Explain a score: error classes, link errors, decisions, repairs and the cost of each."""

from corefeval.analysis.attribution import Attribution, Cost
from corefeval.analysis.decisions import Decision
from corefeval.analysis.errors import ErrorClass
from corefeval.analysis.explainer import explain
from corefeval.analysis.explanation import BothLinkErrors, Explanation
from corefeval.analysis.instances import Error, ErrorMention
from corefeval.analysis.mention_outcomes import JudgedMention, OutcomeCount, OutcomeList, OutcomeTable
from corefeval.analysis.span_errors import ENGLISH, Trim

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
