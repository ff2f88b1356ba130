"""Write rows as CSV: fractions at full precision, empty cells for undefined values, the signature last."""

from __future__ import annotations

import csv
import io

from corefeval.columns import Rows
from corefeval.signature import printed

SIGNATURE = "signature"
"""The name of the last column."""


def render(table: Rows) -> str:
    """Return the rows as CSV. The last column is the signature of the row, or else of the table."""
    stream = io.StringIO()
    heads = [head for head in table.heads if head != SIGNATURE]
    is_signed = bool(table.signature) or SIGNATURE in table.heads
    writer = csv.DictWriter(stream, [*heads, SIGNATURE] if is_signed else heads, lineterminator="\n")
    writer.writeheader()
    for row in table.rows:
        signed = {SIGNATURE: printed(row.get(SIGNATURE, table.signature))} if is_signed else {}
        writer.writerow({**row, **signed})
    return stream.getvalue()
