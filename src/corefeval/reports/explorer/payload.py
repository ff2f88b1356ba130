"""What the explorer shows, as plain data: explanations of one system or several turned into columns by document.

Names are short because they are written once a document; they are listed in docs/report.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from corefeval.analysis import Decision, ErrorClass, Explanation, OutcomeTable, explain
from corefeval.analysis.attribution import needs_more
from corefeval.analysis.difference import Difference, check_same_key
from corefeval.analysis.explanation import judging
from corefeval.analysis.relations import RelationKind, RelationOutcome
from corefeval.arrays import Floats, Integers
from corefeval.breakdown.features import ENTITY_SIZES, LENGTHS, SPREADS, genre
from corefeval.comparison.compare import compare
from corefeval.comparison.resampling import RESAMPLES
from corefeval.evaluation.result import Result
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics import parse_metric
from corefeval.metrics.representatives import representatives
from corefeval.pairing.carry import HOW, MEANINGS
from corefeval.presets import HEADLINE, IN_PICTURES, JUDGING
from corefeval.problems import Problem, told
from corefeval.reports.explorer.census import DISTANCES, Census, CensusOfCorpus
from corefeval.reports.explorer.mentions import DIGITS, Features, Reading, Side
from corefeval.reports.explorer.pictures import pictures
from corefeval.reports.explorer.words import key_text, places
from corefeval.reports.show.comparison import chance
from corefeval.reports.words import scored_as
from corefeval.version import __version__

PARTS = ("recall", "precision")
"""The two sides of a score."""

Intervals = Mapping[str, Mapping[str, tuple[float, float]]]


@dataclass(frozen=True, eq=False)
class System:
    """One system of a report.

    Attributes:
        name: what the reader calls it.
        result: its scores.
        explanation: why they are what they are.
        intervals: for each metric and part the bounds of its confidence interval, where they were computed.
    """

    name: str
    result: Result
    explanation: Explanation
    intervals: Intervals | None = None


class Payload:
    """All that a page shows: an index, and documents made one by one as they are asked for.

    Args:
        systems: one system, or several to compare.
        key: what the reader calls the key.
        title: the page's title.
        interval_note: how the intervals were computed.
        only_errors: leave out documents without an error.
        worst: keep only so many documents, those of the lowest scores.
    """

    def __init__(
        self,
        systems: Sequence[System],
        *,
        key: str = "key",
        title: str = "",
        interval_note: str = "",
        only_errors: bool = False,
        worst: int | None = None,
    ) -> None:
        check_same_key([system.explanation for system in systems])
        self._systems = systems
        self._key_name = key
        self._title = title or f"{key} · {', '.join(system.name for system in systems)}"
        self._interval_note = interval_note
        self._features = Features.of([system.explanation for system in systems])
        first = systems[0].explanation
        key_side = Side(
            first.pairing.key,
            places(first.pairing, 0),
            self._features.key,
            representatives(first.pairing, "dominant")[0],
        )
        self._readings = [
            Reading(system.explanation, key_side, features)
            for system, features in zip(systems, self._features.responses, strict=True)
        ]
        self._key = key_side
        explanations = [system.explanation for system in systems]
        self.mentions = CensusOfCorpus(explanations, key_side, self._readings, self._features)
        self._genres, self._genre_of = _genres(first.pairing.names)
        self._chosen = self._choose(only_errors=only_errors, worst=worst)

    @property
    def documents(self) -> Iterator[dict[str, Any]]:
        """The documents, in the order of the index."""
        text = key_text(self._systems[0].explanation.pairing)
        for document in self._chosen:
            yield {
                "w": text.words(document),
                "s": text.sentences(document),
                "z": text.empty(document),
                "u": text.tight(document),
                "k": self._key.mentions(document),
                "r": [reading.document(document, text) for reading in self._readings],
            }

    @cached_property
    def census(self) -> Census:
        """Every mention and error of these documents, as columns."""
        return self.mentions.of(self._chosen)

    @property
    def warnings(self) -> list[Problem]:
        """What the reader of the page should know, of all systems."""
        found = [problem for system in self._systems for problem in system.explanation.warnings]
        found += [problem for reading in self._readings for problem in reading.relations.problems]
        return list(dict.fromkeys(found))

    @cached_property
    def index(self) -> dict[str, Any]:
        """What the page reads when it opens."""
        first = self._systems[0]
        pairing = first.explanation.pairing
        metrics = first.result.metrics
        classes = self._classes
        explanations = [system.explanation for system in self._systems]
        has_text = pairing.key.mentions.objects is None
        return {
            "corefeval": __version__,
            "title": self._title,
            "key": self._key_name,
            "note": f"{scored_as([system.result for system in self._systems])}.",
            "signature": str(first.result.signature),
            "warnings": [
                {"code": warning.kind, "message": _sentences(warning.message, warning.advice)}
                for warning in told(self.warnings)
            ],
            "metric_labels": [metric.label for metric in metrics.values()],
            "headline": list(metrics).index(self._headline),
            "parts_metric": metrics[self._with_parts].label if self._with_parts else "",
            "loss_metric": f"{_label(first)} F1",
            "interval_note": self._interval_note,
            "empty_as_zero": first.result.settings.undefined == "zero",
            "tokens": int(self._key.words.sum()),
            "key_mentions": len(pairing.key.mentions),
            "key_entities": len(pairing.key.entities),
            "classes": [{"name": one.label, "label": one.title, "badge": one.badge} for one in classes],
            "decisions": [{"name": decision.label, "meaning": decision.meaning} for decision in Decision],
            **_outcomes(first.explanation),
            "types": [kind.label if kind else "" for kind in MentionType],
            "type_counts": np.bincount(self._key.type, minlength=len(MentionType)).tolist(),
            "pos": self._features.pos,
            "ne": self._features.ne,
            "codes": self._features.codes,
            "code_meanings": _meanings(self._features.codes, pairing.scheme),
            "carried": [
                {"name": name, "meaning": meaning}
                for name, meaning in zip(HOW, MEANINGS, strict=True)
                if any(response.carried.any() for response in self._features.responses)
            ],
            "relations": [kind.label for kind in RelationKind],
            "relation_outcomes": [
                {"name": outcome.label, "meaning": outcome.meaning} for outcome in RelationOutcome
            ],
            "systems": [
                self._system(system, reading)
                for system, reading in zip(self._systems, self._readings, strict=True)
            ],
            "differences": self._differences(),
            "test_note": self._test_note,
            "genres": self._genres,
            "distances": list(DISTANCES.labels) if has_text else [],
            "distance_bins": list(DISTANCES.edges),
            "sizes": list(ENTITY_SIZES.labels),
            "spreads": list(SPREADS.labels) if has_text else [],
            "lengths": list(LENGTHS.labels),
            "pictures": pictures([system.result for system in self._systems], explanations, self._genre_of),
            "census": self.census.header,
            "documents": self._rows(),
        }

    @property
    def _headline(self) -> str:
        """The metric that stands for the others."""
        metrics = list(self._systems[0].result.metrics)
        return HEADLINE if HEADLINE in metrics else metrics[0]

    @cached_property
    def _with_parts(self) -> str:
        """The metric whose recall and precision are shown document by document: that one, or the first that has both."""
        result = self._systems[0].result
        names = [self._headline, IN_PICTURES, *result.metrics]
        having = [
            name for name in names if name in result.metrics and set(PARTS) <= result.scores[name].keys()
        ]
        known = [name for name in having if None not in (result.scores[name][part] for part in PARTS)]
        return next(iter(known), "")

    @property
    def _classes(self) -> tuple[ErrorClass, ...]:
        return max((system.explanation.classes for system in self._systems), key=len)

    def _choose(self, *, only_errors: bool, worst: int | None) -> list[int]:
        """Return the documents to show, in the order of the file."""
        names = self._systems[0].explanation.pairing.names
        chosen = np.arange(len(names))
        if only_errors:
            errors = sum(
                np.bincount(reading.errors.document, minlength=len(names)) for reading in self._readings
            )
            chosen = chosen[np.asarray(errors)[chosen] > 0]
        if worst is not None:
            scores = np.nan_to_num(_f1(self._systems[0].result)[:, 0], nan=2.0)
            chosen = np.sort(chosen[np.argsort(scores[chosen], kind="stable")[:worst]])
        listed: list[int] = chosen.tolist()
        return listed

    def _rows(self) -> list[dict[str, Any]]:
        names = self._systems[0].explanation.pairing.names
        width = len(self._classes)
        scores = [_plain(_f1(system.result)) for system in self._systems]
        errors = [
            np.bincount(reading.errors.document * width + reading.errors.kind, minlength=len(names) * width)
            .reshape(-1, width)
            .tolist()
            for reading in self._readings
        ]
        parts = [_parts(system.result, self._with_parts) for system in self._systems]
        words, sizes = self._key.words.tolist(), np.diff(self._key.offsets).tolist()
        return [
            {
                "name": names[document],
                "tokens": words[document],
                "mentions": sizes[document],
                "genre": int(self._genre_of[document]),
                "scores": [table[document] for table in scores],
                "parts": [table[document] for table in parts],
                "errors": [table[document] for table in errors],
            }
            for document in self._chosen
        ]

    def _system(self, system: System, reading: Reading) -> dict[str, Any]:
        explanation, classes = system.explanation, self._classes
        costs = {cost.error_class: cost for cost in explanation.attribution[explanation.metric].costs}
        counts = explanation.table.counts()
        types = len(MentionType)
        first = explanation.table.first
        matrix = np.bincount(
            explanation.table.kind * types + explanation.aligned.type[first],
            minlength=len(ErrorClass) * types,
        ).reshape(-1, types)
        return {
            "name": system.name,
            "scores": _scores(system),
            "classes": [
                {
                    "count": counts[one],
                    "shapley": _fraction(costs[one].shapley) if one in costs else None,
                    "alone": _fraction(costs[one].alone) if one in costs else None,
                    "last": _fraction(costs[one].last) if one in costs else None,
                }
                for one in classes
            ],
            "decisions": list(explanation.decisions().values()),
            "outcomes": list(_table(explanation).counts.values()) if explanation.outcomes else [],
            "matrix": matrix[: len(classes)].tolist(),
            "unanswered": [reading.relations.unanswered.get(kind, 0) for kind in RelationKind],
        }

    def _differences(self) -> list[dict[str, Any]]:
        """Return for each two systems what the second mended and broke against the first, and whether the scores differ by chance."""
        names = [system.name for system in self._systems]
        pairs = list(combinations(range(len(names)), 2))
        if not pairs:
            return []
        tests = self._tests()
        found = []
        for first, second in pairs:
            explanations = self._systems[first].explanation, self._systems[second].explanation
            found.append(
                {
                    "first": first,
                    "second": second,
                    "tests": tests[first, second],
                    **_changes(Difference((names[first], names[second]), *explanations), self._classes),
                }
            )
        return found

    def _tests(self) -> dict[tuple[int, int], list[dict[str, Any]]]:
        """Return the paired tests of each two systems by metric; of one document the differences alone."""
        results = {str(number): system.result for number, system in enumerate(self._systems)}
        resamples = RESAMPLES if self._is_tested else 0
        found: dict[tuple[int, int], list[dict[str, Any]]] = {}
        for test in compare(None, results, pairs="all", resamples=resamples).tests:
            # compare() puts the better system first; here the later one is held against the earlier
            first, second = sorted((int(test.against), int(test.system)))
            bounds = test.difference, test.low, test.high
            if int(test.system) == first:
                bounds = _negated(test.difference), _negated(test.high), _negated(test.low)
            found.setdefault((first, second), []).append(
                {
                    "label": self._systems[0].result.metrics[test.metric].full_label,
                    **dict(zip(("difference", "low", "high"), map(_rounded, bounds), strict=True)),
                    "p": "" if test.p_adjusted is None else chance(test.p_adjusted),
                }
            )
        return found

    @property
    def _is_tested(self) -> bool:
        return len(self._systems[0].result.documents) > 1

    @property
    def _test_note(self) -> str:
        """How the systems were tested."""
        if len(self._systems) < 2:
            return ""
        if not self._is_tested:
            return "One document: whether the difference is chance cannot be told from it."
        return (
            "Difference with its 95 % interval (jackknife); p of paired randomisation of documents, after Holm's correction for "
            "all metrics and pairs."
        )


def _sentences(message: str, advice: str) -> str:
    """Return what is wrong and what to do about it as sentences."""
    return f"{message.rstrip('.')}. {advice}".rstrip()


def _changes(difference: Difference, classes: Sequence[ErrorClass]) -> dict[str, Any]:
    """Return what became of errors by class and of mentions by type."""
    by_class = {each.error_class: each for each in difference.by_class}
    label = {kind.label: number for number, kind in enumerate(MentionType)}
    metric = difference.metric
    return {
        "classes": [
            {
                "before": by_class[kind].before,
                "mended": by_class[kind].mended,
                "broken": by_class[kind].broken,
                "after": by_class[kind].after,
                "points": _fraction(by_class[kind].points[metric])
                if metric in by_class[kind].points
                else None,
            }
            if kind in by_class
            else {"before": 0, "mended": 0, "broken": 0, "after": 0, "points": 0.0}
            for kind in classes
        ],
        "types": [
            {
                "type": label[each.value],
                **{name: value for name, value in each.to_dict().items() if name != "value"},
            }
            for each in difference.by_type()[:-1]
        ],
    }


def _negated(value: float | None) -> float | None:
    return None if value is None else -value


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def of_results(
    results: Mapping[str, Result],
    *,
    metric: str = HEADLINE,
    intervals: Sequence[Intervals] | None = None,
    **options: Any,
) -> Payload:
    """Return the payload of one result or several, explained here.

    Args:
        results: the results by the systems' names, over the same key.
        metric: whose points are shared out among the errors; those of CoNLL for a metric that only judges mentions, whose
            outcomes are shown. Else they are those of the first `dominant` among the scores, with its parameters.
        intervals: for each result its confidence intervals.
        options: as in Payload.
    """
    bounds: Sequence[Intervals | None] = intervals or [None] * len(results)
    explained = parse_metric(metric)
    metrics = [metric] if not needs_more(explained) else [HEADLINE, metric]
    if not judging([explained]):
        scored = next(iter(results.values())).metrics
        metrics += [name for name, each in scored.items() if each.name == JUDGING][:1]
    systems = [
        System(name, result, explain(result, metrics=metrics), bound)
        for (name, result), bound in zip(results.items(), bounds, strict=True)
    ]
    return Payload(systems, **options)


def _table(explanation: Explanation) -> OutcomeTable:
    """Return the outcomes that are shown: of the first metric that has any."""
    return next(iter(explanation.outcomes.values()))


def _outcomes(explanation: Explanation) -> dict[str, Any]:
    """Return what can become of a mention under the metric whose outcomes are shown."""
    if not explanation.outcomes:
        return {"outcomes": [], "outcome_metric": "", "leads_to": ""}
    metric = _table(explanation).metric
    return {
        "outcomes": [
            {"name": name, "meaning": metric.meanings.get(name, "")} for name in metric.outcome_names
        ],
        "outcome_metric": metric.full_label,
        "leads_to": metric.leads_to,
    }


def _meanings(codes: Sequence[str], name: str) -> list[str]:
    """Return what codes mean in a scheme, '' for those that it does not have."""
    if not any(codes):
        return [""] * len(codes)
    scheme = scheme_named(name)
    return ["" if scheme.fault(code) else ", ".join(scheme.meaning(code)) for code in codes]


def _f1(result: Result) -> Floats:
    """Return F1 of each document (row) under each metric (column); NaN where there is nothing to count."""
    columns = []
    for name in result.metrics:
        scores = _measured(result, name)
        columns.append(scores.get("f1", next(iter(scores.values()))))
    return np.column_stack(columns)


def _measured(result: Result, name: str) -> dict[str, Floats]:
    """Return the scores of each document under a metric, NaN for 0/0 whatever the settings write: it is no value to plot."""
    metric, columns = result.metrics[name], result.counts[name].columns
    is_empty = metric.is_empty(columns, result.settings)
    scores = metric.scores(columns, result.settings)
    return {part: np.where(is_empty[part], np.nan, values) for part, values in scores.items()}


def _parts(result: Result, metric: str) -> list[list[float | None]]:
    """Return recall and precision of each document under a metric that has both; none where there is no metric."""
    if not metric:
        return [[None, None]] * len(next(iter(result.counts.values())))
    scores = _measured(result, metric)
    return _plain(np.column_stack([scores[part] for part in PARTS]))


def _genres(names: Sequence[str]) -> tuple[list[str], Integers]:
    """Return the genres that names of documents tell, the first being '', and the number of each document's."""
    found = [genre(name) for name in names]
    listed = ["", *sorted(set(found) - {""})]
    return listed, np.array([listed.index(each) for each in found], np.int64)


def _plain(table: Floats) -> list[list[float | None]]:
    return [[None if value != value else round(value, DIGITS) for value in row] for row in table.tolist()]  # noqa: PLR0124 - NaN


def _scores(system: System) -> list[dict[str, Any]]:
    scores, empty = system.result.scores, system.result.empty
    return [
        {
            "metric": name,
            "label": metric.label,
            **{
                part: None if part in empty.get(name, ()) else scores[name].get(part)
                for part in ("recall", "precision", "f1")
            },
            "empty": empty.get(name, []),
            "interval": (system.intervals or {}).get(name, {}).get("f1"),
        }
        for name, metric in system.result.metrics.items()
    ]


def _label(system: System) -> str:
    return next(iter(system.explanation.metrics.values())).label


def _fraction(points: float) -> float | None:
    return None if np.isnan(points) else round(points / 100, DIGITS)
