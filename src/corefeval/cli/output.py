"""Where a command's output goes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import TextIO

from corefeval.problems import Problem, printable, told
from corefeval.writing import write_text

NUMBER = "number"
"""The kind of output of -q: one number, and nothing else."""

BARE = (NUMBER, "csv")
"""Kinds of output that are data alone: what there is to say goes to standard error."""

_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
"""What sets a colour: sent where tables are drawn, of which the text holds none; whatever else controls a terminal is shown."""
DRAWN = ("", "table")
"""Kinds of output that may set colours."""


def write_output(text: str, path: str | None, kind: str = "", warnings: Iterable[Problem] = ()) -> None:
    """Write text to a file, or to standard output; both end with one newline.

    Args:
        text: what to write.
        path: the file, None or '-' for standard output.
        kind: of output; one of DRAWN may set colours, one of BARE has no room for warnings, which then go to standard error.
        warnings: what the reader of the numbers should know.
    """
    text = text.rstrip("\n") + "\n"
    if path in {None, "-"} and is_terminal(sys.stdout):
        pieces = _STYLE.split(text) if kind in DRAWN else [text]
        text = "".join(
            piece if number % 2 else printable(piece, "\n\t") for number, piece in enumerate(pieces)
        )
    write_text(text, path)
    if kind in BARE:
        tell(warnings)


def tell(warnings: Iterable[Problem]) -> None:
    """Write warnings to standard error."""
    for warning in told(warnings):
        sys.stderr.write(f"{warning.lines}\n")


def is_terminal(stream: TextIO | None = None) -> bool:
    """Say whether a person is looking at a stream, by default standard error, where progress is shown."""
    stream = stream or sys.stderr
    return stream is not None and stream.isatty()
