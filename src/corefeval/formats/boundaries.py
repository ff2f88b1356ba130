"""Find the starts of the documents of a file, their names, and the earlier lines that they need.

A format declares this for its files (see Format.boundaries). Large files are then read some documents at a time
(large_files.py), and files with a few irregular documents mostly as arrays.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

import numpy as np

from corefeval.arrays import Integers
from corefeval.problems import Problem, Scope, Severity

Places = list[tuple[int, bytes]]
_NEWLINE, _HASH = b"\n#"


class Boundaries(ABC):
    """Finds the documents in any block of whole lines of one file.

    IrregularError means that the documents of the file cannot be read separately.

    Attributes:
        opening: the start of the file that the reader of later documents needs.
        has_one_header: whether only lines before the first document can contain information that documents need.
        reported_last: the parts of the annotation whose problems are listed after all others.
        refuses_repeated: whether the reader refuses duplicate documents.
    """

    opening = b""
    has_one_header = False
    reported_last: frozenset[str] = frozenset()
    refuses_repeated = True

    @abstractmethod
    def __init__(self, beginning: bytes) -> None:
        """Inspect the start of the file.

        Raises:
            IrregularError: if its documents cannot be read separately.
        """

    def tells_alone(self, problem: Problem) -> bool:
        """Return whether the reader reports such a problem in the same way for a single document and for the file.

        This is false for an error about the whole file, which may end the reading at once.
        """
        is_warning = problem.severity is Severity.WARNING
        return problem.scope is Scope.LINE or (problem.scope is Scope.FILE and is_warning)

    @abstractmethod
    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return the starts of documents with the bytes that contain their names, and the lines that later documents need.

        If there are several such lines, the last one before a document counts.

        Raises:
            IrregularError: if the documents cannot be read separately.
        """

    @abstractmethod
    def name(self, said: bytes, number: int) -> str:
        """Return the name of a document, given the bytes that contain it and the number of the document in the file."""


def comments(text: bytes) -> Integers:
    """Return the starts of lines that begin with '#'."""
    buffer = np.frombuffer(text, np.uint8)
    places = np.flatnonzero(buffer == _HASH)
    begins = buffer[places - 1] == _NEWLINE
    begins[:1] |= places[:1] == 0
    found: Integers = places[begins]
    return found


def line_starts(
    text: bytes, line: re.Pattern[bytes], marker: bytes, places: Integers | None = None
) -> list[int]:
    """Return the starts of lines that match a pattern. These lines must begin with the marker."""
    buffer = np.frombuffer(text, np.uint8)
    places = comments(text) if places is None else places
    places = places[places <= len(text) - len(marker)]
    for index, byte in enumerate(marker):
        places = places[buffer[places + index] == byte]
    return [place for place in places.tolist() if line.match(text, place)]


def line_at(text: bytes, start: int) -> bytes:
    """Return the line that begins at a position, without its end."""
    end = text.find(b"\n", start)
    return text[start : len(text) if end < 0 else end].removesuffix(b"\r")


def has_words(text: bytes) -> bool:
    """Return whether a line is neither blank nor a comment."""
    return any(line.strip() and not line.startswith(b"#") for line in text.split(b"\n"))
