"""Where a command's output goes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from corefeval.problems import CorefevalError, Place, Problem


def write_output(text: str, path: str | None) -> None:
    """Write text to a file, or to standard output; both end with one newline."""
    text = text.rstrip("\n") + "\n"
    if path is None or path == "-":
        sys.stdout.write(text)
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        problem = Problem("CE053", error.strerror or "cannot be written", Place(path))
        raise CorefevalError(problem) from None


def write_json(plain: Any, path: str | None) -> None:
    """Write plain data as JSON that people can read."""
    import msgspec  # noqa: PLC0415 - imported where JSON is written

    write_output(msgspec.json.format(msgspec.json.encode(plain), indent=2).decode(), path)


def is_terminal() -> bool:
    """Say whether a person is looking at standard error, where progress is shown."""
    return sys.stderr.isatty()
