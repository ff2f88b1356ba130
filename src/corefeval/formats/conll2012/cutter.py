"""CoNLL-2012 in pieces: documents begin with '#begin document'."""

from __future__ import annotations

from corefeval.formats.conll2012.layout import BEGIN, BEGIN_LINE, FIRST_WORD, Layout, document_name
from corefeval.formats.cutting import Cutter, UncutError, line_at, line_starts


class Conll2012Cutter(Cutter):
    """How a file that begins so is cut. What its columns are, the first two words say.

    A file in which one of two columns is chosen by what any of its lines says (SemEval-2010) is read whole.
    """

    def __init__(self, beginning: bytes) -> None:
        header = BEGIN_LINE.search(beginning)
        layout = Layout.at(beginning)
        if header is None or layout is None or any(len(places) > 1 for places in layout.names.values()):
            raise UncutError
        self.marker = header[0][: header[0].index(b"begin document") + len(b"begin document")]
        first = FIRST_WORD.search(beginning)
        second = first and FIRST_WORD.search(beginning, first.end())
        if second is None:
            raise UncutError
        self.opening = beginning[: second.end()]

    def starts(self, text: bytes) -> list[int]:
        """Return where such lines begin."""
        return line_starts(text, self.marker, BEGIN)

    def name(self, text: bytes, start: int, stop: int, number: int) -> str:
        """Return the name that the line gives, which comments may stand before."""
        del stop
        header = BEGIN_LINE.search(text, start)
        assert header is not None
        found = BEGIN.match(line_at(text, header.start()))
        assert found is not None
        return document_name(found[1], number)
