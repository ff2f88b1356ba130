"""Evidence: how well a metric predicts a directly measured use, and on which data. This module has data only.

Kendall's τ-b over systems between the F1 of a metric and the F1 of a use, on 40 held-out documents of GUM. The systems
are two mixtures of simulated errors and a grid of rule-based resolvers, without boundary errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SYSTEMS = ("mixture A", "mixture B", "resolvers")
"""The sets of systems that agreement was measured on."""
BASIS = (
    "Kendall's τ (1: the metric ranks all systems as the use does; 0: no relation), on 40 documents of GUM. "
    "Systems: 62 with simulated errors (mixture A), 40 with another mixture (B), and 62 rule-based resolvers; "
    "none is neural. [low, high]: 95% bootstrap over documents"
)
"""The data behind the numbers, in words."""


@dataclass(frozen=True, slots=True)
class Tau:
    """Agreement with a use on one set of systems.

    Attributes:
        value: Kendall's τ-b.
        low: the lower end of its interval.
        high: the upper end.
    """

    value: float
    low: float
    high: float

    @property
    def agreeing(self) -> float:
        """The share of pairs of systems that both rank in the same order: (1 + τ) / 2 without ties."""
        return (1 + self.value) / 2

    def __str__(self) -> str:
        """Return it as tables print it: .75 [.72, .77]."""
        value, low, high = (f"{each:.2f}".removeprefix("0") for each in (self.value, self.low, self.high))
        return f"{value} [{low}, {high}]"


def _taus(*rows: tuple[float, float, float]) -> tuple[Tau, ...]:
    return tuple(Tau(*row) for row in rows)


TAUS: Mapping[str, Mapping[str, Sequence[Tau]]] = {
    "use.facts": {
        "conll": _taus((0.75, 0.72, 0.77), (0.72, 0.69, 0.76), (0.69, 0.60, 0.76)),
        "parent": _taus((0.47, 0.41, 0.53), (0.44, 0.37, 0.53), (0.51, 0.44, 0.57)),
    },
    "use.facts-names": {
        "parent": _taus((0.78, 0.72, 0.80), (0.75, 0.65, 0.80), (0.59, 0.51, 0.68)),
        "conll": _taus((0.60, 0.50, 0.67), (0.43, 0.31, 0.52), (0.60, 0.48, 0.69)),
    },
    "use.search": {
        "arcs.anchor(anchor=dominant)": _taus((0.61, 0.58, 0.65), (0.57, 0.53, 0.64), (0.37, 0.24, 0.53)),
        "conll": _taus((0.57, 0.54, 0.59), (0.53, 0.50, 0.59), (0.40, 0.31, 0.48)),
    },
    "use.search-ap": {
        "arcs.anchor(anchor=dominant)": _taus((0.52, 0.47, 0.55), (0.49, 0.42, 0.56), (0.30, 0.15, 0.51)),
        "conll": _taus((0.50, 0.46, 0.54), (0.49, 0.43, 0.55), (0.48, 0.42, 0.53)),
    },
    "use.replace": {
        "arcs.inferred(of=pronouns)": _taus((0.82, 0.71, 0.85), (0.82, 0.73, 0.86), (0.90, 0.85, 0.94)),
        "arcs.inferred": _taus((0.74, 0.65, 0.77), (0.61, 0.52, 0.68), (0.25, 0.19, 0.33)),
        "conll": _taus((0.70, 0.61, 0.72), (0.46, 0.38, 0.54), (0.34, 0.27, 0.39)),
    },
    "use.agree": {
        "arcs.inferred(of=pronouns)": _taus((0.63, 0.58, 0.68), (0.65, 0.58, 0.69), (0.86, 0.80, 0.92)),
        "conll": _taus((0.65, 0.59, 0.71), (0.48, 0.38, 0.53), (0.43, 0.36, 0.48)),
    },
    "use.chains": {
        "arcs.immediate": _taus((0.75, 0.74, 0.78), (0.73, 0.70, 0.77), (0.87, 0.81, 0.91)),
        "conll": _taus((0.63, 0.61, 0.65), (0.52, 0.48, 0.56), (0.68, 0.63, 0.72)),
    },
}
"""By use and metric: τ on each set of systems."""

STUDIED = (
    "muc",
    "bcub",
    "ceafm",
    "ceafe",
    "conll",
    "lea",
    "blanc",
    "mention",
    "lmuc",
    "lbcub",
    "lceafe",
    "lconll",
    "arcs.immediate",
    "arcs.inferred",
    "arcs.inferred(of=pronouns)",
    "arcs.anchor",
    "arcs.anchor(anchor=dominant)",
    "parent",
    "dominant",
    "prague",
    "basic",
)
"""The metrics whose agreement with uses was measured; `study` uses them by default."""
