"""JSON Lines: a JSON object a line, tokens or text, and clusters of spans; what most neural resolvers write."""

from __future__ import annotations

import re

from corefeval.formats.base import Format
from corefeval.formats.jsonlines.fields import CLUSTERS
from corefeval.formats.jsonlines.reader import read
from corefeval.formats.jsonlines.writer import write

__all__ = ["FORMAT"]

_FIELD = re.compile(rb'"(?:doc_key|sentences|tokens|text|(?:predicted_)?clusters\w*)"\s*:')


def recognises(head: bytes) -> bool:
    """Say whether a file begins with an object that has one of the fields."""
    start = head.lstrip()
    return start.startswith(b"{") and b'"annotationLayers"' not in head and _FIELD.search(start) is not None


FORMAT = Format(
    "jsonlines", "JSON Lines", recognises, read, write, layers=("identity", *CLUSTERS), has_offsets=True
)
