"""Fit the weights of LMetrics and the coefficients of `dominant` to measured uses, and print the leave-one-out error.

For each use: weights are chosen on all systems but one, and the left-out system is predicted with them. The error is compared with that
of the default weights, and the weights chosen on mixture A are checked on mixture B. `docs/study.md` has the results.

    python bench/weights.py KEY.conllu --systems 40 --seed 1
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from corefeval.applications.evidence import STUDIED
from corefeval.arrays import Floats
from corefeval.evaluation.request import Request
from corefeval.metrics import parse_metric
from corefeval.metrics.base import FILES
from corefeval.simulation.mixtures import MIXTURES
from corefeval.studies.rank_agreement import rank_agreement

LEVELS = (0.1, 0.4, 0.7, 1.0)
STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)


def candidates() -> dict[str, dict[str, str]]:
    """Return for each family the metrics to choose from; the first one has the default weights."""
    weights = [vector for vector in product(LEVELS, repeat=3) if max(vector) == 1]
    named = {
        vector: "lconll(name={},nominal={},pronoun={})".format(*vector)
        for vector in [(1, 0.75, 0.5), *weights]
    }
    ordered = {vector: name for vector, name in named.items() if vector[0] >= vector[1] >= vector[2]}
    coefficients = [(wt, wl, wtl) for wt, wl, wtl in product(STEPS, repeat=3) if wtl <= min(wt, wl)]
    return {
        "lconll, names at least nominals at least pronouns": {
            str(each): name for each, name in ordered.items()
        },
        "lconll, any order": {str(each): name for each, name in named.items()},
        "a metric of the study, each with its default weights": {
            name: name for name in dict.fromkeys(["lconll", *STUDIED])
        },
        "dominant": {
            str(each): "dominant(wt={},wl={},wtl={})".format(*each)
            for each in dict.fromkeys([(0.75, 0.5, 0.25), *coefficients])
        },
    }


def scores(key_path: str, systems: int, seed: int, names: Sequence[str]) -> dict[str, dict[str, Floats]]:
    """Return F1 of every metric on every system of each mixture."""
    request = Request.of(metrics=[*FILES["uses"]])
    key = request.read_key(key_path)
    run = request.on(key)
    parsed = {name: parse_metric(name) for name in names}
    found: dict[str, dict[str, list[float]]] = {}
    for mixture, recipes in MIXTURES.items():
        own = found.setdefault(mixture, {name: [] for name in (*FILES["uses"], *names)})
        for recipe in recipes(systems, seed):
            result = run.score(key, recipe.make(key))
            for name in FILES["uses"]:
                own[name].append(result[name]["f1"] or 0.0)
            assert result.pairing is not None
            for name, metric in parsed.items():
                totals = result.pairing.count(metric).totals()
                own[name].append(float(np.nan_to_num(metric.scores(totals, run.settings)["f1"])))
    return {mixture: {name: np.array(own) for name, own in each.items()} for mixture, each in found.items()}


def best(metrics: Floats, use: Floats) -> int:
    """Return the candidate with the highest τ, the first one of several."""
    tau = rank_agreement(metrics, use[None]).tau[0, :, 0]
    return int(np.argmax(np.round(np.nan_to_num(tau, nan=-1.0), 9)))


def wrong(metric: Floats, use: Floats, one: int) -> float:
    """Return the share of decisions between one system and the others that are wrong; an undecided one is half wrong."""
    order, wanted = (np.sign(np.round(scores - scores[one], 12)) for scores in (metric, use))
    decided = wanted != 0
    return float(((1 - order * wanted) / 2)[decided].mean()) if decided.any() else float("nan")


def line(metric: Floats, use: Floats) -> tuple[float, float, float]:
    """Return slope, which is not negative, intercept and squared error of the best line from metric to use."""
    centred = metric - metric.mean()
    slope = max(0.0, float(centred @ use) / max(float(centred @ centred), 1e-12))
    intercept = float(use.mean() - slope * metric.mean())
    return slope, intercept, float(((slope * metric + intercept - use) ** 2).sum())


def miss(metrics: Floats, use: Floats, one: int) -> float:
    """Return by how much the best line of the best candidate misses a system that it was fitted without."""
    rest = np.arange(len(use)) != one
    lines = [line(metric[rest], use[rest]) for metric in metrics]
    chosen = min(range(len(lines)), key=lambda place: round(lines[place][2], 12))
    slope, intercept, _ = lines[chosen]
    return abs(slope * float(metrics[chosen, one]) + intercept - float(use[one]))


def report(found: Mapping[str, Mapping[str, Floats]]) -> None:
    """Print errors of default and fitted weights for each use."""
    fit, check = found.values()
    for family, by_weights in candidates().items():
        names = list(by_weights.values())
        metrics, others = (np.stack([each[name] for name in names]) for each in (fit, check))
        print(f"\n{family}: {len(names)} candidates")
        print(
            "use | wrong decisions: default, fitted | points missed: default, fitted | τ on B: default, fitted | weights"
        )
        rows, gained = [], []
        for use in FILES["uses"]:
            systems = range(len(fit[use]))
            rest = [np.arange(len(fit[use])) != one for one in systems]
            fitted = [best(metrics[:, keep], fit[use][keep]) for keep in rest]
            chosen = best(metrics, fit[use])
            tau = rank_agreement(others, check[use][None]).tau[0, :, 0]
            default = np.array([wrong(metrics[0], fit[use], one) for one in systems])
            left_out = np.array([wrong(metrics[place], fit[use], one) for one, place in enumerate(fitted)])
            gained.append(np.nan_to_num(default - left_out))
            row = (
                np.nanmean(default),
                np.nanmean(left_out),
                100 * np.mean([miss(metrics[:1], fit[use], one) for one in systems]),
                100 * np.mean([miss(metrics, fit[use], one) for one in systems]),
                tau[0],
                tau[chosen],
            )
            rows.append(row)
            print(
                use,
                "| {:.3f} {:.3f} | {:.2f} {:.2f} | {:.3f} {:.3f} |".format(*row),
                list(by_weights)[chosen],
            )
        print("mean", "| {:.3f} {:.3f} | {:.2f} {:.2f} | {:.3f} {:.3f}".format(*np.mean(rows, axis=0)))
        gains = np.array(gained).mean(axis=0)
        drawn = np.random.default_rng(1).choice(gains, (2000, len(gains))).mean(axis=1)
        low, high = np.quantile(drawn, [0.025, 0.975])
        print(f"fewer wrong decisions: {gains.mean():.4f} [{low:.4f}, {high:.4f}] over systems")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--systems", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = dict.fromkeys(name for by_weights in candidates().values() for name in by_weights.values())
    report(scores(given.key, given.systems, given.seed, list(names)))


if __name__ == "__main__":
    main()
