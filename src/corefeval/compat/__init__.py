"""Interfaces of other scorers: their command lines (`corefeval as`) and Python classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corefeval.compat.evaluators import ConllCorefScores, CorefEvaluator, evaluate_documents

__all__ = ["ConllCorefScores", "CorefEvaluator", "evaluate_documents"]


def __getattr__(name: str) -> Any:
    """Import a class or function at its first use, so that `corefeval as` starts without it."""
    if name not in __all__:
        raise AttributeError(f"module 'corefeval.compat' has no attribute {name!r}")
    from corefeval.compat import evaluators  # noqa: PLC0415 - see above

    return getattr(evaluators, name)
