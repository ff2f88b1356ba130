"""Running programs to measure them: as they run every day, compiled once, each counted by itself.

The CPU time is that of the program and all it started; the memory is the most that one of them held. A program may be ended after so many
seconds of CPU; what it took until then is a lower bound.
"""

from __future__ import annotations

import compileall
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""What programs are run with: where Python keeps no compiled modules, every start compiles them."""

SOURCE = Path(__file__).resolve().parent.parent / "src"

RUNNER = """
import json, os, resource, subprocess, sys, time
command, limit, folder, room = json.loads(sys.argv[1])
def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))
nowhere = subprocess.DEVNULL
process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere, cwd=folder, preexec_fn=bounded)
_, code, used = os.wait4(process.pid, 0)
cpu, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
print(json.dumps([cpu, memory, os.waitstatus_to_exitcode(code)]))
"""
"""A small program that runs another one: the memory of a process counts from that of the one that started it."""


class Spent(NamedTuple):
    """What a program took.

    Attributes:
        cpu: seconds, its own and the system's for it.
        memory: the most bytes it held.
        status: what it ended with, negative for a signal.
    """

    cpu: float
    memory: int
    status: int


def compile_ours() -> None:
    """Compile our modules, so that no measured start does."""
    compileall.compile_dir(SOURCE, quiet=2)


def spent(command: Sequence[str], limit: float = 3600, folder: str | None = None) -> Spent:
    """Run a command to its end, or for so many seconds of CPU, in three quarters of the machine's memory."""
    room = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4
    asked = json.dumps([list(command), limit, folder, room])
    done = subprocess.run(
        [sys.executable, "-S", "-c", RUNNER, asked],
        check=True,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    return Spent(*json.loads(done.stdout))
