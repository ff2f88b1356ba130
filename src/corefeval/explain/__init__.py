"""Why a score is what it is: error classes, link errors, decisions, repairs and what each costs."""

from corefeval.explain.attribution import Attribution, Cost
from corefeval.explain.decisions import Decision
from corefeval.explain.errors import ErrorClass
from corefeval.explain.explanation import Error, Explanation, Links, explain
from corefeval.explain.spans import ENGLISH, Trim

__all__ = [
    "ENGLISH",
    "Attribution",
    "Cost",
    "Decision",
    "Error",
    "ErrorClass",
    "Explanation",
    "Links",
    "Trim",
    "explain",
]
