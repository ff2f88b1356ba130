"""Limited processes: work on items that may be hostile, with limits of memory and time for each.

An item that crashes its process, exceeds a limit or raises an exception fails alone: its result states this, and
another process continues with the rest. On systems without such limits (Windows) only the time is limited.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Thing = TypeVar("Thing")
Outcome = TypeVar("Outcome")

SLACK = 10
"""Seconds that pass on the clock before anything is ended."""
MEMORY, SECONDS, CRASHED, RAISED = "memory", "seconds", "crashed", "raised"


class Failure(NamedTuple):
    """Work that has no outcome.

    Attributes:
        reason: MEMORY or SECONDS beyond a limit, CRASHED for a process that was killed, RAISED for an exception.
        details: the traceback of an exception, or how the process ended; for developers.
    """

    reason: str
    details: str = ""


class _Running(NamedTuple):
    process: Any
    thing: Any
    deadline: float


class Limited(Generic[Thing, Outcome]):
    """Processes that work on one item after the other.

    Args:
        work: the function applied to each item; its result must be picklable.
        jobs: number of processes.
        memory: bytes that the work on one item may add to the memory of its process.
        seconds: processor time for one item; four times as much may pass on the clock.
    """

    def __init__(self, work: Callable[[Thing], Outcome], jobs: int, memory: int, seconds: int) -> None:
        import multiprocessing  # noqa: PLC0415 - one process does without

        self._work, self._jobs = work, jobs
        self._memory, self._seconds = memory, seconds
        # a fork shares what was read here, such as the key
        self._context: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
        self._busy: dict[Connection, _Running] = {}
        self._idle: list[tuple[Connection, Any]] = []

    def map(self, things: Iterable[Thing]) -> Iterator[tuple[Thing, Outcome | Failure]]:
        """Yield each item with its result or failure, as soon as it is known."""
        waiting = deque(things)
        try:
            while waiting or self._busy:
                while waiting and len(self._busy) < self._jobs:
                    self._give(waiting.popleft())
                yield from self._finished()
        finally:
            for connection, process in [
                *self._idle,
                *((here, running.process) for here, running in self._busy.items()),
            ]:
                _end(connection, process)

    def _give(self, thing: Thing) -> None:
        """Let a process work on an item."""
        if not self._idle:
            here, there = self._context.Pipe()
            limits = self._memory, self._seconds
            process = self._context.Process(
                target=_serve, args=(there, here, self._work, limits), daemon=True
            )
            process.start()
            there.close()
            self._idle.append((here, process))
        connection, process = self._idle.pop()
        with suppress(OSError):  # the process is gone, which shows when its answer is awaited
            connection.send(thing)
        self._busy[connection] = _Running(process, thing, time.monotonic() + SLACK + 4 * self._seconds)

    def _finished(self) -> Iterator[tuple[Thing, Outcome | Failure]]:
        """Wait for the next outcomes, and end processes that take too long."""
        from multiprocessing.connection import wait  # noqa: PLC0415 - same as above

        first = min(running.deadline for running in self._busy.values())
        ready = cast("list[Connection]", wait(list(self._busy), max(0.0, first - time.monotonic())))
        for connection in ready:
            running = self._busy.pop(connection)
            try:
                outcome = connection.recv()
            except (EOFError, OSError):
                running.process.join()
                outcome = _failure(running.process.exitcode)
            if isinstance(outcome, Failure):  # its memory may be full, or its state spoiled
                _end(connection, running.process)
            else:
                self._idle.append((connection, running.process))
            yield running.thing, outcome
        now = time.monotonic()
        for connection, running in list(self._busy.items()):
            if running.deadline <= now:
                del self._busy[connection]
                _end(connection, running.process)
                yield running.thing, Failure(SECONDS, "it was still running")


def _end(connection: Connection, process: Any) -> None:
    connection.close()
    process.kill()
    process.join()


def _failure(status: int | None) -> Failure:
    """Return why a process ended without an outcome, by its exit status."""
    if status is not None and -status == getattr(signal, "SIGXCPU", None):
        return Failure(SECONDS, "SIGXCPU")
    return Failure(CRASHED, f"exit status {status}")


def _serve(
    connection: Connection, other_end: Connection, work: Callable[[Any], Any], limits: tuple[int, int]
) -> None:
    """Work on each received item until the connection ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked for it ends it
    sys.unraisablehook = _without_memory
    other_end.close()
    while True:
        try:
            thing = connection.recv()
        except (EOFError, OSError):
            return
        _limit(*limits)
        try:
            connection.send(work(thing))
        except MemoryError:
            connection.send(Failure(MEMORY))
        except Exception:  # noqa: BLE001 - reported where the work was asked for
            connection.send(Failure(RAISED, traceback.format_exc()))


def _without_memory(unraisable: Any) -> None:
    """Print an exception that nobody can catch, except that memory ran out, which is the result anyway."""
    if not isinstance(unraisable.exc_value, MemoryError):
        sys.__unraisablehook__(unraisable)


def _limit(memory: int, seconds: int) -> None:
    """Limit the memory and time of this process from now on, if the system can."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    limits = [(resource.RLIMIT_CPU, seconds + 1 + int(used.ru_utime + used.ru_stime))]
    if data := _data():
        limits.append((resource.RLIMIT_DATA, data + memory))
    for kind, soft in limits:
        hard = resource.getrlimit(kind)[1]
        with suppress(ValueError, OSError):  # a lower limit is in force already
            resource.setrlimit(kind, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _data() -> int:
    """Return how many bytes of writable memory this process has mapped, 0 if unknown."""
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmData:"):
                return int(line.split()[1]) << 10
    return 0
