"""The command as a program of its own: how it starts and ends."""

from __future__ import annotations

import subprocess
import sys

import pytest

AS_A_PROGRAM = "from corefeval.cli import run; run()"


def ended(before: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Return the program when it has ended; before is what its process does first."""
    command = [sys.executable, "-c", f"{before}\n{AS_A_PROGRAM}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "status"), [(("--version",), 0), (("score", "none", "none"), 1), (("score",), 2)]
)
def test_status(arguments: tuple[str, ...], status: int) -> None:
    """The exit status is that of the command line, and all that it has to say is written."""
    done = ended("", *arguments)
    assert done.returncode == status
    assert done.stdout if status == 0 else done.stderr


def test_what_is_registered_for_the_end_is_done() -> None:
    """Files kept on the disk are removed by what is registered, so it runs though Python is not taken apart."""
    assert ended("import atexit; atexit.register(print, 'tidied up')", "--version").stdout.endswith(
        "tidied up\n"
    )


def test_other_threads_come_to_their_end() -> None:
    """A thread that still works is waited for."""
    work = "lambda: (threading.main_thread().join(), print('worked'))"
    assert ended(f"import threading; threading.Thread(target={work}).start()", "--version").stdout.endswith(
        "worked\n"
    )


def test_a_fault_of_ours_is_shown() -> None:
    """What is no problem of the input ends in a traceback, as everywhere."""
    done = ended("import corefeval.cli; corefeval.cli.group.main = lambda **given: 1 // 0", "--version")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
