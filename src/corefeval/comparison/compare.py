"""compare(): which system is better, by how much, and whether the difference is significant."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Unpack

import numpy as np

from corefeval.arrays import number_or_none
from corefeval.choices import OVER_DATASETS
from corefeval.columns import grouped
from corefeval.comparison.comparison import (
    Comparison,
    Lead,
    PairedTest,
    Resampling,
    comparable,
    headline,
    measured_on,
    ranked,
)
from corefeval.comparison.inference import PAIRS, Inference
from corefeval.comparison.intervals import CONFIDENCE, RESAMPLES, SEED, Missing, holm
from corefeval.comparison.ranking import Ranking
from corefeval.comparison.sample import Sample, by_entity
from corefeval.counts import Counts
from corefeval.evaluation.datasets import (
    Datasets,
    DatasetScores,
    datasets_of,
    score_dataset,
    taken_together,
)
from corefeval.evaluation.fold import Whole
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Bounds, Parts, Result
from corefeval.metrics import metric_name
from corefeval.metrics.base import Metric
from corefeval.names import resolve
from corefeval.problems import (
    CorefevalError,
    Problem,
    Severity,
    UsageError,
    about_systems,
    encodable,
    warning,
)
from corefeval.settings import Options, listing_options
from corefeval.signature import SEPARATOR, Signature

Rejected = dict[str, tuple[Problem, ...]]
"""The systems that cannot be scored, with their problems."""

FEW = 100
"""With fewer documents, bootstrap intervals come with a warning: they are too narrow."""

UNITS = {"documents": "document", "entities": "entity"}
"""The singular of each resampled unit."""

REASONS = {
    Missing.SINGLE: "single-unit",
    Missing.DOMINATED: "dominated",
    Missing.NEEDED: "each-needed",
    Missing.CONSTANT: "constant",
    Missing.UNDEFINED: "undefined",
}
"""Reasons for a missing interval: kinds of CE087."""


@listing_options
def compare(
    key: Input | None,
    systems: Mapping[str, Input | Result] | Sequence[Input | Result],
    *,
    metrics: str | Sequence[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    baseline: str | None = None,
    pairs: str = "baseline",
    test: str = "randomisation",
    resamples: int = RESAMPLES,
    interval: str = "jackknife",
    confidence: float = CONFIDENCE,
    seed: int = SEED,
    by: str = "document",
    resample: str = "documents",
    rank_by: str | None = None,
    whole: bool = False,
    **options: Unpack[Options],
) -> Comparison:
    """Score several systems against one key and rank them, with intervals and paired tests.

    A system that cannot be scored is skipped and listed in `rejected` with its problems; if none can be scored, an
    error is raised.

    Args:
        key: path, corpus or clusters of the gold annotation; by="dataset" a folder of datasets or
            {dataset: key}. None where every system is a Result.
        systems: {name: path, corpus, clusters or Result}, or a list of them.
        metrics: names, comma-separated or a list; `all` for every one.
        preset: settings of a shared task.
        signature: the signature of a run to repeat.
        baseline: the system the others are tested against, the first by default.
        pairs: test against the `baseline`, or `all` against all.
        test: paired approximate `randomisation`.
        resamples: the number of resamples; 0 for scores only.
        interval: `jackknife`, or of the bootstrap `percentile` or `bca`.
        confidence: the confidence level of the intervals; a difference is significant if its adjusted p is
            below 1 - confidence.
        seed: the random seed.
        by: pool the documents (`document`), or average over datasets (`dataset`).
        resample: draw `documents`, or the `entities` of a single document.
        rank_by: the metric to rank by; by default the preset's, else the CoNLL average, else the first.
        whole: keep the mentions with the results, also for large files.
        options: the settings of score().

    Examples:
        >>> key = {"a": [[1, 2, 3]], "b": [[1, 2], [3, 4]], "c": [[1, 2]]}
        >>> one = {"a": [[1, 2]], "b": [[1, 2, 3, 4]], "c": [[1, 2]]}
        >>> comparison = compare(key, {"one": one, "gold": key}, metrics="lea")
        >>> comparison.systems, comparison.leads["lea"].is_real
        (('gold', 'one'), False)
        >>> [(test.system, test.p) for test in comparison.tests]
        [('gold', 0.5)]
    """
    if isinstance(preset, list | tuple):
        raise UsageError(Problem("CE051", "several-presets-of-compare"))
    resampling = Resampling(
        test=test,
        interval=interval,
        pairs=pairs,
        by=by,
        resample=resample,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        rank_by="" if rank_by is None else metric_name(rank_by),
    )
    named = dict(systems) if isinstance(systems, Mapping) else systems_named(systems)
    if not named:
        raise UsageError(Problem("CE051", "nothing-compare"))
    request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
    if baseline is not None:
        baseline = resolve("system", baseline, named)
    rejected: Rejected = {}
    whole = whole or resample == "entities"
    if by == "dataset":
        request = replace(request, averages=(OVER_DATASETS,))
        results = _score_datasets(key, named, request, rejected, whole=whole)
    else:
        scored = _score(key, named, request, rejected, whole=whole)
        results = {name: {"": result} for name, result in scored.items() if name not in rejected}
    if not results or baseline in rejected:
        found = rejected.values() if baseline not in rejected else [rejected[baseline]]
        raise CorefevalError(dict.fromkeys(problem for problems in found for problem in problems))
    return compare_results(results, resampling, baseline, rejected)


def with_intervals(
    result: Result, resampling: Resampling | None = None
) -> tuple[Result, dict[str, dict[str, Bounds]]]:
    """Return a result with the method of its intervals and a warning for missing ones, and the interval of each part.

    They equal those of compare(): a system's intervals do not depend on the other systems.

    Examples:
        >>> from corefeval.evaluation.score import score
        >>> key = {"a": [[1, 2, 3]], "b": [[1, 2], [3, 4]], "c": [[1, 2, 3]]}
        >>> response = {"a": [[1, 2]], "b": [[1, 2, 3, 4]], "c": [[1, 2, 3]]}
        >>> result, intervals = with_intervals(score(key, response, metrics="bcub"))
        >>> [round(bound, 2) for bound in intervals["bcub"]["f1"]]
        [0.21, 0.99]
        >>> str(result.signature).partition("|interval:")[2]
        'jackknife'
    """
    how = resampling or Resampling()
    results = {"": {"": result}}
    sample, notes = _sample(results, result.metrics, how)
    inference = Inference(sample, how)
    notes += _note_missing(inference, results)
    signed = replace(result, intervals=how.of_intervals, warnings=(*result.warnings, *notes))
    return signed, inference.intervals()[0]


def systems_named(systems: Sequence[Input | Result]) -> dict[str, Input | Result]:
    """Return systems by short names: file names, or numbers."""
    names = system_names(
        [system if isinstance(system, str | Path) else f"system {n}" for n, system in enumerate(systems, 1)]
    )
    return dict(zip(names, systems, strict=True))


def system_names(paths: Sequence[str | Path]) -> list[str]:
    """Return short names for paths: the file name if they differ, else the folder, else the whole path.

    Dotted pieces that all file names share are omitted.

    Examples:
        >>> system_names(["gum.dev.xrenner.conll", "gum.dev.ontogum.conll"])
        ['xrenner', 'ontogum']
        >>> system_names(["out/a.conllu", "out/b.conllu.gz"])
        ['a', 'b']
        >>> system_names(["a/dev.conllu", "b/dev.conllu"])
        ['a', 'b']
        >>> system_names(["missed-0.1", "moved-0.1"])
        ['missed-0.1', 'moved-0.1']
        >>> system_names(["x/a/dev.conllu", "y/a/dev.conllu"])
        ['x/a/dev.conllu', 'y/a/dev.conllu']
    """
    parts = [Path(encodable(str(path))) for path in paths]
    for names in ([_stem(path) for path in parts], [path.parent.name for path in parts]):
        if len(set(names)) == len(names) and all(names):
            return _distinct(names)
    whole = [str(path) for path in parts]
    repeated = sorted({name for name in whole if whole.count(name) > 1})
    if repeated:
        raise UsageError(Problem("CE051", "same-system-twice", repeated=repeated))
    return whole


_BETWEEN = re.compile(r"(?<!\d)\.|\.(?!\d)")
"""A dot that is not the point of a number."""


def _stem(path: Path) -> str:
    """Return the name without its extension; a piece that begins with a digit is not an extension (v1.2)."""
    name = path.name.removesuffix(".gz")
    stem, _, extension = name.rpartition(".")
    return name if not stem or extension[:1].isdigit() else stem


def _distinct(names: Sequence[str]) -> list[str]:
    """Return the names without the dotted pieces that all of them begin or end with; the dot of a number (0.1) is no separator."""
    pieces = [_BETWEEN.split(name) for name in names]
    if len(pieces) < 2:
        return list(names)
    shortest = min(map(len, pieces))
    begin = 0
    while begin < shortest - 1 and len({each[begin] for each in pieces}) == 1:
        begin += 1
    end = 0
    while end < shortest - begin - 1 and len({each[-1 - end] for each in pieces}) == 1:
        end += 1
    return [".".join(each[begin : len(each) - end]) for each in pieces]


def _score(
    key: Input | None,
    systems: Mapping[str, Input | Result | None],
    request: Request,
    rejected: Rejected,
    dataset: str = "",
    *,
    whole: bool = False,
) -> dict[str, Result]:
    """Score every system that is not scored yet, and collect the systems that cannot be scored.

    A small key is read once. Large files are read in pieces, the key's with those of each system, unless the results
    keep mentions.
    """
    if all(isinstance(system, Result) for system in systems.values()):
        return {name: system for name, system in systems.items() if isinstance(system, Result)}
    if key is None:
        raise UsageError(Problem("CE051", "no-key-score-systems"))
    found: dict[str, Result] = {}
    gold = Whole(key)
    for name, system in systems.items():
        with _noting(rejected, name, dataset):
            if isinstance(system, Result):
                found[name] = system
            else:
                found[name] = score_dataset(request, gold, dataset, system, whole=whole)
        if gold.error is not None:
            raise gold.error
    return found


@contextmanager
def _noting(rejected: Rejected, system: str, dataset: str = "") -> Iterator[None]:
    """Note the problem of a system instead of raising it; a usage error is not a system's problem."""
    try:
        yield
    except UsageError:
        raise
    except CorefevalError as error:
        problems = error.problems
        if dataset:
            problems = tuple(each.about(dataset) for each in problems)
        rejected[system] = (*rejected.get(system, ()), *problems)


def _score_datasets(
    key: Input | None,
    systems: Mapping[str, Input | Result],
    request: Request,
    rejected: Rejected,
    *,
    whole: bool = False,
) -> dict[str, dict[str, Result]]:
    """Score every system on every dataset; collect all problems of a system that cannot be scored on one."""
    if any(isinstance(system, Result) for system in systems.values()):
        raise UsageError(Problem("CE051", "results-cannot-compared-dataset"))
    keys = datasets_of(key)
    responses: dict[str, Datasets] = {}
    for name, system in systems.items():
        with _noting(rejected, name):
            given = datasets_of(system)
            responses[name] = given
            responses[name] = keys.matching(given, name, request.settings.missing)
    part = request.of_a_part()
    found = {}
    for dataset in sorted(keys):
        own = {name: each[dataset] for name, each in responses.items() if dataset in each}
        found[dataset] = _score(keys[dataset], own, part, rejected, dataset, whole=whole)
    return {
        name: taken_together({dataset: found[dataset][name] for dataset in found}, request)
        for name in systems
        if name not in rejected
    }


def compare_results(
    results: Mapping[str, Mapping[str, Result]],
    resampling: Resampling,
    baseline: str | None = None,
    rejected: Rejected | None = None,
    *,
    ranks_only: bool = False,
) -> Comparison:
    """Compare systems that are scored: for each its result on each dataset, '' for the only one.

    Args:
        results: the results of each system.
        resampling: the settings of intervals and tests.
        baseline: the system that others are tested against; the first by default.
        rejected: the systems that cannot be scored.
        ranks_only: omit the tests against the baseline and the tests of the leader.
    """
    baseline, rejected = baseline or next(iter(results)), rejected or {}
    warnings = [*_left_out(rejected), *warnings_of(results)]
    beta = next(iter(results[baseline].values())).settings.beta
    if beta != 1:
        warnings.append(warning("CE062", "compared-f1", beta=beta))
    metrics = _common_metrics(results, warnings)
    scores = _scores(results, metrics)
    first = _headline_metric(next(iter(results.values())), metrics, resampling.rank_by)
    systems = tuple(ranked({system: scores[system][first] for system in results}))
    results = {system: results[system] for system in systems}
    sample, notes = _sample(results, metrics, resampling)
    if resampling.resamples and resampling.resample == "documents" and sum(sample.strata) < 2:
        raise CorefevalError(
            Problem("CE052", "document-documents-what-resampled", documents=sum(sample.strata))
        )
    rankings = {metric: ranked({system: scores[system][metric] for system in systems}) for metric in metrics}
    every_pair = list(combinations(systems, 2))
    of_baseline = [(system, baseline) for system in systems if system != baseline]
    pairs = of_baseline if resampling.pairs == "baseline" else every_pair
    asked = [(*pair, metric) for pair in pairs for metric in metrics]
    leading = [(best, other, metric) for metric, (best, *others) in rankings.items() for other in others]
    among = [(*pair, first) for pair in every_pair]
    if ranks_only:
        asked, leading = [], []
    if len(among) > PAIRS and cannot_be_significant(len(among), sum(sample.strata), resampling):
        among = []
    inference = Inference(sample, resampling)
    tests, is_exact = paired_tests(inference, systems, asked + leading + among)
    in_ranking = adjusted_tests(tests[len(asked) + len(leading) :], resampling)
    notes += _note_missing(
        inference, results, {metric: headline(scores[systems[0]][metric]) for metric in metrics}
    )
    return Comparison(
        systems=systems,
        metrics=metrics,
        scores=scores,
        intervals=dict(zip(systems, inference.intervals(), strict=True)),
        tests=adjusted_tests(tests[: len(asked)], resampling),
        leads=_leads(tests[len(asked) : len(asked) + len(leading)], rankings, results, scores, resampling),
        baseline=baseline,
        resampling=resampling,
        is_exact=is_exact,
        units=len(sample.counts),
        ranks=_ranking(first, {system: scores[system][first] for system in systems}, in_ranking, resampling),
        rank_tests=in_ranking,
        results=results,
        rejected=rejected,
        warnings=(*warnings, *notes),
    )


def cannot_be_significant(tests: int, units: int, resampling: Resampling) -> bool:
    """Return whether this many tests cannot be significant at all: even the smallest possible p is above the limit.

    Examples:
        >>> [cannot_be_significant(tests, 100, Resampling()) for tests in (496, 528)]  # of 32 and 33 systems
        [False, True]
    """
    return resampling.resamples > 0 and resampling.smallest_p(units) * tests >= resampling.limit


def _headline_metric(results: Mapping[str, Result], metrics: Mapping[str, Metric], asked: str) -> str:
    """Return the metric that systems are ranked by."""
    if asked:
        hint = "Ask for it among the metrics."
        return resolve("metric", asked, metrics, lambda name: (metrics[name].full_name,), see=hint)
    usual = DatasetScores(results).headline
    return usual if usual in metrics else next(iter(metrics))


def _ranking(
    metric: str, parts: Mapping[str, Parts], tests: Sequence[PairedTest], resampling: Resampling
) -> Ranking:
    """Return the ranking, given the tests of all pairs."""
    part = headline(next(iter(parts.values())))
    scores = {system: found[part] for system, found in parts.items()}
    better = None
    if resampling.resamples and (tests or len(scores) == 1):
        place = {system: number for number, system in enumerate(scores)}
        better = np.zeros((len(scores), len(scores)), bool)
        for test in tests:
            if test.is_significant and test.difference:
                pair = place[test.system], place[test.against]
                better[pair if test.difference > 0 else pair[::-1]] = True
    return Ranking.of(metric, part, scores, better)


def _left_out(rejected: Rejected) -> Iterator[Problem]:
    """Report which systems cannot be scored, and why."""
    for name, problems in rejected.items():
        errors = sum(problem.severity is Severity.ERROR for problem in problems)
        yield Problem("CE140", "cannot-scored-left-out", name=name, errors=errors)
        yield from (problem.about(name) for problem in problems)


def paired_tests(
    inference: Inference, systems: Sequence[str], asked: Sequence[tuple[str, str, str]]
) -> tuple[list[PairedTest], bool]:
    """Return the tests of (system, against, metric), not yet adjusted, and whether they are exact."""
    number = {system: index for index, system in enumerate(systems)}
    parts: dict[str, dict[str, float | None]] = {}
    for _, metric, part in inference.sample.outputs:
        parts.setdefault(metric, {})[part] = None
    part_of = {metric: headline(names) for metric, names in parts.items()}
    found = inference.differences(
        [
            ((number[one], metric, part_of[metric]), (number[other], metric, part_of[metric]))
            for one, other, metric in asked
        ]
    )
    numbers = np.column_stack([found.observed, found.bounds, found.p]).tolist()
    tests = [
        PairedTest(one, other, metric, part_of[metric], difference, low, high, p)
        for (one, other, metric), row in zip(asked, numbers, strict=True)
        for difference, low, high, p in [map(number_or_none, row)]
    ]
    return tests, found.is_exact


def adjusted_tests(tests: Sequence[PairedTest], resampling: Resampling) -> tuple[PairedTest, ...]:
    """Return the tests with Holm's correction over all of them, and which differences are significant."""
    adjusted = holm(np.array([math.nan if test.p is None else test.p for test in tests]))
    return tuple(
        replace(test, p_adjusted=number_or_none(p), is_significant=p < resampling.limit)
        for test, p in zip(tests, adjusted.tolist(), strict=True)
    )


def _leads(
    tests: Sequence[PairedTest],
    rankings: Mapping[str, Sequence[str]],
    results: Mapping[str, Mapping[str, Result]],
    scores: Mapping[str, Mapping[str, Parts]],
    resampling: Resampling,
) -> dict[str, Lead]:
    """Return the leader of each metric, from the tests of the leaders against all others."""
    leads = {}
    for metric, (best, *others) in rankings.items():
        own = [test for test in tests if test.metric == metric]
        chances = [test.p for test in own if test.p is not None]
        p = max(chances) if own and len(chances) == len(own) else None
        part = headline(scores[best][metric])
        score = scores[best][metric][part]
        if not comparable([measured_on(results[system], metric, part) for system in (best, *others)])[0]:
            score = None
        system, runner_up = (None, None) if score is None else (best, next(iter(others), None))
        leads[metric] = Lead(metric, system, score, runner_up, own[0].difference if own else None, p)
    adjusted = holm(np.array([math.nan if each.p is None else each.p for each in leads.values()]))
    return {
        metric: replace(each, p_adjusted=number_or_none(p), is_real=p < resampling.limit)
        for (metric, each), p in zip(leads.items(), adjusted.tolist(), strict=True)
    }


def _sample(
    results: Mapping[str, Mapping[str, Result]], metrics: Mapping[str, Metric], resampling: Resampling
) -> tuple[Sample, list[Problem]]:
    """Return the counts of all systems on the same units, and warnings about the units."""
    settings = next(iter(next(iter(results.values())).values())).settings
    notes: list[Problem] = []
    if resampling.resample == "entities":
        tables = by_entity([datasets[""] for datasets in results.values()])
        strata: tuple[int, ...] = (len(next(iter(tables[0].values()))),)
    else:
        aligned = {
            dataset: aligned_counts({system: own[dataset] for system, own in results.items()}, metrics)
            for dataset in next(iter(results.values()))
        }
        strata = tuple(len(next(iter(tables[0].values()))) for tables in aligned.values())
        tables = [
            {name: Counts.concatenate([table[name] for table in own]) for name in metrics}
            for own in zip(*aligned.values(), strict=True)
        ]
        if resampling.resamples:
            notes = _note_units(dict(zip(aligned, strata, strict=True)), resampling)
    return Sample.of(tables, metrics, settings, strata), notes


def _note_units(units: Mapping[str, int], resampling: Resampling) -> list[Problem]:
    """Warn about bootstrap intervals that are too narrow."""
    count = sum(units.values())
    if resampling.interval == "jackknife" or count < 2:
        return []
    single = [name for name, number in units.items() if number < 2]
    if single and resampling.by == "dataset":
        return [warning("CE052", "one-document-in", datasets=single)]
    return [warning("CE052", "few-documents", documents=count)] if count < FEW else []


def _note_missing(
    inference: Inference, results: Mapping[str, Mapping[str, Result]], shown: Mapping[str, str] | None = None
) -> list[Problem]:
    """Report the scores without an interval, and why: of all parts, or of the shown part of each metric."""
    units = inference.resampling.resample
    datasets = next(iter(results.values()))
    metrics = next(iter(datasets.values())).metrics
    names = [name for result in datasets.values() for name in sorted(result.documents)]
    single = [name for name, result in datasets.items() if name and len(result.documents) < 2]
    systems = tuple(results)
    notes = []
    for (why, unit), outputs in inference.missing().items():
        told: dict[str, dict[str, list[str]]] = {}
        for system, metric, part in outputs:
            if shown is None or shown[metric] == part:
                labels = told.setdefault(systems[system], {})
                labels.setdefault(metrics[metric].full_label, []).append(part)
        by_scores: dict[Problem, list[str]] = {}
        for name, labels in told.items():
            by_scores.setdefault(_scores_of(labels, several=shown is None), []).append(name)
        one: str | Problem = Problem("CE087", "one-unit", unit=UNITS[units], datasets=single)
        if unit >= 0 and units == "documents":
            one = names[unit]
        reason = Problem("CE087", REASONS[why], unit=UNITS[units], units=units, name=one)
        for scores, own in by_scores.items():
            some = [] if len(own) == len(systems) else own
            notes.append(warning("CE087", "no-interval", scores=scores, systems=some, reason=reason))
    return notes


def _scores_of(labels: Mapping[str, Sequence[str]], *, several: bool) -> Problem:
    """Return the metrics with their parts, if there are several: MUC and LEA (recall, f1)."""
    by_parts = grouped(labels, lambda label: tuple(labels[label]) if several else ())
    groups = [Problem("CE087", "scores-of", names=names, parts=parts) for parts, names in by_parts.items()]
    return Problem("CE087", "scores", groups=groups)


def aligned_counts(results: Mapping[str, Result], metrics: Mapping[str, Metric]) -> list[dict[str, Counts]]:
    """Return each system's counts with the documents in the order of their names.

    So the order of files does not matter: the same seed draws the same documents.
    """
    other = next(iter(results))
    first = results[other].documents
    tables = []
    for name, result in results.items():
        documents = result.documents
        if documents != first and (sorted(documents) != sorted(first) or len(set(first)) < len(first)):
            raise CorefevalError(Problem("CE054", "not-scored-on-same", name=name, other=other))
        order = np.array(sorted(range(len(documents)), key=lambda row: documents[row]), np.int64)
        tables.append({metric: result.counts[metric].select(order) for metric in metrics})
    return tables


def _common_metrics(
    results: Mapping[str, Mapping[str, Result]], warnings: list[Problem]
) -> dict[str, Metric]:
    """Return the metrics that all systems have, and warn where results do not belong into one table."""
    every = {name: next(iter(datasets.values())) for name, datasets in results.items()}
    (first, reference), *others = every.items()
    metrics = dict(reference.metrics)
    for name, result in others:
        for metric, one in list(metrics.items()):
            if metric not in result.metrics or result.metrics[metric].full_name != one.full_name:
                del metrics[metric]
                warnings.append(
                    warning("CE054", "left-out-not-scored", metric=metric, name=name, first=first)
                )
        fields = (each.signature.comparable.split(SEPARATOR) for each in (reference, result))
        differences = [
            Problem("CE054", "instead-of", ours=ours, theirs=theirs)
            for ours, theirs in zip(*fields, strict=True)
            if ours != theirs
        ]
        if differences:
            warnings.append(
                warning("CE054", "scored-differently", name=name, other=first, differences=differences)
            )
    if not metrics:
        raise CorefevalError(Problem("CE054", "results-no-metric"))
    return metrics


def warnings_of(results: Mapping[str, Mapping[str, Result]]) -> list[Problem]:
    """Return all warnings of all results; one that not every system has names its system."""
    return about_systems(
        {
            name: [problem for result in datasets.values() for problem in result.warnings]
            for name, datasets in results.items()
        }
    )


def _scores(
    results: Mapping[str, Mapping[str, Result]], metrics: Mapping[str, Metric]
) -> dict[str, dict[str, Parts]]:
    """Return the scores of each system: those of its result, or means over datasets if there are several."""
    macro = {system: DatasetScores(datasets).macro for system, datasets in results.items()}
    return {
        system: {metric: parts for metric, parts in found.items() if metric in metrics}
        for system, found in macro.items()
    }
