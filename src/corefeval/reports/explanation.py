"""An explanation as text for the terminal, and as plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval.analysis.attribution import Attribution
from corefeval.analysis.errors_by_feature import ErrorCount, break_down
from corefeval.analysis.explanation import Error, Explanation
from corefeval.analysis.links import LinkErrors
from corefeval.corpus.views import Mention
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import told
from corefeval.reports.scores import ScoreTable
from corefeval.reports.terminal import print_renderables
from corefeval.reports.words import heading
from corefeval.text import UNDEFINED, shortened
from corefeval.version import __version__

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

TOP = 10
"""Errors and entities listed where no number is asked for."""
BAR = 20
"""Length of the longest bar, in characters."""
SHOWN = 3
"""Mentions of an error or entity that are quoted."""

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
    *,
    top: int = TOP,
    by: Sequence[str] = (),
    width: int | None = None,
    colour: bool | None = None,
) -> str:
    """Return the explanation as text."""
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    lines: list[RenderableType] = []
    if explanation.result is not None:
        lines += [Text(line, style="dim") for line in heading(explanation.result)]
    lines.append(Text(_source(explanation), style="dim"))
    lines.append(_costs_table(explanation))
    lines += [_breakdown_table(explanation, feature) for feature in by]
    if top and len(explanation.table):
        lines += _instances(explanation, top)
        lines += _entities(explanation, top)
    lines.append(_losses_table(explanation))
    lines.append(_decisions_table(explanation))
    lines += [
        _links_table(
            explanation.links.recall,
            "Links missed: the anaphor is together with no earlier mention of its entity",
        ),
        _links_table(explanation.links.precision, "Links invented: the same, seen from the response"),
    ]
    if explanation.outcomes:
        lines.append(_outcomes_table(explanation))
    signature = "" if explanation.result is None else str(explanation.result.signature)
    return print_renderables(lines, told(explanation.warnings), signature, width=width, colour=colour)


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


def _table(title: str, *columns: str, left: int = 1) -> Table:
    """Return an empty table; the first columns are flush left, the others right."""
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < left else "right", overflow="fold")
    return table


def _add(table: Table, *cells: str) -> None:
    """Add a row; what the files say is text, never markup."""
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    table.add_row(*map(Text, cells))


def cost_table(explanation: Explanation) -> ScoreTable:
    """Return what each error class costs, a bar behind the figures of the first metric; the last row is the sum."""
    metrics = list(explanation.attribution.items())
    first, others = metrics[0][1], [attribution for _, attribution in metrics[1:]]
    label = _label(explanation, first.metric)
    longest = max((abs(cost.shapley) for cost in first.costs), default=0.0) or 1.0
    rows = [
        (
            cost.error_class.title,
            (
                str(cost.count),
                _points(cost.shapley),
                f"{_points(cost.alone)} – {_points(cost.last)}",
                _bar(cost.shapley / longest),
                *(_points(attribution.costs[place].shapley) for attribution in others),
            ),
        )
        for place, cost in enumerate(first.costs)
    ]
    totals = (_points(_total(attribution)) for attribution in others)
    rows.append(("all", (str(len(explanation.table)), _points(_total(first)), "", "", *totals)))
    heads = ("Error class", "Errors", "Points", "Alone – last", "")
    return ScoreTable(
        f"Where {label} F1 {_points(first.f1)} loses {_points(_total(first))} points",
        (*heads, *(f"{_label(explanation, name)} points" for name, _ in metrics[1:])),
        tuple(rows),
    )


def _costs_table(explanation: Explanation) -> Table:
    found = cost_table(explanation)
    table = _table(found.title, *found.heads)
    table.columns[4].justify = "left"
    *classes, (last, sums) = found.rows
    for name, cells in classes:
        _add(table, name, *cells)
    table.add_section()
    _add(table, last, *sums)
    table.caption = COSTS
    table.caption_justify = "left"
    return table


def _instances(explanation: Explanation, top: int) -> list[RenderableType]:
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    label = _label(explanation, explanation.metric)
    lines: list[RenderableType] = [
        _errors_table(explanation, explanation.costliest(top), costliest_title(explanation))
    ]
    lowering = explanation.lowering()
    if lowering:
        lines.append(
            Text(
                f"{lowering} of {len(explanation.table)} right repairs, made alone, would lower {label} F1; "
                "the score does not reward them."
            )
        )
        lines.append(
            _errors_table(
                explanation, explanation.cheapest(min(top, 3)), "Right repairs that lower the score most"
            )
        )
    return lines


def error_table(explanation: Explanation, errors: Sequence[Error], title: str) -> ScoreTable:
    """Return errors with what repairing each alone gains in the first metric."""
    rows = tuple(
        (
            f"{error.deltas[explanation.metric]:+.3f}",
            (error.error_class.title, error.document, _quoted(error.texts), _quoted(error.entity)),
        )
        for error in errors
    )
    return ScoreTable(title, ("Gain", "Class", "Document", "Mentions", "of the entity"), rows)


def costliest_title(explanation: Explanation) -> str:
    """Return what stands above the costliest errors."""
    label = _label(explanation, explanation.metric)
    return f"Costliest errors: gain in {label} F1 if only this one is repaired"


def _errors_table(explanation: Explanation, errors: Sequence[Error], title: str) -> Table:
    found = error_table(explanation, errors, title)
    table = _table(title, *found.heads, left=5)
    table.columns[0].justify = "right"
    for gain, cells in found.rows:
        _add(table, gain, *cells)
    return table


def _entities(explanation: Explanation, top: int) -> list[RenderableType]:
    rows = costliest_entities(explanation, top)
    if not rows:
        return []
    label = _label(explanation, explanation.metric)
    table = _table(
        f"Costliest entities of the key: what their mentions take from {label}",
        "Recall",
        "Mentions",
        "Document",
        "Entity",
        left=4,
    )
    table.columns[0].justify = table.columns[1].justify = "right"
    for row in rows:
        _add(table, f"{row['recall']:.3f}", str(row["mentions"]), row["document"], _quoted(row["texts"]))
    return [table]


def costliest_entities(explanation: Explanation, top: int | None) -> list[dict[str, Any]]:
    """Return the key entities whose mentions take most from the recall of the first metric, in points."""
    losses = explanation.mention_losses.get(explanation.metric)
    if losses is None:
        return []
    joint, key = explanation.joint, explanation.pairing.key
    loss = losses.summed(joint.key_entity, joint.key_entities).recall
    order = np.argsort(-loss, kind="stable")[:top]
    found = []
    for entity in order[loss[order] > 0].tolist():
        mentions = joint.key_mention[joint.by_key_entity[entity]].tolist()
        found.append(
            {
                "document": explanation.pairing.names[int(key.entities.document[entity])],
                "entity": key.entities.labels[entity],
                "mentions": len(mentions),
                "texts": [Mention(key, mention).text for mention in mentions[:SHOWN]],
                "recall": 100 * float(loss[entity]),
            }
        )
    return found


def losses_by_type(explanation: Explanation, metric: str) -> list[dict[str, Any]]:
    """Return what the mentions of each type take from a metric, in points, and what is interaction."""
    losses = explanation.mention_losses[metric]
    summed = losses.summed(explanation.joint.type, len(MentionType))
    mentions = np.bincount(explanation.joint.type, minlength=len(MentionType))
    return [
        {
            "type": kind.label,
            "mentions": int(mentions[kind]),
            "recall": 100 * float(summed.recall[kind]),
            "precision": 100 * float(summed.precision[kind]),
            "f1": 100 * float(summed.f1[kind]),
        }
        for kind in MentionType
        if mentions[kind]
    ]


def _losses_table(explanation: Explanation) -> RenderableType:
    name = next((name for name in explanation.mention_losses), None)
    if name is None:
        return ""
    label = _label(explanation, name)
    table = _table(
        f"What mentions take from {label}, in points", "Type", "Mentions", "Recall", "Precision", "F1"
    )
    for row in losses_by_type(explanation, name):
        values = (_points(row[part]) for part in ("recall", "precision", "f1"))
        _add(table, row["type"], str(row["mentions"]), *values)
    table.add_section()
    losses = explanation.mention_losses[name]
    _add(table, "interaction", "", "", "", _points(100 * losses.interaction))
    totals = [float(column.sum()) for column in (losses.recall, losses.precision, losses.f1)]
    totals[2] += losses.interaction
    _add(table, "all", str(len(explanation.joint)), *(_points(100 * total) for total in totals))
    return table


def _decisions_table(explanation: Explanation) -> Table:
    by_type = explanation.decisions_by_type()
    kinds = [kind for kind in MentionType if any(kind is found for _, found in by_type)]
    shown = kinds if len(kinds) > 1 else []
    table = _table("Decisions about mentions", "", "", "Mentions", *(kind.label for kind in shown), left=2)
    for decision, count in explanation.decisions().items():
        cells = [str(by_type.get((decision, kind), 0)) for kind in shown]
        _add(table, decision.label, decision.meaning, str(count), *cells)
    return table


def _links_table(errors: LinkErrors, title: str) -> Table:
    by_type = errors.by_type()
    anaphors = [kind for kind in MentionType if any(kind is anaphor for anaphor, _ in by_type)]
    antecedents = [kind for kind in MentionType if any(kind is antecedent for _, antecedent in by_type)]
    table = _table(title, "Anaphor", "Links", *(f"to {kind.label}" for kind in antecedents))
    for anaphor in anaphors:
        cells = [by_type.get((anaphor, antecedent), 0) for antecedent in antecedents]
        _add(table, anaphor.label, str(sum(cells)), *map(str, cells))
    table.add_section()
    columns = [sum(by_type.get((anaphor, kind), 0) for anaphor in anaphors) for kind in antecedents]
    _add(table, "all", str(len(errors)), *map(str, columns))
    return table


def _outcomes_table(explanation: Explanation) -> Table:
    table = _table("Outcomes of the dominant-mention metric", "", "", "Mentions", left=2)
    for name, count in explanation.outcomes.items():
        _add(table, name.upper(), OUTCOME_MEANINGS[name], str(count))
    return table


def _breakdown_table(explanation: Explanation, feature: str) -> Table:
    label = _label(explanation, explanation.metric)
    cells = break_down(explanation, feature)
    table = _table(
        f"Errors by {feature}: how many, and the gain in {label} F1 if only these are repaired",
        feature,
        "all",
        *(kind.title for kind in explanation.classes),
    )
    values = list(dict.fromkeys(cell.value for cell in cells))
    found = {(cell.value, cell.error_class): cell for cell in cells}
    for value in values:
        columns = (None, *explanation.classes)
        _add(table, value, *(_cell(found.get((value, kind)), explanation.metric) for kind in columns))
    return table


def _cell(cell: ErrorCount | None, metric: str) -> str:
    return "" if cell is None else f"{cell.count}\n{cell.gains[metric]:+.2f}"


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


def to_dict(explanation: Explanation, *, top: int | None = None, by: Sequence[str] = ()) -> dict[str, Any]:
    """Return the explanation as plain data; points are 0 to 100, null is undefined."""
    plain: dict[str, Any] = {"corefeval": __version__}
    if explanation.result is not None:
        plain["signature"] = str(explanation.result.signature)
        plain["settings"] = explanation.result.settings.to_dict()
    plain |= {
        "documents": len(explanation.pairing.names),
        "types": {
            name: value
            for name, value in explanation.key_linguistics.sources.items()
            if name in ("type", "head")
        },
        "singletons": explanation.singletons,
        "errors": {
            kind.label: count
            for kind, count in explanation.table.counts().items()
            if kind in explanation.classes
        },
        "attribution": {name: _attribution(one) for name, one in explanation.attribution.items()},
        "instances": [error.to_dict() for error in explanation.costliest(top)],
        "lowering": {metric: explanation.lowering(metric) for metric in explanation.deltas},
        "links": {
            "recall": _links(explanation.links.recall),
            "precision": _links(explanation.links.precision),
        },
        "decisions": {decision.label: count for decision, count in explanation.decisions().items()},
        "decisions_by_type": [
            {"decision": decision.label, "type": kind.label, "mentions": count}
            for (decision, kind), count in explanation.decisions_by_type().items()
        ],
        "outcomes": explanation.outcomes,
        "losses": {
            name: {"by_type": losses_by_type(explanation, name), "interaction": 100 * losses.interaction}
            for name, losses in explanation.mention_losses.items()
        },
        "entities": costliest_entities(explanation, top),
    }
    if by:
        plain["by"] = {feature: _breakdown(break_down(explanation, feature)) for feature in by}
    plain["warnings"] = [problem.to_dict() for problem in explanation.warnings]
    return plain


def _attribution(attribution: Attribution) -> dict[str, Any]:
    return {
        "f1": _number(attribution.f1),
        "repaired": _number(attribution.repaired),
        "classes": {
            cost.error_class.label: {
                "count": cost.count,
                "alone": _number(cost.alone),
                "last": _number(cost.last),
                "progressive": _number(cost.progressive),
                "shapley": _number(cost.shapley),
            }
            for cost in attribution.costs
        },
    }


def _links(errors: LinkErrors) -> dict[str, Any]:
    return {
        "total": len(errors),
        "by_type": [
            {"anaphor": anaphor.label, "antecedent": antecedent.label, "links": count}
            for (anaphor, antecedent), count in errors.by_type().items()
        ],
    }


def _breakdown(cells: Sequence[ErrorCount]) -> list[dict[str, Any]]:
    return [
        {
            "value": cell.value,
            "class": None if cell.error_class is None else cell.error_class.label,
            "count": cell.count,
            "gain": _numbers(cell.gains),
        }
        for cell in cells
    ]


def _numbers(values: Mapping[str, float]) -> dict[str, float | None]:
    return {name: _number(value) for name, value in values.items()}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
