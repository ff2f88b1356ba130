"""Scores under several presets: those of one response, and rankings of systems."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from corefeval.columns import Column, columns_for
from corefeval.comparison.by_preset import RankingByPreset
from corefeval.comparison.stability import Stability
from corefeval.evaluation.by_preset import Cause, ResultsByPreset, parts_of
from corefeval.presets import HEADLINE
from corefeval.problems import PrintedProblem, Problem, printed_problems
from corefeval.problems.render import message
from corefeval.reports.report import Cell, Items, Note, ReportText, Row, Section, Table
from corefeval.reports.words import scored_units
from corefeval.text import percent, several

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
FEW = 3
"""The most pairs of presets whose τ is listed; if there are more, only the lowest τ is listed."""
PAIRS_LISTED = 10
"""The most listed pairs of systems that change places; the others are counted."""


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
    rows = tuple(
        Row.of(name, scores.short[name], *(percent(parts_of(metric, result)) for metric in metrics))
        for name, result in scores.results.items()
    )
    first = next(iter(scores.results.values()))
    return ReportText(
        (
            Table(columns, rows, "F1 by preset"),
            *map(Note, _spread(scores)),
            *_refused("Presets that do not apply", scores.left_out),
        ),
        (f"{scored_units(len(first.documents), first.settings)} · F1 · each row as with -p PRESET alone",),
        _warnings(scores.warnings),
    )


def show_ranking(ranking: RankingByPreset) -> ReportText:
    """Return the headline and the rank of each system under each preset, then the changes."""

    def cell(system: str, preset: str) -> Cell:
        rank = ranking.rank(system, preset)
        return Cell(percent(ranking.score(system, preset)), f"({rank})", is_best=rank == 1)

    columns = (Column("System", "text", of=str), *columns_for(ranking.presets, str, cell))
    systems = ranking.ranking(ranking.presets[0])
    first = next(iter(ranking.systems.values()))[ranking.presets[0]]
    faults = {name: found[0] for name, found in ranking.rejected.items()}
    return ReportText(
        (
            Table.of(columns, systems, "F1 and rank by preset", is_divisible=True),
            *map(Note, stability_notes(ranking.stability, "preset")),
            *_refused("Presets that do not apply", ranking.left_out),
            *_refused("Systems that cannot be scored", faults),
        ),
        (
            f"{scored_units(len(first.documents), first.settings)} · F1 (rank) under each preset, scores alone",
        ),
        _warnings(ranking.warnings),
    )


def _warnings(problems: Iterable[Problem]) -> tuple[PrintedProblem, ...]:
    return tuple(printed_problems(problem for problem in problems if problem.code not in IN_ROWS))


def _refused(title: str, problems: Mapping[str, Problem]) -> list[Section]:
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


def stability_notes(stability: Stability, criterion: str) -> Iterator[str]:
    """Yield the agreement of rankings, and the systems that change places.

    Args:
        stability: the rankings.
        criterion: the name of the criterion that the rankings differ in: preset or metric.
    """
    known = {pair: tau for pair, tau in stability.taus.items() if tau is not None}
    if not stability.pairs or not known:
        return
    if not stability.exchanges and min(known.values()) == 1:
        yield f"The ranking is the same by each {criterion} (Kendall's τ 1.00)."
        return
    if len(known) <= FEW:
        taus = ", ".join(f"{one} – {other} {tau:.2f}" for (one, other), tau in known.items())
        yield f"Kendall's τ: {taus}."
    else:
        (one, other), tau = min(known.items(), key=lambda item: item[1])
        yield (
            f"Kendall's τ is lowest between {one} and {other}: {tau:.2f} "
            f"(mean over {len(known)} pairs of {criterion}s: {math.fsum(known.values()) / len(known):.2f})."
        )
    exchanges = stability.exchanges
    if not exchanges:
        yield "No two systems swap places, but some tie."
        return
    yield (
        f"The ranking depends on the {criterion}: {len(exchanges)} of {several(stability.pairs, 'pair')} of systems "
        "swap places."
    )
    for exchange in exchanges[:PAIRS_LISTED]:
        yield (
            f"{exchange.one} is ahead of {exchange.other} by {', '.join(exchange.ahead)}, "
            f"behind by {', '.join(exchange.behind)}."
        )
    if len(exchanges) > PAIRS_LISTED:
        yield f"{len(exchanges) - PAIRS_LISTED} more pairs swap places; -f json lists all."
