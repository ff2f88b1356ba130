"""JSON Lines: a JSON object a line, tokens or text, and clusters of spans; what most neural resolvers write."""

from __future__ import annotations

from corefeval.formats.base import Format
from corefeval.formats.jsonlines.fields import CLUSTERS
from corefeval.formats.jsonlines.reader import read
from corefeval.formats.jsonlines.writer import write

__all__ = ["FORMAT"]


FORMAT = Format("jsonlines", read, write, layers=("identity", *CLUSTERS), has_offsets=True)
