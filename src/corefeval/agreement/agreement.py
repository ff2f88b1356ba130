"""agree(): agreement of annotators without a gold, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Unpack

import numpy as np

from corefeval.agreement import projects
from corefeval.agreement.alpha import CORPUS, DISTANCES, DOCUMENT, Alpha
from corefeval.agreement.disagreements import (
    CLASSES,
    COLUMNS,
    Disagreement,
    count_structural,
    differences,
    different_types,
    of_types,
    structural,
)
from corefeval.agreement.kappa import COHEN, FLEISS, Kappa
from corefeval.agreement.kappa import of_links as kappa_of_links
from corefeval.agreement.kappa import of_types as kappa_of_types
from corefeval.agreement.mentions import WAYS, mention_agreement
from corefeval.agreement.merging import merged
from corefeval.agreement.units import CodingUnits, Pair
from corefeval.arrays import Floats, Integers, integers, look_up, mean_or_none, number_or_none
from corefeval.breakdown.features import NONE, feature
from corefeval.columns import Printed, Rows, whole
from corefeval.comparison.compare import REASONS, system_names
from corefeval.comparison.comparison import Resampling, headline
from corefeval.comparison.inference import Inference
from corefeval.comparison.sample import Sample
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.evaluation.request import Input, Request, Run
from corefeval.evaluation.result import Bounds, Parts, Result
from corefeval.explanation.explainer import explain_errors
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.joint_mentions import one_to_one
from corefeval.metrics.base import Metric, Scores
from corefeval.metrics.mention import MentionDetection
from corefeval.metrics.typed import described_sides
from corefeval.names import resolve
from corefeval.pairing import pair as pair_mentions
from corefeval.pairing.align import align, same_documents
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem, Problems, UsageError, warning
from corefeval.settings import Options, Settings, listing_options
from corefeval.signature import SEPARATOR, Signature, SignatureText, content_hash, content_sum, signed
from corefeval.text import natural, several

UNMARKED = ("own", "singleton")
"""The value of a mention that an annotator did not mark: a separate class, or a chain with this mention only."""

TYPES = ("code", "etype")
"""The types to compare by default, if all files have them: type codes and entity types."""

AS_ANNOTATED = {"zeros": "dependent"}
"""The default settings: annotations are compared unchanged, with exact spans, singletons and zeros, also in CorefUD."""

NO_FORMAT = "python"
"""A format without a preset: annotators are not compared with the settings of a shared task by default."""

Categories = tuple[tuple[Integers, ...], tuple[str, ...]]
"""For each annotator the number of each unit's value, -1 for an unmarked unit; and the names of the values."""


class Measured(NamedTuple):
    """A measured quantity: the function that scores it, and its counts, one number per document.

    Attributes:
        measure: alpha, kappa or mentions.
        of: what is agreed on: chains with one of the distances, links, a type, or mentions under one way of
            matching.
        annotators: the numbers of its annotators.
        scorer: the function that turns sums into a coefficient.
        counts: the sums.
        by_document: the counts of each document, by the source of chance agreement.
    """

    measure: str
    of: str
    annotators: tuple[int, ...]
    scorer: Alpha | Kappa | MentionDetection
    counts: Counts
    by_document: Mapping[str, Floats] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Coefficient:
    """One coefficient of agreement of some annotators.

    Attributes:
        measure: alpha (Krippendorff's), kappa (Cohen's or Fleiss') or mentions (F1).
        of: what is agreed on: chains with one of the distances, links, a type, or mentions under one way of
            matching.
        chance: the source of the agreement or disagreement expected by chance; '' for none.
        annotators: their names.
        value: the coefficient; None if undefined.
        low: lower end of its interval, None if it has none.
        high: its upper end.
        observed: the observed disagreement of an α, agreement of a κ.
        expected: the value expected by chance.
        reason: why it is undefined; '' if it is defined.
    """

    measure: str
    of: str
    chance: str
    annotators: tuple[str, ...]
    value: float | None
    low: float | None = None
    high: float | None = None
    observed: float | None = None
    expected: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClassAgreement:
    """Agreement on the mentions of one class of a feature.

    Attributes:
        feature: the feature.
        label: the class.
        units: the number of mentions of the class that any annotator marked; the first annotator who marked a
            mention decides its class.
        marked: the share that all of them marked.
        alphas: for each distance 1 - D_o/D_e, with D_o of these mentions and D_e of the corpus: their mean, weighted by
            units, is α over the corpus.
    """

    feature: str
    label: str
    units: int
    marked: float
    alphas: Mapping[str, float | None]


@dataclass(frozen=True, eq=False)
class Agreement(Printed):
    """Agreement of annotators. It prints itself and converts to plain data.

    Attributes:
        annotators: their names.
        results: the scores of each pair of annotators, by (annotator as key, annotator as response).
        intervals: their bounds, for each part of each metric; parts without an interval are omitted.
        coefficients: α, κ and the agreement on mentions.
        units: the mentions that any of them marked.
        categories: the types of the mentions.
        resampling: how intervals were made.
        unmarked: the value of a mention for an annotator who did not mark it, one of UNMARKED.
        hashes: for each annotator the hash of the content.
        explanations: the changes that turn the second annotation of each pair into the first, as a table of
            disagreements.
        by_class: for each requested feature, the agreement on its classes.
        warnings: the warnings about the numbers.
        listed: the disagreements to list, None for none.
    """

    annotators: tuple[str, ...]
    results: Mapping[Pair, Result] = field(repr=False)
    intervals: Mapping[Pair, Mapping[str, Mapping[str, Bounds]]] = field(repr=False)
    coefficients: tuple[Coefficient, ...]
    units: CodingUnits = field(repr=False)
    categories: Mapping[str, Categories] = field(repr=False)
    resampling: Resampling
    unmarked: str
    hashes: tuple[str, ...]
    counted: tuple[Measured, ...] = field(repr=False)
    explanations: Mapping[Pair, FoundErrors] = field(repr=False)
    by_class: Mapping[str, Sequence[ClassAgreement]] = field(default_factory=dict, repr=False)
    warnings: tuple[Problem, ...] = ()
    listed: tuple[Disagreement, ...] | None = field(default=None, repr=False)

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """The metrics by name."""
        return self.results[0, 1].metrics

    @property
    def settings(self) -> Settings:
        """How annotations were made comparable."""
        return self.results[0, 1].settings

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents that all of them annotated."""
        return self.results[0, 1].documents

    @property
    def signature(self) -> SignatureText:
        """The signature of the first two annotations, followed by the settings of the agreement."""
        fields = {"with": ",".join(self.hashes[1:]), "unmarked": self.unmarked}
        if self.categories:
            fields["types"] = ",".join(self.categories)
        own = SEPARATOR.join(f"{name}:{value}" for name, value in fields.items())
        how = self.resampling.of_intervals if self.resampling.resamples else SignatureText("resamples:0")
        return self.results[0, 1].signature.text.followed_by(own).followed_by(how, how.long)

    def named(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """Return the names of some annotators."""
        return tuple(self.annotators[number] for number in numbers)

    def coefficient(
        self, measure: str, of: str, chance: str = "", annotators: Sequence[str] | None = None
    ) -> Coefficient:
        """Return one of the coefficients; by default that of all annotators."""
        wanted = measure, of, tuple(annotators or self.annotators)
        for each in self.coefficients:
            if (each.measure, each.of, each.annotators) == wanted and chance in (each.chance, ""):
                return each
        raise KeyError((*wanted, chance))

    def scores(self, key: str, response: str) -> Mapping[str, Parts]:
        """Return the scores of one annotator against another."""
        pair = self.annotators.index(key), self.annotators.index(response)
        return self.results[pair].scores

    def mean_scores(self) -> dict[str, float | None]:
        """Return the mean headline score (F1 if there is one) of each metric for each pair of annotators, in both directions."""
        found: dict[str, float | None] = {}
        for metric in self.metrics:
            parts = [result.scores[metric] for result in self.results.values()]
            found[metric] = mean_or_none(each[headline(each)] for each in parts)
        return found

    def disagreement_counts(self, pair: Pair) -> dict[str, int]:
        """Return how many disagreements of each class two annotators have."""
        counts = count_structural(self.explanations[pair])
        values = self.categories.values()
        counts["type"] = sum(len(different_types(pair, own)) for own, _ in values)
        return counts

    def disagreements(self, classes: str | Sequence[str] = "all") -> list[Disagreement]:
        """Return all disagreements of these classes: by pair of annotators, by class, in the order of the text."""
        asked = classes.split(",") if isinstance(classes, str) else list(classes)
        wanted = {resolve("class", name.strip(), (*CLASSES, "all")) for name in asked if name.strip()}
        found: list[Disagreement] = []
        for pair in self.units.pairs:
            names = self.annotators[pair[0]], self.annotators[pair[1]]
            own = [
                *structural(self.explanations[pair], names),
                *of_types(self.units, pair, names, self.categories),
            ]
            for name in CLASSES:
                if wanted & {name, "all"}:
                    found += [each for each in own if each.kind == name]
        return found

    def listing(self, classes: str | Sequence[str] = "all") -> Agreement:
        """Return the same agreement with the disagreements of these classes listed; a CSV file then has only these."""
        return replace(self, listed=tuple(self.disagreements(classes)))

    def by(self, name: str) -> Sequence[ClassAgreement]:
        """Return the agreement on the mentions of each class of a feature (type, distance, document …)."""
        if name in self.by_class:
            return self.by_class[name]
        labels, value = self._feature(name)
        alphas = {each.scorer.distance: each for each in self.counted if isinstance(each.scorer, Alpha)}
        units = np.bincount(value, minlength=len(labels))
        marked = np.bincount(value, self.units.is_marked.all(axis=0), minlength=len(labels))
        found: dict[str, Floats] = {}
        for distance, counted in alphas.items():
            scorer = Alpha(distance)
            summed = np.bincount(value, scorer.disagreement(self.units), minlength=len(labels))
            expected = scorer.disagreements(counted.counts.totals())[CORPUS][1]
            values = np.maximum(units, 1) * self.units.annotators
            found[distance] = 1 - summed / values / np.where(expected == 0, np.nan, expected)
        return [
            ClassAgreement(
                name,
                label,
                int(units[number]),
                float(marked[number] / units[number]),
                {distance: number_or_none(values[number]) for distance, values in found.items()},
            )
            for number, label in enumerate(labels)
            if units[number]
        ]

    def _feature(self, name: str) -> tuple[tuple[str, ...], Integers]:
        """Return the values of a feature, and each unit's value for the first annotator who marked it."""
        plain = {pair: plain_pairing(self.results[pair]) for pair in self.units.pairs}
        values, labels = categories_of(self.units, plain, name)
        value = values[-1]
        for own in values[-2::-1]:
            value = np.where(own >= 0, own, value)
        return labels, value

    def per_document(self) -> list[dict[str, Any]]:
        """Return for each document the scores of each of two, and every coefficient, None where undefined.

        α over the corpus cannot be computed for one document; its value within the document is used.
        """
        by_document = {
            pair: {row["document"]: row["scores"] for row in result.per_document()}
            for pair, result in self.results.items()
        }
        rows: list[dict[str, Any]] = []
        for place, document in sorted(enumerate(self.documents), key=lambda item: natural(item[1])):
            coefficients = [
                {
                    "measure": each.measure,
                    "of": each.of,
                    "chance": chance,
                    "annotators": list(self.named(each.annotators)),
                    "value": number_or_none(np.asarray(values)[place]),
                }
                for each in self.counted
                for chance, values in each.by_document.items()
                if chance != CORPUS
            ]
            scores = [
                {"key": key, "response": response, "scores": own[document]}
                for pair, own in by_document.items()
                for key, response in [self.named(pair)]
            ]
            rows.append({"document": document, "scores": scores, "coefficients": coefficients})
        return rows

    def merged(self) -> tuple[Corpus, list[Problem]]:
        """Return the agreed annotation as one corpus with the rest marked, and the annotations that cannot be merged; see merging.merged."""
        return merged(self.units, self.annotators, self.categories)

    def to_dict(self, *, per_document: bool = False) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for undefined values.

        Args:
            per_document: also the numbers of each document.
        """
        found: dict[str, Any] = {
            "annotators": {
                name: {"mentions": len(corpus.mentions), "entities": len(corpus.entities), "content": content}
                for name, corpus, content in zip(
                    self.annotators, self.units.corpora, self.hashes, strict=True
                )
            },
            "documents": len(self.documents),
            "units": len(self.units),
            "unmarked": self.unmarked,
            "scores": [
                {"key": key, "response": response, "scores": result.scores, "intervals": self.intervals[pair]}
                for pair, result in self.results.items()
                for key, response in [self.named(pair)]
            ],
            "coefficients": self.coefficients,
            "disagreements": [
                {"first": first, "second": second, **self.disagreement_counts(pair)}
                for pair in self.units.pairs
                for first, second in [self.named(pair)]
            ],
        }
        if self.by_class:
            found["by"] = self.by_class
        if per_document:
            found["per_document"] = self.per_document()
        if self.listed is not None:
            found["list"] = self.listed
        return whole(found, self.signature, self.settings, self.warnings)

    def rows(self, *, per_document: bool = False) -> Rows:
        """Return a row for each number: scores, coefficients, by class, by document; or for each disagreement."""
        if self.listed is not None:
            return Rows.of(COLUMNS, self.listed, self.signature)
        heads = ["scope", "class", *Coefficient.__dataclass_fields__]
        return Rows(heads, list(self._rows(per_document=per_document)), self.signature)

    def _rows(self, *, per_document: bool) -> Iterator[dict[str, Any]]:
        for pair, result in self.results.items():
            who = _joined(self.named(pair))
            for metric, parts in result.scores.items():
                for part, value in parts.items():
                    low, high = self.intervals[pair][metric].get(part, (None, None))
                    row = {"scope": "corpus", "measure": metric, "of": part, "annotators": who}
                    yield {**row, "value": value, "low": low, "high": high}
        for each in self.coefficients:
            yield {"scope": "corpus", **asdict(each), "annotators": _joined(each.annotators)}
        for name, classes in self.by_class.items():
            for own in classes:
                row = {"scope": name, "class": own.label, "annotators": _joined(self.annotators)}
                yield {**row, "measure": "units", "value": own.units}
                yield {**row, "measure": "mentions", "of": "marked by all", "value": own.marked}
                for distance, value in own.alphas.items():
                    yield {**row, "measure": "alpha", "of": distance, "chance": CORPUS, "value": value}
        for found in self.per_document() if per_document else ():
            row = {"scope": "document", "class": found["document"]}
            for scores in found["scores"]:
                who = _joined((scores["key"], scores["response"]))
                for metric, parts in scores["scores"].items():
                    for part, value in parts.items():
                        yield {**row, "measure": metric, "of": part, "annotators": who, "value": value}
            for each in found["coefficients"]:
                yield {**row, **each, "annotators": _joined(each["annotators"])}

    def __repr__(self) -> str:
        """Return α with MASI."""
        value = self.coefficient("alpha", "masi", CORPUS).value
        told = "undefined" if value is None else f"{value:.3f}"
        return f"<Agreement of {', '.join(self.annotators)}: α (MASI) {told}; {several(len(self.units), 'unit')}>"


@listing_options
def agree(
    annotations: Mapping[str, Input] | Sequence[Input],
    *,
    metrics: str | Sequence[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    unmarked: str | None = None,
    by: str | Sequence[str] = (),
    interval: str | None = None,
    resamples: int | None = None,
    confidence: float | None = None,
    seed: int | None = None,
    **options: Unpack[Options],
) -> Agreement:
    """Measure the agreement of annotators or systems without a gold standard.

    Args:
        annotations: {name: path, corpus or clusters}, or a list of at least two. Or one path: the project
            export of INCEpTION or WebAnno, a folder or archive with `annotation/DOCUMENT/ANNOTATOR.tsv`. The
            settings of a key (key_format, key_layer …) apply to the first, those of a response to the others.
        metrics: names, comma-separated or a list; `all` for every one. Each of two is scored against the other, both ways.
        preset: settings of a shared task.
        signature: the signature of a run to repeat.
        unmarked: the value of a mention for an annotator who did not mark it: a class of its `own` (default),
            or a `singleton`.
        by: features to break α down by: type, distance, document …
        interval: `jackknife` (default), or of the bootstrap `percentile` or `bca`.
        resamples: the resamples of the bootstrap; 0 for no intervals at all.
        confidence: the confidence level of the intervals.
        seed: the random seed.
        options: the settings of score(), except `missing` and `types`. Documents that not all annotated are skipped
        with a warning. `types` names the features of mentions for which κ is computed; by default type codes (code)
        and types of entities (etype) if all files have them. For a table of mention types by label, use a scheme.

    Examples:
        >>> one = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2]]}
        >>> other = {"a": [[1, 2], [3, 4, 5]], "b": [[1, 2]]}
        >>> agreement = agree({"one": one, "other": other}, metrics="lea")
        >>> round(agreement.coefficient("alpha", "masi", "over the corpus").value, 3)
        0.423
        >>> agreement.disagreement_counts((0, 1))["split"], agreement.disagreement_counts((0, 1))["merged"]
        (1, 1)
    """
    named: dict[str, Any] = dict(annotations) if isinstance(annotations, Mapping) else _named(annotations)
    project = projects.annotators_of(list(named.values()))
    named = dict(project) or named
    if len(named) < 2:
        raise UsageError(Problem("CE130", "agreement-several-annotators"))
    said = signed(str(signature)) if signature is not None else {}
    resampling = _resampling(str(signature or ""), interval, resamples, confidence, seed)
    chosen = resolve("value", unmarked or said.get("unmarked", UNMARKED[0]), UNMARKED, of="unmarked")
    if options.get("missing") is not None:
        raise UsageError(Problem("CE130", "missing-says-nothing-agreement"))
    types = options.pop("types", None)
    types = list(types) if isinstance(types, Mapping) else types
    request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
    usual = {} if preset or signature else AS_ANNOTATED
    overrides = {**usual, **(request.overrides or {}), "missing": "error"}
    request = replace(request, overrides=overrides, has_gold=False)
    first, *others = named.values()
    if project:
        corpora = [
            projects.read(files, request, is_first=not number)
            for number, files in enumerate(project.values())
        ]
    else:
        corpora = [request.read_key(first), *(request.read_response(other) for other in others)]
    problems = Problems()
    drawn = {"--resamples": bool(resamples), "--seed": seed is not None}
    names = [option for option, is_given in drawn.items() if is_given]
    if names and resampling.interval == "jackknife":
        problems.add(warning("CE062", "jackknife-draws-nothing", names=names, count=len(names)))
    corpora = _same_documents(corpora, list(named), request.settings, problems)
    run = request.on(corpora[0], form=NO_FORMAT)
    corpora = _same_words(corpora, list(named), run.settings, problems)
    asked = types if types is not None else said.get("types")
    features = tuple(_split(by))
    agreement = _agree(tuple(named), corpora, run, resampling, chosen, asked, features, problems)
    theirs, ours = said.get("with", ""), ",".join(agreement.hashes[1:])
    if theirs and theirs != ours:
        other = warning("CE058", "signature-beside-key", theirs=theirs, ours=ours)
        return replace(agreement, warnings=(*agreement.warnings, other))
    return agreement


def _agree(
    names: tuple[str, ...],
    corpora: Sequence[Corpus],
    run: Run,
    resampling: Resampling,
    unmarked: str,
    types: str | Sequence[str] | None,
    features: tuple[str, ...],
    problems: Problems,
) -> Agreement:
    # a signature to be repeated is of the first two
    other_run = replace(run, request=run.request.of_a_part())
    results = {}
    for pair in permutations(range(len(corpora)), 2):
        piece = run.count(corpora[pair[0]], corpora[pair[1]])
        results[pair] = (run if pair == (0, 1) else other_run).result([piece])
    settings = results[0, 1].settings
    pairs = [pair for pair in results if pair[0] < pair[1]]
    pairings = {pair: plain_pairing(results[pair]) for pair in pairs}
    units = CodingUnits.of(pairings, len(corpora), is_singleton=unmarked == "singleton")
    categories = _categories(units, pairings, types, names)
    exact = pairings
    if settings.match != "exact":
        exactly = settings.changed({"match": "exact"})
        exact = {
            (one, other): one_to_one(pair_mentions(corpora[one], corpora[other], exactly, Problems()).plain)
            for one, other in pairs
        }
    counted, reasons = _measured(units, pairings, exact, categories)
    coefficients, notes = _coefficients(counted, names, results[0, 1].documents, settings, resampling)
    coefficients += [
        Coefficient("mentions", way, "", (names[one], names[other]), None, reason=reason)
        for (way, (one, other)), reason in reasons.items()
    ]
    order = {each: place for place, each in enumerate(("mentions", "alpha", "kappa"))}
    sample = Sample.of([result.counts for result in results.values()], run.metrics, settings)
    bounds = Inference(sample, resampling).intervals()
    for one, other in pairs:
        own = partial(_of_annotators, first=names[one], second=names[other], several=len(names) > 2)
        problems.extend(map(own, results[one, other].warnings))
    problems.extend(notes)
    explanations = {}
    for pair in pairs:
        found = explain_errors(results[pair])
        explanations[pair] = replace(found, table=differences(found.aligned))
    agreement = Agreement(
        annotators=names,
        results=results,
        intervals=dict(zip(results, bounds, strict=True)),
        coefficients=tuple(sorted(coefficients, key=lambda each: order[each.measure])),
        units=units,
        categories=categories,
        resampling=resampling,
        unmarked=unmarked,
        hashes=tuple(content_hash(content_sum(corpus)) for corpus in corpora),
        counted=tuple(each._replace(by_document=_scored(each, each.counts.columns)) for each in counted),
        explanations=explanations,
        warnings=tuple(dict.fromkeys(problems.warnings)),
    )
    return replace(agreement, by_class={name: agreement.by(name) for name in features})


def _of_annotators(problem: Problem, first: str, second: str, *, several: bool) -> Problem:
    """Return the problems of two annotations with the annotators' names; with several annotators also the names of these two."""
    named = replace(problem, sides=(first, second))
    return named.about(first, second) if several and not problem.place.file else named


def plain_pairing(result: Result) -> Pairing:
    """Return a result's pairing with each mention once: without sets of split antecedents and treatments of twinless mentions."""
    assert result.pairing is not None
    return one_to_one(result.pairing.plain)


def categories_of(units: CodingUnits, pairings: Mapping[Pair, Pairing], name: str) -> Categories:
    """Return the value of a feature for each unit and annotator."""
    labels: dict[str, int] = {}
    found: list[Integers] = []
    for number in range(1, units.annotators):
        own = feature(pairings[0, number], name)
        place = integers(labels.setdefault(label, len(labels)) for label in own.labels)
        if number == 1:
            found.append(look_up(units.mention[0], place[own.key]))
        found.append(look_up(units.mention[number], place[own.response]))
    return tuple(found), tuple(labels)


def _categories(
    units: CodingUnits,
    pairings: Mapping[Pair, Pairing],
    types: str | Sequence[str] | None,
    names: Sequence[str],
) -> dict[str, Categories]:
    """Return the types that annotators give to mentions: the requested ones, or those of TYPES that all files have."""
    found: dict[str, Categories] = {}
    for name in TYPES if types is None else _split(types):
        if types is None and not _all_give(pairings, name, units.annotators):
            continue
        values, labels = categories_of(units, pairings, name)
        for own, annotator in zip(values, names, strict=True):
            given = {labels[value] for value in np.unique(own[own >= 0]).tolist()}
            if types is not None and given <= {NONE}:
                raise CorefevalError(Problem("CE131", "gives-no-mention", annotator=annotator, name=name))
        found[name] = values, labels
    return found


def _all_give(pairings: Mapping[Pair, Pairing], name: str, annotators: int) -> bool:
    """Return whether the mentions of all files have a type of this name."""
    sides = (side for number in range(1, annotators) for side in described_sides(pairings[0, number]))
    if name == "code":
        return all(side.given_types is not None for side in sides)
    columns = (side.corpus.mentions.attributes.column(name) for side in sides)
    return all(column is not None and any(column) for column in columns)


def _measured(
    units: CodingUnits,
    pairings: Mapping[Pair, Pairing],
    exact: Mapping[Pair, Pairing],
    categories: Mapping[str, Categories],
) -> tuple[list[Measured], dict[tuple[str, Pair], str]]:
    """Count everything that is measured, and state why something cannot be measured.

    κ of two annotators uses only mentions of these two, even if there are others.

    Args:
        units: the mentions of all annotators.
        pairings: the pairing of each two annotators, matched under the settings.
        exact: the same with equal spans matched, for the agreement on mentions.
        categories: the types of the units.
    """
    everyone = tuple(range(units.annotators))
    found: list[Measured] = []
    refused: dict[tuple[str, Pair], str] = {}
    for way in WAYS:
        for pair in units.pairs:
            counts = mention_agreement(exact[pair], way)
            if isinstance(counts, str):
                refused[way, pair] = counts
            else:
                found.append(Measured("mentions", way, pair, MentionDetection(), counts))
    found += [
        Measured("alpha", distance, everyone, Alpha(distance), Alpha(distance).count(units))
        for distance in DISTANCES
    ]
    of_two = {
        pair: CodingUnits.of({(0, 1): pairings[pair]}, 2, is_singleton=units.is_singleton)
        for pair in units.pairs
    }
    for pair, own in of_two.items():
        found.append(Measured("kappa", "links", pair, Kappa(COHEN), kappa_of_links(own, (0, 1))))
    found.append(Measured("kappa", "links", everyone, Kappa(FLEISS), kappa_of_links(units, everyone)))
    for name, (values, labels) in categories.items():
        for pair, own in of_two.items():
            counts = kappa_of_types(own, (0, 1), *categories_of(own, {(0, 1): pairings[pair]}, name))
            found.append(Measured("kappa", name, pair, Kappa(COHEN), counts))
        counts = kappa_of_types(units, everyone, values, labels)
        found.append(Measured("kappa", name, everyone, Kappa(FLEISS), counts))
    return found, refused


def _scored(counted: Measured, totals: Mapping[str, Floats]) -> Scores:
    """Return the counts of a measured quantity, by the source of chance agreement; '' for none."""
    scores = counted.scorer.scores(totals, Settings())
    return {"": scores["f1"]} if isinstance(counted.scorer, MentionDetection) else scores


def _coefficients(
    counted: Sequence[Measured],
    names: Sequence[str],
    documents: Sequence[str],
    settings: Settings,
    resampling: Resampling,
) -> tuple[list[Coefficient], list[Problem]]:
    """Return the coefficients with their intervals, and warnings about coefficients without an interval."""
    by_key = {str(number): each for number, each in enumerate(counted)}
    sample = Sample.of(
        [{key: each.counts for key, each in by_key.items()}],
        {key: each.scorer for key, each in by_key.items()},
        settings,
    )
    inference = Inference(sample, resampling)
    bounds = inference.intervals()[0]
    found = []
    for key, each in by_key.items():
        totals = each.counts.totals()
        who = tuple(names[place] for place in each.annotators)
        for chance, value in _scored(each, totals).items():
            number = number_or_none(value)
            low, high = bounds[key].get(chance or "f1", (None, None))
            observed, expected = _chances(each, totals, chance)
            undefined = _why_undefined(each, totals, chance) if number is None else ""
            what = each.measure, each.of, chance, who
            found.append(Coefficient(*what, number, low, high, observed, expected, undefined))
    notes = []
    for (why, unit), outputs in inference.missing().items():
        of = dict.fromkeys(
            (by_key[key].measure, by_key[key].of)
            for _, key, part in outputs
            if part in {"f1", CORPUS, DOCUMENT, COHEN, FLEISS}
        )
        if of:
            single = Problem("CE087", "one-unit", unit="document", datasets=())
            name = documents[unit] if unit >= 0 else single
            reason = Problem("CE087", REASONS[why], unit="document", units="documents", name=name)
            measures = [Problem("CE087", "measure-of", measure=measure, what=what) for measure, what in of]
            notes.append(warning("CE087", "no-interval-of-agreement", measures=measures, reason=reason))
    return found, notes


def _chances(
    counted: Measured, totals: Mapping[str, Floats], chance: str
) -> tuple[float | None, float | None]:
    """Return the observed value and the value expected by chance."""
    if isinstance(counted.scorer, Alpha):
        observed, expected = counted.scorer.disagreements(totals)[chance]
    elif isinstance(counted.scorer, Kappa):
        observed, expected = counted.scorer.agreements(totals)
    else:
        return None, None
    return number_or_none(observed), number_or_none(expected)


def _why_undefined(counted: Measured, totals: Mapping[str, Floats], chance: str) -> str:
    if counted.measure == "mentions":
        return "nobody marked a mention"
    if counted.measure == "kappa":
        if totals["decisions"]:
            return "all decisions are the same, so there is nothing to differ"
        is_of_links = counted.of == "links"
        return "no two mentions in a document" if is_of_links else "no mention that all annotators marked"
    if not totals["units"]:
        return "nobody marked a mention"
    if totals["units"] < 2:
        return "with one mention, chance agreement cannot be estimated"
    if chance == DOCUMENT and not totals["values_within"]:
        return "with one mention per document, chance agreement cannot be estimated"
    return "all mentions have the same value, so there is nothing to differ"


def _same_documents(
    corpora: Sequence[Corpus], names: Sequence[str], settings: Settings, problems: Problems
) -> list[Corpus]:
    """Return the documents that all annotators have, in the order of their names; the others are named."""
    first = corpora[0]
    lenient = settings.changed({"missing": "empty"})
    common = set(range(len(first.names)))
    aligned = [first]
    for other in corpora[1:]:
        met = Problems()
        aligned.append(same_documents(first, other, lenient, met))
        problems.extend(problem for problem in met if problem.code not in {"CE010", "CE011"})
        common &= {place for place, name in enumerate(aligned[-1].names) if name}
    if not common:
        raise CorefevalError(Problem("CE130", "no-document-in-common", names=names))
    shared = len(common)
    sizes = [len(corpus.names) for corpus in corpora]
    left_out = [
        Problem("CE130", "documents-of", count=size - shared, documents=size, name=name)
        for size, name in zip(sizes, names, strict=True)
        if size > shared
    ]
    if left_out:
        problems.add(warning("CE130", "all-annotated-left-out", count=shared, left_out=left_out))
    order = integers(sorted(common, key=first.names.__getitem__))
    chosen = aligned
    if order.tolist() != list(range(len(first.names))) or any(len(each.names) != shared for each in aligned):
        chosen = [corpus.select_documents(order) for corpus in aligned]
    return [replace(corpus, names=chosen[0].names) for corpus in chosen]


def _same_words(
    corpora: Sequence[Corpus], names: Sequence[str], settings: Settings, problems: Problems
) -> list[Corpus]:
    """Return all annotations over the words of the first."""
    first, *others = corpora
    found = []
    for name, other in zip(names[1:], others, strict=True):
        own = partial(_of_annotators, first=names[0], second=name, several=len(names) > 2)
        met = Problems()
        try:
            first, aligned = align(first, other, settings, met)
        except CorefevalError as error:
            raise type(error)(map(own, error.problems)) from None
        problems.extend(map(own, met))
        found.append(aligned)
    return [first, *found]


def _named(annotations: Sequence[Input]) -> dict[str, Input]:
    if isinstance(annotations, str | Path) and projects.annotators_of([annotations]):
        return {str(annotations): annotations}
    if isinstance(annotations, str | Path):
        raise UsageError(Problem("CE130", "one-annotation-not-several", text=str(annotations)))
    names = system_names(
        [each if isinstance(each, str | Path) else f"annotator {n}" for n, each in enumerate(annotations, 1)]
    )
    return dict(zip(names, annotations, strict=True))


def _resampling(
    signature: str, interval: str | None, resamples: int | None, confidence: float | None, seed: int | None
) -> Resampling:
    """Return the options of intervals: the given ones, else those of the signature, else the defaults."""
    asked = {"interval": interval, "resamples": resamples, "confidence": confidence, "seed": seed}
    values = {name: value for name, value in Resampling.parse(signature).items() if name in asked}
    return Resampling(**(values | {name: value for name, value in asked.items() if value is not None}))


def _split(names: str | Sequence[str]) -> list[str]:
    listed = names.split(",") if isinstance(names, str) else list(names)
    return list(dict.fromkeys(name.strip() for name in listed if name.strip()))


def _joined(names: Sequence[str]) -> str:
    return " | ".join(names)
