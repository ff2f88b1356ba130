"""Metrics by name: `lea`, `blanc(empty=key)`, `conll,lea`, `all`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from corefeval.metrics.base import METRICS, Metric
from corefeval.problems import Problem, UsageError

_NAME = re.compile(r"\s*([a-z0-9][a-z0-9.-]*)\s*(?:\(([^()]*)\))?\s*")
_COMMA = re.compile(r",(?![^(]*\))")


def split_names(names: str | Iterable[str]) -> list[str]:
    """Return the single names of a comma-separated list; commas inside parentheses belong to the name."""
    pieces = _COMMA.split(names) if isinstance(names, str) else list(names)
    return [piece.strip() for piece in pieces if piece.strip()]


def parse_metric(text: str) -> Metric:
    """Return the metric of this name, with its parameters.

    Examples:
        >>> parse_metric("blanc(empty=key)").full_name
        'blanc(empty=key)'
    """
    found = _NAME.fullmatch(text)
    if found is None:
        hint = "Write name or name(parameter=value,parameter=value)."
        raise UsageError(Problem("CE050", "not the name of a metric:", text=text, hint=hint))
    name, inside = found[1], found[2]
    if name not in METRICS:
        from difflib import get_close_matches  # noqa: PLC0415 - only when a name is wrong

        close = get_close_matches(name, METRICS, n=3)
        hint = f"Did you mean {' or '.join(close)}? " if close else ""
        raise UsageError(
            Problem("CE050", f"no metric {name!r}", hint=hint + "'corefeval metrics' lists them all.")
        )
    metric = METRICS[name]
    values: dict[str, str | float] = {}
    for piece in filter(None, map(str.strip, (inside or "").split(","))):
        parameter, equals, value = (part.strip() for part in piece.partition("="))
        declared = metric.parameters.get(parameter)
        if declared is None or not equals:
            known = ", ".join(metric.parameters) or "none"
            raise UsageError(
                Problem("CE050", f"{name} has no parameter {parameter!r}", hint=f"It has: {known}.")
            )
        if declared.choices and value not in declared.choices:
            hint = f"Choose one of {', '.join(declared.choices)}."
            raise UsageError(Problem("CE050", f"{parameter} of {name} cannot be {value!r}", hint=hint))
        values[parameter] = _value(name, parameter, value, declared.default)
    return metric(**values)


def _value(name: str, parameter: str, value: str, default: str | float) -> str | float:
    if isinstance(default, str):
        return value
    try:
        return float(value)
    except ValueError:
        hint = "Give a number, such as .75."
        raise UsageError(
            Problem("CE050", f"{parameter} of {name} is a number, not {value!r}", hint=hint)
        ) from None
