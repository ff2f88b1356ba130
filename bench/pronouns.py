"""Measure τ of metrics for replaced pronouns on systems that differ in their pronouns, next to mixture A as it is.

In *pronouns vary* each system of mixture A gets one more step: `moved-pronouns` at a rate that is uniform in 0 to 0.6. In *by type* a
system has only errors that strike one type of mentions, each at such a rate: pronouns and nouns are wrong independently of each other, as in
rule-based resolvers. Sets are studied with and without the systems that have boundary errors. `docs/study.md` has the results.

    python bench/pronouns.py KEY.conllu --systems 60 --seed 1
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

import corefeval
from corefeval.simulation.mixtures import Recipe, mixture_a
from corefeval.studies.study import GIVEN, Prediction

METRICS = ("conll", "arcs.inferred(of=pronouns)", "prague", "dominant")
USES = ("use.replace", "use.agree")
TYPES = ("moved-names", "moved-nominals", "moved-pronouns")
HIGHEST = 0.6
"""Of the rates of further errors in pronouns."""


def with_pronouns(recipe: Recipe, seed: int) -> Recipe:
    """Return a system that makes errors in pronouns besides its own."""
    rate = round(HIGHEST * np.random.default_rng([seed, recipe.seed]).random(), 4)
    steps = tuple(step for step in recipe.steps if step[0] != "moved-pronouns")
    return replace(recipe, steps=(*steps, ("moved-pronouns", rate)))


def by_type(recipe: Recipe, seed: int) -> Recipe:
    """Return a system whose errors strike names, nominals and pronouns, each at a rate of its own."""
    rates = HIGHEST * np.random.default_rng([seed, recipe.seed, 1]).random(len(TYPES))
    return replace(recipe, steps=tuple(zip(TYPES, rates.round(4).tolist(), strict=True)))


def bounds(found: Prediction) -> str:
    """Return the difference from CoNLL with its intervals over documents and systems."""
    if found.difference is None or found.difference_documents is None or found.difference_systems is None:
        return "–"
    over = [
        "{:+.2f}, {:+.2f}".format(*pair) for pair in (found.difference_documents, found.difference_systems)
    ]
    return f"{found.difference:+.2f} d[{over[0]}] s[{over[1]}]"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("key")
    parser.add_argument("--systems", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    key = corefeval.load(arguments.key)
    drawn = mixture_a(arguments.systems, arguments.seed)
    sets = {
        "mixture A": drawn,
        "pronouns vary": [with_pronouns(recipe, arguments.seed) for recipe in drawn],
        "by type": [by_type(recipe, arguments.seed) for recipe in drawn],
    }
    for name, recipes in sets.items():
        made = {recipe.name: recipe.make(key) for recipe in recipes}
        calm = {recipe.name for recipe in recipes if "boundaries" not in dict(recipe.steps)}
        studied = {name: made}
        if len(calm) < len(made):
            studied[f"{name}, no boundaries"] = {each: made[each] for each in made if each in calm}
        for title, chosen in studied.items():
            study = corefeval.study(
                key, chosen, metrics=",".join((*METRICS, *USES)), seed=arguments.seed, language="en"
            )
            print(f"\n{title}: {len(chosen)} systems")
            for use in USES:
                for metric in METRICS:
                    found = study[GIVEN, use, metric]
                    print(f"{use} {metric} {found.tau:.2f} − CoNLL: {bounds(found)}")


if __name__ == "__main__":
    main()
