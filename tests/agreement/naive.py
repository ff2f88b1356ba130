"""Agreement by its definitions, pair of values by pair of values: what the tests hold the fast way against."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, permutations

Value = frozenset[Hashable]
Annotation = Mapping[str, Sequence[Sequence[int]]]
Coded = list[tuple[str, tuple[str, int], Value]]
"""Who, which unit (document and mention), and the set of mentions of its chain."""


def passonneau(one: Value, other: Value) -> float:
    """Return 0 of equal sets, 1/3 where one holds the other, 2/3 where they overlap, 1 where they do not."""
    if one == other:
        return 0.0
    return 1 / 3 if one <= other or other <= one else 2 / 3 if one & other else 1.0


def masi(one: Value, other: Value) -> float:
    """Return 1 less Jaccard's coefficient times 1 less Passonneau's distance."""
    return 1 - len(one & other) / len(one | other) * (1 - passonneau(one, other))


DISTANCES: Mapping[str, Callable[[Value, Value], float]] = {"passonneau": passonneau, "masi": masi}


def coded(annotations: Mapping[str, Annotation], unmarked: str = "own") -> Coded:
    """Return the value of each unit for each annotator."""
    found: Coded = []
    for document in next(iter(annotations.values())):
        chains = {name: annotation[document] for name, annotation in annotations.items()}
        units = sorted({mention for each in chains.values() for chain in each for mention in chain})
        for unit in units:
            for name, own in chains.items():
                values = [frozenset((document, other) for other in chain) for chain in own if unit in chain]
                alone = (document, unit) if unmarked == "singleton" else ("not marked", document, unit)
                value: Value = values[0] if values else frozenset([alone])
                found.append((name, (document, unit), value))
    return found


def alpha(data: Coded, distance: Callable[[Value, Value], float]) -> float:
    """Return Krippendorff's α, what is expected coming from all units."""
    observed, expected = disagreements(data, distance)
    return 1 - observed / expected


def alpha_within(data: Coded, distance: Callable[[Value, Value], float]) -> float:
    """Return α, what is expected coming from the units of the same document; a document of one unit is left out."""
    observed, expected = 0.0, 0.0
    for document in sorted({unit[0] for _, unit, _ in data}):
        own = [row for row in data if row[1][0] == document]
        if len({unit for _, unit, _ in own}) > 1:
            both = disagreements(own, distance)
            observed, expected = observed + both[0], expected + both[1]
    return 1 - observed / expected


def disagreements(data: Coded, distance: Callable[[Value, Value], float]) -> tuple[float, float]:
    """Return the observed and the expected disagreement, each value weighing 1."""
    units: dict[tuple[str, int], list[Value]] = {}
    for _, unit, value in data:
        units.setdefault(unit, []).append(value)
    observed = sum(
        distance(one, other) / (len(values) - 1)
        for values in units.values()
        for one, other in permutations(values, 2)
    )
    every = [value for _, _, value in data]
    expected = sum(distance(one, other) for one, other in permutations(every, 2)) / (len(every) - 1)
    return observed, expected


def links(annotations: Mapping[str, Annotation]) -> list[tuple[str, tuple[str, int, int], bool]]:
    """Return for each annotator and two units of a document whether they are in one chain."""
    found = []
    for document in next(iter(annotations.values())):
        chains = {name: annotation[document] for name, annotation in annotations.items()}
        units = sorted({mention for each in chains.values() for chain in each for mention in chain})
        for one, other in combinations(units, 2):
            for name, own in chains.items():
                found.append((name, (document, one, other), any({one, other} <= set(chain) for chain in own)))
    return found


def drawn(seed: int, annotators: int, documents: int) -> dict[str, Annotation]:
    """Return annotations at random: mentions left out, others in one of three chains."""
    random_numbers = random.Random(seed)
    found: dict[str, Annotation] = {}
    for name in "abcd"[:annotators]:
        annotation = {}
        for document in range(documents):
            chains: dict[int, list[int]] = {}
            for mention in range(8):
                if random_numbers.random() < 0.8:
                    chains.setdefault(random_numbers.randrange(3), []).append(mention)
            annotation[f"document {document}"] = list(chains.values())
        found[name] = annotation
    return found


PASSONNEAU_2004 = {
    "a": [[0, 3], [1, 4, 5, 10], [2, 7], [6, 8, 9]],
    "b": [[0, 3], [1, 4, 5, 10], [2], [6, 9], [7], [8]],
    "c": [[0, 3], [1, 4, 5, 10], [2, 7, 8, 9], [6]],
}
"""The eleven noun phrases and three coders of the worked example of Passonneau (2004), as it is handed down in public code."""
