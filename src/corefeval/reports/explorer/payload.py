"""The data of the report page: explanations of one or more systems, as columns by document.

Names are short because each document repeats them. docs/report.md lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval.arrays import Floats, number_or_none
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.pairing.mapping import HOW, MEANINGS
from corefeval.problems import Problem, about_systems, printed_problems
from corefeval.reports.explorer.census import Census, CensusOfCorpus
from corefeval.reports.explorer.mentions import DIGITS, Features, Reading, Side
from corefeval.reports.explorer.words import key_text, withheld_texts
from corefeval.reports.words import chance, scored_as
from corefeval.version import __version__

if TYPE_CHECKING:
    from corefeval.breakdown.lost_units import UseLosses
    from corefeval.comparison.comparison import PairedTest
    from corefeval.explanation.difference import Difference
    from corefeval.explanation.errors import ErrorClass
    from corefeval.explanation.explanation import Explanation
    from corefeval.explanation.mention_outcomes import OutcomeTable
    from corefeval.explanation.systems import ByValue, ExplainedSystem, ExplainedSystems
    from corefeval.metrics.base import Scores

CAUSES = 20
"""The most causes of losses that are shown for each use."""

UNIT = ("first", "last", "left", "right", "gold", "system")
"""The fields of a lost unit that are shown."""

PARTS = ("recall", "precision")
"""The two parts of a score that are shown per document."""

CHANGED = ("before", "fixed", "broken", "after")
"""The counts of errors of a class, for the second of two systems compared with the first."""

COSTS = ("shapley", "alone", "last")
"""The costs of an error class that are shown (see shapley.Cost)."""

EVERY_PART = (*PARTS, "f1")
"""The parts of a score in tables and charts."""

PICTURES = {
    "type": "by mention type",
    "distance": "by distance to previous mention",
    "size": "by size of the entity",
    "spread": "by spread of the entity",
}
"""The titles of the small charts in the overview, besides that by genre."""

NAMED = 3
"""The default title names the systems if there are at most this many."""


class Payload:
    """The data of a page: an index, and documents that are made one by one on request.

    Args:
        explained: one system, or several to compare.
        key: the name of the key on the page.
        title: the title of the page; by default the names of key and systems.
        interval_note: a sentence that says how the intervals were computed.
        only_errors: whether documents without errors are skipped.
        worst: the number of documents to show, those with the lowest scores; None for all.
    """

    def __init__(
        self,
        explained: ExplainedSystems,
        *,
        key: str = "key",
        title: str = "",
        interval_note: str = "",
        only_errors: bool = False,
        worst: int | None = None,
    ) -> None:
        self._explained = explained
        self._systems = explained.systems
        self._key_name = key
        names = [system.name for system in self._systems]
        systems = ", ".join(names) if len(names) <= NAMED else f"{len(names)} systems"
        self._title = title or f"{key} · {systems}"
        self._interval_note = interval_note
        self._features = Features.of([system.explanation for system in self._systems])
        corpus = explained.first.explanation.pairing.key
        self._key = Side(corpus, explained.places[0], self._features.key, explained.dominant)
        sides = zip(self._systems, explained.places[1:], self._features.responses, strict=True)
        self._readings = [Reading(system, self._key, places, coded) for system, places, coded in sides]
        self.mentions = CensusOfCorpus(explained, self._key, self._readings, self._features)
        self._chosen = self._choose(only_errors=only_errors, worst=worst)

    @property
    def documents(self) -> Iterator[dict[str, Any]]:
        """The documents, in the order of the index."""
        text = key_text(self._systems[0].explanation.pairing, self._explained.places[:2])
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
        """Every mention and error of the shown documents, as columns."""
        return self.mentions.of(self._chosen)

    @property
    def warnings(self) -> list[Problem]:
        """The warnings for the reader of the page, about all systems."""
        found = {
            system.name: [
                *system.explanation.warnings,
                *system.relations.problems,
                *(problem for losses in system.uses for problem in losses.problems),
            ]
            for system in self._systems
        }
        return about_systems(found) if len(found) > 1 else list(dict.fromkeys(*found.values()))

    @cached_property
    def index(self) -> dict[str, Any]:
        """The data that the page reads when it opens."""
        first = self._systems[0]
        pairing = first.explanation.pairing
        metrics = first.result.metrics
        classes = self._explained.classes
        explained, values = self._explained, self._explained.values
        return {
            "corefeval": __version__,
            "title": self._title,
            "key": self._key_name,
            "note": f"{scored_as([system.result for system in self._systems])}.",
            "signature": str(first.result.signature),
            "warnings": [
                {"code": warning.kind, "message": f"{warning.message.rstrip('.')}. {warning.advice}".rstrip()}
                for warning in printed_problems(self.warnings)
            ],
            "metric_labels": [metric.label for metric in metrics.values()],
            "headline": list(metrics).index(explained.headline),
            "parts_metric": metrics[self._with_parts].label if self._with_parts else "",
            "loss_metrics": _loss_metrics(first),
            "silent_metrics": _silent_metrics(first.explanation),
            "loss_reason": explained.reason,
            "interval_note": self._interval_note,
            "empty_as_zero": first.result.settings.undefined == "zero",
            "tokens": int(self._key.words.sum()),
            "key_mentions": len(pairing.key.mentions),
            "key_entities": len(pairing.key.entities),
            "classes": [{"name": one.label, "label": one.title, "badge": one.badge} for one in classes],
            "decisions": [
                {"name": decision.label, "meaning": decision.meaning} for decision in explained.decisions
            ],
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
            "relations": [kind.label for kind in explained.relation_kinds],
            "relation_outcomes": [
                {"name": outcome.label, "meaning": outcome.meaning} for outcome in explained.relation_outcomes
            ],
            "systems": [self._system(system) for system in self._systems],
            "differences": self._differences(),
            "test_note": self._test_note,
            "genres": explained.genres,
            "distances": list(values["distance"].labels) if "distance" in values else [],
            "distance_bins": list(explained.distance_bins),
            "sizes": list(values["size"].labels),
            "spreads": list(values["spread"].labels) if "spread" in values else [],
            "lengths": list(values["length"].labels),
            "pictures": _pictures(explained),
            "share_metric": explained.share_metric,
            "census": self.census.header,
            "documents": self._rows(),
        }

    @cached_property
    def _with_parts(self) -> str:
        """The metric whose recall and precision are shown per document; '' if none has both.

        It is the headline metric if that has both, or else its stand-in, or else the first metric with both.
        """
        scores = self._systems[0].result.scores
        names = (self._explained.headline, self._explained.stand_in, *scores)
        known = (name for name in names if all(scores.get(name, {}).get(part) is not None for part in PARTS))
        return next(known, "")

    def _choose(self, *, only_errors: bool, worst: int | None) -> list[int]:
        """Return the documents to show, in the order of the file."""
        names = self._systems[0].explanation.pairing.names
        chosen = np.arange(len(names))
        if only_errors:
            chosen = np.unique(np.concatenate([reading.errors.document for reading in self._readings]))
        if worst is not None:
            scores = np.nan_to_num(_f1(self._systems[0])[:, 0], nan=2.0)
            chosen = np.sort(chosen[np.argsort(scores[chosen], kind="stable")[:worst]])
        listed: list[int] = chosen.tolist()
        return listed

    def _rows(self) -> list[dict[str, Any]]:
        names = self._systems[0].explanation.pairing.names
        width = len(self._explained.classes)
        scores = [_plain(_f1(system)) for system in self._systems]
        errors = [
            np.bincount(reading.errors.document * width + reading.errors.kind, minlength=len(names) * width)
            .reshape(-1, width)
            .tolist()
            for reading in self._readings
        ]
        parts = [_parts(system, self._with_parts) for system in self._systems]
        words, sizes = self._key.words.tolist(), np.diff(self._key.offsets).tolist()
        withheld = withheld_texts(self._systems[0].explanation.pairing.key).tolist()
        return [
            {
                "name": names[document],
                "tokens": words[document],
                "mentions": sizes[document],
                "withheld": withheld[document],
                "genre": int(self._explained.genre_of[document]),
                "scores": [table[document] for table in scores],
                "parts": [table[document] for table in parts],
                "errors": [table[document] for table in errors],
            }
            for document in self._chosen
        ]

    def _system(self, system: ExplainedSystem) -> dict[str, Any]:
        explanation, classes = system.explanation, self._explained.classes
        counts = explanation.table.counts()
        return {
            "name": system.name,
            "scores": _scores(system),
            "counts": [counts[one] for one in classes],
            "losses": [_losses(explanation, name, classes) for name in explanation.repaired],
            "repairs": [_repairs(explanation, name, classes) for name in explanation.repaired],
            "decisions": list(explanation.decisions().values()),
            "outcomes": list(_table(explanation).counts.values()) if explanation.outcomes else [],
            "matrix": system.class_by_type[: len(classes)].tolist(),
            "unanswered": [
                system.relations.unanswered.get(kind, 0) for kind in self._explained.relation_kinds
            ],
            "uses": [self._use(losses) for losses in system.uses],
        }

    def _use(self, losses: UseLosses) -> dict[str, Any]:
        """Return the number of correct units of a use, and the costliest causes of losses, each with an example."""
        names = self._systems[0].explanation.pairing.names
        shown = {names[document]: place for place, document in enumerate(self._chosen)}
        causes = [(entity, cause, cause.units[0]) for entity, cause in losses.causes[:CAUSES]]
        return {
            "label": losses.metric.counts_of,
            "gold": losses.gold,
            "right": losses.right,
            "wrong": losses.wrong,
            "causes": [
                {
                    "count": cause.count,
                    "entity": entity.entity,
                    "mention": cause.mention,
                    "error": cause.error,
                    "document": shown.get(unit.document, -1),
                    **{name: getattr(unit, name) for name in UNIT},
                }
                for entity, cause, unit in causes
            ],
        }

    def _differences(self) -> list[dict[str, Any]]:
        """Return, for each pair of systems, the errors that the second fixed and added, and the significance tests."""
        explained = self._explained
        return [
            {
                "first": first,
                "second": second,
                "tests": [self._test(test) for test in explained.tests[first, second]],
                **_changes(difference, explained.classes),
            }
            for (first, second), difference in explained.differences.items()
        ]

    def _test(self, test: PairedTest) -> dict[str, Any]:
        return {
            "label": self._systems[0].result.metrics[test.metric].full_label,
            "difference": _rounded(test.difference),
            "low": _rounded(test.low),
            "high": _rounded(test.high),
            "p": "" if test.p_adjusted is None else chance(test.p_adjusted),
        }

    @property
    def _test_note(self) -> str:
        """A sentence that says how the systems were tested."""
        if len(self._systems) < 2:
            return ""
        if not self._explained.is_tested:
            return "One document cannot show whether the difference is due to chance."
        return (
            "Difference with its 95 % interval (jackknife); p of paired randomisation of documents, after Holm's correction for "
            "all metrics and pairs."
        )


def _changes(difference: Difference, classes: Sequence[ErrorClass]) -> dict[str, Any]:
    """Return the changes of errors by class and of mentions by type."""
    by_class = {each.error_class: each for each in difference.by_class}
    label = {kind.label: number for number, kind in enumerate(MentionType)}
    metric = difference.metric
    return {
        "classes": [
            {
                **{name: getattr(by_class.get(kind), name, 0) for name in CHANGED},
                "points": _fraction(by_class[kind].points.get(metric, np.nan)) if kind in by_class else 0.0,
            }
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


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _table(explanation: Explanation) -> OutcomeTable:
    """Return the outcomes of the first metric that has any; these are shown."""
    return next(iter(explanation.outcomes.values()))


def _outcomes(explanation: Explanation) -> dict[str, Any]:
    """Return the possible outcomes of a mention under the metric whose outcomes are shown."""
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
    """Return the meanings of codes in a scheme; '' for codes that it does not define."""
    if not any(codes):
        return [""] * len(codes)
    scheme = scheme_named(name)
    return ["" if scheme.fault(code) else ", ".join(scheme.meaning(code)) for code in codes]


def _f1(system: ExplainedSystem) -> Floats:
    """Return F1 of each document (row) under each metric (column); NaN for 0/0."""
    every = system.by_document.values()
    return np.column_stack([scores.get("f1", next(iter(scores.values()))) for scores in every])


def _parts(system: ExplainedSystem, metric: str) -> list[list[float | None]]:
    """Return recall and precision of each document under a metric that has both; None if `metric` is ''."""
    if not metric:
        return [[None, None]] * len(next(iter(system.result.counts.values())))
    scores = system.by_document[metric]
    return _plain(np.column_stack([scores[part] for part in PARTS]))


def _plain(table: Floats) -> list[list[float | None]]:
    return [[_rounded(number_or_none(value)) for value in row] for row in table.tolist()]


def _scores(system: ExplainedSystem) -> list[dict[str, Any]]:
    scores, empty = system.result.scores, system.result.empty
    return [
        {
            "metric": name,
            "label": metric.label,
            **{part: None if part in empty.get(name, ()) else scores[name].get(part) for part in EVERY_PART},
            "empty": empty.get(name, []),
            "interval": (system.intervals or {}).get(name, {}).get("f1"),
        }
        for name, metric in system.result.metrics.items()
    ]


def _loss_metrics(system: ExplainedSystem) -> list[str]:
    """Return the labels of the metrics whose lost points are divided among errors, or else of all explained metrics."""
    explanation = system.explanation
    return [f"{metric.full_label} F1" for metric in (explanation.repaired or explanation.metrics).values()]


def _silent_metrics(explanation: Explanation) -> list[str]:
    """Return the labels of explained metrics whose losses the page shows neither by error nor by mention."""
    known = set(explanation.repaired) | set(list(explanation.outcomes)[:1])
    return [f"{metric.full_label} F1" for name, metric in explanation.metrics.items() if name not in known]


def _losses(explanation: Explanation, metric: str, classes: Sequence[ErrorClass]) -> list[dict[str, Any]]:
    """Return the points that each error class costs under a metric, as fractions."""
    costs = {cost.error_class: cost for cost in explanation.attribution[metric].costs}
    return [
        {name: _fraction(getattr(costs[one], name)) if one in costs else None for name in COSTS}
        for one in classes
    ]


def _repairs(explanation: Explanation, metric: str, classes: Sequence[ErrorClass]) -> dict[str, Any]:
    """Return the classes that occur, the costliest first, and the score before, and after repairing each of them in turn."""
    attribution = explanation.attribution[metric]
    return {
        "classes": [classes.index(one) for one, _ in attribution.path],
        "scores": [round(score, DIGITS) for score in (attribution.f1, *(f1 for _, f1 in attribution.path))]
        if attribution.path
        else [],
    }


def _fraction(points: float) -> float | None:
    return _rounded(number_or_none(points / 100))


def _pictures(explained: ExplainedSystems) -> list[dict[str, Any]]:
    """Return the charts: the name of a filter, a title, the metric, and the count and scores of each value.

    Charts with a single value are skipped.
    """
    found = [_by_genre(explained)]
    for name in PICTURES:
        broken_down = explained.broken_down(name)
        if broken_down is not None:
            found.append(_picture(name, *broken_down))
    return [one for one in found if len(one["values"]) > 1]


def _by_genre(explained: ExplainedSystems) -> dict[str, Any]:
    genre_of = explained.genre_of.tolist()
    numbers = [number for number in sorted(set(genre_of)) if number]
    return {
        "name": "genre",
        "title": "by genre",
        "metric": explained.first.result.metrics[explained.headline].label,
        "is_ordered": False,
        "values": numbers,
        "counts": [genre_of.count(number) for number in numbers],
        "scores": [[_parts_of(scores) for scores in system.by_genre] for system in explained.systems],
    }


def _picture(name: str, numbers: Sequence[int], found: Sequence[ByValue]) -> dict[str, Any]:
    return {
        "name": name,
        "title": PICTURES[name],
        "metric": found[0].metric,
        "is_ordered": name != "type",
        "values": numbers,
        "counts": [int(found[0].mentions[number]) for number in numbers],
        "scores": [[_parts_of(each.scores, number) for number in numbers] for each in found],
    }


def _parts_of(scores: Scores, number: int | None = None) -> dict[str, float | None]:
    """Return recall, precision and F1, of the value `number` if given; None for parts that the metric lacks."""
    found = {
        part: scores[part] if number is None else scores[part][number]
        for part in EVERY_PART
        if part in scores
    }
    return {part: _rounded(number_or_none(found[part])) if part in found else None for part in EVERY_PART}
