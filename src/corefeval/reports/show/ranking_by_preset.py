"""Systems under several presets: whether the ranking depends on the scorer."""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.columns import Column
from corefeval.comparison.by_preset import RankingByPreset
from corefeval.comparison.stability import Stability
from corefeval.problems import printed_problems
from corefeval.reports.report import Cell, Note, Piece, ReportText, Row, Table
from corefeval.reports.show.by_preset import IN_ROWS, refused
from corefeval.reports.words import scored_units
from corefeval.text import percent, several

FEW = 3
"""The most pairs of presets whose τ is listed; if there are more, only the lowest τ is listed."""
PAIRS_LISTED = 10
"""The most listed pairs of systems that change places; the others are counted."""


def show(ranking: RankingByPreset) -> ReportText:
    """Return the headline and the rank of each system under each preset, then the changes."""
    columns = (Column("System", "text"), *(Column(preset) for preset in ranking.presets))
    rows = []
    for system in ranking.ranking(ranking.presets[0]):
        cells = []
        for preset in ranking.presets:
            rank = ranking.rank(system, preset)
            cells.append(Cell(percent(ranking.score(system, preset)), f"({rank})", is_best=rank == 1))
        rows.append(Row((Cell(system), *cells)))
    first = next(iter(ranking.systems.values()))[ranking.presets[0]]
    pieces: list[Piece] = [
        Table(columns, tuple(rows), "F1 and rank by preset", is_divisible=True),
        *map(Note, stability_notes(ranking.stability, "preset")),
    ]
    faults = {name: found[0] for name, found in ranking.rejected.items()}
    pieces += refused("Presets that do not apply", ranking.left_out)
    pieces += refused("Systems that cannot be scored", faults)
    heading = (
        f"{scored_units(len(first.documents), first.settings)} · F1 (rank) under each preset, scores alone"
    )
    warnings = (problem for problem in ranking.warnings if problem.code not in IN_ROWS)
    return ReportText(tuple(pieces), (heading,), tuple(printed_problems(warnings)))


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
            f"(mean over {len(known)} pairs of {criterion}s: {sum(known.values()) / len(known):.2f})."
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
