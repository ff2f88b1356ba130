"""One command in this process: what it prints, says and raises."""

from __future__ import annotations

import contextlib
import hashlib
import io
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import click

from corefeval.cli import group
from corefeval.problems import CorefevalError, Problem, for_the_command_line


@dataclass(frozen=True)
class Outcome:
    """What a command did.

    Attributes:
        printed: standard output.
        said: standard error, with the problems it ended with.
        problems: those problems; none where it ended well.
        seconds: of CPU.
    """

    printed: str
    said: str
    problems: tuple[Problem, ...]
    seconds: float


class Found(Exception):  # noqa: N818 - a finding, not an error
    """A property does not hold."""

    def __init__(self, kind: str, what: str) -> None:
        self.kind, self.what = kind, what
        super().__init__(f"{kind}: {what}")


class Outputs:
    """A sum over everything that was printed, in any order, to hold runs with another PYTHONHASHSEED against."""

    def __init__(self) -> None:
        self.digest = 0

    def add(self, text: str) -> None:
        """Add one output."""
        found = hashlib.blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).digest()
        self.digest = (self.digest + int.from_bytes(found)) % 2**64


OUTPUTS = Outputs()
"""Of this process."""


class _Stream(io.TextIOWrapper):
    """An output in memory, at which someone looks or not."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__(io.BytesIO(), "utf-8", "replace", newline="\n")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """Say whether someone looks."""
        return self._is_terminal

    @property
    def text(self) -> str:
        """What was written."""
        self.flush()
        written: bytes = self.buffer.getvalue()  # type: ignore[attr-defined]
        return written.decode("utf-8", "replace")


def run(arguments: list[str], standard_input: bytes = b"", *, is_terminal: bool = False) -> Outcome:
    """Run a command; whatever is no problem of the input is raised."""
    out, err = _Stream(is_terminal=is_terminal), _Stream(is_terminal=False)
    problems: tuple[Problem, ...] = ()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _reading(standard_input):
        began = time.process_time()
        try:
            group.main(arguments, prog_name="corefeval", standalone_mode=False)
        except CorefevalError as error:
            problems = error.problems
            with for_the_command_line():
                err.write(str(error))
        except click.ClickException as error:
            err.write(error.format_message())
        except click.exceptions.Exit:
            pass
        seconds = time.process_time() - began
    return Outcome(out.text, err.text, problems, seconds)


@contextlib.contextmanager
def _reading(content: bytes) -> Iterator[None]:
    """Have standard input say this."""
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), "utf-8")
    try:
        yield
    finally:
        sys.stdin = before
