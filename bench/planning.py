"""Does `corefeval plan` predict power? What it predicts from one half of a corpus, against what happens on the other half.

    python bench/planning.py [--splits N] [--experiments N] [--data FOLDER] [--seed N]

For a pair of systems and a random split of the documents, the pilot half says how many documents are needed to detect the difference that
the other half has, with a power of 80 %. Then experiments with so many documents are drawn from the other half, and the paired test of `compare` is
made on each.

GUM: xrenner and simulated systems; LitBank and CRAFT: simulated systems; UKP: real systems, keys within documents.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

import corefeval
from corefeval.arrays import Integers
from corefeval.comparison.compare import aligned_counts
from corefeval.comparison.intervals import p_values, swaps
from corefeval.comparison.sample import Sample
from corefeval.evaluation.result import Result
from corefeval.linguistics.labels import NO_TABLE
from corefeval.planning.power import (
    documents_for_power,
    half_width,
    power,
    pseudo_values,
    spread_of_need,
    with_mean,
)
from corefeval.simulation.mixtures import Recipe, mixture_a

FILES = {
    "GUM": "gum_pairs/gum.all.key.conll.gz",
    "LitBank": "litbank/litbank.conll.gz",
    "CRAFT": "craft/craft97.conll.gz",
}
METRICS = ("conll", "lea")
POWER, LEVEL, CONFIDENCE = 0.8, 0.05, 0.95
SWAPS = 999
SYSTEMS = 8
FAR = 2
PAIRS = 16
PILOTS = (20, 50, 100)
"""Documents of the pilots that ranges are tested with."""
REPEATS = 100
"""Pilots drawn for each pair of systems."""
FEWEST, MOST = 8, 400
"""Pairs for which the whole corpus plans fewer or more documents are left out. To choose by the plan of the pilot would favour pilots
with a small variance."""


def corpora(data: Path, seed: int) -> Iterator[tuple[str, dict[str, Result]]]:
    """Yield the results of several systems on each corpus."""
    metrics = ",".join(METRICS)
    for name, file in FILES.items():
        key = corefeval.load(data / file)
        made = {
            recipe.name: recipe.make(key, "", NO_TABLE) for recipe in (*mixture_a(FAR, seed), *close(seed))
        }
        results = {
            system: corefeval.score(key, response, metrics=metrics) for system, response in made.items()
        }
        if name == "GUM":
            system = data / "gum_pairs/gum.all.xrenner.conll.gz"
            results["xrenner"] = corefeval.score(key, system, metrics=metrics)
        yield name, results
    pairs = json.loads((data / "ukp/scores.json").read_text())["pairs"]
    for corpus in ("ecbp", "fcc", "gvc"):
        own = [pair for pair in pairs if pair["corpus"] == f"{corpus}-within_doc"]
        chosen = own[:: max(1, len(own) // SYSTEMS)]
        yield (
            f"UKP {corpus}",
            {
                pair["id"]: corefeval.score(
                    data / "ukp" / pair["key"],
                    data / "ukp" / pair["response"],
                    preset="coval",
                    metrics=metrics,
                )
                for pair in chosen
            },
        )


def close(seed: int) -> list[Recipe]:
    """Return systems that differ little: the same kinds of errors at rates that grow slowly."""
    rates = (0.1, 0.105, 0.11, 0.12, 0.13, 0.15)
    return [
        Recipe(f"C{rate}", (("moved", rate), ("missed", 0.1)), seed + step) for step, rate in enumerate(rates)
    ]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--splits", type=int, default=1)
    parser.add_argument("--experiments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("corpus     plans  documents  planned  if known  happens  off by  (method)  width")
    for name, results in corpora(args.data, args.seed):
        held = [f"{100 * coverage(results, size, args.seed):.0f} % ({size})" for size in PILOTS]
        print(
            f"{name:10} the range in brackets holds the true number, pilots of so many documents: {', '.join(held)}"
        )
        if not args.experiments:
            continue
        found = np.array(list(plans(results, args.splits, args.experiments, args.seed)))
        documents, planned, known, happens, width = found.T
        off, own = 100 * np.abs(happens - planned), 100 * np.abs(happens - known)
        print(
            f"{name:10} {len(found):5} {np.median(documents):10.0f} {100 * planned.mean():8.1f} {100 * known.mean():9.1f} "
            f"{100 * happens.mean():8.1f} {off.mean():7.1f} {own.mean():9.1f} {width.mean():6.3f}",
            flush=True,
        )


def coverage(results: Mapping[str, Result], size: int, seed: int) -> float:
    """Return how often the range of a plan holds the number that the whole corpus plans; pilots are drawn with replacement.

    For a given difference the number is proportional to the variance of the pseudo-values.
    """
    rng = random.Random(seed)
    pairs = list(itertools.combinations(results, 2))
    hits = []
    for first, second in rng.sample(pairs, min(PAIRS, len(pairs))):
        one, other = results[first], results[second]
        metrics = dict(one.metrics)
        sample = Sample.of(aligned_counts({first: one, second: other}, metrics), metrics, one.settings)
        outputs = [sample.outputs.index((system, METRICS[0], "f1")) for system in (0, 1)]
        values = pseudo_values(sample.observed, sample.left_out)[outputs]
        every = values[0] - values[1]
        for _ in range(REPEATS if every.std() else 0):
            own = every[[rng.randrange(len(every)) for _ in range(size)]]
            low, high = spread_of_need(own, CONFIDENCE, seed, is_mean_given=True)
            hits.append(low * own.var(ddof=1) <= every.var() <= high * own.var(ddof=1))
    return float(np.mean(hits))


def plans(
    results: Mapping[str, Result], splits: int, experiments: int, seed: int
) -> Iterator[tuple[float, float, float, float, float]]:
    """Yield plans for pairs of systems, drawn at random, with splits of the documents; see `plan`."""
    rng = random.Random(seed)
    pairs = list(itertools.combinations(results, 2))
    for first, second in rng.sample(pairs, min(PAIRS, len(pairs))):
        one, other = results[first], results[second]
        metrics = dict(one.metrics)
        sample = Sample.of(aligned_counts({first: one, second: other}, metrics), metrics, one.settings)
        for _ in range(splits):
            order = list(range(len(sample.counts)))
            rng.shuffle(order)
            halves = [np.array(order[: len(order) // 2]), np.array(order[len(order) // 2 :])]
            for metric in METRICS:
                for pilot, rest in (halves, halves[::-1]):
                    yield from plan(sample, pilot, rest, metric, experiments, rng)


def part(sample: Sample, rows: Integers) -> Sample:
    """Return the sample of some documents."""
    return replace(sample, counts=sample.counts[rows], strata=(len(rows),))


def plan(
    sample: Sample, first: Integers, second: Integers, metric: str, experiments: int, rng: random.Random
) -> Iterator[tuple[float, float, float, float, float]]:
    """Yield what one plan says and what happens, unless the whole corpus would plan too few or too many documents.

    That is: the number of documents, the power planned, the power that the other half would plan for this number, the power that
    happens, and the width of the first system's interval on the other half divided by the planned one.
    """
    pilot, rest = part(sample, first), part(sample, second)
    outputs = [pilot.outputs.index((system, metric, "f1")) for system in (0, 1)]
    values, actual, every = (
        pseudo_values(each.observed, each.left_out)[outputs] for each in (pilot, rest, sample)
    )
    true = float(rest.observed[outputs[0]] - rest.observed[outputs[1]])
    if not true:
        return
    seed = rng.randrange(2**31)
    own, theirs, whole = (with_mean(each[0] - each[1], true) for each in (values, actual, every))
    planned, between = (documents_for_power(each, POWER, LEVEL, seed) for each in (own, whole))
    if planned is None or between is None or not FEWEST <= between <= MOST:
        return
    pair = [((0, metric, "f1"), (1, metric, "f1"))]
    hits = 0
    for _ in range(experiments):
        drawn = part(rest, np.array([rng.randrange(len(rest.counts)) for _ in range(planned)]))
        observed = drawn.observed[outputs[:1]] - drawn.observed[outputs[1:]]
        chance, exhaustive = swaps(
            drawn.counts, drawn.differences_when_swapped(pair), resamples=SWAPS, seed=rng.randrange(2**31)
        )
        hits += bool(p_values(chance, observed, exhaustive=exhaustive)[0] < LEVEL and observed[0] * true > 0)
    yield (
        planned,
        power(own, planned, LEVEL, seed),
        power(theirs, planned, LEVEL, seed),
        hits / experiments,
        half_width(actual[0], planned, CONFIDENCE) / half_width(values[0], planned, CONFIDENCE),
    )


if __name__ == "__main__":
    main()
