"""CoNLL-UA in pieces: documents begin with '# newdoc', and the names of the columns are repeated before each piece."""

from __future__ import annotations

import re

from corefeval.formats.conllua.exact import HEADER, NEWDOC
from corefeval.formats.cutting import Cutter, Places, UncutError, comments, line_at

_EITHER = re.compile(rb"#\s*(?:newdoc|global\.columns)")


class ConlluaCutter(Cutter):
    """How a file that begins so is cut: one with a single header, before its first document."""

    has_one_header = True
    refuses_repeated = False

    def __init__(self, beginning: bytes) -> None:
        starts, headers = self.look(beginning)
        before = beginning[: starts[0][0]].split(b"\n") if starts else [b"_"]
        if any(line.strip() and not line.startswith(b"#") for line in before) or (
            sum(place < starts[0][0] for place, _ in headers) > 1
        ):
            raise UncutError

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return where such lines begin, with the names that they give, and the lines that name the columns.

        Raises:
            UncutError: if a document has no name.
        """
        starts, headers = [], []
        for place in comments(text).tolist():
            if not _EITHER.match(text, place):
                continue
            line = line_at(text, place)
            if HEADER.match(line):
                headers.append((place, line + b"\n"))
            elif found := NEWDOC.match(line):
                if not (name := found[1] or found[2]):
                    raise UncutError
                starts.append((place, name))
        return starts, headers

    def name(self, said: bytes, number: int) -> str:
        """Return that name."""
        del number
        return said.decode()
