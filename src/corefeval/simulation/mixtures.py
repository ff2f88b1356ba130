"""Mixtures: simulated systems that make several kinds of errors, one after the other.

Mixture A draws two to five kinds for each system, at rates between 2 and 30 %. Mixture B checks choices made on A:
each system has one of five fixed groups of three kinds. Most have low rates, some rates up to 70 %.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.labels import NO_TABLE, TypeTable
from corefeval.simulation.errors import ERRORS, Disturbance
from corefeval.text import plain_number

KINDS = tuple(name for name, error in ERRORS.items() if error.needs != "codes")
"""The kinds of errors that mixtures are made of: all that a key with words allows."""
LOWEST, HIGHEST = 0.02, 0.3
"""The lowest and the highest rate in mixture A."""
FEWEST, MOST = 2, 5
"""The fewest and the most kinds of errors of a system in mixture A."""
SCALE = 0.7
"""The highest rate in mixture B: rates are this times a number with the distribution Beta(1, 3)."""

GROUPS = (
    ("missed", "split", "boundaries"),
    ("invented", "merged", "moved"),
    ("moved-names", "cut-names", "merged-by-type"),
    ("moved-pronouns", "moved-nominals", "missed"),
    ("boundaries", "moved-nominals", "merged"),
)
"""The groups of kinds in mixture B: cautious, eager, wrong about names, wrong about other mentions, wrong about nouns."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The errors of a simulated system, in the order in which they are applied.

    Attributes:
        name: the name of the system.
        steps: kinds of errors, each with its rate.
        seed: the random seed that chooses mentions and entities.
    """

    name: str
    steps: tuple[tuple[str, float], ...]
    seed: int

    def __str__(self) -> str:
        """Return kinds and rates, for example `missed 0.12, split 0.05`."""
        return ", ".join(f"{kind} {plain_number(rate)}" for kind, rate in self.steps)

    def make(self, key: Corpus, language: str = "", table: TypeTable = NO_TABLE) -> Corpus:
        """Return the response of the system: the key with its errors.

        Args:
            key: the key as read.
            language: the language of plain tokens, needed to find mention types.
            table: the mention type of each label.
        """
        response = key
        for step, (kind, rate) in enumerate(self.steps):
            draw = Disturbance(response, [kind], self.seed + step, language, table)
            response, _ = draw.make(kind, rate)
        return response


def mixture_a(count: int, seed: int) -> list[Recipe]:
    """Return systems with two to five kinds of errors at rates that are uniform in 0.02 to 0.3.

    Examples:
        >>> [recipe.name for recipe in mixture_a(2, seed=1)]
        ['A1', 'A2']
    """

    def steps(rng: np.random.Generator) -> list[tuple[str, float]]:
        number = FEWEST + int(rng.random() * (MOST - FEWEST + 1))
        chosen = np.argsort(rng.random(len(KINDS)))[:number].tolist()
        return [(KINDS[place], LOWEST + (HIGHEST - LOWEST) * rng.random()) for place in chosen]

    return _recipes("A", count, seed, steps)


def mixture_b(count: int, seed: int) -> list[Recipe]:
    """Return systems with one of five groups of errors in turn, at rates 0.7 · Beta(1, 3)."""
    groups = iter(range(count))

    def steps(rng: np.random.Generator) -> list[tuple[str, float]]:
        group = GROUPS[next(groups) % len(GROUPS)]
        return [(kind, SCALE * (1 - (1 - rng.random()) ** (1 / 3))) for kind in group]

    return _recipes("B", count, seed, steps)


MIXTURES: Mapping[str, Callable[[int, int], Sequence[Recipe]]] = {
    "mixture A": mixture_a,
    "mixture B": mixture_b,
}
"""The mixtures by name. Metrics are chosen on the first one; the second one is held out."""


def _recipes(
    letter: str, count: int, seed: int, steps: Callable[[np.random.Generator], list[tuple[str, float]]]
) -> list[Recipe]:
    """Return the systems of a mixture, with rates of four decimals.

    Only uniform numbers are drawn, because numpy guarantees their stream across versions.
    """
    found = []
    for number in range(1, count + 1):
        rng = np.random.default_rng([seed, *letter.encode(), number])
        drawn = tuple((kind, round(rate, 4)) for kind, rate in steps(rng))
        found.append(Recipe(f"{letter}{number}", drawn, int(rng.random() * 2**31)))
    return found
