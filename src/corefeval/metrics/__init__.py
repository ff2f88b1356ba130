"""The metrics, one file per family, and their selection by name: `lea`, `B³`, `blanc(empty=key)`, `conll,lea`, `all`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from corefeval.choices import SETTINGS
from corefeval.metrics.base import METRICS, Metric, Parameter, other_names
from corefeval.names import fold, resolve, spelled
from corefeval.problems import Problem, UsageError

ALL = "all"
"""The name that selects all metrics whose needs the files meet."""

GROUPS = ("arcs", "bridging", "use")
"""Names of groups; a group selects all metrics whose names begin with it and a dot."""

_NAME = re.compile(r"\s*([^()=,]*[^()=,\s])\s*(?:\(([^()]*)\))?\s*")
_COMMA = re.compile(r",(?![^(]*\))")
_SEE = "'corefeval metrics' lists them all."


def split_names(names: str | Iterable[str]) -> list[str]:
    """Return the names in a comma-separated list, with groups expanded; commas in parentheses belong to the name."""
    given: object = names  # from a user, so of any type
    if not isinstance(given, Iterable):
        given = [given]
    pieces = _COMMA.split(given) if isinstance(given, str) else list(given)
    if not all(isinstance(piece, str) for piece in pieces):
        raise UsageError(Problem("CE050", "no-metrics", names=names))
    found: list[str] = []
    for piece in pieces:
        name = fold(piece)
        if name in GROUPS:
            found += [metric for metric in METRICS if metric.startswith(f"{name}.")]
        elif piece.strip():
            found.append(ALL if name == ALL else piece.strip())
    return found


def metric_name(text: str) -> str:
    """Return the canonical name of a metric with its parameters; `all` is returned unchanged.

    If all given parameters have their default values, the name ends with (), so that a preset's parameters do not
    replace them.

    Examples:
        >>> metric_name("B³"), metric_name("BLANC( empty=key )"), metric_name("blanc(empty=both)")
        ('bcub', 'blanc(empty=key)', 'blanc()')
    """
    if text == ALL:
        return text
    name = parse_metric(text).full_name
    return name if "(" not in text or "(" in name else f"{name}()"


def metrics_named(names: Iterable[str], meant: Mapping[str, str] | None = None) -> dict[str, Metric]:
    """Return metrics by the names that results show: the name, and the parameters that differ from the defaults.

    Args:
        names: the names as the user writes them.
        meant: the metric that a preset uses for a name without parameters.

    Examples:
        >>> list(metrics_named(["B³", "LBCUB(name=2)"]))
        ['bcub', 'lbcub(name=2)']
    """
    found = {}
    for text in names:
        metric = parse_metric(text)
        if meant and metric.name in meant and "(" not in text:
            found[metric.name] = parse_metric(meant[metric.name])
        else:
            found[metric.full_name] = metric
    return found


def parse_metric(text: str) -> Metric:
    """Return the metric with this name and these parameters; case, labels and aliases as in `corefeval metrics`.

    Examples:
        >>> parse_metric("BLANC(empty=key)").full_name
        'blanc(empty=key)'
    """
    found = _NAME.fullmatch(text)
    if found is None:
        raise UsageError(Problem("CE050", "no-metric", given=text))
    name = spelled(found[1], METRICS.at_hand, other_names) or resolve(
        "metric", found[1], METRICS, other_names, see=_SEE
    )
    metric = METRICS[name]
    values: dict[str, str | float] = {}
    for piece in filter(None, map(str.strip, (found[2] or "").split(","))):
        given, equals, value = (part.strip() for part in piece.partition("="))
        if given in SETTINGS and given not in metric.parameters:
            raise UsageError(
                Problem(
                    "CE050",
                    "no-parameter",
                    given=given,
                    name=metric.name,
                    given2=given.replace("_", "-"),
                    value=value,
                )
            )
        parameter = resolve("parameter", given, metric.parameters, of=metric.name)
        if not equals:
            raise UsageError(Problem("CE050", "no-value", parameter=parameter, name=metric.name))
        values[parameter] = _value(value, metric.parameters[parameter], f"{parameter} of {metric.name}")
    return metric(**values)


def _value(value: str, declared: Parameter, of: str) -> str | float:
    if declared.choices:
        return resolve("value", value, declared.choices, of=of)
    if isinstance(declared.default, str):
        return value
    try:
        return float(value)
    except ValueError:
        raise UsageError(Problem("CE050", "no-number", value=value, whole=of)) from None
