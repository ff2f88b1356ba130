"""Breakdowns of a result: the scores of the classes of a feature, and the outcomes of their mentions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from corefeval.arrays import number_or_none
from corefeval.breakdown.breakdown import OUTCOMES
from corefeval.breakdown.by_feature import BrokenDown, ByFeature
from corefeval.breakdown.entities import COLUMNS, LONG, SCORES, ByEntity
from corefeval.breakdown.features import NONE
from corefeval.breakdown.reliability import ALL, CodeRow, Confusion, Reliability
from corefeval.choices import EVERY_TABLE
from corefeval.columns import Column, grouped
from corefeval.evaluation.result import PARTS, Intervals, Result, part_in_words
from corefeval.metrics.base import METRICS, Metric
from corefeval.presets import JUDGING
from corefeval.reports.report import Note, Piece, ReportText, Row, Table
from corefeval.reports.show.result import show as show_result
from corefeval.text import UNDEFINED, percent

TOP = 20
"""The most classes of a table on a screen; the others are counted. Every other kind of output lists all."""


def show(
    found: BrokenDown,
    *,
    per_document: bool = False,
    intervals: Intervals | None = None,
    top: int | None = None,
    tables: str = EVERY_TABLE,
    kind: str = "table",
) -> ReportText:
    """Return the scores, the entities and the tables of breakdowns.

    Args:
        found: the result and its breakdowns.
        per_document: whether to include the scores of each document.
        intervals: intervals of the scores.
        top: the most classes of a table; by default TOP on a screen and all elsewhere.
        tables: the tables to show: all, or only those of a paper (see choices.TABLES).
        kind: the kind of output.
    """
    listed = TOP if top is None and kind == "table" else top
    scores = show_result(found.result, per_document=per_document, intervals=intervals)
    pieces: list[Piece] = []
    if tables == EVERY_TABLE or not found.breakdowns:
        pieces += scores.pieces
        if found.entities is not None:
            pieces += _entities(found.entities, listed)
    if found.breakdowns:
        pieces += _breakdowns(found.result, found.breakdowns, listed, tables, top)
    return scores._replace(pieces=tuple(pieces))


def _entities(found: ByEntity, top: int | None) -> list[Piece]:
    """Return the table of entities, the largest first, and the table of means."""
    rows = found.by_size()
    listed = rows[:top]
    entities = Table.of(COLUMNS, listed, "Gold entities and their best counterparts")
    means = Table(
        (Column("Mean", "text"), Column("Entities"), *SCORES),
        tuple(
            Row.of(name, f"{count:,}", *(percent(scores[column.name]) for column in SCORES))
            for name, (count, scores) in found.means.items()
        ),
        "Means over gold entities",
        is_headed=True,
    )
    left = len(rows) - len(listed)
    notes = [Note(f"{left:,} more entities; --top lists more, -f csv and -f json all.")] if left else []
    explained = Note(
        "A counterpart is the system entity with the highest F1 of shared mentions; spread in words. "
        f"Long chains have {LONG} or more mentions, short chains 2 to {LONG - 1}."
    )
    return [entities._replace(is_headed=True), *notes, means, explained]


def _breakdowns(
    result: Result, breakdowns: Sequence[ByFeature], top: int | None, which: str, codes: int | None
) -> Iterator[Piece]:
    """Yield the tables of breakdowns, all or those of a paper, then their notes.

    Args:
        result: the result.
        breakdowns: its breakdowns.
        top: the most classes of a table; None for all.
        which: the tables to show: all, or only those of a paper.
        codes: the most codes of a table of codes; None for the codes that the response has, and the sum of the others.
    """
    tables: list[Table] = []
    notes: list[str] = []
    for each in breakdowns:
        found = each.breakdown
        tables += _tables(result, each, top, which, codes)
        notes += [*_not_attempted(result, each), *_averaged_over(result, each), *_others(each, codes)]
        if which != EVERY_TABLE:
            continue
        notes += _too_wide(each, top)
        if found.note:
            notes.append(f"{each.name}: {found.note}")
        notes += _empty_classes(each)
        notes += [
            f"{result.metrics[metric].label} has no breakdown: {reason}"
            for metric, reason in found.left_out.items()
        ]
    if which == EVERY_TABLE:
        notes += _counted_things(breakdowns)
    else:
        notes.append(f"S*: the key's {_tabulated().counts_of}")
    yield from tables
    yield from map(Note, dict.fromkeys(notes))


def _tables(
    result: Result, each: ByFeature, top: int | None, which: str, codes: int | None
) -> Iterator[Table]:
    """Yield the tables of a breakdown.

    Those of the paper are its Table 2 and, for the first metric with outcomes, its Table 3 or Tables D1 to D3.
    """
    is_every = which == EVERY_TABLE
    most = None if is_every else 1
    of_codes = each.codes or {}
    if each.averages:
        yield _averages_table(result, each)
    for name, rows in islice(each.outcomes.items(), most):
        names = {row.code: _meaning(each, row.code) for row in rows}
        if rows:
            yield _outcome_table(f"{_label(result, name)} by class", rows, names)
    for metric in each.breakdown.metrics if is_every else ():
        if metric not in {*each.outcomes, *of_codes}:
            yield _metric_table(result, each, metric, top)
    for name, by_class in islice(of_codes.items(), most):
        yield from _code_tables(result, each, name, by_class, codes)
    if is_every:
        yield from _type_tables(each, top)


def _code_tables(
    result: Result,
    found: ByFeature,
    name: str,
    by_class: Mapping[str, Sequence[CodeRow]],
    codes: int | None,
) -> Iterator[Table]:
    """Yield Tables D1 to D3. Codes that the response never has are summed up, unless `codes` allows a row for each."""
    for letter, rows in by_class.items():
        listed = [
            row
            for each in rows
            for row in (each.members if _is_listed(rows, codes) and each.members else (each,))
        ]
        yield _outcome_table(f"{_label(result, name)}: codes of {_meaning(found, letter)}", listed)


def _is_listed(rows: Sequence[CodeRow], codes: int | None) -> bool:
    """Return whether a table lists the codes that `Other` sums up: if the requested number of rows allows it."""
    return codes is not None and sum(len(row.members) or 1 for row in rows) - 1 <= codes


def _others(each: ByFeature, codes: int | None) -> Iterator[str]:
    """Return a note that codes are summed up, if they are, and how to list them."""
    tables = [rows for by_class in (each.codes or {}).values() for rows in by_class.values()]
    if any(row.members and not _is_listed(rows, codes) for rows in tables for row in rows):
        yield "Other: codes that the response never gives; --top all lists them"


def _averaged_over(result: Result, each: ByFeature) -> Iterator[str]:
    """State the classes that the macro and scheme averages of each metric cover, if these differ between metrics."""
    yield from different_classes(
        {
            result.metrics[name].full_label: ("codes",)
            if result.metrics[name].values.get("unit") == "type"
            else each.metrics[name].averaged_over
            for name, of in each.averages.items()
            if name in each.metrics and "macro" in of
        }
    )


def different_classes(averaged: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """State the classes that the averages of each metric or system cover, if these differ. Their order is ignored."""
    ordered = dict.fromkeys(label for classes in averaged.values() for label in classes)
    by_classes = grouped(averaged, lambda name: frozenset(averaged[name]))
    if len(by_classes) > 1:
        listed = "; ".join(
            f"{', '.join(names)}: {', '.join(label for label in ordered if label in classes) or 'none'}"
            for classes, names in by_classes.items()
        )
        yield f"macro and scheme averages cover different classes: {listed}"


def _not_attempted(result: Result, each: ByFeature) -> Iterator[str]:
    """State the classes that averages and tables exclude because the user named other classes as attempted."""
    found = each.breakdown
    if found.is_shared:
        whom = {
            f"average over classes and no table of {_tabulated().label}": next(iter(found.counted.values()))
        }
    else:
        whom = {f"average and no table of {_label(result, name)}": of for name, of in found.counted.items()}
    for what, counts in whom.items():
        left = [found.labels[number] for number in found.order if not counts[number]]
        if left:
            yield f"{each.name}: not attempted, so in no {what}: {', '.join(left)}"


def _too_wide(each: ByFeature, top: int | None) -> Iterator[str]:
    """Return a note that the confusion table does not fit a screen, and how to show it."""
    table = each.confusion
    if table is not None and table.agreement < 1 and _is_too_wide(table, top):
        yield (
            f"{table.feature} in the key, by {table.feature} in the response: {len(table.labels)} columns, "
            f"shown with --top {len(table.labels)}"
        )


def _is_too_wide(table: Confusion, top: int | None) -> bool:
    return top is not None and len(table.labels) > top


def _counted_things(breakdowns: Sequence[ByFeature]) -> Iterator[str]:
    """State the unit of the numbers in the columns of key and response, for each metric."""
    of: dict[str, dict[str, None]] = {}
    for each in breakdowns:
        for name, metric in each.breakdown.metrics.items():
            if each.metrics[name].tally is not None:
                of.setdefault(metric.counts_of, {})[metric.label] = None
        if each.codes:
            of.setdefault(_tabulated().counts_of, {})[_tabulated().label] = None
    if of:
        told = "; ".join(f"{', '.join(labels)}: {what}" for what, labels in of.items())
        yield f"Units in the columns of key and response (S* is the key's): {told}"


def _titled(title: str, heads: Sequence[str], rows: Sequence[Row]) -> Table:
    """Return a table whose title is also the head of its first column."""
    columns = (Column(title, "text", is_obvious=True), *map(Column, heads))
    return Table(columns, tuple(rows), title, is_divisible=True)


def _cut(order: Sequence[Any], top: int | None) -> tuple[Sequence[Any], str]:
    """Return the listed rows of a table, and a note about the others. If only one is left, it is listed instead."""
    if top is None or len(order) <= top + 1:
        return order, ""
    return order[:top], f"… and {len(order) - top} more: --top {len(order)}"


def _empty_classes(each: ByFeature) -> Iterator[str]:
    """Yield a note for each metric that is 0/0 in some classes, if 0/0 is printed as 0.00."""
    found = each.breakdown
    if found.settings.undefined != "zero":
        return
    for metric in found.metrics:
        empty = each.metrics[metric].empty
        whole = empty["f1"] if "f1" in empty else next(iter(empty.values()))
        classes = [found.labels[number] for number in found.order if whole[number]]
        if classes:
            more = f" and {len(classes) - TOP} more" if len(classes) > TOP else ""
            yield (
                f"{found.metrics[metric].full_label} by {each.name}, {', '.join(classes[:TOP])}{more}: "
                "nothing to count (0/0), written as 0.00 as the official scorer does"
            )


def _metric_table(result: Result, each: ByFeature, name: str, top: int | None) -> Table:
    """Return the scores, counts and outcomes of each class, sorted by frequency in the key.

    Outcomes are omitted if a metric does not distinguish wrong from unresolved: they would repeat recall and precision.
    """
    found = each.breakdown
    metric = found.metrics[name]
    own = each.metrics[name]
    scores, tally = own.scores, own.tally
    parts = [part for part in PARTS if part in scores] if "recall" in scores else list(scores)
    shares = {} if tally is None else tally.shares
    outcomes = OUTCOMES if "wrong" in shares else ()

    def cells(number: int) -> tuple[str, ...]:
        return (
            *(percent(number_or_none(scores[part][number])) for part in parts),
            *((f"{tally.in_key[number]:g}", f"{tally.in_response[number]:g}") if tally is not None else ()),
            *(percent(number_or_none(shares[outcome][number]), 1) for outcome in outcomes),
        )

    totals = found.metrics[name].scored(own.totals).values()
    order = [number for number in found.order if any(values[number] for values in totals)]
    if tally is not None and not found.feature.is_ordered:
        order.sort(key=lambda number: (found.labels[number] == NONE, -tally.in_key[number]))
    shown, rest = _cut(order, top)
    rows = [Row.of(found.labels[number], *cells(number)) for number in shown]
    blank = ("",) * (len(outcomes) + (0 if tally is None else 2))
    if rest:
        rows.append(Row.of(rest, *("" for _ in parts), *blank))
    if each.average is not None:
        rows.append(Row.of(each.average, *(percent(own.means.get(part)) for part in parts), *blank))
    whole = result.scores[name]
    rows.append(Row.of("all", *(percent(whole.get(part)) for part in parts), *blank, is_ruled=True))
    heads = [part_in_words(part) for part in parts]
    if tally is not None:
        heads += ["key", "response", *outcomes]
    return _titled(f"{metric.full_label} by {each.name}", heads, rows)


def _type_tables(each: ByFeature, top: int | None) -> Iterator[Table]:
    """Yield the confusion table of a type, if key and response differ, and the reliability of links of each type."""
    table = each.confusion
    if table is not None and table.agreement < 1 and not _is_too_wide(table, top):
        yield _confusion_table(table)
    if each.reliability:
        how = (
            "A link connects a mention with its annotated antecedents"
            if each.links is not None and each.links.are_annotated
            else "A link connects a mention with the previous mention of its entity"
        )
        yield _reliability_table(each.name, each.reliability, how, top)


def _confusion_table(table: Confusion) -> Table:
    cells = zip(table.labels, table.matched.tolist(), table.missing.tolist(), strict=True)
    rows = [
        Row.of(label, *(str(count or "") for count in counts), str(missing))
        for label, counts, missing in cells
    ]
    rows.append(Row.of("not in the key", *map(str, table.spurious.tolist()), ""))
    title = f"{table.feature} in the key, by {table.feature} in the response"
    return _titled(title, (*table.labels, "not found"), rows)


def _reliability_table(name: str, rows: Sequence[Reliability], how: str, top: int | None) -> Table:
    shown, rest = _cut(rows, top)
    title = f"Links of the response by its own {name}"
    columns = (
        Column(title, "text", "type", is_obvious=True),
        Column("links", name="links"),
        Column("right", name="right"),
        Column("precision", of=lambda row: percent(row.precision, 1)),
        Column("95 % interval", of=_interval),
    )
    note = f"{how}; no interval where few documents have most of the links, or all or none are right."
    sums = [Row.of(rest, "", "", "", "")] if rest else []
    return Table.of(columns, shown, title, note, sums=sums, is_divisible=True)


def _interval(row: Reliability) -> str:
    return UNDEFINED if row.interval is None else "–".join(percent(end, 1) for end in row.interval)


def _label(result: Result, name: str) -> str:
    """Return the label of a metric whose outcomes are shown. The name '' means the default metric."""
    return result.metrics[name].full_label if name else _tabulated().label


def _tabulated() -> type[Metric]:
    """Return the default metric whose outcomes are tabulated by code."""
    return METRICS[JUDGING]


def _meaning(each: ByFeature, name: str) -> str:
    """Return a class with its meaning."""
    meaning = each.meanings[name]
    return name if meaning == name else f"{name}, {meaning}"


def _outcome_table(title: str, rows: Sequence[CodeRow], names: Mapping[str, str] | None = None) -> Table:
    """Return a table in the layout of the paper's Table 3 and Tables D1 to D3."""
    columns = [*rows[0].outcomes]
    cells = [
        Row.of(
            (names or {}).get(row.code, row.code),
            *(str(row.outcomes[name]) for name in columns),
            str(row.in_key),
            *map(percent, row.scores.values()),
            is_ruled=row.code == ALL,
        )
        for row in rows
    ]
    parts = {"precision": "P", "recall": "R"}
    heads = [parts.get(part, part_in_words(part)) for part in rows[0].scores]
    return _titled(title, (*(name.upper() for name in columns), "S*", *heads), cells)


def _averages_table(result: Result, each: ByFeature) -> Table:
    """Return a table in the layout of the paper's Table 2."""
    hows = ("micro", "macro", "scheme")
    parts = {"precision": "P", "recall": "R", "f1": "F1"}
    cells = [
        Row.of(
            result.metrics[name].full_label,
            *(percent(found.get(how, {}).get(part)) for how in hows for part in parts),
        )
        for name, found in each.averages.items()
    ]
    heads = [f"{head} {how}" for how in hows for head in parts.values()]
    return _titled("Averages over classes", heads, cells)
