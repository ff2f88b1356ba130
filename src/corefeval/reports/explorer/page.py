"""report(): make one HTML page for one or more results, to write to a file or display in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corefeval.comparison.compare import with_intervals
from corefeval.comparison.comparison import Resampling
from corefeval.evaluation.result import Result
from corefeval.explanation.systems import ExplainedSystems, Intervals
from corefeval.problems import Problem, UsageError
from corefeval.reports.explorer import html
from corefeval.reports.explorer.payload import Payload
from corefeval.reports.words import intervals_in_words

SYSTEMS = 8
"""The most systems on a page; readers cannot distinguish more."""


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
    """Make the page that shows chains and errors in the text. It is one HTML file that loads nothing else.

    Args:
        results: a result, or {name: result} of up to eight systems that were scored against the same key.
        path: the file to write; if None, the page is only returned, and a notebook displays it.
        key: the name of the key on the page.
        title: the title of the page; by default the names of key and systems.
        explain: the metrics whose lost points are divided among the errors, comma-separated; by default the headline.
        intervals: whether scores have 95 % intervals, or the resampling that computes the intervals.
        only_errors: whether documents without errors are skipped.
        worst: the number of documents to show, those with the lowest scores; None for all.
        compress: whether documents are compressed; if not, older browsers can read the page too.
        height: the height of the frame in a notebook, in pixels.

    Raises:
        CorefevalError: if the results no longer have their texts or have different keys, or if the file cannot be
            written.

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
    """Explain results and pack them for the page; see ExplainedSystems for the arguments and Payload for options."""
    return Payload(ExplainedSystems(results, metric=metric, intervals=intervals), **options)
