"""Rows of data as CSV: fractions at full precision, empty where undefined, the signature in every row."""

from __future__ import annotations

import csv
import io

from corefeval.columns import Rows


def render(table: Rows) -> str:
    """Return rows under their heads; the signature stands in every one, where there is one."""
    stream = io.StringIO()
    signed = {"signature": table.signature} if table.signature else {}
    writer = csv.DictWriter(stream, [*table.heads, *signed], lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, **signed} for row in table.rows)
    return stream.getvalue()
