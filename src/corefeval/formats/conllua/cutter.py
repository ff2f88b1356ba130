"""CoNLL-UA in pieces: documents begin with '# newdoc', and the names of the columns are repeated before each piece."""

from __future__ import annotations

import re

from corefeval.formats.conllua.exact import HEADER, NEWDOC
from corefeval.formats.cutting import Cutter, UncutError, line_at, line_starts

_LINE = re.compile(rb"# newdoc(?:\s|$)")


class ConlluaCutter(Cutter):
    """How a file that begins so is cut: one with a single header, before its first document."""

    marker = b"# newdoc"

    def __init__(self, beginning: bytes) -> None:
        starts = self.starts(beginning)
        before = beginning[: starts[0]].split(b"\n") if starts else [b"_"]
        headers = [line for line in before if HEADER.match(line)]
        if len(headers) > 1 or any(line.strip() and not line.startswith(b"#") for line in before):
            raise UncutError
        self._header = b"".join(line.removesuffix(b"\r") + b"\n" for line in headers)

    def starts(self, text: bytes) -> list[int]:
        """Return where such lines begin."""
        return [
            start for start in line_starts(text, self.marker, _LINE) if NEWDOC.match(line_at(text, start))
        ]

    def name(self, text: bytes, start: int, stop: int, number: int) -> str:
        """Return the name that the line gives, which comments may stand before; no other header may stand behind it."""
        del number
        if not text.startswith(self.marker, start):
            start = text.index(b"\n" + self.marker, start) + 1
        found = NEWDOC.match(line_at(text, start))
        name = found and (found[1] or found[2])
        if not name or text.find(b"global.columns", start, stop) >= 0:
            raise UncutError
        return name.decode()

    def preamble(self, text: bytes, place: int, before: bytes) -> bytes:
        """Return the header, which the first document brings itself."""
        del text
        return before or (self._header if place else b"")
