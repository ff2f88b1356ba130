"""Gold entities: how well each is found, and the means over entities."""

from __future__ import annotations

from corefeval.breakdown.entities import COLUMNS, LONG, SCORES, ByEntity
from corefeval.columns import Column
from corefeval.reports.report import Note, Piece, Row, Table
from corefeval.text import percent


def show(found: ByEntity, top: int | None) -> list[Piece]:
    """Return the table of entities, the largest first, and the table of means."""
    rows = found.by_size()
    listed = rows[:top]
    entities = Table.of(COLUMNS, listed, "Gold entities and their best counterparts")
    means = Table(
        (Column("Mean", "text"), Column("Entities"), *SCORES),
        tuple(
            Row.of(name, f"{count:,}", *(percent(scores[column.name]) for column in SCORES))
            for name, (count, scores) in found.means.items()
        ),
        "Means over gold entities",
        is_headed=True,
    )
    left = len(rows) - len(listed)
    notes = [Note(f"{left:,} more entities; --top lists more, -f csv and -f json all.")] if left else []
    explained = Note(
        "A counterpart is the system entity with the highest F1 of shared mentions; spread in words. "
        f"Long chains have {LONG} or more mentions, short chains 2 to {LONG - 1}."
    )
    return [entities._replace(is_headed=True), *notes, means, explained]
