"""Where a command's output goes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from corefeval.problems import CorefevalError, Place, Problem, told

BARE = ("number", "csv")
"""Kinds of output that are data alone: what there is to say goes to standard error."""


def write_output(text: str, path: str | None, kind: str = "", warnings: Iterable[Problem] = ()) -> None:
    """Write text to a file, or to standard output; both end with one newline.

    Args:
        text: what to write.
        path: the file, None or '-' for standard output.
        kind: of output; one of BARE has no room for warnings, which then go to standard error.
        warnings: what the reader of the numbers should know.
    """
    text = text.rstrip("\n") + "\n"
    if path is None or path == "-":
        sys.stdout.write(text)
    else:
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            problem = Problem("CE053", error.strerror or "cannot be written", Place(path))
            raise CorefevalError(problem) from None
    if kind in BARE:
        tell(warnings)


def tell(warnings: Iterable[Problem]) -> None:
    """Write warnings to standard error."""
    for warning in told(warnings):
        sys.stderr.write(f"{warning.lines}\n")


def write_json(plain: Any, path: str | None) -> None:
    """Write plain data as JSON that people can read."""
    import msgspec  # noqa: PLC0415 - imported where JSON is written

    write_output(msgspec.json.format(msgspec.json.encode(plain), indent=2).decode(), path)


def is_terminal() -> bool:
    """Say whether a person is looking at standard error, where progress is shown."""
    return sys.stderr.isatty()
