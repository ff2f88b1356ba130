"""CorefUD in pieces: documents begin with '# newdoc', and the header in force is repeated before each piece."""

from __future__ import annotations

import re

from corefeval.formats.corefud.lines import NEWDOC, PREFIX, document_name
from corefeval.formats.cutting import Cutter, UncutError, line_at, line_starts

NEWDOC_LINE = re.compile(NEWDOC + rb"(?:[\s=]|$)")


class CorefudCutter(Cutter):
    """How a file that begins so is cut; one with a text before its first document is read whole."""

    marker = NEWDOC

    def __init__(self, beginning: bytes) -> None:
        starts = line_starts(beginning, NEWDOC, NEWDOC_LINE)
        before = beginning[: starts[0]] if starts else b"_"
        if any(line.strip() and not line.startswith(b"#") for line in before.split(b"\n")):
            raise UncutError

    def starts(self, text: bytes) -> list[int]:
        """Return where such lines begin."""
        return line_starts(text, NEWDOC, NEWDOC_LINE)

    def name(self, text: bytes, start: int, stop: int, number: int) -> str:
        """Return the name that the line gives, which comments may stand before."""
        del stop
        if not text.startswith(NEWDOC, start):
            start = text.index(b"\n" + NEWDOC, start) + 1
        return document_name(line_at(text, start).decode(), number)

    def preamble(self, text: bytes, place: int, before: bytes) -> bytes:
        """Return the last header before a place."""
        at = text.rfind(b"\n" + PREFIX, 0, place) + 1
        if not at and not (place and text.startswith(PREFIX)):
            return before
        return line_at(text, at) + b"\n"
