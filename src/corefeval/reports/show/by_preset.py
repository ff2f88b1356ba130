"""The scores of one response under several presets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from corefeval.columns import Column
from corefeval.evaluation.by_preset import Cause, ResultsByPreset, parts_of
from corefeval.presets import HEADLINE
from corefeval.problems import Problem, printed_problems
from corefeval.problems.render import message
from corefeval.reports.report import Cell, Items, Note, Piece, ReportText, Row, Section, Table
from corefeval.reports.words import scored_units
from corefeval.text import percent

RULE_WORDS = {
    "singletons": "singletons",
    "match": "mention matching",
    "window": "windows",
    "documents": "averaging over documents",
    "zeros": "zeros",
    "duplicates": "repeated mentions",
    "split_antecedents": "split antecedents",
    "heads": "heads",
    "window_edges": "edges of windows",
}
IN_ROWS = {"CE040", "CE079"}
"""Warnings about dropped singletons and zeros. They are not printed, because the table shows the effect."""
SMALL = 0.005
"""Fewer points than this are printed as 0.00."""


def show(scores: ResultsByPreset) -> ReportText:
    """Return a row for each preset, then the spread and its cause, and the presets that do not apply."""
    metrics = scores.metrics
    columns = (
        Column("Preset", "text", is_unbroken=True),
        Column("Rule", "prose"),
        *(
            Column(metric.full_label, style="bold" if name == HEADLINE else "")
            for name, metric in metrics.items()
        ),
    )
    rows = [
        Row(
            (
                Cell(name),
                Cell(scores.short[name]),
                *(Cell(percent(parts_of(metric, result))) for metric in metrics),
            )
        )
        for name, result in scores.results.items()
    ]
    first = next(iter(scores.results.values()))
    pieces: list[Piece] = [Table(columns, tuple(rows), "F1 by preset"), *map(Note, _spread(scores))]
    pieces += refused("Presets that do not apply", scores.left_out)
    return ReportText(
        tuple(pieces),
        (f"{scored_units(len(first.documents), first.settings)} · F1 · each row as with -p PRESET alone",),
        tuple(printed_problems(problem for problem in scores.warnings if problem.code not in IN_ROWS)),
    )


def refused(title: str, problems: Mapping[str, Problem]) -> list[Section]:
    """Return a section with the problem of each preset or system; [] if there are none."""
    items = tuple(f"{name}: {message(problem)}" for name, problem in problems.items())
    return [Section(title, (Items(items),))] if items else []


def _spread(scores: ResultsByPreset) -> Iterator[str]:
    """State the range of the scores, and why they differ."""
    spread = scores.spread
    if spread is None:
        return
    low, high = (percent(parts_of(HEADLINE, scores[name])) for name in (spread.lowest, spread.highest))
    if spread.points < SMALL:
        yield f"CoNLL F1 is {low} under all of these presets."
        return
    yield (
        f"CoNLL F1 is between {low} ({spread.lowest}) and {high} ({spread.highest}): "
        f"a spread of {spread.points:.2f} points for the same output."
    )
    for cause in spread.causes[:2]:
        if abs(cause.points) >= SMALL:
            yield _cause(cause, spread.lowest)


def _cause(cause: Cause, lowest: str) -> str:
    """State the effect of a rule on the lowest score."""
    name = next(iter(cause.settings))
    values = ", ".join(
        f"--{setting.replace('_', '-')} {high} instead of {low}"
        for setting, (low, high) in cause.settings.items()
    )
    counts = ", ".join(f"{count:,} {what}" for what, count in cause.counts.items() if count)
    points = f"{abs(cause.points):.2f} points"
    effect = f"adds {points} to" if cause.points > 0 else f"takes {points} from"
    return f"Cause: {RULE_WORDS[name]} ({values}) {effect} {lowest}{f': {counts}' if counts else ''}."
