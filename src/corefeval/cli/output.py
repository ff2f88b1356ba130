"""Where a command's output goes, and how far it has come where somebody looks."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from corefeval.problems import Problem, printable, told
from corefeval.writing import say, write_text

NUMBER = "number"
"""The kind of output of -q: one number, and nothing else."""

BARE = (NUMBER, "csv")
"""Kinds of output that are data alone: what there is to say goes to standard error."""

_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
"""What sets a colour: sent where tables are drawn, of which the text holds none; whatever else controls a terminal is shown."""
DRAWN = ("", "table")
"""Kinds of output that may set colours."""

WORTH_A_BAR = 20 << 20
"""Bytes below which reading takes no time worth a bar."""


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
        say(warning.lines)


def is_terminal(stream: TextIO | None = None) -> bool:
    """Say whether a person is looking at a stream, by default standard error, where progress is shown."""
    stream = stream or sys.stderr
    return stream is not None and stream.isatty()


@contextmanager
def watching(*paths: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show how far the files have been read; None where nobody looks or it takes no time.

    What is yielded is called with the bytes read and the bytes in all of one input after the other.
    """
    total = sum(map(_size, paths))
    if total < WORTH_A_BAR or not is_terminal():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - rich is imported when printing
    from rich.progress import (  # noqa: PLC0415 - same
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    shown = TextColumn("{task.description}"), BarColumn(), DownloadColumn()
    columns = (*shown, TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=total)
        before = so_far = 0

        def advance(done: int, whole: int) -> None:
            nonlocal before, so_far
            if done < so_far:
                before += so_far
            so_far = done
            del whole
            is_read = before + done >= total
            # what is still to be done then has no measure: a large assignment is one step of scipy's
            what = "counting" if is_read else "reading"
            bar.update(task, completed=min(before + done, total), description=what)

        yield advance


def _size(path: str) -> int:
    """Return the bytes of a file or of the files of a folder; of standard input nothing is known."""
    place = Path(path)
    try:
        if place.is_dir():
            return sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
        return place.stat().st_size
    except OSError:
        return 0
