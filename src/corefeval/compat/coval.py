"""The command line of coval: `scorer.py KEY SYSTEM [words]`.

Reading, notices and output follow that program; all scores are counts of the preset `coval`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from corefeval.compat.program import Output, StopError, lines_of, stopping
from corefeval.corpus.builder import from_clusters
from corefeval.evaluation.score import score
from corefeval.metrics import parse_metric
from corefeval.pairing import pair
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Options

METRICS = {"mentions": "mention", "muc": "muc", "bcub": "bcub", "ceafe": "ceafe", "lea": "lea"}
"""coval's names of the metrics, in printing order."""
AVERAGED = ("muc", "bcub", "ceafe")
OF_EMPTY = {"muc": -1, "ceafe": 1}
"""The contribution of a cluster without mentions to the denominator of a metric."""
PER_MENTION = ("bcub", "lea")
"""The metrics that divide by the size of a cluster."""
WITHOUT_SINGLETONS = {"remove_singletons", "removIe_singleton"}
BY_TREES = {"min_span": "min", "min_spans": "min", "min": "min", "NP_only": "NP_only"}
WORDS = 3
"""The column of the words."""
Sentences = list[list[str]]


class Where(NamedTuple):
    """The position of a mention, which identifies it in its document."""

    sentence: int
    first: int
    last: int


Clusters = list[list[Where]]


def run(arguments: Sequence[str]) -> Output:
    """Run the program with its arguments; unknown words are ignored."""
    output = Output()
    with stopping(output):
        _score(arguments, output)
    output.status = min(output.status, 1)  # an exception ends a Python program with 1
    return output


def _score(arguments: Sequence[str], output: Output) -> None:
    if len(arguments) < 2:
        raise StopError("coval needs two files: corefeval as coval KEY SYSTEM [words]")
    key, system = arguments[:2]
    words = {*arguments}
    chosen = [*METRICS] if "all" in words else [name for name in METRICS if name in words] or [*METRICS]
    keeps_singletons = not WITHOUT_SINGLETONS & words
    ours, theirs = _sentences(key), _sentences(system)
    sides: tuple[dict[str, Clusters], dict[str, Clusters]] = {}, {}
    removed, nested = [0, 0], _Nested()
    for name, sentences in ours.items():
        for side, (found, clusters) in enumerate(((ours, sides[0]), (theirs, sides[1]))):
            if name not in found:
                raise StopError(f"{system} lacks the document {name.strip()!r} of {key}")
            clusters[name] = _clusters(sentences if side == 0 else found[name], output)
            if not keeps_singletons:
                kept = [cluster for cluster in clusters[name] if len(cluster) != 1]
                removed[side] += len(clusters[name]) - len(kept)
                clusters[name] = kept
        if "remove_nested" in words:
            for side, found in enumerate((ours, theirs)):
                nested.remove(name, sides[side][name], found[name], side, keeps_singletons, output)
    if "remove_nested" in words:
        output.lines += nested.shown()
    if not keeps_singletons:
        output.lines.append(
            "{} and {} singletons are removed from the key and system files, respectively".format(*removed)
        )
    by_trees = {meant for word, meant in BY_TREES.items() if word in words}
    scores = (
        _scores_by_trees(key, system, words, by_trees, keeps_singletons=keeps_singletons)
        if by_trees
        else _scores(*sides)
    )
    for name in chosen:
        if _undefined(name, *sides):
            raise StopError(
                f"{name} is undefined: a mention ends without having begun, which leaves a cluster empty"
            )
        recall, precision, f1 = (100 * value + 0.0 for value in scores[METRICS[name]])  # no -0
        output.lines.append(f"{name:<10} Recall: {recall:.2f}  Precision: {precision:.2f}  F1: {f1:.2f}")
    if {*AVERAGED} <= {*chosen}:
        average = sum(scores[METRICS[name]][2] for name in AVERAGED) / len(AVERAGED) * 100
        output.lines.append(f"CoNLL score: {average:.2f}")


def _scores(key: Mapping[str, Clusters], system: Mapping[str, Clusters]) -> dict[str, tuple[float, ...]]:
    """Return recall, precision and F1 of each metric."""
    settings = PRESETS["coval"].settings
    gold, response = (from_clusters(side.items()) for side in (key, system))
    pairing = pair(gold, response, settings, Problems())
    empty = {
        "recall_denominator": sum(not cluster for side in key.values() for cluster in side),
        "precision_denominator": sum(not cluster for side in system.values() for cluster in side),
    }
    found = {}
    for name in METRICS.values():
        metric = parse_metric(name)
        totals = pairing.count(metric).totals()
        for part, count in empty.items():
            totals[part] = totals[part] + OF_EMPTY.get(name, 0) * count
        scores = metric.scores(totals, settings)
        found[name] = tuple(float(scores[part]) for part in ("recall", "precision", "f1"))
    return found


def _undefined(name: str, key: Mapping[str, Clusters], system: Mapping[str, Clusters]) -> bool:
    """Return whether coval divides by the size of an empty cluster: its only mention ends without having begun."""
    sides = [{document for document, found in side.items() if not all(found)} for side in (key, system)]
    return bool(
        sides[0] & sides[1] if name == "ceafe" else sides[0] | sides[1] if name in PER_MENTION else ()
    )


def _scores_by_trees(
    key: str, system: str, words: set[str], by_trees: set[str], *, keeps_singletons: bool
) -> dict[str, tuple[float, ...]]:
    """Return the scores with minimum spans, or without verb phrases; both need the key's trees.

    A key without trees has no verb phrases.
    """
    options: Options = {
        "match": "min-span-official" if "min" in by_trees else None,
        "verb_phrases": "drop" if "NP_only" in by_trees else None,
        "nested": "drop" if "remove_nested" in words else None,
        "singletons": None if keeps_singletons else "drop",
    }
    try:
        result = score(key, system, metrics=list(METRICS.values()), preset="coval", **options)
    except CorefevalError as error:
        if error.problems[0].code != "CE044" or "min" in by_trees:
            raise
        options["verb_phrases"] = None
        result = score(key, system, metrics=list(METRICS.values()), preset="coval", **options)
    return {
        name: tuple(parts[part] or 0.0 for part in ("recall", "precision", "f1"))
        for name, parts in result.scores.items()
    }


def _sentences(path: str) -> dict[str, Sentences]:
    """Return the lines of each document by sentence; documents without lines are skipped, and two with one name are joined."""
    found: dict[str, Sentences] = {}
    name, is_new = "", True
    for line in (line.removesuffix("\r") for line in lines_of(path)):
        if line.startswith("#begin document"):
            name = line.removeprefix("#begin document")[1:] + "\n"
        elif line.startswith("#end document"):
            name = ""
        elif name:
            sentences = found.setdefault(name, [])
            has_words = bool(line.strip())
            if (not has_words and not is_new) or not sentences:
                sentences.append([])
            if has_words:
                sentences[-1].append(line)
            is_new = not has_words
    return found


def _clusters(sentences: Sentences, output: Output) -> Clusters:
    """Return the clusters of a document, in the order in which their first mention is complete, with notices about skipped ones."""
    clusters: dict[int, list[Where]] = {}
    opened: dict[int, list[tuple[int, int]]] = {}
    for number, lines in enumerate(sentences):
        for index, line in enumerate(lines):
            column = line.split()[-1]
            if "(" not in column and ")" not in column:
                continue
            alone, opening, closing = _brackets(column)
            if len(alone) > 1:
                output.lines.append(
                    f"Warning: A single mention is assigned to more than one cluster: {alone}"
                )
            for label in alone:
                clusters.setdefault(label, []).append(Where(number, index, index))
            for label in opening:
                opened.setdefault(label, []).append((number, index))
            for label in closing:
                cluster = clusters.setdefault(label, [])
                if not opened.get(label):
                    output.lines += ["Problem in the coreference annotation:", f" {line}", ""]
                    continue
                if opened[label][0][0] != number:
                    output.lines += ["A mention span should be in a single sentence:", line, ""]
                cluster.append(Where(number, opened[label].pop()[1], index))
    return list(clusters.values())


def _brackets(column: str) -> tuple[list[int], list[int], list[int]]:
    """Return the labels of one-word mentions, of opening and of closing brackets."""
    alone: list[int] = []
    opening: list[int] = []
    closing: list[int] = []
    digits, is_open = "", False
    for sign in column:
        if sign.isdecimal():
            digits += sign
        elif sign == "(":
            digits, is_open = "", True
        elif sign == ")":
            if digits:
                (alone if is_open else closing).append(int(digits))
            digits, is_open = "", False
        elif sign == "|":
            if is_open != bool(digits):
                raise StopError(f"Incorrect coreference annotation: {column}")
            if is_open:
                opening.append(int(digits))
            digits, is_open = "", False
    if is_open and digits:
        opening.append(int(digits))
    return alone, opening, closing


@dataclass
class _Nested:
    """How many mentions inside others of their cluster were removed, of the key and of the system."""

    mentions: list[int] = field(default_factory=lambda: [0, 0])
    clusters: list[int] = field(default_factory=lambda: [0, 0])

    def remove(
        self,
        name: str,
        clusters: Clusters,
        sentences: Sentences,
        side: int,
        keeps_singletons: bool,  # noqa: FBT001 - as the others
        output: Output,
    ) -> None:
        """Remove them from the clusters of a document."""
        kept: Clusters = []
        for cluster in clusters:
            inside: list[Where] = []
            for at, one in enumerate(cluster):
                for other in cluster[at + 1 :]:
                    if one == other or one.sentence != other.sentence:
                        continue
                    if other.first <= one.first and one.last <= other.last:
                        inside.append(one)
                        pair_of = (_shown(name, each, sentences) for each in (one, other))
                        output.lines += " ".join(pair_of).split("\n")
                        output.lines.append(25 * "=")
                    elif one.first <= other.first and other.last <= one.last:
                        inside.append(other)
                        output.lines += _shown(name, other, sentences).split("\n")
            self.mentions[side] += len(inside)
            if len(cluster) != 1 and len(cluster) - len(inside) == 1:
                self.clusters[side] += 1
                kept += [cluster] if keeps_singletons else []
            else:
                kept.append([each for each in cluster if each not in inside])
        clusters[:] = kept

    def shown(self) -> Iterator[str]:
        """Yield the lines about them."""
        for what, counts in (
            ("removed nested coreferring mentions", self.mentions),
            ("resulting singleton clusters", self.clusters),
        ):
            yield f"Number of {what} in the key annotation: {counts[0]}; and system annotation: {counts[1]}"


def _shown(name: str, place: Where, sentences: Sentences) -> str:
    """Return a mention as coval prints it."""
    lines = sentences[place.sentence][place.first : place.last + 1]
    words = [
        columns[WORDS] if len(columns) > WORDS + 1 else "" for columns in (line.split() for line in lines)
    ]
    return f"DOC: {name}, sentence number: {place.sentence}, ({place.first}, {place.last}) {' '.join(words)}"
