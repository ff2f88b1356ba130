"""The output of a command, and its progress on a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, TextIO

from corefeval.problems import Problem, printable, printed_problems
from corefeval.writing import say, write_text

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

NUMBER = "number"
"""The kind of output of -q: one number."""

BARE = (NUMBER, "csv")
"""Kinds of output that contain only data: messages go to standard error."""

_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
"""Escape sequences that set a colour. They are sent with drawn tables; other control characters are shown as text."""
DRAWN = ("", "table")
"""Kinds of output that may set colours."""

WORTH_A_BAR = 20 << 20
"""The number of bytes below which reading needs no progress bar."""


def write_output(text: str, path: str | None, kind: str = "", warnings: Iterable[Problem] = ()) -> None:
    """Write text to a file, or to standard output; both end with one newline.

    Args:
        text: the text to write.
        path: the file, None or '-' for standard output.
        kind: the kind of output; one of DRAWN may set colours, one of BARE cannot contain warnings, which then
            go to standard error.
        warnings: the warnings about the numbers.
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
    for warning in printed_problems(warnings):
        say(warning.lines)


def is_terminal(stream: TextIO | None = None) -> bool:
    """Return whether a person is looking at a stream, by default standard error, where progress is shown."""
    stream = stream or sys.stderr
    return stream is not None and stream.isatty()


@contextmanager
def watching(*paths: str, worth: int = WORTH_A_BAR) -> Iterator[Callable[[int, int], None] | None]:
    """Show the progress of reading and of a huge assignment; None without a terminal or if reading takes no time.

    The yielded function takes the bytes read and the total bytes of each input in turn.

    Args:
        paths: the files.
        worth: the number of bytes from which progress is shown.
    """
    if not is_terminal():
        yield None
        return
    from corefeval.pairing.auction import watcher  # noqa: PLC0415 - numpy is imported when scoring

    total = sum(map(_size, paths))
    with _Bar(total) as bar:
        before = watcher.set(bar.solved)
        try:
            yield None if total < worth else bar.read
        finally:
            watcher.reset(before)


@contextmanager
def counting() -> Iterator[Callable[[int, int], None] | None]:
    """Show how many systems of a study are counted; None if standard error is not a terminal."""
    if not is_terminal():
        yield None
        return
    with _Bar(0) as bar:
        yield bar.counted


class _Bar:
    """A progress bar on standard error, drawn on the first update and removed at the end."""

    def __init__(self, total: int) -> None:
        self._total, self._before, self._so_far = total, 0, 0
        self._drawn = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._drawn.close()

    def read(self, done: int, whole: int) -> None:
        """Show how many bytes of an input have been read."""
        if done < self._so_far:
            self._before += self._so_far
        self._so_far = done
        del whole
        completed = min(self._before + done, self._total)
        self._show("counting" if completed == self._total else "reading", completed, self._total)

    def solved(self, step: str, done: int, whole: int) -> None:
        """Show the progress of aligning the entities of a huge block."""
        self._show(f"aligning entities: {step} {done:,} of {whole:,}", done, whole)

    def counted(self, done: int, whole: int) -> None:
        """Show how many systems are counted."""
        self._show(f"counting system {done + 1:,} of {whole:,}", done, whole)

    def _show(self, what: str, done: int, whole: int) -> None:
        bar, task = self._bar
        bar.update(task, completed=done, total=whole, description=what)

    @cached_property
    def _bar(self) -> tuple[Progress, TaskID]:
        from rich.console import Console  # noqa: PLC0415 - rich is imported when printing
        from rich.progress import (  # noqa: PLC0415 - same
            BarColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f} %")
        times = TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn()
        bar = Progress(*columns, *times, console=Console(stderr=True), transient=True)
        return self._drawn.enter_context(bar), bar.add_task("reading", total=self._total)


def _size(path: str) -> int:
    """Return the bytes of a file or of a folder's files; None for standard input."""
    place = Path(path)
    try:
        if place.is_dir():
            return sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
        return place.stat().st_size
    except OSError:
        return 0
