"""Limited processes: whatever one thing does, the others have their outcomes."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from corefeval.engine.limited import CRASHED, MEMORY, RAISED, SECONDS, Failure, Limited

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")


def work(thing: str) -> object:
    """Do what the thing says."""
    if thing == "memory":
        return len(bytearray(1 << 30))
    if thing == "loop":
        while True:
            pass
    if thing == "raise":
        raise LookupError("no such thing")
    if thing == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if thing == "exit":
        os._exit(0)
    if thing == "unpicklable":
        return lambda: None
    return os.getpid() if thing == "process" else thing.upper()


@pytest.mark.parametrize("jobs", [1, 3])
def test_one_thing_costs_itself_alone(jobs: int) -> None:
    """Too much memory or time, an exception, a crash and an outcome that cannot be sent are failures of one thing."""
    expected = {
        "memory": MEMORY,
        "loop": SECONDS,
        "raise": RAISED,
        "killed": CRASHED,
        "exit": CRASHED,
        "unpicklable": RAISED,
    }
    things = ["a", *expected, "b"]
    found = dict(Limited(work, jobs, 128 << 20, 1).map(things))
    failures = {thing: outcome.reason for thing, outcome in found.items() if isinstance(outcome, Failure)}
    assert failures == expected
    assert (found["a"], found["b"]) == ("A", "B")
    raised = found["raise"]
    assert isinstance(raised, Failure)
    assert "LookupError" in raised.details


def test_a_process_serves_until_it_fails() -> None:
    """Things that go well share a process; after a failure there is a new one, with the same limits."""
    outcomes = [
        outcome
        for _, outcome in Limited(work, 1, 128 << 20, 1).map(["process", "process", "raise", "process"])
    ]
    assert outcomes[0] == outcomes[1] != outcomes[3]
    assert os.getpid() not in outcomes


def test_what_sleeps_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that waits takes no processor time; the clock ends it."""
    monkeypatch.setattr("corefeval.engine.limited.SLACK", -3)
    found = list(Limited(time.sleep, 1, 128 << 20, 1).map([60.0, 0.0]))
    assert [(thing, getattr(outcome, "reason", "")) for thing, outcome in found] == [
        (60.0, SECONDS),
        (0.0, ""),
    ]
