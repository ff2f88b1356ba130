"""Fit weights to measured uses and print the leave-one-out errors, next to those of choosing another metric.

`corefeval study --fit` does this for one metric. Here the families are compared: LMetrics with the weights in the order of the papers and in any
order, `dominant`, and the metrics of the study. The last columns have τ on mixture B with the weights chosen on mixture A.
`docs/study-gum.md` has the results.

    python bench/weights.py KEY.conllu --systems 60 --seed 1
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from corefeval.applications.evidence import STUDIED
from corefeval.applications.weights import candidates
from corefeval.arrays import Floats
from corefeval.evaluation.request import Request
from corefeval.metrics import parse_metric
from corefeval.metrics.base import FILES
from corefeval.simulation.mixtures import MIXTURES
from corefeval.studies.fitting import best, gain_bounds, left_out_errors
from corefeval.studies.rank_agreement import rank_agreement

LEVELS = (0.1, 0.4, 0.7, 1.0)
"""Weights of names, nominals and pronouns."""


def families() -> dict[str, list[str]]:
    """Return for each family the metrics to choose from; the first one is the default."""
    any_order = [vector for vector in product(LEVELS, repeat=3) if max(vector) == 1]
    return {
        "lconll, name >= nominal >= pronoun": [
            "lconll",
            *(
                f"lconll(nominal={one},pronoun={other})"
                for one, other in product(LEVELS, repeat=2)
                if other <= one
            ),
        ],
        "lconll, any order": [
            "lconll",
            *("lconll(name={},nominal={},pronoun={})".format(*vector) for vector in any_order),
        ],
        "dominant": candidates("dominant"),
        "another metric instead of lconll": list(dict.fromkeys(["lconll", *STUDIED])),
    }


def scores(path: str, systems: int, seed: int, names: Sequence[str]) -> dict[str, dict[str, Floats]]:
    """Return F1 of every use and metric on every system of each mixture; undefined is 0."""
    request = Request.of(metrics=[*FILES["uses"]])
    key = request.read_key(path)
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


def report(found: Mapping[str, Mapping[str, Floats]]) -> None:
    """Print errors of default and fitted weights for each use."""
    fit, check = found.values()
    for family, names in families().items():
        metrics, others = (np.stack([each[name] for name in names]) for each in (fit, check))
        print(f"\n{family}: {len(names)} candidates")
        print(
            "use | wrong decisions: default, fitted | τ on mixture B: default, fitted | chosen on all systems"
        )
        rows, gains = [], []
        for use in FILES["uses"]:
            default, fitted = left_out_errors(metrics, fit[use])
            chosen = best(rank_agreement(metrics, fit[use][None]).tau[0, :, 0])
            tau = rank_agreement(others, check[use][None]).tau[0, :, 0]
            rows.append((np.nanmean(default), np.nanmean(fitted), tau[0], tau[chosen]))
            gains.append(np.nan_to_num(default - fitted))
            print(use, "| {:.3f} {:.3f} | {:.3f} {:.3f} |".format(*rows[-1]), names[chosen])
        print("mean", "| {:.3f} {:.3f} | {:.3f} {:.3f}".format(*np.mean(rows, axis=0)))
        gain = np.mean(gains, axis=0)
        low, high = gain_bounds(gain, 2000, 0.95, 1) or (np.nan, np.nan)
        print(f"fewer wrong decisions: {gain.mean():.4f} [{low:.4f}, {high:.4f}] over systems")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("key")
    parser.add_argument("--systems", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = dict.fromkeys(name for own in families().values() for name in own)
    report(scores(given.key, given.systems, given.seed, list(names)))


if __name__ == "__main__":
    main()
