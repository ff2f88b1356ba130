"""A comparison laid out once for every kind of output, and shown in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefeval.comparison.compare import leaders
from corefeval.comparison.comparison import Comparison, Lead, PairedTest
from corefeval.problems import Told, told
from corefeval.reports.words import intervals_in_words, scored_as, undefined_notes
from corefeval.text import UNDEFINED, percent, several
from corefeval.writing import to_json

if TYPE_CHECKING:
    from rich.table import Table

STARS = ((0.001, "***"), (0.01, "**"))
"""Marks of a significant difference, by the adjusted p below which they are given; else one star."""


GAP = 3
"""Columns of the terminal that a column of a table needs beyond its text."""

DIFFERENCES = "Differences, with p and (corrected p)"


@dataclass(frozen=True, slots=True)
class Cell:
    """A score as it is shown: what it is, between what, how it is marked, and whether it is the best."""

    score: str
    interval: str = ""
    mark: str = ""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A comparison as text.

    Attributes:
        heading: how much was scored, and how.
        metrics: the heads of the columns.
        systems: a row of cells for each system.
        differences: for each pair tested its name and the cells; the interval holds p.
        notes: what the marks mean, how intervals and tests were computed, and who leads.
        warnings: what the reader should know.
        signature: how the numbers came about.
    """

    heading: tuple[str, ...]
    metrics: tuple[str, ...]
    systems: tuple[tuple[str, tuple[Cell, ...]], ...]
    differences: tuple[tuple[str, tuple[Cell, ...]], ...]
    notes: tuple[str, ...]
    warnings: tuple[Told, ...]
    signature: str


def render(comparison: Comparison, kind: str, *, width: int | None = None, colour: bool | None = None) -> str:
    """Return a comparison as table, json, csv, markdown or latex."""
    if kind == "table":
        return render_terminal(comparison, width=width, colour=colour)
    if kind == "json":
        return to_json(comparison.to_dict())
    text: str = import_module(f"corefeval.reports.{kind}").render_comparison(comparison)
    return text


def lay_out(comparison: Comparison) -> Layout:
    """Return the texts of a comparison."""
    rows = tuple(
        (system, tuple(_score_cell(comparison, system, metric) for metric in comparison.metrics))
        for system in comparison.systems
    )
    by_pair: dict[tuple[str, str], list[Cell]] = {}
    for test in comparison.tests:
        if comparison.resampling.resamples:
            by_pair.setdefault((test.system, test.against), []).append(_difference_cell(test))
    return Layout(
        _heading(comparison),
        tuple(metric.full_label for metric in comparison.metrics.values()),
        rows,
        tuple((f"{system} − {against}", tuple(cells)) for (system, against), cells in by_pair.items()),
        (*_undefined(comparison), *_notes(comparison)),
        tuple(told(comparison.warnings)),
        comparison.signature,
    )


def _score_cell(comparison: Comparison, system: str, metric: str) -> Cell:
    part = comparison.headline(metric)
    score = percent(comparison.scores[system][metric][part])
    every = [percent(comparison.scores[other][metric][part]) for other in comparison.systems]
    best = max((float(text) for text in every if text != UNDEFINED), default=None)
    bounds = comparison.intervals.get(system, {}).get(metric, {}).get(part)
    return Cell(
        score,
        f"[{percent(bounds[0])}, {percent(bounds[1])}]" if bounds else "",
        _mark(comparison, system, metric),
        len(every) > 1 and score != UNDEFINED and float(score) == best,
    )


def _mark(comparison: Comparison, system: str, metric: str) -> str:
    """Return the letters of the groups a system is in, or stars for its difference from the baseline."""
    if _has_letters(comparison):
        groups = comparison.groups(metric)
        return "".join(_letter(number) for number, group in enumerate(groups) if system in group)
    for test in comparison.tests:
        if test.system == system and test.metric == metric:
            return stars(test)
    return ""


def _has_letters(comparison: Comparison) -> bool:
    return comparison.resampling.pairs == "all" and len(comparison.systems) > 2


def _letter(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else f"({number + 1})"


def stars(test: PairedTest) -> str:
    """Return the mark of a test: none, or one to three stars."""
    if not test.is_significant or test.p_adjusted is None:
        return ""
    return next((mark for limit, mark in STARS if test.p_adjusted < limit), "*")


def _difference_cell(test: PairedTest) -> Cell:
    if test.difference is None or test.p is None or test.p_adjusted is None:
        return Cell(UNDEFINED)
    return Cell(f"{100 * test.difference:+.2f}", f"{chance(test.p)} ({chance(test.p_adjusted)})", stars(test))


def chance(p: float) -> str:
    """Return a p-value as it is written in papers: .012, <.001."""
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")


def _heading(comparison: Comparison) -> tuple[str, ...]:
    documents = several(comparison.documents, "document")
    if comparison.datasets:
        documents += f" of {several(len(comparison.datasets), 'dataset')}; scores are the means over datasets"
    parts = {comparison.headline(metric) for metric in comparison.metrics}
    shown = "F1" if parts == {"f1"} else "F1, or what the metric has in its place"
    return f"{documents} · {shown}", scored_as(comparison.every_result)


def _undefined(comparison: Comparison) -> Iterable[str]:
    return dict.fromkeys(note for result in comparison.every_result for note in undefined_notes(result))


def _notes(comparison: Comparison) -> list[str]:
    how = comparison.resampling
    if not how.resamples:
        return _lead_notes(comparison)
    notes = [intervals_in_words(how)]
    if comparison.tests:
        count = len(comparison.tests)
        over = f"corrected for {count} tests (Holm)" if count > 1 else "one test"
        notes.append(f"{test_in_words(comparison)}, {over}")
        notes.append(_legend(comparison))
    return notes + _lead_notes(comparison)


def test_in_words(comparison: Comparison) -> str:
    """Return how p came about."""
    how = comparison.resampling
    ways = "all swaps" if comparison.is_exact else f"{how.resamples:,} swaps, seed {how.seed}"
    return f"p: paired approximate randomisation ({ways}), two-sided"


def _legend(comparison: Comparison) -> str:
    limit = f"{comparison.resampling.limit:.3g}".removeprefix("0")
    if _has_letters(comparison):
        return f"Systems that share a letter do not differ significantly (corrected p ≥ {limit})"
    marks = [
        f"* p < {limit}",
        *(f"{mark} p < {f'{bound:g}'.removeprefix('0')}" for bound, mark in STARS[::-1]),
    ]
    return f"{', '.join(marks)} against {comparison.baseline}, corrected"


def _lead_notes(comparison: Comparison) -> list[str]:
    """Say who leads where, and whether that may be chance."""
    if len(comparison.systems) < 2:
        return []
    by_system = leaders(comparison)
    lines = [
        f"{system} leads in {_listed(comparison, leads)}{_how_real(comparison, leads)}"
        for system, leads in by_system.items()
    ]
    if len(by_system) > 1:
        lines.insert(0, "The ranking turns with the metric:")
    return lines


def _how_real(comparison: Comparison, leads: Sequence[Lead]) -> str:
    if not comparison.resampling.resamples:
        return ""
    real = [lead for lead in leads if lead.is_real]
    if len(real) == len(leads):
        return f", {significantly_better(comparison, ' in each' if len(leads) > 1 else '')}"
    if not real:
        return f", but not {significantly_better(comparison)}"
    return f", {significantly_better(comparison, f' in {_listed(comparison, real)} only')}"


def significantly_better(comparison: Comparison, where: str = "") -> str:
    """Say what it means that a lead is no chance, and where it is none."""
    others = "all others" if len(comparison.systems) > 2 else "the other"
    limit = f"{comparison.resampling.limit:.3g}".removeprefix("0")
    holm = ", Holm" if len(comparison.metrics) > 1 else ""
    return f"significantly better than {others}{where} (p < {limit}{holm})"


def _listed(comparison: Comparison, leads: Sequence[Lead]) -> str:
    return ", ".join(comparison.metrics[lead.metric].label for lead in leads)


def render_terminal(comparison: Comparison, *, width: int | None = None, colour: bool | None = None) -> str:
    """Return heading, tables, notes, warnings and signature as text.

    Where the columns do not fit into the width, the table goes on below. Colour is never the only cue.
    """
    import shutil  # noqa: PLC0415 - only when printing

    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    from corefeval.reports.terminal import print_renderables  # noqa: PLC0415 - same

    layout = lay_out(comparison)
    space = width or shutil.get_terminal_size((100, 24)).columns
    pieces: list[Any] = [Text(line, style="dim") for line in layout.heading]
    pieces += _tables(layout, layout.systems, space, "")
    pieces += _tables(layout, layout.differences, space, DIFFERENCES)
    pieces += [Text(line, style="dim") for line in layout.notes]
    return print_renderables(pieces, layout.warnings, layout.signature, width=width, colour=colour)


def _tables(
    layout: Layout, rows: Sequence[tuple[str, Sequence[Cell]]], space: int, title: str
) -> list[Table]:
    """Return one table, or several below each other where the metrics do not fit beside each other."""
    if not rows:
        return []
    widths = [
        max(len(head), *(max(len(_shown(cells[column])), len(cells[column].interval)) for _, cells in rows))
        for column, head in enumerate(layout.metrics)
    ]
    room = space - min(max(len(name) for name, _ in rows), space // 3) - GAP
    blocks: list[list[int]] = [[]]
    used = 0
    for column, wide in enumerate(widths):
        if blocks[-1] and used + wide + GAP > room:
            blocks.append([])
            used = 0
        blocks[-1].append(column)
        used += wide + GAP
    return [_table(layout, rows, block, title if number == 0 else "") for number, block in enumerate(blocks)]


def _table(
    layout: Layout, rows: Sequence[tuple[str, Sequence[Cell]]], columns: Sequence[int], title: str
) -> Table:
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same
    from rich.text import Text  # noqa: PLC0415 - same

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title or None, title_justify="left")
    table.add_column("", overflow="fold")
    for column in columns:
        table.add_column(Text(layout.metrics[column]), justify="right", no_wrap=True)
    for name, cells in rows:
        shown = []
        for column in columns:
            cell = cells[column]
            text = Text(_shown(cell), style="bold" if cell.is_best else "")
            shown.append(text.append(f"\n{cell.interval}", style="not bold dim") if cell.interval else text)
        table.add_row(Text(name), *shown)
    return table


def _shown(cell: Cell) -> str:
    return f"{cell.score} {cell.mark}".rstrip()
