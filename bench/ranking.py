"""How often does a ranking say "better than" of systems that are alike? The table of docs/coverage.md.

    python bench/ranking.py [--tasks N] [--resamples N] [--gum DIR]

A task is a draw of documents of GUM, with replacement. Of each document chance decides, for each system on its own, which of
two real outputs is its: so systems with the same chance are equally good, and what they differ by is luck. The ranking is
that of `compare`: all pairs tested in CoNLL F1, p corrected by Holm, a claim where it is below .05. Exit status 1 if tasks
with a false claim are more than 5 %, by more than two standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from corefeval.arrays import Floats
from corefeval.comparison.comparison import Resampling
from corefeval.comparison.inference import Inference
from corefeval.comparison.intervals import holm
from corefeval.comparison.sample import Sample
from corefeval.counts import Counts
from corefeval.evaluation.score import score
from corefeval.metrics.base import METRICS
from corefeval.settings import Settings

GUM = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "gum_pairs"
OUTPUTS = ("xrenner", "ontogum")
METRIC = "conll"
LEVEL = 0.05


@dataclass(frozen=True)
class Kind:
    """A kind of task: with which chance each system has the better output in a document, and how many documents there are."""

    title: str
    chances: tuple[float, ...]
    datasets: tuple[int, ...]


KINDS = (
    Kind("2 systems, 30 documents", (0.5,) * 2, (30,)),
    Kind("5 systems, 30 documents", (0.5,) * 5, (30,)),
    Kind("10 systems, 30 documents", (0.5,) * 10, (30,)),
    Kind("10 systems, 100 documents", (0.5,) * 10, (100,)),
    Kind("10 systems, 21 datasets of 5", (0.5,) * 10, (5,) * 21),
    Kind("5 and 5 systems, 100 documents", (0.4,) * 5 + (0.6,) * 5, (100,)),
)


def population(folder: Path) -> tuple[tuple[str, ...], Floats]:
    """Return the names of the counts, and the counts of both outputs, outputs by documents by columns."""
    results = [
        score(folder / "gum.all.key.conll.gz", folder / f"gum.all.{name}.conll.gz", metrics=METRIC)
        for name in OUTPUTS
    ]
    names = tuple(results[0].counts[METRIC].names)
    columns = [[result.counts[METRIC].columns[name] for name in names] for result in results]
    return names, np.moveaxis(np.array(columns, np.float64), 1, 2)


def claims(kind: Kind, names: tuple[str, ...], counts: Floats, task: int, resamples: int) -> tuple[int, int]:
    """Return how many claims of a task are false, and how many are true."""
    generator = np.random.default_rng([len(kind.chances), sum(kind.datasets), len(kind.datasets), task])
    documents = generator.integers(counts.shape[1], size=sum(kind.datasets))
    draws = generator.random((len(kind.chances), len(documents)))
    tables = [
        {METRIC: Counts(dict(zip(names, counts[(draw < chance).astype(int), documents].T, strict=True)))}
        for chance, draw in zip(kind.chances, draws, strict=True)
    ]
    sample = Sample.of(tables, {METRIC: METRICS[METRIC]()}, Settings(), kind.datasets)
    by = "dataset" if len(kind.datasets) > 1 else "document"
    inference = Inference(sample, Resampling(resamples=resamples, seed=task, by=by))
    pairs = list(combinations(range(len(tables)), 2))
    found = inference.differences([((one, METRIC, "f1"), (other, METRIC, "f1")) for one, other in pairs])
    is_claim = holm(found.p) < LEVEL
    false = true = 0
    for (one, other), difference, is_made in zip(pairs, found.observed.tolist(), is_claim, strict=True):
        if is_made:
            is_true = (kind.chances[one] - kind.chances[other]) * difference > 0
            true += is_true
            false += not is_true
    return false, true


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=1_000)
    parser.add_argument("--resamples", type=int, default=2_000)
    parser.add_argument("--gum", type=Path, default=GUM)
    asked = parser.parse_args()
    names, counts = population(asked.gum)
    error = math.sqrt(LEVEL * (1 - LEVEL) / asked.tasks)
    status = 0
    sys.stdout.write("| task | tasks with a false claim | true differences found |\n|---|---:|---:|\n")
    for kind in KINDS:
        found = [claims(kind, names, counts, task, asked.resamples) for task in range(asked.tasks)]
        share = sum(false > 0 for false, _ in found) / asked.tasks
        pairs = sum(one != other for one, other in combinations(kind.chances, 2)) * asked.tasks
        power = f"{sum(true for _, true in found) / pairs:.2f}" if pairs else "–"
        sys.stdout.write(f"| {kind.title} | {share:.3f} ± {error:.3f} | {power} |\n")
        sys.stdout.flush()
        status |= share > LEVEL + 2 * error
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
