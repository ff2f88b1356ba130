"""Results and comparisons as Markdown tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefeval.comparison.comparison import Comparison
from corefeval.evaluation.result import Result
from corefeval.problems import Told, printable
from corefeval.reports.comparison import DIFFERENCES, Cell, lay_out
from corefeval.reports.scores import Intervals, ScoreLayout, lay_out_scores

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def render_result(
    result: Result, *, per_document: bool = False, macro: bool = False, intervals: Intervals | None = None
) -> str:
    """Return a result as a table, with what was done above and the signature below."""
    layout = lay_out_scores(result, per_document=per_document, macro=macro, intervals=intervals)
    return render_layout(layout)


def render_layout(layout: ScoreLayout) -> str:
    """Return tables, with what was done above and the signature below."""
    lines = [escape(line) + "  " for line in layout.heading]
    for table in layout.tables:
        lines += [
            "",
            *_table(table.heads, [(name, [escape(cell) for cell in cells]) for name, cells in table.rows]),
        ]
    lines += foot_of(layout.notes, layout.warnings, layout.signature)
    return "\n".join(lines) + "\n"


def render_comparison(comparison: Comparison) -> str:
    """Return a comparison as a table of scores and one of differences, with notes and signature."""
    layout = lay_out(comparison)
    lines = [escape(line) + "  " for line in layout.heading]
    lines += ["", *_table(("System", *layout.metrics), _cells(layout.systems))]
    if layout.differences:
        lines += ["", *_table((DIFFERENCES, *layout.metrics), _cells(layout.differences))]
    lines += foot_of(layout.notes, layout.warnings, layout.signature)
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", printable(text))


def _cells(rows: Sequence[tuple[str, Sequence[Cell]]]) -> list[tuple[str, list[str]]]:
    return [(name, [_cell(cell) for cell in cells]) for name, cells in rows]


def _cell(cell: Cell) -> str:
    score = f"**{cell.score}**" if cell.is_best else cell.score
    mark = f"<sup>{escape(cell.mark)}</sup>" if cell.mark else ""
    return f"{score}{mark} {escape(cell.interval)}".rstrip()


def _table(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    first, *others = map(escape, heads)
    return [
        f"| {first} | {' | '.join(others)} |",
        f"| :-- | {' | '.join('--:' for _ in others)} |",
        *(f"| {escape(name)} | {' | '.join(cells)} |" for name, cells in rows),
    ]


def foot_of(notes: Sequence[str], warnings: Sequence[Told], signature: str) -> list[str]:
    """Return the lines below tables: notes, warnings with their advice, and the signature on one line."""
    lines = [*notes, *map(str, warnings)]
    items = [f"- {escape(line)}" for line in lines]
    return [*([""] if items else []), *items, "", f"signature `{signature}`"]
