"""Many small files read as one: what a file costs beyond its bytes is paid once for all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError
from corefeval.formats.conll2012.layout import BEGIN_LINE, END, Layout, document_name
from corefeval.formats.conll2012.reader import read_fast
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Place


class JoinedFile(TextFile):
    """Several files one after the other; each is known by its own name and lines.

    Args:
        files: the files.
        first_lines: the number of lines before each.
        texts: what they hold, for the first time that it is asked for; then they are read again.
    """

    def __init__(self, files: Sequence[TextFile], first_lines: Sequence[int], texts: Sequence[bytes]) -> None:
        super().__init__(files[0].name)
        self._files, self._first_lines = files, first_lines
        self._texts: Sequence[bytes] | None = texts

    def read(self) -> bytes:
        """Return what all files hold."""
        texts, self._texts = self._texts, None
        return b"".join(map(_whole, self._files) if texts is None else texts)

    def chunks(
        self, marker: bytes, size: int = 0, *, again: bool = False, is_watched: bool = False
    ) -> Iterator[tuple[int, bytes]]:
        """Yield all at once."""
        del marker, size, again, is_watched
        yield 0, self.read()

    def line_place(self, line: int) -> Place:
        """Return the file and its own line."""
        number = bisect_right(self._first_lines, line - 1) - 1
        return Place(self._files[number].name, line - self._first_lines[number])


def read_several(paths: Sequence[Path]) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of all files and the number of documents in each, None if one needs a look of its own.

    That is so wherever the files together could be read otherwise than one by one: columns of another kind, a
    document without a name or without an end, text around documents, anything that is not regular.
    """
    try:
        files = [TextFile(path) for path in paths]
        texts = [_whole(file) for file in files]
        counts = [_documents(text) for text in texts]
        if not all(counts) or len({Layout.at(text) for text in texts}) > 1:
            return None
        first_lines = [0, *accumulate(text.count(b"\n") for text in texts)]
        corpus = read_fast(JoinedFile(files, first_lines[:-1], texts))
    except (IrregularError, CorefevalError):
        return None
    return None if corpus.problems or len(corpus.names) != sum(counts) else (corpus, counts)


def _whole(file: TextFile) -> bytes:
    text = file.read()
    return text if text.endswith(b"\n") else text + b"\n"


def _documents(text: bytes) -> int:
    """Return how many documents a regular text has, 0 if it may not be one; documents are not called by numbers."""
    if b"\r" in text or not BEGIN_LINE.match(text):
        return 0
    end = text.rstrip().rfind(b"\n") + 1
    names = [document_name(found[1], -1) for found in BEGIN_LINE.finditer(text)]
    if END.match(text, end) is None or any(name.startswith("-1") or name.isdigit() for name in names):
        return 0
    return len(names)
