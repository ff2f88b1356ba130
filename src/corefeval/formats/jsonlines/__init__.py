"""JSON Lines: one JSON object per line, tokens or text, and clusters of spans, as most neural resolvers write it."""

from __future__ import annotations

from corefeval.formats.base import Format
from corefeval.formats.jsonlines.fields import CLUSTERS, JsonLinesBoundaries
from corefeval.formats.jsonlines.reader import read, read_several
from corefeval.formats.jsonlines.writer import write

FORMAT = Format(
    "jsonlines",
    read,
    write,
    layers=("identity", *CLUSTERS),
    has_offsets=True,
    read_several=read_several,
    boundaries=JsonLinesBoundaries,
)
