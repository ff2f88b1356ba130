"""A system scored against several annotators: the verdict, its scores against each, and the annotators' own scores."""

from __future__ import annotations

from corefeval.agreement.several_keys import AgainstKeys, KeyScores
from corefeval.columns import Column, columns_for
from corefeval.presets import HEADLINE
from corefeval.reports.report import Cell, Note, ReportText, Table
from corefeval.reports.words import scored_as, scored_units
from corefeval.text import percent

WHERE = {
    "inside": "inside the human range",
    "below": "below the human range",
    "above": "above the human range",
}
NOTES = (
    "Best: the most favourable key of each document. Soft: counts of all keys, so a link counts by the share of annotators who make it.",
    "Annotators: mean score of each annotator against the others, under the same settings; in brackets the lowest and the highest.",
)


def show(scores: KeyScores) -> ReportText:
    """Return the verdict on the headline metric, then a table with one row per metric."""
    first = next(iter(scores.results.values()))
    one = scores.against.get(HEADLINE) or next(iter(scores.against.values()))
    columns = (
        Column("F1", "text", of=lambda found: scores.metrics[found.metric].full_label),
        *columns_for(scores.results, str, lambda found, key: percent(found.scores[key]), is_unbroken=True),
        *(Column(name.capitalize(), name=name, shown=percent) for name in ("mean", "best", "soft")),
        Column("Annotators", of=lambda found: Cell(percent(found.human), _range(found))),
        Column("System", "text", "place"),
    )
    table = Table.of(columns, scores.against.values(), "The system against each key", is_divisible=True)
    return ReportText.of(
        scores,
        (Note(verdict(scores, one)), table, *map(Note, NOTES)),
        f"{scored_units(len(first.documents), first.settings)} · {len(scores.results)} keys",
        scored_as(list(scores.results.values())),
    )


def verdict(scores: KeyScores, one: AgainstKeys) -> str:
    """Return in a sentence whether the system is as good as the annotators."""
    label = scores.metrics[one.metric].full_label
    if not one.place:
        return f"{label} is undefined for the system or for an annotator."
    return (
        f"{label} {percent(one.mean)} is {WHERE[one.place]} ({percent(one.human_low)} to {percent(one.human_high)}): "
        f"annotators score {percent(one.human)} against each other."
    )


def _range(one: AgainstKeys) -> str:
    if one.human_low is None or one.human_high is None:
        return ""
    return f"[{percent(one.human_low)}, {percent(one.human_high)}]"
