"""Gold entities as rows: how well each is found, and means over them."""

from __future__ import annotations

from corefeval.breakdown.entities import LONG, ByEntity
from corefeval.columns import Column
from corefeval.reports.document import Note, Piece, Row, Table
from corefeval.text import percent, shortened

WIDTH = 32
"""Characters of a name on a screen."""


def show(found: ByEntity, top: int | None) -> list[Piece]:
    """Return the table of entities, the largest first, and that of means."""
    rows = found.by_size()
    listed = rows[:top]
    entities = Table(
        (
            Column("Document", "text"),
            Column("Entity", "text"),
            Column("Name", "text"),
            Column("Size"),
            Column("Spread"),
            Column("Precision"),
            Column("Recall"),
            Column("F1", style="bold"),
        ),
        tuple(
            Row.of(
                row.document,
                row.entity,
                shortened(row.name, WIDTH),
                f"{row.size:,}",
                "–" if row.spread is None else f"{row.spread:,}",
                percent(row.precision),
                percent(row.recall),
                percent(row.f1),
            )
            for row in listed
        ),
        "Gold entities and their best counterparts",
        is_headed=True,
    )
    means = Table(
        (
            Column("Mean", "text"),
            Column("Entities"),
            Column("Precision"),
            Column("Recall"),
            Column("F1", style="bold"),
        ),
        tuple(
            Row.of(name, f"{count:,}", *(percent(scores[part]) for part in ("precision", "recall", "f1")))
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
    return [entities, *notes, means, explained]
