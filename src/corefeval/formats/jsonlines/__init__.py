"""JSON Lines: a JSON object a line, tokens or text, and clusters of spans; what most neural resolvers write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from corefeval.formats.base import Format
from corefeval.formats.jsonlines.fields import CLUSTERS
from corefeval.formats.jsonlines.reader import read
from corefeval.formats.jsonlines.writer import write

if TYPE_CHECKING:
    from corefeval.formats.cutting import Cutter

__all__ = ["FORMAT"]


def cutter(beginning: bytes) -> Cutter:
    """Return how a file that begins so is cut."""
    from corefeval.formats.jsonlines.cutter import JsonLinesCutter  # noqa: PLC0415 - most files are read whole

    return JsonLinesCutter(beginning)


FORMAT = Format("jsonlines", read, write, layers=("identity", *CLUSTERS), has_offsets=True, cutter=cutter)
