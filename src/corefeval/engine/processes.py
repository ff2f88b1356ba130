"""Processes: several workers apply the same function to many items; results are in the order of the items.

If a worker is killed, by the system when memory ran out or by a person, a new worker repeats its item once. If that
worker is killed too, the item is at fault and the run ends.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from corefeval.problems import CorefevalError, Problem, warning

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Thing = TypeVar("Thing")
Outcome = TypeVar("Outcome")

ENOUGH = 32 << 20
"""Bytes from which on a second process is worth its start."""
AHEAD = 2
"""The number of items by which a worker may be ahead of the slowest one: finished results stay in memory until they are fetched."""


def number_of_workers(jobs: int | str, size: int) -> int:
    """Return how many processes should read this many bytes; with `auto` the number of processors, but one for small inputs."""
    if isinstance(jobs, int):
        return jobs
    if size < ENOUGH:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class EngineError(CorefevalError):
    """The requested engine cannot do the work, whatever the files contain."""


class KilledError(EngineError):
    """The work cannot be done: every worker that tries is killed."""


class _Task(NamedTuple):
    """An item to process: its index, and how many workers were killed at it."""

    number: int
    thing: Any
    killed: int = 0


class Workers(Generic[Thing, Outcome]):
    """Processes that do one kind of work.

    Args:
        work: the function applied to each item.
        jobs: the number of processes.

    Attributes:
        sends: True: items are sent to other processes.
        is_far: but not to other machines.
        notes: warnings about killed workers.
    """

    sends = True
    is_far = False

    def __init__(self, work: Callable[[Thing], Outcome], jobs: int) -> None:
        import multiprocessing  # noqa: PLC0415 - one process does without

        self._work, self._jobs = work, jobs
        # a fork knows what was registered here, such as a metric of one's own
        self._context: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
        self._busy: dict[Connection, tuple[Any, _Task]] = {}
        self._idle: list[tuple[Connection, Any]] = []
        self.notes: list[Problem] = []

    def map(self, things: Iterable[Thing]) -> Iterator[Outcome]:
        """Yield the result of each item, in order; an exception of the function is raised here."""
        coming = enumerate(things)
        waiting: deque[_Task] = deque()
        done: dict[int, tuple[bool, Any]] = {}
        taken = 0
        is_over = False
        try:
            while True:
                while waiting and len(self._busy) < self._jobs:
                    self._give(waiting.popleft())
                if not waiting and not is_over and len(done) < AHEAD * self._jobs:
                    # the next thing is made while the workers are busy
                    following = next(coming, None)
                    if following is not None:
                        waiting.append(_Task(*following))
                        continue
                    is_over = True
                if taken in done:
                    is_sound, outcome = done.pop(taken)
                    if not is_sound:
                        raise outcome
                    taken += 1
                    yield outcome
                elif self._busy:
                    for task, outcome in self._finished():
                        if outcome is None:
                            waiting.appendleft(self._killed(task))
                        else:
                            done[task.number] = outcome
                else:
                    return
        finally:
            self._stop()

    def _give(self, task: _Task) -> None:
        """Have a worker do a task."""
        if not self._idle:
            here, there = self._context.Pipe()
            process = self._context.Process(target=_serve, args=(there, here, self._work), daemon=True)
            process.start()
            there.close()
            self._idle.append((here, process))
        connection, process = self._idle.pop()
        self._busy[connection] = process, task
        with suppress(OSError):  # it was killed while it waited, which is found when its answer is awaited
            connection.send(task.thing)

    def _finished(self) -> Iterator[tuple[_Task, tuple[bool, Any] | None]]:
        """Wait for workers; yield their tasks with the results, None if the worker was killed."""
        from multiprocessing.connection import wait  # noqa: PLC0415 - same

        for connection in cast("list[Connection]", wait(list(self._busy))):
            process, task = self._busy.pop(connection)
            try:
                outcome = connection.recv()
            except (EOFError, OSError):
                connection.close()
                process.join()
                yield task._replace(killed=task.killed + 1), None
            else:
                self._idle.append((connection, process))
                yield task, outcome

    def _killed(self, task: _Task) -> _Task:
        """Return a task to repeat; raise if its worker is killed a second time."""
        if task.killed > 1:
            raise KilledError(Problem("CE124", "two-processes-killed", number=task.number + 1))
        self.notes.append(warning("CE125", "process-killed-at-part", number=task.number + 1))
        return task

    def _stop(self) -> None:
        for connection, process in [
            *self._idle,
            *((here, process) for here, (process, _) in self._busy.items()),
        ]:
            connection.close()
            process.terminate()
            process.join()
        self._idle.clear()
        self._busy.clear()


def _serve(connection: Connection, other_end: Connection, work: Callable[[Any], Any]) -> None:
    """Process received items until the connection ends; exceptions are sent back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked for it ends it
    other_end.close()
    while True:
        try:
            thing = connection.recv()
        except (EOFError, OSError):
            return
        try:
            outcome = True, work(thing)
        except Exception as error:  # noqa: BLE001 - raised where it was asked for
            outcome = False, error
        connection.send(outcome)
