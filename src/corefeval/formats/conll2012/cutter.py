"""CoNLL-2012 in pieces: documents begin with '#begin document'."""

from __future__ import annotations

from corefeval.formats.conll2012.layout import (
    BEGIN,
    BEGIN_LINE,
    FIRST_WORD,
    Layout,
    document_name,
    is_undecided,
    last_cell,
)
from corefeval.formats.cutting import Cutter, Places, UncutError, line_at, line_starts


class Conll2012Cutter(Cutter):
    """How a file that begins so is cut. What its columns are, the first two words say.

    A file in which one of two columns is chosen by what any of its lines says (SemEval-2010, or lines that end with a tab) is
    read whole.
    """

    def __init__(self, beginning: bytes) -> None:
        header = BEGIN_LINE.search(beginning)
        layout = Layout.at(beginning)
        if header is None or layout is None or any(len(places) > 1 for places in layout.names.values()):
            raise UncutError
        self._marker = header[0][: header[0].index(b"begin document") + len(b"begin document")]
        first = FIRST_WORD.search(beginning)
        second = first and FIRST_WORD.search(beginning, first.end())
        if first is None or second is None or is_undecided(beginning):
            raise UncutError
        filled = last_cell(beginning, first[0]) if is_undecided(beginning[: second.end()]) else None
        self.opening = beginning[: filled.end() if filled else second.end()]

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return where such lines begin, and what they say behind it."""
        found = (
            (start, BEGIN.match(line_at(text, start))) for start in line_starts(text, BEGIN, self._marker)
        )
        return [(start, line[1]) for start, line in found if line is not None], []

    def name(self, said: bytes, number: int) -> str:
        """Return the name that the line gives."""
        return document_name(said, number)
