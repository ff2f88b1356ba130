"""Rows of data as CSV: fractions at full precision, empty where undefined, the short signature in the last column."""

from __future__ import annotations

import csv
import io

from corefeval.columns import Rows
from corefeval.signature import printed

SIGNATURE = "signature"
"""The last column."""


def render(table: Rows) -> str:
    """Return rows under their heads; the signature of a row, else of all, is its last column."""
    stream = io.StringIO()
    heads = [head for head in table.heads if head != SIGNATURE]
    is_signed = bool(table.signature) or SIGNATURE in table.heads
    writer = csv.DictWriter(stream, [*heads, SIGNATURE] if is_signed else heads, lineterminator="\n")
    writer.writeheader()
    for row in table.rows:
        signed = {SIGNATURE: printed(row.get(SIGNATURE, table.signature))} if is_signed else {}
        writer.writerow({**row, **signed})
    return stream.getvalue()
