"""study(): find the metrics that predict uses best, measured by rank agreement over systems.

    key ─┬─ given systems ────────┐
         └─ simulated mixtures ───┴─ counts per document ─┬─ documents to choose with:  the best metric of each use
                                                          └─ held-out documents:        τ, decisions, intervals

Every system is counted once. Everything else is arithmetic on these counts: a resample of documents is a row of weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Unpack

import numpy as np

from corefeval.applications.evidence import STUDIED
from corefeval.applications.weights import FITTED, candidates
from corefeval.arrays import Floats, Integers, number_or_none
from corefeval.columns import Column, DataRow, Printed, Rows, data, to_row, whole
from corefeval.comparison.compare import aligned_counts, systems_named, warnings_of
from corefeval.comparison.comparison import check_resampling, headline, stated_in
from corefeval.comparison.intervals import CONFIDENCE, SEED, TOLERANCE, bootstrap, percentile_interval
from corefeval.comparison.sample import Sample
from corefeval.evaluation.fold import Whole, scored
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Bounds, Result
from corefeval.linguistics.scheme_files import type_table
from corefeval.metrics import metric_name, metrics_named, split_names
from corefeval.metrics.base import FILES, Metric
from corefeval.presets import HEADLINE
from corefeval.problems import Problem, UsageError, warning
from corefeval.settings import Options, listing_options, refuse_beta
from corefeval.signature import Signature, SignatureText
from corefeval.simulation.mixtures import MIXTURES
from corefeval.studies.fitting import Fit, best, gain_bounds, left_out_errors
from corefeval.studies.rank_agreement import RankAgreement, rank_agreement
from corefeval.studies.task_scores import GivenScores, TaskScores, task_scores
from corefeval.text import plain_number

GIVEN = "given systems"
"""The name of the set of systems that the user gives as files."""
SIMULATED = 60
"""The number of simulated systems per mixture if the user gives no systems."""
FEWEST_SYSTEMS = 3
"""The fewest systems of a set. Two systems have a single pair, which is ordered correctly or not."""
FEWEST_DOCUMENTS = 3
"""The fewest documents: one to choose metrics on, and two to measure on, because one document gives no interval."""
RESAMPLES = 1000
USES = "uses"
"""The module of the metrics that measure uses."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of a study.

    Attributes:
        simulate: the number of simulated systems per mixture.
        resamples: the number of resamples of documents, and of systems; 0 for no intervals.
        confidence: the confidence level of the intervals.
        seed: the random seed of the mixtures and the resamples.
        fit: the metric whose weights are fitted, '' for none.
    """

    simulate: int = 0
    resamples: int = RESAMPLES
    confidence: float = CONFIDENCE
    seed: int = SEED
    fit: str = ""

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        if self.fit and self.fit not in FITTED:
            raise UsageError(Problem("CE178", "no-weights-to-fit", text=self.fit, known=list(FITTED)))
        check_resampling(self.resamples, self.confidence, self.seed)

    def __str__(self) -> str:
        """Return name:value pairs joined by bars, to append to a signature."""
        return (
            f"simulate:{self.simulate}|resamples:{self.resamples}|confidence:{plain_number(self.confidence)}"
            f"|seed:{self.seed}{f'|fit:{self.fit}' if self.fit else ''}"
        )

    @classmethod
    def of(cls, signature: str, **given: Any) -> Plan:
        """Return the plan. Missing values come from the signature, or else are the defaults."""
        values = {name: value for name, value in given.items() if value is not None}
        return cls(**(stated_in(signature, asdict(cls())) | values))


def _ends(name: str) -> tuple[Column, Column]:
    """Return the columns of the two ends of an interval."""

    def end(place: int) -> Callable[[Prediction], float | None]:
        return lambda one: None if (found := getattr(one, name)) is None else found[place]

    return Column("", name=f"{name}_low", of=end(0)), Column("", name=f"{name}_high", of=end(1))


@dataclass(frozen=True, slots=True)
class Prediction(DataRow):
    """How well a metric predicts a use on one set of systems.

    Attributes:
        systems: the set of systems.
        use: the use, or the task.
        metric: the metric.
        tau: Kendall's τ-b; None if all systems tie in the metric or in the use.
        tau_documents: the confidence interval of τ over documents.
        tau_systems: the confidence interval of τ over systems.
        decisions: the share of pairs of systems that the metric orders as the use does.
        difference: τ minus the τ of the baseline metric.
        difference_documents: the confidence interval of the difference over documents.
        difference_systems: the confidence interval of the difference over systems.
        is_chosen: whether the metric has the highest τ for the use on the documents and systems to choose with.
    """

    systems: str
    use: str
    metric: str
    tau: float | None
    tau_documents: Bounds | None
    tau_systems: Bounds | None
    decisions: float | None
    difference: float | None
    difference_documents: Bounds | None
    difference_systems: Bounds | None
    is_chosen: bool

    DATA = (
        *data("systems", "use", "metric", "tau"),
        *_ends("tau_documents"),
        *_ends("tau_systems"),
        *data("decisions", "difference"),
        *_ends("difference_documents"),
        *_ends("difference_systems"),
        *data("is_chosen", "verdict"),
    )

    @property
    def verdict(self) -> str:
        """`better` or `worse` than the baseline; '' if an interval of the difference contains 0."""
        bounds = self.difference_documents, self.difference_systems
        if all(each is not None and each[0] > 0 for each in bounds):
            return "better"
        return "worse" if all(each is not None and each[1] < 0 for each in bounds) else ""


@dataclass(frozen=True, eq=False)
class Study(Printed):
    """The result of a study: how well each metric predicts each use. It prints itself and converts to plain data.

    Attributes:
        plan: the options of the study.
        groups: the names of the systems in each set of systems. Metrics are chosen on the first set.
        recipes: the errors of each simulated system.
        metrics: the metrics by name.
        uses: the names of the uses, or of the tasks.
        chosen_on: the documents that metrics were chosen on.
        measured_on: the documents that the numbers were measured on.
        baseline: the metric that others are compared with.
        predictions: the predictions, sorted by set of systems, use and metric.
        fits: fitted weights by set of systems and use; empty unless `fit` was given.
        scores: F1 of each system in each metric and use, on the documents of `measured_on`.
        result: the scores of the first system, which supply settings and signature.
        warnings: warnings about the files, and about ties.
    """

    plan: Plan
    groups: Mapping[str, tuple[str, ...]]
    recipes: Mapping[str, str]
    metrics: Mapping[str, Metric]
    uses: tuple[str, ...]
    chosen_on: tuple[str, ...]
    measured_on: tuple[str, ...]
    baseline: str
    predictions: tuple[Prediction, ...]
    fits: tuple[Fit, ...]
    scores: Mapping[str, Mapping[str, float]] = field(repr=False)
    result: Result = field(repr=False)
    warnings: tuple[Problem, ...] = field(repr=False)

    @property
    def is_held_out(self) -> bool:
        """Whether metrics were chosen and measured on different documents."""
        return not set(self.chosen_on) & set(self.measured_on)

    @property
    def signature(self) -> SignatureText:
        """The signature of the scores, followed by the options of the study."""
        return self.result.signature.text.followed_by(str(self.plan))

    @property
    def chosen(self) -> dict[str, str | None]:
        """The best metric of each use on the documents and systems to choose with; None if τ is undefined for all."""
        best = {one.use: one.metric for one in self.predictions if one.is_chosen}
        return {use: best.get(use) for use in self.uses}

    def __getitem__(self, place: tuple[str, str, str]) -> Prediction:
        """Return the prediction for a set of systems, use and metric."""
        return next(one for one in self.predictions if (one.systems, one.use, one.metric) == place)

    def mean(self, systems: str, metric: str) -> float | None:
        """Return the mean τ of a metric over the uses on a set of systems; None if it is undefined in all."""
        found = [
            one.tau
            for one in self.predictions
            if (one.systems, one.metric) == (systems, metric) and one.tau is not None
        ]
        return math.fsum(found) / len(found) if found else None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        named = data("chosen_on", "measured_on", "baseline", "systems=groups", "recipes", "chosen")
        found = to_row((*named, *data("predictions", "fits", "scores")), self)
        return whole(found, self.signature, self.result.settings, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each set of systems, use and metric."""
        return Rows.of(Prediction.DATA, self.predictions, self.signature)

    def __repr__(self) -> str:
        """Return the numbers of metrics, uses and systems."""
        systems = sum(map(len, self.groups.values()))
        return f"<Study: {len(self.metrics)} metrics, {len(self.uses)} uses, {systems} systems>"


@listing_options
def study(
    key: Input,
    systems: Mapping[str, Input] | Sequence[Input] = (),
    *,
    simulate: int | None = None,
    against: GivenScores | None = None,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    resamples: int | None = None,
    confidence: float | None = None,
    seed: int | None = None,
    fit: str | None = None,
    counted: Callable[[int, int], object] | None = None,
    **options: Unpack[Options],
) -> Study:
    """Measure how well metrics predict uses of coreference.

    A use is a metric `use.*`, computed from the key's trees. Agreement is Kendall's τ over systems. Metrics are chosen on every
    second document and measured on the others. With task scores, they are chosen and measured on all documents.

    Args:
        key: path or corpus of the gold annotation, with trees unless task scores are given.
        systems: {name: path or corpus}, or a list of them; at least three, or none.
        simulate: the number of simulated systems in each of two mixtures of errors; 60 if no systems are given, else 0.
        against: task scores in place of the uses: a CSV file (system,score), {system: score} or {task: {system: score}}.
        metrics: as in score(); by default the metrics of the published study. If it names uses, only these uses are measured.
        preset: as in score().
        signature: the signature of an earlier study, to repeat it.
        resamples: the number of resamples for the intervals; 0 for no intervals.
        confidence: the confidence level of the intervals.
        seed: the random seed of the simulated errors and the resamples.
        fit: a metric whose weights are fitted to each use, or to the task scores: an LMetric, or dominant.
        counted: called before each system, with the number of systems that are finished and of all systems.
        options: the other keywords of score(), except `beta`.

    Raises:
        UsageError: CE178 if there are too few systems or documents, or if task scores do not fit the systems.
        CorefevalError: CE174 if the key has no trees and no task scores are given.
    """
    refuse_beta(options)
    named = dict(systems) if isinstance(systems, Mapping) else systems_named(systems)
    plan = Plan.of(
        str(signature or ""),
        simulate=simulate,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        fit=None if fit is None else metric_name(fit),
    )
    if not named and not plan.simulate and against is None:
        plan = replace(plan, simulate=SIMULATED)
    _check_systems(len(named), plan, has_scores=against is not None)
    scores = None if against is None else task_scores(against, named)
    names = None
    if signature is None or metrics:
        names = list(STUDIED) if metrics is None else split_names(metrics)
        if scores is None and not any(name in FILES[USES] for name in metrics_named(names)):
            names += FILES[USES]
    request = Request.of(metrics=names, preset=preset, signature=signature, **options)
    gold = Whole(request.read_key(key))
    run = gold.run(request)
    corpus = gold.corpus(request, "key")
    documents = len(corpus.names)
    if scores is None and documents < FEWEST_DOCUMENTS:
        raise UsageError(Problem("CE178", "too-few-documents", count=documents, least=FEWEST_DOCUMENTS))
    drawn = {mixture: made(plan.simulate, plan.seed) for mixture, made in MIXTURES.items() if plan.simulate}
    groups = {mixture: tuple(recipe.name for recipe in own) for mixture, own in drawn.items()}
    if named:
        groups[GIVEN] = tuple(named)
    recipes = {recipe.name: recipe for own in drawn.values() for recipe in own}
    for name in named:
        if name in recipes:
            raise UsageError(Problem("CE051", "two-systems-named", chosen=name))
    compared = tuple(run.metrics)
    if plan.fit:
        request = replace(request, metrics=(*compared, *candidates(plan.fit)))
    table = type_table(run.settings.types, run.settings.scheme)
    results = {}
    for place, name in enumerate(name for own in groups.values() for name in own):
        if counted is not None:
            counted(place, len(recipes) + len(named))
        response = named[name] if name in named else recipes[name].make(corpus, run.settings.language, table)
        result, _ = scored(request, gold, response)
        results[name] = result.without_corpora()  # the rest needs only the counts
    shown = {name: str(recipe) for name, recipe in recipes.items()}
    return _studied(plan, groups, shown, results, compared, scores)


def _check_systems(given: int, plan: Plan, *, has_scores: bool) -> None:
    """Refuse sets of systems that are too small, and task scores for simulated systems."""
    if has_scores and plan.simulate:
        raise UsageError(Problem("CE178", "scores-of-simulated"))
    for count in (given, plan.simulate):
        if 0 < count < FEWEST_SYSTEMS or (has_scores and not given):
            raise UsageError(Problem("CE178", "too-few-systems", count=count, least=FEWEST_SYSTEMS))
        if plan.fit and 0 < count <= FITTED[plan.fit]:
            least = FITTED[plan.fit] + 1  # one is held out, and the others must outnumber the weights
            raise UsageError(Problem("CE178", "too-few-to-fit", text=plan.fit, count=count, least=least))


def _studied(
    plan: Plan,
    groups: Mapping[str, tuple[str, ...]],
    recipes: Mapping[str, str],
    results: Mapping[str, Result],
    compared: Sequence[str],
    tasks: TaskScores | None,
) -> Study:
    """Return the study, given the counts of all systems.

    Args:
        plan: the options.
        groups: the sets of systems.
        recipes: the errors of each simulated system.
        results: the scores of all systems.
        compared: the metrics and uses of the study. The results may also contain metrics with candidate weights.
        tasks: the task scores; None to measure uses.
    """
    first = next(iter(results.values()))
    counted = first.metrics
    own = () if tasks is not None else tuple(name for name in compared if name in FILES[USES])
    metrics = {name: counted[name] for name in compared if name not in own}
    uses = own if tasks is None else tuple(tasks)
    if not metrics:
        raise UsageError(Problem("CE178", "no-metrics"))
    documents = sorted(first.documents)
    everything = np.arange(len(documents))
    halves = (everything, everything) if tasks is not None else (everything[1::2], everything[::2])
    systems = list(results)
    fixed = None if tasks is None else np.array([[own[name] for name in systems] for own in tasks.values()])
    sample = Sample.of(aligned_counts(results, counted), counted, first.settings)
    chosen_on, measured_on = (
        _Part(sample, half, list(metrics), list(uses), groups, systems, fixed) for half in halves
    )
    fits: tuple[Fit, ...] = ()
    if plan.fit:
        weighted = list(metrics_named(candidates(plan.fit)))
        fits = tuple(_fits(_Part(sample, halves[1], weighted, list(uses), groups, systems, fixed), plan))
    baseline = HEADLINE if HEADLINE in metrics else next(iter(metrics))
    group = next(iter(groups))
    chosen = [best(column) for column in chosen_on.agreement(group).tau[0].T]
    predictions = _predictions(measured_on, plan, list(metrics).index(baseline), chosen)
    given = {name: {"": results[name]} for name in groups.get(GIVEN, ())}
    return Study(
        plan=plan,
        groups=groups,
        recipes=recipes,
        metrics=metrics,
        uses=uses,
        chosen_on=tuple(documents[row] for row in halves[0]),
        measured_on=tuple(documents[row] for row in halves[1]),
        baseline=baseline,
        predictions=tuple(predictions),
        fits=fits,
        scores=measured_on.named_scores(),
        result=replace(first, metrics={name: counted[name] for name in compared}),
        warnings=(*_shared([results[name] for name in recipes]), *warnings_of(given), *_ties(measured_on)),
    )


class _Part:
    """The counts of all systems on some of the documents, and the scores that follow.

    Attributes:
        sample: the counts.
        outputs: the index of each score in the outputs of the sample; metrics and then uses, by systems.
        metrics: the names of the metrics.
        uses: the names of the uses, or of the tasks.
        groups: the sets of systems, as indices in `systems`.
        systems: the names of all systems.
        fixed: the task scores, tasks by systems; None if uses are measured.
    """

    def __init__(
        self,
        whole: Sample,
        documents: Integers,
        metrics: list[str],
        uses: list[str],
        groups: Mapping[str, Sequence[str]],
        systems: list[str],
        fixed: Floats | None,
    ) -> None:
        """Take the counts of these documents."""
        self.metrics, self.uses, self.systems, self.fixed = metrics, uses, systems, fixed
        self.sample = replace(whole, counts=whole.counts[documents], strata=(len(documents),))
        self.groups = {name: np.array([systems.index(one) for one in own]) for name, own in groups.items()}
        place = {output: number for number, output in enumerate(self.sample.outputs)}
        parts: dict[str, dict[str, None]] = {}
        for _, name, part in self.sample.outputs:
            parts.setdefault(name, {})[part] = None
        counted = metrics if fixed is not None else [*metrics, *uses]
        self.outputs = np.array(
            [[place[each, name, headline(parts[name])] for each in range(len(systems))] for name in counted]
        )

    def scores(self, sums: Floats) -> tuple[Floats, Floats]:
        """Return the scores of metrics and of uses from sums [1, rows, columns], names by systems by rows.

        Undefined scores are 0.
        """
        found = np.nan_to_num(self.sample.statistic(sums))[self.outputs]
        metrics, uses = found[: len(self.metrics)], found[len(self.metrics) :]
        if self.fixed is not None:
            uses = np.repeat(self.fixed[:, :, None], found.shape[2], axis=2)
        return metrics, uses

    @cached_property
    def observed(self) -> tuple[Floats, Floats]:
        """The scores on these documents, names by systems."""
        metrics, uses = self.scores(self.sample.totals[:, None, :])
        return metrics[:, :, 0], uses[:, :, 0]

    def agreement(self, group: str, weights: Floats | None = None) -> RankAgreement:
        """Return the agreement of metrics and uses on a set of systems. Weights say how often each system is drawn."""
        metrics, uses = (scores[:, self.groups[group]] for scores in self.observed)
        return rank_agreement(metrics, uses, weights)

    def over_documents(self, plan: Plan) -> dict[str, Floats]:
        """Return τ on resampled documents for each set of systems, metrics by uses by resamples."""
        shape = len(self.groups), len(self.metrics), len(self.uses)

        def statistic(sums: Floats) -> Floats:
            metrics, uses = self.scores(sums)
            rows = range(metrics.shape[2])
            found = [
                rank_agreement(metrics[:, group, row], uses[:, group, row]).tau[0].ravel()
                for group in self.groups.values()
                for row in rows
            ]
            by_row = np.array(found).reshape(len(self.groups), len(rows), -1)
            return np.moveaxis(by_row, 1, 2).reshape(-1, len(rows))

        drawn = bootstrap(self.sample.counts, statistic, resamples=plan.resamples, seed=plan.seed)
        return dict(zip(self.groups, drawn.reshape(*shape, -1), strict=True))

    def over_systems(self, group: str, plan: Plan) -> Floats:
        """Return τ on resampled systems of a set, metrics by uses by resamples."""

        def statistic(weights: Floats) -> Floats:
            tau = self.agreement(group, weights[0]).tau
            return tau.reshape(len(tau), -1).T

        # the sums of rows of the identity are the weights themselves
        drawn = bootstrap(
            np.eye(len(self.groups[group])), statistic, resamples=plan.resamples, seed=plan.seed
        )
        return drawn.reshape(len(self.metrics), len(self.uses), -1)

    def named_scores(self) -> dict[str, dict[str, float]]:
        """Return the scores of each system by the names of metrics and uses."""
        both = np.concatenate(self.observed).T.tolist()
        names = [*self.metrics, *self.uses]
        return {
            system: dict(zip(names, row, strict=True)) for system, row in zip(self.systems, both, strict=True)
        }


def _fits(part: _Part, plan: Plan) -> Iterator[Fit]:
    """Yield the fitted weights of each use on each set of systems. The metrics of `part` are the candidates."""
    for group, rows in part.groups.items():
        candidate_scores, uses = (scores[:, rows] for scores in part.observed)
        tau = part.agreement(group).tau[0]
        for column, use in enumerate(part.uses):
            chosen = best(tau[:, column])
            if chosen < 0:
                continue
            errors = np.array(left_out_errors(candidate_scores, uses[column]))
            default, fitted = errors[:, ~np.isnan(errors).any(axis=0)]
            gains = default - fitted
            yield Fit(
                group,
                use,
                part.metrics[chosen],
                float(default.mean()),
                float(fitted.mean()),
                float(gains.mean()),
                gain_bounds(gains, plan.resamples, plan.confidence, plan.seed),
            )


def _predictions(part: _Part, plan: Plan, baseline: int, chosen: Sequence[int]) -> Iterator[Prediction]:
    """Yield the predictions, sorted by set of systems, use and metric."""
    has_intervals = plan.resamples > 0
    by_documents = part.over_documents(plan) if has_intervals and len(part.sample.counts) > 1 else {}
    for group in part.groups:
        tau, decisions = (each[0] for each in part.agreement(group))
        draws = [by_documents.get(group), part.over_systems(group, plan) if has_intervals else None]
        bounds = [_intervals(each, plan) for each in draws]
        differences = [None if each is None else each - each[baseline] for each in draws]
        of_differences = [_intervals(each, plan) for each in differences]
        for column, use in enumerate(part.uses):
            for row, metric in enumerate(part.metrics):
                is_compared = row != baseline
                yield Prediction(
                    systems=group,
                    use=use,
                    metric=metric,
                    tau=number_or_none(tau[row, column]),
                    tau_documents=_bounds(bounds[0], row, column),
                    tau_systems=_bounds(bounds[1], row, column),
                    decisions=number_or_none(decisions[row, column]),
                    difference=number_or_none(tau[row, column] - tau[baseline, column])
                    if is_compared
                    else None,
                    difference_documents=_bounds(of_differences[0], row, column) if is_compared else None,
                    difference_systems=_bounds(of_differences[1], row, column) if is_compared else None,
                    is_chosen=row == chosen[column],
                )


def _intervals(draws: Floats | None, plan: Plan) -> Floats | None:
    """Return the ends of intervals, metrics by uses by (low, high), from draws [metrics, uses, resamples]."""
    if draws is None:
        return None
    flat = percentile_interval(draws.reshape(-1, draws.shape[2]), plan.confidence)
    return flat.reshape(*draws.shape[:2], 2)


def _bounds(intervals: Floats | None, row: int, column: int) -> Bounds | None:
    if intervals is None or np.isnan(intervals[row, column]).any():
        return None
    low, high = intervals[row, column].tolist()
    return low, high


def _shared(simulated: Sequence[Result]) -> list[Problem]:
    """Return the warnings that all simulated systems share: these are about the key, others about simulated errors."""
    if not simulated:
        return []
    shared = set.intersection(*(set(result.warnings) for result in simulated))
    return [problem for problem in simulated[0].warnings if problem in shared]


def _ties(part: _Part) -> Iterator[Problem]:
    """Warn if all systems of a set tie in a use; for task scores, warn if any two systems tie."""
    for group, rows in part.groups.items():
        for use, scores in zip(part.uses, part.observed[1][:, rows], strict=True):
            first, second = np.triu_indices(len(rows), 1)
            tied = int((np.abs(scores[first] - scores[second]) <= TOLERANCE).sum())
            if tied == len(first):
                yield warning("CE178", "all-tied", use=use, systems=group)
            elif tied and part.fixed is not None:
                yield warning("CE178", "some-tied", use=use, count=tied, whole=len(first))
