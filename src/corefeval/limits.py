"""Limits against hostile input and sizes of pieces, and the environment variables that change them.

The size of a file is not limited. The limits are for content that no sound file has: unpacking to hundreds of times its
size, one endless line, lists nested without end. The sizes decide when a file is read in pieces and what stays in
memory; results do not depend on them. Each is set by an environment variable, so that it applies to the command line,
to Python and to the processes that read folders.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from corefeval.problems import Place, Problem, UsageError

SMALL = 1 << 26
"""Bytes that may be unpacked at any ratio."""


class Limit(NamedTuple):
    """One limit.

    Attributes:
        variable: the environment variable that sets it.
        default: its default value.
        what: the counted unit, in words.
    """

    variable: str
    default: int
    what: str

    @property
    def value(self) -> int:
        """The limit in force.

        Raises:
            UsageError: if the variable is not a whole number above 0.
        """
        text = os.environ.get(self.variable, "").strip()
        if not text:
            return self.default
        if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text)):
            raise UsageError(
                Problem(
                    "CE050", "whole-number-above-0", text=text, variable=self.variable, default=self.default
                )
            )
        return int(text)

    def exceeded(self, kind: str, place: Place, **arguments: Any) -> Problem:
        """Return the problem of an input beyond the limit, by a kind of CE081."""
        fault = Problem("CE081", kind, **arguments)
        return Problem("CE081", "limit", place, fault=fault, limit=self.value, variable=self.variable)


UNPACKING = Limit("COREFEVAL_MAX_RATIO", 300, "bytes that one compressed byte may unpack to")
LINE = Limit("COREFEVAL_MAX_LINE", 1 << 28, "bytes of one line")
NESTING = Limit("COREFEVAL_MAX_NESTING", 1000, "lists and objects of JSON inside each other")
MEMBERS = Limit("COREFEVAL_MAX_MEMBERS", 20_000, "files in one archive")
WHOLE = Limit("COREFEVAL_WHOLE", 48 << 20, "bytes of both files below which they are read whole")
PIECE = Limit(
    "COREFEVAL_PIECE", 4 << 20, "bytes of the key in a piece; a longer document is a piece of its own"
)
IN_MEMORY = Limit(
    "COREFEVAL_IN_MEMORY", 64 << 20, "bytes of a stream that are kept in memory, not on the disk"
)
