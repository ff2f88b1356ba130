"""The settings that give published numbers."""

from __future__ import annotations

from corefeval.columns import Column
from corefeval.problems import printed_problems
from corefeval.problems.render import sentence
from corefeval.reports.report import Cell, Lines, Note, Piece, ReportText, Row, Section, Table
from corefeval.reproduction.search import Alike, Reproduction
from corefeval.reproduction.target import ROUNDED, Target
from corefeval.signature import printed
from corefeval.text import percent, several

TOP = 5
"""The default number of rows."""
ALSO = 6
"""The most equivalent settings that are listed."""


def show(reproduction: Reproduction, *, top: int = TOP) -> ReportText:
    """Return the best settings, the settings with the same scores, and the signature of each."""
    shown = reproduction.found[:top]
    pieces: list[Piece] = []
    if shown:
        signatures = (f"{place}  {printed(alike.first.signature)}" for place, alike in enumerate(shown, 1))
        pieces = [_table(reproduction, shown), Section("", (Lines(tuple(signatures)),))]
    pieces += map(Note, _notes(reproduction))
    return ReportText(
        tuple(pieces), (_heading(reproduction),), tuple(printed_problems(reproduction.warnings))
    )


def _heading(reproduction: Reproduction) -> str:
    wanted = ", ".join(f"{_label(one)} {one.text}" for one in reproduction.targets)
    met = sum(alike.first.is_met for alike in reproduction.found)
    if not met:
        return f"{wanted}: no settings give this; the nearest are"
    ways = sum(len(alike.candidates) for alike in reproduction.found if alike.first.is_met)
    return f"{wanted}: {several(ways, 'set')} of settings {'give' if ways > 1 else 'gives'} this"


def _label(target: Target) -> str:
    return target.metric if target.part == "f1" else f"{target.metric} {target.part}"


def _table(reproduction: Reproduction, shown: tuple[Alike, ...]) -> Table:
    columns = (
        Column("#"),
        Column("Settings", "prose"),
        *(Column(_label(one)) for one in reproduction.targets),
        Column("Distance"),
        Column("Unusual"),
        Column("Same here", "prose"),
    )
    rows = []
    for place, alike in enumerate(shown, 1):
        first = alike.first
        others = [one.options for one in alike.candidates[1:]]
        more = f"; and {len(others) - ALSO} more" if len(others) > ALSO else ""
        rounding = "" if first.rounding == ROUNDED else f" ({first.rounding})"
        scores = (
            Cell(f"{score:.{target.decimals + 2}f}", is_best=target.is_met(shown_))
            for score, target, shown_ in zip(first.scores, reproduction.targets, first.shown, strict=True)
        )
        distance = "0" if first.is_met else f"{first.distance:.2f}"
        same = "; ".join(others[:ALSO]) + more
        rows.append(Row.of(str(place), first.options + rounding, *scores, distance, str(first.unusual), same))
    return Table(columns, tuple(rows), "Settings, the best first")


def _notes(reproduction: Reproduction) -> list[str]:
    up_to = several(reproduction.changes, "change")
    tried = f"{several(reproduction.tried, 'set')} of settings tried, with up to {up_to} to a preset"
    notes = [f"{tried}; unusual: how many settings, means and roundings differ from it"]
    idle = [f"{name.replace('_', '-')} ({reason})" for name, reason in reproduction.idle.items()]
    if idle:
        notes.append(f"Not varied: {', '.join(idle)}")
    impossible = [f"{value} ({sentence(problem)})" for value, problem in reproduction.impossible.items()]
    if impossible:
        notes.append(f"Not possible here: {'; '.join(impossible)}")
    if reproduction.by_chance is not None:
        notes.append(
            f"By chance: equally usual settings give {percent(reproduction.by_chance)} % of the possible numbers: all numbers "
            "with as many decimals in the range of the scores of presets with one change"
        )
    if len(reproduction.found) > 1 and reproduction.is_met and not reproduction.found[1].first.is_met:
        notes.append("All others give another number")
    return notes
