"""Does `corefeval next` save annotation? Words needed for the same interval, against documents chosen at random.

    python bench/next_documents.py [--runs 1000] [--seed 2] [--data FOLDER]

The gold annotation is hidden. Each run chooses documents from the outputs of two systems, looks at the gold annotation of
these alone, and estimates the difference of the two systems on all documents. Printed: how often the 95 % interval holds the true
difference, and how many words are saved, compared with documents drawn with equal probabilities and the jackknife interval of a
difference (both with the finite population correction).

GUM: the real system xrenner, a system that joins equal strings, variants of xrenner with more errors, and simulated systems.
LitBank: simulated systems and one that joins equal strings. UKP: real systems, keys within documents; a mention costs as much as
a word.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import corefeval
from corefeval.arrays import Floats, Integers
from corefeval.comparison.compare import aligned_counts
from corefeval.comparison.sample import Output, Sample
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.views import Mention
from corefeval.linguistics.labels import NO_TABLE
from corefeval.planning.sampling import (
    drawn,
    estimates,
    features_of,
    inclusion_probabilities,
    sizes_of,
)
from corefeval.presets import DISAGREEMENT
from corefeval.simulation.mixtures import Recipe, mixture_a, mixture_b

METRICS = ("conll", "lea")
DOCUMENTS = (20, 40, 80)
AT_RANDOM = (10, 14, 20, 28, 40, 56, 80, 112, 160, 220)
"""Numbers of documents drawn with equal probabilities, to find how many words the same width needs."""
MOST = 0.6
"""No more than this share of a corpus is chosen."""
CONFIDENCE = 0.95
WORTH = 15
"""A saving in percent that is worth the trouble."""
PRONOUNS = frozenset(
    [
        "he",
        "she",
        "it",
        "they",
        "him",
        "her",
        "them",
        "his",
        "its",
        "their",
        "himself",
        "herself",
        "itself",
        "themselves",
    ]
)


@dataclass(frozen=True)
class Pair:
    """Two systems on one corpus: counts against gold, the features of their disagreement, and words per document."""

    name: str
    sample: Sample
    features: Floats
    words: Floats

    @property
    def outputs(self) -> list[tuple[Output, Output]]:
        """The F1 of both systems for each metric."""
        return [((0, metric, "f1"), (1, metric, "f1")) for metric in METRICS]

    @property
    def truth(self) -> Floats:
        """The difference on all documents, by metric."""
        place = {output: number for number, output in enumerate(self.sample.outputs)}
        return np.array(
            [self.sample.observed[place[a]] - self.sample.observed[place[b]] for a, b in self.outputs]
        )


def pair(name: str, key: Corpus, one: Corpus, other: Corpus, words: Mapping[str, int], **how: Any) -> Pair:
    """Return a pair of systems."""
    results = {
        label: corefeval.score(key, each, metrics=METRICS, **how)
        for label, each in zip("ab", (one, other), strict=True)
    }
    metrics = dict(results["a"].metrics)
    sample = Sample.of(aligned_counts(results, metrics), metrics, results["a"].settings)
    against = corefeval.score(one, other, metrics=DISAGREEMENT, **how)
    features = features_of(aligned_counts({"": against}, against.metrics)[0])
    names = sorted(against.documents)
    return Pair(name, sample, features, np.array([words[each] for each in names], float))


def equal_strings(system: Corpus) -> Corpus:
    """Return the mentions of a system in other chains: equal strings of a document corefer, and a pronoun joins the mention before it."""
    document = system.mention_document.tolist()
    order = np.lexsort((-system.mentions.last, system.mentions.first, system.mention_document)).tolist()
    chain_of: dict[tuple[int, str], int] = {}
    made_of: list[int] = []
    entity = np.zeros(len(order), np.int64)
    before = (-1, -1)
    for row in order:
        text = Mention(system, row).text.lower()
        if text in PRONOUNS and before[0] == document[row]:
            entity[row] = before[1]
            continue
        place = (document[row], text)
        if place not in chain_of:
            chain_of[place] = len(made_of)
            made_of.append(int(system.mentions.entity[row]))
        entity[row] = chain_of[place]
        if text not in PRONOUNS:
            before = (document[row], int(entity[row]))
    return system.with_entities(np.arange(len(order)), entity, np.array(made_of))


def pairs(data: Path, seed: int) -> Iterator[Pair]:
    """Yield all pairs."""
    yield from gum(data, seed)
    yield from litbank(data, seed)
    yield from ukp(data, seed)


def gum(data: Path, seed: int) -> Iterator[Pair]:
    """Yield pairs on GUM, without singletons, which xrenner does not annotate."""
    key = corefeval.load(data / "gum_pairs/gum.all.key.conll.gz")
    real = corefeval.load(data / "gum_pairs/gum.all.xrenner.conll.gz")

    def made(of: Corpus, number: int, **errors: float) -> Corpus:
        steps = tuple((kind.replace("_", "-"), rate) for kind, rate in errors.items())
        return Recipe("", steps, 100 * seed + number).make(of, "en", NO_TABLE)

    a = [recipe.make(key, "en", NO_TABLE) for recipe in mixture_a(4, seed)]
    b = [recipe.make(key, "en", NO_TABLE) for recipe in mixture_b(4, seed)]
    systems = {
        "xrenner, equal strings": (real, equal_strings(real)),
        "xrenner, 5 % of its mentions moved": (real, made(real, 1, moved=0.05)),
        "xrenner, 5 % of its chains merged": (real, made(real, 1, merged=0.05)),
        "xrenner, mixture A1": (real, a[0]),
        "mixtures A1, A2": (a[0], a[1]),
        "mixtures A3, A4": (a[2], a[3]),
        "mixtures B1, B2": (b[0], b[1]),
        "mixtures B3, B4": (b[2], b[3]),
        "10 % and 12 % moved": (
            made(key, 1, moved=0.1, missed=0.1),
            made(key, 2, moved=0.12, missed=0.1),
        ),
        "the same 10 % moved, and 3 % more": (
            made(key, 1, moved=0.1, missed=0.1),
            made(key, 1, moved=0.13, missed=0.1),
        ),
        "30 % split, 5 % merged": (made(key, 1, split=0.3), made(key, 2, merged=0.05)),
        "10 % missed, 10 % invented": (made(key, 1, missed=0.1), made(key, 2, invented=0.1)),
        "30 % of pronouns, of names moved": (
            made(key, 1, moved_pronouns=0.3),
            made(key, 2, moved_names=0.3),
        ),
    }
    for name, (one, other) in systems.items():
        yield pair(f"GUM: {name}", key, one, other, words_of(key), singletons="drop")


def litbank(data: Path, seed: int) -> Iterator[Pair]:
    """Yield pairs on LitBank."""
    key = corefeval.load(data / "litbank/litbank.conll.gz")
    a = [recipe.make(key, "en", NO_TABLE) for recipe in mixture_a(4, seed)]
    systems = {
        "mixtures A1, A2": (a[0], a[1]),
        "mixtures A3, A4": (a[2], a[3]),
        "mixture A1, equal strings": (a[0], equal_strings(a[0])),
    }
    for name, (one, other) in systems.items():
        yield pair(f"LitBank: {name}", key, one, other, words_of(key))


def ukp(data: Path, seed: int) -> Iterator[Pair]:
    """Yield five pairs of real systems on each of three corpora, drawn at random."""
    listed = json.loads((data / "ukp/scores.json").read_text())["pairs"]
    rng = np.random.default_rng(seed)
    for corpus in ("ecbp", "fcc", "gvc"):
        own = [each for each in listed if each["corpus"] == f"{corpus}-within_doc"]
        key = corefeval.load(data / "ukp" / own[0]["key"])
        sizes = np.bincount(key.mention_document, minlength=len(key.names)).tolist()
        for _ in range(5):
            one, other = (
                own[number] for number in rng.choice(len(own), size=2, replace=False, shuffle=False)
            )
            first, second = (corefeval.load(data / "ukp" / each["response"]) for each in (one, other))
            name = f"UKP {corpus}: {one['id']}, {other['id']}"
            words = dict(zip(key.names, sizes, strict=True))
            yield pair(name, key, first, second, words, preset="coval")


def words_of(corpus: Corpus) -> dict[str, int]:
    """Return the number of words of each document."""
    return dict(zip(corpus.names, (corpus.nodes.stop - corpus.nodes.start).tolist(), strict=True))


@dataclass(frozen=True)
class Outcome:
    """What happens in many runs: coverage and mean half width by metric, and mean words."""

    coverage: Floats
    width: Floats
    words: float


def outcome(of: Pair, sizes: Floats, documents: int, runs: int, seed: int) -> Outcome:
    """Return the outcome of samples with probabilities in proportion to sizes; equal sizes are drawn at random, without regression."""
    probabilities = inclusion_probabilities(sizes, documents)
    is_random = bool((sizes == sizes[0]).all())
    features = np.ones_like(of.features) if is_random else of.features
    hits, widths, words = np.zeros(len(METRICS)), np.zeros(len(METRICS)), 0.0
    for run in range(runs):
        rows = drawn(probabilities, seed + run)
        found = estimates(part(of.sample, rows), probabilities[rows], features[rows], of.outputs, CONFIDENCE)
        half = np.array([each.half_width for each in found])
        hits += np.abs(np.array([each.difference for each in found]) - of.truth) <= half
        widths += half
        words += float(of.words[rows].sum())
    return Outcome(hits / runs, widths / runs, words / runs)


def part(sample: Sample, rows: Integers) -> Sample:
    """Return the sample of some documents."""
    return replace(sample, counts=sample.counts[rows], strata=(len(rows),))


def saving(chosen: Outcome, at_random: list[Outcome], metric: int) -> float:
    """Return how many words are saved, in percent, of those that documents at random need for the same width."""
    widths = [-np.log(each.width[metric]) for each in at_random]
    needed = np.interp(-np.log(chosen.width[metric]), widths, [np.log(each.words) for each in at_random])
    return 100 * float(1 - chosen.words / np.exp(needed))


def main() -> None:
    """Print a row for each pair and number of documents, and the summary."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    print("documents  difference  words  coverage CoNLL, LEA  (random)  saved % CoNLL, LEA  pair")
    rows: dict[int, list[tuple[float, ...]]] = {documents: [] for documents in DOCUMENTS}
    for each in pairs(args.data, args.seed):
        pool = len(each.words)
        equal, sizes = np.ones(pool), sizes_of(each.features, each.words)
        numbers = [number for number in AT_RANDOM if number < 0.9 * pool]
        at_random = {
            number: outcome(each, equal, number, max(args.runs // 2, 1), args.seed) for number in numbers
        }
        for documents in DOCUMENTS:
            if documents > MOST * pool:
                continue
            chosen = outcome(each, sizes, documents, args.runs, args.seed)
            saved = [saving(chosen, list(at_random.values()), metric) for metric in range(len(METRICS))]
            rows[documents].append((*(100 * chosen.coverage), *saved))
            print(
                f"{documents:9} {100 * each.truth[0]:11.1f} {chosen.words:6.0f} "
                f"{100 * chosen.coverage[0]:14.1f} {100 * chosen.coverage[1]:5.1f} "
                f"{100 * at_random[documents].coverage[0]:8.1f} {saved[0]:13.0f} {saved[1]:4.0f}   {each.name}",
                flush=True,
            )
    print(
        "documents  pairs  coverage mean, lowest (LEA)  saved %: median, lowest, highest (LEA)  15 % and more"
    )
    for documents, found in rows.items():
        conll, lea, of_conll, of_lea = (np.array(column) for column in zip(*found, strict=True))
        print(
            f"{documents:9} {len(found):6} {conll.mean():10.1f} {conll.min():5.1f} ({lea.mean():.1f} {lea.min():.1f}) "
            f"{median(of_conll):14.0f} {of_conll.min():4.0f} {of_conll.max():4.0f} "
            f"({median(of_lea):.0f} {of_lea.min():.0f} {of_lea.max():.0f}) {100 * (of_conll >= WORTH).mean():12.0f} %"
        )


if __name__ == "__main__":
    main()
