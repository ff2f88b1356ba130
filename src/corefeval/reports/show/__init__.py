"""The report on each type of result: `show` dispatches by type, and `render` writes it in any kind of output."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from corefeval.reports.render import render as render_kind

if TYPE_CHECKING:
    from corefeval.columns import Printed
    from corefeval.reports.report import ReportText

SHOWN_BY = {
    "Agreement": "agreement.show",
    "Answer": "answers.show_answer",
    "Answers": "answers.show",
    "Audit": "audit.show",
    "BrokenDown": "breakdown.show",
    "ComparedByClass": "compared_classes.show",
    "Comparison": "comparison.show",
    "DatasetScores": "result.show_datasets",
    "Difference": "difference.show",
    "DocumentChoice": "next_documents.show",
    "ExperimentPlan": "plan.show",
    "Explanation": "explanation.show",
    "KeyScores": "several_keys.show",
    "OutcomeList": "explanation.show_list",
    "OverWeights": "weights.show",
    "RankingByPreset": "by_preset.show_ranking",
    "Reproduction": "reproduction.show",
    "Result": "result.show",
    "ResultsByPreset": "by_preset.show",
    "Simulation": "simulation.show",
    "Study": "study.show",
    "UseComparison": "uses.show",
    "Validations": "validation.show",
    "WeightedDifferences": "next_documents.show_difference",
}
"""The function of this package that makes the ReportText of each type of result. It is imported on demand."""


def show(result: Printed, **options: Any) -> ReportText:
    """Return the report on a result as a ReportText."""
    return _function(result)(result, **options)


def render(
    result: Printed, kind: str, *, width: int | None = None, colour: bool | None = None, **options: Any
) -> str:
    """Return a result in any kind of output.

    Each option is passed to those of `show`, `rows` and `to_dict` that accept it: `top` shortens tables and leaves
    CSV complete. A function with the parameter `kind` receives it.

    Raises:
        TypeError: if none of the three accepts an option.
    """
    makers: list[Callable[..., Any]] = [partial(_function(result), result), result.rows, result.to_dict]
    taken = [signature(maker).parameters for maker in makers]
    unknown = options.keys() - set().union(*taken)
    if unknown:
        message = f"{type(result).__name__} has no option {', '.join(sorted(unknown))}"
        raise TypeError(message)
    given = {**options, "kind": kind}
    document, rows, plain = (
        partial(maker, **{name: given[name] for name in names if name in given})
        for maker, names in zip(makers, taken, strict=True)
    )
    return render_kind(kind, document, rows, plain, width=width, colour=colour)


def _function(result: Printed) -> Callable[..., ReportText]:
    module, _, name = SHOWN_BY[type(result).__name__].partition(".")
    found: Callable[..., ReportText] = getattr(import_module(f"{__name__}.{module}"), name)
    return found
