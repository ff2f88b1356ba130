"""Inputs by the thousand: drawn, run, counted, and what was found made small and kept."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path

import fuzz
from fuzz.inputs import Input
from fuzz.properties import findings
from fuzz.running import OUTPUTS
from fuzz.shrinking import kept, smallest

PIECE = 500
"""How many inputs a process takes at a time."""
EVERY = 300.0
"""Seconds after which the counts so far are printed."""
MEMORY = Path("/dev/shm")
"""Where files lie in memory, on systems that have it."""


@dataclass
class Tally:
    """What was looked at, and what was found.

    Attributes:
        inputs: how many, by command and format.
        checks: how many, by command and class.
        found: how many, by class and text.
        first: the number of the first input of each, and the property that showed it.
        digest: of all outputs.
    """

    inputs: Counter[tuple[str, str]] = field(default_factory=Counter)
    checks: Counter[tuple[str, str]] = field(default_factory=Counter)
    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    digest: int = 0

    def add(self, other: Tally) -> list[tuple[str, str]]:
        """Add what another process counted; return what was found for the first time."""
        self.inputs += other.inputs
        self.checks += other.checks
        self.found += other.found
        self.digest = (self.digest + other.digest) % 2**64
        new = [kind for kind in other.first if kind not in self.first]
        self.first = {**other.first, **self.first}
        return new

    def __str__(self) -> str:
        """Return tables: commands by formats, commands by classes."""
        return "\n".join([*_table(self.inputs, "inputs"), "", *_table(self.checks, "checks")])


def _table(counts: Counter[tuple[str, str]], what: str) -> Iterator[str]:
    rows, columns = (list(dict.fromkeys(sorted(key[side] for key in counts))) for side in (0, 1))
    yield f"{what:20}" + "".join(f"{column:>11}" for column in [*columns, "all"])
    for row in [*rows, "all"]:
        cells = [
            sum(n for key, n in counts.items() if row in {key[0], "all"} and column in {key[1], "all"})
            for column in [*columns, "all"]
        ]
        yield f"{row:20}" + "".join(f"{cell:11}" for cell in cells)


def piece(seed: int, first: int, inputs: int) -> Tally:
    """Try some inputs."""
    warnings.simplefilter("error")
    os.environ["COLUMNS"] = "100"
    gc.freeze()
    gc.set_threshold(50_000)
    tally, before = Tally(), OUTPUTS.digest
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        for number in range(first, first + inputs):
            given = Input.drawn(seed, number)
            tally.inputs[given.command, given.form] += 1
            for way, classes, found in findings(given, Path(name)):
                tally.checks.update((given.command, each) for each in classes)
                if found is not None:
                    tally.found[found] += 1
                    tally.first.setdefault(found, (number, way))
    tally.digest = (OUTPUTS.digest - before) % 2**64
    return tally


def _pieces(first: int, inputs: int) -> Iterator[tuple[int, int]]:
    """Yield where each piece begins and how many inputs it has; without end where no number is asked for."""
    for start in count(first, PIECE) if not inputs else range(first, first + inputs, PIECE):
        yield start, PIECE if not inputs else min(PIECE, first + inputs - start)


def _tallies(seed: int, pieces: Iterator[tuple[int, int]], jobs: int) -> Iterator[Tally]:
    if jobs < 2:
        yield from (piece(seed, *one) for one in pieces)
        return
    with ProcessPoolExecutor(jobs) as pool:
        while batch := list(islice(pieces, jobs)):
            yield from pool.map(piece, [seed] * len(batch), *zip(*batch, strict=True))


def _keep(seed: int, kind: tuple[str, str], where: tuple[int, str], folder: Path) -> None:
    """Make the first input of a finding small, and keep it."""
    number, way = where
    with tempfile.TemporaryDirectory() as name:
        given = smallest(Input.drawn(seed, number), way, kind, Path(name))
    kept(given, kind, folder)


def main() -> int:
    """Try inputs until the time or the number is over, and print what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m fuzz", description=fuzz.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--inputs", type=int, default=0, help="how many; as many as the time allows by default"
    )
    parser.add_argument("--seconds", type=float, default=0, help="for how long; 60 without --inputs")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"), help="folder for what is found")
    asked = parser.parse_args()
    warnings.simplefilter("error")
    os.environ["COLUMNS"] = "100"
    seconds = asked.seconds or (float("inf") if asked.inputs else 60.0)
    began = told = time.monotonic()
    tally = Tally()
    for part in _tallies(asked.seed, _pieces(asked.first, asked.inputs), asked.jobs):
        for kind in tally.add(part):
            print(f"input {tally.first[kind][0]}: {kind[0]}: {kind[1]}", flush=True)
            _keep(asked.seed, kind, tally.first[kind], asked.keep)
        now = time.monotonic()
        if now - told > EVERY:
            print(f"{tally.inputs.total()} inputs, {now - began:.0f} s\n{tally}\n", flush=True)
            told = now
        if now - began > seconds:
            break
    spent = time.monotonic() - began
    print(f"{tally.inputs.total()} inputs of seed {asked.seed} from {asked.first}, {spent:.0f} s\n{tally}")
    print(f"outputs {tally.digest:016x}\n{tally.found.total()} findings")
    for found, number in sorted(tally.found.items(), key=lambda item: (item[0][0], -item[1])):
        print(f"  {number:6} {found[0]}: {found[1]} (first: {tally.first[found][0]})")
    return 1 if tally.found else 0


if __name__ == "__main__":
    sys.exit(main())
