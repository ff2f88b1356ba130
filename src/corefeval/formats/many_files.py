"""Many small files read as one, so that the fixed cost per file is paid once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from pathlib import Path

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Place


class JoinedFile(TextFile):
    """Several files, one after the other, as one file. Problems still name each file and its own lines.

    Args:
        files: the files.
        texts: their contents, which are used once; later the files are read again.
        counts: the number of documents in each file.
        end: the text that each file must end with, so that the next file is separate.

    Attributes:
        files: the files.
        texts: their contents, until they are used.
        counts: the number of documents in each file.
    """

    def __init__(
        self, files: Sequence[TextFile], texts: Sequence[bytes], counts: Sequence[int], end: bytes
    ) -> None:
        super().__init__(files[0].name)
        self.files, self.counts, self._end = files, counts, end
        self._first_lines = [0, *accumulate(text.count(b"\n") for text in texts)][:-1]
        self.texts = texts

    def read(self) -> bytes:
        """Return the contents of all files."""
        texts, self.texts = self.texts, ()
        return b"".join(texts or [_ended(file.read(), self._end) for file in self.files])

    def chunks(
        self, marker: bytes, size: int = 0, *, again: bool = False, is_watched: bool = False
    ) -> Iterator[tuple[int, bytes]]:
        """Yield the whole content as one chunk."""
        del marker, size, again, is_watched
        yield 0, self.read()

    def line_place(self, line: int) -> Place:
        """Return the place of a line in its own file. Line 0 is the place of the first file."""
        number = max(bisect_right(self._first_lines, line - 1) - 1, 0)
        return Place(self.files[number].name, line - self._first_lines[number])

    @property
    def file_of_document(self) -> Integers:
        """The number of the file of each document."""
        return np.repeat(np.arange(len(self.counts)), self.counts)


def read_together(
    paths: Sequence[Path],
    options: ReadOptions,
    *,
    documents: Callable[[bytes], int],
    read: Callable[[JoinedFile, ReadOptions], Corpus],
    end: bytes = b"\n",
) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of all files and the number of documents in each; None if they must be read one by one.

    This is necessary if reading them together could give another result, or if there are warnings.

    Args:
        paths: the files.
        options: the options for reading them.
        documents: returns the number of documents of a text that can be read together with others, 0 if it
            cannot.
        read: a function that reads the joined file. It raises IrregularError if the files depend on each other.
        end: the text that each file must end with.
    """
    try:
        files = [TextFile(path) for path in paths]
        texts = [_ended(file.read(), end) for file in files]
        counts = [documents(text) for text in texts]
        if not all(counts):
            return None
        corpus = read(JoinedFile(files, texts, counts, end), options)
    except (IrregularError, CorefevalError):
        return None
    if corpus.problems or len(corpus.names) != sum(counts):
        return None
    names = iter(corpus.names)
    if any(are_numbered(list(islice(names, count))) for count in counts):  # they get the name of their file
        return None
    return corpus, counts


def are_numbered(names: Sequence[str]) -> bool:
    """Return whether documents are named 1, 2, 3 …, as readers name those without a name."""
    return all(name == str(number) for number, name in enumerate(names, 1))


def _ended(text: bytes, end: bytes) -> bytes:
    while not text.endswith(end):
        text += b"\n"
    return text
