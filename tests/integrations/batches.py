"""Documents in batches, and their scores by one call of `score`."""

from __future__ import annotations

import random
from typing import Any

import corefeval

Document = list[list[tuple[int, int]]]

METRICS = "muc,bcub,ceafe,ceafm,blanc,lea,conll,mention"


def documents(number: int, seed: int = 0) -> tuple[list[Document], list[Document]]:
    """Return documents of a key and of a response that finds most mentions and puts some into the wrong cluster."""
    chance = random.Random(seed)
    key, response = [], []
    for _ in range(number):
        gold: Document = [[] for _ in range(chance.randint(1, 5))]
        system: Document = [[] for _ in range(len(gold) + 1)]
        for start in range(chance.randint(2, 20)):
            cluster, mention = chance.randrange(len(gold)), (2 * start, 2 * start + chance.randint(0, 1))
            gold[cluster].append(mention)
            if chance.random() < 0.9:
                system[cluster if chance.random() < 0.8 else chance.randrange(len(system))].append(mention)
        key.append([cluster for cluster in gold if cluster])
        response.append([cluster for cluster in system if cluster])
    return key, response


def expected(key: list[Document], response: list[Document], **options: Any) -> dict[str, float | None]:
    """Return the scores of `score` on all documents at once."""
    gold, system = (
        {f"document {number}": clusters for number, clusters in enumerate(side)} for side in (key, response)
    )
    result: corefeval.Result = corefeval.score(gold, system, **options)
    return result.flat()
