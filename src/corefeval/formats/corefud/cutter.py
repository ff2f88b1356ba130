"""CorefUD in pieces: documents begin with '# newdoc', and the header in force is repeated before each piece."""

from __future__ import annotations

import re

from corefeval.formats.corefud.lines import NEWDOC, PREFIX, document_name
from corefeval.formats.cutting import Cutter, Places, UncutError, comments, line_at, line_starts

NEWDOC_LINE = re.compile(NEWDOC + rb"(?:[\s=]|$)")
HEADER_LINE = re.compile(re.escape(PREFIX))


class CorefudCutter(Cutter):
    """How a file that begins so is cut; one with a text before its first document is read whole."""

    told_last = frozenset(
        {"split antecedents", "bridging"}
    )  # links are looked up when all entities are known

    def __init__(self, beginning: bytes) -> None:
        starts = line_starts(beginning, NEWDOC_LINE, NEWDOC)
        before = beginning[: starts[0]] if starts else b"_"
        if any(line.strip() and not line.startswith(b"#") for line in before.split(b"\n")):
            raise UncutError

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return where such lines begin, and those that declare the fields of brackets."""
        places = comments(text)
        starts = line_starts(text, NEWDOC_LINE, NEWDOC, places)
        headers = line_starts(text, HEADER_LINE, PREFIX, places)
        return [(at, line_at(text, at)) for at in starts], [(at, line_at(text, at) + b"\n") for at in headers]

    def name(self, said: bytes, number: int) -> str:
        """Return the name that the line gives."""
        return document_name(said.decode(), number)
