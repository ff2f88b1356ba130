"""Does `corefeval audit` find annotation errors? Precision with errors that were made, and with real second annotations.

    python bench/auditing.py [--seeds 101,102,103] [--data FOLDER]

Made errors: 2 % of each kind, in the key. A suspicion is right if the key as it was contradicts the changed key about its pair.
Second annotations: the share of the 50 most probable suspicions, of those whose mentions both annotations have, in which
the second annotation contradicts the first; next to the same share of random pairs.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import corefeval
from corefeval.auditing.audit import Audit, Suspicion
from corefeval.auditing.checks import CHECKS
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.labels import NO_TABLE
from corefeval.simulation.mixtures import Recipe, mixture_a

FILES = {
    "GUM": ("gum_pairs/gum.all.key.corefud.conllu.gz", "en"),
    "LitBank": ("litbank/litbank.conll.gz", "en"),
    "Czech": ("corefud_other/cs_pdtc-faust.conllu.gz", "cs"),
}
SECOND = {
    "GUM, OntoGUM": (
        "gum_pairs/gum.all.key.corefud.conllu.gz",
        "gum_pairs/gum.all.ontogum.conll.gz",
        "en",
    ),
    "Lithuanian, v2": ("lt_nkas/lt.key.conll.gz", "lt_nkas/lt.v2.conll.gz", "lt"),
}
KINDS = {
    "as measured": ("split", "merged", "merged-by-type", "cut-names", "moved"),
    "other kinds": ("moved-names", "moved-nominals", "moved-pronouns"),
}
RATE = 0.02
TOP = 50
SYSTEMS = 3
PAIRS = 2000

Chains = dict[tuple[str, int, int], int]
"""The chain of each mention, by document, first and last token."""


def chains_of(corpus: Corpus) -> Chains:
    """Return the chain of each mention."""
    document = corpus.mention_document
    start = corpus.nodes.start[document]
    first, last = corpus.mentions.first - start, corpus.mentions.last - start
    columns = (document.tolist(), first.tolist(), last.tolist(), corpus.mentions.entity.tolist())
    return {(corpus.names[number], a, b): chain for number, a, b, chain in zip(*columns, strict=True)}


def is_right(suspicion: Suspicion, chains: Chains) -> bool | None:
    """Say whether an annotation agrees with a suspicion; None if it does not have both mentions."""
    one = chains.get((suspicion.document, suspicion.start, suspicion.end))
    other = chains.get((suspicion.document, suspicion.other_start, suspicion.other_end))
    return None if one is None or other is None else (one == other) == (suspicion.claim == "join")


def precision(found: Audit, chains: Chains, top: int, checks: tuple[str, ...] = tuple(CHECKS)) -> float:
    """Return the share of right ones among the most probable suspicions."""
    own = [each for each in found.suspicions if each.check in checks][:top]
    return mean(bool(is_right(each, chains)) for each in own) if own else float("nan")


def made_errors(data: Path, seeds: list[int]) -> Iterator[str]:
    """Yield a row for each corpus and set of kinds: mean precision over seeds, and the lowest at 50."""
    yield "corpus    errors        systems   at 20  at 50 (lowest)  at 100  names at 20  seconds"
    for name, (file, language) in FILES.items():
        key = corefeval.load(data / file)
        chains = chains_of(key)
        for label, kinds in KINDS.items():
            for systems in (0, SYSTEMS) if label == "as measured" else (0,):
                rows = []
                for seed in seeds:
                    recipe = Recipe("", tuple((kind, RATE) for kind in kinds), 1000 * seed)
                    made = recipe.make(key, language, NO_TABLE)
                    outputs = [each.make(key, language, NO_TABLE) for each in mixture_a(systems, seed)]
                    begin = time.process_time()
                    found = corefeval.audit(made, outputs, language=language)
                    seconds = time.process_time() - begin
                    at = [precision(found, chains, top) for top in (20, TOP, 100)]
                    of_names = ("name-in-two-chains", "two-names")
                    rows.append((*at, precision(found, chains, 20, of_names), seconds))
                columns = list(zip(*rows, strict=True))
                means = [mean(column) for column in columns]
                yield (
                    f"{name:9} {label:13} {systems:7} {means[0]:7.2f} {means[1]:6.2f} ({min(columns[1]):.2f})"
                    f" {means[2]:12.2f} {means[3]:12.2f} {means[4]:8.1f}"
                )


def second_annotations(data: Path, seed: int) -> Iterator[str]:
    """Yield a row for each pair of annotations and claim."""
    yield "annotations      claim  suspicions  annotated differently  random pairs"
    for name, (first, second, language) in SECOND.items():
        key = corefeval.load(data / first)
        found = corefeval.audit(key, language=language)
        ours, theirs = chains_of(key), chains_of(corefeval.load(data / second))
        judged = [(each, is_right(each, theirs)) for each in found.suspicions]
        top = [(each, right) for each, right in judged if right is not None][:TOP]
        for claim in ("join", "part"):
            own = [bool(right) for each, right in top if each.claim == claim]
            share = f"{100 * mean(own):.0f} %" if own else "-"
            base = base_rate(ours, theirs, claim, random.Random(seed))
            yield f"{name:16} {claim:6} {len(own):10} {share:>22} {100 * base:11.1f} %"


def base_rate(ours: Chains, theirs: Chains, claim: str, rng: random.Random) -> float:
    """Return the share of random pairs that the second annotation contradicts: of one chain for part, of two for join."""
    by_document: dict[str, list[tuple[str, int, int]]] = {}
    by_chain: dict[int, list[tuple[str, int, int]]] = {}
    for place, chain in ours.items():
        if place in theirs:
            by_document.setdefault(place[0], []).append(place)
            by_chain.setdefault(chain, []).append(place)
    groups = by_document if claim == "join" else by_chain
    several = [group for group in groups.values() if len(group) > 1]
    hits: list[bool] = []
    while len(hits) < PAIRS:
        one, other = rng.sample(rng.choice(several), 2)
        if (ours[one] == ours[other]) == (claim == "part"):
            hits.append((theirs[one] == theirs[other]) == (claim == "join"))
    return mean(hits)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seeds", default="101,102,103")
    args = parser.parse_args()
    seeds = [int(seed) for seed in args.seeds.split(",")]
    for line in second_annotations(args.data, seeds[0]):
        print(line, flush=True)
    for line in made_errors(args.data, seeds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
