"""Adapters for torchmetrics, Hugging Face evaluate, spaCy and LLM harnesses, one module each."""

from __future__ import annotations

import warnings

from corefeval.evaluation.result import Result
from corefeval.problems import Problem, UsageError


def missing(package: str) -> UsageError:
    """Return the error for a framework that is not installed. The extra has the same name as the package."""
    return UsageError(Problem("CE044", "integration-needs-package", package=package))


def warn(result: Result, known: set[tuple[str, str]]) -> None:
    """Issue the warnings of a result as Python warnings, one of each kind, and add their kinds to `known`.

    A training loop scores thousands of batches. Numbers in a message differ from batch to batch, so Python's own
    filter would show all of them.
    """
    for problem in result.warnings:
        if (problem.code, problem.kind) not in known:
            known.add((problem.code, problem.kind))
            warnings.warn(str(problem), stacklevel=3)
