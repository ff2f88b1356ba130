"""The plan of an experiment: the needed documents for each goal, and power and width by number of documents."""

from __future__ import annotations

from corefeval.columns import Column, columns_for
from corefeval.planning.plan import ExperimentPlan, Need
from corefeval.planning.power import MOST
from corefeval.reports.report import Cell, Note, ReportText, Table
from corefeval.reports.words import scored_as
from corefeval.text import percent, several

NEVER = f"> {MOST:,}"


def show(plan: ExperimentPlan) -> ReportText:
    """Return the verdict, then the numbers of documents and a curve for each goal."""
    goals = list(dict.fromkeys(need.goal for need in plan.needs))
    pieces: list[Table | Note] = []
    for goal in goals:
        needs = [need for need in plan.needs if need.goal == goal]
        pieces += [Note(verdict(plan, needs[0])), _needs(plan, needs), _curve(plan, goal)]
    pieces.append(
        Note(
            f"In brackets: {100 * plan.goal.confidence:g} % interval, because the pilot is small. The plan applies to documents "
            "like those of the pilot."
        )
    )
    pilot = f"Pilot: {several(plan.pilot, 'document')} · {' and '.join(plan.systems)}"
    return ReportText.of(plan, pieces, pilot, scored_as([plan.result]))


def verdict(plan: ExperimentPlan, need: Need) -> str:
    """Return the plan for one metric in a sentence."""
    label = plan.metrics[need.metric].full_label
    number = (
        "more than a million documents" if need.documents is None else several(need.documents, "document")
    )
    if need.goal == "width":
        return f"To know {label} to ± {percent(need.wanted)} points, annotate {number}."
    return (
        f"To detect a difference of {percent(need.wanted)} points in {label} with a power of {100 * plan.goal.power:g} %, "
        f"annotate {number}."
    )


def _needs(plan: ExperimentPlan, needs: list[Need]) -> Table:
    """Return the numbers of documents by metric."""
    is_power = needs[0].goal == "power"
    own = f"With {several(plan.pilot, 'document')}"
    heads = (
        ("In the pilot", "To detect", "Documents", f"Power: {own[0].lower()}{own[1:]}")
        if is_power
        else ("Score", "±", "Documents", own)
    )

    def documents(need: Need) -> Cell:
        number = NEVER if need.documents is None else f"{need.documents:,}"
        high = "∞" if need.high is None else f"{need.high:,}"
        return Cell(number, "" if need.low is None else f"[{need.low:,}, {high}]")

    def value(need: Need) -> str:
        return ("+" if is_power and need.value > 0 else "") + percent(need.value)

    def reached(need: Need) -> str:
        return f"{100 * need.reached:.0f} %" if is_power else f"± {percent(need.reached)}"

    title = (
        f"Documents to detect a difference with a power of {100 * plan.goal.power:g} % (p < {plan.goal.level:.2g})"
        if is_power
        else f"Documents for a {100 * plan.goal.confidence:g} % interval of this width"
    )
    values = (value, lambda need: percent(need.wanted), documents, reached)
    columns = (
        Column("Metric", "text", of=lambda need: plan.metrics[need.metric].full_label),
        *(Column(head, of=of) for head, of in zip(heads, values, strict=True)),
    )
    return Table.of(columns, needs, title, is_headed=True)


def _curve(plan: ExperimentPlan, goal: str) -> Table:
    """Return power or width by number of documents, with one column per number."""
    reached = {
        (point.metric, point.documents): f"{100 * point.reached:.0f}"
        if goal == "power"
        else percent(point.reached)
        for point in plan.curve
        if point.goal == goal
    }
    metrics, sizes = (dict.fromkeys(each) for each in zip(*reached, strict=True))
    columns = (
        Column("Metric", "text", of=lambda name: plan.metrics[name].full_label),
        *columns_for(sizes, "{:,}".format, lambda name, size: reached[name, size]),
    )
    title = "Power in % by number of documents" if goal == "power" else "± points by number of documents"
    return Table.of(columns, metrics, title, is_headed=True)
