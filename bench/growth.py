"""How work grows with the length of one document: CPU seconds from 10,000 to a million words, for every matching and all metrics.

    python bench/growth.py [--results FILE.json] [--only NAME;…] [--sizes 10000,100000,1000000] [--rounds N] [--plot FILE.svg]

What was measured is kept in the file, so that a run that was cut off goes on where it was. Each command is run in a process that has imported
everything before; a round measures every length once, the least of the rounds counts, and the exponent is the slope of a line through the logarithms.
Exit status 1 where an exponent is above 1.1 or a million words take more than 10 seconds.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from corefeval.reports.figure import DARK, FONT, GAP, GREY, PALE, Figure, Line, Shape, Words, write_figure
from programs import compile_ours
from scale import run
from texts import one_document

CLASSIC = "muc,bcub,ceafm,ceafe,blanc,lea,conll,mention"
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
STEEPEST, LONGEST = 1.1, 10.0
COLOURS = (
    *("#1b6ca8", "#c1440e", "#3a7d44", "#7b4ea3", "#b8860b", "#444444", "#d1495b", "#00798c", "#8a5a44"),
)
WAYS: dict[str, tuple[str, tuple[str, ...]]] = {
    "exact": ("conll", ("--match", "exact", "-m", CLASSIC)),
    "min-span, parses": ("parsed", ("--match", "min-span", "-m", CLASSIC)),
    "exact, CorefUD": ("corefud", ("--match", "exact", "-m", CLASSIC)),
    "head": ("corefud", ("--match", "head", "-m", CLASSIC)),
    "partial": ("corefud", ("--match", "partial", "-m", CLASSIC)),
    "craft": ("corefud", ("--match", "craft", "-m", CLASSIC)),
    "crac24": ("corefud", ("-p", "crac24")),
    "-m all": ("corefud", ("-m", "all")),
    "--by window:10000": ("corefud", ("--by", "window:10000", "-m", CLASSIC)),
}
"""For each way of scoring the format of the document and the options."""


def worst(folder: Path, mentions: int) -> dict[str, tuple[Path, Path]]:
    """Write documents that are as hard as can be: a response that puts mentions into entities at random, and one that joins them all."""
    rng = random.Random(5)
    entities = mentions // 6
    sides = {
        "key": [rng.randrange(entities) for _ in range(mentions)],
        "random": [rng.randrange(entities) for _ in range(mentions)],
        "joined": [0] * mentions,
    }
    paths = {}
    for name, chain in sides.items():
        clusters: dict[int, list[list[int]]] = {}
        for place, number in enumerate(chain):
            clusters.setdefault(number, []).append([place, place])
        row = {"doc_key": "book", "tokens": ["w"] * mentions, "clusters": list(clusters.values())}
        paths[name] = folder / f"worst.{name}.jsonl"
        paths[name].write_text(json.dumps(row) + "\n", encoding="utf-8")
    return {name: (paths["key"], paths[name]) for name in ("random", "joined")}


class Kept:
    """Measurements, kept in a file as they are taken."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._found: dict[str, list[float]] = json.loads(path.read_text()) if path and path.exists() else {}

    def least(self, name: str, rounds: int, measure: Callable[[], float]) -> float:
        """Return the least of so many measurements, taken now as far as the file does not have them."""
        found = self._found.setdefault(name, [])
        while len(found) < rounds:
            found.append(measure())
            if self._path is not None:
                self._path.write_text(json.dumps(self._found, indent=1, sort_keys=True) + "\n")
        return min(found)


WITHIN = """
import contextlib, io, json, sys, time
from corefeval.cli import main
small, large, how = json.loads(sys.argv[1])
def spent(paths):
    began = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            main(["score", *paths, *how, "--jobs", "1"])
        except SystemExit as ended:
            if ended.code:
                raise
    return time.process_time() - began
for _ in range(2):
    spent(small)
print(spent(large))
"""
"""A program that scores a small pair, so that all is imported, and then a large one, in memory that is as fresh as a command's."""


def cpu(small: Sequence[Path], large: Sequence[Path], how: Sequence[str]) -> float:
    """Return the CPU seconds of a command of ours in a process that has done the like before with less."""
    asked = json.dumps([[*map(str, small)], [*map(str, large)], [*how]])
    return float(run(sys.executable, "-c", WITHIN, asked).output)


def main() -> int:
    """Measure, print, and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, help="where measurements are kept")
    parser.add_argument("--only", default="", help="ways of scoring, separated by semicolons")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plot", help="an .svg file")
    options = parser.parse_args()
    compile_ours()
    kept = Kept(options.results)
    sizes = [int(size) for size in options.sizes.split(",")]
    wanted = options.only.split(";") if options.only else [*WAYS, "worst"]
    fails = False
    curves: dict[str, list[tuple[int, float]]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for way in (way for way in WAYS if way in wanted):
            form, how = WAYS[way]

            def spent(tokens: int, form: str = form, how: tuple[str, ...] = how) -> float:
                return cpu(one_document(folder, 100, form), one_document(folder, tokens, form), how)

            for rounds in range(1, options.rounds + 1):
                points = [
                    (size, kept.least(f"{way} | {size}", rounds * often(size), partial(spent, size)))
                    for size in sizes
                ]
            curves[way] = points
            slope = exponent(points)
            fails |= slope > STEEPEST or points[-1][1] > LONGEST
            local = [exponent(list(two)) for two in itertools.pairwise(points)]
            print(
                f"{way:20} exponent {slope:5.2f} ({' '.join(f'{each:.2f}' for each in local)}); "
                f"seconds {' '.join(f'{seconds:8.3f}' for _, seconds in points)}   (load {os.getloadavg()[0]:.1f})",
                flush=True,
            )
        if "worst" in wanted:
            for kind, pair in worst(folder, 100_000).items():
                measure = partial(cpu, one_document(folder, 100, "conll"), pair, ("-m", CLASSIC))
                seconds = kept.least(f"worst | {kind}", 1, measure)
                print(f"100,000 mentions, {kind}: {seconds:.2f} s", flush=True)
    if options.plot and curves:
        write_figure(drawn(curves), options.plot)
    return 1 if fails else 0


def often(size: int) -> int:
    """Return how often a length is measured in a round: short runs vary more."""
    return 4 if size < 50_000 else 2 if size < 500_000 else 1


def exponent(points: list[tuple[int, float]]) -> float:
    """Return the slope of log time over log length."""
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points]
    return statistics.linear_regression(*zip(*logs, strict=True)).slope


def drawn(curves: dict[str, list[tuple[int, float]]]) -> Figure:
    """Return the curves on axes of logarithms, with the exponent of each."""
    width, height, left, top = 460.0, 320.0, 70.0, 40.0
    points = [point for curve in curves.values() for point in curve]
    low, high = (math.log10(pick(size for size, _ in points)) for pick in (min, max))
    bottom = math.floor(math.log10(min(seconds for _, seconds in points)))
    ceiling = math.ceil(math.log10(max(seconds for _, seconds in points)))

    def place(size: float, seconds: float) -> tuple[float, float]:
        across = (math.log10(size) - low) / max(high - low, 1e-9)
        up = (math.log10(seconds) - bottom) / max(ceiling - bottom, 1e-9)
        return left + across * width, top + (1 - up) * height

    shapes: list[Shape] = [Words(left, top - 16, "CPU seconds of one document by its words", bold=True)]
    for power in range(bottom, ceiling + 1):
        _, y = place(10**low, 10.0**power)
        shapes += [
            Line(left, y, left + width, y, PALE),
            Words(left - 8, y + FONT / 3, f"{10.0**power:g}", "end"),
        ]
    for power in range(math.ceil(low), math.floor(high) + 1):
        x, _ = place(10.0**power, 10.0**bottom)
        shapes += [
            Line(x, top, x, top + height, PALE),
            Words(x, top + height + 18, f"{10**power:,}", "middle"),
        ]
    _, ends = place(10**low, 10.0**bottom), []
    for number, (way, curve) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        spots = [place(size, seconds) for size, seconds in curve]
        shapes += [Line(*one, *other, colour, 1.8) for one, other in itertools.pairwise(spots)]
        ends.append((spots[-1][1], f"{way} ({exponent(curve):.2f})", colour, spots[-1]))
    y = top
    for _, label, colour, end in sorted(ends):
        shapes += [
            Line(*end, left + width + 22, y + 4, GREY, 0.5),
            Words(left + width + 26, y + 8, label, colour=colour),
        ]
        y += FONT + 8
    shapes.append(Line(left, top + height, left + width, top + height, DARK))
    return Figure(
        left + width + 200 + GAP,
        top + height + 18 + GAP,
        "How the time grows with the length of one document",
        "CPU seconds above start-up over words, both logarithmic; the exponent of each in brackets.",
        tuple(shapes),
    )


if __name__ == "__main__":
    sys.exit(main())
