"""Breakdowns as tables for the terminal, Markdown and LaTeX, as CSV, and as plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from corefeval.arrays import Floats
from corefeval.breakdown.breakdown import OUTCOMES, Breakdown, breakdown
from corefeval.breakdown.features import feature
from corefeval.breakdown.reliability import (
    CodeRow,
    Confusion,
    Reliability,
    code_tables,
    confusion,
    reliability,
)
from corefeval.evaluation.result import Result
from corefeval.frames import Rows
from corefeval.problems import Problem, told
from corefeval.reports.scores import PARTS, ScoreLayout, ScoreTable
from corefeval.text import UNDEFINED, percent
from corefeval.version import __version__
from corefeval.writing import to_json

TOP = 20
"""Classes listed in a table; the rest is counted. JSON and CSV have all."""
TYPES = ("type", "class", "code")
"""Features for which key and response are held against each other, and links are judged by the response's values."""


def render(
    result: Result,
    by: Sequence[str],
    average: str | None = None,
    kind: str = "table",
    *,
    top: int = TOP,
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return breakdowns of a result by features as table, json, csv, markdown or latex.

    Args:
        result: a result that still has its pairing.
        by: the features.
        average: macro or scheme: also the scores averaged over the classes.
        kind: what to write.
        top: how many classes a table lists.
        width: of the terminal.
        colour: whether to use it.
    """
    if kind == "json":
        plain = {
            "corefeval": __version__,
            "signature": str(result.signature),
            **to_dict(result, by, average),
        }
        return to_json(plain)
    if kind == "csv":
        return _csv(result, by, average)
    layout = lay_out(result, by, average, top)
    if kind == "table":
        from corefeval.reports.terminal import print_renderables  # noqa: PLC0415 - rich is imported when printing

        pieces = renderables(layout)
        return print_renderables(pieces, layout.warnings, layout.signature, width=width, colour=colour)
    text: str = import_module(f"corefeval.reports.{kind}").render_layout(layout)
    return text


def to_dict(result: Result, by: Sequence[str], average: str | None = None) -> dict[str, Any]:
    """Return breakdowns as plain data, under the name `breakdowns`: fractions, null for what is undefined."""
    return {"breakdowns": [_plain(result, breakdown(result, None, name), average) for name in by]}


def _plain(result: Result, found: Breakdown, average: str | None) -> dict[str, Any]:
    scores = {name: found.scores(name) for name in found.metrics}
    totals = {name: found.totals(name) for name in found.metrics}
    tallies = {name: found.tally(name) for name in found.metrics}

    def metric_of_class(name: str, number: int) -> dict[str, Any]:
        plain: dict[str, Any] = {part: _number(values[number]) for part, values in scores[name].items()}
        plain["counts"] = {column: float(values[number]) for column, values in totals[name].items()}
        tally = tallies[name]
        if tally is not None:
            plain["outcomes"] = {
                outcome: {"count": float(tally.counts[outcome][number]), "share": _number(values[number])}
                for outcome, values in tally.shares.items()
            }
        return plain

    plain: dict[str, Any] = {
        "feature": found.feature.name,
        "classes": [
            {
                "class": found.labels[number],
                "mentions": dict(
                    zip(("key", "response"), (int(side[number]) for side in found.mentions), strict=True)
                ),
                "scores": {name: metric_of_class(name, number) for name in found.metrics},
            }
            for number in found.order
        ],
    }
    if average is not None:
        plain["average"] = {
            "over": average,
            "scores": {
                name: {part: _number(value) for part, value in found.average(name, average).items()}
                for name in found.metrics
            },
        }
    if found.feature.name in TYPES:
        plain["confusion"] = confusion(result, found.feature.name).to_dict()
        plain["reliability"] = [row.to_dict() for row in reliability(result, found.feature.name)]
    if found.feature.name == "code":
        plain["codes"] = {
            letter: [row.to_dict() for row in rows] for letter, rows in _code_tables(result).items()
        }
    plain["left_out"] = dict(found.left_out)
    plain["note"] = found.feature.note
    return plain


def _code_tables(result: Result) -> dict[str, list[CodeRow]]:
    """Return the tables of appendix D where the files give codes, none where they are derived."""
    pairing = result.pairing
    if pairing is None or feature(pairing, "code").note:
        return {}
    return code_tables(result)


def _number(value: float | Floats) -> float | None:
    number = float(value)
    return None if math.isnan(number) else number


def lay_out(result: Result, by: Sequence[str], average: str | None = None, top: int = TOP) -> ScoreLayout:
    """Return the tables of breakdowns, with what was left out."""
    tables: list[ScoreTable] = []
    notes: list[str] = []
    for name in by:
        found = breakdown(result, None, name)
        tables += [_metric_table(result, found, metric, average, top) for metric in found.metrics]
        if name in TYPES:
            tables += _type_tables(result, name, top)
        if name == "code":
            tables += [_code_table(letter, rows) for letter, rows in _code_tables(result).items()]
        if found.feature.note:
            notes.append(f"{name}: {found.feature.note}")
        notes += [
            f"{result.metrics[metric].label} has no breakdown: {reason}"
            for metric, reason in found.left_out.items()
        ]
    notes = list(dict.fromkeys(notes))
    return ScoreLayout((), tuple(tables), tuple(notes), tuple(told(further(result))), str(result.signature))


def further(result: Result) -> list[Problem]:
    """Return what was found out only when features were asked for, and no warning of the result says."""
    known = () if result.pairing is None else result.pairing.notes
    return [problem for problem in known if problem not in result.warnings]


def _metric_table(result: Result, found: Breakdown, name: str, average: str | None, top: int) -> ScoreTable:
    """Return the scores of the classes, how many there are, and what became of them.

    Where a metric does not tell wrong from unresolved, outcomes would only repeat recall and precision.
    """
    metric = found.metrics[name]
    scores, tally = found.scores(name), found.tally(name)
    parts = [part for part in PARTS if part in scores] or list(scores)
    shares = {} if tally is None else tally.shares
    outcomes = OUTCOMES if "wrong" in shares else ()

    def cells(number: int) -> tuple[str, ...]:
        return (
            *(percent(_number(scores[part][number])) for part in parts),
            *((f"{tally.in_key[number]:g}", f"{tally.in_response[number]:g}") if tally is not None else ()),
            *(percent(_number(shares[outcome][number]), 1) for outcome in outcomes),
        )

    order = [
        number for number in found.order if tally is None or tally.in_key[number] or tally.in_response[number]
    ]
    shown = order if len(order) <= top + 1 else order[:top]
    rows = [(found.labels[number], cells(number)) for number in shown]
    blank = ("",) * (len(outcomes) + (0 if tally is None else 2))
    if len(shown) < len(order):
        rows.append((f"… and {len(order) - len(shown)} more", ("",) * (len(parts) + len(blank))))
    if average is not None:
        means = found.average(name, average)
        rows.append((average, (*(percent(_number(means.get(part, math.nan))) for part in parts), *blank)))
    whole = result.scores[name]
    rows.append(("all", (*(percent(whole.get(part)) for part in parts), *blank)))
    heads = [PARTS.get(part, part) for part in parts]
    if tally is not None:
        heads += ["key", "response", *outcomes]
    label = metric.full_label
    return ScoreTable(
        f"{label} by {found.feature.name}", (f"{label} by {found.feature.name}", *heads), tuple(rows)
    )


def _type_tables(result: Result, name: str, top: int) -> list[ScoreTable]:
    """Return how key and response differ in a type, if they do, and how reliable links of each type are."""
    tables = []
    table = confusion(result, name)
    if table.agreement < 1 and len(table.labels) <= top:
        tables.append(_confusion_table(table))
    rows = reliability(result, name)
    if rows:
        tables.append(_reliability_table(name, rows[:top]))
    return tables


def _confusion_table(table: Confusion) -> ScoreTable:
    title = f"{table.feature} in the key, by {table.feature} in the response"
    rows = [
        (label, (*(str(count) if count else "" for count in counts), str(missing)))
        for label, counts, missing in zip(
            table.labels, table.matched.tolist(), table.missing.tolist(), strict=True
        )
    ]
    rows.append(("not in the key", (*map(str, table.spurious.tolist()), "")))
    return ScoreTable(title, (title, *table.labels, "not found"), tuple(rows))


def _reliability_table(name: str, rows: Sequence[Reliability]) -> ScoreTable:
    title = f"Links of the response by its own {name}"
    cells = [
        (
            row.type,
            (
                str(row.links),
                str(row.right),
                percent(row.precision, 1),
                UNDEFINED if row.interval is None else "–".join(percent(end, 1) for end in row.interval),
            ),
        )
        for row in rows
    ]
    return ScoreTable(title, (title, "links", "right", "precision", "95 % interval"), tuple(cells))


def _code_table(letter: str, rows: Sequence[CodeRow]) -> ScoreTable:
    """Return a table in the layout of D1 to D3."""
    title = f"Dominant-mention outcomes of class {letter}"
    names = [*rows[0].outcomes]
    cells = tuple(
        (
            row.code,
            (
                *(str(row.outcomes[name]) for name in names),
                str(row.in_key),
                *(percent(value) for value in (row.precision, row.recall, row.f1)),
            ),
        )
        for row in rows
    )
    return ScoreTable(title, (title, *(name.upper() for name in names), "S*", "P", "R", "F1"), cells)


def renderables(layout: ScoreLayout) -> list[Any]:
    """Return the tables and notes for the terminal."""
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same
    from rich.text import Text  # noqa: PLC0415 - same

    shown: list[Any] = []
    for found in layout.tables:
        table = Table(
            title=Text(found.title),
            title_justify="left",
            title_style="bold",
            box=box.SIMPLE_HEAD,
            pad_edge=False,
        )
        table.add_column("", overflow="fold")
        for head in found.heads[1:]:
            table.add_column(head, justify="right")
        for name, cells in found.rows:
            if name == "all":
                table.add_section()
            table.add_row(Text(name), *map(Text, cells))
        shown.append(table)
    return [*shown, *(Text(note, style="dim") for note in layout.notes)]


def _csv(result: Result, by: Sequence[str], average: str | None) -> str:
    """Return a row for each feature, class and metric; the average is a class of the name it has."""
    from corefeval.reports.csv import written  # noqa: PLC0415 - one kind of output

    rows: list[dict[str, Any]] = []
    parts: dict[str, None] = {}
    for name in by:
        found = breakdown(result, None, name)
        for metric in found.metrics:
            scores, tally = found.scores(metric), found.tally(metric)
            parts |= dict.fromkeys(scores)
            columns: dict[str, Floats] = dict(scores)
            if tally is not None:
                columns |= {"key": tally.in_key, "response": tally.in_response, **tally.counts}
            rows += [
                {
                    "feature": name,
                    "class": found.labels[number],
                    "metric": metric,
                    **{column: _number(values[number]) for column, values in columns.items()},
                }
                for number in found.order
            ]
            if average is not None:
                means = {part: _number(value) for part, value in found.average(metric, average).items()}
                rows.append({"feature": name, "class": f"({average})", "metric": metric, **means})
    heads = ["feature", "class", "metric", *parts, "key", "response", *OUTCOMES]
    return written(Rows(heads, rows, str(result.signature)))
