"""report(): one HTML page of one result or several, to be written to a file or shown in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corefeval.comparison.compare import with_intervals
from corefeval.comparison.comparison import Resampling
from corefeval.evaluation.result import Result
from corefeval.explanation.systems import Intervals, explain_systems
from corefeval.problems import Problem, UsageError
from corefeval.reports.explorer import html
from corefeval.reports.explorer.payload import Payload
from corefeval.reports.words import intervals_in_words

SYSTEMS = 8
"""The most systems of a page: as many as can be distinguished."""


def report(
    results: Result | Mapping[str, Result],
    path: str | Path | None = None,
    *,
    key: str = "key",
    title: str = "",
    explain: str | None = None,
    intervals: bool | Resampling = False,
    only_errors: bool = False,
    worst: int | None = None,
    compress: bool = True,
    height: int = 760,
) -> html.Page:
    """Make the page that shows chains and every error in context; it is one file that loads nothing.

    Args:
        results: a result, or {name: result} of up to eight systems that were scored against the same key.
        path: the file to write; without a path the page is only returned, and a notebook shows it.
        key: the name of the key on the page.
        title: the page's title; the names of key and systems by default.
        explain: the metrics whose points are divided among the errors, comma-separated; by default the
            headline.
        intervals: whether scores have their 95 % intervals, or how these are made.
        only_errors: skip documents without an error.
        worst: keep only this many documents, those with the lowest scores.
        compress: whether documents are compressed; without, any browser can read them.
        height: of the frame that a notebook shows, in pixels.

    Raises:
        CorefevalError: results that no longer have their texts, that do not belong together, or a file that cannot
            be written.

    Examples:
        >>> from corefeval import score
        >>> report(score([[1, 2]], [[1, 2], [3]])).documents
        1
    """
    named = {"response": results} if isinstance(results, Result) else dict(results)
    if not 1 <= len(named) <= SYSTEMS:
        raise UsageError(Problem("CE118", "page-shows-systems-named", systems=SYSTEMS, named=len(named)))
    bounds = how = None
    if intervals:
        how = intervals if isinstance(intervals, Resampling) else Resampling()
        found = {name: with_intervals(result, how) for name, result in named.items()}
        named = {name: result for name, (result, _) in found.items()}
        bounds = [each for _, each in found.values()]
    payload = of_results(
        named,
        key=key,
        metric=explain,
        title=title,
        intervals=bounds,
        interval_note=f"{intervals_in_words(how, next(iter(named.values())).settings)}." if how else "",
        only_errors=only_errors,
        worst=worst,
    )
    content = html.render(payload, compress=compress)
    page = html.Page(content, len(payload.index["documents"]), tuple(payload.warnings), height)
    if path is not None:
        page.write(path)
    return page


def of_results(
    results: Mapping[str, Result],
    *,
    metric: str | None = None,
    intervals: Sequence[Intervals] | None = None,
    **options: Any,
) -> Payload:
    """Explain results and pack them for the page; see explain_systems for the arguments and Payload for options."""
    return Payload(explain_systems(results, metric=metric, intervals=intervals), **options)
