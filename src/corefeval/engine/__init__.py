"""Run work in this process, in several processes, or on a Dask cluster.

An engine applies one function to many items and returns the results in order, so that the output does not depend on the
engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from corefeval.engine.processes import EngineError, KilledError, Workers, number_of_workers
from corefeval.problems import Problem, UsageError

__all__ = ["DASK", "Engine", "EngineError", "InTurn", "KilledError", "engine", "refuse_unknown"]

DASK = "dask"
"""The engine for many machines: the name alone is a cluster on this machine, with ://HOST:PORT that of a scheduler."""


class Engine(Protocol):
    """Does one kind of work.

    Attributes:
        sends: whether items are sent to other processes.
        is_far: whether these may be on other machines.
    """

    sends: bool
    is_far: bool

    @property
    def notes(self) -> Sequence[Problem]:
        """Warnings about the work."""

    def map(self, things: Iterable[Any]) -> Iterator[Any]:
        """Yield the result of each item, in order; an exception of the function is raised here."""


class InTurn:
    """Process one item after the other, in this process."""

    sends = is_far = False
    notes: Sequence[Problem] = ()

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work

    def map(self, things: Iterable[Any]) -> Iterator[Any]:
        """Yield the result of each item."""
        return map(self._work, things)


def refuse_unknown(name: str) -> None:
    """Refuse an engine that does not exist.

    Raises:
        UsageError: CE050.
    """
    place = name.removeprefix(f"{DASK}://")
    if name in {"", DASK} or (place != name and place.rpartition(":")[2].isdecimal() and place[0] != ":"):
        return
    raise UsageError(Problem("CE050", "no-engine", text=name, dask=DASK))


def engine(name: str, work: Callable[[Any], Any], jobs: int | str, size: int) -> Engine:
    """Return the engine with a name, '' for this machine: with this many processes, for items of this many bytes."""
    if name:
        from corefeval.engine.dask_cluster import DaskCluster  # noqa: PLC0415 - only where asked for

        return DaskCluster(work, name.removeprefix(DASK).removeprefix("://"), jobs)
    workers = number_of_workers(jobs, size)
    return InTurn(work) if workers == 1 else Workers(work, workers)
