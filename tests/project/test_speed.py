"""Speed, held by ratios of CPU time to a loop that is calibrated beside it: never by the clock on the wall.

Each bound is two to seven times what was measured (on two cores with twenty programs on them), so that a busy machine does not break it, and a step back to reading line by line does.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from corefeval import load, score
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "bench"))

from texts import one_document, tiny_documents

TOKENS = 40_000


def spent(work: Callable[[], object], rounds: int = 3) -> float:
    """Return the least CPU time of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def split(*paths: Path) -> None:
    """Read files and split their lines at tabs: what everybody's loop takes, on this machine and now."""
    for path in paths:
        for row in path.read_bytes().split(b"\n"):
            row.split(b"\t")


@pytest.mark.parametrize(("kind", "bound"), [("conll", 8.0), ("corefud", 8.0)])
def test_reading(kind: str, bound: float, tmp_path: Path) -> None:
    """A file of 40,000 tokens is read in a few times what splitting its lines takes; the exact readers take 20 times as long and more."""
    path, _ = one_document(tmp_path, TOKENS, kind=kind)
    load(path)
    assert spent(lambda: load(path)) < bound * spent(lambda: split(path))


def test_scoring(tmp_path: Path) -> None:
    """Reading, matching and counting six metrics take a few times what splitting the lines takes."""
    paths = one_document(tmp_path, TOKENS)
    score(*paths, metrics="muc,bcub,ceafe,lea,blanc,mention")
    scored = spent(lambda: score(*paths, metrics="muc,bcub,ceafe,lea,blanc,mention"))
    assert scored < 9 * spent(lambda: split(*paths))


def test_growth(tmp_path: Path) -> None:
    """Eight times the length takes at most twenty times the time: quadratic would be 64 times."""
    short, long = one_document(tmp_path, TOKENS), one_document(tmp_path, 8 * TOKENS)
    metrics = "muc,bcub,ceafe,lea,blanc,mention"
    score(*short, metrics=metrics)
    assert spent(lambda: score(*long, metrics=metrics), 2) < 20 * spent(
        lambda: score(*short, metrics=metrics), 5
    )


def test_many_documents() -> None:
    """A thousand tiny documents are counted at once: one by one takes at least ten times as long."""
    key, response = tiny_documents(1000)
    names = list(key)[:50]
    score(key, response, metrics="muc,bcub,ceafe")
    together = spent(lambda: score(key, response, metrics="muc,bcub,ceafe"))
    apart = spent(lambda: [score(key[name], response[name], metrics="muc,bcub,ceafe") for name in names])
    assert apart * len(key) / len(names) > 10 * together
