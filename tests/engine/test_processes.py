"""Several processes: the outcomes in the order of the things, and what becomes of one whose worker is killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from corefeval.engine.processes import ENOUGH, KilledError, Workers, number_of_workers
from corefeval.problems import CorefevalError, Problem
from tests.refuses import refuses


def late(number: int) -> int:
    """Return a number, the smaller ones later."""
    time.sleep(0.02 * (3 - number % 4))
    return number


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_outcomes_come_in_order(jobs: int) -> None:
    """However long each takes."""
    workers = Workers(late, jobs)
    assert list(workers.map(range(9))) == [*range(9)]
    assert not workers.notes


def refuse(number: int) -> int:
    """Refuse the second."""
    if number == 1:
        raise CorefevalError(Problem("CE003", "file-empty"))
    return number


def test_what_goes_wrong_is_raised_where_it_was_asked_for() -> None:
    """With its problems, when its turn comes."""
    found = Workers(refuse, 2).map(range(5))
    assert next(found) == 0
    with pytest.raises(CorefevalError, match="CE003"):
        next(found)


class Killed:
    """Has its process killed at one thing, so often."""

    def __init__(self, folder: Path, times: int) -> None:
        self._folder, self._times = folder, times

    def __call__(self, number: int) -> int:
        """Return the number, or never."""
        if number == 2 and len([*self._folder.iterdir()]) < self._times:
            (self._folder / str(time.monotonic_ns())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number


def test_a_killed_worker_costs_its_thing_only(tmp_path: Path) -> None:
    """That is done again, and told."""
    workers = Workers(Killed(tmp_path, 1), 2)
    assert list(workers.map(range(6))) == [*range(6)]
    assert [note.code for note in workers.notes] == ["CE125"]
    assert (workers.notes[0].kind, workers.notes[0]["number"]) == ("process-killed-at-part", 3)


def test_a_thing_that_kills_twice_is_given_up(tmp_path: Path) -> None:
    """With a problem that says which."""
    with refuses(KilledError, "CE124", "two-processes-killed", number=3):
        list(Workers(Killed(tmp_path, 2), 2).map(range(6)))


def test_things_are_taken_as_they_are_needed() -> None:
    """A stream of them is not read far ahead of what was asked for."""
    taken = []

    def coming() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    found = Workers(late, 2).map(coming())
    next(found)
    assert len(taken) < 20
    found.close()  # type: ignore[attr-defined]


def test_auto_is_for_much_work() -> None:
    """A number is a number; auto is one process for little, those of the machine for much."""
    assert number_of_workers(3, 0) == 3
    assert number_of_workers("auto", ENOUGH - 1) == 1
    assert number_of_workers("auto", ENOUGH) >= 1
