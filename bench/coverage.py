"""Do intervals hold what they promise, and do tests cry wolf? The tables of docs/coverage.md.

    python bench/coverage.py [--simulations N] [--only TABLE,…] [--gum DIR]

The population is GUM: documents are drawn from it at random, with replacement, and the truth is its pooled score.
Each document is counted once; a simulation is a draw of rows. Exit status 1 if a cell is below its level (coverage)
or above it (false alarms) by more than two standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from corefeval.agreement.agreement import Measured, agree
from corefeval.arrays import Floats, Integers
from corefeval.comparison.intervals import (
    bca_interval,
    bootstrap,
    exact,
    jackknife,
    jackknife_interval,
    p_values,
    percentile_interval,
    swaps,
)
from corefeval.evaluation.score import score
from corefeval.metrics.base import METRICS
from corefeval.settings import Settings

GUM = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "gum_pairs"
NAMES = ("muc", "bcub", "ceafe", "conll", "lea", "blanc")
DOCUMENTS = (5, 10, 30, 100)
FEW = (4, 8, 16, 32)
"""How many documents annotators have: agreement is mostly measured on a few."""
SYSTEMS = ("xrenner", "ontogum")
RESAMPLES = 1_000
SWAPS = 1_024
CHUNK = 20
"""So many simulated corpora are resampled at a time; each time with swaps of their own, or luck in their choice would
be in all simulations at once."""

SIZES = {"ordinary": 0.0, "skewed": 1.0, "very skewed": 2.0, "few giants": 1.5}
"""Documents are made longer or shorter by a log-normal factor of this sigma.

Each drawn document has a factor of its own, as in a corpus without end; of the few giants each of the 281 documents
has a fixed one, so that one or two of them are a tenth of the whole population and mostly not in the sample.
"""


@dataclass(frozen=True)
class Metric:
    """What two systems counted in each document of the population, documents by columns."""

    name: str
    columns: tuple[str, ...]
    counts: dict[str, Floats]

    def f1(self, sums: Floats) -> Floats:
        """Return F1 of sums, columns last."""
        totals = {name: sums[..., index] for index, name in enumerate(self.columns)}
        return METRICS[self.name]().scores(totals, Settings())["f1"]

    def f1_of_each(self, sums: Floats) -> Floats:
        """Return F1 of each of the simulated corpora that stand beside each other: the statistic of a resample."""
        return np.ascontiguousarray(self.f1(sums[0].reshape(len(sums[0]), -1, len(self.columns))).T)


@dataclass(frozen=True)
class Cell:
    """Simulated corpora of one kind: which documents of the population, and how much longer each."""

    kind: str
    documents: int
    rows: Integers
    factors: Floats
    whole: Floats

    def drawn(self, metric: Metric, system: str) -> Floats:
        """Return the counts, simulations by documents by columns."""
        counts: Floats = metric.counts[system][self.rows] * self.factors[..., None]
        return counts

    def truth(self, metric: Metric, system: str) -> float:
        """Return the score of the population."""
        return float(metric.f1((metric.counts[system] * self.whole[:, None]).sum(axis=0)))


def population(folder: Path) -> list[Metric]:
    """Return what each metric counts in each document of GUM."""
    results = {
        system: score(
            folder / "gum.all.key.conll.gz", folder / f"gum.all.{system}.conll.gz", metrics=list(NAMES)
        )
        for system in SYSTEMS
    }
    first = results[SYSTEMS[0]]
    return [
        Metric(
            name,
            tuple(first.counts[name].names),
            {
                system: np.column_stack(
                    [result.counts[name].columns[each] for each in first.counts[name].names]
                )
                for system, result in results.items()
            },
        )
        for name in NAMES
    ]


def cells(size: int, simulations: int) -> Iterator[Cell]:
    """Yield all kinds of simulated corpora."""
    for number, (kind, sigma) in enumerate(SIZES.items()):
        for documents in DOCUMENTS:
            generator = np.random.default_rng([number, documents])
            rows = generator.integers(0, size, (simulations, documents))
            whole = np.ones(size)
            factors = np.exp(sigma * generator.normal(size=rows.shape))
            if kind == "few giants":
                whole = np.exp(sigma * np.random.default_rng(number).normal(size=size))
                factors = whole[rows]
            yield Cell(kind, documents, rows, factors, whole)


def shares(counts: Floats) -> Floats:
    """Return what each document has of all that is counted."""
    whole = counts.sum(axis=1, keepdims=True)
    each: Floats = np.divide(counts, whole, out=np.zeros(counts.shape), where=whole > 0)
    return np.asarray(each.mean(axis=-1))


def jackknifed(metric: Metric, counts: Floats) -> Floats:
    """Return the jackknife intervals of simulated corpora."""
    whole = counts.sum(axis=1)
    return jackknife_interval(metric.f1(whole), metric.f1(whole[:, None] - counts), shares(counts)).bounds


def jackknifed_differences(metric: Metric, first: Floats, second: Floats) -> Floats:
    """Return the jackknife intervals of the differences between two systems."""
    one, other = first.sum(axis=1), second.sum(axis=1)
    left_out = metric.f1(one[:, None] - first) - metric.f1(other[:, None] - second)
    observed = metric.f1(one) - metric.f1(other)
    both = (shares(first) + shares(second)) / 2
    return jackknife_interval(observed, left_out, both, bounded=np.zeros(len(observed), bool)).bounds


def bootstrapped(metric: Metric, counts: Floats, method: str) -> Floats:
    """Return the bootstrap intervals of simulated corpora."""
    bounds = []
    for begin in range(0, len(counts), CHUNK):
        beside = counts[begin : begin + CHUNK].transpose(1, 0, 2).reshape(counts.shape[1], -1)
        drawn = bootstrap(beside, metric.f1_of_each, resamples=RESAMPLES)
        if method == "percentile":
            bounds.append(percentile_interval(drawn))
        else:
            observed = metric.f1_of_each(beside.sum(axis=0)[None, None])[:, 0]
            bounds.append(bca_interval(drawn, observed, jackknife(beside, metric.f1_of_each)))
    return np.concatenate(bounds)


def alarms(metric: Metric, first: Floats, second: Floats) -> Floats:
    """Return the p of the randomisation test between two systems, for each simulated corpus."""
    found = []
    for begin in range(0, len(first), CHUNK):
        one, other = (
            each[begin : begin + CHUNK].transpose(1, 0, 2).reshape(each.shape[1], -1)
            for each in (first, second)
        )
        both = np.hstack([one, other])
        whole = exact(both).sum(axis=0)
        width = one.shape[1]

        def difference(ours: Floats, theirs: Floats) -> Floats:
            return metric.f1_of_each(ours[None]) - metric.f1_of_each(theirs[None])

        def swapped(sums: Floats, whole: Floats = whole, width: int = width) -> Floats:
            move = sums[0, :, width:] - sums[0, :, :width]
            return difference(whole[:width] + move, whole[width:] - move)

        observed = difference(whole[None, :width], whole[None, width:])[:, 0]
        drawn, is_exact = swaps(both, swapped, resamples=SWAPS, seed=begin)
        found.append(p_values(drawn, observed, exhaustive=is_exact))
    return np.concatenate(found)


class Table:
    """A table of docs/coverage.md, printed row by row; it knows whether a cell misses its level."""

    def __init__(self, title: str) -> None:
        print(f"\n{title}\n\n| sizes | documents |", " | ".join(METRICS[name].label for name in NAMES), "|")
        print("|---|---:|" + "---:|" * len(NAMES))
        self.misses = 0

    def row(self, cell: Cell, texts: Sequence[str]) -> None:
        """Print a row."""
        print(f"| {cell.kind} | {cell.documents} |", " | ".join(texts), "|", flush=True)

    def coverage(self, bounds: Floats, truth: float, level: float | None) -> str:
        """Return coverage, median width in points, and how many have an interval; ! for what misses the level."""
        given = ~np.isnan(bounds[:, 0])
        number = int(given.sum())
        if not number:
            return "–"
        held = float(np.mean((bounds[given, 0] <= truth) & (truth <= bounds[given, 1])))
        width = 100 * float(np.median(bounds[given, 1] - bounds[given, 0]))
        missed = level is not None and held < level - 2 * math.sqrt(level * (1 - level) / number)
        self.misses += missed
        share = "" if number == len(bounds) else f" in {100 * number // len(bounds)} %"
        return f"{'**!** ' * missed}{held:.3f} ({width:.1f}){share}".replace("0.", ".", 1)

    def false_alarms(self, p: Floats, limit: float) -> str:
        """Return how often p is below the limit; ! for what is above it by more than two standard errors."""
        rate = float(np.mean(p < limit))
        missed = rate > limit + 2 * math.sqrt(limit * (1 - limit) / len(p))
        self.misses += missed
        return f"{'**!** ' * missed}{rate:.3f}".replace("0.", ".", 1)


def level_of(kind: str, metric: str) -> float:
    """Return what an interval of 95 % has to hold at least."""
    if kind != "ordinary":
        return 0.90
    return 0.91 if metric == "blanc" else 0.93


def intervals(metrics: Sequence[Metric], simulations: int) -> int:
    """Print coverage and width of the jackknife intervals."""
    table = Table("Jackknife: coverage (median width in points)")
    for cell in cells(len(metrics[0].counts[SYSTEMS[0]]), simulations):
        texts = []
        for metric in metrics:
            bounds = jackknifed(metric, cell.drawn(metric, SYSTEMS[0]))
            level = level_of(cell.kind, metric.name)
            texts.append(table.coverage(bounds, cell.truth(metric, SYSTEMS[0]), level))
        table.row(cell, texts)
    return table.misses


def bootstraps(metrics: Sequence[Metric], simulations: int) -> int:
    """Print coverage and width of the bootstrap intervals, which are held to nothing."""
    for method in ("percentile", "bca"):
        table = Table(f"Bootstrap, {method}: coverage (median width in points)")
        for cell in cells(len(metrics[0].counts[SYSTEMS[0]]), simulations):
            if cell.kind in ("ordinary", "skewed"):
                table.row(
                    cell,
                    [
                        table.coverage(
                            bootstrapped(metric, cell.drawn(metric, SYSTEMS[0]), method),
                            cell.truth(metric, SYSTEMS[0]),
                            None,
                        )
                        for metric in metrics
                    ],
                )
    return 0


def differences(metrics: Sequence[Metric], simulations: int) -> int:
    """Print coverage and width of the intervals of a difference between two systems."""
    table = Table("Jackknife of a difference: coverage (median width in points)")
    for cell in cells(len(metrics[0].counts[SYSTEMS[0]]), simulations):
        texts = []
        for metric in metrics:
            one, other = (cell.drawn(metric, system) for system in SYSTEMS)
            truth = cell.truth(metric, SYSTEMS[0]) - cell.truth(metric, SYSTEMS[1])
            bounds = jackknifed_differences(metric, one, other)
            texts.append(table.coverage(bounds, truth, level_of(cell.kind, metric.name)))
        table.row(cell, texts)
    return table.misses


def tests(metrics: Sequence[Metric], simulations: int) -> int:
    """Print how often two systems that differ by chance alone are called different at 5 %.

    In each document chance decides which of the two outputs is whose.
    """
    table = Table("Randomisation test: false alarms at .05")
    for cell in cells(len(metrics[0].counts[SYSTEMS[0]]), simulations):
        if cell.kind == "few giants":
            continue
        number = list(SIZES).index(cell.kind)
        turned = np.random.default_rng([number, cell.documents, 1]).random(cell.rows.shape)[..., None] < 0.5
        texts = []
        for metric in metrics:
            one, other = (cell.drawn(metric, system) for system in SYSTEMS)
            p = alarms(metric, np.where(turned, other, one), np.where(turned, one, other))
            texts.append(table.false_alarms(p, 0.05))
        table.row(cell, texts)
    return table.misses


def agreement(folder: Path, simulations: int) -> int:
    """Print coverage and width of the intervals of α and κ between GUM and two other annotations of it."""
    counted = {
        system: [
            each
            for each in agree(
                [folder / "gum.all.key.conll.gz", folder / f"gum.all.{system}.conll.gz"],
                metrics="mention",
                resamples=0,
            ).counted
            if each.measure != "mentions"
        ]
        for system in SYSTEMS
    }
    print(
        "\nα and κ: coverage (median width)\n\n| | |",
        " | ".join(f"{number} documents" for number in FEW),
        "|",
    )
    print("|---|---|" + "---:|" * len(FEW))
    misses = 0
    for system, several in counted.items():
        for measured in several:
            for part in measured.scorer.scores(measured.counts.totals(), Settings()):
                texts = []
                for documents in FEW:
                    text, missed = _agreement_cell(measured, part, documents, simulations)
                    texts.append(text)
                    misses += missed
                label = f"{measured.measure} {measured.of} {part}"
                print(f"| {system} | {label} |", " | ".join(texts), "|", flush=True)
    return misses


def _agreement_cell(measured: Measured, part: str, documents: int, simulations: int) -> tuple[str, bool]:
    """Return coverage, median width and how many have an interval, and whether the level is missed."""
    columns = list(measured.counts.columns)
    whole = np.column_stack([measured.counts.columns[name] for name in columns])

    def value(sums: Floats) -> Floats:
        totals = {name: sums[..., index] for index, name in enumerate(columns)}
        return np.asarray(measured.scorer.scores(totals, Settings())[part], np.float64)

    rows = np.random.default_rng(documents).integers(0, len(whole), (simulations, documents))
    drawn = whole[rows]
    sums = drawn.sum(axis=1)
    lowest = np.full(simulations, measured.scorer.lowest)
    bounds = jackknife_interval(
        value(sums), value(sums[:, None] - drawn), shares(drawn), lowest=lowest
    ).bounds
    given = ~np.isnan(bounds[:, 0])
    truth, number = float(value(whole.sum(axis=0))), int(given.sum())
    held = float(np.mean((bounds[given, 0] <= truth) & (truth <= bounds[given, 1])))
    width = float(np.median(bounds[given, 1] - bounds[given, 0]))
    level = 0.93 if measured.measure == "alpha" else 0.91
    missed = held < level - 2 * math.sqrt(level * (1 - level) / number)
    share = "" if number == simulations else f" in {100 * number // simulations} %"
    return f"{'**!** ' * missed}{held:.3f} ({width:.2f}){share}".replace("0.", ".", 1), missed


AGREEMENT = "agreement"
"""The table of α and κ, which are of other counts than metrics."""

TABLES: dict[str, Callable[[Sequence[Metric], int], int]] = {
    "intervals": intervals,
    "differences": differences,
    "tests": tests,
    "bootstraps": bootstraps,
}


def main() -> int:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--simulations", type=int, default=2_000)
    parser.add_argument(
        "--only", default=",".join([*TABLES, AGREEMENT]), help="names of tables, comma-separated"
    )
    parser.add_argument("--gum", type=Path, default=GUM)
    options = parser.parse_args()
    if not options.gum.exists():
        print("The GUM pairs are not there; give their folder with --gum DIR.", file=sys.stderr)
        return 2
    names = options.only.split(",")
    metrics = population(options.gum) if set(names) - {AGREEMENT} else []
    misses = sum(TABLES[name](metrics, options.simulations) for name in names if name != AGREEMENT)
    misses += agreement(options.gum, options.simulations) if AGREEMENT in names else 0
    print(
        f"\n{options.simulations} simulations a cell; cells that miss their level by two standard errors: {misses}"
    )
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
