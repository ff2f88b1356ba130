"""The output and exit status of a reproduced program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from corefeval.problems import CorefevalError


@dataclass
class Output:
    """The output of a program, and its exit status.

    Attributes:
        lines: standard output.
        errors: standard error.
        status: 0 if the program ends with 0.
    """

    lines: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    status: int = 0

    @property
    def text(self) -> str:
        """Standard output as one text."""
        return "".join(f"{line}\n" for line in self.lines)


class StopError(Exception):
    """The program ends here, with a message on standard error.

    Args:
        message: its message.
        status: its exit status.
    """

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def stopping(output: Output) -> Iterator[None]:
    """End a program when it stops or refuses its files: the message goes to standard error."""
    try:
        yield
    except StopError as error:
        output.errors.append(str(error))
        output.status = error.status
    except CorefevalError as error:
        output.errors.append(str(error))
        output.status = 1


def lines_of(path: str) -> list[str]:
    """Return the lines of a file as the programs read them: split only at newlines, whatever other bytes there are.

    Raises:
        StopError: with status 2 if the file cannot be read.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise StopError(f"Can not open {path}: {reason}", 2) from None
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines
