"""Results and comparisons as rows and as CSV: fractions at full precision, empty where undefined, the signature in every row."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from corefeval.comparison.comparison import Comparison
from corefeval.evaluation.result import Result
from corefeval.frames import Rows
from corefeval.reports.scores import PARTS, Intervals


def render_result(
    result: Result, *, per_document: bool = False, macro: bool = False, intervals: Intervals | None = None
) -> str:
    """Return a row a metric."""
    return written(result_rows(result, per_document=per_document, macro=macro, intervals=intervals))


def render_comparison(comparison: Comparison) -> str:
    """Return a row for each system, metric and system it is tested against."""
    return written(comparison_rows(comparison))


def result_rows(
    result: Result, *, per_document: bool = False, macro: bool = False, intervals: Intervals | None = None
) -> Rows:
    """Return a row a metric; the scope is the corpus, macro or mentions (means of documents) or a document."""
    scores: Mapping[str, Mapping[str, float | None]] = result.scores
    parts = _parts(scores.values())
    rows = [_score_row("corpus", "", name, found, intervals) for name, found in scores.items()]
    if macro:
        rows += [_score_row(result.average, "", name, found, None) for name, found in result.macro.items()]
    if per_document:
        rows += [
            _score_row("document", document["document"], name, found, None)
            for document in result.per_document()
            for name, found in document["scores"].items()
        ]
    bounds = [f"{part}_{end}" for part in parts for end in ("low", "high")] if intervals is not None else []
    return Rows(["scope", "document", "metric", *parts, *bounds], rows, str(result.signature))


def comparison_rows(comparison: Comparison) -> Rows:
    """Return a row for each system, metric and system it is tested against.

    score is what systems are ranked by (F1 where the metric has one), low and high its interval; the
    difference, its interval and p belong to the test. The baseline is tested against nothing.
    """
    parts = _parts(found for scores in comparison.scores.values() for found in scores.values())
    rows = []
    for system in comparison.systems:
        for metric, found in comparison.scores[system].items():
            part = comparison.headline(metric)
            low, high = comparison.intervals.get(system, {}).get(metric, {}).get(part, (None, None))
            groups = [number for number, group in enumerate(comparison.groups(metric), 1) if system in group]
            row = {
                "system": system,
                "metric": metric,
                **found,
                "score": found[part],
                "low": low,
                "high": high,
                "groups": " ".join(map(str, groups)),
            }
            tests = [test for test in comparison.tests if (test.system, test.metric) == (system, metric)]
            rows += [
                {
                    **row,
                    "against": test.against,
                    "difference": test.difference,
                    "difference_low": test.low,
                    "difference_high": test.high,
                    "p": test.p,
                    "p_adjusted": test.p_adjusted,
                    "significant": test.is_significant,
                }
                for test in tests
            ] or [row]
    heads = ["system", "metric", *parts, "score", "low", "high", "groups", "against", "difference"]
    heads += ["difference_low", "difference_high", "p", "p_adjusted", "significant"]
    return Rows(heads, rows, comparison.signature)


def _score_row(
    scope: str, document: str, metric: str, found: Mapping[str, float | None], intervals: Intervals | None
) -> dict[str, Any]:
    row: dict[str, Any] = {"scope": scope, "document": document, "metric": metric, **found}
    for part, (low, high) in (intervals or {}).get(metric, {}).items():
        row |= {f"{part}_low": low, f"{part}_high": high}
    return row


def _parts(scores: Any) -> list[str]:
    found = dict.fromkeys(part for parts in scores for part in parts)
    return [*(part for part in PARTS if part in found), *(part for part in found if part not in PARTS)]


def written(table: Rows) -> str:
    """Return rows under their heads, the signature in every one."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*table.heads, "signature"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "signature": table.signature} for row in table.rows)
    return stream.getvalue()
