"""A progress bar for long work, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from corefeval.cli.output import is_terminal

WORTH_A_BAR = 20 << 20
"""Bytes below which reading takes no time worth a bar."""


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
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=total)
        before = so_far = 0

        def advance(done: int, whole: int) -> None:
            nonlocal before, so_far
            if done < so_far:
                before += so_far
            so_far = done
            del whole
            bar.update(task, completed=min(before + done, total))

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
