"""Dask: the same work on the machines of a cluster. Its scheduler distributes the work, and repeats it if a worker is lost."""

from __future__ import annotations

import importlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Any

from corefeval.engine.processes import EngineError, KilledError, number_of_workers
from corefeval.memory import keep_freed
from corefeval.problems import CorefevalError, Problem
from corefeval.version import __version__

AHEAD = 4
"""The number of items to submit per worker thread: finished results stay in memory until they are fetched."""
LATEST = 30
"""Seconds to wait for the scheduler and its first worker."""
RETRIES = 10
"""How often the scheduler resubmits an item whose worker was lost: workers of a cluster come and go."""
SEE_AGAIN = 64
"""The number of items after which the workers are counted again."""


class DaskCluster:
    """The workers of a Dask scheduler.

    Args:
        work: the function applied to each item at a worker; it and the items are sent.
        address: the scheduler's HOST:PORT, '' for temporary workers on this machine.
        jobs: the number of these workers; auto for the number of processors.

    Attributes:
        is_far: whether workers may be on other machines, as with a scheduler.
        notes: always empty: the choice of workers changes nothing.
    """

    sends = True
    notes: tuple[Problem, ...] = ()

    def __init__(self, work: Callable[[Any], Any], address: str, jobs: int | str) -> None:
        self._work, self._address, self._jobs = work, address, jobs
        self.is_far = bool(address)
        try:
            self._distributed = importlib.import_module("distributed")
            self._config = importlib.import_module("dask.config")
        except ImportError:
            raise EngineError(Problem("CE126", "engine-dask-needs-package")) from None

    def map(self, things: Iterable[Any]) -> Iterator[Any]:
        """Yield the result of each item, in order; an exception of the function is raised here."""
        with ExitStack() as opened:
            # a piece of a packed file is sent with its text, and a lost worker is no news
            opened.enter_context(
                self._config.set(
                    {
                        "distributed.admin.large-graph-warning-threshold": "1GiB",
                        "distributed.scheduler.allowed-failures": RETRIES,
                    }
                )
            )
            client = self._client(opened)
            waiting: deque[Any] = deque()
            room = 0
            for number, thing in enumerate(things):
                if number % SEE_AGAIN == 0:
                    room = AHEAD * max(1, sum(client.nthreads().values()))
                waiting.append(client.submit(_done, __version__, self._work, thing, number, pure=False))
                if len(waiting) >= room:
                    yield self._outcome(waiting.popleft())
            while waiting:
                yield self._outcome(waiting.popleft())

    def _client(self, opened: ExitStack) -> Any:
        """Return a client of the scheduler; on this machine start one first."""
        address = f"tcp://{self._address}"
        try:
            if not self._address:
                cluster = opened.enter_context(
                    self._distributed.LocalCluster(
                        n_workers=number_of_workers(self._jobs, 1 << 40),
                        threads_per_worker=1,
                        processes=True,
                        host="127.0.0.1",
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
                )
                address = cluster.scheduler_address
            client = opened.enter_context(
                self._distributed.Client(address, timeout=LATEST, set_as_default=False)
            )
            client.wait_for_workers(1, timeout=LATEST)
        except (OSError, RuntimeError, TimeoutError, ValueError) as error:
            said = str(error).splitlines()[:1]
            kind = "no-dask-cluster" if said else "no-answer-of-dask-cluster"
            raise EngineError(Problem("CE127", kind, text=address, error="".join(said))) from None
        return client

    def _outcome(self, future: Any) -> Any:
        """Wait for an item, and return its result."""
        try:
            is_sound, outcome = future.result()
        except self._distributed.KilledWorker as error:
            raise KilledError(Problem("CE124", "workers-lost-again-again", error=str(error))) from None
        except CorefevalError:
            raise
        except Exception as error:
            raise EngineError(
                Problem("CE127", "worker-cannot-work", error_type=type(error).__name__, error=str(error))
            ) from error
        finally:
            future.release()
        if not is_sound:
            raise outcome
        return outcome


def _done(version: str, work: Callable[[Any], Any], thing: Any, number: int) -> tuple[bool, Any]:
    """Do the work at a worker; exceptions are sent back."""
    del number  # which makes every thing one of its own
    if version != __version__:
        return False, EngineError(
            Problem("CE127", "worker-corefeval-asked", version=__version__, version2=version)
        )
    keep_freed()  # workers of Dask are started with the opposite, which takes twice the time
    try:
        return True, work(thing)
    except OSError as error:
        name = getattr(error, "filename", None) or ""
        return False, EngineError(
            Problem("CE127", "worker-cannot-read-file", text=str(name), error=error.strerror or str(error))
        )
    except Exception as error:  # noqa: BLE001 - raised where it was asked for
        return False, error
