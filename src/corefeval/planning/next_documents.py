"""next_documents() and weighted_difference(): which documents to annotate to tell two systems apart, and the result afterwards.

outputs of two systems ── disagreement ── probabilities ── chosen documents (CSV)
                               │                                 │ annotated
                               └──────────── estimate ───────────┘
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any, Unpack

import numpy as np

from corefeval.arrays import integers
from corefeval.columns import DataRow, Printed, Rows, data, to_row, whole
from corefeval.comparison.compare import aligned_counts, systems_named, warnings_of
from corefeval.comparison.comparison import headline, stated_in
from corefeval.comparison.intervals import CONFIDENCE, SEED
from corefeval.comparison.sample import Sample
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.formats.files import TextFile
from corefeval.metrics.base import Metric
from corefeval.planning.sampling import (
    drawn,
    estimates,
    features_of,
    inclusion_probabilities,
    sizes_of,
)
from corefeval.presets import DISAGREEMENT
from corefeval.problems import Place, Problem, Problems, UsageError, warning
from corefeval.settings import Options, listing_options, refuse_beta
from corefeval.signature import Signature, SignatureText
from corefeval.text import finite, plain_number

COUNT = 20
"""Documents to choose, where no number is given."""
FEWEST = 10
"""Documents: with fewer, the interval of the difference is not reliable."""

OF_SYSTEMS = frozenset({"response_format", "response_offsets", "response_layer", "response_companion"})
"""Keywords that say how to read systems."""
OF_KEY = frozenset({"key_format", "key_offsets", "key_layer", "key_companion"})
"""Keywords that say how to read the key."""
EXPECTED = frozenset({"CE011"})
"""Warnings that do not matter: the systems have documents that are not annotated."""

OF_SCORES = frozenset({"CE040", "CE058", "CE079", "CE171"})
"""Warnings that matter to scores alone, which a choice does not report."""

Chosen = Mapping[str, float]
"""The probability of each chosen document."""


@dataclass(frozen=True, slots=True)
class ChosenDocument(DataRow):
    """A document to annotate.

    Attributes:
        document: its name.
        words: its number of words; mentions of the first system, if the files have no words.
        disagreement: its share of all that the two systems disagree about.
        probability: the probability with which it was chosen. Its counts weigh 1 / probability.
    """

    document: str
    words: int
    disagreement: float
    probability: float


@dataclass(frozen=True, eq=False)
class DocumentChoice(Printed):
    """The documents to annotate next. It prints itself; its CSV is the input of weighted_difference().

    Attributes:
        documents: the chosen documents, in the order of their names.
        systems: the names of the two systems.
        pool: the number of documents to choose from.
        words: their number of words.
        seed: the random seed.
        result: the second system scored against the first, for settings and signature.
        warnings: warnings about the files.
    """

    documents: tuple[ChosenDocument, ...]
    systems: tuple[str, str]
    pool: int
    words: int
    seed: int
    result: Result = field(repr=False)
    warnings: tuple[Problem, ...] = ()

    @property
    def signature(self) -> SignatureText:
        """How the documents were chosen."""
        return self.result.signature.text.followed_by(f"count:{len(self.documents)}|seed:{self.seed}")

    @property
    def probabilities(self) -> dict[str, float]:
        """The probability of each chosen document."""
        return {each.document: each.probability for each in self.documents}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        found = to_row(data("systems", "pool", "words", "seed", "documents"), self)
        return whole(found, self.signature, self.result.settings, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each chosen document."""
        return Rows.of(ChosenDocument.columns(), self.documents, self.signature)


@dataclass(frozen=True, slots=True)
class EstimatedDifference(DataRow):
    """Two systems in one metric, estimated for all documents.

    Attributes:
        metric: the metric's name.
        first: the score of the first system.
        second: the score of the second system.
        difference: the first less the second.
        low: lower end of the interval of the difference.
        high: its upper end.
    """

    metric: str
    first: float
    second: float
    difference: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class WeightedDifferences(Printed):
    """The difference of two systems on all documents, estimated from chosen ones. It prints itself and converts to plain data.

    Attributes:
        systems: the names of the two systems.
        metrics: the metrics by name.
        differences: an estimate for each metric.
        documents: the number of annotated documents.
        pool: the number of all documents.
        confidence: the confidence level of the intervals.
        result: of the first system on the annotated documents, for settings and signature.
        warnings: warnings about the files.
    """

    systems: tuple[str, str]
    metrics: Mapping[str, Metric]
    differences: tuple[EstimatedDifference, ...]
    documents: int
    pool: int
    confidence: float
    result: Result = field(repr=False)
    warnings: tuple[Problem, ...] = ()

    @property
    def signature(self) -> SignatureText:
        """How the numbers came about."""
        return self.result.signature.text.followed_by(
            f"chosen:{self.documents}/{self.pool}|confidence:{plain_number(self.confidence)}"
        )

    def __getitem__(self, metric: str) -> EstimatedDifference:
        """Return the estimate of a metric."""
        return next(each for each in self.differences if each.metric == metric)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; fractions."""
        found = to_row(data("systems", "documents", "pool", "confidence", "differences"), self)
        return whole(found, self.signature, self.result.settings, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each metric."""
        return Rows.of(EstimatedDifference.columns(), self.differences, self.signature)


@listing_options
def next_documents(
    first: Input,
    second: Input,
    count: int | None = None,
    *,
    preset: str | None = None,
    signature: str | Signature | None = None,
    seed: int | None = None,
    **options: Unpack[Options],
) -> DocumentChoice:
    """Choose documents to annotate that tell two systems apart; no gold annotation is needed.

    Documents on which the systems disagree more, per word, are chosen with a higher probability.

    Args:
        first: path or corpus of a system's output on all documents.
        second: path or corpus of another system's output on the same documents.
        count: how many documents to choose; 20 by default.
        preset: as in `score`.
        signature: of an earlier choice, to make it again.
        seed: the random seed.
        options: the settings, as in `score`.

    Raises:
        UsageError: CE184 for fewer than ten documents, or more than there are.

    Examples:
        >>> one = {f"d{n}": [[(0, 0), (1, 1), (2, 2)]] for n in range(30)}
        >>> other = {**one, "d7": [[(0, 0)], [(1, 1), (2, 2)]]}
        >>> chosen = next_documents(one, other, 10)
        >>> len(chosen.documents), round(chosen.probabilities["d7"], 2)
        (10, 1.0)
    """
    stated = stated_in("" if signature is None else str(signature), {"count": COUNT, "seed": SEED})
    number = stated.get("count", COUNT) if count is None else count
    chosen_seed = stated.get("seed", SEED) if seed is None else seed
    if chosen_seed < 0:
        raise UsageError(Problem("CE181", "negative", name="seed", value=chosen_seed))
    for name, value in sorted(options.items()):
        if name in OF_KEY and value is not None:
            raise UsageError(Problem("CE184", "option-without-gold", option=f"--{name.replace('_', '-')}"))
    systems = _Systems(first, second, preset=preset, signature=signature, **options)
    pool = len(systems.names)
    if not FEWEST <= number <= pool:
        kind = "too-few" if number < FEWEST else "more-than-there-are"
        raise UsageError(Problem("CE184", kind, count=number, least=FEWEST, most=pool))
    probabilities = inclusion_probabilities(sizes_of(systems.features, systems.words), number)
    share = systems.features[:, :-1].mean(axis=1) / pool
    rows = drawn(probabilities, chosen_seed)
    warnings = [each for each in systems.against.warnings if each.code not in OF_SCORES]
    if systems.is_same:
        warnings.append(warning("CE184", "no-disagreement"))
        share = np.zeros(pool)
    return DocumentChoice(
        tuple(
            ChosenDocument(
                systems.names[row], int(systems.words[row]), float(share[row]), float(probabilities[row])
            )
            for row in rows.tolist()
        ),
        systems.labels,
        pool,
        int(systems.words.sum()),
        chosen_seed,
        systems.against,
        tuple(warnings),
    )


@listing_options
def weighted_difference(
    key: Input,
    first: Input,
    second: Input,
    chosen: Chosen | str | PathLike[str],
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    confidence: float = CONFIDENCE,
    **options: Unpack[Options],
) -> WeightedDifferences:
    """Estimate the difference of two systems on all documents, from the documents that next_documents() chose.

    Args:
        key: the gold annotation of the chosen documents.
        first: a system's output on all documents.
        second: another system's output on the same documents.
        chosen: the CSV file of the choice, or the probability of each chosen document.
        metrics: as in `score`.
        preset: as in `score`.
        signature: as in `score`.
        confidence: the confidence level of the intervals.
        options: the settings, as in `score`.

    Raises:
        UsageError: CE184 if the key lacks a chosen document, or the CSV file is not that of a choice, or of a
            choice from other outputs, or without some of its documents.
    """
    if not 0 < confidence < 1:
        raise UsageError(Problem("CE181", "not-share", name="confidence", value=confidence))
    probabilities, signed = (dict(chosen), "") if isinstance(chosen, Mapping) else _read_choice(chosen)
    systems = _Systems(first, second, preset=preset, signature=signature, **options)
    _check_signature(signed, systems.against, len(probabilities))
    request = Request.of(preset=preset, signature=signature, **_without(options, OF_SYSTEMS))
    gold, left_out = _annotated(request.read_key(key), systems, probabilities)
    how: dict[str, Any] = {"metrics": metrics, "preset": preset, "signature": signature}
    how |= _without(options, OF_SYSTEMS | OF_KEY)
    results = {
        label: score(gold, system, **how)
        for label, system in zip(systems.labels, systems.corpora, strict=True)
    }
    result = next(iter(results.values()))
    known = dict(result.metrics)
    sample = Sample.of(aligned_counts(results, known), known, result.settings)
    rows = integers(systems.names.index(name) for name in sorted(gold.names))
    weights = np.array([probabilities[systems.names[row]] for row in rows.tolist()])
    parts = {
        metric: headline({part: None for _, name, part in sample.outputs if name == metric})
        for metric in known
    }
    found = estimates(
        sample,
        weights,
        systems.features[rows],
        [((0, metric, part), (1, metric, part)) for metric, part in parts.items()],
        confidence,
    )
    warnings = [
        each
        for each in warnings_of({name: {"": each} for name, each in results.items()})
        if each.code not in EXPECTED
    ]
    if left_out:
        warnings.append(warning("CE184", "not-chosen", count=len(left_out), names=left_out))
    return WeightedDifferences(
        systems.labels,
        known,
        tuple(
            EstimatedDifference(
                metric,
                *each.scores,
                each.difference,
                each.difference - each.half_width,
                each.difference + each.half_width,
            )
            for metric, each in zip(known, found, strict=True)
        ),
        len(rows),
        len(systems.names),
        confidence,
        result,
        tuple(warnings),
    )


class _Systems:
    """Two systems on the same documents, in the order of their names.

    Attributes:
        labels: the names of the systems.
        corpora: their outputs.
        against: the second scored against the first.
        names: the names of the documents.
        features: documents by features of the disagreement.
        words: of each document; mentions of the first system if the files have no words.
    """

    def __init__(self, first: Input, second: Input, **how: Any) -> None:
        """Read both systems and count the second against the first."""
        refuse_beta(how)
        request = Request.of(**_without(how, OF_KEY))
        one, other = (request.read_response(system) for system in (first, second))
        labels = list(systems_named([first, second]))
        self.labels, self.corpora = (labels[0], labels[1]), (one, other)
        self.against = score(one, other, metrics=DISAGREEMENT, **_without(how, OF_KEY | OF_SYSTEMS))
        self.names = sorted(self.against.documents)
        self.features = features_of(aligned_counts({"": self.against}, self.against.metrics)[0])
        mentions = np.bincount(one.mention_document, minlength=len(one.names))
        words = one.nodes.stop - one.nodes.start
        size = dict(zip(one.names, (words if words.any() else mentions).tolist(), strict=True))
        self.words = np.array([size.get(name, 0) for name in self.names], np.float64)

    @property
    def is_same(self) -> bool:
        """Whether the systems agree everywhere."""
        return all(self.against.scores[metric]["f1"] in (1.0, None) for metric in DISAGREEMENT)


def _without(options: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    left_out = set(names)
    return {name: value for name, value in options.items() if name not in left_out}


def _annotated(key: Corpus, systems: _Systems, chosen: Chosen) -> tuple[Corpus, list[str]]:
    """Return the chosen documents of the key, and the names of its other documents."""
    problems = Problems()
    for names, kind in ((systems.names, "not-of-systems"), (key.names, "not-annotated")):
        if missing := [name for name in chosen if name not in set(names)]:
            problems.add(Problem("CE184", kind, key.file, count=len(missing), names=missing))
    if len(problems):
        raise UsageError(problems)
    if len(chosen) < FEWEST:
        raise UsageError(Problem("CE184", "too-few", count=len(chosen), least=FEWEST))
    kept = [row for row, name in enumerate(key.names) if name in chosen]
    others = [name for name in key.names if name not in chosen]
    return (key.select_documents(integers(kept)) if others else key), others


def _check_signature(signed: str, against: Result, count: int) -> None:
    """Refuse a choice from other outputs, and one that has lost documents; a file without signatures is not checked."""
    parts = dict(part.split(":", 1) for part in signed.split("|") if ":" in part)
    if parts.get("key", against.signature.key) != against.signature.key:
        raise UsageError(Problem("CE184", "of-other-outputs"))
    if parts.get("count", str(count)) != str(count):
        raise UsageError(Problem("CE184", "rows-missing", count=count, chosen=parts["count"]))


def _read_choice(path: str | PathLike[str]) -> tuple[dict[str, float], str]:
    """Return the probabilities in the CSV file of a choice, and its signature, '' if it has none."""
    file = TextFile(fspath(path))
    lines = file.read().decode().splitlines()
    reader = csv.DictReader(lines)
    if not {"document", "probability"} <= set(reader.fieldnames or ()):
        raise UsageError(Problem("CE184", "not-a-choice", file.line_place(1), lines[0] if lines else ""))
    found: dict[str, float] = {}
    signed = ""
    problems = Problems()
    for row in reader:
        signed = signed or row.get("signature") or ""
        name, text = row["document"], row["probability"] or ""
        probability = finite(text)
        place = file.line_place(reader.line_num)
        if probability is None or not 0 < probability <= 1:
            problems.add(Problem("CE184", "not-a-probability", place, text, name=name))
        elif name in found:
            problems.add(Problem("CE184", "chosen-twice", place, name))
        else:
            found[name] = probability
    if not found and not len(problems):
        problems.add(Problem("CE184", "not-a-choice", Place(file.name)))
    if len(problems):
        raise UsageError(problems)
    return found, signed
