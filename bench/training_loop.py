"""The share of a training loop that goes into evaluation: 2,000 steps, CoNLL F1 of 32 documents at each.

    python bench/training_loop.py [--steps N] [--mentions N] [--shape SHAPE]

It needs torch (`make integrations` installs it). The model scores pairs of mentions from random features, with one hidden layer; a
step is forward, loss, backward and Adam on all documents, and clusters follow from the best antecedent of each mention. To measure another
version of corefeval, put its `src` on PYTHONPATH. Printed are CPU seconds of one thread.
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import pairwise
from typing import Any

import torch

import corefeval
from in_memory import SHAPES, document

DOCUMENTS, FEATURES, HIDDEN = 32, 32, 128


def pair_scores(pair: torch.nn.Sequential, features: torch.Tensor) -> torch.Tensor:
    """Return scores of mention x antecedent for all documents; the last column is that a mention has none."""
    count = features.shape[1]
    left = features[:, :, None].expand(-1, -1, count, -1)
    right = features[:, None].expand(-1, count, -1, -1)
    scores = pair(torch.cat([left, right, left * right], -1)).squeeze(-1)
    earlier = torch.ones(count, count).tril(-1).bool()
    return torch.cat([scores.masked_fill(~earlier, -1e4), torch.zeros(*scores.shape[:2], 1)], -1)


def clusters(spans: list[Any], antecedents: list[int]) -> list[list[Any]]:
    """Return the clusters of at least two mentions that antecedents lead to."""
    entity: list[int] = []
    found: list[list[Any]] = []
    for mention, antecedent in enumerate(antecedents):
        entity.append(entity[antecedent] if antecedent < mention else len(found))
        if entity[-1] == len(found):
            found.append([])
        found[entity[-1]].append(spans[mention])
    return [members for members in found if len(members) > 1]


def main() -> None:
    """Train, evaluate at every step, and print where the time went."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--mentions", type=int, default=40)
    parser.add_argument("--shape", choices=SHAPES, default="lists of tuples")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    draw = random.Random(0)
    key = {str(number): document(options.mentions, draw)[0] for number in range(DOCUMENTS)}
    spans = [sorted(span for cluster in found for span in cluster) for found in key.values()]
    length = min(map(len, spans))
    spans = [each[:length] for each in spans]
    shaped = SHAPES[options.shape]
    gold = {name: shaped(found) for name, found in key.items()}
    features = torch.randn(DOCUMENTS, length, FEATURES)
    right = torch.full((DOCUMENTS, length), length)
    for row, found in enumerate(key.values()):
        places = {span: place for place, span in enumerate(spans[row])}
        for cluster in found:
            members = sorted(places[span] for span in cluster if span in places)
            for before, mention in pairwise(members):
                right[row, mention] = before
    model = torch.nn.Sequential(
        torch.nn.Linear(3 * FEATURES, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 1)
    )
    optimizer = torch.optim.Adam(model.parameters(), 1e-3)
    spent = {"training": 0.0, "evaluation": 0.0}
    for step in range(options.steps):
        start = time.process_time()
        scores = pair_scores(model, features)
        loss = torch.nn.functional.cross_entropy(scores.transpose(1, 2), right)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        best = scores.argmax(-1).tolist()
        system = {name: shaped(clusters(spans[row], best[row])) for row, name in enumerate(gold)}
        spent["training"] += time.process_time() - start
        start = time.process_time()
        f1 = corefeval.score(gold, system, metrics="conll").f1
        spent["evaluation"] += time.process_time() - start
        if step + 1 == options.steps:
            print(f"CoNLL F1 {f1}")
    share = spent["evaluation"] / sum(spent.values())
    print(
        f"{corefeval.__version__}: {spent['training']:.1f} s training, {spent['evaluation']:.1f} s evaluation, {share:.1%}"
    )


if __name__ == "__main__":
    main()
