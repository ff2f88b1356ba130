"""An explanation: what each error class costs, the costliest errors and entities, decisions and links."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from corefeval.analysis.attribution import Attribution
from corefeval.analysis.explanation import SHOWN, Explanation
from corefeval.analysis.instances import Error
from corefeval.analysis.links import LinkErrors
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import told
from corefeval.reports.document import MEDIA, TERMINAL, Cell, Column, Document, Paragraph, Piece, Row, Table
from corefeval.reports.render import render as render_kind
from corefeval.reports.words import heading
from corefeval.text import UNDEFINED, shortened

if TYPE_CHECKING:
    from corefeval.analysis.errors_by_feature import ErrorCount

TOP = 10
"""Errors and entities listed where no number is asked for; JSON and CSV then have all."""
BAR = 20
"""Length of the longest bar, in characters."""

NOT_IN_NOTEBOOKS = MEDIA - {"html"}

COSTS = (
    "Points: mean gain over all orders of repair (Shapley), so they add up. Alone: gain of repairing only "
    "this class; last: when all others are repaired."
)
"""What the costs of error classes mean."""

OUTCOME_MEANINGS = {
    "tp": "right dominant mention, right type",
    "wt": "right dominant mention, wrong type",
    "wl": "wrong dominant mention, right type",
    "wtl": "wrong dominant mention, wrong type",
    "fn": "not resolved",
    "fp": "not to be resolved",
}


def render(
    explanation: Explanation,
    kind: str,
    *,
    top: int | None = None,
    by: Sequence[str] = (),
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return an explanation in any kind of output; CSV has a row an error.

    Args:
        explanation: the explanation.
        kind: what to write.
        top: how many errors and entities; by default TOP in tables, and all in JSON and CSV.
        by: features to count and repair errors by.
        width: of the terminal.
        colour: whether to use it.
    """
    return render_kind(
        kind,
        lambda: show(explanation, top=TOP if top is None else top, by=by),
        lambda: explanation.rows(top),
        lambda: explanation.to_dict(top=top, by=by),
        width=width,
        colour=colour,
    )


def show(explanation: Explanation, *, top: int = TOP, by: Sequence[str] = ()) -> Document:
    """Return the tables of an explanation."""
    result = explanation.result
    pieces: list[Piece] = [_costs(explanation)]
    pieces += [_breakdown(explanation, feature, explanation.by(feature)) for feature in by]
    if top and len(explanation.table):
        pieces += _instances(explanation, top)
        pieces += _entities(explanation, top)
    pieces += [
        *_losses(explanation),
        _decisions(explanation),
        _links(
            explanation.links.recall,
            "Links missed: the anaphor is together with no earlier mention of its entity",
        ),
        _links(explanation.links.precision, "Links invented: the same, seen from the response"),
    ]
    if explanation.outcomes:
        pieces.append(_outcomes(explanation))
    return Document(
        tuple(pieces),
        (*(heading(result) if result is not None else ()), _source(explanation)),
        tuple(told(explanation.warnings)),
        "" if result is None else str(result.signature),
    )


def _source(explanation: Explanation) -> str:
    sources = {
        "given": "as given in the files",
        "ud": "from universal part-of-speech tags and dependencies",
        "ptb": "from Penn part-of-speech tags",
        "plain": "from the words alone",
    }
    if not (explanation.key_linguistics.type != MentionType.UNKNOWN).any():
        return "Mention types and heads unknown: no mention counts as a pronoun, and no span as nearly right"
    words = "Mention types and heads " + sources.get(explanation.source, explanation.source)
    return words + ("; singletons are part of the data" if explanation.singletons else "")


def _table(
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    note: str = "",
    *,
    is_stacked: bool = False,
    on: frozenset[str] = NOT_IN_NOTEBOOKS,
) -> Table:
    return Table(tuple(columns), tuple(rows), title, note, is_headed=True, is_stacked=is_stacked, on=on)


def _costs(explanation: Explanation) -> Table:
    """Return what each error class costs, a bar behind the figures of the first metric; the last row is the sum."""
    metrics = list(explanation.attribution.items())
    first, others = metrics[0][1], [attribution for _, attribution in metrics[1:]]
    label = _label(explanation, first.metric)
    longest = max((abs(cost.shapley) for cost in first.costs), default=0.0) or 1.0
    rows = [
        Row.of(
            cost.error_class.title,
            str(cost.count),
            _points(cost.shapley),
            f"{_points(cost.alone)} – {_points(cost.last)}",
            _bar(cost.shapley / longest),
            *(_points(attribution.costs[place].shapley) for attribution in others),
        )
        for place, cost in enumerate(first.costs)
    ]
    totals = (_points(_total(attribution)) for attribution in others)
    count = str(len(explanation.table))
    rows.append(Row.of("all", count, _points(_total(first)), "", "", *totals, is_ruled=True))
    columns = (
        Column("Error class", "text"),
        *map(Column, ("Errors", "Points", "Alone – last")),
        Column("", "text", on=MEDIA - {"latex"}),
        *(Column(f"{_label(explanation, name)} points") for name, _ in metrics[1:]),
    )
    title = f"Where {label} F1 {_points(first.f1)} loses {_points(_total(first))} points"
    return _table(title, columns, rows, COSTS, on=MEDIA)


def _instances(explanation: Explanation, top: int) -> Iterator[Piece]:
    label = _label(explanation, explanation.metric)
    title = f"Costliest errors: gain in {label} F1 if only this one is repaired"
    yield _errors(explanation, explanation.costliest(top), title, on=MEDIA)
    lowering = explanation.lowering()
    if lowering:
        told = (
            f"{lowering} of {len(explanation.table)} right repairs, made alone, would lower {label} F1; "
            "the score does not reward them."
        )
        yield Paragraph(told, on=TERMINAL)
        yield _errors(
            explanation, explanation.cheapest(min(top, 3)), "Right repairs that lower the score most"
        )


def _errors(
    explanation: Explanation, errors: Sequence[Error], title: str, on: frozenset[str] = NOT_IN_NOTEBOOKS
) -> Table:
    """Return errors with what repairing each alone gains in the first metric."""
    rows = [
        Row.of(
            f"{error.deltas[explanation.metric]:+.3f}",
            error.error_class.title,
            error.document,
            _quoted(error.texts),
            _quoted(error.entity),
        )
        for error in errors
    ]
    columns = (
        Column("Gain"),
        Column("Class", "text"),
        Column("Document", "text"),
        Column("Mentions", "prose"),
        Column("of the entity", "prose"),
    )
    return _table(title, columns, rows, on=on)


def _entities(explanation: Explanation, top: int) -> Iterator[Table]:
    rows = [
        Row.of(f"{row['recall']:.3f}", str(row["mentions"]), row["document"], _quoted(row["texts"]))
        for row in explanation.costliest_entities(top)
    ]
    if rows:
        label = _label(explanation, explanation.metric)
        columns = (
            Column("Recall"),
            Column("Mentions"),
            Column("Document", "text"),
            Column("Entity", "prose"),
        )
        yield _table(f"Costliest entities of the key: what their mentions take from {label}", columns, rows)


def _losses(explanation: Explanation) -> Iterator[Piece]:
    name = next(iter(explanation.mention_losses), None)
    if name is None:
        yield Paragraph("", on=TERMINAL)
        return
    losses = explanation.mention_losses[name]
    rows = [
        Row.of(
            row["type"],
            str(row["mentions"]),
            *(_points(row[part]) for part in ("recall", "precision", "f1")),
        )
        for row in explanation.losses_by_type(name)
    ]
    rows.append(Row.of("interaction", "", "", "", _points(100 * losses.interaction), is_ruled=True))
    totals = [float(column.sum()) for column in (losses.recall, losses.precision, losses.f1)]
    totals[2] += losses.interaction
    rows.append(Row.of("all", str(len(explanation.joint)), *(_points(100 * total) for total in totals)))
    columns = (Column("Type", "text"), *map(Column, ("Mentions", "Recall", "Precision", "F1")))
    yield _table(f"What mentions take from {_label(explanation, name)}, in points", columns, rows)


def _decisions(explanation: Explanation) -> Table:
    by_type = explanation.decisions_by_type()
    kinds = [kind for kind in MentionType if any(kind is found for _, found in by_type)]
    shown = kinds if len(kinds) > 1 else []
    rows = [
        Row.of(
            decision.label,
            decision.meaning,
            str(count),
            *(str(by_type.get((decision, kind), 0)) for kind in shown),
        )
        for decision, count in explanation.decisions().items()
    ]
    columns = (
        Column("", "text"),
        Column("", "prose"),
        Column("Mentions"),
        *(Column(kind.label) for kind in shown),
    )
    return _table("Decisions about mentions", columns, rows)


def _links(errors: LinkErrors, title: str) -> Table:
    by_type = errors.by_type()
    anaphors = [kind for kind in MentionType if any(kind is anaphor for anaphor, _ in by_type)]
    antecedents = [kind for kind in MentionType if any(kind is antecedent for _, antecedent in by_type)]
    rows = []
    for anaphor in anaphors:
        cells = [by_type.get((anaphor, antecedent), 0) for antecedent in antecedents]
        rows.append(Row.of(anaphor.label, str(sum(cells)), *map(str, cells)))
    sums = [sum(by_type.get((anaphor, kind), 0) for anaphor in anaphors) for kind in antecedents]
    rows.append(Row.of("all", str(len(errors)), *map(str, sums), is_ruled=True))
    columns = (
        Column("Anaphor", "text"),
        Column("Links"),
        *(Column(f"to {kind.label}") for kind in antecedents),
    )
    return _table(title, columns, rows)


def _outcomes(explanation: Explanation) -> Table:
    rows = [
        Row.of(name.upper(), OUTCOME_MEANINGS[name], str(count))
        for name, count in explanation.outcomes.items()
    ]
    columns = (Column("", "text"), Column("", "prose"), Column("Mentions"))
    return _table("Outcomes of the dominant-mention metric", columns, rows)


def _breakdown(explanation: Explanation, feature: str, cells: Sequence[ErrorCount]) -> Table:
    """Return how many errors each value of a feature has, and below it what repairing them gains."""
    metric = explanation.metric
    found = {(cell.value, cell.error_class): cell for cell in cells}
    rows = [
        Row(
            (Cell(value), *(_cell(found.get((value, kind)), metric) for kind in (None, *explanation.classes)))
        )
        for value in dict.fromkeys(cell.value for cell in cells)
    ]
    label = _label(explanation, metric)
    columns = (
        Column(feature, "text"),
        Column("all"),
        *(Column(kind.title) for kind in explanation.classes),
    )
    title = f"Errors by {feature}: how many, and the gain in {label} F1 if only these are repaired"
    return _table(title, columns, rows, is_stacked=True)


def _cell(cell: ErrorCount | None, metric: str) -> Cell:
    return Cell("") if cell is None else Cell(str(cell.count), f"{cell.gains[metric]:+.2f}")


def _label(explanation: Explanation, name: str) -> str:
    metric = next((one for one in explanation.metrics.values() if name in (one.full_name, one.name)), None)
    return name if metric is None else metric.full_label


def _points(value: float) -> str:
    return UNDEFINED if math.isnan(value) else f"{value:.2f}"


def _total(attribution: Attribution) -> float:
    return math.fsum(cost.shapley for cost in attribution.costs)


def _bar(share: float) -> str:
    return "" if math.isnan(share) else ("█" if share > 0 else "░") * round(BAR * abs(share))


def _quoted(texts: Sequence[str]) -> str:
    shown = " | ".join(map(shortened, texts[:SHOWN]))
    return shown + (f" | … {len(texts)} in all" if len(texts) > SHOWN else "")
