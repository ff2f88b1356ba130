"""Breakdowns of a result: the scores of the classes of a feature, and what became of their mentions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corefeval.arrays import number_or_none
from corefeval.breakdown.breakdown import OUTCOMES
from corefeval.breakdown.by_feature import ByFeature, further, rows_of
from corefeval.breakdown.reliability import ALL, CodeRow, Confusion, Reliability
from corefeval.evaluation.result import PARTS, Result
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics.dominant import Dominant
from corefeval.problems import told
from corefeval.reports.document import Column, Document, Note, Row, Table
from corefeval.reports.render import render as render_kind
from corefeval.text import UNDEFINED, percent
from corefeval.version import __version__

TOP = 20
"""Classes listed in a table; the rest is counted. JSON and CSV have all."""


def render(
    result: Result,
    breakdowns: Sequence[ByFeature],
    kind: str = "table",
    *,
    top: int = TOP,
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return breakdowns of a result, without its scores, in any kind of output; a table lists the top classes."""
    return render_kind(
        kind,
        lambda: show(result, breakdowns, top),
        lambda: rows_of(breakdowns, str(result.signature)),
        lambda: {
            "corefeval": __version__,
            "signature": str(result.signature),
            "breakdowns": [each.to_dict() for each in breakdowns],
        },
        width=width,
        colour=colour,
    )


def show(result: Result, breakdowns: Sequence[ByFeature], top: int = TOP) -> Document:
    """Return the tables of breakdowns, with what was left out."""
    tables: list[Table] = []
    notes: list[str] = []
    for each in breakdowns:
        found = each.breakdown
        told_by_class = {*each.outcomes, *(each.codes or {})}
        if each.averages:
            tables.append(_averages_table(result, each))
        tables += [
            _outcome_table(
                f"{_label(result, name)} by class",
                rows,
                {row.code: _meaning(result, row.code) for row in rows},
            )
            for name, rows in each.outcomes.items()
            if rows
        ]
        tables += [
            _metric_table(result, each, metric, top)
            for metric in found.metrics
            if metric not in told_by_class
        ]
        tables += [
            _outcome_table(f"{_label(result, name)}: codes of {_meaning(result, letter)}", rows)
            for name, by_class in (each.codes or {}).items()
            for letter, rows in by_class.items()
        ]
        tables += _type_tables(each, top)
        left = [label for label, counts in zip(found.labels, found.is_counted, strict=True) if not counts]
        left = [label for label in left if found.labels.index(label) in found.order]
        if left and told_by_class:
            notes.append(
                f"{each.name}: not attempted, so in no average over classes and no table of Dominant: {', '.join(left)}"
            )
        if found.feature.note:
            notes.append(f"{each.name}: {found.feature.note}")
        notes += [
            f"{result.metrics[metric].label} has no breakdown: {reason}"
            for metric, reason in found.left_out.items()
        ]
    return Document(
        (*tables, *map(Note, dict.fromkeys(notes))),
        warnings=tuple(told(further(result, breakdowns))),
        signature=str(result.signature),
    )


def _titled(title: str, heads: Sequence[str], rows: Sequence[Row]) -> Table:
    """Return a table whose title stands above its first column where it has none of its own."""
    return Table(
        (Column(title, "text", is_obvious=True), *map(Column, heads)),
        tuple(rows),
        title,
        is_divisible=True,
    )


def _metric_table(result: Result, each: ByFeature, name: str, top: int) -> Table:
    """Return the scores of the classes, how many there are, and what became of them.

    Where a metric does not tell wrong from unresolved, outcomes would only repeat recall and precision.
    """
    found = each.breakdown
    metric = found.metrics[name]
    scores, tally = found.scores(name), found.tally(name)
    parts = [part for part in PARTS if part in scores] if "recall" in scores else list(scores)
    shares = {} if tally is None else tally.shares
    outcomes = OUTCOMES if "wrong" in shares else ()

    def cells(number: int) -> tuple[str, ...]:
        return (
            *(percent(number_or_none(scores[part][number])) for part in parts),
            *((f"{tally.in_key[number]:g}", f"{tally.in_response[number]:g}") if tally is not None else ()),
            *(percent(number_or_none(shares[outcome][number]), 1) for outcome in outcomes),
        )

    totals = found.totals(name).values()
    order = [number for number in found.order if any(values[number] for values in totals)]
    shown = order if len(order) <= top + 1 else order[:top]
    rows = [Row.of(found.labels[number], *cells(number)) for number in shown]
    blank = ("",) * (len(outcomes) + (0 if tally is None else 2))
    if len(shown) < len(order):
        rows.append(Row.of(f"… and {len(order) - len(shown)} more", *("" for _ in parts), *blank))
    if each.average is not None:
        means = each.means(name)
        rows.append(Row.of(each.average, *(percent(means.get(part)) for part in parts), *blank))
    whole = result.scores[name]
    rows.append(Row.of("all", *(percent(whole.get(part)) for part in parts), *blank, is_ruled=True))
    heads = [PARTS.get(part, part.replace("_", " ")) for part in parts]
    if tally is not None:
        heads += ["key", "response", *outcomes]
    return _titled(f"{metric.full_label} by {each.name}", heads, rows)


def _type_tables(each: ByFeature, top: int) -> Iterator[Table]:
    """Yield how key and response differ in a type, if they do, and how reliable links of each type are."""
    table = each.confusion
    if table is not None and table.agreement < 1 and len(table.labels) <= top:
        yield _confusion_table(table)
    if each.reliability:
        yield _reliability_table(each.name, each.reliability[:top])


def _confusion_table(table: Confusion) -> Table:
    rows = [
        Row.of(label, *(str(count) if count else "" for count in counts), str(missing))
        for label, counts, missing in zip(
            table.labels, table.matched.tolist(), table.missing.tolist(), strict=True
        )
    ]
    rows.append(Row.of("not in the key", *map(str, table.spurious.tolist()), ""))
    title = f"{table.feature} in the key, by {table.feature} in the response"
    return _titled(title, (*table.labels, "not found"), rows)


def _reliability_table(name: str, rows: Sequence[Reliability]) -> Table:
    cells = [
        Row.of(
            row.type,
            str(row.links),
            str(row.right),
            percent(row.precision, 1),
            UNDEFINED if row.interval is None else "–".join(percent(end, 1) for end in row.interval),
        )
        for row in rows
    ]
    heads = ("links", "right", "precision", "95 % interval")
    return _titled(f"Links of the response by its own {name}", heads, cells)


def _label(result: Result, name: str) -> str:
    """Return the label of a metric whose outcomes are shown; '' is what was not asked for, as it is by default."""
    return result.metrics[name].full_label if name else Dominant.label


def _meaning(result: Result, name: str) -> str:
    """Return a class with what it means."""
    meaning = scheme_named(result.settings.scheme).class_meaning(name)
    return name if meaning == name else f"{name}, {meaning}"


def _outcome_table(title: str, rows: Sequence[CodeRow], names: Mapping[str, str] | None = None) -> Table:
    """Return a table in the layout of 3 and of D1 to D3."""
    columns = [*rows[0].outcomes]
    cells = [
        Row.of(
            (names or {}).get(row.code, row.code),
            *(str(row.outcomes[name]) for name in columns),
            str(row.in_key),
            *(percent(value) for value in (row.precision, row.recall, row.f1)),
            is_ruled=row.code == ALL,
        )
        for row in rows
    ]
    heads = (*(name.upper() for name in columns), "S*", "P", "R", "F1")
    return _titled(title, heads, cells)


def _averages_table(result: Result, each: ByFeature) -> Table:
    """Return a table in the layout of Table 2."""
    hows = ("micro", "macro", "scheme")
    parts = {"precision": "P", "recall": "R", "f1": "F1"}
    cells = [
        Row.of(
            result.metrics[name].full_label,
            *(
                percent(found[how][part]) if part in found.get(how, {}) else UNDEFINED
                for how in hows
                for part in parts
            ),
        )
        for name, found in each.averages.items()
    ]
    heads = [f"{head} {how}" for how in hows for head in parts.values()]
    return _titled("Averages over classes", heads, cells)
