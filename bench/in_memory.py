"""How fast clusters in memory are scored, against the evaluators that repositories copy: microseconds a document.

    python bench/in_memory.py --evaluator METRICS.PY --coval DIR [--rounds N] [--sizes 32x12 …] [--markdown]

METRICS.PY is the `metrics.py` of yuvalkirstain/s2e-coref, DIR a checkout of ns-moosavi/coval. All programs score the same
clusters in turns, in one process, and must agree on CoNLL F1 to twelve digits. Printed is the least CPU time of each.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

import corefeval

Span = tuple[int, int]
Clusters = list[list[Span]]

SIZES = ((1, 12), (32, 12), (32, 40), (32, 200), (343, 90))
"""Documents and mentions a document."""

SHAPES: dict[str, Callable[[Clusters], Any]] = {
    "lists of tuples": lambda clusters: clusters,
    "lists of lists": lambda clusters: [[list(span) for span in cluster] for cluster in clusters],
    "tuples of tuples": lambda clusters: tuple(map(tuple, clusters)),
    "arrays": lambda clusters: [np.array(cluster) for cluster in clusters],
}
"""The forms of a document's clusters; tensors are added if torch is installed."""
with suppress(ImportError):
    import torch

    SHAPES["tensors"] = lambda clusters: [torch.tensor(cluster) for cluster in clusters]


def document(mentions: int, draw: random.Random) -> tuple[Clusters, Clusters]:
    """Return the key and the response of a document: a third of the response's mentions is moved, a tenth is new."""
    spans = [(place, place + draw.randrange(4)) for place in range(0, 7 * mentions, 7)]
    entities = max(1, mentions // 4)
    key = {span: draw.randrange(entities) for span in spans}
    moved = {
        (span if draw.random() > 0.1 else (span[0] + 1, span[1] + 1)): (
            entity if draw.random() > 1 / 3 else draw.randrange(entities)
        )
        for span, entity in key.items()
    }
    return clusters(key), clusters(moved)


def clusters(entity: dict[Span, int]) -> Clusters:
    """Return clusters of at least two mentions."""
    found: dict[int, list[Span]] = {}
    for span, number in entity.items():
        found.setdefault(number, []).append(span)
    return [spans for spans in found.values() if len(spans) > 1]


def loaded(path: Path) -> Any:
    """Return a module from a file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_mention(found: Iterable[Any]) -> dict[Any, Any]:
    """Return the cluster of each mention."""
    return {mention: cluster for cluster in found for mention in cluster}


def hashable(found: Iterable[Any]) -> list[tuple[Span, ...]]:
    """Return clusters as the other evaluators need them: tuples of tuples."""
    lists = (cluster.tolist() if hasattr(cluster, "tolist") else cluster for cluster in found)
    return [tuple(map(tuple, cluster)) for cluster in lists]


def main() -> None:
    """Print a row for each size and shape."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--evaluator", type=Path, required=True)
    parser.add_argument("--coval", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--sizes", nargs="+", default=[f"{size[0]}x{size[1]}" for size in SIZES])
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    copied = loaded(options.evaluator)
    sys.path.insert(0, str(options.coval))
    evaluator = importlib.import_module("coval.eval.evaluator")

    def ours(keys: list[Any], responses: list[Any]) -> float:
        if len(keys) == 1:
            return float(corefeval.score(keys[0], responses[0], metrics="conll").f1 or 0.0)
        gold, system = (dict(enumerate(side)) for side in (keys, responses))
        return float(corefeval.score(gold, system, metrics="conll").f1 or 0.0)

    def s2e(keys: list[Any], responses: list[Any]) -> float:
        scorer = copied.CorefEvaluator()
        for key, response in zip(keys, responses, strict=True):
            gold, system = hashable(key), hashable(response)
            scorer.update(system, gold, by_mention(system), by_mention(gold))
        return float(scorer.get_f1())

    def coval(keys: list[Any], responses: list[Any]) -> float:
        infos = {}
        for number, (key, response) in enumerate(zip(keys, responses, strict=True)):
            gold, system = hashable(key), hashable(response)
            # coval asks for the number of the cluster of each mention, and leaves out those that have none
            of_key, of_response = (
                {mention: place for place, cluster in enumerate(side) for mention in cluster}
                for side in (gold, system)
            )
            infos[number] = (
                gold,
                system,
                {mention: of_response[mention] for mention in of_key if mention in of_response},
                {mention: of_key[mention] for mention in of_response if mention in of_key},
            )
        parts = (evaluator.muc, evaluator.b_cubed, evaluator.ceafe)
        return float(sum(evaluator.evaluate_documents(infos, part)[2] for part in parts) / 3)

    programs = {"corefeval": ours, "s2e": s2e, "coval": coval}
    bar = " | " if options.markdown else "  "
    print(bar.join(["documents x mentions", "shape", *programs]))
    for documents, mentions in (map(int, size.split("x")) for size in options.sizes):
        draw = random.Random(mentions)
        pairs = [document(mentions, draw) for _ in range(documents)]
        for shape, shaped in SHAPES.items():
            keys, responses = ([shaped(side) for side in sides] for sides in zip(*pairs, strict=True))
            best = dict.fromkeys(programs, float("inf"))
            scores: dict[str, float] = {}
            rounds = options.rounds if documents > 1 else 20 * options.rounds
            for _ in range(rounds):
                for name, program in programs.items():
                    start = time.process_time_ns()
                    scores[name] = program(keys, responses)
                    best[name] = min(best[name], (time.process_time_ns() - start) / documents / 1000)
            assert max(scores.values()) - min(scores.values()) < 1e-12, scores
            print(
                bar.join([f"{documents} x {mentions}", shape, *(f"{value:.0f}" for value in best.values())])
            )


if __name__ == "__main__":
    main()
